//! Positions as they stand: looked up, solved again, and the effort spent on them.

mod support;

use std::time::Duration;

use solver::Move;
use solver::random::Random;
use solver::{
    Bounds, Geometry, Mode, Position, ProofTable, Proven, Question, Resources, Score, Scoring, Side, Solver, Start,
    rules,
};
use support::{board, entries, fill};
use tables::{Effort, SolvedAnew, TableError, Tables};
use tempfile::TempDir;

/// The value of a position, by a search without a table.
fn value(solver: &mut Solver, position: Position) -> i32 {
    let question = Question::new(position, Mode::Exact, Scoring::Discs);
    solver.value(&question).unwrap().bounds.exact().expect("nobody stops it").discs()
}

#[test]
fn positions_of_games_are_found_as_they_stand_with_moves_that_prove_them() {
    let mut solver = Solver::new(Resources { memory_bytes: 16 << 20, ..Resources::default() });
    let mut random = Random::new(2, 7);
    for shape in ["4x4", "4x5", "5x4", "6x4"] {
        let directory = TempDir::new().unwrap();
        fill(directory.path(), shape, Scoring::Discs);
        let tables = Tables::open_read_only(directory.path()).unwrap();
        let (mut found, mut proven_moves) = (0, 0);
        for start in (0..60).map(|_| Position::start(board(shape), Start::Othello)) {
            let mut position = start;
            while let Some(chosen) = random.legal_move(&position) {
                if let Some(Proven { bounds, best, .. }) = tables.look_up(&position, Scoring::Discs).unwrap() {
                    let value = value(&mut solver, position);
                    assert!(
                        bounds.lower <= Score::new(value) && value <= bounds.upper.discs(),
                        "{shape} {position:?}: {bounds} {value}"
                    );
                    found += 1;
                    if let Some(best) = best {
                        assert!(position.legal_moves().contains(&best), "{shape} {position:?} {best:?}");
                        let next = position.play(best).unwrap();
                        let is_over = next.is_over();
                        let mut after = || -self::value(&mut solver, next);
                        assert!(
                            is_over || best == Move::Pass || after() >= bounds.lower.discs(),
                            "{shape} {position:?}"
                        );
                        proven_moves += 1;
                    }
                }
                position = position.play(chosen).unwrap();
            }
        }
        assert!(found > 60 && proven_moves > 30, "{shape}: {found} {proven_moves}");
        assert_eq!(tables.look_up(&Position::start(board(shape), Start::Othello), Scoring::Wof).unwrap(), None);
        let table = tables.table(board(shape), Scoring::Discs);
        assert_eq!(table.look_up(&Position::start(board("6x6"), Start::Othello)).unwrap(), None);
    }
}

#[test]
fn effort_is_added_up_over_runs_whichever_way_the_board_lies() {
    let directory = TempDir::new().unwrap();
    let tall = Position::start(board("6x4"), Start::Othello);
    let time = Duration::from_millis(10);
    {
        let tables = Tables::open(directory.path()).unwrap();
        let table = tables.table(tall.board(), Scoring::Discs);
        table.keep(&tall, support::proven(2, 24));
        let run = tables.begin_run(&tall, Scoring::Discs);
        // Each note covers the whole run so far.
        tables.note(&run, None, 3, time, false);
        tables.note(&run, Some(Bounds::new(2, 24)), 5, time, false);
        tables.flush().unwrap();
    }
    let tables = Tables::open(directory.path()).unwrap();
    let run = tables.begin_run(&tall.transposed(), Scoring::Discs);
    tables.note(&run, Some(Bounds::new(-24, 2)), 7, time, true);
    let all = Effort { bounds: Bounds::at(2), is_complete: true, runs: 2, nodes: 12, time: Duration::from_millis(20) };
    assert_eq!(tables.effort(&tall, Scoring::Discs), Ok(Some(all)), "before it is written");
    tables.flush().unwrap();
    assert_eq!(tables.effort(&tall, Scoring::Discs), Ok(Some(all)));
    assert_eq!(tables.effort(&tall, Scoring::Wof), Ok(None));
    let efforts = tables.efforts(tall.board(), Scoring::Discs).unwrap();
    assert_eq!(
        efforts.iter().map(|(position, effort)| (position.board(), *effort)).collect::<Vec<_>>(),
        [(board("4x6"), all)]
    );
    assert_eq!(tables.efforts(tall.board(), Scoring::Wof), Ok(Vec::new()));
    tables.drop_table(tall.board(), Scoring::Discs).unwrap();
    assert_eq!(tables.effort(&tall, Scoring::Discs), Ok(None));
}

