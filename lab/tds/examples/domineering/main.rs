//! Who wins Domineering on a small board? Searched by four ranks, which are threads of this process.
//!
//! `cargo run --release -p exact-othello-tds --example domineering`; the crate `tds_mpi` has the same for MPI processes.

use std::time::Duration;

use game::Domineering;
use mcts::playout::Uniform;
use tds::{Found, Options, TdsError};

mod game;

fn search(rows: u32, columns: u32) -> Result<Found<u32>, TdsError> {
    let ranks = 4;
    tds::search(&Domineering { rows, columns }.task(), ranks, Duration::ZERO, &Options::new(ranks), |_| Uniform)
}

fn main() -> Result<(), TdsError> {
    let found = search(5, 5)?;
    println!("5x5: {} for the side that begins, proven by {} playouts", found.proven, found.searched.playouts);
    for rank in &found.ranks {
        println!(
            "rank {}: {} playouts, {} nodes, {} messages",
            rank.rank, rank.playouts, rank.nodes, rank.sent_messages
        );
    }
    Ok(())
}

#[test]
fn square_boards_are_won_by_whom_they_are_known_to_be() {
    // Breuker, Uiterwijk & van den Herik 2000, "Solving 8×8 Domineering": of these, the side that begins loses only 5x5.
    for (size, value) in [(2, 1), (3, 1), (4, 1), (5, -1)] {
        let found = search(size, size).unwrap();
        assert_eq!(found.proven.exact(), Some(value), "{size}x{size}");
        assert!(found.ranks.iter().all(|rank| rank.left == 0), "{size}x{size}");
    }
    main().unwrap();
}
