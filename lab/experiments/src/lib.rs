//! Experiments with Othello players and searches. Long ones save their results and can resume.
//!
//! | Module | What it answers |
//! | --- | --- |
//! | [`material`] | which labelled positions to ask about: a problem set, or random ones that are solved on the fly |
//! | [`labelled`] | positions with known values, and what a move in one is worth |
//! | [`survey`] | how often players are right |
//! | [`answers`] | how often any other program is right, by the moves it chose |
//! | [`judged`] | the result of either |
//! | [`mod@matches`] | who beats whom |
//! | [`mod@fit`] | how many discs of the evaluation weigh as much as a win |
//! | [`speed`] | playouts per second on one core |
//! | [`schemes`] | what parallel schemes are worth |
//! | [`ranks`] | what distributed search is worth |
//!
//! Results are plain data that `serde` can write; the caller decides how to print them. Whatever takes long reports its
//! progress to a [`solver::Observer`], which can also stop it. Nothing here knows the terminal.
//!
//! ```
//! use experiments::{Material, RandomPositions, Survey};
//! use solver::{Scoring, Start, Unobserved};
//!
//! let board = "4x6".parse().unwrap();
//! let wanted = RandomPositions { board, start: Start::Othello, scoring: Scoring::Discs, empties: 8, count: 10, seed: 1 };
//! let material = Material::random(wanted, &Unobserved)?;
//! let found = Survey::new(1, 1)?.ask(&material, &"exact".parse()?, &Unobserved)?;
//! assert_eq!(found.judged.accuracy.value, 1.0); // the solver is always right
//! # Ok::<(), experiments::ExperimentError>(())
//! ```

pub mod answers;
mod error;
pub mod fit;
mod journal;
pub mod judged;
pub mod labelled;
pub mod matches;
pub mod material;
pub mod ranks;
mod record;
pub mod schemes;
mod sets;
pub mod speed;
pub mod survey;

pub use answers::judge_answers;
pub use error::ExperimentError;
pub use fit::{Fitted, fit};
pub use judged::Judged;
pub use labelled::{Labelled, Verdict};
pub use matches::{GameResult, Games, Match, MatchResult, Nodes, Opening};
pub use material::{Material, RandomPositions};
pub use schemes::{SchemeResult, SchemeTest};
pub use speed::{Speed, speeds};
pub use survey::{PlayerAccuracy, Survey};
