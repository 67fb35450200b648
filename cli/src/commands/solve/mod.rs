//! `solve --board RxC …`: one position.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use solver::{Answer, Board, Bounds, CanonicalPosition, Move, ProofTable, Question, Score, estimate};

use self::answer::{Solved, record, report};
use crate::args::{PositionArgs, QuestionArgs, ResourceArgs};
use crate::exit::{self, Failure, Status};
use crate::output::{compact, counted, limits, print_result, span};
use crate::persistence;
use crate::threads;
use crate::workbench::{Answered, Workbench};

pub(crate) mod answer;

/// What is asked of positions, what the search may use, and how it answers.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
    /// Leave the perfect game out: only the value and a best move. Where a book or a table has the value, the game alone
    /// can take a search of seconds or more
    #[arg(help_heading = "Question", long)]
    pub(crate) no_line: bool,
    /// Also print the value of each legal move, for the side that makes it
    #[arg(help_heading = "Question", long)]
    pub(crate) all_moves: bool,
    #[command(flatten)]
    pub(crate) resources: ResourceArgs,
    /// Use a book that solve book build made, on its board instead of others. What rests on it is unverified
    #[arg(help_heading = "Table", long, value_name = "FILE", conflicts_with = "no_book")]
    book: Option<PathBuf>,
}

impl SearchArgs {
    /// A workbench for them; a book of one's own must be of `board`, if that is given.
    pub(crate) fn workbench(&self, board: Option<Board>) -> Result<Workbench, Failure> {
        let books = persistence::books(!self.resources.table.no_book, self.book.as_ref(), board)?;
        Workbench::open(&self.resources, books)
    }
}

/// Solves one position and prints the answer.
pub(crate) fn run(asked: &PositionArgs, search: &SearchArgs) -> Result<Status, Failure> {
    let (start, position) = (asked.named_start(), asked.position()?);
    let question = Question::new(position, search.question.mode, search.question.scoring);
    let mut bench = search.workbench(Some(position.board()))?;
    bench.tell_earlier(&question);
    let starts = bench.starts(&question);
    let known = starts.and_then(|starts| starts.look_up(&position));
    let is_settled = known.is_some_and(|known| question.mode.settled(known.bounds));
    if let (Some(known), false) = (known, is_settled) {
        let (side, bounds) = (position.side().name(), limits(known.bounds));
        let evidence = starts.and_then(|starts| starts.evidence(&position)).unwrap_or_default();
        bench.tell(&format!("known so far: the value for {side}, who is to move, is {bounds}; {evidence}"));
    }
    let resources = &search.resources;
    let announced = announced(&question, threads::count(resources.threads), resources.memory);
    if let Some(text) = announced.filter(|_| !is_settled && !resources.output.quiet) {
        // Also where nobody looks on, so that a log tells it.
        exit::complain(&text);
    }
    // A best move and the rest of a perfect game may take the search that the value saves.
    let has_game = !is_settled || starts.is_some_and(|starts| starts.has_game(position));
    let mut answered = match known.is_some_and(|known| known.best.is_none()) && !has_game {
        true => bench.value_after(Duration::ZERO, &question)?,
        false => bench.solve(&question, !search.no_line && has_game)?,
    };
    if let Some(message) = falsehood(&answered.answer) {
        return Err(Failure::Run(message));
    }
    let moves = search.all_moves.then(|| each_move(&mut bench, &question, &mut answered)).transpose()?;
    let status = status(answered.answer.complete, answered.stop);
    let solved = Solved { input_line: None, start, question, answered, moves };
    let printed = print_result(search.resources.output.json, &record(&solved), |_| report(&solved));
    // Proofs reach the disk even if nobody reads the answer.
    bench.close(status)?;
    match printed {
        Err(Failure::ClosedPipe) => Ok(status),
        printed => printed.map(|_| status),
    }
}

/// Searches that are expected to take less than this many seconds are not announced.
const SHORT: f64 = 20.0;
/// Nobody waits for a search of more than a year.
const HOPELESS: f64 = 365.0 * 24.0 * 3600.0;

