//! What a person sees while a search works, on standard error.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use solver::Progress;

use crate::output::numbers::{compact, elapsed, limits};

/// Whether progress is to be seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Display {
    is_seen: bool,
}

/// One line on the terminal about one search, or nothing at all. It disappears with this value.
#[derive(Debug)]
pub(crate) struct Line(Option<ProgressBar>);

impl Display {
    /// A display on standard error, if that is a terminal and nobody asked for quiet.
    pub(crate) fn new(quiet: bool) -> Self {
        Self { is_seen: !quiet && io::stderr().is_terminal() }
    }

    /// A line for a search that begins.
    pub(crate) fn line(self) -> Line {
        Line(self.is_seen.then(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is constant");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
        }))
    }
}

/// A bar for work that is counted, on standard error, or nothing at all. It disappears with this value.
#[derive(Debug)]
pub(crate) struct Bar(Option<ProgressBar>);

impl Display {
    /// A bar for so many units of what `name` says.
    pub(crate) fn bar(self, name: &str, units: u64) -> Bar {
        Bar(self.is_seen.then(|| {
            let template = "{spinner} {elapsed} {msg} {bar:30} {human_pos}/{human_len}";
            let style = ProgressStyle::with_template(template).expect("the template is constant");
            let bar = ProgressBar::with_draw_target(Some(units), ProgressDrawTarget::stderr()).with_style(style);
            bar.set_message(name.to_owned());
            bar
        }))
    }
}

impl Bar {
    /// One more unit is done.
    pub(crate) fn advance(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

impl Line {
    /// Shows how far the search is after `time`; `written` is the number of records written to the table.
    pub(crate) fn draw(&self, progress: &Progress, written: Option<u64>, time: Duration) {
        if let Some(bar) = &self.0 {
            bar.set_message(message(progress, written, time));
            bar.tick();
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Fits into 80 columns most of the time; the terminal's width cuts off what is behind.
fn message(progress: &Progress, written: Option<u64>, time: Duration) -> String {
    let nodes = progress.nodes() as f64;
    let (done, all) = progress.root_moves();
    let mut parts = vec![elapsed(time), progress.phase().name().to_owned()];
    parts.extend(progress.bounds().map(limits));
    parts.push(format!("{} nodes", compact(nodes)));
    parts.push(format!("{}/s", compact(nodes / time.as_secs_f64().max(1e-9))));
    parts.push(format!("root {done}/{all}"));
    parts.extend(written.map(|written| format!("kept {}", compact(written as f64))));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_everything() {
        assert_eq!(
            message(&Progress::default(), Some(1234), Duration::from_secs(90)),
            "90.0 s, look-up, 0 nodes, 0/s, root 0/0, kept 1.23 k"
        );
    }
}
