//! Which positions exist: published counts, and a plain enumeration on the checker's board.

mod support;

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use checker::Position as Plain;
use retrograde::{Counts, ExhaustError, Exhausted, Plan, Symmetric, count};
use solver::{Observer, Scoring, Start, Unobserved};
use support::{checker_start, contents, exhausted, plan, restore};
use tempfile::TempDir;

/// The squares in row order: 1 for the side to move, -1 for the other side, 0 for empty.
type Cells = Vec<i8>;

fn cells(position: &Plain, at: impl Fn(usize, usize) -> (usize, usize), rows: usize, cols: usize) -> Cells {
    let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    places.map(|(row, col)| at(row, col)).map(|(row, col)| position.disc(row, col) * position.side()).collect()
}

/// The least image of a position.
fn least(position: &Plain) -> Cells {
    let (rows, cols) = (position.rows(), position.cols());
    let mut images = Vec::new();
    for (turn_rows, turn_cols) in [(false, false), (false, true), (true, false), (true, true)] {
        let image = move |row: usize, col: usize| {
            (if turn_rows { rows - 1 - row } else { row }, if turn_cols { cols - 1 - col } else { col })
        };
        images.push(cells(position, image, rows, cols));
        if rows == cols {
            images.push(cells(position, |row, col| image(col, row), rows, cols));
        }
    }
    images.into_iter().min().expect("there is the position itself")
}

/// Numbers of positions, all and up to symmetry, whichever colour is to move.
fn plain_counts(start: Plain) -> (u64, u64) {
    let (rows, cols) = (start.rows(), start.cols());
    let own = |position: &Plain| cells(position, |row, col| (row, col), rows, cols);
    let (mut all, mut reduced) = (HashSet::from([own(&start)]), HashSet::from([least(&start)]));
    let mut left = vec![start];
    while let Some(position) = left.pop() {
        for next in position.legal_moves().into_iter().filter_map(|chosen| position.play(chosen)) {
            if all.insert(own(&next)) {
                reduced.insert(least(&next));
                left.push(next);
            }
        }
    }
    (all.len() as u64, reduced.len() as u64)
}

fn census_counts(exhausted: &Exhausted) -> Counts {
    exhausted.census().layers.iter().map(|layer| (layer.discs, layer.positions)).collect()
}

fn counts(name: &str, start: Start) -> (u64, u64) {
    let folder = TempDir::new().unwrap();
    let raw = count(&plan(name, start), Symmetric::Apart, None, &Unobserved).unwrap().counts;
    let census = exhausted(plan(name, start), folder.path());
    for (symmetric, expected) in [(Symmetric::Apart, raw.clone()), (Symmetric::Once, census_counts(&census))] {
        let folder = TempDir::new().unwrap();
        let counted = count(&plan(name, start), symmetric, Some(folder.path()), &Unobserved).unwrap();
        assert_eq!((&counted.counts, counted.is_resumed), (&expected, false), "{name} {start} {symmetric:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no layer is left");
        let again = count(&plan(name, start), symmetric, Some(folder.path()), &Unobserved).unwrap();
        assert_eq!((again.counts, again.is_resumed), (expected, true), "the kept counts are named as such");
    }
    assert!(raw.iter().map(|&(discs, _)| discs).eq(census.census().layers.iter().map(|layer| layer.discs)));
    (raw.iter().map(|&(_, count)| count).sum(), census.census().positions())
}

#[test]
fn published_counts() {
    // Positions of the othello start, as counted by others with side to move and forced passes.
    assert_eq!(counts("4x4", Start::Othello), (58_533, 12_351));
    assert_eq!(counts("4x5", Start::Othello), (4_452_883, 2_426_921));
}

#[test]
fn a_plain_enumeration_has_the_same_counts() {
    for name in ["3x3", "3x4", "4x3", "3x5", "5x3", "4x4"] {
        for start in Start::ALL {
            assert_eq!(counts(name, start), plain_counts(checker_start(name, start)), "{name} {start}");
        }
    }
}

/// Copies the folder at the beginning of each step: what a kill at that point would leave.
struct Snapshots<'a> {
    folder: &'a Path,
    taken: Mutex<Vec<BTreeMap<String, Vec<u8>>>>,
}

impl Observer for Snapshots<'_> {
    fn begin(&self, _: &str, _: u64) {
        self.taken.lock().unwrap().push(contents(self.folder));
    }

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

