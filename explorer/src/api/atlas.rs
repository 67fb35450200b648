//! The atlas of small boards: a file built into the program.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use answers::records::DiscsRecord;
use answers::words;
use axum::http::HeaderMap;
use axum::response::Response;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ArrayBuilder, Object, ObjectBuilder, Type};

use crate::etag::{tag, tagged};

/// The file as the repository has it; `scripts/reproduce atlas` makes it.
const TEXT: &str = include_str!("../../data/atlas.json");

/// The exact value of each small board, of each of its first moves, and a perfect game. All scores are disc differences for Black.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes a text that is sent as it is")]
pub(super) struct AtlasRecord {
    /// Version of the format: 1.
    version: u32,
    /// All games, including boards taller than wide.
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
    /// Proven lower limit of the value for Black, who moves first; equal to `upper` if the game is solved.
    lower: i32,
    /// The value is at most this.
    upper: i32,
    /// A perfect game to its end; empty if the game is not solved.
    line: Vec<String>,
    /// Discs at the end of the line; null if there is no line.
    #[schema(rename = "final")]
    end: Option<DiscsRecord>,
    #[schema(schema_with = limits_by_move)]
    moves: BTreeMap<String, [i32; 2]>,
    /// Nodes the search took; 0 if the game is another one turned over, which was not solved again.
    nodes: u64,
    /// The commit of the program that found this, abbreviated.
    commit: String,
    /// The certificate that the independent checker accepted; null if none was made, or if the game is another one turned over.
    certificate: Option<AtlasCertificateRecord>,
}

/// A pair for each move, which the type of the field does not say.
fn limits_by_move() -> Object {
    let limit = ObjectBuilder::new().schema_type(Type::Integer);
    let pair = ArrayBuilder::new().items(limit).min_items(Some(2)).max_items(Some(2));
    let about = "Each legal first move with the lower and upper limit of its value for Black.";
    ObjectBuilder::new().schema_type(Type::Object).description(Some(about)).additional_properties(Some(pair)).build()
}

/// What is known about a checked certificate. The file itself is not kept: `scripts/reproduce atlas` makes it again.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes a text that is sent as it is")]
pub(super) struct AtlasCertificateRecord {
    /// Size of the file in bytes.
    bytes: u64,
    /// Number of leaves, which the checker searches.
    leaves: u64,
    /// Number of positions the checker visited.
    searched: u64,
    /// Its SHA-256, as 64 hexadecimal digits.
    sha256: String,
}

/// The atlas of small boards
///
/// It comes with the program and does not depend on the server's tables. The answer has an `ETag`; with the same one in
/// `If-None-Match` the body is left out.
#[utoipa::path(get, path = "/api/atlas", responses(
    (status = 200, body = AtlasRecord),
    (status = 304, description = "Unchanged"),
))]
pub(super) async fn atlas(headers: HeaderMap) -> Response {
    static TAG: LazyLock<String> = LazyLock::new(|| tag(TEXT));
    tagged(&headers, &TAG, "application/json", || TEXT)
}
