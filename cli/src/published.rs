//! Published results that can be verified.

use solver::{Scoring, Start};

/// What was published of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Published {
    /// Who and when.
    pub(crate) source: &'static str,
    /// `ROWSxCOLUMNS`.
    pub(crate) board: &'static str,
    /// The start.
    pub(crate) start: Start,
    /// Who receives the empties.
    pub(crate) scoring: Scoring,
    /// Discs of both sides at the end of a perfect game.
    pub(crate) black: u32,
    /// See `black`.
    pub(crate) white: u32,
    /// Name of the certificate unless told otherwise.
    pub(crate) file: &'static str,
}

/// J. Feinstein, "Amenor wins world 6x6 championships!", British Othello Federation newsletter, July 1993: Black 16, White
/// 20.
pub(crate) const FEINSTEIN: Published = Published {
    source: "Feinstein (1993)",
    board: "6x6",
    start: Start::Othello,
    scoring: Scoring::Discs,
    black: 16,
    white: 20,
    file: "feinstein.cert",
};

impl Published {
    /// The value for Black, who is to move.
    pub(crate) fn value(&self) -> i32 {
        self.black as i32 - self.white as i32
    }
}
