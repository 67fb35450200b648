//! Work that is told to stop stops soon, whatever it is doing.

mod support;

use std::sync::atomic::{AtomicU64, Ordering};

use problems::check::{Sample, check};
use problems::formats::FormatError;
use problems::label::LabelError;
use problems::set::read;
use problems::sources::reachable::reachable;
use problems::sources::{Games, Source, Span, Style};
use problems::{Format, Plan, SetError, SourceError, Watcher};
use solver::{Position, Progress, Start};
use support::{games, make, plan};

/// Counts the requested candidates, and stops the work after some.
struct Counted<'a> {
    games: Games,
    asked: AtomicU64,
    stop_after: u64,
    progress: &'a Progress,
}

impl Source for Counted<'_> {
    fn candidates(&self) -> Option<u64> {
        None
    }

    fn candidate(&self, number: u64, progress: &Progress) -> Result<Option<Position>, LabelError> {
        if self.asked.fetch_add(1, Ordering::Relaxed) + 1 == self.stop_after {
            self.progress.stop();
        }
        self.games.candidate(number, progress)
    }
}

/// Stops the work at the first label.
struct First<'a>(&'a Progress);

impl Watcher for First<'_> {
    fn begin(&self, _: Option<u64>, _: (u64, u64)) {}

    fn advance(&self, _: bool) {
        self.0.stop();
    }
}

/// How many of very many candidates are requested until the work stops, and how many labels are kept.
fn asked(stop_after: u64) -> (u64, u64) {
    let folder = tempfile::tempdir().unwrap();
    let (plan, progress) = (plan("6x6", 8, 20_000_000), Progress::default());
    let games = games(&plan, Style::Random);
    let source = Counted { games, asked: AtomicU64::new(0), stop_after, progress: &progress };
    let set = folder.path().join("set");
    let error = problems::make(&plan, &source, &set, None, Sample::usual(1), &progress, &First(&progress)).unwrap_err();
    let SetError::Stopped { done } = error else { panic!("{error}") };
    assert!(folder.path().join("set.partial/journal.jsonl").exists());
    (source.asked.load(Ordering::Relaxed), done)
}

#[test]
fn gathering_stops_and_labelling_begins_before_all_is_gathered() {
    let (asked_until_stopped, labels) = asked(1000);
    assert!(asked_until_stopped < 2000 && labels == 0, "{asked_until_stopped} candidates, {labels} labels");
    let (asked_before_labels, labels) = asked(u64::MAX);
    assert!(asked_before_labels < 1 << 17 && labels > 0, "{asked_before_labels} candidates, {labels} labels");
}

#[test]
fn all_reachable_positions_are_looked_for_until_that_is_stopped() {
    let progress = Progress::default();
    progress.stop();
    let span = Span { least: 1, most: 1 };
    let found = reachable("8x8".parse().unwrap(), Start::Othello, span, usize::MAX, &progress);
    assert!(matches!(found, Err(SourceError::Stopped)));
}

#[test]
fn traps_are_proven_and_compared_until_that_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    make(&Plan { formats: vec![Format::Jsonl, Format::Traps], ..plan("4x6", 8, 40) }, &set, 2).unwrap();
    let records = read(&set).unwrap().records;
    let bytes = Format::Traps.export(&records, &Progress::default()).unwrap();
    let progress = Progress::default();
    assert!(Format::Traps.agrees(&bytes, &records, &progress).unwrap());
    progress.stop();
    assert!(matches!(Format::Traps.export(&records, &progress), Err(FormatError::Stopped)));
    assert!(matches!(Format::Traps.agrees(&bytes, &records, &progress), Err(FormatError::Stopped)));
    let none = Sample { positions: 0, max_empties: 0, seed: 1 };
    assert!(matches!(check(&set, none, &progress), Err(SetError::Stopped { .. })));
}
