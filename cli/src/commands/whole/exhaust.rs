//! `solve exhaust`: makes, shows, checks and queries the table of every reachable position.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use bench::clock::process_time;
use clap::Args;
use retrograde::{Counts, ExhaustError, LayerCensus, Plan, Symmetric, WORK_ENDING};
use solver::{Board, Move, Position, Score, Scoring, Start};
use tables::{ExhaustiveTable, TableError, Tables};

use crate::args::{OutputArgs, PositionArgs, one_of, values};
use crate::exit::{Failure, Status, complain};
use crate::interrupt::Interrupt;
use crate::output::{Column, Columns, Fields, elapsed, fields, grouped, print_result, seconds, signed};
use crate::progress::Steps;
use crate::threads;

/// Number of look-ups to time.
const TIMED_LOOK_UPS: u64 = 100_000;

const HELP: &str = "\
Enumerates every reachable position, symmetric ones once, and computes its
exact value by retrograde analysis. Positions that differ only by colour are
equal; positions after a forced pass and finished games count too. DIR may hold
several tables. An interrupted run continues where it was, and needs up to 8
bytes per position in DIR meanwhile.

Columns: shares of positions that the side to move wins, draws and loses; with
a forced pass; finished games; legal moves, mean and maximum; among positions
with two or more moves, the share with a single best one; the longest run of
plies for which perfect play is unique (each side has one best move, forced or
not); how often, with two or more moves, the one that leaves the fewest replies
is a best one.

On two cores 4x6 (121 million positions) takes about a minute, 5x5 (362
million) a few minutes.

Examples:
  solve exhaust --board 4x6 -o /tmp/tables
  solve exhaust --board 4x6 -o /tmp/tables --moves b2d1
  solve exhaust --board 4x4 -o /tmp/tables --position '-----OX--XO----- X'
  solve exhaust --board 4x5 -o /tmp/tables --raw --verify
  solve exhaust --board 4x6 -o /tmp/tables --export /tmp/4x6-othello
  solve exhaust --board 4x6 -o /tmp/tables --count --raw";

/// Solve every position of a small board
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ExhaustArgs {
    /// The board: ROWSxCOLUMNS, together at most 28 squares
    #[arg(long, value_name = "RxC")]
    board: Board,
    /// The start of the games
    ///
    /// othello: O X above X O; reversi: X O above X O; reversi-rows: X X above O O.
    #[arg(long, value_name = "START", default_value = "othello", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    start: Start,
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = values::scoring())]
    scoring: Scoring,
    /// Directory of the table; an interrupted run continues there, a finished table answers at once
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Number of threads; the table does not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::parse_threads)]
    threads: Option<usize>,
    /// Also count symmetric positions separately; without --count this is done in memory, each time anew
    #[arg(long)]
    raw: bool,
    /// Also write the finished table to this folder, as plain files that need no database (tables/FORMAT.md)
    #[arg(long, value_name = "FOLDER")]
    export: Option<PathBuf>,
    /// Only count the positions and make no table; DIR holds two layers at most, 4 bytes per position
    #[arg(long, conflicts_with_all = ["verify", "export", "position", "moves"])]
    count: bool,
    /// Prove the finished tablebase: every value, and that no position is missing; then time look-ups
    #[arg(long)]
    verify: bool,
    /// Look the moves of a position up in the finished table: its squares in row order, then the side to move
    #[arg(long, value_name = "SQUARES SIDE", allow_hyphen_values = true, conflicts_with_all = ["raw", "verify", "threads"])]
    position: Option<String>,
    /// Look up the moves after these, for example c1b3pass (passes may be left out); an empty text means the start itself
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with_all = ["raw", "verify", "threads"])]
    moves: Option<String>,
    #[command(flatten)]
    output_form: OutputArgs,
}

/// The message about a table that may have come from elsewhere, and that nobody has proven here.
const UNVERIFIED: &str =
    "Unverified an earlier version made the table, or it came from elsewhere; --verify proves it\n";

/// The message about a table that is proven, except for the longest runs.
const UNVERIFIED_RUNS: &str =
    "Unverified the column run: it rests on files of an earlier run, and --verify cannot prove it\n";

/// The message about counts from files.
const NOT_COUNTED: &str =
    "Unverified an earlier run left some of these counts, or they came from elsewhere; in a new DIR all are counted\n";

