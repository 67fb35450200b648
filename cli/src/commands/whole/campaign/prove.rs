//! `solve campaign prove`: the certificate of a campaign's value, made piece by piece.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use bench::clock::process_time;
use campaign::evidence::{Evidence, evidence};
use campaign::ledger::ledger_path;
use campaign::replay::replay;
use campaign::{Ledger, LedgerFile, Record, Withdrawal, pool};
use checker::certificate::{Certificate, Hash, ReadError};
use clap::Args;
use files::noun;
use prover::{Claim, Cut, Limit, Moves, PieceError, ProveError, Request, SILENT};
use solver::{Bounds, Outcome, Position, Progress, Score, Side, Solver};

use super::read;
use super::withdraw::of_answer;
use crate::args::{CutArgs, OutputArgs, values};
use crate::commands::prove::Made;
use crate::draft::{self, is_same_file};
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::{compact, counted, elapsed, grouped};
use crate::persistence::Store;
use crate::progress::{Display, message};
use crate::supervisor::{Done, Supervisor};
use crate::threads;

/// Where the moves end unless the user says otherwise.
const CUT: Cut = Cut::Work(16_000);

/// How often a plain line tells the progress.
const PLAIN_EVERY: Duration = Duration::from_secs(60);

const HELP: &str = "\
The value rests on some of the ledger's answers, about different positions. Each
of them gets a certificate of its own in a folder; then the certificate of the
whole is put together from these, without a search. An answer that turns out
false is withdrawn; run then asks again. Interrupted, the same
command goes on with the pieces that are there. solve check believes neither
the ledger nor the pieces. By default --leaf-work is 16k.

Examples:
  solve campaign prove big -o big.cert
  solve check big.cert";

/// Make a certificate of the value, which others can check without the ledger
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ProveArgs {
    /// The campaign's folder, or a ledger
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// File for the certificate; one that is there is replaced when the new one is complete
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Folder for the certificates of single answers [default: FILE with the ending .pieces]
    #[arg(long, value_name = "DIR")]
    pieces: Option<PathBuf>,
    #[command(flatten)]
    cut: CutArgs,
    /// Number of answers at a time [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::number("workers"))]
    workers: Option<usize>,
    /// Size of the transposition table in memory, which all workers share
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = values::parse_memory)]
    memory: usize,
    /// Stop after this time: 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = values::parse_duration)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    form: OutputArgs,
}

/// Proves again every answer on which the campaign's value rests, each in a file of its own, and puts these together.
/// A false answer is withdrawn.
pub(super) fn run(args: &ProveArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let path = ledger_path(&args.folder);
    let ledger = read(&path)?;
    let bounds = replay(&path, &ledger)?.bounds();
    let Some(claim) = claim(bounds) else {
        return Err(Failure::Run(format!("{}: the campaign is not done: who wins is open", path.display())));
    };
    let request = Request {
        position: ledger.plan.root,
        scoring: ledger.plan.scoring,
        claim,
        cut: Some(args.cut.cut().unwrap_or(CUT)),
    };
    let proof = |limit: Limit| {
        let needed = evidence(&ledger, limit.is_of_mover(), limit.goal());
        (limit, needed.expect("the bounds of the replay rest on these answers"))
    };
    let proofs: Vec<Proof> = claim.limits().into_iter().map(proof).collect();
    let folder = args.pieces.clone().unwrap_or_else(|| args.output.with_extension("pieces"));
    refuse_inputs(&args.output, &path, &folder)?;
    let draft = draft::create(&args.output, "a certificate")?;
    create_folder(&folder)?;
    let workshop = Workshop::new(request, &proofs, folder);
    let cpu = process_time();
    let progress = Progress::default();
    let supervisor = Supervisor { interrupt: &interrupt, store: &Store::none(), time_limit: args.time_limit };
    let shown = Display::long(args.form.quiet, PLAIN_EVERY);
    let Done { result, time, stop } = supervisor.watch(
        &progress,
        |time| workshop.draw(&shown, &progress, time),
        || workshop.make(args, &progress).and_then(|mut solver| workshop.put_together(&mut solver, &proofs, &progress)),
    );
    if let Some((refuted, value)) = workshop.refuted.get() {
        return Err(withdraw(&path, &ledger, refuted, *value)?);
    }
    if matches!(result, Err(Failure::Stopped)) {
        exit::complain("stopped; the same command goes on with the pieces that are there");
        return Ok(stop.unwrap_or(Status::Interrupted));
    }
    let certificate = result?;
    draft.finish_with(&certificate.bytes)?;
    let cpu = process_time().saturating_sub(cpu);
    let (found, all) = (workshop.believed.load(Relaxed) as u64, workshop.pieces.len() as u64);
    let believed = (found > 0).then(|| {
        let (were, pieces) = (noun(found, "was", "were"), counted(all, "piece", "pieces"));
        format!("{} of its {pieces} {were} there already and {were} believed", grouped(found))
    });
    Made { certificate, time, cpu, believed }.print(args.form.json, &args.output, &request)
}

