//! `solve check`: proves a certificate again, with rules and a search of its own that share nothing with the solver.

use std::path::{Path, PathBuf};

use checker::Certificate;
use checker::certificate::{Earlier, Hash, NotedCheck, NotedCheckError, Notes, Part, PartLine, Remark};
use clap::Args;
use files::on_one_line;

use self::checked::{Watch, opened, refused, timed};
use super::prove::followed;
use crate::args::{OutputArgs, values};
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::{counted, elapsed, fields, grouped, print_result, seconds};
use crate::threads;

mod checked;
mod parts;

pub(super) use checked::{Checked, examine};

const HELP: &str = "\
Nothing in the file is believed: all positions follow from the first, all moves
of the opponent are tried, and every leaf, a position at which the file's moves
end, is searched. Rules and search are the checker's own and read no table. The
checker prints what is proven; a certificate that is damaged or proves nothing
is an error with exit status 1. With --plain that takes no more than a thousand
lines of code to trust; without, faster code is trusted that is compared with it.

Nothing beside the file is believed either. A long check keeps notes. After
Ctrl-C or a crash --resume continues from them, and says how many leaves it
took from them, because whoever can write that file could have written them.

Several machines can share a check: --part 3/40 follows the whole proof from
the first position to the leaves, searches every fortieth leaf, and prints a
line that is the same on any machine. All parts together are the proof; --parts
confirms that a file has all their lines, and searches nothing.

Examples:
  solve check feinstein.cert
  solve check after-b1.cert --plain
  solve check 6x8.cert --part 3/40 >> lines.txt
  solve check 6x8.cert --parts lines.txt";

