//! What the API answers: values against the independent checker, refusals, limits.

mod requests;

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use requests::{ask, checked, escaped, get, get_with, ignorant, json, limits, post, random_position, text};
use serde_json::{Value, json as object};
use solver::notation::{parse_moves, play_moves};
use solver::random::Random;
use solver::{Board, Position, Scoring, Start};
use tower::ServiceExt;

/// Checks everything an answer says about a position.
fn check(record: &Value, position: &Position, scoring: Scoring) {
    let board = position.board();
    let case = format!("{board} {} {scoring}: {record}", position.without_board());
    let value = i64::from(checked(position, scoring));
    assert_eq!(
        (&record["value"], &record["lower"], &record["upper"]),
        (&value.into(), &value.into(), &value.into()),
        "{case}"
    );
    assert_eq!(record["complete"], true, "{case}");
    let outcome = ["loss", "draw", "win"][(value.signum() + 1) as usize];
    assert_eq!(record["outcome"], outcome, "{case}");
    for one in record["moves"].as_array().expect("a list") {
        let chosen = parse_moves(board, one["move"].as_str().unwrap()).expect("a move");
        let next = play_moves(*position, &chosen).expect("a legal move");
        assert_eq!(one["position"], next.without_board().to_string(), "{case}");
        let worth = -i64::from(checked(&next, scoring));
        assert_eq!(one["value"], worth, "{case}");
        assert_eq!(one["best"], worth == value, "{case}");
    }
    let line: Vec<&str> = record["line"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    let line = parse_moves(board, &line.join(" ")).expect("moves");
    let end = play_moves(*position, &line).expect("legal moves");
    let sign = if end.side() == position.side() { 1 } else { -1 };
    assert_eq!(sign * i64::from(checked(&end, scoring)), value, "{case}");
    assert_eq!(record["final"], object!({ "black": end.black().len(), "white": end.white().len() }), "{case}");
}

#[tokio::test]
async fn values_of_random_positions_on_every_board_are_the_checkers() {
    let router = ignorant(limits());
    let mut random = Random::new(1, 0);
    for (index, board) in Board::all().enumerate() {
        let scoring = Scoring::ALL[index % 2];
        let position = random_position(board, Start::ALL[index % 3], 8, &mut random);
        if position.empties() > 8 {
            continue; // the game was over before
        }
        let shown = escaped(&position.without_board().to_string());
        let record = ask(&router, &format!("/api/position?board={board}&position={shown}&scoring={scoring}")).await;
        check(&record, &position, scoring);
        // And once more, now that it is known.
        let again =
            ask(&router, &format!("/api/position?board={board}&position={shown}&scoring={scoring}&time_ms=0")).await;
        assert_eq!(again, record);
    }
}

#[tokio::test]
async fn whole_games_have_their_published_values() {
    let router = ignorant(limits());
    for (board, start, value) in
        [("4x4", "othello", -8), ("4x4", "reversi", -3), ("4x6", "othello", 16), ("6x4", "reversi-rows", 18)]
    {
        let record = ask(&router, &format!("/api/position?board={board}&start={start}&time_ms=20000")).await;
        assert_eq!(record["value"], value, "{record}");
        assert!(record["final"].is_object(), "{record}");
    }
}

#[tokio::test]
async fn what_is_not_known_has_limits_and_no_value() {
    let router = ignorant(limits());
    let record = ask(&router, "/api/position?board=8x8&time_ms=0").await;
    assert_eq!((&record["value"], &record["outcome"]), (&Value::Null, &Value::Null));
    assert_eq!((&record["lower"], &record["upper"]), (&(-64).into(), &64.into()));
    assert_eq!((&record["complete"], record["moves"].as_array().unwrap().len()), (&false.into(), 4));
    assert!(record["moves"].as_array().unwrap().iter().all(|one| one["best"] == false), "{record}");
}

#[tokio::test]
async fn a_game_that_is_over_and_a_pass_are_told() {
    let router = ignorant(limits());
    let over = ask(&router, "/api/position?position=3x3%20XXXXXXXX-%20O").await;
    assert_eq!((&over["over"], &over["value"], &over["moves"]), (&true.into(), &(-9).into(), &object!([])));
    let wof = ask(&router, "/api/position?position=4x4%20XXXX--------OOO-%20X&scoring=wof").await;
    assert_eq!((&wof["over"], &wof["value"]), (&true.into(), &10.into()));
    let pass = ask(&router, "/api/position?position=3x4%20XO----------%20O").await;
    let moves = pass["moves"].as_array().unwrap();
    assert!(moves.len() == 1 && moves[0]["move"] == "pass", "{pass}");
    assert_eq!(moves[0]["value"], pass["value"]);
}

#[tokio::test]
async fn moves_may_leave_passes_out() {
    let router = ignorant(limits());
    let ask = async |moves: &str| ask(&router, &format!("/api/game?board=4x4&start=reversi&moves={moves}")).await;
    assert_eq!(ask("d1a1a2a3d4b1a4d3d2b4c4").await, ask("d1a1a2a3d4b1a4d3d2passb4c4").await);
}

#[tokio::test]
async fn bad_input_is_answered_with_the_sentence_of_the_command_line() {
    let router = ignorant(limits());
    for (query, sentence) in [
        ("board=9x9", "board 9x9 is too large: it has 81 squares, 64 is the most"),
        ("board=2x8", "board 2x8 is too small: each side needs at least 3 squares"),
        ("board=x", "board 'x' is not of the form ROWSxCOLUMNS, for example 4x10"),
        ("", "no board given: ROWSxCOLUMNS is needed, for example board=4x10"),
        ("position=X", "no board given: ROWSxCOLUMNS is needed, for example board=4x10"),
        ("board=4x4&start=kings", "start 'kings' is unknown: it is othello, reversi or reversi-rows"),
        ("board=4x4&scoring=money", "scoring 'money' is unknown: it is discs or wof"),
        ("board=4x4&position=X%20O", "position: 1 squares given, board 4x4 has 16"),
        ("position=4x4%20-----OX--XO-----%20Y", "position: side 'Y' is neither X nor O"),
        ("board=4x6&position=4x4%20-----OX--XO-----%20X", "position: it is for board 4x4, not for 4x6"),
        ("board=4x4&moves=b1b1", "moves: b1 at ply 2 is illegal in -X---XX--XO----- O; legal: a1 c1 a3"),
        ("board=4x4&moves=z9", "moves: 'z9' at ply 1 is neither a square of board 4x4 nor a pass"),
        ("board=4x4&time_ms=x", "time_ms 'x' is not a number of milliseconds from 0 to 20000"),
        ("board=4x4&time_ms=20001", "time_ms '20001' is not a number of milliseconds from 0 to 20000"),
        (
            "board=4x4&colour=red",
            "query: unknown field `colour`, expected one of `board`, `start`, `position`, `moves`, `scoring`, `time_ms`",
        ),
        ("board=4x4&start=reversi&position=X", "start and position cannot be given both"),
    ] {
        for route in ["position", "solve", "game", "game.ggf", "position.obf"] {
            // These never search, so they take no time.
            let is_game = !matches!(route, "position" | "solve");
            let sentence = if !is_game {
                sentence.to_owned()
            } else if query.contains("time_ms") {
                "query: unknown field `time_ms`, expected one of `board`, `start`, `position`, `moves`, `scoring`"
                    .to_owned()
            } else {
                sentence.replace(", `time_ms`", "")
            };
            let (status, record) = json(get(&router, &format!("/api/{route}?{query}")).await).await;
            assert_eq!(
                (status, &record),
                (StatusCode::BAD_REQUEST, &object!({ "error": sentence })),
                "{route} {query}"
            );
        }
    }
    let (status, record) = json(get(&router, "/api/play?board=4x4&player=me").await).await;
    let sentence = "player 'me' is unknown: it is random, mc, uct, uct-plus, alphabeta or solver";
    assert_eq!((status, record), (StatusCode::BAD_REQUEST, object!({ "error": sentence })));
}

#[tokio::test]
async fn a_batch_is_answered_in_its_order_within_its_limits() {
    let router = ignorant(explorer::Limits { batch: 3, body_bytes: 400, ..limits() });
    let positions = object!({ "positions": [{ "board": "4x4", "time_ms": 5000 }, { "board": "4x4", "moves": "b1" }, { "board": "4x5" }] });
    let (status, record) = json(post(&router, "/api/positions", positions.to_string()).await).await;
    assert_eq!(status, StatusCode::OK, "{record}");
    let records = record["positions"].as_array().unwrap();
    assert_eq!((&records[0]["value"], &records[1]["value"]), (&(-8).into(), &8.into()));
    assert_eq!((&records[2]["board"], &records[2]["value"]), (&"4x5".into(), &Value::Null));
    for (body, status, beginning) in [
        (
            object!({ "positions": [{}, {}, {}, {}] }).to_string(),
            400,
            "4 positions in one batch are too many: 3 is the most",
        ),
        (
            object!({ "positions": [{ "board": "4x4" }, { "board": "9x9" }] }).to_string(),
            400,
            "position 2: board 9x9 is too large",
        ),
        ("{".to_owned(), 400, "body: "),
        (object!({ "positions": [{ "bord": "4x4" }] }).to_string(), 400, "body: "),
        (format!("{{\"positions\":[]{}}}", " ".repeat(400)), 413, "the body is too large"),
    ] {
        let (found, record) = json(post(&router, "/api/positions", body.clone()).await).await;
        assert_eq!(found.as_u16(), status, "{body}: {record}");
        assert!(record["error"].as_str().unwrap().starts_with(beginning), "{body}: {record}");
    }
    let request = Request::post("/api/positions").body(Body::from("{}")).unwrap();
    let (status, _) = json(router.clone().oneshot(request).await.unwrap()).await;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn a_batch_that_is_written_otherwise_is_refused_in_a_sentence() {
    let router = ignorant(limits());
    let unknown = "expected one of `board`, `start`, `position`, `moves`, `scoring`, `time_ms` at line 1 column";
    for (body, beginning) in [
        ("[]", "body: invalid type: sequence, expected an object at line 1"),
        ("[[{\"board\":\"4x4\"}]]", "body: invalid type: sequence, expected an object at line 1"),
        ("{\"positions\":[[\"4x4\"]]}", "body: positions[0]: invalid type: sequence, expected an object at line 1"),
        ("{\"positions\":[{\"bord\":\"4x4\"}]}", &format!("body: positions[0]: unknown field `bord`, {unknown}")),
        ("{\"position\":[]}", "body: unknown field `position`, expected `positions` at line 1"),
    ] {
        let (status, record) = json(post(&router, "/api/positions", body.to_owned()).await).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{body}");
        assert!(record["error"].as_str().unwrap().starts_with(beginning), "{body}: {record}");
    }
    for (time, shown) in [("-1", "-1"), ("1.5", "1.5"), ("true", "true"), ("\"x\"", "x"), ("20001", "20001")] {
        let body = format!("{{\"positions\":[{{\"board\":\"4x4\",\"time_ms\":{time}}}]}}");
        let sentence = format!("position 1: time_ms '{shown}' is not a number of milliseconds from 0 to 20000");
        let (status, record) = json(post(&router, "/api/positions", body).await).await;
        assert_eq!((status, record), (StatusCode::BAD_REQUEST, object!({ "error": sentence })));
    }
    for time in ["0", "\"0\"", "null"] {
        let body = format!("{{\"positions\":[{{\"board\":\"4x4\",\"time_ms\":{time}}}]}}");
        assert_eq!(post(&router, "/api/positions", body).await.status(), StatusCode::OK, "{time}");
    }
}

#[tokio::test]
async fn no_error_quotes_more_than_a_little() {
    let router = ignorant(limits());
    let long = "x".repeat(14_000);
    for query in [
        format!("position?board={long}"),
        format!("position?board=4x4&start={long}"),
        format!("position?board=4x4&scoring={long}"),
        format!("position?board=4x4&moves={long}"),
        format!("position?position=4x4%20-----OX--XO-----%20{long}"),
        format!("position?{long}=1"),
        format!("play?board=4x4&player={long}"),
    ] {
        let (status, record) = json(get(&router, &format!("/api/{query}")).await).await;
        let sentence = record["error"].as_str().unwrap();
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(sentence.chars().count() < 500, "{} characters for {}", sentence.len(), &query[..40]);
    }
    let (_, record) = json(get(&router, &format!("/api/position?board={long}")).await).await;
    let sentence = record["error"].as_str().unwrap();
    assert!(sentence.starts_with("board 'xxx") && sentence.contains(" … "), "{sentence}");
    assert!(sentence.ends_with("' is not of the form ROWSxCOLUMNS, for example 4x10"), "{sentence}");
}

#[tokio::test]
async fn a_name_that_is_no_text_is_not_there() {
    let router = ignorant(limits());
    for address in ["/certificates/%ff", "/api/campaigns/%ff", "/api/campaigns/%ff/tree", "/api/campaigns/none/tree"] {
        let (status, record) = json(get(&router, address).await).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{address}");
        assert!(record["error"].as_str().unwrap().starts_with("there is nothing here"), "{address}: {record}");
    }
}

#[tokio::test]
async fn a_game_tells_every_position_of_it() {
    let router = ignorant(limits());
    ask(&router, "/api/position?board=4x4&time_ms=5000").await;
    let game = ask(&router, "/api/game?board=4x4&moves=b1a1a2").await;
    let plies = game["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 4);
    assert_eq!((&plies[0]["move"], &plies[3]["move"]), (&Value::Null, &"a2".into()));
    // The line of a solved position is known.
    assert_eq!(plies.iter().map(|ply| ply["value"].as_i64().unwrap()).collect::<Vec<_>>(), [-8, 8, -8, 8]);
    assert_eq!(plies[1]["discs"], object!({ "black": 4, "white": 1 }));
}

#[tokio::test]
async fn opponents_make_legal_moves_and_the_solver_best_ones() {
    let router = ignorant(limits());
    let players = ask(&router, "/api/players").await;
    for player in players.as_array().unwrap() {
        let name = player["name"].as_str().unwrap();
        for board in ["4x4", "5x3", "4x6"] {
            let start = Position::start(board.parse().unwrap(), Start::Reversi);
            let legal: Vec<String> =
                start.legal_moves().iter().map(|one| one.display(start.board()).to_string()).collect();
            let address = format!("/api/play?board={board}&start=reversi&player={name}");
            let reply = ask(&router, &address).await;
            assert!(legal.iter().any(|one| reply["move"] == one[..]), "{name}, {board}: {reply}");
            assert_eq!(ask(&router, &address).await["move"], reply["move"], "{name}: the same position, the same move");
        }
        if name == "solver" {
            let reply = ask(&router, "/api/play?board=4x6&player=solver").await;
            assert!(["c1", "d4"].contains(&reply["move"].as_str().unwrap()), "{reply}");
            assert_eq!(reply["best"], true);
            // Without a proof it plays as it can.
            let reply = ask(&router, "/api/play?board=8x8&player=solver&time_ms=0").await;
            assert!(reply["move"].is_string() && reply["best"] == false, "{reply}");
        }
        let over = ask(&router, &format!("/api/play?position=3x3%20XXXXXXXX-%20O&player={name}")).await;
        assert_eq!(over["move"], Value::Null, "{name}");
    }
}

#[tokio::test]
async fn each_level_gives_away_less_than_the_one_before_and_what_was_measured() {
    let players = ask(&ignorant(limits()), "/api/players").await;
    let players = players.as_array().unwrap();
    let loses = |player: &Value| player["loses"].as_f64().unwrap();
    assert!(players.windows(2).all(|pair| loses(&pair[1]) < loses(&pair[0])), "{players:?}");
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/results/ladder.md")).unwrap();
    let table = page.split("<!-- table: ladder-levels -->").nth(1).unwrap().split("<!-- end -->").next().unwrap();
    for (level, player) in (1..).zip(players).filter(|(_, player)| loses(player) > 0.0) {
        let (title, spec) = (player["title"].as_str().unwrap(), player["spec"].as_str().unwrap());
        let row = format!("| {level}: {title} | `{spec}` | {:.2} (", loses(player));
        assert!(table.contains(&row), "{row} is not in {table}");
    }
}

#[tokio::test]
async fn the_description_that_is_checked_in_is_that_of_the_api() {
    let made = ask(&ignorant(explorer::Limits::default()), "/api/openapi.json").await;
    let kept: Value = serde_json::from_str(include_str!("../openapi.json")).unwrap();
    let how = "cargo run --release -p exact-othello-explorer --example openapi > explorer/openapi.json";
    assert!(made == kept, "explorer/openapi.json is older than the API; make it again: {how}");
}

#[tokio::test]
async fn every_described_route_is_there_and_all_routes_are_described() {
    let router = ignorant(limits());
    let description = ask(&router, "/api/openapi.json").await;
    let paths = description["paths"].as_object().unwrap();
    let expected = [
        "/api/atlas",
        "/api/boards",
        "/api/campaigns",
        "/api/campaigns/{name}",
        "/api/campaigns/{name}/tree",
        "/api/game",
        "/api/game.ggf",
        "/api/play",
        "/api/players",
        "/api/position",
        "/api/position.obf",
        "/api/positions",
        "/api/read",
        "/api/solve",
        "/certificates/{name}",
        "/healthz",
        "/metrics",
    ];
    assert_eq!(paths.keys().collect::<Vec<_>>(), expected);
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{path}");
            let mut statuses = vec!["400", "403", "421", "431", "500", "504"];
            statuses.extend(["413", "415"].into_iter().filter(|_| method == "post"));
            for status in statuses {
                assert!(operation["responses"][status].is_object(), "{path}: {status}");
            }
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let request =
                Request::builder().method(method).uri(path.replace("{name}", "none")).body(Body::empty()).unwrap();
            let (status, body) = json_or_text(router.clone().oneshot(request).await.unwrap()).await;
            assert_ne!(status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
            assert!(status != StatusCode::NOT_FOUND || path.contains("{name}"), "{path}: {body}");
        }
    }
    // Every field of an answer is described, and every described field is there.
    let record = ask(&router, "/api/position?board=4x4").await;
    let schema = &description["components"]["schemas"]["PositionRecord"];
    let mut described = Vec::new();
    collect_properties(schema, &description, &mut described);
    described.sort();
    let mut fields: Vec<_> = record.as_object().unwrap().keys().cloned().collect();
    fields.sort();
    assert_eq!(described, fields, "{schema}");
}

fn collect_properties(schema: &Value, description: &Value, into: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        return collect_properties(&description["components"]["schemas"][name], description, into);
    }
    into.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
    for part in schema["allOf"].as_array().into_iter().flatten() {
        collect_properties(part, description, into);
    }
}

async fn json_or_text(response: axum::http::Response<Body>) -> (StatusCode, String) {
    let status = response.status();
    let is_stream = response.headers().get("content-type").is_some_and(|kind| kind == "text/event-stream");
    if is_stream { (status, String::new()) } else { (status, text(response).await) }
}

#[tokio::test]
async fn every_answer_carries_the_security_headers_and_no_path() {
    let router = ignorant(limits());
    for address in [
        "/",
        "/boards",
        "/boards/4x4-othello-discs",
        "/atlas",
        "/atlas/6x6-othello-discs",
        "/atlas.js",
        "/api/atlas",
        "/campaigns",
        "/campaigns/big",
        "/campaigns.js",
        "/missing.js",
        "/explore.js",
        "/style.css",
        "/favicon.svg",
        "/healthz",
        "/metrics",
        "/api/position?board=x",
        "/nowhere",
        "/certificates/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/Cargo.toml",
    ] {
        let response = get(&router, address).await;
        let header =
            |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or("").to_owned();
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{address}: {policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{address}");
        assert_eq!(header("x-frame-options"), "DENY", "{address}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{address}");
        let body = text(response).await;
        for secret in [env!("CARGO_MANIFEST_DIR"), "root:", "[workspace]"] {
            assert!(!body.contains(secret), "{address}");
        }
        if body.starts_with("<!doctype") {
            assert!(!body.contains("<style") && !body.contains("style=") && !body.contains(" onclick"), "{address}");
            assert!(!body.contains("http://") && !body.contains("https://"), "{address}");
        }
    }
    assert_eq!(get(&router, "/nowhere").await.status(), StatusCode::NOT_FOUND);
    let delete = Request::delete("/api/position").body(Body::empty()).unwrap();
    assert_eq!(router.clone().oneshot(delete).await.unwrap().status(), StatusCode::METHOD_NOT_ALLOWED);
    let post = Request::post("/api/position").body(Body::empty()).unwrap();
    assert_eq!(router.clone().oneshot(post).await.unwrap().status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn where_nothing_is_a_browser_gets_a_page_and_a_program_json() {
    let router = ignorant(limits());
    for (accept, content_type, beginning) in [
        ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8", "<!doctype html>"),
        ("application/json", "application/json", "{\"error\":\"there is nothing here; "),
        ("*/*", "application/json", "{\"error\":\"there is nothing here; "),
    ] {
        for address in ["/nowhere", "/atlas/", "/api/nothing"] {
            let response = get_with(&router, address, "accept", accept).await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{address}, {accept}");
            assert_eq!(response.headers()["content-type"], content_type, "{address}, {accept}");
            assert!(text(response).await.starts_with(beginning), "{address}, {accept}");
        }
    }
}

#[tokio::test]
async fn a_file_of_the_page_that_has_not_changed_is_not_sent_again() {
    let router = ignorant(limits());
    let tag = get(&router, "/explore.js").await.headers()["etag"].to_str().unwrap().to_owned();
    for field in [tag.clone(), format!("W/{tag}"), format!("\"another\",W/{tag} , \"y\""), " * ".to_owned()] {
        let response = get_with(&router, "/explore.js", "if-none-match", &field).await;
        assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{field}");
        assert!(response.into_body().collect().await.unwrap().to_bytes().is_empty());
    }
    let request = Request::get("/explore.js").header("if-none-match", "\"x\"").header("if-none-match", &tag);
    let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "two fields are one list");
    for field in ["", &tag[1..tag.len() - 1], &tag[..tag.len() - 1], "\"x\", *", "x, \"a,2\""] {
        assert_eq!(get_with(&router, "/explore.js", "if-none-match", field).await.status(), StatusCode::OK, "{field}");
    }
}

#[tokio::test]
async fn what_is_asked_is_counted() {
    let router = ignorant(limits());
    ask(&router, "/api/position?board=4x4&time_ms=5000").await;
    ask(&router, "/api/position?board=4x4&time_ms=0").await;
    let metrics = text(get(&router, "/metrics").await).await;
    let has = |line: &str| assert!(metrics.lines().any(|found| found == line), "{line}: {metrics}");
    has("solve_requests_total{route=\"/api/position\",status=\"200\"} 2");
    has("solve_searches_total 1");
    has("solve_known_total 1");
    has("solve_searches_now 0");
    assert!(metrics.ends_with("# EOF\n"));
    assert_eq!(ask(&router, "/healthz").await["status"], "ok");
}

/// A runtime for tests that are not futures themselves.
fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_query_makes_it_fail(route in 0usize..4, query in "\\PC{0,80}", raw in proptest::collection::vec(any::<u8>(), 0..60)) {
        let router = ignorant(explorer::Limits { time: Duration::from_millis(20), ..limits() });
        let route = ["position", "game", "play", "solve"][route];
        let escaped: String = raw.iter().map(|byte| format!("%{byte:02x}")).collect();
        for query in [query.replace(|symbol: char| !symbol.is_ascii_graphic(), "+"), format!("position={escaped}"), format!("board=4x4&moves={escaped}")] {
            let Ok(request) = Request::get(format!("/api/{route}?{query}")).body(Body::empty()) else { continue };
            let response = runtime().block_on(router.clone().oneshot(request)).unwrap();
            prop_assert!(matches!(response.status().as_u16(), 200 | 400), "{query}: {}", response.status());
        }
    }

    #[test]
    fn no_likely_query_makes_it_fail(board in "[3-9]x[3-9]", squares in "[XO-]{9,64}", side in "[XOxy]?", moves in "([a-h][1-8]|pass){0,12}", scoring in "(discs|wof|w)?", ms in "[0-9]{0,2}") {
        let router = ignorant(explorer::Limits { time: Duration::from_millis(99), ..limits() });
        for query in [
            format!("board={board}&position={squares}%20{side}&scoring={scoring}&time_ms={ms}&moves={moves}"),
            format!("board={board}&moves={moves}&scoring={scoring}&time_ms={ms}"),
        ] {
            let status = runtime().block_on(get(&router, &format!("/api/position?{query}"))).status();
            prop_assert!(matches!(status.as_u16(), 200 | 400), "{query}: {status}");
        }
    }

    #[test]
    fn no_body_makes_it_fail(body in "\\PC{0,200}") {
        let router = ignorant(limits());
        let status = runtime().block_on(post(&router, "/api/positions", body)).status();
        prop_assert!(status == StatusCode::BAD_REQUEST || status == StatusCode::OK, "{status}");
    }
}
