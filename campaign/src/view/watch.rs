//! Watches a campaign's folder.

use std::collections::HashMap;
use std::path::Path;
use std::time::SystemTime;

use solver::notation::MovesError;
use solver::{Discs, Move};

use super::branch::{Branch, Tree};
use super::growth::growth;
use super::pace::Samples;
use super::presence::{self, Presence};
use super::summary::{Faults, Summary};
use super::trouble::Trouble;
use super::workers::{self, workers};
use crate::control::Campaign;
use crate::desks::visit;
use crate::ledger::{Follower, Ledger, News, ledger_path, resume};
use crate::record::Record;
use crate::status::Spent;
use crate::trust::trust;
use crate::worker::WorkerName;

/// How many damaged lines to name at most.
const MOST_NAMED: usize = 20;

/// A watched campaign. It reads the ledger and the desks beside it, and writes nothing.
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
    follower: Follower,
    campaign: Option<Campaign>,
    /// Whether the campaign lacks something that the ledger says.
    is_stale: bool,
    /// The ledger's records by their positions.
    by_position: HashMap<Discs, Vec<u32>>,
    in_hand: HashMap<Discs, Vec<WorkerName>>,
    at_work: workers::Sightings,
    at_desks: presence::Sightings,
    samples: Samples,
    summary: Option<Summary>,
    faults: Faults,
    presence: Option<Presence>,
    trouble: Option<Trouble>,
}

impl Watch {
    /// Watches the campaign of a folder, or of a ledger. Reads nothing before the first look.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        Self {
            follower: Follower::new(&ledger_path(folder)),
            campaign: None,
            is_stale: true,
            by_position: HashMap::new(),
            in_hand: HashMap::new(),
            at_work: workers::Sightings::default(),
            at_desks: presence::Sightings::default(),
            samples: Samples::default(),
            summary: None,
            faults: Faults::default(),
            presence: None,
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

    /// Who is at the desks; `None` if the campaign has none.
    #[must_use]
    pub fn presence(&self) -> Option<&Presence> {
        self.presence.as_ref()
    }

    /// Why the last look brought nothing new.
    #[must_use]
    pub fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// The position after these moves from the root, with its successors; `None` before the ledger could be read.
    ///
    /// # Errors
    /// A move is illegal.
    pub fn branch(&self, moves: &[Move]) -> Result<Option<Branch>, MovesError> {
        let (Some(campaign), Some(ledger)) = (&self.campaign, self.follower.ledger()) else { return Ok(None) };
        let tree = Tree {
            campaign,
            records: &ledger.records,
            by_position: &self.by_position,
            in_hand: &self.in_hand,
            counts: &|record| ledger.counts(record),
        };
        tree.branch(moves).map(Some)
    }

    /// Looks for news; returns whether there are any.
    ///
    /// With 100,000 lines in the ledger, the first look takes two seconds if the driver keeps its guesses beside it,
    /// and a minute if not. Later looks read only what was added, in half a second.
    pub fn look(&mut self, now: SystemTime) -> bool {
        let read = self.follower.look();
        let path = self.follower.path().to_owned();
        let is_news = !matches!(read, Ok(News::Nothing));
        let trouble = match read {
            // What is wrong with the lines remains so until they change.
            Ok(News::Nothing) => self.trouble.clone(),
            Ok(news) => self.take(news, &path, now).err(),
            Err(error) => Some(error.into()),
        };
        let faults = self.faults_now();
        let presence = visit(path.parent().unwrap_or(&path)).map(|visit| self.at_desks.of(visit, now));
        let before = (&self.trouble, &self.faults, &self.presence);
        // The same trouble as before is no news, however often the look finds it.
        let is_changed = (is_news && trouble.is_none()) || before != (&trouble, &faults, &presence);
        self.in_hand = in_hand(presence.as_ref());
        (self.trouble, self.faults, self.presence) = (trouble, faults, presence);
        is_changed
    }

    /// Notes that a look has failed; the next one starts over.
    pub fn fail(&mut self) {
        (self.campaign, self.is_stale, self.trouble) = (None, true, Some(Trouble::Fault));
    }

