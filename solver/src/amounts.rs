//! Amounts as text, as options of programs give them: sizes of memory and spans of time.

use std::time::Duration;

use thiserror::Error;

/// The least memory that [`parse_memory`] takes, in bytes.
const LEAST_MEMORY_BYTES: usize = 1 << 20;

/// A text that is not an amount.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AmountError {
    /// No size of memory.
    #[error("memory '{0}' is not a size: give one such as 512MiB, 2GiB, 64M or 1073741824")]
    Memory(String),
    /// More memory than an address can name.
    #[error("memory '{0}' is more than this machine can address")]
    TooMuchMemory(String),
    /// Less memory than a search can use.
    #[error("memory '{0}' is too little: 1MiB is the least")]
    TooLittleMemory(String),
    /// No span of time.
    #[error("time limit '{0}' is not a time span: give one such as 90s, 2m, 1h30m, 500ms or 90")]
    Time(String),
}

/// Reads a size of memory in bytes: `512MiB`, `2GiB`, `1G`, `64M`, or plain bytes. K, M, G and T are powers of 1024.
///
/// # Errors
/// The text is not a size, or one below 1MiB.
pub fn parse_memory(text: &str) -> Result<usize, AmountError> {
    let wrong = || AmountError::Memory(text.to_owned());
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let shift = match text[digits..].to_ascii_lowercase().as_str() {
        "" => 0,
        "k" | "kib" => 10,
        "m" | "mib" => 20,
        "g" | "gib" => 30,
        "t" | "tib" => 40,
        _ => return Err(wrong()),
    };
    let number: usize = text[..digits].parse().map_err(|_| wrong())?;
    let bytes = number
        .checked_mul(1 << shift)
        .filter(|&bytes| isize::try_from(bytes).is_ok())
        .ok_or_else(|| AmountError::TooMuchMemory(text.to_owned()))?;
    if bytes < LEAST_MEMORY_BYTES {
        return Err(AmountError::TooLittleMemory(text.to_owned()));
    }
    Ok(bytes)
}

/// Reads a span of time: `90s`, `2m`, `1h30m`, `500ms`, `1.5h`, or plain seconds.
///
/// # Errors
/// The text is not a time span.
pub fn parse_duration(text: &str) -> Result<Duration, AmountError> {
    let wrong = || AmountError::Time(text.to_owned());
    let is_number = |symbol: char| symbol.is_ascii_digit() || symbol == '.';
    let (mut total, mut last_unit, mut rest) = (0.0, f64::INFINITY, text);
    while !rest.is_empty() {
        let (number, behind) = rest.split_at(rest.find(|symbol| !is_number(symbol)).unwrap_or(rest.len()));
        let (unit, next) = behind.split_at(behind.find(is_number).unwrap_or(behind.len()));
        let seconds = match unit.to_ascii_lowercase().as_str() {
            "h" => 3600.0,
            "m" | "min" => 60.0,
            "s" => 1.0,
            "ms" => 0.001,
            "" if number.len() == text.len() => 1.0,
            _ => return Err(wrong()),
        };
        if seconds >= last_unit {
            return Err(wrong());
        }
        total += seconds * number.parse::<f64>().map_err(|_| wrong())?;
        (last_unit, rest) = (seconds, next);
    }
    if text.is_empty() {
        return Err(wrong());
    }
    Duration::try_from_secs_f64(total).map_err(|_| wrong())
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
        for text in ["", "MiB", "-1", "1.5G", "512MB", "1 G", "9999999999999T", "99999999999999999999", "é", "1é"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
        assert_eq!(
            parse_memory("1048575").unwrap_err().to_string(),
            "memory '1048575' is too little: 1MiB is the least"
        );
    }

    #[test]
    fn reads_spans_of_time() {
        let spans = [("90s", 90_000), ("2m", 120_000), ("1h30m", 5_400_000), ("500ms", 500), ("90", 90_000)];
        for (text, milliseconds) in spans.into_iter().chain([("1.5s", 1500), ("0.25", 250), ("1M2S3MS", 62_003)]) {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "s", "1d", "1m1h", "1s1s", "1m30", "-1", "1 s", ".", "1..5", "inf", "nan", "1e9", "é", "1é"]
        {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        assert!(parse_duration(&"9".repeat(400)).is_err());
    }
}
