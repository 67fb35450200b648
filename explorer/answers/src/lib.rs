//! Questions about Othello positions and their proven answers as JSON: the explorer without its server.
//!
//! The explorer's server and the page that solves in the browser share all of this: what a question means, what is
//! known, the search, and the records that programs read. Nothing here needs a second thread, a file or the system's
//! clock.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`question`] | from a query to a question |
//! | [`knowledge`] | what is proven already, wherever it is kept |
//! | [`lookup`] | what is known about a position without a search, with a memory in front of the tables |
//! | [`search`] | the search for what is not known, and what it tells on its way |
//! | [`records`], [`game`] | what programs read |
//! | [`texts`] | moves, GGF and OBF |
//! | [`opponents`] | the opponents on offer, and their moves |
//! | [`standalone`] | all of it for one client on one thread |
//! | [`words`] | words of the records, for their description |

pub mod game;
pub mod knowledge;
pub mod lookup;
mod memory;
pub mod opponents;
pub mod question;
pub mod records;
pub mod search;
pub mod standalone;
pub mod texts;
pub mod words;
