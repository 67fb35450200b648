//! JSON Lines: one object per line. Sets of squares are hexadecimal strings, since many readers lack 64-bit integers.

use super::{FormatError, malformed};
use crate::record::Record;
use crate::row::Row;

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut bytes = Vec::new();
    for record in records {
        serde_json::to_writer(&mut bytes, &Row::from(record)).map_err(malformed)?;
        bytes.push(b'\n');
    }
    Ok(bytes)
}

pub(super) fn import(bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(malformed)?;
    let record = |(number, line): (usize, &str)| {
        let row: Row =
            serde_json::from_str(line).map_err(|error| malformed(format!("line {}: {error}", number + 1)))?;
        Record::try_from(&row)
    };
    text.lines().enumerate().map(record).collect()
}
