//! Tables of every reachable position: what they keep, find and notice.

use std::path::Path;

use checker::{Position as Plain, value as plain_value};
use retrograde::{ExhaustError, Exhausted, Plan};
use solver::notation::parse_position;
use solver::rules::moves;
use solver::{Board, Geometry, Move, Observer, Position, Score, Scoring, Side, Start, Unobserved};
use tables::{ExhaustiveTable, TableError, Tables};
use tempfile::TempDir;

fn plan(board: &str, start: Start, scoring: Scoring) -> Plan {
    Plan { board: board.parse().unwrap(), start, scoring, threads: 2 }
}

fn exhausted(plan: Plan, folder: &Path) -> Exhausted {
    retrograde::run(&plan, &folder.join(format!("{plan}")), &Unobserved).unwrap()
}

/// A new table in `folder`.
fn stored(tables: &Tables, plan: Plan, folder: &Path) -> ExhaustiveTable {
    tables.store_exhaustive(&exhausted(plan, folder), &folder.join("files"), &Unobserved).unwrap()
}

fn plain(position: &Position, scoring: Scoring) -> Score {
    let board = position.board();
    let text = position.without_board().to_string();
    let plain = Plain::parse(board.rows() as usize, board.cols() as usize, &text).unwrap();
    Score::new(plain_value(&plain, checker::Scoring::named(scoring.name()).expect("both know it by the same name")))
}

#[test]
fn every_position_is_found_again_after_opening_and_has_the_value_of_its_best_move() {
    let folder = TempDir::new().unwrap();
    let (board, start, scoring) = ("4x4".parse().unwrap(), Start::Othello, Scoring::Discs);
    let made = {
        let tables = Tables::open(&folder.path().join("tables")).unwrap();
        assert!(tables.exhaustive(board, start, scoring).unwrap().is_none());
        let table = stored(&tables, plan("4x4", start, scoring), folder.path());
        (table.checksum(), table.census().clone())
    };
    let tables = Tables::open(&folder.path().join("tables")).unwrap();
    let table = tables.exhaustive(board, start, scoring).unwrap().expect("it was finished");
    assert_eq!((table.checksum(), table.census().clone()), made);
    assert_eq!((table.len(), table.value_of_start(), table.is_empty()), (12_351, Score::new(-8), false));
    table.verify(&Unobserved).unwrap();
    let geometry = Geometry::new(board);
    let mut count = 0;
    for entry in table.positions() {
        let (discs, value) = entry.unwrap();
        let position = Position::new(board, discs, Side::White).unwrap();
        assert_eq!(table.value(&position), Ok(Some(value)), "{position}");
        let moves = table.moves(&position).unwrap().expect("it is there");
        assert!(moves.iter().map(|(chosen, _)| *chosen).eq(rules_moves(&geometry, &position)));
        let best = moves.iter().map(|&(_, value)| value).max();
        let own = best.unwrap_or_else(|| scoring.final_score(discs, 16));
        assert_eq!(own, value, "{position}");
        count += 1;
    }
    assert_eq!(count, table.len());
    for layer in &table.census().layers {
        let layer_positions: Vec<_> = table.positions_with(layer.discs).map(Result::unwrap).collect();
        assert!(layer_positions.iter().all(|(discs, _)| discs.occupied().len() == layer.discs));
        assert_eq!(layer_positions.len() as u64, layer.positions);
    }
    assert_eq!([0, 3, 17, 300].map(|discs| table.positions_with(discs).count()), [0; 4]);
}

fn rules_moves(geometry: &Geometry, position: &Position) -> Vec<Move> {
    let mut moves = moves(geometry, position.discs());
    moves.sort_unstable();
    moves
}

