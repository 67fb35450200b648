//! `solve`: proves values of Othello positions on boards of at most 64 squares, and keeps them.
//!
//! The program does only arguments, wiring, printing and exit statuses; the libraries make every decision. The path
//! through it: text → [`commands`], a file each → a library → [`output`] → [`exit`].
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`commands`] | one file a command: its arguments, what it does, what it prints |
//! | [`args`] | groups of options that several commands share, and how values are read |
//! | [`workbench`] | a solver with its limits, its table and its display |
//! | [`supervisor`] | supervision of long work: time limit, Ctrl-C, a failing table |
//! | [`interrupt`] | notes Ctrl-C and the other signals |
//! | [`persistence`] | the tables on disk that the options name, or none in a build without them |
//! | [`progress`] | progress on the terminal: a line, a bar |
//! | [`output`] | results for people and as JSON |
//! | [`draft`], [`input`] | files that appear whole; a file or standard input, read whole |
//! | [`exit`] | exit statuses and failures |

#![cfg_attr(
    not(feature = "whole"),
    allow(dead_code, unused_imports, reason = "some serve only the commands of the whole program")
)]

use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

mod args;
mod commands;
mod draft;
mod exit;
mod input;
mod interrupt;
#[cfg(feature = "whole")]
mod left_out;
mod output;
mod persistence;
mod progress;
mod supervisor;
mod threads;
mod weights;
mod workbench;

/// Bytes of the stack that commands run on. The deepest search on 64 squares takes half a MiB; the system may give the
/// first thread less.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let thread = thread::Builder::new().name("main".to_owned()).stack_size(STACK).spawn(commands::main);
    thread.expect("a thread to run on").join().unwrap_or_else(|panic| resume_unwind(panic))
}
