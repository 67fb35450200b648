//! Descents that are under way through the nodes of one rank.

use mcts::{Game, Sums};
use solver::Bounds;

use crate::lease::Lease;
use crate::shard::BranchId;
use crate::wire::{FrameId, NodeId};

/// Who has asked for a descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// The search itself: the descent begins at the root.
    Root,
    /// A frame of this rank.
    Here(FrameId),
    /// A frame of another rank.
    There(u32, FrameId),
}

/// Where a descent is.
#[derive(Clone, Debug)]
pub(crate) enum Spot<G: Game> {
    /// At a node that is kept.
    Kept(NodeId),
    /// At a position that there was no room for.
    Unkept(G::State),
}

/// A descent through one node: what comes of it, and who is to hear of it.
#[derive(Debug)]
pub(crate) struct Frame<G: Game> {
    pub(crate) caller: Caller,
    pub(crate) spot: Spot<G>,
    /// Playouts that may still be made.
    pub(crate) left: u32,
    /// What the playouts so far came to, for the side to move at the node.
    pub(crate) made: Sums,
    /// Visits that the descent counts for now.
    pub(crate) entered: u32,
    /// The move that was followed.
    pub(crate) branch: BranchId,
    /// What was proven of the node when the caller was last told.
    pub(crate) told: Bounds,
}

/// All frames of a rank, by number. Numbers are used again.
#[derive(Debug)]
pub(crate) struct Frames<G: Game> {
    frames: Vec<Option<Frame<G>>>,
    /// How long each may go on. Apart, since most have none, and it is large.
    leases: Vec<Option<Lease>>,
    free: Vec<FrameId>,
}

impl<G: Game> Frames<G> {
    /// None.
    pub(crate) fn new() -> Self {
        Self { frames: Vec::new(), leases: Vec::new(), free: Vec::new() }
    }

    /// Adds a frame.
    pub(crate) fn add(&mut self, frame: Frame<G>, lease: Option<Lease>) -> FrameId {
        if let Some(id) = self.free.pop() {
            self.frames[id as usize] = Some(frame);
            self.leases[id as usize] = lease;
            return id;
        }
        self.frames.push(Some(frame));
        self.leases.push(lease);
        (self.frames.len() - 1) as FrameId
    }

    /// A frame that is there.
    #[inline]
    pub(crate) fn get(&mut self, id: FrameId) -> Option<&mut Frame<G>> {
        self.frames.get_mut(id as usize)?.as_mut()
    }

    /// A frame that is there because this rank has just used it.
    #[inline]
    pub(crate) fn own(&mut self, id: FrameId) -> &mut Frame<G> {
        self.get(id).expect("a frame stays until its descent is over")
    }

    /// How long a frame may go on.
    #[inline]
    pub(crate) fn lease(&self, id: FrameId) -> Option<&Lease> {
        self.leases[id as usize].as_ref()
    }

    /// Ends a frame.
    pub(crate) fn remove(&mut self, id: FrameId) -> Frame<G> {
        self.free.push(id);
        self.frames[id as usize].take().expect("a frame stays until its descent is over")
    }

    /// Number of frames now.
    pub(crate) fn open(&self) -> usize {
        self.frames.len() - self.free.len()
    }

    /// The most there ever were at once.
    pub(crate) fn most(&self) -> usize {
        self.frames.len()
    }
}
