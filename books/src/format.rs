//! A book as bytes: a line of text, a byte for each position of the last layer, and a checksum.
//!
//! ```text
//! othello-book 1 6x6 othello discs 13 292965 0123456789abcdef\n      board, start, scoring, discs, positions, their hash
//! value of each position of the last layer, in ascending order      a signed byte each: discs, or -128 where it is unknown
//! XXH3-64 of all bytes before                                       8 bytes, little-endian
//! ```
//!
//! Which positions these are follows from the rules; their hash (XXH3-64 of the 16 bytes of each, those of the side to
//! move first, little-endian) shows whether reader and writer agree on them.

use solver::{Discs, Score};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::error::BookError;
use crate::layers::MOST_POSITIONS;
use crate::plan::Plan;

/// The first word of a book.
const NAME: &str = "othello-book";
/// The version of the format that is written.
const VERSION: u32 = 1;
/// The longest first line.
const LONGEST_HEAD: usize = 200;
/// Bytes of the checksum.
const SUM: usize = 8;
/// The most bytes of a book: a head, a byte for each position, and a sum.
pub const MOST_BYTES: u64 = (MOST_POSITIONS + LONGEST_HEAD + SUM) as u64;
/// The byte of an unknown value.
const UNKNOWN: i8 = i8::MIN;

/// The content of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) plan: Plan,
    /// The hash of the positions.
    pub(crate) positions: u64,
    /// For the side to move, in the order of the positions.
    pub(crate) values: Vec<Option<Score>>,
}

/// The hash of positions.
pub(crate) fn hash_of(positions: &[Discs]) -> u64 {
    let mut hash = Xxh3::new();
    for discs in positions {
        hash.update(&discs.player().bits().to_le_bytes());
        hash.update(&discs.opponent().bits().to_le_bytes());
    }
    hash.digest()
}

impl Content {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Plan { board, start, scoring, discs } = self.plan;
        let count = self.values.len();
        let mut bytes = format!("{NAME} {VERSION} {board} {start} {scoring} {discs} {count} {:016x}\n", self.positions)
            .into_bytes();
        bytes.extend(self.values.iter().map(|value| value.map_or(UNKNOWN, |value| value.discs() as i8) as u8));
        let sum = xxh3_64(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let end = bytes.iter().take(LONGEST_HEAD).position(|&byte| byte == b'\n').ok_or(BookError::NoBook)?;
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| BookError::NoBook)?;
        let words: Vec<&str> = head.split(' ').collect();
        let wrong = || BookError::Head(head.to_owned());
        match words[..] {
            [NAME, version, ..] if version != VERSION.to_string() => {
                let other = version.parse().ok().filter(|&other: &u32| other.to_string() == version);
                return Err(other.map_or_else(wrong, BookError::Version));
            }
            [NAME, ..] => {}
            _ => return Err(BookError::NoBook),
        }
        let [_, _, board, start, scoring, discs, count, positions] = words[..] else { return Err(wrong()) };
        let plan = Plan {
            board: board.parse().map_err(|_| wrong())?,
            start: start.parse().map_err(|_| wrong())?,
            scoring: scoring.parse().map_err(|_| wrong())?,
            discs: discs.parse().map_err(|_| wrong())?,
        };
        let (body, sum) = bytes.split_at_checked(bytes.len().saturating_sub(SUM)).ok_or(BookError::Damaged)?;
        if sum != xxh3_64(body).to_le_bytes() {
            return Err(BookError::Damaged);
        }
        let squares = plan.board.squares();
        let values = body.get(end + 1..).ok_or(BookError::Damaged)?;
        if !plan.board.is_landscape() || !(4..=squares).contains(&plan.discs) || count.parse() != Ok(values.len()) {
            return Err(wrong());
        }
        let most = squares as i32;
        let value = |&byte: &u8| match byte as i8 {
            UNKNOWN => Ok(None),
            value if i32::from(value).abs() <= most => Ok(Some(Score::new(value.into()))),
            _ => Err(BookError::Damaged),
        };
        let positions = u64::from_str_radix(positions, 16).map_err(|_| wrong())?;
        Ok(Self { plan, positions, values: values.iter().map(value).collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_written_in_one_way() {
        let error = |head: &str| Content::from_bytes(format!("{head}\n").as_bytes()).unwrap_err();
        for version in ["01", "+1", "1.0", "x", "002", "99999999999"] {
            let head = format!("{NAME} {version} 4x4 othello discs 7 3 00");
            assert_eq!(error(&head), BookError::Head(head.clone()));
        }
        assert_eq!(error(&format!("{NAME} 2 whatever comes next")), BookError::Version(2));
    }
}
