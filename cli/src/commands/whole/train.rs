//! `solve train`: finds the weights of the evaluation for one board.

use std::path::PathBuf;
use std::time::Instant;

use solver::Board;
use solver::evaluation::Evaluation;
use trainer::{Plan, Stopped, Training, report};

use crate::args::TrainArgs;
use crate::draft::Draft;
use crate::exit::{self, End, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::whole::train::{Sheet, Trained};
use crate::steps::Steps;
use crate::threads;

/// Trains, writes the weights, and shows their errors if asked to.
///
/// # Errors
/// The file cannot be written, there are no threads, or standard output cannot be written.
pub(crate) fn run(args: &TrainArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let steps = Steps::new(&interrupt, args.output_form.quiet);
    let sheet = if args.output_form.json { Sheet::Json } else { Sheet::Columns };
    let board = args.board.map(|board| board.landscape());
    let done = match board {
        Some(board) if args.shipped => threads::on(args.threads, || show_shipped(board, args.seed, sheet, &steps))?,
        _ => train(args, board, sheet, &steps),
    };
    drop(steps);
    if matches!(done, Err(End::Stopped)) {
        exit::complain("stopped before its end; the same command begins anew");
    }
    exit::ended(done.map(|()| Status::Done))
}

/// Trains and writes the weights; creates the file before anything else.
fn train(args: &TrainArgs, board: Option<Board>, sheet: Sheet, steps: &Steps<'_>) -> Result<(), End> {
    let name = board.map_or_else(|| "common".to_owned(), |board| board.to_string());
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.weights")));
    let draft = Draft::create(&path, "weights")?;
    let plan = Plan { board, seed: args.seed, positions: args.positions };
    let begin = Instant::now();
    threads::on(args.threads, || {
        let training = trainer::train(plan, steps)?;
        let bytes = training.weights.to_bytes();
        draft.finish(&bytes)?;
        let trained = Trained {
            file: path.display().to_string(),
            bytes: bytes.len(),
            stages: training.weights.stages.len(),
            positions: training.positions.iter().flat_map(|(_, stages)| stages).map(Vec::len).sum(),
            plan,
            time: begin.elapsed(),
        };
        steps.hidden(|| output::print(&sheet.trained(&trained)))?;
        if args.report { show_errors(&training, plan, sheet, steps) } else { Ok(()) }
    })?
}

/// Prints the errors of the evaluation that comes with the program.
fn show_shipped(board: Board, seed: u64, sheet: Sheet, steps: &Steps<'_>) -> Result<(), End> {
    let evaluation = Evaluation::for_board(board);
    let errors = report::errors(&evaluation, &evaluation, seed, &|_| false, steps)?;
    Ok(steps.hidden(|| output::print(&sheet.errors(board, &errors)))?)
}

/// Prints the errors on positions that were not trained on, of each board.
fn show_errors(training: &Training, plan: Plan, sheet: Sheet, steps: &Steps<'_>) -> Result<(), End> {
    for &(board, _) in &training.positions {
        let evaluation = Evaluation::new(board, &training.weights);
        let is_known = |discs| training.has(board, discs);
        let errors = report::errors(&evaluation, &evaluation, plan.seed, &is_known, steps)?;
        steps.hidden(|| output::print(&sheet.errors(board, &errors)))?;
    }
    Ok(())
}

impl From<Stopped> for End {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