#[test]
fn a_turned_board_and_images_are_the_same_positions() {
    let folder = TempDir::new().unwrap();
    let tables = Tables::open(&folder.path().join("tables")).unwrap();
    let table = stored(&tables, plan("4x3", Start::Reversi, Scoring::Wof), folder.path());
    assert_eq!((table.board().to_string(), table.start()), ("3x4".to_owned(), Start::ReversiRows));
    let tall: Board = "4x3".parse().unwrap();
    let again = tables.exhaustive(tall, Start::Reversi, Scoring::Wof).unwrap().expect("the same table");
    assert_eq!(again.checksum(), table.checksum());
    let start = Position::start(tall, Start::Reversi);
    for (chosen, value) in again.moves(&start).unwrap().expect("the start is there") {
        let next = start.play(chosen).unwrap();
        assert_eq!((-value, again.value(&next)), (plain(&next, Scoring::Wof), Ok(Some(-value))), "{chosen:?}");
    }
    // Absent positions: of other boards, with other discs, or reached by no game.
    let elsewhere = Position::start("4x4".parse().unwrap(), Start::Othello);
    assert_eq!((again.value(&elsewhere), again.moves(&elsewhere)), (Ok(None), Ok(None)));
    let unreachable = parse_position(tall, "X----------O X").unwrap();
    assert_eq!((again.value(&unreachable), again.moves(&unreachable)), (Ok(None), Ok(None)));
    let other = tables.exhaustive(tall, Start::Othello, Scoring::Wof).unwrap();
    assert!(other.is_none());
}

/// Stops after being asked this many times.
struct Impatient(std::sync::atomic::AtomicU64);

impl Observer for Impatient {
    fn begin(&self, _: &str, _: u64) {}

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        let before = self.0.load(std::sync::atomic::Ordering::Relaxed);
        self.0.store(before.saturating_sub(1), std::sync::atomic::Ordering::Relaxed);
        before == 0
    }
}

#[test]
fn a_table_that_was_not_finished_is_none_and_can_be_made_anew() {
    let folder = TempDir::new().unwrap();
    let tables = Tables::open(&folder.path().join("tables")).unwrap();
    let plan = plan("3x4", Start::Othello, Scoring::Discs);
    let (exhausted, files) = (exhausted(plan, folder.path()), folder.path().join("files"));
    let stopped = tables.store_exhaustive(&exhausted, &files, &Impatient(5.into())).map(|_| ()).unwrap_err();
    assert_eq!(stopped, TableError::Enumeration(ExhaustError::Stopped));
    assert!(tables.exhaustive(plan.board, plan.start, plan.scoring).unwrap().is_none());
    let first = tables.store_exhaustive(&exhausted, &files, &Unobserved).unwrap().checksum();
    // In place of an existing one.
    let second = tables.store_exhaustive(&exhausted, &files, &Unobserved).unwrap();
    assert_eq!(second.checksum(), first);
    second.verify(&Unobserved).unwrap();
    assert!(second.file_bytes().unwrap() > 0);
}

/// A table of 4x4, made in a working folder left by an earlier run, after something was done to the folder.
fn resumed(spoil: impl Fn(&Path)) -> (TempDir, Result<ExhaustiveTable, TableError>) {
    let folder = TempDir::new().unwrap();
    let plan = plan("4x4", Start::Othello, Scoring::Discs);
    let tables = Tables::open(folder.path()).unwrap();
    let work = folder.path().join(format!("{plan} exhaustive.work"));
    retrograde::run(&plan, &work, &Unobserved).unwrap();
    spoil(&work);
    let made = tables.make_exhaustive(&plan, &Unobserved);
    (folder, made)
}

#[test]
fn a_table_that_rests_on_files_of_another_run_is_proven_before_it_counts_as_made_here() {
    let (folder, made) = resumed(|_| ());
    assert!(made.unwrap().is_proven_here());
    let tables = Tables::open_read_only(folder.path()).unwrap();
    let table =
        tables.exhaustive("4x4".parse().unwrap(), Start::Othello, Scoring::Discs).unwrap().expect("it is there");
    assert!(table.is_proven_here());

    // A false value of the start, with right hashes.
    let (folder, made) = resumed(|work| forge_value_of_start(work, 16));
    let Err(TableError::Enumeration(ExhaustError::Damaged { path, reason })) = made else { panic!("{made:?}") };
    assert!(path.ends_with("4x4 discs othello exhaustive.work"), "{path:?}");
    assert!(reason.contains("it is said to be +16, and follows to be -8"), "{reason}");
    let tables = Tables::open_read_only(folder.path()).unwrap();
    assert!(tables.exhaustive("4x4".parse().unwrap(), Start::Othello, Scoring::Discs).unwrap().is_none());
}

