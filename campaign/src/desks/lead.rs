//! The driver: hands jobs out to the desks and takes what the workers find.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use files::noun;
use solver::Progress;

use super::desk::{Desk, Seen, beat};
use super::error::DeskError;
use super::folder::Desks;
use super::letter::{Answer, LeadState, Report};
use super::note::Leadership;
use super::pace::Pace;
use crate::job::JobId;
use crate::record::Record;
use crate::session::{Session, SessionError, Task};
use crate::worker::WorkerName;

/// The shortest time between two rounds.
const QUICK: Duration = Duration::from_millis(20);
/// How often to look at a desk where nothing happens, ...
const SLOW: Duration = Duration::from_secs(1);
/// ... and less often the more desks there are, to spare the file system.
const SLOW_PER_DESK: Duration = Duration::from_millis(4);
/// The longest time between two checks whether to stop.
const LOOK: Duration = Duration::from_millis(100);
/// How long after it was taken an answer is safe from a power failure.
const SYNC: Duration = Duration::from_secs(1);
/// The most complaints to report; a worker that causes more only repeats them.
const MOST_TOLD: usize = 100;

/// The workers present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crowd {
    /// Workers.
    pub workers: usize,
    /// Jobs they do at the same time.
    pub threads: usize,
    /// Jobs they were given.
    pub in_hand: usize,
}

/// Follows the course of the campaign. Each method should return quickly.
pub trait Observer {
    /// An answer was taken.
    fn took(&mut self, record: &Record, session: &mut Session<'_>);
    /// Called a few times a second.
    fn stands(&mut self, session: &mut Session<'_>, crowd: Crowd);
    /// Something that a person should know, in one sentence.
    fn tell(&mut self, what: &str);
}

/// A driver.
#[derive(Clone, Debug)]
pub struct Lead<'a> {
    /// The campaign's folder.
    pub folder: &'a Path,
    /// The machine it is on.
    pub host: &'a WorkerName,
    /// After this long without news from a worker, its jobs go to others.
    pub lease: Duration,
}

impl Lead<'_> {
    /// Leads the campaign until nothing is left to do, and then tells all workers so, or until `progress` is told to
    /// stop. In that case workers keep their jobs, and the next driver takes their answers.
    ///
    /// # Errors
    /// The ledger or the folder cannot be used, or another driver leads.
    pub fn run(
        &self,
        session: &mut Session<'_>,
        progress: &Progress,
        observer: &mut dyn Observer,
    ) -> Result<(), DeskError> {
        let folder = Desks::of(self.folder)?;
        let leadership = Leadership::begin(&folder, self.host.as_str(), progress)?;
        let now = Instant::now();
        let mut office = Office {
            session,
            folder,
            leadership,
            observer,
            lease: self.lease,
            desks: BTreeMap::new(),
            listing: Pace::new(QUICK, now),
            begin: now,
            has_listed: false,
            is_settled: false,
            holders: HashMap::new(),
            claims: HashMap::new(),
            told: HashSet::new(),
            synced: now,
            has_news: false,
        };
        while !progress.is_stopped() && !office.session.is_over() {
            office.round(progress)?;
        }
        office.end()
    }
}

/// The driver at work.
struct Office<'a, 's> {
    session: &'a mut Session<'s>,
    folder: Desks,
    leadership: Leadership,
    observer: &'a mut dyn Observer,
    lease: Duration,
    desks: BTreeMap<String, Desk>,
    /// When to look for new desks.
    listing: Pace,
    begin: Instant,
    /// Whether the desks have been listed once: any found later are new.
    has_listed: bool,
    /// Whether it is known which desks from a former driver's time are occupied.
    is_settled: bool,
    /// The desk that has each job.
    holders: HashMap<JobId, String>,
    /// Jobs given out by a former driver, with their desks: they stay there if they are still wanted.
    claims: HashMap<JobId, String>,
    /// What not to tell again.
    told: HashSet<PathBuf>,
    synced: Instant,
    /// Whether something was taken that a power failure could destroy.
    has_news: bool,
}

