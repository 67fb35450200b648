//! Checkpoints and the end: what ranks tell each other besides the search, once it runs.

use std::io::Write;
use std::time::Instant;

use mcts::random::mix;
use mcts::{Evaluate, Game, Playout, Select};

use super::Worker;
use super::root::Phase;
use crate::checkpoint::{CheckpointError, snapshot};
use crate::error::TdsError;
use crate::transport::{Rank, Transport};
use crate::wire::Job;

impl<G, S, E, P, T> Worker<'_, G, S, E, P, T>
where
    G: Game,
    S: Select,
    E: Evaluate<G>,
    P: Playout<G>,
    T: Transport,
{
    /// On rank 0, while nothing is in flight: has all ranks save.
    pub(super) fn order_save(&mut self) -> Result<(), TdsError> {
        let Some(root) = &mut self.root else { return Ok(()) };
        root.generation += 1;
        root.phase = Phase::Saving;
        let (generation, playouts) = (root.generation, root.playouts);
        let mark = self.mark(playouts);
        self.tell_all(&Job::Save { generation, mark, playouts })?;
        self.outbox.flush(&mut self.transport)?;
        let begin = Instant::now();
        self.save((generation, mark), playouts)?;
        let Some(root) = &mut self.root else { return Ok(()) };
        root.expect_answers(begin.elapsed());
        if root.silent.is_empty() { self.all_saved() } else { Ok(()) }
    }

    /// On rank 0: a mark that no checkpoint of another search or time has, since their random numbers differ.
    fn mark(&self, playouts: u64) -> u64 {
        self.random.state().into_iter().fold(mix(playouts), |mark, state| mix(mark ^ state))
    }

    fn save(&mut self, (generation, mark): (u64, u64), playouts: u64) -> Result<(), CheckpointError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        // The order to save implies that all ranks have the previous checkpoint.
        let before = self.kept.replace(generation);
        let body = |file: &mut dyn Write| snapshot::write(&self.shard, &self.random, playouts, file);
        folder.save((generation, mark), before, body)
    }

    /// On rank 0: all ranks have written the checkpoint.
    fn all_saved(&mut self) -> Result<(), TdsError> {
        self.now = Instant::now();
        let Some(root) = &mut self.root else { return Ok(()) };
        (root.saved, root.heard) = (self.now, self.now);
        if root.is_last {
            return self.end();
        }
        root.phase = Phase::Searching;
        Ok(())
    }

    /// Does a job that is not part of the search.
    pub(super) fn obey(&mut self, from: Rank, job: Job<'_>) -> Result<(), TdsError> {
        match job {
            Job::Save { generation, mark, playouts } => {
                let error = self.save((generation, mark), playouts).err();
                let text = error.as_ref().map(ToString::to_string);
                self.tell(0, &Job::Saved { generation, error: text })?;
                self.outbox.flush(&mut self.transport)?;
                error.map_or(Ok(()), |error| Err(error.into()))
            }
            Job::Saved { error: Some(error), .. } => Err(TdsError::elsewhere(from, &error)),
            Job::Saved { error: None, .. } => match &mut self.root {
                Some(root) if root.phase == Phase::Saving => {
                    root.silent.remove(&from);
                    if root.silent.is_empty() { self.all_saved() } else { Ok(()) }
                }
                _ => Err(self.garbled(from)),
            },
            Job::End => {
                self.is_over = true;
                self.tell(0, &Job::Farewell(Box::new(self.summary())))
            }
            Job::Farewell(statistics) if self.farewell(from, *statistics) => Ok(()),
            _ => Err(self.garbled(from)),
        }
    }
}
