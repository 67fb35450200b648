//! `solve mcts accuracy`.

use std::path::{Path, PathBuf};

use clap::Args;
use experiments::{Judged, Material, Survey, judge_answers};
use files::on_one_line;
use mcts::measure::Interval;
use othello::players::Spec;

use super::{ProblemArgs, last_words, materials, percent};
use crate::args::{GameArgs, OutputArgs, values};
use crate::exit::{Failure, Status};
use crate::input::{name, read_whole};
use crate::interrupt::Interrupt;
use crate::left_out;
use crate::output::{compact, elapsed, print, print_result};
use crate::progress::Steps;

/// The most bytes of answers from elsewhere: those of hundreds of thousands of positions.
const MOST_OF_ANSWERS: u64 = 64 << 20;

/// Measure how often players are right, on problem sets or on random positions, solved first
#[derive(Debug, Args)]
pub(crate) struct AccuracyArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    problems: ProblemArgs,
    /// Player to measure; repeatable
    #[arg(long, value_name = "PLAYER", required_unless_present = "answers")]
    player: Vec<Spec>,
    /// Judge the moves that another program chose; repeatable
    ///
    /// A line is the squares of a position in row order, the side to move, and the move, as in
    /// -----OX--XO----- X b1; RxC may stand in front, and # begins a comment. solve problems export prints the positions
    /// of a set. - reads standard input.
    #[arg(long, value_name = "FILE", requires = "set")]
    answers: Vec<PathBuf>,
    /// Number of positions at a time; answers do not depend on it unless players have a time limit
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::parse_threads)]
    threads: usize,
    /// Keep every answer in this file, one JSON object per line, and do not ask again for those it has
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Asks every player about every position, and shows a line for each player and set as soon as it is done.
pub(super) fn run(args: &AccuracyArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    interrupt.insist(&last_words(args.results.as_deref(), "answer"));
    let steps = Steps::new(&interrupt, args.output.quiet);
    let mut survey = Survey::new(args.game.seed, args.threads)?;
    if let Some(path) = &args.results {
        left_out::tell(&survey.keep_in(path)?, "answer");
    }
    let answers = args.answers.iter().map(|path| answers(path)).collect::<Result<Vec<_>, _>>()?;
    for material in materials(args.game, &args.problems, &steps)? {
        if !args.output.json {
            steps.hidden(|| print(&heading(&material, args.game.seed)))?;
        }
        for (name, text) in &answers {
            let judged = judge_answers(name, text, &material, args.game.seed)?;
            steps.hidden(|| print_result(args.output.json, &judged, |judged| row(judged, UNKNOWN, UNKNOWN)))?;
        }
        for player in &args.player {
            let found = survey.ask(&material, player, &steps)?;
            steps.hidden(|| {
                print_result(args.output.json, &found, |found| {
                    row(&found.judged, &compact(found.playouts as f64), &elapsed(found.cpu_time))
                })
            })?;
        }
    }
    Ok(Status::Done)
}

/// The moves that another program chose, with the name of their file.
fn answers(path: &Path) -> Result<(String, String), Failure> {
    let name = name(path);
    let text = String::from_utf8(read_whole(path, MOST_OF_ANSWERS)?)
        .map_err(|_| Failure::Run(format!("{name}: it is not UTF-8 text")))?;
    Ok((name, text))
}

/// The heading above the rows of a set.
fn heading(material: &Material, seed: u64) -> String {
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
        columns(["accuracy", "best", "discs given away", "playouts", "CPU time", "player"])
    )
}

fn columns([accuracy, best, discs, playouts, time, player]: [&str; 6]) -> String {
    format!("{accuracy:>22}  {best:>22}  {discs:>20}  {playouts:>10}  {time:>9}  {player}\n")
}

/// What nobody knows of answers from elsewhere.
const UNKNOWN: &str = "–";

/// How often somebody was right.
fn row(found: &Judged, playouts: &str, time: &str) -> String {
    let discs = |all: Interval| format!("{:.2} ({:.2} to {:.2})", all.value, all.lower, all.upper);
    let unknown = || UNKNOWN.to_owned();
    columns([
        &percent(found.accuracy),
        &found.optimal.map_or_else(unknown, percent),
        &found.regret.map_or_else(unknown, discs),
        playouts,
        time,
        &on_one_line(&found.player),
    ])
}
