//! The playout policy that plays in lanes, and the choice of what its lanes are made of.

use mcts::playout::AmafTally;
use mcts::{Playout, Random, Tally};
use solver::Discs;
use solver::simd::Level;

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
/// The generator of every lane is seeded from the search's own for each call, so that results depend on nothing else.
#[derive(Clone, Debug)]
pub struct LanePlayouts {
    rules: LaneRules,
    kind: Kind,
}

/// What the lanes are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::HasAvx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::HasAvx512),
}

impl LanePlayouts {
    /// Playouts of a game, with its instructions. AVX-512 is used where VPOPCNTDQ comes with it (Ice Lake, Zen 4 and
    /// newer), else AVX2.
    #[must_use]
    pub fn new(game: &Othello) -> Self {
        Self { rules: LaneRules::new(game.geometry(), game.scoring()), kind: Kind::of(game.level()) }
    }

    /// Number of games at once.
    #[must_use]
    pub fn lanes(&self) -> usize {
        match self.kind {
            Kind::Portable => 4,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => 8,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => 16,
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
        match self.kind {
            Kind::Portable => games::play::<Words, { Words::WIDTH }>(rules, job, random),
            // SAFETY: the token proves that the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => unsafe { avx2(rules, job, random) },
            // SAFETY: the token proves that the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => unsafe { avx512(rules, job, random) },
        }
    }
}

impl Kind {
    fn of(level: Level) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = (level == Level::Avx512).then(x86::HasAvx512::detect).flatten();
            let avx2 = (level != Level::Portable).then(x86::HasAvx2::detect).flatten();
            avx512.map(Self::Avx512).or(avx2.map(Self::Avx2)).unwrap_or(Self::Portable)
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = level;
            Self::Portable
        }
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
