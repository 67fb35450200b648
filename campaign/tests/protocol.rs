//! The protocol of campaigns, drivers and workers.

mod support;

use std::path::PathBuf;
use std::sync::Mutex;

use campaign::pool::Queue;
use campaign::protocol::driver::answer;
use campaign::protocol::hand::{self, Taken};
use campaign::protocol::worker::{self, Lines};
use campaign::{Campaign, CampaignError, Job, JobError, Ledger, LedgerFile, Plan, Record, Session};
use serde_json::{Value, json};
use solver::random::Random;
use solver::{Mode, Progress, Score, Scoring};
use support::{Oracle, board, played};

/// A campaign in a folder of its own, with a true answer to each of its jobs.
struct Stage {
    _folder: tempfile::TempDir,
    path: PathBuf,
    oracle: Oracle,
    random: Random,
}

impl Stage {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed, 11);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.txt");
        let plan = Plan { budget: 9, ..Plan::new(played(board("4x5"), 7, &mut random), Scoring::Discs, Mode::Exact) };
        LedgerFile::create(&path, &plan).unwrap();
        Self { _folder: folder, path, oracle: Oracle::new(), random }
    }

    fn session(&self) -> Session<'static> {
        Session::open(&self.path).unwrap()
    }

    fn value(&mut self) -> i32 {
        let plan = Ledger::read(&self.path).unwrap().plan;
        self.oracle.value(plan.root, plan.scoring)
    }

    fn answer(&mut self, job: &str) -> Record {
        self.oracle.answer(&Job::from_json(job).unwrap(), 0, &mut self.random)
    }
}

/// The reply to a request that does not end the conversation.
#[track_caller]
fn said(session: &mut Session<'_>, request: &Value) -> Value {
    let (line, end) = answer(session, request.to_string().as_bytes());
    assert_eq!(end, Ok(()));
    serde_json::from_str(&line).unwrap()
}

#[test]
fn a_driver_brings_a_campaign_to_its_end() {
    for seed in 0..5 {
        let mut stage = Stage::new(seed);
        let mut session = stage.session();
        let mut reply = said(&mut session, &json!({"next": 3}));
        while reply["done"] == false {
            let jobs = reply["jobs"].as_array().unwrap().clone();
            assert_eq!(reply["in_flight"], jobs.len());
            for job in &jobs {
                let record = stage.answer(&job.to_string()).to_json();
                let record: Value = serde_json::from_str(&record).unwrap();
                assert_eq!(said(&mut session, &json!({"answer": record}))["new"], true);
                assert_eq!(said(&mut session, &json!({"answer": record}))["new"], false);
            }
            reply = said(&mut session, &json!({"next": 3}));
        }
        let value = stage.value();
        assert_eq!((&reply["lower"], &reply["upper"]), (&json!(value), &json!(value)));
        assert_eq!((&reply["jobs"], &reply["in_flight"], &reply["needless"]), (&json!([]), &json!(0), &json!([])));
    }
}

