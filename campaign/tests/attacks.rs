//! Lines and records made to deceive: forged by somebody who knows the format, not produced by a faulty search.

mod support;

use std::path::{Path, PathBuf};

use campaign::ledger::{merge, record_text, replay};
use campaign::trust::trust;
use campaign::{
    Added, CampaignError, Finding, Job, Judge, Ledger, LedgerFile, Plan, Recheck, Record, Session, SessionError,
    WorkerName,
};
use solver::{Discs, Mode, Position, Progress, Score, Scoring, Squares, Start, Symmetries};
use support::board;
use tempfile::TempDir;

/// The value of the start of 4x4.
const VALUE: i32 = -8;
const BUDGET: u64 = 80_000_000;

fn name(text: &str) -> WorkerName {
    text.parse().unwrap()
}

/// A campaign for the start of 4x4, and its root.
fn campaign() -> (TempDir, PathBuf, Job) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.txt");
    let root = Position::start(board("4x4"), Start::Othello);
    LedgerFile::create(&path, &Plan::new(root, Scoring::Discs, Mode::Exact)).unwrap();
    let discs = Symmetries::of(root.board()).canonical(root.discs()).0;
    (folder, path, Job { board: root.board(), scoring: Scoring::Discs, discs, at_least: 0, budget: BUDGET })
}

fn session(path: &Path, share: f64) -> Session<'static> {
    let (file, ledger) = LedgerFile::open(path).unwrap();
    let judge = Judge::new(1 << 20, "judge", Progress::default());
    Session::guarded(file, &ledger, None, Recheck::new(share, 7), Some(judge)).unwrap()
}

fn record(job: Job, finding: Finding, worker: &str) -> Record {
    Record { job, finding, nodes: 1, micros: 1, solver: "test".to_owned(), worker: name(worker) }
}

/// What the ledger says about the root when all its lines are read anew.
#[track_caller]
fn reported(path: &Path) -> Option<Score> {
    let ledger = Ledger::read(path).unwrap();
    assert_eq!(ledger.left_out, [], "what was written can be read");
    replay(path, &ledger).unwrap().bounds().exact()
}

/// Delivers the records of an honest worker, as sharp as possible, until nothing is left to do.
fn finish(path: &Path) {
    let mut session = session(path, 0.0);
    let mut oracle = support::Oracle::new();
    while let Some(job) = session.next_job().unwrap() {
        let value = oracle.value(job.position(), job.scoring);
        let is_yes = value >= job.at_least;
        let finding = if is_yes { Finding::AtLeast(value) } else { Finding::AtMost(value) };
        session.record(&record(job, finding, "honest")).unwrap();
    }
}

#[test]
fn an_answer_needs_a_budget_a_short_version_and_the_rules() {
    let (_folder, path, root) = campaign();
    let full = Job { discs: Discs::new(Squares::from_bits(0xffff), Squares::EMPTY).unwrap(), ..root };
    let lies = [
        record(Job { at_least: 1, budget: 0, ..root }, Finding::AtLeast(16), "evil"),
        Record { solver: "x".repeat(81), ..record(root, Finding::AtMost(-8), "evil") },
        record(full, Finding::AtMost(-5), "evil"),
    ];
    let mut session = session(&path, 1.0);
    for lie in &lies {
        let refused = session.record(lie).unwrap_err();
        assert!(matches!(&refused, SessionError::Campaign(error) if error.is_refusal()), "{refused}");
    }
    drop(session);
    // Nor are they read from a ledger.
    let ledger = Ledger::new(Ledger::read(&path).unwrap().plan, lies.to_vec());
    let read = Ledger::parse(ledger.text().as_bytes(), &path).unwrap();
    assert_eq!((read.records.len(), read.left_out.len()), (0, 3));
    finish(&path);
    assert_eq!(reported(&path), Some(Score::new(VALUE)));
}

