//! Fault injection: damages every kind of file that `solve` reads, and asks `solve` questions with known answers; also
//! kills it while it writes, and asks again.
//!
//! A fault has a format and a number; with the seed they determine everything about it, so each can be repeated alone.
//! The answers of the undamaged files are the truth ([`truth`]); a fault has one of a few outcomes ([`outcome`]).
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`damage`] | ways to damage bytes |
//! | [`seal`] | corrects checksums after a change |
//! | [`process`] | the program as a process, with limits of time and memory |
//! | [`outcome`] | the possible outcomes of a fault |
//! | [`truth`] | the truth about a position |
//! | [`mod@bench`] | the place where one fault is tried, and the judge |
//! | [`scene`], [`scenes`] | what is damaged and what is asked, by format |
//! | [`mod@run`] | many faults on all threads, kept in a journal |
//! | [`tally`] | the counts, as text and for docs/results |
#![cfg(unix)]

pub mod bench;
pub mod damage;
pub mod outcome;
pub mod process;
pub mod run;
pub mod scene;
pub mod scenes;
pub mod seal;
pub mod tally;
pub mod truth;

pub use outcome::Outcome;
pub use process::Program;
pub use run::{Plan, run};
pub use scene::{Scene, Trouble};
pub use tally::Tally;
