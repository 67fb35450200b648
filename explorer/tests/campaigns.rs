//! Campaigns that are watched while others write their ledgers.

mod requests;

use std::collections::VecDeque;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::StatusCode;
use campaign::ledger::{begin, ledger_path};
use campaign::{Campaign, Finding, Job, LedgerFile, Plan, Record};
use explorer::{Explorer, Store};
use requests::{ask, get, get_with, ignorant, json, limits, text};
use serde_json::{Value, json as object};
use solver::{Board, Mode, Position, Scoring, Start, Symmetries};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// The folder of a planned campaign.
fn planned(parent: &Path, name: &str, board: &str) -> PathBuf {
    let folder = parent.join(name);
    let root = Position::start(board.parse().unwrap(), Start::Othello);
    let plan = Plan { budget: 5000, grow_empties: 4, ..Plan::new(root, Scoring::Discs, Mode::Wld) };
    begin(&folder, &plan).unwrap();
    folder
}

fn server(folders: &[PathBuf]) -> Router {
    let explorer = Explorer::new(Arc::new(Store::default()), Vec::new(), limits());
    Arc::new(explorer.with_campaigns(folders).unwrap()).router()
}

/// Asks again until the answer is the one wanted.
async fn until(router: &Router, address: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + PATIENCE;
    loop {
        let (_, answer) = json(get(router, address).await).await;
        if is_wanted(&answer) {
            return answer;
        }
        assert!(Instant::now() < end, "{address}: {answer}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Does jobs of a campaign and adds them to its ledger; the first ones stay open.
fn work(folder: &Path, jobs: usize) -> usize {
    let (mut file, ledger) = LedgerFile::open(&ledger_path(folder)).unwrap();
    let mut campaign = Campaign::from_ledger(&ledger).unwrap();
    for number in 0..jobs {
        let job = campaign.next_job().unwrap();
        file.append(&campaign.take_splits()).unwrap();
        let Some(job) = job else { return number };
        let finding = if job.empties() > 6 { Finding::Open } else { truth(&job) };
        let (solver, worker) = ("test".to_owned(), format!("node{}", number % 2).parse().unwrap());
        let record = Record { job, finding, nodes: 1000, micros: 2_000_000, solver, worker };
        campaign.record(&record).unwrap();
        file.append(&[record]).unwrap();
    }
    jobs
}

/// The true answer to a job's question, by the checker.
fn truth(job: &Job) -> Finding {
    let (rows, cols) = (job.board.rows() as usize, job.board.cols() as usize);
    let position = checker::Position::parse(rows, cols, &job.position_text()).unwrap();
    let value = checker::value(&position, checker::Scoring::named(job.scoring.name()).unwrap());
    if value >= job.at_least { Finding::AtLeast(job.at_least) } else { Finding::AtMost(job.at_least - 1) }
}

#[tokio::test]
async fn a_ledger_is_shown_as_it_grows_and_nothing_is_sent_twice() {
    let parent = tempfile::tempdir().unwrap();
    let folder = planned(parent.path(), "big", "4x4");
    let router = server(std::slice::from_ref(&folder));
    let empty = until(&router, "/api/campaigns/big", |answer| answer["reading"] == false).await;
    assert_eq!((&empty["details"]["answered"], &empty["details"]["top_workers"]), (&0.into(), &object!([])));
    assert_eq!(work(&folder, 8), 8);
    let shown = until(&router, "/api/campaigns/big", |answer| answer["details"]["worker_count"] == 2).await;
    let details = &shown["details"];
    let jobs = details["answered"].as_u64().unwrap() + details["exceeded"].as_u64().unwrap();
    assert_eq!((jobs, &details["nodes"], &details["seconds"]), (8, &8000.into(), &16.0.into()));
    assert!(details["top_workers"][0]["seen"].is_u64() && details["written"].is_u64(), "{details}");
    assert_eq!(details["growth"].as_array().unwrap().last().unwrap()["nodes"], 8000);
    // The same state is not sent twice, and neither is its tree.
    for address in ["/api/campaigns/big", "/api/campaigns/big/tree"] {
        let first = get(&router, address).await;
        assert_eq!(
            (first.status(), &first.headers()["content-type"]),
            (StatusCode::OK, &"application/json".parse().unwrap())
        );
        let second = get_with(&router, address, "if-none-match", first.headers()["etag"].to_str().unwrap()).await;
        assert_eq!((second.status(), &second.headers()["etag"]), (StatusCode::NOT_MODIFIED, &first.headers()["etag"]));
        assert!(text(second).await.is_empty());
    }
    // To the end: on 4x4 the question was only who wins.
    assert!(work(&folder, usize::MAX) > 0);
    let done = until(&router, "/api/campaigns/big", |answer| answer["details"]["complete"] == true).await;
    assert_eq!((&done["details"]["outcome"], &done["details"]["question"]), (&"loss".into(), &Value::Null));
    let listed = ask(&router, "/api/campaigns").await;
    assert_eq!(
        (&listed["campaigns"][0]["name"], &listed["campaigns"][0]["status"]["outcome"]),
        (&"big".into(), &"loss".into())
    );
    // The board says what the ledger does, for positions turned over as well, and that nobody here has proven it.
    for asked in ["board=4x4", "position=4x4%20-----OX--XO-----%20X"] {
        let told = ask(&router, &format!("/api/position?{asked}&time_ms=0")).await;
        assert_eq!((&told["outcome"], &told["unverified"]), (&"loss".into(), &true.into()), "{told}");
        assert!(told["moves"].as_array().unwrap().iter().all(|one| one["upper"].as_i64() < Some(0)), "{told}");
    }
    assert_eq!(ask(&router, "/api/position?board=4x4&scoring=wof&time_ms=0").await["outcome"], Value::Null);
}

#[tokio::test]
async fn the_board_of_a_campaign_with_more_rows_than_columns_says_what_its_ledger_does() {
    let parent = tempfile::tempdir().unwrap();
    let folder = planned(parent.path(), "tall", "5x4");
    work(&folder, usize::MAX);
    let router = server(&[folder]);
    until(&router, "/api/campaigns/tall", |answer| answer["details"]["complete"] == true).await;
    // The atlas has 4x5 as a win for Black.
    for board in ["5x4", "4x5"] {
        let told = ask(&router, &format!("/api/position?board={board}&time_ms=0")).await;
        assert_eq!((&told["outcome"], &told["unverified"]), (&"win".into(), &true.into()), "{told}");
    }
}

#[tokio::test]
async fn the_tree_is_opened_down_to_the_jobs() {
    let parent = tempfile::tempdir().unwrap();
    let folder = planned(parent.path(), "big", "4x4");
    work(&folder, 30);
    let router = server(&[folder]);
    until(&router, "/api/campaigns/big", |answer| answer["details"].is_object()).await;
    let (mut moves, mut jobs) = (String::new(), 0);
    loop {
        let branch = ask(&router, &format!("/api/campaigns/big/tree?moves={moves}")).await;
        let position = branch["place"]["position"].as_str().unwrap();
        for next in branch["successors"].as_array().unwrap() {
            // The explorer has the same rules: what it says about the position holds here too.
            let there = ask(
                &router,
                &format!(
                    "/api/position?position=4x4%20{}&moves={}&time_ms=9000",
                    requests::escaped(position),
                    next["move"].as_str().unwrap()
                ),
            )
            .await;
            assert_eq!(there["position"], next["position"]);
            let value = there["value"].as_i64().unwrap() * if there["side"] == "X" { 1 } else { -1 };
            assert!(
                (next["lower"].as_i64().unwrap()..=next["upper"].as_i64().unwrap()).contains(&value),
                "{next}: {value}"
            );
        }
        jobs += branch["jobs"].as_array().unwrap().len();
        let Some(next) = branch["successors"].as_array().unwrap().first() else { break };
        moves += next["move"].as_str().unwrap();
    }
    assert!(moves.len() >= 6 && jobs >= 3, "{moves}: {jobs}");
}

#[tokio::test]
async fn what_is_wrong_with_a_ledger_is_told_without_its_path() {
    let parent = tempfile::tempdir().unwrap();
    let folder = planned(parent.path(), "big", "4x4");
    work(&folder, 8);
    let router = server(std::slice::from_ref(&folder));
    let address = "/api/campaigns/big";
    until(&router, address, |answer| answer["details"]["nodes"] == 8000).await;
    let path = ledger_path(&folder);
    OpenOptions::new().append(true).open(&path).unwrap().write_all(b"job of nobody\njob 12").unwrap();
    let damaged = until(&router, address, |answer| answer["left_out"] == 1).await;
    assert_eq!((&damaged["torn"], &damaged["trouble"]), (&true.into(), &Value::Null));
    assert!(damaged["damaged"][0]["line"].as_u64().unwrap() > 8, "{damaged}");
    let bytes = fs::read(&path).unwrap();
    for (content, beginning) in
        [(None, "The ledger cannot be read ("), (Some("nothing"), "Line 1 of the ledger is wrong: ")]
    {
        match content {
            None => fs::remove_file(&path).unwrap(),
            Some(text) => fs::write(&path, text).unwrap(),
        }
        let is_told = |answer: &Value| answer["trouble"].as_str().is_some_and(|told| told.starts_with(beginning));
        let told = until(&router, address, is_told).await;
        assert_eq!(told["details"]["nodes"], 8000, "what was known stays");
        assert!(!told.to_string().contains(&*parent.path().to_string_lossy()), "{told}");
        assert_eq!(ask(&router, "/api/campaigns/big/tree").await["place"]["jobs"], 1);
    }
    fs::write(&path, bytes).unwrap();
    until(&router, address, |answer| answer["trouble"].is_null()).await;
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let parent = tempfile::tempdir().unwrap();
    let folder = planned(parent.path(), "big", "4x4");
    let error =
        Explorer::new(Arc::new(Store::default()), Vec::new(), limits()).with_campaigns(&[parent.path().join("none")]);
    assert!(error.err().unwrap().contains("has no ledger; name the folder of a campaign"));
    let router = server(&[folder]);
    until(&router, "/api/campaigns/big", |answer| answer["details"].is_object()).await;
    for (address, status, sentence) in [
        ("/api/campaigns/none", 404, "there is nothing here"),
        ("/api/campaigns/none/tree", 404, "there is nothing here"),
        ("/api/campaigns/..%2fbig", 404, "there is nothing here"),
        ("/api/campaigns/big/tree?moves=a1", 400, "moves: a1 at ply 1 is illegal in -----OX--XO----- X; legal: b1"),
        ("/api/campaigns/big/tree?moves=z9", 400, "moves: 'z9' at ply 1 is neither a square of board 4x4"),
        ("/api/campaigns/big/tree?colour=red", 400, "query: unknown field `colour`"),
    ] {
        let (found, answer) = json(get(&router, address).await).await;
        assert_eq!(found.as_u16(), status, "{address}: {answer}");
        assert!(answer["error"].as_str().unwrap().starts_with(sentence), "{address}: {answer}");
    }
    assert_eq!(ask(&ignorant(limits()), "/api/campaigns").await, object!({ "campaigns": [] }));
}

/// Splits the first `count` positions of a board.
fn split(folder: &Path, board: Board, count: usize) {
    let symmetries = Symmetries::new(board);
    let (mut file, _) = LedgerFile::open(&ledger_path(folder)).unwrap();
    let mut waiting = VecDeque::from([(Position::start(board, Start::Othello), 1)]);
    let mut records = Vec::new();
    while let Some((position, at_least)) = waiting.pop_front().filter(|_| records.len() < count) {
        let discs = symmetries.canonical(position.discs()).0;
        let job = Job { board, scoring: Scoring::Discs, discs, at_least, budget: 5000 };
        records.push(Record::split(job, "campaign"));
        let next = |chosen| (position.play(chosen).expect("it is legal"), 1 - at_least);
        waiting.extend(position.legal_moves().into_iter().map(next));
    }
    file.append(&records).unwrap();
}

#[tokio::test]
async fn others_are_answered_while_a_ledger_is_read() {
    let parent = tempfile::tempdir().unwrap();
    let folder = planned(parent.path(), "big", "8x8");
    split(&folder, "8x8".parse().unwrap(), 800);
    let router = server(&[folder]);
    let order = Mutex::new(Vec::new());
    let told = |name: &'static str| order.lock().unwrap().push(name);
    // One thread serves both: a wait for the ledger does not block it.
    let reading = async {
        let answer = ask(&router, "/api/campaigns/big").await;
        told("campaign");
        answer
    };
    let other = async {
        ask(&router, "/healthz").await;
        told("health");
    };
    let (answer, ()) = tokio::join!(reading, other);
    assert_eq!(*order.lock().unwrap(), ["health", "campaign"]);
    assert_eq!(answer["reading"] == true, answer["details"].is_null());
    let read = until(&router, "/api/campaigns/big", |answer| answer["reading"] == false).await;
    assert_eq!(read["details"]["split"].as_u64().map(|split| split > 300), Some(true), "{read}");
}
