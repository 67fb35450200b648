//! What the page shows a browser without JavaScript: the position, what is known about it, and its moves as links.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use answers::lookup::View;
use answers::question::{PositionQuery, Setup, shortened};
use answers::search::is_finished;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use solver::{Bounds, Position, Scoring, Side};

use super::HTML;
use crate::api::Asked;
use crate::error::ApiError;
use crate::etag::{tag, tagged};
use crate::state::Explorer;

/// The page, and the place in it for this text.
const PAGE: &str = include_str!("../../web/src/index.html");
const PLACE: &str = "<!-- without scripts -->";
/// The board shown by default: the first whose value is known, else the last.
const USUAL: [&str; 2] = ["6x6", "4x8"];
/// The time limit of the search behind the link, if the server allows that much.
const SEARCH: Duration = Duration::from_secs(5);

/// What the page's address may hold.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Address {
    board: Option<String>,
    start: Option<String>,
    position: Option<String>,
    moves: Option<String>,
    scoring: Option<String>,
    ply: Option<String>,
}

/// The page, with what is known for browsers that run no scripts.
pub(super) async fn page(
    State(explorer): State<Arc<Explorer>>,
    address: Asked<Address>,
    headers: HeaderMap,
) -> Response {
    let told = match address {
        Ok(Query(address)) => told(&explorer, address).await,
        Err(error) => wrong(&error.into()),
    };
    let page = super::shown(&explorer, PAGE).replacen(PLACE, &told, 1);
    tagged(&headers, &tag(&page), HTML, || page)
}

/// What the page says about the position of an address.
async fn told(explorer: &Arc<Explorer>, mut address: Address) -> String {
    if address.board.is_none() && address.position.is_none() {
        for board in USUAL {
            address.board = Some(board.to_owned());
            let query = PositionQuery { board: address.board.clone(), ..PositionQuery::default() };
            let Ok(setup) = query.setup() else { continue };
            let known = explorer.view(setup.subject()).await;
            if known.is_ok_and(|view| view.bounds.exact().is_some()) {
                break;
            }
        }
    }
    let Address { board, start, position, moves, scoring, ply } = address;
    let query = PositionQuery { board, start, position, moves, scoring, ..PositionQuery::default() };
    let setup = match query.setup() {
        Ok(setup) => setup.until(ply.and_then(|ply| ply.parse().ok())),
        Err(error) => return wrong(&error.into()),
    };
    match explorer.view(setup.subject()).await {
        Ok(view) => shown(&setup, &view, SEARCH.min(explorer.limits.time)),
        Err(error) => wrong(&error),
    }
}

/// What is wrong.
fn wrong(error: &ApiError) -> String {
    format!("<p class=\"notice wrong\">{}</p>", escaped(&shortened(error.to_string())))
}

/// The position, its value, its moves, and perfect play. The search behind its link takes at most `time`.
fn shown(setup: &Setup, view: &View, time: Duration) -> String {
    let (position, board) = (&setup.position, setup.position.board());
    let mut text = format!(
        "<h2>{}</h2><pre class=\"diagram\">{}</pre>",
        verdict(setup, view),
        position.diagram().trim_end_matches('\n')
    );
    if !is_finished(view) && !time.is_zero() {
        let query = address_of(setup, &setup.moves).replacen("/?", "/api/position?", 1);
        let _ = write!(
            text,
            "<p><a href=\"{query}&amp;time_ms={}\">Search this position</a> for {} s: the answer is JSON. Then load this page again.</p>",
            time.as_millis(),
            time.as_secs_f64()
        );
    }
    if !view.moves.is_empty() {
        let _ = write!(
            text,
            "<p>{} moves; the value of each move is for that side.</p><ul class=\"choices\">",
            position.side().name()
        );
        for one in &view.moves {
            let moves: Vec<_> = setup.moves.iter().copied().chain([one.chosen]).collect();
            let best = if one.is_best { ", best" } else { "" };
            let (link, name) = (address_of(setup, &moves), one.chosen.display(board));
            let _ =
                write!(text, "<li><a href=\"{link}\">{name}</a> {}{best}</li>", limits(one.bounds, board.squares()));
        }
        text += "</ul>";
    }
    if !view.line.is_empty() {
        let line = solver::notation::line_text(board, &view.line);
        let end = match &view.end {
            Some(end) => format!("It ends with {} black and {} white discs.", end.black().len(), end.white().len()),
            None => "It is not known further.".to_owned(),
        };
        let _ = write!(text, "<p>Perfect play: {line}. {end}</p>");
    }
    if let Some((_, before)) = setup.moves.split_last() {
        let _ = write!(text, "<p><a href=\"{}\">One move back</a></p>", address_of(setup, before));
    }
    text
}

/// Who wins, as far as it is proven.
fn verdict(setup: &Setup, view: &View) -> String {
    let position = &setup.position;
    let black = if position.side() == Side::Black { view.bounds } else { view.bounds.negated() };
    let (lower, upper) = (black.lower.discs(), black.upper.discs());
    let won = match (lower, upper) {
        (0, 0) => "A draw".to_owned(),
        (lower, upper) if lower == upper && lower > 0 => format!("Black wins by {lower}"),
        (lower, upper) if lower == upper => format!("White wins by {}", -upper),
        (1.., _) => format!("Black wins by {lower} or more"),
        (_, ..=-1) => format!("White wins by {} or more", -upper),
        (0, _) => "Black wins or draws".to_owned(),
        (_, 0) => "White wins or draws".to_owned(),
        _ => "Not known yet".to_owned(),
    };
    let board = position.board();
    if view.is_over {
        return format!("{board}: {won}. The game is over.");
    }
    format!("{board}: {won}. {} to move.", position.side().name())
}

/// `+8`, `≥ +2`, or that nothing is known.
fn limits(bounds: Bounds, squares: u32) -> String {
    let unknown = Bounds::unknown(squares);
    let (lower, upper) = (bounds.lower.discs(), bounds.upper.discs());
    let signed = |value: i32| if value == 0 { "0".to_owned() } else { format!("{value:+}").replace('-', "\u{2212}") };
    match (bounds.lower > unknown.lower, bounds.upper < unknown.upper) {
        _ if lower == upper => signed(lower),
        (true, true) => format!("{} to {}", signed(lower), signed(upper)),
        (true, false) => format!("at least {}", signed(lower)),
        (false, true) => format!("at most {}", signed(upper)),
        (false, false) => "not known yet".to_owned(),
    }
}

/// The page's address for a game with these moves, escaped for HTML.
fn address_of(setup: &Setup, moves: &[solver::Move]) -> String {
    let board = setup.base.board();
    let base = match setup.start {
        Some(start) => format!("start={}", start.name()),
        None => format!("position={}", squares(&setup.base)),
    };
    let moves: String = moves.iter().map(|chosen| chosen.display(board).to_string()).collect();
    let scoring = match setup.scoring {
        usual if usual == Scoring::default() => String::new(),
        other => format!("&amp;scoring={other}"),
    };
    format!("/?board={board}&amp;{base}&amp;moves={moves}{scoring}")
}

fn squares(position: &Position) -> String {
    position.without_board().to_string().replace(' ', "+")
}

/// Text escaped for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
