//! The one reader of positions and games, in every form in which people have them; each command and package uses it.
//!
//! | Form | Example |
//! | --- | --- |
//! | squares and side, as [`Position::parse`] reads them | `4x4 -----OX--XO----- X`, `8/8/8/3wb3/3bw3/8/8/8 b` |
//! | a printed board with coordinates and the side | `  a b c d`, ` 1 - - - -` …, `X to move` |
//! | OBF: a position, the scores of moves, comments | `… X; D3:+4; C4:-2; % from a match` |
//! | moves, as [`Position::read_moves`] reads them | `d3c5`, `1. d3 c5 2. pass`, `d3c5 -12`, `d3c5 Diagonal` |
//! | a position on one line and the moves from it on the next | |
//! | GGF of the server GGS, SGF (`GM[2]`), PGN | `(;GM[Othello]…;)` |
//! | WTHOR, which is binary | |
//! | a CSV whose header names a column of moves or positions, or both | `id,game_moves`, `position,moves` |
//!
//! What stands behind `#` is a comment. A game or a position may span several lines, if nothing else can be meant.
//!
//! ```
//! let first = "4x4 -----OX--XO----- X".parse()?;
//! let read = rules::read::games(b"1. b1 a1 2. a2 +8\nb1 b1\n", Some(first));
//! assert_eq!(read[0].as_ref().unwrap().positions().len(), 4);
//! let why = "line 2: moves: b1 at ply 2 is illegal in -X---XX--XO----- O; legal: a1 c1 a3";
//! assert_eq!(read[1].as_ref().unwrap_err().to_string(), why);
//! # Ok::<(), rules::PositionError>(())
//! ```

mod brackets;
mod csv;
mod line;
mod pgn;
mod wthor;

use std::fmt;

use crate::board::Board;
use crate::discs::Side;
use crate::moves::Move;
use crate::notation::{PositionError, read_position};
use crate::position::Position;
use crate::score::Score;
use crate::start::Start;

/// A game that was read, or, without moves, a position.
///
/// ```
/// let read = rules::read::games(b"(;GM[2]PB[Ann]PW[Bob];B[d3];W[c5])", None);
/// let game = read[0].as_ref().unwrap();
/// assert_eq!((game.moves.len(), game.end().empties()), (2, 58));
/// assert_eq!(rules::read::games(game.ggf("here", None).as_bytes(), None), read);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The line on which it begins, from 1; in WTHOR, which has no lines, the number of the game.
    pub line: usize,
    /// The first position.
    pub start: Position,
    /// The moves, passes included.
    pub moves: Vec<Move>,
    /// The highest score that the text gives to a move of a position, for the side to move there.
    pub value: Option<Score>,
    /// The names of Black's and White's player; empty if none is given.
    pub players: [String; 2],
}

/// Something in a text that is neither a position nor a game.
///
/// ```
/// let read = rules::read::games(b"4x4 -----OX--XO----- X\nneither\n", None);
/// let fault = read[1].as_ref().unwrap_err();
/// assert_eq!((fault.line, fault.game), (Some(2), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; `None` in WTHOR, which has no lines.
    pub line: Option<usize>,
    /// The number of the game, from 1, in a form that is a list of games.
    pub game: Option<usize>,
    /// What is wrong, in a sentence.
    pub why: String,
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(game) = self.game {
            write!(f, "game {game}: ")?;
        }
        f.write_str(&self.why)
    }
}

impl Game {
    /// A position without moves.
    #[must_use]
    pub fn of(start: Position) -> Self {
        Self { line: 1, start, moves: Vec::new(), value: None, players: Default::default() }
    }

    /// The game that begins with the squares of a position or, without them, at a start, and goes on with moves. A
    /// position may name its board itself; it is then that of `board`, if that is given.
    ///
    /// ```
    /// let game = rules::read::Game::set_up("4x4".parse().ok(), None, None, "b1 a1")?;
    /// assert_eq!((game.moves.len(), game.end().empties()), (2, 10));
    /// let other = rules::read::Game::set_up("6x6".parse().ok(), None, Some("4x4 -----OX--XO----- X"), "");
    /// assert_eq!(other.unwrap_err().to_string(), "position: it is for board 4x4, not for 6x6");
    /// # Ok::<(), rules::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// Nothing says which board, a position is of another one or is none, or a move is illegal.
    pub fn set_up(
        board: Option<Board>,
        start: Option<Start>,
        position: Option<&str>,
        moves: &str,
    ) -> Result<Self, PositionError> {
        let first = match position {
            Some(text) => read_position(text, board)?,
            None => Position::start(board.ok_or(PositionError::NoBoard)?, start.unwrap_or_default()),
        };
        if let Some(board) = board.filter(|&board| board != first.board()) {
            return Err(PositionError::OtherBoard { found: first.board(), board });
        }
        Ok(Self { moves: first.read_moves(moves)?, ..Self::of(first) })
    }

