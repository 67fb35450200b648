//! `solve mcts`: Monte-Carlo tree search and what to compare it with.

use std::time::Duration;

use mcts::Othello;
use mcts::measure::{Labelled, random_problems};
use mcts::players::spec;
use rustix::time::{ClockId, clock_gettime};

use crate::args::{GameArgs, MctsCommand, ProblemArgs};
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::progress::Display;

mod accuracy;
mod contest;
mod fit;
mod parallel;
mod speed;
mod tds;

/// Does what was asked.
///
/// # Errors
/// Whatever keeps the command from its end.
pub(crate) fn run(command: &MctsCommand) -> Result<Status, Failure> {
    match command {
        MctsCommand::Players => output::print(&spec::help()).map(|()| Status::Done),
        MctsCommand::Match(args) => contest::run(args),
        MctsCommand::Accuracy(args) => accuracy::run(args),
        MctsCommand::Fit(args) => fit::run(args),
        MctsCommand::Speed(args) => speed::run(args),
        MctsCommand::Parallel(args) => parallel::run(args),
        MctsCommand::Tds(args) => tds::run(args),
    }
}

/// Solved positions to ask players about; `None` if Ctrl-C came first.
///
/// # Errors
/// There are none of the kind.
fn problems(
    game: GameArgs,
    args: ProblemArgs,
    display: Display,
    interrupt: &Interrupt,
) -> Result<Option<Vec<Labelled>>, Failure> {
    let othello = Othello::new(game.board, game.scoring);
    let bar = display.bar("solving positions", u64::from(args.positions));
    let found = random_problems(&othello, game.start, args.empties, args.positions as usize, game.seed, || {
        bar.advance();
        !interrupt.requested()
    });
    if interrupt.requested() {
        return Ok(None);
    }
    if found.is_empty() {
        let Some(most) = game.board.squares().checked_sub(4).filter(|&most| most < args.empties) else {
            let empties = args.empties;
            return Err(Failure::Run(format!(
                "no position of {} with {empties} empty squares was found in which a move wins and another loses",
                game.board
            )));
        };
        return Err(Failure::Usage(format!(
            "empties {} are more than the {most} of board {}",
            args.empties, game.board
        )));
    }
    Ok(Some(found))
}

/// CPU time of the whole process.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
