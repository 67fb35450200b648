//! What `solve mcts` prints for people: a few sentences, or a line below a heading.

use experiments::schemes::{SchemeResult, SchemeTest};
use experiments::{Fitted, GameResult, Judged, MatchResult, Material, Nodes, PlayerAccuracy, Speed};
use files::on_one_line;
use mcts::measure::Interval;
use solver::Board;

use crate::output::numbers::{compact, elapsed, signed};

/// A share with its interval, in percent: `87.5 (81.2 to 92.0)`.
pub(super) fn percent(interval: Interval) -> String {
    let [value, lower, upper] = [interval.value, interval.lower, interval.upper].map(|share| 100.0 * share);
    format!("{value:5.1} ({lower:5.1} to {upper:5.1})")
}

/// One game of a match.
pub(crate) fn game(game: &GameResult<'_>) -> String {
    format!("{} {} {} {}\n", game.black, game.white, signed(game.black_score), game.moves)
}

/// How a match ended.
pub(crate) fn match_result(result: &MatchResult) -> String {
    let MatchResult { player, opponent, games, board, start, scoring, opening_plies, seed, .. } = result;
    let MatchResult { wins, draws, losses, points, elo, .. } = result;
    format!(
        "Player     {player}\n\
         Opponent   {opponent}\n\
         Games      {games} on {board}, {start} start, scoring {scoring}, {opening_plies} random plies, seed {seed}\n\
         Result     {wins} won, {draws} drawn, {losses} lost\n\
         Points     {} %, 95 % interval\n\
         Elo        {:+.0} ({:+.0} to {:+.0})\n{}{}",
        percent(*points).trim_start(),
        elo.value,
        elo.lower,
        elo.upper,
        nodes(player, result.player_nodes),
        nodes(opponent, result.opponent_nodes)
    )
}

/// What the moves of a player cost.
fn nodes(player: &str, nodes: Option<Nodes>) -> String {
    nodes.map_or_else(String::new, |Nodes { black, white }| {
        format!("Nodes      {black:.1} a move as Black and {white:.1} as White by {player}\n")
    })
}

/// The heading above the rows of a set.
pub(crate) fn accuracy_heading(material: &Material, seed: u64) -> String {
    let ceiling = material.ceiling().map_or_else(String::new, |ceiling| {
        format!(
            "{} of the positions are lost and {} drawn whatever is played: nobody has an accuracy above {:.1}\n",
            ceiling.lost,
            ceiling.drawn,
            100.0 * ceiling.accuracy
        )
    });
    format!(
        "{material}, players' seed {seed}\n\
         {ceiling}accuracy: moves that win, and half of those that draw; best: moves of the best value; in %, with 95 % intervals\n{}",
        accuracy_columns(["accuracy", "best", "discs given away", "playouts", "CPU time", "player"])
    )
}

fn accuracy_columns([accuracy, best, discs, playouts, time, player]: [&str; 6]) -> String {
    format!("{accuracy:>22}  {best:>22}  {discs:>20}  {playouts:>10}  {time:>9}  {player}\n")
}

/// How often a player was right.
pub(crate) fn accuracy(found: &PlayerAccuracy) -> String {
    row(&found.judged, &compact(found.playouts as f64), &elapsed(found.cpu_time))
}

/// How often answers from elsewhere were right; nobody knows what they cost.
pub(crate) fn judged(found: &Judged) -> String {
    row(found, UNKNOWN, UNKNOWN)
}

/// What is not known.
const UNKNOWN: &str = "–";

fn row(found: &Judged, playouts: &str, time: &str) -> String {
    let discs = |all: Interval| format!("{:.2} ({:.2} to {:.2})", all.value, all.lower, all.upper);
    let unknown = || UNKNOWN.to_owned();
    accuracy_columns([
        &percent(found.accuracy),
        &found.optimal.map_or_else(unknown, percent),
        &found.regret.map_or_else(unknown, discs),
        playouts,
        time,
        &on_one_line(&found.player),
    ])
}

/// What was fitted to some positions.
pub(crate) fn fitted(material: &Material, fitted: &Fitted) -> String {
    let Fitted { moves, playouts, scale, limits, by_evaluation, by_reward, by_both, .. } = fitted;
    let none =
        || "none: of the evaluation and the random games one says nothing that the other does not say".to_owned();
    let scale =
        scale.map_or_else(none, |scale| format!("{scale:.1} discs weigh as much as a win: uct+:scale={scale:.1}"));
    let interval = match limits {
        None => String::new(),
        Some((lower, None)) => format!("           95 % interval: {lower:.1} or more\n"),
        Some((lower, Some(upper))) => format!("           95 % interval: {lower:.1} to {upper:.1}\n"),
    };
    let [evaluation, reward, both] = [by_evaluation, by_reward, by_both].map(|share| 100.0 * share);
    format!(
        "Positions  {material}; {moves} moves that win or lose\n\
         Told apart {evaluation:.1} % of the moves by the evaluation alone, {reward:.1} % by {playouts} random games each, \
         {both:.1} % by both\n\
         Scale      {scale}\n{interval}"
    )
}

/// The heading above speeds.
pub(crate) fn speed_heading(board: Board) -> String {
    format!("Playouts a second of CPU time, from the start of {board}\n")
}

/// How fast something is.
pub(crate) fn speed(speed: &Speed) -> String {
    format!("{:36} {:>10}\n", speed.kind, compact(speed.playouts_per_second))
}

/// The heading above the schemes.
pub(crate) fn parallel_heading(test: &SchemeTest, material: &Material) -> String {
    format!(
        "Speed: playouts a second in an artificial tree whose playouts sleep {}; a sleeping worker needs no core\n\
         Accuracy in %, with 95 % intervals, and memory, {} playouts of all workers together on\n\
         {material}\n{}",
        elapsed(test.delay),
        test.playouts,
        scheme_columns(["workers", "scheme", "playouts/s", "speed-up", "accuracy", "memory"])
    )
}

fn scheme_columns([workers, scheme, speed, speed_up, accuracy, memory]: [&str; 6]) -> String {
    format!("{workers:>7}  {scheme:18}  {speed:>10}  {speed_up:>8}  {accuracy:>22}  {memory:>10}\n")
}

/// One scheme with one number of workers.
pub(crate) fn scheme(result: &SchemeResult) -> String {
    scheme_columns([
        &result.workers.to_string(),
        &result.scheme,
        &compact(result.playouts_per_second),
        &format!("{:.2}", result.speed_up),
        &percent(result.accuracy),
        &format!("{} KiB", result.bytes >> 10),
    ])
}
