//! What came of certificates, as sentences for people or as JSON objects.

use std::path::Path;
use std::time::Duration;

use checker::certificate::Report;
use prover::{Published, Request};
use serde::Serialize;
use solver::notation::line_text;

use super::Solved;
use super::numbers::{elapsed, grouped};
use super::record::{fields, object, seconds};

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
                request.position.board(),
                request.scoring,
                grouped(certificate.prover_nodes),
                grouped(certificate.other_nodes),
                grouped(certificate.leaves),
                certificate.cut,
                elapsed(*time),
            ),
            Self::Json => object(&made_record(made)),
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
            Self::Json => object(&checked_record(checked)),
        }
    }

    /// A published result.
    pub(crate) fn verified(self, verified: &Verified<'_>) -> String {
        let Verified { published, solved, made, checked } = verified;
        let Published { source, black, white, .. } = published;
        match self {
            Self::Text => {
                let board = made.request.position.board();
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
            Self::Json => object(&fields! {
                "source": source,
                "black": black,
                "white": white,
                "line": line_text(solved.question.position.board(), &solved.answer.line),
                "final": solved.final_discs(),
                "solve_seconds": seconds(solved.time),
                "made": made_record(made),
                "checked": checked_record(checked),
            }),
        }
    }
}

/// A certificate that was made, as programs read it.
fn made_record(made: &Made<'_>) -> impl Serialize {
    let Made { file, request, certificate, time, cpu } = made;
    fields! {
        "file": file.display().to_string(),
        "bytes": certificate.bytes.len(),
        "board": request.position.board().to_string(),
        "position": request.position.to_string(),
        "scoring": request.scoring.name(),
        "claim": request.claim.to_string(), // as --claim reads it
        "cut": certificate.cut, // from so many empties down positions are left to the checker
        "prover_nodes": certificate.prover_nodes,
        "other_nodes": certificate.other_nodes,
        "leaves": certificate.leaves,
        "seconds": seconds(*time),
        "cpu_seconds": seconds(*cpu),
    }
}

/// A checked certificate, as programs read it.
fn checked_record(checked: &Checked<'_>) -> impl Serialize {
    let Checked { file, bytes, certificate, report, time, cpu } = checked;
    let statement = certificate.statement();
    fields! {
        "file": file.display().to_string(),
        "bytes": *bytes,
        "proven": certificate.sentence(),
        "position": certificate.root.to_string(),
        "lower": statement.lower, // null: no such limit
        "upper": statement.upper,
        "prover_nodes": report.counts.prover_nodes,
        "other_nodes": report.counts.other_nodes,
        "leaves": report.counts.leaves,
        "resumed_leaves": report.resumed_leaves, // done by an earlier check
        "searched": report.searched, // positions looked at for the leaves
        "seconds": seconds(*time),
        "cpu_seconds": seconds(*cpu),
    }
}
