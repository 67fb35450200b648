//! What the search records in a table of proofs, and what it uses from one.

#[path = "../../rules/tests/support/mod.rs"]
mod support;

use std::collections::HashMap;
use std::sync::Mutex;

use solver::random::Random;
use solver::{
    Basis, Board, Bounds, CanonicalPosition, Discs, Geometry, Mode, Move, Position, Progress, ProofTable, Proven,
    Question, Reached, Resources, Score, Scoring, Side, SolveError, Solver, Square, Squares, Start, Symmetries, Target,
    rules,
};
use support::{board, mailbox, mailbox_scoring, played, shapes, shown};

/// A table of proofs in memory that refuses malformed records.
struct Proofs {
    symmetries: Symmetries,
    geometry: Geometry,
    scoring: Scoring,
    records: Mutex<HashMap<Discs, Proven>>,
}

impl Proofs {
    /// An empty table for a board or its transpose, whichever is not taller than wide.
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

    /// Compares the records with at most `most_empties` empty squares with the mailbox board; returns how many there
    /// are.
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
        *known = Proven {
            bounds,
            best: proven.best.or(known.best),
            effort: proven.effort.max(known.effort),
            basis: Basis::Proof,
        };
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

/// From a start, the search also records what it finds on its way, not only the line.
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

/// The questions of a proof along its way are answered from the table as well.
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
            let reached = solver(1).with_table(&proofs).watched_by(&progress).reaches(&target);
            assert_eq!(reached.unwrap() != Reached::No, expected, "{name} {start} {at_least}");
            progress.nodes()
        };
        // The table knows that the line's first move keeps the value, and that the root's bounds end there.
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

/// Such tables once gave false proofs unnoticed.
#[test]
fn a_table_of_another_board_or_scoring_is_refused() {
    let position = Position::start(board("6x4"), Start::Othello);
    let own = (board("4x6"), Scoring::Discs);
    for (name, scoring) in
        [("4x6", Scoring::Wof), ("4x5", Scoring::Discs), ("5x6", Scoring::Wof), ("3x8", Scoring::Discs)]
    {
        let proofs = Proofs::new(board(name), scoring);
        let wrong = Some(SolveError::WrongTable { table: (board(name), scoring), wanted: own });
        let question = Question::new(position, Mode::Wld, Scoring::Discs);
        let target = Target { position, at_least: Score::new(1), scoring: Scoring::Discs };
        let refusals = [
            solver(1).with_table(&proofs).solve(&question).err(),
            solver(1).with_table(&proofs).value(&question).err(),
            solver(1).with_table(&proofs).move_values(&Question::exact(position)).err(),
            solver(1).with_table(&proofs).reaches(&target).err(),
            solver(1).with_table(&proofs).limited(&target, 1000).err(),
        ];
        assert_eq!(refusals, [wrong; 5], "{name} {scoring}");
        assert!(proofs.records().is_empty(), "{name} {scoring}");
    }
}

#[test]
fn memory_that_no_system_has_is_an_error() {
    let question = Question::exact(Position::start(board("4x4"), Start::Othello));
    let mut greedy = Solver::new(Resources { memory_bytes: 1 << 60, ..Resources::default() });
    assert!(matches!(greedy.solve(&question), Err(SolveError::Memory { .. })));
}

/// What is kept about a position is known about each of its images, also on the transposed board, with the move mapped
/// back.
#[test]
fn a_position_is_kept_and_looked_up_as_it_stands() {
    let mut random = Random::new(21, 0);
    for board in shapes() {
        let proofs = Proofs::new(board, Scoring::Discs);
        let position = played(board, board.squares() / 2, &mut random);
        let Some(&best) = position.legal_moves().first() else { continue };
        let proven = Proven { bounds: Bounds::at(Score::new(3)), best: Some(best), effort: 7, basis: Basis::Proof };
        proofs.keep(&position, proven);
        for (image, image_of_best) in images(&position, best) {
            let found = proofs.look_up(&image).unwrap_or_else(|| panic!("{} is unknown", shown(&image)));
            assert_eq!((found.bounds, found.effort), (proven.bounds, proven.effort), "{}", shown(&image));
            let after = |position: &Position, chosen: Move| {
                let next = position.play(chosen).unwrap_or_else(|error| panic!("{error}"));
                CanonicalPosition::of(&next).discs()
            };
            // A position that is its own image may have several best moves; they lead to the same position.
            assert_eq!(after(&image, found.best.unwrap()), after(&image, image_of_best), "{}", shown(&image));
        }
        let another = Position::start(
            if board == crate::board("4x4") { crate::board("4x5") } else { crate::board("4x4") },
            Start::Othello,
        );
        assert_eq!(proofs.look_up(&another), None);
    }
}

/// The images of a position and of one of its moves, by rows and columns: without the solver's symmetries.
fn images(position: &Position, chosen: Move) -> Vec<(Position, Move)> {
    let board = position.board();
    let image = |row_last: bool, col_last: bool, is_turned: bool| {
        let target = if is_turned { board.transposed() } else { board };
        let place = |square: Square| {
            let (row, col) = (square.row(board), square.col(board));
            let row = if row_last { board.rows() - 1 - row } else { row };
            let col = if col_last { board.cols() - 1 - col } else { col };
            let (row, col) = if is_turned { (col, row) } else { (row, col) };
            Square::at(target, row, col).unwrap()
        };
        let bits = |squares: Squares| squares.into_iter().map(place).collect::<Squares>();
        let (black, white) = (bits(position.black()), bits(position.white()));
        let (own, other) = if position.side() == Side::Black { (black, white) } else { (white, black) };
        let discs = Discs::new(own, other).unwrap();
        let moved = if let Move::Place(square) = chosen { Move::Place(place(square)) } else { chosen };
        (Position::new(target, discs, position.side()).unwrap(), moved)
    };
    let flags = [false, true];
    let all = flags.into_iter().flat_map(|a| flags.into_iter().flat_map(move |b| flags.map(move |c| (a, b, c))));
    all.map(|(row_last, col_last, is_turned)| image(row_last, col_last, is_turned)).collect()
}
