//! `solve mcts tds`: distributed search, with threads for ranks.

use std::time::Duration;

use mcts::Select;
use mcts::parallel::{Scheme, Task};
use othello::players::{Player, PlayerKind, Playouts, Searcher, Spec, TreeSpec};
use othello::{Learned, Othello};
use solver::Move;
use tds::{Found, Options, TdsError};

use crate::args::{RanksArgs, TdsArgs, TdsCommand};
use crate::exit::{Failure, Status};

mod accuracy;
mod scaling;
mod search;

/// Does what was asked.
///
/// # Errors
/// Whatever keeps the command from its end.
pub(super) fn run(args: &TdsArgs) -> Result<Status, Failure> {
    match &args.command {
        TdsCommand::Search(args) => search::run(args),
        TdsCommand::Accuracy(args) => accuracy::run(args),
        TdsCommand::Scaling(args) => scaling::run(args),
    }
}

/// The options of a search on so many ranks.
fn options(args: RanksArgs, ranks: usize) -> Options {
    let mut options = Options::new(ranks);
    if let Some(each) = args.in_flight {
        options.in_flight = each.saturating_mul(u32::try_from(ranks).unwrap_or(u32::MAX));
    }
    options.allowance = args.allowance.unwrap_or(options.allowance);
    options
}

/// Searches on ranks.
struct Ranks<'a> {
    ranks: usize,
    latency: Duration,
    options: &'a Options,
}

impl Searcher for Ranks<'_> {
    type Found = Result<Found<Move>, TdsError>;

    fn search<S: Select>(
        &self,
        task: &Task<'_, Othello, S, Learned>,
        _: &TreeSpec,
        playout: &(dyn Fn() -> Playouts + Sync),
    ) -> Self::Found {
        tds::search(task, self.ranks, self.latency, self.options, |_| playout())
    }
}

/// Fails if ranks cannot do what a player does.
fn check(spec: &Spec) -> Result<(), Failure> {
    let has_ranks = match spec.kind {
        PlayerKind::Ucb1 { tree, .. }
        | PlayerKind::Ucb1Tuned { tree, .. }
        | PlayerKind::UctPlus { tree, .. }
        | PlayerKind::Puct { tree, .. } => tree.scheme == Scheme::SINGLE && spec.exact_from == 0,
        _ => false,
    };
    if has_ranks {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "player '{spec}' cannot be shared out among ranks: take uct, tuned, uct+, puct or uctbreak, without trees, threads, \
         leaf and end"
    )))
}

/// What a player finds on ranks.
fn searched(player: &Player, discs: solver::Discs, seed: u64, ranks: &Ranks<'_>) -> Result<Found<Move>, Failure> {
    let found = player.search_by(discs, seed, ranks);
    let found = found.ok_or_else(|| Failure::Usage(format!("player '{}' searches no tree", player.spec())))?;
    found.map_err(|error| Failure::Run(error.to_string()))
}
