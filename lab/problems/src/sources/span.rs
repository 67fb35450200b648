//! Numbers of empty squares.

use serde::{Deserialize, Serialize};
use solver::Board;

use crate::error::PlanError;

/// A range of numbers of empty squares, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[u32; 2]", into = "[u32; 2]")]
pub struct Span {
    /// The fewest.
    pub least: u32,
    /// The most.
    pub most: u32,
}

impl From<[u32; 2]> for Span {
    fn from([least, most]: [u32; 2]) -> Self {
        Self { least, most }
    }
}

impl From<Span> for [u32; 2] {
    fn from(Span { least, most }: Span) -> Self {
        [least, most]
    }
}

impl Span {
    /// A range of empty squares, for positions that have a move.
    ///
    /// # Errors
    /// No position of an unfinished game on the board has so few, or so many.
    pub fn of_empties(least: u32, most: u32, board: Board) -> Result<Self, PlanError> {
        check("empties", (least, most), (1, discs_placed(board)), board)?;
        Ok(Self { least, most })
    }

    /// A range of discs placed since the start.
    ///
    /// # Errors
    /// No game on the board continues after so many.
    pub fn of_plies(first: u32, last: u32, board: Board) -> Result<Self, PlanError> {
        let all = discs_placed(board);
        check("ply", (first, last), (0, all - 1), board)?;
        Ok(Self { least: all - last, most: all - first })
    }

    /// Whether a number of empty squares is in the range.
    #[must_use]
    pub fn contains(self, empties: u32) -> bool {
        (self.least..=self.most).contains(&empties)
    }
}

/// Number of discs placed in a game that fills the board.
fn discs_placed(board: Board) -> u32 {
    board.squares() - 4
}

fn check(what: &str, (from, to): (u32, u32), (least, most): (u32, u32), board: Board) -> Result<(), PlanError> {
    if (least..=most).contains(&from) && (least..=most).contains(&to) {
        return Ok(());
    }
    let given = if from == to { from.to_string() } else { format!("{from}-{to}") };
    Err(PlanError::Impossible(format!("{what} {given} is impossible on board {board}: it is from {least} to {most}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_and_empties_are_two_sides_of_one_thing() {
        let board = "4x4".parse().unwrap();
        assert_eq!(Span::of_empties(2, 4, board), Ok(Span { least: 2, most: 4 }));
        assert_eq!(Span::of_plies(8, 10, board), Ok(Span { least: 2, most: 4 }));
        assert_eq!(
            Span::of_empties(0, 4, board).unwrap_err().to_string(),
            "empties 0-4 is impossible on board 4x4: it is from 1 to 12"
        );
        assert_eq!(
            Span::of_plies(12, 12, board).unwrap_err().to_string(),
            "ply 12 is impossible on board 4x4: it is from 0 to 11"
        );
    }
}
