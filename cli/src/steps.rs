//! A bar on standard error for work that goes step by step.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::interrupt::Interrupt;

/// A bar for the present step, if standard error is a terminal and nobody asked for quiet; and whether Ctrl-C was
/// pressed.
pub(crate) struct Steps<'a> {
    interrupt: &'a Interrupt,
    bar: Option<Mutex<ProgressBar>>,
}

impl<'a> Steps<'a> {
    /// No step yet.
    pub(crate) fn new(interrupt: &'a Interrupt, quiet: bool) -> Self {
        let bar = (!quiet && io::stderr().is_terminal()).then(|| {
            let template = "{spinner} {elapsed} {msg} {bar:30} {human_pos}/{human_len}";
            let style = ProgressStyle::with_template(template).expect("the template is constant");
            let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr()).with_style(style);
            bar.enable_steady_tick(Duration::from_millis(100));
            Mutex::new(bar)
        });
        Self { interrupt, bar }
    }

    fn bar(&self, change: impl FnOnce(&ProgressBar)) {
        if let Some(bar) = &self.bar {
            change(&bar.lock().expect("drawing a bar does not panic"));
        }
    }

    /// Does something while the bar is not to be seen.
    pub(crate) fn hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.lock().expect("drawing a bar does not panic").suspend(print),
            None => print(),
        }
    }

    fn begin_step(&self, step: &str, units: u64) {
        self.bar(|bar| {
            bar.set_position(0);
            bar.set_length(units);
            bar.set_message(step.to_owned());
        });
    }
}

impl trainer::Watcher for Steps<'_> {
    fn begin(&self, step: &str, units: u64) {
        self.begin_step(step, units);
    }

    fn advance(&self, units: u64) {
        self.bar(|bar| bar.inc(units));
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.requested()
    }
}

#[cfg(feature = "tables")]
impl retrograde::Watcher for Steps<'_> {
    fn begin(&self, step: &str, units: u64) {
        self.begin_step(step, units);
    }

    fn advance(&self, units: u64) {
        self.bar(|bar| bar.inc(units));
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.requested()
    }
}

impl Drop for Steps<'_> {
    fn drop(&mut self) {
        self.bar(ProgressBar::finish_and_clear);
    }
}
