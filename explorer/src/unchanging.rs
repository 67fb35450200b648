//! Texts that the program holds and that never change while it runs: who has one is not sent it again.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// A text with the name of its content.
#[derive(Clone)]
pub(crate) struct Unchanging {
    content_type: &'static str,
    text: &'static str,
    tag: String,
}

impl Unchanging {
    /// A text of a type.
    pub(crate) fn new(content_type: &'static str, text: &'static str) -> Self {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Self { content_type, text, tag: format!("\"{:016x}\"", hasher.finish()) }
    }

    /// The text, unless whoever asks with these headers has it.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        let caching = [(CACHE_CONTROL, "no-cache"), (ETAG, &*self.tag)];
        if headers.get(IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == self.tag.as_bytes()) {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        ([(CONTENT_TYPE, self.content_type)], caching, self.text).into_response()
    }
}
