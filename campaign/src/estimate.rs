//! How much is left to do for the present question: an estimate with its spread.
//!
//! The tree as it stands is played to its end many times. Each time a leaf gets an outcome and a cost by chance: the
//! outcome by how often jobs with such a guess were answered yes, the cost by what jobs with so many empty squares have
//! taken. Both are fitted to the jobs that were done, for each run to another sample of them drawn with replacement (Efron
//! 1979, the bootstrap), so that few jobs make a wide spread. A run goes on at each position, best move first, until one
//! proves what is asked. What it cannot know: that a whole part of the tree turns out harder than those that were seen, and how
//! much of the rest becomes cheap by what is in memory by then. It is too low at first and too high towards the end.

use std::collections::HashMap;

use solver::random::Random;

use crate::job::{Finding, Record};
use crate::knowledge::Knowledge;
use crate::search::{Ground, NodeId, Search};

/// Runs of an estimate.
const RUNS: u64 = 200;
/// At most so many jobs are fitted to.
const MOST_JOBS: usize = 1000;
/// Natural logarithm of the growth of the cost by an empty square, before anything is known, and how many jobs' worth of
/// knowledge that is.
const GROWTH: (f64, f64) = (0.58, 20.0);
/// How fast the chance of a yes grows with the guess, in 1/discs: what is tried.
const SLOPES: [f64; 10] = [0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1.0];

/// Nodes that are left to search for the present question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// One run in ten ended with fewer nodes.
    pub low: f64,
    /// Half of the runs did.
    pub median: f64,
    /// Nine in ten did.
    pub high: f64,
    /// Share of the runs in which the answer is yes.
    pub yes: f64,
    /// Number of jobs that it rests on.
    pub jobs: usize,
}

/// A job as the estimate sees it.
#[derive(Clone, Copy, Debug)]
struct Point {
    empties: f64,
    log_nodes: f64,
    margin: f64,
    is_yes: Option<bool>,
}

/// What is expected of leaves.
#[derive(Clone, Copy, Debug)]
struct Model {
    /// Mean of the logarithm of the nodes at `centre` empties, its growth by an empty square, its standard deviation.
    log_nodes: f64,
    centre: f64,
    growth: f64,
    deviation: f64,
    slope: f64,
}

/// Estimates what is left of a search; `None` before any job has cost something.
pub(crate) fn estimate(search: &Search, knowledge: &Knowledge, ground: &mut Ground) -> Option<Estimate> {
    let points = points(knowledge.records(), ground);
    if points.is_empty() {
        return None;
    }
    let mut nodes = Vec::new();
    let mut yes = 0;
    for run in 0..RUNS {
        let mut random = Random::new(run, 0);
        let sample: Vec<Point> = (0..points.len()).map(|_| random.pick(&points)).collect();
        let mut play = Play { search, model: Model::fit(&sample), random, known: HashMap::new(), nodes: 0.0 };
        yes += u32::from(play.reached(search.top()));
        nodes.push(play.nodes);
    }
    nodes.sort_unstable_by(f64::total_cmp);
    let part = |tenths: usize| nodes[(nodes.len() - 1) * tenths / 10];
    let share = f64::from(yes) / RUNS as f64;
    Some(Estimate { low: part(1), median: part(5), high: part(9), yes: share, jobs: points.len() })
}

/// The jobs that an estimate rests on: those that were answered after some search, evenly spaced if there are many.
fn points(records: &[Record], ground: &mut Ground) -> Vec<Point> {
    let done: Vec<&Record> = records.iter().filter(|record| record.nodes > 0).collect();
    let step = done.len().div_ceil(MOST_JOBS).max(1);
    let spaced = done.into_iter().rev().step_by(step);
    let points = spaced.map(|record| Point {
        empties: f64::from(record.job.empties()),
        log_nodes: (record.nodes as f64).ln(),
        margin: ground.margin(record.job.discs, record.job.at_least),
        is_yes: match record.finding {
            Finding::AtLeast(_) => Some(true),
            Finding::AtMost(_) => Some(false),
            Finding::Open => None,
        },
    });
    points.collect()
}

impl Model {
    /// Least squares for the cost, drawn to what is expected without any job; the likeliest of a few slopes for outcomes.
    fn fit(points: &[Point]) -> Self {
        let count = points.len() as f64;
        let mean = |of: fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (centre, log_nodes) = (mean(|point| point.empties), mean(|point| point.log_nodes));
        let (mut squares, mut products) = (GROWTH.1, GROWTH.0 * GROWTH.1);
        for point in points {
            squares += (point.empties - centre).powi(2);
            products += (point.empties - centre) * (point.log_nodes - log_nodes);
        }
        let growth = (products / squares).max(0.0);
        let rest = |point: &Point| (point.log_nodes - log_nodes - growth * (point.empties - centre)).powi(2);
        let deviation = (points.iter().map(rest).sum::<f64>() / count).sqrt();
        let likelihood = |slope: f64| -> f64 {
            let surprise = |point: &Point| match point.is_yes {
                Some(true) => -(chance(slope, point.margin).max(1e-6)).ln(),
                Some(false) => -((1.0 - chance(slope, point.margin)).max(1e-6)).ln(),
                None => 0.0,
            };
            -points.iter().map(surprise).sum::<f64>()
        };
        let better = |best: f64, slope: f64| if likelihood(slope) > likelihood(best) { slope } else { best };
        let slope = SLOPES.into_iter().fold(SLOPES[0], better);
        Self { log_nodes, centre, growth, deviation, slope }
    }

    fn nodes(&self, empties: u32, random: &mut Random) -> f64 {
        // The sum of twelve uniform numbers is close enough to a normal one.
        let normal = (0..12).map(|_| unit(random)).sum::<f64>() - 6.0;
        (self.log_nodes + self.growth * (f64::from(empties) - self.centre) + self.deviation * normal).exp()
    }
}

/// The chance that a position is worth what is asked.
fn chance(slope: f64, margin: f64) -> f64 {
    1.0 / (1.0 + (-slope * margin).exp())
}

/// A number from 0 to 1.
fn unit(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1u64 << 53) as f64
}

/// One run to the end.
struct Play<'a> {
    search: &'a Search,
    model: Model,
    random: Random,
    known: HashMap<NodeId, bool>,
    nodes: f64,
}

impl Play<'_> {
    /// Whether the node reaches what is asked of it. No deeper than a game is long.
    fn reached(&mut self, id: NodeId) -> bool {
        let node = self.search.get(id);
        if !node.real.is_open() {
            return node.real.proof == 0.0;
        }
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let is_reached = if node.successors.is_empty() {
            self.nodes += self.model.nodes(node.empties, &mut self.random);
            unit(&mut self.random) < chance(self.model.slope, node.margin)
        } else {
            let mut successors = node.successors.clone();
            successors.sort_by(|&a, &b| {
                let cost = |id: NodeId| self.search.get(id).real.disproof;
                cost(a).total_cmp(&cost(b))
            });
            successors.into_iter().any(|next| !self.reached(next))
        };
        self.known.insert(id, is_reached);
        is_reached
    }
}
