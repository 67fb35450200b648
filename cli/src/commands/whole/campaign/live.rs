//! What a person sees while a campaign runs here: on a terminal, a line for the campaign, one for what is left and one for
//! each worker; otherwise a plain line now and then.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use campaign::estimate::Estimate;
use campaign::local::Observer;
use campaign::status::Spent;
use campaign::{Campaign, Finding, Job, Record};

use super::status::{efforts, left};
use crate::output::{compact, counted, elapsed, limits, signed};
use crate::progress::Display;

/// How often a plain line is written.
const PLAIN_EVERY: Duration = Duration::from_secs(30);
/// How often the remaining work is estimated.
const ESTIMATE_EVERY: Duration = Duration::from_secs(5);

/// The live view.
pub(super) struct Live {
    begin: Instant,
    seen: Mutex<Seen>,
    display: Display,
}

/// What this run has seen so far.
#[derive(Default)]
struct Seen {
    before: Spent,
    now: Spent,
    /// The bounds and the present question.
    known: String,
    in_flight: usize,
    numbers: Option<(f64, f64)>,
    is_done: bool,
    estimate: Option<Estimate>,
    estimated: Option<Instant>,
    /// What each worker does.
    workers: Vec<String>,
}

impl Live {
    /// A view, on standard error, of this many workers and of a campaign with the effort it has already taken.
    pub(super) fn new(workers: usize, quiet: bool, campaign: &Campaign) -> Self {
        let (before, known) = (campaign.spent(), limits(campaign.bounds()));
        let seen = Seen { before, known, workers: vec![String::new(); workers], ..Seen::default() };
        Self { begin: Instant::now(), seen: Mutex::new(seen), display: Display::long(quiet, PLAIN_EVERY) }
    }

    /// Draws the view; `nodes` were searched by this run.
    pub(super) fn draw(&self, nodes: u64) {
        let (seen, time) = (self.seen(), self.begin.elapsed());
        let line = || format!("{}; {}", seen.message(nodes, time), seen.ahead());
        self.display.show(|| [seen.message(nodes, time), seen.ahead(), seen.workers.join("\n")].join("\n"), line);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    fn look(&mut self, campaign: &Campaign) {
        let question = campaign.question().map(|question| format!(", at least {}?", signed(question)));
        self.known = format!("{}{}", limits(campaign.bounds()), question.unwrap_or_default());
        self.in_flight = campaign.in_flight();
        self.numbers = campaign.numbers();
        self.is_done = campaign.is_done();
    }

    /// Makes an estimate of what is left, now and then: it takes some milliseconds.
    fn estimate(&mut self, make: impl FnOnce() -> Option<Estimate>) {
        if self.estimated.is_none_or(|estimated| estimated.elapsed() >= ESTIMATE_EVERY) {
            (self.estimate, self.estimated) = (make(), Some(Instant::now()));
        }
    }

    fn message(&self, nodes: u64, time: Duration) -> String {
        let Spent { answered, exceeded, split, .. } = self.now;
        let (jobs, seconds) = (answered + exceeded, time.as_secs_f64().max(1e-9));
        let before = self.before.answered + self.before.exceeded;
        format!(
            "{}, {}, {}, {exceeded} too large, {}, {:.1} jobs/s, {} nodes/s, {} in flight",
            elapsed(time),
            self.known,
            counted((before + jobs) as u64, "job", "jobs"),
            counted(split as u64, "split", "splits"),
            jobs as f64 / seconds,
            compact(nodes as f64 / seconds),
            self.in_flight
        )
    }

    /// The root's numbers and what is left.
    fn ahead(&self) -> String {
        let Spent { nodes, seconds, .. } = self.now;
        let rate = (self.before.nodes + nodes) as f64 / (self.before.seconds + seconds).max(1e-9);
        if self.is_done {
            return "the value is known; answers are being proven again (--recheck 0 leaves that out)".to_owned();
        }
        let numbers =
            self.numbers.map_or_else(|| "nothing known yet".to_owned(), |(proof, disproof)| efforts(proof, disproof));
        match &self.estimate {
            Some(estimate) => format!("{numbers}; left: {}", left(estimate, rate)),
            None => numbers,
        }
    }

    fn worker(&mut self, worker: usize, does: &str) {
        if let Some(line) = self.workers.get_mut(worker) {
            *line = format!("{}: {does}", worker + 1);
        }
    }
}

impl Observer for Live {
    fn begins(&self, worker: usize, job: &Job, campaign: &Campaign) {
        let (text, least) = (job.position_text(), signed(job.at_least));
        let mut seen = self.seen();
        seen.look(campaign);
        seen.worker(worker, &format!("{} empty, at least {least}? {text}", job.empties()));
    }

    fn ends(&self, worker: usize, record: Option<&Record>, campaign: &Campaign) {
        let mut seen = self.seen();
        seen.look(campaign);
        if !self.display.is_hidden() {
            seen.estimate(|| campaign.estimate());
        }
        let Some(record) = record else { return };
        seen.now.add(record);
        let found = match record.finding {
            Finding::Open => "too large".to_owned(),
            finding => format!("value {finding}"),
        };
        seen.worker(worker, &format!("{found} after {}", counted(record.nodes, "node", "nodes")));
    }
}

#[cfg(test)]
mod tests {
    use campaign::Plan;
    use solver::{Mode, Position, Scoring, Start};

    use super::*;

    #[test]
    fn what_is_left_is_told_once_it_is_known_and_estimated_now_and_then() {
        let root = Position::start("4x6".parse().unwrap(), Start::Othello);
        let campaign = Campaign::new(Plan::new(root, Scoring::Discs, Mode::Exact));
        let live = Live::new(1, true, &campaign);
        live.seen().estimate(|| None);
        live.seen().estimate(|| panic!("not again at once"));
        live.seen().estimated = Instant::now().checked_sub(ESTIMATE_EVERY);
        assert_eq!(live.seen().ahead(), "nothing known yet");
        live.seen().numbers = Some((2.5e6, f64::INFINITY));
        live.seen().now = Spent { nodes: 3_000_000, seconds: 1.5, ..Spent::default() };
        live.seen().estimate(|| Some(Estimate { low: 1e6, median: 4e6, high: 2e7, yes: 0.25, jobs: 9 }));
        assert_eq!(
            live.seen().ahead(),
            "to prove 2.50 M, to disprove ∞; left: about 4.00 M nodes for this question, 80 % interval 1.00 M to 20.0 M; \
             2.0 s (0.500 s to 10.0 s) on one worker; 25 % chance of yes"
        );
    }
}
