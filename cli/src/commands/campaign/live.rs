//! What a person sees while a campaign runs here: on a terminal a line for the campaign and one for each worker, elsewhere a
//! plain line now and then.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use campaign::local::Watcher;
use campaign::status::Spent;
use campaign::{Campaign, Finding, Job, Record};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use solver::Bounds;

use crate::output::numbers::{compact, elapsed, grouped, limits, signed};

/// How often a plain line is written.
const PLAIN_EVERY: Duration = Duration::from_secs(30);

/// The live view.
pub(super) struct Live {
    begin: Instant,
    seen: Mutex<Seen>,
    form: Form,
}

enum Form {
    Nothing,
    Plain,
    Terminal { top: ProgressBar, workers: Vec<ProgressBar> },
}

/// What this run has seen so far.
struct Seen {
    before: Spent,
    now: Spent,
    bounds: Option<Bounds>,
    question: Option<i32>,
    in_flight: usize,
    last_line: Instant,
}

impl Live {
    /// A view of so many workers on standard error, of a campaign that has taken so much before.
    pub(super) fn new(workers: usize, quiet: bool, campaign: &Campaign) -> Self {
        let form = match (quiet, io::stderr().is_terminal()) {
            (true, _) => Form::Nothing,
            (false, false) => Form::Plain,
            (false, true) => {
                let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is constant");
                let all = MultiProgress::new();
                let line = || all.add(ProgressBar::new_spinner().with_style(style.clone()));
                let top = line();
                Form::Terminal { top, workers: (0..workers).map(|_| line()).collect() }
            }
        };
        let seen = Seen {
            before: campaign.spent(),
            now: Spent::default(),
            bounds: None,
            question: None,
            in_flight: 0,
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
                // Nothing can be done where standard error is closed.
                let _ = writeln!(io::stderr(), "{}", seen.message(nodes, self.begin.elapsed()));
            }
            Form::Terminal { top, workers } => {
                top.set_message(seen.message(nodes, self.begin.elapsed()));
                top.tick();
                workers.iter().for_each(ProgressBar::tick);
            }
        }
    }

    fn worker(&self, worker: usize, message: String) {
        if let Form::Terminal { workers, .. } = &self.form {
            workers[worker].set_message(message);
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
    }

    fn message(&self, nodes: u64, time: Duration) -> String {
        let mut parts = vec![elapsed(time)];
        parts.extend(self.bounds.map(limits));
        parts.extend(self.question.map(|question| format!("at least {}?", signed(question))));
        let Spent { answered, exceeded, split, .. } = self.now;
        let jobs = answered + exceeded;
        let before = self.before.answered + self.before.exceeded;
        parts.push(format!("{} jobs, {exceeded} too large, {split} splits", grouped((before + jobs) as u64)));
        parts.push(format!("{:.1} jobs/s", jobs as f64 / time.as_secs_f64().max(1e-9)));
        parts.push(format!("{} nodes/s", compact(nodes as f64 / time.as_secs_f64().max(1e-9))));
        parts.push(format!("{} in flight", self.in_flight));
        parts.join(", ")
    }
}

impl Watcher for Live {
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
        let Some(record) = record else { return };
        seen.now.add(record);
        let found = match record.finding {
            Finding::Open => "too large".to_owned(),
            finding => format!("value {finding}"),
        };
        self.worker(worker, format!("{}: {found} after {} nodes", worker + 1, grouped(record.nodes)));
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Form::Terminal { top, workers } = &self.form {
            workers.iter().for_each(ProgressBar::finish_and_clear);
            top.finish_and_clear();
        }
    }
}
