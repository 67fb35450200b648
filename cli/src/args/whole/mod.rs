//! Options of the commands that only the whole program has: they keep tables, or need what takes long to compile.

use clap::Subcommand;

mod campaign;
mod chart;
mod exhaust;
mod explore;
mod mcts;
mod play;
mod problems;
mod table;
mod tds;
mod train;

pub(crate) use crate::args::groups::GameArgs;
pub(crate) use crate::persistence::TrustArgs;
pub(crate) use campaign::{
    CampaignArgs, CampaignCommand, CampaignJobArgs, CampaignLookArgs, CampaignMergeArgs, CampaignNextArgs,
    CampaignPlanArgs, CampaignProveArgs, CampaignRecordArgs, CampaignReportArgs, CampaignRunArgs, CampaignServeArgs,
    CampaignSimulateArgs, CampaignWithdrawArgs, RecheckArgs,
};
pub(crate) use chart::ChartArgs;
pub(crate) use exhaust::ExhaustArgs;
pub(crate) use explore::{ExploreArgs, GrantArgs, ShelfArgs};
pub(crate) use mcts::{
    AccuracyArgs, FitArgs, MatchArgs, MctsArgs, MctsCommand, ParallelArgs, PlayersArgs, ProblemArgs, SpeedArgs,
};
pub(crate) use play::PlayArgs;
pub(crate) use problems::{
    MakeArgs, ProblemsArgs, ProblemsCardArgs, ProblemsCheckArgs, ProblemsCommand, ProblemsExportArgs, TextFormat,
};
pub(crate) use table::{
    Action, DirectoryArgs, DropArgs, EachArgs, ExportArgs, GetArgs, ImportArgs, IncomingArgs, InfoArgs, Level,
    MergeArgs, PickArgs, ReproveArgs, TableCommandArgs, TableVerifyArgs,
};
pub(crate) use tds::{RanksArgs, TdsAccuracyArgs, TdsArgs, TdsCommand, TdsScalingArgs, TdsSearchArgs};
pub(crate) use train::TrainArgs;

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum WholeCommand {
    /// Train the evaluation for a board
    Train(TrainArgs),
    /// Make and verify problem sets: positions with exact labels
    Problems(ProblemsArgs),
    /// Play against any player in the terminal
    Play(Box<PlayArgs>),
    /// Monte-Carlo tree search and baselines: matches, accuracy, speed
    Mcts(MctsArgs),
    /// Draw a chart as SVG from a description in JSON
    Chart(ChartArgs),
    /// Solve one board as many jobs, on one machine or many
    Campaign(CampaignArgs),
    /// Serve a web page for exploring perfect play, and its JSON API
    Explore(Box<ExploreArgs>),
    /// Solve every reachable position of a small board, and look positions up
    Exhaust(ExhaustArgs),
    /// Inspect, verify, export, import and merge the tables on disk
    Table(TableCommandArgs),
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