#[test]
fn an_independent_search_confirms_what_is_true_and_refutes_what_is_not() {
    let directory = TempDir::new().unwrap();
    fill(directory.path(), "4x5", Scoring::Discs);
    let tables = Tables::open(directory.path()).unwrap();
    let table = tables.table(board("4x5"), Scoring::Discs);
    let chosen = table.sample(9, None, 1).unwrap();
    let expected = entries(&table).iter().filter(|(discs, _)| 20 - discs.occupied().len() <= 9).count();
    assert_eq!(chosen.len(), expected);
    let mut problems = Vec::new();
    let anew = table.solve_anew(&chosen, |problem| problems.push(problem), |_| true);
    assert_eq!((anew.solved, anew.refuted, &problems[..]), (chosen.len() as u64, 0, &[][..]));
    assert!(anew.nodes > 0);
    // A sample is a part, and the same part for the same seed.
    let part = |seed| table.sample(9, Some(5), seed).unwrap();
    assert!(part(1).len() == 5 && part(1).iter().all(|entry| chosen.contains(entry)));
    assert!(part(1) == part(1) && part(1) != part(2));
    // It stops after the first batch.
    assert!(table.solve_anew(&chosen, |_| (), |_| false).solved <= 64);
    let lie: Vec<_> = chosen.iter().filter(|(_, proven)| proven.bounds.upper < Score::new(19)).take(3).collect();
    let above = |proven: Proven| Proven { bounds: Bounds::at(proven.bounds.upper.discs() + 1), ..proven };
    let lies: Vec<_> = lie.iter().map(|&&(discs, proven)| (discs, above(proven))).collect();
    let SolvedAnew { refuted, .. } = table.solve_anew(&lies, |problem| problems.push(problem), |_| true);
    assert_eq!((refuted, problems.len()), (3, 3));
    let said = "an independent search finds less than ";
    assert!(
        problems
            .iter()
            .all(|problem| matches!(problem, TableError::Inconsistent { reason, .. } if reason.contains(said)))
    );
    // A best move that does not keep the value, and an illegal one.
    let geometry = Geometry::new(board("4x5"));
    let (mut worse, mut tried) = (Vec::new(), 0);
    for &(discs, proven) in chosen.iter().filter(|(_, proven)| proven.bounds.exact().is_some()) {
        let position = Position::new(board("4x5"), discs, Side::Black).unwrap();
        let values = Solver::default().move_values(&Question::exact(position)).unwrap();
        let wrong = values.iter().find(|&&(_, value)| Some(value) < proven.bounds.exact());
        worse.extend(wrong.map(|&(best, _)| (discs, Proven { best: Some(best), ..proven })));
        let empty = board("4x5").all_squares() - discs.occupied();
        let illegal = empty.into_iter().map(Move::Place).find(|best| !rules::moves(&geometry, discs).contains(best));
        worse.extend(illegal.map(|best| (discs, Proven { best: Some(best), ..proven })));
        tried += 1;
        if tried == 20 {
            break;
        }
    }
    assert!(worse.len() > 10, "{}", worse.len());
    let found = table.solve_anew(&worse, |_| (), |_| true);
    assert_eq!(found.refuted, worse.len() as u64);
    // The census counts what is there.
    let census = table.census(|problem| panic!("{problem}"), || true).unwrap().expect("nobody stops it");
    assert_eq!(census.entries(), entries(&table).len() as u64);
    assert_eq!(table.census(|_| (), || false), Ok(None));
    assert!(table.probe(lies[0].0).is_some());
}
