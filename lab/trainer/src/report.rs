//! How far an evaluation is from exact values.

use std::ops::Range;

use rayon::prelude::*;
use solver::evaluation::lookahead::Lookahead;
use solver::evaluation::{DISC, Evaluation};
use solver::{Discs, Geometry, Move, Observer, Scoring, rules};

use crate::Stopped;
use crate::games::Games;
use crate::labels::Exact;

/// Training uses no games from this number on.
const FIRST_GAME: u64 = 1 << 40;
/// Games to take positions from, for each number of empty squares.
const GAMES: u64 = 2000;
/// Positions to solve between two checks of the cost.
const BATCH: usize = 32;
/// After this many nodes, no further batch is solved.
const MAX_NODES: u64 = 200_000_000;
/// The smallest number of empty squares in the report, which covers even numbers only.
const MIN_EMPTIES: u32 = 4;
/// The largest number of empty squares in the report, unless positions become too costly before.
const MAX_EMPTIES: u32 = 16;

/// Errors on positions with one number of empty squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// Number of empty squares.
    pub empties: u32,
    /// Number of positions.
    pub positions: usize,
    /// Mean of |evaluation − value|, in discs.
    pub mean_absolute: f64,
    /// Root of the mean of (evaluation − value)², in discs.
    pub root_mean_square: f64,
    /// The same for the guess that every game is drawn, in discs: how spread out the values are.
    pub root_mean_square_of_zero: f64,
    /// Share of the positions, from 0 to 1, in which the move with the best evaluation is one of the best.
    pub best_moves: f64,
    /// What that move loses on average, in discs.
    pub mean_loss: f64,
}

/// The result for one position.
#[derive(Clone, Copy)]
struct Sample {
    value: i32,
    score: i32,
    loss: i32,
    nodes: u64,
}

/// Errors by number of empty squares, on positions of games played by `player`.
///
/// Leaves out positions that `is_known`. Costly numbers of empty squares get fewer positions, or are left out.
///
/// # Errors
/// The observer asked to stop.
pub fn errors(
    evaluation: &Evaluation,
    player: &Evaluation,
    seed: u64,
    is_known: &(dyn Fn(Discs) -> bool + Sync),
    observer: &dyn Observer,
) -> Result<Vec<Errors>, Stopped> {
    let most = (evaluation.board().squares() - 5).min(MAX_EMPTIES);
    let ranges: Vec<(u32, u32)> = (MIN_EMPTIES..=most).step_by(2).map(|empties| (empties, empties)).collect();
    let numbers: Range<u64> = FIRST_GAME..FIRST_GAME + GAMES;
    let positions = Games::new(player, seed).positions(numbers, &ranges, observer)?;
    let geometry = Geometry::new(evaluation.board());
    let mut errors = Vec::new();
    for (&(empties, _), mut positions) in ranges.iter().zip(positions) {
        positions.retain(|&discs| rules::mobility(&geometry, discs) != 0 && !is_known(discs));
        let samples = samples(evaluation, &geometry, empties, &positions, observer)?;
        let nodes: u64 = samples.iter().map(|sample| sample.nodes).sum();
        errors.extend(summary(empties, &samples));
        if samples.len() <= BATCH && nodes > MAX_NODES {
            break;
        }
    }
    Ok(errors)
}

/// Solves positions until all are solved or they cost too much.
fn samples(
    evaluation: &Evaluation,
    geometry: &Geometry,
    empties: u32,
    positions: &[Discs],
    observer: &dyn Observer,
) -> Result<Vec<Sample>, Stopped> {
    observer.begin(&format!("errors at {empties} empties"), positions.len() as u64);
    let mut samples: Vec<Sample> = Vec::new();
    // Neighbours in a sorted list are no random sample, so take positions from all over it.
    let stride = positions.len().div_ceil(BATCH).max(1);
    for first in 0..stride {
        let batch: Vec<Discs> = positions.iter().copied().skip(first).step_by(stride).collect();
        let solved = batch.par_iter().map(|&discs| sample(evaluation, geometry, discs));
        samples.extend(solved.collect::<Vec<Sample>>());
        observer.advance(batch.len() as u64);
        if observer.is_stopped() {
            return Err(Stopped);
        }
        if samples.iter().map(|sample| sample.nodes).sum::<u64>() > MAX_NODES {
            break;
        }
    }
    Ok(samples)
}

/// Solves a position and the move that the evaluation likes best.
fn sample(evaluation: &Evaluation, geometry: &Geometry, discs: Discs) -> Sample {
    let mut exact = Exact::new(evaluation);
    let (value, nodes) = exact.value(discs);
    let chosen = Lookahead::new(evaluation, Scoring::Discs).best(discs, 1).map(|best| best.chosen);
    let (after, further) = match chosen {
        Some(Move::Place(square)) => exact.value(rules::placed(geometry, discs, square)),
        _ => (-value, 0),
    };
    Sample { value, score: evaluation.score(discs), loss: value + after, nodes: nodes + further }
}

/// The means over some positions; `None` if there are none.
fn summary(empties: u32, samples: &[Sample]) -> Option<Errors> {
    let mean = |of: &dyn Fn(&Sample) -> f64| samples.iter().map(of).sum::<f64>() / samples.len() as f64;
    let error = |sample: &Sample| f64::from(sample.score) / f64::from(DISC) - f64::from(sample.value);
    (!samples.is_empty()).then(|| Errors {
        empties,
        positions: samples.len(),
        mean_absolute: mean(&|sample| error(sample).abs()),
        root_mean_square: mean(&|sample| error(sample).powi(2)).sqrt(),
        root_mean_square_of_zero: mean(&|sample| f64::from(sample.value).powi(2)).sqrt(),
        best_moves: mean(&|sample| f64::from(sample.loss == 0)),
        mean_loss: mean(&|sample| f64::from(sample.loss)),
    })
}
