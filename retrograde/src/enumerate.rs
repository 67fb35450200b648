//! Enumerates the positions with one disc more. Each group is collected from the groups that a move leads from, so
//! hardly anything needs sorting.
//!
//! For an occupied set, all sets that are one disc smaller are known, and so are the groups that may lead to it. Their
//! successors are marked in a bit set with one bit per code, so each position appears once and in order. Only if there
//! are very few of them among all codes are they listed and sorted instead. Every group can be made on its own. So
//! groups are made in parallel, and each thread needs just one bit set, however large the layer is.

use std::path::Path;

use rayon::prelude::*;
use solver::simd::Isa;
use solver::{Discs, Geometry, Observer};

use crate::error::ExhaustError;
use crate::frame::{Canonical, Frame, symmetries_of};
use crate::layer::{Layer, LayerWriter};
use crate::spares::Spares;

/// Roughly how many positions to make before writing their groups, taking groups to be four times as large as those of
/// the last layer.
const BATCH_POSITIONS: u64 = 1 << 24;
/// The least and the most such groups: enough for all threads, and not too much to lose when stopped.
const BATCH_GROUPS: (u64, u64) = (16, 256);

/// What the layers of one board have in common.
#[derive(Clone, Copy)]
pub(crate) struct Enumerator<'a, I> {
    pub(crate) isa: I,
    pub(crate) geometry: &'a Geometry,
    pub(crate) frame: &'a Frame,
    /// Where to keep layers; `None` for memory.
    pub(crate) folder: Option<&'a Path>,
    pub(crate) observer: &'a dyn Observer,
}

/// How many words of the bit set can be cleared and scanned in the time it takes to sort one code.
const WORDS_PER_SORTED_CODE: u64 = 32;

/// Marked codes.
#[derive(Default)]
struct CodeSet {
    /// One bit for each code; empty while codes are listed.
    bits: Vec<u64>,
    listed: Vec<u32>,
}

impl CodeSet {
    /// Empties it and makes room for codes of this many bits that will be marked about this many times.
    fn reset(&mut self, bits: u32, most_marks: u64) {
        let words = 1 << bits.saturating_sub(6);
        self.bits.clear();
        self.listed.clear();
        if most_marks.saturating_mul(WORDS_PER_SORTED_CODE) >= words {
            self.bits.resize(words as usize, 0);
        }
    }

    #[inline]
    fn insert(&mut self, code: u32) {
        match self.bits.get_mut(code as usize / 64) {
            Some(word) => *word |= 1 << (code % 64),
            None => self.listed.push(code),
        }
    }

    /// The marked codes in ascending order.
    fn codes(&mut self) -> Vec<u32> {
        if self.bits.is_empty() {
            self.listed.sort_unstable();
            self.listed.dedup();
            return self.listed.clone();
        }
        let words = self.bits.iter().enumerate().filter(|&(_, &word)| word != 0);
        let codes = words.flat_map(|(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(index as u32 * 64 + bit)
            })
        });
        codes.collect()
    }
}

