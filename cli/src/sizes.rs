//! Amounts on the command line: `512MiB`, `1h30m`, a number of threads or plies.

pub(crate) use solver::amounts::{parse_duration, parse_memory};

/// The largest value of `--threads`.
const MOST_THREADS: usize = 1024;
/// The largest value of `--connections`.
const MOST_CONNECTIONS: usize = 1 << 16;
/// The largest value of `--depth`. At most one pass comes before each of at most 62 moves.
const MOST_PLIES: u32 = 128;

/// Reads a number of threads.
///
/// # Errors
/// The text is not a number from 1 to 1024.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    parse_count("threads", text)
}

/// Reads a number of ranks.
///
/// # Errors
/// The text is not a number from 1 to 1024.
pub(crate) fn parse_ranks(text: &str) -> Result<usize, String> {
    parse_count("ranks", text)
}

/// Reads a number of searches.
///
/// # Errors
/// The text is not a number from 1 to 1024.
pub(crate) fn parse_searches(text: &str) -> Result<usize, String> {
    parse_count("searches", text)
}

/// Reads a number of connections.
///
/// # Errors
/// The text is not a number from 1 to 65536.
pub(crate) fn parse_connections(text: &str) -> Result<usize, String> {
    parse_up_to(MOST_CONNECTIONS, "connections", text)
}

/// Reads a number such as `5M`, `200k`, `1G` or 1000.
pub(crate) fn parse_amount(text: &str) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let factor = match text[digits..].to_ascii_lowercase().as_str() {
        "" => 1,
        "k" => 1_000,
        "m" => 1_000_000,
        "g" => 1_000_000_000,
        _ => return None,
    };
    text[..digits].parse::<u64>().ok()?.checked_mul(factor)
}

/// Reads a number of things that take a thread each.
fn parse_count(name: &str, text: &str) -> Result<usize, String> {
    parse_up_to(MOST_THREADS, name, text)
}

fn parse_up_to(most: usize, name: &str, text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| format!("{name} '{text}' is not a number from 1 to {most}"))
}

/// Reads a number of plies.
///
/// # Errors
/// The text is not a number, or is more plies than any game has.
pub(crate) fn parse_plies(text: &str) -> Result<u32, String> {
    let digits_only = !text.is_empty() && text.bytes().all(|symbol| symbol.is_ascii_digit());
    if !digits_only {
        return Err(format!("depth '{text}' is not a number of plies, for example 9"));
    }
    let too_large = || {
        format!("depth '{text}' is too large: {MOST_PLIES} is the most; every game, with its passes, is over before")
    };
    text.parse().ok().filter(|&plies| plies <= MOST_PLIES).ok_or_else(too_large)
}

/// Reads a number of workers.
///
/// # Errors
/// The text is not a number from 1 to 1024.
pub(crate) fn parse_workers(text: &str) -> Result<usize, String> {
    parse_count("workers", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_threads_and_plies() {
        assert_eq!((parse_threads("1"), parse_threads("1024")), (Ok(1), Ok(1024)));
        for text in ["0", "1025", "-1", "two", ""] {
            assert!(parse_threads(text).is_err(), "{text}");
        }
        assert_eq!((parse_plies("0"), parse_plies("9"), parse_plies("128")), (Ok(0), Ok(9), Ok(128)));
        for text in ["-1", "+1", "", "nine", "é"] {
            assert_eq!(parse_plies(text), Err(format!("depth '{text}' is not a number of plies, for example 9")));
        }
        for text in ["129", "4000000000", "99999999999999999999"] {
            assert!(parse_plies(text).unwrap_err().starts_with(&format!("depth '{text}' is too large: 128 is ")));
        }
    }
}