/// Changes a number of a census, which loses its checksum, as those of earlier programs have none.
fn forge_census(work: &Path, name: &str, field: &str, number: u64) {
    let census = std::fs::read_to_string(work.join(name)).unwrap();
    let lines = census.lines().filter(|line| !line.starts_with("sum ")).map(|line| match line.split_once(' ') {
        Some((found, _)) if found == field => format!("{field} {number}\n"),
        _ => format!("{line}\n"),
    });
    std::fs::write(work.join(name), lines.collect::<String>()).unwrap();
}

fn forge_value_of_start(work: &Path, value: i8) {
    let values = value.to_le_bytes();
    std::fs::write(work.join("04.values"), values).unwrap();
    forge_census(work, "04.census", "values_hash", xxhash_rust::xxh3::xxh3_64(&values));
}

#[test]
fn the_longest_runs_of_another_run_are_possible_and_stay_a_claim() {
    let (folder, made) = resumed(|work| forge_census(work, "07.census", "longest_run", 18));
    let table = made.unwrap();
    // Nobody can tell without counting them again.
    assert!(table.is_proven_here() && !table.has_proven_runs());
    drop(table);
    let tables = Tables::open(folder.path()).unwrap();
    let (fresh, plan) = (TempDir::new().unwrap(), plan("4x4", Start::Othello, Scoring::Discs));
    assert!(!tables.exhaustive(plan.board, plan.start, plan.scoring).unwrap().unwrap().has_proven_runs());
    let fresh = Tables::open(fresh.path()).unwrap().make_exhaustive(&plan, &Unobserved).unwrap();
    assert!(fresh.has_proven_runs());
    let (_folder, made) = resumed(|work| forge_census(work, "07.census", "longest_run", 19));
    assert!(made.unwrap_err().to_string().contains("counts that the board cannot have"), "nine squares, nine passes");
}

#[test]
fn forged_counts_and_values_leave_no_table_that_nobody_can_open() {
    let spoils: [&dyn Fn(&Path); 3] =
        [&|work| forge_census(work, "09.census", "wins", u64::MAX), &|work| forge_value_of_start(work, 100), &|work| {
            forge_census(work, "16.census", "moves", 7)
        }];
    for (number, spoil) in spoils.iter().enumerate() {
        let (folder, made) = resumed(spoil);
        let Err(TableError::Enumeration(ExhaustError::Damaged { .. })) = made else { panic!("{number}: {made:?}") };
        let plan = plan("4x4", Start::Othello, Scoring::Discs);
        std::fs::remove_dir_all(folder.path().join(format!("{plan} exhaustive.work"))).unwrap();
        let tables = Tables::open(folder.path()).unwrap();
        assert!(tables.exhaustive(plan.board, plan.start, plan.scoring).unwrap().is_none(), "{number}");
        let table = tables.make_exhaustive(&plan, &Unobserved).unwrap();
        assert!(table.has_proven_runs() && table.value_of_start() == Score::new(-8), "{number}");
    }
}

#[cfg(unix)]
#[test]
fn nothing_outside_is_written_through_links_in_the_working_folder() {
    use std::os::unix::fs::symlink;

    let outside = TempDir::new().unwrap();
    let precious = outside.path().join("precious");
    std::fs::write(&precious, "precious").unwrap();
    for name in ["04.sst", "04.values.unfinished", "plan"] {
        let (_folder, made) = resumed(|work| {
            let _ = std::fs::remove_file(work.join(name));
            symlink(&precious, work.join(name)).unwrap();
        });
        assert!(made.unwrap_err().to_string().contains("it is no regular file; remove it"), "{name}");
    }
    let (_folder, made) = resumed(|work| {
        std::fs::remove_dir_all(work).unwrap();
        symlink(outside.path(), work).unwrap();
    });
    assert!(made.unwrap_err().to_string().contains("it is a link; remove it"));
    assert_eq!(std::fs::read(&precious).unwrap(), b"precious");
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 1);
}
