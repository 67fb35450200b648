//! Published results that a certificate can confirm.

use solver::{Board, BoardError, Position, Score, Scoring, Start};

/// What was published about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// Who and when.
    pub source: &'static str,
    /// `ROWSxCOLUMNS`.
    pub board: &'static str,
    /// The start.
    pub start: Start,
    /// Who receives the empties.
    pub scoring: Scoring,
    /// Discs of both sides at the end of a perfect game.
    pub black: u32,
    /// See `black`.
    pub white: u32,
}

/// J. Feinstein, "Amenor wins world 6x6 championships!", British Othello Federation newsletter, July 1993: Black 16, White
/// 20.
pub const FEINSTEIN: Published = Published {
    source: "Feinstein (1993)",
    board: "6x6",
    start: Start::Othello,
    scoring: Scoring::Discs,
    black: 16,
    white: 20,
};

impl Published {
    /// The value for Black, who is to move.
    #[must_use]
    pub fn value(&self) -> Score {
        Score::new(self.black as i32 - self.white as i32)
    }

    /// The first position.
    ///
    /// # Errors
    /// [`Published::board`] is not a board.
    pub fn position(&self) -> Result<Position, BoardError> {
        Ok(Position::start(self.board.parse::<Board>()?, self.start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feinstein_says_that_white_wins_by_four() {
        assert_eq!(FEINSTEIN.value(), Score::new(-4));
        assert_eq!(FEINSTEIN.position().unwrap().empties(), 32);
    }
}
