//! Proves by single steps whether positions and values of any origin are those of a board.
//!
//! Every value must be the best that the successors give, or the final score; every successor must be present; and
//! every position must be the start or a successor. From the last layer back, this proves all values; from the first
//! layer on, it proves that exactly the reachable positions are present. Nothing is searched.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use solver::simd::{Isa, Level, with_isa};
use solver::{Discs, Geometry, Move, Observer, Scoring, Square};

use crate::census::LayerCensus;
use crate::enumerate::{discs, squares};
use crate::error::ExhaustError;
use crate::frame::{Canonical, Frame, Place};
use crate::plan::Plan;
use crate::spares::Spares;
use crate::valuation::{Finding, UNKNOWN};

/// Positions with one number of discs and their claimed values, in memory.
#[derive(Default)]
pub struct ClaimedLayer {
    masks: Vec<u32>,
    /// The positions of the i-th group have the numbers from `starts[i]` up to the beginning of the next group.
    starts: Vec<usize>,
    codes: Vec<u32>,
    values: Vec<i8>,
    /// One bit per position: whether it is the start, or a move leads to it.
    reached: Vec<AtomicU64>,
}

/// Proves the layers of one plan.
pub struct Prover {
    geometry: Geometry,
    frame: Frame,
    scoring: Scoring,
}

/// A successor's cell: whether it is present, whether a move has led to it, and its value, raised by this.
const PRESENT: u8 = 0x80;
const REACHED: u8 = 0x40;
const RAISED_BY: i8 = 32;

/// A group is spread over all codes, one byte each, if their number is at most this many times that of its positions.
/// This bounds the memory by the number of positions.
const MOST_CODES_A_POSITION: usize = 32;

impl ClaimedLayer {
    /// Adds positions of one mask, with ascending codes. Masks must ascend, and positions of one mask must come one
    /// after the other.
    pub fn add(&mut self, mask: u32, entries: impl Iterator<Item = (u32, i8)>) {
        if self.masks.last() != Some(&mask) {
            self.masks.push(mask);
            self.starts.push(self.codes.len());
        }
        for (code, value) in entries {
            self.codes.push(code);
            self.values.push(value);
        }
    }

