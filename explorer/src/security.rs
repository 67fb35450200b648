//! All routes together, with the headers of all answers and the limits of all requests.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

use crate::client::{NOBODY, client_behind};
use crate::error::ApiError;
use crate::state::Explorer;
use crate::{api, page};

/// Pages may load only what this server holds, no inline script or style, and no other page may frame them.
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

impl Explorer {
    /// Everything that can be asked for by HTTP: the API, the page, and the headers that all answers carry.
    pub fn router(self: &Arc<Self>) -> Router {
        let limits = self.limits;
        // Searches have a limit of their own; this one catches whatever hangs in spite of all others.
        let patience = limits.time.saturating_add(limits.grace).saturating_mul(2);
        api::router()
            .merge(page::router(self))
            .fallback(page::missing)
            .method_not_allowed_fallback(|| async { ApiError::Method })
            .layer(CatchPanicLayer::custom(|_| ApiError::Internal.into_response()))
            .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, patience))
            .layer(RequestBodyTimeoutLayer::new(limits.body_time))
            .layer(DefaultBodyLimit::max(limits.body_bytes))
            .layer(middleware::from_fn_with_state(Arc::clone(self), surround))
            .with_state(Arc::clone(self))
    }
}

/// Counts the request, refuses what may not be asked, and adds the headers.
async fn surround(State(explorer): State<Arc<Explorer>>, mut request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let mut response = match check(&explorer, &request) {
        Ok(client) => {
            request.extensions_mut().insert(client);
            next.run(request).await
        }
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if !response.headers().contains_key(header::CACHE_CONTROL) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    explorer.metrics.responded(&route, response.status().as_u16(), begin.elapsed());
    response
}

/// The client that a request is for, if it may be answered.
fn check(explorer: &Explorer, request: &Request) -> Result<IpAddr, ApiError> {
    let headers = request.headers();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    // Without a network there is no need for a name.
    if peer.is_some() || headers.contains_key(header::HOST) {
        explorer.access.check(request, explorer.is_private || explorer.books.knowledge.learns())?;
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::POST) {
        return Err(ApiError::Method);
    }
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > explorer.limits.body_bytes as u64) {
        return Err(ApiError::TooLarge);
    }
    Ok(peer.map_or(NOBODY, |peer| client_behind(peer.ip(), headers, &explorer.access.proxies)))
}
