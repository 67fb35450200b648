//! The cost of searching positions.

use std::time::Duration;

use solver::{Bounds, Question, Resources};
use xxhash_rust::xxh3::Xxh3;

use crate::cases::Case;

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
    /// A hash of questions, values and node counts, which changes whenever the search does; `None` if it would not be
    /// reproducible.
    ///
    /// It is XXH3 (64 bits, seed 0) of one line per position, `RxC BOARD SIDE SCORING BOUNDS NODES`, for example
    /// `4x4 -----OX--XO----- X discs -8 12345`, each ending with a line feed.
    pub signature: Option<u64>,
}

/// The results of the cases so far.
#[derive(Clone)]
pub struct Tally {
    totals: Totals,
    signature: Xxh3,
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
        Self { totals, signature: Xxh3::new() }
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
        self.signature.update(line(&case.question, *bounds, cost.nodes).as_bytes());
    }

    /// The sums over all cases; `given` is how many there were. With a signature only if it is reproducible: if one thread
    /// solved everything.
    #[must_use]
    pub fn totals(&self, given: usize) -> Totals {
        let is_complete = self.totals.completed == given && self.totals.bad_lines == 0;
        let has_signature = is_complete && self.totals.resources.threads == 1;
        Totals { signature: has_signature.then(|| self.signature.digest()), ..self.totals }
    }
}

/// A line of the signature.
fn line(question: &Question, bounds: Bounds, nodes: u64) -> String {
    format!("{} {} {bounds} {nodes}\n", question.position, question.scoring)
}

#[cfg(test)]
mod tests {
    use solver::{Mode, Position, Scoring, Start};
    use xxhash_rust::xxh3::xxh3_64;

    use super::*;
    use crate::cases::Origin;

    fn measured(nodes: u64) -> Measured {
        let position = Position::start("4x4".parse().unwrap(), Start::Othello);
        let question = Question::new(position, Mode::Exact, Scoring::Discs);
        let case = Case { origin: Origin::Suite("4x4 othello".to_owned()), question, at_least: None, expected: None };
        Measured { case, bounds: Bounds::at(-8), is_complete: true, cost: Cost { nodes, ..Cost::default() } }
    }

    fn signature(threads: usize, bad_lines: usize, given: usize, nodes: &[u64]) -> Option<u64> {
        let mut tally = Tally::new(Resources { threads, ..Resources::default() }, bad_lines);
        nodes.iter().for_each(|&nodes| tally.add(&measured(nodes)));
        tally.totals(given).signature
    }

    #[test]
    fn only_one_thread_that_solves_everything_signs() {
        let [one, two, bad, more] = [(1, 0, 1), (2, 0, 1), (1, 1, 1), (1, 0, 2)]
            .map(|(threads, bad, given)| signature(threads, bad, given, &[7]));
        assert!(one.is_some());
        assert_eq!((two, bad, more), (None, None, None));
    }

    #[test]
    fn a_signature_is_the_hash_of_lines_and_one_node_more_changes_it() {
        // The hash of nothing, from the reference implementation.
        assert_eq!(signature(1, 0, 0, &[]), Some(0x2d06_8005_38d3_94c2));
        let text = "4x4 -----OX--XO----- X discs -8 12345\n".repeat(2);
        assert_eq!(signature(1, 0, 2, &[12345, 12345]), Some(xxh3_64(text.as_bytes())));
        assert_ne!(signature(1, 0, 1, &[1]), signature(1, 0, 1, &[2]));
    }
}
