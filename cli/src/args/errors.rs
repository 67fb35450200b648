//! Wrong arguments as one line, in the way of all other errors.

use std::error::Error as _;
use std::process::ExitCode;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::exit::{self, Failure};
use crate::output;

/// Prints help or the version on standard output, anything else as one line on standard error.
pub(crate) fn report(error: &Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => exit::code(Err(output::failure(&error))),
        },
        _ => exit::code(Err(Failure::Usage(sentence(error)))),
    }
}

/// What is wrong, on one line. Our own value parsers name the option and the value already.
fn sentence(error: &Error) -> String {
    match (error.kind(), error.source(), names(error)) {
        (ErrorKind::ValueValidation, Some(source), _) => source.to_string(),
        (ErrorKind::InvalidValue, _, Some(sentence)) => sentence,
        _ => shortened(&error.render().to_string()),
    }
}

/// The sentence about a name that is none of a few.
fn names(error: &Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) if !text.is_empty() => Some(text.as_str()),
        _ => None,
    };
    let (option, value) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
    let Some(ContextValue::Strings(valid)) = error.get(ContextKind::ValidValue) else { return None };
    let option = option.split(' ').next().unwrap_or(option).trim_matches(['<', '>', '[', ']', '-']).to_lowercase();
    let (last, others) = valid.split_last()?;
    Some(match others {
        [] => format!("{option} '{value}' is unknown: it is {last}"),
        _ => format!("{option} '{value}' is unknown: it is {} or {last}", others.join(", ")),
    })
}

/// clap's message without its usage, on one line.
fn shortened(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let parts = message.split("\n\n").take_while(|part| !part.starts_with("Usage:") && !part.starts_with("For more"));
    let line: Vec<String> = parts.map(|part| part.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    format!("{}; see solve --help", line.join("; "))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::Cli;

    fn message(arguments: &str) -> String {
        sentence(&Cli::try_parse_from(arguments.split_whitespace()).unwrap_err())
    }

    #[test]
    fn a_wrong_value_is_one_sentence() {
        for (arguments, expected) in [
            ("solve --board 9x9", "board 9x9 is too large: it has 81 squares, 64 is the most"),
            ("solve --board 4x10 --start kings", "start 'kings' is unknown: it is othello, reversi or reversi-rows"),
            ("solve --mode fast", "mode 'fast' is unknown: it is wld or exact"),
            ("solve --threads 0", "threads '0' is no number from 1 to 1024"),
            ("solve perft --board 4x4 --depth x", "depth 'x' is no number of plies, for example 9"),
            ("solve completions tcsh", "shell 'tcsh' is unknown: it is bash, elvish, fish, powershell or zsh"),
        ] {
            assert_eq!(message(arguments), expected, "{arguments}");
        }
    }

    #[test]
    fn other_mistakes_are_one_line_too() {
        for (arguments, beginning) in [
            ("solve --bord 4x10", "unexpected argument '--bord' found; tip: a similar argument exists: '--board'"),
            ("solve --board", "a value is required for '--board <RxC>' but none was supplied"),
            ("solve 4x10", "unrecognized subcommand '4x10'"),
            ("solve perft --board 4x4", "the following required arguments were not provided: --depth <PLIES>"),
            ("solve --start reversi --position X", "the argument '--start <START>' cannot be used with"),
            ("solve --json positions", "the subcommand 'positions' cannot be used with '--json'"),
        ] {
            let message = message(arguments);
            assert!(message.starts_with(beginning), "{arguments}: {message}");
            assert!(message.ends_with("; see solve --help"), "{arguments}: {message}");
            assert!(!message.contains('\n'), "{arguments}: {message}");
        }
    }
}
