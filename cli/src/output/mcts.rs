//! What `solve mcts` prints: columns for people, one JSON object a line for programs.

use std::time::Duration;

use mcts::measure::Interval;
use othello::measure::{Contest, Labelled, Record, Standing, Summary};
use serde::Serialize;
use solver::notation::line_text;
use solver::{Board, Mode, Score};

use super::numbers::{compact, elapsed, signed};
use crate::args::ParallelArgs;
use crate::commands::mcts::material::Material;

/// An interval as JSON; what is infinite is null.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Limits {
    value: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

impl From<Interval> for Limits {
    fn from(interval: Interval) -> Self {
        let finite = |number: f64| number.is_finite().then_some(number);
        Self { value: finite(interval.value), lower: finite(interval.lower), upper: finite(interval.upper) }
    }
}

/// One JSON object on a line.
pub(super) fn object(record: &impl Serialize) -> String {
    let text = serde_json::to_string(record).expect("all keys are texts");
    text + "\n"
}

/// A share with its interval, in percent: `87.5 (81.2 to 92.0)`.
pub(super) fn percent(interval: Interval) -> String {
    let [value, lower, upper] = [interval.value, interval.lower, interval.upper].map(|share| 100.0 * share);
    format!("{value:5.1} ({lower:5.1} to {upper:5.1})")
}

/// A match that was played.
#[derive(Debug)]
pub(crate) struct Match<'a> {
    /// What was to be played.
    pub(crate) contest: &'a Contest,
    /// How it ended.
    pub(crate) standing: Standing,
    /// The games.
    pub(crate) records: &'a [Record],
}

#[derive(Debug, Serialize)]
struct GameRecord<'a> {
    black: &'a str,
    white: &'a str,
    black_score: i32,
    opening_plies: usize,
    moves: String,
}

#[derive(Debug, Serialize)]
struct MatchRecord<'a> {
    player: &'a str,
    opponent: &'a str,
    board: String,
    start: &'a str,
    scoring: &'a str,
    opening_plies: u32,
    seed: u64,
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    points: Limits,
    elo: Limits,
}

impl Match<'_> {
    fn games(&self) -> impl Iterator<Item = GameRecord<'_>> {
        let [first, second] = &self.contest.players;
        self.records.iter().map(move |record| {
            let (black, white) = if record.first_is_black { (first, second) } else { (second, first) };
            GameRecord {
                black: &black.text,
                white: &white.text,
                black_score: record.black_score,
                opening_plies: record.opening,
                moves: line_text(self.contest.board, &record.moves),
            }
        })
    }

    /// For people.
    pub(crate) fn text(&self, with_records: bool) -> String {
        let Contest { players: [first, second], board, start, opening_plies, seed, scoring, .. } = self.contest;
        let Standing { wins, draws, losses } = self.standing;
        let (share, elo) = (self.standing.share(), self.standing.elo());
        let mut text = String::new();
        if with_records {
            text.extend(
                self.games()
                    .map(|game| format!("{} {} {} {}\n", game.black, game.white, signed(game.black_score), game.moves)),
            );
        }
        text += &format!("Player     {first}\nOpponent   {second}\n");
        text += &format!("Games      {} on {board}, {start} start, scoring {scoring}, ", self.records.len());
        text += &format!("{opening_plies} random plies, seed {seed}\n");
        text += &format!("Result     {wins} won, {draws} drawn, {losses} lost\n");
        text += &format!("Points     {} %, 95 % interval\n", percent(share).trim_start());
        text + &format!("Elo        {:+.0} ({:+.0} to {:+.0})\n", elo.value, elo.lower, elo.upper)
    }

    /// For programs.
    pub(crate) fn json(&self, with_records: bool) -> String {
        let contest = self.contest;
        let mut text = String::new();
        if with_records {
            text.extend(self.games().map(|game| object(&game)));
        }
        let Standing { wins, draws, losses } = self.standing;
        text + &object(&MatchRecord {
            player: &contest.players[0].text,
            opponent: &contest.players[1].text,
            board: contest.board.to_string(),
            start: contest.start.name(),
            scoring: contest.scoring.name(),
            opening_plies: contest.opening_plies,
            seed: contest.seed,
            games: self.records.len(),
            wins,
            draws,
            losses,
            points: self.standing.share().into(),
            elo: self.standing.elo().into(),
        })
    }
}

/// What stands above the rows of a set.
pub(crate) fn accuracy_heading(material: &Material, seed: u64) -> String {
    format!(
        "{}, players' seed {seed}\n\
         {}accuracy: moves that win, and half of those that draw; best: moves of the best value; in %, with 95 % intervals\n\
         {:>22}  {:>22}  {:>20}  {:>10}  {:>9}  player\n",
        material_text(material),
        undecided(material),
        "accuracy",
        "best",
        "discs given away",
        "playouts",
        "CPU time"
    )
}

