//! Apache Parquet with Arrow types: bitboards are unsigned 64-bit integers, moves a list of structs.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ::parquet::arrow::ArrowWriter;
use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use ::parquet::basic::Compression;
use ::parquet::file::properties::WriterProperties;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, UInt8Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, Int8Array, ListArray, PrimitiveArray, RecordBatch, StringArray, StructArray,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields, Schema};
use bytes::Bytes;

use super::{FormatError, guard, malformed};
use crate::columns::{self, Kind, MOVE_PARTS};
use crate::record::Record;
use crate::row::{Row, RowMove};

/// Rows to read at once.
const BATCH: usize = 256;

/// The columns and their types.
fn schema(is_joined: bool) -> Schema {
    let fields = columns::columns(is_joined).iter().map(|&(name, kind, _)| field(name, kind));
    Schema::new(fields.collect::<Vec<_>>())
}

fn field(name: &str, kind: Kind) -> Field {
    let data = match kind {
        Kind::Text => DataType::Utf8,
        Kind::Number("int8") => DataType::Int8,
        Kind::Number("uint8") => DataType::UInt8,
        Kind::Number(_) | Kind::Squares => DataType::UInt64,
        Kind::Moves => DataType::List(move_field()),
    };
    Field::new(name, data, name == "value")
}

fn move_field() -> Arc<Field> {
    Arc::new(Field::new_list_field(DataType::Struct(move_fields()), false))
}

fn move_fields() -> Fields {
    MOVE_PARTS.iter().map(|&(name, kind, _)| field(name, kind)).collect()
}

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let rows: Vec<Row> = records.iter().map(Row::from).collect();
    let schema = Arc::new(schema(records.first().is_some_and(|record| record.source.is_some())));
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns(&rows)?).map_err(malformed)?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("solve ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, schema, Some(properties)).map_err(malformed)?;
    writer.write(&batch).map_err(malformed)?;
    writer.close().map_err(malformed)?;
    Ok(bytes)
}

fn columns(rows: &[Row]) -> Result<Vec<ArrayRef>, FormatError> {
    let text = |of: fn(&Row) -> &str| Arc::new(StringArray::from_iter_values(rows.iter().map(of))) as ArrayRef;
    let sources: Vec<&str> = rows.iter().filter_map(|row| row.source.as_deref()).collect();
    let mut columns = vec![
        text(|row| &row.id),
        text(|row| &row.split),
        numbers::<UInt8Type>(rows, |row| row.rows),
        numbers::<UInt8Type>(rows, |row| row.cols),
        numbers::<UInt8Type>(rows, |row| row.ply),
        numbers::<UInt8Type>(rows, |row| row.empties),
        text(|row| &row.position),
        text(|row| &row.side),
        numbers::<UInt64Type>(rows, |row| row.player),
        numbers::<UInt64Type>(rows, |row| row.opponent),
        text(|row| &row.scoring),
        text(|row| &row.labels),
        Arc::new(Int8Array::from_iter(rows.iter().map(|row| row.value))),
        text(|row| &row.outcome),
        Arc::new(moves(rows)?),
        numbers::<UInt64Type>(rows, |row| row.best),
        text(|row| &row.line),
        numbers::<UInt64Type>(rows, |row| row.nodes),
    ];
    if !sources.is_empty() {
        columns.push(Arc::new(StringArray::from_iter_values(sources)));
    }
    Ok(columns)
}

fn numbers<T: ArrowPrimitiveType>(rows: &[Row], of: fn(&Row) -> T::Native) -> ArrayRef {
    Arc::new(PrimitiveArray::<T>::from_iter_values(rows.iter().map(of)))
}

fn moves(rows: &[Row]) -> Result<ListArray, FormatError> {
    let all = || rows.iter().flat_map(|row| &row.moves);
    let fields: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from_iter_values(all().map(|label| &label.chosen))),
        Arc::new(Int8Array::from_iter(all().map(|label| label.value))),
        Arc::new(StringArray::from_iter_values(all().map(|label| &label.outcome))),
    ];
    let values = StructArray::try_new(move_fields(), fields, None).map_err(malformed)?;
    let offsets = OffsetBuffer::from_lengths(rows.iter().map(|row| row.moves.len()));
    ListArray::try_new(move_field(), offsets, Arc::new(values), None).map_err(malformed)
}

/// Size of the Arrow table that a file of these records becomes when loaded, as pyarrow's `nbytes` counts it: an offset of four
/// bytes for each text and each list, a bit for each entry of a column with nulls.
pub(crate) fn loaded_bytes(records: &[Record]) -> usize {
    let rows: Vec<Row> = records.iter().map(Row::from).collect();
    let labels: Vec<&RowMove> = rows.iter().flat_map(|row| &row.moves).collect();
    let bits = |has_null: bool, count: usize| if has_null { count.div_ceil(8) } else { 0 };
    let row = |row: &Row| {
        let texts = [&row.id, &row.split, &row.position, &row.side, &row.scoring, &row.labels, &row.outcome, &row.line];
        // Eight texts and the list of moves, five columns of a byte, four of eight.
        let source = row.source.as_ref().map_or(0, |source| source.len() + 4);
        texts.map(|text| text.len()).iter().sum::<usize>() + 9 * 4 + 5 + 4 * 8 + source
    };
    let label = |label: &&RowMove| label.chosen.len() + label.outcome.len() + 2 * 4 + 1;
    rows.iter().map(row).sum::<usize>()
        + labels.iter().map(label).sum::<usize>()
        + bits(rows.iter().any(|row| row.value.is_none()), rows.len())
        + bits(labels.iter().any(|label| label.value.is_none()), labels.len())
}

