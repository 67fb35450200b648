//! The evaluation: features move by move, symmetry, weights that come with the program, and the search on top of it.

#[path = "../../rules/tests/support/mod.rs"]
mod support;

use solver::evaluation::lookahead::{INFINITE, Lookahead, Memory};
use solver::evaluation::weights::STEP;
use solver::evaluation::{DISC, Evaluation, Layout, Stage, Weights, WeightsError};
use solver::random::Random;
use solver::{
    Board, Discs, Geometry, Mode, Move, Position, Question, Resources, Scoring, Solver, Squares, Start, Symmetries,
    rules,
};
use support::{board, played, random_game, shapes, shown};

/// Weights that are different everywhere, so that a wrong index shows.
fn random_weights(board: Option<Board>) -> Weights {
    let layout = board.map_or_else(|| Layout::common(support::board("8x8")), Layout::of_board);
    let squares = board.map_or(64, Board::squares) as u8;
    let mut random = Random::new(3, 0);
    let mut stages = |parameters: usize| -> Vec<Stage> {
        let mut stage = |max_empties: u8| {
            let weights = (0..parameters).map(|_| random.below(41) as i16 - 20).collect();
            Stage { max_empties, weights }
        };
        [squares / 3, squares / 2, squares].map(&mut stage).into()
    };
    let whole = stages(layout.parameters());
    let outline = board.map_or_else(Vec::new, |board| stages(Layout::outline(board).parameters()));
    Weights { board, seed: 3, positions: 0, stages: whole, outline }
}

/// Evaluations of a board by its own patterns and by the common ones.
fn evaluations(board: Board) -> [Evaluation; 2] {
    let wide = board.landscape();
    [Some(wide), None].map(|board_of_weights| Evaluation::new(board, &random_weights(board_of_weights)))
}

#[test]
fn features_after_a_move_are_those_from_scratch() {
    let mut random = Random::new(1, 0);
    for board in shapes() {
        let geometry = Geometry::new(board);
        let game = random_game(board, Start::Othello, &mut random);
        check_features(&geometry, &Layout::of_board(board), &game);
        check_features(&geometry, &Layout::common(board), &game);
        check_features(&geometry, &Layout::outline(board), &game);
    }
}

/// Compares the features after each move of a game's positions with those from scratch.
fn check_features<const PLACES: usize>(geometry: &Geometry, layout: &Layout<PLACES>, game: &[Position]) {
    for position in game {
        let features = layout.features(position.discs());
        assert_eq!(layout.features(position.discs().passed()), features.passed(), "{}", shown(position));
        for chosen in position.legal_moves() {
            let Move::Place(square) = chosen else { continue };
            let flips = rules::flips(geometry, position.discs(), square.number());
            let after = layout.after(&features, square.number(), flips);
            let from_scratch = layout.features(position.discs().after(square, Squares::from_bits(flips)));
            assert_eq!(after, from_scratch, "{}", shown(position));
        }
    }
}

#[test]
fn mirrored_and_transposed_positions_have_equal_scores() {
    let mut random = Random::new(2, 0);
    for board in shapes() {
        let symmetries = Symmetries::new(board);
        let pairs = evaluations(board).into_iter().zip(evaluations(board.transposed()));
        for (evaluation, transposed) in pairs {
            for position in random_game(board, Start::Reversi, &mut random) {
                let score = evaluation.score(position.discs());
                for &symmetry in symmetries.all() {
                    let image = symmetries.map_discs(symmetry, position.discs());
                    assert_eq!(evaluation.score(image), score, "{} {symmetry:?}", shown(&position));
                }
                assert_eq!(transposed.score(position.transposed().discs()), score, "{}", shown(&position));
            }
        }
    }
}

#[test]
fn active_parameters_add_up_to_the_score() {
    let mut random = Random::new(4, 0);
    for board in shapes().filter(|board| board.rows() <= board.cols()) {
        let (layout, weights) = (Layout::of_board(board), random_weights(Some(board)));
        let evaluation = Evaluation::new(board, &weights);
        let geometry = Geometry::new(board);
        let moves = |discs: Discs| rules::mobility(&geometry, discs).count_ones();
        let mut active = vec![0; layout.active_len()];
        for position in random_game(board, Start::Othello, &mut random) {
            let stage = weights.stages.iter().find(|stage| position.empties() <= stage.max_empties.into()).unwrap();
            layout.active(position.discs(), moves(position.discs()), moves(position.discs().passed()), &mut active);
            let sum: i32 = active.iter().map(|&parameter| i32::from(stage.weights[parameter as usize])).sum();
            let most = board.squares() as i32 * DISC;
            let score = (sum * i32::from(STEP)).clamp(-most, most);
            assert_eq!(evaluation.score(position.discs()), score, "{}", shown(&position));
        }
    }
}