    /// The last position.
    #[must_use]
    pub fn last(&self) -> Option<Place> {
        Some(Place { mask: *self.masks.last()?, code: *self.codes.last()? })
    }

    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.codes.len() as u64
    }

    /// Makes room to note what is reached, which is nothing yet.
    fn begin(&mut self) {
        self.reached = (0..self.codes.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
    }

    fn range(&self, group: usize) -> std::ops::Range<usize> {
        self.starts[group]..self.starts.get(group + 1).copied().unwrap_or(self.codes.len())
    }

    fn reach(&self, number: usize) {
        let (word, bit) = (&self.reached[number / 64], 1 << (number % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    fn is_reached(&self, number: usize) -> bool {
        self.reached.get(number / 64).is_some_and(|word| word.load(Ordering::Relaxed) >> (number % 64) & 1 == 1)
    }
}

impl Prover {
    /// A prover for a plan, which is made [normal](Plan::normal) first.
    ///
    /// # Errors
    /// The board is too large.
    pub fn new(plan: &Plan) -> Result<Self, ExhaustError> {
        let plan = plan.normal();
        Ok(Self { geometry: Geometry::new(plan.board), frame: Frame::new(plan.board)?, scoring: plan.scoring })
    }

    /// Begins with the first layer; returns the value of the start, or `None` if it is not there.
    pub fn begin(&self, first: &mut ClaimedLayer, start: Discs) -> Option<i8> {
        first.begin();
        let place = self.frame.place(start);
        let range = first.range(first.masks.binary_search(&place.mask).ok()?);
        let number = range.start + first.codes[range].binary_search(&place.code).ok()?;
        first.reach(number);
        Some(first.values[number])
    }

    /// Proves a layer with the help of the next one, in parallel, and notes what is reached there. The census lacks the
    /// number of discs, the runs and the hashes.
    ///
    /// # Errors
    /// The first fault found, or the observer asked to stop.
    pub fn layer(
        &self,
        layer: &ClaimedLayer,
        next: &mut ClaimedLayer,
        observer: &dyn Observer,
    ) -> Result<LayerCensus, ExhaustError> {
        next.begin();
        with_isa!(Level::best(), isa => Step { isa, prover: self, layer, next }.groups(observer))
    }
}

/// The step from one layer to the next.
struct Step<'a, I> {
    isa: I,
    prover: &'a Prover,
    layer: &'a ClaimedLayer,
    next: &'a ClaimedLayer,
}

impl<I: Isa> Step<'_, I> {
    fn groups(&self, observer: &dyn Observer) -> Result<LayerCensus, ExhaustError> {
        let spares = Spares::<Vec<u8>>::default();
        let of_group = |group: usize| {
            if observer.is_stopped() {
                return Err(ExhaustError::Stopped);
            }
            let census = spares.lend(|cells| self.group(group, cells))?;
            observer.advance(census.positions);
            Ok(census)
        };
        (0..self.layer.masks.len()).into_par_iter().map(of_group).try_reduce(LayerCensus::default, |mut all, census| {
            all.add(&census);
            Ok(all)
        })
    }

    fn group(&self, group: usize, cells: &mut Vec<u8>) -> Result<LayerCensus, ExhaustError> {
        let (mask, range) = (self.layer.masks[group], self.layer.range(group));
        let (codes, frame) = (&self.layer.codes[range], &self.prover.frame);
        let wrong = |code, reason: &str| ExhaustError::False { mask, code, reason: reason.to_owned() };
        let of_mask = frame.canonical(mask);
        let first = codes.first().copied().unwrap_or(0);
        if mask & !(self.prover.geometry.full as u32) != 0 || of_mask.mask != mask {
            return Err(wrong(first, "it is not in canonical form"));
        }
        let beyond = codes.iter().find(|&&code| u64::from(code) >> mask.count_ones() != 0);
        let twice = codes.windows(2).find(|pair| pair[0] >= pair[1]).map(|pair| &pair[1]);
        if let Some(&code) = beyond.or(twice) {
            return Err(wrong(code, "it is out of order"));
        }
        let players: Vec<u32> = codes.iter().map(|&code| frame.expand(code, mask)).collect();
        let twisted = codes.iter().zip(&players).find(|&(&code, &player)| frame.code(of_mask, player) != code);
        if let Some((&code, _)) = twisted {
            return Err(wrong(code, "it is not in canonical form"));
        }
        let mut findings = vec![UNKNOWN; players.len()];
        for square in squares(self.prover.geometry.full as u32 & !mask) {
            let lost = self.try_square((mask, square), &players, &mut findings, cells);
            if let Some(index) = lost {
                let name = Move::Place(Square::new(square as u8).expect("squares of a board are below 64"));
                let name = name.display(self.prover.geometry.board);
                return Err(wrong(codes[index], &format!("the position after its move {name} is missing")));
            }
        }
        self.finish(group, of_mask, &players, &findings)
    }

    /// Tries the move to one square in all positions of a group. Returns the index of a position with a missing
    /// successor.
    #[inline(always)]
    fn try_square(
        &self,
        (mask, square): (u32, u32),
        players: &[u32],
        findings: &mut [Finding],
        cells: &mut Vec<u8>,
    ) -> Option<usize> {
        let prover = self.prover;
        let after = prover.frame.canonical(mask | 1 << square);
        let range = self.next.masks.binary_search(&after.mask).map_or(0..0, |group| self.next.range(group));
        let next = Spread::new(&self.next.codes[range.clone()], after.mask.count_ones());
        next.fill(cells, &self.next.values[range.clone()]);
        let mut lost = None;
        for (index, (&player, finding)) in players.iter().zip(findings).enumerate() {
            let before = discs(player, mask);
            let flips = self.isa.flips(&prover.geometry, before, square as u8);
            if flips == 0 {
                continue;
            }
            let successor = (before.opponent().bits() ^ flips) as u32;
            let cell = next.cell(prover.frame.code(after, successor)).and_then(|at| cells.get_mut(at));
            let Some(cell) = cell.filter(|cell| **cell & PRESENT != 0) else {
                lost = Some(index);
                break;
            };
            *cell |= REACHED;
            let value = RAISED_BY - (*cell & !(PRESENT | REACHED)) as i8;
            let replies = self.isa.mobility(&prover.geometry, discs(successor, mask | 1 << square)).count_ones() as u8;
            finding.take(value, 0, replies);
        }
        next.empty(cells, |index| self.next.reach(range.start + index));
        lost
    }

    /// Deals with passes and finished games, once all moves are known; then checks every value, and how its position
    /// came about.
    fn finish(
        &self,
        group: usize,
        of_mask: Canonical,
        players: &[u32],
        findings: &[Finding],
    ) -> Result<LayerCensus, ExhaustError> {
        let (mask, range, geometry) = (of_mask.mask, self.layer.range(group), &self.prover.geometry);
        let codes = &self.layer.codes[range.clone()];
        let mut census = LayerCensus { positions: codes.len() as u64, groups: 1, ..LayerCensus::default() };
        for (index, (&code, finding)) in codes.iter().zip(findings).enumerate() {
            let wrong = |reason: String| ExhaustError::False { mask, code, reason };
            let before = discs(players[index], mask);
            let can_reply = self.isa.mobility(geometry, before.passed()) != 0;
            let twin = || codes.binary_search(&self.prover.frame.code(of_mask, mask ^ players[index])).ok();
            let value = if finding.moves > 0 {
                census.count_moves(finding.moves, finding.best_moves, finding.guess == finding.value);
                finding.value
            } else if can_reply {
                census.passes += 1;
                let passed = twin().ok_or_else(|| wrong("the position after its pass is missing".to_owned()))?;
                -findings[passed].value
            } else {
                census.finished += 1;
                self.prover.scoring.final_score(before, geometry.squares()).discs() as i8
            };
            let said = self.layer.values[range.start + index];
            if said != value {
                return Err(wrong(format!("it is said to be {said:+}, and follows to be {value:+}")));
            }
            census.count_value(value, 0);
            let number = |index: usize| range.start + index;
            let after_pass =
                || finding.moves > 0 && !can_reply && twin().is_some_and(|at| self.layer.is_reached(number(at)));
            if !self.layer.is_reached(number(index)) && !after_pass() {
                return Err(wrong("no game leads to it".to_owned()));
            }
        }
        Ok(census)
    }
}

/// Where the positions of a group are kept while moves lead to them: by code, or in order.
struct Spread<'a> {
    codes: &'a [u32],
    /// The number of codes; `None` if the positions are kept in order.
    room: Option<usize>,
}

