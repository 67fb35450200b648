//! Books of small boards, complete and incomplete, against the independent solver; and files that are not books.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use books::{Book, BookError, BookTable, BuildError, Plan, build, known};
use solver::random::Random;
use solver::{
    Basis, Bounds, Mode, Position, Progress, ProofTable, Question, Resources, Score, Scoring, Side, Solver, Start,
    Symmetries,
};

fn plan(board: &str, start: Start, scoring: Scoring, discs: u32) -> Plan {
    Plan { board: board.parse().unwrap(), start, scoring, discs }
}

fn solver() -> Solver {
    Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() })
}

fn made(plan: Plan, threads: usize) -> Book {
    let mut book = Book::new(plan).unwrap();
    let solvers = (0..threads).map(|_| solver()).collect();
    build(&mut book, solvers, None, &Progress::default(), Duration::MAX, Box::new(|_, _| Ok(()))).unwrap();
    book
}

/// By code that shares nothing with this crate; each position once.
fn truth(position: &Position, scoring: Scoring) -> i32 {
    static KNOWN: Mutex<BTreeMap<(String, String, &str), i32>> = Mutex::new(BTreeMap::new());
    let key = (position.board().to_string(), position.to_string(), scoring.name());
    let known = KNOWN.lock().unwrap().get(&key).copied();
    known.unwrap_or_else(|| {
        let value = by_checker(position, scoring);
        KNOWN.lock().unwrap().insert(key, value);
        value
    })
}

fn by_checker(position: &Position, scoring: Scoring) -> i32 {
    let (rows, cols) = (position.board().rows() as usize, position.board().cols() as usize);
    let plain = checker::Position::parse(rows, cols, &position.to_string()).unwrap();
    let scoring = match scoring {
        Scoring::Discs => checker::Scoring::Discs,
        Scoring::Wof => checker::Scoring::Wof,
    };
    checker::value(&plain, scoring)
}

/// Passes the positions of random games to `look`, with what the book says about each.
fn asked(
    book: &Book,
    root: Position,
    games: u32,
    mut look: impl FnMut(Position, Option<(Bounds, Option<solver::Move>)>),
) {
    let mut random = Random::new(7, 7);
    for _ in 0..games {
        let mut position = root;
        while let Some(chosen) = random.legal_move(&position) {
            look(position, book.look_up(&position).unwrap());
            position = position.play(chosen).unwrap();
        }
    }
}

#[test]
fn every_value_is_that_of_the_independent_solver() {
    for (board, discs, threads) in [("4x4", 4, 1), ("4x4", 8, 2), ("5x3", 7, 1), ("3x5", 8, 2), ("3x4", 6, 1)] {
        for start in Start::ALL {
            for scoring in Scoring::ALL {
                let plan = plan(board, start, scoring, discs);
                let Ok(_) = Book::new(plan) else { continue };
                let book = made(plan, threads);
                let mut count = 0;
                asked(&book, Position::start(plan.board, start), 5, |position, found| {
                    let is_within = position.discs().occupied().len() <= discs;
                    assert_eq!(found.is_some(), is_within, "{board} {start} {position}");
                    let Some((bounds, best)) = found else { return };
                    count += 1;
                    assert_eq!(bounds, Bounds::at(truth(&position, scoring)), "{board} {start} {scoring} {position}");
                    if let Some(best) = best {
                        let next = position.play(best).unwrap();
                        assert_eq!(bounds, Bounds::at(-truth(&next, scoring)), "{position}: the move keeps the value");
                    }
                });
                assert!(count > 0);
            }
        }
    }
}

#[test]
fn a_half_made_book_is_true_and_survives_its_file() {
    let plan = plan("4x4", Start::Othello, Scoring::Discs, 9);
    let whole = made(plan, 1);
    let mut random = Random::new(1, 2);
    let mut known = 0;
    for share in 1..8 {
        let mut half = Book::new(plan).unwrap();
        let some = whole.values().iter().enumerate().filter(|_| random.below(8) < share);
        half.learn(some.map(|(place, value)| (place, value.unwrap())).collect::<Vec<_>>(), Basis::Proof);
        let half = Book::from_bytes(&half.to_bytes()).unwrap();
        asked(&half, Position::start(plan.board, plan.start), 20, |position, found| {
            let Some((bounds, _)) = found else { return };
            let value = truth(&position, plan.scoring);
            assert!((bounds.lower.discs()..=bounds.upper.discs()).contains(&value), "{position}: {bounds}, {value}");
            known += 1;
        });
    }
    assert!(known > 100, "{known}");
}

