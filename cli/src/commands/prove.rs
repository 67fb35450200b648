//! `solve prove`: makes a certificate of a claim.

use std::sync::Mutex;
use std::time::Duration;

use bench::clock::process_time;
use prover::{Certificate, Limit, ProveError, Request, Watcher};
use solver::Basis;

use super::solve;
use crate::args::ProveArgs;
use crate::draft::Draft;
use crate::exit::{self, Failure, Status};
use crate::output;
use crate::output::certificates::{Believed, Form, Made};
use crate::output::numbers::grouped;
use crate::setup::Setup;
use crate::supervisor::Stop;
use crate::weights;
use crate::workbench::{Watched, Workbench};

/// Proves the claim and writes the certificate.
///
/// # Errors
/// The claim is false, the file cannot be written, or any error of [`super::solve`].
pub(crate) fn run(args: &ProveArgs) -> Result<Status, Failure> {
    weights::load(&args.weights.weights)?;
    let position = Setup::from_args(&args.position)?.position;
    let request = Request { position, scoring: args.scoring, claim: args.claim, cut: args.cut.cut() };
    let draft = Draft::create(&args.output, "a certificate")?;
    let mut bench = Workbench::open(&args.resources, &args.table, args.output_form.quiet)?.without_books();
    let proven = certificate(&mut bench, &request);
    bench.close(match proven {
        Ok(Proven::Stopped(stop)) => solve::status(false, stop),
        _ => Status::Done,
    })?;
    let (made, time, cpu) = match proven? {
        Proven::Made(certificate, time, cpu) => (certificate, time, cpu),
        Proven::Stopped(stop) => return Ok(stopped(stop)),
    };
    draft.finish(&made.bytes)?;
    let form = if args.output_form.json { Form::Json } else { Form::Text };
    let believed = Believed::of(&made);
    output::print(&form.made(&Made {
        file: &args.output,
        request: &request,
        certificate: &made,
        time,
        cpu,
        believed,
    }))?;
    Ok(Status::Done)
}

/// The outcome of a request.
pub(super) enum Proven {
    /// The certificate, its wall-clock time, and its CPU time.
    Made(Certificate, Duration, Duration),
    /// The time limit or Ctrl-C came first.
    Stopped(Option<Stop>),
}

/// Makes a certificate on a workbench.
///
/// # Errors
/// The claim or the table is false.
pub(super) fn certificate(bench: &mut Workbench, request: &Request) -> Result<Proven, Failure> {
    let note = Note(Mutex::new(None));
    let cpu = process_time();
    let (result, time, stop) = bench.search(
        request.position.board(),
        request.scoring,
        Watched { side: None, note: &|| note.text(), log: None },
        |solver, table, progress| prover::prove(solver, request, table, progress, &note),
    )?;
    match result {
        Ok(certificate) => Ok(Proven::Made(certificate, time, process_time().saturating_sub(cpu))),
        Err(ProveError::Stopped) => Ok(Proven::Stopped(stop)),
        Err(error @ ProveError::Range { .. }) => Err(Failure::Usage(error.to_string())),
        Err(error @ ProveError::False { basis: Basis::Claim, .. }) => {
            Err(Failure::Run(format!("{error}; --table-trust own does without them")))
        }
        Err(error @ (ProveError::False { .. } | ProveError::Solve(_))) => Err(Failure::Run(error.to_string())),
        Err(ProveError::Contradiction(position)) => {
            Err(Failure::Run(solve::false_table(&position.to_string(), position.board())))
        }
    }
}

/// The end of a command that was stopped before it had anything to print.
pub(super) fn stopped(stop: Option<Stop>) -> Status {
    exit::complain("stopped before the certificate was made");
    solve::status(false, stop)
}

/// How far the proof is, for the progress line.
struct Note(Mutex<Option<String>>);

impl Note {
    fn text(&self) -> Option<String> {
        self.0.lock().expect("a note is only read and written").clone()
    }
}

impl Watcher for Note {
    fn at(&self, limit: Limit, empties: u32, done: usize, all: usize) {
        let text = format!("{limit}: {empties} empties, {}/{}", grouped(done as u64), grouped(all as u64));
        *self.0.lock().expect("a note is only read and written") = Some(text);
    }
}
