//! A whole run: layers forwards, then values backwards, each from where the last run ended.

use std::path::{Path, PathBuf};

use rayon::ThreadPoolBuilder;
use solver::simd::{Isa, Level, with_isa};
use solver::{Geometry, Observer, Position, Score};

use crate::census::{Census, LayerCensus};
use crate::enumerate::Enumerator;
use crate::error::ExhaustError;
use crate::frame::{Frame, Place};
use crate::layer::{self, Layer};
use crate::layer_files::{self, Parts};
use crate::plan::{EXHAUST, Plan};
use crate::valuation::{Valuer, Values};

/// A finished run: all positions with their values, in files of the working folder.
pub struct Exhausted {
    plan: Plan,
    folder: PathBuf,
    frame: Frame,
    census: Census,
    value_of_start: Score,
    is_resumed: bool,
}

/// A layer and its values.
pub struct ValuedLayer {
    /// The positions.
    pub layer: Layer,
    values: Parts,
}

/// Enumerates and values all positions of a plan, which is made [normal](Plan::normal) first, in a working folder.
/// Resumes where an earlier run in the same folder ended.
///
/// # Errors
/// The board is too large, the folder is another plan's, damaged or cannot be written, or the observer asked to stop.
pub fn run(plan: &Plan, folder: &Path, observer: &dyn Observer) -> Result<Exhausted, ExhaustError> {
    let plan = plan.normal();
    let frame = Frame::new(plan.board)?;
    let is_resumed = plan.claim(EXHAUST, folder)?;
    let census =
        on_threads(plan.threads, || with_isa!(Level::best(), isa => exhaust(isa, &plan, &frame, folder, observer)))?;
    let start = frame.place(Position::start(plan.board, plan.start).discs());
    let folder = folder.to_owned();
    let mut exhausted = Exhausted { plan, folder, frame, census, value_of_start: Score::DRAW, is_resumed };
    let first = exhausted.layer(0)?;
    let value = first.value(start)?;
    let damaged = || ExhaustError::damaged(&exhausted.folder, "its first layer lacks the start");
    exhausted.value_of_start = value.ok_or_else(damaged)?;
    Ok(exhausted)
}

fn exhaust<I: Isa>(
    isa: I,
    plan: &Plan,
    frame: &Frame,
    folder: &Path,
    observer: &dyn Observer,
) -> Result<Census, ExhaustError> {
    let geometry = &Geometry::new(plan.board);
    let enumerator = Enumerator { isa, geometry, frame, folder: Some(folder), observer };
    let start = Position::start(plan.board, plan.start).discs();
    let discs = start.occupied().len();
    let mut layers = Vec::new();
    if is_valued(folder, discs) {
        let census = all_censuses(folder, frame, discs, 1)?;
        let last = discs + census.layers.len() as u32 - 1;
        if let Some(layer) = Layer::open(folder, last, frame)? {
            make_sure_of_the_end(&enumerator, &layer, folder)?;
        }
        return Ok(census);
    }
    let mut last = match Layer::open(folder, discs, frame)? {
        Some(layer) => Some(layer),
        None => Some(enumerator.first(start)?),
    };
    while let Some(mut layer) = last {
        last = match Layer::open(folder, layer.discs() + 1, frame)? {
            Some(next) => Some(next),
            None if is_valued(folder, layer.discs()) => {
                make_sure_of_the_end(&enumerator, &layer, folder)?;
                None
            }
            None => enumerator.next(&layer)?,
        };
        layer.rest();
        layers.push(layer);
    }
    let count = layers.len();
    let valuer = Valuer { isa, geometry, frame, scoring: plan.scoring, folder, observer };
    let mut next: Option<(Layer, Values)> = None;
    while let Some(layer) = layers.pop() {
        let discs = layer.discs();
        if !is_valued(folder, discs) {
            let (census, values) = valuer.layer(&layer, next.as_ref().map(|(layer, values)| (layer, values)))?;
            // This comes last: a layer with a census is valued.
            write_census(folder, &census)?;
            next = Some((layer, values));
        } else if !is_valued(folder, discs - 1) {
            // The valued layers above this one have lost their runs.
            let values = Values::open(folder, &layer, &read_census(folder, frame, discs)?)?;
            next = Some((layer, values));
        }
        layer_files::remove(&layer::path(folder, discs + 1, "runs"))?;
    }
    all_censuses(folder, frame, discs, count)
}

