//! Workers that lie, slander, claim what cannot be known, or die: the result never rests on their word.

mod support;

use std::collections::HashMap;
use std::path::PathBuf;

use campaign::ledger::{merge, replay};
use campaign::protocol::driver;
use campaign::protocol::hand::{self, Taken};
use campaign::trust::trust;
use campaign::{
    Added, CampaignError, Check, Finding, Job, Judge, Ledger, LedgerFile, Plan, Recheck, Record, Session, SessionError,
    Task, WorkerName,
};
use serde_json::{Value, json};
use solver::{Mode, Position, Progress, Score, Scoring, Start};
use support::stage::{Manner, Stage, exaggerated, name, turned, withdrawn};
use support::{Oracle, board};

#[test]
fn whoever_lies_is_found_and_loses_all_its_answers() {
    let mut lies = 0;
    for seed in 0..12 {
        let mut stage = Stage::new(seed, 9);
        let ledger = stage.play(1.0, &[("a:1", Manner::Honest), ("b:2", Manner::Lies(50)), ("c:3", Manner::Honest)]);
        let found = withdrawn(&ledger);
        assert!(found.is_empty() || found == ["b:2"], "{found:?}");
        lies += found.len();
        let counting: Vec<Record> = ledger.distinct();
        assert!(found.is_empty() || counting.iter().all(|record| record.worker != name("b:2")));
        for record in counting.iter().filter(|record| record.is_answer()) {
            let value = stage.oracle.value(record.job.position(), record.job.scoring);
            let bounds = record.finding.bounds(record.job.board.squares());
            assert!(bounds.lower.discs() <= value && value <= bounds.upper.discs(), "{record:?}");
        }
        let told = trust(&ledger);
        assert_eq!(told.rechecked, told.confirmed);
        assert!(told.by.keys().all(|worker| !found.contains(&worker.to_string())));
    }
    assert!(lies >= 10, "{lies} were found");
}

#[test]
fn one_who_lies_always_is_found_by_a_single_re_check() {
    for seed in 20..28 {
        let mut stage = Stage::new(seed, 8);
        let ledger = stage.play(0.01, &[("honest", Manner::Honest), ("liar", Manner::Lies(100))]);
        // A lie in a re-check leaves no line except the withdrawal.
        let has_lied = ledger.records.iter().any(|record| record.worker == name("liar"));
        assert!(withdrawn(&ledger) == ["liar"] || !has_lied && withdrawn(&ledger).is_empty(), "{}", ledger.text());
    }
}

#[test]
fn whoever_claims_more_than_is_so_is_found_by_a_re_check() {
    let (honest, braggart) = (name("honest"), name("braggart"));
    let mut found = 0;
    for seed in 200..212 {
        let mut stage = Stage::new(seed, 9);
        let mut session = stage.session(1.0);
        session.meet(&honest);
        for (worker, manner) in [(&braggart, Manner::Exaggerates), (&honest, Manner::Honest)] {
            while let Some(task) = session.next_task(Some(worker)).unwrap() {
                let record = stage.answer(&task.job, worker, manner).unwrap();
                session.record(&record).unwrap();
            }
        }
        assert_eq!(session.campaign().bounds().exact(), Some(Score::new(stage.value)), "{seed}");
        drop(session);
        let names = withdrawn(&stage.check());
        assert!(names.is_empty() || names == ["braggart"], "{names:?}");
        found += names.len();
    }
    assert!(found >= 6, "{found}");
}

#[test]
fn what_was_found_of_one_answer_does_not_confirm_another_that_claims_more() {
    let mut braggarts = 0;
    for seed in 220..244 {
        let mut stage = Stage::new(seed, 8);
        let mut session = stage.session(1.0);
        let (first, checker, braggart) = (name("first"), name("checker"), name("braggart"));
        session.meet(&checker);
        let Some(job) = session.next_job().unwrap() else { continue };
        let job = Job { budget: job.budget << 20, ..job };
        let truth = stage.answer(&job, &first, Manner::Honest).unwrap();
        let value = stage.oracle.value(job.position(), job.scoring);
        if !truth.is_answer() || value.abs() == job.board.squares() as i32 {
            continue;
        }
        let taken = session.record(&truth);
        if matches!(taken, Err(SessionError::Campaign(CampaignError::Budget { .. }))) {
            continue; // The position is too large for such a budget.
        }
        assert_eq!(taken, Ok(Added::New));
        let task = session.next_task(Some(&checker)).unwrap().unwrap();
        assert_eq!(task.rechecks, Some(first));
        let check = stage.answer(&task.job, &checker, Manner::Honest).unwrap();
        assert_eq!(session.record(&check), Ok(Added::Checked));
        let lie = Record { finding: exaggerated(&job, truth.finding), worker: braggart.clone(), ..truth };
        assert_eq!(session.record(&lie), Ok(Added::Better));
        assert_eq!(trust(&Ledger::read(&stage.path()).unwrap()).confirmed, 0, "nobody has looked for so much");
        let task = session.next_task(Some(&checker)).unwrap().unwrap();
        assert_eq!(task.rechecks, Some(braggart.clone()));
        let check = stage.answer(&task.job, &checker, Manner::Honest).unwrap();
        assert_eq!(session.record(&check), Ok(Added::Withdrawn));
        assert!(session.is_withdrawn(&braggart));
        braggarts += 1;
    }
    assert!(braggarts >= 3, "{braggarts}");
}

