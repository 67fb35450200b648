//! How fast a campaign goes on, as far as it was watched.

use std::collections::VecDeque;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::status::Spent;

/// The time over which to measure.
const WINDOW: Duration = Duration::from_secs(3600);
/// A shorter time tells too little.
const SHORTEST: Duration = Duration::from_secs(60);
/// The time between kept samples.
const GRAIN: Duration = Duration::from_secs(10);

/// Speed of a campaign, all workers together, as far as it was watched.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Pace {
    /// Start of the measurement: an hour ago, unless nobody watched then.
    #[serde(serialize_with = "unix")]
    #[schema(value_type = u64)]
    pub from: SystemTime,
    /// End of the measurement: when the last news arrived.
    #[serde(serialize_with = "unix")]
    #[schema(value_type = u64)]
    pub until: SystemTime,
    /// Nodes per second, of the jobs that ended during the measurement.
    pub nodes_per_second: f64,
    /// Jobs per hour.
    pub jobs_per_hour: f64,
}

/// Writes a moment as seconds since the beginning of 1970.
fn unix<S: Serializer>(moment: &SystemTime, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(since(*moment, UNIX_EPOCH).as_secs())
}

/// The same of a moment that may be unknown.
pub(super) fn unix_if<S: Serializer>(moment: &Option<SystemTime>, to: S) -> Result<S::Ok, S::Error> {
    moment.map(|moment| since(moment, UNIX_EPOCH).as_secs()).serialize(to)
}

/// What was known at certain moments, oldest first.
pub(super) type Samples = VecDeque<(SystemTime, Spent)>;

fn since(later: SystemTime, earlier: SystemTime) -> Duration {
    later.duration_since(earlier).unwrap_or_default()
}

/// Takes a sample: something is new, or this is the first look.
pub(super) fn add(samples: &mut Samples, at: SystemTime, spent: Spent) {
    // Answers were withdrawn, or the clock was set back.
    let is_before =
        |&(then, last): &(SystemTime, Spent)| last.nodes > spent.nodes || last.jobs() > spent.jobs() || then > at;
    if samples.back().is_some_and(is_before) {
        samples.clear();
    }
    // The first sample stays: the measurement begins there.
    if samples.len() > 2 && since(at, samples[samples.len() - 2].0) < GRAIN {
        samples.pop_back();
    }
    samples.push_back((at, spent));
    while samples.len() > 2 && since(at, samples[1].0) >= WINDOW {
        samples.pop_front();
    }
    if samples.len() > 2 && since(at, samples[0].0) > WINDOW && since(at, samples[1].0) >= SHORTEST {
        samples.pop_front();
    }
}

/// The pace over the last hour, or over more if nobody looked within it; `None` before a minute has passed.
pub(super) fn pace(samples: &Samples) -> Option<Pace> {
    let (&(from, first), &(until, last)) = (samples.front()?, samples.back()?);
    let time = since(until, from);
    let each_second = |amount: f64| amount / time.as_secs_f64();
    (time >= SHORTEST).then(|| Pace {
        from,
        until,
        nodes_per_second: each_second((last.nodes - first.nodes) as f64),
        jobs_per_hour: each_second((last.jobs() - first.jobs()) as f64) * 3600.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(jobs: usize) -> Spent {
        Spent { answered: jobs, nodes: 1000 * jobs as u64, ..Spent::default() }
    }

    #[test]
    fn it_is_that_of_the_last_hour() {
        let begin = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 30);
        let at = |second: u64| begin + Duration::from_secs(second);
        let mut samples = Samples::default();
        add(&mut samples, at(0), spent(100));
        assert_eq!(super::pace(&samples), None);
        add(&mut samples, at(5), spent(110));
        assert_eq!(super::pace(&samples), None, "it is too early");
        // One job per second for an hour, then one every ten seconds.
        (60..3600).for_each(|second| add(&mut samples, at(second), spent(100 + second as usize)));
        let pace = super::pace(&samples).unwrap();
        assert!((pace.jobs_per_hour - 3600.0).abs() < 1.0, "{pace:?}");
        assert!((pace.nodes_per_second - 1000.0).abs() < 1.0, "{pace:?}");
        (0..720).for_each(|ten| add(&mut samples, at(3600 + 10 * ten), spent(3700 + ten as usize)));
        let pace = super::pace(&samples).unwrap();
        assert!((pace.jobs_per_hour - 360.0).abs() < 5.0, "{pace:?}");
        assert!(samples.len() < 400, "{}", samples.len());
    }

    #[test]
    fn it_begins_anew_when_answers_were_withdrawn() {
        let at = |second: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(second);
        let mut samples = Samples::default();
        add(&mut samples, at(0), spent(10));
        add(&mut samples, at(100), spent(20));
        assert!(super::pace(&samples).is_some());
        add(&mut samples, at(200), spent(15));
        assert_eq!(super::pace(&samples), None);
        add(&mut samples, at(300), spent(25));
        assert_eq!(super::pace(&samples).unwrap().jobs_per_hour, 360.0);
    }
}
