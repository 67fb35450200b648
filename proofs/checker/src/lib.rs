//! Othello by the book: rules, plain search and perft on a mailbox board.
//!
//! This crate is what the fast solver is measured against. It shares no code with it. Its rules and its search walk from
//! square to square instead of shifting bits, on boards with any number of rows and columns, and prefer the shortest way
//! to say a thing to the fastest. Certificates need millions of positions; for them the rules exist once more on bits,
//! tested against the mailbox.
//!
//! - [`position`]: a board with discs on it, and its text.
//! - [`rules`]: what may be played, what it turns over, when a game ends and what it is worth.
//! - [`search`]: values, by minimax without any cut and by alpha-beta.
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

pub mod certificate;
pub mod endgame;
pub mod grid;
pub mod perft;
pub mod position;
pub mod rules;
pub mod search;

pub use certificate::{Certificate, check};
pub use perft::{Passes, perft};
pub use position::{BLACK, EMPTY, Position, PositionError, Start, WHITE};
pub use rules::{Move, Scoring};
pub use search::{minimax, value};