#[test]
fn whatever_a_worker_is_called_its_withdrawal_is_read_again() {
    for liar in ["because", "worker", "answer", "of", "withdraw", "job", "unknown-1"] {
        let (_folder, path, root) = campaign();
        let mut session = session(&path, 0.0);
        session.record(&record(Job { at_least: 1, ..root }, Finding::AtLeast(16), liar)).unwrap();
        session.record(&record(root, Finding::AtMost(VALUE), "good")).unwrap();
        drop(session);
        assert_eq!(trust(&Ledger::read(&path).unwrap()).withdrawn_workers, [name(liar)]);
        finish(&path);
        assert_eq!(reported(&path), Some(Score::new(VALUE)), "{liar}");
    }
}

#[test]
fn a_contradiction_beside_the_tree_is_settled_before_the_end() {
    let (_folder, path, root) = campaign();
    // Black can take White's last disc, which wins everything. No campaign gets to this position.
    let position = solver::notation::parse_position(root.board, "-OXXXXXXXXXXXXXX X").unwrap();
    let discs = Symmetries::of(root.board).canonical(position.discs()).0;
    let lie = Job { discs, at_least: -15, ..root };
    let mut session = session(&path, 0.0);
    session.record(&record(Job { at_least: 16, ..lie }, Finding::AtMost(-16), "evil")).unwrap();
    // As a split position, it is worth what its moves are.
    session.record(&record(Job { at_least: 1, budget: 1, ..lie }, Finding::Open, "evil")).unwrap();
    drop(session);
    let ledger = Ledger::read(&path).unwrap();
    assert!(replay(&path, &ledger).is_err(), "the lie is of use to nobody else");
    finish(&path);
    assert_eq!(reported(&path), Some(Score::new(VALUE)));
    assert_eq!(trust(&Ledger::read(&path).unwrap()).withdrawn_workers, [name("evil")]);
}

#[test]
fn only_who_was_asked_confirms_an_answer() {
    let (_folder, path, root) = campaign();
    let mut session = session(&path, 1.0);
    session.meet(&name("good"));
    let claim = Job { at_least: 1, budget: 1000, ..root };
    session.record(&record(claim, Finding::AtLeast(16), "evil1")).unwrap();
    let again = Job { at_least: 16, budget: 8000, ..root };
    let added = session.record(&record(again, Finding::AtLeast(16), "evil2")).unwrap();
    assert_eq!(added, Added::New, "an answer like any other");
    assert_eq!(trust(&Ledger::read(&path).unwrap()).confirmed, 0);
    // Once it is handed out to one worker, another's answer is of no use.
    let task = session.next_task(Some(&name("good"))).unwrap().unwrap();
    assert!(task.rechecks.is_some());
    let other = if task.job == again { "evil2" } else { "evil1" };
    session.record(&record(task.job, Finding::Open, other)).unwrap();
    assert_eq!(trust(&Ledger::read(&path).unwrap()).rechecked, 0);
    session.record(&record(task.job, Finding::AtMost(task.job.at_least - 1), "good")).unwrap();
    assert_eq!(session.withdrawn().collect::<Vec<_>>(), [&name("evil1"), &name("evil2")]);
}

#[test]
fn what_is_refused_frees_the_job_of_nobody_else() {
    let (_folder, path, root) = campaign();
    let mut session = session(&path, 0.0);
    session.record(&record(Job { at_least: 1, ..root }, Finding::AtLeast(16), "evil")).unwrap();
    session.record(&record(Job { at_least: 1, ..root }, Finding::AtMost(0), "good")).unwrap();
    assert!(session.is_withdrawn(&name("evil")));
    let task = session.next_task(Some(&name("good"))).unwrap().unwrap();
    let flying = session.in_flight();
    let refused = session.record(&record(task.job, Finding::Open, "evil")).unwrap_err();
    assert!(matches!(refused, SessionError::Campaign(CampaignError::Withdrawn(_))), "{refused}");
    assert_eq!(session.in_flight(), flying, "good is still at work");
    session.record(&record(task.job, Finding::Open, "good")).unwrap();
    assert_eq!(session.in_flight(), flying - 1);
}

