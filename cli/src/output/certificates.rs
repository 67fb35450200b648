//! Results about certificates, as sentences for people or as JSON objects.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use checker::certificate::{Counts, Hash, PartLine, Report, Together};
use files::{noun, on_one_line};
use prover::{Cut, Published, Request};
use serde::Serialize;
use solver::notation::line_text;

use super::numbers::{counted, elapsed, grouped};
use super::record::{fields, object, seconds};
use super::{Solved, named};

/// A certificate that was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made<'a> {
    /// Its file.
    pub(crate) file: &'a Path,
    /// What was asked for.
    pub(crate) request: &'a Request,
    /// The certificate.
    pub(crate) certificate: &'a prover::Certificate,
    /// Wall-clock time it took.
    pub(crate) time: Duration,
    /// CPU time it took.
    pub(crate) cpu: Duration,
    /// What was believed to make it.
    pub(crate) believed: Option<Believed>,
}

/// What was believed to make a certificate, which may therefore prove nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Believed {
    /// Entries of the table.
    Entries,
    /// So many of all its pieces, which were there already.
    Pieces {
        /// Those that were there.
        found: usize,
        /// All of them.
        all: usize,
    },
}

impl Believed {
    /// What a certificate that was made with a table believes.
    pub(crate) fn of(certificate: &prover::Certificate) -> Option<Self> {
        certificate.basis.is_claim().then_some(Self::Entries)
    }
}

impl fmt::Display for Believed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Entries => f.write_str("entries of the table that nobody here has verified led to its moves")?,
            Self::Pieces { found, all } => {
                let (were, all) = (noun(found as u64, "was", "were"), counted(all as u64, "piece", "pieces"));
                let found = grouped(found as u64);
                write!(f, "{found} of its {all} {were} there already and {were} believed")?;
            }
        }
        f.write_str(", so it may prove nothing: solve check tells")
    }
}

/// How many positions a proof has with one number of empty squares, above its leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Level {
    /// The limit that it proves: `value>=4` or `value<=4`.
    pub(crate) limit: String,
    /// The empty squares.
    pub(crate) empties: u32,
    /// The positions, of both sides, up to symmetry.
    pub(crate) positions: usize,
}

/// A certificate that was checked, whole or in part, with nothing wrong in it.
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
    /// How large its proofs are.
    pub(crate) levels: Vec<Level>,
    /// Wall-clock time it took.
    pub(crate) time: Duration,
    /// CPU time it took.
    pub(crate) cpu: Duration,
}

/// A certificate that the plain check has accepted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainlyChecked<'a> {
    /// Its file.
    pub(crate) file: &'a Path,
    /// Size of the file.
    pub(crate) bytes: usize,
    /// The certificate.
    pub(crate) certificate: &'a checker::Certificate,
    /// How much there was to check.
    pub(crate) counts: Counts,
    /// Positions visited in the searches of its leaves.
    pub(crate) searched: u64,
    /// Wall-clock time it took.
    pub(crate) time: Duration,
    /// CPU time it took.
    pub(crate) cpu: Duration,
}

/// All parts of a certificate, as their lines report them.
#[derive(Clone, Debug)]
pub(crate) struct Covered<'a> {
    /// The certificate's file.
    pub(crate) file: &'a Path,
    /// What the lines were read from.
    pub(crate) lines: &'a str,
    /// The certificate.
    pub(crate) certificate: &'a checker::Certificate,
    /// What this run has followed.
    pub(crate) counts: Counts,
    /// How large the proofs are.
    pub(crate) levels: &'a [Level],
    /// What the lines say.
    pub(crate) together: Together,
}