/// What keeps even the best player from an accuracy of 100 %; nothing where every position can be won.
fn undecided(material: &Material) -> String {
    let best = |position: &Labelled| position.moves.iter().map(|&(_, value)| value).max().unwrap_or(0);
    let count = |is: fn(&Score) -> bool| material.positions.iter().map(best).filter(is).count();
    let (drawn, lost) = (count(|&value| value == 0), count(|&value| value < 0));
    if drawn + lost == 0 {
        return String::new();
    }
    let all = material.positions.len() as f64;
    let most = 100.0 * (all - lost as f64 - drawn as f64 / 2.0) / all;
    format!(
        "{lost} of the positions are lost and {drawn} drawn whatever is played: nobody has an accuracy above {most:.1}\n"
    )
}

/// Some positions in words.
fn material_text(material: &Material) -> String {
    let Material { name, board, start, scoring, empties: (least, most), labels, positions, .. } = material;
    let span = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let labels = if *labels == Mode::Exact { "values" } else { "outcomes" };
    let count = positions.len();
    format!(
        "{name}: {count} positions of {board} with {span} empty squares, {start} start, scoring {scoring}, {labels}"
    )
}

/// How often a player was right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AccuracyRow<'a> {
    pub(crate) material: &'a Material,
    pub(crate) seed: u64,
    pub(crate) player: &'a str,
    pub(crate) summary: Summary,
    pub(crate) playouts: u64,
    /// Memory of the trees, on average.
    pub(crate) bytes: usize,
    /// Share of the trees that would make the move, on average.
    pub(crate) agreement: f64,
    pub(crate) time: Duration,
    /// Of the threads that asked.
    pub(crate) cpu_time: Duration,
}

#[derive(Debug, Serialize)]
struct AccuracyRecord<'a> {
    set: &'a str,
    checksum: Option<&'a str>,
    board: String,
    start: &'a str,
    scoring: &'a str,
    labels: &'a str,
    seed: u64,
    empties: [u32; 2],
    positions: usize,
    player: &'a str,
    accuracy: Limits,
    keeping: Limits,
    optimal: Option<Limits>,
    regret: Option<Limits>,
    agreement: f64,
    playouts: u64,
    bytes: usize,
    seconds: f64,
    cpu_seconds: f64,
}

impl AccuracyRow<'_> {
    /// For people.
    pub(crate) fn text(&self) -> String {
        let Summary { accuracy, optimal, regret, .. } = self.summary;
        let discs = |all: Interval| format!("{:.2} ({:.2} to {:.2})", all.value, all.lower, all.upper);
        let unknown = || "–".to_owned();
        format!(
            "{:>22}  {:>22}  {:>20}  {:>10}  {:>9}  {}\n",
            percent(accuracy),
            optimal.map_or_else(unknown, percent),
            regret.map_or_else(unknown, discs),
            compact(self.playouts as f64),
            elapsed(self.cpu_time),
            self.player
        )
    }

    /// For programs.
    pub(crate) fn json(&self) -> String {
        let Summary { positions, accuracy, keeping, optimal, regret } = self.summary;
        let material = self.material;
        object(&AccuracyRecord {
            set: &material.name,
            checksum: material.checksum.as_deref(),
            board: material.board.to_string(),
            start: material.start.name(),
            scoring: material.scoring.name(),
            labels: material.labels.name(),
            seed: self.seed,
            empties: material.empties.into(),
            positions,
            player: self.player,
            accuracy: accuracy.into(),
            keeping: keeping.into(),
            optimal: optimal.map(Limits::from),
            regret: regret.map(Limits::from),
            agreement: self.agreement,
            playouts: self.playouts,
            bytes: self.bytes,
            seconds: self.time.as_micros() as f64 / 1e6,
            cpu_seconds: self.cpu_time.as_micros() as f64 / 1e6,
        })
    }
}

/// What was fitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fitted<'a> {
    pub(crate) material: &'a Material,
    pub(crate) seed: u64,
    /// Moves that win or lose.
    pub(crate) moves: usize,
    /// Random games after each move.
    pub(crate) playouts: u32,
    /// In discs; `None` if one of the two says nothing that the other does not say.
    pub(crate) scale: Option<f64>,
    /// Share of the moves that the evaluation alone puts on the right side.
    pub(crate) by_evaluation: f64,
    /// Share of those that the reward of random games alone does.
    pub(crate) by_reward: f64,
    /// Share of those that both together do.
    pub(crate) by_both: f64,
}