/// Makes the table unless it exists, and shows what is in it.
pub(crate) fn run(args: &ExhaustArgs) -> Result<Status, Failure> {
    if args.position.is_some() || args.moves.is_some() {
        return look_up(args);
    }
    let interrupt = Interrupt::install()?;
    let steps = Steps::new(&interrupt, args.output_form.quiet);
    let work = if args.count { count } else { make_and_show };
    let done = work(args, &steps);
    drop(steps);
    if done == Err(Failure::Stopped) {
        complain("stopped; the same command goes on from here");
    }
    done
}

impl From<ExhaustError> for Failure {
    fn from(error: ExhaustError) -> Self {
        match error {
            ExhaustError::Stopped => Self::Stopped,
            ExhaustError::TooLarge { .. } => Self::Usage(error.to_string()),
            _ => Self::Run(error.to_string()),
        }
    }
}

fn plan(args: &ExhaustArgs) -> Plan {
    let threads = threads::count(args.threads);
    Plan { board: args.board, start: args.start, scoring: args.scoring, threads }
}

/// Makes the table, shows what is in it and how it was made, and exports and verifies it if asked to.
fn make_and_show(args: &ExhaustArgs, steps: &Steps<'_>) -> Result<Status, Failure> {
    let plan = plan(args);
    // Fail before making a directory for a board that is too large.
    retrograde::Frame::new(plan.board)?;
    let tables = Tables::open(&args.output)?;
    let begin = Instant::now();
    let was_there = tables.exhaustive(plan.board, plan.start, plan.scoring)?.is_some();
    let mut table = tables.make_exhaustive(&plan, steps)?;
    let time = (!was_there).then(|| begin.elapsed());
    let raw = args.raw.then(|| retrograde::count(&plan, Symmetric::Apart, None, steps));
    let (file_bytes, raw) = (table.file_bytes()?, raw.transpose()?.map(|tally| tally.counts));
    let is_unverified = !args.verify && !table.is_proven_here();
    let (census, unreduced) = (table.census(), raw.as_ref().map(all));
    let layers = census.layers.iter().enumerate();
    let layers: Vec<Row> =
        layers.map(|(index, layer)| (Some(layer.discs), layer.clone(), of_layer(&raw, index))).collect();
    let total = (None, census.total(), unreduced);
    let record = fields! {
        "board": plan.board.to_string(),
        "start": plan.start.name(),
        "scoring": plan.scoring.name(),
        "value": table.value_of_start().discs(),
        "positions": table.len(),
        "unreduced": unreduced, // null: not asked for
        "checksum": format!("{:016x}", table.checksum()),
        "bytes": file_bytes,
        "seconds": time.map(seconds), // null: it was there
        "unverified": is_unverified, // it may have come from elsewhere, and nobody has proven it here
        "unverified_runs": !table.has_proven_runs(), // longest_run
        "total": layer_record(&total),
        "layers": layers.iter().map(layer_record).collect::<Vec<_>>(),
    };
    let text = |_: &_| {
        let Plan { board, start, scoring, .. } = plan;
        let mut columns = COLUMNS.to_vec();
        columns.retain(|(name, ..)| raw.is_some() || *name != "unreduced");
        let columns = Columns(" ", &columns);
        let apart = unreduced.map_or_else(String::new, |all| format!(", {} with symmetric ones apart", grouped(all)));
        format!(
            "Board      {board}, {start} start, {scoring} scoring\nValue      {} for Black (X), who begins\n\
             Positions  {} up to symmetry{apart}\n\n{}{}{}\n\
             shares in % of the positions, of guesses in % of those with two or more moves; run: plies of unique perfect play\n\n\
             Table      {} bytes, {:.2} a position, checksum {:016x}\nTime       {}\n{}{}",
            signed(table.value_of_start().discs()),
            grouped(table.len()),
            columns.heading(),
            layers.iter().map(|row| columns.row(row)).collect::<String>(),
            columns.row(&total),
            grouped(file_bytes),
            file_bytes as f64 / table.len() as f64,
            table.checksum(),
            time.map_or_else(|| "none: it was there".to_owned(), elapsed),
            if is_unverified { UNVERIFIED } else { "" },
            if !is_unverified && !table.has_proven_runs() { UNVERIFIED_RUNS } else { "" },
        )
    };
    let shown = steps.hidden(|| print_result(args.output_form.json, &record, text))?;
    if let Some(folder) = &args.export {
        table.export(folder)?;
    }
    if args.verify { verify(args, &mut table, steps) } else { Ok(shown) }
}