    /// The first position and the one after each move.
    ///
    /// # Panics
    /// If one of the moves is illegal; those that were read never are.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start];
        for &chosen in &self.moves {
            positions.push(positions[positions.len() - 1].play(chosen).expect("a legal move"));
        }
        positions
    }

    /// The position after all moves.
    ///
    /// # Panics
    /// As [`Game::positions`].
    #[must_use]
    pub fn end(&self) -> Position {
        self.moves.iter().fold(self.start, |now, &chosen| now.play(chosen).expect("a legal move"))
    }

    /// The game in GGF on one line. `place` is where it was played, a program's name; `black_score` is Black's score at
    /// the end, `None` if the game goes on. There is no date, so that the same game is always the same text. The
    /// size of a board that is not square is `RxC`, which other programs may not know.
    ///
    /// # Panics
    /// As [`Game::positions`].
    #[must_use]
    pub fn ggf(&self, place: &str, black_score: Option<Score>) -> String {
        let board = self.start.board();
        let size = if board.is_square() { board.rows().to_string() } else { board.to_string() };
        let [black, white] = &self.players;
        let [place, black, white] = [place, black, white].map(|name| name.replace(['[', ']', '\n', ';'], " "));
        let result = black_score.map_or_else(String::new, |score| format!("RE[{score:+}.00]"));
        let symbol = |side| if side == Some(Side::Black) { '*' } else { 'O' };
        let mut squares = String::new();
        for square in board.all_squares() {
            let disc = self.start.disc(square);
            squares.push(if disc.is_none() { '-' } else { symbol(disc) });
            squares.push_str(if square.col(board) + 1 == board.cols() { " " } else { "" });
        }
        squares.push(symbol(Some(self.start.side())));
        let mut text = format!("(;GM[Othello]PC[{place}]PB[{black}]PW[{white}]{result}TY[{size}]BO[{size} {squares}]");
        for (position, &chosen) in self.positions().iter().zip(&self.moves) {
            let colour = if position.side() == Side::Black { 'B' } else { 'W' };
            let square = match chosen {
                Move::Pass => "PA".to_owned(),
                Move::Place(_) => chosen.display(board).to_string().to_uppercase(),
            };
            text += &format!("{colour}[{square}]");
        }
        text + ";)\n"
    }
}

/// The text without the byte order mark that some editors put at its start.
#[must_use]
pub fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// What is on the next line of a text that is read line by line: [`games`] without what takes several lines. `before` is what
/// stands before it, `None` at the start, and becomes what stands before the line behind it.
#[must_use]
pub fn next(
    line: &[u8],
    first: Option<Position>,
    before: &mut Option<Result<Game, Fault>>,
) -> Vec<Result<Game, Fault>> {
    let text = String::from_utf8_lossy(line);
    if brackets::is_meant(&text) {
        let read = brackets::read(&text, first);
        *before = read.last().cloned().or(before.take());
        read
    } else {
        line::next(line, first, before).into_iter().collect()
    }
}

/// Everything in the bytes of a file or text: its games and positions, and what is neither, in order. `first` is where
/// moves begin that name no position, and its board is that of positions that name none; without it such moves and
/// positions are refused. An SGF is on 8x8 unless it names its board; without discs it begins at `first`, if that is on its
/// board, or else at the `othello` start.
///
/// Whoever wants all or nothing collects into a `Result`.
#[must_use]
pub fn games(bytes: &[u8], first: Option<Position>) -> Vec<Result<Game, Fault>> {
    let bytes = without_byte_order_mark(bytes);
    if wthor::is_wthor(bytes) {
        return wthor::read(bytes);
    }
    // Names of players may be in any encoding; everything that brackets tell is ASCII.
    let text = String::from_utf8_lossy(bytes);
    if brackets::is_meant(&text) {
        return brackets::read(&text, first);
    }
    if pgn::is_meant(&text) {
        return pgn::read(&text, first);
    }
    let lines: Vec<(usize, &[u8])> = (1..).zip(bytes.split(|&byte| byte == b'\n')).collect();
    csv::read(&lines, first).unwrap_or_else(|| line::read(&lines, first))
}
