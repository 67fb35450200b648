//! Answers with an `ETag` each: a client that has the current text is not sent it again.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// The tag of a text.
pub(crate) fn tag(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// A body with its tag, unless the headers say that the client has it.
pub(crate) fn tagged<B: Into<Body>>(
    headers: &HeaderMap,
    tag: &str,
    content_type: &'static str,
    body: impl FnOnce() -> B,
) -> Response {
    let caching = [(CACHE_CONTROL, "no-cache"), (ETAG, tag)];
    if has(headers, tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    ([(CONTENT_TYPE, content_type)], caching, body().into()).into_response()
}

/// Whether the client has what a quoted tag stands for: `If-None-Match` names it, perhaps as weak and among others, or is
/// `*` (RFC 9110, 13.1.2). Our tags are long enough to occur in no other.
pub(crate) fn has(headers: &HeaderMap, tag: &str) -> bool {
    let mut fields = headers.get_all(IF_NONE_MATCH).iter().filter_map(|field| field.to_str().ok());
    fields.any(|field| field.trim() == "*" || field.contains(tag))
}
