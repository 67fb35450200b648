//! The scale of the evaluation in UCT+: how many points weigh as much as a win.

use mcts::playout::Playout;
use mcts::{Evaluate, Game, Random, Reward};
use othello::{LanePlayouts, Learned, Othello};
use solver::Move;

use super::discriminant::Discriminant;
use crate::error::ExperimentError;
use crate::labelled::Labelled;

/// A move of a labelled position: the two terms that UCT+ adds up, for the side that makes it (the mean reward of playouts after
/// the move, and the evaluation of the position after it in points), and whether it wins; otherwise it loses.
pub(super) type Sample = ([f64; 2], bool);

/// The scale of UCT+ (see [`mcts::select::UctPlus`]): how many points of the evaluation say as much about the outcome as
/// a reward of 1, the ratio of their coefficients in one discriminant function (Hashimoto et al. 2013, section 5.2). `None` if
/// one of reward and evaluation adds nothing to the other's prediction of the outcome.
///
/// # Errors
/// Fewer than two wins or losses, or features that depend on one another.
pub(super) fn uct_plus_scale(samples: &[Sample]) -> Result<Option<f64>, ExperimentError> {
    let [reward, points] = Discriminant::fit(samples)?.weights;
    Ok((reward > 0.0 && points > 0.0).then_some(reward / points))
}

/// The 95 % limits of [`uct_plus_scale`], by `rounds` resamples of whole positions (percentile bootstrap, Efron 1979): moves of
/// one position are not independent. The lower limit is 0 where the reward may add nothing to the evaluation, the upper one
/// infinite where the evaluation may add nothing to the reward. `None` if hardly any resample can be fitted, if in some
/// neither adds anything, or if in nearly all the evaluation adds nothing.
///
/// `positions` has the samples of each position.
pub(super) fn scale_limits(positions: &[Vec<Sample>], rounds: usize, seed: u64) -> Option<(f64, f64)> {
    let count = u32::try_from(positions.len()).ok().filter(|&count| count > 0)?;
    let mut random = Random::new(seed, 0);
    let mut scales = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let drawn = (0..count).flat_map(|_| &positions[random.below(count) as usize]);
        let samples: Vec<Sample> = drawn.copied().collect();
        let Ok(Discriminant { weights, .. }) = Discriminant::fit(&samples) else { continue };
        scales.push(match weights {
            [reward, points] if points > 0.0 => reward.max(0.0) / points,
            [reward, _] if reward > 0.0 => f64::INFINITY,
            _ => return None,
        });
    }
    if 2 * scales.len() <= rounds {
        return None;
    }
    scales.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| scales[((scales.len() - 1) as f64 * share).round() as usize];
    Some((at(0.025), at(0.975))).filter(|(lower, _)| lower.is_finite())
}

/// Samples for [`uct_plus_scale`] from labelled positions: for each position its moves that win or lose, each with the mean
/// reward of `playouts` random games after it. The random numbers for a position depend only on it and on `seed`.
pub(super) fn samples(
    game: &Othello,
    evaluation: &Learned,
    positions: &[Labelled],
    playouts: u32,
    seed: u64,
) -> Vec<Vec<Sample>> {
    let mut lanes = LanePlayouts::new(game);
    let mut of = |position: &Labelled| {
        let mut random = Random::new(position.seed(seed), 0);
        let moves = position.moves.iter().filter(|&&(_, value)| value != 0);
        let sample = |&(chosen, value): &(Move, i32)| {
            let next = game.apply(&position.position, chosen);
            let tally = lanes.play(game, &next, playouts, &mut random, None);
            let reward = 1.0 - tally.rewards(Reward::Outcome, game.max_score()).sum / f64::from(tally.playouts.max(1));
            ([reward, -evaluation.points(game, &next)], value > 0)
        };
        moves.map(sample).collect::<Vec<_>>()
    };
    positions.iter().map(&mut of).collect()
}

#[cfg(test)]
mod tests {
    use super::super::discriminant::tests::normal;
    use super::*;

    /// Rewards with standard deviation 0.2, means 0.08 apart: weight 2. Points with 10 and 10: weight 0.1.
    fn drawn(count: usize, random: &mut Random) -> Vec<Sample> {
        let one = |index| {
            let (wins, sign) = (index % 2 == 0, if index % 2 == 0 { 0.5 } else { -0.5 });
            let reward = 0.5 + 0.2 * normal(random) + 0.08 * sign;
            ([reward, 10.0 * normal(random) + 10.0 * sign], wins)
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn the_scale_is_the_ratio_of_what_both_say() {
        let samples = drawn(100_000, &mut Random::new(2, 0));
        let scale = |samples: &[Sample]| uct_plus_scale(samples).unwrap();
        assert!((scale(&samples).unwrap() - 20.0).abs() < 1.0, "{:?}", scale(&samples));
        let turned = |turn: fn(Sample) -> Sample| samples.iter().copied().map(turn).collect::<Vec<Sample>>();
        assert_eq!(scale(&turned(|([reward, points], wins)| ([reward, -points], wins))), None);
        assert_eq!(scale(&turned(|([reward, points], wins)| ([-reward, points], wins))), None);
    }

    #[test]
    fn limits_contain_the_scale_and_are_those_of_positions_not_moves() {
        let limits = |positions: &[Vec<Sample>]| scale_limits(positions, 500, 1).unwrap();
        let samples = drawn(2_000, &mut Random::new(3, 0));
        let alone: Vec<Vec<Sample>> = samples.iter().map(|&sample| vec![sample]).collect();
        let (lower, upper) = limits(&alone);
        let scale = uct_plus_scale(&samples).unwrap().unwrap();
        assert!(lower < scale && scale < upper && lower > 10.0 && upper < 40.0, "{lower} {scale} {upper}");
        // The same moves ten times in each position tell nothing new.
        let tenfold: Vec<Vec<Sample>> = alone.iter().map(|position| position.repeat(10)).collect();
        let (low, high) = limits(&tenfold);
        assert!(((high - low) / (upper - lower) - 1.0).abs() < 0.05, "{low} {high}");
        // Rewards that mislead have the scale 0; with an evaluation that misleads there is none.
        let turned = |turn: fn(Sample) -> Sample| {
            alone.iter().map(|position| position.iter().copied().map(turn).collect()).collect::<Vec<_>>()
        };
        assert_eq!(limits(&turned(|([reward, points], wins)| ([-reward, points], wins))), (0.0, 0.0));
        // An evaluation without a meaning may still look as if it had one.
        let noise = turned(|([reward, points], wins)| {
            let side = if (reward * 1e6) as i64 % 2 == 0 { 1.0 } else { -1.0 };
            ([reward, points * side], wins)
        });
        assert_eq!(scale_limits(&noise, 500, 1).map(|limits| limits.1), Some(f64::INFINITY));
        assert_eq!(scale_limits(&turned(|([reward, points], wins)| ([reward, -points], wins)), 500, 1), None);
        let nothing = turned(|([reward, points], wins)| ([-reward, -points], wins));
        assert_eq!(scale_limits(&nothing, 500, 1), None);
        assert_eq!((scale_limits(&[], 500, 1), scale_limits(&alone[..1], 500, 1)), (None, None));
    }
}
