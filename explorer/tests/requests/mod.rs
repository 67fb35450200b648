//! Requests to a router, without a network.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use explorer::{Explorer, Knowledge, Limits, Store};
use http_body_util::BodyExt;
use serde_json::Value;
use solver::random::Random;
use solver::{Board, Position, Scoring, Start};
use tower::ServiceExt;

/// Small limits, so that many tests can run at once.
pub(crate) fn limits() -> Limits {
    Limits { memory_bytes: 1 << 20, time: Duration::from_secs(20), remembered: 1 << 14, ..Limits::default() }
}

/// An explorer without any knowledge.
pub(crate) fn ignorant(limits: Limits) -> Router {
    knowing(Arc::new(Store::default()), limits)
}

/// An explorer with this knowledge.
pub(crate) fn knowing(knowledge: Arc<dyn Knowledge>, limits: Limits) -> Router {
    Arc::new(Explorer::new(knowledge, Vec::new(), limits)).router()
}

/// The answer to a GET.
pub(crate) async fn get(router: &Router, address: &str) -> Response<Body> {
    let request = Request::get(address).body(Body::empty()).expect("an address");
    router.clone().oneshot(request).await.expect("it answers whatever comes")
}

/// The answer to a GET with a header.
pub(crate) async fn get_with(router: &Router, address: &str, name: &str, value: &str) -> Response<Body> {
    let request = Request::get(address).header(name, value).body(Body::empty()).expect("an address and a header");
    router.clone().oneshot(request).await.expect("it answers whatever comes")
}

/// The answer to a POST of JSON.
pub(crate) async fn post(router: &Router, address: &str, body: String) -> Response<Body> {
    let request = Request::post(address).header("content-type", "application/json").body(Body::from(body));
    router.clone().oneshot(request.expect("an address")).await.expect("it answers whatever comes")
}

/// The whole body as text.
pub(crate) async fn text(response: Response<Body>) -> String {
    let bytes = response.into_body().collect().await.expect("a body").to_bytes();
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Status and JSON of an answer.
pub(crate) async fn json(response: Response<Body>) -> (StatusCode, Value) {
    let status = response.status();
    let text = text(response).await;
    (status, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
}

/// The JSON of a successful GET.
pub(crate) async fn ask(router: &Router, address: &str) -> Value {
    let (status, value) = json(get(router, address).await).await;
    assert_eq!(status, StatusCode::OK, "{address}: {value}");
    value
}

/// The value by the checker's mailbox search.
pub(crate) fn checked(position: &Position, scoring: Scoring) -> i32 {
    let (rows, cols) = (position.board().rows() as usize, position.board().cols() as usize);
    let mailbox = checker::Position::parse(rows, cols, &position.without_board().to_string()).expect("a position");
    checker::value(&mailbox, checker::Scoring::named(scoring.name()).expect("both know it by the same name"))
}

/// A position, escaped for an address.
pub(crate) fn escaped(position: &str) -> String {
    position.replace(' ', "%20")
}

/// A position after random moves with at most this many empty squares.
pub(crate) fn random_position(board: Board, start: Start, empties: u32, random: &mut Random) -> Position {
    let mut position = Position::start(board, start);
    while position.empties() > empties {
        let Some(chosen) = random.legal_move(&position) else { break };
        position = position.play(chosen).unwrap();
    }
    position
}
