//! Headers of all answers, and limits of all requests.

use std::net::IpAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use crate::api::{ApiError, Weight};
use crate::client::Client;
use crate::limits::Limits;
use crate::page;
use crate::state::Explorer;

/// Pages may load only what this server holds, no inline script or style, and no other page may frame them.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A large answer goes to the connection in parts of this many bytes.
const PART_BYTES: usize = 64 << 10;

/// What every answer carries.
pub(crate) const HEADERS: [(HeaderName, &str); 7] = [
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
    // Searches have a limit of their own; this one catches whatever hangs in spite of all others.
    let patience = limits.time.saturating_add(limits.grace).saturating_mul(2);
    routes
        .fallback(page::missing)
        .method_not_allowed_fallback(|| async { ApiError::Method })
        .layer(CatchPanicLayer::custom(|_| ApiError::Internal.into_response()))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, patience))
        .layer(DefaultBodyLimit::max(limits.body_bytes))
        .layer(middleware::from_fn_with_state(explorer.clone(), surround))
        .with_state(explorer.clone())
}

/// Who is at the other end of a connection.
#[derive(Clone, Copy)]
pub(crate) struct Caller(pub(crate) IpAddr);

/// Counts the request, refuses what may not be asked, and adds the headers.
async fn surround(State(explorer): State<Explorer>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let mut response = match admitted(&explorer, request).await {
        Ok(request) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if !response.headers().contains_key(header::CACHE_CONTROL) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    explorer.shared.metrics.responded(&route, response.status().as_u16(), begin.elapsed());
    match response.extensions_mut().remove::<Weight>() {
        Some(weight) => response.map(|body| Body::new(Answer { body, part: Bytes::new(), _weight: weight })),
        None => response,
    }
}

/// The request with its whole body and the client it is for, if it may be answered.
async fn admitted(explorer: &Explorer, mut request: Request) -> Result<Request, ApiError> {
    let shared = &explorer.shared;
    explorer.access.check(&request, shared.books.knowledge.learns())?;
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::POST) {
        return Err(ApiError::Method);
    }
    if let Some(&Caller(peer)) = request.extensions().get() {
        let client = Client::behind(peer, request.headers(), &explorer.access.proxies);
        request.extensions_mut().insert(client);
    }
    if *request.method() == Method::POST { whole(request, &shared.limits).await } else { Ok(request) }
}

/// The request with its body in memory.
async fn whole(request: Request, limits: &Limits) -> Result<Request, ApiError> {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > limits.body_bytes as u64) {
        return Err(ApiError::TooLarge);
    }
    let (head, body) = request.into_parts();
    let read = tokio::time::timeout(limits.body_time, to_bytes(body, limits.body_bytes)).await;
    let bytes = read.map_err(|_| ApiError::TooSlow)?.map_err(|error| {
        let is_limit =
            std::error::Error::source(&error).is_some_and(|source| source.is::<http_body_util::LengthLimitError>());
        if is_limit { ApiError::TooLarge } else { ApiError::Bad("body: it breaks off".to_owned()) }
    })?;
    Ok(Request::from_parts(head, Body::from(bytes)))
}

/// The body of a large answer. It goes out in parts, so that its ticket is not given back before the client has read
/// nearly all of it.
struct Answer {
    body: Body,
    /// What is left of the last frame.
    part: Bytes,
    _weight: Weight,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.part.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.part = data,
                    Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
                },
                end => return Poll::Ready(end),
            }
        }
        let length = self.part.len().min(PART_BYTES);
        let part = self.part.split_to(length);
        // Copy it: the last part's slice would keep the whole answer in memory after its ticket has been given back.
        Poll::Ready(Some(Ok(Frame::data(Bytes::copy_from_slice(&part)))))
    }

    fn is_end_stream(&self) -> bool {
        self.part.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (mut hint, part) = (self.body.size_hint(), self.part.len() as u64);
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + part);
        }
        hint.set_lower(hint.lower() + part);
        hint
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http_body_util::BodyExt;

    use super::*;
    use crate::state::Explorer;

    /// Bytes that count their holders.
    struct Held {
        bytes: Vec<u8>,
        _count: Arc<()>,
    }

    impl AsRef<[u8]> for Held {
        fn as_ref(&self) -> &[u8] {
            &self.bytes
        }
    }

    #[tokio::test]
    async fn what_is_left_of_a_large_answer_does_not_hold_the_whole_once_its_ticket_is_back() {
        let explorer = Explorer::new(Arc::new(crate::Store::default()), Vec::new(), Limits::default());
        let client = Client::of([192, 0, 2, 1].into());
        let weight = Weight::of(&explorer.shared, client).unwrap();
        let count = Arc::new(());
        let whole = Bytes::from_owner(Held { bytes: vec![7; 3 * PART_BYTES + 1], _count: Arc::clone(&count) });
        let mut answer = Answer { body: Body::from(whole), part: Bytes::new(), _weight: weight };
        let mut parts = Vec::new();
        while let Some(frame) = answer.frame().await {
            parts.push(frame.unwrap().into_data().unwrap());
        }
        drop(answer);
        assert_eq!(parts.iter().map(Bytes::len).collect::<Vec<_>>(), [PART_BYTES, PART_BYTES, PART_BYTES, 1]);
        assert_eq!(Arc::strong_count(&count), 1);
    }
}
