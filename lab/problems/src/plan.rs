//! The plan of a set: everything that determines its bytes.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
use solver::{Board, Mode, Scoring, Start};
use thiserror::Error;

use crate::formats::Format;
use crate::label::Labelling;
use crate::sources::Span;
use crate::traps::MOST_EMPTIES;

/// The plan of a set. Two sets with the same plan have the same bytes, whatever the number of threads and the contents of a
/// table. Boards, starts, scorings and labels are given by name, since the plan is written into the set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Program, version and commit.
    pub made_by: String,
    /// The command that makes the set, without options that do not change it.
    pub command: String,
    /// The board, `RxC`.
    pub board: String,
    /// The first position of games.
    pub start: String,
    /// Where positions come from, as on the command line; for a file, only its name.
    pub source: String,
    /// SHA-256 of the file of positions or games, if that is the source.
    pub source_sha256: Option<String>,
    /// Fewest and most empty squares; `None` for any number.
    pub empties: Option<[u32; 2]>,
    /// Number of positions; `None` for all of the source.
    pub count: Option<u64>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Only positions with a winning and a losing move.
    pub decisive: bool,
    /// Only positions with a trap of at least this many plies; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traps: Option<u32>,
    /// `discs` or `wof`.
    pub scoring: String,
    /// `exact` or `wld`.
    pub labels: String,
    /// The formats of the data files.
    pub formats: Vec<Format>,
    /// The most positions in one data file.
    pub shard: u64,
}

/// What a plan's names stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The board.
    pub board: Board,
    /// The first position of games.
    pub start: Start,
    /// The numbers of empty squares; `None` for any.
    pub span: Option<Span>,
    /// How to label positions.
    pub labelling: Labelling,
}

/// Why a plan is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The name of a board, a start or a scoring is unknown.
    #[error("{0}")]
    Name(String),
    /// No such labels.
    #[error("labels '{0}' are unknown: they are wld or exact")]
    Labels(String),
    /// The number of empty squares may be left out only for a file of positions.
    #[error("the number of empty squares is missing")]
    NoSpan,
    /// Games are an endless source, so they need a number of positions.
    #[error("the number of positions is missing")]
    NoCount,
    /// The positions have too many empty squares for finding traps.
    #[error("traps are looked for in positions of at most {MOST_EMPTIES} empty squares")]
    TrapEmpties,
    /// The format needs values, but the set has none.
    #[error("format {0} needs values: leave it out, or ask for exact labels")]
    NeedsValues(Format),
}

impl PlanError {
    fn name(error: impl Display) -> Self {
        Self::Name(error.to_string())
    }
}

impl Plan {
    /// What the names stand for.
    ///
    /// # Errors
    /// The first unknown name.
    pub fn meaning(&self) -> Result<Meaning, PlanError> {
        let labels = [Mode::Wld, Mode::Exact].into_iter().find(|mode| mode.name() == self.labels);
        let labelling = Labelling {
            scoring: self.scoring.parse::<Scoring>().map_err(PlanError::name)?,
            labels: labels.ok_or_else(|| PlanError::Labels(self.labels.clone()))?,
            is_decisive: self.decisive,
            least_trap: self.traps.unwrap_or(0),
        };
        Ok(Meaning {
            board: self.board.parse::<Board>().map_err(PlanError::name)?,
            start: self.start.parse::<Start>().map_err(PlanError::name)?,
            span: self.empties.map(|[least, most]| Span { least, most }),
            labelling,
        })
    }

    /// The most positions that a data file can have.
    pub(crate) fn positions_a_file(&self) -> u64 {
        self.count.map_or(self.shard, |count| count.min(self.shard))
    }

    /// The plan without what does not affect the label of any candidate, so that an unfinished set can continue as a larger one
    /// or with other formats.
    pub(crate) fn essence(&self) -> Self {
        Self { count: None, formats: Vec::new(), shard: 0, command: String::new(), ..self.clone() }
    }
}