#[test]
fn a_book_that_is_stopped_goes_on() {
    let plan = plan("4x5", Start::Reversi, Scoring::Wof, 8);
    let mut book = Book::new(plan).unwrap();
    let progress = Progress::default();
    progress.stop();
    build(&mut book, vec![solver()], None, &progress, Duration::MAX, Box::new(|_, _| Ok(()))).unwrap();
    assert!(book.values().iter().all(Option::is_none));
    let mut kept = Vec::new();
    let keep = |book: &Book, _| {
        kept.push(book.to_bytes());
        if kept.len() == 3 { Err("the disk is full".to_owned()) } else { Ok(()) }
    };
    let failed = build(&mut book, vec![solver()], None, &Progress::default(), Duration::ZERO, Box::new(keep));
    assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
    let mut book = Book::from_bytes(&kept[1]).unwrap();
    let before = book.values().iter().flatten().count();
    assert!(before > 0 && before < book.values().len());
    build(&mut book, vec![solver()], None, &Progress::default(), Duration::MAX, Box::new(|_, _| Ok(()))).unwrap();
    assert_eq!(book.to_bytes(), made(plan, 2).to_bytes());
}

#[test]
fn a_solver_asks_the_book_before_it_searches() {
    let plan = plan("5x3", Start::Othello, Scoring::Discs, 9);
    let book = Arc::new(made(plan, 1));
    let table = BookTable::new(vec![book], Scoring::Discs).unwrap();
    assert_eq!((table.board(), table.scoring()), ("3x5".parse().unwrap(), Scoring::Discs));
    let position = Position::start(plan.board, plan.start);
    let answer = solver().with_table(&table).value(&Question::exact(position)).unwrap();
    assert_eq!((answer.nodes, answer.from_table), (0, true));
    assert_eq!(answer.bounds, Bounds::at(truth(&position, plan.scoring)));
    assert!(!answer.basis.is_claim(), "it was made here");
    let perfect = solver().with_table(&table).solve(&Question::exact(position)).unwrap();
    assert!(perfect.complete && perfect.end.is_over());
}

#[test]
fn what_a_file_says_is_a_claim() {
    let plan = plan("4x4", Start::Othello, Scoring::Discs, 8);
    let bytes = made(plan, 1).to_bytes();
    let table = BookTable::new(vec![Arc::new(Book::from_bytes(&bytes).unwrap())], Scoring::Discs).unwrap();
    let question = Question::exact(Position::start(plan.board, plan.start));
    let answer = solver().with_table(&table).solve(&question).unwrap();
    assert_eq!((answer.bounds, answer.basis.is_claim()), (Bounds::at(-8), true));
    let shipped = BookTable::new(books::shipped_for("6x6".parse().unwrap()), Scoring::Discs).unwrap();
    let start = Position::start("6x6".parse().unwrap(), Start::Othello);
    let answer = solver().with_table(&shipped).value(&Question::exact(start)).unwrap();
    assert_eq!((answer.bounds, answer.basis.is_claim()), (Bounds::at(-4), false));
}

/// A book of 4x4 in which the side to move has the same value everywhere.
fn told(value: i32, basis: Basis) -> Arc<Book> {
    let mut book = Book::new(plan("4x4", Start::Othello, Scoring::Discs, 8)).unwrap();
    let count = book.values().len();
    book.learn((0..count).map(|place| (place, Score::new(value))), basis);
    Arc::new(book)
}

