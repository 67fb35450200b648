//! How much work is left for the current question: an estimate with its spread.
//!
//! The smaller of the root's proof and disproof number is the effort that is left if everything goes as guessed, in
//! units of the prior (see `search::prior`). The jobs done so far tell what a unit costs. Those that exceeded their
//! budget only say "at least this much", so they count as cost but not as answers, as in the estimate of a mean from
//! censored observations. Not everything goes as guessed: how much the work grows was fitted to the ledgers of many
//! finished campaigns. It grows more while both numbers are alike, and less the further apart they are.
//!
//! It cannot know that a whole part of the tree will prove harder than those seen so far, or how much of the rest will
//! be cheap because of what is in memory by then. docs/results/campaigns.md shows how far off it was.

use crate::knowledge::Knowledge;
use crate::record::{Finding, Record};
use crate::search::Search;
use crate::search::prior::{Numbers, Prior};
use crate::sides::Sides;

/// How many jobs to look at, at most.
const MOST_JOBS: usize = 2000;

// Fitted by least squares to the logarithm of the work left, at 3 to 85 % of the nodes of 45 campaigns on boards of 30
// to 48 squares.
/// Logarithm of the work left, in units of the least effort, once that much has been spent, if both numbers are alike.
const MORE: f64 = 0.84;
/// How it grows with the logarithm of the work already spent, in the same units, and where that begins to count.
const BY_SPENT: (f64, f64) = (0.31, 0.003);
/// How it falls with the logarithm of the ratio of the numbers, and up to which logarithm.
const BY_RATIO: (f64, f64) = (0.084, 16.0);
/// Logarithms of the factors between which the truth lay in eight of ten cases while the answer was open; once it is
/// clear, they are narrower.
const SPREAD: (f64, f64) = (-1.7, 1.5);
/// The lower one for a question about a wipe-out, whose jobs tell little about each other.
const SPREAD_OF_HUNT: f64 = -5.0;
/// The exponent that turns the ratio of the numbers into the odds of the likelier answer.
const ODDS: f64 = 0.48;

/// How the spread was tested, in a sentence.
pub const TESTED: &str = "On 13 campaigns that the estimate was not fitted to, at 10, 30 and 50 % of their nodes, the truth lay within the \
    interval in 36 of 39 cases, and within a factor of three of the estimate in 35.";

/// Nodes left to search for the current question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// In one of ten cases it is less.
    pub low: f64,
    /// In half of the cases it is less.
    pub median: f64,
    /// In nine of ten cases it is less.
    pub high: f64,
    /// Chance that the answer is yes.
    pub yes: f64,
    /// Number of jobs it rests on.
    pub jobs: usize,
}

/// Estimates the work left for a search; `None` before any job for its question is done, and
/// if the values of too few positions were guessed.
pub(crate) fn estimate(search: &Search, knowledge: &Knowledge, sides: &Sides, prior: &Prior) -> Option<Estimate> {
    let at_least = search.at_least();
    let is_of_question = |record: &&Record| sides.question(&record.job) == at_least;
    let done: Vec<&Record> =
        knowledge.records().iter().filter(|record| record.job.budget > 0).filter(is_of_question).collect();
    let spent: f64 = done.iter().map(|record| record.nodes as f64).sum();
    let step = done.len().div_ceil(MOST_JOBS).max(1);
    let some: Vec<&Record> = done.into_iter().rev().step_by(step).collect();
    // It was fitted to values guessed by searching.
    let guessed = some.iter().filter(|record| prior.knows(record.job.discs)).count();
    if 2 * guessed < some.len() {
        return None;
    }
    // A few jobs cost by far the most nodes per unit of effort; the square roots tame them.
    let roots: f64 = some.iter().map(|record| (record.nodes as f64 / effort(record, prior)).sqrt()).sum();
    let answers = some.iter().filter(|record| record.is_answer()).count() as f64;
    let Numbers { proof, disproof } = search.root().real;
    let least = (roots / (answers + 1.0)).powi(2) * proof.min(disproof);
    if spent == 0.0 || least == 0.0 {
        return None;
    }
    let ratio = (proof / disproof).ln();
    let more = MORE + BY_SPENT.0 * (BY_SPENT.1 + spent / least).ln() - BY_RATIO.0 * ratio.abs().min(BY_RATIO.1);
    let squares = knowledge.squares() as i32;
    let is_hunt = at_least == squares || at_least == 1 - squares;
    let low = if is_hunt { SPREAD_OF_HUNT } else { SPREAD.0 };
    let nodes = |more: f64| least * more.exp();
    let yes = 1.0 / (1.0 + (ODDS * ratio).exp());
    Some(Estimate { low: nodes(more + low), median: nodes(more), high: nodes(more + SPREAD.1), yes, jobs: some.len() })
}