impl Office<'_, '_> {
    /// One round: look, take, hand out, write.
    fn round(&mut self, progress: &Progress) -> Result<(), DeskError> {
        let begin = Instant::now();
        self.leadership.renew()?;
        self.find_desks(begin)?;
        self.look(begin)?;
        // What a judge was working on when it was stopped is not taken.
        if progress.is_stopped() || self.session.is_over() {
            return Ok(());
        }
        self.dismiss_withdrawn()?;
        self.take_needless_back()?;
        self.hand_out()?;
        self.write_orders()?;
        if self.has_news && self.synced.elapsed() >= SYNC {
            self.session.sync()?;
            (self.synced, self.has_news) = (Instant::now(), false);
        }
        let crowd = self.crowd();
        self.observer.stands(self.session, crowd);
        let now = Instant::now();
        let waits = self.desks.values().map(|desk| desk.wait(now)).chain([self.listing.wait(now), LOOK]);
        // At least as long as the round took, to spare the file system.
        let least = begin.elapsed().clamp(QUICK, SLOW);
        thread::sleep(waits.min().unwrap_or(LOOK).max(least));
        Ok(())
    }

    fn crowd(&self) -> Crowd {
        let alive = || self.desks.values().filter(|desk| desk.is_open());
        Crowd {
            workers: alive().count(),
            threads: alive().map(|desk| desk.threads).sum(),
            in_hand: alive().map(|desk| desk.in_hand.len()).sum(),
        }
    }

    /// Looks for new desks.
    fn find_desks(&mut self, now: Instant) -> Result<(), DeskError> {
        if !self.listing.is_due(now) {
            return Ok(());
        }
        let (names, others) = match self.folder.list() {
            Ok(listed) => listed,
            Err(error) => {
                self.listing.looked(now, false, SLOW);
                self.tell_once(error.path().to_owned(), &format!("{error}; trying again"));
                return Ok(());
            }
        };
        for other in others {
            let text = format!("{}: this is not a desk; it is left alone", other.display());
            self.tell_once(other, &text);
        }
        let mut is_news = false;
        for name in names {
            if !self.desks.contains_key(&name) {
                is_news = true;
                let desk = Desk::found(&self.folder, &name, self.lease, now, self.has_listed);
                self.desks.insert(name, desk);
            }
        }
        self.has_listed = true;
        self.listing.looked(now, is_news, SLOW);
        Ok(())
    }

    /// Looks at the desks that are due.
    fn look(&mut self, now: Instant) -> Result<(), DeskError> {
        let slow = SLOW + SLOW_PER_DESK * self.desks.len().try_into().unwrap_or(u32::MAX);
        let due: Vec<String> =
            self.desks.iter().filter(|(_, desk)| desk.wait(now).is_zero()).map(|(name, _)| name.clone()).collect();
        for name in due {
            let Some(desk) = self.desks.get_mut(&name) else { continue };
            match desk.look(now, slow) {
                Seen::Nothing if desk.is_abandoned() => self.forget(&name)?,
                Seen::Nothing => {}
                Seen::Nonsense(reason) => self.observer.tell(&format!("{reason}; it is ignored")),
                // Nobody needs to know of workers that were gone before this driver began.
                Seen::Gone if !desk.is_manned => self.lose(&name, "")?,
                Seen::Gone => self.lose(&name, "has not been heard of for too long")?,
                Seen::Report(report) => self.hear(&name, report)?,
            }
        }
        Ok(())
    }

    /// A worker has written a report.
    fn hear(&mut self, name: &str, report: Report) -> Result<(), DeskError> {
        let Some(desk) = self.desks.get_mut(name) else { return Ok(()) };
        let Some(worker) = desk.worker.clone() else { return Ok(()) };
        if !report.left && !self.session.is_withdrawn(&worker) {
            self.session.meet(&worker);
        }
        // Before the first orders are written, nothing is known about a former driver's jobs.
        let in_hand = report.in_hand.iter().filter_map(|job| job.parse::<JobId>().ok());
        self.claims.extend(in_hand.map(|job| (job, name.to_owned())));
        for answer in report.answers {
            self.answer(name, &worker, answer)?;
        }
        if report.left {
            self.lose(name, "")?;
            self.forget(name)?;
        }
        Ok(())
    }

