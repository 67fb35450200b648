//! The checked-in description of the API, from which the page's types are made.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use explorer::{Explorer, Limits, Store};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

#[tokio::test]
async fn the_description_that_is_checked_in_is_that_of_the_api() {
    let router = Explorer::new(Arc::new(Store::default()), Vec::new(), Limits::default()).router();
    let request = Request::get("/api/openapi.json").body(Body::empty()).unwrap();
    let bytes = router.oneshot(request).await.unwrap().into_body().collect().await.unwrap().to_bytes();
    let kept = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json")).unwrap();
    let [made, kept]: [Value; 2] = [&bytes[..], &kept].map(|text| serde_json::from_slice(text).unwrap());
    let how = "cargo run --release -p exact-othello-explorer --example openapi > explorer/openapi.json, then \
               npm ci && npm run build in explorer/web";
    assert!(made == kept, "explorer/openapi.json is older than the API; make it again: {how}");
}
