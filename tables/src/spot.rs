//! Where a table keeps a position: in canonical form, on a board with at most as many rows as columns.

use solver::{CanonicalPosition, Discs, Position, Scoring};

use crate::format::{Game, Key, read_key};

/// Separates the name of the table from the position's key.
const SEPARATOR: u8 = 0;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    /// Board and scoring.
    pub(crate) game: Game,
    /// The canonical position.
    pub(crate) discs: Discs,
}

impl Spot {
    /// Where a position of any orientation is kept.
    pub(crate) fn of(position: &Position, scoring: Scoring) -> Self {
        let canonical = CanonicalPosition::of(position);
        Self { game: Game::new(canonical.board(), scoring), discs: canonical.discs() }
    }

    /// The key of a position in column families that all games share.
    pub(crate) fn key(self) -> Vec<u8> {
        [self.game.name().as_bytes(), &[SEPARATOR], Key::new(self.game, self.discs).bytes()].concat()
    }

    /// The position of such a key.
    pub(crate) fn of_key(key: &[u8]) -> Option<Self> {
        let end = key.iter().position(|&byte| byte == SEPARATOR)?;
        let game = Game::from_name(std::str::from_utf8(&key[..end]).ok()?)?;
        Some(Self { game, discs: read_key(game, &key[end + 1..])? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_name_their_position(player: u32) {
            let game = Game::new("4x10".parse().unwrap(), Scoring::Wof);
            let discs = Discs::from_bits(player.into(), 0x80_0000_0000).unwrap();
            let spot = Spot { game, discs };
            prop_assert_eq!(Spot::of_key(&spot.key()), Some(spot));
        }

        #[test]
        fn any_bytes_can_be_read(key: Vec<u8>) {
            let _ = Spot::of_key(&key);
        }
    }
}