/// What a person should know before a long search: nodes, time and memory; `None` before a short one.
fn announced(question: &Question, threads: usize, memory: usize) -> Option<String> {
    let nodes = estimate::nodes(question);
    let [short, seconds, long] = nodes.map(|nodes| nodes / (estimate::NODES_PER_SECOND * threads as f64));
    let [few, expected, many] = nodes.map(rounded);
    let threads = counted(threads as u64, "thread", "threads");
    if seconds > HOPELESS {
        return Some(format!("hopeless here: about {expected} nodes, {} on {threads}", span(seconds)));
    }
    // A node in 64 gets 64 bytes.
    let memory = compact(nodes[1].min(memory as f64));
    (seconds > SHORT).then(|| {
        format!(
            "about {expected} nodes ({few} to {many}), {} on {threads} ({} to {}), {memory}B of memory; \
             `solve campaign` divides such work and keeps every step",
            span(seconds),
            span(short),
            span(long)
        )
    })
}

/// A number of nodes with one digit, as a power of ten.
fn rounded(nodes: f64) -> String {
    let power = nodes.max(1.0).log10().floor();
    match (nodes / 10f64.powf(power)).round() {
        digit @ 2.0..=9.0 => format!("{digit}·10^{power}"),
        1.0 => format!("10^{power}"),
        _ => format!("10^{}", power + 1.0),
    }
}

/// Answers the same question about the position after each legal move: limits for the side that makes it, best first.
/// Moves to symmetric positions are answered together. The cost is added to the outcome; after the first question
/// without an answer, no more are asked. The moves say what the position's answer says, and if that is incomplete, it
/// says what they say.
pub(crate) fn each_move(
    bench: &mut Workbench,
    question: &Question,
    outcome: &mut Answered,
) -> Result<Vec<(Move, Bounds)>, Failure> {
    let after = |chosen| {
        let position = question.position.play(chosen).expect("the move is legal");
        (position, CanonicalPosition::of(&position).discs())
    };
    let Answer { bounds: whole, best, complete: is_complete, .. } = outcome.answer;
    let best = best.map(|best| after(best).1);
    let unknown = Bounds::unknown(question.position.board().squares());
    // The best move reaches what is proven of the position; that of an outcome need only keep the outcome.
    let reached = match whole.exact() {
        None if is_complete && whole.lower > Score::DRAW => Score::new(1),
        None if is_complete => unknown.lower,
        _ => whole.lower,
    };
    let (mut known, mut worth) = (Vec::new(), Vec::new());
    let moves = question.position.legal_moves();
    for &chosen in &moves {
        let (position, image) = after(chosen);
        // No move is worth more than the position.
        let limits = Bounds { lower: if best == Some(image) { reached } else { unknown.lower }, upper: whole.upper };
        let same = known.iter().find(|&&(other, _)| other == image);
        let bounds = match (same, position.final_score(question.scoring)) {
            (Some(&(_, bounds)), _) => bounds,
            (None, Some(score)) => limits.intersect(Bounds::at(score).negated()),
            (None, None) if !outcome.answer.complete || limits.exact().is_some() => limits,
            (None, None) => {
                // The time limit covers the position with all its moves.
                let answered = bench.value_after(outcome.time, &Question { position, ..*question })?;
                limits.intersect(add(answered, outcome)?.negated())
            }
        };
        known.push((image, bounds));
        worth.push(bounds);
    }
    let deduced = whole.deduced(&mut worth);
    if deduced.contradict() || worth.iter().any(|bounds| bounds.contradict()) {
        return Err(Failure::Run(false_table(
            &question.position.without_board().to_string(),
            question.position.board(),
        )));
    }
    let mut moves: Vec<(Move, Bounds)> = moves.into_iter().zip(worth).collect();
    moves.sort_by_key(|&(_, bounds)| Reverse((bounds.lower, bounds.upper)));
    // A game that goes with the answer keeps what it was found for.
    if !is_complete && !moves.is_empty() {
        let best = if deduced.lower > whole.lower { Some(moves[0].0) } else { outcome.answer.best };
        (outcome.answer.bounds, outcome.answer.best) = (deduced, best);
    }
    Ok(moves)
}

