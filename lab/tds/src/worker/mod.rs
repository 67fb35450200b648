//! One rank: receive, look up, act.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use mcts::parallel::{Searched, Task};
use mcts::playout::AmafTally;
use mcts::reward::Statistics;
use mcts::{Evaluate, Game, Playout, Random, ScoreBounds, Select, Step};

use crate::amaf::Amaf;
use crate::checkpoint::CheckpointFolder;
use crate::error::TdsError;
use crate::fields::{Data, Fields, NoFields, NodeFields};
use crate::frames::Frames;
use crate::homes::Homes;
use crate::lease::Lease;
use crate::options::Options;
use crate::outbox::Outbox;
use crate::path::{self, Place};
use crate::shard::{ROOT, Shard};
use crate::statistics::RankStatistics;
use crate::transport::{Rank, Transport};
use crate::wire::{self, FrameId, Job};
use root::Root;

mod descent;
mod resuming;
mod root;
mod saving;
mod steering;

/// How long a job may wait for others to go into the same message, and a message before it is looked for.
const TICK: Duration = Duration::from_micros(50);
/// The longest wait for a message before the clock is looked at.
const NAP: Duration = Duration::from_millis(10);
/// The most playouts between two looks at the clock.
const MOST_AT_ONCE: u32 = 64;

/// What a distributed search came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// As of any other search. Nodes and memory are those of all ranks, playouts those before a checkpoint included.
    pub searched: Searched<M>,
    /// Playouts through the root and their rewards, for its side to move.
    pub root: Statistics,
    /// What is proven of the root, in scores that the reward tells apart.
    pub proven: ScoreBounds,
    /// What each rank has done.
    pub ranks: Vec<RankStatistics>,
    /// Playouts that a checkpoint had already.
    pub resumed: u64,
    /// Time from the beginning to the end.
    pub elapsed: Duration,
}

/// What a search came to, and what its root has kept in its own fields.
pub type Concluded<G, F> = (Found<<G as Game>::Move>, <F as Fields<G>>::Node);

/// What is left of a rank.
#[derive(Debug)]
pub(crate) struct Ended<G: Game, N = ()> {
    /// On rank 0, what the search came to.
    pub(crate) found: Option<Found<G::Move>>,
    /// The nodes.
    #[cfg_attr(not(test), allow(dead_code, reason = "tests look at the nodes"))]
    pub(crate) shard: Shard<G>,
    /// Their own fields.
    pub(crate) own: NodeFields<N>,
}

/// Works as one rank of a distributed search, until it ends. All ranks must be given the same task and options, but for the
/// directory of the checkpoint. On rank 0 what the search came to, on the others `None`.
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
    Ok(work_with(task, options, NoFields, playout, transport)?.map(|(found, ())| found))
}

/// The same with fields of one's own in nodes and jobs. On rank 0 also what the root has kept.
///
/// # Errors
/// As [`work`].
pub fn work_with<G, S, E, P, T, F>(
    task: &Task<'_, G, S, E>,
    options: &Options,
    fields: F,
    playout: P,
    transport: T,
) -> Result<Option<Concluded<G, F>>, TdsError>
where
    G: Game,
    S: Select,
    E: Evaluate<G>,
    P: Playout<G>,
    T: Transport,
    F: Fields<G>,
{
    if S::WANTS_AMAF {
        let ended = Worker::new(task, options, &(Amaf, fields), playout, transport).run()?;
        return Ok(ended.concluded().map(|(found, (_, own))| (found, own)));
    }
    Ok(Worker::new(task, options, &fields, playout, transport).run()?.concluded())
}

impl<G: Game, N: Data> Ended<G, N> {
    /// On rank 0: what the search came to, and the root's own fields.
    pub(crate) fn concluded(mut self) -> Option<(Found<G::Move>, N)> {
        self.found.map(|found| (found, std::mem::take(self.own.of(ROOT))))
    }
}

