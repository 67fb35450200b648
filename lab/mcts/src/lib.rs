//! Monte-Carlo tree search, made of parts that can be put together at will, and what measures it against exact values.
//!
//! A [`Search`] is a [`Game`], a way to [`select`], a [`playout`] and [`Settings`]; [`parallel`] searches with several
//! threads; [`players`] makes all of that from a text such as `uct+:n=10000,graph=yes`; [`baselines`] are what to compare
//! with, [`measure`] says how often a player is right and who beats whom, [`fit`] finds the scale of an evaluation. Whose
//! perspective a number has is stated in [`game`], once.
//!
//! The crate is pure, as `solver` is: no files, no terminal. Its random numbers depend on a seed alone.
//!
//! # A game of one's own
//!
//! Nim: whoever takes the last match wins.
//!
//! ```
//! use mcts::playout::Uniform;
//! use mcts::random::mix;
//! use mcts::select::Ucb1;
//! use mcts::{Blind, Budget, Game, Meter, Random, Score, Search, Settings};
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
//!     fn most(&self) -> Score {
//!         1
//!     }
//!
//!     fn hash(&self, heaps: &[u8; 3]) -> u64 {
//!         mix(heaps.iter().fold(1, |all, &heap| all << 8 | u64::from(heap)))
//!     }
//! }
//!
//! let settings = Settings { is_graph: true, proves: true, ..Settings::default() };
//! let search = Search::new(&Nim, [3, 4, 5], Ucb1 { c: 1.0 }, &Blind, settings);
//! search.work(&mut Uniform, &mut Random::new(1, 0), &Meter::new(Budget::playouts(20_000)));
//! // 3 xor 4 xor 5 is 2: the only move that wins leaves a heap of 3 as one of 1.
//! assert_eq!(search.choose().map(|best| best.chosen), Some((0, 1)));
//! assert_eq!(search.proven().exact(), Some(1));
//! ```

pub mod baselines;
pub mod budget;
pub mod evaluate;
pub mod final_move;
pub mod fit;
pub mod game;
pub mod games;
mod instructions;
pub mod measure;
pub mod parallel;
pub mod players;
pub mod playout;
pub mod random;
pub mod reward;
pub mod search;
pub mod select;
pub mod solver_backup;
pub mod step;
pub mod tree;

pub use budget::{Budget, Meter};
pub use evaluate::{Blind, Evaluate, Learned};
pub use final_move::{FinalMove, RootMove};
pub use game::{Game, Score};
pub use games::Othello;
pub use playout::Playout;
pub use random::Random;
pub use reward::{Reward, Statistics, Sums, Tally};
pub use search::{Leaf, Path, Search, Settings};
pub use select::Select;
pub use step::Step;
