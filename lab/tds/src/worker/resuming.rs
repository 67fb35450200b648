//! The beginning: ranks agree on a checkpoint and resume from it, however many ranks wrote it.

use std::collections::BTreeSet;
use std::time::Instant;

use mcts::random::mix;
use mcts::{Evaluate, Game, Playout, Random, Select};

use super::{NAP, Worker};
use crate::checkpoint::intake::{Intake, Moved};
use crate::checkpoint::{CheckpointError, CheckpointFolder, Survey, mark_of};
use crate::error::TdsError;
use crate::fields::{Data, Fields};
use crate::homes::Homes;
use crate::transport::{Rank, Transport};
use crate::wire::{self, Job, Written};

impl<G, S, E, P, T, F> Worker<'_, G, S, E, P, T, F>
where
    G: Game,
    S: Select,
    E: Evaluate<G>,
    P: Playout<G>,
    T: Transport,
    F: Fields<G>,
{
    /// Before the first descent: resumes from a checkpoint, if there is one.
    pub(super) fn prepare(&mut self) -> Result<(), TdsError> {
        let mut has_checkpoint = false;
        if let Some(checkpoint) = &self.options.checkpoint {
            let place = (self.transport.rank(), self.transport.ranks());
            let (key, settings) = (self.start.key, self.step.settings);
            let own = match self.fields.name() {
                name if name.is_empty() => name,
                name => format!(", with {name}"),
            };
            let whole = |label: &String| format!("{label}, root {key:016x}, {settings:?}{own}");
            let former = checkpoint.former_labels.iter().map(whole).collect();
            self.folder = Some(CheckpointFolder::open(&checkpoint.directory, place, whole(&checkpoint.label), former)?);
            has_checkpoint = if self.root.is_some() { self.agree()? } else { self.follow_suit()? };
        }
        if self.root.is_some() && !has_checkpoint {
            self.plant();
        }
        self.now = Instant::now();
        if let Some(root) = &mut self.root {
            (root.heard, root.saved) = (self.now, self.now);
        }
        Ok(())
    }

    /// On rank 0: finds the newest checkpoint that all ranks can read, and has all load it; returns whether there is one.
    fn agree(&mut self) -> Result<bool, TdsError> {
        let chosen = self.choose()?;
        self.tell_all(&Job::Begin(chosen))?;
        self.outbox.flush(&mut self.transport)?;
        let loaded = chosen.map_or(Ok((0, 0)), |written| self.load(written))?;
        // Wait until all ranks have loaded it: their jobs for each other could overtake the message from rank 0.
        for _ in 1..self.transport.ranks() {
            let (from, message) = self.next_message()?;
            match read_one::<F::Search, F::Report>(&message) {
                Some(Job::Ready(Ok(theirs))) if theirs == loaded => {}
                Some(Job::Ready(Ok(_))) => {
                    let path = self.folder.as_ref().map(|folder| folder.path(chosen.unwrap_or_default().0, from));
                    return Err(CheckpointError::MixedUp { path: path.unwrap_or_default() }.into());
                }
                Some(Job::Ready(Err(error))) => return Err(TdsError::Elsewhere { rank: from, error }),
                _ => return Err(self.garbled(from)),
            }
        }
        if let Some(root) = &mut self.root {
            root.resume(loaded.0);
        }
        Ok(chosen.is_some())
    }

    /// On rank 0: the newest checkpoint that all ranks can read; `None` if there is none at all.
    fn choose(&mut self) -> Result<Option<Written>, TdsError> {
        let Survey { found, mut last, obstacle } = self.survey()?;
        let mut obstacle: Option<TdsError> = obstacle.map(TdsError::from);
        let (mut has_any, mut common): (bool, BTreeSet<Written>) = (!found.is_empty(), found.into_iter().collect());
        for _ in 1..self.transport.ranks() {
            let (from, message) = self.next_message()?;
            match read_one::<F::Search, F::Report>(&message) {
                Some(Job::Have { found, last: theirs, obstacle: seen }) => {
                    has_any |= !found.is_empty();
                    common.retain(|written| found.contains(written));
                    last = last.max(theirs);
                    obstacle = obstacle.or(seen.map(|error| TdsError::Elsewhere { rank: from, error }));
                }
                Some(Job::Ready(Err(error))) => return Err(TdsError::Elsewhere { rank: from, error }),
                _ => return Err(self.garbled(from)),
            }
        }
        // The next checkpoint gets an unused number, so that no two can be confused.
        if let Some(root) = &mut self.root {
            root.generation = last;
        }
        match (common.last(), obstacle) {
            (Some(&chosen), _) => Ok(Some(chosen)),
            (None, Some(obstacle)) => Err(obstacle),
            (None, None) if has_any => Err(CheckpointError::NotCommon.into()),
            (None, None) => Ok(None),
        }
    }

    /// On the others: reports what is there, and loads what rank 0 chooses; returns whether there was anything to load.
    fn follow_suit(&mut self) -> Result<bool, TdsError> {
        let seen = self.survey();
        self.answer(seen, |Survey { found, last, obstacle }| Job::Have {
            found,
            last,
            obstacle: obstacle.map(|error| error.to_string()),
        })?;
        let (from, message) = self.next_message()?;
        let Some(Job::Begin(chosen)) = read_one::<F::Search, F::Report>(&message) else {
            return Err(self.garbled(from));
        };
        let loaded = chosen.map_or(Ok((0, 0)), |written| self.load(written));
        self.answer(loaded, |loaded| Job::Ready(Ok(loaded)))?;
        Ok(chosen.is_some())
    }

    /// Immediately tells rank 0 the result; or tells it the error, and returns that error.
    fn answer<R>(
        &mut self,
        result: Result<R, TdsError>,
        job: impl Fn(R) -> Job<'static, F::Search, F::Report>,
    ) -> Result<(), TdsError> {
        let (job, end) = match result {
            Ok(value) => (job(value), Ok(())),
            Err(error) => (Job::Ready(Err(error.to_string())), Err(error)),
        };
        self.tell(0, &job)?;
        self.outbox.flush(&mut self.transport)?;
        end
    }

    fn survey(&self) -> Result<Survey, TdsError> {
        Ok(self.folder.as_ref().map_or_else(|| Ok(Survey::default()), CheckpointFolder::survey)?)
    }

    /// The next message, however long it takes; for use only before the search.
    fn next_message(&mut self) -> Result<(Rank, Vec<u8>), TdsError> {
        loop {
            if let Some(message) = self.transport.receive(NAP)? {
                return Ok(message);
            }
        }
    }

    /// Loads the nodes of a checkpoint whose home is here. Returns the playouts of the whole search, and the mark.
    fn load(&mut self, (generation, written_by): Written) -> Result<(u64, u64), TdsError> {
        let Some(folder) = &self.folder else { return Ok((0, 0)) };
        let (rank, ranks) = (self.transport.rank(), self.transport.ranks());
        let is_same = written_by as usize == ranks;
        let moved = Moved { then: Homes::new(written_by as usize, self.start.key), now: self.homes, is_same };
        let (game, is_graph) = (self.step.game, self.step.settings.is_graph);
        let (start, shard, own, awaited) = (&self.start, &mut self.shard, &mut self.own, Vec::new());
        let mut intake = Intake { game, start, is_graph, moved, rank, shard, own, awaited };
        let mut first = None;
        for from in if is_same { rank..rank + 1 } else { 0..written_by as usize } {
            let reader = folder.reader((generation, written_by), from)?;
            let (path, mark) = (reader.path().to_owned(), mark_of(reader.label()));
            let heading = intake.take(from, reader)?;
            let known = first.get_or_insert((heading, mark));
            if (known.0.playouts, known.1) != (heading.playouts, mark) {
                return Err(CheckpointError::MixedUp { path }.into());
            }
        }
        if !intake.join() {
            return Err(CheckpointError::MixedUp { path: folder.path(generation, 0) }.into());
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
}

/// The job of a message that has only one.
fn read_one<S: Data, R: Data>(message: &[u8]) -> Option<Job<'_, S, R>> {
    let mut rest = message;
    wire::read(&mut rest).filter(|_| rest.is_empty())
}
