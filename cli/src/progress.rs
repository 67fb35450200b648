//! The progress of a search for people, on standard error.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use solver::{Bounds, Outcome, Progress, Side};

use crate::exit::complain;
use crate::output::numbers::{compact, counted, elapsed, grouped, limits};

/// Whether to show progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Display {
    is_seen: bool,
}

/// One line on the terminal about one search, or nothing at all. It disappears with this value.
#[derive(Debug)]
pub(crate) struct Line(Option<ProgressBar>);

impl Display {
    /// A display on standard error, if that is a terminal and --quiet is not given.
    pub(crate) fn new(quiet: bool) -> Self {
        Self { is_seen: !quiet && io::stderr().is_terminal() }
    }

    /// Tells a person something on a line of its own.
    pub(crate) fn say(self, text: &str) {
        if self.is_seen {
            complain(text);
        }
    }

    /// A line for a new search.
    pub(crate) fn line(self) -> Line {
        Line(self.is_seen.then(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is constant");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
        }))
    }
}

impl Line {
    /// Shows how far a search is after `time`.
    pub(crate) fn draw(&self, progress: &Progress, beside: Beside, time: Duration) {
        if let Some(bar) = &self.0 {
            bar.set_message(message(progress, beside, time));
            bar.tick();
        }
    }
}

/// What is shown beside the progress of a search.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// Who is to move in the position whose bounds the search reports; `None` if they belong to many positions.
    pub(crate) side: Option<Side>,
    /// What the search is part of, shown instead of its phase.
    pub(crate) note: Option<String>,
    /// Records written to the table.
    pub(crate) written: Option<u64>,
}

/// The progress of labelling a set, with the time left if the rest goes as fast as this run so far.
#[derive(Debug)]
pub(crate) struct Share {
    line: Line,
    wanted: AtomicU64,
    known: AtomicU64,
    kept: AtomicU64,
    tried: AtomicU64,
    begin: Instant,
}

impl Share {
    /// A line on the terminal, if standard error is one and --quiet is not given.
    pub(crate) fn new(quiet: bool) -> Self {
        let line = Display::new(quiet).line();
        let zero = AtomicU64::default;
        Self { line, wanted: zero(), known: zero(), kept: zero(), tried: zero(), begin: Instant::now() }
    }

    /// Shows how far it is.
    pub(crate) fn draw(&self, nodes: u64) {
        if let Some(bar) = &self.line.0 {
            let numbers = [&self.wanted, &self.known, &self.kept, &self.tried].map(|number| number.load(Relaxed));
            bar.set_message(share_message(numbers, nodes, self.begin.elapsed()));
            bar.tick();
        }
    }
}

#[cfg(feature = "whole")]
impl problems::Watcher for Share {
    fn begin(&self, wanted: Option<u64>, known: (u64, u64)) {
        self.wanted.store(wanted.unwrap_or(0), Relaxed);
        self.known.store(known.1, Relaxed);
    }

    fn advance(&self, is_kept: bool) {
        self.tried.fetch_add(1, Relaxed);
        self.kept.fetch_add(u64::from(is_kept), Relaxed);
    }

    fn left_out(&self, lines: &[files::Damage]) {
        crate::left_out::tell(lines, "label");
    }
}

/// `known` positions were labelled by an earlier run; this run has kept `kept` of `tried`.
fn share_message([wanted, known, kept, tried]: [u64; 4], nodes: u64, time: Duration) -> String {
    let have = (known + kept).min(wanted);
    let mut parts = vec![elapsed(time), format!("{} of {}", grouped(have), counted(wanted, "position", "positions"))];
    if tried > kept {
        parts.push(format!("{} of {} fit", grouped(kept), counted(tried, "candidate", "candidates")));
    }
    parts.push(format!("{} nodes", compact(nodes as f64)));
    if kept > 0 {
        let left = time.mul_f64((wanted - have) as f64 / kept as f64);
        parts.push(format!("about {} left", elapsed(left)));
    }
    parts.join(", ")
}

impl Drop for Line {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Usually fits into 80 columns; the terminal cuts off the rest.
fn message(progress: &Progress, beside: Beside, time: Duration) -> String {
    let nodes = progress.nodes() as f64;
    let (done, all) = progress.root_moves();
    let mut parts = vec![elapsed(time)];
    parts.push(beside.note.unwrap_or_else(|| progress.phase().name().to_owned()));
    parts
        .extend(progress.bounds().map(|bounds| beside.side.map_or_else(|| limits(bounds), |side| known(bounds, side))));
    parts.push(format!("{} nodes", compact(nodes)));
    parts.push(format!("{}/s", compact(nodes / time.as_secs_f64().max(1e-9))));
    parts.push(format!("moves {done}/{all}"));
    parts.extend(beside.written.map(|written| format!("{} kept", compact(written as f64))));
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
    use solver::{Position, Question, Resources, Solver, Start};

    use super::*;

    #[test]
    fn the_message_names_everything() {
        let beside = Beside { written: Some(1234), ..Beside::default() };
        assert_eq!(
            message(&Progress::default(), beside, Duration::from_secs(90)),
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

    #[test]
    fn the_message_says_whose_win_it_is() {
        let (progress, position) = (Progress::default(), Position::start("4x4".parse().unwrap(), Start::Othello));
        let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
        solver.watched_by(&progress).solve(&Question::exact(position)).unwrap();
        let text = |side| message(&progress, Beside { side, ..Beside::default() }, Duration::from_secs(1));
        assert!(text(Some(position.side())).starts_with("1.0 s, perfect line, White wins by 8, "));
        assert!(text(None).starts_with("1.0 s, perfect line, -8, "));
    }

    #[test]
    fn the_time_left_follows_from_what_this_run_has_done() {
        let minute = Duration::from_secs(60);
        assert_eq!(
            share_message([100, 40, 20, 20], 5_000_000, minute),
            "60.0 s, 60 of 100 positions, 5.00 M nodes, about 2 m 00 s left"
        );
        assert_eq!(
            share_message([100, 0, 0, 7], 5, minute),
            "60.0 s, 0 of 100 positions, 0 of 7 candidates fit, 5 nodes"
        );
    }
}
