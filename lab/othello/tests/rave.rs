//! "All moves as first" in Othello searches, with playouts one after the other and in lanes.

use mcts::playout::Uniform;
use mcts::select::Rave;
use mcts::{Blind, Budget, Meter, Random, Settings, TreeSearch};
use othello::{LanePlayouts, Othello};
use solver::{Position, Scoring, Start};

#[test]
fn all_moves_as_first_count_each_playout_once_at_least_where_it_went_through() {
    let game = Othello::new("6x6".parse().unwrap(), Scoring::Discs);
    let start = Position::start(game.board(), Start::Othello).discs();
    let mut lanes = LanePlayouts::new(&game);
    for playouts_per_leaf in [1, 5, 16] {
        let settings = Settings { playouts_per_leaf, ..Settings::default() };
        let search = TreeSearch::new(&game, start, Rave { c: 0.2, k: 500.0 }, &Blind, settings);
        let meter = Meter::new(Budget::playouts(3000));
        match playouts_per_leaf {
            16 => search.work(&mut lanes, &mut Random::new(1, 0), &meter),
            _ => search.work(&mut Uniform, &mut Random::new(1, 0), &meter),
        }
        let (tree, mut later) = (search.tree(), 0);
        for id in 0..tree.len() as u32 {
            let node = tree.node(id);
            for edge in node.edges().unwrap_or_default() {
                let (own, all) = (edge.counters.visits(), edge.amaf.read().0);
                assert!((own..=node.counters.visits()).contains(&all), "{playouts_per_leaf}: {own} {all}");
                later += all - own;
            }
        }
        assert!(later > 10_000, "{playouts_per_leaf}: {later}");
    }
}
