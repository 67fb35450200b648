//! The beginning: ranks make sure that they search the same, agree on a checkpoint, and resume from it, however many ranks wrote
//! it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use mcts::random::mix;
use mcts::select::{Arm, Parent};
use mcts::{Evaluate, Game, Playout, Random, Select};

use super::{NAP, Worker};
use crate::checkpoint::intake::Intake;
use crate::checkpoint::{CheckpointFolder, Survey, differences, mark_of};
use crate::error::{TdsError, in_a_line};
use crate::homes::Homes;
use crate::transport::{Rank, Transport};
use crate::wire::{self, Job, Written};

/// A move such as there may be in any tree.
const SOME_MOVE: Arm =
    Arm { visits: 10, mean: 0.4, variance: 0.2, points: 1.5, prior: 0.3, amaf_visits: 20, amaf_mean: 0.6 };

impl<G: Game, S: Select, E: Evaluate<G>, P: Playout<G>, T: Transport> Worker<'_, G, S, E, P, T> {
    /// Before the first descent: the ranks make sure that they search the same, and resume from a checkpoint, if there is one.
    pub(super) fn prepare(&mut self) -> Result<(), TdsError> {
        let begin = Instant::now();
        let seen = self.survey();
        let took = begin.elapsed();
        let has_checkpoint = if self.root.is_some() { self.agree(seen?, took)? } else { self.follow_suit(seen)? };
        if self.root.is_some() && !has_checkpoint {
            self.plant();
        }
        self.now = Instant::now();
        if let Some(root) = &mut self.root {
            (root.heard, root.saved) = (self.now, self.now);
        }
        Ok(())
    }

    /// Opens the directory of the checkpoints, if there is one, and finds out what is there.
    fn survey(&mut self) -> Result<Survey, TdsError> {
        let Some(checkpoint) = &self.options.checkpoint else { return Ok(Survey::default()) };
        let place = (self.transport.rank(), self.transport.ranks());
        let (key, settings) = (self.start.key, self.step.settings);
        let own = if S::WANTS_AMAF { ", with all moves as first" } else { "" };
        let whole = |label: &String| format!("{label}, root {key:016x}, {settings:?}{own}");
        let former = checkpoint.former_labels.iter().map(whole).collect();
        let folder = CheckpointFolder::open(&checkpoint.directory, place, whole(&checkpoint.label), former)?;
        self.folder.insert(folder).survey()
    }

    /// On rank 0: finds the newest checkpoint that all ranks can read, and has all load it; returns whether there is one.
    /// It `took` so long to find out what there is.
    fn agree(&mut self, seen: Survey, took: Duration) -> Result<bool, TdsError> {
        let chosen = self.choose(seen, took)?;
        if self.folder.is_none() {
            return Ok(false);
        }
        self.tell_all(&Job::Begin(chosen))?;
        self.outbox.flush(&mut self.transport)?;
        let begin = Instant::now();
        let loaded = chosen.map_or(Ok((0, 0)), |written| self.load(written))?;
        // Wait until all ranks have loaded it: their jobs for each other could overtake the message from rank 0.
        self.gather(begin.elapsed(), |worker, from, job| match job {
            Job::Ready(Ok(theirs)) if theirs == loaded => Ok(()),
            Job::Ready(Ok(_)) => {
                let path = worker.folder.as_ref().map(|folder| folder.path(chosen.unwrap_or_default().0, from));
                Err(TdsError::mixed_up(path.unwrap_or_default()))
            }
            _ => Err(worker.garbled(from)),
        })?;
        if let Some(root) = &mut self.root {
            root.resume(loaded.0);
        }
        Ok(chosen.is_some())
    }

    /// On rank 0: the newest checkpoint that all ranks can read; `None` if there is none at all. Fails if a rank searches
    /// something else.
    fn choose(&mut self, seen: Survey, took: Duration) -> Result<Option<Written>, TdsError> {
        let Survey { found, mut last, mut obstacle } = seen;
        let (mut has_any, mut common): (bool, BTreeSet<Written>) = (!found.is_empty(), found.into_iter().collect());
        let expected = self.errand();
        self.gather(took, |worker, from, job| match job {
            Job::Hello { errand, found, last: theirs, obstacle: seen } => {
                if errand != expected {
                    let (found, expected) = differences(&errand, &expected);
                    let differ = format!("({}, not {expected})", in_a_line(&found));
                    return Err(TdsError::Failed(format!(
                        "rank {from} does not search what rank 0 searches {differ}; give all the same program and arguments"
                    )));
                }
                has_any |= !found.is_empty();
                common.retain(|written| found.contains(written));
                last = last.max(theirs);
                obstacle = obstacle.take().or(seen.map(|error| TdsError::elsewhere(from, &error)));
                Ok(())
            }
            _ => Err(worker.garbled(from)),
        })?;
        // The next checkpoint gets an unused number, so that no two can be confused.
        if let Some(root) = &mut self.root {
            root.generation = last;
        }
        match (common.last(), obstacle) {
            (Some(&chosen), _) => Ok(Some(chosen)),
            (None, Some(obstacle)) => Err(obstacle),
            (None, None) if has_any => {
                let why = "the ranks have no checkpoint in common, though there are some; remove them to begin anew";
                Err(TdsError::Failed(why.to_owned()))
            }
            (None, None) => Ok(None),
        }
    }

    /// On the others: reports what is there, and loads what rank 0 chooses; returns whether there was anything to load.
    fn follow_suit(&mut self, seen: Result<Survey, TdsError>) -> Result<bool, TdsError> {
        let errand = self.errand();
        self.answer(seen, |Survey { found, last, obstacle }| Job::Hello {
            errand: errand.clone(),
            found,
            last,
            obstacle: obstacle.map(|error| error.to_string()),
        })?;
        if self.folder.is_none() {
            return Ok(false);
        }
        let (from, message) = self.next_message()?;
        let Some(Job::Begin(chosen)) = read_one(&message) else { return Err(self.garbled(from)) };
        let loaded = chosen.map_or(Ok((0, 0)), |written| self.load(written));
        self.answer(loaded, |loaded| Job::Ready(Ok(loaded)))?;
        Ok(chosen.is_some())
    }

    /// Loads the nodes of a checkpoint whose home is here. Returns the playouts of the whole search, and the mark.
    fn load(&mut self, (generation, written_by): Written) -> Result<(u64, u64), TdsError> {
        let Some(folder) = &self.folder else { return Ok((0, 0)) };
        let (rank, ranks) = (self.transport.rank(), self.transport.ranks());
        let is_same = written_by as usize == ranks;
        let (then, now) = (Homes::new(written_by as usize, self.start.key), self.homes);
        let (game, is_graph) = (self.step.game, self.step.settings.is_graph);
        let (start, shard, awaited) = (&self.start, &mut self.shard, Vec::new());
        let mut intake = Intake { game, start, is_graph, then, now, rank, shard, awaited };
        let mut first = None;
        for from in if is_same { rank..rank + 1 } else { 0..written_by as usize } {
            let reader = folder.reader((generation, written_by), from)?;
            let (path, mark) = (reader.path().to_owned(), mark_of(reader.label()));
            let heading = intake.take(from, reader)?;
            let known = first.get_or_insert((heading, mark));
            if (known.0.playouts, known.1) != (heading.playouts, mark) {
                return Err(TdsError::mixed_up(path));
            }
        }
        if !intake.join() {
            return Err(TdsError::mixed_up(folder.path(generation, 0)));
        }
        let Some((heading, mark)) = first else { return Ok((0, 0)) };
        self.random = if is_same {
            Random::from_state(heading.random)
        } else {
            // A new stream: this rank may have existed before, and must not repeat random numbers already used.
            Random::new(self.random.state()[0] ^ mix(heading.playouts), rank as u64)
        };
        self.kept = Some(generation);
        Ok((heading.playouts, mark))
    }

    /// What all ranks must have in common, as text. Games, formulas and evaluations have no names, so this says what they
    /// make of the root, its moves and some other move. It is rounded: the last digits may differ from machine to machine.
    fn errand(&self) -> String {
        let Self { step, options, start, .. } = self;
        let mut moves = Vec::new();
        step.game.moves(&start.state, &mut moves);
        let behind = moves.iter().fold(0, |sum, &one| mix(sum ^ step.game.hash(&step.game.apply(&start.state, one))));
        let points = if S::WANTS_EVALUATION { step.evaluation.points(step.game, &start.state) } else { 0.0 };
        [
            format!("version {}", env!("CARGO_PKG_VERSION")),
            options.label.clone(),
            format!("root {:016x} worth {points:.3} points", start.key),
            format!("{} moves to {behind:016x}", moves.len()),
            format!("scores to {}", step.game.max_score()),
            format!("{} kinds of moves", step.game.kinds()),
            format!("urgency {:.5}", step.select.urgency(&Parent::new(100, 0.5), &SOME_MOVE)),
            format!("priors {:.5?}", step.select.priors(&[0.0, 1.0, -2.5])),
            format!("{:?}", step.settings),
            format!("moves as first: {}", S::WANTS_AMAF),
            format!("{} descents", options.in_flight),
            format!("allowance {}", options.allowance),
            format!("{} checkpoints", if options.checkpoint.is_some() { "with" } else { "without" }),
        ]
        .join(", ")
    }

    /// On rank 0: waits until each other rank has answered with one job, and hands these to `take`. Rank 0 took `own` for
    /// what they have to do before they answer.
    fn gather(
        &mut self,
        own: Duration,
        mut take: impl FnMut(&mut Self, Rank, Job<'_>) -> Result<(), TdsError>,
    ) -> Result<(), TdsError> {
        if let Some(root) = &mut self.root {
            root.expect_answers(own);
        }
        while self.root.as_ref().is_some_and(|root| !root.silent.is_empty()) {
            let (from, message) = self.next_message()?;
            let is_expected = self.root.as_mut().is_some_and(|root| root.silent.remove(&from));
            match read_one(&message) {
                Some(Job::Ready(Err(error))) => return Err(TdsError::elsewhere(from, &error)),
                Some(job) if is_expected => take(self, from, job)?,
                _ => return Err(self.garbled(from)),
            }
        }
        Ok(())
    }

    /// Immediately tells rank 0 the result; or tells it the error, and returns that error.
    fn answer<R>(&mut self, result: Result<R, TdsError>, job: impl Fn(R) -> Job<'static>) -> Result<(), TdsError> {
        let (job, end) = match result {
            Ok(value) => (job(value), Ok(())),
            Err(error) => (Job::Ready(Err(error.to_string())), Err(error)),
        };
        self.tell(0, &job)?;
        self.outbox.flush(&mut self.transport)?;
        end
    }

    /// The next message, for use only before the search. Rank 0 loses its patience with the others; these wait for it however
    /// long it takes.
    fn next_message(&mut self) -> Result<(Rank, Vec<u8>), TdsError> {
        loop {
            let message = self.transport.receive(NAP)?;
            self.now = Instant::now();
            match message {
                Some((from, message)) => {
                    self.heard();
                    return Ok((from, message));
                }
                None => self.mind_silence()?,
            }
        }
    }
}

/// The job of a message that has only one.
fn read_one(message: &[u8]) -> Option<Job<'_>> {
    let mut rest = message;
    wire::read(&mut rest).filter(|_| rest.is_empty())
}
