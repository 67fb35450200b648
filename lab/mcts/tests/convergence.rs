//! With enough playouts every variant finds a best move; with proofs the search knows the value.

use mcts::Blind;
use mcts::games::{ArtificialTree, TicTacToe};
use support::all_ways;

mod support;

#[test]
fn tic_tac_toe_is_played_without_a_mistake() {
    let game = TicTacToe;
    // The start; a corner, which only the centre answers; a threat; a fork to prevent; two immediate wins.
    for (player, opponent) in [(0, 0), (0, 0o001), (0o020, 0o003), (0o020, 0o401), (0o021, 0o012)] {
        all_ways(&game, &[player, opponent], &Blind, 20_000);
    }
}

#[test]
fn artificial_trees_are_searched_to_their_best_move() {
    for seed in 0..5 {
        let tree = ArtificialTree::new(seed, 4, 5);
        all_ways(&tree, &tree.root(), &Blind, 30_000);
    }
}
