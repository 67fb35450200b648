//! The page, built from `web/` and kept in `web/dist`, so that a build of the program needs no Node.

use axum::Router;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::api::ApiError;
use crate::state::Explorer;
use crate::unchanging::Unchanging;

mod without_scripts;

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

/// All files but the explorer's own page, which [`without_scripts`] serves. Each page is one file; the address decides
/// what it shows.
const ASSETS: [Asset; 15] = [
    asset!("/boards", HTML, "boards.html"),
    asset!("/boards/{game}", HTML, "boards.html"),
    asset!("/atlas", HTML, "atlas.html"),
    asset!("/atlas/{game}", HTML, "game.html"),
    asset!("/campaigns", HTML, "campaigns.html"),
    asset!("/campaigns/{name}", HTML, "campaigns.html"),
    asset!("/explore.js", "text/javascript; charset=utf-8", "explore.js"),
    asset!("/boards.js", "text/javascript; charset=utf-8", "boards.js"),
    asset!("/atlas.js", "text/javascript; charset=utf-8", "atlas.js"),
    asset!("/game.js", "text/javascript; charset=utf-8", "game.js"),
    asset!("/campaigns.js", "text/javascript; charset=utf-8", "campaigns.js"),
    asset!("/missing.js", "text/javascript; charset=utf-8", "missing.js"),
    asset!("/style.css", "text/css; charset=utf-8", "style.css"),
    asset!("/plain.css", "text/css; charset=utf-8", "plain.css"),
    asset!("/favicon.svg", "image/svg+xml", "favicon.svg"),
];

/// The page for an address with nothing behind it.
const MISSING: &str = include_str!("../../web/dist/missing.html");

/// The answer where there is nothing: a page with links onward for browsers, a sentence in JSON for programs.
pub(crate) async fn missing(headers: HeaderMap) -> Response {
    let wanted = headers.get(ACCEPT).and_then(|types| types.to_str().ok()).unwrap_or_default();
    if wanted.contains("text/html") {
        (StatusCode::NOT_FOUND, [(CONTENT_TYPE, HTML)], MISSING).into_response()
    } else {
        ApiError::NotFound.into_response()
    }
}

/// The routes of the page.
pub(crate) fn router() -> Router<Explorer> {
    let first = Router::new().route("/", get(without_scripts::page));
    ASSETS.into_iter().fold(first, |router, asset| {
        let file = Unchanging::new(asset.content_type, asset.text);
        let serve = move |headers: HeaderMap| async move { file.answer(&headers) };
        router.route(asset.path, get(serve))
    })
}
