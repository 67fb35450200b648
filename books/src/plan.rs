//! What a book is about.

use std::fmt;

use solver::{Board, CanonicalGame, Discs, Position, Scoring, Start};

/// Which positions a book holds, and under which scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The board, in landscape (see [`Board::landscape`]).
    pub board: Board,
    /// Where the games begin.
    pub start: Start,
    /// Who receives the empties.
    pub scoring: Scoring,
    /// The most discs of its positions.
    pub discs: u32,
}

impl Plan {
    /// The same book in landscape: a transposed game has the same values.
    #[must_use]
    pub fn in_landscape(self) -> Self {
        if self.board.is_landscape() {
            return self;
        }
        let start = match self.start {
            Start::Othello => Start::Othello,
            Start::Reversi => Start::ReversiRows,
            Start::ReversiRows => Start::Reversi,
        };
        Self { board: self.board.landscape(), start, ..self }
    }

    /// The rules of its game.
    #[must_use]
    pub fn game(&self) -> CanonicalGame {
        CanonicalGame::new(self.board, self.scoring)
    }

    /// The discs of the start.
    #[must_use]
    pub fn root(&self) -> Discs {
        Position::start(self.board, self.start).discs()
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, scoring {}, up to {} discs", self.board, self.start, self.scoring, self.discs)
    }
}
