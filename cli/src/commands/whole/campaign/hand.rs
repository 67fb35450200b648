//! `solve campaign next` and `solve campaign record`: jobs for workers elsewhere, and what they have found.

use std::io::{BufReader, Read};
use std::path::PathBuf;

use campaign::protocol::hand::{self, Taken};
use campaign::{Session, Share};
use clap::Args;
use files::{LONGEST_LINE, next_line, noun};

use super::{leave, open};
use crate::exit::{Failure, Status};
use crate::input::{name, open as open_input};
use crate::output::{counted, fields, grouped, print, print_result};

/// Print the next jobs, for workers elsewhere
#[derive(Debug, Args)]
pub(super) struct NextArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The most jobs to print
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Share of the answers that are proven again, 0 for none; if one turns out false, the campaign stops
    #[arg(long, value_name = "SHARE", default_value = "1%")]
    recheck: Share,
}

/// Record answers of workers elsewhere
#[derive(Debug, Args)]
pub(super) struct RecordArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Files with what `job` has printed; without any, standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Share of the answers that are proven again, 0 for none; if one turns out false, the campaign stops
    #[arg(long, value_name = "SHARE", default_value = "1%")]
    recheck: Share,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the jobs that come next, one JSON object a line; none when the campaign is done.
pub(super) fn next(args: &NextArgs) -> Result<Status, Failure> {
    let mut session = open(&args.folder, args.recheck)?;
    let jobs = hand::next(&mut session, args.count)?;
    session.sync()?;
    print(&jobs)?;
    leave(session);
    Ok(Status::Done)
}

/// Adds what workers have found to the ledger. A record of a known job is left out unless it says more.
/// At a line that is none, or contradicts what is known, it stops; the lines before it are kept.
pub(super) fn record(args: &RecordArgs) -> Result<Status, Failure> {
    let mut session = open(&args.folder, args.recheck)?;
    let mut taken = Taken::default();
    let standard = [PathBuf::from("-")];
    for path in if args.files.is_empty() { &standard[..] } else { &args.files } {
        take(&mut session, &name(path), open_input(path)?, &mut taken)?;
    }
    session.sync()?;
    let is_over = session.is_over();
    let record = fields! {
        "new": taken.new,
        "known": taken.known,
        "better": taken.better,
        "checked": taken.checked,
        "refused": taken.refused,
        "withdrawn": session.withdrawn().into_iter().map(ToString::to_string).collect::<Vec<_>>(),
        "complete": is_over,
    };
    let printed = print_result(args.json, &record, |_| summary(&session, taken, is_over));
    leave(session);
    printed
}

/// Takes the records of a file, a line at a time.
fn take(session: &mut Session<'_>, name: &str, input: impl Read, taken: &mut Taken) -> Result<(), Failure> {
    let mut input = BufReader::new(input);
    for number in 1.. {
        let wrong = |why: String| Failure::Run(format!("{name}:{number}: {why}"));
        let line = next_line(&mut input, LONGEST_LINE).map_err(|error| wrong(error.to_string()))?;
        let Some(line) = line else { break };
        let line = str::from_utf8(&line).map_err(|_| wrong("the line is not UTF-8 text".to_owned()))?;
        hand::record(session, line, taken).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(())
}

/// How many records were taken.
fn summary(session: &Session<'_>, taken: Taken, is_over: bool) -> String {
    let mut text = format!("{} new, {} known", counted(taken.new, "record", "records"), grouped(taken.known));
    let more = [
        (taken.better, "of these better"),
        (taken.checked, noun(taken.checked, "re-check", "re-checks")),
        (taken.refused, "of workers that were withdrawn left out"),
    ];
    for (count, what) in more {
        if count > 0 {
            text += &format!(", {} {what}", grouped(count));
        }
    }
    for worker in session.withdrawn() {
        text += &format!("; worker {worker} was withdrawn, its answers do not count");
    }
    let end = if is_over { "; the campaign is done" } else { "" };
    format!("{text}{end}\n")
}