/// Proves the table, then times look-ups of positions from all over it, far apart in the order of the keys.
fn verify(args: &ExhaustArgs, table: &mut ExhaustiveTable, steps: &Steps<'_>) -> Result<Status, Failure> {
    let begin = Instant::now();
    threads::on(args.threads, || Ok(table.verify(steps)?))?;
    let time = begin.elapsed();
    let sample = table.sample(TIMED_LOOK_UPS)?;
    let begin = process_time();
    for (position, value) in &sample {
        if black_box(table.value(position)?) != Some(*value) {
            return Err(Failure::Run("a look-up and a scan of the table differ".to_owned()));
        }
    }
    let look_up = process_time().saturating_sub(begin).div_f64(sample.len().max(1) as f64).as_secs_f64();
    table.accept()?;
    let record = fields! {
        "verified": true, // what is wrong is an error
        "seconds": seconds(time),
        "look_ups": sample.len(),
        "look_up_microseconds": (look_up * 1e8).round() / 100.0,
    };
    let text = |_: &_| {
        format!(
            "Verified   that all positions are there and no others, and every value, in {}\n\
             Look-up    {:.1} µs of CPU time, mean of {} all over the table\n",
            elapsed(time),
            look_up * 1e6,
            grouped(sample.len() as u64),
        )
    };
    steps.hidden(|| print_result(args.output_form.json, &record, text))
}

/// Only counts the positions, in folders that keep the counts.
fn count(args: &ExhaustArgs, steps: &Steps<'_>) -> Result<Status, Failure> {
    let plan = plan(args);
    let counts = |symmetric, name: &str| {
        let folder = args.output.join(format!("{} {} {name}{WORK_ENDING}", plan.board, plan.start));
        retrograde::count(&plan, symmetric, Some(&folder), steps)
    };
    let begin = Instant::now();
    let once = counts(Symmetric::Once, "count")?;
    let raw = args.raw.then(|| counts(Symmetric::Apart, "count-apart")).transpose()?;
    let time = begin.elapsed();
    let is_unverified = once.is_resumed || raw.as_ref().is_some_and(|raw| raw.is_resumed);
    let (once, raw) = (once.counts, raw.map(|raw| raw.counts));
    let (total, total_raw) = (all(&once), raw.as_ref().map(all));
    let layers = once.iter().enumerate();
    let layers: Vec<_> = layers.map(|(index, &(discs, count))| (Some(discs), count, of_layer(&raw, index))).collect();
    let layer = |&(discs, count, raw): &_| fields! { "discs": discs, "positions": count, "unreduced": raw };
    let record = fields! {
        "board": plan.board.to_string(),
        "start": plan.start.name(),
        "positions": total,
        "unreduced": total_raw,
        "seconds": seconds(time),
        "unverified": is_unverified,
        "layers": layers.iter().map(layer).collect::<Vec<Fields>>(),
    };
    let text = |_: &_| {
        let columns = Columns(" ", &COUNTS[..if raw.is_some() { 3 } else { 2 }]);
        format!(
            "Board      {}, {} start\n\n{}{}{}\nTime       {}\n{}",
            plan.board,
            plan.start,
            columns.heading(),
            layers.iter().map(|row| columns.row(row)).collect::<String>(),
            columns.row(&(None, total, total_raw)),
            elapsed(time),
            if is_unverified { NOT_COUNTED } else { "" }
        )
    };
    steps.hidden(|| print_result(args.output_form.json, &record, text))
}

fn all(counts: &Counts) -> u64 {
    counts.iter().map(|(_, count)| count).sum()
}

/// How many positions a layer has with symmetric ones apart, if they were counted.
fn of_layer(raw: &Option<Counts>, index: usize) -> Option<u64> {
    Some(raw.as_ref()?.get(index)?.1)
}

