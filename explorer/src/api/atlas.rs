//! The atlas of small boards: a file that the program holds.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use answers::records::DiscsRecord;
use axum::http::HeaderMap;
use axum::response::Response;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, Object, ObjectBuilder, Type};

use super::words;
use crate::unchanging::Unchanging;

/// The file as the repository has it; `scripts/reproduce atlas` makes it.
const TEXT: &str = include_str!("../../data/atlas.json");

/// The exact value of each small board, of each of its first moves, and a perfect game. All scores are disc differences for Black.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes a text that is sent as it is")]
pub(super) struct AtlasRecord {
    /// Of the format: 1.
    version: u32,
    /// All of them; boards taller than wide as well.
    games: Vec<AtlasGameRecord>,
}

/// A board with a start and a scoring.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes a text that is sent as it is")]
pub(super) struct AtlasGameRecord {
    /// ROWSxCOLUMNS.
    board: String,
    #[schema(schema_with = words::start)]
    start: String,
    /// Who gets the empties.
    #[schema(schema_with = words::scoring)]
    scoring: String,
    /// The value is at least this for Black, who moves first; equal to `upper` where the game is solved.
    lower: i32,
    /// The value is at most this.
    upper: i32,
    /// A perfect game to its end; empty where the game is not solved.
    line: Vec<String>,
    /// Discs at the end of the line; null where there is none.
    #[schema(rename = "final")]
    end: Option<DiscsRecord>,
    #[schema(schema_with = limits_by_move)]
    moves: BTreeMap<String, [i32; 2]>,
    /// Nodes that the search took; 0 where the game is another one turned over, which was not solved again.
    nodes: u64,
    /// The commit of the program that found this, abbreviated.
    commit: String,
    /// The certificate that the independent checker has read; null where none was made, or where the game is another one turned over.
    certificate: Option<AtlasCertificateRecord>,
}

/// A pair for each move, which the type of the field does not say.
fn limits_by_move() -> Object {
    let limit = ObjectBuilder::new().schema_type(Type::Integer);
    let pair = ArrayBuilder::new().items(limit).min_items(Some(2)).max_items(Some(2));
    let about = "Each legal first move with the lower and the upper limit of what it is worth for Black.";
    ObjectBuilder::new().schema_type(Type::Object).description(Some(about)).additional_properties(Some(pair)).build()
}

/// What is known of a certificate that was checked. The file itself is not kept: `scripts/reproduce atlas` makes it again.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes a text that is sent as it is")]
pub(super) struct AtlasCertificateRecord {
    /// Its size.
    bytes: u64,
    /// Positions that it leaves to the checker.
    leaves: u64,
    /// Positions that the checker searched.
    searched: u64,
    /// Its SHA-256, as 64 hexadecimal digits.
    sha256: String,
}

/// The atlas of small boards
///
/// It comes with the program and rests on no table of the server. The answer has an `ETag`: with the same one in
/// `If-None-Match` nothing is sent.
#[utoipa::path(get, path = "/api/atlas", responses(
    (status = 200, body = AtlasRecord),
    (status = 304, description = "It is the same"),
))]
pub(super) async fn atlas(headers: HeaderMap) -> Response {
    static FILE: LazyLock<Unchanging> = LazyLock::new(|| Unchanging::new("application/json", TEXT));
    FILE.answer(&headers)
}
