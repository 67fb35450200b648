//! The exact search against the mailbox board, and against itself where the mailbox board is too slow.

#[path = "../../rules/tests/support/mod.rs"]
mod support;

use std::cmp::Ordering;

use solver::notation::{line_text, play_moves};
use solver::random::Random;
use solver::simd::Level;
use solver::{
    Answer, Board, Mode, Move, Outcome, Position, Progress, Question, Resources, Score, Scoring, Solver, Start,
    Symmetries,
};
use support::{check_data, mailbox, mailbox_scoring, played, position, scattered, shapes, shown};

/// Enough for every position here, and quick to set up.
const MEMORY_BYTES: usize = 1 << 20;
/// Very little memory.
const TINY_MEMORY_BYTES: usize = 64 << 10;
/// With at most this many empties, the mailbox board checks every position of a line.
const CHECKED_EMPTIES: u32 = 7;

fn solver(threads: usize, memory_bytes: usize) -> Solver {
    Solver::new(Resources { threads, memory_bytes, ..Resources::default() })
}

fn ask(solver: &mut Solver, position: Position, mode: Mode, scoring: Scoring) -> Answer {
    solver.solve(&Question::new(position, mode, scoring)).unwrap()
}

/// The value that a fresh solver finds.
fn value(position: Position, scoring: Scoring) -> Score {
    let answer = ask(&mut solver(1, MEMORY_BYTES), position, Mode::Exact, scoring);
    answer.bounds.exact().unwrap_or_else(|| panic!("no value of {} {scoring}: {answer:?}", shown(&position)))
}

fn mailbox_value(position: &Position, scoring: Scoring) -> Score {
    Score::new(checker::value(&mailbox(position), mailbox_scoring(scoring)))
}

fn outcome(value: Score) -> Outcome {
    match value.discs().cmp(&0) {
        Ordering::Greater => Outcome::Win,
        Ordering::Equal => Outcome::Draw,
        Ordering::Less => Outcome::Loss,
    }
}

/// Whether two values answer the question alike.
fn agree(mode: Mode, one: Score, other: Score) -> bool {
    match mode {
        Mode::Exact => one == other,
        Mode::Wld => one.outcome() == other.outcome(),
    }
}

/// Checks all that an answer promises, given the true value of the position.
fn check(question: &Question, answer: &Answer, value: Score) {
    let Question { position, mode, scoring } = *question;
    let line = line_text(position.board(), &answer.line);
    let case = format!("{} {} {scoring}, value {value:+}, line {line}: {answer:?}", shown(&position), mode.name());
    assert!(answer.complete && !answer.from_table, "{case}");
    assert!(answer.bounds.lower <= value && value <= answer.bounds.upper, "wrong bounds in {case}");
    match mode {
        Mode::Exact => assert_eq!(answer.bounds.exact(), Some(value), "{case}"),
        Mode::Wld => assert_eq!(answer.bounds.outcome(), Some(outcome(value)), "{case}"),
    }
    assert_eq!(answer.best, answer.line.first().copied(), "{case}");
    check_line(question, answer, value, &case);
}

/// Checks that the line is a whole legal game, and that its end and every late position on the way have the value or,
/// if only that was asked, the outcome.
fn check_line(question: &Question, answer: &Answer, value: Score, case: &str) {
    let Question { position, mode, scoring } = *question;
    let mut now = position;
    for (ply, &chosen) in answer.line.iter().enumerate() {
        if now.empties() <= CHECKED_EMPTIES {
            let expected = if ply % 2 == 0 { value } else { -value };
            let found = mailbox_value(&now, scoring);
            assert!(agree(mode, found, expected), "before ply {} it is {found:+} in {case}", ply + 1);
        }
        now = play_moves(now, &[chosen]).unwrap_or_else(|error| panic!("ply {}: {error} in {case}", ply + 1));
    }
    assert_eq!(answer.end, now, "{case}");
    let score = now.final_score(scoring).unwrap_or_else(|| panic!("unfinished line in {case}"));
    let score = if now.side() == position.side() { score } else { -score };
    assert!(agree(mode, score, value), "the line ends with {score:+} in {case}");
}

/// Checks a position in both modes against the mailbox board. The solver may have answered questions about other
/// positions, boards and scorings before, which must not matter.
fn check_against_mailbox(solver: &mut Solver, position: Position) {
    for scoring in Scoring::ALL {
        let value = mailbox_value(&position, scoring);
        for mode in [Mode::Wld, Mode::Exact] {
            let question = Question::new(position, mode, scoring);
            check(&question, &solver.solve(&question).unwrap(), value);
        }
    }
}

