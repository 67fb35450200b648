//! `solve mcts accuracy`: how often players are right.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use othello::measure::{Accuracy, Labelled, position_seed};
use othello::players::{Player, Spec};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use solver::notation::{move_text, parse_moves};

use super::material::{self, Material, name_of};
use super::{cpu_time, last_words, thread_cpu_time};
use crate::args::AccuracyArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::journal::Journal;
use crate::output;
use crate::output::mcts::AccuracyRow;
use crate::progress::Display;

/// An answer as the journal has it. What is asked decides it, unless the player has a time limit: no answer is there twice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    set: String,
    position: String,
    scoring: String,
    player: String,
    seed: u64,
    #[serde(rename = "move")]
    chosen: String,
    /// 1 if the move wins, ½ if it draws.
    credit: f64,
    /// Discs given away, if values are known.
    regret: Option<i32>,
    /// Share of the trees that would make the move.
    agreement: f64,
    playouts: u64,
    bytes: usize,
    seconds: f64,
    /// Of all threads of the player if positions are asked about one at a time, else of the one that asked.
    cpu_seconds: f64,
}

/// What decides an answer: position, scoring, player and seed.
type Key = (String, String, String, u64);

impl Answer {
    fn key(&self) -> Key {
        (self.position.clone(), self.scoring.clone(), self.player.clone(), self.seed)
    }
}

/// What players are asked with: everything but the positions and the players.
struct Survey<'a> {
    args: &'a AccuracyArgs,
    display: Display,
    interrupt: &'a Interrupt,
    journal: Option<Journal<Answer>>,
    known: HashMap<Key, Answer>,
}

/// Asks every player about every position, and shows a line for each player and set as soon as it is done.
///
/// # Errors
/// No such set or positions, a journal that cannot be used, output that cannot be written.
pub(crate) fn run(args: &AccuracyArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    interrupt.insist(last_words(args.results.as_deref(), "answer"));
    let display = Display::new(args.output.quiet);
    let opened = args.results.as_deref().map(|path| Journal::<Answer>::open(path, "mcts accuracy")).transpose()?;
    let (journal, known) = opened.map_or((None, Vec::new()), |(journal, known)| (Some(journal), known));
    let known = known.into_iter().map(|answer| (answer.key(), answer)).collect();
    let Some(materials) = material::read(args.game, &args.problems, display, &interrupt)? else {
        return Ok(Status::Interrupted);
    };
    let survey = Survey { args, display, interrupt: &interrupt, journal, known };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build();
    let pool = pool.map_err(|error| Failure::Run(format!("threads: {error}")))?;
    for material in &materials {
        if !args.output.json {
            output::print(&output::mcts::accuracy_heading(material, args.game.seed))?;
        }
        for spec in &args.player {
            let Some(answers) = pool.install(|| survey.ask_all(material, spec))? else {
                return Ok(Status::Interrupted);
            };
            let row = row(material, spec, args.game.seed, &answers)?;
            output::print(&if args.output.json { row.json() } else { row.text() })?;
        }
    }
    Ok(Status::Done)
}

impl Survey<'_> {
    /// The answers of a player to all positions, in their order; `None` after Ctrl-C.
    fn ask_all(&self, material: &Material, spec: &Spec) -> Result<Option<Vec<Answer>>, Failure> {
        let known: Vec<Option<&Answer>> =
            material.positions.iter().map(|position| self.known.get(&self.key(material, spec, position))).collect();
        let (all, old) = (known.len() as u64, known.iter().flatten().count() as u64);
        let bar = Mutex::new(self.display.bar_from(&format!("{} {spec}", material.name), all, old));
        let answers = material.positions.par_iter().zip(known).map(|(position, known)| {
            if let Some(answer) = known {
                return Ok(Some(answer.clone()));
            }
            if self.interrupt.requested() {
                return Ok(None);
            }
            let answer = self.ask(material, spec, position)?;
            if let Some(journal) = &self.journal {
                journal.add(&answer)?;
            }
            bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner).advance();
            Ok(Some(answer))
        });
        let answers: Result<Vec<Option<Answer>>, Failure> = answers.collect();
        Ok(answers?.into_iter().collect())
    }

    fn key(&self, material: &Material, spec: &Spec, position: &Labelled) -> Key {
        let name = name_of(material.board, position.discs);
        (name, material.scoring.name().to_owned(), spec.text.clone(), self.args.game.seed)
    }

    /// Asks a player that was never asked before, so that the answer does not depend on other positions.
    fn ask(&self, material: &Material, spec: &Spec, position: &Labelled) -> Result<Answer, Failure> {
        let (position_name, scoring, player, seed) = self.key(material, spec, position);
        let mut asked = Player::new(spec.clone(), material.board, material.scoring);
        let clock = if self.args.threads == 1 { cpu_time } else { thread_cpu_time };
        let (begin, cpu) = (Instant::now(), clock());
        let choice = asked.choose(position.discs, position_seed(seed, position.discs));
        let (time, cpu_time) = (begin.elapsed(), clock().saturating_sub(cpu));
        let verdict = choice.and_then(|choice| Some((choice, position.judge(choice.chosen)?)));
        let (choice, verdict) = verdict.ok_or_else(|| {
            Failure::Run(format!("{position_name}: {player} makes no move that {} has a label for", material.name))
        })?;
        Ok(Answer {
            set: material.name.clone(),
            position: position_name,
            scoring,
            player,
            seed,
            chosen: move_text(material.board, choice.chosen),
            credit: verdict.credit(),
            regret: verdict.regret(),
            agreement: choice.agreement,
            playouts: choice.playouts,
            bytes: choice.bytes,
            seconds: time.as_secs_f64(),
            cpu_seconds: cpu_time.as_secs_f64(),
        })
    }
}

/// What the answers come to. Moves of the journal are judged by the labels, whatever it says they are worth.
fn row<'a>(material: &'a Material, spec: &'a Spec, seed: u64, answers: &[Answer]) -> Result<AccuracyRow<'a>, Failure> {
    let judge = |(position, answer): (&Labelled, &Answer)| {
        let verdict = match parse_moves(material.board, &answer.chosen).as_deref() {
            Ok(&[chosen]) => position.judge(chosen),
            _ => None,
        };
        let wrong = || Failure::Run(format!("results: {} is no move of {}", answer.chosen, answer.position));
        verdict.ok_or_else(wrong)
    };
    let accuracy: Accuracy = material.positions.iter().zip(answers).map(judge).collect::<Result<_, _>>()?;
    let sum = |of: fn(&Answer) -> f64| Duration::from_secs_f64(answers.iter().map(of).sum::<f64>().max(0.0));
    Ok(AccuracyRow {
        material,
        seed,
        player: &spec.text,
        summary: accuracy.summary(seed),
        playouts: answers.iter().map(|answer| answer.playouts).sum(),
        bytes: answers.iter().map(|answer| answer.bytes).sum::<usize>() / answers.len().max(1),
        agreement: answers.iter().map(|answer| answer.agreement).sum::<f64>() / answers.len().max(1) as f64,
        time: sum(|answer| answer.seconds),
        cpu_time: sum(|answer| answer.cpu_seconds),
    })
}
