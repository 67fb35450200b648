//! Counts positions without valuing them, layer by layer. It keeps two layers, however many there are.

use std::path::Path;

use solver::simd::{Isa, Level, with_isa};
use solver::{Discs, Geometry, Observer, Position};

use crate::enumerate::Enumerator;
use crate::error::ExhaustError;
use crate::frame::Frame;
use crate::layer::{self, Layer};
use crate::layer_files;
use crate::limits::most_positions;
use crate::plan::{COUNT, COUNT_APART, Plan};
use crate::run::on_threads;

/// The file of the counts: a line for each layer, and a last one at the end.
const COUNTS_FILE: &str = "counts";
/// The most bytes of it.
const MOST_OF_COUNTS: u64 = 4096;
/// Its last line, once everything is counted.
const END: &str = "end";

/// How symmetric positions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetric {
    /// As one position.
    Once,
    /// As separate positions, if they can be reached from the start itself.
    Apart,
}

/// Numbers of positions by number of discs, beginning with the start's.
pub type Counts = Vec<(u32, u64)>;

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The counts.
    pub counts: Counts,
    /// Whether some come from the files of an earlier run. They may be somebody else's, and right hashes only show that
    /// they are whole.
    pub is_resumed: bool,
}

/// Counts the positions that can be reached, by number of discs.
///
/// With a folder, layers are files there, 4 bytes per position, and a run resumes where an earlier one in the same
/// folder ended; without one, layers are in memory. Counting positions [`Symmetric::Apart`] takes longer in proportion
/// to how many more there are; per position it takes less room, by the number of symmetries of the start. The plan's
/// scoring makes no difference.
///
/// # Errors
/// The board is too large, the folder is another plan's, damaged or cannot be written, or the observer asked to stop.
pub fn count(
    plan: &Plan,
    symmetric: Symmetric,
    folder: Option<&Path>,
    observer: &dyn Observer,
) -> Result<Tally, ExhaustError> {
    let (plan, frame, work) = match symmetric {
        Symmetric::Once => (plan.normal(), Frame::new(plan.normal().board)?, COUNT),
        Symmetric::Apart => (*plan, Frame::of_start(plan.board, plan.start)?, COUNT_APART),
    };
    if let Some(folder) = folder {
        plan.claim(work, folder)?;
    }
    let geometry = &Geometry::new(plan.board);
    on_threads(plan.threads, || {
        with_isa!(Level::best(), isa => {
            let enumerator = Enumerator { isa, geometry, frame: &frame, folder, observer };
            Counting { plan, frame: &frame, symmetric, enumerator }.tally()
        })
    })
}

/// A count under way.
struct Counting<'a, I> {
    plan: Plan,
    frame: &'a Frame,
    symmetric: Symmetric,
    enumerator: Enumerator<'a, I>,
}