/// Adds the cost of an answer to the outcome. Returns the answer's limits.
fn add(answered: Answered, outcome: &mut Answered) -> Result<Bounds, Failure> {
    let Answered { answer, time, stop, from_book, .. } = answered;
    if let Some(message) = falsehood(&answer) {
        return Err(Failure::Run(message));
    }
    outcome.time += time;
    outcome.stop = outcome.stop.or(stop);
    outcome.from_book &= from_book;
    outcome.answer.nodes += answer.nodes;
    outcome.answer.from_table &= answer.from_table;
    outcome.answer.basis = outcome.answer.basis.and(answer.basis);
    outcome.answer.complete &= answer.complete;
    Ok(answer.bounds)
}

/// The message, instead of an answer, about a table with a false entry.
pub(crate) fn falsehood(answer: &Answer) -> Option<String> {
    let position = answer.contradiction?;
    Some(false_table(&position.without_board().to_string(), position.board()))
}

/// The message about a table that is wrong about this position.
pub(crate) fn false_table(position: &str, board: Board) -> String {
    format!(
        "table: what it says of {position} ({board}) is false; its entries cannot be trusted: give another --table, --table-trust own if it holds imported ones, or --no-table"
    )
}

/// How a search ended, whether or not it was told to stop. [`Workbench::close`] reports a table's failure.
pub(crate) fn status(complete: bool, stop: Option<Status>) -> Status {
    if complete { Status::Done } else { stop.unwrap_or(Status::PartlyDone) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use solver::{Mode, Position, Resources, Scoring, Start};

    use super::*;

    #[test]
    fn moves_of_a_stopped_search_say_what_its_answer_says() {
        let resources = Resources { memory_bytes: 1 << 20, ..Resources::default() };
        let mut bench = Workbench::without_table(resources, Some(Duration::ZERO), true).unwrap();
        let start = Position::start("6x6".parse().unwrap(), Start::Othello);
        let position = start.play(start.legal_moves()[0]).unwrap();
        let question = Question::new(position, Mode::Exact, Scoring::Discs);
        let mut told = |mode, bounds, best, complete| {
            let question = Question { mode, ..question };
            let mut outcome = bench.solve(&question, false).unwrap();
            assert!(!outcome.answer.complete, "there is no time");
            outcome.answer = Answer { bounds, best: Some(best), complete, ..outcome.answer };
            let moves = each_move(&mut bench, &question, &mut outcome).unwrap();
            assert_eq!((outcome.answer.bounds, outcome.answer.best), (bounds, Some(best)));
            moves
        };
        for best in position.legal_moves() {
            let moves = told(Mode::Exact, Bounds::new(4, 20), best, false);
            assert_eq!(moves[0], (best, Bounds::new(4, 20)));
            assert!(moves[1..].iter().all(|one| one.1 == Bounds::new(-36, 20)), "{moves:?}");
            // Of the best guess nothing is proven.
            let moves = told(Mode::Exact, Bounds::new(-36, 20), best, false);
            assert!(moves.iter().all(|one| one.1 == Bounds::new(-36, 20)), "{moves:?}");
            // Of an outcome, the best move need only keep it.
            let moves = told(Mode::Wld, Bounds::new(6, 36), best, true);
            assert_eq!((moves[0], moves[1].1), ((best, Bounds::new(1, 36)), Bounds::unknown(36)));
        }
    }

    #[test]
    fn only_a_long_search_is_announced() {
        let start = |board: &str| Question::exact(Position::start(board.parse().unwrap(), Start::Othello));
        for board in ["5x7", "7x5", "4x16", "16x4", "3x20", "6x6"] {
            assert_eq!(announced(&start(board), 2, 1 << 29), None, "{board}");
        }
        for board in ["6x7", "6x8", "5x9", "7x7"] {
            let text = announced(&start(board), 2, 1 << 29).unwrap();
            assert!(text.contains(" on 2 threads (") && text.contains("537 MB of memory"), "{board}: {text}");
        }
        assert!(announced(&start("8x8"), 64, 1 << 40).unwrap().starts_with("hopeless here: about "));
        assert_eq!([1.4e12, 9.6e5, 2.5e18].map(rounded), ["10^12", "10^6", "3·10^18"]);
    }
}