impl<'a> Spread<'a> {
    fn new(codes: &'a [u32], bits: u32) -> Self {
        let room = 1usize << bits;
        Self { codes, room: (codes.len().saturating_mul(MOST_CODES_A_POSITION) >= room).then_some(room) }
    }

    /// Fills cells, all of which are 0. Skips codes beyond the board, which are found when their turn comes.
    fn fill(&self, cells: &mut Vec<u8>, values: &[i8]) {
        let room = self.room.unwrap_or(self.codes.len());
        if cells.len() < room {
            cells.resize(room, 0);
        }
        for (index, (&code, &value)) in self.codes.iter().zip(values).enumerate() {
            let at = if self.room.is_some() { code as usize } else { index };
            if let Some(cell) = cells.get_mut(at) {
                *cell = PRESENT | (value.saturating_add(RAISED_BY) as u8 & !(PRESENT | REACHED));
            }
        }
    }

    #[inline]
    fn cell(&self, code: u32) -> Option<usize> {
        if self.room.is_some() { Some(code as usize) } else { self.codes.binary_search(&code).ok() }
    }

    /// Sets the cells back to 0, and reports which were reached.
    fn empty(&self, cells: &mut [u8], reached: impl Fn(usize)) {
        for (index, &code) in self.codes.iter().enumerate() {
            let at = if self.room.is_some() { code as usize } else { index };
            if let Some(cell) = cells.get_mut(at) {
                if *cell & REACHED != 0 {
                    reached(index);
                }
                *cell = 0;
            }
        }
    }
}
