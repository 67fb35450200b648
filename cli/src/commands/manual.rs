//! `solve completions` and `solve man`: shell completions and manual pages, made from the definition of the options.

use crate::args::{CompletionsArgs, ManArgs, subcommands};
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

/// Prints the manual page of the program, of one of its commands or of one of theirs, in roff.
///
/// # Errors
/// There is no such command, or output cannot be written.
pub(crate) fn page(args: &ManArgs) -> Result<Status, Failure> {
    // Each command that a page names has a page; `help` would have none worth reading.
    let mut command = subcommands::definition().disable_help_subcommand(true);
    command.build();
    let source = command.render_version();
    for name in &args.command {
        command = command.find_subcommand(name).cloned().ok_or_else(|| unknown(&command, name))?;
    }
    let mut page = Vec::new();
    let manual = clap_mangen::Man::new(command).source(source.trim());
    manual.render(&mut page).map_err(|error| output::failure(&error))?;
    output::print_bytes(&page)?;
    Ok(Status::Done)
}

fn unknown(group: &clap::Command, name: &str) -> Failure {
    let path = group.get_bin_name().unwrap_or("solve");
    let names: Vec<&str> = group.get_subcommands().map(clap::Command::get_name).collect();
    if names.is_empty() {
        return Failure::Usage(format!("'{name}' is unknown: {path} has no commands of its own"));
    }
    Failure::Usage(format!("command '{name}' is unknown: it is one of {}", names.join(", ")))
}
