//! Down the tree and back up, as far as it is on this rank.

use std::borrow::Cow;

use mcts::select::Parent;
use mcts::{Evaluate, Game, Playout, Score, ScoreBounds, Select, Sums};

use super::Worker;
use crate::amaf::AmafReport;
use crate::error::TdsError;
use crate::frames::{Caller, Frame, Spot};
use crate::lease::Lease;
use crate::path::{self, Place};
use crate::shard::{BranchId, Child, ROOT};
use crate::transport::{Rank, Transport};
use crate::wire::{FrameId, Job, NodeId, Report, Target};

/// The move of a frame that has followed none yet.
const NOWHERE: BranchId = BranchId::MAX;

/// What to do next on this rank.
pub(super) enum Next {
    /// Continue down from a frame's node.
    Descend(FrameId),
    /// Take in rewards, for the side to move at the frame's node, and the moves of their playouts. They come from the child that
    /// was followed (`true`), or from the node itself.
    Settle(FrameId, Sums, bool, AmafReport),
    /// Something else.
    Rest,
}

impl<G: Game, S: Select, E: Evaluate<G>, P: Playout<G>, T: Transport> Worker<'_, G, S, E, P, T> {
    /// A SEARCH job from another rank.
    pub(super) fn search(
        &mut self,
        from: Rank,
        frame: FrameId,
        target: Target<'_>,
        playouts: u32,
        lease: Option<Lease>,
        is_other: bool,
    ) -> Result<(), TdsError> {
        let spot = match target {
            Target::Known(id) => self.shard.has(id).then_some(Spot::Kept(id)),
            Target::At(path) => self.spot(&path),
        };
        let Some(spot) = spot else { return Err(self.garbled(from)) };
        let is_leased = lease.is_some();
        if let Some(lease) = lease {
            self.lease = lease;
        }
        let next = self.visit(Caller::There(from as u32, frame), spot, playouts, is_leased, is_other);
        self.pursue(next)
    }

    /// Where a path leads that another rank has followed; `None` if there is no such path, or if it does not lead here.
    fn spot(&mut self, path: &[u8]) -> Option<Spot<G>> {
        let Self { step, start, shard, homes, transport, .. } = self;
        let is_graph = step.settings.is_graph;
        let place = path::follow(step.game, start, is_graph, path)?;
        let is_for_others = is_graph || homes.begins_piece(path);
        if !is_for_others || homes.of(place.key) != transport.rank() {
            return None;
        }
        let state = place.state.clone();
        let kept = shard.find_or_add(step.game, place, path);
        Some(kept.map_or(Spot::Unkept(state), Spot::Kept))
    }

    /// A REPORT job from another rank.
    pub(super) fn report(&mut self, from: Rank, report: Report) -> Result<(), TdsError> {
        let branch = self.frames.get(report.frame).map(|frame| frame.branch);
        if !branch.is_some_and(|branch| self.shard.hear(branch, from as u32, &report)) {
            return Err(self.garbled(from));
        }
        let amaf = report.amaf.unwrap_or_default();
        self.pursue(Next::Settle(report.frame, report.sums.turned(), true, amaf))
    }

    /// Makes the playouts of a leaf ([`mcts::Settings::playouts_per_leaf`]) for a frame.
    pub(super) fn play_out(&mut self, id: FrameId) -> Result<(), TdsError> {
        let Self { step, frames, shard, playout, random, statistics, amaf, .. } = self;
        let frame = frames.own(id);
        let count = frame.left.min(step.settings.playouts_per_leaf);
        let state = match &frame.spot {
            Spot::Kept(node) => shard.state(*node),
            Spot::Unkept(state) => state,
        };
        amaf.clear();
        let tally = playout.play(step.game, state, count, random, S::WANTS_AMAF.then_some(amaf));
        statistics.playouts += u64::from(count);
        statistics.unkept += u64::from(count) * u64::from(matches!(frame.spot, Spot::Unkept(_)));
        let sums = tally.rewards(step.settings.reward, step.game.max_score());
        let next = self.leaf(id, sums);
        self.pursue(next)
    }

    /// Does one thing after the other until it has to wait for something.
    pub(super) fn pursue(&mut self, mut next: Next) -> Result<(), TdsError> {
        loop {
            next = match next {
                Next::Descend(frame) => self.descend(frame)?,
                Next::Settle(frame, sums, is_of_child, report) => self.settle(frame, sums, is_of_child, report)?,
                Next::Rest => return Ok(()),
            };
        }
    }

    /// Begins a descent at a position; it gets the worker's lease if it `is_leased`.
    #[inline]
    pub(super) fn visit(&mut self, caller: Caller, spot: Spot<G>, left: u32, is_leased: bool, is_other: bool) -> Next {
        self.statistics.searches += 1;
        let (made, told) = (Sums::default(), self.proven(&spot));
        let (entered, branch, is_open, amaf) = (0, NOWHERE, true, AmafReport::default());
        let frame = Frame { caller, spot, left, made, entered, branch, told, is_leased, is_open, is_other, amaf };
        Next::Descend(self.frames.add(frame, &self.lease))
    }

    /// What is proven about a position.
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
        let id = match &frame.spot {
            Spot::Kept(id) => *id,
            Spot::Unkept(state) if step.game.is_over(state) => {
                let score = step.game.score(state);
                return Ok(self.known(frame_id, score, count));
            }
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
            return Ok(self.known(frame_id, score, count));
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
        let Some((index, rival)) = picked else {
            // No move can beat the proven lower bound, so the node is decided.
            self.shard.prove(id);
            let score = self.shard.node(id).proven.bounds().lower;
            return Ok(self.known(frame_id, score, count));
        };
        self.follow(frame_id, id, index, rival)
    }

    /// The move to follow from a node, and the runner-up; `None` if all moves are closed.
    #[inline]
    fn pick(&self, id: NodeId) -> Option<(usize, Option<usize>)> {
        let node = self.shard.node(id);
        let branches = node.branch_ids();
        let arm = |index: usize| self.shard.arm::<S>(branches.start + index);
        let bounds = |index: usize| self.shard.bounds(branches.start + index);
        self.step.pick(node.counters.read(), node.proven.bounds().lower, branches.len(), arm, bounds)
    }

    /// Goes to the picked child, wherever it is kept.
    fn follow(&mut self, frame_id: FrameId, id: NodeId, index: usize, rival: Option<usize>) -> Result<Next, TdsError> {
        let at = self.shard.node(id).branch_ids().start + index;
        let frame = self.frames.own(frame_id);
        frame.branch = at;
        let (entered, left, least) = (frame.entered, frame.left, self.step.settings.playouts_per_leaf);
        let playouts = if left > least { self.grant(id, (index, rival), entered, left).max(least) } else { left };
        let is_leased = playouts > least;
        let branch = self.shard.branch_mut(at);
        branch.enter(entered);
        let is_other = !self.frames.own(frame_id).is_other;
        if branch.child == Child::Unknown
            && let Some(spot) = self.place(id, at)
        {
            return Ok(self.visit(Caller::Here(frame_id), spot, playouts, is_leased, is_other));
        }
        let (branch, mut path) = (self.shard.branch(at), std::mem::take(&mut self.path));
        let (target, home) = match branch.child {
            Child::Here(child) => {
                self.path = path;
                return Ok(self.visit(Caller::Here(frame_id), Spot::Kept(child), playouts, is_leased, is_other));
            }
            Child::There(home, Some(child)) => (Target::Known(child), home),
            Child::There(home, None) => {
                path::longer(self.shard.path(id), branch.number as usize, &mut path);
                (Target::At(Cow::Borrowed(&path)), home)
            }
            Child::Unknown => unreachable!("a child that is not kept here has a home elsewhere"),
        };
        let lease = is_leased.then_some(self.lease);
        let told = self.tell(home as Rank, &Job::Search { frame: frame_id, target, playouts, lease, is_other });
        self.path = path;
        told.map(|()| Next::Rest)
    }

    /// Makes the lease for the picked move, and returns the number of playouts it is for.
    fn grant(&mut self, id: NodeId, (picked, rival): (usize, Option<usize>), entered: u32, left: u32) -> u32 {
        let (step, node) = (self.step, self.shard.node(id));
        let arm = |index: usize| {
            let at = node.branch_ids().start + index;
            let arm = self.shard.arm::<S>(at);
            if step.settings.proves { step.bounded(arm, self.shard.bounds(at)) } else { arm }
        };
        // As the node was when the move was picked.
        let seen = node.counters.read();
        let seen = Sums { playouts: seen.playouts - entered, ..seen };
        let (parent, rival) = (Parent::new(seen.playouts, seen.mean()), rival.map(arm));
        self.lease = Lease::new(step.select, parent, arm(picked), rival.as_ref());
        self.lease.tenure(step.select, left)
    }

    /// Finds out where the child of an unfollowed move belongs; returns its spot if that is here.
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

    /// One step up, as in [`mcts::TreeSearch::back_up`], or down again if the caller would choose the node once more.
    fn settle(
        &mut self,
        frame_id: FrameId,
        sums: Sums,
        is_of_child: bool,
        report: AmafReport,
    ) -> Result<Next, TdsError> {
        let frame = self.frames.own(frame_id);
        let (entered, branch) = (frame.entered, frame.branch);
        let sums = match frame.spot {
            Spot::Kept(id) => self.count(id, branch, entered, sums, is_of_child),
            Spot::Unkept(_) => sums,
        };
        self.take_in(frame_id, is_of_child, report);
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
        let (caller, node, report) = (frame.caller, frame.spot.node(), std::mem::take(&mut frame.amaf));
        self.frames.remove(frame_id);
        match caller {
            Caller::Here(caller) => Ok(Next::Settle(caller, made.turned(), true, report)),
            Caller::There(to, frame) => self.answer_search(to as Rank, (frame, node), made, bounds, report),
            Caller::Root => {
                self.arrived(made.playouts, left);
                Ok(Next::Rest)
            }
        }
    }

    /// Adds rewards to a node and to the move they come from; returns the rewards to pass on.
    fn count(&mut self, id: NodeId, at: BranchId, entered: u32, sums: Sums, is_of_child: bool) -> Sums {
        let (step, shard) = (self.step, &mut self.shard);
        let mut sums = sums;
        if is_of_child {
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

    /// Rewards of playouts whose score is known.
    fn known(&mut self, id: FrameId, score: Score, count: u32) -> Next {
        self.amaf.clear();
        self.leaf(id, self.step.known(score, count))
    }

    /// Settles the rewards of a leaf, with the moves of its playouts.
    fn leaf(&mut self, id: FrameId, sums: Sums) -> Next {
        let is_other = self.frames.own(id).is_other;
        let report = if S::WANTS_AMAF {
            AmafReport::of_leaf(self.step.game, is_other, sums, &self.amaf)
        } else {
            AmafReport::default()
        };
        Next::Settle(id, sums, false, report)
    }

    /// Takes the moves of playouts into a frame's node, and into the report to its caller.
    #[inline]
    fn take_in(&mut self, id: FrameId, is_of_child: bool, mut report: AmafReport) {
        if !S::WANTS_AMAF {
            return;
        }
        let frame = self.frames.own(id);
        if is_of_child && let &Spot::Kept(node) = &frame.spot {
            self.shard.take_moves(self.step.game, node, frame.branch, frame.is_other, &mut report);
        }
        frame.amaf.join(report);
    }

    /// Sends another rank the result of the descent that it asked for.
    fn answer_search(
        &mut self,
        to: Rank,
        (frame, node): (FrameId, Option<NodeId>),
        made: Sums,
        bounds: ScoreBounds,
        amaf: AmafReport,
    ) -> Result<Next, TdsError> {
        let is_news = self.step.settings.proves && bounds != self.unknown;
        let shared = node.filter(|_| self.step.settings.is_graph).map(|id| self.shard.node(id).settled());
        let (bounds, amaf) = (is_news.then_some(bounds), S::WANTS_AMAF.then_some(amaf));
        let report = Report { frame, node, sums: made, bounds, shared, amaf };
        self.tell(to, &Job::Report(report))?;
        Ok(Next::Rest)
    }
}
