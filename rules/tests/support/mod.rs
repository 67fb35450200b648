//! What the tests share: random positions, positions on the mailbox board, data files.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::fmt::Write as _;
use std::path::Path;

use rules::notation::parse_position;
use rules::random::Random;
use rules::{Board, Discs, Move, Position, Scoring, Side, Start};

/// Shapes with every kind of side: even and odd, long and short, 9 to 64 squares, and their transposes.
pub(crate) const SHAPES: [&str; 22] = [
    "3x3", "3x4", "4x3", "3x7", "4x4", "4x5", "5x4", "5x5", "4x6", "6x4", "5x6", "6x6", "7x7", "4x10", "5x12", "7x9",
    "8x8", "4x16", "16x4", "3x20", "20x3", "21x3",
];

/// The boards of [`SHAPES`].
pub(crate) fn shapes() -> impl Iterator<Item = Board> {
    SHAPES.into_iter().map(board)
}

/// The board of this name.
pub(crate) fn board(name: &str) -> Board {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The position of this text.
pub(crate) fn position(name: &str, text: &str) -> Position {
    parse_position(board(name), text).unwrap_or_else(|error| panic!("{name} {text}: {error}"))
}

/// A position as shown when a test fails.
pub(crate) fn shown(position: &Position) -> String {
    position.to_string()
}

/// All positions of a game of random moves, including the start and the end.
pub(crate) fn random_game(board: Board, start: Start, random: &mut Random) -> Vec<Position> {
    let mut positions = vec![Position::start(board, start)];
    loop {
        let now = positions[positions.len() - 1];
        let moves = now.legal_moves();
        if moves.is_empty() {
            return positions;
        }
        positions.push(now.play(random.pick(&moves)).unwrap());
    }
}

/// A position with at most `empties` empty squares from a game of random moves; with exactly that many, unless a few
/// dozen games in a row end too early.
pub(crate) fn played(board: Board, empties: u32, random: &mut Random) -> Position {
    let mut last = Position::start(board, Start::Othello);
    for _ in 0..40 {
        let start = random.pick(&Start::ALL);
        for now in random_game(board, start, random) {
            last = now;
            if now.empties() <= empties {
                return now;
            }
        }
    }
    last
}

/// A position with exactly `empties` empty squares and discs of either colour anywhere else, either side to move.
pub(crate) fn scattered(board: Board, empties: u32, random: &mut Random) -> Position {
    let mut occupied = board.full();
    while board.squares() - occupied.count_ones() < empties {
        occupied &= !(1 << random.below(board.squares()));
    }
    let player = occupied & random.bits();
    let side = random.pick(&[Side::Black, Side::White]);
    Position::new(board, Discs::from_bits(player, occupied ^ player).unwrap(), side).unwrap()
}

/// The same position on the mailbox board, passed as text.
pub(crate) fn mailbox(position: &Position) -> checker::Position {
    let (rows, cols) = (position.board().rows() as usize, position.board().cols() as usize);
    checker::Position::parse(rows, cols, &position.without_board().to_string())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The same move on the mailbox board.
pub(crate) fn mailbox_move(board: Board, chosen: Move) -> checker::Move {
    match chosen {
        Move::Place(square) => {
            let (square, cols) = (usize::from(square), board.cols() as usize);
            checker::Move::Place(square / cols, square % cols)
        }
        Move::Pass => checker::Move::Pass,
    }
}

/// The same start on the mailbox board.
pub(crate) fn mailbox_start(start: Start) -> checker::Start {
    match start {
        Start::Othello => checker::Start::Othello,
        Start::Reversi => checker::Start::Reversi,
        Start::ReversiRows => checker::Start::ReversiRows,
    }
}

/// The same scoring for the mailbox board.
pub(crate) fn mailbox_scoring(scoring: Scoring) -> checker::Scoring {
    checker::Scoring::named(scoring.name()).expect("both know it by the same name")
}

/// Passes the fields of every line of a file in `tests/data` to `check`; `#` begins a comment, and empty lines are
/// ignored. All lines are checked before the test fails and shows the wrong ones.
pub(crate) fn check_data<const FIELDS: usize>(file: &str, check: impl Fn([&str; FIELDS]) -> Result<(), String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut checked, mut wrong) = (0, String::new());
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let fields: Vec<&str> = line.split_whitespace().collect();
        let result = match <[&str; FIELDS]>::try_from(fields) {
            Ok(fields) => check(fields),
            Err(_) => Err(format!("not {FIELDS} fields")),
        };
        if let Err(reason) = result {
            writeln!(wrong, "{file}:{number}: {line}: {reason}").expect("a string takes everything");
        }
        checked += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(checked > 0, "{file} has no data");
}
