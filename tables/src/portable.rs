//! Tables as files that do not depend on RocksDB: sorted, compressed, with checksums. FORMAT.md has the bytes.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use files::{Draft, FileError};
use solver::{Basis, Board, Bounds, Discs, Proven, Score, Scoring};
use xxhash_rust::xxh3::Xxh3Default;

use crate::error::TableError;
use crate::format::{Game, Key, bounds_bytes, move_byte, move_of_byte, read_key};

const MAGIC: [u8; 8] = *b"OTHELLOB";
const VERSION: u16 = 1;
/// Entries per block, except for the last. Larger blocks save no space overall.
const BLOCK_ENTRIES: u32 = 1 << 16;
/// The most bytes of an entry besides its key: the length of the shared prefix, bounds and move, the effort.
const MAX_ENTRY_BYTES: u32 = 1 + 3 + 10;
/// The least bytes of an entry: at least one byte of the key differs.
const MIN_ENTRY_BYTES: u32 = 1 + 1 + 3 + 1;
/// Higher levels take much longer and save little.
const COMPRESSION_LEVEL: i32 = 9;

/// Writes entries, which must come in ascending order, into a file. The file appears only when everything is written.
/// Returns the number of entries.
///
/// # Errors
/// An error among the entries, or the file cannot be written.
pub fn export(
    path: &Path,
    board: Board,
    scoring: Scoring,
    entries: impl Iterator<Item = Result<(Discs, Proven), TableError>>,
) -> Result<u64, TableError> {
    let game = Game::new(board, scoring);
    let failed = |error: io::Error| file_error(path, &error.to_string());
    let unfinished = |error: FileError| file_error(error.path(), &error.reason());
    let mut draft = Draft::create(path).map_err(unfinished)?;
    let mut output = Summed { inner: &mut draft, hash: Xxh3Default::new() };
    output.write_all(&header(game)).map_err(failed)?;
    output.write_sum().map_err(failed)?;
    let mut block = Block::default();
    let mut count = 0u64;
    for entry in entries {
        let (discs, proven) = entry?;
        block.push(game, discs, proven);
        count += 1;
        if block.entries == BLOCK_ENTRIES {
            block.write(&mut output).map_err(failed)?;
        }
    }
    if block.entries > 0 {
        block.write(&mut output).map_err(failed)?;
    }
    output.write_all(&0u32.to_le_bytes()).map_err(failed)?;
    output.write_all(&count.to_le_bytes()).map_err(failed)?;
    output.write_sum().map_err(failed)?;
    draft.finish().map_err(unfinished)?;
    Ok(count)
}

fn header(game: Game) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([game.board().rows() as u8, game.board().cols() as u8, game.scoring().code()]);
    bytes
}

fn file_error(path: &Path, reason: &str) -> TableError {
    TableError::File { path: path.to_owned(), reason: reason.to_owned() }
}

/// Passes bytes on and hashes them.
struct Summed<T> {
    inner: T,
    hash: Xxh3Default,
}

impl<T: Write> Summed<T> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.inner.write_all(bytes)
    }

    /// Writes the hash of everything so far.
    fn write_sum(&mut self) -> io::Result<()> {
        let sum = self.hash.digest();
        self.write_all(&sum.to_le_bytes())
    }
}

impl<T: Read> Summed<T> {
    fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.inner.read_exact(&mut bytes)?;
        self.hash.update(&bytes);
        Ok(bytes)
    }

    /// Reads the hash of everything so far, and compares it.
    fn check_sum(&mut self) -> io::Result<()> {
        let sum = self.hash.digest();
        if self.array()? == sum.to_le_bytes() { Ok(()) } else { Err(damaged("its checksum does not match")) }
    }
}

/// Entries to be compressed together.
#[derive(Default)]
struct Block {
    entries: u32,
    bytes: Vec<u8>,
    last: Vec<u8>,
}

impl Block {
    fn push(&mut self, game: Game, discs: Discs, proven: Proven) {
        let key = Key::new(game, discs);
        let same = self.last.iter().zip(key.bytes()).take_while(|(left, right)| left == right).count();
        self.bytes.push(same as u8);
        self.bytes.extend_from_slice(&key.bytes()[same..]);
        self.bytes.extend(bounds_bytes(proven.bounds));
        self.bytes.push(move_byte(proven.best));
        push_varint(&mut self.bytes, proven.effort);
        self.last.clear();
        self.last.extend_from_slice(key.bytes());
        self.entries += 1;
    }

