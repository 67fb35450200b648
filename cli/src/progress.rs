//! What a person sees while a search works, on standard error.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use solver::Progress;

use crate::output::numbers::{compact, elapsed};

/// One line that tells how far the search is, or nothing at all.
#[derive(Debug)]
pub(crate) struct Display {
    bar: Option<ProgressBar>,
}

impl Display {
    /// A display on standard error, if that is a terminal and nobody asked for quiet.
    pub(crate) fn new(quiet: bool) -> Self {
        let wanted = !quiet && io::stderr().is_terminal();
        let bar = wanted.then(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is constant");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
        });
        Self { bar }
    }

    /// Shows how far the search is after `time`; `written` is the number of records written to the table.
    pub(crate) fn draw(&self, progress: &Progress, written: Option<u64>, time: Duration) {
        if let Some(bar) = &self.bar {
            bar.set_message(message(progress, written, time));
            bar.tick();
        }
    }

    /// Removes the line from the terminal; a later [`Display::draw`] shows it again.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
            bar.reset();
        }
    }
}

fn message(progress: &Progress, written: Option<u64>, time: Duration) -> String {
    let nodes = progress.nodes() as f64;
    let bounds = progress.bounds().map_or_else(|| "unknown".to_owned(), |bounds| bounds.to_string());
    let (done, all) = progress.root_moves();
    let mut parts = vec![
        progress.phase().name().to_owned(),
        format!("value {bounds}"),
        format!("{} nodes", compact(nodes)),
        format!("{} nodes/s", compact(nodes / time.as_secs_f64().max(1e-9))),
        format!("{done}/{all} root moves"),
    ];
    parts.extend(written.map(|written| format!("{} kept", compact(written as f64))));
    parts.push(elapsed(time));
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_everything() {
        assert_eq!(
            message(&Progress::default(), Some(1234), Duration::from_secs(90)),
            "look-up · value unknown · 0 nodes · 0 nodes/s · 0/0 root moves · 1.23 k kept · 90.0 s"
        );
    }
}
