//! The native half of the Python package `exact_othello`. It only converts Python objects and NumPy arrays to the types of the
//! other crates and back; those crates do all the work.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | `board`, `position`, `answer` | the objects that a user sees |
//! | `solver` | the solver as an object |
//! | `batches` | batches of positions, as arrays |
//! | `games` | many games at once |
//! | `pool` | what belongs to one process, such as the threads that work on arrays |
//! | `player` | players of the tree search |
//! | `shelf` | books and tables that a search may consult |
//! | `watched` | work without the interpreter lock, which Ctrl-C or a callback can stop |
//! | `errors` | which error becomes which exception |
//! | `named` | options given by name |

mod answer;
mod batches;
mod board;
mod errors;
mod games;
mod named;
mod player;
mod pool;
mod position;
mod shelf;
mod solver;
mod watched;

/// The native half of `exact_othello`. Import that package instead.
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::answer::Answer;
    #[pymodule_export]
    use crate::batches::{
        evaluate, legal_masks, move_values_many, play_many, random_playouts, random_positions, solve_many,
    };
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::errors::UnverifiedWarning;
    #[pymodule_export]
    use crate::games::Games;
    #[pymodule_export]
    use crate::player::{Choice, Player};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::shelf::known;
    #[pymodule_export]
    use crate::solver::Solver;
    #[pymodule_export]
    use crate::watched::Progress;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("HAS_TABLES", cfg!(feature = "tables"))
    }
}
