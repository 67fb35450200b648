//! One rank: receive, look up, act.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use mcts::parallel::{Searched, Task};
use mcts::playout::AmafTally;
use mcts::{Evaluate, Game, Playout, Random, ScoreBounds, Select, Step, Sums};

use crate::checkpoint::CheckpointFolder;
use crate::error::TdsError;
use crate::frames::Frames;
use crate::homes::Homes;
use crate::lease::Lease;
use crate::options::Options;
use crate::outbox::Outbox;
use crate::path::{self, Place};
use crate::shard::Shard;
use crate::statistics::RankStatistics;
use crate::transport::{Rank, Transport};
use crate::wire::{self, FrameId, Job};
use root::Root;

mod descent;
mod resuming;
mod root;
mod steering;

/// How long a job may wait for others to share its message, and how often to poll for messages.
const TICK: Duration = Duration::from_micros(50);
/// The longest wait for a message before the clock is read.
const NAP: Duration = Duration::from_millis(10);
/// The most playouts between two readings of the clock.
const MOST_AT_ONCE: u32 = 64;

/// The result of a distributed search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// As for any other search. Nodes and memory are totals over all ranks; playouts include those before a checkpoint.
    pub searched: Searched<M>,
    /// Playouts through the root and their rewards, for its side to move.
    pub root: Sums,
    /// Proven bounds on the root's value, in scores that the reward distinguishes.
    pub proven: ScoreBounds,
    /// What each rank has done.
    pub ranks: Vec<RankStatistics>,
    /// Playouts already in the checkpoint from which the search resumed.
    pub resumed: u64,
    /// Time from the beginning to the end.
    pub elapsed: Duration,
}

/// The final state of a rank.
#[derive(Debug)]
pub(crate) struct Ended<G: Game> {
    /// On rank 0, the result of the search.
    pub(crate) found: Option<Found<G::Move>>,
    /// The nodes.
    #[cfg_attr(not(test), allow(dead_code, reason = "tests look at the nodes"))]
    pub(crate) shard: Shard<G>,
}

/// Works as one rank of a distributed search until it ends. Give all ranks the same task and options, except for the
/// directory of the checkpoint. Returns the result on rank 0, `None` on the others.
///
/// # Errors
/// See [`TdsError`]. The rank has then ended; the transport must end the others.
pub fn work<G, S, E, P, T>(
    task: &Task<'_, G, S, E>,
    options: &Options,
    playout: P,
    transport: T,
) -> Result<Option<Found<G::Move>>, TdsError>
where
    G: Game,
    S: Select,
    E: Evaluate<G>,
    P: Playout<G>,
    T: Transport,
{
    Ok(Worker::new(task, options, playout, transport).run()?.found)
}

/// One rank.
#[derive(Debug)]
pub(crate) struct Worker<'a, G: Game, S, E, P, T> {
    step: Step<'a, G, S, E>,
    options: &'a Options,
    playout: P,
    transport: T,
    random: Random,
    homes: Homes,
    /// The bounds of a position about which nothing is proven.
    unknown: ScoreBounds,
    start: Place<G>,
    shard: Shard<G>,
    /// The moves of the current playouts; empty if nobody wants them.
    amaf: AmafTally,
    frames: Frames<G>,
    /// Frames that want a playout.
    queue: VecDeque<FrameId>,
    /// Playouts between two readings of the clock; fewer the longer they take.
    at_once: u32,
    outbox: Outbox,
    /// The lease of the descent that is about to begin, if it has one.
    lease: Lease,
    /// Buffer for a path.
    path: Vec<u8>,
    folder: Option<CheckpointFolder>,
    /// The generation of the last checkpoint.
    kept: Option<u64>,
    /// What only the root's home does.
    root: Option<Root>,
    statistics: RankStatistics,
    begin: Instant,
    /// The time at the last reading of the clock.
    now: Instant,
    /// When messages were last polled for.
    looked: Instant,
    is_over: bool,
}

