//! Which question about the root comes next.

use solver::{Bounds, Mode};

/// The next question about the root, "is it worth at least this?": first who wins, then, if wanted, by how much.
/// `None` when nothing is left to ask.
///
/// It depends only on what is known, so a resumed campaign asks what it would have asked anyway. `guess` is a guess of
/// the value; the further off it proves to be, the larger the steps away from it.
pub(crate) fn next(bounds: Bounds, mode: Mode, first: Option<i32>, guess: impl Fn() -> i32) -> Option<i32> {
    if mode.settled(bounds) {
        return None;
    }
    let (lower, upper) = (bounds.lower.discs(), bounds.upper.discs());
    let is_open = |&at_least: &i32| at_least > lower && at_least <= upper;
    if let Some(first) = first.filter(is_open) {
        return Some(first);
    }
    let guess = guess();
    if bounds.outcome().is_none() {
        return [1, 0].into_iter().filter(is_open).max_by_key(|&at_least| (at_least == 1) == (guess > 0));
    }
    let wanted = if guess > upper {
        upper - (guess - upper) / 4
    } else if guess <= lower {
        lower + 1 + (lower - guess) / 4
    } else {
        guess
    };
    Some(wanted.clamp(lower + 1, upper))
}

#[cfg(test)]
mod tests {
    use solver::Score;

    use super::*;

    /// Answers every question with the weakest bound possible.
    fn ask_all(value: i32, most: i32, mode: Mode, guess: i32) -> (Bounds, u32) {
        let mut bounds = Bounds::new(-most, most);
        for questions in 0.. {
            let Some(at_least) = next(bounds, mode, None, || guess) else { return (bounds, questions) };
            assert!(at_least > bounds.lower.discs() && at_least <= bounds.upper.discs(), "{bounds} {at_least}");
            if value >= at_least {
                bounds.lower = Score::new(at_least);
            } else {
                bounds.upper = Score::new(at_least - 1);
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
                    assert_eq!(bounds.exact(), Some(Score::new(value)));
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
        let unknown = Bounds::new(-16, 16);
        assert_eq!(next(unknown, Mode::Wld, None, || 3), Some(1));
        assert_eq!(next(unknown, Mode::Wld, None, || -3), Some(0));
        assert_eq!(next(unknown, Mode::Wld, Some(16), || -3), Some(16));
        assert_eq!(next(Bounds::new(0, 16), Mode::Wld, None, || -3), Some(1));
        assert_eq!(next(Bounds::new(4, 16), Mode::Exact, None, || 7), Some(7));
    }
}
