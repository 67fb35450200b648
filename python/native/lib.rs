//! The native half of the Python package `exact_othello`. It turns Python's objects and NumPy's arrays into what the crates want,
//! and back; what is decided is decided there.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | `board`, `position`, `answer` | the objects that a user sees |
//! | `solver` | the solver as an object |
//! | `batches` | many positions at a time, as arrays |
//! | `player` | players of the tree search |
//! | `shelf` | books and tables that a search may ask |
//! | `watched` | work without the interpreter's lock, which Ctrl-C and a callback can end |
//! | `errors` | what becomes which exception |
//! | `named` | options that are given by name |

mod answer;
mod batches;
mod board;
mod errors;
mod named;
mod player;
mod pool;
mod position;
mod shelf;
mod solver;
mod watched;

/// The native half of `exact_othello`; import that package instead.
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
    use crate::player::{Choice, Player};
    #[pymodule_export]
    use crate::position::Position;
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