    /// Takes an answer, unless it was taken before.
    fn answer(&mut self, name: &str, worker: &WorkerName, answer: Answer) -> Result<(), DeskError> {
        let Some(desk) = self.desks.get_mut(name) else { return Ok(()) };
        if answer.serial <= desk.taken {
            return Ok(());
        }
        (desk.taken, desk.is_dirty) = (answer.serial, true);
        let job = answer.job.parse::<JobId>();
        let was_in_hand = job.as_ref().is_ok_and(|&job| desk.take_back(job));
        let refused = match (&job, answer.record, answer.failed) {
            (Err(error), _, _) => Some(error.to_string()),
            (Ok(_), Some(record), None) => self.record(worker, &record.to_string())?,
            (Ok(job), None, Some(reason)) => Some(format!("job {job}: {reason}")),
            (Ok(job), _, _) => Some(format!("job {job}: neither a record nor why there is none")),
        };
        // Whatever became of the answer, this worker is no longer working on the job.
        if let Some(job) = job.ok().filter(|_| was_in_hand) {
            self.holders.remove(&job);
            self.session.lost(job)?;
        }
        let Some(desk) = self.desks.get_mut(name) else { return Ok(()) };
        match refused {
            None => desk.praise(),
            Some(reason) => {
                desk.blame(&reason);
                let text = format!("worker {worker}: an answer was not taken: {reason}");
                self.tell_once(PathBuf::from(name), &text);
            }
        }
        Ok(())
    }

    /// Adds a record to the ledger; returns the reason if it is refused.
    fn record(&mut self, worker: &WorkerName, text: &str) -> Result<Option<String>, DeskError> {
        let record = match Record::from_json(text) {
            Ok(record) => Record { worker: worker.clone(), ..record },
            Err(error) => return Ok(Some(error.to_string())),
        };
        match self.session.record(&record) {
            Ok(_) => {
                self.has_news = true;
                // By now another worker may have the job in hand.
                self.take_back(record.job.id());
                self.observer.took(&record, self.session);
                Ok(None)
            }
            Err(SessionError::Campaign(error)) if error.is_refusal() => Ok(Some(error.to_string())),
            Err(error) => Err(error.into()),
        }
    }

    /// A worker has gone; its jobs are given to others.
    fn lose(&mut self, name: &str, why: &str) -> Result<(), DeskError> {
        let Some(desk) = self.desks.get_mut(name) else { return Ok(()) };
        let (jobs, worker) = (desk.clear(), desk.worker.clone());
        self.give_up(&jobs)?;
        let Some(worker) = worker else { return Ok(()) };
        let is_elsewhere = |other: &Desk| other.is_open() && other.worker.as_ref() == Some(&worker);
        if !self.desks.values().any(is_elsewhere) {
            self.session.part(&worker);
        }
        if !why.is_empty() {
            let count = jobs.len();
            let jobs = noun(count as u64, "job is", "jobs are");
            self.observer.tell(&format!("worker {worker} {why}; its {count} {jobs} handed out again"));
        }
        Ok(())
    }

    fn give_up(&mut self, jobs: &[JobId]) -> Result<(), DeskError> {
        for job in jobs {
            self.holders.remove(job);
            self.session.lost(*job)?;
        }
        Ok(())
    }

    /// Takes a job away from the desk that has it.
    fn take_back(&mut self, job: JobId) {
        if let Some(desk) = self.holders.remove(&job).and_then(|name| self.desks.get_mut(&name)) {
            desk.take_back(job);
        }
    }

    /// Removes a desk that nobody uses.
    fn forget(&mut self, name: &str) -> Result<(), DeskError> {
        if let Some(mut desk) = self.desks.remove(name) {
            self.give_up(&desk.clear())?;
        }
        self.folder.remove(name);
        Ok(())
    }

