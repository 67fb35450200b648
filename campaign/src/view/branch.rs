//! A node of the tree with its successors.

use serde::Serialize;
use solver::notation::{MovesError, play_moves};
use solver::{Bounds, Move, Position};
use utoipa::ToSchema;

use super::Seen;
use crate::ledger::Ledger;
use crate::record::Record;

/// The most jobs listed for one position.
const MOST_JOBS: usize = 50;

/// What became of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
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

/// A position of the tree. Limits and numbers are for the side to move at the root, whoever is to move here.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Place {
    /// The move that leads here; null at the root.
    #[serde(rename = "move")]
    pub chosen: Option<String>,
    /// The squares in row order and the side to move.
    pub position: String,
    /// Its value is at least this.
    pub lower: i32,
    /// Its value is at most this.
    pub upper: i32,
    /// What became of it: the game is `over`, the question is `decided`, it was `split`, its job has `exceeded` the
    /// budget and a larger one follows, or it is `open`.
    pub standing: State,
    /// Expected effort to prove that the present question has the answer yes here; null where that cannot be, or the
    /// position is not in the tree of that question.
    pub proof: Option<f64>,
    /// Disproof number: expected effort to prove that the answer is no here; null as for `proof`.
    pub disproof: Option<f64>,
    /// How likely the answer of a leaf below is to be needed if this position's is; null where the position is not in the
    /// tree of the present question.
    pub need: Option<f64>,
    /// Whether it has successors in the tree.
    pub split: bool,
    /// Number of jobs in the ledger that asked about it.
    pub jobs: usize,
}

/// A job that asked about a position. Scores are for the side to move there.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct JobSeen {
    /// The job's name.
    pub job: String,
    /// The question: is the position worth at least this?
    pub asked: i32,
    /// `>=N`: at least N; `<=N`: at most N; `open`: not answered within the budget.
    pub found: String,
    /// Nodes it took.
    pub nodes: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// Nodes it was allowed; 0 if the position was split without a search.
    pub budget: u64,
    /// The worker that did it.
    pub worker: String,
    /// Whether it counts; false if it was withdrawn.
    pub counts: bool,
}

impl JobSeen {
    fn of(record: &Record, ledger: &Ledger) -> Self {
        Self {
            job: record.job.id().to_string(),
            asked: record.job.at_least,
            found: record.finding.to_string(),
            nodes: record.nodes,
            seconds: record.seconds(),
            budget: record.job.budget,
            worker: record.worker.to_string(),
            counts: ledger.counts(record),
        }
    }
}

/// A position of the tree with its successors.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Branch {
    /// The position.
    pub place: Place,
    /// The positions after each move, symmetric ones once, best first for the side to move here; empty if it was not split.
    pub successors: Vec<Place>,
    /// The jobs that asked about it, in the order of their lines, at most 50.
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
        let successors = if place.split { self.successors(&position, is_root_side) } else { Vec::new() };
        let discs = self.campaign.game.canonical(position.discs());
        let jobs = self.by_position.get(&discs).into_iter().flatten().take(MOST_JOBS);
        let jobs = jobs
            .filter_map(|&number| self.ledger.records.get(number as usize))
            .map(|record| JobSeen::of(record, &self.ledger));
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
            let Place { proof, disproof, lower, upper, .. } = *place;
            let (effort, bounds) = if is_root_side { (proof, (-lower, -upper)) } else { (disproof, (upper, lower)) };
            (effort.unwrap_or(f64::INFINITY), bounds)
        };
        successors.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
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
        let (proof, disproof) = numbers.unwrap_or((f64::INFINITY, f64::INFINITY));
        let (proof, disproof) = if is_root_side { (proof, disproof) } else { (disproof, proof) };
        // JSON has no infinite numbers.
        let finite = |number: f64| Some(number).filter(|number| number.is_finite());
        let bounds = if is_root_side { bounds } else { bounds.negated() };
        Place {
            chosen: chosen.map(|chosen| chosen.display(position.board()).to_string()),
            position: position.without_board().to_string(),
            lower: bounds.lower.discs(),
            upper: bounds.upper.discs(),
            standing,
            proof: finite(proof),
            disproof: finite(disproof),
            need: node.map(|node| node.need),
            split: is_split,
            jobs: self.by_position.get(&discs).map_or(0, Vec::len),
        }
    }
}
