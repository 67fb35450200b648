//! The cost of searching positions.

use std::time::Duration;

use solver::{Bounds, Resources};

use crate::cases::Case;
use crate::signature::Signature;

/// A case, what is proven about it and what that cost.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The question and what is known about its answer.
    pub case: Case,
    /// Proven bounds on the value, for the side to move.
    pub bounds: Bounds,
    /// Whether the question is answered.
    pub is_complete: bool,
    /// What it cost.
    pub cost: Cost,
}

impl Measured {
    /// Whether the bounds fit what is known; see [`Case::agrees`].
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        self.case.agrees(self.bounds, self.is_complete)
    }
}

/// What a search costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Nodes searched.
    pub nodes: u64,
    /// CPU time, all cores together.
    pub cpu: Duration,
    /// Wall-clock time.
    pub wall: Duration,
}

/// The results of all cases.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// Cases begun.
    pub positions: usize,
    /// Cases whose question was answered.
    pub completed: usize,
    /// Cases whose value contradicts the known one.
    pub wrong: usize,
    /// Lines that could not be read.
    pub bad_lines: usize,
    /// Their total cost.
    pub cost: Cost,
    /// What the search could use.
    pub resources: Resources,
    /// See [`Signature`]; `None` if it would not be reproducible.
    pub signature: Option<u64>,
}

/// The results of the cases so far.
#[derive(Clone)]
pub struct Tally {
    totals: Totals,
    signature: Signature,
}

impl Cost {
    /// Nodes per second of CPU time, hence of one core.
    #[must_use]
    pub fn speed(self) -> f64 {
        self.nodes as f64 / self.cpu.as_secs_f64().max(1e-6)
    }
}

impl Tally {
    /// No case yet; `bad_lines` is the number of lines that are not cases.
    #[must_use]
    pub fn new(resources: Resources, bad_lines: usize) -> Self {
        let (cost, signature) = (Cost::default(), None);
        let totals = Totals { positions: 0, completed: 0, wrong: 0, bad_lines, cost, resources, signature };
        Self { totals, signature: Signature::default() }
    }

    /// Adds the next case.
    pub fn add(&mut self, measured: &Measured) {
        let Measured { case, bounds, is_complete, cost } = measured;
        let totals = &mut self.totals;
        totals.positions += 1;
        totals.completed += usize::from(*is_complete);
        totals.wrong += usize::from(measured.agrees() == Some(false));
        totals.cost.nodes += cost.nodes;
        totals.cost.cpu += cost.cpu;
        totals.cost.wall += cost.wall;
        self.signature.add(&case.question, *bounds, cost.nodes);
    }

    /// The sums over all cases; `given` is how many there were. With a signature only if it is reproducible: if one thread
    /// solved everything.
    #[must_use]
    pub fn totals(&self, given: usize) -> Totals {
        let is_complete = self.totals.completed == given && self.totals.bad_lines == 0;
        let has_signature = is_complete && self.totals.resources.threads == 1;
        Totals { signature: has_signature.then(|| self.signature.value()), ..self.totals }
    }
}

#[cfg(test)]
mod tests {
    use solver::{Mode, Position, Question, Scoring, Start};

    use super::*;
    use crate::cases::Origin;

    #[test]
    fn only_one_thread_that_solves_everything_signs() {
        let position = Position::start("4x4".parse().unwrap(), Start::Othello);
        let question = Question::new(position, Mode::Exact, Scoring::Discs);
        let origin = Origin::Suite("4x4 othello".to_owned());
        let case = Case { origin, question, at_least: None, expected: None };
        let measured = Measured { case, bounds: Bounds::at(-8), is_complete: true, cost: Cost::default() };
        let signature = |threads, bad_lines, given| {
            let mut tally = Tally::new(Resources { threads, ..Resources::default() }, bad_lines);
            tally.add(&measured);
            tally.totals(given).signature
        };
        assert!(signature(1, 0, 1).is_some());
        assert_eq!((signature(2, 0, 1), signature(1, 1, 1), signature(1, 0, 2)), (None, None, None));
    }
}
