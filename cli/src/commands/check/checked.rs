//! A certificate that is read, checked and reported.

use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bench::clock::process_time;
use checker::Certificate;
use checker::certificate::{
    CheckError, Fault, FormatError, Found, Hash, Limit, Part, PartLine, ReadError, Refused, Report, Watcher,
    check_part, read,
};
use files::{FileError, noun, on_one_line};
use solver::Observer;

use crate::commands::prove::followed;
use crate::draft::certificate_named;
use crate::exit::{Failure, complain};
use crate::interrupt::Interrupt;
use crate::output::{Fields, counted, elapsed, fields, grouped, seconds};
use crate::progress::Steps;
use crate::threads;

/// A certificate that was checked, whole or in part, with nothing wrong in it.
#[derive(Clone, Debug)]
pub(crate) struct Checked<'a> {
    /// Its file, if it is kept.
    pub(crate) file: Option<&'a Path>,
    /// Size of the file.
    pub(crate) bytes: usize,
    /// The certificate.
    pub(crate) certificate: checker::Certificate,
    /// What the check has seen.
    pub(crate) report: Report,
    /// How large its proofs are: the positions of both sides above their leaves, up to symmetry, by the limit that is proven
    /// and empty squares.
    pub(crate) levels: Vec<Fields>,
    /// Wall-clock time it took.
    pub(crate) time: Duration,
    /// CPU time it took.
    pub(crate) cpu: Duration,
}

impl Checked<'_> {
    /// For people, about the whole: it proves what it claims, unless leaves were taken from notes.
    pub(in crate::commands) fn text(&self) -> String {
        let Self { file, certificate, report, time, .. } = self;
        let (file, sentence, counts) =
            (on_one_line(certificate_named(*file).display()), certificate.sentence(), report.counts);
        let leaves = counted(counts.leaves, "leaf", "leaves");
        let figures = format!(
            "({}, {leaves}, {} searched{}, {})",
            followed(counts.prover_nodes, counts.other_nodes),
            counted(report.searched, "position", "positions"),
            if report.is_proof() { "" } else { " with those that the notes tell of" },
            elapsed(*time),
        );
        if report.is_proof() {
            return format!("{file} proves: {sentence} {figures}.\n");
        }
        format!(
            "{file}: {} of {leaves} {} taken from notes and not searched in this run. If the notes are true, so is: \
             {sentence} {figures}.\n",
            grouped(report.resumed_leaves),
            noun(report.resumed_leaves, "was", "were"),
        )
    }

    /// For programs, about the whole or, if `is_part`, about a part of it, which proves nothing.
    pub(in crate::commands) fn record(&self, is_part: bool) -> Fields {
        let Self { file, bytes, certificate, report, levels, time, cpu } = self;
        let (statement, sentence) = (certificate.statement(), certificate.sentence());
        let root = fields! {
            "position": certificate.root.to_string(),
            "lower": statement.lower, // null: no such limit
            "upper": statement.upper,
        };
        let line = || PartLine::new(certificate, report).to_string();
        fields! {
            "file": file.map(|file| file.display().to_string()), // null: it is not kept
            "sha256": Hash::from(certificate.sha256).to_string(),
            "bytes": *bytes,
            "claim": sentence.clone(),
            "proven": (!is_part && report.is_proof()).then_some(sentence), // null: not by this run alone
            ..(!is_part).then_some(root),
            ..is_part.then_some(fields! { "part": report.part.number(), "parts": report.part.of() }),
            "prover_nodes": report.counts.prover_nodes, // of the whole proof, as are the next three
            "other_nodes": report.counts.other_nodes,
            "leaves": report.counts.leaves,
            "levels": levels, // positions above the leaves, by limit and empty squares
            ..is_part.then_some(fields! { "part_leaves": report.leaves }),
            "resumed_leaves": report.resumed_leaves, // taken from notes and not searched in this run
            "searched": report.searched, // positions looked at for the leaves, with those that notes tell of
            "results": report.results.to_string(), // what was found in the leaves
            ..is_part.then(|| fields! { "line": line() }), // as --parts reads it
            "seconds": seconds(*time),
            "cpu_seconds": seconds(*cpu),
        }
    }
}

