//! The tables, the solved starts, and their certificates.

use std::sync::Arc;

use answers::knowledge::{Counts, KnownStart, TableName};
use answers::lookup::{Subject, View};
use answers::records::{DiscsRecord, ValueRecord, texts};
use answers::words;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use serde::Serialize;
use solver::{Board, Bounds, Position, Scoring, Start, Symmetries};
use utoipa::ToSchema;

use super::asked::Named;
use crate::error::{ApiError, ErrorRecord};
use crate::state::{Certificate, Explorer};

/// A table.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TableRecord {
    /// ROWSxCOLUMNS.
    board: String,
    /// Who gets the empties.
    #[schema(schema_with = words::scoring)]
    scoring: &'static str,
    /// `bounds`: limits that searches have proven; `whole`: every position that can be reached from a start.
    #[schema(schema_with = words::kind)]
    kind: &'static str,
    /// The start of a tablebase.
    start: Option<&'static str>,
    /// What the table holds; null until it has been counted.
    counts: Option<CountsRecord>,
}

/// What a table holds. Symmetric positions count once.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CountsRecord {
    /// Positions.
    entries: u64,
    /// Number of positions with an exact value.
    exact: u64,
    /// Number of positions of which only the outcome is known.
    decided: u64,
    /// Number of positions with limits that came from elsewhere and have not been verified here.
    unverified: u64,
    /// Number of positions by empty squares, from none upwards.
    by_empties: Vec<u64>,
    /// Bytes on disk.
    bytes: u64,
}

impl From<Counts> for CountsRecord {
    fn from(counts: Counts) -> Self {
        let Counts { entries, exact, decided, unverified, by_empties, bytes } = counts;
        Self { entries, exact, decided, unverified, by_empties, bytes }
    }
}

/// What is known about a start.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StartRecord {
    /// ROWSxCOLUMNS.
    board: String,
    /// Its name.
    start: &'static str,
    /// Who gets the empties.
    #[schema(schema_with = words::scoring)]
    scoring: &'static str,
    /// Its value for Black, who moves first.
    #[serde(flatten)]
    value: ValueRecord,
    /// Perfect play, as far as it is known.
    line: Vec<String>,
    /// Discs at the end of the line; null if it does not reach the end of the game.
    #[serde(rename = "final")]
    end: Option<DiscsRecord>,
    /// On what its value rests, if it comes with the program; null otherwise.
    evidence: Option<&'static str>,
    /// Certificates that claim something about its value. The server has not checked them.
    certificates: Vec<CertificateRecord>,
}

/// A certificate.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CertificateRecord {
    /// Its name in /certificates/.
    name: String,
    /// Its claim, true or not: `solve check` finds out.
    claim: String,
    /// Size of the file in bytes.
    bytes: usize,
}

/// Everything the server keeps.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BoardsRecord {
    /// The starts with a known value or bound.
    starts: Vec<StartRecord>,
    /// The tables that hold something, or have not been counted.
    tables: Vec<TableRecord>,
    /// The longest time a search may take on this server, in milliseconds.
    time_limit_ms: u64,
}

/// The starts with a known value or bound, and the tables
#[utoipa::path(get, path = "/api/boards", responses(
    (status = 200, body = BoardsRecord),
))]
pub(super) async fn boards(State(explorer): State<Arc<Explorer>>) -> Result<Json<BoardsRecord>, ApiError> {
    explorer.look(record).await.map(Json)
}

/// The file of a certificate
#[utoipa::path(get, path = "/certificates/{name}", params(("name" = String, Path, description = "As in /api/boards")), responses(
    (status = 200, content_type = "application/octet-stream", description = "The file, as `solve check` reads it"),
    (status = 404, body = ErrorRecord),
))]
pub(super) async fn certificate(
    State(explorer): State<Arc<Explorer>>,
    name: Named,
) -> Result<impl IntoResponse, ApiError> {
    let Path(name) = name?;
    let found = explorer.certificates.iter().find(|one| one.name == name).ok_or(ApiError::NotFound)?;
    // All downloads share the bytes.
    Ok(([(CONTENT_TYPE, "application/octet-stream")], found.bytes.clone()))
}