/// One rank.
#[derive(Debug)]
pub(crate) struct Worker<'a, G: Game, S, E, P, T, F: Fields<G>> {
    step: Step<'a, G, S, E>,
    options: &'a Options,
    playout: P,
    transport: T,
    random: Random,
    homes: Homes,
    /// What is proven of a position of which nothing is.
    unknown: ScoreBounds,
    start: Place<G>,
    shard: Shard<G>,
    /// The search's own fields, and those of the nodes.
    fields: &'a F,
    own: NodeFields<F::Node>,
    /// The moves of the playouts that are being made; of none, if nobody wants them.
    amaf: AmafTally,
    frames: Frames<G, F>,
    /// Frames that want a playout.
    queue: VecDeque<FrameId>,
    /// Playouts between two looks at the clock; fewer the longer they take.
    at_once: u32,
    outbox: Outbox,
    /// The lease of the descent that is about to begin, if it has one.
    lease: Lease,
    /// The bytes of a path that is being made.
    path: Vec<u8>,
    folder: Option<CheckpointFolder>,
    /// The last checkpoint that all ranks have.
    kept: Option<u64>,
    /// What only the root's home does.
    root: Option<Root>,
    statistics: RankStatistics,
    begin: Instant,
    /// The time, as of the last look at the clock.
    now: Instant,
    /// When messages were last looked for.
    looked: Instant,
    is_over: bool,
}

impl<'a, G, S, E, P, T, F> Worker<'a, G, S, E, P, T, F>
where
    G: Game,
    S: Select,
    E: Evaluate<G>,
    P: Playout<G>,
    T: Transport,
    F: Fields<G>,
{
    /// A rank that has not begun.
    pub(crate) fn new(
        task: &'a Task<'a, G, S, E>,
        options: &'a Options,
        fields: &'a F,
        playout: P,
        transport: T,
    ) -> Self {
        let settings = task.settings.sound();
        let step = Step { game: task.game, select: &task.select, evaluation: task.evaluation, settings };
        let (rank, ranks) = (transport.rank(), transport.ranks());
        let start = path::root(task.game, &task.state);
        let shard = Shard::new(&settings, settings.max_nodes.div_ceil(ranks), step.unknown());
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
            fields,
            own: NodeFields::new(),
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
    pub(crate) fn run(mut self) -> Result<Ended<G, F::Node>, TdsError> {
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
        Ok(Ended { found, shard: self.shard, own: self.own })
    }

    /// Makes the playouts that wait, until the next look at the clock.
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

    /// Does what has arrived.
    fn receive(&mut self) -> Result<(), TdsError> {
        while let Some((from, message)) = self.transport.receive(Duration::ZERO)? {
            self.read(from, &message)?;
        }
        self.now = Instant::now();
        self.looked = self.now;
        Ok(())
    }

    /// Waits for a message, having nothing to do.
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
        // What else has come in the meantime is read before anything is played.
        self.receive()
    }

    /// Does the jobs of a message.
    fn read(&mut self, from: Rank, message: &[u8]) -> Result<(), TdsError> {
        if let Some(root) = &mut self.root {
            root.heard = self.now;
        }
        let mut rest = message;
        while !rest.is_empty() {
            let job = wire::read(&mut rest).ok_or_else(|| self.garbled(from))?;
            match job {
                Job::Search { frame, target, playouts, lease, fields } => {
                    self.search(from, frame, target, playouts, lease, fields)?;
                }
                Job::Report(report) => self.report(from, report)?,
                other => self.obey(from, other)?,
            }
        }
        Ok(())
    }

    /// The error of a message that makes no sense.
    fn garbled(&self, from: Rank) -> TdsError {
        TdsError::Garbled { rank: self.transport.rank(), from }
    }

    /// Sends a job to another rank, soon.
    fn tell(&mut self, to: Rank, job: &Job<'_, F::Search, F::Report>) -> Result<(), TdsError> {
        Ok(self.outbox.push(to, job, self.now, &mut self.transport)?)
    }

    /// Sends a job to all other ranks.
    fn tell_all(&mut self, job: &Job<'_, F::Search, F::Report>) -> Result<(), TdsError> {
        (1..self.transport.ranks()).try_for_each(|rank| self.tell(rank, job))
    }

    /// What this rank has done.
    fn summary(&self) -> RankStatistics {
        let own = self.own.bytes(|node| self.fields.heap_bytes(node));
        let left = self.shard.under_way() + (self.frames.open() + self.queue.len()) as u64;
        RankStatistics {
            sent_jobs: self.outbox.sent_jobs,
            sent_messages: self.outbox.sent_messages,
            sent_bytes: self.outbox.sent_bytes,
            elapsed: self.begin.elapsed(),
            nodes: self.shard.nodes().len() as u64,
            table_bytes: (self.shard.bytes() + own) as u64,
            most_frames: self.frames.most() as u64,
            left,
            ..self.statistics
        }
    }
}
