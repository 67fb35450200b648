//! `solve train`: finds the weights of the evaluation for one board.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use files::on_one_line;
use solver::Board;
use solver::evaluation::Evaluation;
use trainer::{Errors, Plan, Stopped, Training, report};

use crate::args::{OutputArgs, values};
use crate::draft;
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::{Columns, Fields, elapsed, fields, grouped, object, print, print_result, seconds};
use crate::progress::Steps;
use crate::threads;

const HELP: &str = "\
The evaluation only orders the moves of a search; it decides nothing. Boards
without their own weights use a plainer evaluation.

Training positions come from games with careless moves by one side or both.
Positions near the end are solved; earlier ones are searched a few plies deep
with the weights trained so far, from few empty squares upwards. The same seed
and number of positions give the same bytes. 200,000 take one core two minutes
on small boards and twelve on 8x8.

--weights FILE makes solve and its commands positions, prove, verify, bench,
book build, campaign and explore use the file that this writes. The weights
that come with the program are those in solver/weights.

Examples:
  solve train --board 6x6 --report
  solve train --board 4x5 --positions 20000 -o /tmp/4x5.weights";

/// Train the evaluation for a board
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct TrainArgs {
    /// The board: ROWSxCOLUMNS; a tall board uses the weights of the wide one [default: one evaluation for all boards
    /// without their own]
    #[arg(long, value_name = "RxC")]
    board: Option<Board>,
    /// File for the weights, which are not kept without one
    #[arg(long, short, value_name = "FILE", required_unless_present_any = ["report", "shipped"])]
    output: Option<PathBuf>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of positions for each stage of the game; one game gives one to each
    #[arg(long, value_name = "N", default_value_t = trainer::DEFAULT_POSITIONS, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Number of threads; the weights do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::parse_threads)]
    threads: Option<usize>,
    /// Then solve a test set of positions and show the evaluation's error
    #[arg(long)]
    report: bool,
    /// Train nothing; show the error of the evaluation that ships with the program
    #[arg(long, requires = "board", conflicts_with_all = ["output", "positions", "report"])]
    shipped: bool,
    #[command(flatten)]
    output_form: OutputArgs,
}

/// Trains, writes the weights, and shows their errors if asked to.
pub(crate) fn run(args: &TrainArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let steps = Steps::new(&interrupt, args.output_form.quiet);
    let board = args.board.map(|board| board.landscape());
    let done = match board {
        Some(board) if args.shipped => threads::on(args.threads, || show_shipped(board, args, &steps)),
        _ => train(args, board, &steps),
    };
    drop(steps);
    if done == Err(Failure::Stopped) {
        exit::complain("stopped before its end; the same command begins anew");
    }
    done.map(|()| Status::Done)
}

/// Trains and writes the weights, if they are to be kept; creates the file before anything else.
fn train(args: &TrainArgs, board: Option<Board>, steps: &Steps<'_>) -> Result<(), Failure> {
    let draft = args.output.as_deref().map(|path| draft::create(path, "weights")).transpose()?;
    let plan = Plan { board, seed: args.seed, positions: args.positions };
    let begin = Instant::now();
    threads::on(args.threads, || {
        let training = trainer::train(plan, steps)?;
        let bytes = training.weights.to_bytes();
        draft.map_or(Ok(()), |draft| draft.finish_with(&bytes))?;
        let (file, time) = (args.output.as_ref().map(|path| path.display().to_string()), begin.elapsed());
        let stages = training.weights.stages.len();
        let positions = training.positions.iter().flat_map(|(_, stages)| stages).map(Vec::len).sum::<usize>();
        let record = fields! {
            "board": plan.board.map(|board| board.to_string()), // null: all boards
            "file": &file, // null: not kept
            "bytes": bytes.len(),
            "stages": stages,
            "positions": positions,
            "games": plan.positions,
            "seed": plan.seed,
            "seconds": seconds(time),
        };
        let text = |_: &_| {
            format!(
                "Board      {}\nWeights    {}, {} bytes, {stages} stages\nPositions  {} from {} games, seed {}\nTime       {}\n",
                plan.board.map_or_else(|| "all".to_owned(), |board| board.to_string()),
                on_one_line(file.as_deref().unwrap_or("not kept")),
                grouped(bytes.len() as u64),
                grouped(positions as u64),
                grouped(plan.positions.into()),
                plan.seed,
                elapsed(time),
            )
        };
        steps.hidden(|| print_result(args.output_form.json, &record, text))?;
        if args.report { show_errors(&training, args, steps) } else { Ok(()) }
    })
}

/// Prints the errors of the evaluation that comes with the program.
fn show_shipped(board: Board, args: &TrainArgs, steps: &Steps<'_>) -> Result<(), Failure> {
    let evaluation = Evaluation::for_board(board);
    let errors = report::errors(&evaluation, &evaluation, args.seed, &|_| false, steps)?;
    steps.hidden(|| print(&errors_told(args.output_form.json, board, &errors)))
}

/// Prints the errors on positions that were not trained on, of each board.
fn show_errors(training: &Training, args: &TrainArgs, steps: &Steps<'_>) -> Result<(), Failure> {
    for &(board, _) in &training.positions {
        let evaluation = Evaluation::new(board, &training.weights);
        let is_known = |discs| training.has(board, discs);
        let errors = report::errors(&evaluation, &evaluation, args.seed, &is_known, steps)?;
        steps.hidden(|| print(&errors_told(args.output_form.json, board, &errors)))?;
    }
    Ok(())
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The errors on a board by numbers of empty squares: columns, or an object for each.
fn errors_told(as_json: bool, board: Board, errors: &[Errors]) -> String {
    match errors {
        _ if as_json => errors.iter().map(|row| object(&errors_record(board, row))).collect(),
        [] => format!("\nErrors of {board}: none to show, as its games have no position that was not trained on\n"),
        _ => format!(
            "\nErrors on other positions of {board}, in discs, and moves chosen one ply ahead\n{}{}",
            COLUMNS.heading(),
            errors.iter().map(|row| COLUMNS.row(row)).collect::<String>()
        ),
    }
}

const COLUMNS: Columns<'static, Errors> = Columns(
    " ",
    &[
        ("empties", 7, |errors| errors.empties.to_string()),
        ("positions", 10, |errors| grouped(errors.positions as u64)),
        ("mean", 6, |errors| format!("{:.2}", errors.mean_absolute)),
        ("rms", 6, |errors| format!("{:.2}", errors.root_mean_square)),
        ("of zero", 8, |errors| format!("{:.2}", errors.root_mean_square_of_zero)),
        (" best moves", 11, |errors| format!("{:.1} %", 100.0 * errors.best_moves)),
        ("  loss", 6, |errors| format!("{:.2}", errors.mean_loss)),
    ],
);

/// Errors at one number of empty squares, as programs read them; all in discs except the share of best moves. See
/// [`Errors`].
fn errors_record(board: Board, errors: &Errors) -> Fields {
    let rounded = |number: f64| (number * 1e4).round() / 1e4;
    fields! {
        "board": board.to_string(),
        "empties": errors.empties,
        "positions": errors.positions,
        "mean_absolute": rounded(errors.mean_absolute),
        "root_mean_square": rounded(errors.root_mean_square),
        "root_mean_square_of_zero": rounded(errors.root_mean_square_of_zero),
        "best_moves": rounded(errors.best_moves),
        "mean_loss": rounded(errors.mean_loss),
    }
}