/// Positions from games of random moves, with 10 to 14 empty squares if the board has as many.
fn some_positions(board: Board, count: u32, random: &mut Random) -> Vec<Position> {
    let most = (board.squares() - 4).min(14);
    (0..count).map(|index| played(board, most - index % 5, random)).collect()
}

#[test]
fn played_positions_have_the_values_of_the_mailbox() {
    let mut random = Random::new(10, 0);
    let mut solver = solver(1, MEMORY_BYTES);
    for board in shapes() {
        for empties in 1..=12 {
            check_against_mailbox(&mut solver, played(board, empties, &mut random));
        }
    }
}

#[test]
fn scattered_positions_have_the_values_of_the_mailbox() {
    let mut random = Random::new(11, 0);
    let mut solver = solver(1, MEMORY_BYTES);
    for board in shapes() {
        for empties in 0..=12.min(board.squares()) {
            check_against_mailbox(&mut solver, scattered(board, empties, &mut random));
        }
    }
}

/// The last empty squares have their own code, and games alone seldom reach all of its cases.
#[test]
fn the_last_few_empties_have_the_values_of_the_mailbox() {
    let mut random = Random::new(12, 0);
    let mut solver = solver(1, TINY_MEMORY_BYTES);
    for board in shapes() {
        for empties in 1..=6 {
            for _ in 0..12 {
                check_against_mailbox(&mut solver, scattered(board, empties, &mut random));
                check_against_mailbox(&mut solver, played(board, empties, &mut random));
            }
        }
    }
}

#[test]
fn start_positions_have_the_values_of_the_data_file() {
    check_data("values.txt", |[board, start, scoring, expected]| {
        let board: Board = board.parse().map_err(|error| format!("{error}"))?;
        let position = Position::start(board, start.parse().map_err(|error| format!("{error}"))?);
        let scoring: Scoring = scoring.parse().map_err(|error| format!("{error}"))?;
        let expected = Score::new(expected.parse().map_err(|error| format!("{error}"))?);
        let mut solver = solver(1, 16 * MEMORY_BYTES);
        for mode in [Mode::Wld, Mode::Exact] {
            let question = Question::new(position, mode, scoring);
            check(&question, &solver.solve(&question).unwrap(), expected);
        }
        Ok(())
    });
}

#[test]
fn a_value_is_the_best_of_the_negated_values_of_the_successors() {
    let mut random = Random::new(13, 0);
    for board in shapes() {
        for position in some_positions(board, 3, &mut random) {
            for scoring in Scoring::ALL {
                let moves = position.legal_moves();
                let after = moves.iter().map(|&chosen| -value(position.play(chosen).unwrap(), scoring));
                if let Some(best) = after.max() {
                    assert_eq!(value(position, scoring), best, "{} {scoring}", shown(&position));
                }
            }
        }
    }
}

#[test]
fn all_images_of_a_position_have_its_value() {
    let mut random = Random::new(14, 0);
    for board in shapes() {
        let group = Symmetries::new(board);
        for position in some_positions(board, 3, &mut random) {
            for scoring in Scoring::ALL {
                let expected = value(position, scoring);
                let transposed = value(position.transposed(), scoring);
                assert_eq!(transposed, expected, "transposed {} {scoring}", shown(&position));
                let (discs, side) = (position.discs(), position.side().opponent());
                let other_side = Position::new(board, discs, side).unwrap();
                assert_eq!(value(other_side, scoring), expected, "colours exchanged in {} {scoring}", shown(&position));
                for &symmetry in group.all() {
                    let image =
                        Position::new(position.board(), group.map_discs(symmetry, position.discs()), position.side())
                            .unwrap();
                    assert_eq!(value(image, scoring), expected, "{symmetry:?} of {} {scoring}", shown(&position));
                }
            }
        }
    }
}

#[test]
fn threads_and_memory_do_not_change_an_answer() {
    let mut random = Random::new(15, 0);
    let mut solvers = [solver(2, MEMORY_BYTES), solver(1, TINY_MEMORY_BYTES), solver(2, TINY_MEMORY_BYTES)];
    for board in shapes() {
        for position in some_positions(board, 6, &mut random) {
            for scoring in Scoring::ALL {
                let expected = value(position, scoring);
                for solver in &mut solvers {
                    for mode in [Mode::Wld, Mode::Exact] {
                        let question = Question::new(position, mode, scoring);
                        check(&question, &solver.solve(&question).unwrap(), expected);
                    }
                }
            }
        }
    }
}

