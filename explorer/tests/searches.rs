//! Searches that are watched, stopped and refused, and how tables affect them.

mod requests;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use explorer::{Certificate, Counts, Explorer, Knowledge, Limits, SharedTable, TableName};
use http_body_util::BodyExt;
use requests::{ask, checked, escaped, get, ignorant, json, knowing, limits, random_position, text};
use serde_json::Value;
use solver::random::Random;
use solver::{Basis, Board, Bounds, Discs, Position, ProofTable, Proven, Scoring, Side, Square, Start, Symmetries};

/// The events of a stream: names and data.
fn events(text: &str) -> Vec<(String, Value)> {
    let event = |block: &str| {
        let field = |name: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            line.map(str::to_owned)
        };
        Some((field("event")?, serde_json::from_str(&field("data")?).expect("JSON")))
    };
    text.split("\n\n").filter_map(event).collect()
}

#[tokio::test]
async fn a_search_tells_more_and_more_until_everything_is_known() {
    let router = ignorant(limits());
    let events = events(&text(get(&router, "/api/solve?board=4x6").await).await);
    let (name, done) = events.last().unwrap();
    assert_eq!((name.as_str(), &done["reason"]), ("done", &"solved".into()));
    assert!(done["nodes"].as_u64().unwrap() > 1000, "{done}");
    for (_, progress) in events.iter().filter(|(name, _)| name == "progress") {
        let (lower, upper) = (progress["lower"].as_i64(), progress["upper"].as_i64());
        let wins = lower > Some(0);
        let loses = upper.is_some_and(|upper| upper < 0);
        let expected = if wins {
            Some("win")
        } else if loses {
            Some("loss")
        } else {
            None
        };
        let is_draw = (lower, upper) == (Some(0), Some(0));
        assert_eq!(progress["outcome"].as_str(), if is_draw { Some("draw") } else { expected }, "{progress}");
    }
    let positions: Vec<&Value> = events.iter().filter(|(name, _)| name == "position").map(|(_, data)| data).collect();
    assert!(positions.len() > 1, "{positions:?}");
    let last = positions.last().unwrap();
    assert_eq!((&last["complete"], &last["value"]), (&true.into(), &16.into()));
    for pair in positions.windows(2) {
        let limits = |record: &Value| (record["lower"].as_i64().unwrap(), record["upper"].as_i64().unwrap());
        let (before, after) = (limits(pair[0]), limits(pair[1]));
        assert!(before.0 <= after.0 && after.1 <= before.1, "{before:?} {after:?}");
        for (one, other) in pair[0]["moves"].as_array().unwrap().iter().zip(pair[1]["moves"].as_array().unwrap()) {
            assert!(limits(one).0 <= limits(other).0 && limits(other).1 <= limits(one).1, "{one} {other}");
        }
    }
    // What was found stays known, to the same digit, and needs no estimate.
    assert!(positions[0]["expected"].is_array() && last["expected"].is_null() && done["estimate"].is_null());
    assert_eq!(&&ask(&router, "/api/position?board=4x6&time_ms=0").await, last);
}

#[tokio::test]
async fn a_search_ends_with_its_time_and_says_so() {
    let router = ignorant(limits());
    let events = events(&text(get(&router, "/api/solve?board=8x8&time_ms=300").await).await);
    let done = &events.last().unwrap().1;
    assert_eq!(done["reason"], "time");
    let is_move = |likely: &str| ["d3", "c4", "f5", "e6"].contains(&likely);
    assert!(done["estimate"].is_i64() && done["likely"].as_str().is_none_or(is_move), "{done}");
    assert!(events.iter().any(|(name, _)| name == "progress"));
    let record = ask(&router, "/api/position?board=8x8&time_ms=200").await;
    assert_eq!((&record["value"], &record["complete"]), (&Value::Null, &false.into()));
    let [few, likely, many] = [0, 1, 2].map(|at| record["expected"][at].as_u64().unwrap());
    assert!(few < likely && likely < many && likely > 1 << 53, "{record}");
}

