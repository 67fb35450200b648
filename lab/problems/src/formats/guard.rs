//! What the library does not check before it inflates a page of a Parquet file: how large the page says it is.
//!
//! A few bytes can claim gigabytes. Each page begins with a header in Thrift's compact protocol,
//! <https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>; the numbers of its fields are those of
//! <https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift>.

use parquet::file::metadata::ParquetMetaData;

use super::{FormatError, malformed};

/// The largest decompressed page, in bytes. Writers end a page at about one MiB.
const LARGEST_PAGE: i64 = 2 << 20;
/// The fewest bytes that a row takes in a file, apart from a few rows.
const LEAST_ROW: usize = 8;
/// How many rows are allowed in addition.
const FEW_ROWS: usize = 1024;
/// The most moves of a row.
const MOST_MOVES: u64 = 64;
/// The deepest nesting of structures in a header.
const DEEPEST: u32 = 16;

/// Rejects a file that claims more than its bytes can hold.
///
/// # Errors
/// The file claims too much, or the header of a page makes no sense.
pub(super) fn check(bytes: &[u8], metadata: &ParquetMetaData) -> Result<(), FormatError> {
    let rows = metadata.row_groups().iter().fold(0i64, |sum, group| sum.saturating_add(group.num_rows().max(0)));
    if rows > (bytes.len() / LEAST_ROW + FEW_ROWS) as i64 {
        return Err(malformed(format!("{rows} rows are claimed in {} bytes", bytes.len())));
    }
    for group in metadata.row_groups() {
        for column in group.columns() {
            let (start, length) = column.byte_range();
            let end = start.checked_add(length).and_then(|end| usize::try_from(end).ok());
            let pages = end.and_then(|end| bytes.get(start as usize..end));
            check_pages(pages.ok_or_else(|| malformed("a column lies outside the file"))?, group.num_rows())?;
        }
    }
    Ok(())
}

/// Checks the header of each page of a column.
fn check_pages(mut pages: &[u8], rows: i64) -> Result<(), FormatError> {
    let (mut values, most) = (0u64, 2 * MOST_MOVES * (rows.unsigned_abs() + 1));
    while !pages.is_empty() {
        let (mut size, mut stored, mut count) = (None, None, 0);
        let header = structure(&mut pages, DEEPEST, &mut |place, number| match place {
            (0, 2) => size = Some(number),
            (0, 3) => stored = usize::try_from(number).ok(),
            // Data pages of both versions, and dictionaries, begin with their number of values; a negative one is huge.
            (5 | 7 | 8, 1) => count = u64::try_from(number).unwrap_or(u64::MAX),
            _ => {}
        });
        header.ok_or_else(|| malformed("the header of a page makes no sense"))?;
        if !size.is_some_and(|size| (0..=LARGEST_PAGE).contains(&size)) {
            return Err(malformed(format!("a page inflates to more than {LARGEST_PAGE} bytes")));
        }
        values = values.saturating_add(count);
        if values > most {
            return Err(malformed("a page has more values than its rows can have"));
        }
        let rest = stored.and_then(|stored| pages.get(stored..));
        pages = rest.ok_or_else(|| malformed("a column lies outside the file"))?;
    }
    Ok(())
}

/// Takes a structure off some bytes, and tells the number in each of its fields and in those of structures within: the field
/// of the structure around it, 0 if there is none, and its own. `None` if the bytes make no sense.
fn structure(bytes: &mut &[u8], depth: u32, tell: &mut dyn FnMut((i16, i16), i64)) -> Option<()> {
    let mut field = 0i16;
    loop {
        let head = byte(bytes)?;
        if head == 0 {
            return Some(());
        }
        field = match head >> 4 {
            0 => i16::try_from(signed(bytes)?).ok()?,
            step => field.checked_add(i16::from(step))?,
        };
        match head & 0x0f {
            // A boolean is in the type itself.
            1 | 2 => {}
            12 => structure(bytes, depth.checked_sub(1)?, &mut |(_, inner), number| tell((field, inner), number))?,
            kind => tell((0, field), value(bytes, kind)?),
        }
    }
}

/// Takes a value off; returns it if it is a number, else 0.
fn value(bytes: &mut &[u8], kind: u8) -> Option<i64> {
    match kind {
        3 => byte(bytes).map(i64::from),
        4..=6 => signed(bytes),
        7 => skip(bytes, 8),
        8 => {
            let length = unsigned(bytes)?;
            skip(bytes, length)
        }
        // Headers of pages have no lists, no maps and no other types.
        _ => None,
    }
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(first)
}

fn skip(bytes: &mut &[u8], count: u64) -> Option<i64> {
    *bytes = bytes.get(usize::try_from(count).ok()?..)?;
    Some(0)
}

fn unsigned(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = byte(bytes)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn signed(bytes: &mut &[u8]) -> Option<i64> {
    let number = unsigned(bytes)?;
    Some((number >> 1) as i64 ^ -((number & 1) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outcome of reading a one-row column whose pages claim this many values and hold no bytes.
    fn claimed(counts: &[i64]) -> Result<(), FormatError> {
        let mut bytes = Vec::new();
        for &count in counts {
            // Field 1: the kind; 2 and 3: no bytes; 5: a data page, with field 1: its number of values.
            bytes.extend([0x15, 0, 0x15, 0, 0x15, 0, 0x2c, 0x16]);
            let mut zigzag = (count << 1 ^ count >> 63) as u64;
            while zigzag >= 0x80 {
                bytes.push(zigzag as u8 | 0x80);
                zigzag >>= 7;
            }
            bytes.extend([zigzag as u8, 0, 0]);
        }
        check_pages(&bytes, 1)
    }

    #[test]
    fn values_that_no_page_can_have_are_refused() {
        claimed(&[1]).unwrap();
        claimed(&[100, 100]).unwrap();
        for counts in [&[1000][..], &[200, 200], &[-1], &[i64::MIN], &[1, i64::MAX]] {
            let error = claimed(counts).unwrap_err().to_string();
            assert_eq!(error, "a page has more values than its rows can have", "{counts:?}");
        }
    }

    #[test]
    fn nonsense_is_no_header() {
        // A list of two billion numbers, lists nested without end, and a text longer than the file.
        for bytes in [&[0x19, 0xf5, 0xff, 0xff, 0xff, 0xff, 7][..], &[0x19; 1000], &[0x18, 0xff, 0xff, 3, 1]] {
            assert!(check_pages(bytes, 1).unwrap_err().to_string().ends_with("makes no sense"), "{bytes:?}");
        }
    }
}
