//! The file format of learned weights.
//!
//! All numbers are little-endian.
//!
//! ```text
//! offset  bytes  what
//!      0      8  magic: "OTHELLOW"
//!      8      2  version: 3
//!     10      2  rows and columns, one byte each, rows ≤ columns; both 0: common to all boards
//!     12      8  seed of the training
//!     20      4  positions of each stage that the training asked for
//!     24      4  n: parameters of a stage
//!     28      4  m: parameters of a stage of the outline; 0: there is none
//!     32      1  s: stages
//!     33      s  the highest number of empty squares of each stage, one byte each, ascending
//! 33 + s      4  bytes of what follows before it was compressed
//! 37 + s      …  zlib stream of s · n numbers, stage by stage, parameter by parameter, then s · m of the outline
//!    end      8  xxh3-64 of all bytes before
//! ```
//!
//! Version 2 has no m, and no outline.
//!
//! A number is, in [`STEP`]s, the difference between the change of a parameter since the previous stage (in the first
//! stage: since 0) and the expected change. If the parameter of the configuration with exchanged colours came earlier,
//! the expected change is the opposite of that one's change; otherwise it is 0. A number is a zigzag varint: 2k for k ≥
//! 0, −2k − 1 for k < 0, seven bits a byte, the low ones first, the highest bit set in all bytes but the last.

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::layout::Layout;
use rules::board::{Board, MAX_SQUARES, MIN_SIDE};

const MAGIC: [u8; 8] = *b"OTHELLOW";
const VERSION: u16 = 3;
/// A file without an outline.
const VERSION_WITHOUT_OUTLINE: u16 = 2;
/// Units of an evaluation in one step of a stored weight: half a disc. Finer steps do not make searches smaller.
pub const STEP: i16 = super::DISC as i16 / 2;
/// The best compression of zlib.
const COMPRESSION_LEVEL: u8 = 9;
/// The most bytes of a 16-bit varint.
const MAX_NUMBER_BYTES: usize = 3;

/// The learned weights of one board, or those common to all boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The board, with at most as many rows as columns; the weights suit its transpose, too. `None`: they suit any
    /// board.
    pub board: Option<Board>,
    /// The seed of the training.
    pub seed: u64,
    /// The number of positions of each stage that the training asked for.
    pub positions: u32,
    /// The stages of the game, few empty squares first.
    pub stages: Vec<Stage>,
    /// The weights of [`Layout::outline`] for the same stages; empty if there are none.
    pub outline: Vec<Stage>,
}

/// The weights of one stage of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The highest number of empty squares of this stage.
    pub max_empties: u8,
    /// The weight of each parameter of a [`Layout`], in steps of [`STEP`].
    pub weights: Vec<i16>,
}

/// Why bytes are not weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// They do not begin with the magic bytes.
    #[error("no weights of an evaluation: the file begins with something else")]
    Magic,
    /// They are of another version.
    #[error("weights of version {0}, this program reads version {VERSION}: train them anew")]
    Version(u16),
    /// They are truncated or altered.
    #[error("damaged weights: the checksum does not fit, or the end is missing")]
    Checksum,
    /// The checksum fits, but the content makes no sense.
    #[error("weights that make no sense: {0}")]
    Content(&'static str),
    /// They are for another board.
    #[error("weights of board {found}, wanted are those of {wanted}")]
    Board {
        /// The board of the weights.
        found: Board,
        /// The board to evaluate.
        wanted: Board,
    },
    /// They are common to all boards, where those of one board are wanted.
    #[error("weights common to all boards, wanted are those of one board")]
    Common,
    /// The process already has an evaluation for their board.
    #[error("the evaluation of board {0} is already chosen")]
    Chosen(Board),
}

