//! Positions and their moves: all that most programs need of the rules.

use std::fmt;

use thiserror::Error;

use crate::board::Board;
use crate::discs::{Discs, Side};
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::plain;
use crate::score::{Outcome, Score, Scoring};
use crate::square::{Square, Squares};
use crate::start::Start;

/// A board with discs on it and a side to move. All discs are on the board, and no square has two.
///
/// ```
/// use rules::{Move, Position};
///
/// let position: Position = "4x4 -----OX--XO----- X".parse()?;
/// let next = position.play(Move::parse(position.board(), "b1")?)?;
/// assert_eq!(next.to_string(), "4x4 -X---XX--XO----- O");
/// assert_eq!(next.to_string().parse(), Ok(next));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) discs: Discs,
    pub(crate) side: Side,
}

/// A move that the rules forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{} is illegal in {}; legal: {}", chosen.display(position.board), position.without_board(), self.legal())]
pub struct IllegalMove {
    /// The move.
    pub chosen: Move,
    /// The position in which it was to be played.
    pub position: Position,
}

impl IllegalMove {
    /// The legal moves of the position, as text.
    #[must_use]
    pub fn legal(&self) -> String {
        let moves = self.position.legal_moves();
        if moves.is_empty() {
            return "none, the game is over".to_owned();
        }
        let names: Vec<String> = moves.iter().map(|one| one.display(self.position.board).to_string()).collect();
        names.join(" ")
    }
}

impl Position {
    /// A position, or `None` if a disc lies off the board.
    #[must_use]
    pub fn new(board: Board, discs: Discs, side: Side) -> Option<Self> {
        (discs.mask() & !board.full() == 0).then_some(Self { board, discs, side })
    }

    /// The position from which a game starts; Black is to move.
    #[must_use]
    pub fn start(board: Board, start: Start) -> Self {
        let (row, col) = ((board.rows() - 2) / 2, (board.cols() - 2) / 2);
        let square = |down: u32, right: u32| 1u64 << ((row + down) * board.cols() + col + right);
        let (top_left, top_right, low_left, low_right) = (square(0, 0), square(0, 1), square(1, 0), square(1, 1));
        let black = match start {
            Start::Othello => top_right | low_left,
            Start::Reversi => top_left | low_left,
            Start::ReversiRows => top_left | top_right,
        };
        let all = top_left | top_right | low_left | low_right;
        Self { board, discs: Discs { player: black, opponent: all ^ black }, side: Side::Black }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Whose move it is.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The discs, seen from the side to move.
    #[must_use]
    pub fn discs(&self) -> Discs {
        self.discs
    }

    /// Black's discs.
    #[must_use]
    pub fn black(&self) -> Squares {
        match self.side {
            Side::Black => self.discs.player(),
            Side::White => self.discs.opponent(),
        }
    }

    /// White's discs.
    #[must_use]
    pub fn white(&self) -> Squares {
        self.discs.occupied() - self.black()
    }

    /// Whose disc is on a square; `None` if it is empty.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Side> {
        if self.black().contains(square) {
            return Some(Side::Black);
        }
        self.white().contains(square).then_some(Side::White)
    }