#[test]
fn the_outline_is_the_sum_of_its_parameters_and_sees_symmetric_positions_alike() {
    let mut random = Random::new(9, 0);
    for board in shapes().filter(|board| board.rows() <= board.cols()) {
        let (layout, weights) = (Layout::outline(board), random_weights(Some(board)));
        let outline = Evaluation::with_outline(board, &weights).expect("there are weights for it");
        let (geometry, symmetries) = (Geometry::new(board), Symmetries::new(board));
        let moves = |discs: Discs| rules::mobility(&geometry, discs).count_ones();
        let score = |discs: Discs, empties: u32| outline.quick_score(&outline.features(discs), empties, moves(discs));
        let mut active = vec![0; layout.active_len()];
        for position in random_game(board, Start::Othello, &mut random) {
            let (discs, empties) = (position.discs(), position.empties());
            let stage = weights.outline.iter().find(|stage| empties <= stage.max_empties.into()).unwrap();
            layout.active(discs, moves(discs), 0, &mut active);
            let sum: i32 = active.iter().map(|&parameter| i32::from(stage.weights[parameter as usize])).sum();
            let most = board.squares() as i32 * DISC;
            assert_eq!(score(discs, empties), (sum * i32::from(STEP)).clamp(-most, most), "{}", shown(&position));
            for &symmetry in symmetries.all() {
                let image = symmetries.map_discs(symmetry, discs);
                assert_eq!(score(image, empties), score(discs, empties), "{} {symmetry:?}", shown(&position));
            }
        }
    }
}

#[test]
fn weights_that_have_no_outline_are_read() {
    let bytes = include_bytes!("data/3x4-version-2.weights");
    let weights = Weights::from_bytes(bytes).unwrap();
    assert_eq!((weights.board, weights.outline.len()), (Some(board("3x4")), 0));
    assert!(Evaluation::with_outline(board("4x3"), &weights).is_none());
    let without = Weights { outline: Vec::new(), ..random_weights(Some(board("3x5"))) };
    assert_eq!(Weights::from_bytes(&without.to_bytes()), Ok(without));
}

#[test]
fn many_positions_have_the_scores_of_each() {
    let evaluation = Evaluation::for_board(board("6x6"));
    let games = random_game(evaluation.board(), Start::Othello, &mut Random::new(5, 0));
    let positions: Vec<Discs> = games.iter().map(|position| position.discs()).collect();
    let mut scores = vec![0; positions.len()];
    evaluation.batch(&positions, &mut scores);
    assert!(positions.iter().zip(&scores).all(|(&discs, &score)| evaluation.score(discs) == score));
}

#[test]
fn weights_of_another_board_are_refused() {
    let bytes = random_weights(Some(board("4x5"))).to_bytes();
    assert!(Evaluation::from_bytes(board("5x4"), &bytes).is_ok_and(|evaluation| evaluation.is_learned()));
    let error = Evaluation::from_bytes(board("4x6"), &bytes).unwrap_err();
    assert_eq!(error, WeightsError::Board { found: board("4x5"), wanted: board("4x6") });
    assert_eq!(error.to_string(), "weights of board 4x5, wanted are those of 4x6");
    let common = random_weights(None).to_bytes();
    assert!(Evaluation::from_bytes(board("7x3"), &common).is_ok_and(|evaluation| !evaluation.is_learned()));
}

#[test]
fn looking_ahead_to_the_end_is_exact() {
    let mut random = Random::new(6, 0);
    for board in shapes() {
        let evaluation = Evaluation::for_board(board);
        for scoring in Scoring::ALL {
            let position = played(board, 6, &mut random);
            let lookahead = Lookahead::new(&evaluation, scoring);
            let value = solved(&position, scoring);
            assert_eq!(lookahead.value(position.discs(), 6), DISC * value, "{}", shown(&position));
            let best = lookahead.best(position.discs(), 6).map(|best| best.value);
            assert_eq!(best.unwrap_or(DISC * value), DISC * value, "{}", shown(&position));
        }
    }
}

