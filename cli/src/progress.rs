//! Progress for people, on standard error: a line about a search, or a bar for work that goes step by step. Where that is
//! no terminal, or with --quiet, there is neither.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use files::on_one_line;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use solver::{Bounds, Observer, Outcome, Progress, Side};

use crate::exit::complain;
use crate::interrupt::Interrupt;
use crate::output::{compact, elapsed, limits};

/// Time between two drawings of a bar.
const TICK: Duration = Duration::from_millis(100);

/// What is shown about one thing; it disappears with this value.
#[derive(Debug)]
pub(crate) struct Display {
    bar: ProgressBar,
    /// How often a plain line is written instead, and when the last was; none on a terminal.
    plain: Option<(Duration, Mutex<Instant>)>,
}

impl Display {
    /// A display in the form of indicatif's template, if standard error is a terminal and --quiet is not given.
    pub(crate) fn new(quiet: bool, template: &str) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let style = ProgressStyle::with_template(template).expect("the template is constant");
        Self { bar: ProgressBar::with_draw_target(Some(0), target).with_style(style), plain: None }
    }

    /// A line about a search.
    pub(crate) fn line(quiet: bool) -> Self {
        Self::new(quiet, "{spinner} {wide_msg}")
    }

    /// Text about work of hours; where that is no terminal, unless --quiet is given, a plain line so often.
    pub(crate) fn long(quiet: bool, every: Duration) -> Self {
        let mut display = Self::new(quiet, "{spinner} {msg}");
        display.plain = (!quiet && display.bar.is_hidden()).then(|| (every, Mutex::new(Instant::now())));
        display
    }

    /// Shows a text or, where that is due, the line.
    pub(crate) fn show(&self, text: impl FnOnce() -> String, line: impl FnOnce() -> String) {
        if let Some((every, last)) = &self.plain {
            let mut last = last.lock().expect("nothing panics");
            if last.elapsed() >= *every {
                *last = Instant::now();
                complain(&line());
            }
        } else if !self.bar.is_hidden() {
            self.bar.set_message(text());
            self.bar.tick();
        }
    }

    /// Whether nobody sees anything.
    pub(crate) fn is_hidden(&self) -> bool {
        self.plain.is_none() && self.bar.is_hidden()
    }

    /// Shows how far a search is after `time`; see [`message`].
    pub(crate) fn draw(
        &self,
        progress: &Progress,
        side: Option<Side>,
        note: Option<String>,
        written: Option<u64>,
        time: Duration,
    ) {
        self.show(|| message(progress, side, note, written, time), String::new);
    }

    /// Tells a person something on a line of its own.
    pub(crate) fn say(&self, text: &str) {
        if !self.bar.is_hidden() {
            self.bar.suspend(|| complain(text));
        }
    }

    /// What draws it.
    pub(crate) fn bar(&self) -> &ProgressBar {
        &self.bar
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A bar for the present step, and whether Ctrl-C was pressed. The time left assumes that the rest of the step goes as fast
/// as this run so far.
pub(crate) struct Steps<'a> {
    interrupt: &'a Interrupt,
    display: Display,
}

impl<'a> Steps<'a> {
    /// No step yet.
    pub(crate) fn new(interrupt: &'a Interrupt, quiet: bool) -> Self {
        let template = "{spinner} {elapsed} {msg} {bar:30} {human_pos}/{human_len}, about {eta} left";
        let display = Display::new(quiet, template);
        display.bar.enable_steady_tick(TICK);
        Self { interrupt, display }
    }

    /// So many units of the step are done.
    pub(crate) fn reach(&self, units: u64) {
        self.display.bar.set_position(units);
    }

    /// Does something while the bar is hidden.
    pub(crate) fn hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        self.display.bar.suspend(print)
    }
}

impl Observer for Steps<'_> {
    fn begin(&self, name: &str, units: u64) {
        let bar = &self.display.bar;
        bar.set_length(units);
        bar.set_position(0);
        bar.reset_eta();
        bar.set_message(on_one_line(name));
    }

    fn advance(&self, units: u64) {
        self.display.bar.inc(units);
    }

    fn resume(&self, units: u64) {
        self.display.bar.inc(units);
        self.display.bar.reset_eta();
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.requested()
    }
}

/// How far a search is: with whose move it is in the position whose bounds the search reports (`None` if they belong to many
/// positions), what the search is part of (shown instead of its phase), and how many records were written to the table.
/// Usually fits into 80 columns; the terminal cuts off the rest.
pub(crate) fn message(
    progress: &Progress,
    side: Option<Side>,
    note: Option<String>,
    written: Option<u64>,
    time: Duration,
) -> String {
    let nodes = progress.nodes() as f64;
    let (done, all) = progress.root_moves();
    let mut parts = vec![elapsed(time)];
    parts.push(note.unwrap_or_else(|| progress.phase().name().to_owned()));
    parts.extend(progress.bounds().map(|bounds| side.map_or_else(|| limits(bounds), |side| known(bounds, side))));
    parts.push(format!("{} nodes", compact(nodes)));
    parts.push(format!("{}/s", compact(nodes / time.as_secs_f64().max(1e-9))));
    parts.push(format!("moves {done}/{all}"));
    parts.extend(written.map(|written| format!("{} kept", compact(written as f64))));
    parts.join(", ")
}

/// Who wins once that is known, and by how much as far as that is known; until then, the limits of the value.
fn known(bounds: Bounds, side: Side) -> String {
    let (winner, won) = match bounds.outcome() {
        None => return limits(bounds),
        Some(Outcome::Draw) => return "draw".to_owned(),
        Some(Outcome::Win) => (side, bounds),
        Some(Outcome::Loss) => (side.opponent(), bounds.negated()),
    };
    let (least, most) = (won.lower, won.upper);
    if least == most {
        format!("{} wins by {least}", winner.name())
    } else {
        format!("{} wins by {least} to {most}", winner.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_everything() {
        assert_eq!(
            message(&Progress::default(), None, None, Some(1234), Duration::from_secs(90)),
            "90.0 s, look-up, 0 nodes, 0/s, moves 0/0, 1.23 k kept"
        );
    }

    #[test]
    fn who_wins_is_said_before_by_how_much() {
        let known = |lower: i32, upper: i32, side| known(Bounds::new(lower, upper), side);
        assert_eq!(known(-16, 16, Side::Black), "-16 to +16");
        assert_eq!([known(0, 12, Side::White), known(-2, 2, Side::White)], ["0 to +12", "-2 to +2"]);
        assert_eq!([known(4, 12, Side::Black), known(4, 4, Side::White)], ["Black wins by 4 to 12", "White wins by 4"]);
        assert_eq!(
            [known(-12, -4, Side::Black), known(-4, -4, Side::White)],
            ["White wins by 4 to 12", "Black wins by 4"]
        );
        assert_eq!(known(0, 0, Side::Black), "draw");
    }
}