/// Check a certificate, and say what it proves
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct CheckArgs {
    /// The certificate
    file: PathBuf,
    /// Number of threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::parse_threads)]
    threads: Option<usize>,
    /// Memory for the file and the proof's positions, besides 0.4MiB per thread; a certificate that needs more is refused
    /// [default: 64MiB for the file, and for the positions 32MiB plus 512 bytes per byte of the file]
    #[arg(long, value_name = "SIZE", value_parser = values::parse_memory)]
    memory: Option<usize>,
    /// Check with the plain rules and the plain search alone, on one thread: some hundred times slower, by code that is read in
    /// an evening
    #[arg(long, conflicts_with_all = ["threads", "part", "parts", "resume", "anew", "progress_file"])]
    plain: bool,
    /// Search only part K of N of the leaves, for example 3/40, and print that part's line
    #[arg(help_heading = "Long checks", long, value_name = "K/N")]
    part: Option<Part>,
    /// Search nothing; confirm that this file (- for standard input) has a line for every part. The lines are believed
    #[arg(help_heading = "Long checks", long, value_name = "FILE", conflicts_with_all = ["part", "resume", "anew", "progress_file"])]
    parts: Option<PathBuf>,
    /// Continue an interrupted check, and believe its notes
    #[arg(help_heading = "Long checks", long)]
    resume: bool,
    /// Discard the notes of an earlier check
    #[arg(help_heading = "Long checks", long, conflicts_with = "resume")]
    anew: bool,
    /// File for the notes of a long check [default: FILE.progress, or FILE.K-of-N.progress for a part]
    #[arg(help_heading = "Long checks", long, value_name = "FILE")]
    progress_file: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Checks a certificate, or a part of it, and prints what it proves.
pub(crate) fn run(args: &CheckArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let (certificate, bytes) = opened(&args.file, args.memory.map(|bytes| bytes as u64))?;
    let as_json = args.output.json;
    if args.plain {
        interrupt.insist("stopped before the certificate was checked");
        return check_plainly(&args.file, &certificate, bytes, as_json);
    }
    let (threads, watch) = (threads::count(args.threads), Watch::new(&interrupt, args.output.quiet));
    if let Some(lines) = &args.parts {
        interrupt.insist("stopped before all lines were read");
        return parts::run(&args.file, &certificate, lines, threads, watch, as_json);
    }
    let part = args.part.unwrap_or(Part::WHOLE);
    let notes = begun(&certificate, part, args)?;
    let (result, time, cpu) = timed(|| notes.run(threads, &watch));
    let levels = watch.levels();
    let report = match result {
        Ok(report) => report,
        Err(NotedCheckError::Stopped { done, all, is_noted }) => {
            let noted = if is_noted { "; --resume goes on from there" } else { "" };
            exit::complain(&stopped(done, all, noted));
            return Ok(Status::Interrupted);
        }
        Err(NotedCheckError::Refused(error)) => return Err(refused(&args.file, &error)),
        Err(error) => return Err(Failure::Run(error.to_string())),
    };
    let checked = Checked { file: Some(&args.file), bytes, certificate, report, levels, time, cpu };
    let is_part = args.part.is_some();
    print_result(as_json, &checked.record(is_part), |_| match is_part {
        true => format!("{}\n", PartLine::new(&checked.certificate, &checked.report)),
        false => checked.text(),
    })
}

/// Checks a certificate by the thousand lines that must be trusted.
fn check_plainly(file: &Path, certificate: &Certificate, bytes: usize, as_json: bool) -> Result<Status, Failure> {
    let (result, time, cpu) = timed(|| kernel::check(certificate));
    let (counts, searched) = result.map_err(|error| refused(file, &error.into()))?;
    let (statement, sentence) = (certificate.statement(), certificate.sentence());
    let record = fields! {
        "file": file.display().to_string(),
        "sha256": Hash::from(certificate.sha256).to_string(),
        "bytes": bytes,
        "proven": &sentence,
        "position": certificate.root.to_string(),
        "lower": statement.lower, // null: no such limit
        "upper": statement.upper,
        "prover_nodes": counts.prover_nodes,
        "other_nodes": counts.other_nodes,
        "leaves": counts.leaves,
        "plainly_searched": searched, // positions that the plain search looked at for the leaves
        "seconds": seconds(time),
        "cpu_seconds": seconds(cpu),
    };
    print_result(as_json, &record, |_| {
        format!(
            "{} proves, by the plain check: {sentence} ({}, {}, {} searched, {}).\n",
            on_one_line(file.display()),
            followed(counts.prover_nodes, counts.other_nodes),
            counted(counts.leaves, "leaf", "leaves"),
            counted(searched, "position", "positions"),
            elapsed(time),
        )
    })
}

/// The message of a check that was stopped.
fn stopped(done: u64, all: u64, noted: &str) -> String {
    match all {
        0 => "stopped before the search of leaves began".to_owned(),
        _ => format!("stopped with {} of {} proven{noted}", grouped(done), counted(all, "leaf", "leaves")),
    }
}

/// Begins a check with notes, and reports on earlier ones where necessary.
fn begun<'a>(certificate: &'a Certificate, part: Part, args: &CheckArgs) -> Result<NotedCheck<'a>, Failure> {
    let notes = match &args.progress_file {
        Some(path) => Notes::in_file(path.clone()),
        None => Notes::beside(&args.file, part),
    };
    let earlier = match (args.resume, args.anew) {
        (true, _) => Earlier::Resume,
        (_, true) => Earlier::Replace,
        _ => Earlier::Leave,
    };
    let mut remarks = Vec::new();
    let begun = notes.begin(certificate, part, earlier, &mut remarks).map_err(|error| match error {
        NotedCheckError::Foreign(_) => Failure::Run(format!("{error}; remove it or give another --progress-file")),
        error => Failure::Run(error.to_string()),
    });
    for remark in &remarks {
        let advice = match remark {
            Remark::Unread(_) => "; --resume goes on from them, --anew replaces them",
            Remark::InTheWay(_) => "; --progress-file puts them elsewhere",
            Remark::Other(_) if remark.can_be_replaced() => "; --anew replaces them",
            Remark::Other(_) => "; --progress-file puts new ones elsewhere",
            _ => "",
        };
        exit::complain(&format!("{remark}{advice}"));
    }
    begun
}
