//! Who wins Domineering on a small board? Searched by MPI processes, each of which has a part of the tree.
//!
//! `mpirun -n 4 target/release/examples/domineering`. The game is that of the example in the crate `tds`, where ranks are
//! threads: a game does not know how ranks communicate.

use std::process::ExitCode;

use game::Domineering;
use mcts::playout::Uniform;
use tds::{Options, TdsError, Transport};

#[path = "../../tds/examples/domineering/game.rs"]
mod game;

fn main() -> ExitCode {
    let game = Domineering { rows: 5, columns: 5 };
    tds_mpi::run("domineering", |transport| {
        let options = Options::new(transport.ranks());
        // Only rank 0 knows the result.
        if let Some(found) = tds::work(&game.task(), &options, Uniform, transport)? {
            println!("5x5: {} for the side that begins, proven by {} playouts", found.proven, found.searched.playouts);
        }
        Ok::<(), TdsError>(())
    })
}