#[test]
fn one_re_check_serves_all_answers_that_claim_the_same() {
    let (_folder, path, root) = campaign();
    let mut session = session(&path, 1.0);
    for (at_least, worker) in [(0, "one"), (-3, "two")] {
        session.record(&record(Job { at_least, budget: 5000, ..root }, Finding::AtMost(VALUE), worker)).unwrap();
    }
    let third = name("third");
    let task = session.next_task(Some(&third)).unwrap().unwrap();
    assert!(task.rechecks.is_some());
    session.record(&record(task.job, Finding::AtMost(VALUE), "third")).unwrap();
    let found = trust(&Ledger::read(&path).unwrap());
    assert_eq!((found.confirmed, found.by[&third]), (2, 2));
    assert!(session.next_task(Some(&third)).unwrap().is_none_or(|task| task.rechecks.is_none()));
}

#[test]
fn an_answer_that_was_withdrawn_alone_is_not_taken_again() {
    let (_folder, path, root) = campaign();
    let lie = record(root, Finding::AtMost(VALUE), "w");
    let id = lie.job.id();
    let mut ledger = Ledger::read(&path).unwrap();
    ledger.records.push(lie.clone());
    ledger.withdrawals.push(campaign::Withdrawal { worker: name("w"), answer: Some(id), reason: "x".to_owned() });
    std::fs::write(&path, ledger.text()).unwrap();
    let mut session = session(&path, 0.0);
    let refused = session.record(&lie).unwrap_err();
    assert!(
        matches!(&refused, SessionError::Campaign(CampaignError::SetAside { job, .. }) if *job == id.to_string()),
        "{refused}"
    );
    assert_eq!(session.campaign().bounds().exact(), None);
}

#[test]
fn a_lie_without_a_name_is_refused_and_the_campaign_goes_on() {
    let (_folder, path, root) = campaign();
    let mut session = session(&path, 0.0);
    session.record(&record(root, Finding::AtMost(VALUE), "good")).unwrap();
    let refused = session.record(&record(Job { at_least: 1, ..root }, Finding::AtLeast(16), "unknown")).unwrap_err();
    assert!(matches!(&refused, SessionError::Campaign(error) if error.is_refusal()), "{refused}");
    drop(session);
    finish(&path);
    assert_eq!(reported(&path), Some(Score::new(VALUE)));
}

#[test]
fn nobody_makes_the_driver_or_others_search_as_long_as_they_like() {
    let (_folder, path, root) = campaign();
    // With 12 empty squares budgets grow; those of positions with more do not.
    let big = Position::start(board("8x8"), Start::Othello);
    let discs = Symmetries::of(big.board()).canonical(big.discs()).0;
    let path = path.with_file_name("big.txt");
    LedgerFile::create(&path, &Plan::new(big, Scoring::Discs, Mode::Wld)).unwrap();
    let job = Job { board: big.board(), discs, budget: 1 << 50, ..root };
    let mut session = session(&path, 1.0);
    let refused = session.record(&record(job, Finding::AtLeast(0), "evil")).unwrap_err().to_string();
    assert!(refused.contains("is more than this campaign gives"), "{refused}");
    session.record(&record(Job { budget: BUDGET, ..job }, Finding::AtLeast(0), "evil")).unwrap();
}

