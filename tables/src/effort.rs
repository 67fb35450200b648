//! The effort spent on the value of a position, over all runs. It is written together with the proofs of the same time.

use std::time::Duration;

use solver::{Bounds, Score};

use crate::format::{bounds_bytes, checksum};
use crate::spot::Spot;

/// The column family of all efforts, which is named after the searches.
pub(crate) const FAMILY: &str = "searches";

/// The version of the values' form.
const VERSION: u8 = 1;
/// Version, lower, upper, whether complete; runs; nodes; milliseconds; checksum.
const VALUE_BYTES: usize = 4 + 4 + 8 + 8 + 4;

/// What was spent on the value of a position, and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// What is proven, for the side to move.
    pub bounds: Bounds,
    /// Whether the last question is answered.
    pub is_complete: bool,
    /// Runs of the program that have searched.
    pub runs: u32,
    /// Nodes searched in all runs.
    pub nodes: u64,
    /// Time of all runs; stored in milliseconds.
    pub time: Duration,
}

/// One run of a search, whose effort is added to that of earlier runs; see [`crate::Tables::begin_run`].
#[derive(Clone, Copy, Debug)]
pub struct Run {
    pub(crate) spot: Spot,
    pub(crate) earlier: Option<Effort>,
}

impl Run {
    /// What earlier runs have spent on the same position, as it stands, and what they have proven.
    #[must_use]
    pub fn earlier(&self) -> Option<&Effort> {
        self.earlier.as_ref()
    }

    /// The nodes and the time that earlier runs, if any, have spent without an answer.
    #[must_use]
    pub fn unfinished(&self) -> Option<(u64, Duration)> {
        let earlier = self.earlier.filter(|earlier| !earlier.is_complete)?;
        Some((earlier.nodes, earlier.time))
    }
}

impl Run {
    /// What all runs have spent, including this one: what it has proven, if anything, its nodes and its time.
    pub(crate) fn so_far(&self, bounds: Option<Bounds>, nodes: u64, time: Duration, is_complete: bool) -> Effort {
        let unknown = self.spot.game.unknown();
        let nothing = Effort { bounds: unknown, is_complete: false, runs: 0, nodes: 0, time: Duration::ZERO };
        let earlier = self.earlier.unwrap_or(nothing);
        // An earlier run's note may rest on a false claim.
        let proven = bounds.unwrap_or(unknown);
        let both = proven.intersect(earlier.bounds);
        Effort {
            bounds: if both.contradict() { proven } else { both },
            is_complete,
            runs: earlier.runs.saturating_add(1),
            nodes: earlier.nodes.saturating_add(nodes),
            time: earlier.time.saturating_add(time),
        }
    }
}

/// The bytes of a value; `key` is [`Spot::key`].
pub(crate) fn encode(key: &[u8], effort: Effort) -> Vec<u8> {
    let mut value = Vec::with_capacity(VALUE_BYTES);
    value.push(VERSION);
    value.extend(bounds_bytes(effort.bounds));
    value.push(u8::from(effort.is_complete));
    value.extend(effort.runs.to_le_bytes());
    value.extend(effort.nodes.to_le_bytes());
    value.extend(u64::try_from(effort.time.as_millis()).unwrap_or(u64::MAX).to_le_bytes());
    value.extend(checksum(key, &value));
    value
}

/// What a value says; `None` if [`encode`] cannot have made it for this key.
pub(crate) fn decode(key: &[u8], value: &[u8]) -> Option<Effort> {
    let (body, sum) = value.split_last_chunk::<4>()?;
    if value.len() != VALUE_BYTES || *sum != checksum(key, body) {
        return None;
    }
    let (&[VERSION, lower, upper, complete], rest) = body.split_first_chunk()? else { return None };
    let (runs, rest) = rest.split_first_chunk()?;
    let (nodes, milliseconds) = rest.split_first_chunk()?;
    let bounds = Bounds::new(Score::from(lower as i8), Score::from(upper as i8));
    let is_possible = !bounds.contradict() && Spot::of_key(key)?.game.unknown().intersect(bounds) == bounds;
    is_possible.then_some(Effort {
        bounds,
        is_complete: complete == 1,
        runs: u32::from_le_bytes(*runs),
        nodes: u64::from_le_bytes(*nodes),
        time: Duration::from_millis(u64::from_le_bytes(milliseconds.try_into().ok()?)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Game;
    use proptest::prelude::*;
    use solver::{Discs, Scoring};

    fn game() -> Game {
        Game::new("4x10".parse().unwrap(), Scoring::Wof)
    }

    proptest! {
        #[test]
        fn efforts_read_back(lower in -40..=0, upper in 0..=40, is_complete: bool, runs: u32, nodes: u64, ms: u64) {
            let effort =
                Effort { bounds: Bounds::new(lower, upper), is_complete, runs, nodes, time: Duration::from_millis(ms) };
            let discs = Discs::from_bits(5, 0x80_0000_0002).unwrap();
            let key = Spot { game: game(), discs }.key();
            prop_assert_eq!(decode(&key, &encode(&key, effort)), Some(effort));
        }

        #[test]
        fn other_bytes_are_refused(key: Vec<u8>, value: Vec<u8>) {
            prop_assert_eq!(decode(&key, &value), None);
        }
    }

    #[test]
    fn bounds_that_cannot_be_are_no_effort_and_false_ones_give_way_to_what_is_proven() {
        let spot = Spot { game: game(), discs: Discs::from_bits(1, 2).unwrap() };
        let effort = |bounds| Effort { bounds, is_complete: false, runs: 1, nodes: 5, time: Duration::ZERO };
        let read = |bounds| decode(&spot.key(), &encode(&spot.key(), effort(bounds))).map(|effort| effort.bounds);
        assert_eq!(read(Bounds::new(-40, 40)), Some(Bounds::new(-40, 40)));
        for wrong in [Bounds::new(7, -3), Bounds::new(-41, 0), Bounds::new(0, 127), Bounds::new(-128, 127)] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
        let run = Run { spot, earlier: Some(effort(Bounds::new(-2, 24))) };
        let so_far = |bounds| run.so_far(bounds, 1, Duration::ZERO, true).bounds;
        assert_eq!(so_far(Some(Bounds::new(-6, 4))), Bounds::new(-2, 4));
        assert_eq!(so_far(Some(Bounds::at(-6))), Bounds::at(-6), "the earlier note was false");
        assert_eq!(so_far(None), Bounds::new(-2, 24));
    }

    #[test]
    fn a_flipped_bit_is_noticed() {
        let key = Spot { game: game(), discs: Discs::from_bits(1, 2).unwrap() }.key();
        let effort =
            Effort { bounds: Bounds::at(4), is_complete: true, runs: 3, nodes: 99, time: Duration::from_secs(1) };
        let value = encode(&key, effort);
        for bit in 0..8 * value.len() {
            let mut damaged = value.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode(&key, &damaged), None, "bit {bit}");
        }
    }
}
