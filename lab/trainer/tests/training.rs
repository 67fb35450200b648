//! Small trainings: the same bytes each time, and useful.

use rayon::ThreadPoolBuilder;
use solver::evaluation::Evaluation;
use solver::{Board, Observer, Unobserved};
use trainer::{Plan, Stopped, Training, report, train};

fn board(name: &str) -> Board {
    name.parse().unwrap()
}

fn trained(plan: Plan, threads: usize) -> Training {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| train(plan, &Unobserved)).unwrap()
}

#[test]
fn a_plan_gives_the_same_bytes_on_any_number_of_threads() {
    for board in ["3x4", "4x4"].map(board) {
        let plan = Plan { board: Some(board), seed: 5, positions: 300 };
        let [one, three] = [1, 3].map(|threads| trained(plan, threads).weights.to_bytes());
        assert_eq!(one, three, "{board:?}");
        let other = trained(Plan { seed: 6, ..plan }, 1).weights.to_bytes();
        assert_ne!(one, other, "{board:?}");
    }
}

#[test]
fn common_weights_are_good_for_every_board() {
    let training = trained(Plan { board: None, seed: 1, positions: 20 }, 2);
    for board in Board::all() {
        let evaluation = Evaluation::new(board, &training.weights);
        assert!(!evaluation.is_learned());
    }
    assert!(training.positions.iter().all(|(_, stages)| stages.len() == training.weights.stages.len()));
}

#[test]
fn a_tall_board_is_trained_as_the_wide_one() {
    let plan = |name: &str| Plan { board: Some(board(name)), seed: 1, positions: 100 };
    assert_eq!(trained(plan("5x3"), 1).weights, trained(plan("3x5"), 1).weights);
}

#[test]
fn errors_on_other_positions_are_far_below_those_of_guessing_a_draw() {
    let board = board("4x5");
    let training = trained(Plan { board: Some(board), seed: 1, positions: 2000 }, 2);
    let evaluation = Evaluation::new(board, &training.weights);
    // The report's own games, without the positions used for training.
    let is_known = |discs| training.has(board, discs);
    let errors = report::errors(&evaluation, &Evaluation::plain(board), 9, &is_known, &Unobserved).unwrap();
    assert!(!errors.is_empty());
    for row in errors {
        assert!(row.positions >= 20, "{row:?}");
        assert!(row.root_mean_square < 0.6 * row.root_mean_square_of_zero, "{row:?}");
        assert!(row.mean_absolute <= row.root_mean_square && row.best_moves > 0.5 && row.mean_loss >= 0.0, "{row:?}");
    }
}

#[test]
fn an_observer_can_stop_a_training() {
    struct Impatient;
    impl Observer for Impatient {
        fn begin(&self, _: &str, _: u64) {}

        fn advance(&self, _: u64) {}

        fn is_stopped(&self) -> bool {
            true
        }
    }
    let plan = Plan { board: Some(board("4x4")), seed: 1, positions: 10 };
    assert_eq!(train(plan, &Impatient).err(), Some(Stopped));
}
