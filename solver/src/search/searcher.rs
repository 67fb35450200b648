//! One thread of a search, and what all threads share.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::busy::Busy;
use super::guesses::Guesses;
use super::midgame::MIDGAME_MAX_EMPTIES;
use super::number_table::NumberTable;
use super::ordering_table::OrderingTable;
use super::transposition_table::{Entry, TranspositionTable};
use crate::evaluation::{Evaluation, Evaluations, OUTLINE_PLACES};
use crate::question::Progress;
use crate::table::{ProofTable, Proven};
use crate::technique::{Technique, Techniques};
use rules::discs::Discs;
use rules::geometry::Geometry;
use rules::moves::Move;
use rules::score::{Bounds, Scoring, Value};
use rules::symmetry::Symmetries;

/// From this many empties up, the tables store canonical positions, so that symmetric ones share an entry.
pub(crate) const SYMMETRY_MIN_EMPTIES: u32 = 18;
/// From this many empties up, the persistent table is probed. Not below [`SYMMETRY_MIN_EMPTIES`].
pub(crate) const PROBE_MIN_EMPTIES: u32 = 18;
/// Proofs of at least this many nodes, about a fifth of a millisecond, are worth storing in the persistent table.
/// Compared with a threshold four times as high, a search that is killed again and again repeats a quarter less, and
/// the table keeps three times as many proofs.
pub(crate) const RECORD_MIN_EFFORT: u64 = 1 << 12;
/// From this depth up, threads share the findings of ordering searches, because each thread that searches a position
/// orders its moves. Shallower findings are so many that each thread keeps its own near its core.
const SHARED_ORDER_MIN_DEPTH: u32 = 3;
/// From this many empties up, threads share what they know of the midgame. Below, a shared table costs more time than the
/// nodes that it saves.
const SHARED_NEARBY_MIN_EMPTIES: u32 = 9;
/// Nodes are added to the shared count in portions of at least this many.
const NODES_PORTION: u64 = 1 << 16;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) symmetries: &'a Symmetries,
    pub(crate) scoring: Scoring,
    /// The learned evaluation, on boards that have one; created on first use.
    pub(crate) evaluation: Option<&'a OnceLock<Evaluations>>,
    pub(crate) without: Techniques,
    pub(crate) memory: &'a TranspositionTable,
    /// A table of ordering searches for each thread; the first also holds the deep ones of all threads.
    pub(crate) ordering_tables: &'a [OrderingTable],
    /// Guesses of selective searches, for all threads.
    pub(crate) guesses: &'a Guesses,
    /// Proof and disproof numbers of positions in the hunt for a wipe-out.
    pub(crate) numbers: &'a NumberTable,
    /// A small table for each thread, which stays in the caches near its core, for positions of the midgame and below. The
    /// last, with several threads one more, is for all of them, from [`SHARED_NEARBY_MIN_EMPTIES`] up.
    pub(crate) nearby: &'a [TranspositionTable],
    pub(crate) table: Option<&'a dyn ProofTable>,
    pub(crate) progress: &'a Progress,
    /// Positions that some thread is searching; `None` with a single thread.
    pub(crate) busy: Option<&'a Busy>,
    /// Set when one thread has finished the current null window.
    pub(crate) finished: &'a AtomicBool,
}

impl<'a> Shared<'a> {
    /// Whether a technique is in use.
    #[inline(always)]
    pub(crate) fn uses(&self, technique: Technique) -> bool {
        !self.without.contains(technique)
    }

    /// Whether there is a learned evaluation to use.
    #[inline(always)]
    pub(crate) fn is_learned(&self) -> bool {
        self.evaluation.is_some() && self.uses(Technique::LearnedEvaluation)
    }

    /// The learned evaluation and its outline.
    ///
    /// # Panics
    /// If the board has none.
    #[inline(always)]
    pub(crate) fn evaluations(&self) -> &'a Evaluations {
        let made = self.evaluation.expect("there is a learned evaluation");
        made.get_or_init(|| Evaluations::for_board(self.geometry.board))
    }

    /// The outline, where there is one.
    pub(crate) fn outline(&self) -> Option<&'a Evaluation<OUTLINE_PLACES>> {
        let made = self.evaluation.filter(|_| self.is_learned() && self.uses(Technique::Outline))?;
        made.get_or_init(|| Evaluations::for_board(self.geometry.board)).outline.as_deref()
    }
}

/// The effort that a null window may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// The most plies of an ordering search.
    pub(crate) ordering_plies: u32,
    /// The search of a thread is halted after this many nodes.
    pub(crate) nodes: u64,
}

impl Effort {
    /// As much as it takes.
    pub(crate) const UNLIMITED: Self = Self { ordering_plies: u32::MAX, nodes: u64::MAX };

