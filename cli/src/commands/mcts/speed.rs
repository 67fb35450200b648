//! `solve mcts speed`: playouts a second, on one core.

use std::time::Duration;

use mcts::playout::Uniform;
use mcts::{Playout, Random, Tally};
use othello::players::{Player, Spec, SpecError};
use othello::{LanePlayouts, Othello};
use solver::simd::Level;
use solver::{Discs, Position};

use super::cpu_time;
use crate::args::{GameArgs, SpeedArgs};
use crate::exit::{Failure, Status};
use crate::output;
use crate::output::mcts::{Speed, speed_heading};

/// Games by which the kinds are compared before they are timed.
const CHECKED: u32 = 100_000;
/// Games between two looks at the clock.
const BATCH: u32 = 2048;
/// Playouts of a search that is timed.
const SEARCH_PLAYOUTS: u64 = 50_000;
/// Deviations that a mean may be away from the common one.
const MOST_DEVIATIONS: f64 = 5.0;

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

/// Measures random games by instruction set, and searches with them.
///
/// # Errors
/// The kinds do not agree, output that cannot be written.
pub(crate) fn run(args: &SpeedArgs) -> Result<Status, Failure> {
    let GameArgs { board, start, scoring, seed } = args.game;
    let discs = Position::start(board, start).discs;
    let levels = Level::ALL.into_iter().filter(|level| level.is_available());
    let kinds: Vec<Kind> = levels
        .flat_map(|level| [(level, false), (level, true)])
        .map(|(level, in_lanes)| {
            let how = if in_lanes { "in lanes" } else { "one by one" };
            let name = format!("random games {how}, {}", level.name());
            Kind { name, game: Othello::with_level(board, scoring, level), in_lanes }
        })
        .collect();
    check(&kinds, discs, seed)?;
    if !args.output.json {
        output::print(&speed_heading(board))?;
    }
    for (stream, kind) in kinds.iter().enumerate() {
        let mut random = Random::new(seed, 1000 + stream as u64);
        let speed = timed(args.time, || u64::from(kind.play(discs, BATCH, &mut random).playouts));
        show(args, &kind.name, speed)?;
    }
    for spec in searches(&args.player)? {
        let levels = if args.player.is_empty() { vec![Level::best()] } else { vec![Level::Portable, Level::best()] };
        for level in levels {
            let mut player = Player::of_game(spec.clone(), Othello::with_level(board, scoring, level));
            let speed = timed(args.time, || player.choose(discs, seed).map_or(0, |choice| choice.playouts));
            show(args, &format!("search {spec}, {}", level.name()), speed)?;
        }
    }
    Ok(Status::Done)
}

/// The players whose searches are measured: those that were given, else some of all kinds.
///
/// # Errors
/// A player that makes no playouts.
fn searches(given: &[Spec]) -> Result<Vec<Spec>, Failure> {
    if let Some(spec) = given.iter().find(|spec| !spec.makes_playouts()) {
        return Err(Failure::Usage(format!("player {spec} makes no playouts whose speed could be measured")));
    }
    if !given.is_empty() {
        return Ok(given.to_vec());
    }
    let read = |text: &str| {
        let separator = if text.contains(':') { ',' } else { ':' };
        let spec = format!("{text}{separator}n={SEARCH_PLAYOUTS}").parse();
        spec.map_err(|error: SpecError| Failure::Run(error.to_string()))
    };
    ["uct", "uct:playout=lanes", "uct+", "uct+:playout=lanes", "rave", "rave:playout=lanes", "uctbreak"]
        .map(read)
        .into_iter()
        .collect()
}

fn show(args: &SpeedArgs, name: &str, per_second: f64) -> Result<(), Failure> {
    let speed = Speed { board: args.game.board, name, per_second };
    output::print(&if args.output.json { speed.json() } else { speed.text() })
}

/// Fails if a mean is further from the others' than chance would have it.
fn check(kinds: &[Kind], start: Discs, seed: u64) -> Result<(), Failure> {
    let tallies: Vec<Tally> = kinds
        .iter()
        .enumerate()
        .map(|(stream, kind)| kind.play(start, CHECKED, &mut Random::new(seed, stream as u64)))
        .collect();
    let common = tallies.iter().map(Tally::mean).sum::<f64>() / tallies.len() as f64;
    for (kind, tally) in kinds.iter().zip(&tallies) {
        let games = f64::from(tally.playouts);
        let deviation = ((tally.squares as f64 / games - tally.mean().powi(2)) / games).sqrt();
        if (tally.mean() - common).abs() > MOST_DEVIATIONS * deviation {
            let (name, mean) = (&kind.name, tally.mean());
            return Err(Failure::Run(format!(
                "{name}: the mean score {mean:.4} is not that of the others, {common:.4}"
            )));
        }
    }
    Ok(())
}

/// Units a second of CPU time, of work that is repeated until the time is over.
fn timed(least: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let (begin, mut units) = (cpu_time(), 0);
    loop {
        units += work();
        let time = cpu_time().saturating_sub(begin);
        if time >= least && !time.is_zero() {
            return units as f64 / time.as_secs_f64();
        }
    }
}
