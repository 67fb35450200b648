//! All positions with one number of discs: grouped by mask, with sorted codes in each group.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::error::ExhaustError;
use crate::frame::Frame;
use crate::layer_files::{self, Draft, Parts};
use crate::limits::most_masks;

/// Bytes of a code on the disk.
const CODE_BYTES: u64 = 4;

/// The positions with one number of discs, sorted by mask and code.
pub struct Layer {
    discs: u32,
    masks: Vec<u32>,
    /// The positions of the i-th group have the numbers `starts[i]..starts[i + 1]`.
    starts: Vec<u64>,
    codes: Parts,
    hash: u64,
}

/// Receives the groups of a layer in order.
pub(crate) struct LayerWriter {
    discs: u32,
    masks: Vec<u32>,
    starts: Vec<u64>,
    codes: Draft,
    /// `None` for memory.
    folder: Option<PathBuf>,
}

/// The path of one of a layer's files.
pub(crate) fn path(folder: &Path, discs: u32, kind: &str) -> PathBuf {
    folder.join(format!("{discs:02}.{kind}"))
}

impl Layer {
    /// Number of discs.
    #[must_use]
    pub fn discs(&self) -> u32 {
        self.discs
    }

    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The masks of its groups, in ascending order.
    #[must_use]
    pub fn masks(&self) -> &[u32] {
        &self.masks
    }

    /// The numbers of the positions of a group within the layer.
    #[must_use]
    pub fn range(&self, group: usize) -> Range<u64> {
        self.starts[group]..self.starts[group + 1]
    }

    /// Number of positions in a group.
    pub(crate) fn group_positions(&self, group: usize) -> u64 {
        self.starts[group + 1] - self.starts[group]
    }

    /// Numbers of positions in all groups.
    pub(crate) fn groups(&self) -> impl Iterator<Item = u64> + '_ {
        self.starts.windows(2).map(|range| range[1] - range[0])
    }

    /// Reads the codes of a group, in ascending order.
    ///
    /// # Errors
    /// The file cannot be read, or is not what was written.
    pub fn codes(&self, group: usize) -> Result<Vec<u32>, ExhaustError> {
        let Range { start, end } = self.range(group);
        let bytes = self.codes.read(group, CODE_BYTES * start..CODE_BYTES * end)?;
        let codes: Vec<u32> = bytes.as_chunks().0.iter().map(|&code| u32::from_le_bytes(code)).collect();
        // A hash only shows that this is what somebody wrote.
        let ascend = codes.windows(2).all(|pair| pair[0] < pair[1]);
        if ascend && codes.last().is_none_or(|&last| u64::from(last) >> self.discs == 0) {
            return Ok(codes);
        }
        Err(ExhaustError::damaged(self.codes.path(), "it has codes that positions with so many discs do not have"))
    }

    /// The number of the group with this mask.
    pub(crate) fn group(&self, mask: u32) -> Option<usize> {
        self.masks.binary_search(&mask).ok()
    }

    /// Keeps no file open until its codes are read again.
    pub(crate) fn rest(&mut self) {
        self.codes.close();
    }

    /// The hash of its codes.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// Reads a finished layer of a board; `None` if there is none.
    pub(crate) fn open(folder: &Path, discs: u32, frame: &Frame) -> Result<Option<Self>, ExhaustError> {
        let index_path = path(folder, discs, "masks");
        if !index_path.exists() {
            return Ok(None);
        }
        let codes_path = path(folder, discs, "codes");
        let codes = codes_path.metadata().map_err(ExhaustError::file(&codes_path))?.len();
        // A group has at least one code, and a mask of its own. Files may be much longer than what they take on the disk.
        let groups = (codes / CODE_BYTES).min(most_masks(frame.board().squares(), discs));
        let index = files::read_bounded(&index_path, 2 * size_of::<u64>() as u64 * (1 + groups))?;
        let damaged = |reason| ExhaustError::damaged(&index_path, reason);
        let (body, sum) = index.split_last_chunk::<8>().ok_or_else(|| damaged("it is too short"))?;
        if layer_files::hash(body) != u64::from_le_bytes(*sum) {
            return Err(damaged("its checksum does not match"));
        }
        let (hash, groups) = body.split_first_chunk::<8>().ok_or_else(|| damaged("it is too short"))?;
        let (hash, groups) = (u64::from_le_bytes(*hash), groups.as_chunks().0);
        let (mut masks, mut starts) = (Vec::new(), vec![0]);
        for group in groups {
            let number = u64::from_le_bytes(*group);
            let (mask, positions) = (number as u32, number >> 32);
            let is_possible = masks.last().is_none_or(|&last| last < mask)
                && mask.count_ones() == discs
                && u64::from(mask) & !frame.board().full() == 0
                && frame.canonical(mask).mask == mask;
            if !is_possible || !(1..=1 << discs).contains(&positions) {
                return Err(damaged("it has masks that positions with so many discs do not have"));
            }
            masks.push(mask);
            starts.push(starts[starts.len() - 1] + positions);
        }
        let lengths = starts.windows(2).map(|range| CODE_BYTES * (range[1] - range[0]));
        let codes = Parts::open(&codes_path, lengths, hash)?;
        Ok(Some(Self { discs, masks, starts, codes, hash }))
    }
}

impl LayerWriter {
    /// Begins a layer in a folder, or in memory.
    pub(crate) fn create(folder: Option<&Path>, discs: u32) -> Result<Self, ExhaustError> {
        let codes = Draft::create(folder.map(|folder| path(folder, discs, "codes")).as_deref())?;
        Ok(Self { discs, masks: Vec::new(), starts: vec![0], codes, folder: folder.map(Path::to_owned) })
    }

    /// Adds the next group, unless it is empty.
    pub(crate) fn add(&mut self, mask: u32, codes: &[u32]) -> Result<(), ExhaustError> {
        if codes.is_empty() {
            return Ok(());
        }
        self.masks.push(mask);
        self.starts.push(self.starts[self.starts.len() - 1] + codes.len() as u64);
        let bytes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
        self.codes.write(&bytes)
    }

    /// Finishes the layer.
    pub(crate) fn finish(self) -> Result<Layer, ExhaustError> {
        let Self { discs, masks, starts, codes, folder } = self;
        let (hash, codes) = codes.finish()?;
        if let Some(folder) = folder {
            // The index comes last: a layer with an index is complete.
            let mut index = hash.to_le_bytes().to_vec();
            for (mask, range) in masks.iter().zip(starts.windows(2)) {
                index.extend((u64::from(*mask) | (range[1] - range[0]) << 32).to_le_bytes());
            }
            index.extend(layer_files::hash(&index).to_le_bytes());
            layer_files::write_whole(&path(&folder, discs, "masks"), &index)?;
        }
        Ok(Layer { discs, masks, starts, codes, hash })
    }
}