    /// The effort of a trial: a millisecond or two without ordering search in round 0, then 4, 8, 16 … plies and
    /// sixteen times as many nodes in each round.
    pub(crate) fn of_round(round: u32) -> Self {
        let ordering_plies = if round == 0 { 0 } else { 2 << round.min(8) };
        Self { ordering_plies, nodes: 1 << (16 + 4 * round).min(63) }
    }

    /// The effort that takes as long by proof numbers, whose nodes take four times as long.
    pub(crate) fn by_numbers(self) -> Self {
        Self { nodes: self.nodes / 4, ..self }
    }

    /// The effort of a last trial: between that of this round and the next.
    pub(crate) fn last_of_round(round: u32) -> Self {
        Self { nodes: 4 * Self::of_round(round).nodes, ..Self::of_round(round + 1) }
    }
}

/// One thread of a search with its instruction set.
pub(crate) struct Searcher<'a, I> {
    pub(crate) isa: I,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) geometry: &'a Geometry,
    /// What [`Searcher::halted`] last returned.
    pub(crate) is_halted: bool,
    /// This thread's own of [`Shared::ordering_tables`].
    ordering_tables: &'a OrderingTable,
    /// This thread's own of [`Shared::nearby`].
    nearby: &'a TranspositionTable,
    /// That of all threads.
    shared_nearby: &'a TranspositionTable,
    /// [`Shared::outline`], if the midgame is searched.
    pub(crate) outline: Option<&'a Evaluation<OUTLINE_PLACES>>,
    pub(crate) effort: Effort,
    pub(crate) nodes: u64,
    /// The ply whose moves are counted for the progress: the first with a choice.
    pub(crate) counted_ply: u32,
    reported: u64,
    /// The windows that this thread is searching, from the root down, as far as threads share them; positions in normal form.
    path: Vec<(Discs, Value)>,
    /// The window among these that another thread has decided, and the bound that decides it.
    overtaken: Option<(usize, Value)>,
}

impl<'a, I> Searcher<'a, I> {
    pub(crate) fn new(isa: I, shared: &'a Shared<'a>, effort: Effort, thread: usize) -> Self {
        let (nearby, ordering_tables) = (&shared.nearby[thread], &shared.ordering_tables[thread]);
        Self {
            isa,
            shared,
            geometry: shared.geometry,
            is_halted: false,
            ordering_tables,
            nearby,
            shared_nearby: &shared.nearby[shared.nearby.len() - 1],
            outline: None,
            effort,
            nodes: 0,
            counted_ply: 0,
            reported: 0,
            path: Vec::new(),
            overtaken: None,
        }
    }

    /// Whether to give up, because the user stopped the search, another thread has the answer or the effort is spent.
    /// Also reports nodes.
    #[inline(always)]
    pub(crate) fn halted(&mut self) -> bool {
        if self.nodes - self.reported >= NODES_PORTION {
            self.report();
        }
        self.is_halted =
            self.nodes > self.effort.nodes || self.shared.finished.load(Relaxed) || self.shared.progress.is_stopped();
        self.is_halted
    }

    /// Whether a technique is in use.
    #[inline(always)]
    pub(crate) fn uses(&self, technique: Technique) -> bool {
        self.shared.uses(technique)
    }

    /// Searches a window of a position in normal form that other threads may search as well. If one of them decides it
    /// first, its bound is the error.
    #[inline(always)]
    pub(crate) fn beside_others<R>(
        &mut self,
        (discs, alpha): (Discs, Value),
        search: impl FnOnce(&mut Self) -> Option<R>,
    ) -> Result<Option<R>, Value> {
        self.path.push((discs, alpha));
        let found = search(self);
        self.path.pop();
        match self.overtaken.filter(|&(at, _)| at == self.path.len()) {
            Some((_, bound)) => {
                self.overtaken = None;
                Err(bound)
            }
            None => Ok(found),
        }
    }

    /// Whether another thread has decided one of the windows above, so that this thread should go back there.
    pub(crate) fn is_overtaken(&mut self) -> bool {
        let memory = self.shared.memory;
        let bound = |&(discs, alpha): &(Discs, Value)| memory.probe(discs)?.bounds.decide(alpha);
        self.overtaken = self.path.iter().enumerate().find_map(|(at, window)| Some((at, bound(window)?)));
        self.overtaken.is_some()
    }

