//! Playouts per second on one core.

use std::time::Duration;

use mcts::playout::Uniform;
use mcts::{Playout, Random};
use othello::players::{Player, Spec, SpecError};
use othello::{LanePlayouts, Othello};
use serde::Serialize;
use solver::simd::Level;
use solver::{Board, Position, Scoring, Start};

use crate::error::ExperimentError;
use crate::record;
use bench::clock::process_time;

/// Games between two readings of the clock.
const BATCH: u32 = 2048;
/// Playouts of a timed search.
const SEARCH_PLAYOUTS: u64 = 50_000;

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

/// Measures random games on a board by instruction set, then searches, each when the iterator comes to it and for this CPU time.
/// The searches are those of the players, with portable and with the best instructions; if there are none, some of each kind with
/// the best. `seed` is that of the random numbers.
///
/// # Errors
/// A player makes no playouts.
pub fn speeds(
    board: Board,
    start: Start,
    scoring: Scoring,
    seed: u64,
    time: Duration,
    players: &[Spec],
) -> Result<impl Iterator<Item = Speed> + use<>, ExperimentError> {
    let discs = Position::start(board, start).discs();
    let searches = searches(players)?;
    let levels = Level::ALL.into_iter().filter(|level| level.is_available());
    let kinds = levels.flat_map(|level| [(level, "one by one", false), (level, "in lanes", true)]);
    let games = kinds.enumerate().map(move |(stream, (level, how, in_lanes))| {
        let game = Othello::with_level(board, scoring, level);
        let (mut lanes, mut random) = (LanePlayouts::new(&game), Random::new(seed, 1000 + stream as u64));
        let mut played = || match in_lanes {
            true => lanes.play(&game, &discs, BATCH, &mut random, None),
            false => Uniform.play(&game, &discs, BATCH, &mut random, None),
        };
        let playouts_per_second = timed(time, || u64::from(played().playouts));
        Speed { board, kind: format!("random games {how}, {}", level.name()), playouts_per_second }
    });
    let searches = searches.into_iter().map(move |(spec, level)| {
        let kind = format!("search {spec}, {}", level.name());
        let mut player = Player::of_game(spec, Othello::with_level(board, scoring, level));
        let playouts_per_second = timed(time, || player.choose(discs, seed).map_or(0, |choice| choice.playouts));
        Speed { board, kind, playouts_per_second }
    });
    Ok(games.chain(searches))
}

/// The players whose searches to measure, with their instructions.
fn searches(players: &[Spec]) -> Result<Vec<(Spec, Level)>, ExperimentError> {
    if let Some(spec) = players.iter().find(|spec| !spec.makes_playouts()) {
        let why = format!("player {} makes no playouts whose speed could be measured", spec.text);
        return Err(ExperimentError::Misuse(why));
    }
    if !players.is_empty() {
        let levels = [Level::Portable, Level::best()];
        return Ok(players.iter().flat_map(|spec| levels.map(|level| (spec.clone(), level))).collect());
    }
    let read = |text: &str| {
        let separator = if text.contains(':') { ',' } else { ':' };
        Ok((format!("{text}{separator}n={SEARCH_PLAYOUTS}").parse()?, Level::best()))
    };
    let searches = ["uct", "uct:playout=lanes", "uct+", "uct+:playout=lanes", "rave", "rave:playout=lanes", "uctbreak"];
    Ok(searches.into_iter().map(read).collect::<Result<_, SpecError>>()?)
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