    fn take(&mut self, news: News, path: &Path, now: SystemTime) -> Result<(), Trouble> {
        let Some(ledger) = self.follower.ledger() else { return Ok(()) };
        let is_more = !self.is_stale && is_only_more(news, ledger);
        self.is_stale = true;
        let known = match news {
            News::More { records, .. } if is_more => records,
            _ => 0,
        };
        let campaign = match &mut self.campaign {
            Some(campaign) if is_more => {
                ledger.records[known..].iter().try_for_each(|record| campaign.record(record).map(|_| ()))?;
                campaign
            }
            former => {
                let campaign = built(path, ledger, former.as_ref())?;
                former.insert(campaign)
            }
        };
        if known == 0 {
            self.by_position.clear();
        }
        for (number, record) in ledger.records.iter().enumerate().skip(known) {
            self.by_position.entry(record.job.discs).or_default().push(number as u32);
        }
        let status = campaign.status()?;
        self.samples.add(now, &status.spent);
        let (workers, crowd) = workers(ledger, &mut self.at_work, now);
        self.summary = Some(Summary {
            plan: ledger.plan.clone(),
            trust: trust(ledger),
            rechecks: spent(ledger.checks.iter().map(|check| &check.record)),
            workers,
            crowd,
            growth: growth(campaign.records()),
            pace: self.samples.pace(),
            written: self.follower.written(),
            status,
        });
        self.is_stale = false;
        Ok(())
    }

    fn faults_now(&self) -> Faults {
        let left_out = self.follower.ledger().map(|ledger| &ledger.left_out[..]).unwrap_or_default();
        let damaged = left_out.iter().take(MOST_NAMED).map(|damage| (damage.line, damage.reason.clone()));
        Faults { damaged: damaged.collect(), count: left_out.len(), is_torn: self.follower.is_torn() }
    }
}

/// Whether only records that count have been added: a campaign can then take them one by one.
fn is_only_more(news: News, ledger: &Ledger) -> bool {
    let News::More { records, withdrawals } = news else { return false };
    withdrawals == ledger.withdrawals.len() && ledger.records[records..].iter().all(|record| ledger.counts(record))
}

/// The campaign of a ledger. It takes over the guesses made earlier.
fn built(path: &Path, ledger: &Ledger, former: Option<&Campaign>) -> Result<Campaign, Trouble> {
    let Some(former) = former.filter(|former| former.plan().is_akin(&ledger.plan)) else {
        return Ok(resume(path, ledger)?);
    };
    let mut campaign = Campaign::new(ledger.plan.clone());
    campaign.prior = former.prior.clone();
    campaign.take_all(ledger, &[])?;
    Ok(campaign)
}

fn spent<'a>(records: impl Iterator<Item = &'a Record>) -> Spent {
    let mut spent = Spent::default();
    records.for_each(|record| spent.add(record));
    spent
}