#[test]
fn slander_hits_the_slanderer() {
    let mut found = 0;
    for seed in 40..48 {
        let mut stage = Stage::new(seed, 9);
        let ledger = stage.play(0.5, &[("honest", Manner::Honest), ("slanderer", Manner::Slanders)]);
        let names = withdrawn(&ledger);
        assert!(names.is_empty() || names == ["slanderer"], "{names:?}");
        found += names.len();
        let ledger = Stage::new(seed, 9).play(1.0, &[("honest", Manner::Honest), ("shirker", Manner::Shirks)]);
        assert_eq!(withdrawn(&ledger), [""; 0], "whoever finds nothing has not lied");
        assert!(trust(&ledger).by.contains_key(&name("shirker")) || trust(&ledger).rechecked == 0);
    }
    assert!(found >= 5, "{found}");
}

#[test]
fn the_dead_are_not_waited_for() {
    for seed in 60..66 {
        let mut stage = Stage::new(seed, 9);
        stage.play(1.0, &[("alive", Manner::Honest), ("dead", Manner::Dead)]);
        let ledger = Stage::new(seed, 9).play(1.0, &[("alone", Manner::Honest)]);
        assert!(ledger.checks.is_empty() && trust(&ledger).workers <= 1, "nobody else is there");
    }
}

#[test]
fn without_re_checks_and_with_honest_workers_the_answers_are_the_same() {
    let jobs = |ledger: &Ledger| -> Vec<_> {
        ledger.records.iter().map(|record| (record.job, record.finding, record.nodes)).collect()
    };
    for seed in 70..76 {
        let (mut one, mut other) = (Stage::new(seed, 9), Stage::new(seed, 9));
        let none = one.play(0.0, &[("a", Manner::Honest)]);
        let all = other.play(1.0, &[("a", Manner::Honest)]);
        assert_eq!(jobs(&none), jobs(&all));
        assert_eq!((none.checks.len(), all.checks.len()), (0, 0));
    }
}

#[test]
fn a_contradiction_between_workers_is_decided_and_one_among_the_nameless_is_not() {
    let mut stage = Stage::new(80, 7);
    let mut session = stage.session(0.0);
    let job = session.next_job().unwrap().unwrap();
    let job = Job { budget: 1 << 40, ..job };
    let truth = stage.answer(&job, &name("honest"), Manner::Honest).unwrap();
    let lie = Record { finding: turned(&job, truth.finding), worker: name("liar"), ..truth.clone() };
    // The lie comes first, and is believed until somebody contradicts it.
    assert_eq!(session.record(&lie), Ok(Added::New));
    assert_eq!(session.record(&truth), Ok(Added::Withdrawn));
    assert_eq!(session.withdrawn().cloned().collect::<Vec<_>>(), [name("liar")]);
    let refused = session.record(&Record { worker: name("liar"), ..truth.clone() }).unwrap_err();
    assert_eq!(refused.to_string(), "worker liar was withdrawn: one of its answers was proven to be false");
    drop(session);
    let ledger = Ledger::read(&stage.path()).unwrap();
    assert!(ledger.distinct().iter().all(|record| record.worker != name("liar")));
    assert!(ledger.text().contains(" because it found "), "{}", ledger.text());

    // In the reverse order the outcome is the same.
    let other = Stage::new(80, 7);
    let mut session = other.session(0.0);
    assert_eq!(session.record(&truth), Ok(Added::New));
    assert_eq!(session.record(&lie), Ok(Added::Withdrawn));
    assert_eq!(session.withdrawn().cloned().collect::<Vec<_>>(), [name("liar")]);
    drop(session);

    // If nobody has a name, nobody knows whose answers to withdraw.
    let nameless = Stage::new(80, 7);
    let mut session = nameless.session(0.0);
    let nobody = |record: &Record| Record { worker: WorkerName::unknown(), ..record.clone() };
    assert_eq!(session.record(&nobody(&truth)), Ok(Added::New));
    assert!(session.record(&nobody(&lie)).unwrap_err().to_string().starts_with("contradiction at "));
}