impl<'a, G, S, E, P, T> Worker<'a, G, S, E, P, T>
where
    G: Game,
    S: Select,
    E: Evaluate<G>,
    P: Playout<G>,
    T: Transport,
{
    /// A rank that has not begun.
    pub(crate) fn new(task: &'a Task<'a, G, S, E>, options: &'a Options, playout: P, transport: T) -> Self {
        let settings = task.settings.sound();
        let step = Step { game: task.game, select: &task.select, evaluation: task.evaluation, settings };
        let (rank, ranks) = (transport.rank(), transport.ranks());
        let start = path::root(task.game, &task.state);
        let shard = Shard::new::<S>(&settings, settings.max_nodes.div_ceil(ranks), step.unknown());
        let now = Instant::now();
        Self {
            unknown: step.unknown(),
            step,
            options,
            playout,
            random: Random::new(task.seed, rank as u64),
            homes: Homes::new(ranks, start.key),
            start,
            shard,
            amaf: AmafTally::new(task.game, settings.reward),
            frames: Frames::new(),
            queue: VecDeque::new(),
            at_once: 1,
            outbox: Outbox::new(ranks),
            lease: Lease::NONE,
            path: Vec::new(),
            folder: None,
            kept: None,
            root: (rank == 0).then(|| Root::new(task.budget, ranks)),
            statistics: RankStatistics { rank, ..RankStatistics::default() },
            begin: now,
            now,
            looked: now,
            is_over: false,
            transport,
        }
    }

    /// Works until the search is over.
    pub(crate) fn run(mut self) -> Result<Ended<G>, TdsError> {
        self.prepare()?;
        while !self.is_over {
            if self.queue.is_empty() || self.now >= self.looked + TICK {
                self.receive()?;
            }
            self.steer()?;
            if self.queue.is_empty() {
                self.wait()?;
            } else {
                self.play()?;
            }
        }
        self.outbox.flush(&mut self.transport)?;
        self.transport.close()?;
        let found = self.root.take().map(|root| self.conclude(root));
        Ok(Ended { found, shard: self.shard })
    }

    /// Makes the waiting playouts until the next reading of the clock.
    fn play(&mut self) -> Result<(), TdsError> {
        // Nobody should wait for a job because this rank is busy with a long playout.
        if self.at_once == 1 || self.outbox.since().is_some_and(|since| self.now >= since + TICK) {
            self.outbox.flush(&mut self.transport)?;
        }
        let mut made = 0;
        while made < self.at_once {
            if let Some(frame) = self.queue.pop_front() {
                self.play_out(frame)?;
                made += 1;
            } else if !self.may_begin() || {
                self.steer()?;
                self.queue.is_empty()
            } {
                break;
            }
        }
        let before = std::mem::replace(&mut self.now, Instant::now());
        let took = self.now - before;
        self.statistics.playing += took;
        if took > 2 * TICK {
            self.at_once = (self.at_once / 2).max(1);
        } else if made == self.at_once && took < TICK {
            self.at_once = (2 * self.at_once).min(MOST_AT_ONCE);
        }
        Ok(())
    }

    /// Does the jobs that have arrived.
    fn receive(&mut self) -> Result<(), TdsError> {
        while let Some((from, message)) = self.transport.receive(Duration::ZERO)? {
            self.read(from, &message)?;
        }
        self.now = Instant::now();
        self.looked = self.now;
        Ok(())
    }

    /// Waits for a message when there is nothing to do.
    fn wait(&mut self) -> Result<(), TdsError> {
        self.outbox.flush(&mut self.transport)?;
        if self.is_over {
            return Ok(());
        }
        let message = self.transport.receive(NAP)?;
        let before = std::mem::replace(&mut self.now, Instant::now());
        self.statistics.idle += self.now - before;
        if let Some((from, message)) = message {
            self.read(from, &message)?;
        } else {
            self.mind_silence()?;
        }
        // Read whatever else has arrived before playing.
        self.receive()
    }

    /// Does the jobs of a message.
    fn read(&mut self, from: Rank, message: &[u8]) -> Result<(), TdsError> {
        self.heard();
        let mut rest = message;
        while !rest.is_empty() {
            let job = wire::read(&mut rest).ok_or_else(|| self.garbled(from))?;
            match job {
                Job::Search { frame, target, playouts, lease, is_other } => {
                    self.search(from, frame, target, playouts, lease, is_other)?;
                }
                Job::Report(report) => self.report(from, report)?,
                other => self.obey(from, other)?,
            }
        }
        Ok(())
    }

    /// Notes on rank 0 that a message has arrived.
    fn heard(&mut self) {
        if let Some(root) = &mut self.root {
            root.heard = self.now;
        }
    }

    /// The most playouts of a descent.
    fn most_playouts(&self) -> u32 {
        self.options.allowance.max(1).saturating_mul(self.step.settings.playouts_per_leaf)
    }

    /// The error for a message that makes no sense.
    fn garbled(&self, from: Rank) -> TdsError {
        TdsError::Garbled { rank: self.transport.rank(), from }
    }

    /// Sends a job to another rank, soon.
    fn tell(&mut self, to: Rank, job: &Job<'_>) -> Result<(), TdsError> {
        Ok(self.outbox.push(to, job, self.now, &mut self.transport)?)
    }

    /// Sends a job to all other ranks.
    fn tell_all(&mut self, job: &Job<'_>) -> Result<(), TdsError> {
        (1..self.transport.ranks()).try_for_each(|rank| self.tell(rank, job))
    }

    /// What this rank has done.
    fn summary(&self) -> RankStatistics {
        let left = self.shard.under_way() + (self.frames.open() + self.queue.len()) as u64;
        RankStatistics {
            sent_jobs: self.outbox.sent_jobs,
            sent_messages: self.outbox.sent_messages,
            sent_bytes: self.outbox.sent_bytes,
            elapsed: self.begin.elapsed(),
            nodes: self.shard.nodes().len() as u64,
            table_bytes: self.shard.bytes() as u64,
            most_frames: self.frames.most() as u64,
            left,
            ..self.statistics
        }
    }
}
