//! Games and positions as people keep them, read and written, and the page without scripts.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json as object};
use solver::random::Random;
use solver::read::games;
use solver::{Board, Position, Start};

mod requests;

use requests::{ask, get, ignorant, json, limits, post, text};

/// What is found in a text.
async fn found(body: Value) -> (StatusCode, Value) {
    json(post(&ignorant(limits()), "/api/read", body.to_string()).await).await
}

#[tokio::test]
async fn moves_positions_and_games_are_read() {
    let start = object!({ "title": null, "board": "4x4", "start": "othello", "position": null, "moves": "" });
    let with = |changes: Value| {
        let mut record = start.clone();
        record.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        record
    };
    let ggf = "(;GM[Othello]PC[x]PB[Ann]PW[Bob]BO[4 ---- -O*- -*O- ---- *]B[b1]W[A1//2];)";
    for (text, expected) in [
        ("b1 a1", vec![with(object!({ "moves": "b1 a1" }))]),
        // A game may span several lines; so may a position.
        ("1. b1 a1\n 3. a2\n", vec![with(object!({ "moves": "b1 a1 a2" }))]),
        ("b1\na1 a2\n", vec![with(object!({ "moves": "b1 a1 a2" }))]),
        ("4x4\n-----OX--XO-----\nX", vec![start.clone()]),
        // Lines that do not continue each other are separate games.
        ("b1\nb1 # again", vec![with(object!({ "moves": "b1" })), with(object!({ "moves": "b1" }))]),
        ("-----OX--XO----- X; b1:-8; a2:-8 % 12 empties", vec![start.clone()]),
        (
            "3x4 XO---------- O\n-----OX--XO----- X",
            vec![with(object!({ "board": "3x4", "start": null, "position": "XO---------- O" })), start.clone()],
        ),
        ("X -----OX--XO-----", vec![start.clone()]),
        ("X\n-----OX-\n-XO----- % rows", vec![start.clone()]),
        ("-----OX--XO----- X; b1:-8; --:-127;", vec![start.clone()]),
        // A comment ends with its line.
        ("-----OX--XO----- X % one\n-----OX--XO----- X", vec![start.clone(), start.clone()]),
        // Moves behind a position are a game from it, whatever else they may be.
        (
            "4x4 OX---OX--XO----- X\n\n3. d3\n4x4 -----OX--XO----- X\nb1\nd3",
            vec![
                with(object!({ "start": null, "position": "OX---OX--XO----- X", "moves": "d3" })),
                with(object!({ "moves": "b1" })),
                with(object!({ "moves": "d3" })),
            ],
        ),
        (ggf, vec![with(object!({ "title": "Ann – Bob", "moves": "b1 a1" }))]),
    ] {
        let (status, record) = found(object!({ "text": text, "board": "4x4" })).await;
        assert_eq!(status, StatusCode::OK, "{text}: {record}");
        assert_eq!(record["found"], Value::from(expected), "{text}");
    }
    // Moves begin at the given start, and a missing pass is filled in.
    let whole = "d1 a1 a2 a3 d4 b1 a4 d3 d2 pass b4 c4";
    let body = object!({ "text": whole.replace("pass ", ""), "board": "4x4", "start": "reversi" });
    assert_eq!(found(body).await.1["found"][0]["moves"], whole);
    let body = object!({ "text": "pass", "board": "3x4", "position": "XO---------- O" });
    let (_, record) = found(body).await;
    assert_eq!(
        (&record["found"][0]["position"], &record["found"][0]["moves"]),
        (&"XO---------- O".into(), &"pass".into())
    );
}

