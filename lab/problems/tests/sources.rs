//! Sources of positions and readers of files.

mod support;

use std::collections::BTreeSet;

use checker::{EMPTY, Position as Plain};
use problems::formats::Format;
use problems::label::Labeller;
use problems::readers::{positions, read};
use problems::record::canonical;
use problems::sources::reachable::reachable;
use problems::sources::{Source, Span, Style, listed};
use proptest::prelude::*;
use solver::evaluation::Evaluation;
use solver::evaluation::lookahead::Lookahead;
use solver::notation::parse_position;
use solver::read::{Fault, Game};
use solver::{Discs, Position, Progress, Scoring, Start, rules};
use support::{EXACT, games, plan, position};

/// All positions reachable by the plain rules with a square to play on, in canonical form.
fn plain_reachable(rows: usize, cols: usize, start: checker::Start, empties: usize) -> BTreeSet<Discs> {
    let mut level = vec![Plain::start(rows, cols, start)];
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    while let Some(now) = level.pop() {
        if !seen.insert(now.to_string()) {
            continue;
        }
        if now.count(EMPTY) == empties && now.legal_squares() != 0 {
            let board = solver::Board::new(rows as u32, cols as u32).unwrap();
            let position = parse_position(board, &now.to_string()).unwrap();
            found.insert(solver::Symmetries::new(board).canonical(position.discs()).0);
        }
        let is_past = now.count(EMPTY) < empties;
        let next = now.legal_moves().into_iter().filter_map(|chosen| now.play(chosen));
        level.extend(next.filter(|_| !is_past));
    }
    found
}

#[test]
fn all_reachable_positions_are_those_of_the_plain_rules() {
    let starts = [
        (Start::Othello, checker::Start::Othello),
        (Start::Reversi, checker::Start::Reversi),
        (Start::ReversiRows, checker::Start::ReversiRows),
    ];
    for (rows, cols, empties) in [(4, 4, 6), (4, 4, 1), (3, 5, 4), (5, 3, 6), (3, 3, 2), (4, 5, 12), (6, 6, 28)] {
        for (start, plain_start) in starts {
            let board = solver::Board::new(rows, cols).unwrap();
            let span = Span { least: empties, most: empties };
            let found = reachable(board, start, span, 1 << 20, &Progress::default()).unwrap();
            let discs: Vec<Discs> = found.iter().map(|position| position.discs()).collect();
            let plain = plain_reachable(rows as usize, cols as usize, plain_start, empties as usize);
            assert_eq!(discs, plain.into_iter().collect::<Vec<_>>(), "{board} {start} {empties}");
        }
    }
}

#[test]
fn too_many_positions_are_refused() {
    let span = Span { least: 50, most: 50 };
    let error = reachable("8x8".parse().unwrap(), Start::Othello, span, 100, &Progress::default()).unwrap_err();
    let message = error.to_string();
    assert_eq!(message, "more than 100 positions with 55 empty squares can be reached on board 8x8");
}

#[test]
fn games_have_the_wanted_empties_and_a_move() {
    let greedy = Style::Greedy { randomness: 100_000 };
    for style in [Style::Random, greedy, Style::AlphaBeta { plies: 2 }, Style::Lines { moves: 2 }] {
        let mut plan = plan("4x5", 6, 1);
        plan.empties = Some(Span { least: 5, most: 7 });
        let games = games(&plan, style);
        let geometry = solver::Geometry::new("4x5".parse().unwrap());
        let mut empties = BTreeSet::new();
        for number in 0..60 {
            let Some(position) = games.candidate(number, &Progress::default()).unwrap() else { continue };
            assert!(rules::mobility(&geometry, position.discs()) != 0);
            assert_eq!(games.candidate(number, &Progress::default()), Ok(Some(position)), "{style:?} {number}");
            empties.insert(position.empties());
        }
        assert_eq!(empties, BTreeSet::from([5, 6, 7]), "{style:?}");
    }
}

#[test]
fn a_greedy_game_without_chance_is_always_the_same() {
    let games = games(&plan("6x6", 20, 1), Style::Greedy { randomness: 0 });
    let first = games.candidate(0, &Progress::default());
    assert!(matches!(first, Ok(Some(_))));
    assert_eq!(games.candidate(1, &Progress::default()), first);
}

#[test]
fn alpha_beta_takes_over_after_eight_random_moves() {
    let game = |style, empties, number| {
        games(&plan("5x6", empties, 1), style).candidate(number, &Progress::default()).unwrap()
    };
    let evaluation = Evaluation::for_board("5x6".parse().unwrap());
    let lookahead = Lookahead::new(&evaluation, Scoring::Discs);
    let (style, mut random_moves) = (Style::AlphaBeta { plies: 3 }, 0);
    for number in 0..20 {
        let Some(opened) = game(style, 18, number) else { continue };
        assert_eq!(game(Style::Random, 18, number), Some(opened), "game {number}");
        let Some(next) = game(style, 17, number) else { continue };
        let best = lookahead.best(opened.discs(), 3).unwrap().chosen;
        assert_eq!(opened.play(best), Ok(next), "game {number}");
        random_moves += u32::from(game(Style::Random, 17, number) != Some(next));
    }
    assert!(random_moves > 5, "{random_moves} games went on otherwise with random moves");
}

