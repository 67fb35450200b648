//! Tests of the view.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::time::Duration;

use solver::notation::parse_moves;
use solver::random::Random;
use solver::{Bounds, Mode, Position, Progress, Resources, Scoring, Solver, Start};

use super::*;
use crate::ledger::{LedgerFile, begin};
use crate::plan::Plan;
use crate::recheck::Withdrawal;
use crate::record::Finding;
use crate::work;

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

    fn watch(&self) -> Watch {
        Watch::of(&self.folder.path().join("big"))
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
fn a_campaign_is_seen_as_it_grows() {
    for (name, mode, budget) in [("4x5", Mode::Wld, 30), ("4x6", Mode::Exact, 400), ("5x5", Mode::Wld, 2000)] {
        let mut driver = Driver::new(name, mode, budget);
        let mut watch = driver.watch();
        let mut second = 0;
        while driver.work(7) {
            second += 20;
            assert!(watch.look(moment(second)) && !watch.look(moment(second + 1)), "{name}");
            let ledger = Ledger::read(driver.path()).unwrap();
            let told = resume(driver.path(), &ledger).unwrap().status().unwrap();
            let summary = watch.summary().unwrap();
            assert_eq!((&summary.status, &summary.checks), (&told, &Checks::of(&ledger)), "{name}");
            assert_eq!(summary.growth.last(), Some(&told.spent), "{name}");
            check_tree(&watch);
        }
        let summary = watch.summary().unwrap();
        assert!(summary.status.question.is_none() && summary.status.bounds.outcome().is_some());
        assert!(summary.count == 3 && summary.workers.iter().any(|work| work.seen > Some(moment(0))), "{name}");
        assert_eq!(summary.workers.iter().map(|work| work.spent.nodes).sum::<u64>(), summary.status.spent.nodes);
        let pace = summary.pace.unwrap();
        assert!(pace.until == moment(second) && pace.jobs_per_hour > 0.0, "{pace:?}");
    }
}

/// Opens every split position, and compares it with what the status says about the root, and with its successors.
fn check_tree(watch: &Watch) {
    let status = &watch.summary().unwrap().status;
    let root = watch.branch(&[]).unwrap().unwrap();
    assert_eq!(Bounds::new(root.place.lower, root.place.upper), status.bounds);
    let finite = |number: f64| Some(number).filter(|number| number.is_finite());
    let numbers = status.numbers.map_or((None, None), |(proof, disproof)| (finite(proof), finite(disproof)));
    assert_eq!((root.place.proof, root.place.disproof), numbers);
    if status.question.is_some() {
        let board = watch.summary().unwrap().plan.root.board();
        let told = status.moves.iter().map(|top| {
            let bounds = (top.bounds.lower.discs(), top.bounds.upper.discs());
            (Some(top.chosen.display(board).to_string()), bounds, (finite(top.proof), finite(top.disproof)))
        });
        let seen = |place: &Place| (place.chosen.clone(), (place.lower, place.upper), (place.proof, place.disproof));
        let shown = root.successors.iter().map(seen);
        assert_eq!(shown.take(status.moves.len()).collect::<Vec<_>>(), told.collect::<Vec<_>>());
    }
    let mut waiting = vec![Vec::new()];
    let mut jobs = 0;
    while let Some(moves) = waiting.pop() {
        let branch = watch.branch(&moves).unwrap().unwrap();
        assert_eq!(branch.place.jobs, branch.jobs.len());
        assert_eq!(branch.successors.is_empty(), !branch.place.split);
        jobs += branch.jobs.len();
        let settled = branch.jobs.iter().filter(|job| job.counts && job.found != "open").count();
        assert!(settled == 0 || branch.place.standing != State::Open, "{branch:?}");
        for place in branch.successors.iter().filter(|place| moves.len() < 3 && place.jobs > 0) {
            let board = watch.summary().unwrap().plan.root.board();
            let chosen = parse_moves(board, place.chosen.as_deref().unwrap()).unwrap();
            waiting.push([&moves[..], &chosen].concat());
        }
    }
    assert!(jobs > 0);
}

#[test]
fn who_was_withdrawn_is_told_with_the_reason() {
    let mut driver = Driver::new("4x6", Mode::Wld, 300);
    let mut watch = driver.watch();
    driver.work(40);
    watch.look(moment(0));
    let before = watch.summary().unwrap().status.spent.answered;
    let (worker, reason) = ("b".parse().unwrap(), "it lied".to_owned());
    driver.file.append(&[Withdrawal { worker, answer: None, reason }]).unwrap();
    assert!(watch.look(moment(1)));
    let summary = watch.summary().unwrap();
    let of = |name: &str| summary.workers.iter().find(|work| work.worker.as_str() == name).unwrap();
    assert_eq!((of("b").withdrawn.as_deref(), &of("a").withdrawn), (Some("it lied"), &None));
    assert!(summary.status.spent.answered < before && summary.checks.withdrawn > 0);
}

#[test]
fn whatever_happens_to_the_ledger_is_told_and_what_was_known_stays() {
    let mut driver = Driver::new("4x6", Mode::Wld, 300);
    let mut watch = driver.watch();
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
