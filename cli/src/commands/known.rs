//! `solve known`: what comes with the program.

use books::{KnownStart, known_starts, shipped};
use clap::Args;
use solver::{Board, Bounds, Move, Score};

use crate::exit::{Failure, Status};
use crate::output::{self, fields, limits, print_result};

const HELP: &str = "\
The starts whose search takes long, with the value for Black, who is to move,
what each first move is worth to Black, and on what that rests. A certificate
is checked by `solve check FILE`; data/atlas.json holds the values of all boards
up to 40 squares, and docs/citing.md says how to cite them. --no-book makes
other commands search as if none of this were known.

Examples:
  solve known
  solve known 6x8 --json";

/// List what the program knows without a search
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct KnownArgs {
    /// Only this board, in either orientation [default: all]
    #[arg(value_name = "RxC")]
    board: Option<Board>,
    /// Print JSON, one object per start or book
    #[arg(long)]
    json: bool,
}

/// Prints the books and the known starts.
pub(crate) fn run(args: &KnownArgs) -> Result<Status, Failure> {
    let is_wanted = |board: Board| args.board.is_none_or(|wanted| wanted.landscape() == board);
    for plan in shipped().iter().map(|book| book.plan()).filter(|plan| is_wanted(plan.board)) {
        let record = fields! {
            "board": plan.board.to_string(),
            "start": plan.start.name(),
            "scoring": plan.scoring.name(),
            "discs": plan.discs, // every position reachable with at most so many
        };
        print_result(args.json, &record, |_| format!("{plan}: a book of all positions\n"))?;
    }
    for known in known_starts().iter().filter(|known| is_wanted(known.board)) {
        print_result(args.json, &record(known), |_| text(known))?;
    }
    let boards = known_starts().iter().map(|known| known.board).chain(shipped().iter().map(|book| book.plan().board));
    if let Some(board) = args.board.filter(|_| !args.json && !boards.into_iter().any(is_wanted)) {
        output::print(&format!("Nothing of {board} is known without a search: solve --board {board}\n"))?;
    }
    Ok(Status::Done)
}

fn record(known: &KnownStart) -> crate::output::Fields {
    let name = |chosen: Move| chosen.display(known.board).to_string();
    let of_move = |&(chosen, bounds): &(Move, Bounds)| {
        fields! { "move": name(chosen), "lower": bounds.lower.discs(), "upper": bounds.upper.discs() }
    };
    fields! {
        "board": known.board.to_string(),
        "start": known.start.name(),
        "scoring": known.scoring.name(),
        "value": known.bounds.exact().map(Score::discs),
        "lower": known.bounds.lower.discs(), // for Black, who is to move
        "upper": known.bounds.upper.discs(),
        "game": known.game.iter().map(|&chosen| name(chosen)).collect::<Vec<_>>(),
        "moves": known.moves.iter().map(of_move).collect::<Vec<_>>(), // but symmetric ones; for Black
        "evidence": known.evidence,
    }
}

fn text(known: &KnownStart) -> String {
    let told = |bounds: Bounds| bounds.exact().map_or_else(|| limits(bounds), |value| format!("{value:+}"));
    let of_move = |&(chosen, bounds): &(Move, Bounds)| format!("{} {}", chosen.display(known.board), told(bounds));
    let moves: Vec<String> = known.moves.iter().map(of_move).collect();
    let KnownStart { board, start, scoring, bounds, evidence, .. } = known;
    format!(
        "{board} {start}, scoring {scoring}: {}\n  moves  {}\n  by     {evidence}\n",
        told(*bounds),
        moves.join(", ")
    )
}
