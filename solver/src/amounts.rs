//! Parses memory sizes and durations as given in the options of programs.

use std::time::Duration;

use parse_size::Config;
use thiserror::Error;

/// The smallest size that [`parse_memory`] accepts, in bytes.
const LEAST_MEMORY_BYTES: usize = 1 << 20;

/// Why a text is not an amount.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AmountError {
    /// Not a memory size.
    #[error("memory '{0}' is not a size: give one such as 512MiB, 2GiB, 64M or 1073741824")]
    Memory(String),
    /// More memory than this machine can address.
    #[error("memory '{0}' is more than this machine can address")]
    TooMuchMemory(String),
    /// Less memory than a search can use.
    #[error("memory '{0}' is too little: 1MiB is the least")]
    TooLittleMemory(String),
    /// Not a duration.
    #[error("time limit '{0}' is not a time span: give one such as 90s, 2m, 1h30m, 500ms or 90")]
    Time(String),
}

/// Reads a memory size, in bytes: `512MiB`, `2GiB`, `1G`, `64M`, or plain bytes. K, M, G and T are powers of 1024.
///
/// # Errors
/// The text is not a size, or the size is below 1MiB.
pub fn parse_memory(text: &str) -> Result<usize, AmountError> {
    let bytes = Config::new().with_binary().parse_size(text).map_err(|error| match error {
        parse_size::Error::PosOverflow => AmountError::TooMuchMemory(text.to_owned()),
        _ => AmountError::Memory(text.to_owned()),
    })?;
    let bytes = isize::try_from(bytes).map_err(|_| AmountError::TooMuchMemory(text.to_owned()))?.unsigned_abs();
    if bytes < LEAST_MEMORY_BYTES {
        return Err(AmountError::TooLittleMemory(text.to_owned()));
    }
    Ok(bytes)
}

/// Reads a duration: `90s`, `2m`, `1h30m`, `1.5h`, `500ms`, or plain seconds.
///
/// # Errors
/// The text is not a duration.
pub fn parse_duration(text: &str) -> Result<Duration, AmountError> {
    let plain = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    // In lower case, because `humantime` reads a lone M as months.
    let spelt =
        || humantime::parse_duration(&text.to_ascii_lowercase()).map_err(|_| AmountError::Time(text.to_owned()));
    plain.map_or_else(spelt, Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_sizes() {
        let sizes = [("1MiB", 1), ("512mib", 512), ("2GiB", 2048), ("1G", 1024), ("64M", 64), ("1T", 1 << 20)];
        for (text, mebibytes) in sizes {
            assert_eq!(parse_memory(text), Ok(mebibytes << 20), "{text}");
        }
        assert_eq!(parse_memory("1048576"), Ok(1 << 20));
        assert_eq!(parse_memory("2048k"), Ok(2 << 20));
        assert_eq!(parse_memory("1.5G"), Ok(1536 << 20));
        for text in ["", "MiB", "-1", "1X", "nan", "9999999999999T", "99999999999999999999", "é", "1é"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
        assert!(matches!(parse_memory("9000000T"), Err(AmountError::TooMuchMemory(_))));
        assert_eq!(
            parse_memory("1048575").unwrap_err().to_string(),
            "memory '1048575' is too little: 1MiB is the least"
        );
    }

    #[test]
    fn reads_spans_of_time() {
        let spans = [("90s", 90_000), ("2m", 120_000), ("1h30m", 5_400_000), ("500ms", 500), ("90", 90_000)];
        for (text, milliseconds) in
            spans.into_iter().chain([("0.25", 250), ("1M2S3MS", 62_003), ("1m 5s", 65_000), ("1.5h", 5_400_000)])
        {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "1x", "1m30", "-1", "-1s", ".", "1..5", "inf", "nan", "é", "1é"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        assert!(parse_duration(&"9".repeat(400)).is_err());
    }
}
