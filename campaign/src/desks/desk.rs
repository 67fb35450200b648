//! One worker as the driver sees it.

use std::time::{Duration, Instant};

use super::folder::{Desks, Inbox, Read, is_gone};
use super::lease::Lease;
use super::letter::{MOST_IN_HAND, Orders, Report};
use super::pace::Pace;
use crate::job::{Job, JobId};
use crate::worker::WorkerName;

/// The shortest time between two looks at a desk.
const QUICK: Duration = Duration::from_millis(50);
/// After this many refused answers in a row the worker is sent home.
const MOST_STRIKES: u32 = 5;
/// How many reports a worker should send per lease, ...
const BEATS: u32 = 12;
/// ... and no more than one in this time.
const SLOWEST_BEAT: Duration = Duration::from_secs(5);
/// How many leases a desk stays without a worker before it is removed.
const KEPT: f64 = 20.0;

/// The result of a look at a desk.
pub(super) enum Seen {
    /// Nothing new.
    Nothing,
    /// A report.
    Report(Report),
    /// The worker is gone; its jobs are free.
    Gone,
    /// Something that makes no sense; why.
    Nonsense(String),
}

/// How often a worker is to report.
pub(super) fn beat(lease: Duration) -> Duration {
    (lease / BEATS).min(SLOWEST_BEAT)
}

/// A worker's desk.
#[derive(Debug)]
pub(super) struct Desk {
    name: String,
    inbox: Inbox,
    /// Its owner, known since the first report that made sense.
    pub(super) worker: Option<WorkerName>,
    pub(super) threads: usize,
    pub(super) wants: usize,
    /// The jobs it was given.
    pub(super) in_hand: Vec<(JobId, Job)>,
    /// The number of the last answer that was taken.
    pub(super) taken: u64,
    /// Whether its lease is still running.
    pub(super) is_alive: bool,
    /// Whether somebody was seen at it. A report older than this driver may be from somebody long gone.
    pub(super) is_manned: bool,
    /// Why the worker is to go home.
    pub(super) dismissed: Option<String>,
    /// Whether that was announced, and its jobs given to others.
    pub(super) is_home: bool,
    /// Whether the orders have changed.
    pub(super) is_dirty: bool,
    /// How many answers in a row were refused.
    strikes: u32,
    /// Number of the last orders.
    number: u64,
    lease: Lease,
    beat: Duration,
    pace: Pace,
    has_talked_nonsense: bool,
}

impl Desk {
    /// A desk that was found, and not read yet. If it has just been set up, somebody is at it.
    pub(super) fn found(desks: &Desks, name: &str, lease: Duration, now: Instant, is_new: bool) -> Self {
        Self {
            name: name.to_owned(),
            inbox: desks.inbox::<Report>(name),
            worker: None,
            threads: 0,
            wants: 0,
            in_hand: Vec::new(),
            taken: 0,
            is_alive: true,
            is_manned: is_new,
            dismissed: None,
            is_home: false,
            is_dirty: false,
            strikes: 0,
            number: 0,
            lease: Lease::new(lease, now),
            beat: beat(lease),
            pace: Pace::new(QUICK, now),
            has_talked_nonsense: false,
        }
    }

