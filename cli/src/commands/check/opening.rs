//! From a file to a certificate, and why it is refused.

use std::error::Error;
use std::path::Path;

use checker::Certificate;
use checker::certificate::{CheckError, Fault, FormatError, ReadError, Refused, read};

use crate::exit::Failure;

/// Advice when a limit stands in the way.
const MORE_MEMORY: &str = "; --memory allows more";

/// Reads a certificate and its size in bytes.
///
/// # Errors
/// The file cannot be read, or is not a certificate.
pub(super) fn opened(file: &Path, memory: Option<u64>) -> Result<(Certificate, usize), Failure> {
    let bytes = read(file, memory).map_err(|error| match error {
        ReadError::TooLarge { .. } => failed(file, &error, MORE_MEMORY),
        error => failed(file, &error, ""),
    })?;
    let certificate = Certificate::from_bytes_within(&bytes, memory).map_err(|error| match error {
        FormatError::TooManyMoves(..) => failed(file, &error, MORE_MEMORY),
        error => failed(file, &error, ""),
    })?;
    Ok((certificate, bytes.len()))
}

/// What is wrong with a file, with advice.
pub(super) fn failed(file: &Path, error: &dyn Error, advice: &str) -> Failure {
    Failure::Run(format!("{}: {error}{advice}", file.display()))
}

/// Why a certificate is refused.
pub(super) fn refused(file: &Path, error: &CheckError) -> Failure {
    let advice = match error {
        CheckError::Refused(Refused { fault: Fault::TooLarge(..), .. }) => MORE_MEMORY,
        _ => "",
    };
    failed(file, error, advice)
}
