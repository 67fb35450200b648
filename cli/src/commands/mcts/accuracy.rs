//! `solve mcts accuracy`: how often players are right.

use std::time::Instant;

use mcts::measure::Accuracy;
use mcts::players::Player;
use mcts::random::mix;

use super::problems;
use crate::args::AccuracyArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::mcts::{AccuracyHeading, AccuracyRow};
use crate::progress::Display;

/// Solves positions, asks every player about each, and shows a line for each player as soon as it is done.
///
/// # Errors
/// There are no such positions, output that cannot be written.
pub(crate) fn run(args: &AccuracyArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let display = Display::new(args.output.quiet);
    let Some(positions) = problems(args.game, args.problems, display, &interrupt)? else {
        return Ok(Status::Interrupted);
    };
    let heading = AccuracyHeading {
        board: args.game.board,
        start: args.game.start,
        scoring: args.game.scoring,
        seed: args.game.seed,
        empties: args.problems.empties,
        positions: positions.len(),
    };
    if !args.output.json {
        output::print(&heading.text())?;
    }
    for spec in &args.player {
        let mut player = Player::new(spec.clone(), args.game.board, args.game.scoring);
        let bar = display.bar(&spec.text, positions.len() as u64);
        let (begin, mut playouts) = (Instant::now(), 0);
        let (accuracy, _) = Accuracy::of(&positions, |number, discs| {
            bar.advance();
            if interrupt.requested() {
                return None;
            }
            let choice = player.choose(discs, mix(args.game.seed).wrapping_add(number as u64))?;
            playouts += choice.playouts;
            Some(choice.chosen)
        });
        drop(bar);
        if interrupt.requested() {
            return Ok(Status::Interrupted);
        }
        let summary = accuracy.summary(args.game.seed);
        let row = AccuracyRow { player: &spec.text, summary, playouts, time: begin.elapsed() };
        output::print(&if args.output.json { row.json(&heading) } else { row.text() })?;
    }
    Ok(Status::Done)
}
