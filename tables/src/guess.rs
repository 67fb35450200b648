//! What searches that prove nothing thought about positions. This tells an interrupted search where to look first; none
//! of it ever enters an entry.

use solver::{Bounds, Guess, Score};

use crate::format::{bounds_bytes, checksum, move_byte, move_of_byte};
use crate::spot::Spot;

/// The column family of all guesses.
pub(crate) const FAMILY: &str = "guesses";

/// The form of the values.
const VERSION: u8 = 1;

/// The bytes of a value; `key` is [`Spot::key`].
pub(crate) fn encode(key: &[u8], guess: Guess) -> Vec<u8> {
    let [lower, upper] = bounds_bytes(guess.bounds);
    let mut value = vec![VERSION, guess.level, lower, upper, move_byte(guess.best)];
    value.extend(checksum(key, &value));
    value
}

/// What a value says about a position; `None` if [`encode`] cannot have made it.
pub(crate) fn decode(spot: Spot, key: &[u8], value: &[u8]) -> Option<Guess> {
    let (body, sum) = value.split_last_chunk()?;
    let &[VERSION, level, lower, upper, best] = body else { return None };
    let bounds = Bounds::new(Score::from(lower as i8), Score::from(upper as i8));
    let best = move_of_byte(best)?;
    let is_possible = !bounds.contradict() && spot.game.allows(spot.discs, best);
    (*sum == checksum(key, body) && is_possible).then_some(Guess { level, bounds, best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Game;
    use proptest::prelude::*;
    use solver::{Discs, Move, Scoring, Square};

    fn spot() -> Spot {
        let game = Game::new("4x10".parse().unwrap(), Scoring::Wof);
        Spot { game, discs: Discs::from_bits(5, 0x80_0000_0002).unwrap() }
    }

    proptest! {
        #[test]
        fn guesses_read_back(level: u8, lower in -40..=0, upper in 0..=40, square in 3u8..39) {
            let key = spot().key();
            for best in [None, Some(Move::Pass), Square::new(square).map(Move::Place)] {
                let guess = Guess { level, bounds: Bounds::new(lower, upper), best };
                prop_assert_eq!(decode(spot(), &key, &encode(&key, guess)), Some(guess));
            }
        }

        #[test]
        fn other_bytes_are_no_guess(value: Vec<u8>) {
            prop_assert_eq!(decode(spot(), &spot().key(), &value), None);
        }
    }

    #[test]
    fn a_flipped_bit_or_another_key_or_an_occupied_square_is_noticed() {
        let key = spot().key();
        let at = |square| Guess { level: 2, bounds: Bounds::new(-2, 4), best: Square::new(square).map(Move::Place) };
        let value = encode(&key, at(3));
        for bit in 0..8 * value.len() {
            let mut damaged = value.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode(spot(), &key, &damaged), None, "bit {bit}");
        }
        assert_eq!(decode(spot(), b"another", &value), None);
        assert_eq!(decode(spot(), &key, &encode(&key, at(2))), None);
    }
}
