//! Proving entries again, on all threads and within the limits; for `verify`, `import` and `merge`.

use solver::{Progress, Resources};
use tables::{Reproof, ReproveError, Reproved, Table, TableError};

use crate::args::ReproveArgs;
use crate::exit::{Failure, Status, complain};
use crate::interrupt::Interrupt;
use crate::persistence::Store;
use crate::steps::Steps;
use crate::supervisor::{Stop, Supervisor};
use crate::threads;

/// The result, and why it stopped early, if it did.
pub(super) struct Ended {
    pub(super) reproved: Reproved,
    pub(super) stop: Option<Stop>,
}

impl Ended {
    /// The status of a command that ended this way.
    pub(super) fn status(&self) -> Status {
        match self.stop {
            Some(Stop::Interrupt) => Status::Interrupted,
            _ if self.reproved.refuted + self.reproved.removed > 0 => Status::PartlyDone,
            Some(_) if self.reproved.left > 0 => Status::TimeLimit,
            _ => Status::Done,
        }
    }
}

/// Proves entries of a table again; `how` says which. False ones are named.
///
/// # Errors
/// The table cannot be read or written, or threads or memory are lacking.
pub(super) fn prove_again(
    table: &Table,
    how: Reproof,
    args: &ReproveArgs,
    interrupt: &Interrupt,
    steps: &Steps<'_>,
) -> Result<Ended, Failure> {
    let threads = threads::count(args.threads);
    let resources = Resources { threads, memory_bytes: args.memory, ..Resources::default() };
    let how = Reproof { resources, ..how };
    let tell = |problem: TableError| steps.hidden(|| complain(&problem.to_string()));
    let progress = Progress::default();
    let supervisor = Supervisor { interrupt, store: &Store::none(), time_limit: args.time_limit };
    let work = || threads::on(Some(threads), || table.prove_again(&how, &progress, steps, tell));
    let done = supervisor.watch(&progress, |_| (), work)?;
    let reproved = done.result?.map_err(|error| match error {
        ReproveError::Table(error) => error.into(),
        error => Failure::Run(error.to_string()),
    })?;
    Ok(Ended { reproved, stop: done.stop })
}
