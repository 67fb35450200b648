//! The perfect line: from proven bounds to a whole game.

use super::inquiry::Inquiry;
use super::kernel::Kernel;
use super::searcher::Effort;
use crate::position::{Move, Position};
use crate::rules;
use crate::score::{Bounds, Score};

/// Follows best moves to the end of the game. With an exact value every position of the line has it;
/// with an outcome only, the side that wins or draws keeps that, and the other plays its best guess.
///
/// Returns the moves and the final position; `None` if the search was stopped.
pub(super) fn follow<I: Kernel>(
    inquiry: &mut Inquiry<'_, I>,
    root: Position,
    bounds: Bounds,
) -> Option<(Vec<Move>, Position)> {
    let geometry = inquiry.shared.geometry;
    let mut position = root;
    let mut bounds = bounds;
    let mut line = Vec::new();
    while !rules::is_over(geometry, position.discs) {
        let before = inquiry.nodes();
        let chosen = keeping_move(inquiry, position, target(bounds))?;
        inquiry.keep(position.discs, bounds, Some(chosen), inquiry.nodes() - before);
        position = rules::play(geometry, position, chosen);
        line.push(chosen);
        bounds = after(bounds, geometry.squares());
    }
    Some((line, position))
}

/// What is proven of the position after a move that keeps the [`target`], seen from the other side: all
/// that is known of an exact value; of an outcome only that the winner still wins.
fn after(bounds: Bounds, squares: u32) -> Bounds {
    match bounds.exact() {
        Some(value) => Bounds::at(-value),
        None if bounds.lower > 0 => Bounds { lower: -bounds.upper, upper: -1 },
        None => Bounds { lower: -bounds.upper, upper: squares as Score },
    }
}

/// What the side to move must reach: its exact value, or the least that keeps its outcome.
fn target(bounds: Bounds) -> Score {
    match bounds.exact() {
        Some(value) => value,
        None if bounds.lower > 0 => 1,
        None => Score::MIN,
    }
}

/// A move after which the side to move still reaches `target`; the table's move is tried first.
fn keeping_move<I: Kernel>(inquiry: &mut Inquiry<'_, I>, position: Position, target: Score) -> Option<Move> {
    let geometry = inquiry.shared.geometry;
    let mut moves = rules::moves(geometry, position.discs);
    if let Some(best) = inquiry.best_known(position.discs)
        && let Some(index) = moves.iter().position(|&candidate| candidate == best)
    {
        moves[..=index].rotate_right(1);
    }
    for &chosen in &moves {
        if moves.len() == 1 || target == Score::MIN {
            return Some(chosen);
        }
        let child = rules::play(geometry, position, chosen);
        if -inquiry.known(child.discs).upper >= target {
            return Some(chosen);
        }
        if -inquiry.null_window(child.discs, -target, Effort::UNLIMITED)? >= target {
            return Some(chosen);
        }
    }
    unreachable!("a position reaches its value by one of its moves: {position:?}, {target}")
}
