//! Experiments with Othello players and searches. Long ones save their results and can resume.
//!
//! | Module | What it answers |
//! | --- | --- |
//! | [`material`] | which labelled positions to ask about: a problem set, or random ones that are solved on the fly |
//! | [`survey`] | how often players are right |
//! | [`answers`] | how often any other program is right, by the moves it chose |
//! | [`judged`] | the result of either |
//! | [`mod@matches`] | who beats whom |
//! | [`mod@fit`] | how many discs of the evaluation weigh as much as a win |
//! | [`speed`] | playouts per second on one core |
//! | [`schemes`] | what parallel schemes are worth |
//! | [`ranks`] | what distributed search is worth |
//! | [`journal`] | saved results of a long run, one per line |
//! | [`cases`], [`suites`] | positions with known values, for checking and measuring the exact search |
//! | [`costs`] | the cost of searching positions |
//! | [`signature`] | whether a change altered the exact search |
//! | [`clock`] | CPU time |
//!
//! Results are plain data that `serde` can write; the caller decides how to print them. Whatever takes long reports its
//! progress to a [`solver::Observer`], which can also stop it. Nothing here knows the terminal.
//!
//! Without the feature `players` there are only cases, suites, costs, signature and clock, which need nothing but the solver;
//! without `sets` there is no [`Material::from_set`], which needs the readers of problem sets.
//!
//! ```
//! # #[cfg(feature = "players")] {
//! use experiments::{Material, RandomPositions, Survey};
//! use solver::{Scoring, Start, Unobserved};
//!
//! let board = "4x6".parse().unwrap();
//! let wanted = RandomPositions { board, start: Start::Othello, scoring: Scoring::Discs, empties: 8, count: 10, seed: 1 };
//! let material = Material::random(wanted, &Unobserved)?;
//! let found = Survey::new(1, 1)?.ask(&material, &"exact".parse()?, &Unobserved)?;
//! assert_eq!(found.judged.accuracy.value, 1.0); // the solver is always right
//! # }
//! # Ok::<(), experiments::ExperimentError>(())
//! ```

pub mod cases;
pub mod clock;
pub mod costs;
pub mod signature;
pub mod suites;

#[cfg(feature = "players")]
pub mod answers;
#[cfg(feature = "players")]
mod error;
#[cfg(feature = "players")]
pub mod fit;
#[cfg(feature = "players")]
pub mod journal;
#[cfg(feature = "players")]
pub mod judged;
#[cfg(feature = "players")]
pub mod matches;
#[cfg(feature = "players")]
pub mod material;
#[cfg(feature = "players")]
pub mod ranks;
#[cfg(feature = "players")]
mod record;
#[cfg(feature = "players")]
pub mod schemes;
#[cfg(feature = "sets")]
mod sets;
#[cfg(feature = "players")]
pub mod speed;
#[cfg(feature = "players")]
pub mod survey;

#[cfg(feature = "players")]
pub use answers::Answers;
#[cfg(feature = "players")]
pub use error::ExperimentError;
#[cfg(feature = "players")]
pub use fit::{Fitted, fit};
#[cfg(feature = "players")]
pub use journal::{Journal, JournalError, Kept};
#[cfg(feature = "players")]
pub use judged::Judged;
#[cfg(feature = "players")]
pub use matches::{GameResult, Match, MatchResult, Nodes, Played};
#[cfg(feature = "players")]
pub use material::{Material, RandomPositions};
#[cfg(feature = "players")]
pub use schemes::{SchemeResult, SchemeTest};
#[cfg(feature = "players")]
pub use speed::{Speed, SpeedTest};
#[cfg(feature = "players")]
pub use survey::{PlayerAccuracy, Survey};
