//! The lines of a ledger: how they are written and read.

use std::fmt::{self, Display};
use std::str::FromStr;

use files::Seal;
use solver::notation::parse_position;
use solver::{Board, Mode, Scoring, Start};

use crate::error::JobError;
use crate::job::{Job, JobId};
use crate::plan::Plan;
use crate::recheck::{Check, Withdrawal};
use crate::record::Record;
use crate::worker::WorkerName;

/// The beginning of the first line.
pub(super) const TITLE: &str = "othello-campaign";
/// The version: the first line says `othello-campaign 2`.
const VERSION: u32 = 2;

/// Checks that a first line, without its checksum, is that of a ledger of this version.
pub(super) fn check_title(title: &str) -> Result<(), String> {
    match title == format!("{TITLE} {VERSION}") {
        true => Ok(()),
        false => Err(format!("'{title}': this program reads '{TITLE} {VERSION}'; use the program that wrote this one")),
    }
}

/// The seal of a campaign's lines: the same for all ledgers that can be merged, and for no others.
pub(super) fn seal(plan: &Plan) -> Seal {
    Seal::of(&format!("{TITLE} {} {} {}", plan.root.board(), plan.root, plan.scoring))
}

/// The lines of a plan.
pub(super) fn plan_lines(plan: &Plan) -> Vec<String> {
    let Plan { root, start, scoring, mode, budget, grow_empties, first } = plan;
    let mut lines = vec![
        format!("{TITLE} {VERSION}"),
        format!("board {}", root.board()),
        format!("root {}", root.to_string()),
        format!("scoring {scoring}"),
        format!("mode {}", mode.name()),
        format!("budget {budget}"),
        format!("grow-empties {grow_empties}"),
        // It no longer means anything, but earlier programs want it.
        format!("virtual {}", VIRTUAL[3]),
    ];
    lines.extend(start.map(|start| format!("start {start}")));
    lines.extend(first.map(|first| format!("first {first}")));
    lines
}

/// Whether a line may belong to a head, after the first line.
pub(super) fn is_of_head(line: &[u8]) -> bool {
    let first = line.split(|&byte| byte == b' ').next().unwrap_or_default();
    HEAD.iter().any(|name| name.as_bytes() == first)
}

/// How the lines of a head begin, after the first.
const HEAD: [&str; 9] = ["board", "root", "scoring", "mode", "budget", "grow-empties", "virtual", "start", "first"];

/// What earlier programs assumed about jobs in flight.
const VIRTUAL: [&str; 4] = ["win", "loss", "equals", "likely"];

/// Reads the lines of a plan, without checksums; the first is the title. An error gives the line's number, from 0.
pub(super) fn read_plan(lines: &[String]) -> Result<Plan, (usize, String)> {
    let mut next = 1;
    let mut field = |name: &str| {
        let missing = (next, format!("the line '{name} ...' is missing"));
        let value = lines.get(next).and_then(|line| line.strip_prefix(name)?.strip_prefix(' ')).ok_or(missing)?;
        next += 1;
        Ok((next - 1, value))
    };
    let board: Board = read(field("board")?)?;
    let (at, root) = field("root")?;
    let root = parse_position(board, root).map_err(|error| (at, error.to_string()))?;
    let scoring = read(field("scoring")?)?;
    let (at, mode) = field("mode")?;
    let known = [Mode::Wld, Mode::Exact].into_iter().find(|known| known.name() == mode);
    let mode = known.ok_or_else(|| (at, format!("mode '{mode}' is unknown")))?;
    let (budget, grow_empties) = (read_number(field("budget")?)?, read_number(field("grow-empties")?)?);
    let (at, assumed) = field("virtual")?;
    if !VIRTUAL.contains(&assumed) {
        return Err((at, format!("virtual result '{assumed}' is unknown: it is {}", VIRTUAL.join(", "))));
    }
    let start: Option<Start> = field("start").ok().map(read).transpose()?;
    let first = field("first").ok().map(read_number).transpose()?;
    if let Some(line) = lines.get(next) {
        return Err((next, format!("'{line}' stands in the wrong place")));
    }
    let plan = Plan { root, start, scoring, mode, budget, grow_empties, first };
    plan.check().map(|()| plan).map_err(|error| (next - 1, error.to_string()))
}

/// What a line says; an error gives its number.
fn read<T: FromStr<Err: Display>>((at, text): (usize, &str)) -> Result<T, (usize, String)> {
    text.parse().map_err(|error: T::Err| (at, error.to_string()))
}

/// The same for a number.
fn read_number<T: FromStr>((at, text): (usize, &str)) -> Result<T, (usize, String)> {
    number(text).map_err(|reason| (at, reason))
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number that can stand here"))
}

/// A record as a line, without its checksum.
impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { job, finding, nodes, micros, solver, worker } = self;
        let Job { board, scoring, at_least, budget, .. } = job;
        let (seconds, parts) = (micros / 1_000_000, micros % 1_000_000);
        write!(f, "job {} {board} {scoring} {} asked >={at_least} found {finding} ", job.id(), job.position_text())?;
        write!(f, "nodes {nodes} seconds {seconds}.{parts:06} budget {budget} solver {solver}")?;
        if worker.is_unknown() { Ok(()) } else { write!(f, " worker {worker}") }
    }
}