    /// Number of empty squares.
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.board.squares() - self.discs.occupied().len()
    }

    /// The legal moves, in order of their squares; only the pass if the side to move has no square but the opponent has
    /// one; nothing when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        plain::moves(Geometry::of(self.board), self.discs)
    }

    /// The legal moves one by one: [`Position::legal_moves`].
    ///
    /// ```
    /// let position: rules::Position = "4x4 -----OX--XO----- X".parse()?;
    /// for chosen in position.moves() {
    ///     assert_eq!(position.play(chosen)?.empties(), position.empties() - 1);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        self.legal_moves().into_iter()
    }

    /// The position after a move, with the other side to move.
    ///
    /// # Errors
    /// The rules forbid the move.
    pub fn play(&self, chosen: Move) -> Result<Self, IllegalMove> {
        let geometry = Geometry::of(self.board);
        if !plain::is_legal(geometry, self.discs, chosen) {
            return Err(IllegalMove { chosen, position: *self });
        }
        let discs = plain::after(geometry, self.discs, chosen);
        Ok(Self { discs, side: self.side.opponent(), ..*self })
    }

    /// The position after a pass: [`Position::play`] of [`Move::Pass`].
    ///
    /// # Errors
    /// The side to move has a legal square, or the game is over.
    pub fn pass(&self) -> Result<Self, IllegalMove> {
        self.play(Move::Pass)
    }

    /// Whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        plain::is_over(Geometry::of(self.board), self.discs)
    }

    /// The outcome for the side to move, if the game is over. It does not depend on the scoring.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.final_score(Scoring::default()).map(Score::outcome)
    }

    /// The score for the side to move, if the game is over.
    #[must_use]
    pub fn final_score(&self, scoring: Scoring) -> Option<Score> {
        self.is_over().then(|| scoring.final_score(self.discs, self.board.squares()))
    }

    /// The mirror image along the main diagonal, on the transposed board.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let turn = |squares: Squares| squares.iter().map(|square| square.transposed(self.board)).collect::<Squares>();
        let discs = Discs { player: turn(self.discs.player()).bits(), opponent: turn(self.discs.opponent()).bits() };
        Self { board: self.board.transposed(), discs, side: self.side }
    }

    /// The position as a diagram: column letters above, row numbers on the left.
    #[must_use]
    pub fn diagram(&self) -> String {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let letters: String = (0..cols).map(|col| format!(" {}", char::from(b'a' + col as u8))).collect();
        let mut text = format!("  {letters}\n");
        for row in 0..rows {
            let squares = (0..cols).filter_map(|col| Square::at(self.board, row, col));
            let line: String = squares.map(|square| format!(" {}", self.symbol(square))).collect();
            text += &format!("{:2}{line}\n", row + 1);
        }
        text
    }

    /// `SQUARES SIDE`, where the board is known: the squares in row order, `X` (Black), `O` (White) or `-`, then the side to
    /// move. The alternate form `{:#}` leaves the side out. [`Position::parse`] reads it.
    pub fn without_board(&self) -> impl fmt::Display + use<> {
        WithoutBoard(*self)
    }

    /// `X`, `O` or `-`.
    fn symbol(&self, square: Square) -> char {
        self.disc(square).map_or('-', Side::symbol)
    }
}

/// `RxC SQUARES SIDE`, which [`FromStr`](std::str::FromStr) reads.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.without_board())
    }
}

/// [`Position::without_board`].
struct WithoutBoard(Position);

impl fmt::Display for WithoutBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(position) = self;
        let squares: String = position.board.all_squares().iter().map(|square| position.symbol(square)).collect();
        f.write_str(&squares)?;
        if f.alternate() { Ok(()) } else { write!(f, " {}", position.side.symbol()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_move_is_named_with_its_position_and_the_legal_ones() {
        let start = Position::start("4x4".parse().unwrap(), Start::Othello);
        let centre = Move::Place(Square::at(start.board(), 1, 1).unwrap());
        let reason = "b2 is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4";
        assert_eq!(start.play(centre).unwrap_err().to_string(), reason);
        let reason = "pass is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4";
        assert_eq!(start.pass().unwrap_err().to_string(), reason);
        let full = Discs::new(start.board().all_squares(), Squares::EMPTY).unwrap();
        let over = Position::new(start.board(), full, Side::White).unwrap();
        let reason = "pass is illegal in OOOOOOOOOOOOOOOO O; legal: none, the game is over";
        assert_eq!(over.pass().unwrap_err().to_string(), reason);
        assert_eq!((over.outcome(), over.final_score(Scoring::Discs)), (Some(Outcome::Win), Some(Score::new(16))));
    }

    #[test]
    fn discs_off_the_board_make_no_position() {
        let board: Board = "4x4".parse().unwrap();
        let off = Discs::from_bits(1 << 16, 1).unwrap();
        assert_eq!(Position::new(board, off, Side::Black), None);
    }

    #[test]
    fn a_move_off_the_board_is_illegal_wherever_its_square_is() {
        for board in Board::all() {
            let start = Position::start(board, Start::Othello);
            let legal = start.legal_moves();
            for square in (0..64).filter_map(Square::new) {
                assert_eq!(start.play(Move::Place(square)).is_ok(), legal.contains(&Move::Place(square)), "{board}");
            }
        }
    }
}
