//! `solve prove`: makes a certificate of a claim.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use bench::clock::process_time;
use clap::Args;
use files::on_one_line;
use prover::{Certificate, Claim, Cut, Limit, ProveError, Request};
use solver::{Basis, Scoring};

use super::solve;
use crate::args::{CutArgs, PositionArgs, ResourceArgs, values};
use crate::draft;
use crate::exit::{self, Failure, Status};
use crate::output::{Fields, counted, elapsed, fields, grouped, named, print_result, seconds};
use crate::persistence::Books;
use crate::supervisor::Done;
use crate::workbench::{Watched, Workbench};

const HELP: &str = "\
A certificate names a position and bounds on its value. For each position in
which the side that proves a bound has a choice, it holds one move; solve check
proves the bounds again from these moves. A false claim is an error with exit
status 1 that gives the true value, and writes no file. Both say if they rest
on unverified entries of a table.

By default --cut is 14 or, if that is less, 8 less than the position has empty
squares, but at least 6.

With --threads 1 and --no-table the same claim gives the same bytes. Give large
boards more --memory: what the search forgets it has to find again. A time
limit or Ctrl-C leaves no file, but the table keeps what was proven.

Examples:
  solve prove --board 6x6 --claim value=-4 -o feinstein.cert --memory 2GiB
  solve prove --board 4x10 --claim win -o 4x10.cert
  solve prove --board 4x4 --moves b1 --claim 'value<=8' -o after-b1.cert";

/// Write a certificate, a proof that others can check
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ProveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = values::scoring())]
    scoring: Scoring,
    /// What is claimed for the side to move: value=N, value>=N, value<=N, win, draw or loss
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true)]
    claim: Claim,
    /// File for the certificate; one that is there is replaced when the new one is complete
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    cut: CutArgs,
    #[command(flatten)]
    resources: ResourceArgs,
}

/// Proves the claim and writes the certificate.
pub(crate) fn run(args: &ProveArgs) -> Result<Status, Failure> {
    let position = args.position.position()?;
    let request = Request { position, scoring: args.scoring, claim: args.claim, cut: args.cut.cut() };
    let draft = draft::create(&args.output, "a certificate")?;
    let mut bench = workbench(&args.resources)?;
    let proven = certificate(&mut bench, &request);
    bench.close(*proven.as_ref().ok().and_then(|made| made.as_ref().err()).unwrap_or(&Status::Done))?;
    let made = match proven? {
        Ok(made) => made,
        Err(stopped) => return Ok(stopped),
    };
    draft.finish_with(&made.certificate.bytes)?;
    made.print(args.resources.output.json, &args.output, &request)
}

/// A workbench without books. A proof needs moves, and books have few: with them, it would take longer to make and be larger.
pub(crate) fn workbench(resources: &ResourceArgs) -> Result<Workbench, Failure> {
    Workbench::open(resources, Books::default())
}

/// A certificate that was made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) certificate: Certificate,
    /// Wall-clock time it took.
    pub(crate) time: Duration,
    /// CPU time it took.
    pub(crate) cpu: Duration,
    /// What was believed to make it, if anything. Then it may prove nothing.
    pub(crate) believed: Option<String>,
}

