//! What only the root's home does: it begins descents, knows when none is in flight, has all ranks save, and ends the search;
//! and what the others do then.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mcts::parallel::Searched;
use mcts::random::mix;
use mcts::{Evaluate, FinalMove, Game, Playout, RootMove, Select};

use super::root::{Phase, Root};
use super::{Found, Worker};
use crate::checkpoint::snapshot;
use crate::error::TdsError;
use crate::frames::{Caller, Spot};
use crate::path::Place;
use crate::shard::ROOT;
use crate::statistics::RankStatistics;
use crate::transport::{Rank, Transport};
use crate::wire::Job;

impl<G: Game, S: Select, E: Evaluate<G>, P: Playout<G>, T: Transport> Worker<'_, G, S, E, P, T> {
    /// Makes the root.
    pub(super) fn plant(&mut self) {
        let Place { state, key } = &self.start;
        let place = Place { state: state.clone(), key: *key };
        self.shard.find_or_add(self.step.game, place, &[]);
    }

    /// Begins descents, saves, or ends the search when it is time.
    pub(super) fn steer(&mut self) -> Result<(), TdsError> {
        let Some(root) = &mut self.root else { return Ok(()) };
        if self.options.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            root.stop();
        }
        if root.phase == Phase::Searching {
            let every = self.options.checkpoint.as_ref().map(|checkpoint| checkpoint.every);
            if every.is_some_and(|every| self.now.saturating_duration_since(root.saved) >= every) {
                root.phase = Phase::Gathering;
            } else if !self.begin_descents()? {
                return self.finish();
            }
        }
        match &self.root {
            Some(root) if root.phase == Phase::Gathering && root.in_flight == 0 => self.order_save()?,
            _ => return Ok(()),
        }
        // A single rank has saved by now. If it waited here for messages that nobody sends, the next checkpoint might be due
        // first, again and again.
        if self.may_begin() && !self.begin_descents()? { self.finish() } else { Ok(()) }
    }

    /// Whether another descent can be begun.
    pub(super) fn may_begin(&self) -> bool {
        let most = self.options.in_flight.max(1);
        self.root.as_ref().is_some_and(|root| root.phase == Phase::Searching && root.in_flight < most)
    }

    /// Begins as many descents as may be in flight; returns whether any is.
    fn begin_descents(&mut self) -> Result<bool, TdsError> {
        let most = self.most_playouts();
        while let Some(root) = &mut self.root
            && root.in_flight < self.options.in_flight.max(1)
        {
            let node = self.shard.node(ROOT);
            let is_decided = node.is_over || self.step.settings.proves && !node.proven.bounds().are_open();
            let playouts = if is_decided { 0 } else { root.take(most) };
            if playouts == 0 {
                return Ok(root.in_flight > 0);
            }
            if root.in_flight == 0 {
                root.heard = self.now;
            }
            root.in_flight += 1;
            self.statistics.descents += 1;
            let next = self.visit(Caller::Root, Spot::Kept(ROOT), playouts, false, false);
            self.pursue(next)?;
            // With one descent at a time, its playout comes before the next descent.
            if !self.queue.is_empty() && self.options.in_flight <= 1 {
                break;
            }
        }
        Ok(true)
    }

    /// Records a descent that has come back to the root, with this many playouts made and left.
    pub(super) fn arrived(&mut self, playouts: u32, left: u32) {
        if let Some(root) = &mut self.root {
            root.in_flight -= 1;
            root.playouts += u64::from(playouts);
            root.spare += u64::from(left);
        }
    }

    /// Nothing is in flight and nothing left to begin: saves the tree if there is a checkpoint, then ends.
    fn finish(&mut self) -> Result<(), TdsError> {
        let Some(root) = &mut self.root else { return Ok(()) };
        if self.options.checkpoint.is_some() && !root.is_last {
            (root.is_last, root.phase) = (true, Phase::Gathering);
            return Ok(());
        }
        self.end()
    }

    /// Tells all that the search is over.
    pub(super) fn end(&mut self) -> Result<(), TdsError> {
        if let Some(root) = &mut self.root {
            root.phase = Phase::Ending;
            root.expect_answers(Duration::ZERO);
            self.is_over = root.silent.is_empty();
        }
        self.tell_all(&Job::End)
    }

    /// Takes the farewell of a rank; returns whether it was expected.
    pub(super) fn farewell(&mut self, from: Rank, statistics: RankStatistics) -> bool {
        let Some(root) = self.root.as_mut().filter(|root| root.phase == Phase::Ending) else { return false };
        if !root.silent.remove(&from) {
            return false;
        }
        root.ranks[from] = statistics;
        self.is_over = root.silent.is_empty();
        true
    }

    /// Fails if nothing was heard for too long from ranks that have to answer, or of descents in flight.
    pub(super) fn mind_silence(&mut self) -> Result<(), TdsError> {
        let Some(root) = &self.root else { return Ok(()) };
        if let Some((rank, waited)) = root.lost(self.now, self.options.patience) {
            let advice = "it or the network to it is gone, or it needs more patience";
            return Err(TdsError::Failed(format!("rank {rank} has not answered for {waited:.0?}: {advice}")));
        }
        let waited = self.now.saturating_duration_since(root.heard);
        let is_waiting = matches!(root.phase, Phase::Searching | Phase::Gathering) && root.in_flight > 0;
        if is_waiting && waited >= self.options.patience {
            let (descents, patience) = (root.in_flight, self.options.patience);
            let why = "a rank or the network to it is gone";
            return Err(TdsError::Failed(format!("nothing was heard of {descents} descents for {patience:?}: {why}")));
        }
        Ok(())
    }

    /// The result of the search.
    pub(super) fn conclude(&self, mut root: Root) -> Found<G::Move> {
        root.ranks[0] = self.summary();
        let node = self.shard.node(ROOT);
        let known = |at| {
            let branch = self.shard.branch(at);
            RootMove { chosen: branch.chosen, statistics: branch.counters.read(), bounds: self.shard.bounds(at) }
        };
        let moves: Vec<RootMove<G::Move>> = node.branch_ids().map(known).collect();
        let rule: FinalMove = self.step.settings.final_move;
        let chosen = rule.choose(&moves);
        let total = |number: fn(&RankStatistics) -> u64| root.ranks.iter().map(number).sum::<u64>() as usize;
        Found {
            searched: Searched {
                chosen,
                moves,
                playouts: root.playouts,
                nodes: total(|rank| rank.nodes),
                bytes: total(|rank| rank.table_bytes),
                agreement: 1.0,
                votes: chosen.iter().map(|one| one.chosen).collect(),
            },
            root: node.counters.read(),
            proven: node.proven.bounds(),
            elapsed: self.begin.elapsed(),
            resumed: root.resumed,
            ranks: root.ranks,
        }
    }

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

    fn save(&mut self, (generation, mark): (u64, u64), playouts: u64) -> Result<(), TdsError> {
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
                error.map_or(Ok(()), Err)
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
