//! The suites say what is possible, and their positions are those that are drawn.

use solver::random::Random;
use solver::{CanonicalPosition, Discs, Move, Resources, Side, Solver};

use super::*;

/// Seed of all suites of random positions.
const SEED: u64 = 17;

/// So many positions with so many empty squares from random games, at most one from each, in the order of the games. The side to
/// move has a square to play on, and no two are symmetric twins. A move is, with a chance of `restraint` in percent, one of those
/// that leave the opponent the fewest moves, else any legal one; the sides change their restraint from game to game.
fn draw(board: &str, empties: u32, count: usize, restraint: [u32; 2]) -> Vec<Position> {
    let (mut drawn, mut seen) = (Vec::new(), Vec::<Discs>::new());
    for game in 0.. {
        if drawn.len() == count {
            break;
        }
        let [first, second] = restraint;
        let restraint = if game % 2 == 0 { [first, second] } else { [second, first] };
        let Some(position) = play(board, empties, restraint, &mut Random::new(SEED, game)) else { continue };
        let canonical = CanonicalPosition::of(&position).position().discs();
        if !seen.contains(&canonical) {
            seen.push(canonical);
            drawn.push(position);
        }
    }
    drawn
}

/// Plays until so many squares are empty. `None` if the game ends earlier, or the next move is a pass.
fn play(board: &str, empties: u32, restraint: [u32; 2], random: &mut Random) -> Option<Position> {
    let mut position = Position::start(board.parse().unwrap(), Start::Othello);
    while position.empties() > empties {
        let chosen = choose(&position, restraint[usize::from(position.side() == Side::White)], random)?;
        position = position.play(chosen).expect("a legal move");
    }
    position.legal_moves().first().is_some_and(|&chosen| chosen != Move::Pass).then_some(position)
}

fn choose(position: &Position, restraint: u32, random: &mut Random) -> Option<Move> {
    if random.below(100) >= restraint {
        return random.legal_move(position);
    }
    let replies = |&chosen: &Move| position.play(chosen).expect("a legal move").legal_moves().len();
    let moves = position.legal_moves();
    let fewest = moves.iter().map(replies).min()?;
    let best: Vec<Move> = moves.iter().copied().filter(|chosen| replies(chosen) == fewest).collect();
    Some(random.pick(&best))
}

/// The shapes of `odd`, with so many empty squares that a position takes 1 to 5 M nodes at commit 7a3c5020ae, except on 3x12,
/// which is always easy and takes 12 k.
const ODD_SHAPES: [(&str, u32); 10] = [
    ("5x7", 22),
    ("5x8", 22),
    ("4x9", 26),
    ("6x5", 22),
    ("3x12", 26),
    ("7x7", 20),
    ("5x9", 22),
    ("6x7", 20),
    ("8x7", 20),
    ("4x13", 28),
];

/// The shapes of `middle`, with so many empty squares, and how many positions.
const MIDDLE_SHAPES: [(&str, u32, usize); 4] = [("8x8", 20, 100), ("6x6", 22, 60), ("6x8", 21, 50), ("7x7", 21, 50)];

#[test]
fn something_possible_is_known_of_every_position_and_none_comes_twice() {
    for suite in Suite::ALL {
        let cases = suite.cases(Mode::Exact);
        assert!(!cases.is_empty());
        for (index, case) in cases.iter().enumerate() {
            let (question, expected) = (case.question, case.expected.unwrap());
            let possible = Bounds::unknown(question.position.board().squares());
            assert_eq!(possible.intersect(expected), expected, "{}", case.origin);
            assert!(!expected.contradict() && case.is_answered(expected), "{}", case.origin);
            assert!(cases[..index].iter().all(|other| other.question != question), "{}", case.origin);
        }
    }
}

#[test]
fn positions_are_those_that_are_drawn() {
    let stored = |suite: Suite| {
        let cases = suite.cases(Mode::Exact);
        cases.iter().map(|case| case.question.position).collect::<Vec<_>>()
    };
    assert_eq!(stored(Suite::TwelveDiscs), draw("6x6", 24, 200, [0; 2]));
    assert_eq!(stored(Suite::Odd), ODD_SHAPES.map(|(board, empties)| draw(board, empties, 20, [50; 2])).concat());
    assert_eq!(
        stored(Suite::Middle),
        MIDDLE_SHAPES.map(|(board, empties, count)| draw(board, empties, count, [90, 80])).concat()
    );
}

#[test]
fn easy_positions_have_their_values() {
    let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
    let cases = Suite::Odd.cases(Mode::Exact);
    for case in cases.iter().filter(|case| case.question.position.board() == "3x12".parse().unwrap()) {
        let answer = solver.value(&case.question).unwrap();
        assert_eq!(case.agrees(answer.bounds, answer.complete), Some(true), "{}", case.origin);
    }
}

#[test]
fn a_ledger_says_what_was_asked_and_found() {
    let cases = Suite::Ledger.cases(Mode::Exact);
    assert!(cases.iter().all(|case| (31..=33).contains(&case.question.position.empties())));
    let reached = |case: &&Case| case.expected.unwrap().reach(case.at_least.unwrap()) == Some(true);
    assert_eq!((cases.len(), cases.iter().filter(reached).count()), (40, 24));
    let squares = "-".repeat(18) + "OX------XO" + &"-".repeat(20);
    let case = asked(&format!("{squares} X asked >=1 found <=-2"));
    assert_eq!(case.label(), format!("6x8 {squares} X >=1"));
    assert_eq!((case.at_least, case.expected), (Some(Score::new(1)), Some(Bounds::new(-48, -2))));
}

#[test]
fn names_tell_how_a_position_is_reached() {
    let start = case(&("4x6", Start::ReversiRows, "", 6), Mode::Exact);
    assert_eq!(start.origin, Origin::Suite("4x6 reversi-rows".to_owned()));
    let later = case(&("4x6", Start::Othello, "c1", -16), Mode::Wld);
    assert_eq!((later.label().as_str(), later.question.position.empties()), ("4x6 othello c1", 19));
}
