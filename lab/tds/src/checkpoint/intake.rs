//! Loads checkpoint files into the tree of a rank.

use mcts::Game;

use super::Reader;
use super::snapshot::{self, Heading, SavedNode};
use crate::error::TdsError;
use crate::homes::Homes;
use crate::path::{self, Place};
use crate::shard::{BranchId, Child, ROOT, Shard};
use crate::transport::Rank;
use crate::wire::NodeId;

/// A rank that takes in the nodes whose home it is.
#[derive(Debug)]
pub(crate) struct Intake<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) start: &'a Place<G>,
    pub(crate) is_graph: bool,
    /// The homes of nodes when they were written, and their homes now.
    pub(crate) then: Homes,
    pub(crate) now: Homes,
    pub(crate) rank: Rank,
    pub(crate) shard: &'a mut Shard<G>,
    /// Moves to children whose home is here and which may not have been read yet, each with its parent and whether the child
    /// was kept. Empty at first.
    pub(crate) awaited: Vec<(NodeId, BranchId, bool)>,
}

impl<G: Game> Intake<'_, G> {
    /// Takes in those nodes of the file of rank `from` whose home is here.
    pub(crate) fn take(&mut self, from: Rank, mut reader: Reader) -> Result<Heading, TdsError> {
        let heading = reader.heading()?;
        // Then nodes keep their homes and numbers.
        let is_same = self.then.ranks() == self.now.ranks();
        for number in 0..heading.nodes {
            let node: SavedNode = reader.take()?;
            let amaf: Vec<(u32, u64)> = if self.shard.wants_amaf() { reader.take()? } else { Vec::new() };
            // In a graph the position determines the home. In a tree the path does, so others' positions are not needed.
            let place = if self.is_graph { Some(self.place(&node).ok_or_else(|| reader.damaged())?) } else { None };
            let home =
                |homes: Homes| homes.at(self.is_graph, self.start.key, &node.path, || place.as_ref().map(|it| it.key));
            let is_root = node.path.is_empty();
            if is_root != (from == 0 && number == u64::from(ROOT)) || home(self.then).is_none_or(|then| then != from) {
                return Err(TdsError::mixed_up(reader.path().to_owned()));
            }
            if is_same || home(self.now) == Some(self.rank) {
                let place = place.or_else(|| self.place(&node)).ok_or_else(|| reader.damaged())?;
                // Every descent begins at the root.
                let has_sense = !is_root || u64::from(node.counted.playouts) == heading.playouts;
                let id = self.add(&node, &amaf, place).filter(|_| has_sense).ok_or_else(|| reader.damaged())?;
                if is_same && u64::from(id) != number {
                    return Err(reader.damaged());
                }
            }
        }
        // Rank 0 has at least the root.
        if from == 0 && heading.nodes == 0 {
            return Err(reader.damaged());
        }
        reader.finish()?;
        Ok(heading)
    }

    fn place(&self, node: &SavedNode) -> Option<Place<G>> {
        path::follow(self.game, self.start, self.is_graph, &node.path)
    }

    /// Adds a node; `None` if it makes no sense.
    fn add(&mut self, saved: &SavedNode, amaf: &[(u32, u64)], place: Place<G>) -> Option<NodeId> {
        let mut moves = Vec::new();
        self.game.moves(&place.state, &mut moves);
        let next = self.shard.nodes().len();
        self.shard.make_room_for(next + 1);
        let id = self.shard.find_or_add(self.game, place, &saved.path)?;
        if id as usize != next || !snapshot::give(self.shard, id, saved, &moves) || !self.shard.set_amaf(id, amaf) {
            return None;
        }
        self.find_homes(id)?;
        Some(id)
    }

    /// Points the moves of a new node to the present homes of their children. The number of a child on another rank comes
    /// with its first report, as for a child that was never searched. The numbers in the file are not trusted: wrong ones
    /// could send a descent round in circles.
    fn find_homes(&mut self, id: NodeId) -> Option<()> {
        for at in self.shard.node(id).branch_ids() {
            let is_kept = match self.shard.branch(at).child {
                Child::Unknown => continue,
                Child::Here(_) => true,
                Child::There(_, known) => known.is_some(),
            };
            let (place, path) = self.behind(id, at);
            let home = self.now.at(self.is_graph, self.start.key, &path, || Some(place.key))?;
            self.shard.branch_mut(at).child = if home == self.rank {
                self.awaited.push((id, at, is_kept));
                Child::Unknown
            } else {
                Child::There(home as u32, None)
            };
        }
        Some(())
    }

    /// The place behind a move, and a path there.
    fn behind(&self, id: NodeId, at: BranchId) -> (Place<G>, Vec<u8>) {
        let branch = self.shard.branch(at);
        let number = branch.number as usize;
        let state = self.game.apply(self.shard.state(id), branch.chosen);
        let key = path::key(self.game, self.is_graph, self.shard.key(id), number, &state);
        let mut way = Vec::new();
        path::longer(self.shard.path(id), number, &mut way);
        (Place { state, key }, way)
    }

    /// To be called after the last file: finds the children whose home is here; returns whether all that were kept are there.
    pub(crate) fn join(mut self) -> bool {
        for (parent, branch, is_kept) in std::mem::take(&mut self.awaited) {
            let (place, _) = self.behind(parent, branch);
            match self.shard.find(&place) {
                Some(child) => self.shard.branch_mut(branch).child = Child::Here(child),
                None if is_kept => return false,
                None => {}
            }
        }
        true
    }
}