/// The records of a file. Rejects a file that repeats a position, which no set does: identical rows take next to no bytes,
/// so a small file could hold very many.
pub(super) fn import(bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
    // The library divides by numbers from a forged page, and panics if its own assumptions fail.
    let read = catch_unwind(AssertUnwindSafe(|| read(bytes)));
    read.unwrap_or_else(|_| Err(malformed("its pages contradict themselves")))
}

fn read(bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(Bytes::copy_from_slice(bytes)).map_err(malformed)?;
    guard::check(bytes, builder.metadata())?;
    let found = builder.schema().fields();
    let wanted = schema(found.find("source").is_some());
    let strange = wanted.fields().iter().zip(found).find(|(wanted, found)| {
        wanted.name() != found.name() || !wanted.data_type().equals_datatype(found.data_type())
    });
    if let Some((wanted, found)) = strange {
        return Err(malformed(format!("column '{}' stands where '{}' should", found, wanted)));
    }
    if found.len() != wanted.fields().len() {
        return Err(malformed(format!("{} columns instead of {}", found.len(), wanted.fields().len())));
    }
    let (mut records, mut seen) = (Vec::new(), HashSet::new());
    for batch in builder.with_batch_size(BATCH).build().map_err(malformed)? {
        let batch = batch.map_err(malformed)?;
        for index in 0..batch.num_rows() {
            let row = row(&batch, index);
            if !seen.insert((row.side == "X", row.player, row.opponent)) {
                return Err(malformed(format!("{} stands there twice", row.id)));
            }
            records.push(Record::try_from(&row)?);
        }
    }
    Ok(records)
}

/// One row of a batch whose columns are those of [`schema`].
fn row(batch: &RecordBatch, index: usize) -> Row {
    let column = |name: &str| batch.column_by_name(name).expect("the schema was compared");
    let text = |name: &str| column(name).as_string::<i32>().value(index).to_owned();
    let byte = |name: &str| column(name).as_primitive::<UInt8Type>().value(index);
    let bits = |name: &str| column(name).as_primitive::<UInt64Type>().value(index);
    Row {
        id: text("id"),
        split: text("split"),
        rows: byte("rows"),
        cols: byte("cols"),
        ply: byte("ply"),
        empties: byte("empties"),
        position: text("position"),
        side: text("side"),
        player: bits("player"),
        opponent: bits("opponent"),
        scoring: text("scoring"),
        labels: text("labels"),
        value: optional(column("value"), index),
        outcome: text("outcome"),
        moves: row_moves(&column("moves").as_list::<i32>().value(index)),
        best: bits("best"),
        line: text("line"),
        nodes: bits("nodes"),
        source: batch.column_by_name("source").map(|_| text("source")),
    }
}

fn row_moves(list: &ArrayRef) -> Vec<RowMove> {
    let labels = list.as_struct();
    let text = |column: usize, index| labels.column(column).as_string::<i32>().value(index).to_owned();
    let label =
        |index| RowMove { chosen: text(0, index), value: optional(labels.column(1), index), outcome: text(2, index) };
    (0..labels.len()).map(label).collect()
}

fn optional(column: &ArrayRef, index: usize) -> Option<i8> {
    let column = column.as_primitive::<Int8Type>();
    column.is_valid(index).then(|| column.value(index))
}

#[cfg(test)]
mod tests {
    use solver::{Mode, Position, Progress, Scoring, Start};

    use super::*;
    use crate::label::{Labeller, Labelling};

    fn record() -> Record {
        let labelling = Labelling { scoring: Scoring::Discs, labels: Mode::Exact, is_decisive: false, least_trap: 0 };
        let position = Position::start("4x4".parse().unwrap(), Start::Othello);
        Labeller::new(labelling).label(position, None, &Progress::default()).unwrap().unwrap()
    }

    fn refused(bytes: &[u8]) -> String {
        import(bytes).unwrap_err().to_string()
    }

    #[test]
    fn rows_that_take_no_bytes_are_refused() {
        let one = record();
        assert_eq!(import(&export(std::slice::from_ref(&one)).unwrap()).unwrap(), std::slice::from_ref(&one));
        assert!(refused(&export(&vec![one.clone(); 2]).unwrap()).ends_with(" stands there twice"));
        let many = export(&vec![one; 20_000]).unwrap();
        assert!(refused(&many).starts_with("20000 rows are claimed in "), "{}", many.len());
    }

    #[test]
    fn a_page_that_inflates_to_more_than_any_is_refused() {
        let text = StringArray::from_iter_values(["x".repeat(3 << 20)]);
        let schema = Arc::new(Schema::new(vec![Field::new("id", DataType::Utf8, false)]));
        let batch = RecordBatch::try_new(Arc::clone(&schema), vec![Arc::new(text)]).unwrap();
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let mut bytes = Vec::new();
        let mut writer = ArrowWriter::try_new(&mut bytes, schema, Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        assert!(bytes.len() < 1 << 20);
        assert_eq!(refused(&bytes), "a page inflates to more than 2097152 bytes");
    }

    #[test]
    fn whatever_bit_is_flipped_it_is_an_error_or_a_record() {
        let whole = export(&[record()]).unwrap();
        for bit in (0..8 * whole.len()).step_by(7) {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            // Some flips only change a label, which the set's checksum would reveal.
            let _ = import(&bytes);
        }
    }
}
