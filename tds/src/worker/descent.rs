//! Down the tree and back up, as far as it lies on this rank.

use std::borrow::Cow;

use mcts::select::Parent;
use mcts::step::Picked;
use mcts::{Evaluate, Game, Playout, Select, Sums};
use solver::Bounds;

use super::Worker;
use crate::error::TdsError;
use crate::frames::{Caller, Frame, Spot};
use crate::lease::Lease;
use crate::path::{self, Place};
use crate::shard::{Child, ROOT};
use crate::transport::{Rank, Transport};
use crate::wire::{FrameId, Job, LeaseBytes, NodeId, Report, Target};

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
            Target::Known(id) => self.shard.get(id).map(|_| Spot::Kept(id)),
            Target::At(path) => self.spot(&path),
        };
        let Some(spot) = spot.filter(|_| playouts > 0) else { return Err(self.garbled(from)) };
        let next = self.visit(Caller::There(from, frame), spot, playouts, lease.map(Into::into));
        self.pursue(next)
    }

    /// Where a path leads to; `None` if there is no such path.
    fn spot(&mut self, path: &[u8]) -> Option<Spot<G>> {
        let Self { step, start, shard, .. } = self;
        let place = path::follow(step.game, start, step.settings.is_graph, path)?;
        let state = place.state.clone();
        let kept = shard.find_or_add(step.game, place, || path.to_vec(), step.unknown());
        Some(kept.map_or(Spot::Unkept(state), Spot::Kept))
    }

    /// A REPORT job of another rank.
    pub(super) fn report(&mut self, from: Rank, report: &Report) -> Result<(), TdsError> {
        let sums = Sums::from(report.sums);
        let garbled = self.garbled(from);
        let Some(frame) = self.frames.get(report.frame).filter(|frame| sums.playouts <= frame.left) else {
            return Err(garbled);
        };
        let (Spot::Kept(id), index) = (&frame.spot, frame.branch) else { return Err(garbled) };
        let branch = self.shard.node_mut(*id).branch_mut(index);
        let Some(branch) = branch.filter(|branch| matches!(branch.child, Child::There(home, _) if home == from)) else {
            return Err(garbled);
        };
        branch.hear(report);
        self.pursue(Next::Settle(report.frame, sums.turned(), Source::Child))
    }

    /// Makes one playout, or as many as a leaf gets, for a frame.
    pub(super) fn play_out(&mut self, id: FrameId) -> Result<(), TdsError> {
        let Self { step, frames, shard, playout, random, statistics, .. } = self;
        let frame = frames.own(id);
        let count = frame.left.min(step.settings.playouts_per_leaf);
        let state = match &frame.spot {
            Spot::Kept(node) => &shard.node(*node).state,
            Spot::Unkept(state) => state,
        };
        let tally = playout.play(step.game, state, count, random, None);
        statistics.playouts += u64::from(count);
        statistics.unkept += u64::from(count) * u64::from(matches!(frame.spot, Spot::Unkept(_)));
        let sums = tally.rewards(step.settings.reward, step.game.most());
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

    /// Begins a descent at a position.
    pub(super) fn visit(&mut self, caller: Caller, spot: Spot<G>, left: u32, lease: Option<Lease>) -> Next {
        self.statistics.searches += 1;
        let told = match &spot {
            Spot::Kept(id) => self.shard.node(*id).proven.bounds(),
            Spot::Unkept(_) => self.step.unknown(),
        };
        let made = Sums::default();
        Next::Descend(self.frames.add(Frame { caller, spot, lease, left, made, entered: 0, branch: 0, told }))
    }

    /// One step down, as in [`mcts::Search::descend`].
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
        let node = self.shard.node_mut(id);
        if let Some(score) = step.known_score(&node.state, node.is_over, node.proven.bounds()) {
            node.enter(entered);
            return Ok(leaf(score));
        }
        let is_root = id == ROOT && self.root.is_some();
        if node.branches.is_none() {
            if !is_root && node.counters.visits() < step.settings.threshold {
                node.enter(entered);
                self.queue.push_back(frame_id);
                return Ok(Next::Rest);
            }
            self.shard.expand(&step, id, &mut self.random);
        }
        let picked = self.pick(id);
        self.shard.node_mut(id).enter(entered);
        let Some((parent, picked)) = picked else {
            // Every move is proven to be no better than the best: so is the node.
            self.shard.prove(id);
            return Ok(leaf(self.shard.node(id).proven.bounds().lower));
        };
        self.follow(frame_id, id, parent, &picked)
    }

    /// The move to follow from a node, and what the formula was told of the node; `None` if all moves are closed.
    fn pick(&self, id: NodeId) -> Option<(Parent, Picked)> {
        let node = self.shard.node(id);
        let branches = node.branches.as_deref().unwrap_or_default();
        let seen = node.counters.read();
        let arm = |index: usize| self.shard.arm::<S>(&branches[index]);
        let bounds = |index: usize| self.shard.bounds(&branches[index]);
        let picked = self.step.pick(seen, node.proven.bounds().lower, branches.len(), arm, bounds)?;
        Some((Parent::new(seen.visits, seen.mean()), picked))
    }

    /// Goes to the child that was picked, wherever it is kept.
    fn follow(&mut self, frame_id: FrameId, id: NodeId, parent: Parent, picked: &Picked) -> Result<Next, TdsError> {
        let frame = self.frames.own(frame_id);
        let (entered, left, least) = (frame.entered, frame.left, self.step.settings.playouts_per_leaf);
        frame.branch = picked.index;
        let lease = Lease { parent, arm: picked.arm, rival: picked.rival };
        let playouts = if left > least { lease.tenure(self.step.select, left).max(least) } else { left };
        let lease = (playouts > least).then_some(lease);
        let unplaced = match self.shard.node_mut(id).branch_mut(picked.index) {
            Some(branch) => {
                branch.enter(entered);
                branch.child == Child::Unknown
            }
            None => false,
        };
        if unplaced && let Some(next) = self.place(frame_id, id, picked.index, playouts, lease) {
            return Ok(next);
        }
        let node = self.shard.node(id);
        let branch = &node.branches.as_deref().unwrap_or_default()[picked.index];
        let (target, home) = match branch.child {
            Child::Here(child) => return Ok(self.visit(Caller::Here(frame_id), Spot::Kept(child), playouts, lease)),
            Child::There(home, Some(child)) => (Target::Known(child), home),
            Child::There(home, None) => {
                (Target::At(Cow::Owned(path::longer(&node.path, branch.number as usize))), home)
            }
            Child::Unknown => unreachable!("a child that is not kept here has a home elsewhere"),
        };
        let lease = lease.map(Into::into);
        self.tell(home, &Job::Search { frame: frame_id, target, playouts, lease })?;
        Ok(Next::Rest)
    }

    /// Finds out where the child of a move that was never followed is kept. If that is here, begins the descent there.
    fn place(
        &mut self,
        frame_id: FrameId,
        id: NodeId,
        index: usize,
        playouts: u32,
        lease: Option<Lease>,
    ) -> Option<Next> {
        let (game, is_graph) = (self.step.game, self.step.settings.is_graph);
        let node = self.shard.node(id);
        let branch = &node.branches.as_deref()?[index];
        let number = branch.number as usize;
        let state = game.apply(&node.state, branch.chosen);
        let key = path::key(game, is_graph, node.key, number, &state);
        let (home, rank) = (self.homes.of(key), self.transport.rank());
        if home != rank {
            self.shard.node_mut(id).branch_mut(index)?.child = Child::There(home, None);
            return None;
        }
        let path = path::longer(&node.path, number);
        let place = Place { state: state.clone(), key };
        let spot = match self.shard.find_or_add(game, place, || path, self.step.unknown()) {
            Some(child) => {
                self.shard.node_mut(id).branch_mut(index)?.child = Child::Here(child);
                Spot::Kept(child)
            }
            None => Spot::Unkept(state),
        };
        Some(self.visit(Caller::Here(frame_id), spot, playouts, lease))
    }

    /// One step up, as in [`mcts::Search::back_up`]; or down again, if the caller would choose the node once more.
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
        let bounds = match frame.spot {
            Spot::Kept(id) => self.shard.node(id).proven.bounds(),
            Spot::Unkept(_) => self.step.unknown(),
        };
        let has_news = bounds != frame.told;
        let goes_on = frame.left > 0
            && !has_news
            && frame.lease.as_ref().is_some_and(|lease| lease.holds(self.step.select, made.turned()));
        if goes_on {
            return Ok(Next::Descend(frame_id));
        }
        let frame = self.frames.remove(frame_id);
        self.pass_on(&frame, bounds)
    }

    /// Adds rewards to a node and to the move they come from; what is to be passed on of them.
    fn count(&mut self, id: NodeId, index: usize, entered: u32, sums: Sums, source: Source) -> Sums {
        let (step, shard) = (self.step, &mut self.shard);
        let mut sums = sums;
        if source == Source::Child {
            self.statistics.reports += 1;
            if let Some(branch) = shard.node_mut(id).branch_mut(index) {
                branch.leave(entered, step.kept(sums));
            }
            if step.settings.proves {
                shard.prove(id);
                let (lower, upper) = step.rewards(shard.node(id).proven.bounds());
                sums = sums.within(lower, upper);
            }
        } else if step.settings.proves && shard.node(id).is_over {
            let node = shard.node(id);
            node.proven.narrow(Bounds::at(step.settings.reward.visible(step.game.score(&node.state))));
        }
        shard.node_mut(id).leave(entered, step.kept(sums));
        sums
    }

    /// Tells the caller of a frame that is over what came of it.
    fn pass_on(&mut self, frame: &Frame<G>, bounds: Bounds) -> Result<Next, TdsError> {
        let (to, caller) = match frame.caller {
            Caller::Root => {
                self.arrived(frame);
                return Ok(Next::Rest);
            }
            Caller::Here(caller) => return Ok(Next::Settle(caller, frame.made.turned(), Source::Child)),
            Caller::There(rank, caller) => (rank, caller),
        };
        let node = match frame.spot {
            Spot::Kept(id) => Some(id),
            Spot::Unkept(_) => None,
        };
        let is_news = self.step.settings.proves && bounds != self.step.unknown();
        let shared = node.filter(|_| self.step.settings.is_graph).map(|id| self.shard.node(id).settled().into());
        let bounds = is_news.then_some((bounds.lower, bounds.upper));
        let report = Report { frame: caller, node, sums: frame.made.into(), bounds, shared };
        self.tell(to, &Job::Report(report))?;
        Ok(Next::Rest)
    }
}
