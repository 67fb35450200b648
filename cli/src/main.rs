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
//! | [`streams`], [`memory`], [`last_words`] | a closed output; memory that the system refuses; the end when nothing else can be done |
//! | [`persistence`] | the tables on disk that the options name, or none in a build without them |
//! | [`progress`], [`steps`] | progress on the terminal: a line, a bar |
//! | [`output`] | answers for people and as JSON |
//! | [`draft`], [`input`] | files that appear whole; a file or standard input, read whole |
//! | [`sizes`], [`threads`] | amounts as text; how many threads |
//! | [`exit`] | exit statuses and failures |

#![cfg_attr(
    not(feature = "all"),
    allow(dead_code, unused_imports, unused_macros, reason = "some serve only parts that are left out")
)]

use std::process::ExitCode;

mod args;
mod commands;
mod draft;
mod exit;
mod input;
mod interrupt;
mod last_words;
#[cfg(any(feature = "campaign", feature = "mcts", feature = "problems"))]
mod left_out;
mod memory;
mod output;
mod persistence;
mod progress;
mod setup;
mod sizes;
mod steps;
mod streams;
mod supervisor;
mod threads;
mod weights;
mod workbench;

#[global_allocator]
static MEMORY: memory::Memory = memory::Memory;

fn main() -> ExitCode {
    memory::prepare();
    threads::with_stack(run)
}

fn run() -> ExitCode {
    if let Err(failure) = interrupt::prepare() {
        return exit::code(Err(failure));
    }
    match args::subcommands::parse() {
        Ok(cli) if cli.answers() => exit::code(streams::check_output().and_then(|()| commands::run(cli))),
        Ok(cli) => exit::code(commands::run(cli)),
        Err(error) => args::errors::report(&error),
    }
}
