//! Positions as the moves that lead to them from the root.
//!
//! A move is written as its index among the legal ones, in the order of [`Game::moves`], so games need no serialisation.
//! Numbers are in LEB128: one byte for the first 128 moves.

use mcts::Game;
use mcts::random::mix;

/// A position at the end of a path.
#[derive(Debug)]
pub(crate) struct Place<G: Game> {
    pub(crate) state: G::State,
    pub(crate) key: u64,
}

/// Writes the path with one more move.
pub(crate) fn longer(path: &[u8], number: usize, bytes: &mut Vec<u8>) {
    bytes.clear();
    bytes.extend_from_slice(path);
    let mut rest = number;
    while rest >= 0x80 {
        bytes.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    bytes.push(rest as u8);
}

/// Number of moves of a path.
pub(crate) fn length(path: &[u8]) -> usize {
    path.iter().filter(|&&byte| byte < 0x80).count()
}

/// Takes the first move off a path; `None` if no number begins there.
fn first(path: &mut &[u8]) -> Option<usize> {
    let (mut number, mut shift) = (0usize, 0);
    loop {
        let (&byte, rest) = path.split_first()?;
        *path = rest;
        number |= usize::from(byte & 0x7f).checked_shl(shift).filter(|_| shift < 28)?;
        if byte < 0x80 {
            return Some(number);
        }
        shift += 7;
    }
}

/// The key of a node: a hash of its position in a graph, of the path to it in a tree.
pub(crate) fn key<G: Game>(game: &G, is_graph: bool, parent: u64, number: usize, state: &G::State) -> u64 {
    if is_graph { game.hash(state) } else { tree_key(parent, number) }
}

fn tree_key(parent: u64, number: usize) -> u64 {
    mix(parent.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (number as u64 + 1))
}

/// Visits the keys of the nodes on a path in a tree, from the root's child on; `None` if the bytes are no path. Does not
/// check that the moves are legal.
pub(crate) fn tree_keys(root: u64, mut path: &[u8], mut visit: impl FnMut(u64)) -> Option<()> {
    let mut key = root;
    while !path.is_empty() {
        key = tree_key(key, first(&mut path)?);
        visit(key);
    }
    Some(())
}

/// The root.
pub(crate) fn root<G: Game>(game: &G, state: &G::State) -> Place<G> {
    Place { state: state.clone(), key: game.hash(state) }
}

/// Follows a path from the root; `None` if there is no such path.
pub(crate) fn follow<G: Game>(game: &G, root: &Place<G>, is_graph: bool, mut path: &[u8]) -> Option<Place<G>> {
    let mut place = Place { state: root.state.clone(), key: root.key };
    let mut moves = Vec::new();
    while !path.is_empty() {
        let number = first(&mut path)?;
        moves.clear();
        game.moves(&place.state, &mut moves);
        let state = game.apply(&place.state, *moves.get(number)?);
        place = Place { key: key(game, is_graph, place.key, number, &state), state };
    }
    Some(place)
}

#[cfg(test)]
mod tests {
    use mcts::games::{ArtificialTree, TicTacToe};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_path_leads_where_its_moves_lead(numbers in proptest::collection::vec(0usize..200, 0..6)) {
            let tree = ArtificialTree::new(3, 200, 9);
            let start = root(&tree, &tree.root());
            let (mut path, mut state, mut key_of) = (Vec::new(), tree.root(), start.key);
            for (plies, number) in numbers.into_iter().enumerate() {
                let before = std::mem::take(&mut path);
                longer(&before, number, &mut path);
                prop_assert_eq!(length(&path), plies + 1);
                state = tree.apply(&state, number as u8);
                key_of = key(&tree, false, key_of, number, &state);
            }
            let place = follow(&tree, &start, false, &path).unwrap();
            prop_assert_eq!((place.state, place.key), (state, key_of));
            prop_assert_eq!(follow(&tree, &start, true, &path).unwrap().key, tree.hash(&state));
        }

        #[test]
        fn bytes_that_are_no_path_lead_nowhere(path in proptest::collection::vec(any::<u8>(), 0..12)) {
            let start = root(&TicTacToe, &Default::default());
            let _ = follow(&TicTacToe, &start, true, &path);
            let wrong = [path, vec![0x80]].concat();
            prop_assert!(follow(&TicTacToe, &start, true, &wrong).is_none());
        }
    }
}