fn record(explorer: &Explorer) -> BoardsRecord {
    let mut names = explorer.books.knowledge.tables();
    names.sort_by_key(|name| (name.board.squares(), name.board, name.scoring, name.whole_from.map(Start::name)));
    let tables = names.iter().filter_map(|&name| table_record(explorer, name)).collect();
    let starts = games(explorer, &names).into_iter().filter_map(|(board, start, scoring)| {
        let position = Position::start(board, start);
        let view = explorer.books.view(&Subject { position, scoring }, true);
        let is_limited = view.bounds != Bounds::unknown(board.squares());
        (is_limited && !view.bounds.contradict()).then(|| start_record(explorer, start, &position, scoring, &view))
    });
    let time_limit_ms = u64::try_from(explorer.limits.time.as_millis()).unwrap_or(u64::MAX);
    BoardsRecord { starts: starts.collect(), tables, time_limit_ms }
}

/// A table, unless it is known to be empty: on a server that learns, each question creates its table.
fn table_record(explorer: &Explorer, name: TableName) -> Option<TableRecord> {
    let counts = explorer.counting.counts(name);
    if counts.as_ref().is_some_and(|counts| counts.entries == 0) {
        return None;
    }
    Some(TableRecord {
        board: name.board.to_string(),
        scoring: name.scoring.name(),
        kind: if name.whole_from.is_some() { "whole" } else { "bounds" },
        start: name.whole_from.map(Start::name),
        counts: counts.map(Into::into),
    })
}

/// The games about which something may be known: on each table's board every start that is not symmetric to an earlier
/// one, the starts with certificates, and those that come with the program.
fn games(explorer: &Explorer, names: &[TableName]) -> Vec<(Board, Start, Scoring)> {
    let mut boards: Vec<(Board, Scoring)> = names.iter().map(|name| (name.board, name.scoring)).collect();
    boards.dedup();
    let mut games = Vec::new();
    for (board, scoring) in boards {
        let symmetries = Symmetries::new(board);
        let canonical = |start| symmetries.canonical(Position::start(board, start).discs()).0;
        let mut seen = Vec::new();
        for start in Start::ALL {
            if !seen.contains(&canonical(start)) {
                seen.push(canonical(start));
                games.push((board, start, scoring));
            }
        }
    }
    let claimed = explorer.certificates.iter().filter_map(|one| Some((one.board, one.start?, one.scoring)));
    let shipped = explorer.books.knowledge.starts().into_iter().map(|known| (known.board, known.start, known.scoring));
    for game in claimed.chain(shipped) {
        if !games.contains(&game) {
            games.push(game);
        }
    }
    games
}

fn start_record(explorer: &Explorer, start: Start, position: &Position, scoring: Scoring, view: &View) -> StartRecord {
    let board = position.board();
    let belongs = |one: &Certificate| (one.board, one.start, one.scoring) == (board, Some(start), scoring);
    let certificates = explorer.certificates.iter().filter(|one| belongs(one));
    let certificates = certificates.map(|one| CertificateRecord {
        name: one.name.clone(),
        claim: one.claim.clone(),
        bytes: one.bytes.len(),
    });
    let is_it = |known: &&KnownStart| (known.board, known.start, known.scoring) == (board, start, scoring);
    StartRecord {
        board: board.to_string(),
        start: start.name(),
        scoring: scoring.name(),
        value: ValueRecord::of(view.bounds, view.basis),
        line: texts(board, &view.line),
        end: view.end.as_ref().map(DiscsRecord::of),
        evidence: explorer.books.knowledge.starts().into_iter().find(is_it).map(|known| known.evidence),
        certificates: certificates.collect(),
    }
}
