//! Every position that can be reached on a small board, with its exact value.
//!
//! A position is the discs of the side to move and the discs of the other side; which colour is to move makes no
//! difference, and symmetric positions are one. A position after a forced pass and a finished game are positions, too.
//!
//! [`run`] works in a folder, one layer (all positions with one number of discs) after the other: first it enumerates
//! the layers from the start on (`enumerate`), then it finds their values from the last layer back (`valuation`). Each
//! finished layer is a checkpoint: a run that was stopped or killed resumes with the layer it was at. Layers are files,
//! and large ones are read group by group. They take 4 bytes per position for the codes and 2 for the values, and may
//! be larger than the memory; besides, a thread needs 2^discs bits or 2^(discs + 1) bytes. Everything read is compared
//! with its hash. The same plan gives the same bytes on any number of threads.
//!
//! [`Prover`] checks positions and values of any origin.
//!
//! ```
//! use retrograde::{Exhausted, Plan};
//! use solver::{Score, Scoring, Start, Unobserved};
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! let plan = Plan { board: "4x4".parse()?, start: Start::Othello, scoring: Scoring::Discs, threads: 1 };
//! let exhausted: Exhausted = retrograde::run(&plan, folder, &Unobserved)?;
//! assert_eq!(exhausted.census().positions(), 12_351);
//! assert_eq!(exhausted.value_of_start(), Score::new(-8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod census;
mod counting;
mod enumerate;
mod error;
mod frame;
mod layer;
mod layer_files;
mod limits;
mod plan;
mod proof;
mod run;
mod spares;
mod valuation;

pub use census::{Census, LayerCensus};
pub use counting::{Counts, Symmetric, Tally, count};
pub use error::ExhaustError;
pub use frame::{Frame, Place};
pub use layer::Layer;
pub use limits::MOST_SQUARES;
pub use plan::{Plan, WORK_ENDING};
pub use proof::{ClaimedLayer, Prover};
pub use run::{Exhausted, ValuedLayer, run};