    /// Writes the block and empties it.
    fn write<T: Write>(&mut self, output: &mut Summed<T>) -> io::Result<()> {
        let compressed = compress(&self.bytes);
        output.write_all(&self.entries.to_le_bytes())?;
        output.write_all(&(self.bytes.len() as u32).to_le_bytes())?;
        output.write_all(&(compressed.len() as u32).to_le_bytes())?;
        output.write_all(&compressed)?;
        output.write_sum()?;
        *self = Self::default();
        Ok(())
    }
}

/// One zstd frame.
fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = vec![0; zstd_safe::compress_bound(bytes.len())];
    let length = zstd_safe::compress(&mut compressed[..], bytes, COMPRESSION_LEVEL);
    compressed.truncate(length.expect("there is room for the worst case"));
    compressed
}

fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u64::from(byte & 0x7f);
        if part << shift >> shift != part {
            return None;
        }
        number |= part << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// An exported table, read entry by entry.
///
/// It returns no entry before comparing its checksum. A fault comes as an error, with nothing after it.
pub struct Portable {
    path: PathBuf,
    input: Summed<BufReader<File>>,
    game: Game,
    /// The current block, and how much of it has been read.
    block: Vec<u8>,
    at: usize,
    left: u32,
    last: Vec<u8>,
    count: u64,
    is_done: bool,
}

impl Portable {
    /// Opens a file.
    ///
    /// # Errors
    /// It cannot be read, or is not an exported table of this version.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let failed = |error: io::Error| file_error(path, &read_reason(&error));
        // Something that is not a regular file may have no end, or no beginning.
        if !path.metadata().map_err(failed)?.is_file() {
            return Err(file_error(path, "it is no regular file; name a file that an export has written"));
        }
        let file = File::open(path).map_err(failed)?;
        let mut input = Summed { inner: BufReader::with_capacity(1 << 20, file), hash: Xxh3Default::new() };
        if input.array().map_err(failed)? != MAGIC {
            return Err(file_error(path, "it is no exported table"));
        }
        let version = u16::from_le_bytes(input.array().map_err(failed)?);
        if version != VERSION {
            let newer = if version > VERSION { "a newer" } else { "the" };
            return Err(file_error(
                path,
                &format!("it has version {version}, this program reads {VERSION}; use {newer} program that wrote it"),
            ));
        }
        let [rows, cols, scoring] = input.array().map_err(failed)?;
        input.check_sum().map_err(failed)?;
        let scoring = Scoring::of_code(scoring);
        let scoring = scoring.ok_or_else(|| file_error(path, "it is damaged: its scoring is unknown"))?;
        let board = Board::new(u32::from(rows), u32::from(cols)).ok().filter(|board| board.is_landscape());
        let board = board.ok_or_else(|| file_error(path, "it is damaged: there is no such board"))?;
        let game = Game::new(board, scoring);
        let (block, last) = (Vec::new(), Vec::new());
        Ok(Self { path: path.to_owned(), input, game, block, at: 0, left: 0, last, count: 0, is_done: false })
    }

    /// The board; it has at most as many rows as columns.
    #[must_use]
    pub fn board(&self) -> Board {
        self.game.board()
    }

    /// The scoring.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        self.game.scoring()
    }

    /// Reads the next block, or at the end the summary of the whole file. Returns whether there was a block.
    fn next_block(&mut self) -> io::Result<bool> {
        let entries = u32::from_le_bytes(self.input.array()?);
        if entries == 0 {
            let count = u64::from_le_bytes(self.input.array()?);
            self.input.check_sum()?;
            if count != self.count {
                return Err(damaged("entries are missing"));
            }
            if self.input.inner.read(&mut [0])? != 0 {
                return Err(damaged("something follows its end"));
            }
            return Ok(false);
        }
        let raw = u32::from_le_bytes(self.input.array()?);
        let compressed = u32::from_le_bytes(self.input.array()?);
        // Do not read or allocate more than entries of this board can fill.
        let key_bytes = key_bytes(self.game) as u32;
        let fits = (1..=BLOCK_ENTRIES).contains(&entries)
            && (entries * MIN_ENTRY_BYTES..=entries * (MAX_ENTRY_BYTES + key_bytes)).contains(&raw)
            && compressed as usize <= zstd_safe::compress_bound(raw as usize);
        if !fits {
            return Err(damaged("a block has another size than its entries"));
        }
        let mut bytes = vec![0; compressed as usize];
        self.input.inner.read_exact(&mut bytes)?;
        self.input.hash.update(&bytes);
        self.input.check_sum()?;
        self.block = vec![0; raw as usize];
        let is_one_frame = zstd_safe::find_frame_compressed_size(&bytes) == Ok(bytes.len());
        if !is_one_frame || zstd_safe::decompress(&mut self.block[..], &bytes) != Ok(raw as usize) {
            return Err(damaged("a block is damaged"));
        }
        (self.at, self.left) = (0, entries);
        self.last.clear();
        Ok(true)
    }

    /// The next entry of the current block.
    fn entry(&mut self) -> Option<(Discs, Proven)> {
        let mut bytes = &self.block[self.at..];
        let (&same, rest) = bytes.split_first()?;
        let new = key_bytes(self.game).checked_sub(usize::from(same))?;
        let (new_key, rest) = rest.split_at_checked(new)?;
        self.last.truncate(usize::from(same));
        self.last.extend_from_slice(new_key);
        let discs = read_key(self.game, &self.last)?;
        let (&[lower, upper, best], rest) = rest.split_first_chunk()?;
        bytes = rest;
        let effort = read_varint(&mut bytes)?;
        self.at = self.block.len() - bytes.len();
        self.left -= 1;
        self.count += 1;
        if self.left == 0 && !bytes.is_empty() {
            return None;
        }
        let bounds = Bounds::new(Score::from(lower as i8), Score::from(upper as i8));
        Some((discs, Proven { bounds, best: move_of_byte(best)?, effort, basis: Basis::Claim }))
    }

    fn step(&mut self) -> Result<Option<(Discs, Proven)>, TableError> {
        if self.left == 0 {
            match self.next_block() {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(error) => return Err(file_error(&self.path, &read_reason(&error))),
            }
        }
        self.entry().map(Some).ok_or_else(|| file_error(&self.path, "it is damaged: an entry makes no sense"))
    }
}

