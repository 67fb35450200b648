//! What a playout is worth: rewards from scores, and sums of rewards that many threads can add to.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use crate::game::Score;

/// How a score becomes a reward, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reward {
    /// 1 for a win, ½ for a draw, 0 for a loss.
    #[default]
    Outcome,
    /// The score itself, mapped linearly to 0 … 1: ½ is a draw.
    Margin,
}

impl Reward {
    /// The reward of a score in a game whose scores are at most `most`.
    #[inline]
    #[must_use]
    pub fn of(self, score: Score, most: Score) -> f64 {
        match self {
            Self::Outcome => f64::from(score.signum() + 1) / 2.0,
            Self::Margin => f64::from(score + most) / f64::from(2 * most),
        }
    }

    /// What this reward distinguishes of a score: its sign, or all of it.
    #[must_use]
    pub fn visible(self, score: Score) -> Score {
        match self {
            Self::Outcome => score.signum(),
            Self::Margin => score,
        }
    }

    /// The largest score that [`Reward::visible`] gives.
    #[must_use]
    pub fn max_score(self, max_score: Score) -> Score {
        match self {
            Self::Outcome => 1,
            Self::Margin => max_score,
        }
    }
}

/// The results of some playouts from one position, for the side to move there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of playouts.
    pub playouts: u32,
    /// Playouts won.
    pub wins: u32,
    /// Playouts drawn.
    pub draws: u32,
    /// Sum of the scores.
    pub sum: i64,
    /// Sum of their squares.
    pub squares: u64,
}

impl Tally {
    /// Adds a playout.
    #[inline(always)]
    pub fn add(&mut self, score: Score) {
        self.playouts += 1;
        self.wins += u32::from(score > 0);
        self.draws += u32::from(score == 0);
        self.sum += i64::from(score);
        self.squares += u64::from(score.unsigned_abs()).pow(2);
    }

    /// Adds the playouts of another tally.
    pub fn join(&mut self, other: Self) {
        self.playouts += other.playouts;
        self.wins += other.wins;
        self.draws += other.draws;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Mean score, 0 without playouts.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum as f64 / f64::from(self.playouts.max(1))
    }

    /// Sum and sum of squares of the rewards.
    #[must_use]
    pub fn rewards(&self, reward: Reward, most: Score) -> Sums {
        let count = f64::from(self.playouts);
        match reward {
            Reward::Outcome => {
                let (wins, draws) = (f64::from(self.wins), f64::from(self.draws));
                Sums { playouts: self.playouts, sum: wins + draws / 2.0, squares: wins + draws / 4.0 }
            }
            Reward::Margin => {
                let (most, sum, squares) = (f64::from(most), self.sum as f64, self.squares as f64);
                Sums {
                    playouts: self.playouts,
                    sum: (sum + count * most) / (2.0 * most),
                    squares: (squares + 2.0 * most * sum + count * most * most) / (4.0 * most * most),
                }
            }
        }
    }
}

/// Rewards of some playouts, for one side. Plain numbers, which schemes without shared memory can send and save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sums {
    /// Number of playouts; in a snapshot of [`Counters`] including those in flight.
    pub playouts: u32,
    /// Sum of the rewards.
    pub sum: f64,
    /// Sum of their squares; 0 in [`Counters`] if selection does not use variances.
    pub squares: f64,
}

impl Sums {
    /// Mean reward, ½ without playouts.
    #[inline]
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.playouts == 0 { 0.5 } else { self.sum / f64::from(self.playouts) }
    }

    /// Variance of the rewards, 0 without playouts.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let count = f64::from(self.playouts.max(1));
        (self.squares / count - (self.sum / count).powi(2)).max(0.0)
    }

    /// The same for the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        let count = f64::from(self.playouts);
        // Σ(1−r)² = n − 2Σr + Σr².
        Self { sum: count - self.sum, squares: count - 2.0 * self.sum + self.squares, ..self }
    }

    /// The same with the mean clamped to the proven bounds `lower` and `upper`.
    #[must_use]
    pub fn within(self, lower: f64, upper: f64) -> Self {
        let count = f64::from(self.playouts);
        let sum = self.sum.clamp(count * lower, count * upper);
        if sum == self.sum { self } else { Self { sum, squares: sum * sum / count.max(1.0), ..self } }
    }
}

/// A reward of 1 in units of the counters.
const ONE: f64 = (1u64 << 24) as f64;

/// Visits and rewards of a node or of a move, for the side to move there. Any number of threads may add at once, and the
/// order of additions makes no difference: rewards are stored as integer multiples of 2⁻²⁴.
#[derive(Debug, Default)]
pub struct Counters {
    visits: AtomicU32,
    sum: AtomicU64,
    squares: AtomicU64,
}

