//! `solve -h`: the commands in groups, a line each.

use clap::Command;

/// The commands in the order of the help, by what they are for. A build without tables leaves out those that it lacks.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Solve", &["positions", "analyse", "known", "perft", "bench"]),
    ("Prove", &["prove", "check", "verify"]),
    ("Explore and play", &["explore", "play", "gtp", "nboard"]),
    ("Data", &["book", "table", "exhaust", "problems"]),
    ("Campaigns", &["campaign"]),
    ("Laboratory", &["mcts", "train", "chart"]),
    ("This program", &["completions", "man"]),
];

const HEAD: &str = "\
Examples:
  solve --board 4x10 --mode wld             who wins on 4 rows and 10 columns?
  solve --board 6x6 --moves e4e3 --json     the exact value, as JSON
";

const FOOT: &str = "
solve COMMAND -h explains a command; solve --help has the options of solve.
";

/// The help, in lines of at most 80 characters as long as no command's description is longer than 50.
pub(super) fn help(definition: &Command) -> String {
    let about = definition.get_about().map(ToString::to_string).unwrap_or_default();
    let mut text = format!("{about}\n\n{HEAD}\n");
    for (group, names) in GROUPS {
        let mut heading = group;
        for command in names.iter().filter_map(|name| definition.find_subcommand(name)) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            text += &format!("{heading:<18}{:<12}{about}\n", command.get_name());
            heading = "";
        }
    }
    text + FOOT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_short_line_in_one_group() {
        let definition = crate::commands::definition();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let mut known: Vec<&str> = definition.get_subcommands().map(Command::get_name).collect();
        listed.retain(|name| cfg!(feature = "whole") || known.contains(name));
        listed.sort_unstable();
        known.sort_unstable();
        assert_eq!(listed, known);
        let help = help(&definition);
        assert!(help.lines().count() <= 30, "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
}
