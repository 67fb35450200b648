//! What is asked of the root next.

use solver::{Bounds, Mode, Score};

/// The next question about the root, "is it worth at least this?": first who wins, then, if that is wanted, how much.
/// `None` when nothing is left to ask.
///
/// It depends on nothing but what is known, so that a campaign that goes on asks what it would have asked. `guess` is a
/// guess of the value; the further it was off, the longer the steps away from it.
pub(crate) fn next(bounds: Bounds, mode: Mode, first: Option<Score>, guess: Score) -> Option<Score> {
    if mode.settled(bounds) {
        return None;
    }
    let is_open = |&at_least: &Score| at_least > bounds.lower && at_least <= bounds.upper;
    if let Some(first) = first.filter(is_open) {
        return Some(first);
    }
    if bounds.outcome().is_none() {
        return [1, 0].into_iter().filter(is_open).max_by_key(|&at_least| (at_least == 1) == (guess > 0));
    }
    let wanted = if guess > bounds.upper {
        bounds.upper - (guess - bounds.upper) / 4
    } else if guess <= bounds.lower {
        bounds.lower + 1 + (bounds.lower - guess) / 4
    } else {
        guess
    };
    Some(wanted.clamp(bounds.lower + 1, bounds.upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers with limits that are as weak as can be.
    fn ask_all(value: Score, most: Score, mode: Mode, guess: Score) -> (Bounds, u32) {
        let mut bounds = Bounds { lower: -most, upper: most };
        for questions in 0.. {
            let Some(at_least) = next(bounds, mode, None, guess) else { return (bounds, questions) };
            assert!(at_least > bounds.lower && at_least <= bounds.upper, "{bounds} {at_least}");
            if value >= at_least {
                bounds.lower = at_least;
            } else {
                bounds.upper = at_least - 1;
            }
        }
        unreachable!()
    }

    #[test]
    fn every_value_is_found_from_every_guess() {
        for most in [9, 16, 36] {
            for value in -most..=most {
                for guess in -most - 2..=most + 2 {
                    let (bounds, questions) = ask_all(value, most, Mode::Exact, guess);
                    assert_eq!(bounds.exact(), Some(value));
                    assert!(questions <= 24, "{most} {value} {guess}: {questions}");
                    let (bounds, questions) = ask_all(value, most, Mode::Wld, guess);
                    assert_eq!(bounds.outcome(), Bounds::at(value).outcome());
                    assert!(questions <= 2);
                }
            }
        }
    }

    #[test]
    fn the_likelier_outcome_is_asked_first_and_the_first_question_may_be_given() {
        let unknown = Bounds { lower: -16, upper: 16 };
        assert_eq!(next(unknown, Mode::Wld, None, 3), Some(1));
        assert_eq!(next(unknown, Mode::Wld, None, -3), Some(0));
        assert_eq!(next(unknown, Mode::Wld, Some(16), -3), Some(16));
        assert_eq!(next(Bounds { lower: 0, upper: 16 }, Mode::Wld, None, -3), Some(1));
        assert_eq!(next(Bounds { lower: 4, upper: 16 }, Mode::Exact, None, 7), Some(7));
    }
}
