//! The rules of Othello.
//!
//! The side to move places a disc of its colour on an empty square such that, in at least one of the eight directions,
//! one or more discs of the other colour stand next to it without a gap, and then a disc of its own. All discs of the
//! other colour so enclosed, in every direction, are turned over. A side that has no such square passes, and must not
//! pass otherwise. When neither side has one, the game is over.

use crate::position::Position;

/// What the side to move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Places a disc on the square of this row and column, both from 0.
    Place(usize, usize),
    /// Leaves the move to the other side.
    Pass,
}

/// Who gets the squares that are empty at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Nobody; but after a wipe-out, when one side has no disc left, the winner.
    Discs,
    /// The winner; nobody after a draw.
    Wof,
}

impl Scoring {
    /// Both scorings; the place is the number in a certificate.
    pub const ALL: [Self; 2] = [Self::Discs, Self::Wof];

    /// The name by which other programs know it: `discs` or `wof`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Discs => "discs",
            Self::Wof => "wof",
        }
    }

    /// The scoring of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scoring| scoring.name() == name)
    }
}

/// The eight directions as steps in row and column.
const DIRECTIONS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl Position {
    /// The set of the discs that the side to move would turn over with a disc on this square; none if it is taken.
    ///
    /// # Panics
    /// If the square is not on the board.
    pub fn turned(&self, row: usize, col: usize) -> u64 {
        if (self.own | self.other) & self.bit(row, col) != 0 {
            return 0;
        }
        DIRECTIONS.into_iter().fold(0, |turned, step| turned | self.enclosed(row, col, step))
    }

    /// The discs of the other side between a square and the next disc of the side to move in one direction: none if an
    /// empty square or the border comes first.
    fn enclosed(&self, mut row: usize, mut col: usize, (down, right): (isize, isize)) -> u64 {
        let mut passed = 0;
        loop {
            // Above the first row and before the first column, numbers wrap to large ones.
            (row, col) = (row.wrapping_add_signed(down), col.wrapping_add_signed(right));
            if row >= self.rows() || col >= self.cols() {
                return 0;
            }
            let square = self.bit(row, col);
            if self.own & square != 0 {
                return passed;
            }
            if self.other & square == 0 {
                return 0;
            }
            passed |= square;
        }
    }

    /// The set of the squares on which the side to move may place a disc.
    pub fn legal_squares(&self) -> u64 {
        let empty = self.members(self.all() & !(self.own | self.other));
        let legal = empty.filter(|square| self.turned(square / self.cols(), square % self.cols()) != 0);
        legal.fold(0, |set, square| set | 1 << square)
    }

    /// The legal moves: the squares in row order, or only the pass if there is no square, or nothing when the game is
    /// over.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.legal_squares() {
            0 if self.passed().legal_squares() == 0 => Vec::new(),
            0 => vec![Move::Pass],
            set => self.members(set).map(|square| Move::Place(square / self.cols(), square % self.cols())).collect(),
        }
    }

    /// The position after a move, or `None` if the move is not legal.
    pub fn play(&self, chosen: Move) -> Option<Self> {
        match chosen {
            Move::Pass => (self.legal_moves() == [Move::Pass]).then(|| self.passed()),
            Move::Place(row, col) if row < self.rows() && col < self.cols() => {
                let (turned, mut next) = (self.turned(row, col), self.passed());
                next.own &= !turned;
                next.other |= turned | self.bit(row, col);
                (turned != 0).then_some(next)
            }
            Move::Place(..) => None,
        }
    }

    /// The positions after every move, a pass too: first those in which the other side can place on fewer squares, and
    /// of several such those after a move on a lower square.
    pub fn successors(&self) -> Vec<Self> {
        let mut next: Vec<Self> = self.legal_moves().into_iter().filter_map(|chosen| self.play(chosen)).collect();
        next.sort_by_cached_key(|next| next.legal_squares().count_ones());
        next
    }

    /// Whether neither side has a square to place a disc on.
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty()
    }

    /// The score of the game for the side to move, or `None` while it is not over.
    pub fn final_score(&self, scoring: Scoring) -> Option<i32> {
        self.is_over().then(|| self.score(scoring))
    }

    /// The score of the discs as they stand, for the side to move.
    pub fn score(&self, scoring: Scoring) -> i32 {
        let lead = self.own.count_ones() as i32 - self.other.count_ones() as i32;
        let has_extra = scoring == Scoring::Wof || self.own == 0 || self.other == 0;
        if has_extra { lead + lead.signum() * self.empties() as i32 } else { lead }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(rows: usize, cols: usize, text: &str) -> Position {
        Position::parse(rows, cols, text).unwrap()
    }

    #[test]
    fn a_disc_turns_every_enclosed_line_and_nothing_else() {
        // All eight directions from the centre; the line to the left ends at an empty square.
        let now = position(5, 5, "X-X-X-OOO--O-OX-OOO-X-X-X X");
        let turned = [(1, 1), (1, 2), (1, 3), (2, 3), (3, 1), (3, 2), (3, 3)];
        assert_eq!(now.turned(2, 2), turned.iter().fold(0, |set, &(row, col)| set | now.bit(row, col)));
        let next = now.play(Move::Place(2, 2)).unwrap();
        assert_eq!(next.to_string(), "X-X-X-XXX--OXXX-XXX-X-X-X O");
        assert_eq!(now.play(Move::Place(0, 0)), None);
        assert_eq!(now.play(Move::Place(5, 0)), None);
        assert_eq!(now.play(Move::Pass), None);
    }

    #[test]
    fn lines_do_not_continue_on_the_next_row() {
        let now = position(3, 4, "--OO----X--- X");
        assert_eq!(now.turned(0, 1), 0);
        assert_eq!(position(3, 4, "--OOX------- X").legal_squares(), 0);
    }

    #[test]
    fn a_pass_is_legal_only_when_there_is_no_square_and_the_game_goes_on() {
        let now = position(3, 3, "-XO------ X");
        assert_eq!(now.legal_moves(), [Move::Pass]);
        let next = now.play(Move::Pass).unwrap();
        assert_eq!(now.successors(), [next]);
        assert_eq!(next.to_string(), "-XO------ O");
        assert_eq!(next.legal_moves(), [Move::Place(0, 0)]);
        let end = next.play(Move::Place(0, 0)).unwrap();
        assert!(end.is_over() && end.legal_moves().is_empty() && end.successors().is_empty());
        assert_eq!(end.play(Move::Pass), None);
        assert_eq!(end.final_score(Scoring::Discs), Some(-9));
        assert_eq!(next.final_score(Scoring::Discs), None);
    }

    #[test]
    fn the_winner_gets_the_empties_by_wof_and_after_a_wipe_out() {
        let scores =
            |text: &str| [Scoring::Discs, Scoring::Wof].map(|scoring| position(3, 3, text).final_score(scoring));
        assert_eq!(scores("XX-X----O X"), [Some(2), Some(7)]);
        assert_eq!(scores("XX-X----O O"), [Some(-2), Some(-7)]);
        assert_eq!(scores("XX-----OO O"), [Some(0), Some(0)]);
        assert_eq!(scores("OOO------ X"), [Some(-9), Some(-9)]);
        assert_eq!(scores("--------- X"), [Some(0), Some(0)]);
        assert_eq!(scores("XXXXXOOOO O"), [Some(-1), Some(-1)]);
    }
}
