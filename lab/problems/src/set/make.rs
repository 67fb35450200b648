//! From a plan to a set: candidates in order, each symmetric class once, labelled on all threads.

use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use files::Damage;
use rayon::prelude::*;
use solver::random::Random;
use solver::{Board, Discs, Position, Progress, ProofTable};

use super::draft::Draft;
use super::journal::Journal;
use super::{SetError, of_split};
use crate::check::{Sample, proof};
use crate::formats::FormatError;
use crate::label::{LabelError, Labeller, Labelling};
use crate::plan::Plan;
use crate::record::{Record, canonical, identity};
use crate::sources::reachable::reachable;
use crate::sources::{Source, SourceSpec};
use crate::split::Split;

/// The most candidates examined together.
const MOST_AT_ONCE: u64 = 1 << 14;
/// The most positions to gather before labelling them.
const MOST_WAITING: usize = 1 << 16;
/// The fewest positions to label together where some do not fit: enough for many threads, whose number must not change the set.
const FEWEST: usize = 64;
/// More of an earlier run's labels than the sample has are found again within this time.
const MORE_FOUND_AGAIN: Duration = Duration::from_secs(10);
/// Reachable positions are counted as long as no level has more than this many.
const COUNTABLE: usize = 1 << 18;
/// An endless source counts as exhausted after this many candidates in a row without a new position ...
const DRY_CANDIDATES: u64 = 20_000;
/// ... plus this many for each known position.
const DRY_FACTOR: u64 = 20;

/// Watches the progress, from any thread.
pub trait Watcher: Sync {
    /// Labelling begins: this many positions are wanted; `known` is how many candidates an earlier run labelled, and how many of
    /// these are for the set.
    fn begin(&self, wanted: Option<u64>, known: (u64, u64));

    /// A candidate is labelled; `is_kept` says whether it is for the set.
    fn advance(&self, is_kept: bool);

    /// These lines of an earlier run's journal are damaged and skipped; their labels are found again.
    fn left_out(&self, _lines: &[Damage]) {}
}

/// A finished set. The labels of an earlier run that it rests on anybody may have written, so a sample of them was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// Positions in train, validation and test.
    pub positions: [usize; 3],
    /// Candidates labelled for them, by this run and earlier ones.
    pub labelled: u64,
    /// Candidates whose label an earlier run found.
    pub resumed: u64,
    /// Of these, labels that the set rests on, of positions with few enough empties to be found again.
    pub provable: usize,
    /// Of these, the ones that were drawn and found again.
    pub found_again: usize,
    /// Labels of other positions that the set rests on.
    pub beyond: usize,
    /// Of these, the ones that were drawn and whose line was proven at its end; those that leave a position out have none.
    pub proven_ends: usize,
}

/// Makes the set of a plan in `folder`, which must not exist or be empty, on the threads of the current pool.
///
/// The unfinished set is in `FOLDER.partial`. If `progress` is told to stop, a file cannot be read or written, or memory or
/// threads are refused, it stays there, and the same call resumes it; if there are too few positions, a call for fewer does.
/// Any other error removes it, but a false label. The labels found there are not believed: all must obey the rules, and at
/// least as many of those in use as `sample` says are found again before the set is finished, more if that is quick.
///
/// # Errors
/// An unusable folder, too few positions, a false table, a false label in the unfinished set, stopped.
pub fn make(
    plan: &Plan,
    source: &dyn Source,
    folder: &Path,
    table: Option<&dyn ProofTable>,
    sample: Sample,
    progress: &Progress,
    watcher: &dyn Watcher,
) -> Result<Made, SetError> {
    let labeller = Labeller::new(plan.labelling());
    let draft = Draft::open(folder)?;
    let journal = Journal::open(&draft.journal(), plan)?;
    watcher.left_out(&journal.left_out);
    watcher.begin(plan.wanted().or(plan.candidates(source.candidates())), (journal.len(), journal.fitting()));
    let resumed = journal.len();
    let labelled = AtomicU64::new(0);
    let maker = Maker { plan, source, labeller, table, progress, watcher, journal, labelled: &labelled };
    let made = maker.records().and_then(|(records, used)| {
        let checked = maker.check(used, sample)?;
        draft.finish(plan, &records, progress)?;
        let positions = Split::ALL.map(|split| of_split(&records, split).len());
        Ok(Made { positions, labelled: labelled.load(Ordering::Relaxed), resumed, ..checked })
    });
    match made {
        // Counted again: other threads may have added labels after the first one stopped.
        Err(SetError::Stopped { .. } | SetError::Format(FormatError::Stopped)) => Err(maker.stopped()),
        Err(
            error @ (SetError::File(_)
            | SetError::Folder { .. }
            | SetError::Label(LabelError::Solve(_))
            | SetError::Unfillable { found: 1.., .. }),
        ) => Err(error),
        Err(error) => {
            draft.discard();
            Err(error)
        }
        made => made,
    }
}

