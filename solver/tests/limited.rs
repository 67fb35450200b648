//! Null windows with a node limit, against the mailbox board.

#[path = "../../rules/tests/support/mod.rs"]
mod support;

use solver::random::Random;
use solver::{Bounds, Limited, Position, Progress, Resources, Score, Scoring, Solver, Start, Target};
use support::{board, mailbox, mailbox_scoring, played, scattered, shapes, shown};

fn solver(threads: usize) -> Solver {
    Solver::new(Resources { threads, memory_bytes: 1 << 20, ..Resources::default() })
}

/// Asks for scores around the value and at both ends, with few nodes and with many.
fn check(solver: &mut Solver, position: Position) {
    let most = position.board().squares() as i32;
    for scoring in Scoring::ALL {
        let value = checker::value(&mailbox(&position), mailbox_scoring(scoring));
        for at_least in [-most, 1 - most, value - 3, value, value + 1, value + 4, most, most + 1].map(Score::new) {
            let target = Target { position, at_least, scoring };
            for nodes in [1, 100, u64::MAX] {
                let case = format!("{} {scoring} at least {at_least}, is {value}, {nodes}", shown(&position));
                let Limited { bounds, .. } = solver.limited(&target, nodes).unwrap();
                assert!((bounds.lower.discs()..=bounds.upper.discs()).contains(&value), "{case}: {bounds}");
                if let Some(found) = bounds.reach(at_least) {
                    assert_eq!(found, value >= at_least.discs(), "{case}: {bounds}");
                } else {
                    assert!(nodes < u64::MAX, "{case}: {bounds}");
                }
            }
        }
    }
}

#[test]
fn every_score_is_judged_as_by_the_mailbox() {
    let mut random = Random::new(91, 0);
    let (mut one, mut many) = (solver(1), solver(3));
    for board in shapes() {
        for empties in [0, 1, 4, 7, 9] {
            let empties = empties.min(board.squares() - 4);
            check(&mut one, played(board, empties, &mut random));
            check(&mut many, scattered(board, empties.min(7), &mut random));
        }
    }
}

#[test]
fn a_limit_is_kept_and_what_was_found_is_of_use_next_time() {
    for (name, at_least, limit) in [("6x6", 0, 100_000), ("4x14", 56, 100_000), ("14x4", -55, 10_000)] {
        let position = Position::start(board(name), Start::Othello);
        let target = Target { position, at_least: Score::new(at_least), scoring: Scoring::Discs };
        let mut solver = solver(1);
        let found = solver.limited(&target, limit).unwrap();
        assert_eq!(found.bounds, Bounds::unknown(board(name).squares()), "{name}");
        // The search notices that it is over the limit at the next position with many empties.
        assert!((limit..2 * limit).contains(&found.nodes), "{name}: {}", found.nodes);
    }
    let position = Position::start(board("4x8"), Start::Othello);
    let target = Target { position, at_least: Score::new(1), scoring: Scoring::Discs };
    let (mut solver, mut nodes) = (solver(1), Vec::new());
    while nodes.len() < 1000 {
        let found = solver.limited(&target, 20_000).unwrap();
        nodes.push(found.nodes);
        if found.bounds.lower >= Score::new(1) {
            assert!(nodes.len() > 1, "one limit was enough");
            return;
        }
    }
    panic!("it starts anew each time: {nodes:?}");
}

#[test]
fn companions_know_what_the_other_has_found() {
    for (name, other) in [("4x8", "4x6"), ("8x4", "6x4")] {
        let mut first = solver(1);
        let mut second = first.companion(board(name), Scoring::Discs).unwrap();
        let ask = |solver: &mut Solver, name: &str| {
            let position = Position::start(board(name), Start::Othello);
            let target = Target { position, at_least: Score::new(1), scoring: Scoring::Discs };
            solver.limited(&target, u64::MAX).unwrap()
        };
        let found = ask(&mut first, name);
        assert!(found.nodes > 0 && found.bounds.lower >= Score::new(1), "{found:?}");
        let known = ask(&mut second, name);
        assert_eq!((known.nodes, known.bounds.lower), (0, found.bounds.lower));
        // On another board they share nothing.
        assert!(ask(&mut second, other).nodes > 0);
        assert_eq!(ask(&mut first, name).nodes, 0);
        assert!(ask(&mut second, name).nodes > 0);
    }
}

#[test]
fn a_stopped_search_finds_nothing() {
    let progress = Progress::default();
    progress.stop();
    let position = Position::start(board("6x6"), Start::Othello);
    let target = Target { position, at_least: Score::new(0), scoring: Scoring::Discs };
    let found = solver(1).watched_by(&progress).limited(&target, u64::MAX).unwrap();
    assert_eq!(found.bounds, Bounds::unknown(36));
}

#[test]
fn a_part_is_stopped_alone_or_with_the_whole_and_nodes_are_counted_together() {
    let position = Position::start(board("6x6"), Start::Othello);
    let target = Target { position, at_least: Score::new(0), scoring: Scoring::Discs };
    let whole = Progress::default();
    let (one, two) = (whole.part(), whole.part());
    one.stop();
    assert_eq!([&one, &two, &whole].map(Progress::is_stopped), [true, false, false]);
    let stopped = solver(1).watched_by(&one).limited(&target, 100_000).unwrap();
    assert_eq!((stopped.bounds, stopped.nodes), (Bounds::unknown(36), 0));
    let found = solver(1).watched_by(&two).limited(&target, 100_000).unwrap();
    assert!(found.nodes >= 100_000);
    assert_eq!([&one, &two, &whole].map(Progress::nodes), [found.nodes; 3]);
    whole.stop();
    assert!([&two, &two.part(), &whole].iter().all(|progress| progress.is_stopped()));
}
