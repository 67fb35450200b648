//! One board solved by many jobs, on one machine or many: job-level proof-number search (I.-C. Wu, H.-H. Lin, D.-J. Sun,
//! K.-Y. Kao, P.-H. Lin, Y.-C. Chan, P.-T. Chen, "Job-Level Proof-Number Search", IEEE Transactions on Computational
//! Intelligence and AI in Games 5(1), 2013; first presented 2011).
//!
//! A [`Campaign`] keeps the top plies of the game tree and hands out [`Job`]s: "is this position worth at least b?", for so
//! many nodes. Workers bring [`Record`]s back in any order. Answers become bounds of positions; a job that
//! exceeds its budget has its position split into its successors. Everything that is known stands in a ledger, a text file
//! of one line a record (FORMAT.md), from which a campaign goes on and from which alone [`replay`] derives the
//! value of the root.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | `plan` | what a campaign is to find out, and how |
//! | `job`, `record`, `json` | a question with a budget; what was found; both as JSON |
//! | `control` | [`Campaign`]: hands out jobs, takes records; which position is asked about, which is split |
//! | `cores` | work for all cores of a driver's machine |
//! | `unfold` | all that a ledger tells brought into the search at once |
//! | `question` | what is asked of the root next |
//! | `search` | the graph with its proof and disproof numbers, and what they are before anything is known |
//! | `knowledge` | all records, and what follows from them by position |
//! | `known` | how limits are put together: what search and replay share beside the records |
//! | [`work`], [`crew`], [`local`] | doing a job; solvers that share their memory; the engine for one machine |
//! | [`desks`] | a driver and workers that share a folder |
//! | [`protocol`] | what campaigns, drivers and workers say to each other, line by line |
//! | `worker`, `recheck` | who does a job; answers that were found again, and answers that no longer count |
//! | [`trust`] | whose answers are believed: which are found again, who decides |
//! | `session` | a campaign with its ledger and a table of proven bounds |
//! | [`ledger`] | lines, the file, the folder, merging |
//! | [`replay`] | what follows from a ledger by the rules alone |
//! | [`simulation`] | a campaign by many workers played through on one machine |
//! | [`estimate`], [`status`] | what is left, with its spread; how far it is |
//! | [`view`] | a campaign as somebody sees it who only watches |
//!
//! ```
//! use campaign::{Campaign, Plan, work};
//! use solver::{Mode, Position, Progress, Resources, Score, Scoring, Solver, Start};
//!
//! let root = Position::start("4x4".parse()?, Start::Othello);
//! let plan = Plan { budget: 100, ..Plan::new(root, Scoring::Discs, Mode::Exact) };
//! let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
//! let mut campaign = Campaign::new(plan);
//! while let Some(job) = campaign.next_job()? {
//!     let record = work::perform(&job, &mut solver, None, &Progress::default(), "doc").expect("nobody stops it")?;
//!     campaign.record(&record)?;
//! }
//! assert_eq!(campaign.bounds().exact(), Some(Score::new(-8)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod control;
mod cores;
pub mod crew;
pub mod desks;
mod error;
pub mod estimate;
mod families;
mod job;
mod json;
mod knowledge;
mod known;
pub mod ledger;
pub mod local;
pub mod plan;
pub mod protocol;
mod question;
mod recheck;
mod record;
pub mod replay;
mod search;
mod session;
pub mod simulation;
pub mod status;
pub mod trust;
mod unfold;
pub mod view;
pub mod work;
mod worker;

pub use control::Campaign;
pub use error::{CampaignError, JobError};
pub use job::{Job, JobId};
pub use knowledge::Added;
pub use ledger::{Ledger, LedgerError, LedgerFile};
pub use plan::{Plan, PlanError};
pub use recheck::{Check, RECHECK_BUDGET, Withdrawal};
pub use record::{Finding, Record};
pub use session::{Session, SessionError, Task};
pub use trust::{Judge, Recheck};
pub use worker::{NotAName, WorkerName};