#[test]
fn what_is_built_on_a_claim_is_a_claim() {
    let plan = plan("4x4", Start::Othello, Scoring::Discs, 7);
    for basis in [Basis::Claim, Basis::Proof] {
        let known = BookTable::new(vec![told(2, basis)], Scoring::Discs).unwrap();
        let mut book = Book::new(plan).unwrap();
        build(&mut book, vec![solver()], Some(&known), &Progress::default(), Duration::MAX, Box::new(|_, _| Ok(())))
            .unwrap();
        let built = BookTable::new(vec![Arc::new(book)], Scoring::Discs).unwrap();
        let answer =
            solver().with_table(&built).value(&Question::exact(Position::start(plan.board, plan.start))).unwrap();
        assert_eq!((answer.from_table, answer.basis), (true, basis));
    }
}

#[test]
fn contradictory_knowledge_ends_the_making_of_a_book() {
    let plan = plan("4x4", Start::Othello, Scoring::Discs, 8);
    let known = BookTable::new(vec![told(-4, Basis::Proof), told(2, Basis::Proof)], Scoring::Discs).unwrap();
    let mut book = Book::new(plan).unwrap();
    let ended =
        build(&mut book, vec![solver()], Some(&known), &Progress::default(), Duration::MAX, Box::new(|_, _| Ok(())));
    assert!(matches!(ended, Err(BuildError::Contradiction(_))), "{ended:?}");
    assert!(book.values().iter().all(Option::is_none));
}

#[test]
fn a_book_of_more_discs_than_squares_is_refused_at_once() {
    for discs in [10, 64, u32::MAX] {
        let refused = Book::new(plan("3x3", Start::Othello, Scoring::Discs, discs)).unwrap_err();
        assert!(matches!(refused, BookError::Empty(_)), "{refused}");
    }
}

#[test]
fn a_book_of_one_scoring_limits_values_under_the_other() {
    for (board, discs) in [("3x4", 7), ("4x4", 8), ("3x5", 8), ("5x3", 7)] {
        for (of, wanted) in [(Scoring::Discs, Scoring::Wof), (Scoring::Wof, Scoring::Discs)] {
            let plan = plan(board, Start::Othello, of, discs);
            let book = Arc::new(made(plan, 1));
            asked(&book, Position::start(plan.board, plan.start), 5, |position, _| {
                let limits = known(&[Arc::clone(&book)], &position, wanted);
                let is_within = position.discs().occupied().len() <= discs;
                assert!(is_within || limits.is_none(), "{board} {position}");
                let Some(limits) = limits else { return };
                let value = Bounds::at(truth(&position, wanted));
                assert!(limits.lower <= value.lower && value.upper <= limits.upper, "{board} {position}: {limits}");
                assert_eq!(limits.outcome(), value.outcome(), "{board} {position}");
            });
            // Built with its help, the other book is the same.
            let other = Plan { scoring: wanted, ..plan };
            let helped = BookTable::new(vec![Arc::clone(&book)], wanted).unwrap();
            let mut with_help = Book::new(other).unwrap();
            let progress = Progress::default();
            build(&mut with_help, vec![solver()], Some(&helped), &progress, Duration::MAX, Box::new(|_, _| Ok(())))
                .unwrap();
            assert_eq!(with_help.to_bytes(), made(other, 1).to_bytes(), "{board} {wanted}");
            // Who wins is known without a search.
            let question = Question::new(Position::start(plan.board, plan.start), Mode::Wld, wanted);
            let answer = solver().with_table(&helped).value(&question).unwrap();
            assert_eq!((answer.nodes, answer.from_table), (0, true), "{board} {wanted}");
        }
    }
}