/// Checks that a layer which was valued without a next one is the last: files of later ones may have been lost.
fn make_sure_of_the_end<I: Isa>(
    enumerator: &Enumerator<'_, I>,
    layer: &Layer,
    folder: &Path,
) -> Result<(), ExhaustError> {
    if enumerator.has_moves(layer)? {
        return Err(ExhaustError::damaged(&layer::path(folder, layer.discs() + 1, "masks"), "it is missing"));
    }
    Ok(())
}

/// Whether the layer with this many discs has its values.
fn is_valued(folder: &Path, discs: u32) -> bool {
    layer::path(folder, discs, "census").exists()
}

/// The most bytes of a census, which has a line of text for each value.
const MOST_OF_CENSUS: u64 = 1 << 16;

fn write_census(folder: &Path, census: &LayerCensus) -> Result<(), ExhaustError> {
    layer_files::write_summed(&layer::path(folder, census.discs, "census"), &census.to_text())
}

fn read_census(folder: &Path, frame: &Frame, discs: u32) -> Result<LayerCensus, ExhaustError> {
    let path = layer::path(folder, discs, "census");
    // Those of earlier programs have no hash.
    let (counts, _) = layer_files::read_perhaps_summed(&path, MOST_OF_CENSUS)?;
    let census = LayerCensus::from_text(&counts).filter(|census| census.discs == discs);
    let census = census.ok_or_else(|| ExhaustError::damaged(&path, "it is not a census"))?;
    if census.is_possible(frame.board().squares()) {
        Ok(census)
    } else {
        Err(ExhaustError::damaged(&path, "it has counts that the board cannot have"))
    }
}

/// The censuses of all layers from this one on, of which there must be at least this many.
fn all_censuses(folder: &Path, frame: &Frame, first: u32, least: usize) -> Result<Census, ExhaustError> {
    let is_there = |&discs: &u32| {
        let is_expected = ((discs - first) as usize) < least || layer::path(folder, discs, "masks").exists();
        is_valued(folder, discs) || is_expected
    };
    let layers = (first..).take_while(is_there).map(|discs| read_census(folder, frame, discs));
    Ok(Census { layers: layers.collect::<Result<_, _>>()? })
}

/// Runs work on this many threads.
pub(crate) fn on_threads<T: Send>(
    threads: usize,
    work: impl FnOnce() -> Result<T, ExhaustError> + Send,
) -> Result<T, ExhaustError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    pool.map_err(|error| ExhaustError::Threads(error.to_string()))?.install(work)
}

impl Exhausted {
    /// What was enumerated.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The frame of its positions.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The counts.
    #[must_use]
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// The value of the start for the side to move.
    #[must_use]
    pub fn value_of_start(&self) -> Score {
        self.value_of_start
    }

    /// Whether the run resumed in a folder that held files. They may be somebody else's, and right hashes only show
    /// that they are whole.
    #[must_use]
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// The layer with this number, counted from 0, with its values, checked against their hashes.
    ///
    /// # Errors
    /// A file cannot be read, or is not what was written.
    ///
    /// # Panics
    /// If there is no such layer: the census has one entry for each.
    pub fn layer(&self, number: usize) -> Result<ValuedLayer, ExhaustError> {
        let census = &self.census.layers[number];
        let path = layer::path(&self.folder, census.discs, "codes");
        let layer = Layer::open(&self.folder, census.discs, &self.frame)?;
        let layer = layer.filter(|layer| layer.positions() == census.positions && layer.hash() == census.codes_hash);
        let layer = layer.ok_or_else(|| ExhaustError::damaged(&path, "it is not the layer that was valued"))?;
        let values = Values::without_runs(&self.folder, &layer, census)?;
        Ok(ValuedLayer { layer, values })
    }
}

impl ValuedLayer {
    /// Reads the values of a group's positions, for the side to move, in the order of their codes.
    ///
    /// # Errors
    /// The file cannot be read, or is not what was written.
    pub fn values(&self, group: usize) -> Result<Vec<i8>, ExhaustError> {
        let values = self.values.read(group, self.layer.range(group))?;
        Ok(values.iter().map(|&value| value as i8).collect())
    }

    /// The value of a position for the side to move; `None` if it is not in the layer.
    ///
    /// # Errors
    /// A file cannot be read, or is not what was written.
    pub fn value(&self, place: Place) -> Result<Option<Score>, ExhaustError> {
        let Some(group) = self.layer.group(place.mask) else { return Ok(None) };
        let Ok(index) = self.layer.codes(group)?.binary_search(&place.code) else { return Ok(None) };
        Ok(self.values(group)?.get(index).map(|&value| Score::new(value.into())))
    }
}
