//! `solve problems check`.

use std::path::PathBuf;

use clap::Args;
use files::on_one_line;
use problems::SetError;
use problems::check::{Checked, Sample, check};
use solver::Progress;
use solver::random::unpredictable;

use crate::args::values;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::{Drawn, fields, print_result};
use crate::persistence::Store;
use crate::supervisor::Supervisor;
use crate::threads;

/// The most findings to print about a set.
const MOST_FINDINGS: usize = 20;

/// Verify a set: checksums, schema, splits, rules, and a sample of the labels by an independent solver
#[derive(Debug, Args)]
pub(super) struct ProblemsCheckArgs {
    /// Folder of the set
    folder: PathBuf,
    /// Number of positions whose labels are proven again
    #[arg(long, value_name = "N", default_value_t = Sample::usual(0).positions)]
    sample: usize,
    /// Seed of the sample, to draw the same again [default: unpredictable, and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The most empty squares for the independent solver; for a position with more, it proves a later one on the
    /// perfect line
    #[arg(long, value_name = "N", default_value_t = Sample::usual(0).max_empties)]
    max_empties: u32,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::parse_threads)]
    threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Verifies a set, and prints what was found.
pub(super) fn run(args: &ProblemsCheckArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let progress = Progress::default();
    let sample =
        Sample { positions: args.sample, max_empties: args.max_empties, seed: args.seed.unwrap_or_else(unpredictable) };
    let supervisor = Supervisor { interrupt: &interrupt, store: &Store::none(), time_limit: None };
    let checking = || threads::on(args.threads, || Ok(check(&args.folder, sample, &progress)));
    match supervisor.watch(&progress, |_| (), checking).result? {
        Ok(checked) => {
            let record = fields! {
                "set": args.folder.display().to_string(),
                "files": checked.files,
                "readable": checked.is_readable,
                "positions": checked.positions.iter().sum::<usize>(),
                "compared": checked.compared,
                "proven": checked.proven,
                "proven_moves": checked.proven_moves,
                "proven_ends": checked.proven_ends,
                ..Drawn::fields(Some(proven(&checked, sample))),
                "findings": &checked.findings,
            };
            print_result(args.json, &record, |_| report(&checked, args, sample))?;
            Ok(if checked.findings.is_empty() { Status::Done } else { Status::PartlyDone })
        }
        Err(SetError::Stopped { .. }) => Ok(Status::Interrupted),
        Err(error) => Err(Failure::Run(error.to_string())),
    }
}

/// How many labels were proven again, or why none was.
fn proven_labels(checked: &Checked, args: &ProblemsCheckArgs) -> String {
    match checked.proven {
        0 if args.sample > 0 && checked.positions != [0; 3] => {
            let most = args.max_empties;
            format!("none proven again: all positions have more than {most} empties; --max-empties raises that limit")
        }
        proven => {
            format!("{} moves of {proven} positions proven again by the independent solver", checked.proven_moves)
        }
    }
}

/// The positions that can be proven again, and those of them that were drawn.
fn proven(checked: &Checked, Sample { seed, .. }: Sample) -> Drawn {
    Drawn { sampled: checked.proven as u64, of: checked.provable as u64, seed }
}

/// What was drawn of the positions that can be proven again, and of the others, if there are any.
fn samples(checked: &Checked, sample: Sample) -> String {
    let beyond = checked.positions.iter().sum::<usize>() - checked.provable;
    let ends = Drawn { sampled: checked.proven_ends as u64, of: beyond as u64, seed: sample.seed };
    let parts = [(proven(checked, sample), "at most"), (ends, "more than")];
    let parts = parts.into_iter().filter(|(drawn, _)| drawn.of > 0).map(|(drawn, how)| {
        let positions = format!("positions with {how} {} empties", sample.max_empties);
        format!("Sample     {}\n", drawn.text(&positions, "--seed"))
    });
    parts.collect()
}

fn report(checked: &Checked, args: &ProblemsCheckArgs, sample: Sample) -> String {
    let mut text =
        format!("Set        {}\nFiles      {} checksums\n", on_one_line(args.folder.display()), checked.files);
    if checked.is_readable {
        let [train, validation, test] = checked.positions;
        text += &format!(
            "Positions  {}: {train} train, {validation} validation, {test} test; all rows, splits, legal moves and lines\n\
             Formats    {} data files say the same\n\
             Labels     {}\n\
             Line ends  {} positions with more than {} empties: proven again where the perfect line has only that many left\n\
             {}",
            checked.positions.iter().sum::<usize>(),
            checked.compared,
            proven_labels(checked, args),
            checked.proven_ends,
            args.max_empties,
            samples(checked, sample),
        );
    } else {
        text += "Positions  not read: neither parquet nor jsonl is there\n";
    }
    for finding in checked.findings.iter().take(MOST_FINDINGS) {
        text += &format!("Wrong      {}\n", on_one_line(finding));
    }
    match checked.findings.len() {
        0 if checked.proven + checked.proven_ends == 0 => {
            text + "Result     nothing is wrong, but no label was proven again\n"
        }
        0 => text + "Result     nothing is wrong\n",
        count => text + &format!("Result     {count} things are wrong\n"),
    }
}