/// Withdraws the answers about a position that are false by what has been proven, and says so.
fn withdraw(path: &Path, ledger: &Ledger, refuted: &Request, value: Score) -> Result<Failure, Failure> {
    let Request { position, claim, .. } = refuted;
    let is_false = |record: &&Record| {
        let bounds = record.finding.bounds(record.job.board.squares());
        record.job.discs == position.discs() && (value < bounds.lower || value > bounds.upper) && ledger.counts(record)
    };
    let reason = format!("solve campaign prove has found the value {}", value.discs());
    let of = |record: &Record| of_answer(record.job.id(), &record.worker, &reason);
    let all: Vec<Withdrawal> = ledger.records.iter().filter(is_false).map(of).collect();
    let (mut file, _) = LedgerFile::open(path)?;
    file.append(&all)?;
    file.sync()?;
    let told: Vec<String> = all.iter().map(|one| one.answer.map_or_else(String::new, |job| job.to_string())).collect();
    Ok(Failure::Run(format!(
        "an answer of the ledger: claim '{claim}' is false: the value is {}; withdrawn: {}; solve campaign run asks again",
        value.discs(),
        told.join(", ")
    )))
}

/// The certificate takes the place neither of the ledger nor of the folder of pieces.
fn refuse_inputs(output: &Path, ledger: &Path, folder: &Path) -> Result<(), Failure> {
    let refused = |reason: &str| Err(Failure::Run(format!("{}: {reason}", output.display())));
    if is_same_file(output, ledger) {
        return refused("this is the campaign's ledger, which the certificate would replace");
    }
    match is_same_file(output, folder) {
        true => refused("the pieces of the certificate go into a folder of this name; name another file, or --pieces"),
        false => Ok(()),
    }
}

/// Makes a folder, but none above it, if it is not there.
fn create_folder(folder: &Path) -> Result<(), Failure> {
    match fs::create_dir(folder) {
        Err(_) if folder.is_dir() => Ok(()),
        made => made.map_err(Failure::at(folder)),
    }
}

/// What the bounds of the root amount to.
fn claim(bounds: Bounds) -> Option<Claim> {
    match (bounds.exact(), bounds.outcome()) {
        (Some(value), _) => Some(Claim::Exactly(value)),
        (None, Some(Outcome::Win)) => Some(Claim::Win),
        (None, Some(Outcome::Draw)) => Some(Claim::Draw),
        (None, Some(Outcome::Loss)) => Some(Claim::Loss),
        (None, None) => None,
    }
}

/// A limit, and the answers it rests on.
type Proof = (Limit, Evidence);

/// A certificate of one answer.
struct Piece {
    /// Which proof needs it.
    proof: usize,
    request: Request,
    /// The hash of the certificate that was made here. Any other was there before, or came meanwhile.
    made: OnceLock<Hash>,
}

impl Piece {
    /// The name of its file: the board, the scoring, the empty squares, the discs of the side to move and of the other
    /// side as numbers, what is shown, and the cut.
    fn file(&self) -> String {
        let Request { position, claim, scoring, .. } = self.request;
        let [own, other] = [position.discs().player(), position.discs().opponent()].map(|discs| discs.bits());
        let shown = match claim {
            Claim::AtMost(score) => format!("most{score}"),
            claim => format!("least{}", claim.limits()[0].score()),
        };
        let cut = match self.request.cut {
            Some(Cut::Work(positions)) => format!("work{positions}"),
            Some(Cut::Empties(empties)) => empties.to_string(),
            None => "default".to_owned(),
        };
        format!("{}-{scoring}-{}-{own:x}-{other:x}-{shown}-{cut}.cert", position.board(), position.empties())
    }

    /// Reads its file; `None` if there is none. Never reads or unpacks more than an honest certificate can need.
    fn read(&self, path: &Path) -> Result<Option<Certificate>, String> {
        let bytes = match checker::certificate::read(path, None) {
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| error.to_string())?,
        };
        let certificate = Certificate::from_bytes(&bytes).map_err(|error| error.to_string())?;
        match prover::fits(&certificate, &self.request) {
            true => Ok(Some(certificate)),
            false => Err(PieceError::Other.to_string()),
        }
    }
}

impl From<ProveError> for Failure {
    fn from(error: ProveError) -> Self {
        match error {
            ProveError::Stopped => Self::Stopped,
            error => Self::Run(error.to_string()),
        }
    }
}

