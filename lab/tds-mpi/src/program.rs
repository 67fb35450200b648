//! Starting MPI, and shutting it down.

use std::fmt::Display;
use std::process::ExitCode;

use files::on_one_line;
use mpi::traits::Communicator;

use crate::transport::MpiTransport;

/// Does the work of one rank, in a process that `mpirun` or `srun` started; returns the exit status.
///
/// If the work fails, the error goes to standard error, with the name of the program and the rank, and all other ranks are
/// aborted, since they could not continue.
pub fn run<E: Display>(program: &str, work: impl FnOnce(MpiTransport) -> Result<(), E>) -> ExitCode {
    let Some(universe) = mpi::initialize() else {
        eprintln!("{program}: MPI could not be initialised");
        return ExitCode::FAILURE;
    };
    let world = universe.world();
    match work(MpiTransport::new(universe.world())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{program}: rank {}: {}", world.rank(), on_one_line(error));
            // The others cannot continue without this rank.
            world.abort(1)
        }
    }
}
