//! MPI from its beginning to its end.

use std::fmt::Display;
use std::process::ExitCode;

use mpi::traits::Communicator;

use crate::transport::MpiTransport;

/// Does the work of one rank, in a process that `mpirun` or `srun` has started, and says how the process ends.
///
/// If the work fails, the error goes to the error output, with the name of the program and the rank, and all other ranks are
/// ended too: they could not go on.
pub fn run<E: Display>(program: &str, work: impl FnOnce(MpiTransport) -> Result<(), E>) -> ExitCode {
    let Some(universe) = mpi::initialize() else {
        eprintln!("{program}: MPI could not be initialised");
        return ExitCode::FAILURE;
    };
    let world = universe.world();
    match work(MpiTransport::new(universe.world())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{program}: rank {}: {error}", world.rank());
            // The others cannot go on without this rank.
            world.abort(1)
        }
    }
}
