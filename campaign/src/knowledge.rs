//! What is known about positions, how it is combined and what follows from it, for the search and for the replay of a
//! ledger alike; and the records of a campaign.

use ahash::{HashMap, HashSet};
use solver::{Bounds, CanonicalGame, Discs, Score};

use crate::cores;
use crate::job::JobId;
use crate::record::{Finding, Record};

/// The record that a bound rests on; `None` where it follows from the rules alone.
pub(crate) type Source = Option<u32>;

/// Two records that cannot both be true of a position, by their numbers; `None` stands for the rules. Whatever combines
/// what is known can end with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The position, canonical.
    pub discs: Discs,
    /// What its lower bound rests on.
    pub lower: Option<u32>,
    /// What its upper bound rests on.
    pub upper: Option<u32>,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// Bounds of its value, for the side to move.
    pub(crate) bounds: Bounds,
    /// What the lower bound rests on.
    pub(crate) lower_by: Source,
    /// What the upper bound rests on.
    pub(crate) upper_by: Source,
    /// The largest budget that did not suffice; 0 if the position was split unasked.
    pub(crate) open: Option<u64>,
}

impl Known {
    /// Knows nothing, on a board of `squares` squares.
    pub(crate) fn nothing(squares: u32) -> Self {
        Self { bounds: Bounds::unknown(squares), lower_by: None, upper_by: None, open: None }
    }

    /// The same, combined with bounds of this position that rest on these records.
    pub(crate) fn tightened(self, discs: Discs, bounds: Bounds, by: (Source, Source)) -> Result<Self, Clash> {
        let mut next = self;
        if bounds.lower > self.bounds.lower {
            (next.bounds.lower, next.lower_by) = (bounds.lower, by.0);
        }
        if bounds.upper < self.bounds.upper {
            (next.bounds.upper, next.upper_by) = (bounds.upper, by.1);
        }
        match next.bounds.contradict() {
            true => Err(Clash { discs, lower: next.lower_by, upper: next.upper_by }),
            false => Ok(next),
        }
    }
}

/// The bounds of a position that follow from those of its successors, each from the point of view of its own side to
/// move, with what they rest on. There is at least one successor.
pub(crate) fn backed_up(successors: impl Iterator<Item = Known>) -> (Bounds, (Source, Source)) {
    let least = (i32::MIN, None);
    let (lower, upper) = successors.fold((least, least), |(lower, upper), next| {
        let better = |old: (i32, Source), new: (i32, Source)| if new.0 > old.0 { new } else { old };
        (
            better(lower, (-next.bounds.upper.discs(), next.upper_by)),
            better(upper, (-next.bounds.lower.discs(), next.lower_by)),
        )
    });
    (Bounds::new(lower.0, upper.0), (lower.1, upper.1))
}

/// The successors of every position that was split, each with its score if the game is over there. They take a while to
/// make, so all cores do it.
pub(crate) type Families = HashMap<Discs, Vec<(Discs, Option<Score>)>>;

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new.
    New,
    /// The job was done before, and this record says more: it replaces the other.
    Better,
    /// The job was done before; this record counts for nothing. It does not contradict what is known.
    Known,
    /// It is a re-check of an answer, and confirms it or says nothing.
    Checked,
}

/// All records, and what follows from them.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    squares: u32,
    positions: HashMap<Discs, Known>,
    records: Vec<Record>,
    jobs: HashMap<JobId, u32>,
    changes: Vec<Discs>,
}

impl Knowledge {
    /// Knows nothing yet, on a board of `squares` squares.
    pub(crate) fn new(squares: u32) -> Self {
        Self {
            squares,
            positions: HashMap::default(),
            records: Vec::new(),
            jobs: HashMap::default(),
            changes: Vec::new(),
        }
    }

    /// Number of squares of the board.
    pub(crate) fn squares(&self) -> u32 {
        self.squares
    }

    /// What is known about a position.
    pub(crate) fn get(&self, discs: Discs) -> Known {
        self.positions.get(&discs).copied().unwrap_or(Known::nothing(self.squares))
    }

