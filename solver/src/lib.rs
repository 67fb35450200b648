//! Rules and exact search of Othello on any rectangular board of at most 64 squares.
//!
//! The crate is pure: it uses no files, no RocksDB and no terminal. The path of a position is text → [`notation`] →
//! [`Position`] → [`Question`] → [`Solver`] → [`Answer`].
//!
//! ```
//! use solver::{Position, Resources, Scoring, Solver};
//!
//! let mut position: Position = "6x6 XXXXXXXOOOOXXOXXOXXXOXOXX---OX---O-- O".parse()?;
//! let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
//! while !position.is_over() {
//!     let values = solver.move_values(&position, Scoring::Discs)?;
//!     for (chosen, value) in &values {
//!         println!("{} {value:+}", chosen.display(position.board()));
//!     }
//!     let (best, _) = values.into_iter().max_by_key(|&(_, value)| value).expect("the game is not over");
//!     position = position.play(best)?;
//! }
//! println!("{}", position.diagram());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod amounts;
pub mod board;
mod canonical;
mod canonical_game;
pub mod discs;
mod error;
pub mod evaluation;
pub mod geometry;
pub mod ggf;
mod last_flips;
pub mod moves;
pub mod notation;
pub mod obf;
pub mod observer;
pub mod perft;
pub mod position;
pub mod question;
pub mod random;
pub mod rules;
pub mod score;
pub mod search;
pub mod simd;
pub mod square;
pub mod start;
pub mod symmetry;
pub mod table;
pub mod technique;

pub use board::{Board, BoardError, MAX_SQUARES, MIN_SIDE};
pub use canonical::CanonicalPosition;
pub use canonical_game::CanonicalGame;
pub use discs::{Discs, Side};
pub use error::SolveError;
pub use geometry::Geometry;
pub use moves::Move;
pub use notation::{MovesError, PositionError};
pub use observer::{Observer, Unobserved};
pub use position::{IllegalMove, Position};
pub use question::{Answer, Limited, Mode, Phase, Progress, Question, Reached, Resources, Target};
pub use score::{Bounds, Outcome, Score, Scoring, UnknownScoring};
pub use search::driver::{Solver, SolverWith};
pub use square::{Square, Squares};
pub use start::{Start, UnknownStart};
pub use symmetry::Symmetries;
pub use table::{Basis, Guess, ProofTable, Proven, proving_move};
pub use technique::{Technique, Techniques};