impl<I: Isa> Counting<'_, I> {
    fn tally(&self) -> Result<Tally, ExhaustError> {
        let (mut counts, is_whole) = self.known()?;
        let is_resumed = !counts.is_empty();
        if is_whole {
            return Ok(Tally { counts, is_resumed });
        }
        let mut last = match counts.last() {
            Some(&(discs, count)) => Some(self.reopened(discs, count)?),
            None => Some(self.enumerator.first(self.start())?),
        };
        while let Some(layer) = last {
            if counts.last().is_none_or(|&(discs, _)| discs < layer.discs()) {
                counts.push((layer.discs(), self.positions(&layer)?));
                self.keep(&counts, false)?;
            }
            self.remove(layer.discs() - 1)?;
            last = self.enumerator.next(&layer)?;
        }
        self.keep(&counts, true)?;
        counts.last().map_or(Ok(()), |&(discs, _)| self.remove(discs))?;
        Ok(Tally { counts, is_resumed })
    }

    fn start(&self) -> Discs {
        Position::start(self.plan.board, self.plan.start).discs()
    }

    /// Number of positions of a layer.
    fn positions(&self, layer: &Layer) -> Result<u64, ExhaustError> {
        match self.symmetric {
            Symmetric::Once => Ok(layer.positions()),
            Symmetric::Apart => images(self.frame, layer),
        }
    }

    /// The layer that was counted last, with this result.
    fn reopened(&self, discs: u32, count: u64) -> Result<Layer, ExhaustError> {
        let folder = self.enumerator.folder.unwrap_or(Path::new(""));
        let missing = || ExhaustError::damaged(&layer::path(folder, discs, "masks"), "it is missing");
        let layer = Layer::open(folder, discs, self.frame)?.ok_or_else(missing)?;
        if self.positions(&layer)? != count {
            let reason = "its last count is not that of the layer beside it";
            return Err(ExhaustError::damaged(&folder.join(COUNTS_FILE), reason));
        }
        Ok(layer)
    }

    /// What an earlier run has counted, and whether that is everything.
    fn known(&self) -> Result<(Counts, bool), ExhaustError> {
        let Some(path) = self.enumerator.folder.map(|folder| folder.join(COUNTS_FILE)) else {
            return Ok((Counts::new(), false));
        };
        if !path.exists() {
            return Ok((Counts::new(), false));
        }
        let text = layer_files::read_summed(&path, MOST_OF_COUNTS)?;
        let (mut counts, mut is_whole) = (Counts::new(), false);
        for line in text.lines() {
            let numbers =
                line.split_once(' ').and_then(|(discs, count)| Some((discs.parse().ok()?, count.parse().ok()?)));
            match numbers {
                Some(numbers) if !is_whole => counts.push(numbers),
                None if line == END && !is_whole => is_whole = true,
                _ => return Err(ExhaustError::damaged(&path, "it is not a list of counts")),
            }
        }
        if self.are_possible(&counts) && !(is_whole && counts.is_empty()) {
            Ok((counts, is_whole))
        } else {
            Err(ExhaustError::damaged(&path, "it has counts that the board cannot have"))
        }
    }

    /// Whether the board can have such counts, so that their sum does not overflow.
    fn are_possible(&self, counts: &Counts) -> bool {
        let squares = self.plan.board.squares();
        let is_possible = |(expected, &(discs, count)): (u32, &(u32, u64))| {
            discs == expected && discs <= squares && (1..=most_positions(squares)).contains(&count)
        };
        (self.start().occupied().len()..).zip(counts).all(is_possible)
    }

    fn keep(&self, counts: &Counts, is_whole: bool) -> Result<(), ExhaustError> {
        let Some(folder) = self.enumerator.folder else { return Ok(()) };
        let lines = counts.iter().map(|(discs, count)| format!("{discs} {count}\n"));
        let end = if is_whole { format!("{END}\n") } else { String::new() };
        layer_files::write_summed(&folder.join(COUNTS_FILE), &(lines.collect::<String>() + &end))
    }

    /// Removes the files of a layer.
    fn remove(&self, discs: u32) -> Result<(), ExhaustError> {
        let Some(folder) = self.enumerator.folder else { return Ok(()) };
        ["masks", "codes"].into_iter().try_for_each(|kind| layer_files::remove(&layer::path(folder, discs, kind)))
    }
}

/// Number of all images of a layer's positions.
fn images(frame: &Frame, layer: &Layer) -> Result<u64, ExhaustError> {
    let of_group = |(group, &mask): (usize, &u32)| {
        let canonical = frame.canonical(mask);
        let orbit = |code| u64::from(frame.orbit(canonical, frame.expand(code, mask)));
        if canonical.by.count_ones() == 1 {
            Ok(layer.group_positions(group) * frame.order() as u64)
        } else {
            Ok(layer.codes(group)?.into_iter().map(orbit).sum())
        }
    };
    layer.masks().iter().enumerate().map(of_group).sum()
}
