//! What came of certificates, as sentences for people or as JSON objects.

use std::path::Path;
use std::time::Duration;

use checker::certificate::Report;
use prover::Request;
use serde::Serialize;
use solver::notation::{line_text, position_text};

use super::numbers::{elapsed, grouped};
use super::record::{object, seconds};
use super::{FinalDiscs, Solved};
use crate::published::Published;

/// A certificate that was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made<'a> {
    /// Its file.
    pub(crate) file: &'a Path,
    /// What was asked for.
    pub(crate) request: &'a Request,
    /// The certificate.
    pub(crate) certificate: &'a prover::Certificate,
    /// Time that it took on the clock.
    pub(crate) time: Duration,
    /// Time of the processor.
    pub(crate) cpu: Duration,
}

/// A certificate that was checked and found to be right.
#[derive(Clone, Debug)]
pub(crate) struct Checked<'a> {
    /// Its file.
    pub(crate) file: &'a Path,
    /// Size of the file.
    pub(crate) bytes: usize,
    /// The certificate.
    pub(crate) certificate: checker::Certificate,
    /// What the check has seen.
    pub(crate) report: Report,
    /// Time on the clock.
    pub(crate) time: Duration,
    /// Time of the processor.
    pub(crate) cpu: Duration,
}

/// A published result that was found to be right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verified<'a> {
    /// What was published.
    pub(crate) published: Published,
    /// The board's solution.
    pub(crate) solved: &'a Solved,
    /// The certificate of its value.
    pub(crate) made: &'a Made<'a>,
    /// That certificate, checked.
    pub(crate) checked: &'a Checked<'a>,
}

/// How they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// For a person.
    Text,
    /// One JSON object on one line.
    Json,
}

impl Form {
    /// A certificate that was made.
    pub(crate) fn made(self, made: &Made<'_>) -> String {
        let Made { file, request, certificate, time, .. } = made;
        match self {
            Self::Text => format!(
                "{}: {} bytes for {} on {}, scoring {}; {} moves, {} positions with all replies, {} leaves of at most {} \
                 empties; {}\n",
                file.display(),
                grouped(certificate.bytes.len() as u64),
                request.claim,
                request.position.board,
                request.scoring,
                grouped(certificate.prover_nodes),
                grouped(certificate.other_nodes),
                grouped(certificate.leaves),
                certificate.cut,
                elapsed(*time),
            ),
            Self::Json => object(&MadeRecord::new(made)),
        }
    }

    /// What a checked certificate proves.
    pub(crate) fn checked(self, checked: &Checked<'_>) -> String {
        let Checked { file, certificate, report, time, .. } = checked;
        let counts = report.counts;
        match self {
            Self::Text => format!(
                "{} proves: {} ({} moves, {} positions with all replies, {} leaves, {} positions searched, {}).\n",
                file.display(),
                certificate.sentence(),
                grouped(counts.prover_nodes),
                grouped(counts.other_nodes),
                grouped(counts.leaves),
                grouped(report.searched),
                elapsed(*time),
            ),
            Self::Json => object(&CheckedRecord::new(checked)),
        }
    }

    /// A published result.
    pub(crate) fn verified(self, verified: &Verified<'_>) -> String {
        let Verified { published, solved, made, checked } = verified;
        let Published { source, black, white, .. } = published;
        match self {
            Self::Text => {
                let board = made.request.position.board;
                let end = solved.final_discs().map(|end| format!(", {} to {}", end.black, end.white));
                format!(
                    "A perfect game: {}{}; {}\n{}{}{source} was right: with perfect play of both sides {board} Othello ends \
                     Black {black} – White {white}.\n",
                    line_text(board, &solved.answer.line),
                    end.unwrap_or_default(),
                    elapsed(solved.time),
                    self.made(made),
                    self.checked(checked),
                )
            }
            Self::Json => object(&VerifiedRecord {
                source,
                black: *black,
                white: *white,
                line: line_text(solved.question.position.board, &solved.answer.line),
                end: solved.final_discs(),
                solve_seconds: seconds(solved.time),
                made: MadeRecord::new(made),
                checked: CheckedRecord::new(checked),
            }),
        }
    }
}

