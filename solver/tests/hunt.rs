//! Whether a side takes all: every answer against full minimax, on small boards, by proof numbers and by alpha-beta.

#[path = "../../rules/tests/support/mod.rs"]
mod support;

use std::collections::HashMap;

use solver::random::Random;
use solver::{
    Board, Bounds, Discs, Geometry, Limited, Mode, Position, Progress, Question, Reached, Resources, Score, Scoring,
    Solver, Start, Target, Technique, rules,
};
use support::{board, played, random_game, shown};

/// Boards so small that every position can be visited, including tall ones.
const SMALL: [&str; 9] = ["3x4", "4x3", "3x5", "5x3", "4x4", "3x6", "6x3", "4x5", "5x4"];

fn solver(threads: usize, memory_bytes: usize, technique: Option<Technique>) -> Solver {
    let without = technique.into_iter().collect();
    Solver::new(Resources { threads, memory_bytes, without, ..Resources::default() })
}

/// Whether a side ends without a disc if one side plays for that and the other against it, by full minimax over the
/// plain rules.
struct Truth {
    geometry: &'static Geometry,
    known: HashMap<(Discs, bool), bool>,
}

impl Truth {
    fn new(board: Board) -> Self {
        Self { geometry: Geometry::of(board), known: HashMap::new() }
    }

    /// Whether the hunter takes all, with either side to move.
    fn takes_all(&mut self, discs: Discs, hunter_moves: bool) -> bool {
        if let Some(&known) = self.known.get(&(discs, hunter_moves)) {
            return known;
        }
        let moves = rules::moves(self.geometry, discs);
        let hunted = if hunter_moves { discs.opponent() } else { discs.player() };
        let found = if moves.is_empty() {
            hunted.is_empty()
        } else {
            let takes = |chosen| self.takes_all(rules::after(self.geometry, discs, chosen), !hunter_moves);
            if hunter_moves { moves.into_iter().any(takes) } else { moves.into_iter().all(takes) }
        };
        self.known.insert((discs, hunter_moves), found);
        found
    }
}

/// Asks both sides' questions about a position.
fn check(solver: &mut Solver, truth: &mut Truth, position: Position) -> [bool; 2] {
    let most = position.board().squares() as i32;
    let discs = position.discs();
    let (takes_all, loses_all) = (truth.takes_all(discs, true), truth.takes_all(discs, false));
    for scoring in Scoring::ALL {
        for (at_least, is_reached) in [(most, takes_all), (1 - most, !loses_all)] {
            let case = format!("{} {scoring} at least {at_least}: {is_reached}", shown(&position));
            let target = Target { position, at_least: Score::new(at_least), scoring };
            let Limited { bounds, .. } = solver.limited(&target, u64::MAX).unwrap();
            assert_eq!(bounds.reach(target.at_least), Some(is_reached), "{case}: {bounds}");
            let reached = solver.reaches(&target).unwrap();
            let Reached::Yes(moves) = reached else {
                assert!(!is_reached, "{case}");
                continue;
            };
            assert!(is_reached && moves.is_empty() == position.is_over(), "{case}: {moves:?}");
            for chosen in moves {
                let next = position.play(chosen).unwrap().discs();
                let keeps = if at_least == most { truth.takes_all(next, false) } else { !truth.takes_all(next, true) };
                assert!(keeps, "{case}: {chosen:?} does not");
            }
        }
    }
    [takes_all, loses_all]
}

#[test]
fn every_answer_on_small_boards_is_that_of_full_minimax() {
    let mut random = Random::new(171, 0);
    let mut found = [[0; 2]; 2];
    for name in SMALL {
        let mut truth = Truth::new(board(name));
        let mut solvers = [
            solver(1, 1 << 20, None),
            solver(1, 4096, None),
            solver(3, 1 << 20, None),
            solver(1, 1 << 20, Some(Technique::ProofNumbers)),
            solver(1, 1 << 20, Some(Technique::Symmetry)),
        ];
        for start in Start::ALL {
            let mut positions = vec![Position::start(board(name), start)];
            for _ in 0..2 {
                positions.extend(random_game(board(name), start, &mut random));
            }
            for position in positions {
                for solver in &mut solvers {
                    let answers = check(solver, &mut truth, position);
                    for (found, answer) in found.iter_mut().zip(answers) {
                        found[usize::from(answer)] += 1;
                    }
                }
            }
        }
    }
    assert!(found.as_flattened().iter().all(|&count| count > 500), "yes and no for either side: {found:?}");
}

