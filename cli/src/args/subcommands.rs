//! What all commands get besides what their files define: the examples of their group that call them, and options that read `-1` as a
//! number, which their own message then refuses, not as another option.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use files::on_its_lines;
use solver::Board;

use super::Cli;
use crate::exit::{self, Status};
use crate::output;

/// The arguments of this process.
///
/// # Errors
/// They are not understood, or ask for help, which the error then holds.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let matches = definition().try_get_matches()?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut definition()))
}

/// Prints help on standard output, or what is wrong with the arguments on standard error, in clap's words.
pub(crate) fn refuse(mut error: clap::Error) -> ExitCode {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && let Ok(board) = word.parse::<Board>()
    {
        let tip = format!("for the board type solve --board {board}").into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    if error.use_stderr() {
        // It quotes the arguments, which must not steer the terminal. If standard error is closed, nobody is told.
        let _ = io::stderr().write_all(on_its_lines(&error.render().to_string()).as_bytes());
        return ExitCode::from(error.exit_code() as u8);
    }
    exit::code(error.print().map(|()| Status::Done).map_err(|error| output::failure(&error)))
}

/// All commands and options, with the help of each.
pub(crate) fn definition() -> Command {
    with_negative_numbers(with_examples(Cli::command(), "solve"))
}

/// A command whose options, and those of its subcommands, may be followed by a negative number.
fn with_negative_numbers(command: Command) -> Command {
    let option = |arg: Arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(option).mut_subcommands(with_negative_numbers)
}

/// A command whose subcommands show those examples of its help that call them.
fn with_examples(group: Command, path: &str) -> Command {
    let help = group.get_after_help().map(ToString::to_string).unwrap_or_default();
    let calls: Vec<&str> = help.lines().flat_map(|line| line.split(" | ")).map(str::trim).collect();
    group.mut_subcommands(|command| {
        let path = format!("{path} {}", command.get_name());
        let own = calls
            .iter()
            .filter(|call| call.strip_prefix(&path).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')));
        let own: Vec<&str> = own.copied().collect();
        with_examples(with_those(command, &own), &path)
    })
}

/// A command with these examples behind its help, unless that has some.
fn with_those(command: Command, calls: &[&str]) -> Command {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    if calls.is_empty() || help.contains("Example") {
        return command;
    }
    let heading = if calls.len() == 1 { "Example:" } else { "Examples:" };
    let paragraphs = [help, format!("{heading}\n  {}", calls.join("\n  "))];
    let shown = paragraphs.iter().filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>();
    command.after_help(shown.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn help(path: &[&str]) -> String {
        let command = path.iter().fold(definition(), |command, name| command.find_subcommand(name).unwrap().clone());
        command.get_after_help().map(ToString::to_string).unwrap_or_default()
    }

    #[test]
    fn the_examples_of_a_group_are_those_of_its_subcommands() {
        let show = "Examples:\n  solve book show /tmp/4x6.book\n  solve book show /tmp/4x6.book --moves b2d1";
        assert_eq!(help(&["book", "show"]), show);
        assert_eq!(help(&["book", "check"]), "Example:\n  solve book check /tmp/4x6.book --sample 20");
        assert!(help(&["book"]).starts_with("A book has"));
    }

    #[test]
    fn both_ends_of_a_pipe_show_it() {
        assert_eq!(help(&["campaign", "job"]), "Example:\n  solve campaign job < jobs");
        assert_eq!(help(&["campaign", "record"]), "Example:\n  solve campaign record big");
        // A text of its own stays.
        assert!(help(&["campaign", "simulate"]).starts_with("Every job is really searched"));
    }

    #[test]
    fn the_definition_is_sound() {
        definition().debug_assert();
    }
}