#[test]
fn a_lie_that_only_follows_is_traced_to_its_worker() {
    let mut traced = 0;
    for seed in 90..120 {
        let mut stage = Stage::new(seed, 8);
        let mut session = stage.session(0.0);
        let (honest, liar) = (name("honest"), name("liar"));
        let Some(first) = session.next_job().unwrap() else { continue };
        let mut next = Some(first);
        while let Some(job) = next {
            let record = stage.answer(&job, &honest, Manner::Honest).unwrap();
            session.record(&record).unwrap();
            next = session.next_job().unwrap();
        }
        let most = stage.plan.root.board().squares() as i32;
        let root = Job { discs: first.discs, ..first };
        let value = stage.oracle.value(root.position(), Scoring::Discs);
        if value >= most {
            continue;
        }
        let (at_least, finding) = (value + 1, Finding::AtLeast(value + 1));
        let job = Job { at_least, budget: 99, ..root };
        let (solver, worker) = ("test".to_owned(), liar.clone());
        let lie = Record { job, finding, nodes: 1, micros: 1, solver, worker };
        if session.record(&lie) == Ok(Added::Withdrawn) {
            traced += 1;
            assert_eq!(session.withdrawn().cloned().collect::<Vec<_>>(), [liar]);
        }
    }
    assert!(traced > 10, "{traced}");
}

#[test]
fn a_better_answer_takes_the_place_of_another() {
    let mut oracle = Oracle::new();
    let mut first = |stage: &Stage| {
        let job = stage.session(0.0).next_job().unwrap().unwrap();
        (job, oracle.value(job.position(), job.scoring))
    };
    // A position with a value that leaves room for worse answers.
    let stages = (7..).map(|seed| Stage::new(130, seed));
    let mut found = stages.map(|stage| (first(&stage), stage));
    let ((job, value), stage) = found.find(|((_, value), _)| *value > -18).unwrap();
    let mut session = stage.session(0.0);
    let job = Job { at_least: value - 4, budget: 77, ..job };
    let (solver, worker) = ("test".to_owned(), name("a"));
    let record = |finding| Record { job, finding, nodes: 9, micros: 1, solver: solver.clone(), worker: worker.clone() };
    let found = [Finding::Open, Finding::AtLeast(value - 4), Finding::AtLeast(value), Finding::AtLeast(value - 2)];
    let added: Vec<_> = found.iter().map(|&finding| session.record(&record(finding)).unwrap()).collect();
    assert_eq!(added, [Added::New, Added::Better, Added::Better, Added::Known]);
    assert_eq!(session.record(&record(Finding::Open)), Ok(Added::Known));
    let answers = |records: &[Record]| records.iter().filter(|record| record.is_answer()).cloned().collect::<Vec<_>>();
    assert_eq!(answers(session.campaign().records()), [record(Finding::AtLeast(value))]);
    drop(session);
    let ledger = Ledger::read(&stage.path()).unwrap();
    let asked = ledger.records.iter().filter(|record| record.job.budget > 0).count();
    assert_eq!((asked, answers(&ledger.distinct())), (3, vec![record(Finding::AtLeast(value))]));
    let text = std::fs::read_to_string(stage.path()).unwrap();
    let asked = text.lines().filter(|line| line.contains(" budget 77 "));
    let (again, first): (Vec<_>, Vec<_>) = asked.partition(|line| line.starts_with("again job "));
    assert_eq!((first.len(), again.len()), (1, 2), "{text}");
    assert_eq!(answers(&merge(&[(stage.path(), ledger)]).unwrap().ledger.records).len(), 1);
}

