//! How often players are right: asks each about many positions, and judges its answers by the labels.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use files::{Damage, Journal};
use othello::players::{Player, Spec};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use solver::Observer;
use solver::notation::parse_moves;

use crate::error::ExperimentError;
use crate::journal;
use crate::judged::Judged;
use crate::labelled::{Labelled, Verdict};
use crate::material::Material;
use crate::record;
use bench::clock;

/// An answer in the journal. The question determines it, unless the player has a time limit, so each is saved only once.
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
    /// Share of the trees that chose the move themselves.
    agreement: f64,
    /// The move of each tree, in order, if there are several.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    votes: String,
    playouts: u64,
    bytes: usize,
    seconds: f64,
    /// Of all the player's threads if positions are asked about one at a time, else only of the thread that asked.
    cpu_seconds: f64,
}

/// Cap on the total times, which a journal may distort: a [`Duration`] cannot hold every number. No survey takes longer.
const MOST_SECONDS: f64 = 1e12;

/// What determines an answer: position, scoring, player and seed.
type Key = (String, String, String, u64);

impl Answer {
    fn key(&self) -> Key {
        (self.position.clone(), self.scoring.clone(), self.player.clone(), self.seed)
    }
}

/// Asks players about positions, and can save their answers.
#[derive(Debug)]
pub struct Survey {
    seed: u64,
    pool: ThreadPool,
    journal: Option<Journal>,
    known: HashMap<Key, Answer>,
}

/// How often a player was right, and at what cost. As JSON it is what `solve mcts accuracy --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PlayerAccuracy {
    /// How often it was right.
    #[serde(flatten)]
    pub judged: Judged,
    /// Share of the trees that chose the move themselves, on average.
    pub agreement: f64,
    /// Playouts in all positions.
    pub playouts: u64,
    /// Memory of the trees in bytes, on average.
    pub bytes: usize,
    /// Wall-clock time.
    #[serde(rename = "seconds", serialize_with = "record::seconds")]
    pub time: Duration,
    /// CPU time, of the threads that asked.
    #[serde(rename = "cpu_seconds", serialize_with = "record::seconds")]
    pub cpu_time: Duration,
}

impl Survey {
    /// The name of its journals.
    const NAME: &str = "mcts accuracy";

