//! Amounts on the command line: `512MiB`, `1h30m`, a number of threads or plies.

use std::time::Duration;

/// The least that `--memory` may say, in bytes.
const LEAST_MEMORY_BYTES: usize = 1 << 20;
/// The most that `--threads` may say.
const MOST_THREADS: usize = 1024;
/// The most that `--connections` may say.
const MOST_CONNECTIONS: usize = 1 << 16;
/// The most that `--depth` may say. Before each of at most 62 moves at most one side passes.
const MOST_PLIES: u32 = 128;

/// Reads a size of memory in bytes: `512MiB`, `2GiB`, `1G`, `64M`, or plain bytes. K, M, G and T are powers of 1024.
///
/// # Errors
/// The text is no size, or one below 1MiB.
pub(crate) fn parse_memory(text: &str) -> Result<usize, String> {
    let wrong = || format!("memory '{text}' is no size: give one such as 512MiB, 2GiB, 64M or 1073741824");
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
        .ok_or_else(|| format!("memory '{text}' is more than this machine can address"))?;
    if bytes < LEAST_MEMORY_BYTES {
        return Err(format!("memory '{text}' is too little: 1MiB is the least"));
    }
    Ok(bytes)
}

/// Reads a span of time: `90s`, `2m`, `1h30m`, `500ms`, `1.5h`, or plain seconds.
///
/// # Errors
/// The text is no span of time.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("time limit '{text}' is no span of time: give one such as 90s, 2m, 1h30m, 500ms or 90");
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

/// Reads a number of threads.
///
/// # Errors
/// The text is no number from 1 to 1024.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    parse_count("threads", text)
}

/// Reads a number of ranks.
///
/// # Errors
/// The text is no number from 1 to 1024.
pub(crate) fn parse_ranks(text: &str) -> Result<usize, String> {
    parse_count("ranks", text)
}

/// Reads a number of searches.
///
/// # Errors
/// The text is no number from 1 to 1024.
pub(crate) fn parse_searches(text: &str) -> Result<usize, String> {
    parse_count("searches", text)
}

/// Reads a number of connections.
///
/// # Errors
/// The text is no number from 1 to 65536.
pub(crate) fn parse_connections(text: &str) -> Result<usize, String> {
    parse_up_to(MOST_CONNECTIONS, "connections", text)
}

/// Reads a number of things that take a thread each.
fn parse_count(name: &str, text: &str) -> Result<usize, String> {
    parse_up_to(MOST_THREADS, name, text)
}

fn parse_up_to(most: usize, name: &str, text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| format!("{name} '{text}' is no number from 1 to {most}"))
}

/// Reads a number of plies.
///
/// # Errors
/// The text is no number, or one that no game reaches.
pub(crate) fn parse_plies(text: &str) -> Result<u32, String> {
    let digits_only = !text.is_empty() && text.bytes().all(|symbol| symbol.is_ascii_digit());
    if !digits_only {
        return Err(format!("depth '{text}' is no number of plies, for example 9"));
    }
    let too_large = || {
        format!("depth '{text}' is too large: {MOST_PLIES} is the most; every game, with its passes, is over before")
    };
    text.parse().ok().filter(|&plies| plies <= MOST_PLIES).ok_or_else(too_large)
}

/// Reads a number of workers.
///
/// # Errors
/// The text is no number from 1 to 1024.
pub(crate) fn parse_workers(text: &str) -> Result<usize, String> {
    parse_count("workers", text)
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
        assert_eq!(parse_memory("1048575").unwrap_err(), "memory '1048575' is too little: 1MiB is the least");
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

    #[test]
    fn reads_threads_and_plies() {
        assert_eq!((parse_threads("1"), parse_threads("1024")), (Ok(1), Ok(1024)));
        for text in ["0", "1025", "-1", "two", ""] {
            assert!(parse_threads(text).is_err(), "{text}");
        }
        assert_eq!((parse_plies("0"), parse_plies("9"), parse_plies("128")), (Ok(0), Ok(9), Ok(128)));
        for text in ["-1", "+1", "", "nine", "é"] {
            assert_eq!(parse_plies(text), Err(format!("depth '{text}' is no number of plies, for example 9")));
        }
        for text in ["129", "4000000000", "99999999999999999999"] {
            assert!(parse_plies(text).unwrap_err().starts_with(&format!("depth '{text}' is too large: 128 is ")));
        }
    }
}