#[test]
fn what_was_withdrawn_stays_so_when_ledgers_are_merged() {
    let workers = [("a", Manner::Honest), ("liar", Manner::Lies(100)), ("c", Manner::Honest)];
    let of_liar = |ledger: &Ledger| -> Vec<Record> {
        ledger.records.iter().filter(|record| record.is_answer() && record.worker == name("liar")).cloned().collect()
    };
    let played = (140..180).map(|seed| {
        let mut stage = Stage::new(seed, 9);
        (stage.play(1.0, &workers), stage)
    });
    let (ledger, stage) = played.into_iter().find(|(ledger, _)| !of_liar(ledger).is_empty()).unwrap();
    assert_eq!(withdrawn(&ledger), ["liar"]);
    // Somebody else has a ledger with only the liar's answers, and no withdrawal.
    let of_liar = of_liar(&ledger);
    let other = Ledger::new(ledger.plan.clone(), of_liar);
    let pair =
        |first: &Ledger, second: &Ledger| [(PathBuf::from("a"), first.clone()), (PathBuf::from("b"), second.clone())];
    let merged = merge(&pair(&ledger, &other)).unwrap();
    assert_eq!(withdrawn(&merged.ledger), ["liar"]);
    assert!(merged.withdrawn > 0 && merged.ledger.checks.len() == ledger.checks.len());
    let read = Ledger::parse(merged.ledger.text().as_bytes(), "merged".as_ref()).unwrap();
    assert_eq!(read, merged.ledger);
    assert_eq!(replay("merged".as_ref(), &read).unwrap().bounds().exact(), Some(Score::new(stage.value)));
    // The other way round, nobody believes a stranger's withdrawal, but the lie comes to light.
    let refused = merge(&pair(&other, &ledger)).unwrap_err().to_string();
    assert!(refused.contains("contradiction") && refused.contains("worker liar"), "{refused}");
}

#[test]
fn jobs_handed_out_by_name_are_re_checked_by_others_over_the_protocol() {
    let mut stage = Stage::new(150, 9);
    let mut session = stage.session(1.0);
    let mut say = |request: Value| -> Value {
        let answered = driver::answer(&mut session, request.to_string().as_bytes());
        assert_eq!(answered.failure, None);
        serde_json::from_str(&answered.line).unwrap()
    };
    let mut flying: HashMap<&str, Option<Value>> = HashMap::from([("a", None), ("liar", None), ("c", None)]);
    let (mut rechecks, mut is_found, mut is_done) = (0, false, false);
    for round in 0.. {
        assert!(round < 3000, "it does not end");
        for worker in ["a", "liar", "c"] {
            let reply = say(json!({"next": 1, "worker": worker}));
            let jobs = reply["jobs"].as_array().unwrap().clone();
            for (job, by) in reply["rechecks"].as_object().into_iter().flatten() {
                assert!(by != worker && jobs[0]["job"] == **job, "{reply}");
                rechecks += 1;
            }
            is_found |= reply["withdrawn"] == json!(["liar"]);
            assert!(worker != "liar" || !is_found || jobs.is_empty(), "no jobs for the liar: {reply}");
            flying.insert(worker, jobs.into_iter().next());
            is_done = reply["done"] == true;
        }
        if is_done && flying.values().all(Option::is_none) {
            break;
        }
        for worker in ["a", "liar", "c"] {
            let Some(job) = flying.insert(worker, None).flatten() else { continue };
            let manner = if worker == "liar" { Manner::Lies(100) } else { Manner::Honest };
            let job = Job::from_json(&job.to_string()).unwrap();
            // What a record says about its worker does not count if the driver knows better.
            let record = stage.answer(&job, &name("somebody"), manner).unwrap();
            let record: Value = serde_json::from_str(&record.to_json()).unwrap();
            assert_eq!(record["worker"], "somebody");
            let reply = say(json!({"answer": record, "worker": worker}));
            assert!(reply["error"].is_null() || worker == "liar", "{reply}");
        }
    }
    assert!(rechecks > 0 && is_found, "{rechecks}");
    for request in [json!({"next": 1, "worker": "driver"}), json!({"next": 2_000_000}), json!({"gone": "two words"})] {
        assert!(say(request)["error"].is_string());
    }
    assert!(say(json!({"gone": "c"}))["error"].is_null());
    drop(session);
    let ledger = stage.check();
    assert_eq!(withdrawn(&ledger), ["liar"]);
}

