//! The lines of a ledger: how they are written and read.

use files::Seal;
use solver::notation::parse_position;
use solver::{Board, Mode, Position, Scoring, Start};

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
    let mut fields = Fields { lines, next: 1 };
    let board: Board = fields.wanted("board", |text| text.parse::<Board>().map_err(|error| error.to_string()))?;
    let root: Position =
        fields.wanted("root", |text| parse_position(board, text).map_err(|error| error.to_string()))?;
    let scoring = fields.wanted("scoring", |name| name.parse::<Scoring>().map_err(|error| error.to_string()))?;
    let mode = fields.wanted("mode", |text| {
        let known = [Mode::Wld, Mode::Exact].into_iter().find(|mode| mode.name() == text);
        known.ok_or_else(|| format!("mode '{text}' is unknown"))
    })?;
    let budget = fields.wanted("budget", number)?;
    let grow_empties = fields.wanted("grow-empties", number)?;
    fields.wanted("virtual", |name| match VIRTUAL.contains(&name) {
        true => Ok(()),
        false => Err(format!("virtual result '{name}' is unknown: it is {}", VIRTUAL.join(", "))),
    })?;
    let start = fields.optional("start", |name| name.parse::<Start>().map_err(|error| error.to_string()))?;
    let first = fields.optional("first", number)?;
    match fields.lines.get(fields.next) {
        Some(line) => Err((fields.next, format!("'{line}' stands in the wrong place"))),
        None => {
            let plan = Plan { root, start, scoring, mode, budget, grow_empties, first };
            plan.check().map(|()| plan).map_err(|error| (fields.next - 1, error.to_string()))
        }
    }
}

/// Lines `name value` in a fixed order.
struct Fields<'a> {
    lines: &'a [String],
    next: usize,
}

impl<'a> Fields<'a> {
    fn optional<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&'a str) -> Result<T, String>,
    ) -> Result<Option<T>, (usize, String)> {
        let value = self.lines.get(self.next).and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let Some(value) = value else { return Ok(None) };
        let read = read(value).map_err(|reason| (self.next, reason))?;
        self.next += 1;
        Ok(Some(read))
    }

    fn wanted<T>(&mut self, name: &str, read: impl FnOnce(&'a str) -> Result<T, String>) -> Result<T, (usize, String)> {
        let at = self.next;
        self.optional(name, read)?.ok_or_else(|| (at, format!("the line '{name} ...' is missing")))
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number that can stand here"))
}

/// A record as a line, without its checksum.
#[must_use]
pub fn record_text(record: &Record) -> String {
    named_text(record.job.id(), record)
}

/// The same for a record whose job's name is known.
fn named_text(id: JobId, record: &Record) -> String {
    let Record { job, finding, nodes, micros, solver, worker } = record;
    let worker = if worker.is_unknown() { String::new() } else { format!(" worker {worker}") };
    format!(
        "job {id} {} {} {} asked >={} found {finding} nodes {nodes} seconds {}.{:06} budget {} solver {solver}{worker}",
        job.board,
        job.scoring,
        job.position_text(),
        job.at_least,
        micros / 1_000_000,
        micros % 1_000_000,
        job.budget,
    )
}

/// A record that says more than an earlier one of the same job, as a line without its checksum.
pub(super) fn again_text(record: &Record) -> String {
    format!("again {}", record_text(record))
}

/// A re-check as a line, without its checksum.
pub(super) fn check_text(check: &Check) -> String {
    format!("check {} of {} {}", check.of, check.by, record_text(&check.record))
}

/// A withdrawal as a line, without its checksum.
pub(super) fn withdrawal_text(withdrawal: &Withdrawal) -> String {
    let Withdrawal { worker, answer, reason } = withdrawal;
    match answer {
        Some(job) => format!("withdraw answer {job} of {worker} because {reason}"),
        None => format!("withdraw worker {worker} because {reason}"),
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
    // A line is accepted only if it is exactly what this program would write for it.
    let (entry, written) = match verb {
        "job" => {
            let (id, record) = read_record(line)?;
            let written = named_text(id, &record);
            (Entry::Record(record), written)
        }
        "again" => {
            let record = read_record(rest)?.1;
            let written = again_text(&record);
            (Entry::Record(record), written)
        }
        "check" => {
            let check = read_check(rest)?;
            let written = check_text(&check);
            (Entry::Check(check), written)
        }
        "withdraw" => {
            let withdrawal = read_withdrawal(rest)?;
            let written = withdrawal_text(&withdrawal);
            (Entry::Withdrawal(withdrawal), written)
        }
        _ => return Err("this is not a line of a ledger: it begins with job, again, check or withdraw".to_owned()),
    };
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
    let (of, by, (id, record)) = (of.parse().map_err(said)?, name(by)?, read_record(record)?);
    match record.job.may_be_recheck() {
        true => Ok(Check { of, by, record }),
        false => Err(format!("job {id} is not a re-check of {of}")),
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

/// Reads a record, and the name of its job.
fn read_record(line: &str) -> Result<(JobId, Record), String> {
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
    record.check().map(|()| (named, record)).map_err(said)
}
