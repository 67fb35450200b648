//! Checks what a Parquet file claims before trusting it: how many rows and pages there are, and how large each page is when
//! decompressed. The library allocates memory for whatever a file claims.
//!
//! The metadata are structs in the compact protocol of Apache Thrift. Sources:
//! <https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>,
//! <https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift>; the numbers of the fields below are
//! those of the latter.

use super::{FormatError, malformed};

/// The first and the last bytes of a file.
const MAGIC: &[u8] = b"PAR1";
/// Bytes of the footer's length and of the magic word after it.
const TAIL: usize = 8;
/// The longest footer, in bytes. That of a set's file has some thousands.
const LONGEST_FOOTER: usize = 1 << 20;
/// The longest header of a page, in bytes.
const LONGEST_HEADER: usize = 1 << 14;
/// The largest decompressed page, in bytes. Writers end a page at about one MiB.
const LARGEST_PAGE: i64 = 2 << 20;
/// The fewest bytes that a row takes in a file, apart from a few rows.
const LEAST_ROW: usize = 8;
/// How many rows are allowed in addition.
const FEW_ROWS: usize = 1024;
/// The most moves of a row.
const MOST_MOVES: u64 = 64;
/// The most values of a footer, and the deepest nesting.
const MOST_VALUES: usize = 100_000;
const DEEPEST: u32 = 16;

/// A value of a structure.
#[derive(Debug)]
enum Value {
    Number(i64),
    List(Vec<Value>),
    Struct(Vec<(i16, Value)>),
    /// Bytes and floating-point numbers, which are not needed.
    Other,
}

impl Value {
    fn field(&self, number: i16) -> Option<&Self> {
        let Self::Struct(fields) = self else { return None };
        fields.iter().find(|(found, _)| *found == number).map(|(_, value)| value)
    }

    fn number(&self, field: i16) -> Option<i64> {
        if let Some(Self::Number(number)) = self.field(field) { Some(*number) } else { None }
    }

    fn list(&self, field: i16) -> &[Self] {
        if let Some(Self::List(values)) = self.field(field) { values } else { &[] }
    }
}

/// Rejects a file that claims more than its bytes can hold.
///
/// # Errors
/// The file claims too much, or its metadata make no sense.
pub(super) fn check(bytes: &[u8]) -> Result<(), FormatError> {
    let footer = footer(bytes).ok_or_else(|| malformed("this is no Parquet file"))?;
    let footer = Reader::new(footer).read().ok_or_else(|| malformed("the footer makes no sense"))?;
    let groups = footer.list(4);
    let rows = groups.iter().try_fold(0i64, |sum, group| sum.checked_add(group.number(3).filter(|&rows| rows >= 0)?));
    let most = (bytes.len() / LEAST_ROW + FEW_ROWS) as i64;
    let rows = rows.ok_or_else(|| malformed("the number of rows makes no sense"))?;
    if rows > most || footer.number(3).is_some_and(|all| all != rows) {
        return Err(malformed(format!("{rows} rows are claimed in {} bytes", bytes.len())));
    }
    for group in groups {
        for column in group.list(1) {
            check_column(bytes, column, group.number(3).unwrap_or(0))?;
        }
    }
    Ok(())
}

fn footer(bytes: &[u8]) -> Option<&[u8]> {
    let (body, tail) = bytes.split_at_checked(bytes.len().checked_sub(TAIL)?)?;
    let length = u32::from_le_bytes(tail[..4].try_into().ok()?) as usize;
    let is_parquet = bytes.starts_with(MAGIC) && tail.ends_with(MAGIC) && length <= LONGEST_FOOTER;
    body.get(body.len().checked_sub(length)?..).filter(|_| is_parquet)
}

/// Checks the header of each page of a column.
fn check_column(bytes: &[u8], column: &Value, rows: i64) -> Result<(), FormatError> {
    let none = || malformed("a column lies outside the file");
    let data = column.field(3).ok_or_else(none)?;
    let offsets = [data.number(9), data.number(11)];
    let start = offsets.into_iter().flatten().filter(|&at| at > 0).min().ok_or_else(none)?;
    let length = data.number(7).ok_or_else(none)?;
    let (start, length) = (usize::try_from(start).map_err(malformed)?, usize::try_from(length).map_err(malformed)?);
    let mut rest = start.checked_add(length).and_then(|end| bytes.get(start..end)).ok_or_else(none)?;
    let (mut values, most) = (0u64, 2 * MOST_MOVES * (rows.unsigned_abs() + 1));
    while !rest.is_empty() {
        let mut reader = Reader::new(&rest[..rest.len().min(LONGEST_HEADER)]);
        let header = reader.read().ok_or_else(|| malformed("the header of a page makes no sense"))?;
        let size = header.number(2).filter(|size| (0..=LARGEST_PAGE).contains(size));
        size.ok_or_else(|| malformed(format!("a page inflates to more than {LARGEST_PAGE} bytes")))?;
        // Data pages of both versions, and dictionaries, begin with their number of values.
        let counts = [5, 8, 7].map(|kind| header.field(kind).and_then(|page| page.number(1)));
        // A negative number counts as a huge one.
        let claimed = counts.into_iter().flatten().map(|count| u64::try_from(count).unwrap_or(u64::MAX)).max();
        values = values.saturating_add(claimed.unwrap_or(0));
        if values > most {
            return Err(malformed("a page has more values than its rows can have"));
        }
        let stored = header.number(3).and_then(|stored| usize::try_from(stored).ok()).ok_or_else(none)?;
        rest = reader.end().checked_add(stored).and_then(|next| rest.get(next..)).ok_or_else(none)?;
    }
    Ok(())
}

