//! How fast a campaign goes on, as far as it was watched.

use std::collections::VecDeque;
use std::time::{Duration, SystemTime};

use crate::status::Spent;

/// The time over which to measure.
const WINDOW: Duration = Duration::from_secs(3600);
/// A shorter time tells too little.
const SHORTEST: Duration = Duration::from_secs(60);
/// The time between kept samples.
const GRAIN: Duration = Duration::from_secs(10);

/// How fast a campaign goes on, all workers together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The beginning.
    pub from: SystemTime,
    /// The end: when something new last came.
    pub until: SystemTime,
    /// Nodes per second of the jobs that ended in between.
    pub nodes_per_second: f64,
    /// Jobs per hour that ended in between.
    pub jobs_per_hour: f64,
}

/// What was known at certain moments, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples(VecDeque<(SystemTime, Spent)>);

fn since(later: SystemTime, earlier: SystemTime) -> Duration {
    later.duration_since(earlier).unwrap_or_default()
}

impl Samples {
    /// Takes a sample: something is new, or this is the first look.
    pub(super) fn add(&mut self, at: SystemTime, spent: Spent) {
        // Answers were withdrawn, or the clock was set back.
        let is_before =
            |&(then, last): &(SystemTime, Spent)| last.nodes > spent.nodes || last.jobs() > spent.jobs() || then > at;
        if self.0.back().is_some_and(is_before) {
            self.0.clear();
        }
        // The first sample stays: the measurement begins there.
        if self.0.len() > 2 && since(at, self.0[self.0.len() - 2].0) < GRAIN {
            self.0.pop_back();
        }
        self.0.push_back((at, spent));
        while self.0.len() > 2 && since(at, self.0[1].0) >= WINDOW {
            self.0.pop_front();
        }
        if self.0.len() > 2 && since(at, self.0[0].0) > WINDOW && since(at, self.0[1].0) >= SHORTEST {
            self.0.pop_front();
        }
    }

    /// The pace over the last hour, or over more if nobody looked within it; `None` before a minute has passed.
    pub(super) fn pace(&self) -> Option<Pace> {
        let (&(from, first), &(until, last)) = (self.0.front()?, self.0.back()?);
        let time = since(until, from);
        let each_second = |amount: f64| amount / time.as_secs_f64();
        (time >= SHORTEST).then(|| Pace {
            from,
            until,
            nodes_per_second: each_second((last.nodes - first.nodes) as f64),
            jobs_per_hour: each_second((last.jobs() - first.jobs()) as f64) * 3600.0,
        })
    }
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
        samples.add(at(0), spent(100));
        assert_eq!(samples.pace(), None);
        samples.add(at(5), spent(110));
        assert_eq!(samples.pace(), None, "it is too early");
        // One job per second for an hour, then one every ten seconds.
        (60..3600).for_each(|second| samples.add(at(second), spent(100 + second as usize)));
        let pace = samples.pace().unwrap();
        assert!((pace.jobs_per_hour - 3600.0).abs() < 1.0, "{pace:?}");
        assert!((pace.nodes_per_second - 1000.0).abs() < 1.0, "{pace:?}");
        (0..720).for_each(|ten| samples.add(at(3600 + 10 * ten), spent(3700 + ten as usize)));
        let pace = samples.pace().unwrap();
        assert!((pace.jobs_per_hour - 360.0).abs() < 5.0, "{pace:?}");
        assert!(samples.0.len() < 400, "{}", samples.0.len());
    }

    #[test]
    fn it_begins_anew_when_answers_were_withdrawn() {
        let at = |second: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(second);
        let mut samples = Samples::default();
        samples.add(at(0), spent(10));
        samples.add(at(100), spent(20));
        assert!(samples.pace().is_some());
        samples.add(at(200), spent(15));
        assert_eq!(samples.pace(), None);
        samples.add(at(300), spent(25));
        assert_eq!(samples.pace().unwrap().jobs_per_hour, 360.0);
    }
}