/// All pieces, and how far they are.
struct Workshop {
    request: Request,
    pieces: Vec<Piece>,
    folder: PathBuf,
    /// The number of the next piece to make.
    next: AtomicUsize,
    done: AtomicUsize,
    /// A claim of the ledger that has turned out to be false, and the value.
    refuted: OnceLock<(Request, Score)>,
    /// How many of the pieces put together were not made here. Whoever could write them could have written anything.
    believed: AtomicUsize,
}

impl Workshop {
    fn new(request: Request, proofs: &[Proof], folder: PathBuf) -> Self {
        let mut pieces = Vec::new();
        for (proof, (limit, evidence)) in proofs.iter().enumerate() {
            for &(discs, is_prover) in &evidence.answers {
                let position = Position::new(request.position.board(), discs, Side::Black);
                let position = position.expect("a ledger's positions fit its board");
                let score = |score: Score| if is_prover { Claim::AtLeast(score) } else { Claim::AtMost(-score) };
                let request = Request { position, claim: score(limit.goal()), ..request };
                pieces.push(Piece { proof, request, made: OnceLock::new() });
            }
        }
        let [next, done, believed] = [(); 3].map(|()| AtomicUsize::new(0));
        Self { request, pieces, folder, next, done, refuted: OnceLock::new(), believed }
    }

    /// Makes the pieces that are missing, and returns a solver.
    fn make(&self, args: &ProveArgs, progress: &Progress) -> Result<Solver, Failure> {
        let Request { position, scoring, .. } = self.request;
        let mut solvers = pool::solvers(threads::count(args.workers), args.memory, position.board(), scoring)?;
        let failure = Mutex::new(None);
        let work = |solver: &mut Solver| {
            if let Err(error) = self.work(solver, progress) {
                // The first failure stops the others, which then fail too.
                failure.lock().expect("nothing panics").get_or_insert(error);
                progress.stop();
            }
        };
        thread::scope(|scope| solvers.iter_mut().for_each(|solver| drop(scope.spawn(move || work(solver)))));
        let solver = solvers.pop().expect("there is at least one worker");
        failure.into_inner().expect("nothing panics").map_or(Ok(solver), Err)
    }

    /// Makes one piece after the other.
    fn work(&self, solver: &mut Solver, progress: &Progress) -> Result<(), Failure> {
        while let Some(piece) = self.pieces.get(self.next.fetch_add(1, Relaxed)) {
            let path = self.folder.join(piece.file());
            let is_there = match piece.read(&path) {
                Ok(found) => found.is_some(),
                Err(reason) if path.is_file() => {
                    exit::complain(&format!("{}: {reason}; it is made again", path.display()));
                    false
                }
                Err(reason) => return Err(Failure::Run(format!("{}: {reason}", path.display()))),
            };
            if !is_there {
                let made = prover::prove(solver, &piece.request, None, &progress.part(), SILENT);
                if let Err(ProveError::False { value, .. }) = made {
                    self.refuted.get_or_init(|| (piece.request, value));
                }
                let made = made?;
                files::write_whole(&path, &made.bytes).map_err(Failure::run)?;
                piece.made.get_or_init(|| Hash::of(&made.bytes));
            }
            self.done.fetch_add(1, Relaxed);
        }
        Ok(())
    }

    /// The certificate of the whole.
    fn put_together(
        &self,
        solver: &mut Solver,
        proofs: &[Proof],
        progress: &Progress,
    ) -> Result<prover::Certificate, Failure> {
        let known = |(_, evidence): &Proof| {
            let mut known = Moves::default();
            evidence.moves.iter().for_each(|&(discs, square)| known.add(discs, square));
            known
        };
        let mut moves: Vec<Moves> = proofs.iter().map(known).collect();
        for piece in &self.pieces {
            let path = self.folder.join(piece.file());
            let told = |reason: String| Failure::Run(format!("{}: {reason}", path.display()));
            let removed = || told("somebody has removed it meanwhile".to_owned());
            let certificate = piece.read(&path).map_err(told)?.ok_or_else(removed)?;
            if piece.made.get() != Some(&Hash::from(certificate.sha256)) {
                self.believed.fetch_add(1, Relaxed);
            }
            let taken = moves[piece.proof].add_piece(&certificate, &piece.request);
            taken.map_err(|error| told(format!("{error}; remove it, and the next run makes it again")))?;
        }
        Ok(prover::combine(solver, &self.request, &moves, progress, SILENT)?)
    }

    /// Shows how far it is.
    fn draw(&self, shown: &Display, progress: &Progress, time: Duration) {
        let (done, all) = (self.done.load(Relaxed), self.pieces.len());
        let note = || format!("{} of {}", grouped(done as u64), counted(all as u64, "piece", "pieces"));
        let line = || format!("{}, {}, {} nodes", elapsed(time), note(), compact(progress.nodes() as f64));
        shown.show(|| message(progress, None, Some(note()), None, time), line);
    }
}
