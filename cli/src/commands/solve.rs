//! `solve --board RxC …`: one position.

use solver::{Answer, Board, Question};

use crate::args::SolveArgs;
use crate::exit::{Failure, Status};
use crate::output::{self, Format, Solved};
use crate::setup::Setup;
use crate::supervisor::Stop;
use crate::workbench::{Outcome, Workbench};

/// Solves one position and prints the answer.
///
/// # Errors
/// Wrong usage, a table that cannot be used or trusted, output that cannot be written.
pub(crate) fn run(args: &SolveArgs) -> Result<Status, Failure> {
    let Setup { start, position } = Setup::from_args(&args.position)?;
    let question = Question::new(position, args.question.mode, args.question.scoring);
    let mut bench = Workbench::open(&args.resources, &args.table, args.output.quiet)?;
    let Outcome { answer, time, stop } = bench.solve(&question)?;
    if let Some(message) = falsehood(&answer) {
        return Err(Failure::Run(message));
    }
    let status = status(answer.complete, stop);
    let format = if args.output.json { Format::Json } else { Format::Report };
    let printed = output::print(&format.render(&Solved { start, question, answer, time }));
    // What is proven reaches the disk whether somebody reads the answer or not.
    bench.close()?;
    match printed {
        Err(Failure::ClosedPipe) => Ok(status),
        printed => printed.map(|()| status),
    }
}

/// What is to be said, instead of the answer, of a table that holds something false.
pub(super) fn falsehood(answer: &Answer) -> Option<String> {
    let position = answer.contradiction?;
    Some(false_table(&position.to_string(), position.board()))
}

/// What is to be said of a table that is wrong about this position.
pub(super) fn false_table(position: &str, board: Board) -> String {
    format!(
        "table: what it says of {position} ({board}) is false; its entries cannot be trusted: give another --table, --table-trust own if it holds imported ones, or --no-table"
    )
}

/// How a search ended that was, or was not, told to stop. A table's failure is reported by [`Workbench::close`].
pub(super) fn status(complete: bool, stop: Option<Stop>) -> Status {
    match stop {
        _ if complete => Status::Done,
        Some(Stop::Interrupt) => Status::Interrupted,
        Some(Stop::TimeLimit) => Status::TimeLimit,
        Some(Stop::Table) | None => Status::PartlyDone,
    }
}
