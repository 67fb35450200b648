//! Players of Othello by name: `uct:c=0.7,n=10000` becomes a player that chooses moves.
//!
//! [`catalogue`] declares every player and its parameters; errors say what is wrong with a text and what is possible.

pub mod catalogue;
mod player;
mod spec;
mod values;

pub use catalogue::help;
pub use player::{Choice, Opinion, Player, Playouts, Searcher};
pub use spec::{PlayerKind, PlayoutKind, Spec, TreeSpec};
pub use values::SpecError;
