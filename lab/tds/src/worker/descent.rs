//! Down the tree and back up, as far as it lies on this rank.

use std::borrow::Cow;

use mcts::reward::Statistics;
use mcts::select::Parent;
use mcts::step::Picked;
use mcts::{Evaluate, Game, Playout, ScoreBounds, Select, Sums};

use super::Worker;
use crate::error::TdsError;
use crate::frames::{Caller, Frame, Spot};
use crate::lease::Lease;
use crate::path::{self, Place};
use crate::shard::{BranchId, Child, ROOT};
use crate::transport::{Rank, Transport};
use crate::wire::{FrameId, Job, LeaseBytes, NodeId, Report, Target};

/// The move of a frame that has followed none yet.
const NOWHERE: BranchId = BranchId::MAX;

/// What to do next on this rank.
pub(super) enum Next {
    /// Go on down from a frame's node.
    Descend(FrameId),
    /// Take in rewards, for the side to move at the frame's node.
    Settle(FrameId, Sums, Source),
    /// Something else.
    Rest,
}

/// Where rewards come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The node itself.
    Leaf,
    /// The child that was followed.
    Child,
}

impl<G, S, E, P, T> Worker<'_, G, S, E, P, T>
where
    G: Game,
    S: Select,
    E: Evaluate<G>,
    P: Playout<G>,
    T: Transport,
{
    /// A SEARCH job of another rank.
    pub(super) fn search(
        &mut self,
        from: Rank,
        frame: FrameId,
        target: Target<'_>,
        playouts: u32,
        lease: Option<LeaseBytes>,
    ) -> Result<(), TdsError> {
        let spot = match target {
            Target::Known(id) => self.shard.has(id).then_some(Spot::Kept(id)),
            Target::At(path) => self.spot(&path),
        };
        let Some(spot) = spot.filter(|_| playouts > 0) else { return Err(self.garbled(from)) };
        let is_leased = lease.is_some();
        if let Some(lease) = lease {
            self.lease = lease.into();
        }
        let next = self.visit(Caller::There(from as u32, frame), spot, playouts, is_leased);
        self.pursue(next)
    }

    /// Where a path leads to; `None` if there is no such path.
    fn spot(&mut self, path: &[u8]) -> Option<Spot<G>> {
        let Self { step, start, shard, .. } = self;
        let place = path::follow(step.game, start, step.settings.is_graph, path)?;
        let state = place.state.clone();
        let kept = shard.find_or_add(step.game, place, path);
        Some(kept.map_or(Spot::Unkept(state), Spot::Kept))
    }

    /// A REPORT job of another rank.
    pub(super) fn report(&mut self, from: Rank, report: &Report) -> Result<(), TdsError> {
        let sums = Sums::from(report.sums);
        let garbled = self.garbled(from);
        let Some(frame) = self.frames.get(report.frame).filter(|frame| sums.playouts <= frame.left) else {
            return Err(garbled);
        };
        if !self.shard.hear(frame.branch, from as u32, report) {
            return Err(garbled);
        }
        self.pursue(Next::Settle(report.frame, sums.turned(), Source::Child))
    }

    /// Makes one playout, or as many as a leaf gets, for a frame.
    pub(super) fn play_out(&mut self, id: FrameId) -> Result<(), TdsError> {
        let Self { step, frames, shard, playout, random, statistics, .. } = self;
        let frame = frames.own(id);
        let count = frame.left.min(step.settings.playouts_per_leaf);
        let state = match &frame.spot {
            Spot::Kept(node) => shard.state(*node),
            Spot::Unkept(state) => state,
        };
        let tally = playout.play(step.game, state, count, random, None);
        statistics.playouts += u64::from(count);
        statistics.unkept += u64::from(count) * u64::from(matches!(frame.spot, Spot::Unkept(_)));
        let sums = tally.rewards(step.settings.reward, step.game.max_score());
        self.pursue(Next::Settle(id, sums, Source::Leaf))
    }

    /// Does one thing after the other until something else is to be waited for.
    pub(super) fn pursue(&mut self, mut next: Next) -> Result<(), TdsError> {
        loop {
            next = match next {
                Next::Descend(frame) => self.descend(frame)?,
                Next::Settle(frame, sums, source) => self.settle(frame, sums, source)?,
                Next::Rest => return Ok(()),
            };
        }
    }

    /// Begins a descent at a position, which has the worker's lease if it `is_leased`.
    #[inline]
    pub(super) fn visit(&mut self, caller: Caller, spot: Spot<G>, left: u32, is_leased: bool) -> Next {
        self.statistics.searches += 1;
        let (made, told) = (Sums::default(), self.proven(&spot));
        let (entered, branch, is_open) = (0, NOWHERE, true);
        let frame = Frame { caller, spot, left, made, entered, branch, told, is_leased, is_open };
        Next::Descend(self.frames.add(frame, &self.lease))
    }

    /// What is proven of a position.
    #[inline]
    fn proven(&self, spot: &Spot<G>) -> ScoreBounds {
        match spot {
            Spot::Kept(id) if self.step.settings.proves => self.shard.node(*id).proven.bounds(),
            _ => self.unknown,
        }
    }

    /// One step down, as in [`mcts::TreeSearch::descend`].
    fn descend(&mut self, frame_id: FrameId) -> Result<Next, TdsError> {
        let step = self.step;
        let frame = self.frames.own(frame_id);
        let count = frame.left.min(step.settings.playouts_per_leaf);
        let entered = count * step.settings.virtual_loss;
        frame.entered = entered;
        let leaf = |score| Next::Settle(frame_id, step.known(score, count), Source::Leaf);
        let id = match &frame.spot {
            Spot::Kept(id) => *id,
            Spot::Unkept(state) if step.game.is_over(state) => return Ok(leaf(step.game.score(state))),
            Spot::Unkept(_) => {
                self.queue.push_back(frame_id);
                return Ok(Next::Rest);
            }
        };
        let node = self.shard.node(id);
        if (node.is_over || step.settings.proves)
            && let Some(score) = step.known_score(self.shard.state(id), node.is_over, node.proven.bounds())
        {
            self.shard.node_mut(id).enter(entered);
            return Ok(leaf(score));
        }
        let is_root = id == ROOT && self.root.is_some();
        if !node.is_expanded() {
            if !is_root && node.counters.visits() < step.settings.threshold {
                self.shard.node_mut(id).enter(entered);
                self.queue.push_back(frame_id);
                return Ok(Next::Rest);
            }
            self.shard.expand(&step, id, &mut self.random);
        }
        let picked = self.pick(id);
        self.shard.node_mut(id).enter(entered);
        let Some(picked) = picked else {
            // Every move is proven to be no better than the best: so is the node.
            self.shard.prove(id);
            return Ok(leaf(self.shard.node(id).proven.bounds().lower));
        };
        self.follow(frame_id, id, &picked)
    }

    /// The move to follow from a node; `None` if all moves are closed.
    #[inline]
    fn pick(&self, id: NodeId) -> Option<Picked> {
        let node = self.shard.node(id);
        let branches = node.branch_ids();
        let arm = |index: usize| self.shard.arm::<S>(branches.start + index);
        let bounds = |index: usize| self.shard.bounds(branches.start + index);
        self.step.pick(node.counters.read(), node.proven.bounds().lower, branches.len(), arm, bounds)
    }

    /// Goes to the child that was picked, wherever it is kept.
    fn follow(&mut self, frame_id: FrameId, id: NodeId, picked: &Picked) -> Result<Next, TdsError> {
        let at = self.shard.node(id).branch_ids().start + picked.index;
        let frame = self.frames.own(frame_id);
        frame.branch = at;
        let (entered, left, least) = (frame.entered, frame.left, self.step.settings.playouts_per_leaf);
        let playouts = if left > least { self.grant(id, picked, entered, left).max(least) } else { left };
        let is_leased = playouts > least;
        let branch = self.shard.branch_mut(at);
        branch.enter(entered);
        if branch.child == Child::Unknown
            && let Some(spot) = self.place(id, at)
        {
            return Ok(self.visit(Caller::Here(frame_id), spot, playouts, is_leased));
        }
        let (branch, mut path) = (self.shard.branch(at), std::mem::take(&mut self.path));
        let (target, home) = match branch.child {
            Child::Here(child) => {
                self.path = path;
                return Ok(self.visit(Caller::Here(frame_id), Spot::Kept(child), playouts, is_leased));
            }
            Child::There(home, Some(child)) => (Target::Known(child), home),
            Child::There(home, None) => {
                path::longer(self.shard.path(id), branch.number as usize, &mut path);
                (Target::At(Cow::Borrowed(&path)), home)
            }
            Child::Unknown => unreachable!("a child that is not kept here has a home elsewhere"),
        };
        let lease = is_leased.then(|| self.lease.into());
        let told = self.tell(home as Rank, &Job::Search { frame: frame_id, target, playouts, lease });
        self.path = path;
        told.map(|()| Next::Rest)
    }

    /// Makes the lease of a move that was picked, and says for how many playouts it is.
    fn grant(&mut self, id: NodeId, picked: &Picked, entered: u32, left: u32) -> u32 {
        let (step, node) = (self.step, self.shard.node(id));
        let arm = |index: usize| {
            let at = node.branch_ids().start + index;
            let arm = self.shard.arm::<S>(at);
            if step.settings.proves { step.bounded(arm, self.shard.bounds(at)) } else { arm }
        };
        // As the node was when the move was picked.
        let seen = node.counters.read();
        let seen = Statistics { visits: seen.visits - entered, ..seen };
        let (parent, rival) = (Parent::new(seen.visits, seen.mean()), picked.rival.map(arm));
        self.lease = Lease::new(step.select, parent, arm(picked.index), rival.as_ref());
        self.lease.tenure(step.select, left)
    }

    /// Finds out where the child of a move that was never followed is kept. Its spot, if that is here.
    fn place(&mut self, id: NodeId, at: BranchId) -> Option<Spot<G>> {
        let (game, is_graph) = (self.step.game, self.step.settings.is_graph);
        let branch = self.shard.branch(at);
        let number = branch.number as usize;
        let state = game.apply(self.shard.state(id), branch.chosen);
        let key = path::key(game, is_graph, self.shard.key(id), number, &state);
        path::longer(self.shard.path(id), number, &mut self.path);
        let rank = self.transport.rank();
        let home = if is_graph || self.homes.begins_piece(&self.path) { self.homes.of(key) } else { rank };
        if home != rank {
            self.shard.branch_mut(at).child = Child::There(home as u32, None);
            return None;
        }
        let kept = self.shard.child(game, Place { state: state.clone(), key }, &self.path);
        Some(kept.map_or(Spot::Unkept(state), |child| {
            self.shard.branch_mut(at).child = Child::Here(child);
            Spot::Kept(child)
        }))
    }

    /// One step up, as in [`mcts::TreeSearch::back_up`]; or down again, if the caller would choose the node once more.
    fn settle(&mut self, frame_id: FrameId, sums: Sums, source: Source) -> Result<Next, TdsError> {
        let frame = self.frames.own(frame_id);
        let (entered, branch) = (frame.entered, frame.branch);
        let sums = match frame.spot {
            Spot::Kept(id) => self.count(id, branch, entered, sums, source),
            Spot::Unkept(_) => sums,
        };
        let frame = self.frames.own(frame_id);
        frame.left = frame.left.saturating_sub(sums.playouts);
        let Sums { playouts, sum, squares } = frame.made;
        let made = Sums { playouts: playouts + sums.playouts, sum: sum + sums.sum, squares: squares + sums.squares };
        frame.made = made;
        let (left, told) = (frame.left, frame.told);
        let bounds = match &frame.spot {
            Spot::Kept(id) if self.step.settings.proves => self.shard.node(*id).proven.bounds(),
            _ => self.unknown,
        };
        let may_go_on = frame.is_leased && left > 0 && bounds == told;
        if may_go_on && self.frames.lease(frame_id).holds(self.step.select, made.turned()) {
            return Ok(Next::Descend(frame_id));
        }
        let frame = self.frames.own(frame_id);
        let (caller, node) = (frame.caller, frame.spot.node());
        self.frames.remove(frame_id);
        match caller {
            Caller::Here(caller) => Ok(Next::Settle(caller, made.turned(), Source::Child)),
            Caller::There(to, caller) => self.answer_search(to as Rank, caller, node, made, bounds),
            Caller::Root => {
                self.arrived(made.playouts, left);
                Ok(Next::Rest)
            }
        }
    }

    /// Adds rewards to a node and to the move they come from; what is to be passed on of them.
    fn count(&mut self, id: NodeId, at: BranchId, entered: u32, sums: Sums, source: Source) -> Sums {
        let (step, shard) = (self.step, &mut self.shard);
        let mut sums = sums;
        if source == Source::Child {
            self.statistics.reports += 1;
            shard.branch_mut(at).leave(entered, step.kept(sums));
            if step.settings.proves {
                shard.prove(id);
                let (lower, upper) = step.rewards(shard.node(id).proven.bounds());
                sums = sums.within(lower, upper);
            }
        } else if step.settings.proves && shard.node(id).is_over {
            let node = shard.node(id);
            node.proven.narrow(ScoreBounds::at(step.settings.reward.visible(step.game.score(shard.state(id)))));
        }
        shard.node_mut(id).leave(entered, step.kept(sums));
        sums
    }

    /// Tells another rank what came of the descent that it has asked for.
    fn answer_search(
        &mut self,
        to: Rank,
        caller: FrameId,
        node: Option<NodeId>,
        made: Sums,
        bounds: ScoreBounds,
    ) -> Result<Next, TdsError> {
        let is_news = self.step.settings.proves && bounds != self.unknown;
        let shared = node.filter(|_| self.step.settings.is_graph).map(|id| self.shard.node(id).settled().into());
        let bounds = is_news.then_some((bounds.lower, bounds.upper));
        let report = Report { frame: caller, node, sums: made.into(), bounds, shared };
        self.tell(to, &Job::Report(report))?;
        Ok(Next::Rest)
    }
}
