//! A search's own fields in nodes and jobs, and "all moves as first", which is built on them.

use std::time::Duration;

use mcts::games::{ArtificialTree, TicTacToe};
use mcts::parallel::{Scheme, Task};
use mcts::playout::{AmafTally, Uniform};
use mcts::select::{Rave, Ucb1};
use mcts::{Blind, Budget, Game, Settings, Sums};
use othello::Othello;
use serde::{Deserialize, Serialize};
use solver::notation::{parse_moves, play_moves};
use solver::{Position, Scoring, Start};
use tds::{Checkpoint, Fields, Options, search, search_with};
use tempfile::TempDir;

/// How deep the tree is below each node, and how many playouts began at which depth: a census of leaves.
struct Depth;

/// The results of the descents through a node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Census {
    /// Leaves by their depth below the root.
    leaves: Vec<u64>,
    /// Sum of the squared numbers of the moves followed from here.
    followed: u64,
}

impl Census {
    fn add(&mut self, depth: usize, playouts: u64) {
        if self.leaves.len() <= depth {
            self.leaves.resize(depth + 1, 0);
        }
        self.leaves[depth] += playouts;
    }

    fn total(&self) -> u64 {
        self.leaves.iter().sum()
    }
}

impl<G: Game> Fields<G> for Depth {
    type Node = Census;
    /// Plies from the root.
    type Search = u32;
    /// Leaves: depth and playouts.
    type Report = Vec<(u32, u32)>;

    fn name(&self) -> String {
        "a census of leaves".to_owned()
    }

    fn search(&self, _game: &G, depth: &u32, _node: &Census, _chosen: G::Move) -> u32 {
        depth + 1
    }

    fn leaf(&self, _: &G, &depth: &u32, node: Option<&mut Census>, sums: Sums, _: &AmafTally) -> Vec<(u32, u32)> {
        if let Some(node) = node {
            node.add(depth as usize, sums.playouts.into());
        }
        vec![(depth, sums.playouts)]
    }

    fn back_up(
        &self,
        _game: &G,
        _depth: &u32,
        node: &mut Census,
        moves: impl ExactSizeIterator<Item = G::Move> + Clone,
        chosen: usize,
        report: Vec<(u32, u32)>,
    ) -> Vec<(u32, u32)> {
        assert!(chosen < moves.len());
        report.iter().for_each(|&(depth, playouts)| node.add(depth as usize, playouts.into()));
        node.followed += (chosen * chosen) as u64;
        report
    }

    fn join(&self, earlier: &mut Vec<(u32, u32)>, later: Vec<(u32, u32)>) {
        earlier.extend(later);
    }
}

fn task<'a, G: Game, S>(game: &'a G, state: G::State, select: S, playouts: u64) -> Task<'a, G, S, Blind> {
    let (settings, budget) = (Settings::default(), Budget::playouts(playouts));
    Task { game, state, select, evaluation: &Blind, settings, budget, seed: 3 }
}

#[test]
fn the_root_hears_of_every_playout_however_many_ranks_there_are() {
    let tree = ArtificialTree::new(7, 3, 9);
    let mut deepest = Vec::new();
    for ranks in [1, 2, 5] {
        for allowance in [1, 16] {
            let options = Options { allowance, ..Options::new(ranks) };
            let task = task(&tree, tree.root(), Ucb1 { c: 0.5 }, 5000);
            let (found, census) = search_with(&task, ranks, Duration::ZERO, &options, Depth, |_| Uniform).unwrap();
            assert_eq!((found.searched.playouts, census.total()), (5000, 5000), "{ranks} ranks");
            // Three moves everywhere: every depth above the deepest has playouts of its own.
            assert!(census.leaves[1..].iter().all(|&count| count > 0) && census.leaves[0] == 0, "{census:?}");
            assert!(census.leaves.len() <= 10 && census.followed > 0);
            deepest.push(census.leaves.len());
        }
    }
    assert!(deepest.iter().all(|&depth| depth.abs_diff(deepest[0]) <= 1), "{deepest:?}");
}

#[test]
fn own_fields_change_nothing_of_the_search() {
    let task = task(&TicTacToe, Default::default(), Rave { c: 0.2, k: 300.0 }, 3000);
    let plain = search(&task, 1, Duration::ZERO, &Options::new(1), |_| Uniform).unwrap();
    let (found, census) = search_with(&task, 1, Duration::ZERO, &Options::new(1), Depth, |_| Uniform).unwrap();
    assert_eq!(found.searched.moves, plain.searched.moves);
    assert_eq!(census.total(), 3000);
}

