//! A ledger as a whole, and its text.

use std::collections::hash_map::Entry as Place;
use std::fmt::Write as _;
use std::path::Path;

use ahash::{HashMap, RandomState};
use files::{Damage, FileError, Line, Lines, Seal, SealError, leave_out};

use super::line::{self, Entry};
use crate::cores;
use crate::error::CampaignError;
use crate::job::JobId;
use crate::plan::Plan;
use crate::recheck::{Check, Withdrawal};
use crate::record::Record;

/// The most lines of a head.
const LONGEST_HEAD: usize = 10;
/// How many lines to read before all cores check them.
const LINES_AT_ONCE: usize = 1 << 14;

/// The content of a ledger.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// What the campaign is to find out, and how.
    pub plan: Plan,
    /// All records, in the order of their lines, including repeated and withdrawn ones.
    pub records: Vec<Record>,
    /// Re-checks of answers, in the order of their lines.
    pub checks: Vec<Check>,
    /// Which answers no longer count.
    pub withdrawals: Vec<Withdrawal>,
    /// Lines left out because they are damaged, or of another campaign. What they said is unknown.
    pub left_out: Vec<Damage>,
    /// The line of each record, from 1; empty if nothing was read.
    places: Vec<usize>,
}

/// Where a ledger was read from, and what was left out there, is not part of what it says.
impl PartialEq for Ledger {
    fn eq(&self, other: &Self) -> bool {
        let all = |ledger: &Self| (ledger.plan.clone(), ledger.withdrawals.clone());
        all(self) == all(other) && self.records == other.records && self.checks == other.checks
    }
}

impl Eq for Ledger {}

impl Ledger {
    /// A ledger with these records.
    #[must_use]
    pub fn new(plan: Plan, records: Vec<Record>) -> Self {
        let (checks, withdrawals, left_out, places) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { plan, records, checks, withdrawals, left_out, places }
    }

    /// Reads a ledger from its text; errors name `path`. A last line without a line end was being written when the
    /// program was killed, and is left out.
    ///
    /// # Errors
    /// It is not a ledger, or a line of the head is damaged.
    pub fn parse(text: &[u8], path: &Path) -> Result<Self, CampaignError> {
        let count = text.iter().filter(|&&byte| byte == b'\n').count();
        let lines = text.split(|&byte| byte == b'\n').enumerate().map(|(index, line)| {
            let text = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
            Ok(Line { number: index + 1, text, is_whole: index < count })
        });
        Self::from_lines(path, lines)
    }

    /// Reads a file, a line at a time; see [`Ledger::parse`].
    ///
    /// # Errors
    /// It cannot be read, or is not a ledger.
    pub fn read(path: &Path) -> Result<Self, CampaignError> {
        Self::from_lines(path, Lines::open(path)?)
    }

    /// Reads the lines of a file.
    pub(crate) fn from_lines(
        path: &Path,
        lines: impl Iterator<Item = Result<Line, FileError>>,
    ) -> Result<Self, CampaignError> {
        let mut whole = lines.take_while(|line| !matches!(line, Ok(line) if !line.is_whole)).peekable();
        let wrong = |line: usize, reason: String| CampaignError::Line { path: path.to_owned(), line, reason };
        let first = whole.next().transpose()?.map(|line| line.text).unwrap_or_default();
        if !first.starts_with(format!("{} ", line::TITLE).as_bytes()) {
            let reason = "this is not a ledger of a campaign, whose first line begins so: othello-campaign";
            return Err(wrong(1, reason.to_owned()));
        }
        let (is_of_1, title) = (first.starts_with(b"othello-campaign 1 #"), Seal::ALONE.open(&first));
        match title {
            // The checksums of version 1 are others.
            _ if is_of_1 => line::check_title("othello-campaign 1"),
            Ok(title) => line::check_title(title),
            Err(error) => Err(error.to_string()),
        }
        .map_err(|reason| wrong(1, reason))?;
        let mut head = Vec::new();
        while head.len() < LONGEST_HEAD {
            let is_of_head =
                |line: &Result<Line, FileError>| line.as_ref().is_ok_and(|line| line::is_of_head(&line.text));
            let Some(line) = whole.next_if(is_of_head).transpose()? else { break };
            head.push(Seal::ALONE.open(&line.text).map_err(|error| wrong(line.number, error.to_string()))?.to_owned());
        }
        head.insert(0, String::new());
        let plan = line::read_plan(&head).map_err(|(number, reason)| wrong(number + 1, reason))?;
        let mut ledger = Self::new(plan, Vec::new());
        ledger.extend(path, whole)?;
        Ok(ledger)
    }

