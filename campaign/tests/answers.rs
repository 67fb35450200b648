//! Answers that are proven again, withdrawn, made up, or brought from elsewhere.

mod support;

use std::path::{Path, PathBuf};

use campaign::ledger::merge;
use campaign::protocol::driver;
use campaign::protocol::hand::{self, Taken};
use campaign::replay::replay;
use campaign::sample::Checks;
use campaign::{
    Added, CampaignError, Check, Finding, Job, Ledger, LedgerFile, Plan, Record, Session, Share, Withdrawal, WorkerName,
};
use serde_json::{Value, json};
use solver::random::Random;
use solver::{Discs, Mode, Position, Score, Scoring, Squares, Start, Symmetries};
use support::{Oracle, board, played};
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
    Session::new(file, ledger, None, Share(share)).unwrap()
}

fn record(job: Job, finding: Finding, worker: &str) -> Record {
    Record { worker: name(worker), ..Record::new(job, finding, 1, 1, "test") }
}

/// What the ledger says about the root when all its lines are read anew.
#[track_caller]
fn reported(path: &Path) -> Option<Score> {
    let ledger = Ledger::read(path).unwrap();
    assert_eq!(ledger.left_out, [], "what was written can be read");
    replay(path, &ledger).unwrap().bounds().exact()
}

/// Delivers true records, as sharp as possible, until nothing is left to do.
fn finish(path: &Path, worker: &str) {
    let mut session = session(path, 0.0);
    let mut oracle = Oracle::new();
    while let Some(job) = session.next_job().unwrap() {
        let value = oracle.value(job.position(), job.scoring);
        let is_yes = value >= job.at_least;
        let finding = if is_yes { Finding::AtLeast(value) } else { Finding::AtMost(value) };
        session.record(&record(job, finding, worker)).unwrap();
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
        assert!(refused.is_refusal(), "{refused}");
    }
    drop(session);
    // Nor are they read from a ledger.
    let ledger = Ledger::new(Ledger::read(&path).unwrap().plan, lies.to_vec());
    let read = Ledger::parse(ledger.text().as_bytes(), &path).unwrap();
    assert_eq!((read.records.len(), read.left_out.len()), (0, 3));
    finish(&path, "honest");
    assert_eq!(reported(&path), Some(Score::new(VALUE)));
}