impl Weights {
    /// The bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (opposites, outline_opposites) = opposites(self.board);
        let outline_parameters = if self.outline.is_empty() { 0 } else { outline_opposites.len() };
        let mut numbers = Vec::new();
        push_stages(&mut numbers, &self.stages, &opposites);
        push_stages(&mut numbers, &self.outline, &outline_opposites);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.board.map_or([0, 0], |board| [board.rows() as u8, board.cols() as u8]));
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.positions.to_le_bytes());
        bytes.extend((opposites.len() as u32).to_le_bytes());
        bytes.extend((outline_parameters as u32).to_le_bytes());
        bytes.push(self.stages.len() as u8);
        bytes.extend(self.stages.iter().map(|stage| stage.max_empties));
        bytes.extend((numbers.len() as u32).to_le_bytes());
        bytes.extend(compress_to_vec_zlib(&numbers, COMPRESSION_LEVEL));
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The bytes are damaged, are not weights, or are of a version that this program cannot read.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut rest = bytes.strip_prefix(&MAGIC).ok_or(WeightsError::Magic)?;
        let version = u16::from_le_bytes(*rest.first_chunk().ok_or(WeightsError::Checksum)?);
        if version != VERSION && version != VERSION_WITHOUT_OUTLINE {
            return Err(WeightsError::Version(version));
        }
        let (content, checksum) = bytes.split_last_chunk().ok_or(WeightsError::Checksum)?;
        if xxh3_64(content).to_le_bytes() != *checksum {
            return Err(WeightsError::Checksum);
        }
        rest = content.get(MAGIC.len() + 2..).ok_or(WeightsError::Checksum)?;
        let [rows, cols] = take(&mut rest)?;
        let seed = u64::from_le_bytes(take(&mut rest)?);
        let positions = u32::from_le_bytes(take(&mut rest)?);
        let parameters = u32::from_le_bytes(take(&mut rest)?) as usize;
        let has_outline = version != VERSION_WITHOUT_OUTLINE;
        let outline_parameters = if has_outline { u32::from_le_bytes(take(&mut rest)?) as usize } else { 0 };
        let [stages] = take(&mut rest)?;
        let tops = rest.split_off(..usize::from(stages)).ok_or(WeightsError::Checksum)?;
        let length = u32::from_le_bytes(take(&mut rest)?) as usize;

        let board = match (rows, cols) {
            (0, 0) => None,
            _ => Some(Board::new(rows.into(), cols.into()).map_err(|_| WeightsError::Content("no such board"))?),
        };
        let squares = board.map_or(MAX_SQUARES, Board::squares);
        let reaches_all = tops.is_sorted_by(|low, high| low < high) && tops.last() == Some(&(squares as u8));
        let (opposites, mut outline_opposites) = opposites(board);
        if outline_parameters == 0 {
            outline_opposites.clear();
        }
        let fits = parameters == opposites.len() && outline_parameters == outline_opposites.len();
        if rows > cols || !reaches_all || !fits {
            return Err(WeightsError::Content("the stages or their weights do not fit the board"));
        }
        if length > tops.len() * (parameters + outline_parameters) * MAX_NUMBER_BYTES {
            return Err(WeightsError::Content("too many bytes"));
        }
        let numbers = decompress_to_vec_zlib_with_limit(rest, length).map_err(|_| WeightsError::Content("zlib"))?;
        let mut numbers = numbers.as_slice();
        let stages = read_stages(tops, &opposites, &mut numbers)?;
        let outline_tops = if outline_parameters == 0 { &[] } else { tops };
        let outline = read_stages(outline_tops, &outline_opposites, &mut numbers)?;
        if !numbers.is_empty() {
            return Err(WeightsError::Content("too many numbers"));
        }
        Ok(Self { board, seed, positions, stages, outline })
    }
}

/// [`Layout::opposites`] of the layout that the weights are for, and of its outline.
fn opposites(board: Option<Board>) -> (Vec<u32>, Vec<u32>) {
    match board {
        Some(board) => (Layout::of_board(board).opposites(), Layout::outline(board).opposites()),
        None => {
            let smallest = Board::new(MIN_SIDE, MIN_SIDE).expect("the smallest board");
            (Layout::common(smallest).opposites(), Vec::new())
        }
    }
}

/// Appends the numbers of all stages.
fn push_stages(numbers: &mut Vec<u8>, stages: &[Stage], opposites: &[u32]) {
    let mut before = vec![0i16; opposites.len()];
    for stage in stages {
        for (index, &weight) in stage.weights.iter().enumerate() {
            let expected = expected(index, opposites, &before, &stage.weights);
            push_number(numbers, weight.wrapping_sub(expected));
        }
        before.clone_from(&stage.weights);
    }
}

