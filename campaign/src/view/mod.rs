//! A campaign as seen by someone who only watches: it reads the ledger as it grows, makes no guesses and writes nothing.
//!
//! A [`Watch`] looks at a campaign's folder whenever it is told to. It keeps a [`Summary`] and the tree of the current
//! question, of which a [`Branch`] shows one node with its successors. If something happens to the ledger (it vanishes,
//! is replaced, or has damaged lines), the watch reports a [`Trouble`] in words and keeps what it knew before.
//!
//! Ledgers contain no times. When somebody was last seen, and how many nodes per second are searched, the watcher
//! observes itself.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use files::{FileError, Lines};
use solver::notation::MovesError;
use solver::{Bounds, CanonicalPosition, Discs, Move, Position};
use thiserror::Error;

use crate::control::Campaign;
use crate::error::CampaignError;
use crate::ledger::{Ledger, ledger_path, resume};
use crate::plan::Plan;
use crate::record::Record;
use crate::sample::Checks;
use crate::status::{Spent, Status};
use pace::Samples;
use workers::{Sightings, workers};

mod branch;
mod pace;
mod workers;

pub use branch::{Branch, JobSeen, Place, State};
pub use pace::Pace;
pub use workers::{MOST_WORKERS, Work};

/// How many damaged lines to name at most.
const MOST_NAMED: usize = 20;
/// The most points in the course of a campaign, not counting the first and the last.
const POINTS: usize = 120;

/// How far a campaign is, who has worked on it, and its course so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The question to answer, and how.
    pub plan: Plan,
    /// How far it is, as `solve campaign status` prints it.
    pub status: Status,
    /// How many answers were proven again, and how many withdrawn.
    pub checks: Checks,
    /// What re-checks have taken, which the jobs do not include.
    pub rechecks: Spent,
    /// The workers that have searched most, in descending order, at most [`MOST_WORKERS`].
    pub workers: Vec<Work>,
    /// How many workers there are.
    pub count: usize,
    /// What was spent at points of the campaign, all workers together, about evenly spread over the time that its jobs
    /// took. The first is before any job, the last at the end.
    pub growth: Vec<Spent>,
    /// How fast it goes on, as far as it was watched.
    pub pace: Option<Pace>,
    /// When the ledger was last written.
    pub written: Option<SystemTime>,
}

/// Lines that do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The first damaged lines that were left out: their numbers, and what is wrong with them.
    pub damaged: Vec<(usize, String)>,
    /// How many there are.
    pub count: usize,
    /// Whether the last line is incomplete: it is being written, or its writer was killed.
    pub is_torn: bool,
}

/// Why there is nothing new to tell, in words that name no path, since every viewer sees them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The ledger cannot be read.
    #[error("The ledger cannot be read ({0}); it is looked for again.")]
    Unreadable(String),
    /// It is not a ledger, or its head or too many lines are damaged.
    #[error("Line {line} of the ledger is wrong: {reason}. Restore it from a copy.")]
    Wrong {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Two lines exclude each other.
    #[error(
        "Lines of the ledger exclude each other, so one is false: {0}. `solve campaign report` names them, and \
         `solve campaign withdraw` takes the false one back."
    )]
    Contradiction(String),
    /// The program has failed.
    #[error("The ledger could not be evaluated: this program has a fault there.")]
    Fault,
}

impl From<CampaignError> for Trouble {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::File { reason, .. } => Self::Unreadable(reason),
            CampaignError::Line { line, reason, .. } => Self::Wrong { line, reason },
            CampaignError::Contradiction { position, .. } => Self::Contradiction(format!("about {position}")),
            // This concerns only those who write.
            CampaignError::InUse(_) => Self::Unreadable("another process has it".to_owned()),
            other => Self::Contradiction(other.to_string()),
        }
    }
}

/// A watched campaign. It reads the ledger, and writes nothing.
///
/// ```
/// use std::time::SystemTime;
/// use campaign::{Plan, ledger, view::Watch};
/// use solver::{Mode, Position, Scoring, Start};
///
/// # let parent = tempfile::tempdir()?;
/// let folder = parent.path().join("big");
/// ledger::begin(&folder, &Plan::new(Position::start("4x4".parse()?, Start::Othello), Scoring::Discs, Mode::Wld))?;
/// let mut watch = Watch::of(&folder);
/// assert!(watch.look(SystemTime::now()));
/// assert_eq!(watch.summary().expect("there is a ledger").status.spent.answered, 0);
/// assert!(!watch.look(SystemTime::now()), "nothing has happened since");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Watch {
    path: PathBuf,
    /// The length of the ledger and when it was written, as of the last look; `None` if that failed.
    stamp: Option<(u64, Option<SystemTime>)>,
    seen: Option<Seen>,
    at_work: Sightings,
    samples: Samples,
    summary: Option<Summary>,
    faults: Faults,
    trouble: Option<Trouble>,
}