/// Length of a key of this game.
fn key_bytes(game: Game) -> usize {
    Key::new(game, Discs::from_bits(0, 0).expect("no square has two discs")).bytes().len()
}

fn damaged(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// What is wrong, in words for people.
fn read_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "it is damaged: it ends too soon".to_owned(),
        io::ErrorKind::InvalidData => format!("it is damaged: {error}"),
        _ => error.to_string(),
    }
}

impl Iterator for Portable {
    type Item = Result<(Discs, Proven), TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let step = self.step().transpose();
        self.is_done = !matches!(step, Some(Ok(_)));
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// A file with one entry, in a block compressed in this many pieces.
    fn file(folder: &TempDir, pieces: usize) -> PathBuf {
        let path = folder.path().join(pieces.to_string());
        let game = Game::new("4x4".parse().unwrap(), Scoring::Discs);
        let mut bytes = Vec::new();
        let mut output = Summed { inner: &mut bytes, hash: Xxh3Default::new() };
        output.write_all(&header(game)).unwrap();
        output.write_sum().unwrap();
        let mut block = Block::default();
        let proven = Proven { bounds: Bounds::at(-8), best: None, effort: 5, basis: Basis::Claim };
        block.push(game, Discs::from_bits(0x240, 0x420).unwrap(), proven);
        let raw = block.bytes;
        let compressed = raw.chunks(raw.len().div_ceil(pieces)).flat_map(compress).collect::<Vec<u8>>();
        for number in [1, raw.len() as u32, compressed.len() as u32] {
            output.write_all(&number.to_le_bytes()).unwrap();
        }
        output.write_all(&compressed).unwrap();
        output.write_sum().unwrap();
        output.write_all(&0u32.to_le_bytes()).unwrap();
        output.write_all(&1u64.to_le_bytes()).unwrap();
        output.write_sum().unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    #[test]
    fn a_block_is_one_frame() {
        let folder = TempDir::new().unwrap();
        let read = |pieces| Portable::open(&file(&folder, pieces)).unwrap().collect::<Result<Vec<_>, _>>();
        assert_eq!(read(1).map(|entries| entries.len()), Ok(1));
        assert!(read(2).unwrap_err().to_string().contains("a block is damaged"));
    }
}
