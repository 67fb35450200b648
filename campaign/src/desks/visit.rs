//! A read-only view of the desks: who leads, who is present, who has which jobs.

use std::path::Path;

use super::folder::{Desks, Read};
use super::letter::{LeadState, Letter, MOST_IN_HAND, Note, Orders, Report};
use crate::job::Job;
use crate::worker::WorkerName;

/// The most desks to read.
const MOST_DESKS: usize = 4096;

/// The contents of the desks' folder at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visit {
    /// What the driver's note says.
    pub leader: Option<Leader>,
    /// The desks, sorted by name. Unreadable ones are left out.
    pub seats: Vec<Seat>,
}

/// Who leads, or led last. Only a changing `beat` shows that the driver is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// The driver's machine.
    pub host: String,
    /// Number of the note.
    pub beat: u64,
    /// The driver's state, in a word: `leads`, `stopped` or `done`.
    pub state: &'static str,
}

/// A desk and its worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The desk's name.
    pub desk: String,
    /// Its owner.
    pub worker: WorkerName,
    /// How many jobs it does at the same time.
    pub threads: usize,
    /// Number of its last report. The worker is there as long as this changes.
    pub beat: u64,
    /// Whether it has said that it leaves.
    pub has_left: bool,
    /// Why the driver has sent it home.
    pub dismissed: Option<String>,
    /// The jobs that the driver has given it and that it has not answered yet.
    pub jobs: Vec<Job>,
}

/// Looks at the desks of a campaign's folder; `None` if there never were any. Writes nothing.
#[must_use]
pub fn visit(campaign: &Path) -> Option<Visit> {
    let desks = Desks::existing(campaign)?;
    let leader = match desks.notes().read() {
        Read::New(Note { host, beat, state, .. }) => Some(Leader { host, beat, state: word(state) }),
        _ => None,
    };
    let (mut names, _) = desks.list().unwrap_or_default();
    names.truncate(MOST_DESKS);
    Some(Visit { leader, seats: names.iter().filter_map(|name| seat(&desks, name)).collect() })
}

fn word(state: LeadState) -> &'static str {
    match state {
        LeadState::Leads => "leads",
        LeadState::Stopped => "stopped",
        LeadState::Done => "done",
    }
}

fn seat(desks: &Desks, desk: &str) -> Option<Seat> {
    let report: Report = letter(desks, desk)?;
    let worker = report.worker.parse().ok()?;
    let orders: Option<Orders> = letter(desks, desk);
    let (jobs, dismissed) = orders.map(|orders| (orders.jobs, orders.dismissed)).unwrap_or_default();
    let answered = |job: &Job| report.answers.iter().any(|answer| answer.job == job.id().to_string());
    let jobs = jobs.iter().take(MOST_IN_HAND).filter_map(|job| Job::from_json(&job.to_string()).ok());
    let jobs = jobs.filter(|job| !report.left && !answered(job)).collect();
    let threads = report.threads.min(MOST_IN_HAND);
    Some(Seat { desk: desk.to_owned(), worker, threads, beat: report.beat, has_left: report.left, dismissed, jobs })
}

fn letter<T: Letter>(desks: &Desks, desk: &str) -> Option<T> {
    match desks.inbox::<T>(desk).read() {
        Read::New(letter) => Some(letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use solver::{Position, Scoring, Start};

    use super::*;

    #[test]
    fn who_sits_where_with_which_jobs_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(visit(folder.path()), None);
        let desks = Desks::of(folder.path()).unwrap();
        assert_eq!(visit(folder.path()), Some(Visit::default()));
        let (board, scoring) = ("4x4".parse().unwrap(), Scoring::Discs);
        let discs = Position::start(board, Start::Othello).discs();
        let jobs = [1, 2].map(|budget| Job { board, scoring, discs, at_least: 1, budget });
        let answers = vec![super::super::letter::Answer::failed(1, jobs[0].id(), "no")];
        let worker = "node7".to_owned();
        let report = Report { worker, threads: 4, wants: 6, beat: 3, in_hand: Vec::new(), answers, left: false };
        desks.set_up("0123456789abcdef", &report).unwrap();
        desks.set_up("0123456789abcdee", &Report { worker: "two words".to_owned(), ..report.clone() }).unwrap();
        let jobs_text = jobs.iter().map(|job| serde_json::from_str(&job.to_json()).unwrap()).collect();
        let lead = "9f02c4d1e6a7b835".to_owned();
        let orders =
            Orders { lead: lead.clone(), number: 1, beat_ms: 5000, jobs: jobs_text, taken: 0, dismissed: None };
        desks.put("0123456789abcdef", &orders).unwrap();
        desks.write_note(&Note { lead, host: "login1".to_owned(), beat: 9, state: LeadState::Leads }).unwrap();
        let seen = visit(folder.path()).unwrap();
        assert_eq!(seen.leader, Some(Leader { host: "login1".to_owned(), beat: 9, state: "leads" }));
        let [seat] = &seen.seats[..] else { panic!("{seen:?}") };
        assert_eq!((seat.worker.as_str(), seat.threads, seat.beat, &seat.jobs[..]), ("node7", 4, 3, &jobs[1..]));
        desks.put("0123456789abcdef", &Report { left: true, ..report }).unwrap();
        assert!(visit(folder.path()).unwrap().seats.iter().all(|seat| seat.has_left && seat.jobs.is_empty()));
    }
}