/// Reads structs.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    values: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, values: 0 }
    }

    /// Index of the next byte.
    fn end(&self) -> usize {
        self.at
    }

    /// A struct.
    fn read(&mut self) -> Option<Value> {
        self.structure(0)
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn skip(&mut self, count: usize) -> Option<Value> {
        self.at = self.at.checked_add(count).filter(|&at| at <= self.bytes.len())?;
        Some(Value::Other)
    }

    fn unsigned(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let number = self.unsigned()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn structure(&mut self, depth: u32) -> Option<Value> {
        let (mut fields, mut number) = (Vec::new(), 0i16);
        loop {
            let head = self.byte()?;
            if head & 0x0f == 0 {
                return Some(Value::Struct(fields));
            }
            number = match head >> 4 {
                0 => i16::try_from(self.signed()?).ok()?,
                step => number.checked_add(i16::from(step))?,
            };
            let value = match head & 0x0f {
                // A boolean is encoded in the type itself.
                1 | 2 => Value::Number(i64::from(head & 0x0f == 1)),
                kind => self.value(kind, depth)?,
            };
            fields.push((number, value));
        }
    }

    fn value(&mut self, kind: u8, depth: u32) -> Option<Value> {
        self.values += 1;
        if self.values > MOST_VALUES || depth > DEEPEST {
            return None;
        }
        match kind {
            1..=3 => self.byte().map(|byte| Value::Number(byte.into())),
            4..=6 => self.signed().map(Value::Number),
            7 => self.skip(8),
            8 => {
                let length = usize::try_from(self.unsigned()?).ok()?;
                self.skip(length)
            }
            9 | 10 => self.list(depth),
            12 => self.structure(depth + 1),
            // Parquet metadata have no maps and no other types.
            _ => None,
        }
    }

    fn list(&mut self, depth: u32) -> Option<Value> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => self.unsigned()?,
            count => count.into(),
        };
        let mut values = Vec::new();
        for _ in 0..count {
            values.push(self.value(head & 0x0f, depth + 1)?);
        }
        Some(Value::List(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_are_read_and_nonsense_is_none() {
        // Field 1: 3 (zigzag 6); 4: a list of two numbers; 20 (after a step of 16 the number is written out): a text.
        let bytes = [0x15, 6, 0x39, 0x25, 1, 4, 0x08, 40, 2, b'o', b'k', 0];
        let mut reader = Reader::new(&bytes);
        let value = reader.read().unwrap();
        assert_eq!((value.number(1), value.list(4).len(), reader.end()), (Some(3), 2, bytes.len()));
        assert!(matches!(value.list(4), [Value::Number(-1), Value::Number(2)]));
        assert!(matches!(value.field(20), Some(Value::Other)));
        for length in 0..bytes.len() {
            assert!(Reader::new(&bytes[..length]).read().is_none(), "{length}");
        }
        // A list of two billion numbers, and lists nested without end.
        assert!(Reader::new(&[0x19, 0xf5, 0xff, 0xff, 0xff, 0xff, 7]).read().is_none());
        assert!(Reader::new(&[0x19; 1000]).read().is_none());
    }

    /// The outcome of reading a one-row column whose pages claim this many values and hold no bytes.
    fn claimed(counts: &[i64]) -> Result<(), FormatError> {
        let mut bytes = MAGIC.to_vec();
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
        let length = (bytes.len() - MAGIC.len()) as i64;
        let data = Value::Struct(vec![(7, Value::Number(length)), (9, Value::Number(MAGIC.len() as i64))]);
        check_column(&bytes, &Value::Struct(vec![(3, data)]), 1)
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
    fn what_is_no_file_is_refused() {
        for bytes in [&b""[..], b"PAR1", b"PAR1PAR1", b"PAR1\xff\xff\xff\x7fPAR1", &[0; 100]] {
            assert!(check(bytes).is_err());
        }
    }
}
