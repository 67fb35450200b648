//! Whose move it is in the positions of a campaign, and so which question about the root a job belongs to.
//!
//! "At least 0?" about a position in which the other side is to move may belong to "at least 1?" about the root, and the
//! same about a position of the root's side to "at least 0?". The discs do not tell whose move it is, because of passes.
//! So the moves are followed from the root through all positions that were split.

use ahash::HashSet;
use solver::{CanonicalGame, Discs};

use crate::job::Job;
use crate::knowledge::Knowledge;

/// Whose move it is in the positions that the splits lead to.
#[derive(Debug)]
pub(crate) struct Sides {
    root: Discs,
    /// Canonical positions, and whether the root's side is to move.
    reached: HashSet<(Discs, bool)>,
}

impl Sides {
    /// Follows the moves of everything that was split.
    pub(crate) fn new(root: Discs, game: &CanonicalGame, knowledge: &Knowledge) -> Self {
        let families = knowledge.families(game);
        let mut reached = HashSet::default();
        let mut waiting = vec![(root, true)];
        while let Some((discs, is_root_side)) = waiting.pop() {
            if reached.insert((discs, is_root_side)) {
                let next = families.get(&discs).into_iter().flatten();
                waiting.extend(next.map(|&(next, _)| (next, !is_root_side)));
            }
        }
        Self { root, reached }
    }

    /// Whether the root's side is to move. Where that is not certain, as if nobody had passed: no split leads to the
    /// position, or, because of a pass, either side may have to move there.
    fn is_root_side(&self, discs: Discs) -> bool {
        match [true, false].map(|side| self.reached.contains(&(discs, side))) {
            [true, false] => true,
            [false, true] => false,
            _ => (discs.occupied().len() + self.root.occupied().len()).is_multiple_of(2),
        }
    }

    /// The question about the root that a job belongs to: is the root worth at least this?
    pub(crate) fn question(&self, job: &Job) -> i32 {
        // Against the other side one asks for one disc more than it must not have.
        if self.is_root_side(job.discs) { job.at_least } else { 1 - job.at_least }
    }
}

#[cfg(test)]
mod tests {
    use solver::random::Random;
    use solver::{Board, Mode, Outcome, Position, Progress, Question, Resources, Scoring, Solver, Start};

    use super::*;
    use crate::search::Search;
    use crate::{Campaign, Plan, work};

    /// A drawn position of a random game.
    fn drawn(board: Board, solver: &mut Solver, random: &mut Random) -> Position {
        loop {
            let mut position = Position::start(board, random.pick(&Start::ALL));
            while position.empties() > 10 {
                let Some(chosen) = random.legal_move(&position) else { break };
                position = position.play(chosen).unwrap();
            }
            let answer = solver.value(&Question::new(position, Mode::Wld, Scoring::Discs)).unwrap();
            if position.empties() > 8 && answer.bounds.outcome() == Some(Outcome::Draw) {
                return position;
            }
        }
    }

    #[test]
    fn a_job_belongs_to_the_question_that_it_was_done_for() {
        let mut random = Random::new(4, 8);
        let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
        let (mut certain, mut uncertain, mut of_other) = (0, 0, 0);
        for name in ["4x5", "5x4", "4x6", "6x4", "5x6", "6x6"] {
            let root = drawn(name.parse().unwrap(), &mut solver, &mut random);
            let plan = Plan { budget: 5, grow_empties: 3, ..Plan::new(root, Scoring::Discs, Mode::Wld) };
            let (mut campaign, mut asked) = (Campaign::new(plan), Vec::new());
            while let Some(job) = campaign.next_job().unwrap() {
                asked.push((job, campaign.question().unwrap()));
                let record = work::perform(&job, &mut solver, None, &Progress::default(), "test").unwrap().unwrap();
                campaign.record(&record).unwrap();
                if let Some(estimate) = campaign.estimate().filter(|_| random.below(4) == 0) {
                    let now = campaign.search.as_ref().map(Search::at_least);
                    let sides = Sides::new(campaign.root, &campaign.game, &campaign.knowledge);
                    let of_now = asked.iter().filter(|(job, _)| Some(sides.question(job)) == now).count();
                    assert_eq!(estimate.jobs, of_now, "{name} {root}");
                }
            }
            let sides = Sides::new(campaign.root, &campaign.game, &campaign.knowledge);
            for (job, question) in asked {
                let is_certain =
                    sides.reached.contains(&(job.discs, true)) != sides.reached.contains(&(job.discs, false));
                *(if is_certain { &mut certain } else { &mut uncertain }) += 1;
                of_other += usize::from(job.at_least != question);
                assert!(!is_certain || sides.question(&job) == question, "{name} {root}: {job:?} {question}");
            }
        }
        assert!(certain > 100 && of_other > 50 && uncertain < certain / 10, "{certain} {of_other} {uncertain}");
    }
}
