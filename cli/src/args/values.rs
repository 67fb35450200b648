//! How values of options are read: names, text, and amounts such as `512MiB`, `1h30m` or `5M`.

use std::ffi::OsString;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use solver::Scoring;

pub(crate) use solver::amounts::{parse_duration, parse_memory};

/// The largest number of threads, workers and so on.
const MOST_THREADS: usize = 1024;
/// The largest value of `--depth`. At most one pass comes before each of at most 62 moves.
const MOST_PLIES: u32 = 128;

/// A value parser for text, which names the option where clap alone would not.
pub(crate) fn text(name: &'static str) -> impl TypedValueParser<Value = String> {
    let wrong = move |given: OsString| format!("{name} '{}' is not UTF-8 text", given.display());
    OsStringValueParser::new().try_map(move |given| given.into_string().map_err(wrong))
}

/// A value parser that takes one of a few names, in upper or lower case.
pub(crate) fn one_of<T, const N: usize>(values: [(&'static str, T); N]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(values.map(|(name, _)| name)).map(move |given| {
        let is_given = |(name, _): &&(&str, T)| name.eq_ignore_ascii_case(&given);
        values.iter().find(is_given).expect("it is one of the names").1
    })
}

/// A value parser for a scoring, with what each means.
pub(crate) fn scoring() -> impl TypedValueParser<Value = Scoring> {
    let named = Scoring::ALL.map(|scoring| PossibleValue::new(scoring.name()).help(scoring.meaning()));
    PossibleValuesParser::new(named).map(|given| given.to_ascii_lowercase().parse().expect("it is one of the names"))
}

/// Reads a number of threads.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    up_to(MOST_THREADS, "threads")(text)
}

/// A value parser for a number of things that take a thread each.
pub(crate) fn number(name: &'static str) -> impl Fn(&str) -> Result<usize, String> + Clone {
    up_to(MOST_THREADS, name)
}

/// A value parser for a number from 1 to `most`.
pub(crate) fn up_to(most: usize, name: &'static str) -> impl Fn(&str) -> Result<usize, String> + Clone {
    move |text| {
        let count = text.parse().ok().filter(|count| (1..=most).contains(count));
        count.ok_or_else(|| format!("{name} '{text}' is not a number from 1 to {most}"))
    }
}

/// Reads a number of positions such as `16k`.
pub(crate) fn parse_positions(text: &str) -> Result<u64, String> {
    let wrong = || format!("'{text}' is not a number of positions such as 16k");
    parse_amount(text).ok_or_else(wrong)
}

/// A value parser for a number of nodes: `5M`, `200k`, `1G` or plain. 0 is none.
pub(crate) fn nodes(option: &'static str) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let wrong = || format!("{option} '{text}' is not a number of nodes: give one such as 5M, 200k, 1G or 1000");
        parse_amount(text).ok_or_else(wrong)
    }
}

/// Reads a number such as `5M`, `200k`, `1G` or 1000, but not 0.
fn parse_amount(text: &str) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let factor = match text[digits..].to_ascii_lowercase().as_str() {
        "" => 1,
        "k" => 1_000,
        "m" => 1_000_000,
        "g" => 1_000_000_000,
        _ => return None,
    };
    text[..digits].parse::<u64>().ok()?.checked_mul(factor).filter(|&amount| amount > 0)
}

/// Reads a number of plies.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_of_nodes() {
        let numbers = [("5M", 5_000_000), ("200k", 200_000), ("1g", 1_000_000_000), ("17", 17)];
        for (text, count) in numbers {
            assert_eq!(nodes("budget")(text), Ok(count));
        }
        for text in ["", "0", "M", "-1", "1.5M", "5MB", "99999999999999999999", "é"] {
            assert!(nodes("budget")(text).is_err(), "{text}");
        }
        assert!(nodes("plain")("0").unwrap_err().starts_with("plain '0' is not a number of nodes: "));
    }
}
