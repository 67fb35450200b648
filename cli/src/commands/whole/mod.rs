//! The commands that only the whole program has: they keep tables, or need what takes long to compile.

use clap::Subcommand;

use crate::exit::{Failure, Status};

mod campaign;
mod chart;
mod exhaust;
mod mcts;
mod problems;
mod table;
mod train;

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum WholeCommand {
    Train(train::TrainArgs),
    Problems(problems::ProblemsArgs),
    #[command(subcommand)]
    Mcts(mcts::MctsCommand),
    Chart(chart::ChartArgs),
    Campaign(campaign::CampaignArgs),
    Exhaust(exhaust::ExhaustArgs),
    #[command(subcommand)]
    Table(table::Action),
}

/// Runs the command.
pub(crate) fn run(command: WholeCommand) -> Result<Status, Failure> {
    match command {
        WholeCommand::Train(args) => train::run(&args),
        WholeCommand::Problems(args) => problems::run(&args),
        WholeCommand::Mcts(args) => mcts::run(&args),
        WholeCommand::Chart(args) => chart::run(&args),
        WholeCommand::Campaign(args) => campaign::run(&args),
        WholeCommand::Exhaust(args) => exhaust::run(&args),
        WholeCommand::Table(args) => table::run(&args),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_script_knows_which_commands_only_the_whole_program_has() {
        let script = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/solve")).unwrap();
        let line = script.lines().find_map(|line| line.strip_prefix("whole_commands=")).unwrap();
        let listed: BTreeSet<&str> = line.trim_matches('"').split_whitespace().collect();
        let program = WholeCommand::augment_subcommands(clap::Command::new("solve"));
        assert_eq!(listed, program.get_subcommands().map(clap::Command::get_name).collect());
    }
}
