//! Comma-separated values: the columns of JSON Lines. `moves` is text: `MOVE:VALUE` (or `MOVE:OUTCOME`), separated by spaces.

use serde::Serialize;

use super::{FormatError, malformed};
use crate::record::Record;
use crate::row::{Row, RowMove};

/// A row with its moves as one field; the fields are in the order of the other formats.
#[derive(Serialize)]
struct FlatRow<'a> {
    id: &'a str,
    split: &'a str,
    rows: u8,
    cols: u8,
    ply: u8,
    empties: u8,
    position: &'a str,
    side: &'a str,
    player: String,
    opponent: String,
    scoring: &'a str,
    labels: &'a str,
    value: Option<i8>,
    outcome: &'a str,
    moves: String,
    best: String,
    line: &'a str,
    nodes: u64,
}

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        writer.serialize(flat(&Row::from(record))).map_err(malformed)?;
    }
    writer.into_inner().map_err(malformed)
}

fn flat(row: &Row) -> FlatRow<'_> {
    let text = |label: &RowMove| match label.value {
        Some(value) => format!("{}:{value:+}", label.chosen),
        None => format!("{}:{}", label.chosen, label.outcome),
    };
    let squares = |bits: u64| format!("0x{bits:016x}");
    FlatRow {
        id: &row.id,
        split: &row.split,
        rows: row.rows,
        cols: row.cols,
        ply: row.ply,
        empties: row.empties,
        position: &row.position,
        side: &row.side,
        player: squares(row.player),
        opponent: squares(row.opponent),
        scoring: &row.scoring,
        labels: &row.labels,
        value: row.value,
        outcome: &row.outcome,
        moves: row.moves.iter().map(text).collect::<Vec<_>>().join(" "),
        best: squares(row.best),
        line: &row.line,
        nodes: row.nodes,
    }
}
