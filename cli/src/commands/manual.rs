//! `solve completions` and `solve man`: shell completions and manual pages, made from the definition of the options.

use crate::args::{CompletionsArgs, ManArgs, parts, subcommands};
use crate::exit::{Failure, Status};
use crate::output;

/// Prints a completion script.
///
/// # Errors
/// Output that cannot be written.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut subcommands::definition(), "solve", &mut script);
    output::print_bytes(&script)?;
    Ok(Status::Done)
}

/// Prints the manual page of the program or of one of its commands, in roff.
///
/// # Errors
/// There is no such command, or output cannot be written.
pub(crate) fn page(args: &ManArgs) -> Result<Status, Failure> {
    let mut program = subcommands::definition();
    program.build();
    let command = match &args.command {
        Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| unknown(&program, name))?,
        None => program,
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(|error| output::failure(&error))?;
    output::print_bytes(&page)?;
    Ok(Status::Done)
}

fn unknown(program: &clap::Command, name: &str) -> Failure {
    if let Some(refusal) = parts::refusal(name) {
        return Failure::Usage(refusal);
    }
    let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    Failure::Usage(format!("command '{name}' is unknown: it is one of {}", names.join(", ")))
}
