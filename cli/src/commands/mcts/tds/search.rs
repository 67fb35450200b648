//! `solve mcts tds search`: one search, and what each rank has done.

use std::sync::Arc;

use othello::players::Player;
use solver::Position;
use tds::Checkpoint;

use super::super::cpu_time;
use super::{Ranks, check, options, searched};
use crate::args::TdsSearchArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::tds::SearchReport;

/// Searches and shows what was found.
///
/// # Errors
/// A player that ranks cannot share out, a checkpoint that cannot be written or is of another search.
pub(super) fn run(args: &TdsSearchArgs) -> Result<Status, Failure> {
    check(&args.player)?;
    let interrupt = Interrupt::install()?;
    let mut options = options(args.how, args.ranks);
    options.stop = Some(Arc::clone(interrupt.flag()));
    let game = args.game;
    options.checkpoint = args.checkpoint.as_ref().map(|directory| Checkpoint {
        directory: directory.clone(),
        every: args.every,
        label: format!("{} from the {} start, scoring {}, {}", game.board, game.start, game.scoring, label(args)),
        former_labels: Vec::new(),
    });
    let player = Player::new(args.player.clone(), game.board, game.scoring);
    let discs = Position::start(game.board, game.start).discs;
    let ranks = Ranks { ranks: args.ranks, latency: args.how.latency.unwrap_or_default(), options: &options };
    let before = cpu_time();
    let found = searched(&player, discs, game.seed, &ranks)?;
    let report = SearchReport::new(args, &options, &found, cpu_time().saturating_sub(before));
    output::print(&if args.output.json { report.json() } else { report.text() })?;
    Ok(if interrupt.requested() { Status::Interrupted } else { Status::Done })
}

/// The player without its budget, which a search that goes on may have changed.
fn label(args: &TdsSearchArgs) -> String {
    let (name, parameters) = args.player.text.split_once(':').unwrap_or((&args.player.text, ""));
    let is_budget = |parameter: &&str| parameter.starts_with("n=") || parameter.starts_with("time=");
    let rest: Vec<&str> = parameters.split(',').filter(|one| !one.is_empty() && !is_budget(one)).collect();
    if rest.is_empty() { name.to_owned() } else { format!("{name}:{}", rest.join(",")) }
}
