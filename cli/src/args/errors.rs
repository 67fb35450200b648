//! Wrong arguments as one line, in the way of all other errors.

use std::error::Error as _;
use std::num::ParseIntError;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error};
use solver::Board;

use super::{Cli, parts};
use crate::exit::{self, Failure, Status};
use crate::output;
use crate::streams;

/// Prints help or the version on standard output, anything else as one line on standard error.
pub(crate) fn report(error: &Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let print = || error.print().map_err(|error| output::failure(&error));
            exit::code(streams::check_output().and_then(|()| print()).map(|()| Status::Done))
        }
        _ => exit::code(Err(Failure::Usage(sentence(error)))),
    }
}

/// What is wrong, on one line. Our own value parsers name the option and the value already.
fn sentence(error: &Error) -> String {
    match error.kind() {
        ErrorKind::ValueValidation => number(error).or_else(|| error.source().map(ToString::to_string)),
        ErrorKind::InvalidValue => names(error),
        ErrorKind::InvalidSubcommand => no_command(error),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => commands(error),
        _ => None,
    }
    .unwrap_or_else(|| {
        let message = error.render().to_string();
        let path = called(&message).map_or_else(|| "solve".to_owned(), |(path, _)| path);
        format!("{}; see {path} --help", shortened(&message))
    })
}

/// The sentence about a command that is missing. clap shows the whole help instead, whose usage says where it was.
fn commands(error: &Error) -> Option<String> {
    let (path, command) = called(&error.render().to_string())?;
    let names: Vec<&str> = command.get_subcommands().map(Command::get_name).filter(|&name| name != "help").collect();
    let (last, others) = names.split_last()?;
    let others = others.join(", ");
    Some(format!("{path} needs a command: {others} or {last}; see {path} --help"))
}

/// The command that clap's message is about, by the usage in it, and how one calls it.
fn called(message: &str) -> Option<(String, Command)> {
    let usage = message.lines().find_map(|line| line.strip_prefix("Usage: "))?;
    let mut words = usage.split_whitespace();
    let mut path = words.next()?.to_owned();
    let mut command = Cli::command();
    for word in words {
        let Some(next) = command.find_subcommand(word).cloned() else { break };
        path = format!("{path} {word}");
        command = next;
    }
    Some((path, command))
}

/// The sentence about a command that the program has, but not this build of it, or about a board in the place of a command.
fn no_command(error: &Error) -> Option<String> {
    let ContextValue::String(word) = error.get(ContextKind::InvalidSubcommand)? else { return None };
    let as_board = || {
        let board: Board = word.parse().ok()?;
        Some(format!("'{word}' is no command; for the board type solve --board {board}"))
    };
    parts::refusal(word).or_else(as_board)
}

/// The option that an error is about, without dashes, and the value it was given.
fn culprit(error: &Error) -> Option<(String, &str)> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) if !text.is_empty() => Some(text.as_str()),
        _ => None,
    };
    let (option, value) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
    let option = option.split(' ').next().unwrap_or(option).trim_matches(['<', '>', '[', ']', '-']).to_lowercase();
    Some((option, value))
}

/// The sentence about a number, where clap has read it: clap itself does not say which option it was for.
fn number(error: &Error) -> Option<String> {
    let (option, value) = culprit(error)?;
    let source = error.source()?;
    if source.is::<ParseIntError>() {
        return Some(format!("{option} '{value}' is not a whole number, or is too large"));
    }
    let sentence = source.to_string();
    let range = sentence.strip_prefix(value)?.strip_prefix(" is not in ")?;
    let (first, last) = range.split_once("..")?;
    // With its last number; without an end, for which clap has the last of the type; or with the first number beyond it.
    let last = match (last.strip_prefix('='), last.parse::<i128>()) {
        (Some(last), _) => last.to_owned(),
        (None, Ok(beyond)) if beyond != i128::from(u64::MAX) && beyond != i128::from(i64::MAX) => {
            (beyond - 1).to_string()
        }
        (None, _) => return Some(format!("{option} '{value}' is not a number from {first} on")),
    };
    Some(format!("{option} '{value}' is not a number from {first} to {last}"))
}

/// The sentence about a name that is none of a few.
fn names(error: &Error) -> Option<String> {
    let (option, value) = culprit(error)?;
    let Some(ContextValue::Strings(valid)) = error.get(ContextKind::ValidValue) else { return None };
    let (last, others) = valid.split_last()?;
    Some(match others {
        [] => format!("{option} '{value}' is unknown: it is {last}"),
        _ => format!("{option} '{value}' is unknown: it is {} or {last}", others.join(", ")),
    })
}