/// The expected value of a parameter, from the previous stage and from the earlier parameters of its own stage.
fn expected(index: usize, opposites: &[u32], before: &[i16], weights: &[i16]) -> i16 {
    let opposite = opposites[index] as usize;
    if opposite < index {
        before[index].wrapping_sub(weights[opposite].wrapping_sub(before[opposite]))
    } else {
        before[index]
    }
}

/// The next bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], WeightsError> {
    rest.split_off(..N).and_then(|bytes| bytes.try_into().ok()).ok_or(WeightsError::Checksum)
}

/// Reads the numbers of all stages.
fn read_stages(tops: &[u8], opposites: &[u32], numbers: &mut &[u8]) -> Result<Vec<Stage>, WeightsError> {
    let mut before = vec![0i16; opposites.len()];
    let mut stages = Vec::with_capacity(tops.len());
    for &max_empties in tops {
        let mut weights = vec![0i16; opposites.len()];
        for index in 0..weights.len() {
            let difference = read_number(numbers).ok_or(WeightsError::Content("a number"))?;
            let weight = expected(index, opposites, &before, &weights).wrapping_add(difference);
            weight.checked_mul(STEP).ok_or(WeightsError::Content("a weight"))?;
            weights[index] = weight;
        }
        before.clone_from(&weights);
        stages.push(Stage { max_empties, weights });
    }
    Ok(stages)
}

fn push_number(bytes: &mut Vec<u8>, number: i16) {
    let mut zigzag = (number << 1 ^ number >> 15) as u16;
    while zigzag >= 0x80 {
        bytes.push(zigzag as u8 | 0x80);
        zigzag >>= 7;
    }
    bytes.push(zigzag as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<i16> {
    let mut zigzag = 0u32;
    for shift in 0..MAX_NUMBER_BYTES {
        let &byte = bytes.split_off_first()?;
        zigzag |= u32::from(byte & 0x7f) << (7 * shift);
        if byte & 0x80 == 0 {
            let zigzag = u16::try_from(zigzag).ok()?;
            return Some((zigzag >> 1) as i16 ^ -((zigzag & 1) as i16));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Weights {
        let board: Board = "3x4".parse().unwrap();
        let parameters = [Layout::of_board(board).parameters(), Layout::outline(board).parameters()];
        let [stages, outline] = parameters.map(|parameters| {
            let weights = |factor: usize| (0..parameters).map(|k| (k * factor % 401) as i16 - 200).collect();
            vec![Stage { max_empties: 5, weights: weights(7) }, Stage { max_empties: 12, weights: weights(31) }]
        });
        Weights { board: Some(board), seed: 7, positions: 100, stages, outline }
    }

    #[test]
    fn numbers_survive() {
        for number in i16::MIN..=i16::MAX {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            let mut rest = bytes.as_slice();
            assert_eq!((read_number(&mut rest), rest.len()), (Some(number), 0), "{number}");
        }
        assert_eq!(read_number(&mut [0xff, 0xff, 0x7f].as_slice()), None);
        assert_eq!(read_number(&mut [0x80].as_slice()), None);
    }

    #[test]
    fn weights_survive_and_every_changed_byte_is_found() {
        let weights = sample();
        let bytes = weights.to_bytes();
        assert_eq!(Weights::from_bytes(&bytes), Ok(weights));
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 0x10;
            assert!(Weights::from_bytes(&changed).is_err(), "byte {index}");
            assert!(Weights::from_bytes(&bytes[..index]).is_err(), "{index} bytes");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_though_its_checksum_fits() {
        let signed = |mut bytes: Vec<u8>, index: usize, value: u8| {
            bytes.truncate(bytes.len() - 8);
            bytes[index] = value;
            bytes.extend(xxh3_64(&bytes).to_le_bytes());
            Weights::from_bytes(&bytes)
        };
        let bytes = sample().to_bytes();
        assert!(signed(bytes.clone(), 8, VERSION as u8).is_ok());
        assert_eq!(signed(bytes.clone(), 8, 9), Err(WeightsError::Version(9)));
        assert_eq!(signed(bytes.clone(), 0, 0), Err(WeightsError::Magic));
        for (index, value) in
            [(10, 2), (10, 4), (11, 5), (24, 0), (28, 1), (32, 1), (33, 12), (34, 11), (35, 0), (37, 255)]
        {
            assert!(matches!(signed(bytes.clone(), index, value), Err(WeightsError::Content(_))), "byte {index}");
        }
    }
}
