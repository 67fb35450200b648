//! Playouts per second on one core.

use std::time::Duration;

use mcts::playout::Uniform;
use mcts::{Playout, Random, Tally};
use othello::players::{Player, Spec, SpecError};
use othello::{LanePlayouts, Othello};
use serde::Serialize;
use solver::simd::Level;
use solver::{Board, Discs, Position, Scoring, Start};

use crate::error::ExperimentError;
use crate::record;
use bench::clock::process_time;

/// Games between two readings of the clock.
const BATCH: u32 = 2048;
/// Playouts of a timed search.
const SEARCH_PLAYOUTS: u64 = 50_000;

/// What to measure.
#[derive(Clone, Debug)]
pub struct SpeedTest {
    /// The board.
    pub board: Board,
    /// The first position of the games.
    pub start: Start,
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// Seed of the random numbers.
    pub seed: u64,
    /// CPU time of each measurement.
    pub time: Duration,
    /// Players whose search to measure, with portable and with the best instructions; if empty, some of each kind with the
    /// best.
    pub players: Vec<Spec>,
}

/// A measured speed. As JSON it is what `solve mcts speed --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Speed {
    /// The board.
    #[serde(serialize_with = "record::text")]
    pub board: Board,
    /// What was measured.
    pub kind: String,
    /// Playouts per second of CPU time.
    pub playouts_per_second: f64,
}

/// Random games of one kind.
struct Kind {
    name: String,
    game: Othello,
    in_lanes: bool,
}

impl Kind {
    fn play(&self, start: Discs, count: u32, random: &mut Random) -> Tally {
        if self.in_lanes {
            LanePlayouts::new(&self.game).play_from(start, count, random)
        } else {
            Uniform.play(&self.game, &start, count, random, None)
        }
    }
}

impl SpeedTest {
    /// Measures random games by instruction set, then searches, each when the iterator comes to it.
    ///
    /// # Errors
    /// A player makes no playouts.
    pub fn run(&self) -> Result<impl Iterator<Item = Speed> + '_, ExperimentError> {
        let discs = Position::start(self.board, self.start).discs();
        let (kinds, searches) = (self.kinds(), self.searches()?);
        let games = kinds.into_iter().enumerate().map(move |(stream, kind)| {
            let mut random = Random::new(self.seed, 1000 + stream as u64);
            let speed = timed(self.time, || u64::from(kind.play(discs, BATCH, &mut random).playouts));
            self.speed(kind.name, speed)
        });
        let searches = searches.into_iter().map(move |(spec, level)| {
            let name = format!("search {spec}, {}", level.name());
            let mut player = Player::of_game(spec, Othello::with_level(self.board, self.scoring, level));
            let speed = timed(self.time, || player.choose(discs, self.seed).map_or(0, |choice| choice.playouts));
            self.speed(name, speed)
        });
        Ok(games.chain(searches))
    }

    fn speed(&self, kind: String, playouts_per_second: f64) -> Speed {
        Speed { board: self.board, kind, playouts_per_second }
    }

    /// All kinds of random games that this machine can play.
    fn kinds(&self) -> Vec<Kind> {
        let levels = Level::ALL.into_iter().filter(|level| level.is_available());
        let kinds = levels.flat_map(|level| [(level, "one by one", false), (level, "in lanes", true)]);
        let kind = |(level, how, in_lanes): (Level, &str, bool)| {
            let name = format!("random games {how}, {}", level.name());
            Kind { name, game: Othello::with_level(self.board, self.scoring, level), in_lanes }
        };
        kinds.map(kind).collect()
    }

    /// The players whose searches to measure, with their instructions.
    fn searches(&self) -> Result<Vec<(Spec, Level)>, ExperimentError> {
        if let Some(spec) = self.players.iter().find(|spec| !spec.makes_playouts()) {
            return Err(ExperimentError::NoPlayouts(spec.text.clone()));
        }
        if !self.players.is_empty() {
            let levels = [Level::Portable, Level::best()];
            return Ok(self.players.iter().flat_map(|spec| levels.map(|level| (spec.clone(), level))).collect());
        }
        let read = |text: &str| {
            let separator = if text.contains(':') { ',' } else { ':' };
            Ok((format!("{text}{separator}n={SEARCH_PLAYOUTS}").parse()?, Level::best()))
        };
        let searches =
            ["uct", "uct:playout=lanes", "uct+", "uct+:playout=lanes", "rave", "rave:playout=lanes", "uctbreak"];
        Ok(searches.into_iter().map(read).collect::<Result<_, SpecError>>()?)
    }
}

/// Repeats work until the time is up; returns units per second of CPU time.
fn timed(least: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let (begin, mut units) = (process_time(), 0);
    loop {
        units += work();
        let time = process_time().saturating_sub(begin);
        if time >= least && !time.is_zero() {
            return units as f64 / time.as_secs_f64();
        }
    }
}
