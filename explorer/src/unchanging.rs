//! Texts with an `ETag` each: a client that has the current text is not sent it again.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

/// A text and the tag of its content.
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

    /// A text made for one answer; a client that has the same text is not sent it again.
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
        if has(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, caching).into_response();
        }
        ([(CONTENT_TYPE, self.content_type)], caching, self.text.clone()).into_response()
    }
}

/// Whether headers say that the client has what a quoted tag stands for: `If-None-Match` names the tag, weak or not and
/// perhaps among others, or is `*`, which matches anything (RFC 9110, 13.1.2).
pub(crate) fn has(headers: &HeaderMap, tag: &str) -> bool {
    let mut fields = headers.get_all(IF_NONE_MATCH).iter().map(|field| field.as_bytes());
    fields.any(|field| field.trim_ascii() == b"*" || names(field, tag.as_bytes()))
}

/// Whether a list of tags contains one. It is read as far as it is well formed; a tag may hold commas.
fn names(mut list: &[u8], tag: &[u8]) -> bool {
    loop {
        let begin = list.iter().position(|byte| !b" \t,".contains(byte)).unwrap_or(list.len());
        list = &list[begin..];
        list = list.strip_prefix(b"W/").unwrap_or(list);
        let Some(length) = list.strip_prefix(b"\"").and_then(|rest| rest.iter().position(|&byte| byte == b'"')) else {
            return false;
        };
        let (one, rest) = list.split_at(length + 2);
        if one == tag {
            return true;
        }
        list = rest;
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn told(fields: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        for field in fields {
            headers.append(IF_NONE_MATCH, HeaderValue::from_str(field).unwrap());
        }
        has(&headers, "\"a,1\"")
    }

    #[test]
    fn a_tag_is_found_weak_and_in_a_list() {
        for field in [
            "\"a,1\"",
            "W/\"a,1\"",
            " \"x\" , W/\"a,1\",\"y\"",
            "\"\",\"a,1\"",
            ",,\"a,1\"",
            "*",
            " * ",
            "\"x\"\"a,1\"",
        ] {
            assert!(told(&[field]), "{field}");
        }
        assert!(told(&["\"x\"", "\"a,1\""]));
    }

    #[test]
    fn another_tag_is_not_taken_for_it() {
        for field in ["", "a,1", "\"a\"", "\"a,1", "\"x\\\"a,1\"", "w/\"a,1\"", "W/ \"a,1\"", "\"x\", *", "x, \"a,1\""]
        {
            assert!(!told(&[field]), "{field}");
        }
        assert!(!told(&[]));
    }
}