#[test]
fn rounds_without_a_conversation_are_re_checked_too() {
    let (mut rechecked, mut found, mut all) = (0, 0, Taken::default());
    for seed in 160..170 {
        let mut stage = Stage::new(seed, 9);
        let mut taken = Taken::default();
        for round in 0.. {
            assert!(round < 1000, "it does not end");
            let jobs = hand::next(&mut stage.session(1.0), 4).unwrap();
            if jobs.is_empty() {
                break;
            }
            let mut answers = String::new();
            for (number, job) in jobs.lines().enumerate() {
                let workers = [("node1", Manner::Honest), ("node2", Manner::Lies(100)), ("node3", Manner::Honest)];
                let (worker, manner) = workers[(round + number) % 3];
                let job = Job::from_json(job).unwrap();
                answers += &(stage.answer(&job, &name(worker), manner).unwrap().to_json() + "\n");
            }
            hand::record(&mut stage.session(1.0), &answers, &mut taken).unwrap();
        }
        let ledger = stage.check();
        assert!(withdrawn(&ledger).iter().all(|worker| worker == "node2"));
        found += withdrawn(&ledger).len();
        rechecked += trust(&ledger).rechecked;
        (all.checked, all.refused) = (all.checked + taken.checked, all.refused + taken.refused);
    }
    assert!(rechecked > 10 && found > 5 && all.checked > 10 && all.refused > 5, "{rechecked} {found} {all:?}");
}

#[test]
fn an_answer_that_nobody_can_find_again_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.txt");
    let root = Position::start(board("4x6"), Start::Othello);
    // The root's own job is expected to be small enough.
    let plan = Plan { budget: 100_000_000, first: Some(20), ..Plan::new(root, Scoring::Discs, Mode::Exact) };
    LedgerFile::create(&path, &plan).unwrap();
    let (file, ledger) = LedgerFile::open(&path).unwrap();
    let judge = Judge::new(1 << 20, "judge", Progress::default()).proving_unconfirmed();
    let mut session = Session::guarded(file, &ledger, None, Recheck::new(1.0, 3), Some(judge)).unwrap();
    let (liar, honest) = (name("liar"), name("honest"));
    let Task { job, .. } = session.next_task(Some(&liar)).unwrap().unwrap();
    assert_eq!(job.at_least, 20);
    let (solver, worker) = ("test".to_owned(), liar.clone());
    let lie = Record { job, finding: Finding::AtLeast(20), nodes: 1, micros: 1, solver, worker };
    assert_eq!(session.record(&lie), Ok(Added::New));
    let Task { job, rechecks } = session.next_task(Some(&honest)).unwrap().unwrap();
    assert_eq!((rechecks, job.budget), (Some(liar.clone()), 800_000_000));
    let shrug = Record { job, finding: Finding::Open, worker: honest, ..lie };
    assert_eq!(session.record(&shrug), Ok(Added::Withdrawn), "the driver proves that it is worth 16");
    assert!(session.is_withdrawn(&liar));
    assert!(session.campaign().bounds().upper < Score::new(20));
}

/// Anybody who knows the format can write lines that attribute an answer to the driver, or call it confirmed.
#[test]
fn a_ledger_of_others_is_not_taken_at_its_drivers_word() {
    let mut lies = 0;
    for seed in 240..252 {
        let mut stage = Stage::new(seed, 8);
        let Some(job) = stage.session(0.0).next_job().unwrap() else { continue };
        let truth = stage.answer(&Job { budget: 1 << 40, ..job }, &name("honest"), Manner::Honest).unwrap();
        let lie = Record { finding: turned(&job, truth.finding), job, ..truth };
        for worker in [WorkerName::driver(), name("liar")] {
            let mut other = Ledger::new(stage.plan.clone(), vec![Record { worker: worker.clone(), ..lie.clone() }]);
            let at_least = match lie.finding {
                Finding::AtMost(upper) => upper + 1,
                _ => lie.job.at_least,
            };
            let again = Job { budget: 8 * job.budget, at_least, ..job };
            let record = Record { job: again, worker: name("accomplice"), ..lie.clone() };
            other.checks.push(Check { of: job.id(), by: worker, record });
            let own = Ledger::new(stage.plan.clone(), Vec::new());
            let merged = merge(&[(PathBuf::from("own"), own), (PathBuf::from("other"), other)]).unwrap().ledger;
            assert!(merged.checks.is_empty() && !merged.records[0].worker.is_driver(), "{}", merged.text());
            std::fs::write(stage.path(), merged.text()).unwrap();
            let mut session = stage.session(1.0);
            let honest = name("honest");
            while let Some(task) = session.next_task(Some(&honest)).unwrap() {
                let record = stage.answer(&task.job, &honest, Manner::Honest).unwrap();
                session.record(&record).unwrap();
            }
            assert_eq!(session.campaign().bounds().exact(), Some(Score::new(stage.value)), "{seed}");
            assert_eq!(session.withdrawn().count(), 1);
            lies += 1;
        }
    }
    assert!(lies >= 12, "{lies}");
}
