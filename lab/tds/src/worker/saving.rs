//! The beginning, checkpoints and the end: what ranks tell each other besides the search.

use std::collections::BTreeSet;

use mcts::{Evaluate, Game, Playout, Random, Select};

use super::root::Phase;
use super::{NAP, Worker};
use crate::checkpoint::{CheckpointError, CheckpointFolder, snapshot};
use crate::error::TdsError;
use crate::transport::{Rank, Transport};
use crate::wire::{self, Job};

impl<G, S, E, P, T> Worker<'_, G, S, E, P, T>
where
    G: Game,
    S: Select,
    E: Evaluate<G>,
    P: Playout<G>,
    T: Transport,
{
    /// Before the first descent: goes on from a checkpoint, if there is one.
    pub(super) fn prepare(&mut self) -> Result<(), TdsError> {
        let mut has_checkpoint = false;
        if let Some(checkpoint) = &self.options.checkpoint {
            let (rank, ranks) = (self.transport.rank(), self.transport.ranks());
            let (key, settings) = (self.start.key, self.step.settings);
            let whole = |label: &String| format!("{label}, root {key:016x}, {settings:?}, {ranks} ranks");
            let former = checkpoint.former_labels.iter().map(whole).collect();
            self.folder = Some(CheckpointFolder::open(&checkpoint.directory, rank, whole(&checkpoint.label), former)?);
            has_checkpoint = if self.root.is_some() { self.agree()? } else { self.follow_suit()? };
        }
        if self.root.is_some() && !has_checkpoint {
            self.plant();
        }
        self.now = std::time::Instant::now();
        if let Some(root) = &mut self.root {
            (root.heard, root.saved) = (self.now, self.now);
        }
        Ok(())
    }

    /// On rank 0: finds the newest checkpoint that all ranks have, and has all load it; whether there is one.
    fn agree(&mut self) -> Result<bool, TdsError> {
        let own = self.own_generations()?;
        let (mut common, mut has_any): (BTreeSet<u64>, bool) = (own.iter().copied().collect(), !own.is_empty());
        for _ in 1..self.transport.ranks() {
            let (from, message) = self.next_message()?;
            match read_one(&message) {
                Some(Job::Have(generations)) => {
                    has_any |= !generations.is_empty();
                    common.retain(|generation| generations.contains(generation));
                }
                Some(Job::Ready(Err(error))) => return Err(TdsError::Elsewhere { rank: from, error }),
                _ => return Err(self.garbled(from)),
            }
        }
        let chosen = common.last().copied();
        if chosen.is_none() && has_any {
            return Err(CheckpointError::NotCommon.into());
        }
        self.tell_all(&Job::Begin(chosen))?;
        self.outbox.flush(&mut self.transport)?;
        chosen.map_or(Ok(()), |generation| self.load(generation))?;
        // Not before all have heard of it: their jobs for one another may be faster than what rank 0 has told them.
        for _ in 1..self.transport.ranks() {
            let (from, message) = self.next_message()?;
            match read_one(&message) {
                Some(Job::Ready(Ok(()))) => {}
                Some(Job::Ready(Err(error))) => return Err(TdsError::Elsewhere { rank: from, error }),
                _ => return Err(self.garbled(from)),
            }
        }
        Ok(chosen.is_some())
    }

    /// On the others: tells what is there, and loads what rank 0 says; whether that is anything.
    fn follow_suit(&mut self) -> Result<bool, TdsError> {
        let own = self.own_generations();
        self.answer(own, Job::Have)?;
        let (from, message) = self.next_message()?;
        let Some(Job::Begin(chosen)) = read_one(&message) else { return Err(self.garbled(from)) };
        let loaded = chosen.map_or(Ok(()), |generation| self.load(generation));
        self.answer(loaded, |()| Job::Ready(Ok(())))?;
        Ok(chosen.is_some())
    }

    /// Tells rank 0 a result at once, or why there is none, and fails with it then.
    fn answer<R>(&mut self, result: Result<R, TdsError>, job: impl Fn(R) -> Job<'static>) -> Result<(), TdsError> {
        let (job, end) = match result {
            Ok(value) => (job(value), Ok(())),
            Err(error) => (Job::Ready(Err(error.to_string())), Err(error)),
        };
        self.tell(0, &job)?;
        self.outbox.flush(&mut self.transport)?;
        end
    }

    fn own_generations(&self) -> Result<Vec<u64>, TdsError> {
        Ok(self.folder.as_ref().map_or(Ok(Vec::new()), CheckpointFolder::generations)?)
    }

    /// The next message, however long it takes; only before the search.
    fn next_message(&mut self) -> Result<(Rank, Vec<u8>), TdsError> {
        loop {
            if let Some(message) = self.transport.receive(NAP)? {
                return Ok(message);
            }
        }
    }

    fn load(&mut self, generation: u64) -> Result<(), TdsError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let body = folder.load(generation)?;
        let step = self.step;
        let is_graph = step.settings.is_graph;
        let read = snapshot::read(step.game, &self.start, is_graph, &mut self.shard, &body);
        // Rank 0 has the root at least.
        let heading = read.filter(|heading| self.root.is_none() || heading.nodes > 0);
        let heading = heading.ok_or_else(|| folder.damaged(generation))?;
        self.random = Random::from_state(heading.random);
        if let Some(root) = &mut self.root {
            root.resume(generation, heading.playouts);
        }
        Ok(())
    }

    /// On rank 0, while nothing is under way: has all ranks save.
    pub(super) fn order_save(&mut self) -> Result<(), TdsError> {
        let others = self.transport.ranks() - 1;
        let Some(root) = &mut self.root else { return Ok(()) };
        root.generation += 1;
        root.phase = Phase::Saving(others);
        let (generation, playouts) = (root.generation, root.playouts);
        self.tell_all(&Job::Save { generation, playouts })?;
        self.outbox.flush(&mut self.transport)?;
        self.save(generation, playouts)?;
        if others == 0 { self.all_saved() } else { Ok(()) }
    }

    fn save(&self, generation: u64, playouts: u64) -> Result<(), CheckpointError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        folder.save(generation, |file| snapshot::write(&self.shard, &self.random, playouts, file))
    }

    /// On rank 0: the checkpoint is there on all ranks.
    fn all_saved(&mut self) -> Result<(), TdsError> {
        self.now = std::time::Instant::now();
        let Some(root) = &mut self.root else { return Ok(()) };
        (root.saved, root.heard) = (self.now, self.now);
        if root.is_last {
            return self.end();
        }
        root.phase = Phase::Searching;
        Ok(())
    }

    /// Does a job that is no part of the search.
    pub(super) fn obey(&mut self, from: Rank, job: Job<'_>) -> Result<(), TdsError> {
        match job {
            Job::Save { generation, playouts } if from == 0 => {
                let error = self.save(generation, playouts).err();
                let text = error.as_ref().map(ToString::to_string);
                self.tell(0, &Job::Saved { generation, error: text })?;
                self.outbox.flush(&mut self.transport)?;
                error.map_or(Ok(()), |error| Err(error.into()))
            }
            Job::Saved { error: Some(error), .. } => Err(TdsError::Elsewhere { rank: from, error }),
            Job::Saved { generation, error: None } => match &mut self.root {
                Some(root) if root.generation == generation && matches!(root.phase, Phase::Saving(1..)) => {
                    let Phase::Saving(others) = root.phase else { return Ok(()) };
                    root.phase = Phase::Saving(others - 1);
                    if others == 1 { self.all_saved() } else { Ok(()) }
                }
                _ => Err(self.garbled(from)),
            },
            Job::End if from == 0 => {
                self.is_over = true;
                self.tell(0, &Job::Farewell(Box::new(self.summary())))
            }
            Job::Farewell(statistics) if self.farewell(*statistics) => Ok(()),
            _ => Err(self.garbled(from)),
        }
    }
}

/// The only job of a message.
fn read_one(message: &[u8]) -> Option<Job<'_>> {
    let mut rest = message;
    wire::read(&mut rest).filter(|_| rest.is_empty())
}