impl<I: Isa> Enumerator<'_, I> {
    /// The layer of the start.
    pub(crate) fn first(&self, start: Discs) -> Result<Layer, ExhaustError> {
        let place = self.frame.place(start);
        let mut marked = CodeSet::default();
        marked.reset(place.mask.count_ones(), 1);
        marked.insert(place.code);
        let mut writer = LayerWriter::create(self.folder, place.mask.count_ones())?;
        writer.add(place.mask, &self.with_passes(place.mask, &mut marked))?;
        writer.finish()
    }

    /// The next layer; `None` if no position has a move.
    pub(crate) fn next(&self, layer: &Layer) -> Result<Option<Layer>, ExhaustError> {
        let masks = self.next_masks(layer);
        if masks.is_empty() {
            return Ok(None);
        }
        let step = format!("positions with {} discs", layer.discs() + 1);
        self.observer.begin(&step, masks.len() as u64);
        let mut writer = LayerWriter::create(self.folder, layer.discs() + 1)?;
        let mut is_empty = true;
        let spares = Spares::<CodeSet>::default();
        let group_positions = layer.positions() / layer.masks().len().max(1) as u64;
        let batch_groups = (BATCH_POSITIONS / (4 * group_positions + 1)).clamp(BATCH_GROUPS.0, BATCH_GROUPS.1);
        for batch in masks.chunks(batch_groups as usize) {
            let groups: Vec<Vec<u32>> = batch
                .par_iter()
                .map(|&mask| {
                    if self.observer.is_stopped() {
                        return Err(ExhaustError::Stopped);
                    }
                    let group = spares.lend(|marked| self.group(layer, mask, marked))?;
                    self.observer.advance(1);
                    Ok(group)
                })
                .collect::<Result<_, _>>()?;
            for (&mask, codes) in batch.iter().zip(&groups) {
                is_empty &= codes.is_empty();
                writer.add(mask, codes)?;
            }
        }
        if is_empty { Ok(None) } else { writer.finish().map(Some) }
    }

    /// Whether some position of a layer has a move that places a disc.
    pub(crate) fn has_moves(&self, layer: &Layer) -> Result<bool, ExhaustError> {
        let of_group = |group: usize| {
            let mask = layer.masks()[group];
            let has_moves = |code| self.isa.mobility(self.geometry, discs(self.frame.expand(code, mask), mask)) != 0;
            Ok(layer.codes(group)?.into_iter().any(has_moves))
        };
        let found =
            (0..layer.masks().len()).into_par_iter().map(of_group).find_any(|found| !matches!(found, Ok(false)));
        found.unwrap_or(Ok(false))
    }

    /// The masks that arise from those of a layer by adding a disc beside another one.
    fn next_masks(&self, layer: &Layer) -> Vec<u32> {
        let full = self.geometry.full as u32;
        let mut masks: Vec<u32> = layer
            .masks()
            .iter()
            .flat_map(|&mask| {
                let beside = move |square: &u32| self.geometry.neighbours[*square as usize] as u32 & mask != 0;
                squares(full & !mask).filter(beside).map(move |square| self.frame.canonical(mask | 1 << square).mask)
            })
            .collect();
        masks.sort_unstable();
        masks.dedup();
        masks
    }

    /// The codes of the positions on a canonical mask, in ascending order.
    fn group(&self, layer: &Layer, mask: u32, marked: &mut CodeSet) -> Result<Vec<u32>, ExhaustError> {
        let sources = self.sources(layer, mask);
        marked.reset(mask.count_ones(), sources.iter().map(|&(group, _)| layer.group_positions(group)).sum());
        for sources in sources.chunk_by(|one, other| one.0 == other.0) {
            let codes = layer.codes(sources[0].0)?;
            for &(group, square) in sources {
                self.mark_successors(layer.masks()[group], &codes, square, marked);
            }
        }
        Ok(self.with_passes(mask, marked))
    }

    /// The groups, and the squares on which a disc placed there leads to a mask.
    fn sources(&self, layer: &Layer, mask: u32) -> Vec<(usize, u32)> {
        let mut sources = Vec::new();
        for square in squares(mask) {
            let before = self.frame.canonical(mask & !(1 << square));
            if let Some(group) = layer.group(before.mask) {
                let images = symmetries_of(before.by).map(|symmetry| self.frame.map(symmetry, 1 << square));
                sources.extend(images.map(|image| (group, image.trailing_zeros())));
            }
        }
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    fn mark_successors(&self, mask: u32, codes: &[u32], square: u32, marked: &mut CodeSet) {
        let after = self.frame.canonical(mask | 1 << square);
        for &code in codes {
            let discs = discs(self.frame.expand(code, mask), mask);
            let flips = self.isa.flips(self.geometry, discs, square as u8);
            if flips != 0 {
                marked.insert(self.frame.code(after, (discs.opponent().bits() ^ flips) as u32));
            }
        }
    }

    /// The marked positions of a mask, and those after a forced pass.
    fn with_passes(&self, mask: u32, marked: &mut CodeSet) -> Vec<u32> {
        let of_mask: Canonical = self.frame.canonical(mask);
        let codes = marked.codes();
        let passed = codes.iter().filter_map(|&code| {
            let discs = discs(self.frame.expand(code, mask), mask);
            let passes =
                self.isa.mobility(self.geometry, discs) == 0 && self.isa.mobility(self.geometry, discs.passed()) != 0;
            passes.then(|| self.frame.code(of_mask, discs.opponent().bits() as u32))
        });
        let mut is_whole = true;
        for code in passed {
            marked.insert(code);
            is_whole = false;
        }
        if is_whole { codes } else { marked.codes() }
    }
}

/// The squares of a set, lowest first.
pub(crate) fn squares(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(square)
    })
}

/// The discs on a mask, given the player's.
#[inline]
pub(crate) fn discs(player: u32, mask: u32) -> Discs {
    Discs::from_bits(u64::from(player), u64::from(mask ^ player)).expect("no square has two discs")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_list_and_a_bit_set_give_the_same_codes(codes: Vec<u16>, later: Vec<u16>) {
            let mut sets = [CodeSet::default(), CodeSet::default()];
            for (set, most_marks) in sets.iter_mut().zip([0, u64::MAX]) {
                set.reset(16, most_marks);
                codes.iter().for_each(|&code| set.insert(code.into()));
            }
            let [list, bits] = &mut sets;
            prop_assert!(list.bits.is_empty() && !bits.bits.is_empty());
            prop_assert_eq!(list.codes(), bits.codes());
            later.iter().for_each(|&code| [&mut *list, &mut *bits].into_iter().for_each(|set| set.insert(code.into())));
            let mut expected: Vec<u32> = codes.into_iter().chain(later).map(u32::from).collect();
            expected.sort_unstable();
            expected.dedup();
            prop_assert_eq!((list.codes(), bits.codes()), (expected.clone(), expected));
        }
    }
}
