//! Players of Othello by name: `uct:c=0.7,n=10000` becomes something that can be asked for a move.
//!
//! Every player and every parameter of one is declared in [`catalogue`]; what is wrong with a text is told together with what
//! is possible.

pub mod catalogue;
mod player;
mod spec;
mod values;

pub use catalogue::help;
pub use player::{Choice, Opinion, Player, Playouts, Searcher};
pub use spec::{PlayerKind, PlayoutKind, Spec, TreeSpec};
pub use values::SpecError;
