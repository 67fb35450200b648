//! Finds exact values, from the last layer to the first.
//!
//! For a group and an empty square, all successors are in one group of the next layer. Its values are spread over an
//! array by code, so that each successor is a single look-up. Passes stay within the group and come last.

use std::path::Path;

use rayon::prelude::*;
use solver::simd::Isa;
use solver::{Geometry, Observer, Scoring, Square, Squares};

use crate::census::LayerCensus;
use crate::enumerate::{discs, squares};
use crate::error::ExhaustError;
use crate::frame::Frame;
use crate::layer::{self, Layer};
use crate::layer_files::{Draft, Parts};
use crate::spares::Spares;

/// Groups are written once they have this many positions in total …
const BATCH_POSITIONS: u64 = 1 << 18;
/// … and are enough for all threads.
const BATCH_GROUPS: usize = 32;

/// Values and runs of a layer's positions, in order.
pub(crate) struct Values {
    /// The exact value for the side to move.
    pub(crate) values: Parts,
    /// The number of plies for which perfect play is unique.
    pub(crate) runs: Parts,
}

/// What the layers of one game have in common.
#[derive(Clone, Copy)]
pub(crate) struct Valuer<'a, I> {
    pub(crate) isa: I,
    pub(crate) geometry: &'a Geometry,
    pub(crate) frame: &'a Frame,
    pub(crate) scoring: Scoring,
    pub(crate) folder: &'a Path,
    pub(crate) observer: &'a dyn Observer,
}

/// What is found out about one position.
#[derive(Clone, Copy)]
pub(crate) struct Finding {
    pub(crate) value: i8,
    /// Legal squares.
    pub(crate) moves: u8,
    /// Of these, how many keep the value.
    pub(crate) best_moves: u8,
    /// Plies of unique perfect play after the first best move.
    run: u8,
    /// The fewest replies that a move leaves, and the value of the first such move.
    fewest_replies: u8,
    pub(crate) guess: i8,
}

impl Finding {
    /// Takes in a move: its value, the plies of unique perfect play after it, and the replies that it leaves.
    #[inline(always)]
    pub(crate) fn take(&mut self, value: i8, run: u8, replies: u8) {
        self.moves += 1;
        if value > self.value {
            (self.value, self.best_moves, self.run) = (value, 1, run);
        } else if value == self.value {
            self.best_moves += 1;
        }
        if replies < self.fewest_replies {
            (self.fewest_replies, self.guess) = (replies, value);
        }
    }
}

/// The values of one group.
struct Valued {
    values: Vec<u8>,
    runs: Vec<u8>,
    census: LayerCensus,
}

pub(crate) const UNKNOWN: Finding =
    Finding { value: i8::MIN, moves: 0, best_moves: 0, run: 0, fewest_replies: u8::MAX, guess: i8::MIN };