    /// Takes the lines after the head.
    fn extend(
        &mut self,
        path: &Path,
        lines: impl Iterator<Item = Result<Line, FileError>>,
    ) -> Result<(), CampaignError> {
        let seal = line::seal(&self.plan);
        let mut whole = lines.take_while(|line| !matches!(line, Ok(line) if !line.is_whole));
        loop {
            let some: Vec<Line> = whole.by_ref().take(LINES_AT_ONCE).collect::<Result<_, FileError>>()?;
            if some.is_empty() {
                return Ok(());
            }
            let read = cores::map(some, |line| {
                let entry = self.entry(&line, seal);
                entry.map_err(|reason| damage(path, &line, reason)).map(|entry| (line.number, entry))
            });
            for entry in read {
                self.take(entry)?;
            }
        }
    }

    /// What a line after the head says.
    fn entry(&self, line: &Line, seal: Seal) -> Result<Entry, String> {
        let read = seal.open(&line.text).map_err(|error| match error {
            SealError::Mismatch(sum) => {
                format!("the checksum #{sum} does not match: the line is damaged, or of another campaign")
            }
            other => other.to_string(),
        });
        read.and_then(line::read_entry).and_then(|entry| self.fits(entry))
    }

    /// Takes what a line says, or leaves the line out if it is damaged or not of this campaign.
    fn take(&mut self, entry: Result<(usize, Entry), Damage>) -> Result<(), CampaignError> {
        match entry {
            Ok((number, Entry::Record(record))) => {
                self.records.push(record);
                self.places.push(number);
            }
            Ok((_, Entry::Check(check))) => self.checks.push(check),
            Ok((_, Entry::Withdrawal(withdrawal))) => self.withdrawals.push(withdrawal),
            Err(damage) => leave_out(damage, &mut self.left_out)?,
        }
        Ok(())
    }

    /// Checks that a line is of the campaign's board and scoring.
    fn fits(&self, entry: Entry) -> Result<Entry, String> {
        let job = match &entry {
            Entry::Record(record) | Entry::Check(Check { record, .. }) => record.job,
            Entry::Withdrawal(_) => return Ok(entry),
        };
        match (job.board, job.scoring) == (self.plan.root.board(), self.plan.scoring) {
            true => Ok(entry),
            false => Err("another board or scoring than that of the campaign".to_owned()),
        }
    }

    /// The ledger's text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in line::plan_lines(&self.plan) {
            let _ = writeln!(text, "{}", Seal::ALONE.seal(&line));
        }
        let seal = line::seal(&self.plan);
        let records = self.records.iter().map(ToString::to_string);
        let withdrawals = self.withdrawals.iter().map(ToString::to_string);
        let others = self.checks.iter().map(ToString::to_string).chain(withdrawals);
        for line in records.chain(others) {
            let _ = writeln!(text, "{}", seal.seal(&line));
        }
        text
    }

    /// Whether a record counts; if not, it was withdrawn.
    #[must_use]
    pub fn counts(&self, record: &Record) -> bool {
        !self.withdrawals.iter().any(|withdrawal| withdrawal.covers(record))
    }

    /// The records that count, one per job: the one that says more, or the first of equals. Records that exclude each
    /// other all stay, so that whoever takes them finds the contradiction. Withdrawn ones do not stay.
    #[must_use]
    pub fn distinct(&self) -> Vec<Record> {
        self.counting().into_iter().map(|(_, record)| record.clone()).collect()
    }

    /// The same with the names of the jobs, which take a while to make, and without copies.
    pub(crate) fn counting(&self) -> Vec<(JobId, &Record)> {
        let counting: Vec<&Record> = self.records.iter().filter(|record| self.counts(record)).collect();
        let named = cores::map(counting, |record| (record.job.id(), record));
        let mut distinct: Vec<(JobId, &Record)> = Vec::with_capacity(named.len());
        let mut places: HashMap<JobId, usize> = HashMap::with_capacity_and_hasher(named.len(), RandomState::new());
        for (id, record) in named {
            match places.entry(id) {
                Place::Occupied(place) => {
                    let (_, mine) = &mut distinct[*place.get()];
                    if mine.opposes(record) {
                        distinct.push((id, record));
                    } else if record.says_more_than(mine) {
                        *mine = record;
                    }
                }
                Place::Vacant(free) => {
                    free.insert(distinct.len());
                    distinct.push((id, record));
                }
            }
        }
        distinct
    }

    /// The number of the line of a record, from 1.
    pub(crate) fn line_of(&self, record: usize) -> usize {
        let unread = || line::plan_lines(&self.plan).len() + record + 1;
        self.places.get(record).copied().unwrap_or_else(unread)
    }
}

/// A line that is left out. Its first word tells what is lost with it, unless that is damaged, too.
fn damage(path: &Path, line: &Line, reason: String) -> Damage {
    let damage = Damage::new(path, line.number, reason);
    match line.text.split(|&byte| byte == b' ').next() {
        Some(b"withdraw") => damage.with_effect("answers that it withdrew count again"),
        Some(b"check") => damage.with_effect("its re-check does not count"),
        _ => damage,
    }
}
