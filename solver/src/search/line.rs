//! The perfect line: from proven bounds to a whole game.

use super::kernel::Kernel;
use super::root_search::RootSearch;
use super::searcher::Effort;
use rules::moves::Move;
use rules::position::Position;
use rules::score::{Bounds, Score};

/// Why there is no line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Halt {
    /// The search was stopped.
    Stopped,
    /// None of the position's moves reaches its known value.
    Contradiction(Position),
}

/// Follows best moves to the end of the game, or for at most `plies` plies. If the value is exact, every position of
/// the line has it; if only the outcome is known, the winner keeps it, and the other side plays its best guess.
///
/// Returns the moves and the position after them.
///
/// # Errors
/// The search was stopped, or the known bounds are false.
pub(super) fn follow<I: Kernel>(
    root_search: &mut RootSearch<'_, I>,
    root: Position,
    bounds: Bounds,
    plies: usize,
) -> Result<(Vec<Move>, Position), Halt> {
    let squares = root.board().squares();
    let mut position = root;
    let mut bounds = verified(bounds, squares);
    let mut line = Vec::new();
    while !position.is_over() && line.len() < plies {
        let before = root_search.nodes();
        let chosen = keeping_move(root_search, position, bounds.lower)?;
        root_search.keep(position.discs(), bounds, Some(chosen), root_search.nodes() - before);
        position = after(position, chosen);
        line.push(chosen);
        bounds = verified(bounds.negated(), squares);
    }
    Ok((line, position))
}

/// What each move of a line must prove: an exact value or, if only the outcome is known, that the winner wins.
fn verified(bounds: Bounds, squares: u32) -> Bounds {
    match bounds.exact() {
        Some(_) => bounds,
        None if bounds.lower > Score::DRAW => Bounds { lower: Score::new(1), ..bounds },
        None => Bounds { lower: Bounds::unknown(squares).lower, ..bounds },
    }
}

/// A move after which the side to move still reaches `target`: the best known move if it is known to keep it, else any
/// other that is known to, else the first that a search finds.
pub(super) fn keeping_move<I: Kernel>(
    root_search: &mut RootSearch<'_, I>,
    position: Position,
    target: Score,
) -> Result<Move, Halt> {
    let mut moves = position.legal_moves();
    if let Some(best) = root_search.best_known(position.discs())
        && let Some(index) = moves.iter().position(|&candidate| candidate == best)
    {
        moves[..=index].rotate_right(1);
    }
    let child = |chosen: Move| after(position, chosen).discs();
    let is_known = |&&chosen: &&Move| -root_search.known(child(chosen)).upper >= target;
    if let Some(&chosen) = moves.iter().find(is_known) {
        return Ok(chosen);
    }
    for &chosen in &moves {
        let value = root_search.null_window(child(chosen), -target.discs(), Effort::UNLIMITED).ok_or(Halt::Stopped)?;
        if -value >= target.discs() {
            return Ok(chosen);
        }
    }
    Err(Halt::Contradiction(position))
}

/// The position after one of its legal moves.
fn after(position: Position, chosen: Move) -> Position {
    position.play(chosen).expect("the move is one of the legal ones")
}