impl Counters {
    /// Counts playouts that begin; they count as lost until their rewards are added.
    #[inline]
    pub fn enter(&self, visits: u32) {
        self.visits.fetch_add(visits, Ordering::Relaxed);
    }

    /// Adds the rewards of playouts that [`Counters::enter`] counted as `entered` visits. Skips squares of 0, which saves
    /// time if they are not needed.
    #[inline]
    pub fn leave(&self, entered: u32, sums: Sums) {
        self.sum.fetch_add((sums.sum * ONE).round() as u64, Ordering::Relaxed);
        if sums.squares > 0.0 {
            self.squares.fetch_add((sums.squares * ONE).round() as u64, Ordering::Relaxed);
        }
        if entered != sums.playouts {
            // Wraps to the right number, whether there are fewer playouts than entered visits or more.
            self.visits.fetch_add(sums.playouts.wrapping_sub(entered), Ordering::Relaxed);
        }
    }

    /// [`Counters::enter`] where no other thread has access, which is faster.
    #[inline]
    pub fn enter_alone(&mut self, visits: u32) {
        let all = self.visits.get_mut();
        *all = all.wrapping_add(visits);
    }

    /// [`Counters::leave`] where no other thread has access, which is faster.
    #[inline]
    pub fn leave_alone(&mut self, entered: u32, sums: Sums) {
        let sum = self.sum.get_mut();
        *sum = sum.wrapping_add((sums.sum * ONE).round() as u64);
        if sums.squares > 0.0 {
            let squares = self.squares.get_mut();
            *squares = squares.wrapping_add((sums.squares * ONE).round() as u64);
        }
        let visits = self.visits.get_mut();
        *visits = visits.wrapping_add(sums.playouts.wrapping_sub(entered));
    }

    /// Number of playouts.
    #[inline]
    #[must_use]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Everything.
    #[inline]
    #[must_use]
    pub fn read(&self) -> Sums {
        Sums {
            playouts: self.visits(),
            sum: self.sum.load(Ordering::Relaxed) as f64 / ONE,
            squares: self.squares.load(Ordering::Relaxed) as f64 / ONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_rewards_of_some_scores() {
        let mut tally = Tally::default();
        for score in [4, -8, 0, 16] {
            tally.add(score);
        }
        assert_eq!((tally.playouts, tally.wins, tally.draws), (4, 2, 1));
        for reward in [Reward::Outcome, Reward::Margin] {
            let rewards = [4, -8, 0, 16].map(|score| reward.of(score, 16));
            let sums = tally.rewards(reward, 16);
            assert!((sums.sum - rewards.iter().sum::<f64>()).abs() < 1e-12, "{reward:?}");
            assert!((sums.squares - rewards.iter().map(|r| r * r).sum::<f64>()).abs() < 1e-12, "{reward:?}");
            let turned = sums.turned();
            assert!((turned.sum - rewards.iter().map(|r| 1.0 - r).sum::<f64>()).abs() < 1e-12, "{reward:?}");
            assert!((turned.squares - rewards.iter().map(|r| (1.0 - r).powi(2)).sum::<f64>()).abs() < 1e-12);
        }
        assert_eq!(Reward::Outcome.of(3, 16), 1.0);
        assert_eq!(Reward::Margin.of(0, 16), 0.5);
        assert_eq!(Reward::Margin.of(-16, 16), 0.0);
    }

    #[test]
    fn what_is_under_way_counts_as_lost_until_it_is_back() {
        let counters = Counters::default();
        counters.enter(3);
        assert_eq!(counters.read().mean(), 0.0);
        let sums = Sums { playouts: 2, sum: 2.0, squares: 2.0 };
        counters.leave(3, sums);
        assert_eq!(counters.read(), sums);
        assert_eq!(counters.read().variance(), 0.0);
    }

    #[test]
    fn counters_say_the_same_whether_other_threads_look_on_or_not() {
        let (shared, mut alone) = (Counters::default(), Counters::default());
        for number in 1..200u32 {
            let (entered, playouts) = (number % 5, number % 3 + 1);
            let sum = f64::from(playouts) / f64::from(number);
            let sums = Sums { playouts, sum, squares: if number % 2 == 0 { 0.0 } else { sum / 3.0 } };
            shared.enter(entered);
            alone.enter_alone(entered);
            assert_eq!(shared.read(), alone.read());
            shared.leave(entered, sums);
            alone.leave_alone(entered, sums);
            assert_eq!(shared.read(), alone.read());
        }
    }

    #[test]
    fn proven_limits_hold_a_mean_in() {
        let sums = Sums { playouts: 4, sum: 1.0, squares: 1.0 };
        assert_eq!(sums.within(0.5, 1.0), Sums { playouts: 4, sum: 2.0, squares: 1.0 });
        assert_eq!(sums.within(0.0, 1.0), sums);
        assert_eq!(sums.within(0.0, 0.0).sum, 0.0);
    }
}
