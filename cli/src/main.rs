//! `solve`: proves values of Othello positions on boards of at most 64 squares, and keeps them.
//!
//! The program does only arguments, wiring, printing and exit statuses; the libraries make every decision. The path
//! through it: text → [`args`] → a file of [`commands`] → a library → [`output`] → [`exit`]. `args` and `output` know
//! nothing of the commands.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`args`] | options and help texts; only parses |
//! | [`commands`] | one file a command |
//! | [`setup`] | positions from the arguments |
//! | [`workbench`] | a solver with its limits, its table and its display |
//! | [`supervisor`] | supervision of long work: time limit, Ctrl-C, a failing table |
//! | [`interrupt`] | notes Ctrl-C and the other signals |
//! | [`persistence`] | the tables on disk that the options name, or none in a build without them |
//! | [`progress`], [`steps`] | progress on the terminal: a line, a bar |
//! | [`output`] | answers for people and as JSON |
//! | [`draft`], [`input`] | files that appear whole; a file or standard input, read whole |
//! | [`sizes`], [`threads`] | amounts as text; how many threads |
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
mod setup;
mod sizes;
mod steps;
mod supervisor;
mod threads;
mod weights;
mod workbench;

/// Bytes of the stack that commands run on. The deepest search on 64 squares takes half a MiB; the system may give the
/// first thread less.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    match thread::Builder::new().name("main".to_owned()).stack_size(STACK).spawn(run) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(error) => exit::code(Err(threads::refused(&error))),
    }
}

fn run() -> ExitCode {
    match args::subcommands::parse() {
        Ok(cli) => exit::code(interrupt::prepare().and_then(|()| commands::run(cli))),
        Err(error) => args::subcommands::refuse(error),
    }
}