/// Waits until no search runs or waits.
async fn rest(router: &Router) {
    for _ in 0..200 {
        if text(get(router, "/metrics").await).await.contains("solve_searches_now 0\n") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a search goes on though nobody waits for it");
}

async fn begun(router: &Router) -> Response<Body> {
    let mut response = get(router, "/api/solve?board=8x8").await;
    assert_eq!(response.status(), StatusCode::OK);
    response.body_mut().frame().await.expect("something is told").expect("in whole");
    response
}

#[tokio::test]
async fn a_full_queue_refuses_and_a_client_that_leaves_makes_room() {
    let router = ignorant(Limits { searches: 1, waiting: 1, ..limits() });
    let first = begun(&router).await;
    let second = begun(&router).await;
    for address in ["/api/solve?board=8x8", "/api/position?board=8x7", "/api/play?board=8x8&player=uct"] {
        let refused = get(&router, address).await;
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE, "{address}");
        assert_eq!(refused.headers()["retry-after"], "2");
        assert!(json(refused).await.1["error"].as_str().unwrap().ends_with("try again later"));
    }
    // Questions that need no search are still answered.
    assert_eq!(ask(&router, "/api/position?board=8x8&time_ms=0").await["value"], Value::Null);
    assert_eq!(ask(&router, "/api/game?board=8x8&moves=f5").await["plies"].as_array().unwrap().len(), 2);
    assert!(text(get(&router, "/?board=8x8").await).await.contains("8x8: Not known yet. Black to move."));
    drop((first, second));
    rest(&router).await;
    assert_eq!(ask(&router, "/api/position?board=4x4&time_ms=5000").await["value"], -8);
    assert!(text(get(&router, "/metrics").await).await.contains("solve_searches_refused_total 3\n"));
}

#[tokio::test]
async fn a_search_that_waits_says_so_and_gets_its_turn() {
    let router = ignorant(Limits { searches: 1, waiting: 1, ..limits() });
    let first = begun(&router).await;
    let mut second = get(&router, "/api/solve?board=4x4").await;
    let mut told = String::new();
    while !told.contains("\"waiting\":true") {
        let frame = second.body_mut().frame().await.expect("it goes on").expect("in whole");
        told += &String::from_utf8_lossy(frame.data_ref().expect("data"));
    }
    drop(first);
    let rest = text(second).await;
    assert!(rest.contains("\"reason\":\"solved\""), "{rest}");
}

#[tokio::test]
async fn when_the_server_ends_searches_end_with_what_they_have() {
    let explorer = Arc::new(Explorer::new(Arc::new(explorer::Store::default()), Vec::new(), limits()));
    let router = explorer.router();
    let response = begun(&router).await;
    explorer.stop();
    let events = events(&text(response).await);
    assert_eq!(events.last().unwrap().1["reason"], "stopped");
}

/// A table of 4x6, in memory.
#[derive(Default)]
struct Kept {
    entries: Mutex<Vec<(Discs, Proven)>>,
}

impl ProofTable for Kept {
    fn board(&self) -> Board {
        "4x6".parse().unwrap()
    }

    fn scoring(&self) -> Scoring {
        Scoring::Discs
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        self.entries.lock().unwrap().iter().rev().find(|(discs, _)| *discs == canonical).map(|&(_, proven)| proven)
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        self.entries.lock().unwrap().push((canonical, proven));
    }
}

/// What is known: a table of 4x6. Others may appear while the server runs.
struct Shelf {
    table: Arc<Kept>,
    names: Mutex<Vec<TableName>>,
    learns: bool,
}

impl Shelf {
    fn of(table: &Arc<Kept>, learns: bool) -> Self {
        Self { table: Arc::clone(table), names: Mutex::new(vec![named("4x6")]), learns }
    }
}

fn named(board: &str) -> TableName {
    TableName { board: board.parse().unwrap(), scoring: Scoring::Discs, whole_from: None }
}

impl Knowledge for Shelf {
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
        let is_kept = board.to_string() == "4x6" && scoring == Scoring::Discs;
        is_kept.then(|| Arc::clone(&self.table) as SharedTable)
    }

    fn tables(&self) -> Vec<TableName> {
        self.names.lock().unwrap().clone()
    }

    /// The table of 4x5 is empty.
    fn count(&self, table: TableName, _: &dyn Fn() -> bool) -> Option<Counts> {
        let entries = if table.board.to_string() == "4x5" { 0 } else { 3 };
        Some(Counts { entries, exact: 2, decided: 1, unverified: 0, by_empties: vec![0, 3], bytes: 99 })
    }

    fn learns(&self) -> bool {
        self.learns
    }
}

fn entry(position: &Position, bounds: Bounds) -> (Discs, Proven) {
    let canonical = Symmetries::new(position.board()).canonical(position.discs()).0;
    (canonical, Proven { bounds, best: None, effort: 1, basis: Basis::Proof })
}

fn kept(entries: Vec<(Discs, Proven)>, learns: bool) -> (Arc<Kept>, Router) {
    let table = Arc::new(Kept { entries: Mutex::new(entries) });
    let router = knowing(Arc::new(Shelf::of(&table, learns)), limits());
    (table, router)
}

fn start() -> Position {
    Position::start("4x6".parse().unwrap(), Start::Othello)
}

