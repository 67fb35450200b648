//! Descents in flight through the nodes of one rank.

use mcts::{Game, ScoreBounds, Sums};

use crate::amaf::AmafReport;
use crate::lease::Lease;
use crate::shard::BranchId;
use crate::wire::{FrameId, NodeId};

/// Who asked for a descent.
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
    /// At a stored node.
    Kept(NodeId),
    /// At a position that there was no room for.
    Unkept(G::State),
}

impl<G: Game> Spot<G> {
    /// The node, if it is kept.
    #[inline]
    pub(crate) fn node(&self) -> Option<NodeId> {
        match self {
            Self::Kept(id) => Some(*id),
            Self::Unkept(_) => None,
        }
    }
}

/// A descent through one node: its result, and who receives it.
#[derive(Debug)]
pub(crate) struct Frame<G: Game> {
    pub(crate) caller: Caller,
    pub(crate) spot: Spot<G>,
    /// How many playouts it may still make.
    pub(crate) left: u32,
    /// The results of the playouts so far, for the side to move at the node.
    pub(crate) made: Sums,
    /// How many visits the descent counts as for now.
    pub(crate) entered: u32,
    /// The move that was followed.
    pub(crate) branch: BranchId,
    /// What was proven about the node when the caller was last told.
    pub(crate) told: ScoreBounds,
    /// Whether it may continue on its own; its lease says for how long.
    pub(crate) is_leased: bool,
    /// Whether the descent is still in flight.
    pub(crate) is_open: bool,
    /// Whether the side to move is not the one at the root.
    pub(crate) is_other: bool,
    /// The moves of the playouts so far, if the formula wants them.
    pub(crate) amaf: AmafReport,
}

/// All frames of a rank, by number. Numbers are reused.
#[derive(Debug)]
pub(crate) struct Frames<G: Game> {
    frames: Vec<Frame<G>>,
    /// The lease of each. Stored separately, since most have none and it is large.
    leases: Vec<Lease>,
    free: Vec<FrameId>,
}

impl<G: Game> Frames<G> {
    /// No frames.
    pub(crate) fn new() -> Self {
        Self { frames: Vec::new(), leases: Vec::new(), free: Vec::new() }
    }

    /// Adds a frame, with this lease if the frame is leased.
    #[inline]
    pub(crate) fn add(&mut self, frame: Frame<G>, lease: &Lease) -> FrameId {
        let is_leased = frame.is_leased;
        let id = if let Some(id) = self.free.pop() {
            self.frames[id as usize] = frame;
            id
        } else {
            self.frames.push(frame);
            self.leases.push(Lease::NONE);
            (self.frames.len() - 1) as FrameId
        };
        if is_leased {
            self.leases[id as usize] = *lease;
        }
        id
    }

    /// The frame with this number, if it is open.
    #[inline]
    pub(crate) fn get(&mut self, id: FrameId) -> Option<&mut Frame<G>> {
        self.frames.get_mut(id as usize).filter(|frame| frame.is_open)
    }

    /// A frame that must be open because this rank has just used it.
    #[inline]
    pub(crate) fn own(&mut self, id: FrameId) -> &mut Frame<G> {
        self.get(id).expect("a frame stays until its descent is over")
    }

    /// The lease of a leased frame.
    #[inline]
    pub(crate) fn lease(&self, id: FrameId) -> &Lease {
        &self.leases[id as usize]
    }

    /// Ends a frame.
    #[inline]
    pub(crate) fn remove(&mut self, id: FrameId) {
        self.free.push(id);
        self.frames[id as usize].is_open = false;
    }

    /// Number of open frames.
    pub(crate) fn open(&self) -> usize {
        self.frames.len() - self.free.len()
    }

    /// The most frames that were ever open at once.
    pub(crate) fn most(&self) -> usize {
        self.frames.len()
    }
}
