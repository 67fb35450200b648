//! The rules of Othello.
//!
//! The side to move places a disc of its colour on an empty square such that, in at least one of the eight directions,
//! one or more discs of the other colour stand next to it without a gap, and then a disc of its own. All discs of the
//! other colour so enclosed, in every direction, are turned over. A side that has no such square passes, and must not
//! pass otherwise. When neither side has one, the game is over.

use crate::position::{BLACK, EMPTY, Position, WHITE};

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
    /// The name by which other programs know it: `discs` or `wof`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Discs => "discs",
            Self::Wof => "wof",
        }
    }

    /// The scoring of this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Discs, Self::Wof].into_iter().find(|scoring| scoring.name() == name)
    }
}

/// The eight directions as steps in row and column.
const DIRECTIONS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl Position {
    /// The discs that the side to move would turn over with a disc on this square, in row order; none if the square is
    /// taken.
    ///
    /// # Panics
    /// If the square is not on the board.
    #[must_use]
    pub fn turned(&self, row: usize, col: usize) -> Vec<(usize, usize)> {
        let place = self.place(row, col);
        let mut turned = Vec::new();
        if self.squares[place] == EMPTY {
            for step in self.steps() {
                for distance in 1..=self.enclosed(place, step) as isize {
                    let found = place.wrapping_add_signed(distance * step);
                    turned.push((found / self.stride() - 1, found % self.stride() - 1));
                }
            }
        }
        turned.sort_unstable();
        turned
    }

    /// The legal moves: the squares in row order, or only the pass if there is no square, or nothing when the game is
    /// over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let squares = self.legal_squares();
        if squares.is_empty() && self.other_side_to_move().legal_squares().is_empty() {
            return Vec::new();
        }
        if squares.is_empty() {
            return vec![Move::Pass];
        }
        squares.into_iter().map(|(row, col)| Move::Place(row, col)).collect()
    }

    /// The squares, in row order, on which the side to move may place a disc.
    #[must_use]
    pub fn legal_squares(&self) -> Vec<(usize, usize)> {
        let mut squares = self.coordinates();
        squares.retain(|&(row, col)| self.is_legal_square(row, col));
        squares
    }

    /// The position after a move, or `None` if the move is not legal.
    #[must_use]
    pub fn play(&self, chosen: Move) -> Option<Self> {
        match chosen {
            Move::Pass => self.legal_moves().contains(&Move::Pass).then(|| self.other_side_to_move()),
            Move::Place(row, col) => {
                let on_board = row < self.rows() && col < self.cols();
                (on_board && self.is_legal_square(row, col)).then(|| self.placed(row, col))
            }
        }
    }

    /// Whether neither side has a square to place a disc on.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty()
    }

    /// The score of the game for the side to move, or `None` while it is not over.
    #[must_use]
    pub fn final_score(&self, scoring: Scoring) -> Option<i32> {
        self.is_over().then(|| self.score(scoring))
    }

    /// The score of the discs as they stand, for the side to move.
    pub(crate) fn score(&self, scoring: Scoring) -> i32 {
        let (black, white) = (self.count(BLACK) as i32, self.count(WHITE) as i32);
        let empties = self.count(EMPTY) as i32;
        let wiped_out = black == 0 || white == 0;
        let extra = if scoring == Scoring::Wof || wiped_out { empties } else { 0 };
        let black_score = match black - white {
            lead @ 1.. => lead + extra,
            0 => 0,
            lead => lead - extra,
        };
        black_score * i32::from(self.side)
    }

    /// The position after a disc on a legal square.
    pub(crate) fn placed(&self, row: usize, col: usize) -> Self {
        let place = self.place(row, col);
        let mut next = self.other_side_to_move();
        for step in self.steps() {
            for distance in 0..=self.enclosed(place, step) as isize {
                next.squares[place.wrapping_add_signed(distance * step)] = self.side;
            }
        }
        next
    }

    /// The same discs, the other side to move.
    pub(crate) fn other_side_to_move(&self) -> Self {
        let mut next = self.clone();
        next.side = -self.side;
        next
    }

    fn is_legal_square(&self, row: usize, col: usize) -> bool {
        let place = self.place(row, col);
        self.squares[place] == EMPTY && self.steps().into_iter().any(|step| self.enclosed(place, step) > 0)
    }

    /// How many discs of the other side stand between a square and the next disc of the side to move
    /// in one direction: 0 if there is none, or an empty square or the border comes first.
    fn enclosed(&self, place: usize, step: isize) -> usize {
        let mut count = 0;
        let mut at = place.wrapping_add_signed(step);
        while self.squares[at] == -self.side {
            count += 1;
            at = at.wrapping_add_signed(step);
        }
        if self.squares[at] == self.side { count } else { 0 }
    }

    /// The eight directions as steps in the vector with the border.
    fn steps(&self) -> [isize; 8] {
        DIRECTIONS.map(|(down, right)| down * self.stride() as isize + right)
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
        let turned = now.turned(2, 2);
        assert_eq!(turned, [(1, 1), (1, 2), (1, 3), (2, 3), (3, 1), (3, 2), (3, 3)]);
        let next = now.play(Move::Place(2, 2)).unwrap();
        assert_eq!(next.to_string(), "X-X-X-XXX--OXXX-XXX-X-X-X O");
        assert_eq!(now.play(Move::Place(0, 0)), None);
        assert_eq!(now.play(Move::Place(5, 0)), None);
        assert_eq!(now.play(Move::Pass), None);
    }

    #[test]
    fn lines_do_not_continue_on_the_next_row() {
        let now = position(3, 4, "--OO----X--- X");
        assert!(now.turned(0, 1).is_empty());
        assert!(position(3, 4, "--OOX------- X").legal_squares().is_empty());
    }

    #[test]
    fn a_pass_is_legal_only_when_there_is_no_square_and_the_game_goes_on() {
        let now = position(3, 3, "-XO------ X");
        assert_eq!(now.legal_moves(), [Move::Pass]);
        let next = now.play(Move::Pass).unwrap();
        assert_eq!(next.to_string(), "-XO------ O");
        assert_eq!(next.legal_moves(), [Move::Place(0, 0)]);
        let end = next.play(Move::Place(0, 0)).unwrap();
        assert!(end.is_over() && end.legal_moves().is_empty());
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