/// With this many empties, threads share positions out, wait for each other and overtake each other.
#[test]
fn many_threads_find_what_one_finds() {
    let mut random = Random::new(23, 0);
    let (mut one, mut many) = (solver(1, MEMORY_BYTES), solver(8, MEMORY_BYTES));
    for name in ["6x6", "8x8", "5x7", "9x4", "3x12", "7x9"] {
        for _ in 0..2 {
            let position = played(name.parse().unwrap(), 17, &mut random);
            for scoring in Scoring::ALL {
                let question = Question::new(position, Mode::Exact, scoring);
                let expected = one.value(&question).unwrap().bounds;
                assert_eq!(many.value(&question).unwrap().bounds, expected, "{} {scoring}", shown(&position));
            }
        }
    }
}

#[test]
fn instruction_sets_change_neither_an_answer_nor_its_nodes() {
    let mut random = Random::new(19, 0);
    for board in shapes() {
        for position in some_positions(board, 2, &mut random) {
            let question = Question::new(position, Mode::Exact, Scoring::Discs);
            let answers = Level::ALL.map(|simd| {
                let resources = Resources { memory_bytes: MEMORY_BYTES, simd, ..Resources::default() };
                Solver::new(resources).solve(&question).unwrap()
            });
            for (level, answer) in Level::ALL.iter().zip(&answers) {
                assert_eq!(answer, &answers[0], "{} differs: {}", level.name(), shown(&position));
            }
        }
    }
}

#[test]
fn one_thread_takes_the_same_nodes_and_moves_each_time() {
    let mut random = Random::new(16, 0);
    for board in shapes() {
        let mut positions = some_positions(board, 2, &mut random);
        if board.squares() <= 24 {
            positions.push(Position::start(board, Start::Othello));
        }
        for position in positions {
            for mode in [Mode::Wld, Mode::Exact] {
                let answer = ask(&mut solver(1, MEMORY_BYTES), position, mode, Scoring::Discs);
                let again = ask(&mut solver(1, MEMORY_BYTES), position, mode, Scoring::Discs);
                assert_eq!(answer, again, "{} {}", shown(&position), mode.name());
                assert!(answer.nodes > 0, "{}", shown(&position));
            }
        }
    }
}

#[test]
fn a_finished_game_is_answered_without_a_move() {
    for (name, text) in [
        ("3x4", "XXXXXXXOOOOO X"),
        ("3x4", "XX--X------O O"),
        ("3x4", "X----------O X"),
        ("3x4", "XX---------- O"),
        ("3x3", "--------- X"),
        ("3x3", "XXXXXXXXX O"),
    ] {
        let position = position(name, text);
        for scoring in Scoring::ALL {
            let score = mailbox(&position).final_score(mailbox_scoring(scoring)).expect("these games are over");
            for mode in [Mode::Wld, Mode::Exact] {
                let answer = ask(&mut solver(1, MEMORY_BYTES), position, mode, scoring);
                check(&Question::new(position, mode, scoring), &answer, Score::new(score));
                assert_eq!((answer.best, answer.line.len()), (None, 0), "{name} {text}");
            }
        }
    }
}

#[test]
fn a_forced_pass_at_the_root_is_played() {
    let mut random = Random::new(17, 0);
    let mut solver = solver(1, MEMORY_BYTES);
    let mut passes = vec![position("3x3", "-XO------ X"), position("3x3", "-XO-XO-XO X")];
    for board in shapes() {
        let has_to_pass = |position: &Position| position.legal_moves() == [Move::Pass];
        let tries = (0..2000).map(|index| scattered(board, 1 + index % 8, &mut random));
        passes.extend(tries.filter(has_to_pass).take(8));
    }
    assert!(passes.len() > 150, "only {} positions with a pass", passes.len());
    for position in passes {
        check_against_mailbox(&mut solver, position);
        let answer = ask(&mut solver, position, Mode::Exact, Scoring::Discs);
        assert_eq!(answer.best, Some(Move::Pass), "{}", shown(&position));
    }
}

#[test]
fn a_stopped_search_says_so_and_claims_nothing_false() {
    let mut random = Random::new(18, 0);
    for board in shapes().filter(|board| board.squares() >= 16) {
        let position = played(board, 12, &mut random);
        for scoring in Scoring::ALL {
            for mode in [Mode::Wld, Mode::Exact] {
                let progress = Progress::default();
                progress.stop();
                let question = Question::new(position, mode, scoring);
                let answer = solver(1, MEMORY_BYTES).watched_by(&progress).solve(&question).unwrap();
                let (case, expected) = (shown(&position), value(position, scoring));
                assert!(answer.bounds.lower <= expected && expected <= answer.bounds.upper, "{case} {answer:?}");
                assert_eq!(
                    answer.complete,
                    mode.settled(answer.bounds) && !answer.line.is_empty(),
                    "{case} {answer:?}"
                );
                if let Some(best) = answer.best {
                    assert!(position.legal_moves().contains(&best), "{case} {answer:?}");
                }
            }
        }
    }
}
