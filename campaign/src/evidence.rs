//! The answers of a ledger that one proof of the root's value needs: the rest of the ledger was asked in vain.
//!
//! For a bound of the root, one side, the *prover*, has to reach a score. Where it is to move, one move that does is
//! enough; where the other side is to move, all its moves count. Of several moves the prover takes the one whose answers
//! took the fewest nodes (AND/OR tree search: Nilsson 1980), counted once for each way that leads to them.

use ahash::{HashMap, HashSet};
use solver::{Bounds, CanonicalGame, Discs, Move, Score, Square, rules};

use crate::ledger::Ledger;
use crate::record::Finding;

/// What one proof of a bound of the root needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// The answers, those with the most empty squares first: a canonical position, and whether the prover is to move there.
    /// The side to move reaches the prover's score, or does not exceed its negative.
    pub answers: Vec<(Discs, bool)>,
    /// The prover's moves above them, by canonical position. A forced pass is no move.
    pub moves: Vec<(Discs, Square)>,
}

/// What the proof needs that the root's side to move (`is_root_side`) or the other side reaches this score, from its own
/// point of view. `None` if the ledger does not prove it. Withdrawn answers do not count.
#[must_use]
pub fn evidence(ledger: &Ledger, is_root_side: bool, goal: Score) -> Option<Evidence> {
    let plan = &ledger.plan;
    // No game ends below the lowest score, so no answer is needed for it.
    if goal <= Bounds::unknown(plan.root.board().squares()).lower {
        return Some(Evidence::default());
    }
    let game = CanonicalGame::new(plan.root.board(), plan.scoring);
    let root = game.canonical(plan.root.discs());
    let mut tree = Tree { game, goal, own: HashMap::default(), split: HashSet::default(), costs: HashMap::default() };
    tree.read(ledger);
    tree.cost((root, is_root_side))?;
    let mut evidence = Evidence::default();
    tree.collect((root, is_root_side), &mut HashSet::default(), &mut evidence);
    evidence.answers.sort_unstable_by_key(|&(discs, is_prover)| (discs.occupied().len(), discs, is_prover));
    Some(evidence)
}

/// A canonical position, and whether the prover is to move.
type Place = (Discs, bool);

struct Tree {
    game: CanonicalGame,
    goal: Score,
    /// Nodes of the answers that prove the goal.
    own: HashMap<Place, u64>,
    /// Positions that were split.
    split: HashSet<Discs>,
    /// The least sum of nodes of a proof; `None` if there is none.
    costs: HashMap<Place, Option<f64>>,
}

impl Tree {
    fn read(&mut self, ledger: &Ledger) {
        for record in ledger.records.iter().filter(|record| ledger.counts(record)) {
            let place = match record.finding {
                Finding::Open => {
                    self.split.insert(record.job.discs);
                    continue;
                }
                Finding::AtLeast(least) if self.goal <= least.into() => (record.job.discs, true),
                Finding::AtMost(most) if -self.goal >= most.into() => (record.job.discs, false),
                Finding::AtLeast(_) | Finding::AtMost(_) => continue,
            };
            let nodes = self.own.entry(place).or_insert(record.nodes);
            *nodes = (*nodes).min(record.nodes);
        }
    }

    /// The least sum of nodes of a proof. The recursion is at most as deep as a game is long.
    fn cost(&mut self, place: Place) -> Option<f64> {
        if let Some(&known) = self.costs.get(&place) {
            return known;
        }
        let own = self.own.get(&place).map(|&nodes| nodes.max(1) as f64);
        let below = self.cost_below(place);
        let cost = own.into_iter().chain(below).reduce(f64::min);
        self.costs.insert(place, cost);
        cost
    }

    /// The same without the position's own answers.
    fn cost_below(&mut self, place: Place) -> Option<f64> {
        let (discs, is_prover) = place;
        if let Some(score) = self.game.final_score(discs) {
            let is_reached = if is_prover { score >= self.goal } else { -score >= self.goal };
            return is_reached.then_some(0.0);
        }
        if !self.split.contains(&discs) {
            return None;
        }
        let next: Vec<Option<f64>> =
            self.game.successors(discs).into_iter().map(|next| self.cost((next, !is_prover))).collect();
        match is_prover {
            true => next.into_iter().flatten().reduce(f64::min),
            false => next.into_iter().sum(),
        }
    }

    /// Adds what the proof of a position needs that has one.
    fn collect(&self, place: Place, seen: &mut HashSet<Place>, evidence: &mut Evidence) {
        let (discs, is_prover) = place;
        if !seen.insert(place) || self.game.final_score(discs).is_some() {
            return;
        }
        let cost = |place: Place| self.costs.get(&place).copied().flatten();
        if self.own.get(&place).is_some_and(|&nodes| cost(place) == Some(nodes.max(1) as f64)) {
            evidence.answers.push(place);
            return;
        }
        let moves = rules::moves(self.game.geometry(), discs)
            .into_iter()
            .map(|chosen| (chosen, self.game.after(discs, chosen)));
        if !is_prover {
            moves.for_each(|(_, next)| self.collect((next, true), seen, evidence));
            return;
        }
        let proven = moves.filter_map(|(chosen, next)| Some((cost((next, false))?, chosen, next)));
        let Some((_, chosen, next)) = proven.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        if let Move::Place(square) = chosen {
            evidence.moves.push((discs, square));
        }
        self.collect((next, false), seen, evidence);
    }
}
