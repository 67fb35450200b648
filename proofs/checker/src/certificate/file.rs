//! The bytes of a certificate's file.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use kernel::FormatError;
use kernel::format::MAGIC;
use thiserror::Error;

/// The largest file that is read unless more memory is allowed.
const FILE_BYTES: u64 = 64 << 20;

/// Why a file is not read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The system cannot read it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A folder, a pipe, a device.
    #[error("this is not a certificate: it is not a file")]
    NotAFile,
    /// It does not begin like a certificate.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// It is larger than allowed.
    #[error("the certificate has {bytes} bytes; more than {most} are not read")]
    TooLarge {
        /// Its size.
        bytes: u64,
        /// The most bytes that are allowed.
        most: u64,
    },
}

/// Reads a file that begins like a certificate and fits into this memory; if none is given, 64 MiB. Reads nothing else, in particular no pipes and no
/// devices, which may never end or never begin.
///
/// # Errors
/// It is not such a file, or cannot be read.
pub fn read(path: &Path, memory: Option<u64>) -> Result<Vec<u8>, ReadError> {
    // Checked before it is opened: opening a pipe blocks until something writes to it.
    if !fs::metadata(path)?.is_file() {
        return Err(ReadError::NotAFile);
    }
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(ReadError::NotAFile);
    }
    let mut bytes = Vec::new();
    file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut bytes)?;
    if bytes != MAGIC {
        return Err(FormatError::Foreign.into());
    }
    let most = memory.unwrap_or(FILE_BYTES);
    let too_large = |bytes| Err(ReadError::TooLarge { bytes, most });
    if metadata.len() > most {
        return too_large(metadata.len());
    }
    bytes.try_reserve_exact(metadata.len() as usize).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    // It may grow while it is read.
    file.take(most).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { too_large(bytes.len() as u64) } else { Ok(bytes) }
}