#[test]
fn what_is_no_book_is_refused() {
    let book = made(plan("4x4", Start::Othello, Scoring::Discs, 7), 1);
    let bytes = book.to_bytes();
    for end in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..end]).is_err(), "{end}");
    }
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 16;
        assert!(Book::from_bytes(&changed).is_err(), "{place}");
    }
    let forged = |head: &str, values: &[u8]| {
        let mut bytes = [head.as_bytes(), values].concat();
        let sum = xxhash_rust::xxh3::xxh3_64(&bytes);
        bytes.extend(sum.to_le_bytes());
        Book::from_bytes(&bytes)
    };
    let head = |text: &str| forged(text, &[0; 3]).unwrap_err();
    assert_eq!(head("othello-book 2 4x4 othello discs 7 3 00\n"), BookError::Version(2));
    assert!(matches!(head("othello-book 1 4x4 othello discs 70 3 00\n"), BookError::Head(_)));
    assert!(matches!(head("othello-book 1 5x4 othello discs 7 3 00\n"), BookError::Head(_)), "it lies on its side");
    assert!(matches!(head("othello-book 1 4x4 othello discs 7 4 00\n"), BookError::Head(_)));
    assert_eq!(forged("othello-book 1 4x4 othello discs 7 1 00\n", &[100]).unwrap_err(), BookError::Damaged);
    // Some faults only the enumeration can find: it finds them, and does not enumerate for ever.
    let start = Position::start("6x6".parse().unwrap(), Start::Othello);
    for head in ["othello-book 1 6x6 othello discs 7 3 00\n", "othello-book 1 6x6 othello discs 30 3 00\n"] {
        let other = forged(head, &[0; 3]).unwrap();
        assert!(other.look_up(&start).is_err(), "{head}");
    }
    assert!(matches!(Book::new(plan("8x8", Start::Othello, Scoring::Discs, 30)), Err(BookError::TooMany(_))));
    assert!(matches!(Book::new(plan("4x4", Start::Othello, Scoring::Discs, 3)), Err(BookError::Empty(_))));
    assert!(matches!(Book::new(plan("4x4", Start::Othello, Scoring::Discs, 16)), Err(BookError::Empty(_))));
}

#[test]
fn images_of_a_position_have_the_same_value() {
    let plan = plan("4x4", Start::Othello, Scoring::Discs, 8);
    let book = made(plan, 1);
    let symmetries = Symmetries::new(plan.board);
    asked(&book, Position::start(plan.board, plan.start), 10, |position, found| {
        for &symmetry in symmetries.all() {
            let image =
                Position::new(plan.board, symmetries.map_discs(symmetry, position.discs()), position.side()).unwrap();
            let bounds = |found: Option<(Bounds, _)>| found.map(|(bounds, _)| bounds);
            assert_eq!(bounds(book.look_up(&image).unwrap()), bounds(found));
        }
    });
}

/// All files of `data/books`, including those that are being built, if there are any.
fn in_the_repository() -> Vec<(String, Book)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/books");
    let folders = [folder.to_owned(), format!("{folder}/building")];
    let files = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let paths = files.map(|entry| entry.unwrap().path());
    let books = paths.filter(|path| path.extension().is_some_and(|extension| extension == "book"));
    books.map(|path| (path.display().to_string(), Book::from_bytes(&std::fs::read(&path).unwrap()).unwrap())).collect()
}

/// Larger books were built without the smaller ones, by searches of other positions; so were, in part, those of the
/// other scoring.
#[test]
fn books_in_the_repository_do_not_contradict_each_other() {
    let books = in_the_repository();
    let mut decided = 0;
    for (smaller_name, smaller) in &books {
        let plan = *smaller.plan();
        for (larger_name, larger) in &books {
            let other = *larger.plan();
            if (other.board, other.start) != (plan.board, plan.start)
                || other.discs < plan.discs
                || larger_name == smaller_name
            {
                continue;
            }
            for &discs in smaller.layers().unwrap().layers().iter().flatten() {
                let position = Position::new(plan.board, discs, Side::Black).unwrap();
                let bounds = |book: &Book| book.look_up(&position).unwrap().map(|(bounds, _)| bounds);
                let (Some(one), Some(two)) = (bounds(smaller), bounds(larger)) else { continue };
                let two = two.converted(other.scoring, plan.scoring, plan.board.squares());
                assert!(
                    !one.intersect(two).contradict(),
                    "{position}: {one:?} in {smaller_name}, {two:?} in {larger_name}"
                );
                decided += u32::from(one.exact().is_some() && two.exact() == one.exact());
            }
        }
    }
    assert!(decided > 0, "no two books know the same position");
}
