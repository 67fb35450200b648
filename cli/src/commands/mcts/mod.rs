//! `solve mcts`: Monte-Carlo tree search and what to compare it with.

use std::path::Path;
use std::time::Duration;

use othello::players;
use rustix::time::{ClockId, clock_gettime};

use crate::args::MctsCommand;
use crate::exit::{Failure, Status};
use crate::output;

mod accuracy;
mod contest;
mod fit;
pub(crate) mod material;
mod parallel;
mod speed;
mod tds;

/// Does what was asked.
///
/// # Errors
/// Whatever keeps the command from its end.
pub(crate) fn run(command: &MctsCommand) -> Result<Status, Failure> {
    match command {
        MctsCommand::Players => output::print(&players::help()).map(|()| Status::Done),
        MctsCommand::Match(args) => contest::run(args),
        MctsCommand::Accuracy(args) => accuracy::run(args),
        MctsCommand::Fit(args) => fit::run(args),
        MctsCommand::Speed(args) => speed::run(args),
        MctsCommand::Parallel(args) => parallel::run(args),
        MctsCommand::Tds(args) => tds::run(args),
    }
}

/// What is said when Ctrl-C ends a command in the midst of an answer or a game.
fn last_words(results: Option<&Path>, unit: &str) -> String {
    match results {
        Some(path) => format!("stopped; every {unit} that was finished is in {}", path.display()),
        None => format!("stopped in the midst of one {unit}; with --results FILE the finished ones are kept"),
    }
}

/// CPU time of the whole process.
fn cpu_time() -> Duration {
    clock(ClockId::ProcessCPUTime)
}

/// CPU time of this thread.
fn thread_cpu_time() -> Duration {
    clock(ClockId::ThreadCPUTime)
}

fn clock(which: ClockId) -> Duration {
    let time = clock_gettime(which);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
