//! The playout policy that plays in lanes, and the choice of its lanes.

use mcts::playout::AmafTally;
use mcts::{Playout, Random, Tally};
use solver::Discs;

use super::games::{Games, play};
#[cfg(target_arch = "x86_64")]
use super::pair::Pair;
use super::portable::Words;
use super::rules::LaneRules;
#[cfg(target_arch = "x86_64")]
use super::x86::{Eight, Four, has_avx512};
use crate::game::Othello;
use crate::instructions::Instructions;

/// Random games in lanes.
///
/// Each call seeds the generator of every lane from the search's own, so that results depend on nothing else.
#[derive(Clone, Debug)]
pub struct LanePlayouts {
    rules: LaneRules,
    /// AVX-512 only with all that [`has_avx512`] asks for.
    instructions: Instructions,
}

impl LanePlayouts {
    /// Playouts for a game, with its instructions. AVX-512 is used only together with VPOPCNTDQ (Ice Lake, Zen 4 and newer),
    /// otherwise AVX2.
    #[must_use]
    pub fn new(game: &Othello) -> Self {
        let instructions = match Instructions::of(game.level()) {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) if !has_avx512() => Instructions::of(solver::simd::Level::Avx2),
            instructions => instructions,
        };
        Self { rules: LaneRules::new(game.geometry(), game.scoring()), instructions }
    }

    /// Number of games at once.
    #[must_use]
    pub fn lanes(&self) -> usize {
        match self.instructions {
            Instructions::Portable(_) => 4,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => 8,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => 16,
        }
    }

    /// Plays `each` random games from every position; the tallies are in the order of the positions, each for the side
    /// to move there.
    ///
    /// # Panics
    /// If there are not as many tallies as positions.
    pub fn play_all(&self, starts: &[Discs], each: u32, random: &mut Random, tallies: &mut [Tally]) {
        assert_eq!(starts.len(), tallies.len(), "a tally for each position");
        self.run(Games::new(&self.rules, (starts, each), tallies, None), random);
    }

    fn run(&self, games: Games<'_>, random: &mut Random) {
        match self.instructions {
            Instructions::Portable(_) => play::<Words, { Words::WIDTH }>(games, random),
            // SAFETY: the token proves that the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => unsafe { avx2(games, random) },
            // SAFETY: the token and `has_avx512` prove that the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => unsafe { avx512(games, random) },
        }
    }
}

/// [`play`] with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2(games: Games<'_>, random: &mut Random) {
    play::<Pair<Four>, 8>(games, random);
}

/// [`play`] with AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx512(games: Games<'_>, random: &mut Random) {
    play::<Pair<Eight>, 16>(games, random);
}

impl Playout<Othello> for LanePlayouts {
    fn play(
        &mut self,
        _game: &Othello,
        state: &Discs,
        count: u32,
        random: &mut Random,
        amaf: Option<&mut AmafTally>,
    ) -> Tally {
        let mut tally = [Tally::default()];
        self.run(Games::new(&self.rules, (&[*state], count), &mut tally, amaf), random);
        tally[0]
    }
}