/// A re-check as a line, without its checksum.
impl Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "check {} of {} {}", self.of, self.by, self.record)
    }
}

/// A withdrawal as a line, without its checksum.
impl Display for Withdrawal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { worker, answer, reason } = self;
        match answer {
            Some(job) => write!(f, "withdraw answer {job} of {worker} because {reason}"),
            None => write!(f, "withdraw worker {worker} because {reason}"),
        }
    }
}

/// What a line after the head says.
pub(super) enum Entry {
    Record(Record),
    Check(Check),
    Withdrawal(Withdrawal),
}

/// Reads a line after the head, without its checksum.
pub(super) fn read_entry(line: &str) -> Result<Entry, String> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (written, entry) = match verb {
        "job" => read_record(line).map(|record| (record.to_string(), Entry::Record(record)))?,
        "again" => read_record(rest).map(|record| (format!("again {record}"), Entry::Record(record)))?,
        "check" => read_check(rest).map(|check| (check.to_string(), Entry::Check(check)))?,
        "withdraw" => read_withdrawal(rest).map(|one| (one.to_string(), Entry::Withdrawal(one)))?,
        _ => return Err("this is not a line of a ledger: it begins with job, again, check or withdraw".to_owned()),
    };
    // A line is accepted only if it is exactly what this program would write for it.
    match written == line {
        true => Ok(entry),
        false => Err("the line is not written as it should be".to_owned()),
    }
}

fn read_check(rest: &str) -> Result<Check, String> {
    let said = |error: JobError| error.to_string();
    let [of, "of", by, record] = rest.splitn(4, ' ').collect::<Vec<_>>()[..] else {
        return Err("this is not a re-check: check JOB of WORKER job ...".to_owned());
    };
    let (of, by, record): (JobId, _, _) = (of.parse().map_err(said)?, name(by)?, read_record(record)?);
    match record.job.may_be_recheck() {
        true => Ok(Check { of, by, record }),
        false => Err(format!("job {} is not a re-check of {of}", record.job.id())),
    }
}

fn read_withdrawal(rest: &str) -> Result<Withdrawal, String> {
    let form =
        || "this is not a withdrawal: withdraw worker WORKER because ... or withdraw answer JOB of WORKER because ...";
    // A worker may be called "because".
    let words = |count: usize| rest.splitn(count, ' ').collect::<Vec<_>>();
    let (answer, worker, reason) = match (&words(4)[..], &words(6)[..]) {
        (["worker", worker, "because", reason], _) => (None, *worker, *reason),
        (_, ["answer", job, "of", worker, "because", reason]) => {
            (Some(job.parse::<JobId>().map_err(|error| error.to_string())?), *worker, *reason)
        }
        _ => return Err(form().to_owned()),
    };
    Ok(Withdrawal { worker: name(worker)?, answer, reason: reason.to_owned() })
}

fn name(text: &str) -> Result<WorkerName, String> {
    text.parse().map_err(|error: JobError| error.to_string())
}

fn read_record(line: &str) -> Result<Record, String> {
    let mut words: Vec<&str> = line.split(' ').collect();
    let worker = match words[..] {
        [.., "worker", worker] if words.len() == 20 => {
            words.truncate(18);
            name(worker)?
        }
        _ => WorkerName::unknown(),
    };
    let [
        "job",
        id,
        board,
        scoring,
        squares,
        side,
        "asked",
        asked,
        "found",
        found,
        "nodes",
        nodes,
        "seconds",
        seconds,
        "budget",
        budget,
        "solver",
        solver,
    ] = words[..]
    else {
        return Err("this is not a record: job ID BOARD SCORING SQUARES SIDE asked ... found ...".to_owned());
    };
    let board: Board = board.parse().map_err(|error: solver::BoardError| error.to_string())?;
    let at_least = asked.strip_prefix(">=").ok_or_else(|| format!("asked '{asked}' is not of the form >=SCORE"))?;
    let position = format!("{squares} {side}");
    let said = |error: JobError| error.to_string();
    let scoring = scoring.parse::<Scoring>().map_err(|error| error.to_string())?;
    let job = Job::parse(board, scoring, &position, number(at_least)?, number(budget)?).map_err(said)?;
    let named: JobId = id.parse().map_err(said)?;
    if named != job.id() {
        return Err(JobError::OtherJob { named: id.to_owned(), job: job.id().to_string() }.to_string());
    }
    let (whole, parts) = seconds.split_once('.').filter(|(_, parts)| parts.len() == 6).ok_or("no seconds")?;
    let micros = number::<u64>(whole)?.checked_mul(1_000_000).and_then(|whole| whole.checked_add(parts.parse().ok()?));
    let micros = micros.ok_or_else(|| format!("seconds '{seconds}' are no span of time"))?;
    let (finding, nodes, solver) = (found.parse().map_err(said)?, number(nodes)?, solver.to_owned());
    let record = Record { job, finding, nodes, micros, solver, worker };
    record.check().map(|()| record).map_err(said)
}