    /// The time until the next look at it.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        self.pace.wait(now)
    }

    /// Looks at the desk. The next look comes after `slow` at the latest.
    pub(super) fn look(&mut self, now: Instant, slow: Duration) -> Seen {
        let seen = match self.inbox.read() {
            Read::New(report) => self.hear(report),
            Read::Wrong(reason) if !self.has_talked_nonsense => {
                self.has_talked_nonsense = true;
                Seen::Nonsense(reason)
            }
            _ => Seen::Nothing,
        };
        let is_news = matches!(seen, Seen::Report(_));
        let has_ended = self.lease.look(now, is_news);
        self.pace.looked(now, is_news, slow);
        match seen {
            Seen::Nothing | Seen::Nonsense(_) if has_ended && self.is_alive => {
                self.is_alive = false;
                Seen::Gone
            }
            seen => seen,
        }
    }

    /// Takes a report, unless it is from someone other than the desk's owner.
    fn hear(&mut self, report: Report) -> Seen {
        let nonsense = |reason: String| Seen::Nonsense(format!("desk {}: {reason}", self.name));
        let worker = match report.worker.parse::<WorkerName>() {
            Ok(worker) if !worker.is_unknown() => worker,
            Ok(_) => return nonsense("a worker needs a name of its own, not 'unknown'".to_owned()),
            Err(error) => return nonsense(error.to_string()),
        };
        if let Some(known) = self.worker.as_ref().filter(|known| **known != worker) {
            return nonsense(format!("it is that of {known}, and now {worker} claims it"));
        }
        self.is_manned |= self.worker.is_some();
        // The orders of a former driver no longer count.
        self.is_dirty |= self.worker.is_none();
        self.worker = Some(worker);
        self.threads = report.threads.min(MOST_IN_HAND);
        self.wants = report.wants.min(MOST_IN_HAND);
        self.is_alive = !report.left;
        Seen::Report(report)
    }

    /// Whether nobody will come back to it.
    pub(super) fn is_abandoned(&self) -> bool {
        !self.is_alive && self.lease.over() >= KEPT
    }

    /// Whether jobs may be put on it.
    pub(super) fn is_open(&self) -> bool {
        self.is_alive && self.is_manned && self.dismissed.is_none() && self.worker.is_some()
    }

    /// Puts a job on it.
    pub(super) fn give(&mut self, job: Job) {
        self.in_hand.push((job.id(), job));
        self.is_dirty = true;
    }

    /// Takes a job from it; returns whether it was there.
    pub(super) fn take_back(&mut self, job: JobId) -> bool {
        let before = self.in_hand.len();
        self.in_hand.retain(|(other, _)| *other != job);
        self.is_dirty |= self.in_hand.len() < before;
        self.in_hand.len() < before
    }

    /// Takes all jobs from it.
    pub(super) fn clear(&mut self) -> Vec<JobId> {
        self.is_dirty |= !self.in_hand.is_empty();
        std::mem::take(&mut self.in_hand).into_iter().map(|(id, _)| id).collect()
    }

    /// An answer was taken.
    pub(super) fn praise(&mut self) {
        self.strikes = 0;
    }

    /// An answer was refused. A worker who brings nothing else goes home.
    pub(super) fn blame(&mut self, reason: &str) {
        self.strikes += 1;
        if self.strikes >= MOST_STRIKES && self.dismissed.is_none() {
            self.dismiss(format!("none of its last {MOST_STRIKES} answers could be taken: {reason}"));
        }
    }

    /// The worker is to go home.
    pub(super) fn dismiss(&mut self, reason: String) {
        self.dismissed = Some(reason);
        self.is_dirty = true;
    }

    /// Writes the orders if they have changed; returns whether the desk still exists.
    ///
    /// # Errors
    /// The system cannot write them now; why, in words. The next call tries again.
    pub(super) fn order(&mut self, desks: &Desks, lead: &str, now: Instant) -> Result<bool, String> {
        if !self.is_dirty || self.worker.is_none() {
            return Ok(true);
        }
        let orders = Orders {
            lead: lead.to_owned(),
            number: self.number + 1,
            beat_ms: self.beat.as_millis().try_into().unwrap_or(u64::MAX),
            jobs: self.in_hand.iter().filter_map(|(_, job)| serde_json::from_str(&job.to_json()).ok()).collect(),
            taken: self.taken,
            dismissed: self.dismissed.clone(),
        };
        match desks.put(&self.name, &orders) {
            Ok(()) => {
                (self.number, self.is_dirty) = (orders.number, false);
                self.pace.hurry(now);
                Ok(true)
            }
            Err(error) if is_gone(&error) => Ok(false),
            Err(error) => Err(error.to_string()),
        }
    }
}