    /// Asks about this many positions at once. The answers do not depend on it, unless players have a time limit. `seed` is
    /// that of the players' random numbers.
    ///
    /// # Errors
    /// The system refuses threads.
    pub fn new(seed: u64, threads: usize) -> Result<Self, ExperimentError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        Ok(Self { seed, pool, journal: None, known: HashMap::new() })
    }

    /// Saves answers in a file from now on, and does not ask again what is already there. Returns the lines of the file that
    /// are skipped because they are damaged; it asks about their positions again.
    ///
    /// # Errors
    /// The file cannot be used, or is something else.
    pub fn keep_in(&mut self, path: &Path) -> Result<Vec<Damage>, ExperimentError> {
        let (journal, known, left_out) = journal::open(path, Self::NAME, |_: &Answer| Ok(()))?;
        self.known = known.into_iter().map(|answer| (answer.key(), answer)).collect();
        self.journal = Some(journal);
        Ok(left_out)
    }

    /// Asks a player about all positions.
    ///
    /// # Errors
    /// Stopped, the player makes a move without a label or none, or answers cannot be saved or were saved for something else.
    pub fn ask(
        &self,
        material: &Material,
        player: &Spec,
        observer: &dyn Observer,
    ) -> Result<PlayerAccuracy, ExperimentError> {
        let answers = self.pool.install(|| self.answers(material, player, observer))?;
        self.accuracy(material, player, &answers)
    }

    /// The answers of a player for all positions, in order.
    fn answers(
        &self,
        material: &Material,
        player: &Spec,
        observer: &dyn Observer,
    ) -> Result<Vec<Answer>, ExperimentError> {
        // Ignore an answer that is not a move here: journals of version 1 could not detect damage.
        let is_answer = |position: &Labelled, answer: &&Answer| judged(material, position, answer).is_some();
        let known = |position| {
            let kept = self.known.get(&self.key(material, player, position));
            kept.filter(|answer| is_answer(position, answer))
        };
        let known: Vec<Option<&Answer>> = material.positions.iter().map(known).collect();
        observer.begin(&format!("{} {player}", material.name), known.len() as u64);
        observer.resume(known.iter().flatten().count() as u64);
        let answer = |(position, known): (&Labelled, Option<&Answer>)| {
            if let Some(answer) = known {
                return Ok(answer.clone());
            }
            if observer.is_stopped() {
                return Err(ExperimentError::Stopped);
            }
            let answer = self.answer(material, player, position)?;
            if let Some(journal) = &self.journal {
                journal::add(journal, &answer)?;
            }
            observer.advance(1);
            Ok(answer)
        };
        // A player with threads of its own has the processor for itself, so that the time of all of them can be told.
        if is_parallel(player) {
            material.positions.iter().zip(known).map(answer).collect()
        } else {
            material.positions.par_iter().zip(known).map(answer).collect()
        }
    }

    fn key(&self, material: &Material, player: &Spec, position: &Labelled) -> Key {
        let name = material.name_of(position.position);
        (name, material.scoring.name().to_owned(), player.text.clone(), self.seed)
    }

    /// Asks a fresh player, so that the answer does not depend on other positions.
    fn answer(&self, material: &Material, player: &Spec, position: &Labelled) -> Result<Answer, ExperimentError> {
        let mut asked = Player::new(player.clone(), material.board, material.scoring);
        let is_alone = self.pool.current_num_threads() == 1 || is_parallel(player);
        let clock = if is_alone { clock::process_time } else { clock::thread_time };
        let (begin, cpu) = (Instant::now(), clock());
        let choice = asked.choose(position.position, position.seed(self.seed));
        let (time, cpu_time) = (begin.elapsed(), clock().saturating_sub(cpu));
        let (position_name, scoring, player, seed) = self.key(material, player, position);
        let Some((verdict, choice)) = choice.and_then(|choice| Some((position.judge(choice.chosen)?, choice))) else {
            let set = &material.name;
            let why = format!("{position_name}: {player} makes no move that {set} has a label for");
            return Err(ExperimentError::Unsuitable(why));
        };
        let votes: Vec<_> = choice.votes.iter().map(|vote| vote.display(material.board).to_string()).collect();
        Ok(Answer {
            set: material.name.clone(),
            position: position_name,
            scoring,
            player,
            seed,
            chosen: choice.chosen.display(material.board).to_string(),
            credit: verdict.credit(),
            regret: verdict.regret(),
            agreement: choice.agreement,
            votes: if votes.len() > 1 { votes.join(" ") } else { String::new() },
            playouts: choice.playouts,
            bytes: choice.bytes,
            seconds: time.as_secs_f64(),
            cpu_seconds: cpu_time.as_secs_f64(),
        })
    }

    /// Sums up the answers. Moves from the journal are judged by the labels, not by the values in the journal.
    fn accuracy(
        &self,
        material: &Material,
        player: &Spec,
        answers: &[Answer],
    ) -> Result<PlayerAccuracy, ExperimentError> {
        let judge = |(position, answer): (&Labelled, &Answer)| {
            let wrong = || {
                let why = format!("results: {} is not a move of {}", answer.chosen, answer.position);
                ExperimentError::Unsuitable(why)
            };
            judged(material, position, answer).ok_or_else(wrong)
        };
        let verdicts: Vec<Verdict> =
            material.positions.iter().zip(answers).map(judge).collect::<Result<_, ExperimentError>>()?;
        let sum = |of: fn(&Answer) -> f64| {
            Duration::from_secs_f64(answers.iter().map(of).sum::<f64>().clamp(0.0, MOST_SECONDS))
        };
        let count = answers.len().max(1);
        Ok(PlayerAccuracy {
            judged: Judged::of(material, player.text.clone(), self.seed, &verdicts),
            agreement: answers.iter().map(|answer| answer.agreement).sum::<f64>() / count as f64,
            playouts: answers.iter().map(|answer| answer.playouts).sum(),
            bytes: answers.iter().map(|answer| answer.bytes).sum::<usize>() / count,
            time: sum(|answer| answer.seconds),
            cpu_time: sum(|answer| answer.cpu_seconds),
        })
    }
}

/// Whether a player searches on several threads of its own.
fn is_parallel(player: &Spec) -> bool {
    player.tree.is_some_and(|tree| tree.scheme.workers() > 1)
}

/// The verdict on the move of an answer; `None` if the move has no label.
fn judged(material: &Material, position: &Labelled, answer: &Answer) -> Option<Verdict> {
    match parse_moves(material.board, &answer.chosen).as_deref() {
        Ok(&[chosen]) => position.judge(chosen),
        _ => None,
    }
}
