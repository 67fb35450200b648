//! `solve mcts tds`: distributed search, with threads for ranks.

use std::sync::Arc;

use experiments::Material;
use experiments::ranks::{RankSurvey, ScalingTest, SearchTest, Teamwork};

use super::MEASUREMENT_STOPPED;
use crate::args::{RanksArgs, TdsAccuracyArgs, TdsArgs, TdsCommand, TdsScalingArgs, TdsSearchArgs};
use crate::exit::{End, Status};
use crate::interrupt::Interrupt;
use crate::output::whole::tds as text;
use crate::output::{print, print_result};
use crate::steps::Steps;

/// Runs the command.
///
/// # Errors
/// Whatever keeps the command from finishing.
pub(super) fn run(args: &TdsArgs) -> Result<Status, End> {
    match &args.command {
        TdsCommand::Search(args) => search(args),
        TdsCommand::Accuracy(args) => accuracy(args),
        TdsCommand::Scaling(args) => scaling(args),
    }
}

fn teamwork(args: RanksArgs) -> Teamwork {
    Teamwork { in_flight: args.in_flight, allowance: args.allowance, latency: args.latency.unwrap_or_default() }
}

/// Searches, and prints the result and the work of each rank.
fn search(args: &TdsSearchArgs) -> Result<Status, End> {
    let interrupt = Interrupt::install()?;
    let search = SearchTest {
        board: args.game.board,
        start: args.game.start,
        scoring: args.game.scoring,
        player: args.player.clone(),
        seed: args.game.seed,
        ranks: args.ranks,
        teamwork: teamwork(args.how),
        checkpoint: args.checkpoint.clone().map(|folder| (folder, args.every)),
    };
    let found = search.run(Arc::clone(interrupt.flag()))?;
    print_result(args.output.json, &found, text::search)?;
    Ok(if interrupt.requested() { Status::Interrupted } else { Status::Done })
}

/// Asks about every position with each number of ranks, and shows a line for each.
fn accuracy(args: &TdsAccuracyArgs) -> Result<Status, End> {
    let survey = RankSurvey::new(args.player.clone(), teamwork(args.how), args.seed)?;
    let interrupt = Interrupt::install()?;
    interrupt.insist(MEASUREMENT_STOPPED.to_owned())?;
    let steps = Steps::new(&interrupt, args.output.quiet);
    let most = args.positions.map_or(usize::MAX, |positions| positions as usize);
    let name = args.set.display().to_string();
    let material = Material { name, ..Material::from_set(&args.set, most)? };
    if !args.output.json {
        steps.hidden(|| print(&text::accuracy_heading(&material, &args.player)))?;
    }
    for &ranks in &args.ranks {
        let found = survey.ask(&material, ranks, &steps)?;
        steps.hidden(|| print_result(args.output.json, &found, text::accuracy))?;
    }
    Ok(Status::Done)
}

/// Measures each number of ranks, and root parallel with as many threads.
fn scaling(args: &TdsScalingArgs) -> Result<Status, End> {
    let interrupt = Interrupt::install()?;
    interrupt.insist(MEASUREMENT_STOPPED.to_owned())?;
    let test = ScalingTest {
        ranks: args.ranks.clone(),
        teamwork: teamwork(args.how),
        delay: args.delay,
        time: args.time,
        exploration: args.exploration,
        seed: args.seed,
        parts: args.parts,
    };
    if !args.output.json {
        print(&text::scaling_heading(&test))?;
    }
    for found in test.run() {
        print_result(args.output.json, &found?, text::scaling)?;
        if interrupt.requested() {
            return Err(End::Stopped);
        }
    }
    Ok(Status::Done)
}