impl<I: Isa> Valuer<'_, I> {
    /// Values a layer and writes the results, except for its census. `next` is the layer after it.
    pub(crate) fn layer(
        &self,
        layer: &Layer,
        next: Option<(&Layer, &Values)>,
    ) -> Result<(LayerCensus, Values), ExhaustError> {
        self.observer.begin(&format!("values with {} discs", layer.discs()), layer.positions());
        let draft = |kind| Draft::create(Some(&layer::path(self.folder, layer.discs(), kind)));
        let (mut values, mut runs) = (draft("values")?, draft("runs")?);
        let mut census = LayerCensus { discs: layer.discs(), ..LayerCensus::default() };
        let spares = Spares::<Vec<u16>>::default();
        let mut done = 0;
        while done < layer.masks().len() {
            let first = layer.range(done).start;
            let beyond =
                |group: &usize| *group >= done + BATCH_GROUPS && layer.range(*group).end - first > BATCH_POSITIONS;
            let end = (done + 1..layer.masks().len()).find(beyond).unwrap_or(layer.masks().len());
            let groups: Vec<Valued> = (done..end)
                .into_par_iter()
                .map(|group| {
                    if self.observer.is_stopped() {
                        return Err(ExhaustError::Stopped);
                    }
                    let valued = spares.lend(|by_code| self.group(layer, group, next, by_code))?;
                    self.observer.advance(layer.group_positions(group));
                    Ok(valued)
                })
                .collect::<Result<_, _>>()?;
            for group in groups {
                values.write(&group.values)?;
                runs.write(&group.runs)?;
                census.add(&group.census);
            }
            done = end;
        }
        census.groups = layer.masks().len() as u64;
        let ((values_hash, values), (runs_hash, runs)) = (values.finish()?, runs.finish()?);
        (census.codes_hash, census.values_hash, census.runs_hash) = (layer.hash(), values_hash, runs_hash);
        Ok((census, Values { values, runs }))
    }

    fn group(
        &self,
        layer: &Layer,
        group: usize,
        next: Option<(&Layer, &Values)>,
        by_code: &mut Vec<u16>,
    ) -> Result<Valued, ExhaustError> {
        let mask = layer.masks()[group];
        let codes = layer.codes(group)?;
        let players: Vec<u32> = codes.iter().map(|&code| self.frame.expand(code, mask)).collect();
        let mut findings = vec![UNKNOWN; players.len()];
        if let Some((next, values)) = next {
            for square in squares(self.geometry.full as u32 & !mask) {
                let after = self.frame.canonical(mask | 1 << square);
                if let Some(group) = next.group(after.mask) {
                    spread(next, values, group, by_code)?;
                    let code_of = |player| self.frame.code(after, player);
                    self.try_square(mask, square, &players, &mut findings, |player| by_code[code_of(player) as usize]);
                }
            }
        }
        Ok(self.finish(mask, &codes, &players, &mut findings))
    }

    /// Tries the move to one square in all positions of a group. `result` looks up a successor.
    #[inline(always)]
    fn try_square(
        &self,
        mask: u32,
        square: u32,
        players: &[u32],
        findings: &mut [Finding],
        result: impl Fn(u32) -> u16,
    ) {
        let played = Square::new(square as u8).expect("squares of a mask are below 32");
        for (&player, finding) in players.iter().zip(findings) {
            let before = discs(player, mask);
            let flips = self.isa.flips(self.geometry, before, square as u8);
            if flips == 0 {
                continue;
            }
            let after = before.after(played, Squares::from_bits(flips));
            let [value, run] = result(after.player().bits() as u32).to_le_bytes();
            let value = -(value as i8);
            let replies = self.isa.mobility(self.geometry, after).count_ones() as u8;
            finding.take(value, run, replies);
        }
    }

    /// Deals with passes and finished games, once all moves are known, and counts.
    fn finish(&self, mask: u32, codes: &[u32], players: &[u32], findings: &mut [Finding]) -> Valued {
        let of_mask = self.frame.canonical(mask);
        let mut census = LayerCensus { positions: codes.len() as u64, ..LayerCensus::default() };
        for finding in findings.iter_mut().filter(|finding| finding.moves > 0) {
            finding.run = if finding.best_moves == 1 { finding.run.saturating_add(1) } else { 0 };
            census.count_moves(finding.moves, finding.best_moves, finding.guess == finding.value);
        }
        for index in 0..codes.len() {
            if findings[index].moves > 0 {
                continue;
            }
            let passed = codes.binary_search(&self.frame.code(of_mask, mask ^ players[index]));
            let after_pass = passed.ok().map(|passed| findings[passed]).filter(|finding| finding.moves > 0);
            let finding = &mut findings[index];
            match after_pass {
                Some(after) => {
                    (finding.value, finding.run) = (-after.value, after.run.saturating_add(1));
                    census.passes += 1;
                }
                None => {
                    let score = self.scoring.final_score(discs(players[index], mask), self.geometry.squares());
                    (finding.value, finding.run) = (score.discs() as i8, 0);
                    census.finished += 1;
                }
            }
        }
        for finding in findings.iter() {
            census.count_value(finding.value, finding.run);
        }
        Valued {
            values: findings.iter().map(|finding| finding.value as u8).collect(),
            runs: findings.iter().map(|finding| finding.run).collect(),
            census,
        }
    }
}

/// Puts value and run of each position of a group at its code. Other codes are never looked up.
fn spread(layer: &Layer, values: &Values, group: usize, by_code: &mut Vec<u16>) -> Result<(), ExhaustError> {
    let room = 1 << layer.discs();
    if by_code.len() < room {
        by_code.resize(room, 0);
    }
    let range = layer.range(group);
    let (values, runs) = (values.values.read(group, range.clone())?, values.runs.read(group, range)?);
    for (code, (&value, &run)) in layer.codes(group)?.into_iter().zip(values.iter().zip(&*runs)) {
        by_code[code as usize] = u16::from_le_bytes([value, run]);
    }
    Ok(())
}

impl Values {
    /// Opens values and runs of a layer.
    pub(crate) fn open(folder: &Path, layer: &Layer, census: &LayerCensus) -> Result<Self, ExhaustError> {
        let runs = layer::path(folder, census.discs, "runs");
        Ok(Self {
            values: Self::without_runs(folder, layer, census)?,
            runs: Parts::open(&runs, layer.groups(), census.runs_hash)?,
        })
    }

    /// Opens the values alone.
    pub(crate) fn without_runs(folder: &Path, layer: &Layer, census: &LayerCensus) -> Result<Parts, ExhaustError> {
        Parts::open(&layer::path(folder, census.discs, "values"), layer.groups(), census.values_hash)
    }
}