/// A published result that was confirmed.
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
                "{}: {} bytes for {} on {}, scoring {}; {}, {} of at most {}; {}{}\n",
                on_one_line(file.display()),
                grouped(certificate.bytes.len() as u64),
                request.claim,
                named(&request.position),
                request.scoring,
                followed(certificate.prover_nodes, certificate.other_nodes),
                leaves(certificate.leaves),
                most(certificate.cut),
                elapsed(*time),
                made.believed.map_or_else(String::new, |believed| format!("; {believed}")),
            ),
            Self::Json => object(&made_record(made)),
        }
    }

    /// A certificate that was checked as a whole: it proves what it claims, unless leaves were taken from notes.
    pub(crate) fn checked(self, checked: &Checked<'_>) -> String {
        let Checked { file, certificate, report, time, .. } = checked;
        let (counts, sentence) = (report.counts, certificate.sentence());
        let figures = format!(
            "({}, {}, {} searched{}, {})",
            followed(counts.prover_nodes, counts.other_nodes),
            leaves(counts.leaves),
            positions(report.searched),
            if report.is_proof() { "" } else { " with those that the notes tell of" },
            elapsed(*time),
        );
        match self {
            Self::Text if report.is_proof() => {
                format!("{} proves: {sentence} {figures}.\n", on_one_line(file.display()))
            }
            Self::Text => format!(
                "{}: {} of {} {} taken from notes and not searched in this run. If the notes are true, so is: {sentence} \
                 {figures}.\n",
                on_one_line(file.display()),
                grouped(report.resumed_leaves),
                leaves(counts.leaves),
                noun(report.resumed_leaves, "was", "were"),
            ),
            Self::Json => object(&checked_record(checked)),
        }
    }

    /// A certificate that the plain check has accepted.
    pub(crate) fn plain(self, checked: &PlainlyChecked<'_>) -> String {
        let &PlainlyChecked { file, bytes, certificate, counts, searched, time, cpu } = checked;
        let (statement, sentence) = (certificate.statement(), certificate.sentence());
        match self {
            Self::Text => format!(
                "{} proves, by the plain check: {sentence} ({}, {}, {} searched, {}).\n",
                on_one_line(file.display()),
                followed(counts.prover_nodes, counts.other_nodes),
                leaves(counts.leaves),
                positions(searched),
                elapsed(time),
            ),
            Self::Json => object(&fields! {
                "file": file.display().to_string(),
                "sha256": Hash::from(certificate.sha256).to_string(),
                "bytes": bytes,
                "proven": sentence,
                "position": certificate.root.to_string(),
                "lower": statement.lower, // null: no such limit
                "upper": statement.upper,
                "prover_nodes": counts.prover_nodes,
                "other_nodes": counts.other_nodes,
                "leaves": counts.leaves,
                "plainly_searched": searched, // positions that the plain search looked at for the leaves
                "seconds": seconds(time),
                "cpu_seconds": seconds(cpu),
            }),
        }
    }

    /// A part of a certificate that was checked: its line.
    pub(crate) fn part(self, checked: &Checked<'_>) -> String {
        match self {
            Self::Text => format!("{}\n", PartLine::new(&checked.certificate, &checked.report)),
            Self::Json => object(&part_record(checked)),
        }
    }

    /// The lines of all parts.
    pub(crate) fn covered(self, covered: &Covered<'_>) -> String {
        let Covered { file, lines, certificate, counts, together, .. } = covered;
        let notes = match together.from_notes {
            0 => String::new(),
            noted => format!(", {} by notes", leaves(noted)),
        };
        match self {
            Self::Text => format!(
                "{}: {} says that all leaves hold, {} in {}{notes}, with {} searched by {}. This run has followed the proof \
                 to its leaves ({}) and searched none. If the lines are true, so is: {}.\n",
                on_one_line(file.display()),
                on_one_line(lines),
                grouped(counts.leaves),
                counted(together.parts.into(), "part", "parts"),
                positions(together.searched),
                searches(&together.searches),
                followed(counts.prover_nodes, counts.other_nodes),
                certificate.sentence(),
            ),
            Self::Json => object(&covered_record(covered)),
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
                    "A perfect game{}: {}{}; {}\n{}{}{source} was right: with perfect play of both sides {board} Othello ends \
                     Black {black} – White {white}.\n",
                    if solved.answer.basis.is_claim() {
                        ", by entries of the table that nobody here has verified"
                    } else {
                        ""
                    },
                    line_text(board, &solved.answer.line),
                    end.unwrap_or_default(),
                    elapsed(solved.time),
                    self.made(made),
                    self.checked(checked),
                )
            }
            Self::Json => object(&fields! {
                "source": source,
                "unverified": solved.answer.basis.is_claim(), // the line; the value is proven by the certificate
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

/// How many positions a proof has above its leaves.
fn followed(prover_nodes: u64, other_nodes: u64) -> String {
    format!("{}, {} with all replies", counted(prover_nodes, "move", "moves"), positions(other_nodes))
}

fn leaves(number: u64) -> String {
    counted(number, "leaf", "leaves")
}

fn positions(number: u64) -> String {
    counted(number, "position", "positions")
}

/// What is left to the checker's search.
fn most(cut: Cut) -> String {
    match cut {
        Cut::Empties(empties) => counted(empties.into(), "empty", "empties"),
        Cut::Work(work) => format!("{} of work", positions(work)),
    }
}

/// Which versions of the checker's search: `search 4`, or `searches 3, 4`.
fn searches(numbers: &[u32]) -> String {
    let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
    format!("{} {}", noun(numbers.len() as u64, "search", "searches"), texts.join(", "))
}

/// A certificate that was made, as programs read it.
fn made_record(made: &Made<'_>) -> impl Serialize {
    let Made { file, request, certificate, time, cpu, believed } = made;
    let (empties, work) = match certificate.cut {
        Cut::Empties(empties) => (Some(empties), None),
        Cut::Work(work) => (None, Some(work)),
    };
    fields! {
        "file": file.display().to_string(),
        "bytes": certificate.bytes.len(),
        "board": request.position.board().to_string(),
        "position": request.position.to_string(),
        "scoring": request.scoring.name(),
        "claim": request.claim.to_string(), // as --claim reads it
        "cut": empties, // from so many empties down positions are left to the checker
        "leaf_work": work, // those that its search answers with so many positions are left to it
        "prover_nodes": certificate.prover_nodes,
        "other_nodes": certificate.other_nodes,
        "leaves": certificate.leaves,
        "unverified": believed.is_some(), // it may prove nothing
        "seconds": seconds(*time),
        "cpu_seconds": seconds(*cpu),
    }
}

/// A checked certificate, as programs read it.
fn checked_record(checked: &Checked<'_>) -> impl Serialize {
    let Checked { file, bytes, certificate, report, levels, time, cpu } = checked;
    let (statement, sentence) = (certificate.statement(), certificate.sentence());
    fields! {
        "file": file.display().to_string(),
        "sha256": Hash::from(certificate.sha256).to_string(),
        "bytes": *bytes,
        "claim": sentence.clone(),
        "proven": report.is_proof().then_some(sentence), // null: not by this run alone
        "position": certificate.root.to_string(),
        "lower": statement.lower, // null: no such limit
        "upper": statement.upper,
        "prover_nodes": report.counts.prover_nodes,
        "other_nodes": report.counts.other_nodes,
        "leaves": report.counts.leaves,
        "levels": levels, // positions above the leaves, by limit and empty squares
        "resumed_leaves": report.resumed_leaves, // taken from notes and not searched in this run
        "searched": report.searched, // positions looked at for the leaves, with those that notes tell of
        "results": report.results.to_string(), // what was found in the leaves
        "seconds": seconds(*time),
        "cpu_seconds": seconds(*cpu),
    }
}

/// A checked part of a certificate, as programs read it.
fn part_record(checked: &Checked<'_>) -> impl Serialize {
    let Checked { file, bytes, certificate, report, levels, time, cpu } = checked;
    fields! {
        "file": file.display().to_string(),
        "sha256": Hash::from(certificate.sha256).to_string(),
        "bytes": *bytes,
        "claim": certificate.sentence(),
        "proven": None::<String>, // one part proves nothing
        "part": report.part.number(),
        "parts": report.part.of(),
        "prover_nodes": report.counts.prover_nodes, // of the whole proof, as are the next three
        "other_nodes": report.counts.other_nodes,
        "leaves": report.counts.leaves,
        "levels": levels, // positions above the leaves, by limit and empty squares
        "part_leaves": report.leaves,
        "resumed_leaves": report.resumed_leaves, // taken from notes and not searched in this run
        "searched": report.searched, // positions looked at for the part's leaves
        "results": report.results.to_string(), // what was found in the part's leaves
        "line": PartLine::new(certificate, report).to_string(), // as --parts reads it
        "seconds": seconds(*time),
        "cpu_seconds": seconds(*cpu),
    }
}

/// All parts of a certificate, as programs read it.
fn covered_record(covered: &Covered<'_>) -> impl Serialize {
    let Covered { file, lines, certificate, counts, levels, together } = covered;
    fields! {
        "file": file.display().to_string(),
        "sha256": Hash::from(certificate.sha256).to_string(),
        "lines": *lines,
        "claim": certificate.sentence(),
        "proven": None::<String>, // the lines are believed, not searched
        "parts": together.parts,
        "prover_nodes": counts.prover_nodes,
        "other_nodes": counts.other_nodes,
        "leaves": counts.leaves,
        "levels": levels, // positions above the leaves, by limit and empty squares
        "told_leaves": counts.leaves, // that hold by what the lines say
        "notes_leaves": together.from_notes, // of these, that the writers of the lines took from notes
        "told_searches": &together.searches, // by which version of the checker's search the leaves of the parts hold
        "told_searched": together.searched, // positions looked at by what the lines say
        "searched_leaves": 0, // by this run
    }
}