/// A certificate that was made, as programs read it.
#[derive(Debug, Serialize)]
struct MadeRecord {
    /// The file.
    file: String,
    /// Its size.
    bytes: usize,
    /// `ROWSxCOLUMNS`.
    board: String,
    /// The position, `BOARD SIDE`.
    position: String,
    /// `discs` or `wof`.
    scoring: &'static str,
    /// As `--claim` reads it.
    claim: String,
    /// From how many empties down positions are left to the checker.
    cut: u32,
    /// Positions with a move.
    prover_nodes: u64,
    /// Positions with all moves of the other side.
    other_nodes: u64,
    /// Positions left to the checker.
    leaves: u64,
    /// Time on the clock.
    seconds: f64,
    /// Time of the processor.
    cpu_seconds: f64,
}

impl MadeRecord {
    fn new(made: &Made<'_>) -> Self {
        let Made { file, request, certificate, time, cpu } = made;
        Self {
            file: file.display().to_string(),
            bytes: certificate.bytes.len(),
            board: request.position.board.to_string(),
            position: position_text(&request.position),
            scoring: request.scoring.name(),
            claim: request.claim.to_string(),
            cut: certificate.cut,
            prover_nodes: certificate.prover_nodes,
            other_nodes: certificate.other_nodes,
            leaves: certificate.leaves,
            seconds: seconds(*time),
            cpu_seconds: seconds(*cpu),
        }
    }
}

/// A checked certificate, as programs read it.
#[derive(Debug, Serialize)]
struct CheckedRecord {
    /// The file.
    file: String,
    /// Its size.
    bytes: usize,
    /// What is proven, as a sentence.
    proven: String,
    /// The position, `BOARD SIDE`.
    position: String,
    /// The value is at least this; `null`: no such limit.
    lower: Option<i32>,
    /// The value is at most this; `null`: no such limit.
    upper: Option<i32>,
    /// Positions with a move of the certificate.
    prover_nodes: u64,
    /// Positions in which all moves were tried.
    other_nodes: u64,
    /// Positions that were searched.
    leaves: u64,
    /// Of these, how many an earlier check had done.
    resumed_leaves: u64,
    /// Positions looked at in their searches.
    searched: u64,
    /// Time on the clock.
    seconds: f64,
    /// Time of the processor.
    cpu_seconds: f64,
}

impl CheckedRecord {
    fn new(checked: &Checked<'_>) -> Self {
        let Checked { file, bytes, certificate, report, time, cpu } = checked;
        let statement = certificate.statement();
        Self {
            file: file.display().to_string(),
            bytes: *bytes,
            proven: certificate.sentence(),
            position: certificate.root.to_string(),
            lower: statement.lower,
            upper: statement.upper,
            prover_nodes: report.counts.prover_nodes,
            other_nodes: report.counts.other_nodes,
            leaves: report.counts.leaves,
            resumed_leaves: report.resumed_leaves,
            searched: report.searched,
            seconds: seconds(*time),
            cpu_seconds: seconds(*cpu),
        }
    }
}

/// A published result that holds, as programs read it.
#[derive(Debug, Serialize)]
struct VerifiedRecord {
    /// Who published it.
    source: &'static str,
    /// Black's discs at the end.
    black: u32,
    /// White's.
    white: u32,
    /// A perfect game.
    line: String,
    /// Discs at its end.
    #[serde(rename = "final")]
    end: Option<FinalDiscs>,
    /// Time for the value and the game.
    solve_seconds: f64,
    /// The certificate as it was made.
    made: MadeRecord,
    /// The certificate as it was checked.
    checked: CheckedRecord,
}
