//! Prints the description of the API: `cargo run -p exact-othello-explorer --example openapi > explorer/openapi.json`.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use explorer::{Explorer, Limits, Store};
use http_body_util::BodyExt;
use tower::ServiceExt;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let router = Arc::new(Explorer::new(Arc::new(Store::default()), Vec::new(), Limits::default())).router();
    let request = Request::get("/api/openapi.json").body(Body::empty()).expect("the request is plain");
    let response = router.oneshot(request).await.expect("the router always answers");
    let body = response.into_body().collect().await.expect("the answer is in memory").to_bytes();
    println!("{}", String::from_utf8_lossy(&body));
}
