//! Faults on purpose: every kind of file that `solve` reads is damaged, and `solve` is asked what it is known to answer; it is
//! killed while it writes, and asked again.
//!
//! A fault has a format and a number; both with the seed say all about it, so each can be done again alone. The answers of the
//! undamaged files are the truth ([`truth`]); what comes of a fault is one of a few outcomes ([`outcome`]).
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`damage`] | ways to damage bytes |
//! | [`seal`] | checksums made right again |
//! | [`process`] | the program as a process, with limits of time and memory |
//! | [`outcome`] | what may come of a fault |
//! | [`truth`] | what is true of a position |
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