/// Which workers have a job about each position in hand.
fn in_hand(presence: Option<&Presence>) -> HashMap<Discs, Vec<WorkerName>> {
    let mut in_hand: HashMap<Discs, Vec<WorkerName>> = HashMap::new();
    for desk in presence.iter().flat_map(|presence| &presence.desks) {
        for job in &desk.jobs {
            in_hand.entry(job.discs).or_default().push(desk.worker.clone());
        }
    }
    in_hand
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::io::Write;
    use std::time::Duration;

    use solver::random::Random;
    use solver::{Mode, Position, Progress, Resources, Scoring, Solver, Start};

    use super::*;
    use crate::ledger::{LedgerFile, begin};
    use crate::plan::Plan;
    use crate::recheck::Withdrawal;
    use crate::record::Finding;
    use crate::view::Standing;
    use crate::{Campaign, work};

    /// A campaign under way that writes a ledger.
    struct Driver {
        folder: tempfile::TempDir,
        campaign: Campaign,
        file: LedgerFile,
        solver: Solver,
        random: Random,
    }

    impl Driver {
        fn new(name: &str, mode: Mode, budget: u64) -> Self {
            let parent = tempfile::tempdir().unwrap();
            let root = Position::start(name.parse().unwrap(), Start::Othello);
            let plan = Plan { budget, grow_empties: 6, ..Plan::new(root, Scoring::Discs, mode) };
            begin(&parent.path().join("big"), &plan).unwrap();
            let (file, _) = LedgerFile::open(&ledger_path(&parent.path().join("big"))).unwrap();
            let solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
            Self { folder: parent, campaign: Campaign::new(plan), file, solver, random: Random::new(1, 1) }
        }

        fn path(&self) -> &Path {
            self.file.path()
        }

        fn watch(&self, small: u64) -> Watch {
            let mut watch = Watch::of(&self.folder.path().join("big"));
            watch.follower.small = small;
            watch
        }

        /// Has three workers do this many jobs, or as many as there are; returns whether there were any.
        fn work(&mut self, jobs: usize) -> bool {
            for done in 0..jobs {
                let job = self.campaign.next_job().unwrap();
                self.file.append(&self.campaign.take_splits()).unwrap();
                let Some(job) = job else { return done > 0 };
                let worker = ["a", "b", "c"][self.random.below(3) as usize];
                let done = work::perform(&job, &mut self.solver, None, &Progress::default(), "test").unwrap().unwrap();
                let record = Record { worker: worker.parse().unwrap(), ..done };
                self.campaign.record(&record).unwrap();
                self.file.append(&[record]).unwrap();
            }
            true
        }
    }

    fn moment(second: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + second)
    }

    #[test]
    fn a_campaign_is_seen_as_it_grows_line_by_line_or_as_a_whole() {
        for (name, mode, budget) in [("4x5", Mode::Wld, 30), ("4x6", Mode::Exact, 400), ("5x5", Mode::Wld, 2000)] {
            let mut driver = Driver::new(name, mode, budget);
            let (mut by_lines, mut whole) = (driver.watch(0), driver.watch(u64::MAX));
            let mut second = 0;
            while driver.work(7) {
                second += 20;
                assert!(by_lines.look(moment(second)) && whole.look(moment(second)), "{name}");
                assert!(!by_lines.look(moment(second + 1)) && !whole.look(moment(second + 1)), "{name}");
                let ledger = Ledger::read(driver.path()).unwrap();
                let told = resume(driver.path(), &ledger).unwrap().status().unwrap();
                let (mine, other) = (by_lines.summary().unwrap(), whole.summary().unwrap());
                // A viewer's tree keeps positions that have been decided in the meantime.
                let positions =
                    |status: &crate::status::Status| crate::status::Status { positions: 0, ..status.clone() };
                assert_eq!(positions(&mine.status), positions(&told), "{name}");
                assert_eq!((&other.status, &mine.trust), (&told, &trust(&ledger)), "{name}");
                assert_eq!((mine.growth.last(), &mine.workers), (Some(&told.spent), &other.workers), "{name}");
                check_tree(&by_lines);
            }
            let summary = by_lines.summary().unwrap();
            assert!(summary.status.question.is_none() && summary.status.bounds.outcome().is_some());
            assert!(summary.crowd == 3 && summary.workers.iter().any(|work| work.seen > Some(moment(0))), "{name}");
            assert_eq!(summary.workers.iter().map(|work| work.spent.nodes).sum::<u64>(), summary.status.spent.nodes);
            let pace = summary.pace.unwrap();
            assert!(pace.until == moment(second) && pace.jobs_per_hour > 0.0, "{pace:?}");
        }
    }

    /// Opens every split position, and compares it with what the status says about the root, and with its successors.
    fn check_tree(watch: &Watch) {
        let status = &watch.summary().unwrap().status;
        let root = watch.branch(&[]).unwrap().unwrap();
        assert_eq!(root.place.bounds, status.bounds);
        assert_eq!(root.place.numbers, status.numbers);
        if status.question.is_some() {
            let told = status.moves.iter().map(|top| (Some(top.chosen), top.bounds, Some((top.proof, top.disproof))));
            let shown = root.successors.iter().map(|place| (place.chosen, place.bounds, place.numbers));
            assert_eq!(shown.take(status.moves.len()).collect::<Vec<_>>(), told.collect::<Vec<_>>());
        }
        let mut waiting = vec![Vec::new()];
        let mut jobs = 0;
        while let Some(moves) = waiting.pop() {
            let branch = watch.branch(&moves).unwrap().unwrap();
            assert_eq!(branch.place.jobs, branch.jobs.len());
            assert_eq!(branch.successors.is_empty(), !branch.place.is_split);
            jobs += branch.jobs.len();
            let settled = branch.jobs.iter().filter(|job| job.counts && job.record.is_answer()).count();
            assert!(settled == 0 || branch.place.standing != Standing::Open, "{branch:?}");
            for place in branch.successors.iter().filter(|place| moves.len() < 3 && place.jobs > 0) {
                waiting.push([&moves[..], &[place.chosen.unwrap()]].concat());
            }
        }
        assert!(jobs > 0);
    }

    #[test]
    fn who_was_withdrawn_is_told_with_the_reason() {
        let mut driver = Driver::new("4x6", Mode::Wld, 300);
        let mut watch = driver.watch(0);
        driver.work(40);
        watch.look(moment(0));
        let before = watch.summary().unwrap().status.spent.answered;
        let (worker, reason) = ("b".parse().unwrap(), "it lied".to_owned());
        driver.file.append_withdrawal(&Withdrawal { worker, answer: None, reason }).unwrap();
        assert!(watch.look(moment(1)));
        let summary = watch.summary().unwrap();
        let of = |name: &str| summary.workers.iter().find(|work| work.worker.as_str() == name).unwrap();
        assert_eq!((of("b").withdrawn.as_deref(), &of("a").withdrawn), (Some("it lied"), &None));
        assert!(summary.status.spent.answered < before && summary.trust.withdrawn > 0);
    }

    #[test]
    fn whatever_happens_to_the_ledger_is_told_and_what_was_known_stays() {
        let mut driver = Driver::new("4x6", Mode::Wld, 300);
        let mut watch = driver.watch(0);
        driver.work(20);
        assert!(watch.look(moment(0)));
        let known = watch.summary().unwrap().clone();
        // It vanishes and reappears.
        let path = driver.path().to_owned();
        let away = path.with_file_name("away");
        fs::rename(&path, &away).unwrap();
        assert!(watch.look(moment(1)) && !watch.look(moment(2)), "the same trouble is no news");
        assert!(matches!(watch.trouble(), Some(Trouble::Unreadable(_))) && watch.summary() == Some(&known));
        assert!(!watch.trouble().unwrap().to_string().contains('/'), "it names no path");
        assert!(watch.branch(&[]).unwrap().is_some());
        fs::rename(&away, &path).unwrap();
        assert!(watch.look(moment(3)) && watch.trouble().is_none());
        // A damaged line, and one without a line end.
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"job of nobody\njob 12").unwrap();
        assert!(watch.look(moment(4)) && watch.trouble().is_none());
        let faults = watch.faults().clone();
        assert!(faults.is_torn && faults.count == 1 && faults.damaged.len() == 1, "{faults:?}");
        assert_eq!(watch.summary().unwrap().status, known.status);
        // What contradicts what is known.
        let answer = driver.campaign.records().iter().rev().find(|record| record.is_answer()).unwrap().clone();
        let finding = match answer.finding {
            Finding::AtLeast(_) => Finding::AtMost(answer.job.at_least - 1),
            _ => Finding::AtLeast(answer.job.at_least),
        };
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() - "job 12".len()]).unwrap();
        driver.file.append(&[Record { finding, ..answer }]).unwrap();
        assert!(watch.look(moment(5)));
        assert!(matches!(watch.trouble(), Some(Trouble::Contradiction(_))), "{:?}", watch.trouble());
        assert_eq!(watch.summary().unwrap().status, known.status);
        assert!(!watch.look(moment(6)) && watch.trouble().is_some() && watch.branch(&[]).unwrap().is_some());
    }
}
