//! Positions and games of files, which [`solver::read`] reads.

use solver::read::{self, Fault, Game};
use solver::{Board, Move, Position, Start};

use crate::sources::Span;

/// The positions and games of a file. All must be on `board`; games that give no start position begin with `start`.
#[must_use]
pub fn read(bytes: &[u8], board: Board, start: Start) -> Vec<Result<Game, Fault>> {
    let is_wanted = |game: Game| {
        let (found, line) = (game.start.board(), Some(game.line));
        let why = || format!("it is on board {found}, {board} is wanted");
        if found == board { Ok(game) } else { Err(Fault { line, game: None, why: why() }) }
    };
    read::games(bytes, Some(Position::start(board, start))).into_iter().map(|read| read.and_then(is_wanted)).collect()
}

/// The positions within a span of empty squares, in the order of the file. From games, only those in which the side to move
/// has a square to play on.
#[must_use]
pub fn positions(games: &[Game], span: Option<Span>) -> Vec<Position> {
    let is_wanted = |position: &Position| span.is_none_or(|span| span.contains(position.empties()));
    let has_choice = |position: &Position| matches!(position.legal_moves()[..], [Move::Place(_), ..]);
    let of_game = |game: &Game| {
        let mut positions = game.positions();
        positions.retain(|position| is_wanted(position) && (game.moves.is_empty() || has_choice(position)));
        positions
    };
    games.iter().flat_map(of_game).collect()
}
