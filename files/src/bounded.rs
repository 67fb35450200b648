//! Reads a whole file that may be anything, but never more than it may hold.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::error::FileError;

/// The bytes of a file that has at most `most` of them.
///
/// # Errors
/// The file cannot be read, is not a regular file (devices and pipes need not end), or is longer; then nothing was
/// read.
pub fn read_bounded(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let failed = FileError::at(path);
    // Checked before it is opened: opening a pipe blocks until something writes to it.
    let metadata = path.metadata().map_err(&failed)?;
    if !metadata.is_file() {
        return Err(FileError::NotAFile { path: path.to_owned() });
    }
    let too_long = |bytes: u64| FileError::TooLong { path: path.to_owned(), bytes, most };
    if metadata.len() > most {
        return Err(too_long(metadata.len()));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(&failed)?.take(most + 1).read_to_end(&mut bytes).map_err(&failed)?;
    // It may have grown meanwhile.
    if bytes.len() as u64 > most { Err(too_long(bytes.len() as u64)) } else { Ok(bytes) }
}

/// All bytes of any input, even a pipe or a device, if there are at most `most` of them.
///
/// # Errors
/// The input cannot be read, or has more bytes.
pub fn read_at_most(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("it has more than {most} bytes")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_input_without_end_is_not_read_to_its_end() {
        assert_eq!(read_at_most(&b"12345"[..], 5).unwrap(), b"12345");
        assert_eq!(read_at_most(io::repeat(0), 5).unwrap_err().to_string(), "it has more than 5 bytes");
    }

    #[test]
    fn what_is_longer_or_no_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read_bounded(&path, 5).unwrap(), b"12345");
        let reason = read_bounded(&path, 4).unwrap_err().reason();
        assert_eq!(reason, "5 bytes, and such a file has at most 4");
        assert_eq!(read_bounded(folder.path(), 4).unwrap_err().reason(), "not a file");
        // A huge file is not read at all; this one is sparse and takes no space on the disk.
        File::create(&path).unwrap().set_len(10 << 30).unwrap();
        assert!(matches!(read_bounded(&path, 1 << 20), Err(FileError::TooLong { .. })));
        #[cfg(unix)]
        assert_eq!(read_bounded("/dev/zero".as_ref(), 4).unwrap_err().reason(), "not a file");
    }
}
