//! A question that one worker answers, what it finds, and both as JSON for workers elsewhere.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use solver::notation::{parse_position, position_text};
use solver::{Board, Bounds, Discs, Position, Score, Scoring, Side, Symmetries};
use xxhash_rust::xxh3::xxh3_64;

/// "Is this position worth at least so much?", to be answered with a limited number of nodes.
///
/// The same question with the same budget is the same job, whoever asks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The board.
    pub board: Board,
    /// Who receives the empties.
    pub scoring: Scoring,
    /// The position, canonical (see [`Symmetries::canonical`]), seen from the side to move.
    pub discs: Discs,
    /// The value that is asked for, for the side to move; more than the least there is and at most the highest.
    pub at_least: Score,
    /// Nodes that may be spent; 0 for a position that is split unasked.
    pub budget: u64,
}

/// The name of a job: a hash of all that it says, so that it is the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub u64);

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for JobId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_hex = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let number = if is_hex { u64::from_str_radix(text, 16).ok() } else { None };
        number.map(Self).ok_or_else(|| format!("job '{text}' is no name of 16 hexadecimal digits"))
    }
}

/// What a job has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Yes: the value is at least this, which is not less than what was asked for.
    AtLeast(Score),
    /// No: the value is at most this, which is less than what was asked for.
    AtMost(Score),
    /// The budget was spent before the answer was found, or the position is split unasked.
    Open,
}

impl Finding {
    /// What it says of the position's value on a board of `squares` squares.
    #[must_use]
    pub fn bounds(self, squares: u32) -> Bounds {
        let unknown = Bounds::unknown(squares);
        match self {
            Self::AtLeast(lower) => Bounds { lower, ..unknown },
            Self::AtMost(upper) => Bounds { upper, ..unknown },
            Self::Open => unknown,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(score) => write!(f, ">={score}"),
            Self::AtMost(score) => write!(f, "<={score}"),
            Self::Open => f.write_str("open"),
        }
    }
}

impl FromStr for Finding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok();
        let found = match (text.strip_prefix(">="), text.strip_prefix("<=")) {
            (Some(score), _) => number(score).map(Self::AtLeast),
            (_, Some(score)) => number(score).map(Self::AtMost),
            _ => (text == "open").then_some(Self::Open),
        };
        found.ok_or_else(|| format!("finding '{text}' is unknown: it is >=SCORE, <=SCORE or open"))
    }
}

/// A job that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The job.
    pub job: Job,
    /// What was found.
    pub finding: Finding,
    /// Nodes searched.
    pub nodes: u64,
    /// Time that it took, in microseconds.
    pub micros: u64,
    /// Version of the program that did it; no white space.
    pub solver: String,
}

/// A canonical position as text; Black is to move.
pub(crate) fn canonical_text(board: Board, discs: Discs) -> String {
    position_text(&Position { board, discs, side: Side::Black })
}

impl Job {
    /// The job's name.
    #[must_use]
    pub fn id(&self) -> JobId {
        let Self { board, scoring, at_least, budget, .. } = self;
        JobId(xxh3_64(format!("{board} {scoring} {} {at_least} {budget}", self.position_text()).as_bytes()))
    }

    /// The position; Black is to move.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { board: self.board, discs: self.discs, side: Side::Black }
    }

    /// The position as text.
    #[must_use]
    pub fn position_text(&self) -> String {
        canonical_text(self.board, self.discs)
    }

    /// Number of empty squares.
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.position().empties()
    }

    /// Reads a job from its parts.
    ///
    /// # Errors
    /// A position that is not of the board or not canonical, Black not to move, a score that cannot be asked for.
    pub fn parse(board: Board, scoring: Scoring, position: &str, at_least: Score, budget: u64) -> Result<Self, String> {
        let position = parse_position(board, position).map_err(|error| error.to_string())?;
        if position.side != Side::Black {
            return Err("the position of a job has X to move".to_owned());
        }
        if Symmetries::new(board).canonical(position.discs).0 != position.discs {
            return Err(format!("position '{}' is not the canonical one of its images", position_text(&position)));
        }
        let most = board.squares() as Score;
        if at_least <= -most || at_least > most {
            return Err(format!(
                "at least {at_least} is no question on board {board}: it is from {} to {most}",
                1 - most
            ));
        }
        Ok(Self { board, scoring, discs: position.discs, at_least, budget })
    }
}