#[tokio::test]
async fn limits_in_the_table_are_told_on_both_shapes_of_a_board() {
    let (_, router) = kept(vec![entry(&start(), Bounds::new(2, 20))], false);
    for board in ["4x6", "6x4"] {
        let record = ask(&router, &format!("/api/position?board={board}&time_ms=0")).await;
        assert_eq!((&record["lower"], &record["upper"], &record["value"]), (&2.into(), &20.into(), &Value::Null));
        assert_eq!(record["outcome"], "win");
        assert!(record["moves"].as_array().unwrap().iter().all(|one| one["upper"] == 20), "{record}");
    }
    let other = ask(&router, "/api/position?board=4x6&scoring=wof&time_ms=0").await;
    assert_eq!(other["lower"], -24);
}

#[tokio::test]
async fn from_true_limits_only_true_limits_and_best_moves_follow() {
    let mut random = Random::new(7, 0);
    let (mut narrowed, mut best) = (0, 0);
    for _ in 0..300 {
        let position = random_position("4x6".parse().unwrap(), Start::Reversi, 7, &mut random);
        let loose = |value: i32, random: &mut Random| {
            Bounds::new(value - random.below(3) as i32 * 4, value + random.below(3) as i32 * 4)
        };
        let mut entries = Vec::new();
        let value = checked(&position, Scoring::Discs);
        if random.below(2) == 0 {
            entries.push(entry(&position, loose(value, &mut random)));
        }
        for chosen in position.legal_moves() {
            let next = position.play(chosen).unwrap();
            if random.below(4) > 0 {
                entries.push(entry(&next, loose(checked(&next, Scoring::Discs), &mut random)));
            }
        }
        let (_, router) = kept(entries, false);
        let text = position.without_board().to_string();
        let record = ask(&router, &format!("/api/position?board=4x6&position={}&time_ms=0", escaped(&text))).await;
        let holds = |record: &Value, value: i32| {
            let (lower, upper) = (record["lower"].as_i64().unwrap(), record["upper"].as_i64().unwrap());
            assert!(lower <= value.into() && i64::from(value) <= upper, "{text}, {value}: {record}");
            upper - lower < 48
        };
        narrowed += usize::from(holds(&record, value));
        for one in record["moves"].as_array().unwrap() {
            let next = solver::notation::parse_position(position.board(), one["position"].as_str().unwrap()).unwrap();
            let worth = -checked(&next, Scoring::Discs);
            holds(one, worth);
            assert!(one["best"] == false || worth == value, "{text}: {one}");
            best += usize::from(one["best"] == true);
        }
    }
    assert!(narrowed > 200 && best > 50, "{narrowed} {best}");
}

#[tokio::test]
async fn the_table_learns_only_if_it_is_to() {
    for learns in [false, true] {
        let (table, router) = kept(Vec::new(), learns);
        assert_eq!(ask(&router, "/api/position?board=4x6&time_ms=20000").await["value"], 16);
        assert_eq!(table.entries.lock().unwrap().is_empty(), !learns);
    }
}

#[tokio::test]
async fn a_false_table_is_an_error_and_no_answer() {
    // The start is worth +16, so none of its moves is worth more.
    let next = "/api/position?board=4x6&time_ms=20000";
    let c1 = start().play(solver::Move::Place(Square::new(2).unwrap())).unwrap();
    let (_, router) = kept(vec![entry(&start(), Bounds::at(2)), entry(&c1, Bounds::at(-16))], false);
    let (status, record) = json(get(&router, next).await).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR, "{record}");
    let named = format!(
        "what a table of this server says of {} (4x6), or of a position behind it, is false",
        start().without_board()
    );
    assert!(record["error"].as_str().unwrap().starts_with(&named), "{record}");
}