struct Maker<'a> {
    plan: &'a Plan,
    source: &'a dyn Source,
    labeller: Labeller,
    table: Option<&'a dyn ProofTable>,
    progress: &'a Progress,
    watcher: &'a dyn Watcher,
    journal: Journal,
    labelled: &'a AtomicU64,
}

/// A position of the source with its number.
type Candidate = (u64, Position);

impl Maker<'_> {
    /// The records of the set, the first candidates that fit, whichever thread finishes first; and the candidates among those
    /// looked at whose label an earlier run found.
    fn records(&self) -> Result<(Vec<Record>, Vec<Candidate>), SetError> {
        let mut stream = Stream::default();
        let wanted = self.plan.wanted().map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
        let Labelling { is_decisive, least_trap, .. } = self.labeller.labelling();
        let fewest = if is_decisive || least_trap > 0 { FEWEST } else { 1 };
        let mut records = Vec::new();
        while records.len() < wanted {
            // Each candidate gives at most one record, so only the last few may be wasted.
            let before = stream.taken;
            self.round(&mut stream, (wanted - records.len()).max(fewest), &mut records)?;
            if stream.taken == before {
                break;
            }
        }
        if let Some(count) = self.plan.wanted().filter(|&count| (records.len() as u64) < count) {
            let found = records.len();
            return Err(SetError::Unfillable {
                wanted: count,
                found: found as u64,
                why: self.shortage(found, &stream),
            });
        }
        records.truncate(wanted);
        if records.is_empty() {
            return Err(SetError::Unfillable { wanted: 1, found: 0, why: self.shortage(0, &stream) });
        }
        Ok((records, stream.used))
    }

    /// Labels the next `count` candidates, fewer if there are no more, and adds the records of those that fit.
    fn round(&self, stream: &mut Stream, count: usize, records: &mut Vec<Record>) -> Result<(), SetError> {
        let end = stream.taken.saturating_add(count);
        while stream.taken < end {
            let batch = stream.take(self, MOST_WAITING.min(end - stream.taken), count)?;
            if batch.is_empty() {
                break;
            }
            let is_known = |&&(number, position): &&Candidate| self.journal.known(number, position).is_some();
            stream.used.extend(batch.iter().filter(is_known));
            let found: Vec<Option<Record>> =
                batch.into_par_iter().map(|candidate| self.label(candidate)).collect::<Result<_, _>>()?;
            records.extend(found.into_iter().flatten());
        }
        Ok(())
    }

    /// How many positions there are: counted if the board is small enough, else as many as were found.
    fn shortage(&self, fitting: usize, stream: &Stream) -> String {
        let found = stream.seen.len();
        let span = self.plan.empties.filter(|_| self.source.candidates().is_none());
        let counted =
            span.and_then(|span| reachable(self.plan.board, self.plan.start, span, COUNTABLE, self.progress).ok());
        let all = match (self.source.candidates(), counted) {
            (Some(_), _) => format!("the source has {found} up to symmetry"),
            (None, Some(all)) => format!("{} exist up to symmetry, {found} were reached", all.len()),
            (None, None) => format!("{} games reached {found} up to symmetry", stream.next),
        };
        if self.plan.decisive { format!("{all}; {fitting} of them are decisive") } else { all }
    }

    /// A candidate of the part with its number in the source, unless the progress was told to stop.
    fn candidate(&self, index: u64) -> Result<Option<Candidate>, LabelError> {
        if self.progress.is_stopped() {
            return Err(LabelError::Stopped);
        }
        let number = self.plan.number(index);
        Ok(self.source.candidate(number, self.progress)?.map(|position| (number, position)))
    }

    /// How many candidates there are; `None` if they are endless.
    fn candidates(&self) -> Option<u64> {
        self.plan.candidates(self.source.candidates())
    }

    /// The label of a position, by a search, or from the book that it is from.
    fn find(&self, position: Position, table: Option<&dyn ProofTable>) -> Result<Option<Record>, SetError> {
        let found = match (&self.plan.source, self.table) {
            (SourceSpec::Book, Some(book)) => self.labeller.look_up(position, book),
            _ => self.labeller.label(position, table, self.progress),
        };
        found.map_err(|error| self.failed(error))
    }

    /// The label of a candidate, from the journal or new; `None` if it is not for the set.
    fn label(&self, (number, position): Candidate) -> Result<Option<Record>, SetError> {
        self.labelled.fetch_add(1, Ordering::Relaxed);
        if let Some(known) = self.journal.known(number, position) {
            return known.as_ref().map(|record| self.fits(number, record)).transpose();
        }
        if self.progress.is_stopped() {
            return Err(self.stopped());
        }
        let record = self.find(position, self.table)?;
        self.journal.add(number, record.as_ref())?;
        self.watcher.advance(record.is_some());
        Ok(record)
    }

    /// Checks labels of an earlier run by finding a sample of them again, and as many more as take little time. Says only
    /// how many these were.
    fn check(&self, used: Vec<Candidate>, sample: Sample) -> Result<Made, SetError> {
        let is_book = self.plan.source == SourceSpec::Book;
        let is_small = |&(_, position): &Candidate| is_book || position.empties() <= sample.max_empties;
        let (small, large): (Vec<Candidate>, Vec<Candidate>) = used.into_iter().partition(is_small);
        let (provable, beyond) = (small.len(), large.len());
        let mut random = Random::new(sample.seed, 0);
        let small = random.sample(small, provable);
        let (begin, mut found_again) = (Instant::now(), 0);
        for some in small.chunks(sample.positions.max(1)) {
            if found_again >= sample.positions && begin.elapsed() > MORE_FOUND_AGAIN {
                break;
            }
            some.par_iter().try_for_each(|&candidate| self.find_again(candidate))?;
            found_again += some.len();
        }
        let large = random.sample(large, sample.positions.saturating_sub(found_again));
        let ends = large.par_iter().map(|&candidate| self.prove_end(candidate, sample.max_empties));
        let proven_ends = ends.sum::<Result<usize, SetError>>()?;
        Ok(Made { provable, found_again, beyond, proven_ends, ..Made::default() })
    }

    /// The same record of an earlier run, which must obey the rules and the plan.
    fn fits(&self, number: u64, record: &Record) -> Result<Record, SetError> {
        let Labelling { scoring, labels, is_decisive, .. } = self.labeller.labelling();
        let is_planned = record.scoring == scoring && record.labels == labels && (!is_decisive || record.is_decisive());
        let planned = if is_planned { Ok(()) } else { Err(format!("{}: the label is not as planned", record.id())) };
        let is_right = planned.and_then(|()| proof::rules(record));
        is_right.map(|()| record.clone()).map_err(|why| self.journal.refuted(number, &why))
    }

    /// Labels a candidate again: the result must be what an earlier run has found, to the last node.
    fn find_again(&self, (number, position): Candidate) -> Result<(), SetError> {
        let found = self.find(position, None)?;
        let why = || {
            format!(
                "{} ({position}): the label is not what a search finds",
                identity(&position),
                position = position.without_board()
            )
        };
        let is_same = self.journal.known(number, position) == Some(&found);
        if is_same { Ok(()) } else { Err(self.journal.refuted(number, &why())) }
    }

    /// Proves the end of a label's line; returns the number of lines, 1 or none.
    fn prove_end(&self, (number, position): Candidate, max_empties: u32) -> Result<usize, SetError> {
        let Some(Some(record)) = self.journal.known(number, position) else { return Ok(0) };
        let proven = proof::line_end(record, max_empties, &|| self.progress.is_stopped());
        proven.map_err(|_| self.stopped())?.map(|()| 1).map_err(|why| self.journal.refuted(number, &why))
    }

    fn failed(&self, error: LabelError) -> SetError {
        if error == LabelError::Stopped { self.stopped() } else { SetError::Label(error) }
    }

    fn stopped(&self) -> SetError {
        SetError::Stopped { done: self.journal.len() + self.journal.added.load(Ordering::Relaxed) }
    }
}

