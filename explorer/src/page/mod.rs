//! The page, built from `web/` and kept in `web/dist`, so that a build of the program needs no Node.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::state::Explorer;

/// A file of the page.
#[derive(Clone, Copy)]
struct Asset {
    path: &'static str,
    content_type: &'static str,
    text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";

macro_rules! asset {
    ($path:literal, $content_type:expr, $file:literal) => {
        Asset { path: $path, content_type: $content_type, text: include_str!(concat!("../../web/dist/", $file)) }
    };
}

/// All of them. Each page is one file; what they show follows from the address.
const ASSETS: [Asset; 10] = [
    asset!("/", HTML, "index.html"),
    asset!("/boards", HTML, "boards.html"),
    asset!("/boards/{game}", HTML, "boards.html"),
    asset!("/campaigns", HTML, "campaigns.html"),
    asset!("/campaigns/{name}", HTML, "campaigns.html"),
    asset!("/explore.js", "text/javascript; charset=utf-8", "explore.js"),
    asset!("/boards.js", "text/javascript; charset=utf-8", "boards.js"),
    asset!("/campaigns.js", "text/javascript; charset=utf-8", "campaigns.js"),
    asset!("/style.css", "text/css; charset=utf-8", "style.css"),
    asset!("/favicon.svg", "image/svg+xml", "favicon.svg"),
];

/// The routes of the page.
pub(crate) fn router() -> Router<Explorer> {
    ASSETS.into_iter().fold(Router::new(), |router, asset| {
        let tag = tag(asset.text);
        let serve = move |request: Request| async move { served(asset, &tag, request.headers()) };
        router.route(asset.path, get(serve))
    })
}

fn served(asset: Asset, tag: &str, headers: &HeaderMap) -> Response {
    let caching = [(CACHE_CONTROL, "no-cache"), (ETAG, tag)];
    if headers.get(IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    ([(CONTENT_TYPE, asset.content_type)], caching, asset.text).into_response()
}

/// A name of the text's content.
fn tag(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}
