//! All positions reachable from a start, level by level of empty squares, each symmetric class once.

use rayon::prelude::*;
use solver::rules;
use solver::{Board, Discs, Geometry, Position, Progress, Side, Squares, Start, Symmetries};

use super::Span;
use crate::error::SourceError;

/// A position and whether White is to move; Black sorts first.
type Node = (Discs, bool);

/// All positions within `span` in which a side that can be to move there has a square to play on, in canonical form,
/// sorted. The side to move is one that can be to move there, Black if both can.
///
/// # Errors
/// A level within or above the span has more than `most` positions, or `progress` was told to stop.
pub fn reachable(
    board: Board,
    start: Start,
    span: Span,
    most: usize,
    progress: &Progress,
) -> Result<Vec<Position>, SourceError> {
    let (geometry, symmetries) = (Geometry::new(board), Symmetries::new(board));
    let first = Position::start(board, start);
    let mut level: Vec<Node> = vec![(symmetries.canonical(first.discs()).0, false)];
    let mut found = Vec::new();
    for empties in (span.least..=first.empties()).rev() {
        let goes_on = |_: &Node| !progress.is_stopped();
        let passed = level.into_iter().take_while(goes_on).filter_map(|node| after_pass(&geometry, &symmetries, node));
        level = unique(passed.collect());
        if span.contains(empties) {
            let side = |is_white: bool| if is_white { Side::White } else { Side::Black };
            found.extend(level.iter().filter_map(|&(discs, is_white)| Position::new(board, discs, side(is_white))));
        }
        if empties > span.least {
            let going = level.into_par_iter().take_any_while(goes_on);
            level = unique(going.flat_map_iter(|node| successors(&geometry, &symmetries, node)).collect());
        } else {
            level = Vec::new();
        }
        // After a stop the level is incomplete.
        if progress.is_stopped() {
            return Err(SourceError::Stopped);
        }
        if level.len() > most {
            let empties = empties - 1;
            return Err(SourceError::Impossible(format!(
                "more than {most} positions with {empties} empty squares can be reached on board {board}"
            )));
        }
    }
    Ok(found)
}

/// Sorts, and keeps each position once, with Black to move if it is reached with both sides.
fn unique(mut nodes: Vec<Node>) -> Vec<Node> {
    nodes.par_sort_unstable();
    nodes.dedup_by_key(|&mut (discs, _)| discs);
    nodes
}

/// The node itself if its side has a square to play on, the other side's after a pass, none if the game is over.
fn after_pass(geometry: &Geometry, symmetries: &Symmetries, (discs, is_white): Node) -> Option<Node> {
    if rules::mobility(geometry, discs) != 0 {
        return Some((discs, is_white));
    }
    let passed = discs.passed();
    (rules::mobility(geometry, passed) != 0).then(|| (symmetries.canonical(passed).0, !is_white))
}

fn successors<'a>(
    geometry: &'a Geometry,
    symmetries: &'a Symmetries,
    (discs, is_white): Node,
) -> impl Iterator<Item = Node> + 'a {
    Squares::from_bits(rules::mobility(geometry, discs)).iter().map(move |square| {
        let next = rules::placed(geometry, discs, square);
        (symmetries.canonical(next).0, !is_white)
    })
}
