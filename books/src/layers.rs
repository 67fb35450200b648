//! Every position reachable from one start, up to a number of discs.

use std::collections::HashSet;

use solver::{CanonicalGame, Discs, Move, rules};

/// The positions by number of discs, canonical and in ascending order; only those in which the side to move can place a
/// disc. The values of passes and of finished games follow from the rules.
#[derive(Clone, Debug)]
pub struct Layers {
    /// Discs of the first layer.
    first: u32,
    layers: Vec<Vec<Discs>>,
}

/// The most positions in a layer of a book: each takes 16 bytes, and its value takes a search.
pub const MOST_POSITIONS: usize = 2_000_000;

impl Layers {
    /// The layers from a position up to `last` discs, or up to an empty one; `None` if one has more than
    /// [`MOST_POSITIONS`].
    #[must_use]
    pub fn new(game: &CanonicalGame, root: Discs, last: u32) -> Option<Self> {
        let first = root.occupied().len();
        let mut layers: Vec<Vec<Discs>> = vec![movable(game, root).into_iter().collect()];
        for _ in first..last {
            let above = layers.last().map_or(&[][..], Vec::as_slice);
            let mut layer: Vec<Discs> = above.iter().flat_map(|&discs| children(game, discs)).collect();
            layer.sort_unstable();
            layer.dedup();
            if layer.len() > MOST_POSITIONS {
                return None;
            }
            layers.push(layer);
            // No game goes on with so many discs: whatever `last` is, nothing follows.
            if layers.last().is_some_and(Vec::is_empty) {
                break;
            }
        }
        Some(Self { first, layers })
    }

    /// The layers, that of the start first.
    #[must_use]
    pub fn layers(&self) -> &[Vec<Discs>] {
        &self.layers
    }

    /// The positions with the most discs.
    #[must_use]
    pub fn last(&self) -> &[Discs] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    /// The layer of a canonical position and its place there, if it is one of them.
    #[must_use]
    pub fn find(&self, canonical: Discs) -> Option<(usize, usize)> {
        let layer = canonical.occupied().len().checked_sub(self.first)? as usize;
        let place = self.layers.get(layer)?.binary_search(&canonical).ok()?;
        Some((layer, place))
    }

    /// The places of the last layer's positions in the order in which a walk through the tree meets them, in groups
    /// with a common predecessor, so that each search helps the next one most.
    #[must_use]
    pub fn families(&self, game: &CanonicalGame) -> Vec<Vec<usize>> {
        let mut families = Vec::new();
        let mut seen: Vec<HashSet<usize>> = vec![HashSet::new(); self.layers.len()];
        let deepest = self.layers.len() - 1;
        let mut waiting: Vec<(usize, usize)> = (0..self.layers[0].len()).rev().map(|place| (0, place)).collect();
        if deepest == 0 {
            return vec![(0..self.layers[0].len()).collect()];
        }
        while let Some((layer, place)) = waiting.pop() {
            let below = children(game, self.layers[layer][place]).into_iter().filter_map(|next| self.find(next));
            let new: Vec<(usize, usize)> = below.filter(|&(layer, place)| seen[layer].insert(place)).collect();
            if layer + 1 == deepest {
                families.push(new.into_iter().map(|(_, place)| place).collect());
            } else {
                waiting.extend(new.into_iter().rev());
            }
        }
        families.retain(|family: &Vec<usize>| !family.is_empty());
        families
    }
}

/// A position in canonical form, with a side to move that can place a disc; `None` when the game is over.
fn movable(game: &CanonicalGame, discs: Discs) -> Option<Discs> {
    let can_place = |discs| rules::mobility(game.geometry(), discs) != 0;
    [discs, discs.passed()].into_iter().find(|&discs| can_place(discs)).map(|discs| game.canonical(discs))
}

/// The positions after each disc that can be placed, canonical and without duplicates.
fn children(game: &CanonicalGame, discs: Discs) -> Vec<Discs> {
    let moves = rules::moves(game.geometry(), discs).into_iter().filter(|&chosen| chosen != Move::Pass);
    let mut found: Vec<Discs> =
        moves.filter_map(|chosen| movable(game, rules::after(game.geometry(), discs, chosen))).collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use solver::{Position, Scoring, Start};

    use super::*;

    fn layers(board: &str, start: Start, last: u32) -> (CanonicalGame, Layers) {
        let root = Position::start(board.parse().unwrap(), start);
        let game = CanonicalGame::new(root.board(), Scoring::Discs);
        let layers = Layers::new(&game, root.discs(), last).unwrap();
        (game, layers)
    }

    /// All positions of a layer by plain recursion, with passes as plies of their own and symmetric images kept apart
    /// until the end.
    fn by_recursion(position: Position, last: u32, found: &mut HashSet<Discs>) {
        if position.discs().occupied().len() == last {
            let chosen = position.legal_moves();
            if chosen.iter().any(|&chosen| chosen != Move::Pass) {
                found.insert(position.discs());
            } else if let [Move::Pass] = chosen[..] {
                by_recursion(position.play(Move::Pass).unwrap(), last, found);
            }
            return;
        }
        for chosen in position.legal_moves() {
            by_recursion(position.play(chosen).unwrap(), last, found);
        }
    }

    #[test]
    fn they_hold_what_recursion_finds() {
        for (board, last) in [("4x4", 9), ("3x6", 9), ("4x5", 8), ("6x6", 8), ("8x8", 7), ("3x3", 7)] {
            for start in Start::ALL {
                let root = Position::start(board.parse().unwrap(), start);
                let (game, layers) = layers(board, start, last);
                let mut found = HashSet::new();
                by_recursion(root, last, &mut found);
                let mut found: Vec<Discs> = found.into_iter().map(|discs| game.canonical(discs)).collect();
                found.sort_unstable();
                found.dedup();
                assert_eq!(layers.last(), found, "{board} {start}");
                assert!(
                    found
                        .iter()
                        .enumerate()
                        .all(|(place, &discs)| layers.find(discs) == Some((layers.layers().len() - 1, place)))
                );
            }
        }
    }

    #[test]
    fn families_name_every_position_once() {
        for (board, last) in [("4x4", 4), ("4x4", 5), ("4x5", 9), ("6x6", 9), ("3x7", 12)] {
            let (game, layers) = layers(board, Start::Othello, last);
            let mut places: Vec<usize> = layers.families(&game).into_iter().flatten().collect();
            places.sort_unstable();
            assert_eq!(places, (0..layers.last().len()).collect::<Vec<_>>(), "{board} {last}");
        }
    }
}
