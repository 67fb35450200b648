//! Checks RocksDB's logs (the write-ahead log, and the manifest of its files) before RocksDB reads them: some faults,
//! of a single bit, send its reader into an endless loop.
//!
//! A log is a sequence of blocks of 32 KiB, and a block is a sequence of records that do not cross its end: a checksum
//! of four bytes, a length of two, a type of one, the data (RocksDB, `db/log_format.h`). Recycled logs have record
//! types of their own; we never recycle one. RocksDB 11.8 does not get past a record of such a type that follows
//! others, and reads it again forever. So a log with one is damaged, and is kept from RocksDB.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use crc::{CRC_32_ISCSI, Crc, Table};

use crate::error::TableError;

const BLOCK_BYTES: usize = 32 << 10;
const HEADER_BYTES: usize = 7;

/// Types of records in recycled logs.
const RECYCLED: [u8; 6] = [5, 6, 7, 8, 11, 131];

/// RocksDB's checksum: CRC-32C, then rotated and offset.
static CHECKSUM: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISCSI);

/// Checks that RocksDB's reader reaches the end of every log in a directory.
///
/// # Errors
/// One is damaged, or cannot be read.
pub(super) fn check(directory: &Path) -> Result<(), TableError> {
    let inaccessible =
        |error: io::Error| TableError::Inaccessible { directory: directory.to_owned(), reason: error.to_string() };
    for entry in fs::read_dir(directory).map_err(inaccessible)? {
        let name = entry.map_err(inaccessible)?.file_name().to_string_lossy().into_owned();
        if !name.starts_with("MANIFEST-") && !name.ends_with(".log") {
            continue;
        }
        let ends = File::open(directory.join(&name)).and_then(|file| reader_ends(BufReader::new(file)));
        match ends {
            Ok(true) => {}
            Ok(false) => {
                let reason = format!("{name} has a record that is never written");
                return Err(TableError::Damaged { directory: directory.to_owned(), reason });
            }
            // A writer may have removed it.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(inaccessible(error)),
        }
    }
    Ok(())
}

/// Whether RocksDB reaches the end of a log.
fn reader_ends(mut log: impl Read) -> io::Result<bool> {
    let mut block = Vec::with_capacity(BLOCK_BYTES);
    loop {
        block.clear();
        log.by_ref().take(BLOCK_BYTES as u64).read_to_end(&mut block)?;
        if !block_ends(&block) {
            return Ok(false);
        }
        if block.len() < BLOCK_BYTES {
            return Ok(true);
        }
    }
}

/// The same for a block. Like RocksDB, it ignores what follows a wrong length or checksum.
fn block_ends(mut rest: &[u8]) -> bool {
    while let Some((&[c0, c1, c2, c3, low, high, kind], data)) = rest.split_first_chunk::<HEADER_BYTES>() {
        if RECYCLED.contains(&kind) {
            return false;
        }
        let length = usize::from(u16::from_le_bytes([low, high]));
        let Some((_, next)) = data.split_at_checked(length) else { return true };
        let written = u32::from_le_bytes([c0, c1, c2, c3]);
        if (kind, length) == (0, 0) || checksum(&rest[6..HEADER_BYTES + length]) != written {
            return true;
        }
        rest = next;
    }
    true
}

/// The checksum of a record's type and data.
fn checksum(bytes: &[u8]) -> u32 {
    CHECKSUM.checksum(bytes).rotate_right(15).wrapping_add(0xa282_ead8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use solver::{Basis, Bounds, Discs, ProofTable, Proven, Scoring};

    /// A log of records, as RocksDB writes it.
    fn log(records: &[(u8, usize)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for &(kind, length) in records {
            let left = BLOCK_BYTES - bytes.len() % BLOCK_BYTES;
            if left < HEADER_BYTES + length {
                bytes.resize(bytes.len() + left, 0);
            }
            let record = [&[kind][..], &vec![length as u8; length]].concat();
            bytes.extend(checksum(&record).to_le_bytes());
            bytes.extend((length as u16).to_le_bytes());
            bytes.extend(record);
        }
        bytes
    }

    #[test]
    fn the_logs_of_a_database_are_understood() {
        let directory = tempfile::tempdir().unwrap();
        let tables = crate::Tables::open(directory.path()).unwrap();
        let proven = Proven { bounds: Bounds::at(2), best: None, effort: 0, basis: Basis::Proof };
        let table = tables.table("4x4".parse().unwrap(), Scoring::Discs);
        table.record(Discs::from_bits(0x0240, 0x0420).unwrap(), proven);
        assert_eq!(check(directory.path()), Ok(()));
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().to_string_lossy().into_owned();
        let names: Vec<String> = fs::read_dir(directory.path()).unwrap().map(name).collect();
        let manifest = names.iter().find(|name| name.starts_with("MANIFEST-")).unwrap();
        let mut rest = &fs::read(directory.path().join(manifest)).unwrap()[..];
        let mut records = 0;
        while !rest.is_empty() {
            let length = usize::from(u16::from_le_bytes([rest[4], rest[5]]));
            assert_eq!(checksum(&rest[6..HEADER_BYTES + length]).to_le_bytes(), rest[..4]);
            rest = &rest[HEADER_BYTES + length..];
            records += 1;
        }
        assert!(records > 3, "{records}");
    }

    #[test]
    fn a_record_that_is_never_written_is_found_wherever_a_reader_comes() {
        let good = log(&[(1, 10), (2, 30_000), (3, 32_000), (4, 100), (1, 0), (1, 5_000)]);
        assert!(reader_ends(&good[..]).unwrap());
        for kind in RECYCLED {
            assert!(!reader_ends(&log(&[(1, 10), (2, 32_000), (kind, 10)])[..]).unwrap());
        }
        // After a wrong checksum the rest of the block is skipped, and the next block is read.
        let mut bad = log(&[(1, 10), (1, 20), (5, 10)]);
        bad[8] ^= 1;
        assert!(reader_ends(&bad[..]).unwrap());
        bad.resize(BLOCK_BYTES, 0);
        bad.extend(log(&[(5, 10)]));
        assert!(!reader_ends(&bad[..]).unwrap());
    }

    proptest! {
        #[test]
        fn any_bytes_are_looked_at(bytes in prop::collection::vec(any::<u8>(), 0..200), ends in 0usize..7) {
            let _ = reader_ends(&bytes[..]);
            let torn = log(&[(1, 10), (1, 100)]);
            prop_assert!(reader_ends(&torn[..torn.len() - ends]).unwrap());
        }
    }
}