#[test]
fn an_answer_with_an_arbitrary_budget_is_refused() {
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

#[test]
fn a_re_check_confirms_says_nothing_or_stops_the_campaign_with_both_lines() {
    let (_folder, path, root) = campaign();
    let answer = record(Job { at_least: -3, budget: 5000, ..root }, Finding::AtMost(VALUE), "one");
    session(&path, 1.0).record(&answer).unwrap();
    let again = Job { at_least: VALUE + 1, budget: 40_000, ..root };
    // The line of a re-check is all that is left of it; an open one decides nothing, and is not repeated.
    for (finding, confirmed) in [(Finding::Open, 0), (Finding::AtMost(VALUE), 1), (Finding::AtMost(VALUE - 1), 1)] {
        std::fs::write(&path, Ledger::new(Ledger::read(&path).unwrap().plan, vec![answer.clone()]).text()).unwrap();
        let mut session = session(&path, 1.0);
        let task = session.next_task(Some(&name("two"))).unwrap().unwrap();
        assert_eq!((task.job, task.rechecks), (again, Some(name("one"))), "it asks for what is claimed");
        assert_eq!(session.in_flight(), 1);
        assert_eq!(session.record(&record(again, finding, "two")), Ok(Added::Checked));
        assert!(session.next_task(Some(&name("two"))).unwrap().is_none_or(|task| task.rechecks.is_none()));
        drop(session);
        let checks = Checks::of(&Ledger::read(&path).unwrap());
        assert_eq!((checks.rechecked, checks.confirmed, checks.inconclusive), (1, confirmed, 1 - confirmed));
        assert_eq!(checks.by[&name("two")], 1);
    }
    std::fs::write(&path, Ledger::new(Ledger::read(&path).unwrap().plan, vec![answer.clone()]).text()).unwrap();
    let before = std::fs::read(&path).unwrap();
    let refuted = record(again, Finding::AtLeast(VALUE + 1), "two");
    let error = session(&path, 1.0).record(&refuted).unwrap_err();
    let said = error.to_string();
    assert!(!error.is_refusal(), "{said}");
    let both = [&answer, &refuted].map(|record| format!("'{record}'"));
    assert!(said.starts_with("contradiction at ") && both.iter().all(|line| said.contains(line)), "{said}");
    assert_eq!(std::fs::read(&path).unwrap(), before, "what is false is not known");
    // The false one is withdrawn, and the campaign goes on.
    LedgerFile::open(&path).unwrap().0.append(&[withdrawal("one", Some(&answer))]).unwrap();
    finish(&path, "two");
    assert_eq!(reported(&path), Some(Score::new(VALUE)));
}

fn withdrawal(worker: &str, answer: Option<&Record>) -> Withdrawal {
    let answer = answer.map(|record| record.job.id());
    Withdrawal { worker: name(worker), answer, reason: "it is false".to_owned() }
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
    let found = Checks::of(&Ledger::read(&path).unwrap());
    assert_eq!((found.confirmed, found.by[&third]), (2, 2));
    assert!(session.next_task(Some(&third)).unwrap().is_none_or(|task| task.rechecks.is_none()));
}

#[test]
fn a_worker_proves_its_own_answers_again_only_at_the_end() {
    let (_folder, path, _) = campaign();
    finish(&path, "alone");
    let mut session = session(&path, 1.0);
    assert!(session.campaign().is_done() && !session.is_over());
    let mut oracle = Oracle::new();
    let mut count = 0;
    while let Some(task) = session.next_task(Some(&name("alone"))).unwrap() {
        assert_eq!(task.rechecks, Some(name("alone")));
        let value = oracle.value(task.job.position(), task.job.scoring);
        let is_yes = value >= task.job.at_least;
        let finding = if is_yes { Finding::AtLeast(value) } else { Finding::AtMost(value) };
        assert_eq!(session.record(&record(task.job, finding, "alone")), Ok(Added::Checked));
        count += 1;
    }
    assert!(session.is_over() && count > 0);
    drop(session);
    let checks = Checks::of(&Ledger::read(&path).unwrap());
    assert_eq!((checks.rechecked, checks.by_same), (0, checks.answers), "that tells less");
}

#[test]
fn a_lost_re_check_is_handed_out_again() {
    let (_folder, path, root) = campaign();
    let mut session = session(&path, 1.0);
    session.record(&record(Job { budget: 5000, ..root }, Finding::AtMost(VALUE), "one")).unwrap();
    let (two, three) = (name("two"), name("three"));
    let task = session.next_task(Some(&two)).unwrap().unwrap();
    assert_ne!(session.next_task(Some(&three)).unwrap().map(|task| task.job), Some(task.job), "it is under way");
    assert_eq!(session.lost(task.job.id()), Ok(true));
    assert_eq!(session.next_task(Some(&three)).unwrap(), Some(task));
}

#[test]
fn whatever_a_worker_is_called_its_withdrawal_is_read_again() {
    for liar in ["because", "worker", "answer", "of", "withdraw", "job", "unknown-1"] {
        let (_folder, path, root) = campaign();
        let lie = record(Job { at_least: 1, ..root }, Finding::AtLeast(16), liar);
        session(&path, 0.0).record(&lie).unwrap();
        LedgerFile::open(&path).unwrap().0.append(&[withdrawal(liar, None)]).unwrap();
        assert_eq!(Checks::of(&Ledger::read(&path).unwrap()).withdrawn_workers, [name(liar)]);
        let mut session = session(&path, 0.0);
        assert_eq!(session.withdrawn(), [&name(liar)]);
        assert_eq!(session.next_task(Some(&name(liar))).unwrap(), None, "it gets no jobs");
        let refused = session.record(&lie).unwrap_err();
        assert!(matches!(refused, CampaignError::Withdrawn(_)), "{refused}");
        drop(session);
        finish(&path, "honest");
        assert_eq!(reported(&path), Some(Score::new(VALUE)), "{liar}");
    }
}

#[test]
fn after_a_withdrawn_answer_the_same_worker_may_answer_the_same_job() {
    let (_folder, path, root) = campaign();
    let mut oracle = Oracle::new();
    let mut first = session(&path, 0.0);
    let job = first.next_job().unwrap().unwrap();
    let value = oracle.value(job.position(), job.scoring);
    let [truth, lie] = match value >= job.at_least {
        true => [Finding::AtLeast(value), Finding::AtMost(job.at_least - 1)],
        false => [Finding::AtMost(value), Finding::AtLeast(job.at_least)],
    };
    let false_answer = record(job, lie, "w");
    first.record(&false_answer).unwrap();
    drop(first);
    for number in 2..4 {
        let worker = if number == 2 { "w".to_owned() } else { format!("w~{}", number - 1) };
        let withdrawn = Record { worker: name(&worker), ..false_answer.clone() };
        LedgerFile::open(&path).unwrap().0.append(&[withdrawal(&worker, Some(&withdrawn))]).unwrap();
        let mut session = session(&path, 0.0);
        assert!(!session.campaign().is_done());
        assert_eq!(session.record(&record(job, if number == 2 { lie } else { truth }, "w")), Ok(Added::New));
        let last = session.campaign().records().last().unwrap();
        assert_eq!(last.worker, name(&format!("w~{number}")), "it is a line of its own");
    }
    assert_eq!(root.discs, job.discs);
    finish(&path, "w");
    assert_eq!(reported(&path), Some(Score::new(VALUE)));
}

#[test]
fn a_better_answer_takes_the_place_of_another() {
    let mut oracle = Oracle::new();
    let mut random = Random::new(130, 17);
    // A position with a value that leaves room for worse answers.
    let (root, value) = loop {
        let root = played(board("4x6"), 8, &mut random);
        let value = oracle.value(root, Scoring::Discs);
        if !root.is_over() && root.side() == solver::Side::Black && value > -18 {
            break (root, value);
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.txt");
    LedgerFile::create(&path, &Plan { budget: 20, ..Plan::new(root, Scoring::Discs, Mode::Exact) }).unwrap();
    let mut session = session(&path, 0.0);
    let discs = Symmetries::of(root.board()).canonical(root.discs()).0;
    let job = Job { board: root.board(), scoring: Scoring::Discs, discs, at_least: value - 4, budget: 77 };
    let found = [Finding::Open, Finding::AtLeast(value - 4), Finding::AtLeast(value), Finding::AtLeast(value - 2)];
    let added: Vec<_> = found.iter().map(|&finding| session.record(&record(job, finding, "a")).unwrap()).collect();
    assert_eq!(added, [Added::New, Added::Better, Added::Better, Added::Known]);
    assert_eq!(session.record(&record(job, Finding::Open, "a")), Ok(Added::Known));
    let answers = |records: &[Record]| records.iter().filter(|record| record.is_answer()).cloned().collect::<Vec<_>>();
    assert_eq!(answers(session.campaign().records()), [record(job, Finding::AtLeast(value), "a")]);
    drop(session);
    let ledger = Ledger::read(&path).unwrap();
    let asked = ledger.records.iter().filter(|record| record.job.budget > 0).count();
    assert_eq!((asked, answers(&ledger.distinct())), (3, vec![record(job, Finding::AtLeast(value), "a")]));
    let text = std::fs::read_to_string(&path).unwrap();
    let asked = text.lines().filter(|line| line.contains(" budget 77 "));
    let (again, first): (Vec<_>, Vec<_>) = asked.partition(|line| line.starts_with("again job "));
    assert_eq!((first.len(), again.len()), (1, 2), "{text}");
    assert_eq!(answers(&merge(&[(path, ledger)]).unwrap().ledger.records).len(), 1);
}

/// Whether the start of 4x6 is proven again job by job over the protocol, by workers of these names.
#[test]
fn jobs_handed_out_by_name_are_re_checked_by_others_over_the_protocol() {
    let mut random = Random::new(150, 17);
    let mut oracle = Oracle::new();
    let root = played(board("4x6"), 9, &mut random);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.txt");
    let plan = Plan { budget: 20, grow_empties: 3, ..Plan::new(root, Scoring::Discs, Mode::Exact) };
    LedgerFile::create(&path, &plan).unwrap();
    let mut session = session(&path, 1.0);
    let mut say = |request: Value| -> Value {
        let (line, end) = driver::answer(&mut session, request.to_string().as_bytes());
        assert_eq!(end, Ok(()));
        serde_json::from_str(&line).unwrap()
    };
    let (mut by_others, mut rechecks) = (0, 0);
    for round in 0.. {
        assert!(round < 3000, "it does not end");
        let mut is_done = false;
        for worker in ["a", "b"] {
            let reply = say(json!({"next": 1, "worker": worker}));
            is_done = reply["done"] == true;
            for (job, by) in reply["rechecks"].as_object().into_iter().flatten() {
                assert_eq!(reply["jobs"][0]["job"], **job, "{reply}");
                rechecks += 1;
                by_others += usize::from(by != worker);
            }
            let Some(job) = reply["jobs"].as_array().unwrap().first() else { continue };
            // What a record says about its worker does not count if the driver knows better.
            let mut record = oracle.answer(&Job::from_json(&job.to_string()).unwrap(), 0, &mut random);
            record.worker = name("somebody");
            let record: Value = serde_json::from_str(&record.to_json()).unwrap();
            let reply = say(json!({"answer": record, "worker": worker}));
            assert!(reply["error"].is_null() && reply["new"] == true, "{reply}");
        }
        if is_done {
            break;
        }
    }
    assert!(by_others > 5 && by_others * 2 > rechecks, "{by_others} {rechecks}");
    for request in [json!({"next": 1, "worker": "two words"}), json!({"next": 2_000_000}), json!({"gone": "two words"})]
    {
        assert!(say(request)["error"].is_string());
    }
    assert!(say(json!({"gone": "b"}))["error"].is_null());
    drop(session);
    let checks = Checks::of(&Ledger::read(&path).unwrap());
    assert_eq!(checks.rechecked + checks.by_same, checks.answers, "{checks:?}");
    assert_eq!(reported(&path), Some(Score::new(oracle.value(root, Scoring::Discs))));
}

#[test]
fn rounds_without_a_conversation_are_re_checked_too() {
    let (mut random, mut oracle) = (Random::new(160, 17), Oracle::new());
    for _ in 0..5 {
        let root = played(board("4x6"), 9, &mut random);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.txt");
        let plan = Plan { budget: 20, grow_empties: 3, ..Plan::new(root, Scoring::Discs, Mode::Exact) };
        LedgerFile::create(&path, &plan).unwrap();
        let mut taken = Taken::default();
        for round in 0.. {
            assert!(round < 1000, "it does not end");
            let jobs = hand::next(&mut session(&path, 1.0), 4).unwrap();
            if jobs.is_empty() {
                break;
            }
            let mut session = session(&path, 1.0);
            for (number, job) in jobs.lines().enumerate() {
                let found = oracle.answer(&Job::from_json(job).unwrap(), 0, &mut random);
                let worker = name(["node1", "node2"][(round + number) % 2]);
                hand::record(&mut session, &Record { worker, ..found }.to_json(), &mut taken).unwrap();
            }
        }
        let checks = Checks::of(&Ledger::read(&path).unwrap());
        assert_eq!((checks.rechecked + checks.by_same, taken.refused), (checks.answers, 0));
        assert_eq!(taken.checked > 0, checks.answers > 0);
        assert_eq!(reported(&path), Some(Score::new(oracle.value(root, Scoring::Discs))));
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
    // Withdrawals, and re-checks.
    let mut other = of(Vec::new());
    other.withdrawals = ["node1", "unknown", "other-driver"].map(|worker| withdrawal(worker, None)).to_vec();
    let again = record(Job { at_least: -9, budget: 8 * BUDGET, ..root }, Finding::AtLeast(-9), "accomplice");
    other.checks.push(Check { of: own.records[0].job.id(), by: name("node1"), record: again });
    let merged = put(&own, &other);
    assert_eq!((merged.withdrawals.len(), merged.checks.len()), (0, 0));
    assert_eq!(merged.records.iter().filter(|one| merged.counts(one)).count(), 1);
    // A stronger claim is kept beside the own one, under another name, and counts.
    let merged = put(&own, &of(vec![record(Job { at_least: -10, ..root }, Finding::AtLeast(-2), "node1")]));
    let lines: Vec<String> = merged.records.iter().map(ToString::to_string).collect();
    assert!(lines.len() == 2 && lines[0].ends_with("worker node1") && lines[1].ends_with("/node1"), "{lines:?}");
    assert_eq!(merged.distinct()[0].finding, Finding::AtLeast(-2));
    // The names of its author are not names here: withdrawn, it costs no worker of this campaign anything.
    let (_folder, path, _) = campaign();
    std::fs::write(&path, merged.text()).unwrap();
    let theirs = merged.records[1].worker.as_str().to_owned();
    LedgerFile::open(&path).unwrap().0.append(&[withdrawal(&theirs, None)]).unwrap();
    finish(&path, "honest");
    let ledger = Ledger::read(&path).unwrap();
    assert_eq!(Checks::of(&ledger).withdrawn_workers, [name(&theirs)]);
    assert!(ledger.counts(&own.records[0]));
    assert_eq!(reported(&path), Some(Score::new(VALUE)));
    // What was withdrawn here stays so when it comes again from elsewhere.
    let lie = record(Job { at_least: 1, ..root }, Finding::AtLeast(2), "liar");
    let mut own = of(vec![lie.clone()]);
    own.withdrawals.push(withdrawal("liar", None));
    let merged = put(&own, &of(vec![lie]));
    assert_eq!((merged.distinct().len(), merged.records.len()), (0, 1));
    assert_eq!(Ledger::parse(merged.text().as_bytes(), "merged".as_ref()).as_ref(), Ok(&merged));
}

/// A damaged line may have been a withdrawal. Whoever reads that must not believe that no more than an answer is lost.
#[test]
fn a_damaged_withdrawal_is_told_as_what_it_is() {
    let (_folder, path, root) = campaign();
    let plan = Plan::new(Position::start(root.board, Start::Othello), Scoring::Discs, Mode::Exact);
    let mut ledger = Ledger::new(plan, vec![record(root, Finding::AtLeast(2), "evil")]);
    ledger.withdrawals.push(withdrawal("evil", None));
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
