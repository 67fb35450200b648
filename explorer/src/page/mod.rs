//! The page: the files of `web/src` as they stand.

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
    ($path:expr, $content_type:expr, $file:expr) => {
        Asset { path: $path, content_type: $content_type, text: include_str!(concat!("../../web/src/", $file)) }
    };
}

/// Scripts, each with its name.
macro_rules! modules {
    ($($name:literal)*) => {
        &[$(asset!(concat!("/", $name, ".js"), "text/javascript; charset=utf-8", concat!($name, ".js"))),*]
    };
}

/// All files but scripts and the explorer's own page, which [`without_scripts`] serves. Each page is one file; the
/// address decides what it shows.
const ASSETS: [Asset; 9] = [
    asset!("/boards", HTML, "boards.html"),
    asset!("/boards/{game}", HTML, "boards.html"),
    asset!("/atlas", HTML, "atlas.html"),
    asset!("/atlas/{game}", HTML, "game.html"),
    asset!("/campaigns", HTML, "campaigns.html"),
    asset!("/campaigns/{name}", HTML, "campaigns.html"),
    asset!("/style.css", "text/css; charset=utf-8", "style.css"),
    asset!("/plain.css", "text/css; charset=utf-8", "plain.css"),
    asset!("/favicon.svg", "image/svg+xml", "favicon.svg"),
];

/// The scripts: modules that browsers load as they stand.
const MODULES: &[Asset] = modules![
    "alone" "api" "atlas" "backend" "bars" "board" "boards" "campaigns" "chart" "crew" "dom" "editor" "ending"
    "exchange" "explore" "figure" "game" "games" "geometry" "growth" "kept" "keyboard" "missing" "moves"
    "opponent" "places" "searching" "server" "setup" "state" "stored" "text" "theme" "tree" "worth"
];

/// The page for an address with nothing behind it.
const MISSING: &str = include_str!("../../web/src/missing.html");

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
    ASSETS.iter().chain(MODULES).fold(first, |router, asset| {
        let file = Unchanging::new(asset.content_type, asset.text);
        let serve = move |headers: HeaderMap| async move { file.answer(&headers) };
        router.route(asset.path, get(serve))
    })
}
