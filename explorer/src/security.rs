//! Headers of all answers, and limits of all requests.

use std::time::Instant;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

use crate::api::ApiError;
use crate::state::Explorer;

/// Only what the server itself holds may be loaded, no script or style within the page, and no other page may frame it.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer carries.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// The routes with all that surrounds them.
pub(crate) fn protected(routes: Router<Explorer>, explorer: &Explorer) -> Router {
    let limits = explorer.shared.limits;
    // A search answers in its own time; this is for what hangs in spite of all other limits.
    let patience = (limits.time + limits.grace) * 2;
    routes
        .fallback(|| async { ApiError::NotFound })
        .method_not_allowed_fallback(|| async { ApiError::Method })
        .layer(CatchPanicLayer::custom(|_| ApiError::Internal.into_response()))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, patience))
        .layer(DefaultBodyLimit::max(limits.body_bytes))
        .layer(RequestBodyTimeoutLayer::new(limits.body_time))
        .layer(middleware::from_fn_with_state(explorer.clone(), surround))
        .with_state(explorer.clone())
}

/// Counts the request, refuses what is too large by its own account, and adds the headers.
async fn surround(State(explorer): State<Explorer>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let limit = explorer.shared.limits.body_bytes;
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let mut response = if !matches!(*request.method(), Method::GET | Method::HEAD | Method::POST) {
        ApiError::Method.into_response()
    } else if length.is_some_and(|length: u64| length > limit as u64) {
        // Those that do not say how long they are, are counted as they come.
        ApiError::TooLarge.into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if !response.headers().contains_key(header::CACHE_CONTROL) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    explorer.shared.metrics.responded(&route, response.status().as_u16(), begin.elapsed());
    response
}
