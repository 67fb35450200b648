//! The large parts of the program: a build may leave them out, each by a cargo feature of its name.

/// A part of the program.
#[derive(Debug)]
pub(super) struct Part {
    /// The name of the cargo feature.
    feature: &'static str,
    /// Whether this build has it.
    is_here: bool,
    /// Its commands.
    commands: &'static [&'static str],
}

/// Every part; what is not named here is in every build.
const PARTS: &[Part] = &[
    Part { feature: "campaign", is_here: cfg!(feature = "campaign"), commands: &["campaign"] },
    Part { feature: "explorer", is_here: cfg!(feature = "explorer"), commands: &["explore"] },
    Part { feature: "mcts", is_here: cfg!(feature = "mcts"), commands: &["chart", "mcts", "play"] },
    Part { feature: "problems", is_here: cfg!(feature = "problems"), commands: &["problems"] },
    Part { feature: "tables", is_here: cfg!(feature = "tables"), commands: &["exhaust", "table"] },
    Part { feature: "train", is_here: cfg!(feature = "train"), commands: &["train"] },
];

/// Whether this build has a command of the program.
pub(super) fn has(command: &str) -> bool {
    left_out(PARTS, command).is_none()
}

/// What is said of a command that this build has not; `None` if it has it, or if there never was one of this name.
pub(crate) fn refusal(command: &str) -> Option<String> {
    left_out(PARTS, command).map(|part| {
        format!(
            "solve {command} is left out of this program: build it with the feature '{}', or everything by scripts/solve",
            part.feature
        )
    })
}

fn left_out<'a>(parts: &'a [Part], command: &str) -> Option<&'a Part> {
    parts.iter().find(|part| !part.is_here && part.commands.contains(&command))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn a_command_is_there_just_if_its_part_is() {
        let program = Cli::command();
        for part in PARTS {
            for command in part.commands {
                assert_eq!(program.find_subcommand(command).is_some(), part.is_here, "{command}");
                assert_eq!(has(command), part.is_here, "{command}");
            }
        }
    }

    #[test]
    fn a_part_that_is_left_out_is_named() {
        let parts = [Part { feature: "explorer", is_here: false, commands: &["explore"] }];
        assert_eq!(left_out(&parts, "explore").map(|part| part.feature), Some("explorer"));
        assert!(left_out(&parts, "solve").is_none());
    }

    #[test]
    fn the_script_knows_which_commands_only_the_whole_program_has() {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/solve");
        let script = std::fs::read_to_string(script).unwrap();
        let line = script.lines().find_map(|line| line.strip_prefix("whole_commands=")).unwrap();
        let listed: BTreeSet<&str> = line.trim_matches('"').split_whitespace().collect();
        assert_eq!(listed, PARTS.iter().flat_map(|part| part.commands).copied().collect());
    }
}
