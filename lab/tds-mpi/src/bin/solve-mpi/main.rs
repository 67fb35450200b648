//! `solve-mpi`: one Monte-Carlo tree search of an Othello position by all processes that `mpirun` starts.

use std::cell::Cell;
use std::error::Error;
use std::process::ExitCode;

use arguments::Arguments;
use clap::Parser;
use mcts::Select;
use mcts::parallel::Task;
use othello::players::{Playouts, Searcher, TreeSpec};
use othello::ranks::RankSearch;
use othello::{Learned, Othello};
use solver::Move;
use tds::{Found, Options, TdsError, Transport};
use tds_mpi::MpiTransport;

mod arguments;
mod report;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    tds_mpi::run("solve-mpi", |transport| search(&arguments, transport))
}

/// Searches as one rank; rank 0 prints the result.
fn search(arguments: &Arguments, transport: MpiTransport) -> Result<(), Box<dyn Error>> {
    let Arguments { board, start, scoring, player, .. } = arguments;
    let search = RankSearch::new(*board, *start, *scoring, player.clone())?;
    let options = arguments.options(&search, transport.ranks());
    let one = OneRank { options: &options, transport: Cell::new(Some(transport)) };
    if let Some(found) = search.run(arguments.seed, &one)? {
        let text = if arguments.json { report::json(arguments, &found) } else { report::text(arguments, &found) };
        print!("{text}");
    }
    Ok(())
}

/// Works as one MPI rank.
struct OneRank<'a> {
    options: &'a Options,
    /// Taken by the only search there is.
    transport: Cell<Option<MpiTransport>>,
}

impl Searcher for OneRank<'_> {
    type Found = Result<Option<Found<Move>>, TdsError>;

    fn search<S: Select>(
        &self,
        task: &Task<'_, Othello, S, Learned>,
        _: &TreeSpec,
        playout: &(dyn Fn() -> Playouts + Sync),
    ) -> Self::Found {
        let Some(transport) = self.transport.take() else { return Ok(None) };
        tds::work(task, self.options, playout(), transport)
    }
}
