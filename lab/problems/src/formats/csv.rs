//! Comma-separated values: the columns of JSON Lines. `moves` is text: `MOVE:VALUE` (or `MOVE:OUTCOME`), separated by spaces.

use super::{FormatError, malformed};
use crate::columns::columns;
use crate::record::Record;
use crate::row::{Row, RowMove};

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if let Some(first) = records.first() {
        let names = columns(first.source.is_some()).iter().map(|&(name, ..)| name);
        writer.write_record(names).map_err(malformed)?;
    }
    for record in records {
        let row = Row::from(record);
        let source = row.source.clone();
        writer.write_record(fields(row).into_iter().chain(source)).map_err(malformed)?;
    }
    writer.into_inner().map_err(malformed)
}

/// The fields in the order of the [`columns`], without the source.
fn fields(row: Row) -> [String; 18] {
    let text = |label: &RowMove| match label.value {
        Some(value) => format!("{}:{value:+}", label.chosen),
        None => format!("{}:{}", label.chosen, label.outcome),
    };
    let moves = row.moves.iter().map(text).collect::<Vec<_>>().join(" ");
    let squares = |bits: u64| format!("0x{bits:016x}");
    let value = row.value.map(|value| value.to_string()).unwrap_or_default();
    let [rows, cols, ply, empties] = [row.rows, row.cols, row.ply, row.empties].map(|number| number.to_string());
    let (player, opponent, best, nodes) =
        (squares(row.player), squares(row.opponent), squares(row.best), row.nodes.to_string());
    #[rustfmt::skip]
    let fields = [
        row.id, row.split, rows, cols, ply, empties, row.position, row.side, player, opponent, row.scoring, row.labels,
        value, row.outcome, moves, best, row.line, nodes,
    ];
    fields
}
