//! `solve`: proves values of Othello positions on boards of at most 64 squares, and keeps them.
//!
//! The way through the program: [`args`] only parses; [`setup`] turns text into positions; a file of
//! [`commands`] does one command, with the search, its limits and its table on a [`workbench`];
//! [`output`] turns answers into text; [`exit`] turns the end into a status.

use std::process::ExitCode;

use clap::Parser;

mod args;
mod commands;
mod draft;
mod exit;
mod interrupt;
mod output;
mod persistence;
mod progress;
mod published;
mod setup;
mod sizes;
mod steps;
mod supervisor;
mod threads;
mod workbench;

fn main() -> ExitCode {
    match args::Cli::try_parse() {
        Ok(cli) => exit::code(commands::run(cli)),
        Err(error) => args::errors::report(&error),
    }
}
