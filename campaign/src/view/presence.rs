//! Who is at the desks of a shared folder, and when each was last seen.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::desks::{Leader, Seat, Visit};
use crate::job::Job;
use crate::worker::WorkerName;

/// Times are rounded down to this many seconds, so that the view does not change with every beat.
const STEP: u64 = 10;
/// Stands for the note of the driver, which has no desk.
const NOTE: &str = "";

/// Who is at the desks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Who leads.
    pub lead: Option<AtLead>,
    /// Who works.
    pub desks: Vec<AtDesk>,
}

/// Who leads, or led last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtLead {
    /// The driver's machine.
    pub host: String,
    /// The driver's state, in a word: `leads`, `stopped` or `done`.
    pub state: &'static str,
    /// When its note was last seen to change; `None` if it has not been.
    pub seen: Option<SystemTime>,
}

/// A worker at a desk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtDesk {
    /// Its name.
    pub worker: WorkerName,
    /// How many jobs it does at the same time.
    pub threads: usize,
    /// Whether it has said that it leaves.
    pub has_left: bool,
    /// Why it was sent home.
    pub dismissed: Option<String>,
    /// The jobs it has in hand.
    pub jobs: Vec<Job>,
    /// When its report was last seen to change; `None` if it has not been.
    pub seen: Option<SystemTime>,
}

/// What was seen of each desk so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Sightings {
    /// By desk: the number of its last report, and when that was seen to change.
    beats: HashMap<String, (u64, Option<SystemTime>)>,
}

/// A moment, rounded down to `STEP` seconds.
pub(super) fn about(moment: SystemTime) -> SystemTime {
    let seconds = moment.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    UNIX_EPOCH + Duration::from_secs(seconds / STEP * STEP)
}

impl Sightings {
    /// Combines a visit with those before it.
    pub(super) fn of(&mut self, visit: Visit, now: SystemTime) -> Presence {
        let mut before = std::mem::take(&mut self.beats);
        let mut see = |desk: &str, beat: u64| {
            let seen = match before.remove(desk) {
                None => None,
                Some((last, seen)) if last == beat => seen,
                Some(_) => Some(about(now)),
            };
            self.beats.insert(desk.to_owned(), (beat, seen));
            seen
        };
        let lead = visit.leader.map(|Leader { host, beat, state }| AtLead { seen: see(NOTE, beat), host, state });
        let desks = visit.seats.into_iter().map(|seat| {
            let Seat { desk, worker, threads, beat, has_left, dismissed, jobs } = seat;
            AtDesk { worker, threads, has_left, dismissed, jobs, seen: see(&desk, beat) }
        });
        Presence { lead, desks: desks.collect() }
    }
}
