//! What the search records in a table of proofs, and what it takes from one.

mod support;

use std::collections::HashMap;
use std::sync::Mutex;

use solver::random::Random;
use solver::{
    Board, Bounds, Discs, Geometry, Mode, Position, Progress, ProofTable, Proven, Question, Reached, Resources, Score,
    Scoring, Side, Solver, Start, Symmetries, Target, rules,
};
use support::{board, mailbox, mailbox_scoring, played, shapes, shown};

/// A table of proofs in memory that refuses what is malformed.
struct Proofs {
    symmetries: Symmetries,
    geometry: Geometry,
    scoring: Scoring,
    records: Mutex<HashMap<Discs, Proven>>,
}

impl Proofs {
    /// An empty table for a board or its transposed one, whichever is not taller than wide.
    fn new(board: Board, scoring: Scoring) -> Self {
        let board = board.landscape();
        Self { symmetries: Symmetries::new(board), geometry: Geometry::new(board), scoring, records: Mutex::default() }
    }

    fn position(&self, discs: Discs) -> Position {
        Position::new(self.geometry.board, discs, Side::Black).unwrap()
    }

    fn records(&self) -> HashMap<Discs, Proven> {
        self.records.lock().expect("no test panics while it holds the records").clone()
    }

    /// Compares the records of at most `most_empties` empty squares with the mailbox; returns how many there are.
    fn check(&self, scoring: Scoring, most_empties: u32) -> usize {
        let mut records: Vec<_> = self.records().into_iter().collect();
        records.retain(|(discs, _)| self.position(*discs).empties() <= most_empties);
        for (discs, proven) in &records {
            let position = self.position(*discs);
            let value = checker::value(&mailbox(&position), mailbox_scoring(scoring));
            let Bounds { lower, upper } = proven.bounds;
            assert!(
                (lower.discs()..=upper.discs()).contains(&value),
                "{} {scoring} is {value:+}, not {proven:?}",
                shown(&position)
            );
        }
        records.len()
    }
}

impl ProofTable for Proofs {
    fn board(&self) -> Board {
        self.geometry.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let canonical_again = self.symmetries.canonical(canonical).0;
        assert_eq!(canonical, canonical_again, "looks up {} as it stands", shown(&self.position(canonical)));
        self.records().get(&canonical).copied()
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        let case = format!("{} {proven:?}", shown(&self.position(canonical)));
        assert_eq!(canonical, self.symmetries.canonical(canonical).0, "records as it stands {case}");
        assert!(proven.bounds.lower <= proven.bounds.upper, "{case}");
        if let Some(best) = proven.best {
            assert!(rules::moves(&self.geometry, canonical).contains(&best), "illegal best move: {case}");
        }
        let mut records = self.records.lock().expect("no test panics while it holds the records");
        let known = records.entry(canonical).or_insert(proven);
        let bounds = known.bounds.intersect(proven.bounds);
        assert!(bounds.lower <= bounds.upper, "contradicts {known:?}: {case}");
        *known = Proven { bounds, best: proven.best.or(known.best), effort: proven.effort.max(known.effort) };
    }
}

fn solver(threads: usize) -> Solver {
    Solver::new(Resources { threads, memory_bytes: 1 << 20, ..Resources::default() })
}

#[test]
fn every_record_is_canonical_legal_and_true() {
    let (mut random, mut checked) = (Random::new(20, 0), 0);
    for board in shapes() {
        let position = played(board, 10, &mut random);
        for scoring in Scoring::ALL {
            for threads in [1, 2] {
                let proofs = Proofs::new(board, scoring);
                for mode in [Mode::Wld, Mode::Exact] {
                    let question = Question::new(position, mode, scoring);
                    solver(threads).with_table(&proofs).solve(&question).unwrap();
                }
                checked += proofs.check(scoring, 10);
            }
        }
    }
    assert!(checked >= 80, "only {checked} records");
}

/// From a start the search also records what it finds on its way, not only the line.
#[test]
fn every_record_of_a_long_search_is_true() {
    for (name, start) in [("4x6", Start::Reversi), ("7x4", Start::Othello), ("5x5", Start::Othello)] {
        for threads in [1, 2] {
            let proofs = Proofs::new(board(name), Scoring::Wof);
            let question = Question::new(Position::start(board(name), start), Mode::Exact, Scoring::Wof);
            solver(threads).with_table(&proofs).solve(&question).unwrap();
            let checked = proofs.check(Scoring::Wof, 16);
            assert!(checked > 12, "{name}: only {checked} records");
        }
    }
}

#[test]
fn a_second_solver_answers_from_the_table_alone() {
    for (name, start) in [("4x6", Start::Othello), ("6x4", Start::Reversi), ("4x5", Start::ReversiRows)] {
        let position = Position::start(board(name), start);
        let proofs = Proofs::new(position.board(), Scoring::Discs);
        for mode in [Mode::Wld, Mode::Exact] {
            let question = Question::new(position, mode, Scoring::Discs);
            let first = solver(1).with_table(&proofs).solve(&question).unwrap();
            let again = solver(1).with_table(&proofs).solve(&question).unwrap();
            assert!(!first.from_table && first.complete, "{name} {start}: {first:?}");
            assert!(again.from_table && again.complete, "{name} {start}: {again:?}");
            assert_eq!(again.bounds, first.bounds, "{name} {start}");
            assert!(!again.line.is_empty(), "{name} {start}: {again:?}");
        }
    }
}

/// What a proof asks along its way is taken from the table as well.
#[test]
fn moves_that_reach_a_score_come_from_the_table() {
    for (name, start) in [("4x6", Start::Othello), ("6x4", Start::Reversi), ("4x8", Start::Othello)] {
        let position = Position::start(board(name), start);
        let proofs = Proofs::new(position.board(), Scoring::Discs);
        let question = Question::new(position, Mode::Exact, Scoring::Discs);
        let first = solver(1).with_table(&proofs).solve(&question).unwrap();
        let value = first.bounds.exact().unwrap_or_else(|| panic!("{name}: {first:?}"));
        let nodes = |at_least, expected: bool| {
            let progress = Progress::default();
            let target = Target { position, at_least, scoring: Scoring::Discs };
            let reached = solver(1).with_table(&proofs).watched_by(&progress).reaches(target);
            assert_eq!(reached.unwrap() != Reached::No, expected, "{name} {start} {at_least}");
            progress.nodes()
        };
        // The line's first move is known to keep the value, and the root's bounds to end there.
        assert_eq!([nodes(value, true), nodes(Score::new(value.discs() + 1), false)], [0, 0], "{name} {start}");
    }
}

#[test]
fn a_table_does_not_change_an_answer() {
    for scoring in Scoring::ALL {
        let position = Position::start(board("4x6"), Start::Reversi);
        let question = Question::new(position, Mode::Exact, scoring);
        let without = solver(1).solve(&question).unwrap();
        let with = solver(1).with_table(&Proofs::new(position.board(), scoring)).solve(&question).unwrap();
        assert_eq!(with.bounds, without.bounds, "{scoring}");
    }
}
