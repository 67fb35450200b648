//! What a person sees while a campaign runs here: on a terminal, a line for the campaign and one for each worker;
//! otherwise a plain line now and then.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use campaign::estimate::Estimate;
use campaign::local::Observer;
use campaign::status::Spent;
use campaign::{Campaign, Finding, Job, Record};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use solver::Bounds;

use crate::output::numbers::{compact, counted, elapsed, limits, signed};
use crate::output::whole::campaign::{efforts, left};

/// How often a plain line is written.
const PLAIN_EVERY: Duration = Duration::from_secs(30);
/// How often the remaining work is estimated.
const ESTIMATE_EVERY: Duration = Duration::from_secs(5);

/// The live view.
pub(super) struct Live {
    begin: Instant,
    seen: Mutex<Seen>,
    form: Form,
}

enum Form {
    Nothing,
    Plain,
    Terminal { top: ProgressBar, ahead: ProgressBar, workers: Vec<ProgressBar> },
}

/// What this run has seen so far.
struct Seen {
    before: Spent,
    now: Spent,
    bounds: Option<Bounds>,
    question: Option<i32>,
    in_flight: usize,
    numbers: Option<(f64, f64)>,
    is_done: bool,
    estimate: Option<Estimate>,
    estimated: Option<Instant>,
    last_line: Instant,
}

impl Live {
    /// A view, on standard error, of this many workers and of a campaign with the effort it has already taken.
    pub(super) fn new(workers: usize, quiet: bool, campaign: &Campaign) -> Self {
        let form = match (quiet, io::stderr().is_terminal()) {
            (true, _) => Form::Nothing,
            (false, false) => Form::Plain,
            (false, true) => {
                let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is constant");
                let all = MultiProgress::new();
                let line = || all.add(ProgressBar::new_spinner().with_style(style.clone()));
                let (top, ahead) = (line(), line());
                Form::Terminal { top, ahead, workers: (0..workers).map(|_| line()).collect() }
            }
        };
        let seen = Seen {
            before: campaign.spent(),
            now: Spent::default(),
            bounds: None,
            question: None,
            in_flight: 0,
            numbers: None,
            is_done: false,
            estimate: None,
            estimated: None,
            last_line: Instant::now(),
        };
        Self { begin: Instant::now(), seen: Mutex::new(seen), form }
    }

    /// Draws the view; `nodes` were searched by this run.
    pub(super) fn draw(&self, nodes: u64) {
        let mut seen = self.seen();
        match &self.form {
            Form::Nothing => {}
            Form::Plain if seen.last_line.elapsed() < PLAIN_EVERY => {}
            Form::Plain => {
                seen.last_line = Instant::now();
                // Nothing can be done if standard error is closed.
                let _ = writeln!(io::stderr(), "{}; {}", seen.message(nodes, self.begin.elapsed()), seen.ahead());
            }
            Form::Terminal { top, ahead, workers } => {
                top.set_message(seen.message(nodes, self.begin.elapsed()));
                ahead.set_message(seen.ahead());
                [top, ahead].into_iter().for_each(ProgressBar::tick);
                workers.iter().for_each(ProgressBar::tick);
            }
        }
    }

    fn worker(&self, worker: usize, message: String) {
        if let Form::Terminal { workers, .. } = &self.form
            && let Some(line) = workers.get(worker)
        {
            line.set_message(message);
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    fn look(&mut self, campaign: &Campaign) {
        self.bounds = Some(campaign.bounds());
        self.question = campaign.question();
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
        let mut parts = vec![elapsed(time)];
        parts.extend(self.bounds.map(limits));
        parts.extend(self.question.map(|question| format!("at least {}?", signed(question))));
        let Spent { answered, exceeded, split, .. } = self.now;
        let jobs = answered + exceeded;
        let before = self.before.answered + self.before.exceeded;
        let all = counted((before + jobs) as u64, "job", "jobs");
        parts.push(format!("{all}, {exceeded} too large, {}", counted(split as u64, "split", "splits")));
        parts.push(format!("{:.1} jobs/s", jobs as f64 / time.as_secs_f64().max(1e-9)));
        parts.push(format!("{} nodes/s", compact(nodes as f64 / time.as_secs_f64().max(1e-9))));
        parts.push(format!("{} in flight", self.in_flight));
        parts.join(", ")
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
}

impl Observer for Live {
    fn begins(&self, worker: usize, job: &Job, campaign: &Campaign) {
        self.seen().look(campaign);
        let text = job.position_text();
        self.worker(
            worker,
            format!("{}: {} empty, at least {}? {text}", worker + 1, job.empties(), signed(job.at_least)),
        );
    }

    fn ends(&self, worker: usize, record: Option<&Record>, campaign: &Campaign) {
        let mut seen = self.seen();
        seen.look(campaign);
        if !matches!(self.form, Form::Nothing) {
            seen.estimate(|| campaign.estimate());
        }
        let Some(record) = record else { return };
        seen.now.add(record);
        let found = match record.finding {
            Finding::Open => "too large".to_owned(),
            finding => format!("value {finding}"),
        };
        self.worker(worker, format!("{}: {found} after {}", worker + 1, counted(record.nodes, "node", "nodes")));
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Form::Terminal { top, ahead, workers } = &self.form {
            workers.iter().for_each(ProgressBar::finish_and_clear);
            ahead.finish_and_clear();
            top.finish_and_clear();
        }
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