impl Record {
    /// A position that is split without being asked about.
    #[must_use]
    pub fn split(job: Job, solver: &str) -> Self {
        Self { job: Job { budget: 0, ..job }, finding: Finding::Open, nodes: 0, micros: 0, solver: solver.to_owned() }
    }

    /// Whether the finding can be one of the job.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        let most = self.job.board.squares() as Score;
        let at_least = self.job.at_least;
        let fits = match self.finding {
            Finding::AtLeast(lower) => (at_least..=most).contains(&lower),
            Finding::AtMost(upper) => (-most..at_least).contains(&upper),
            Finding::Open => true,
        };
        let is_word = !self.solver.is_empty() && !self.solver.contains(|symbol: char| symbol.is_whitespace());
        if !fits {
            return Err(format!("finding {} is no answer to: at least {at_least}?", self.finding));
        }
        if !is_word {
            return Err(format!("solver '{}' is no version: one word", self.solver));
        }
        Ok(())
    }

    /// The time it took, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.micros as f64 / 1e6
    }
}

/// A job as JSON.
#[derive(Debug, Serialize, Deserialize)]
struct JobText {
    #[serde(skip_serializing_if = "Option::is_none")]
    job: Option<String>,
    board: String,
    scoring: String,
    position: String,
    at_least: Score,
    budget: u64,
}

/// A record as JSON.
#[derive(Debug, Serialize, Deserialize)]
struct RecordText {
    #[serde(flatten)]
    job: JobText,
    found: String,
    nodes: u64,
    seconds: f64,
    solver: String,
}

impl JobText {
    fn new(job: &Job) -> Self {
        Self {
            job: Some(job.id().to_string()),
            board: job.board.to_string(),
            scoring: job.scoring.to_string(),
            position: job.position_text(),
            at_least: job.at_least,
            budget: job.budget,
        }
    }

    fn read(&self) -> Result<Job, String> {
        let board = self.board.parse().map_err(|error: solver::BoardError| error.to_string())?;
        let job = Job::parse(board, self.scoring.parse()?, &self.position, self.at_least, self.budget)?;
        match &self.job {
            Some(name) if *name != job.id().to_string() => {
                Err(format!("job {name} is another one: this is {}", job.id()))
            }
            _ => Ok(job),
        }
    }
}

impl Job {
    /// The job as one line of JSON, without the end of the line.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(&JobText::new(self)).unwrap_or_default()
    }

    /// Reads what [`Job::to_json`] writes; the name may be left out.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(text: &str) -> Result<Self, String> {
        serde_json::from_str::<JobText>(text).map_err(|error| error.to_string())?.read()
    }
}

impl Record {
    /// The record as one line of JSON, without the end of the line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let text = RecordText {
            job: JobText::new(&self.job),
            found: self.finding.to_string(),
            nodes: self.nodes,
            seconds: self.seconds(),
            solver: self.solver.clone(),
        };
        serde_json::to_string(&text).unwrap_or_default()
    }

    /// Reads what [`Record::to_json`] writes.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let text: RecordText = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if !(0.0..=1e12).contains(&text.seconds) {
            return Err(format!("seconds {} is no span of time", text.seconds));
        }
        let micros = (text.seconds * 1e6).round() as u64;
        let finding = text.found.parse()?;
        let record = Self { job: text.job.read()?, finding, nodes: text.nodes, micros, solver: text.solver };
        record.check().map(|()| record)
    }
}
