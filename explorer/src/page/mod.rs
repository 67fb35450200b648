//! The page: the files of `web/src` as they stand.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::error::ApiError;
use crate::etag::{tag, tagged};
use crate::state::Explorer;

mod without_scripts;

/// A file of the page: address, type and text.
type Asset = (&'static str, &'static str, &'static str);

const HTML: &str = "text/html; charset=utf-8";

macro_rules! asset {
    ($path:expr, $content_type:expr, $file:expr) => {
        ($path, $content_type, include_str!(concat!("../../web/src/", $file)))
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
    asset!("/boards/{game}", HTML, "game.html"),
    // Where the boards were before.
    asset!("/atlas", HTML, "boards.html"),
    asset!("/atlas/{game}", HTML, "game.html"),
    asset!("/campaigns", HTML, "campaigns.html"),
    asset!("/campaigns/{name}", HTML, "campaigns.html"),
    asset!("/style.css", "text/css; charset=utf-8", "style.css"),
    asset!("/plain.css", "text/css; charset=utf-8", "plain.css"),
    asset!("/favicon.svg", "image/svg+xml", "favicon.svg"),
];

/// The scripts: modules that browsers load as they stand.
const MODULES: &[Asset] = modules![
    "alone" "api" "backend" "board" "boards" "campaigns" "chart" "dom" "editor"
    "exchange" "explore" "figure" "game" "games" "geometry" "keyboard" "missing" "moves"
    "opponent" "places" "searching" "server" "setup" "state" "stored" "text" "theme" "tree" "worth"
];

/// The page for an address with nothing behind it.
const MISSING: &str = include_str!("../../web/src/missing.html");

/// An entry of the menu for servers that watch a campaign.
const CAMPAIGNS: &str = " <a href=\"/campaigns\">Campaigns</a>";

/// A file as this server shows it.
fn shown(explorer: &Explorer, text: &'static str) -> Cow<'static, str> {
    let is_apt = !explorer.campaigns.all.is_empty() || !text.contains(CAMPAIGNS);
    if is_apt { text.into() } else { text.replacen(CAMPAIGNS, "", 1).into() }
}

/// The answer where there is nothing: a page with links onward for browsers, a sentence in JSON for programs.
pub(crate) async fn missing(State(explorer): State<Arc<Explorer>>, headers: HeaderMap) -> Response {
    let wanted = headers.get(ACCEPT).and_then(|types| types.to_str().ok()).unwrap_or_default();
    if wanted.contains("text/html") {
        (StatusCode::NOT_FOUND, [(CONTENT_TYPE, HTML)], shown(&explorer, MISSING)).into_response()
    } else {
        ApiError::NotFound.into_response()
    }
}

/// The routes of the page.
pub(crate) fn router(explorer: &Explorer) -> Router<Arc<Explorer>> {
    let first = Router::new().route("/", get(without_scripts::page));
    ASSETS.iter().chain(MODULES).fold(first, |router, &(path, content_type, text)| {
        let text = shown(explorer, text);
        let tag = tag(&text);
        let serve = move |headers: HeaderMap| async move { tagged(&headers, &tag, content_type, || text) };
        router.route(path, get(serve))
    })
}