#[test]
fn positions_of_larger_boards_are_judged_as_by_full_minimax() {
    let mut random = Random::new(172, 0);
    let mut solvers = [solver(1, 1 << 16, None), solver(2, 1 << 20, None)];
    let mut all = 0;
    for name in ["4x6", "6x4", "5x5", "3x8", "8x3", "4x7", "3x21", "21x3"] {
        let mut truth = Truth::new(board(name));
        for _ in 0..12 {
            let position = played(board(name), 13, &mut random);
            for solver in &mut solvers {
                all += usize::from(check(solver, &mut truth, position).contains(&true));
            }
        }
    }
    assert!(all > 10, "{all} wipe-outs");
}

/// Boards and starts, and whether their value is a wipe-out (see `data/values.txt`).
const STARTS: [(&str, Start, bool); 6] = [
    ("4x8", Start::Othello, true),
    ("8x4", Start::ReversiRows, true),
    ("3x10", Start::Othello, true),
    ("4x6", Start::Othello, false),
    ("6x4", Start::Reversi, false),
    ("4x5", Start::Reversi, false),
];

fn target(name: &str, start: Start) -> Target {
    let board = board(name);
    let at_least = Score::new(board.squares() as i32);
    Target { position: Position::start(board, start), at_least, scoring: Scoring::Discs }
}

#[test]
fn a_hunt_goes_on_where_it_was_cut_off() {
    for (name, start, takes_all) in STARTS {
        for memory_bytes in [4096, 1 << 22] {
            let mut solver = solver(1, memory_bytes, None);
            let target = target(name, start);
            let mut portions = 0;
            let found = loop {
                let Limited { bounds, .. } = solver.limited(&target, 3000).unwrap();
                portions += 1;
                if let Some(found) = bounds.reach(target.at_least) {
                    break found;
                }
                // With a table for a few dozen positions, so short a search may get nowhere.
                if portions == 2000 {
                    assert!(memory_bytes == 4096, "{name} {start}");
                    break takes_all;
                }
            };
            assert_eq!(found, takes_all, "{name} {start}");
        }
    }
}

#[test]
fn a_hunt_that_is_stopped_proves_nothing() {
    let progress = Progress::default();
    progress.stop();
    let target = target("4x8", Start::Othello);
    let found = solver(1, 1 << 20, None).watched_by(&progress).limited(&target, u64::MAX).unwrap();
    assert_eq!(found.bounds, Bounds::unknown(32));
}

#[test]
fn one_thread_takes_the_same_nodes_again_and_forgets_all() {
    let hunt = Question::new(Position::start(board("4x9"), Start::Othello), Mode::Exact, Scoring::Discs);
    // Takes more nodes than the table has entries in use at first, and its progress has counted those of the hunt.
    let long = Question::exact("6x6 -------------XXX---OOOOO--OXO---XXX- X".parse().unwrap());
    let (mut solver, progress) = (solver(1, 1 << 24, None), Progress::default());
    let mut ask = |question: &Question| {
        solver.forget();
        solver.watched_by(&progress).solve(question).unwrap()
    };
    for (question, value) in [(hunt, 36), (long, 25)] {
        let first = ask(&question);
        assert_eq!(first.bounds, Bounds::at(value));
        assert_eq!(ask(&question), first);
    }
}

#[test]
fn more_threads_and_alpha_beta_find_the_same() {
    for (name, start, takes_all) in STARTS {
        for (threads, without) in [(2, None), (4, None), (1, Some(Technique::ProofNumbers))] {
            let mut solver = solver(threads, 1 << 22, without);
            let target = target(name, start);
            let found = solver.limited(&target, u64::MAX).unwrap();
            assert_eq!(found.bounds.reach(target.at_least), Some(takes_all), "{name} {start} {threads}");
        }
    }
}

#[test]
fn long_boards_are_taken_whole() {
    for (name, start) in [("4x12", Start::Othello), ("14x4", Start::Reversi), ("4x16", Start::Othello)] {
        let question = Question::new(Position::start(board(name), start), Mode::Exact, Scoring::Discs);
        let answer = solver(1, 1 << 26, None).solve(&question).unwrap();
        let squares = board(name).squares();
        assert_eq!((answer.bounds, answer.complete), (Bounds::at(squares as i32), true), "{name} {start}");
        // The line shows it.
        assert_eq!(answer.end.final_score(Scoring::Discs).map(|score| score.discs().unsigned_abs()), Some(squares));
    }
}