/// clap's message on one line, without its usage and without the advice to pass a misspelt option as a value.
fn shortened(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let parts = message.split("\n\n").take_while(|part| !part.starts_with("Usage:") && !part.starts_with("For more"));
    let parts = parts.filter(|part| !part.trim_start().starts_with("tip: to pass '"));
    let line: Vec<String> = parts.map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    line.join("; ")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::parts;

    fn message(arguments: &str) -> String {
        sentence(&Cli::try_parse_from(arguments.split_whitespace()).unwrap_err())
    }

    /// Whether this build has the command.
    fn is_here(arguments: &str) -> bool {
        arguments.split_whitespace().nth(1).is_none_or(parts::has)
    }

    #[test]
    fn a_wrong_value_is_one_sentence() {
        for (arguments, expected) in [
            ("solve --board 9x9", "board 9x9 is too large: it has 81 squares, 64 is the most"),
            ("solve --board 4x10 --start kings", "start 'kings' is unknown: it is othello, reversi or reversi-rows"),
            ("solve --mode fast", "mode 'fast' is unknown: it is wld or exact"),
            ("solve --threads 0", "threads '0' is not a number from 1 to 1024"),
            ("solve campaign run d --workers 0", "workers '0' is not a number from 1 to 1024"),
            ("solve campaign next d --count abc", "count 'abc' is not a whole number, or is too large"),
            ("solve campaign next d --count 0", "count '0' is not a number from 1 to 1000000"),
            ("solve campaign job --at-least x", "at-least 'x' is not a whole number, or is too large"),
            ("solve campaign plan d --first 1.5", "first '1.5' is not a whole number, or is too large"),
            ("solve campaign plan d --grow-empties x", "grow-empties 'x' is not a whole number, or is too large"),
            ("solve mcts tds search --ranks 0", "ranks '0' is not a number from 1 to 1024"),
            ("solve mcts tds scaling --ranks 1,2000", "ranks '2000' is not a number from 1 to 1024"),
            ("solve mcts tds search --in-flight 0", "in-flight '0' is not a number from 1 to 65536"),
            ("solve mcts tds search --allowance x", "allowance 'x' is not a whole number, or is too large"),
            ("solve mcts tds accuracy --set s --positions 0", "positions '0' is not a number from 1 to 4294967295"),
            ("solve problems --traps 99", "traps '99' is not a number from 1 to 63"),
            ("solve problems --traps 0", "traps '0' is not a number from 1 to 63"),
            ("solve problems --count 0", "count '0' is not a number from 1 on"),
            ("solve explore --port 99999", "port '99999' is not a number from 0 to 65535"),
            ("solve explore --searches 0", "searches '0' is not a number from 1 to 1024"),
            ("solve explore --connections 0", "connections '0' is not a number from 1 to 65536"),
            ("solve mcts tds scaling --exploration x", "exploration 'x' is not a number of at least 0"),
            ("solve perft --board 4x4 --depth x", "depth 'x' is not a number of plies, for example 9"),
            ("solve completions tcsh", "shell 'tcsh' is unknown: it is bash, elvish, fish, powershell or zsh"),
        ]
        .into_iter()
        .filter(|(arguments, _)| is_here(arguments))
        {
            assert_eq!(message(arguments), expected, "{arguments}");
        }
    }

    #[test]
    fn a_missing_command_is_told_with_those_there_are() {
        for (arguments, names) in [
            (
                "solve campaign",
                "plan, run, status, merge, report, prove, job, next, record, serve, simulate, lead or work",
            ),
            ("solve mcts tds", "search, accuracy or scaling"),
        ]
        .into_iter()
        .filter(|(arguments, _)| is_here(arguments))
        {
            assert_eq!(message(arguments), format!("{arguments} needs a command: {names}; see {arguments} --help"));
        }
        if is_here("solve mcts") {
            let others = message("solve mcts");
            assert!(others.starts_with("solve mcts needs a command: players, match, "), "{others}");
        }
    }

    #[test]
    fn a_board_in_the_place_of_a_command_is_told_its_option() {
        assert_eq!(message("solve 4x10"), "'4x10' is no command; for the board type solve --board 4x10");
        assert_eq!(message("solve 6X6"), "'6X6' is no command; for the board type solve --board 6x6");
    }

    #[test]
    fn other_mistakes_are_one_line_too() {
        let required = "the following required arguments were not provided: ";
        for (arguments, beginning, help) in [
            (
                "solve --bord 4x10",
                "unexpected argument '--bord' found; tip: a similar argument exists: '--board'",
                "solve",
            ),
            ("solve --board", "a value is required for '--board <RxC>' but none was supplied", "solve"),
            ("solve tabel", "unrecognized subcommand 'tabel'", "solve"),
            ("solve 9x9", "unrecognized subcommand '9x9'", "solve"),
            ("solve perft --board 4x4", &format!("{required}--depth <PLIES>"), "solve perft"),
            ("solve campaign plan", &format!("{required}<DIR>"), "solve campaign plan"),
            (
                "solve campaign run d --workrs 2",
                "unexpected argument '--workrs' found; tip: a similar",
                "solve campaign run",
            ),
            ("solve verify feinstein --x", "unexpected argument '--x' found; see", "solve verify"),
            ("solve campaign pla", "unrecognized subcommand 'pla'", "solve campaign"),
            ("solve completions", &format!("{required}<SHELL>"), "solve completions"),
            ("solve --start reversi --position X", "the argument '--start <START>' cannot be used with", "solve"),
            ("solve --json positions", "the subcommand 'positions' cannot be used with '--json'", "solve"),
        ]
        .into_iter()
        .filter(|(arguments, ..)| is_here(arguments))
        {
            let message = message(arguments);
            assert!(message.starts_with(beginning), "{arguments}: {message}");
            assert!(message.ends_with(&format!("; see {help} --help")), "{arguments}: {message}");
            assert!(!message.contains('\n'), "{arguments}: {message}");
        }
    }
}
