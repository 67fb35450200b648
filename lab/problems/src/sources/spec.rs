//! Sources by name: `lines:4`, `file:games.ggf`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::games::{MILLION, Style};
use crate::error::PlanError;

/// Default number of moves of near-perfect play.
const LINE_MOVES: u32 = 4;
/// Default depth of alpha-beta, and the greatest.
const PLIES: u32 = 6;
const MOST_PLIES: u32 = 8;

/// Where positions come from. Displayed as it is parsed, except that a file shows only its name: a set does not depend on the
/// file's location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceSpec {
    /// Games: `random`, `greedy:CHANCE`, `alphabeta:PLIES`, `lines:MOVES`.
    Games(Style),
    /// Every reachable position: `all`.
    All,
    /// Every position of a tablebase on disk: `table`.
    Table,
    /// The book that comes with the program, which also has the values: `book`.
    Book,
    /// A file of positions or games: `file:PATH`.
    File(PathBuf),
    /// Other sets, of a set that joins them: `parts`.
    Parts,
}

impl FromStr for SourceSpec {
    type Err = PlanError;

    fn from_str(text: &str) -> Result<Self, PlanError> {
        let (name, value) = text.split_once(':').map_or((text, None), |(name, value)| (name, Some(value)));
        let no_number = |value: &str, wanted: &str| {
            Err(PlanError::Impossible(format!("source '{text}': '{value}' is not {wanted}")))
        };
        match (name, value) {
            ("random", None) => Ok(Self::Games(Style::Random)),
            ("all", None) => Ok(Self::All),
            ("table", None) => Ok(Self::Table),
            ("book", None) => Ok(Self::Book),
            ("parts", None) => Ok(Self::Parts),
            ("lines", None) => Ok(Self::Games(Style::Lines { moves: LINE_MOVES })),
            ("lines", Some(value)) => match value.parse() {
                Ok(moves @ 1..=60) => Ok(Self::Games(Style::Lines { moves })),
                _ => no_number(value, "a number of moves from 1 to 60"),
            },
            ("alphabeta", None) => Ok(Self::Games(Style::AlphaBeta { plies: PLIES })),
            ("alphabeta", Some(value)) => match value.parse() {
                Ok(plies @ 1..=MOST_PLIES) => Ok(Self::Games(Style::AlphaBeta { plies })),
                _ => no_number(value, "a number of plies from 1 to 8"),
            },
            ("greedy", value) => {
                let value = value.unwrap_or("0.1");
                match value.parse::<f64>() {
                    Ok(chance) if (0.0..=1.0).contains(&chance) => {
                        Ok(Self::Games(Style::Greedy { randomness: (chance * f64::from(MILLION)).round() as u32 }))
                    }
                    _ => no_number(value, "a probability from 0 to 1"),
                }
            }
            ("file", Some(path)) if !path.is_empty() => Ok(Self::File(PathBuf::from(path))),
            _ => Err(PlanError::Impossible(format!(
                "source '{text}' is unknown: it is random, greedy:E, alphabeta:D, lines:N, all, table, book or file:PATH"
            ))),
        }
    }
}

impl fmt::Display for SourceSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Games(Style::Random) => f.write_str("random"),
            Self::Games(Style::Greedy { randomness }) => {
                write!(f, "greedy:{}", f64::from(*randomness) / f64::from(MILLION))
            }
            Self::Games(Style::AlphaBeta { plies }) => write!(f, "alphabeta:{plies}"),
            Self::Games(Style::Lines { moves }) => write!(f, "lines:{moves}"),
            Self::All => f.write_str("all"),
            Self::Table => f.write_str("table"),
            Self::Book => f.write_str("book"),
            Self::Parts => f.write_str("parts"),
            Self::File(path) => {
                write!(f, "file:{}", path.file_name().unwrap_or(path.as_os_str()).to_string_lossy())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read_and_written() {
        for text in ["random", "all", "table", "book", "parts", "lines:4", "greedy:0.1", "alphabeta:6", "file:a.obf"] {
            assert_eq!(text.parse::<SourceSpec>().unwrap().to_string(), text);
        }
        assert_eq!("alphabeta".parse::<SourceSpec>().unwrap().to_string(), "alphabeta:6");
        assert_eq!("file:there/a.obf".parse::<SourceSpec>().unwrap().to_string(), "file:a.obf");
        for (text, message) in [
            (
                "best",
                "source 'best' is unknown: it is random, greedy:E, alphabeta:D, lines:N, all, table, book or file:PATH",
            ),
            (
                "file:",
                "source 'file:' is unknown: it is random, greedy:E, alphabeta:D, lines:N, all, table, book or file:PATH",
            ),
            ("greedy:2", "source 'greedy:2': '2' is not a probability from 0 to 1"),
            ("alphabeta:9", "source 'alphabeta:9': '9' is not a number of plies from 1 to 8"),
            ("lines:0", "source 'lines:0': '0' is not a number of moves from 1 to 60"),
        ] {
            assert_eq!(text.parse::<SourceSpec>().unwrap_err().to_string(), message);
        }
    }
}