#[derive(Debug, Serialize)]
struct FittedRecord<'a> {
    set: &'a str,
    board: String,
    empties: [u32; 2],
    seed: u64,
    positions: usize,
    moves: usize,
    playouts: u32,
    scale: Option<f64>,
    by_evaluation: f64,
    by_reward: f64,
    by_both: f64,
}

impl Fitted<'_> {
    /// For people.
    pub(crate) fn text(&self) -> String {
        let Self { material, moves, playouts, scale, .. } = self;
        let none =
            || "none: of the evaluation and the random games one says nothing that the other does not say".to_owned();
        let scale =
            scale.map_or_else(none, |scale| format!("{scale:.1} discs weigh as much as a win: uct+:scale={scale:.1}"));
        let [evaluation, reward, both] = [self.by_evaluation, self.by_reward, self.by_both].map(|share| 100.0 * share);
        format!(
            "Positions  {}; {moves} moves that win or lose\n\
             Told apart {evaluation:.1} % of the moves by the evaluation alone, {reward:.1} % by {playouts} random games each, \
             {both:.1} % by both\n\
             Scale      {scale}\n",
            material_text(material)
        )
    }

    /// For programs.
    pub(crate) fn json(&self) -> String {
        let Self { material, seed, moves, playouts, scale, by_evaluation, by_reward, by_both } = *self;
        object(&FittedRecord {
            set: &material.name,
            board: material.board.to_string(),
            empties: material.empties.into(),
            seed,
            positions: material.positions.len(),
            moves,
            playouts,
            scale,
            by_evaluation,
            by_reward,
            by_both,
        })
    }
}

/// What stands above speeds.
pub(crate) fn speed_heading(board: Board) -> String {
    format!("Playouts a second of CPU time, from the start of {board}\n")
}

/// How fast something is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Speed<'a> {
    pub(crate) board: Board,
    pub(crate) name: &'a str,
    pub(crate) per_second: f64,
}

#[derive(Debug, Serialize)]
struct SpeedRecord<'a> {
    board: String,
    kind: &'a str,
    playouts_per_second: f64,
}

impl Speed<'_> {
    /// For people.
    pub(crate) fn text(&self) -> String {
        format!("{:36} {:>10}\n", self.name, compact(self.per_second))
    }

    /// For programs.
    pub(crate) fn json(&self) -> String {
        let board = self.board.to_string();
        object(&SpeedRecord { board, kind: self.name, playouts_per_second: self.per_second })
    }
}

/// What stands above the schemes.
pub(crate) fn parallel_heading(args: &ParallelArgs, material: &Material) -> String {
    format!(
        "Speed: playouts a second in an artificial tree whose playouts sleep {}; a sleeping worker needs no core\n\
         Accuracy in %, with 95 % intervals, and memory, {} playouts of all workers together on\n\
         {}\n\
         {:7}  {:18}  {:>10}  {:>8}  {:>22}  {:>10}\n",
        elapsed(args.delay),
        args.playouts,
        material_text(material),
        "workers",
        "scheme",
        "playouts/s",
        "speed-up",
        "accuracy",
        "memory"
    )
}

/// One scheme with one number of workers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParallelRow<'a> {
    pub(crate) material: &'a Material,
    /// Of all workers together, for a position.
    pub(crate) playouts: u32,
    pub(crate) name: &'a str,
    pub(crate) workers: usize,
    pub(crate) per_second: f64,
    pub(crate) speed_up: f64,
    pub(crate) summary: Summary,
    pub(crate) bytes: usize,
}

#[derive(Debug, Serialize)]
struct ParallelRecord<'a> {
    set: &'a str,
    positions: usize,
    playouts: u32,
    scheme: &'a str,
    workers: usize,
    playouts_per_second: f64,
    speed_up: f64,
    accuracy: Limits,
    bytes: usize,
}

impl ParallelRow<'_> {
    /// For people.
    pub(crate) fn text(&self) -> String {
        let Self { name, workers, per_second, speed_up, summary, bytes, .. } = self;
        let (speed, accuracy) = (compact(*per_second), percent(summary.accuracy));
        let memory = format!("{} KiB", bytes >> 10);
        format!("{workers:7}  {name:18}  {speed:>10}  {speed_up:8.2}  {accuracy:>22}  {memory:>10}\n")
    }

    /// For programs.
    pub(crate) fn json(&self) -> String {
        object(&ParallelRecord {
            set: &self.material.name,
            positions: self.material.positions.len(),
            playouts: self.playouts,
            scheme: self.name,
            workers: self.workers,
            playouts_per_second: self.per_second,
            speed_up: self.speed_up,
            accuracy: self.summary.accuracy.into(),
            bytes: self.bytes,
        })
    }
}