    /// The table for ordering searches of this many plies.
    #[inline(always)]
    pub(crate) fn ordering_table(&self, depth: u32) -> &'a OrderingTable {
        if depth >= SHARED_ORDER_MIN_DEPTH { &self.shared.ordering_tables[0] } else { self.ordering_tables }
    }

    /// Adds the nodes that are not yet in the shared counts.
    pub(crate) fn report(&mut self) {
        let nodes = self.nodes - self.reported;
        self.shared.progress.add_nodes(nodes);
        self.shared.memory.count(nodes);
        self.reported = self.nodes;
    }

    /// The form in which the tables store a position: canonical near the root. A search goes on with the position as it
    /// is, because the ordering searches above have seen it so.
    #[inline(always)]
    pub(crate) fn normal_form(&self, discs: Discs) -> Discs {
        if self.has_normal_form(discs) { self.shared.symmetries.canonical(discs).0 } else { discs }
    }

    /// The same with a move mapped to it.
    #[inline(always)]
    pub(crate) fn normal_form_with(&self, discs: Discs, chosen: Option<Move>) -> (Discs, Option<Move>) {
        if !self.has_normal_form(discs) {
            return (discs, chosen);
        }
        let symmetries = self.shared.symmetries;
        let (normal, symmetry) = symmetries.canonical(discs);
        (normal, chosen.map(|chosen| symmetries.map_move(symmetry, chosen)))
    }

    /// Maps a move of the normal form back to the position.
    #[inline(always)]
    pub(crate) fn move_from_normal_form(&self, discs: Discs, chosen: Option<Move>) -> Option<Move> {
        if !self.has_normal_form(discs) {
            return chosen;
        }
        let symmetries = self.shared.symmetries;
        let (_, symmetry) = symmetries.canonical(discs);
        chosen.map(|chosen| symmetries.map_move(symmetries.inverse(symmetry), chosen))
    }

    #[inline(always)]
    fn has_normal_form(&self, discs: Discs) -> bool {
        self.empties(discs) >= SYMMETRY_MIN_EMPTIES && self.uses(Technique::Symmetry)
    }

    /// Number of empty squares.
    #[inline(always)]
    pub(crate) fn empties(&self, discs: Discs) -> u32 {
        (self.geometry.full & !discs.mask()).count_ones()
    }

    /// Number of squares as a score: the value of a wipe-out.
    #[inline(always)]
    pub(crate) fn wipe_out(&self) -> Value {
        self.geometry.squares() as Value
    }

    /// The score of a finished game.
    #[inline(always)]
    pub(crate) fn final_score(&self, discs: Discs) -> Value {
        self.shared.scoring.final_score(discs, self.geometry.squares()).discs()
    }

    /// The known bounds on a position's value, from memory or, near the root, from the persistent table.
    pub(crate) fn look_up(&self, discs: Discs) -> Option<Bounds> {
        let normal = self.normal_form(discs);
        let entry = self.shared.memory.probe(normal);
        if entry.is_some() || self.empties(discs) < PROBE_MIN_EMPTIES {
            return entry.map(|entry| entry.bounds);
        }
        let Proven { bounds, best, effort, basis } = self.shared.table?.probe(normal)?;
        if basis.is_claim() {
            self.shared.memory.doubt();
        }
        self.shared.memory.record(normal, Entry { bounds, best, effort_log2: log2(effort) });
        Some(bounds)
    }

    /// The table in memory for positions with this many empties.
    #[inline(always)]
    pub(crate) fn table(&self, empties: u32) -> &'a TranspositionTable {
        match empties {
            0..SHARED_NEARBY_MIN_EMPTIES => self.nearby,
            SHARED_NEARBY_MIN_EMPTIES..=MIDGAME_MAX_EMPTIES => self.shared_nearby,
            _ => self.shared.memory,
        }
    }

    /// Keeps the result of a null window: `value` is an upper bound if it is at most `alpha`, else a lower one.
    #[inline(always)]
    pub(crate) fn keep(&self, discs: Discs, alpha: Value, value: Value, best: Option<Move>, effort: u64) {
        let unknown = Bounds::unknown(self.geometry.squares());
        let bounds = if value <= alpha {
            Bounds { upper: value.into(), ..unknown }
        } else {
            Bounds { lower: value.into(), ..unknown }
        };
        let empties = self.empties(discs);
        let (normal, best) = self.normal_form_with(discs, best);
        self.table(empties).record(normal, Entry { bounds, best, effort_log2: log2(effort) });
        if effort >= RECORD_MIN_EFFORT
            && empties >= PROBE_MIN_EMPTIES
            && let Some(table) = self.shared.table
        {
            table.record(normal, Proven { bounds, best, effort, basis: self.shared.memory.basis() });
        }
    }
}

/// Logarithm to base 2, rounded down; 0 for 0.
#[inline(always)]
fn log2(effort: u64) -> u8 {
    (effort | 1).ilog2() as u8
}