/// What was read last.
#[derive(Debug)]
struct Seen {
    ledger: Ledger,
    campaign: Campaign,
    /// The numbers of the ledger's records by their positions.
    by_position: HashMap<Discs, Vec<u32>>,
}

impl Watch {
    /// Watches the campaign of a folder, or of a ledger. Reads nothing before the first look.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        Self {
            path: ledger_path(folder),
            stamp: None,
            seen: None,
            at_work: Sightings::default(),
            samples: Samples::default(),
            summary: None,
            faults: Faults::default(),
            trouble: None,
        }
    }

    /// What is known about the campaign; `None` before its ledger could be read.
    #[must_use]
    pub fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }

    /// Lines of the ledger that do not count.
    #[must_use]
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Why the last look brought nothing new.
    #[must_use]
    pub fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// The positions of which something is known, canonical on the board with at most as many rows as columns, and what.
    pub fn known(&self) -> impl Iterator<Item = (Discs, Bounds)> {
        self.seen.iter().flat_map(|Seen { campaign, .. }| {
            let (board, side) = (campaign.plan().root.board(), campaign.plan().root.side());
            campaign.knowledge.bounds().filter_map(move |(discs, bounds)| {
                Some((CanonicalPosition::of(&Position::new(board, discs, side)?).discs(), bounds))
            })
        })
    }

    /// The position after these moves from the root, with its successors; `None` before the ledger could be read.
    ///
    /// # Errors
    /// A move is illegal.
    pub fn branch(&self, moves: &[Move]) -> Result<Option<Branch>, MovesError> {
        self.seen.as_ref().map(|seen| seen.branch(moves)).transpose()
    }

    /// Looks for news; returns whether there are any. If the ledger has changed, it is read as a whole, a second for
    /// 100,000 lines.
    pub fn look(&mut self, now: SystemTime) -> bool {
        let stamp =
            self.path.metadata().map(|data| (data.len(), data.modified().ok())).map_err(FileError::at(&self.path));
        let faults = self.faults.clone();
        let trouble = match stamp {
            // What is wrong with the lines remains so until they change.
            Ok(stamp) if self.stamp == Some(stamp) => return false,
            // If more is written in the meantime, the stamp changes.
            Ok(stamp) => {
                self.stamp = Some(stamp);
                self.read(stamp, now).err()
            }
            Err(error) => Some(CampaignError::from(error).into()),
        };
        if matches!(trouble, Some(Trouble::Unreadable(_))) {
            self.stamp = None;
        }
        // The same trouble as before is no news, however often the look finds it.
        let is_changed = trouble.is_none() || trouble != self.trouble || faults != self.faults;
        self.trouble = trouble;
        is_changed
    }

    /// Notes that a look has failed; the next one starts over.
    pub fn fail(&mut self) {
        (self.seen, self.stamp, self.trouble) = (None, None, Some(Trouble::Fault));
    }

    fn read(&mut self, (bytes, written): (u64, Option<SystemTime>), now: SystemTime) -> Result<(), Trouble> {
        let mut lines = Lines::open(&self.path).map_err(CampaignError::from)?;
        let ledger = Ledger::from_lines(&self.path, lines.by_ref())?;
        let damaged = ledger.left_out.iter().take(MOST_NAMED).map(|damage| (damage.line, damage.reason.clone()));
        let is_torn = bytes > lines.bytes();
        self.faults = Faults { damaged: damaged.collect(), count: ledger.left_out.len(), is_torn };
        let mut campaign = resume(&self.path, &ledger)?;
        let status = campaign.status()?;
        pace::add(&mut self.samples, now, status.spent);
        let (workers, count) = workers(&ledger, &mut self.at_work, self.summary.as_ref().map(|_| now));
        self.summary = Some(Summary {
            plan: ledger.plan.clone(),
            checks: Checks::of(&ledger),
            rechecks: Spent::of(ledger.checks.iter().map(|check| &check.record)),
            workers,
            count,
            growth: growth(campaign.records()),
            pace: pace::pace(&self.samples),
            written,
            status,
        });
        let mut by_position: HashMap<Discs, Vec<u32>> = HashMap::new();
        for (number, record) in ledger.records.iter().enumerate() {
            by_position.entry(record.job.discs).or_default().push(number as u32);
        }
        self.seen = Some(Seen { ledger, campaign, by_position });
        Ok(())
    }
}

/// What was spent at points in the course of a campaign.
fn growth(records: &[Record]) -> Vec<Spent> {
    let all: f64 = records.iter().map(Record::seconds).sum();
    let step = (all / POINTS as f64).max(f64::MIN_POSITIVE);
    let (mut now, mut points, mut next) = (Spent::default(), vec![Spent::default()], step);
    for record in records {
        now.add(record);
        if now.seconds >= next {
            points.push(now);
            next = now.seconds + step;
        }
    }
    if points.last() != Some(&now) {
        points.push(now);
    }
    points
}

#[cfg(test)]
mod tests;
