//! Rules and exact search of Othello on any rectangular board of at most 64 squares.
//!
//! The crate is pure: it uses no files, no RocksDB and no terminal. The path of a position is text → [`notation`] →
//! [`Position`] → [`Question`] → [`Solver`] → [`Answer`].
//!
//! ```
//! use solver::{Position, Question, Resources, Solver};
//!
//! let mut position: Position = "6x6 XXXXXXXOOOOXXOXXOXXXOXOXX---OX---O-- O".parse()?;
//! let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
//! while !position.is_over() {
//!     let values = solver.move_values(&Question::exact(position))?;
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
mod error;
pub mod estimate;
pub mod evaluation;
pub mod observer;
pub mod question;
pub mod review;
pub mod search;
pub mod table;
pub mod technique;

pub use ::rules::plain as rules;
pub use ::rules::{
    Board, BoardError, Bounds, CanonicalGame, CanonicalPosition, Discs, Geometry, IllegalMove, MAX_SQUARES, MIN_SIDE,
    Move, MovesError, Outcome, Position, PositionError, Score, Scoring, Side, Square, Squares, Start, Symmetries,
    UnknownScoring, UnknownStart, board, discs, geometry, moves, notation, perft, position, random, read, score, simd,
    square, start, symmetry,
};
pub use error::SolveError;
pub use observer::{Observer, Unobserved};
pub use question::{Answer, Limited, Mode, Phase, Progress, Question, Reached, Resources, Target};
pub use search::choose::Chosen;
pub use search::driver::{Solver, SolverWith};
pub use table::{Basis, Guess, ProofTable, Proven, proving_move};
pub use technique::{Technique, Techniques};