#[tokio::test]
async fn boards_tell_what_is_solved_what_is_kept_and_what_proves_it() {
    let certificate = Certificate {
        name: "4x6.cert".into(),
        claim: "the value is +16".into(),
        board: "4x6".parse().unwrap(),
        start: Some(Start::Othello),
        scoring: Scoring::Discs,
        bytes: vec![1, 2, 3].into(),
    };
    let table = Arc::new(Kept { entries: Mutex::new(vec![entry(&start(), Bounds::at(16))]) });
    let explorer = Explorer::new(Arc::new(Shelf::of(&table, false)), vec![certificate], limits());
    let router = Arc::new(explorer).router();
    let mut boards = ask(&router, "/api/boards").await;
    for _ in 0..100 {
        if !boards["tables"][0]["counts"].is_null() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        boards = ask(&router, "/api/boards").await;
    }
    assert_eq!(boards["tables"][0]["counts"]["by_empties"], serde_json::json!([0, 3]));
    let starts = boards["starts"].as_array().unwrap();
    assert_eq!(starts.len(), 1, "{boards}");
    assert_eq!((&starts[0]["value"], &starts[0]["start"]), (&16.into(), &"othello".into()));
    assert_eq!(starts[0]["certificates"][0]["name"], "4x6.cert");
    let file = get(&router, "/certificates/4x6.cert").await;
    assert_eq!(file.into_body().collect().await.unwrap().to_bytes()[..], [1, 2, 3]);
    assert_eq!(get(&router, "/certificates/other.cert").await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn tables_that_come_later_are_counted_and_empty_ones_are_not_shown() {
    let knowledge = Arc::new(Shelf::of(&Arc::default(), true));
    let router = knowing(Arc::clone(&knowledge) as Arc<dyn Knowledge>, limits());
    ask(&router, "/api/boards").await;
    knowledge.names.lock().unwrap().extend(["4x5", "5x5"].map(named));
    let mut tables = Vec::new();
    for _ in 0..100 {
        let boards = ask(&router, "/api/boards").await;
        let counted = |table: &Value| (table["board"].clone(), table["counts"]["entries"].clone());
        tables = boards["tables"].as_array().unwrap().iter().map(counted).collect();
        if tables == [("4x6".into(), 3.into()), ("5x5".into(), 3.into())] {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{tables:?}");
}

#[test]
fn names_of_certificates_are_plain() {
    for name in ["4x10.cert", "a_b-c.cert"] {
        assert!(Certificate::is_plain(name));
    }
    for name in ["", ".cert", "../x.cert", "a b.cert", "a/b.cert", "é.cert", "a%2f.cert"] {
        assert!(!Certificate::is_plain(name), "{name}");
    }
}

/// The values of 4x4 up to some number of discs, like a book.
#[derive(Clone, Copy)]
struct Opening {
    discs: u32,
    scoring: Scoring,
}

impl ProofTable for Opening {
    fn board(&self) -> Board {
        "4x4".parse().unwrap()
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let position =
            Position::new(self.board(), canonical, Side::Black).filter(|_| canonical.occupied().len() <= self.discs)?;
        let bounds = Bounds::at(checked(&position, self.scoring));
        Some(Proven { bounds, best: None, effort: 0, basis: Basis::Proof })
    }

    fn record(&self, _: Discs, _: Proven) {}
}

impl Knowledge for Opening {
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
        (board == self.board()).then(|| Arc::new(Self { scoring, ..*self }) as SharedTable)
    }
}

#[tokio::test]
async fn perfect_play_goes_on_where_a_book_ends() {
    for discs in [5, 7] {
        let address = "/api/position?board=4x4&start=reversi";
        let router = knowing(Arc::new(Opening { discs, scoring: Scoring::Discs }), limits());
        let known = ask(&router, &format!("{address}&time_ms=0")).await;
        let line = known["line"].as_array().unwrap().len();
        assert_eq!((&known["complete"], &known["final"], line), (&true.into(), &Value::Null, discs as usize - 4));
        let page = text(get(&router, "/?board=4x4&start=reversi").await).await;
        assert!(page.contains("It is not known further.</p>") && page.contains("Search this position"), "{page}");
        let found = ask(&router, &format!("{address}&time_ms=20000")).await;
        assert!(found["final"].is_object(), "{found}");
        let moves = |record: &Value| record["line"].as_array().unwrap()[..line].to_vec();
        assert_eq!(moves(&found), moves(&known));
        assert_eq!(found["value"], -3);
        let end = (found["final"]["black"].as_i64().unwrap(), found["final"]["white"].as_i64().unwrap());
        assert_eq!(end.0 - end.1, -3);
        // A watched search does the same.
        let router = knowing(Arc::new(Opening { discs, scoring: Scoring::Discs }), limits());
        let events = events(&text(get(&router, "/api/solve?board=4x4&start=reversi").await).await);
        assert_eq!(events.last().unwrap().1["reason"], "solved");
        let positions: Vec<&Value> =
            events.iter().filter(|(name, _)| name == "position").map(|(_, data)| data).collect();
        assert_eq!(positions[0]["final"], Value::Null);
        assert_eq!(positions.last().unwrap()["final"], found["final"]);
    }
}

#[tokio::test]
async fn no_time_is_too_long() {
    let router = ignorant(Limits { time: Duration::MAX, ..limits() });
    assert_eq!(ask(&router, &format!("/api/position?board=4x4&time_ms={}", u64::MAX)).await["value"], -8);
    assert!(text(get(&router, "/api/solve?board=4x5").await).await.contains("\"reason\":\"solved\""));
    assert_eq!(ask(&router, "/api/boards").await["time_limit_ms"], u64::MAX);
}