#[test]
fn a_wrong_request_is_answered_and_nothing_else_becomes_of_it() {
    let stage = Stage::new(1);
    let mut session = stage.session();
    let (line, end) = answer(&mut session, b"{}\n");
    assert!(line.contains(r#""error":"this is not a request ("#), "{line}");
    let forms = r#"): it is {\"next\":COUNT}, {\"answer\":RECORD}, {\"lost\":\"JOB\"} or {\"gone\":\"WORKER\"}""#;
    assert!(line.contains(forms), "{line}");
    assert_eq!(end, Ok(()));
    for (request, wrong) in [
        ("[]", "not a JSON object"),
        ("[1,null,null,null,null]", "not a JSON object"),
        (r#"{"next":1.5}"#, "next: invalid type: floating point `1.5`, expected u32"),
        (r#"{"next":1,"then":2}"#, r#"\"then\" is no field of it"#),
        (r#"{"next":1"#, "not JSON: EOF while parsing an object at character 9"),
        (r#"{"next":1,"lost":"a"}"#, "one thing at a time"),
    ] {
        let (line, _) = answer(&mut session, request.as_bytes());
        assert!(line.contains(&format!(r#""error":"this is not a request ({wrong}): it is "#)), "{line}");
    }
    assert_eq!(session.in_flight(), 0);
    let error = |session: &mut Session<'_>, request: Value| said(session, &request)["error"].clone();
    assert_eq!(error(&mut session, json!({"lost": "17"})), "job '17' is not a name of 16 hexadecimal digits");
    let job = said(&mut session, &json!({"next": 1}))["jobs"][0].clone();
    let mut record = job.clone();
    record["job"] = "0123456789abcdef".into();
    for (name, value) in
        [("found", json!("open")), ("nodes", 1.into()), ("seconds", json!(0.5)), ("solver", "t".into())]
    {
        record[name] = value;
    }
    let reason = format!("job 0123456789abcdef is another one: this is {}", job["job"].as_str().unwrap());
    assert_eq!(error(&mut session, json!({"answer": record})), reason);
    let foreign = r#"{"board":"4x4","scoring":"discs","position":"-----OX--XO----- X","at_least":1,"budget":5}"#;
    let mut foreign: Value = serde_json::from_str(foreign).unwrap();
    for name in ["found", "nodes", "seconds", "solver"] {
        foreign[name] = record[name].clone();
    }
    let reason = "a record of 4x4 discs; this campaign is of 4x5 discs";
    assert_eq!(error(&mut session, json!({"answer": foreign})), reason);
    let reply = said(&mut session, &json!({"lost": job["job"]}));
    assert_eq!((&reply["new"], &reply["in_flight"]), (&json!(true), &json!(0)));
    assert_eq!(said(&mut session, &json!({"lost": job["job"]}))["new"], false);
    assert!(session.campaign().records().is_empty());
}

#[test]
fn a_contradiction_ends_the_conversation_after_an_answer() {
    let mut stage = Stage::new(2);
    let mut session = stage.session();
    let job = said(&mut session, &json!({"next": 1}))["jobs"][0].to_string();
    let mut record = stage.answer(&job);
    session.record(&record).unwrap();
    record.finding = match record.finding {
        campaign::Finding::AtLeast(_) => campaign::Finding::AtMost(record.job.at_least - 1),
        _ => campaign::Finding::AtLeast(record.job.at_least),
    };
    let (line, end) = answer(&mut session, format!("{{\"answer\":{}}}", record.to_json()).as_bytes());
    let failure = end.expect_err("the conversation cannot go on").to_string();
    assert!(failure.starts_with("contradiction at "), "{failure}");
    assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["error"], failure);
}

#[test]
fn jobs_are_handed_out_again_until_their_records_are_taken() {
    let mut stage = Stage::new(3);
    let mut taken = Taken::default();
    loop {
        let jobs = hand::next(&mut stage.session(), 4).unwrap();
        assert_eq!(hand::next(&mut stage.session(), 4).unwrap(), jobs);
        if jobs.is_empty() {
            break;
        }
        let records: Vec<String> = jobs.lines().map(|job| stage.answer(job).to_json()).collect();
        let mut session = stage.session();
        for line in records.iter().map(String::as_str).chain(["", &records[0]]) {
            hand::record(&mut session, line, &mut taken).unwrap();
        }
    }
    assert!(taken.known > 0 && taken.new >= taken.known, "{taken:?}");
    let campaign = Campaign::from_ledger(&Ledger::read(&stage.path).unwrap()).unwrap();
    assert_eq!(campaign.bounds().exact(), Some(Score::new(stage.value())));
    let refused = hand::record(&mut stage.session(), "nothing", &mut taken).unwrap_err().to_string();
    assert!(refused.starts_with("not JSON: expected "), "{refused}");
}

/// Has lines done by a worker that answers every job with a record, except those that are stopped.
fn worked(lines: &str, stage: &mut Stage) -> (Vec<String>, Result<(), JobError>) {
    let (answers, whole) = (Mutex::new(Vec::new()), Progress::default());
    let print = |job: &Job, record: Option<Record>| -> Result<(), CampaignError> {
        answers.lock().unwrap().push(worker::answer(job, record.as_ref()));
        Ok(())
    };
    let queue = Lines::read(std::io::Cursor::new(lines.to_owned()), &whole, print).unwrap();
    while queue.next_game().is_some() {
        while let Some((task, progress)) = queue.take(0).unwrap() {
            // The line that takes a job back comes after it, and is read in the meantime.
            while lines.contains("cancel") && !progress.is_stopped() {
                std::thread::yield_now();
            }
            let record = (!progress.is_stopped()).then(|| stage.answer(&task.job.to_json()));
            queue.bring(0, &task.job, record).unwrap();
        }
    }
    let done = queue.end();
    (answers.into_inner().unwrap(), done)
}

#[test]
fn a_worker_answers_each_job_in_its_order_or_says_that_it_was_stopped() {
    let mut stage = Stage::new(4);
    let jobs = hand::next(&mut stage.session(), 2).unwrap();
    let (answers, done) = worked(&format!("{jobs}\n"), &mut stage);
    assert_eq!(done, Ok(()));
    assert_eq!(answers.len(), jobs.lines().count());
    for (job, answer) in jobs.lines().zip(&answers) {
        assert_eq!(Record::from_json(answer).unwrap().job, Job::from_json(job).unwrap());
    }
    let job = jobs.lines().next().unwrap();
    let name = Job::from_json(job).unwrap().id();
    let (answers, done) = worked(&format!("{job}\n{{\"cancel\":\"{name}\"}}\n"), &mut stage);
    assert_eq!((answers, done), (vec![format!("{{\"cancelled\":true,\"job\":\"{name}\"}}")], Ok(())));
    let (answers, done) = worked(&format!("{job}\nno job\n{job}\n"), &mut stage);
    assert_eq!(answers.len(), 1);
    let wrong = done.unwrap_err().to_string();
    assert!(wrong.starts_with("2: not JSON: expected "), "{wrong}");
}

#[test]
fn a_record_is_an_object_and_what_is_wrong_with_it_is_named() {
    let mut stage = Stage::new(5);
    let job = hand::next(&mut stage.session(), 1).unwrap();
    let record: Value = serde_json::from_str(&stage.answer(&job).to_json()).unwrap();
    assert!(Record::from_json(&record.to_string()).is_ok());
    let said = |text: &str| Record::from_json(text).unwrap_err().to_string();
    assert_eq!((said("[1]"), said("7")), ("not a JSON object".to_owned(), "not a JSON object".to_owned()));
    assert_eq!(worked("[\"0123456789abcdef\"]", &mut stage).1.unwrap_err().to_string(), "1: not a JSON object");
    for (name, value, wrong) in [
        ("seconds", json!(1e300), "seconds 1e+300 is not a time span"),
        ("seconds", json!("1"), "seconds: invalid type: string \"1\", expected f64"),
        ("nodes", json!(-1), "nodes: invalid value: integer `-1`, expected u64"),
        ("budget", json!(1e300), "budget: invalid type: floating point `1e+300`, expected u64"),
        ("at_least", json!(null), "at_least is missing"),
        ("board", json!(4), "board: invalid type: integer `4`, expected a string"),
        ("worker", json!([1]), "worker: invalid type: sequence, expected a string"),
    ] {
        let mut changed = record.clone();
        changed[name] = value;
        assert_eq!(said(&changed.to_string()), wrong);
    }
}