/// Machines have equal names in many places, and workers without a name are all called unknown.
#[test]
fn a_false_line_of_one_ledger_costs_no_other_ledger_anything() {
    let (_folder, _path, root) = campaign();
    let plan = Plan::new(Position::start(root.board, Start::Othello), Scoring::Discs, Mode::Exact);
    for worker in ["vm/1", "unknown"] {
        let of = |at_least: i32, found: i32| {
            let answer = record(Job { at_least, ..root }, Finding::AtLeast(found), worker);
            Ledger::new(plan.clone(), vec![answer])
        };
        let all = [of(-12, -12), of(-11, -11), of(-1, 0)].map(|ledger| (PathBuf::from("some"), ledger));
        let merged = merge(&all).unwrap().ledger;
        let (_folder, path, _) = campaign();
        std::fs::write(&path, merged.text()).unwrap();
        finish(&path);
        let ledger = Ledger::read(&path).unwrap();
        let counts = |number: usize| ledger.counts(&merged.records[number]);
        assert_eq!([0, 1, 2].map(counts), [true, true, false], "{worker}");
        assert_eq!(reported(&path), Some(Score::new(VALUE)));
    }
}

#[test]
fn what_others_say_of_workers_has_no_effect_here() {
    let (_folder, _path, root) = campaign();
    let plan = Plan::new(Position::start(root.board, Start::Othello), Scoring::Discs, Mode::Exact);
    let of = |records: Vec<Record>| Ledger::new(plan.clone(), records);
    let put = |own: &Ledger, other: &Ledger| {
        let pair = [(PathBuf::from("own"), own.clone()), (PathBuf::from("other"), other.clone())];
        merge(&pair).unwrap().ledger
    };
    let own = of(vec![record(Job { at_least: -10, ..root }, Finding::AtLeast(-9), "node1")]);
    // Withdrawals.
    let mut other = of(Vec::new());
    for worker in ["node1", "unknown", "other-driver"] {
        let (worker, reason) = (name(worker), "x".to_owned());
        other.withdrawals.push(campaign::Withdrawal { worker, answer: None, reason });
    }
    let merged = put(&own, &other);
    assert_eq!((merged.withdrawals.len(), merged.records.iter().filter(|one| merged.counts(one)).count()), (0, 1));
    // A stronger claim is kept beside the own one, under another name, and counts.
    let merged = put(&own, &of(vec![record(Job { at_least: -10, ..root }, Finding::AtLeast(-2), "node1")]));
    let lines: Vec<String> = merged.records.iter().map(record_text).collect();
    assert!(lines.len() == 2 && lines[0].ends_with("worker node1") && lines[1].ends_with("/node1"), "{lines:?}");
    assert_eq!(merged.distinct()[0].finding, Finding::AtLeast(-2));
    // The names of its author are not names here: proven wrong, it costs no worker of this campaign anything.
    let (_folder, path, _) = campaign();
    std::fs::write(&path, merged.text()).unwrap();
    finish(&path);
    let ledger = Ledger::read(&path).unwrap();
    assert_eq!(trust(&ledger).withdrawn_workers, [merged.records[1].worker.clone()]);
    assert!(ledger.counts(&own.records[0]));
    assert_eq!(reported(&path), Some(Score::new(VALUE)));
}

/// A damaged line may have been a withdrawal. Whoever reads that must not believe that no more than an answer is lost.
#[test]
fn a_damaged_withdrawal_is_told_as_what_it_is() {
    let (_folder, path, root) = campaign();
    let plan = Plan::new(Position::start(root.board, Start::Othello), Scoring::Discs, Mode::Exact);
    let mut ledger = Ledger::new(plan, vec![record(root, Finding::AtLeast(2), "evil")]);
    ledger.withdrawals.push(campaign::Withdrawal { worker: name("evil"), answer: None, reason: "proven".to_owned() });
    assert!(!ledger.counts(&ledger.records[0]));
    let text = ledger.text();
    for (from, effect) in [("withdraw worker evil", Some("answers that it withdrew count again")), ("found >=2", None)]
    {
        assert!(text.contains(from));
        let damaged = text.replacen(from, &from.replace("evil", "evi1").replace(">=2", ">=3"), 1);
        let read = Ledger::parse(damaged.as_bytes(), &path).unwrap();
        assert_eq!(read.left_out.iter().map(|damage| damage.effect).collect::<Vec<_>>(), [effect]);
    }
}
