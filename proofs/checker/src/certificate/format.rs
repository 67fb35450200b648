//! From the bytes of a file to a certificate. `FORMAT.md` beside this crate describes the format.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::hash::Hash;
use super::limits::Limits;
use super::{Certificate, Limit, Proof};
use crate::grid::{Grid, MAX_SQUARES, MIN_SIDE};
use crate::position::{BLACK, Position, WHITE};
use crate::rules::Scoring;

/// What every certificate begins with.
pub const MAGIC: [u8; 8] = *b"OTHPROOF";
/// The newest version that is read; all older ones are, too.
pub const VERSION: u8 = 3;
/// The first version, which leaves no position to the search but those with few empty squares.
const FIRST_VERSION: u8 = 1;
/// The first version that may leave any position of the prover to the search.
const FIRST_MARKED: u8 = 2;
/// The first version that numbers moves by their rank.
const FIRST_RANKED: u8 = 3;
/// The most empty squares at which a proof may leave a position to the search.
pub const MOST_CUT: u32 = 24;
/// The most moves of a proof.
const MOST_MOVES: u64 = 1 << 31;
const HEAD_BYTES: usize = 32;
const SEAL_BYTES: usize = 8;

/// Why bytes are not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// They do not begin with [`MAGIC`].
    #[error("this is not a certificate: it does not begin with OTHPROOF")]
    Foreign,
    /// Another version.
    #[error("the certificate is of version {0}, this program reads versions 1 to {VERSION}")]
    Version(u8),
    /// Something is missing at the end.
    #[error("the certificate ends too early")]
    Short,
    /// The checksum does not fit.
    #[error("the certificate is damaged: its checksum is {found:016x}, not {expected:016x}")]
    Seal {
        /// That of the bytes.
        found: u64,
        /// The one that the file states.
        expected: u64,
    },
    /// A field has a value that makes no sense.
    #[error("the certificate makes no sense: {field} is {value}")]
    Field {
        /// The name of the field in `FORMAT.md`.
        field: &'static str,
        /// Its value. A score is negative where its byte says so.
        value: i128,
    },
    /// The moves of a proof cannot be decompressed, or are not as many as announced.
    #[error("the moves of proof {0} cannot be decompressed to what is announced")]
    Moves(usize),
    /// More moves than the file's size, or the memory, allows.
    #[error("the certificate announces {moves} moves in {packed} bytes; at most {most} are unpacked from so few")]
    TooManyMoves {
        /// How many the file announces.
        moves: u64,
        /// The bytes that they are packed in.
        packed: u64,
        /// How many are allowed.
        most: u64,
    },
    /// Bytes after the end.
    #[error("the certificate goes on behind its end")]
    Long,
}

impl Certificate {
    /// Reads a certificate, within the default [`Limits`].
    ///
    /// # Errors
    /// The bytes are not a certificate of a known version, are damaged, or ask for too much memory.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        Self::from_bytes_within(bytes, Limits::default())
    }

    /// Reads a certificate. Takes no more memory than the limits allow, whatever the bytes say.
    ///
    /// # Errors
    /// See [`Certificate::from_bytes`].
    pub fn from_bytes_within(bytes: &[u8], limits: Limits) -> Result<Self, FormatError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(FormatError::Foreign);
        }
        let version = *bytes.get(MAGIC.len()).ok_or(FormatError::Short)?;
        if !(FIRST_VERSION..=VERSION).contains(&version) {
            return Err(FormatError::Version(version));
        }
        let (body, seal) = bytes.split_last_chunk::<SEAL_BYTES>().ok_or(FormatError::Short)?;
        if body.len() < HEAD_BYTES {
            return Err(FormatError::Short);
        }
        let (found, expected) = (xxh3_64(body), u64::from_le_bytes(*seal));
        if found != expected {
            return Err(FormatError::Seal { found, expected });
        }
        let mut reader = Reader(&body[MAGIC.len() + 1..]);
        let (rows, cols) = (reader.byte()?, reader.byte()?);
        let wrong = |field, value: u8| FormatError::Field { field, value: value.into() };
        let grid = Grid::new(rows.into(), cols.into()).ok_or_else(|| no_board(rows.into(), cols.into()))?;
        let scoring = match reader.byte()? {
            0 => Scoring::Discs,
            1 => Scoring::Wof,
            other => return Err(wrong("scoring", other)),
        };
        let side = match reader.byte()? {
            0 => BLACK,
            1 => WHITE,
            other => return Err(wrong("side", other)),
        };
        let cut = reader.byte()?;
        if u32::from(cut) > MOST_CUT {
            return Err(wrong("cut", cut));
        }
        let count = reader.byte()?;
        if !(1..=2).contains(&count) {
            return Err(wrong("proofs", count));
        }
        let unused = reader.byte()?;
        if unused != 0 {
            return Err(wrong("unused", unused));
        }
        let root = root(&grid, side, reader.word()?, reader.word()?)?;
        let proofs = proofs(&mut reader, &grid, usize::from(count), limits, bytes.len() as u64)?;
        if !reader.0.is_empty() {
            return Err(FormatError::Long);
        }
        let taken = proofs.iter().map(|proof| proof.moves.len() as u64).sum::<u64>() + bytes.len() as u64;
        let walk_bytes = limits.walk_bytes(bytes.len() as u64, taken);
        let (cut, has_marks, has_ranks) = (cut.into(), version >= FIRST_MARKED, version >= FIRST_RANKED);
        Ok(Self { root, grid, scoring, cut, has_marks, has_ranks, proofs, hash: Hash::of(bytes), walk_bytes })
    }
}

