//! The clocks of both players as GTP sets them: a main time, then periods in each of which some moves must be made.

use std::time::Duration;

use solver::Side;

/// With this many empty squares or fewer, a game is solved in next to no time.
const SOON_SOLVED: u32 = 16;

/// What each player has left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// A period, and the moves to make in it; 0 for none.
    period: (Duration, u32),
    /// Black's and White's time, and the moves to make in it; 0 in the main time.
    left: [(Duration, u32); 2],
}

impl Clock {
    /// Both clocks at their beginning; `None` if there is no limit.
    pub(super) fn new(main: Duration, period: Duration, moves: u32) -> Option<Self> {
        let is_unlimited = !period.is_zero() && moves == 0;
        let begin = if main.is_zero() && moves > 0 { (period, moves) } else { (main, 0) };
        (!is_unlimited).then_some(Self { period: (period, moves), left: [begin; 2] })
    }

    /// Sets what a player has left.
    pub(super) fn set(&mut self, side: Side, left: Duration, moves: u32) {
        self.left[index(side)] = (left, moves);
    }

    /// The time for the next move: the same share for every one to come, but nearly none for those of a game that is solved.
    pub(super) fn share(&self, side: Side, empties: u32) -> Duration {
        let (left, moves) = self.left[index(side)];
        let moves = if moves == 0 { 1 + empties.saturating_sub(SOON_SOLVED) / 2 } else { moves };
        // A tenth is for the way to the front end and back.
        left / 10 * 9 / moves
    }

    /// Takes the time of a move off a player's clock.
    pub(super) fn spend(&mut self, side: Side, time: Duration) {
        let (left, moves) = &mut self.left[index(side)];
        *left = left.saturating_sub(time);
        let is_main = *moves == 0;
        *moves = moves.saturating_sub(1);
        if self.period.1 > 0 && if is_main { left.is_zero() } else { *moves == 0 } {
            (*left, *moves) = self.period;
        }
    }
}

fn index(side: Side) -> usize {
    usize::from(side == Side::White)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn periods_follow_the_main_time() {
        let mut clock = Clock::new(10 * SECOND, 6 * SECOND, 2).unwrap();
        assert_eq!(clock.share(Side::Black, 16), 9 * SECOND);
        assert_eq!(clock.share(Side::Black, 24), 9 * SECOND / 5);
        clock.spend(Side::Black, 11 * SECOND);
        assert_eq!(clock.share(Side::Black, 60), 9 * SECOND * 6 / 20);
        clock.spend(Side::Black, SECOND);
        assert_eq!(clock.left, [(5 * SECOND, 1), (10 * SECOND, 0)]);
        clock.spend(Side::Black, SECOND);
        assert_eq!(clock.left[0], (6 * SECOND, 2));
        clock.set(Side::White, SECOND, 0);
        assert_eq!(clock.left[1], (SECOND, 0));
    }

    #[test]
    fn without_moves_in_a_period_there_is_no_limit() {
        assert!(Clock::new(SECOND, SECOND, 0).is_none());
        let clock = Clock::new(Duration::ZERO, Duration::ZERO, 0).unwrap();
        assert_eq!(clock.share(Side::White, 60), Duration::ZERO);
        let clock = Clock::new(Duration::ZERO, 4 * SECOND, 2).unwrap();
        assert_eq!(clock.share(Side::White, 60), 9 * SECOND * 4 / 20);
    }
}