/// The effort that a job was expected to take for what it found.
fn effort(Record { job, finding, .. }: &Record, prior: &Prior) -> f64 {
    let Numbers { proof, disproof } = Prior::numbers(&prior.outlook(job.discs, job.at_least));
    match finding {
        Finding::AtLeast(_) => proof,
        Finding::AtMost(_) => disproof,
        Finding::Open => proof.min(disproof),
    }
}

#[cfg(test)]
mod tests {
    use solver::{Mode, Position, Progress, Resources, Scoring, Solver, Start};

    use super::*;
    use crate::{Campaign, Plan, work};

    /// All records of a campaign by one worker.
    fn finished(plan: &Plan) -> Vec<Record> {
        let mut campaign = Campaign::new(plan.clone());
        let mut solver = Solver::new(Resources { memory_bytes: 16 << 20, ..Resources::default() });
        let progress = Progress::default();
        while let Some(job) = campaign.next_job().unwrap() {
            let record = work::perform(&job, &mut solver, None, &progress, "test").unwrap().unwrap();
            campaign.record(&record).unwrap();
        }
        campaign.records().to_vec()
    }

    fn estimated(plan: &Plan, records: &[Record]) -> Option<Estimate> {
        let mut campaign = Campaign::new(plan.clone());
        for record in records {
            campaign.record(record).unwrap();
        }
        campaign.status().unwrap().estimate
    }

    fn plans() -> Vec<Plan> {
        let plan = |board: &str, start: Start, budget: u64| {
            let root = Position::start(board.parse().unwrap(), start);
            Plan { budget, ..Plan::new(root, Scoring::Discs, Mode::Wld) }
        };
        vec![
            plan("4x7", Start::Reversi, 500),
            plan("5x5", Start::Othello, 300),
            plan("5x6", Start::Othello, 3000),
            plan("5x6", Start::Reversi, 3000),
            plan("4x8", Start::Reversi, 300),
        ]
    }

    #[test]
    fn what_is_left_lies_within_the_spread_in_most_cases() {
        let (mut cases, mut within) = (0, 0);
        let mut told = String::new();
        for plan in plans() {
            let records = finished(&plan);
            for percent in [10, 25, 50, 75, 90] {
                let (done, left) = records.split_at(records.len() * percent / 100);
                let Some(estimate) = estimated(&plan, done) else { continue };
                assert!(0.0 < estimate.low && estimate.low < estimate.median && estimate.median < estimate.high);
                let left = left.iter().map(|record| record.nodes).sum::<u64>() as f64;
                cases += 1;
                within += u32::from((estimate.low..=estimate.high).contains(&left));
                told += &format!("{} {percent} {left} {estimate:?}\n", plan.root.board());
            }
        }
        assert!(cases >= 15 && 10 * within >= 6 * cases, "{within} of {cases}\n{told}");
    }

    #[test]
    fn work_that_takes_ten_times_the_nodes_leaves_ten_times_the_nodes() {
        for plan in plans() {
            let records = finished(&plan);
            let done = &records[..records.len() / 2];
            let more: Vec<Record> =
                done.iter().map(|record| Record { nodes: 10 * record.nodes, ..record.clone() }).collect();
            let (Some(one), Some(ten)) = (estimated(&plan, done), estimated(&plan, &more)) else { continue };
            for (one, ten) in [(one.low, ten.low), (one.median, ten.median), (one.high, ten.high)] {
                assert!((ten / one - 10.0).abs() < 1e-9, "{one} {ten}");
            }
            assert_eq!((one.yes, one.jobs), (ten.yes, ten.jobs));
        }
    }
}