#[test]
fn own_fields_are_saved_with_the_tree_and_follow_the_nodes_to_other_homes() {
    let (tree, directory) = (ArtificialTree::new(2, 4, 6), TempDir::new().unwrap());
    let options = |ranks| {
        let (directory, every, label) = (directory.path().to_owned(), Duration::from_secs(3600), "leaves".to_owned());
        let checkpoint = Some(Checkpoint { directory, every, label, former_labels: Vec::new() });
        Options { checkpoint, ..Options::new(ranks) }
    };
    for (ranks, playouts) in [(2, 800), (2, 1500), (3, 2400), (1, 3000)] {
        let task = task(&tree, tree.root(), Ucb1 { c: 0.5 }, playouts);
        let (found, census) = search_with(&task, ranks, Duration::ZERO, &options(ranks), Depth, |_| Uniform).unwrap();
        assert!(playouts == 800 || found.resumed > 0);
        assert_eq!((found.searched.playouts, census.total()), (playouts, playouts));
    }
    // A search without these fields is another one.
    let task = task(&tree, tree.root(), Ucb1 { c: 0.5 }, 4000);
    let error = search(&task, 1, Duration::ZERO, &options(1), |_| Uniform).unwrap_err().to_string();
    assert!(error.contains("a census of leaves"), "{error}");
}

#[test]
fn all_moves_as_first_goes_on_from_a_checkpoint() {
    let game = Othello::new("4x5".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs();
    let directory = TempDir::new().unwrap();
    let options = |ranks| {
        let (directory, every, label) = (directory.path().to_owned(), Duration::from_secs(3600), "rave".to_owned());
        let checkpoint = Some(Checkpoint { directory, every, label, former_labels: Vec::new() });
        Options { checkpoint, ..Options::new(ranks) }
    };
    let select = Rave { c: 0.2, k: 500.0 };
    // One rank saves and resumes exactly as if it had not been stopped.
    let whole = search(&task(&game, state, select, 4000), 1, Duration::ZERO, &Options::new(1), |_| Uniform).unwrap();
    let half = search(&task(&game, state, select, 2000), 1, Duration::ZERO, &options(1), |_| Uniform).unwrap();
    let rest = search(&task(&game, state, select, 4000), 1, Duration::ZERO, &options(1), |_| Uniform).unwrap();
    assert_eq!((half.searched.playouts, rest.resumed), (2000, 2000));
    assert_eq!(rest.searched.moves, whole.searched.moves);
    // Three ranks resume with the same tree.
    let more = search(&task(&game, state, select, 9000), 3, Duration::ZERO, &options(3), |_| Uniform).unwrap();
    assert_eq!((more.resumed, more.searched.playouts), (4000, 9000));
}

#[test]
fn all_moves_as_first_is_in_effect_on_several_ranks() {
    let (rave, plain) = (Rave { c: 0.2, k: 3000.0 }, Rave { c: 0.2, k: 0.0 });
    let game = Othello::new("6x6".parse().unwrap(), Scoring::Discs);
    let start = Position::start(game.board(), Start::Othello);
    let moves = parse_moves(game.board(), "c2b4c5d2").unwrap();
    let state = play_moves(start, &moves).unwrap().discs();
    // The largest share of playouts that any move gets, averaged over seeds.
    let share = |select: &Rave, ranks: usize| {
        let of = |seed| {
            let task = Task { seed, ..task(&game, state, *select, 1000) };
            let moves = if ranks == 0 {
                mcts::parallel::search(&task, Scheme::SINGLE, |_| Uniform).moves
            } else {
                search(&task, ranks, Duration::ZERO, &Options::new(ranks), |_| Uniform).unwrap().searched.moves
            };
            f64::from(moves.iter().map(|one| one.statistics.visits).max().unwrap()) / 1000.0
        };
        (0..20).map(of).sum::<f64>() / 20.0
    };
    let (own, others, without) = (share(&rave, 0), share(&rave, 4), share(&plain, 0));
    assert!((own - others).abs() < 0.08, "{own} and {others}");
    assert!((own - without).abs() > 0.12, "{own} and {without}: no test of anything");
}
