//! Many random games of Othello at once, one in each 64-bit lane of a register.
//!
//! The rules are written once, for any number of lanes (in `games`); what a lane is comes from the instruction set. All
//! shift distances are data, so every board shape runs through the same instructions. A lane whose game is over gets the
//! next one at once; every game that is begun is also finished, because those that end first are the short ones.

use solver::Discs;
use solver::simd::Level;

use super::{Made, Playout};
use crate::games::Othello;
use crate::random::Random;
use crate::reward::Tally;

mod games;
mod lane_random;
#[cfg(target_arch = "x86_64")]
mod pair;
mod portable;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use games::Ground;
use lane_random::LaneRandom;
#[cfg(target_arch = "x86_64")]
use pair::Pair;
use portable::Words;

/// The most games at once, of any instruction set.
const MAX_LANES: usize = 16;

/// Random games in lanes.
///
/// The generator of every lane is seeded from the search's own for each call, so that results depend on nothing else.
#[derive(Clone, Debug)]
pub struct LanePlayouts {
    ground: Ground,
    kind: Kind,
}

/// Games to be played.
struct Job<'a> {
    /// Where they begin.
    starts: &'a [Discs],
    /// How many from each position.
    each: u32,
    /// What they come to, by position, for the side to move there.
    tallies: &'a mut [Tally],
    /// The moves of all, if they are wanted; from one position then.
    made: Option<&'a mut Made>,
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
        Self { ground: Ground::new(game.geometry(), game.scoring()), kind: Kind::of(game.level()) }
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
        self.run(Job { starts, each, tallies, made: None }, random);
    }

    /// Plays `count` random games from one position.
    #[must_use]
    pub fn play_from(&self, start: Discs, count: u32, random: &mut Random) -> Tally {
        self.play_and_note(start, count, random, None)
    }

    fn play_and_note(&self, start: Discs, count: u32, random: &mut Random, made: Option<&mut Made>) -> Tally {
        let mut tally = [Tally::default()];
        self.run(Job { starts: &[start], each: count, tallies: &mut tally, made }, random);
        tally[0]
    }

    fn run(&self, job: Job<'_>, random: &mut Random) {
        let ground = &self.ground;
        match self.kind {
            Kind::Portable => games::play::<Words, { Words::WIDTH }>(ground, job, random),
            // SAFETY: the token proves that the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => unsafe { avx2(ground, job, random) },
            // SAFETY: the token proves that the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => unsafe { avx512(ground, job, random) },
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
fn avx2(ground: &Ground, job: Job<'_>, random: &mut Random) {
    games::play::<Pair<x86::Four>, 8>(ground, job, random);
}

/// [`games::play`] with AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx512(ground: &Ground, job: Job<'_>, random: &mut Random) {
    games::play::<Pair<x86::Eight>, 16>(ground, job, random);
}

impl Playout<Othello> for LanePlayouts {
    fn play(
        &mut self,
        _game: &Othello,
        state: &Discs,
        count: u32,
        random: &mut Random,
        made: Option<&mut Made>,
    ) -> Tally {
        self.play_and_note(*state, count, random, made)
    }
}
