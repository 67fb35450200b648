//! A bar on standard error for work that goes step by step.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use files::on_one_line;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use solver::Observer;

use crate::interrupt::Interrupt;
use crate::output::numbers::elapsed;

/// Time between two drawings of the bar.
const TICK: Duration = Duration::from_millis(100);

/// A bar for the present step, if standard error is a terminal and --quiet is not given; and whether Ctrl-C was
/// pressed. The time left assumes that the rest of the step goes as fast as this run so far.
pub(crate) struct Steps<'a> {
    interrupt: &'a Interrupt,
    step: Option<Mutex<Step>>,
}

struct Step {
    bar: ProgressBar,
    begin: Instant,
    /// Units that an earlier run has done.
    known: u64,
}

/// Draws the bar ten times a second until it is finished, from a thread of its own. Without such a thread, the bar is
/// drawn when something happens.
fn keep_alive(bar: &ProgressBar) {
    let bar = bar.downgrade();
    let draw = move || {
        while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            thread::sleep(TICK);
        }
    };
    let _ = thread::Builder::new().name("bar".to_owned()).spawn(draw);
}

impl<'a> Steps<'a> {
    /// No step yet.
    pub(crate) fn new(interrupt: &'a Interrupt, quiet: bool) -> Self {
        let step = (!quiet && io::stderr().is_terminal()).then(|| {
            let template = "{spinner} {elapsed} {msg} {bar:30} {human_pos}/{human_len}{prefix}";
            let style = ProgressStyle::with_template(template).expect("the template is constant");
            let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr()).with_style(style);
            keep_alive(&bar);
            Mutex::new(Step { bar, begin: Instant::now(), known: 0 })
        });
        Self { interrupt, step }
    }

    fn step(&self, change: impl FnOnce(&mut Step)) {
        if let Some(step) = &self.step {
            change(&mut step.lock().expect("drawing a bar does not panic"));
        }
    }

    /// Does something while the bar is hidden.
    pub(crate) fn hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.step {
            Some(step) => step.lock().expect("drawing a bar does not panic").bar.suspend(print),
            None => print(),
        }
    }
}

impl Observer for Steps<'_> {
    fn begin(&self, name: &str, units: u64) {
        self.step(|step| {
            (step.begin, step.known) = (Instant::now(), 0);
            step.bar.set_position(0);
            step.bar.set_length(units);
            step.bar.set_message(on_one_line(name));
            step.bar.set_prefix("");
        });
    }

    fn advance(&self, units: u64) {
        self.step(|step| {
            step.bar.inc(units);
            let (done, all) = (step.bar.position(), step.bar.length().unwrap_or(0));
            let by_this_run = done.saturating_sub(step.known).max(1) as f64;
            let left = step.begin.elapsed().mul_f64(all.saturating_sub(done) as f64 / by_this_run);
            step.bar.set_prefix(format!(", about {} left", elapsed(left)));
        });
    }

    fn resume(&self, units: u64) {
        self.step(|step| {
            step.known += units;
            step.bar.inc(units);
        });
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.requested()
    }
}

impl Drop for Steps<'_> {
    fn drop(&mut self) {
        self.step(|step| step.bar.finish_and_clear());
    }
}