/// The candidates of a source in order, each symmetric class once.
#[derive(Default)]
struct Stream {
    next: u64,
    seen: HashSet<(Board, Discs)>,
    waiting: VecDeque<Candidate>,
    /// Number of positions taken so far.
    taken: usize,
    /// Those whose label an earlier run found.
    used: Vec<Candidate>,
    /// Consecutive candidates without a new position.
    vain: u64,
}

impl Stream {
    /// The next `count` new positions, fewer if the source has no more, of a round of `round` positions. Only the round
    /// determines how many candidates are examined together, so batches do not change when a source counts as exhausted.
    fn take(&mut self, maker: &Maker<'_>, count: usize, round: usize) -> Result<Vec<Candidate>, SetError> {
        while self.waiting.len() < count && !self.is_dry(maker) {
            let most = maker.candidates().unwrap_or(u64::MAX) - self.next;
            let numbers = self.next..self.next + MOST_AT_ONCE.min(round as u64).max(64).min(most);
            self.next = numbers.end;
            let found: Vec<Option<Candidate>> = numbers
                .into_par_iter()
                .map(|index| maker.candidate(index))
                .collect::<Result<_, _>>()
                .map_err(|error| maker.failed(error))?;
            for candidate in found {
                let new = candidate.filter(|(_, position)| self.seen.insert(canonical(position)));
                self.vain = if new.is_some() { 0 } else { self.vain + 1 };
                self.waiting.extend(new);
            }
        }
        let count = count.min(self.waiting.len());
        self.taken += count;
        Ok(self.waiting.drain(..count).collect())
    }

    fn is_dry(&self, maker: &Maker<'_>) -> bool {
        match maker.candidates() {
            Some(all) => self.next >= all,
            None => self.vain >= DRY_CANDIDATES + DRY_FACTOR * self.seen.len() as u64,
        }
    }
}
