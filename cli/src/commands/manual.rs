//! `solve completions` and `solve man`: shell completions and manual pages, made from the definition of the options.

use clap::{Args, Command};

use crate::exit::{Failure, Status};
use crate::output::{failure, print_bytes};

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// The shell to write it for
    shell: clap_complete::Shell,
}

/// Print the manual page: solve man | man -l -
#[derive(Debug, Args)]
#[command(after_help = MAN)]
pub(crate) struct ManArgs {
    /// The command to describe, for example `positions` or `book build` [default: solve itself]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

const COMPLETIONS: &str = "\
Examples:
  solve completions bash > ~/.local/share/bash-completion/completions/solve
  solve completions zsh > ~/.zfunc/_solve
  solve completions fish > ~/.config/fish/completions/solve.fish

zsh also needs these lines in ~/.zshrc:  fpath+=~/.zfunc; autoload -U compinit; compinit";

const MAN: &str = "\
Examples:
  solve man | man -l -
  solve man book build | man -l -
  solve man positions > solve-positions.1";

/// Prints a completion script.
pub(crate) fn completions(args: &CompletionsArgs, mut program: Command) -> Result<Status, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "solve", &mut script);
    print_bytes(&script).map(|()| Status::Done)
}

/// Prints the manual page of the program, of one of its commands or of one of theirs, in roff.
pub(crate) fn page(args: &ManArgs, program: Command) -> Result<Status, Failure> {
    // Each command that a page names has a page; `help` would have none worth reading.
    let mut command = program.disable_help_subcommand(true);
    command.build();
    let source = command.render_version();
    for name in &args.command {
        command = command.find_subcommand(name).cloned().ok_or_else(|| unknown(&command, name))?;
    }
    let mut page = Vec::new();
    let manual = clap_mangen::Man::new(command).source(source.trim());
    manual.render(&mut page).map_err(|error| failure(&error))?;
    print_bytes(&page).map(|()| Status::Done)
}

fn unknown(group: &Command, name: &str) -> Failure {
    let path = group.get_bin_name().unwrap_or("solve");
    let names: Vec<&str> = group.get_subcommands().map(Command::get_name).collect();
    if names.is_empty() {
        return Failure::Usage(format!("'{name}' is unknown: {path} has no commands of its own"));
    }
    Failure::Usage(format!("command '{name}' is unknown: it is one of {}", names.join(", ")))
}
