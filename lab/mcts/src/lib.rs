//! Monte-Carlo tree search for any two-player game, built from interchangeable parts.
//!
//! A [`TreeSearch`] combines a [`Game`], a [`select`] formula, a [`playout`] policy and [`Settings`]; [`parallel`] searches
//! with several threads. [`game`] states, once, from which side's perspective numbers are given.
//!
//! | Module | Contents |
//! | --- | --- |
//! | [`game`] | the trait of a game: all that a search needs to know about one |
//! | [`games`] | tic-tac-toe and artificial trees, for testing and measuring searches |
//! | [`select`] | formulas: UCB1, UCB1-TUNED, RAVE, UCT+, PUCT |
//! | [`playout`] | policies: uniformly random, ε-greedy, cut off after some plies |
//! | [`evaluate`] | what formulas and policies may ask of an evaluation |
//! | [`reward`] | rewards from scores, and sums of rewards that many threads add to |
//! | [`bounds`] | proven bounds on values (MCTS-Solver) |
//! | [`tree`] | nodes, edges and transpositions, without locks on the way down |
//! | [`step`] | what a search does at one node, wherever the nodes are stored |
//! | [`tree_search`] | the search itself: descend, expand, back up |
//! | [`settings`], [`budget`], [`final_move`] | the settings common to all searches, how long one may take, which move to play |
//! | [`parallel`] | tree, root and leaf parallelization, and how independent trees agree on a move |
//! | [`baselines`] | players without a tree, for comparison: random moves, flat Monte Carlo |
//! | [`measure`] | how certain a measured number is: 95 % intervals |
//! | [`random`] | random numbers that depend only on a seed |
//!
//! The crate is pure: no files, no terminal, no game that people play. Othello is in the crate `othello`, search on many
//! machines in `tds`.
//!
//! # Your own game
//!
//! Nim: the player who takes the last match wins.
//!
//! ```
//! use mcts::playout::Uniform;
//! use mcts::random::mix;
//! use mcts::select::Ucb1;
//! use mcts::{Blind, Budget, Game, Meter, Random, Score, Settings, TreeSearch};
//!
//! struct Nim;
//!
//! impl Game for Nim {
//!     type State = [u8; 3]; // matches in each heap
//!     type Move = (u8, u8); // heap, and how many are left there
//!
//!     fn moves(&self, heaps: &[u8; 3], moves: &mut Vec<(u8, u8)>) {
//!         for heap in 0..3 {
//!             moves.extend((0..heaps[usize::from(heap)]).map(|left| (heap, left)));
//!         }
//!     }
//!
//!     fn apply(&self, heaps: &[u8; 3], (heap, left): (u8, u8)) -> [u8; 3] {
//!         let mut next = *heaps;
//!         next[usize::from(heap)] = left;
//!         next
//!     }
//!
//!     fn score(&self, _: &[u8; 3]) -> Score {
//!         -1 // the other side has taken the last match
//!     }
//!
//!     fn max_score(&self) -> Score {
//!         1
//!     }
//!
//!     fn hash(&self, heaps: &[u8; 3]) -> u64 {
//!         mix(heaps.iter().fold(1, |all, &heap| all << 8 | u64::from(heap)))
//!     }
//! }
//!
//! let settings = Settings { is_graph: true, proves: true, ..Settings::default() };
//! let search = TreeSearch::new(&Nim, [3, 4, 5], Ucb1 { c: 1.0 }, &Blind, settings);
//! search.work(&mut Uniform, &mut Random::new(1, 0), &Meter::new(Budget::playouts(20_000)));
//! // 3 xor 4 xor 5 is 2: the only move that wins leaves a heap of 3 as one of 1.
//! assert_eq!(search.choose().map(|best| best.chosen), Some((0, 1)));
//! assert_eq!(search.proven().exact(), Some(1));
//! ```

pub mod baselines;
pub mod bounds;
pub mod budget;
pub mod evaluate;
pub mod final_move;
pub mod game;
pub mod games;
pub mod measure;
pub mod parallel;
pub mod playout;
pub mod random;
pub mod reward;
pub mod select;
pub mod settings;
pub mod step;
pub mod team;
pub mod tree;
pub mod tree_search;

pub use bounds::ScoreBounds;
pub use budget::{Budget, Ended, Meter};
pub use evaluate::{Blind, Evaluate};
pub use final_move::{FinalMove, RootMove};
pub use game::{Game, Score};
pub use playout::Playout;
pub use random::Random;
pub use reward::{Reward, Sums, Tally};
pub use select::Select;
pub use settings::Settings;
pub use step::Step;
pub use tree_search::{Leaf, Path, TreeSearch};
