//! All that must be read to trust a proof certificate: the rules of Othello, a plain search, and the walk of the moves.
//! It shares no code with the solver.
//!
//! A certificate holds one move for each position in which the side that proves a limit has to choose, and nothing else
//! that is believed: all positions follow from the first one by the rules of this crate, the check tries all moves of the
//! other side, and it searches every position at which the moves end. Whatever the bytes are, a limit is accepted only
//! after every choice of the other side has been followed to its end; a wrong move makes a proof fail, but never a false
//! limit true. `proofs/FORMAT.md` describes the bytes.
//!
//! Read in this order:
//! - [`position`]: a board with discs on it, its text, its symmetries.
//! - [`rules`]: which moves are legal, what they turn over, when a game ends and its score.
//! - [`search`]: values, by minimax without cutoffs and by alpha-beta.
//! - [`certificate`]: what a certificate claims; [`mod@format`]: its bytes.
//! - [`mod@check`]: the walk of its moves, and the search of the positions at which it ends.
//!
//! Every value is seen from the side to move; a pass is a move of its own.
//!
//! ```
//! use kernel::{Move, Position, Scoring, Start, value};
//!
//! let start = Position::start(4, 4, Start::Othello);
//! let next = start.play(Move::Place(0, 1)).expect("b1 is legal");
//! assert_eq!(next.to_string(), "-X---XX--XO----- O");
//! assert_eq!(value(&start, Scoring::Discs), -8); // White wins 11 to 3
//! ```

pub mod certificate;
pub mod check;
pub mod format;
pub mod position;
pub mod rules;
pub mod search;

pub use certificate::{Certificate, Limit, Proof, Statement};
pub use check::{Counts, Fault, MARK, MOST_MARKED, Refused, check};
pub use format::FormatError;
pub use position::{BLACK, EMPTY, Position, Start, WHITE};
pub use rules::{Move, Scoring};
pub use search::{minimax, value};