#[test]
fn looking_ahead_visits_what_alpha_beta_visits() {
    let mut random = Random::new(9, 0);
    for board in shapes() {
        let evaluation = Evaluation::for_board(board);
        for scoring in Scoring::ALL {
            let lookahead = Lookahead::new(&evaluation, scoring);
            for empties in [2, 5, 9, board.squares() / 2] {
                let position = played(board, empties.min(board.squares() - 4), &mut random);
                for plies in 1..=4 {
                    let (mut best, mut nodes) = (-INFINITE, 0);
                    let passes = position.legal_moves() == [Move::Pass];
                    let root = if passes { position.play(Move::Pass).unwrap() } else { position };
                    for chosen in root.legal_moves() {
                        let window = (-INFINITE, -best);
                        let child = root.play(chosen).unwrap();
                        best = best.max(-visited(&evaluation, scoring, &child, plies - 1, window, &mut nodes));
                    }
                    let found = lookahead.best(root.discs(), plies).map(|best| (best.value, best.nodes));
                    assert_eq!(found.unwrap_or((-INFINITE, 0)), (best, nodes), "{plies} plies: {}", shown(&root));
                    let passed = lookahead.best(position.discs(), plies).map(|best| best.nodes);
                    assert_eq!(passed.unwrap_or(0), nodes, "{plies} plies: {}", shown(&position));
                }
            }
        }
    }
}

#[test]
fn a_memory_changes_no_value() {
    let mut random = Random::new(8, 0);
    for board in shapes() {
        let evaluation = Evaluation::for_board(board);
        for scoring in Scoring::ALL {
            let lookahead = Lookahead::new(&evaluation, scoring);
            let mut memory = Memory::default();
            for empties in [1, 3, 6, 9, 12, board.squares() / 2] {
                let position = played(board, empties.min(board.squares() - 4), &mut random);
                for plies in 0..6 {
                    let discs = position.discs();
                    let value = lookahead.value(discs, plies);
                    assert_eq!(
                        lookahead.value_with(&mut memory, discs, plies),
                        value,
                        "{plies} plies: {}",
                        shown(&position)
                    );
                }
            }
        }
    }
}

/// The shipped weights were made for the positions of the trainer; they must be of use on random games, too.
#[test]
fn shipped_weights_beat_the_common_ones_and_those_beat_mobility() {
    for name in ["6x6", "6x8", "4x10", "8x8"] {
        let board = board(name);
        let learned = Evaluation::for_board(board);
        assert!(learned.is_learned(), "{name}");
        let (common, plain) = (Evaluation::common(board), Evaluation::plain(board));
        let mut random = Random::new(7, 0);
        let samples: Vec<(Discs, i32)> = (0..120)
            .map(|index| played(board, 7 + index % 4, &mut random))
            .filter(|position| !position.is_over())
            .map(|position| (position.discs(), DISC * solved(&position, Scoring::Discs)))
            .collect();
        let error = |evaluation: &Evaluation| -> i64 {
            samples.iter().map(|&(discs, value)| i64::from(evaluation.score(discs) - value).pow(2)).sum()
        };
        let errors = [&*learned, &common, &plain].map(error);
        assert!(errors[0] < errors[1] && errors[1] < errors[2], "{name}: {errors:?}");
    }
}

fn solved(position: &Position, scoring: Scoring) -> i32 {
    let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
    let answer = solver.solve(&Question::new(*position, Mode::Exact, scoring)).unwrap();
    answer.bounds.exact().expect("nothing stops the search").discs()
}

/// Fail-soft alpha-beta by the rules alone, with children in the order of their scores; counts the positions it visits.
fn visited(
    evaluation: &Evaluation,
    scoring: Scoring,
    position: &Position,
    plies: u32,
    (alpha, beta): (i32, i32),
    nodes: &mut u64,
) -> i32 {
    let moves = position.legal_moves();
    if moves == [Move::Pass] {
        let next = position.play(Move::Pass).unwrap();
        return -visited(evaluation, scoring, &next, plies, (-beta, -alpha), nodes);
    }
    *nodes += 1;
    if let Some(score) = position.final_score(scoring) {
        return DISC * score.discs();
    }
    if plies == 0 {
        return evaluation.score(position.discs());
    }
    let mut children: Vec<Position> = moves.into_iter().map(|chosen| position.play(chosen).unwrap()).collect();
    if plies > 1 {
        children.sort_by_key(|child| evaluation.score(child.discs()));
    }
    let mut best = -INFINITE;
    for child in children {
        let window = (-beta, -best.max(alpha));
        best = best.max(-visited(evaluation, scoring, &child, plies - 1, window, nodes));
        if best >= beta {
            break;
        }
    }
    best
}
