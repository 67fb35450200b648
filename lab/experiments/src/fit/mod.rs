//! How many discs of the evaluation weigh as much as a win in UCT+.
//!
//! Hashimoto et al. 2013 find that scale by a discriminant analysis of some 8,000 moves in problem positions, as the ratio
//! of the coefficients of the win rate and the evaluation.

use othello::{Learned, Othello};
use serde::Serialize;
use solver::Board;

use discriminant::Discriminant;
use uct_plus::{samples, scale_limits, uct_plus_scale};

use crate::error::ExperimentError;
use crate::material::Material;
use crate::record;

mod discriminant;
mod uct_plus;

/// Bootstrap resamples.
const ROUNDS: usize = 2000;

/// The result of a fit. As JSON it is what `solve mcts fit --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Fitted {
    /// The name of the positions.
    pub set: String,
    /// The board.
    #[serde(serialize_with = "record::text")]
    pub board: Board,
    /// Fewest and most empty squares.
    pub empties: (u32, u32),
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of positions.
    pub positions: usize,
    /// Moves that win or lose.
    pub moves: usize,
    /// Random games after each move.
    pub playouts: u32,
    /// The scale in discs; `None` if one of evaluation and reward adds nothing to the other.
    pub scale: Option<f64>,
    /// Its 95 % interval, by bootstrap over positions: lower limit, which is 0 where the rewards may add nothing to the
    /// evaluation, and upper one, `None` if there is none. `None` without an interval.
    pub limits: Option<(f64, Option<f64>)>,
    /// Share of the moves that the evaluation alone classifies correctly.
    pub by_evaluation: f64,
    /// Share of the moves that the reward of random games alone classifies correctly.
    pub by_reward: f64,
    /// Share of the moves that both together classify correctly.
    pub by_both: f64,
}

/// Fits the scale to the moves of some positions: to their evaluations, their rewards in this many random games, and their
/// true outcomes.
///
/// # Errors
/// The fit is impossible.
pub fn fit(material: &Material, playouts: u32, seed: u64) -> Result<Fitted, ExperimentError> {
    let game = Othello::new(material.board, material.scoring);
    let of_positions = samples(&game, &Learned::of(&game), &material.positions, playouts, seed);
    let samples = of_positions.concat();
    let scale = uct_plus_scale(&samples)?;
    let limits = scale_limits(&of_positions, ROUNDS, seed);
    let limits = limits.map(|(lower, upper)| (lower, Some(upper).filter(|upper| upper.is_finite())));
    let told_apart = |feature: usize| {
        let classed: Vec<([f64; 1], bool)> =
            samples.iter().map(|&(features, wins)| ([features[feature]], wins)).collect();
        Discriminant::fit(&classed).map(|found| found.accuracy(&classed))
    };
    Ok(Fitted {
        set: material.name.clone(),
        board: material.board,
        empties: material.empties,
        seed,
        positions: material.positions.len(),
        moves: samples.len(),
        playouts,
        scale,
        limits,
        by_evaluation: told_apart(1)?,
        by_reward: told_apart(0)?,
        by_both: Discriminant::fit(&samples)?.accuracy(&samples),
    })
}
