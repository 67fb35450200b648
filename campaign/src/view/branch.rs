//! A node of the tree with its successors.

use solver::notation::{MovesError, play_moves};
use solver::{Bounds, Move, Position};

use super::Seen;
use crate::record::Record;

/// The most jobs listed for one position.
const MOST_JOBS: usize = 50;

/// What became of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The game is over.
    Over,
    /// It has an answer to the question, or what is known settles it.
    Decided,
    /// It was split into its successors.
    Split,
    /// A job about it exceeded its budget; the next one gets a larger budget.
    Exceeded,
    /// Nobody has asked about it.
    Open,
}

impl State {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Over, Self::Decided, Self::Split, Self::Exceeded, Self::Open];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Decided => "decided",
            Self::Split => "split",
            Self::Exceeded => "exceeded",
            Self::Open => "open",
        }
    }
}

/// A position of the tree. Bounds and numbers are for the side to move at the root, not here.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The move that leads here; `None` at the root.
    pub chosen: Option<Move>,
    /// The position.
    pub position: Position,
    /// What is known about its value.
    pub bounds: Bounds,
    /// What became of it.
    pub standing: State,
    /// Expected effort to prove that the answer to the current question is yes here, and to prove that it is no; `None`
    /// if the position is not in the tree of that question.
    pub numbers: Option<(f64, f64)>,
    /// How likely it is that the answer of a leaf below is needed if this position's is.
    pub need: Option<f64>,
    /// Whether it has successors in the tree.
    pub is_split: bool,
    /// Number of jobs in the ledger that asked about it.
    pub jobs: usize,
}

/// A job that asked about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct JobSeen {
    /// The job and what it found, for the side to move there.
    pub record: Record,
    /// Whether it counts; if not, it was withdrawn.
    pub counts: bool,
}

/// A position of the tree with its successors.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The position.
    pub place: Place,
    /// The positions after each move, best first for the side to move here; only one of symmetric ones. Empty if it was
    /// not split.
    pub successors: Vec<Place>,
    /// The jobs that asked about it, in the order of their lines.
    pub jobs: Vec<JobSeen>,
}

impl Seen {
    /// The position after these moves from the root, with its successors.
    ///
    /// # Errors
    /// A move is illegal.
    pub(super) fn branch(&self, moves: &[Move]) -> Result<Branch, MovesError> {
        let position = play_moves(self.campaign.plan().root, moves)?;
        let is_root_side = moves.len().is_multiple_of(2);
        let place = self.place(position, moves.last().copied(), is_root_side);
        let successors = if place.is_split { self.successors(&position, is_root_side) } else { Vec::new() };
        let discs = self.campaign.game.canonical(position.discs());
        let jobs = self.by_position.get(&discs).into_iter().flatten().take(MOST_JOBS);
        let jobs = jobs
            .filter_map(|&number| self.ledger.records.get(number as usize))
            .map(|record| JobSeen { record: record.clone(), counts: self.ledger.counts(record) });
        Ok(Branch { place, successors, jobs: jobs.collect() })
    }

    fn successors(&self, position: &Position, is_root_side: bool) -> Vec<Place> {
        let mut seen = Vec::new();
        let mut successors = Vec::new();
        for chosen in position.legal_moves() {
            let Ok(next) = position.play(chosen) else { continue };
            let canonical = self.campaign.game.canonical(next.discs());
            if !seen.contains(&canonical) {
                seen.push(canonical);
                successors.push(self.place(next, Some(chosen), !is_root_side));
            }
        }
        // By the effort to prove what the side to move here wants; where that is unknown, by the bounds.
        let rank = |place: &Place| {
            let (proof, disproof) = place.numbers.unwrap_or((f64::INFINITY, f64::INFINITY));
            let Bounds { lower, upper } = if is_root_side { place.bounds } else { place.bounds.negated() };
            (if is_root_side { proof } else { disproof }, -lower.discs(), -upper.discs())
        };
        successors.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2)))
        });
        successors
    }

    fn place(&self, position: Position, chosen: Option<Move>, is_root_side: bool) -> Place {
        let campaign = &self.campaign;
        let discs = campaign.game.canonical(position.discs());
        let known = campaign.knowledge.get(discs);
        let over = campaign.game.final_score(discs);
        let bounds = over.map_or(known.bounds, Bounds::at);
        let question = campaign.question();
        let search = campaign.search.as_ref().filter(|search| Some(search.at_least()) == question);
        let node = search.and_then(|search| search.find(discs, is_root_side));
        let numbers = node.map(|node| (node.real.proof, node.real.disproof));
        let at_least = question.map(|at_least| if is_root_side { at_least } else { 1 - at_least });
        let is_decided = match at_least {
            Some(at_least) => bounds.reach(at_least.into()).is_some(),
            None => campaign.plan().mode.settled(bounds),
        };
        let is_split = over.is_none() && known.open.is_some() && position.empties() > campaign.plan().grow_empties;
        let standing = match (over, known.open) {
            (Some(_), _) => State::Over,
            _ if is_decided => State::Decided,
            (_, Some(_)) if is_split => State::Split,
            (_, Some(_)) => State::Exceeded,
            (_, None) => State::Open,
        };
        let turned = |(proof, disproof): (f64, f64)| if is_root_side { (proof, disproof) } else { (disproof, proof) };
        Place {
            chosen,
            position,
            bounds: if is_root_side { bounds } else { bounds.negated() },
            standing,
            numbers: numbers.map(turned),
            need: node.map(crate::search::Node::need),
            is_split,
            jobs: self.by_position.get(&discs).map_or(0, Vec::len),
        }
    }
}
