//! The playout policy that plays in lanes, and the choice of its lanes.

use mcts::playout::AmafTally;
use mcts::{Playout, Random, Tally};
use solver::Discs;
#[cfg(target_arch = "x86_64")]
use solver::simd::{Avx2, Avx512};
use solver::simd::{Level, Portable, with_isa};

use super::games;
use super::job::Job;
#[cfg(target_arch = "x86_64")]
use super::pair::Pair;
use super::portable::Words;
use super::rules::LaneRules;
#[cfg(target_arch = "x86_64")]
use super::x86;
use crate::game::Othello;

/// Random games in lanes.
///
/// Each call seeds the generator of every lane from the search's own, so that results depend on nothing else.
#[derive(Clone, Debug)]
pub struct LanePlayouts {
    rules: LaneRules,
    lanes: Lanes,
}

/// The implementation of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lanes {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::HasAvx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::HasAvx512),
}

impl LanePlayouts {
    /// Playouts for a game, with its instructions. AVX-512 is used only together with VPOPCNTDQ (Ice Lake, Zen 4 and newer),
    /// otherwise AVX2.
    #[must_use]
    pub fn new(game: &Othello) -> Self {
        Self { rules: LaneRules::new(game.geometry(), game.scoring()), lanes: Lanes::of(game.level()) }
    }

    /// Number of games at once.
    #[must_use]
    pub fn lanes(&self) -> usize {
        match self.lanes {
            Lanes::Portable => 4,
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2(_) => 8,
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx512(_) => 16,
        }
    }

    /// Plays `each` random games from every position; the tallies are in the order of the positions, each for the side
    /// to move there.
    ///
    /// # Panics
    /// If there are not as many tallies as positions.
    pub fn play_all(&self, starts: &[Discs], each: u32, random: &mut Random, tallies: &mut [Tally]) {
        assert_eq!(starts.len(), tallies.len(), "a tally for each position");
        self.run(Job { starts, each, tallies, amaf: None }, random);
    }

    /// Plays `count` random games from one position.
    #[must_use]
    pub fn play_from(&self, start: Discs, count: u32, random: &mut Random) -> Tally {
        self.play_with_amaf(start, count, random, None)
    }

    fn play_with_amaf(&self, start: Discs, count: u32, random: &mut Random, amaf: Option<&mut AmafTally>) -> Tally {
        let mut tally = [Tally::default()];
        self.run(Job { starts: &[start], each: count, tallies: &mut tally, amaf }, random);
        tally[0]
    }

    fn run(&self, job: Job<'_>, random: &mut Random) {
        let rules = &self.rules;
        match self.lanes {
            Lanes::Portable => games::play::<Words, { Words::WIDTH }>(rules, job, random),
            // SAFETY: the token proves that the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2(_) => unsafe { avx2(rules, job, random) },
            // SAFETY: the token proves that the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx512(_) => unsafe { avx512(rules, job, random) },
        }
    }
}

impl Lanes {
    /// The lanes of a level, or of the next lower one that the processor has.
    fn of(level: Level) -> Self {
        with_isa!(level, isa => isa.into())
    }
}

impl From<Portable> for Lanes {
    fn from(_: Portable) -> Self {
        Self::Portable
    }
}

#[cfg(target_arch = "x86_64")]
impl From<Avx2> for Lanes {
    fn from(isa: Avx2) -> Self {
        Self::Avx2(isa.into())
    }
}

/// Counting bits in lanes also needs VPOPCNTDQ; without it AVX2 is faster.
#[cfg(target_arch = "x86_64")]
impl From<Avx512> for Lanes {
    fn from(isa: Avx512) -> Self {
        x86::HasAvx512::new(isa).map_or_else(|| Self::of(Level::Avx2), Self::Avx512)
    }
}

/// [`games::play`] with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2(rules: &LaneRules, job: Job<'_>, random: &mut Random) {
    games::play::<Pair<x86::Four>, 8>(rules, job, random);
}

/// [`games::play`] with AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx512(rules: &LaneRules, job: Job<'_>, random: &mut Random) {
    games::play::<Pair<x86::Eight>, 16>(rules, job, random);
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
        self.play_with_amaf(*state, count, random, amaf)
    }
}
