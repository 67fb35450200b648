//! The check of large certificates: what the crate `kernel` does, a hundred times as fast.
//!
//! Nothing here needs to be trusted for a certificate that `kernel` has time for. The rules on bits, the search, the walk
//! and the verdicts are compared with its own on many shapes. It shares no code with the solver.
//!
//! - [`grid`] and [`endgame`]: rules and search on bits.
//! - [`certificate`]: the check on many threads, in parts, and with notes.
//! - [`mod@perft`]: counting leaves by the plain rules.
//!
//! What callers need of `kernel` is found here, too.

mod axes;
pub mod certificate;
pub mod endgame;
pub mod grid;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub mod perft;

pub use certificate::check;
pub use kernel::{BLACK, Certificate, EMPTY, Move, Position, Scoring, Start, WHITE, minimax, value};
pub use perft::{Passes, perft};

/// What the tests share.
#[cfg(test)]
mod games {
    use kernel::{Position, Start};

    /// Positions of a game whose moves are chosen by a generator with the seed `number`.
    pub(crate) fn game(mut number: u64, rows: usize, cols: usize, start: Start) -> Vec<Position> {
        let mut positions = vec![Position::start(rows, cols, start)];
        while let Some(now) = positions.last() {
            let moves = now.legal_moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves[(number >> 33) as usize % moves.len()];
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let next = now.play(chosen).unwrap();
            positions.push(next);
        }
        positions
    }
}
