//! `solve-mpi`: one Monte-Carlo tree search of an Othello position by all processes that `mpirun` starts.

use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use mcts::parallel::{Scheme, Task};
use mcts::Select;
use othello::players::{Player, PlayerKind, Playouts, Searcher, Spec, TreeSpec};
use othello::{Learned, Othello};
use mpi::traits::Communicator;
use serde_json::json;
use solver::notation::move_text;
use solver::{Board, Move, Position, Scoring, Start};
use tds::{Checkpoint, Found, Options, TdsError, Transport, balance};
use transport::Mpi;

mod transport;

/// Searches the start of a board with all processes that mpirun starts, each with a part of the tree.
#[derive(Debug, Parser)]
#[command(name = "solve-mpi", version, max_term_width = 100)]
struct Arguments {
    /// The board: ROWSxCOLUMNS, both at least 3, together at most 64 squares
    #[arg(long, value_name = "RxC", default_value = "6x6")]
    board: Board,
    /// How the four centre discs stand: othello, reversi or reversi-rows
    #[arg(long, default_value = "othello", value_parser = start)]
    start: Start,
    /// Who searches: uct, tuned, uct+, puct or uctbreak with parameters; `solve mcts players` lists them
    #[arg(long, value_name = "PLAYER", default_value = "uct:n=1000000")]
    player: Spec,
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Descents under way at once for each rank [default: 1 with one rank, else 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    in_flight: Option<u32>,
    /// The most playouts that a node makes before it reports to its parent, those of a leaf counted as one [default: 1 with one
    /// rank, else 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    allowance: Option<u32>,
    /// Save the tree in this directory from time to time and at the end, and go on from there if it is that of this search;
    /// each machine may have one of its own
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    every: f64,
    /// Seconds without a sign of life after which a rank is taken for lost
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    patience: f64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn start(text: &str) -> Result<Start, String> {
    let names = Start::ALL.map(Start::name).join(", ");
    Start::ALL.into_iter().find(|start| start.name() == text).ok_or_else(|| format!("is none of {names}"))
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.001..1e9).contains(seconds))
        .ok_or_else(|| "is no number of seconds".to_owned())
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(universe) = mpi::initialize() else {
        eprintln!("solve-mpi: MPI could not be initialised");
        return ExitCode::FAILURE;
    };
    let world = universe.world();
    let rank = world.rank();
    match run(&arguments, Mpi::new(universe.world())) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("solve-mpi: rank {rank}: {error}");
            // The others cannot go on without this rank.
            world.abort(1)
        }
    }
}

/// Searches as one rank; on rank 0 what is to be printed, on the others nothing.
fn run(arguments: &Arguments, transport: Mpi) -> Result<String, Box<dyn std::error::Error>> {
    let Arguments { board, start, player, seed, .. } = arguments;
    let tree = match player.kind {
        PlayerKind::Ucb1 { tree, .. }
        | PlayerKind::Ucb1Tuned { tree, .. }
        | PlayerKind::UctPlus { tree, .. }
        | PlayerKind::Puct { tree, .. } => Some(tree),
        _ => None,
    };
    if tree.is_none_or(|tree| tree.scheme != Scheme::SINGLE) || player.exact_from > 0 {
        return Err(format!(
            "player '{player}' cannot be shared out among ranks: take uct, tuned, uct+, puct or uctbreak, without trees, \
             threads, leaf and end"
        )
        .into());
    }
    let ranks = transport.ranks();
    let options = options(arguments, ranks);
    let scoring = Scoring::Discs;
    let discs = Position::start(*board, *start).discs;
    let player = Player::new(player.clone(), *board, scoring);
    let one = OneRank { options: &options, transport: std::cell::Cell::new(Some(transport)) };
    let found = player.search_by(discs, *seed, &one).ok_or("this player searches no tree")??;
    Ok(found.map_or_else(String::new, |found| {
        if arguments.json { record(arguments, &found) } else { report(arguments, &found) }
    }))
}