/// Why there is no board of this many rows and columns.
fn no_board(rows: usize, cols: usize) -> FormatError {
    let sides = MIN_SIDE..=MAX_SQUARES / MIN_SIDE;
    let (field, value) = match (sides.contains(&rows), sides.contains(&cols)) {
        (false, _) => ("rows", rows),
        (_, false) => ("cols", cols),
        _ => ("rows times cols", rows * cols),
    };
    FormatError::Field { field, value: value as i128 }
}

/// The position of these discs.
fn root(grid: &Grid, side: i8, black: u64, white: u64) -> Result<Position, FormatError> {
    if black & white != 0 || black & !grid.full() != 0 {
        return Err(FormatError::Field { field: "black", value: black.into() });
    }
    if white & !grid.full() != 0 {
        return Err(FormatError::Field { field: "white", value: white.into() });
    }
    let pair = if side == BLACK { (black, white) } else { (white, black) };
    let parsed = Position::parse(grid.rows(), grid.cols(), &grid.text(pair, side));
    parsed.map_err(|_| FormatError::Field { field: "black", value: black.into() })
}

fn proofs(
    reader: &mut Reader<'_>,
    grid: &Grid,
    count: usize,
    limits: Limits,
    mut taken: u64,
) -> Result<Vec<Proof>, FormatError> {
    let mut proofs: Vec<Proof> = Vec::new();
    for number in 1..=count {
        let (kind, score) = (reader.byte()?, i32::from(reader.byte()? as i8));
        let limit = match kind {
            0 if number == 1 => Limit::AtLeast(score),
            1 if number == count => Limit::AtMost(score),
            _ => return Err(FormatError::Field { field: "kind", value: kind.into() }),
        };
        let most = grid.squares();
        if !(-most..=most).contains(&score) {
            return Err(FormatError::Field { field: "score", value: score.into() });
        }
        let (length, packed) = (reader.word()?, reader.word()?);
        if length > MOST_MOVES {
            return Err(FormatError::Field { field: "moves", value: length.into() });
        }
        let most = limits.moves(packed, taken);
        let packed = reader.take(packed)?;
        if length > most {
            return Err(FormatError::TooManyMoves { moves: length, packed: packed.len() as u64, most });
        }
        let moves = unpacked(packed, length as usize).ok_or(FormatError::Moves(number))?;
        taken += length;
        proofs.push(Proof { limit, moves });
    }
    Ok(proofs)
}

/// The bytes of a zlib stream, if it has exactly `length` of them and nothing follows it.
fn unpacked(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let found = decompress(&mut DecompressorOxide::new(), packed, &mut bytes, 0, flags);
    (found == (TINFLStatus::Done, packed.len(), length)).then_some(bytes)
}

/// The bytes left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: u64) -> Result<&'a [u8], FormatError> {
        let count = usize::try_from(count).map_err(|_| FormatError::Short)?;
        let (taken, rest) = self.0.split_at_checked(count).ok_or(FormatError::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, FormatError> {
        Ok(self.take(1)?[0])
    }

    fn word(&mut self) -> Result<u64, FormatError> {
        let bytes = self.take(8)?;
        Ok(bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
    }
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec_zlib;

    use super::*;

    #[test]
    fn moves_are_one_whole_stream_and_nothing_else() {
        for length in [0, 1, 17, 5000] {
            let moves: Vec<u8> = (0..length).map(|place: usize| (place * place % 37) as u8).collect();
            let packed = compress_to_vec_zlib(&moves, 10);
            assert_eq!(unpacked(&packed, length), Some(moves));
            assert_eq!(unpacked(&packed, length + 1), None, "fewer than were announced");
            assert_eq!(
                length.checked_sub(1).and_then(|fewer| unpacked(&packed, fewer)),
                None,
                "more than were announced"
            );
            assert_eq!(unpacked(&[&packed[..], b"JUNK"].concat(), length), None);
            assert_eq!(unpacked(&[&packed[..], &packed[..]].concat(), length), None);
            assert_eq!(unpacked(&packed[..packed.len() - 1], length), None);
            let (last, rest) = packed.split_last().unwrap();
            assert_eq!(unpacked(&[rest, &[last ^ 1]].concat(), length), None, "another checksum");
        }
    }
}
