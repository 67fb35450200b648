//! Othello on any rectangular board of at most 64 squares: its rules, and one reader of every notation.
//!
//! A [`Position`] has a [`Board`], [`Discs`] and a [`Side`] to move; a [`Move`] places a disc on a [`Square`] or passes; a
//! [`Score`] is for the side to move, by a [`Scoring`]. [`notation`] reads one position or some moves, [`read`] whole files.
//!
//! ```
//! use rules::{Position, Scoring};
//!
//! let mut position: Position = "4x4 -----OX--XO----- X".parse()?;
//! while let Some(chosen) = position.moves().next() {
//!     position = position.play(chosen)?;
//! }
//! println!("{}", position.diagram());
//! assert!(position.final_score(Scoring::Discs).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod canonical;
mod canonical_game;
pub mod discs;
pub mod geometry;
mod last_flips;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod plain;
pub mod position;
pub mod random;
pub mod read;
pub mod score;
pub mod simd;
pub mod square;
pub mod start;
pub mod symmetry;

pub use board::{Board, BoardError, MAX_SQUARES, MIN_SIDE};
pub use canonical::CanonicalPosition;
pub use canonical_game::CanonicalGame;
pub use discs::{Discs, Side};
pub use geometry::Geometry;
pub use moves::Move;
pub use notation::{MovesError, PositionError};
pub use position::{IllegalMove, Position};
pub use read::{Fault, Game};
pub use score::{Bounds, Outcome, Score, Scoring, UnknownScoring};
pub use square::{Square, Squares};
pub use start::{Start, UnknownStart};
pub use symmetry::Symmetries;