/// Prints the moves of a position with their values.
fn look_up(args: &ExhaustArgs) -> Result<Status, Failure> {
    let position = position(args)?;
    let plan = plan(args);
    let missing = || {
        let directory = args.output.display();
        Failure::Run(format!(
            "{directory} holds no finished table of {plan}; make it with solve exhaust --board {} --start {} --scoring {} -o {directory}",
            plan.board, plan.start, plan.scoring
        ))
    };
    let tables = match Tables::open_read_only(&args.output) {
        Err(TableError::NoTable { .. }) => return Err(missing()),
        opened => opened?,
    };
    let table = tables.exhaustive(plan.board, plan.start, plan.scoring)?.ok_or_else(missing)?;
    let unreachable = || Failure::Usage(format!("position: no game of {plan} leads to it"));
    let value = table.value(&position)?.ok_or_else(unreachable)?;
    let moves = table.moves(&position)?.ok_or_else(unreachable)?;
    let text = |chosen: Move| chosen.display(position.board()).to_string();
    let moves: Vec<(String, Score)> = moves.into_iter().map(|(chosen, value)| (text(chosen), value)).collect();
    let of_move = |(chosen, value): &(String, Score)| fields! { "move": chosen.clone(), "value": value.discs() };
    let is_unverified = !table.is_proven_here();
    let record = fields! {
        "board": plan.board.to_string(),
        "start": plan.start.name(),
        "scoring": plan.scoring.name(),
        "position": position.without_board().to_string(),
        "value": value.discs(),
        "moves": moves.iter().map(of_move).collect::<Vec<_>>(),
        "unverified": is_unverified,
    };
    print_result(args.output_form.json, &record, |_| {
        let list = |moves: Vec<String>| match moves.is_empty() {
            true => "none: the game is over".to_owned(),
            false => moves.join("  "),
        };
        let best = moves.iter().filter(|(_, of_move)| *of_move == value).map(|(chosen, _)| chosen.clone()).collect();
        let all = moves.iter().map(|(chosen, value)| format!("{chosen} {}", signed(value.discs()))).collect();
        format!(
            "Position   {position} on {plan}\nValue      {} for {} ({})\nBest moves {}\nMoves      {}\n{}",
            signed(value.discs()),
            position.side().name(),
            position.side().symbol(),
            list(best),
            list(all),
            if is_unverified { UNVERIFIED } else { "" },
            position = position.without_board()
        )
    })
}

fn position(args: &ExhaustArgs) -> Result<Position, Failure> {
    let ExhaustArgs { board, start, position, moves, .. } = args;
    let start = position.is_none().then_some(*start);
    let args = PositionArgs { board: Some(*board), start, position: position.clone(), moves: moves.clone() };
    args.position()
}

/// Its number of discs (`None`: all together), what is in it, and its positions with symmetric ones apart, if they were
/// counted.
type Row = (Option<u32>, LayerCensus, Option<u64>);

const COLUMNS: [Column<Row>; 13] = [
    ("discs", 5, |&(discs, ..)| named(discs)),
    ("positions", 13, |(_, layer, _)| grouped(layer.positions)),
    ("unreduced", 15, |&(.., raw)| raw.map_or_else(String::new, grouped)),
    ("win", 5, |(_, layer, _)| format!("{:.1}", share(layer.wins, layer.positions))),
    ("draw", 5, |(_, layer, _)| format!("{:.1}", share(layer.draws, layer.positions))),
    ("loss", 5, |(_, layer, _)| format!("{:.1}", share(layer.losses, layer.positions))),
    ("forced pass", 11, |(_, layer, _)| grouped(layer.passes)),
    ("ended", 9, |(_, layer, _)| grouped(layer.finished)),
    ("moves", 5, |(_, layer, _)| format!("{:.2}", layer.moves as f64 / layer.positions.max(1) as f64)),
    ("most", 5, |(_, layer, _)| layer.most_moves.to_string()),
    ("only", 4, |(_, layer, _)| format!("{:.0}", share(layer.only_moves, layer.positions))),
    ("run", 3, |(_, layer, _)| layer.longest_run.to_string()),
    ("guess", 5, |(_, layer, _)| match layer.choices {
        0 => "-".to_owned(),
        choices => format!("{:.1}", share(layer.right_guesses, choices)),
    }),
];

/// Discs, positions of them up to symmetry, and without.
type Count = (Option<u32>, u64, Option<u64>);

const COUNTS: [Column<Count>; 3] = [
    ("discs", 5, |&(discs, ..)| named(discs)),
    ("positions", 18, |&(_, count, _)| grouped(count)),
    ("unreduced", 18, |&(.., raw)| raw.map_or_else(String::new, grouped)),
];

fn named(discs: Option<u32>) -> String {
    discs.map_or_else(|| "all".to_owned(), |discs| discs.to_string())
}

fn share(count: u64, all: u64) -> f64 {
    100.0 * count as f64 / all.max(1) as f64
}

/// One number of discs, or all together; see [`LayerCensus`].
fn layer_record((discs, layer, unreduced): &Row) -> Fields {
    fields! {
        "discs": discs,
        "positions": layer.positions,
        "unreduced": unreduced,
        "groups": layer.groups,
        "wins": layer.wins,
        "draws": layer.draws,
        "losses": layer.losses,
        "finished": layer.finished,
        "passes": layer.passes,
        "moves": layer.moves,
        "most_moves": layer.most_moves,
        "choices": layer.choices,
        "only_moves": layer.only_moves,
        "longest_run": layer.longest_run,
        "right_guesses": layer.right_guesses,
    }
}