/// Reads a certificate and its size in bytes.
pub(super) fn opened(file: &Path, memory: Option<u64>) -> Result<(Certificate, usize), Failure> {
    let bytes =
        read(file, memory).map_err(|error| failed(file, &error, matches!(error, ReadError::TooLarge { .. })))?;
    let certificate = Certificate::from_bytes_within(&bytes, memory)
        .map_err(|error| failed(file, &error, matches!(error, FormatError::TooManyMoves(..))))?;
    Ok((certificate, bytes.len()))
}

/// What is wrong with a file, with advice if a limit stands in the way.
fn failed(file: &Path, error: &dyn Error, is_limit: bool) -> Failure {
    let advice = if is_limit { "; --memory allows more" } else { "" };
    Failure::Run(format!("{}: {error}{advice}", file.display()))
}

/// Why a certificate is refused.
pub(super) fn refused(file: &Path, error: &CheckError) -> Failure {
    let is_limit = matches!(error, CheckError::Refused(Refused { fault: Fault::TooLarge(..), .. }));
    failed(file, error, is_limit)
}

/// Checks the whole certificate of these bytes, without notes; from its file, if that was just made.
pub(in crate::commands) fn examine<'a>(
    file: Option<&'a Path>,
    made: &[u8],
    threads: Option<usize>,
    quiet: bool,
    interrupt: &Interrupt,
) -> Result<Checked<'a>, Failure> {
    let name = certificate_named(file);
    if let Some(file) = file {
        let bytes = read(file, Some(made.len() as u64)).map_err(Failure::at(file))?;
        if bytes != made {
            return Err(Failure::Run(format!("{}: somebody else has written to this file", file.display())));
        }
    }
    // It was made here, so its memory needs no limit.
    let certificate = Certificate::from_bytes_within(made, Some(u64::MAX));
    let (certificate, bytes) = (certificate.map_err(Failure::at(name))?, made.len());
    let watch = Watch::new(interrupt, quiet);
    let (result, time, cpu) = timed(|| check_part(&certificate, Part::WHOLE, threads::count(threads), None, &watch));
    let levels = watch.levels();
    match result {
        Ok(report) => Ok(Checked { file, bytes, certificate, report, levels, time, cpu }),
        Err(CheckError::Stopped) => {
            let later = file.map(|file| format!("; solve check {} checks it", file.display())).unwrap_or_default();
            complain(&format!("stopped before the certificate was checked{later}"));
            Err(Failure::Stopped)
        }
        Err(error) => Err(refused(name, &error)),
    }
}

/// The result of some work, its wall-clock time, and its CPU time.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration, Duration) {
    let (begin, cpu) = (Instant::now(), process_time());
    let result = work();
    (result, begin.elapsed(), process_time().saturating_sub(cpu))
}

/// Shows the progress of the check, remembers how large the proofs are, and listens for Ctrl-C.
pub(super) struct Watch<'a> {
    steps: Steps<'a>,
    levels: Mutex<Vec<Fields>>,
}

impl<'a> Watch<'a> {
    /// Shows nothing yet.
    pub(super) fn new(interrupt: &'a Interrupt, quiet: bool) -> Self {
        Self { steps: Steps::new(interrupt, quiet), levels: Mutex::default() }
    }

    /// The positions of the proofs above their leaves, in the order in which they were walked.
    pub(super) fn levels(self) -> Vec<Fields> {
        self.levels.into_inner().expect("watching does not panic")
    }
}

impl Watcher for Watch<'_> {
    fn walking(&self, limit: Limit, empties: u32, positions: usize) {
        let counts = [counted(positions as u64, "position", "positions"), counted(empties.into(), "empty", "empties")];
        self.steps.begin(&format!("{limit}: {}", counts.join(" with ")), 0);
        let level = fields! { "limit": limit.to_string(), "empties": empties, "positions": positions };
        self.levels.lock().expect("watching does not panic").push(level);
    }

    fn searching(&self, leaves: u64, all: u64) {
        self.steps.begin("leaves", all);
        self.steps.resume(leaves);
    }

    fn proven(&self, _: usize, _: &Found, leaves: u64, _: u64) {
        self.steps.reach(leaves);
    }

    fn keeps_no_notes(&self, error: &FileError) {
        let message = format!("{error}; this check keeps no notes; --progress-file puts them elsewhere");
        self.steps.hidden(|| complain(&message));
    }

    fn is_stopped(&self) -> bool {
        self.steps.is_stopped()
    }
}
