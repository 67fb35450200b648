//! `solve mcts tds accuracy`: how good moves are, by number of ranks.

use mcts::measure::bootstrap;
use mcts::random::mix;
use othello::players::{Player, SpecError};
use problems::{Record, set};
use solver::{Move, Outcome};

use super::{Ranks, check, options, searched};
use crate::args::TdsAccuracyArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::tds::{Accuracies, AccuracyRow, accuracy_heading};
use crate::progress::Display;

/// Resamples of a bootstrap.
const ROUNDS: usize = 2000;

/// Asks about every position with each number of ranks, and shows a line for each.
///
/// # Errors
/// No such set, a player that ranks cannot share out.
pub(super) fn run(args: &TdsAccuracyArgs) -> Result<Status, Failure> {
    check(&args.player)?;
    let interrupt = Interrupt::install()?;
    let display = Display::new(args.output.quiet);
    let mut records = set::read(&args.set).map_err(|error| Failure::Run(error.to_string()))?.records;
    records.truncate(args.positions.map_or(usize::MAX, |positions| positions as usize));
    let Some(first) = records.first() else {
        return Err(Failure::Run(format!("{}: the set has no positions", args.set.display())));
    };
    let player = Player::new(args.player.clone(), first.position.board, first.scoring);
    if !args.output.json {
        output::print(&accuracy_heading(args, records.len()))?;
    }
    for &count in &args.ranks {
        let options = options(args.how, count);
        let ranks = Ranks { ranks: count, latency: args.how.latency.unwrap_or_default(), options: &options };
        let bar = display.bar(&format!("{count} ranks"), records.len() as u64);
        let mut root_parallel = root_parallel(args, count, first)?;
        let (mut credits, mut others, mut row) = (Vec::new(), Vec::new(), AccuracyRow::new(count, &options));
        for record in &records {
            let discs = record.position.discs;
            let seed = mix(mix(mix(args.seed) ^ discs.player).wrapping_add(discs.opponent));
            let found = searched(&player, discs, seed, &ranks)?;
            row.add(&found);
            credits.extend(found.searched.chosen.and_then(|best| credit(record, best.chosen)));
            let other = root_parallel.choose(discs, seed);
            others.extend(other.and_then(|choice| credit(record, choice.chosen)));
            bar.advance();
            if interrupt.requested() {
                return Ok(Status::Interrupted);
            }
        }
        drop(bar);
        let accuracy = |credits: &[f64]| bootstrap(credits, ROUNDS, args.seed);
        let found = Accuracies { ranks: accuracy(&credits), root_parallel: accuracy(&others) };
        output::print(&if args.output.json { row.json(args, &found) } else { row.text(&found) })?;
    }
    Ok(Status::Done)
}

/// The same player with as many independent trees as there are ranks.
fn root_parallel(args: &TdsAccuracyArgs, trees: usize, first: &Record) -> Result<Player, Failure> {
    let separator = if args.player.text.contains(':') { ',' } else { ':' };
    let text = format!("{}{separator}trees={trees}", args.player);
    let spec = text.parse().map_err(|error: SpecError| Failure::Usage(error.to_string()))?;
    Ok(Player::new(spec, first.position.board, first.scoring))
}

/// 1 for a move that wins, ½ for one that draws, 0 for one that loses.
fn credit(record: &Record, chosen: Move) -> Option<f64> {
    let label = record.moves.iter().find(|label| label.chosen == chosen)?;
    Some(match label.outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss => 0.0,
    })
}