#[test]
fn the_last_moves_of_a_line_are_best_or_next_best() {
    let lines = games(&plan("4x4", 6, 1), Style::Lines { moves: 1 });
    let span = Span { least: 7, most: 7 };
    let before: Vec<Position> =
        reachable("4x4".parse().unwrap(), Start::Othello, span, 1 << 20, &Progress::default()).unwrap();
    let before: Vec<_> = before
        .into_iter()
        .map(|position| Labeller::new(EXACT).label(position, None, &Progress::default()).unwrap().unwrap())
        .collect();
    let geometry = solver::Geometry::new("4x4".parse().unwrap());
    for number in 0..30 {
        let Some(position) = lines.candidate(number, &Progress::default()).unwrap() else { continue };
        let is_good = |record: &problems::Record| {
            let mut values: Vec<_> = record.moves.iter().map(|label| label.value).collect();
            values.sort_unstable();
            values.dedup();
            record.moves.iter().any(|label| {
                let next = record.position.play(label.chosen).unwrap();
                let next =
                    if rules::mobility(&geometry, next.discs()) == 0 { next.discs().passed() } else { next.discs() };
                let next = Position::new(position.board(), next, position.side()).unwrap();
                canonical(&next) == canonical(&position)
                    && values.iter().rev().take(2).any(|&value| value == label.value)
            })
        };
        assert!(before.iter().any(is_good), "game {number}: {}", position.without_board());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_list_depends_neither_on_its_order_nor_on_twins(seed in any::<u64>(), count in 1..12u64) {
        let found: Vec<Position> =
            (0..count).filter_map(|number| position("4x5", Start::Othello, 6, seed ^ number)).collect();
        prop_assume!(!found.is_empty());
        let symmetries = solver::Symmetries::new(found[0].board());
        let twin = |position: &Position| {
            let discs = symmetries.map_discs(symmetries.all()[seed as usize % 4], position.discs());
            Position::new(position.board(), discs, position.side()).unwrap()
        };
        let names = |positions: Vec<Position>| {
            let listed = listed(positions, seed);
            let all = 0..listed.candidates().unwrap();
            all.map(|number| canonical(&listed.candidate(number, &Progress::default()).unwrap().unwrap()))
                .collect::<Vec<_>>()
        };
        let expected = names(found.clone());
        let distinct: BTreeSet<_> = found.iter().map(canonical).collect();
        prop_assert_eq!(expected.len(), distinct.len());
        let reversed: Vec<Position> = found.iter().rev().flat_map(|position| [twin(position), *position]).collect();
        prop_assert_eq!(names(reversed), expected);
    }

    #[test]
    fn obf_is_read_back(seed in any::<u64>(), board in 0..4usize, empties in 1..7u32) {
        let board = ["8x8", "6x6", "4x10", "21x3"][board];
        let found = position(board, Start::Othello, empties, seed);
        prop_assume!(found.is_some());
        let record = Labeller::new(EXACT).label(found.unwrap(), None, &Progress::default()).unwrap().unwrap();
        let bytes = Format::Obf.export(std::slice::from_ref(&record), &Progress::default()).unwrap();
        let expected = Game { value: record.value, ..Game::of(record.position) };
        let start = Position::start(board.parse().unwrap(), Start::Othello);
        prop_assert_eq!(solver::read::games(&bytes, Some(start)), [Ok(expected.clone())]);
        prop_assert_eq!(read(&bytes, board.parse().unwrap(), Start::Othello), [Ok(expected)]);
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), text in "[(;)A-Zbo8*O\\-\\[\\] \n0-9]{0,80}") {
        let _ = read(&bytes, "8x8".parse().unwrap(), Start::Othello);
        let _ = read(text.as_bytes(), "8x8".parse().unwrap(), Start::Othello);
        for format in [Format::Parquet, Format::Jsonl] {
            let _ = format.import(&bytes);
            let _ = format.import(text.as_bytes());
        }
    }
}

#[test]
fn a_foreign_line_is_named_by_its_number() {
    let read = |text: &str| -> Result<Vec<Game>, Fault> {
        read(text.as_bytes(), "4x4".parse().unwrap(), Start::Othello).into_iter().collect()
    };
    let good = "# games\nb1 a1\n\n-----OX--XO----- X\n";
    let entries = read(good).unwrap();
    assert_eq!(positions(&entries, None).iter().map(Position::empties).collect::<Vec<_>>(), [12, 11, 10, 12]);
    assert_eq!(positions(&entries, Some(Span { least: 12, most: 12 })).len(), 2);
    assert_eq!(positions(&entries, None)[3].without_board().to_string(), "-----OX--XO----- X");
    let error = read(&format!("{good}b1 b1\n")).unwrap_err().to_string();
    assert_eq!(error, "line 5: moves: b1 at ply 2 is illegal in -X---XX--XO----- O; legal: a1 c1 a3");
    let error = read("4x5 -------------------- X").unwrap_err().to_string();
    assert_eq!(error, "line 1: it is on board 4x5, 4x4 is wanted");
}