#[tokio::test]
async fn what_is_wrong_with_a_text_is_said_in_the_sentence_of_the_command_line() {
    for (text, sentence) in [
        ("", "the text holds no game and no position"),
        ("# only this", "the text holds no game and no position"),
        ("a1", "moves: a1 at ply 1 is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4"),
        ("b1 z9", "moves: 'z9' at ply 2 is neither a square of board 4x4 nor a pass"),
        ("4x4 -----OX--XO----", "position: 15 squares given, board 4x4 has 16"),
        ("9x9 -", "board 9x9 is too large: it has 81 squares, 64 is the most"),
        (
            "hello there",
            "'hello' is neither a list of moves, such as c4e3, nor a position of X, O and -, nor GGF or OBF",
        ),
        ("Xhello", "position: 'h' at character 2 is none of X O - (also * B b x, W w o, .)"),
        ("-----OX--XO----- X; d3", "'d3' is not MOVE:SCORE, for example F5:+4"),
        ("(;)", "line 1: game 1: the game is empty"),
        ("(;GM[1]FF[4]SZ[9]\n;B[aa];W[bb])", "line 1: game 1: the game is '1', not Othello"),
        ("3. a2", "moves: they begin with number 3; those before it are missing"),
        (
            "b1 a1\nd3",
            "line 1: the lines are one game, b1 a1 d3, or 2 games; put each game on one line, or number its moves",
        ),
        ("⚪⚫ ⚪", "position: 2 squares given, board 4x4 has 16"),
        ("\n(;;)", "line 2: game 1: the game does not say which it is: GM[Othello] is missing"),
        ("\n(;GM[Amazons];)", "line 2: game 1: the game is 'Amazons', not Othello"),
        ("(;GM[Othello]BO[4 ---- -O*- -*O- ---- *]W[b1];)", "line 1: game 1: White moves out of turn: W[b1]"),
    ] {
        let (status, record) = found(object!({ "text": text, "board": "4x4" })).await;
        assert_eq!((status, &record), (StatusCode::BAD_REQUEST, &object!({ "error": sentence })), "{text}");
    }
    // What is readable is read, and the rest is named.
    for (text, fault) in [
        ("b1\nb1\nz9", "line 3: moves: 'z9' at ply 1 is neither a square of board 4x4 nor a pass"),
        (
            "OX---OX--XO----- X\nd3\nd2",
            "line 3: moves: they may continue the game from a position before them, or not; give their position, or one \
             game a line",
        ),
    ] {
        let (status, record) = found(object!({ "text": text, "board": "4x4" })).await;
        assert_eq!((status, &record["faults"]), (StatusCode::OK, &Value::from(vec![fault])), "{text}");
    }
    let (status, record) = found(object!({ "text": "b1" })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(record["error"], "no board given: ROWSxCOLUMNS is needed, for example board=4x10");
    let large = found(object!({ "text": " ".repeat(limits().body_bytes) })).await;
    assert_eq!(large.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn a_game_that_is_written_as_ggf_is_read_back() {
    let router = ignorant(limits());
    let mut random = Random::new(7, 0);
    for board in ["4x4", "5x7", "3x21", "8x8", "10x4"] {
        let board: Board = board.parse().unwrap();
        let mut position = Position::start(board, Start::Reversi);
        let mut moves = Vec::new();
        while let Some(chosen) = random.legal_move(&position) {
            moves.push(chosen);
            position = position.play(chosen).unwrap();
        }
        for length in [0, moves.len() / 2, moves.len()] {
            let line = solver::notation::line_text(board, &moves[..length]);
            let query = format!("board={board}&start=reversi&moves={}", line.replace(' ', ""));
            let response = get(&router, &format!("/api/game.ggf?{query}")).await;
            assert!(response.headers()["content-type"].to_str().unwrap().starts_with("text/plain"));
            let written = text(response).await;
            assert_eq!(written.contains("RE["), length == moves.len(), "{written}");
            let game = games(written.as_bytes(), None)[0].clone().unwrap();
            assert_eq!((game.start, &game.moves[..]), (Position::start(board, Start::Reversi), &moves[..length]));
            let (_, record) = found(object!({ "text": written })).await;
            let expected = object!([{ "title": null, "board": board.to_string(), "start": "reversi", "position": null, "moves": line }]);
            assert_eq!(record["found"], expected);
        }
    }
    assert_eq!(get(&router, "/api/game.ggf?board=4x4&moves=a1").await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn the_result_in_a_ggf_is_black_s() {
    let router = ignorant(limits());
    // White has every disc.
    let written = text(get(&router, "/api/game.ggf?position=3x3%20OOOOOOOO-%20O").await).await;
    assert!(written.contains("RE[-9.00]"), "{written}");
    let written = text(get(&router, "/api/game.ggf?position=3x3%20OOOOOOOO-%20X").await).await;
    assert!(written.contains("RE[-9.00]"), "{written}");
}

#[tokio::test]
async fn a_position_is_written_as_obf_with_the_values_that_are_known() {
    let router = ignorant(limits());
    let start = "4x4 -----OX--XO----- X;";
    assert_eq!(text(get(&router, "/api/position.obf?board=4x4").await).await, format!("{start}\n"));
    ask(&router, "/api/position?board=4x4&time_ms=5000").await;
    let written = text(get(&router, "/api/position.obf?board=4x4").await).await;
    assert_eq!(written, format!("{start} b1:-8; a2:-8; d3:-8; c4:-8;\n"));
    let read = games(written.as_bytes(), None)[0].clone().unwrap();
    assert_eq!(read.value.map(solver::Score::discs), Some(-8));
}

/// The part of the page for browsers without scripts.
async fn without_scripts(router: &axum::Router, address: &str) -> String {
    let page = text(get(router, address).await).await;
    let (_, rest) = page.split_once("<body>").unwrap();
    let (_, rest) = rest.split_once("<noscript>").unwrap();
    rest.split_once("</noscript>").unwrap().0.to_owned()
}

#[tokio::test]
async fn without_scripts_the_page_tells_the_value_and_links_each_move() {
    let router = ignorant(limits());
    let told = without_scripts(&router, "/?board=4x4&moves=b1&edit=1").await;
    assert!(told.contains("<h2>4x4: Not known yet. White to move.</h2>"), "{told}");
    assert!(told.contains("not known yet</li>"), "{told}");
    // The API accepts the link that searches.
    let (_, rest) = told.split_once("<a href=\"/api/position").unwrap();
    let link = format!("/api/position{}", rest.split_once('"').unwrap().0.replace("&amp;", "&"));
    assert_eq!(ask(&router, &link).await["value"], 8);
    let told = without_scripts(&router, "/?board=4x4&moves=b1").await;
    assert!(told.contains("<h2>4x4: White wins by 8. White to move.</h2>"), "{told}");
    assert!(!told.contains("/api/position"), "{told}");
    assert!(told.contains("   a b c d\n 1 - X - -\n 2 - X X -\n"), "{told}");
    // Every link to a move, and the one back, works here.
    let links: Vec<String> = told
        .split("href=\"/?")
        .skip(1)
        .map(|rest| format!("/?{}", rest.split_once('"').unwrap().0.replace("&amp;", "&")))
        .collect();
    assert_eq!(links.last().unwrap(), "/?board=4x4&start=othello&moves=");
    assert!(links.len() > 3, "{told}");
    for link in &links {
        let there = without_scripts(&router, link).await;
        assert!(
            ["Black wins by", "White wins by", "A draw"].iter().any(|said| there.contains(&format!("<h2>4x4: {said}"))),
            "{link}: {there}"
        );
    }
    let told = without_scripts(&router, "/?board=4x4&board=5x5").await;
    assert!(told.contains("duplicate field `board`"), "{told}");
    // The given ply is shown, and errors are shown with all HTML escaped.
    let told = without_scripts(&router, "/?board=4x4&moves=b1&ply=0").await;
    assert!(told.contains("White wins by 8. Black to move.</h2>"), "{told}");
    let told = without_scripts(&router, "/?board=%3Cb%3E").await;
    assert!(told.contains("board '&lt;b&gt;' is not of the form ROWSxCOLUMNS"), "{told}");
    let told = without_scripts(&router, "/?position=3x3%20OOOOOOOO-%20X").await;
    assert!(told.contains("White wins by 9. The game is over.</h2>"), "{told}");
    // The same page is not sent twice.
    let tag = get(&router, "/?board=4x4").await.headers()["etag"].clone();
    assert_eq!(get(&router, "/?board=4x4").await.headers()["etag"], tag);
    assert_ne!(get(&router, "/?board=4x4&moves=b1").await.headers()["etag"], tag);
}

#[tokio::test]
async fn without_scripts_the_search_takes_no_longer_than_it_may() {
    for (limit, said) in [
        (20_000, "time_ms=5000\">Search this position</a> for 5 s:"),
        (1500, "time_ms=1500\">Search this position</a> for 1.5 s:"),
    ] {
        let router = ignorant(explorer::Limits { time: Duration::from_millis(limit), ..limits() });
        let told = without_scripts(&router, "/?board=3x3").await;
        assert!(told.contains(said), "{told}");
        let (_, rest) = told.split_once("<a href=\"/api/position").unwrap();
        ask(&router, &format!("/api/position{}", rest.split_once('"').unwrap().0.replace("&amp;", "&"))).await;
    }
}
