//! How far a campaign is.

use std::collections::BTreeMap;

use serde::Serialize;
use solver::{Bounds, Move, rules};
use utoipa::ToSchema;

use crate::control::Campaign;
use crate::error::CampaignError;
use crate::estimate::{self, Estimate};
use crate::record::{Finding, Record};
use crate::search::Search;
use crate::sides::Sides;

/// What the jobs have taken so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Spent {
    /// Number of jobs answered.
    pub answered: usize,
    /// Number of jobs that exceeded their budget.
    pub exceeded: usize,
    /// Number of positions split without a job.
    pub split: usize,
    /// Nodes of all jobs.
    pub nodes: u64,
    /// Total time of all jobs in seconds, each on one core.
    pub seconds: f64,
}

impl Spent {
    /// Jobs that were done.
    #[must_use]
    pub fn jobs(&self) -> usize {
        self.answered + self.exceeded
    }

    /// What these records have taken.
    #[must_use]
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut spent = Self::default();
        records.into_iter().for_each(|record| spent.add(record));
        spent
    }

    /// Adds what a record has taken.
    pub fn add(&mut self, record: &Record) {
        // A record has at most 2^53 nodes, so only thousands of forged ones reach the end.
        self.nodes = self.nodes.saturating_add(record.nodes);
        self.seconds += record.seconds();
        match (record.finding, record.job.budget) {
            (Finding::Open, 0) => self.split += 1,
            (Finding::Open, _) => self.exceeded += 1,
            _ => self.answered += 1,
        }
    }
}

/// The state of a move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopMove {
    /// The move.
    pub chosen: Move,
    /// What is known about the position after it, for the side to move at the root.
    pub bounds: Bounds,
    /// Expected effort, in nodes as the prior guesses them, to prove that this move does what is asked.
    pub proof: f64,
    /// The same, to prove that it does not.
    pub disproof: f64,
}

/// How far a campaign is.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// What is known about the root.
    pub bounds: Bounds,
    /// The current question, "is the root worth at least this?"; `None` when nothing is left to do.
    pub question: Option<i32>,
    /// Proof and disproof number of the current question.
    pub numbers: Option<(f64, f64)>,
    /// The moves at the root, likeliest to do what is asked first; only one of symmetric ones.
    pub moves: Vec<TopMove>,
    /// Positions in the tree of the current question.
    pub positions: usize,
    /// Jobs handed out and not yet brought back.
    pub in_flight: usize,
    /// What the jobs have taken so far.
    pub spent: Spent,
    /// The same by the question about the root that they were done for: is it worth at least this? A job about a position
    /// that no split leads to, or in which because of a pass either side may be to move, counts as if nobody had passed.
    pub questions: BTreeMap<i32, Spent>,
    /// How much work is left for the current question.
    pub estimate: Option<Estimate>,
}

impl Campaign {
    /// What the jobs have taken so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        Spent::of(self.records())
    }

    /// How far the campaign is. For this, it brings everything known into the tree. The numbers, the moves and the
    /// estimate rest on what was guessed before and, where nothing was, on a glance.
    ///
    /// # Errors
    /// Records contradict each other.
    pub fn status(&mut self) -> Result<Status, CampaignError> {
        self.unfold()?;
        let (question, sides) = (self.question(), self.sides());
        let search = self.search.as_ref().filter(|_| question.is_some());
        Ok(Status {
            bounds: self.bounds(),
            question,
            numbers: self.numbers(),
            moves: search.map(|search| self.top_moves(search)).unwrap_or_default(),
            positions: search.map_or(0, Search::len),
            in_flight: self.in_flight(),
            spent: self.spent(),
            questions: self.questions(&sides),
            estimate: self.estimate_with(&sides),
        })
    }

    /// What each question about the root has taken.
    fn questions(&self, sides: &Sides) -> BTreeMap<i32, Spent> {
        let mut questions: BTreeMap<i32, Spent> = BTreeMap::new();
        for record in self.records().iter().filter(|record| record.job.budget > 0) {
            questions.entry(sides.question(&record.job)).or_default().add(record);
        }
        questions
    }

    /// Proof and disproof number of the current question, as far as its tree has been unfolded.
    #[must_use]
    pub fn numbers(&self) -> Option<(f64, f64)> {
        let search = self.search.as_ref().filter(|_| !self.is_decided())?;
        Some((search.root().real.proof, search.root().real.disproof))
    }

    /// How much work is left for the current question, as far as its tree has been unfolded.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        self.estimate_with(&self.sides())
    }

    fn estimate_with(&self, sides: &Sides) -> Option<Estimate> {
        let search = self.search.as_ref().filter(|_| !self.is_decided())?;
        estimate::estimate(search, &self.knowledge, sides, &self.prior)
    }

    fn sides(&self) -> Sides {
        Sides::new(self.root, &self.game, &self.knowledge)
    }

    fn top_moves(&self, search: &Search) -> Vec<TopMove> {
        let root = self.plan().root.discs();
        let mut seen = Vec::new();
        let mut moves = Vec::new();
        for chosen in rules::moves(self.game.geometry(), root) {
            let next = self.game.after(root, chosen);
            if seen.contains(&next) {
                continue;
            }
            seen.push(next);
            let bounds = self.knowledge.get(next).bounds.negated();
            // Until the root is split, nothing is known about its moves.
            let successors = search.root().successors.iter().map(|&id| search.get(id));
            let Some(node) = successors.into_iter().find(|node| node.discs == next) else { continue };
            moves.push(TopMove { chosen, bounds, proof: node.real.disproof, disproof: node.real.proof });
        }
        moves.sort_by(|a, b| a.proof.total_cmp(&b.proof));
        moves
    }
}