/// Makes a certificate on a workbench; if the time limit or Ctrl-C came first, says so and returns the status.
pub(crate) fn certificate(bench: &mut Workbench, request: &Request) -> Result<Result<Made, Status>, Failure> {
    let note = Mutex::new("look-up".to_owned());
    let watch = |limit: Limit, empties: u32, done: usize, all: usize| {
        let text = format!("{limit}: {empties} empties, {}/{}", grouped(done as u64), grouped(all as u64));
        *note.lock().expect("a note is only read and written") = text;
    };
    let cpu = process_time();
    let Done { result, time, stop } = bench.search(
        request.position.board(),
        request.scoring,
        Watched { note: Some(&note), ..Watched::default() },
        |solver, table, progress| prover::prove(solver, request, table, progress, &watch),
    )?;
    match result {
        Ok(certificate) => {
            let believed = certificate.basis.is_claim().then(|| UNVERIFIED.to_owned());
            Ok(Ok(Made { certificate, time, cpu: process_time().saturating_sub(cpu), believed }))
        }
        Err(ProveError::Stopped) => {
            exit::complain("stopped before the certificate was made");
            Ok(Err(solve::status(false, stop)))
        }
        Err(error @ ProveError::Range { .. }) => Err(Failure::Usage(error.to_string())),
        Err(error @ ProveError::False { basis: Basis::Claim, .. }) => {
            Err(Failure::Run(format!("{error}; --table-trust own does without them")))
        }
        Err(error @ (ProveError::False { .. } | ProveError::Solve(_))) => Err(Failure::Run(error.to_string())),
        Err(ProveError::Contradiction(position)) => {
            Err(Failure::Run(solve::false_table(&position.without_board().to_string(), position.board())))
        }
    }
}

/// What a certificate believes that was made with unverified entries.
const UNVERIFIED: &str = "entries of the table that nobody here has verified led to its moves";

impl Made {
    /// Prints it, as it is in this file.
    pub(crate) fn print(&self, as_json: bool, file: &Path, request: &Request) -> Result<Status, Failure> {
        print_result(as_json, &self.record(Some(file), request), |_| self.text(Some(file), request))
    }

    /// For people.
    pub(crate) fn text(&self, file: Option<&Path>, request: &Request) -> String {
        let Self { certificate, time, believed, .. } = self;
        let believed = believed.as_ref().map(|what| format!("; {what}, so it may prove nothing: solve check tells"));
        format!(
            "{}: {} bytes for {} on {}, scoring {}; {}, {} of at most {}; {}{}\n",
            on_one_line(draft::certificate_named(file).display()),
            grouped(certificate.bytes.len() as u64),
            request.claim,
            named(&request.position),
            request.scoring,
            followed(certificate.prover_nodes, certificate.other_nodes),
            counted(certificate.leaves, "leaf", "leaves"),
            most(certificate.cut),
            elapsed(*time),
            believed.unwrap_or_default(),
        )
    }

    /// For programs.
    pub(crate) fn record(&self, file: Option<&Path>, request: &Request) -> Fields {
        let Self { certificate, time, cpu, believed } = self;
        let (empties, work) = match certificate.cut {
            Cut::Empties(empties) => (Some(empties), None),
            Cut::Work(work) => (None, Some(work)),
        };
        fields! {
            "file": file.map(|file| file.display().to_string()), // null: it is not kept
            "bytes": certificate.bytes.len(),
            "board": request.position.board().to_string(),
            "position": request.position.without_board().to_string(),
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
}

/// How many positions a proof has above its leaves.
pub(crate) fn followed(prover_nodes: u64, other_nodes: u64) -> String {
    let (moves, positions) = (counted(prover_nodes, "move", "moves"), counted(other_nodes, "position", "positions"));
    format!("{moves}, {positions} with all replies")
}

/// What is left to the checker's search.
fn most(cut: Cut) -> String {
    match cut {
        Cut::Empties(empties) => counted(empties.into(), "empty", "empties"),
        Cut::Work(work) => format!("{} of work", counted(work, "position", "positions")),
    }
}

#[cfg(test)]
mod tests {
    use prover::default_cut;
    use solver::{Position, Start};

    use super::*;

    #[test]
    fn the_default_cut_is_told() {
        let told = "--cut is 14 or, if that is less, 8 less than the position has empty\nsquares, but at least 6.";
        assert!(HELP.contains(told));
        for (board, cut) in [("4x4", 6), ("3x5", 6), ("4x6", 12), ("5x5", 13), ("6x6", 14), ("8x8", 14)] {
            let position = Position::start(board.parse().unwrap(), Start::Othello);
            assert_eq!(default_cut(&position), Cut::Empties(cut), "{board}");
        }
    }
}
