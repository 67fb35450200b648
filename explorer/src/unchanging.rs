//! Texts with a tag each: who has one is not sent it again as long as it is the same.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// A text with the name of its content.
#[derive(Clone)]
pub(crate) struct Unchanging {
    content_type: &'static str,
    text: Cow<'static, str>,
    tag: String,
}

impl Unchanging {
    /// A text of a type.
    pub(crate) fn new(content_type: &'static str, text: &'static str) -> Self {
        Self::of(content_type, Cow::Borrowed(text))
    }

    /// A text that was made for one answer; who has the same is not sent it again.
    pub(crate) fn made(content_type: &'static str, text: String) -> Self {
        Self::of(content_type, Cow::Owned(text))
    }

    fn of(content_type: &'static str, text: Cow<'static, str>) -> Self {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Self { content_type, text, tag: format!("\"{:016x}\"", hasher.finish()) }
    }

    /// The text, unless these headers say that the client has it.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Response {
        let caching = [(CACHE_CONTROL, "no-cache"), (ETAG, &*self.tag)];
        if headers.get(IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == self.tag.as_bytes()) {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        ([(CONTENT_TYPE, self.content_type)], caching, self.text.clone()).into_response()
    }
}
