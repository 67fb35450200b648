//! One board solved by many jobs, on one machine or many: job-level proof-number search (I.-C. Wu, H.-H. Lin, D.-J. Sun,
//! K.-Y. Kao, P.-H. Lin, Y.-C. Chan, P.-T. Chen, "Job-Level Proof-Number Search", IEEE Transactions on Computational
//! Intelligence and AI in Games 5(1), 2013; first presented 2011).
//!
//! A [`Campaign`] keeps the top plies of the game tree and hands out [`Job`]s: "is this position worth at least b?",
//! within a budget of nodes. Workers bring [`Record`]s back in any order. Answers become bounds of positions; a
//! position whose job exceeds its budget is split into its successors. A ledger, a text file with one line per record
//! (FORMAT.md), holds everything known. A campaign resumes from it, and [`replay`] derives the value of the root from
//! it alone.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | `plan` | what a campaign is to find out, and how |
//! | `job`, `record`, `json` | a question with a budget; what was found; both as JSON |
//! | `control` | [`Campaign`]: hands out jobs, takes records, chooses which position to ask about and which to split |
//! | `question`, `sides` | what to ask about the root next; which question about the root a job belongs to |
//! | `search` | the graph with its proof and disproof numbers, and what these are before anything is known |
//! | `knowledge` | all records, how bounds are combined, and what follows by position |
//! | [`work`], [`pool`], [`local`] | doing a job; workers that take jobs from a queue; a campaign as such a queue |
//! | [`protocol`] | what campaigns, drivers and workers say to each other, line by line |
//! | `worker`, [`recheck`], [`sample`] | who does a job; answers proven again or withdrawn; which are to be proven again |
//! | `session` | a campaign with its ledger and a table of proven bounds |
//! | [`ledger`] | lines, the file, the folder, merging |
//! | [`replay`], [`evidence`] | what follows from a ledger by the rules alone; the answers that one proof of it needs |
//! | [`simulation`] | plays through a campaign of many workers on one machine |
//! | [`estimate`], [`status`] | how much work is left, with its spread; how far the campaign is |
//! | [`view`] | a campaign as seen by someone who only watches |
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
mod error;
pub mod estimate;
pub mod evidence;
mod job;
mod json;
mod knowledge;
pub mod ledger;
pub mod local;
pub mod plan;
pub mod pool;
pub mod protocol;
mod question;
pub mod recheck;
mod record;
pub mod replay;
pub mod sample;
mod search;
mod session;
mod sides;
pub mod simulation;
pub mod status;
pub mod view;
pub mod work;
mod worker;

pub use control::Campaign;
pub use error::{CampaignError, JobError};
pub use job::{Job, JobId};
pub use knowledge::{Added, Clash};
pub use ledger::{Ledger, LedgerFile};
pub use plan::Plan;
pub use recheck::{Check, Withdrawal};
pub use record::{Finding, Record};
pub use sample::Share;
pub use session::{Session, Task};
pub use worker::WorkerName;
