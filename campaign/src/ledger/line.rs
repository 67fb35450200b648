//! The lines of a ledger: what is written, and what is read.

use solver::notation::parse_position;
use solver::{Board, Mode, Position, Scoring, Start};

use crate::error::JobError;
use crate::job::{Job, JobId};
use crate::plan::{Plan, UnknownVirtual};
use crate::record::Record;

/// What the first line begins with.
pub(super) const TITLE: &str = "othello-campaign";
/// The only version that is read and written.
const VERSION: &str = "1";

/// The lines of a plan.
pub(super) fn plan_lines(plan: &Plan) -> Vec<String> {
    let Plan { root, start, scoring, mode, budget, grow_empties, first, ahead } = plan;
    let mut lines = vec![
        format!("{TITLE} {VERSION}"),
        format!("board {}", root.board()),
        format!("root {}", root.to_string()),
        format!("scoring {scoring}"),
        format!("mode {}", mode.name()),
        format!("budget {budget}"),
        format!("grow-empties {grow_empties}"),
        format!("virtual {ahead}"),
    ];
    lines.extend(start.map(|start| format!("start {start}")));
    lines.extend(first.map(|first| format!("first {first}")));
    lines
}

/// Reads the lines of a plan. An error names its line, from 0.
pub(super) fn read_plan(lines: &[&str]) -> Result<Plan, (usize, String)> {
    let title = lines.first().copied().unwrap_or_default();
    if title != format!("{TITLE} {VERSION}") {
        let reason = format!("'{title}': this program reads '{TITLE} {VERSION}'; use the program that wrote this one");
        return Err((0, reason));
    }
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
    let ahead = fields.wanted("virtual", |name| name.parse().map_err(|error: UnknownVirtual| error.to_string()))?;
    let start = fields.optional("start", |name| name.parse::<Start>().map_err(|error| error.to_string()))?;
    let first = fields.optional("first", number)?;
    match fields.lines.get(fields.next) {
        Some(line) => Err((fields.next, format!("'{line}' is unknown: a newer program wrote this"))),
        None => Ok(Plan { root, start, scoring, mode, budget, grow_empties, first, ahead }),
    }
}

/// Lines `name value` in a fixed order.
struct Fields<'a> {
    lines: &'a [&'a str],
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
    text.parse().map_err(|_| format!("'{text}' is no number that can stand here"))
}

/// A record as a line, without its checksum.
#[must_use]
pub fn record_text(record: &Record) -> String {
    let Record { job, finding, nodes, micros, solver } = record;
    format!(
        "job {} {} {} {} asked >={} found {finding} nodes {nodes} seconds {}.{:06} budget {} solver {solver}",
        job.id(),
        job.board,
        job.scoring,
        job.position_text(),
        job.at_least,
        micros / 1_000_000,
        micros % 1_000_000,
        job.budget,
    )
}

/// Reads a record.
pub(super) fn read_record(line: &str) -> Result<Record, String> {
    let words: Vec<&str> = line.split(' ').collect();
    let [
        "job",
        id,
        board,
        name,
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
        return Err("this is no record: job ID BOARD SCORING SQUARES SIDE asked ... found ...".to_owned());
    };
    let board: Board = board.parse().map_err(|error: solver::BoardError| error.to_string())?;
    let at_least = asked.strip_prefix(">=").ok_or_else(|| format!("asked '{asked}' is not of the form >=SCORE"))?;
    let position = format!("{squares} {side}");
    let said = |error: JobError| error.to_string();
    let scoring = name.parse::<Scoring>().map_err(|error| error.to_string())?;
    let job = Job::parse(board, scoring, &position, number(at_least)?, number(budget)?).map_err(said)?;
    if id.parse::<JobId>().map_err(said)? != job.id() {
        return Err(JobError::OtherJob { named: id.to_owned(), job: job.id().to_string() }.to_string());
    }
    let (whole, parts) = seconds.split_once('.').filter(|(_, parts)| parts.len() == 6).ok_or("no seconds")?;
    let micros = number::<u64>(whole)?.checked_mul(1_000_000).and_then(|whole| whole.checked_add(parts.parse().ok()?));
    let micros = micros.ok_or_else(|| format!("seconds '{seconds}' are no span of time"))?;
    let record =
        Record { job, finding: found.parse().map_err(said)?, nodes: number(nodes)?, micros, solver: solver.to_owned() };
    record.check().map_err(said)?;
    match record_text(&record) == line {
        true => Ok(record),
        false => Err("the record is not written as it should be".to_owned()),
    }
}