#[test]
fn a_count_that_was_killed_goes_on_and_notices_damage() {
    let folder = TempDir::new().unwrap();
    let plan = plan("4x4", Start::Reversi);
    let observer = Snapshots { folder: folder.path(), taken: Mutex::default() };
    let expected = count(&plan, Symmetric::Once, Some(folder.path()), &observer).unwrap();
    let taken = observer.taken.into_inner().unwrap();
    assert!(taken.len() > 8, "{}", taken.len());
    for files in &taken {
        let again = TempDir::new().unwrap();
        restore(again.path(), files);
        let resumed = count(&plan, Symmetric::Once, Some(again.path()), &Unobserved).unwrap();
        assert_eq!((resumed.counts, resumed.is_resumed), (expected.counts.clone(), files.contains_key("counts")));
    }
    for name in taken[6].keys() {
        let again = TempDir::new().unwrap();
        restore(again.path(), &taken[6]);
        let mut bytes = taken[6][name].clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(again.path().join(name), bytes).unwrap();
        let error = count(&plan, Symmetric::Once, Some(again.path()), &Unobserved).unwrap_err();
        assert!(matches!(error, ExhaustError::Damaged { .. } | ExhaustError::OtherPlan { .. }), "{name}: {error}");
    }
    // The scoring makes no difference, also to the folder of another version, which names the one that it was asked for.
    let wof = Plan { scoring: Scoring::Wof, ..plan };
    for named in ["discs", "wof"] {
        fs::write(folder.path().join("plan"), format!("count 1: 4x4 {named} reversi")).unwrap();
        for plan in [plan, wof] {
            let again = count(&plan, Symmetric::Once, Some(folder.path()), &Unobserved).unwrap();
            assert_eq!(again.counts, expected.counts);
        }
    }
    let apart = count(&plan, Symmetric::Apart, Some(folder.path()), &Unobserved).unwrap_err();
    assert!(matches!(apart, ExhaustError::OtherPlan { .. }), "{apart}");
}

#[test]
fn counts_that_were_shortened_or_made_up_are_an_error() {
    let folder = TempDir::new().unwrap();
    let plan = plan("4x4", Start::Othello);
    let observer = Snapshots { folder: folder.path(), taken: Mutex::default() };
    let whole = count(&plan, Symmetric::Once, Some(folder.path()), &observer).unwrap();
    let finished = contents(folder.path());
    let halfway = observer.taken.into_inner().unwrap().swap_remove(6);
    let text = |files: &BTreeMap<String, Vec<u8>>| String::from_utf8(files["counts"].clone()).unwrap();
    let summed = |text: &str| format!("{text}sum {:016x}\n", xxhash_rust::xxh3::xxh3_64(text.as_bytes()));
    let body = |files| text(files).rsplit_once("sum ").unwrap().0.to_owned();
    let refused = |files: &BTreeMap<String, Vec<u8>>, counts: &str, why: &str| {
        let again = TempDir::new().unwrap();
        restore(again.path(), files);
        fs::write(again.path().join("counts"), counts).unwrap();
        match count(&plan, Symmetric::Once, Some(again.path()), &Unobserved) {
            Err(ExhaustError::Damaged { path, reason }) if path.ends_with("counts") => {
                assert!(reason.contains(why), "{counts}: {reason}");
            }
            other => panic!("{counts}: {other:?}"),
        }
    };
    refused(&finished, &body(&finished), "its checksum is missing");
    refused(&finished, "4 1\nend\n", "its checksum is missing");
    let last = body(&halfway).lines().last().unwrap().to_owned();
    let (discs, count) = last.split_once(' ').unwrap();
    let one_more = format!("{discs} {}\n", count.parse::<u64>().unwrap() + 1);
    refused(&halfway, &summed(&body(&halfway).replace(&format!("{last}\n"), &one_more)), "its last count is not");
    for impossible in ["4 18446744073709551615", "4 0", "4294967295 1", "5 4", "4 1\n6 4", "4 1\n4 1", ""] {
        refused(&finished, &summed(format!("{impossible}\nend\n").trim_start()), "that the board cannot have");
    }
    let beyond: String = (4..=17).map(|discs| format!("{discs} 1\n")).collect();
    refused(&finished, &summed(&(beyond + "end\n")), "that the board cannot have");
    assert_eq!(whole.counts.len(), 13);
}
