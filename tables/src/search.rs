//! What has been spent on a question so far, over all runs; written together with what was proven meanwhile.

use std::time::Duration;

use solver::{Bounds, Discs, Score};
use xxhash_rust::xxh3::Xxh3Default;

use crate::format::{Game, Key, read_key};

/// The column family of all searches.
pub(crate) const FAMILY: &str = "searches";

/// The form of the values.
const VERSION: u8 = 1;
/// Between the name of the table and the position's key.
const SEPARATOR: u8 = 0;
/// Version, lower, upper, whether complete; runs; nodes; milliseconds; checksum.
const VALUE_BYTES: usize = 4 + 4 + 8 + 8 + 4;

/// How far the search for the value of a position has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// What is proven, for the side to move.
    pub bounds: Bounds,
    /// Whether what was asked last is answered.
    pub is_complete: bool,
    /// Runs of the program that have searched.
    pub runs: u32,
    /// Nodes searched in all runs.
    pub nodes: u64,
    /// Time of all runs; stored in milliseconds.
    pub time: Duration,
}

/// The key of a search.
pub(crate) fn key(game: Game, discs: Discs) -> Vec<u8> {
    let name = game.name();
    [name.as_bytes(), &[SEPARATOR], Key::new(game, discs).bytes()].concat()
}

/// The position that a key names.
pub(crate) fn position(key: &[u8]) -> Option<(Game, Discs)> {
    let end = key.iter().position(|&byte| byte == SEPARATOR)?;
    let game = Game::from_name(std::str::from_utf8(&key[..end]).ok()?)?;
    Some((game, read_key(game, &key[end + 1..])?))
}

/// The bytes of a value.
pub(crate) fn encode(key: &[u8], search: Search) -> Vec<u8> {
    let mut value = Vec::with_capacity(VALUE_BYTES);
    let Bounds { lower, upper } = search.bounds;
    value.extend([VERSION, lower as i8 as u8, upper as i8 as u8, u8::from(search.is_complete)]);
    value.extend(search.runs.to_le_bytes());
    value.extend(search.nodes.to_le_bytes());
    value.extend(u64::try_from(search.time.as_millis()).unwrap_or(u64::MAX).to_le_bytes());
    value.extend(checksum(key, &value));
    value
}

/// What a value says; `None` where [`encode`] cannot have made it for this key.
pub(crate) fn decode(key: &[u8], value: &[u8]) -> Option<Search> {
    let (body, sum) = value.split_last_chunk::<4>()?;
    if value.len() != VALUE_BYTES || *sum != checksum(key, body) {
        return None;
    }
    let (&[VERSION, lower, upper, complete], rest) = body.split_first_chunk()? else { return None };
    let (runs, rest) = rest.split_first_chunk()?;
    let (nodes, milliseconds) = rest.split_first_chunk()?;
    let bounds = Bounds { lower: Score::from(lower as i8), upper: Score::from(upper as i8) };
    Some(Search {
        bounds,
        is_complete: complete == 1,
        runs: u32::from_le_bytes(*runs),
        nodes: u64::from_le_bytes(*nodes),
        time: Duration::from_millis(u64::from_le_bytes(milliseconds.try_into().ok()?)),
    })
}

/// The low half of xxh3 over the key and the value before the checksum.
fn checksum(key: &[u8], body: &[u8]) -> [u8; 4] {
    let mut hash = Xxh3Default::new();
    hash.update(key);
    hash.update(body);
    (hash.digest() as u32).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use solver::Scoring;

    fn game() -> Game {
        Game::new("4x10".parse().unwrap(), Scoring::Wof)
    }

    proptest! {
        #[test]
        fn searches_read_back(lower in -40..=0, upper in 0..=40, is_complete: bool, runs: u32, nodes: u64, ms: u64) {
            let search =
                Search { bounds: Bounds { lower, upper }, is_complete, runs, nodes, time: Duration::from_millis(ms) };
            let discs = Discs { player: 5, opponent: 0x80_0000_0002 };
            let key = key(game(), discs);
            prop_assert_eq!(position(&key), Some((game(), discs)));
            prop_assert_eq!(decode(&key, &encode(&key, search)), Some(search));
        }

        #[test]
        fn other_bytes_are_refused(key: Vec<u8>, value: Vec<u8>) {
            prop_assert_eq!(decode(&key, &value), None);
            let _ = position(&key);
        }
    }

    #[test]
    fn a_flipped_bit_is_noticed() {
        let key = key(game(), Discs { player: 1, opponent: 2 });
        let search =
            Search { bounds: Bounds::at(4), is_complete: true, runs: 3, nodes: 99, time: Duration::from_secs(1) };
        let value = encode(&key, search);
        for bit in 0..8 * value.len() {
            let mut damaged = value.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode(&key, &damaged), None, "bit {bit}");
        }
    }
}
