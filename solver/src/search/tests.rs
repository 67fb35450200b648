//! Single null windows of the whole search against brute force, on positions with more empties than the integration
//! tests can afford: few of their discs can be turned over, so that their trees stay small.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use super::busy::Busy;
use super::guesses::Guesses;
use super::kernel::Kernel;
use super::number_table::NumberTable;
use super::ordering_table::OrderingTable;
use super::proof_number;
use super::searcher::{Effort, Searcher, Shared};
use super::selective::Selectivity;
use super::transposition_table::TranspositionTable;
use crate::evaluation::Evaluation;
use crate::{
    Basis, Board, Bounds, Discs, Geometry, Guess, Mode, Move, Position, Progress, ProofTable, Proven, Question,
    Resources, Score, Scoring, Side, Solver, Square, Start, Symmetries, Technique, proving_move,
};
use ::rules::random::Random;
use ::rules::simd::{Level, with_isa};

/// Positions whose tree is larger than this are left out.
const MAX_TREE: usize = 60_000;

/// A position with up to 20 empties and any mixture of colours.
fn scattered(random: &mut Random, board: Board) -> Discs {
    let empties = (1 + random.below(20)).min(board.squares() - 2);
    let mut occupied = board.full();
    while board.squares() - occupied.count_ones() < empties {
        occupied &= !(1 << random.below(board.squares()));
    }
    let (first, second) = (random.bits(), random.bits());
    let player = occupied & [first, first & second, first | second][random.below(3) as usize];
    Discs::from_bits(player, occupied ^ player).unwrap()
}

/// Every value in the tree of a position, by full minimax over the plain rules.
struct Truth<'a> {
    geometry: &'a Geometry,
    scoring: Scoring,
    values: HashMap<Discs, Score>,
}

impl Truth<'_> {
    fn value(&mut self, discs: Discs) -> Option<Score> {
        if let Some(&value) = self.values.get(&discs) {
            return Some(value);
        }
        if self.values.len() > MAX_TREE {
            return None;
        }
        let is_over = ::rules::plain::is_over(self.geometry, discs);
        let mut value = is_over.then(|| self.scoring.final_score(discs, self.geometry.squares()));
        for chosen in ::rules::plain::moves(self.geometry, discs) {
            value = value.max(Some(-self.value(::rules::plain::after(self.geometry, discs, chosen))?));
        }
        self.values.insert(discs, value?);
        value
    }
}

/// A table that remembers every record as it was made.
struct Log {
    board: Board,
    scoring: Scoring,
    known: Mutex<HashMap<Discs, Proven>>,
    /// The source of its guesses, which have nothing to do with the positions; `None` if it gives none.
    fancies: Mutex<Option<Random>>,
    records: Mutex<Vec<(Discs, Proven)>>,
}

impl Log {
    fn new(board: Board, scoring: Scoring) -> Self {
        Self {
            board: board.landscape(),
            scoring,
            known: Mutex::default(),
            fancies: Mutex::default(),
            records: Mutex::default(),
        }
    }
}

impl ProofTable for Log {
    fn board(&self) -> Board {
        self.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        self.known.lock().unwrap().get(&canonical).copied()
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        let mut all = self.known.lock().unwrap();
        let known = all.entry(canonical).or_insert(proven);
        known.best = proving_move((known.bounds, known.best), (proven.bounds, proven.best));
        known.bounds = known.bounds.intersect(proven.bounds);
        self.records.lock().unwrap().push((canonical, proven));
    }

    fn guess(&self, _: Discs) -> Option<Guess> {
        let mut fancies = self.fancies.lock().unwrap();
        let random = fancies.as_mut()?;
        let lower = random.below(20) as i32 - 10;
        let bounds = Bounds::new(lower, lower + random.below(4) as i32);
        Some(Guess {
            level: 1 + random.below(3) as u8,
            bounds,
            best: Square::new(random.below(64) as u8).map(Move::Place),
        })
    }
}

