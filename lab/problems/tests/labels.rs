//! Checks labels against the plain search of `checker`, on many boards.

mod support;

use checker::Position as Plain;
use problems::label::{LabelError, Labeller, Labelling};
use problems::record::identity;
use problems::{Format, Record};
use proptest::prelude::*;
use solver::{Mode, Move, Outcome, Position, Progress, Score, Scoring, Squares, Start, Symmetries};
use support::{EXACT, Kept, position};

const BOARDS: [&str; 10] = ["3x3", "3x7", "7x3", "4x4", "4x5", "5x5", "4x10", "3x21", "6x6", "8x8"];

fn label(position: Position, labelling: Labelling) -> Record {
    Labeller::new(labelling).label(position, None, &Progress::default()).unwrap().unwrap()
}

#[test]
fn a_labeller_says_the_same_whatever_it_has_labelled_before() {
    let labeller = Labeller::new(EXACT);
    for number in 0..60 {
        let board = ["4x5", "6x6", "5x6"][number as usize % 3];
        let Some(position) = position(board, Start::Othello, 8 + number as u32 % 6, number) else { continue };
        let record = labeller.label(position, None, &Progress::default()).unwrap().unwrap();
        assert_eq!(record, label(position, EXACT), "line and nodes too");
    }
}

/// The value of a move by plain search, for the side that makes it.
fn plain_value(position: &Position, chosen: Move, scoring: Scoring) -> i32 {
    let (rows, cols) = (position.board().rows() as usize, position.board().cols() as usize);
    let plain = Plain::parse(rows, cols, &position.without_board().to_string()).unwrap();
    let chosen = match chosen {
        Move::Place(square) => checker::Move::Place(usize::from(square) / cols, usize::from(square) % cols),
        Move::Pass => checker::Move::Pass,
    };
    let scoring = checker::Scoring::named(scoring.name()).expect("both know it by the same name");
    -checker::value(&plain.play(chosen).unwrap(), scoring)
}

fn outcome(value: i32) -> Outcome {
    [Outcome::Loss, Outcome::Draw, Outcome::Win][(value.signum() + 1) as usize]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn labels_are_those_of_plain_search(
        board in 0..BOARDS.len(), start in 0..3usize, empties in 1..9u32, seed in any::<u64>(), wof in any::<bool>(),
    ) {
        let found = position(BOARDS[board], Start::ALL[start], empties, seed);
        prop_assume!(found.is_some());
        let position = found.unwrap();
        let scoring = if wof { Scoring::Wof } else { Scoring::Discs };
        let exact = label(position, Labelling { scoring, ..EXACT });
        let wld = label(position, Labelling { scoring, labels: Mode::Wld, ..EXACT });
        let values: Vec<i32> =
            exact.moves.iter().map(|label| plain_value(&position, label.chosen, scoring)).collect();
        let text = position.without_board().to_string();
        for (index, &value) in values.iter().enumerate() {
            prop_assert_eq!(exact.moves[index].value, Some(Score::new(value)), "{}", text);
            prop_assert_eq!(exact.moves[index].outcome, outcome(value), "{}", text);
            prop_assert_eq!(wld.moves[index].value, None);
            prop_assert_eq!(wld.moves[index].outcome, outcome(value), "{}", text);
        }
        let best = *values.iter().max().unwrap();
        prop_assert_eq!((exact.value, exact.outcome, wld.outcome), (Some(Score::new(best)), outcome(best), outcome(best)));
        let best_moves: Vec<Move> =
            exact.moves.iter().zip(&values).filter(|(_, value)| **value == best).map(|(label, _)| label.chosen).collect();
        prop_assert_eq!(exact.best_moves().collect::<Vec<_>>(), best_moves);
        let any = |wanted| values.iter().any(|&value| outcome(value) == wanted);
        let decisive = Labeller::new(Labelling { scoring, is_decisive: true, ..EXACT }).label(position, None, &Progress::default());
        let is_decisive = any(Outcome::Win) && any(Outcome::Loss);
        prop_assert_eq!(decisive.unwrap(), is_decisive.then(|| exact.clone()));
        for format in [Format::Parquet, Format::Jsonl] {
            for record in [&exact, &wld] {
                let bytes = format.export(std::slice::from_ref(record), &Progress::default()).unwrap();
                prop_assert_eq!(format.import(&bytes).unwrap(), [record.clone()]);
            }
        }
    }

    #[test]
    fn all_twins_share_a_name_and_a_split(board in 0..BOARDS.len(), empties in 1..9u32, seed in any::<u64>()) {
        let found = position(BOARDS[board], Start::Othello, empties, seed);
        prop_assume!(found.is_some());
        let position = found.unwrap();
        let symmetries = Symmetries::new(position.board());
        for &symmetry in symmetries.all() {
            let twin = Position::new(position.board(), symmetries.map_discs(symmetry, position.discs()), position.side()).unwrap();
            prop_assert_eq!(identity(&twin), identity(&position));
            prop_assert_eq!(identity(&twin.transposed()), identity(&position));
            let other_colours = Position::new(twin.board(), twin.discs(), twin.side().opponent()).unwrap();
            prop_assert_eq!(identity(&other_colours), identity(&position));
        }
    }
}

#[test]
fn a_table_changes_no_record_and_is_told() {
    // 4x6 has 20 empty squares at the start: enough for a table to take part.
    let table = Kept::new("4x6".parse().unwrap(), Scoring::Discs);
    for moves in ["", "c1", "c1 b1"] {
        let board = "4x6".parse().unwrap();
        let start = Position::start(board, Start::Othello);
        let moves = solver::notation::parse_moves(board, moves).unwrap();
        let position = solver::notation::play_moves(start, &moves).unwrap();
        let bare = label(position, EXACT);
        for turn in 0..2 {
            let record = Labeller::new(EXACT).label(position, Some(&table), &Progress::default()).unwrap().unwrap();
            assert_eq!(record, bare, "turn {turn}");
        }
    }
    assert!(table.len() > 4, "the table was told {} positions", table.len());
}

#[test]
fn published_values_are_found() {
    // Takeshita & Ikeda 2015: 4x6 othello is +16; by symmetry c1 and d4 keep it, b2 and e3 are worth +4.
    let record = label(Position::start("4x6".parse().unwrap(), Start::Othello), EXACT);
    assert_eq!(record.value, Some(Score::new(16)));
    let values: Vec<i32> = record.moves.iter().filter_map(|label| label.value.map(Score::discs)).collect();
    assert_eq!(values, [16, 4, 4, 16]);
    assert_eq!((record.ply(), record.best_squares()), (0, Squares::from_bits(1 << 2 | 1 << 21)));
    assert!((record.random_accuracy() - 1.0).abs() < 1e-9);
}

#[test]
fn a_stopped_search_and_a_finished_game_have_no_label() {
    let start = Position::start("6x6".parse().unwrap(), Start::Othello);
    let progress = Progress::default();
    progress.stop();
    assert_eq!(Labeller::new(EXACT).label(start, None, &progress), Err(LabelError::Stopped));
    let over = solver::notation::parse_position("3x3".parse().unwrap(), "XXXXXXXXX O").unwrap();
    assert_eq!(Labeller::new(EXACT).label(over, None, &Progress::default()), Err(LabelError::Over));
}
