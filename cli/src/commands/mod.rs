//! One file for each command: its arguments, what it does, what it prints.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::args::PositionArgs;
use crate::exit::{self, Failure, Status};
use crate::{interrupt, output};

mod analyse;
mod bench;
mod book;
mod check;
mod engine;
mod explore;
mod known;
mod manual;
mod perft;
mod play;
mod positions;
mod prove;
mod short;
mod solve;
#[cfg(test)]
mod tests;
mod verify;
#[cfg(feature = "whole")]
mod whole;

/// Proves the value of an Othello position on any board of at most 64 squares.
///
/// The value is the disc difference under perfect play, from the perspective of the side to move. A run prints who wins, the
/// value, a best move and a whole perfect game.
#[derive(Debug, Parser)]
#[command(
    name = "solve",
    version,
    long_version = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("SOLVE_COMMIT"), ")"),
    after_help = EXAMPLES,
    after_long_help = DETAILS,
    args_conflicts_with_subcommands = true,
    max_term_width = 100
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    search: solve::SearchArgs,
}

/// Every command but the plain `solve`.
#[derive(Debug, Subcommand)]
enum Command {
    Positions(positions::PositionsArgs),
    Analyse(analyse::AnalyseArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    #[command(subcommand)]
    Book(book::BookCommand),
    Prove(prove::ProveArgs),
    Check(check::CheckArgs),
    Verify(verify::VerifyArgs),
    Known(known::KnownArgs),
    Explore(Box<explore::ExploreArgs>),
    Play(Box<play::PlayArgs>),
    Gtp(engine::gtp::GtpArgs),
    Nboard(engine::nboard::NboardArgs),
    #[cfg(feature = "whole")]
    #[command(flatten)]
    Whole(whole::WholeCommand),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
}

// Lines of help have at most 79 characters, so that no terminal breaks them.
const EXAMPLES: &str = "\
Examples:
  solve --board 4x10 --mode wld              who wins on 4 rows and 10 columns?
  solve --board 4x6 --start reversi --json   the exact value, as JSON
  solve --board 6x6 --moves e4e3 --time-limit 1h30m
  solve positions endgames.txt --board 8x8 --scoring wof

For more, and the exit statuses: solve --help";

const DETAILS: &str = "\
Examples:
  Who wins on a board of 4 rows and 10 columns?
      solve --board 4x10 --mode wld
  The exact value from the parallel start, as JSON:
      solve --board 4x6 --start reversi --json
  After some moves, with a time limit:
      solve --board 6x6 --moves e4e3 --time-limit 1h30m
  Any position; X is Black, O is White, the last letter is the side to move:
      solve --board 4x4 --position '-----OX--XO----- X'
  Many positions, one per line:
      solve positions endgames.txt --board 8x8 --scoring wof --json

Notation:
  Columns are a, b, c ... from the left, rows 1, 2, 3 ... from the top: a1 is
  the top left square. A pass is written pass (ps, pa and -- are read too), and
  may be left out. Moves need nothing between them; spaces, commas, semicolons,
  hyphens and numbers such as 1. may be there.
  Squares may also be * B b x for Black, W w o for White, . for empty. Between
  them spaces, line ends, / and | are ignored, and so is all after ; or %.

Exit status:
  0    solved
  1    an error at run time: a table that cannot be used or trusted, a bad
       line among positions, a file that cannot be read
  2    wrong usage: an invalid option, board, position or move
  3    stopped by --time-limit, after printing the bounds proven so far
  130  stopped by Ctrl-C, SIGTERM, SIGXCPU or SIGHUP (unless ignored, as under
       nohup), after printing the bounds proven so far; a second Ctrl-C or SIGHUP
       ends the program at once, and so does a SIGTERM a second after the first

While a search runs, the terminal shows its time, the present question, what is
proven, nodes, nodes a second, how many first moves are done with that question,
and how many positions were kept in the table. --quiet shows nothing.

An error is one line on standard error. A closed pipe (solve ... | head -1) is
not an error.";

/// Reads the arguments of this process, and runs the command. Help and wrong arguments are clap's.
pub(crate) fn main() -> ExitCode {
    if env::args_os().skip(1).eq(["-h"]) {
        let told = output::print(&short::help(&definition()));
        return exit::code(told.map(|()| Status::Done));
    }
    match definition().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => exit::code(interrupt::prepare().and_then(|()| run(cli))),
        Err(error) if error.use_stderr() => {
            // It quotes the arguments, which must not steer the terminal. If standard error is closed, nobody is told.
            let mut told = error.render().to_string();
            if let Some(moves) = told.split('\'').nth(1).filter(|word| is_moves(word)) {
                told += &format!("Moves stand behind --moves: --moves {moves}\n");
            }
            let _ = io::stderr().write_all(files::on_its_lines(&told).as_bytes());
            ExitCode::from(error.exit_code() as u8)
        }
        Err(help) => exit::code(help.print().map(|()| Status::Done).map_err(|error| output::failure(&error))),
    }
}

/// Whether a word reads like moves, such as c2b4.
fn is_moves(word: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'v', b'1'..=b'9']);
    !word.is_empty() && word.as_bytes().chunks(2).all(is_square)
}

/// Runs the command.
fn run(cli: Cli) -> Result<Status, Failure> {
    match cli.command {
        None => solve::run(&cli.position, &cli.search),
        Some(Command::Positions(args)) => positions::run(&args),
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Prove(args)) => prove::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Known(args)) => known::run(&args),
        Some(Command::Explore(args)) => explore::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Gtp(args)) => engine::gtp::run(&args),
        Some(Command::Nboard(args)) => engine::nboard::run(&args),
        #[cfg(feature = "whole")]
        Some(Command::Whole(command)) => whole::run(command),
        Some(Command::Completions(args)) => manual::completions(&args, definition()),
        Some(Command::Man(args)) => manual::page(&args, definition()),
    }
}

/// All commands and options. The commands of a group show those examples of its help that call them; names of values may be
/// in upper case; and `-1` behind an option is a number, which the option's own message then refuses.
fn definition() -> clap::Command {
    with_lenient_values(with_examples(Cli::command(), "solve"))
}

fn with_lenient_values(command: clap::Command) -> clap::Command {
    let lenient = |arg: Arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true).ignore_case(true),
        false => arg,
    };
    command.mut_args(lenient).mut_subcommands(with_lenient_values)
}

fn with_examples(group: clap::Command, path: &str) -> clap::Command {
    let help = group.get_after_help().map(ToString::to_string).unwrap_or_default();
    let calls: Vec<&str> = help.lines().flat_map(|line| line.split(" | ")).map(str::trim).collect();
    group.mut_subcommands(|command| {
        let path = format!("{path} {}", command.get_name());
        let calls_it =
            |call: &&&str| call.strip_prefix(&path).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        let own: Vec<&str> = calls.iter().filter(calls_it).copied().collect();
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let command = match own.is_empty() || help.contains("Example") {
            true => command,
            false => {
                let heading = if own.len() == 1 { "Example:" } else { "Examples:" };
                let examples = format!("{heading}\n  {}", own.join("\n  "));
                command.after_help(format!("{help}\n\n{examples}").trim_start().to_owned())
            }
        };
        with_examples(command, &path)
    })
}
