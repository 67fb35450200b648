//! Othello by the book: rules, plain search and perft on a mailbox board.
//!
//! The fast solver is tested against this crate, which shares no code with it. Its rules and its search walk from
//! square to square instead of shifting bits, on boards with any number of rows and columns, and prefer the simplest
//! code to the fastest. Certificates need millions of positions; for them the rules exist once more on bits, tested
//! against the mailbox board.
//!
//! - [`position`]: a board with discs on it, and its text.
//! - [`rules`]: which moves are legal, what they turn over, when a game ends and its score.
//! - [`search`]: values, by minimax without cutoffs and by alpha-beta.
//! - [`mod@perft`]: counting leaves.
//! - [`grid`] and [`endgame`]: rules and search on bits.
//! - [`certificate`]: the check of a proof made elsewhere.
//!
//! Every value is seen from the side to move; a pass is a move of its own.
//!
//! ```
//! use checker::{Move, Position, Scoring, Start, value};
//!
//! let start = Position::start(4, 4, Start::Othello);
//! assert_eq!(start.to_string(), "-----OX--XO----- X");
//! assert_eq!(start.legal_moves().len(), 4);
//! let next = start.play(Move::Place(0, 1)).expect("b1 is legal");
//! assert_eq!(next.to_string(), "-X---XX--XO----- O");
//! assert_eq!(value(&start, Scoring::Discs), -8); // White wins 11 to 3
//! ```

mod axes;
pub mod certificate;
pub mod endgame;
pub mod grid;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub mod perft;
pub mod position;
pub mod rules;
pub mod search;

pub use certificate::{Certificate, check};
pub use perft::{Passes, perft};
pub use position::{BLACK, EMPTY, Position, PositionError, Start, WHITE};
pub use rules::{Move, Scoring};
pub use search::{minimax, value};