    /// Sends home the workers whose answers were withdrawn.
    fn dismiss_withdrawn(&mut self) -> Result<(), DeskError> {
        let is_false = |desk: &Desk| desk.worker.as_ref().is_some_and(|worker| self.session.is_withdrawn(worker));
        let wrong: Vec<String> = self
            .desks
            .iter()
            .filter(|(_, desk)| desk.dismissed.is_none() && is_false(desk))
            .map(|(name, _)| name.clone())
            .collect();
        for name in wrong {
            let Some(desk) = self.desks.get_mut(&name) else { continue };
            desk.dismiss("one of its answers was proven to be false, so all of them were withdrawn".to_owned());
        }
        let is_leaving = |desk: &Desk| desk.dismissed.is_some() && !desk.is_home;
        let leaving: Vec<String> =
            self.desks.iter().filter(|(_, desk)| is_leaving(desk)).map(|(name, _)| name.clone()).collect();
        for name in leaving {
            let Some(desk) = self.desks.get_mut(&name) else { continue };
            desk.is_home = true;
            let why = desk.dismissed.clone().unwrap_or_default();
            self.lose(&name, &format!("is sent home ({why})"))?;
        }
        Ok(())
    }

    /// Takes back jobs whose answers nobody needs any more.
    fn take_needless_back(&mut self) -> Result<(), DeskError> {
        for job in self.session.needless() {
            self.take_back(job);
            self.session.lost(job)?;
        }
        Ok(())
    }

    /// Hands out jobs: first one for every thread, then those that wait on the desks.
    fn hand_out(&mut self) -> Result<(), DeskError> {
        if !self.is_settled() {
            return Ok(());
        }
        let amounts: [fn(&Desk) -> usize; 2] = [|desk| desk.threads, |desk| desk.wants];
        for amount in amounts {
            let lacks = |desk: &Desk| desk.is_open() && desk.in_hand.len() < amount(desk);
            let names: Vec<String> =
                self.desks.iter().filter(|(_, desk)| lacks(desk)).map(|(name, _)| name.clone()).collect();
            for name in names {
                while self.desks.get(&name).is_some_and(lacks) && self.hand_one_out(&name)? {}
            }
        }
        self.claims.clear();
        Ok(())
    }

    /// Whether all workers are known. A worker that has been silent for a while counts as gone.
    fn is_settled(&mut self) -> bool {
        let patience = 2 * beat(self.lease) + SLOW;
        let is_known = |desk: &Desk| desk.is_manned || !desk.is_alive || desk.dismissed.is_some();
        self.is_settled |= self.begin.elapsed() >= patience || self.has_listed && self.desks.values().all(is_known);
        self.is_settled
    }

    /// Hands a job out to this worker, or to the one who already has it from a former driver; `false` if there is none.
    fn hand_one_out(&mut self, name: &str) -> Result<bool, DeskError> {
        let worker = self.desks.get(name).and_then(|desk| desk.worker.clone());
        let Some(Task { job, rechecks }) = self.session.next_task(worker.as_ref())? else { return Ok(false) };
        let claim = self.claims.remove(&job.id()).filter(|_| rechecks.is_none());
        let is_there = |claim: &String| self.desks.get(claim).is_some_and(Desk::is_open);
        let to = claim.filter(is_there).unwrap_or_else(|| name.to_owned());
        if let Some(desk) = self.desks.get_mut(&to) {
            desk.give(job);
            self.holders.insert(job.id(), to);
        }
        Ok(true)
    }

    /// Writes the orders that have changed.
    fn write_orders(&mut self) -> Result<(), DeskError> {
        let (mut gone, mut failed, now) = (Vec::new(), Vec::new(), Instant::now());
        for (name, desk) in &mut self.desks {
            match desk.order(&self.folder, self.leadership.lead(), now) {
                Ok(true) => {}
                Ok(false) => gone.push(name.clone()),
                Err(reason) => failed.push((name.clone(), reason)),
            }
        }
        for (name, reason) in failed {
            self.tell_once(PathBuf::from(name), &format!("{reason}; trying again"));
        }
        for name in gone {
            self.lose(&name, "has removed its desk")?;
            self.desks.remove(&name);
        }
        Ok(())
    }

    /// Says something, at most once about each subject.
    fn tell_once(&mut self, about: PathBuf, what: &str) {
        if self.told.len() < MOST_TOLD && self.told.insert(about) {
            self.observer.tell(what);
        }
    }

    /// Tells everybody the final state, and removes the desks if nobody needs them any more.
    fn end(self) -> Result<(), DeskError> {
        self.session.sync()?;
        let is_over = self.session.is_over();
        self.leadership.end(if is_over { LeadState::Done } else { LeadState::Stopped })?;
        if is_over {
            self.folder.clear();
        }
        Ok(())
    }
}