fn options(arguments: &Arguments, ranks: usize) -> Options {
    let mut options = Options::new(ranks);
    if let Some(each) = arguments.in_flight {
        options.in_flight = each.saturating_mul(u32::try_from(ranks).unwrap_or(u32::MAX));
    }
    options.allowance = arguments.allowance.unwrap_or(options.allowance);
    options.patience = Duration::from_secs_f64(arguments.patience);
    let parameters = arguments.player.text.split([':', ',']);
    let parameters: Vec<&str> = parameters.filter(|one| !one.starts_with("n=") && !one.starts_with("time=")).collect();
    options.checkpoint = arguments.checkpoint.as_ref().map(|directory| Checkpoint {
        directory: directory.clone(),
        every: Duration::from_secs_f64(arguments.every),
        label: format!("{} from the {} start, {}", arguments.board, arguments.start, parameters.join(",")),
    });
    options
}

/// Works as one rank of MPI.
struct OneRank<'a> {
    options: &'a Options,
    /// Used by the only search there is.
    transport: std::cell::Cell<Option<Mpi>>,
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

/// For people.
fn report(arguments: &Arguments, found: &Found<Move>) -> String {
    let Found { searched, ranks, .. } = found;
    let line = |name: &str, value: &dyn Display| format!("{name:<10} {value}\n");
    let seconds = found.elapsed.as_secs_f64();
    let mut text =
        line("Player", &format!("{}, {} from the {} start", arguments.player, arguments.board, arguments.start));
    text += &line("Ranks", &ranks.len());
    text += &line(
        "Playouts",
        &format!("{}, {} of them from a checkpoint, in {seconds:.2} s", searched.playouts, found.resumed),
    );
    text += &line("Value", &format!("{:.4} for the side to move", found.root.mean()));
    if let Some(best) = searched.chosen {
        let (name, seen) = (move_text(arguments.board, best.chosen), best.statistics);
        text += &line("Move", &format!("{name}, {} playouts, mean {:.4}", seen.visits, seen.mean()));
    }
    text += &line("Balance", &format!("{:.2}", balance(ranks, |rank| rank.playouts)));
    text += "rank     playouts     searches      reports    messages         bytes    idle       nodes\n";
    for rank in ranks {
        text += &format!(
            "{:>4} {:>12} {:>12} {:>12} {:>11} {:>13} {:>6.1}% {:>11}\n",
            rank.rank,
            rank.playouts,
            rank.searches,
            rank.reports,
            rank.sent_messages,
            rank.sent_bytes,
            100.0 * rank.idle_share(),
            rank.nodes
        );
    }
    text
}

/// For programs.
fn record(arguments: &Arguments, found: &Found<Move>) -> String {
    let name = |chosen: Move| move_text(arguments.board, chosen);
    let moves = found
        .searched
        .moves
        .iter()
        .map(|one| json!({ "move": name(one.chosen), "visits": one.statistics.visits, "sum": one.statistics.sum }));
    let ranks = found.ranks.iter().map(|rank| {
        json!({
            "rank": rank.rank, "playouts": rank.playouts, "searches": rank.searches, "reports": rank.reports,
            "sent_jobs": rank.sent_jobs, "messages": rank.sent_messages, "bytes": rank.sent_bytes,
            "idle_share": rank.idle_share(), "nodes": rank.nodes, "left": rank.left,
        })
    });
    let record = json!({
        "player": arguments.player.text, "board": arguments.board.to_string(), "ranks": found.ranks.len(),
        "playouts": found.searched.playouts, "resumed": found.resumed, "seconds": found.elapsed.as_secs_f64(),
        "best": found.searched.chosen.map(|best| name(best.chosen)), "mean": found.root.mean(),
        "visits": found.root.visits, "moves": moves.collect::<Vec<_>>(), "each": ranks.collect::<Vec<_>>(),
    });
    format!("{record}\n")
}