    /// Every position of which something is known, with the bounds of its value.
    pub(crate) fn bounds(&self) -> impl Iterator<Item = (Discs, Bounds)> {
        let unknown = Bounds::unknown(self.squares);
        let all = self.positions.iter().map(|(&discs, known)| (discs, known.bounds));
        all.filter(move |&(_, bounds)| bounds != unknown)
    }

    /// All records, in order of arrival.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// The successors of the positions that were split.
    pub(crate) fn families(&self, game: &CanonicalGame) -> Families {
        let is_split = |discs: &Discs| self.get(*discs).open.is_some() && game.final_score(*discs).is_none();
        let split = self.positions.keys().copied().filter(is_split);
        let family = |discs: Discs| {
            let successors = game.successors(discs).into_iter();
            (discs, successors.map(|next| (next, game.final_score(next))).collect())
        };
        cores::map(split.collect(), family).into_iter().collect()
    }

    /// Derives the bounds of a position, if it was split, from those of its successors, which it derives first.
    pub(crate) fn derive(&mut self, families: &Families, discs: Discs, seen: &mut HashSet<Discs>) -> Result<(), Clash> {
        let Some(successors) = families.get(&discs).filter(|_| seen.insert(discs)) else { return Ok(()) };
        let mut known = Vec::with_capacity(successors.len());
        for &(next, over) in successors {
            if let Some(score) = over {
                self.tighten(next, Bounds::at(score), (None, None))?;
            }
            // The recursion is at most as deep as a game is long.
            self.derive(families, next, seen)?;
            known.push(self.get(next));
        }
        let (bounds, by) = backed_up(known.into_iter());
        self.tighten(discs, bounds, by).map(|_| ())
    }

    /// The positions whose bounds became tighter since the last call, in order.
    pub(crate) fn take_changes(&mut self) -> Vec<Discs> {
        let mut changes = std::mem::take(&mut self.changes);
        changes.sort_unstable();
        changes.dedup();
        changes
    }

    /// Adds a record, whose job has this name. Of two records of the same job, the one that says more counts; of equals,
    /// the first. One that contradicts what is known counts for nothing, whether or not its job is known; the clash names it
    /// by the number that it would have got.
    pub(crate) fn add(&mut self, id: JobId, record: &Record) -> Result<Added, Clash> {
        let (discs, number) = (record.job.discs, self.records.len() as u32);
        let Some(&known) = self.jobs.get(&id) else {
            self.take(number, record)?;
            self.jobs.insert(id, number);
            self.records.push(record.clone());
            return Ok(Added::New);
        };
        let found = record.finding.bounds(self.squares);
        self.get(discs).tightened(discs, found, (Some(number), Some(number)))?;
        let former = &mut self.records[known as usize];
        if !record.says_more_than(former) {
            return Ok(Added::Known);
        }
        let was_open = former.finding == Finding::Open;
        *former = record.clone();
        if was_open {
            // This is rare enough to look at all records.
            let of_position = self.records.iter().filter(|other| other.job.discs == discs);
            let still_open = of_position.filter(|other| other.finding == Finding::Open);
            let open = still_open.map(|other| other.job.budget).max();
            self.entry(discs).open = open;
        }
        self.tighten(discs, found, (Some(known), Some(known))).map(|_| Added::Better)
    }

    /// Takes what the record of this number says of its position.
    pub(crate) fn take(&mut self, number: u32, record: &Record) -> Result<(), Clash> {
        let by = (Some(number), Some(number));
        self.tighten(record.job.discs, record.finding.bounds(self.squares), by)?;
        if record.finding == Finding::Open {
            let known = self.entry(record.job.discs);
            known.open = known.open.max(Some(record.job.budget));
        }
        Ok(())
    }

    /// Adds bounds of a position that rest on these records. Returns whether they tell anything new.
    pub(crate) fn tighten(&mut self, discs: Discs, bounds: Bounds, by: (Source, Source)) -> Result<bool, Clash> {
        let next = self.get(discs).tightened(discs, bounds, by)?;
        let is_new = next.bounds != self.get(discs).bounds;
        if is_new {
            self.changes.push(discs);
            *self.entry(discs) = next;
        }
        Ok(is_new)
    }

    fn entry(&mut self, discs: Discs) -> &mut Known {
        self.positions.entry(discs).or_insert(Known::nothing(self.squares))
    }
}