/// Calls `check` with positions of many shapes, both scorings and all true values below them.
fn on_many_positions(seed: u64, mut check: impl FnMut(&mut Random, Discs, Score, &mut Truth<'_>)) {
    let mut random = Random::new(seed, 0);
    let shapes = ["3x5", "3x7", "4x4", "4x6", "5x5", "5x6", "6x6", "4x10", "3x21", "7x9", "8x8", "4x16"];
    let (mut checked, mut deep) = (0, 0);
    for index in 0..360 {
        let geometry = Geometry::new(shapes[index % shapes.len()].parse().unwrap());
        let discs = scattered(&mut random, geometry.board);
        for scoring in Scoring::ALL {
            let mut truth = Truth { geometry: &geometry, scoring, values: HashMap::new() };
            let Some(value) = truth.value(discs) else { continue };
            check(&mut random, discs, value, &mut truth);
            checked += 1;
            deep += usize::from((geometry.full & !discs.mask()).count_ones() > super::midgame::MIDGAME_MAX_EMPTIES);
        }
    }
    assert!(checked > 300 && deep > 50, "too few positions: {checked}, {deep} of them deep");
}

#[test]
fn every_null_window_and_every_entry_in_memory_is_true() {
    on_many_positions(1, |random, discs, truth, tree| {
        let (geometry, symmetries) = (tree.geometry, Symmetries::new(tree.geometry.board));
        let (progress, finished, busy) = (Progress::default(), AtomicBool::new(false), Busy::new());
        let (memory, nearby) =
            (TranspositionTable::new(1 << 14).unwrap(), TranspositionTable::new(1 << 13).unwrap().unfolded());
        let (ordering_tables, guesses) = (OrderingTable::new(1 << 10), Guesses::new(1 << 10));
        let numbers = NumberTable::new(1 << 12);
        let evaluation = OnceLock::new();
        let shared = Shared {
            geometry,
            symmetries: &symmetries,
            scoring: tree.scoring,
            evaluation: Evaluation::has_learned(geometry.board).then_some(&evaluation),
            without: Technique::ALL.into_iter().filter(|_| random.below(4) == 0).collect(),
            memory: &memory,
            nearby: std::slice::from_ref(&nearby),
            ordering_tables: std::slice::from_ref(&ordering_tables),
            guesses: &guesses,
            numbers: &numbers,
            table: None,
            progress: &progress,
            busy: (random.below(2) == 0).then_some(&busy),
            finished: &finished,
        };
        let squares = geometry.squares() as i32;
        let mut alphas: Vec<i32> = (-squares - 1..=squares).collect();
        for last in (1..alphas.len()).rev() {
            alphas.swap(last, random.below(last as u32 + 1) as usize);
        }
        for alpha in alphas {
            let little = Effort { ordering_plies: random.below(6), nodes: u64::from(random.below(3000)) };
            let effort = if random.below(3) == 0 { little } else { Effort::UNLIMITED };
            let level = Level::ALL[random.below(3) as usize];
            if shared.is_learned() && random.below(2) == 0 {
                // Its findings may be false; none of them may enter the proofs below.
                let selectivity = random.pick(&Selectivity::ALL);
                with_isa!(level, isa => selective_window(isa, &shared, discs, alpha, selectivity));
            }
            let Some(value) = with_isa!(level, isa => window(isa, &shared, effort, discs, alpha)) else { continue };
            let is_true = if value <= alpha { truth.discs() <= value } else { truth.discs() >= value };
            assert!(is_true, "{} {discs:?} {level:?} above {alpha}: {value}, but it is {truth}", geometry.board);
        }
        for (&discs, &value) in &tree.values {
            let Some(entry) = memory.probe(discs).or_else(|| nearby.probe(discs)) else { continue };
            let is_true = entry.bounds.lower <= value && value <= entry.bounds.upper;
            assert!(is_true, "{} {discs:?}: {entry:?}, but it is {value}", geometry.board);
        }
    });
}

fn window<I: Kernel>(isa: I, shared: &Shared<'_>, effort: Effort, discs: Discs, alpha: i32) -> Option<i32> {
    let mut searcher = Searcher::new(isa, shared, effort, 0);
    searcher.outline = shared.outline();
    proof_number::null_window(&mut searcher, discs, alpha)
}

fn selective_window<I: Kernel>(isa: I, shared: &Shared<'_>, discs: Discs, alpha: i32, selectivity: Selectivity) {
    let mut searcher = Searcher::new(isa, shared, Effort::UNLIMITED, 0);
    let found = I::selective(&mut searcher, discs, alpha, 0, selectivity);
    assert!(found.is_some(), "nothing halts it");
}

#[test]
fn every_record_is_true_and_its_move_proves_the_lower_bound() {
    on_many_positions(2, |random, discs, truth, tree| {
        let geometry = tree.geometry;
        let position = Position::new(geometry.board, discs, Side::Black).unwrap();
        let mode = [Mode::Wld, Mode::Exact][random.below(2) as usize];
        let log = Log::new(geometry.board, tree.scoring);
        *log.fancies.lock().unwrap() = (random.below(2) == 0).then(|| Random::new(random.bits(), 0));
        let mut solver = Solver::new(Resources { memory_bytes: 1 << 16, ..Resources::default() });
        let answer = solver.with_table(&log).solve(&Question::new(position, mode, tree.scoring)).unwrap();
        assert!(answer.complete && answer.contradiction.is_none(), "{answer:?}");
        assert!(answer.bounds.lower <= truth && truth <= answer.bounds.upper, "{answer:?}, but it is {truth}");
        let known = log.known.into_inner().unwrap();
        for (discs, proven) in log.records.into_inner().unwrap().into_iter().chain(known) {
            let Some(value) = tree.value(discs) else { continue };
            let is_true = proven.bounds.lower <= value && value <= proven.bounds.upper;
            assert!(is_true, "{} {discs:?}: {proven:?}, but it is {value}", geometry.board);
            let Some(best) = proven.best else { continue };
            let Some(worth) = tree.value(::rules::plain::after(geometry, discs, best)) else { continue };
            assert!(
                -worth >= proven.bounds.lower,
                "{} {discs:?}: {proven:?}, but it is worth {}",
                geometry.board,
                -worth
            );
        }
    });
}

#[test]
fn a_false_table_is_noticed_not_believed() {
    let board: Board = "4x4".parse().unwrap();
    let position = Position::start(board, Start::Othello);
    let question = Question::new(position, Mode::Exact, Scoring::Discs);
    let solve = |log: &Log| {
        let mut solver = Solver::new(Resources { memory_bytes: 1 << 16, ..Resources::default() });
        solver.with_table(log).solve(&question).unwrap()
    };
    let canonical = Symmetries::new(board).canonical(position.discs()).0;
    let log = Log::new(board, Scoring::Discs);
    log.record(canonical, Proven { bounds: Bounds::at(2), best: None, effort: 1, basis: Basis::Proof });
    assert_eq!(solve(&log).contradiction, Some(position), "the value is −8, and no move reaches 2");
    log.record(canonical, Proven { bounds: Bounds::new(4, 9), best: None, effort: 1, basis: Basis::Proof });
    let answer = solve(&log);
    assert_eq!(
        (answer.contradiction, answer.complete),
        (Some(position), false),
        "no value is at least 4 and at most 2"
    );
}
