//! Players by name, on exact labels.

use experiments::{Labelled, Material, RandomPositions};
use othello::Othello;
use othello::baselines::alpha_beta;
use othello::players::{Opinion, Player};
use solver::evaluation::{DISC, Evaluation};
use solver::{Board, Position, Progress, Scoring, Start, Unobserved};

/// Positions in which some move wins and another loses.
fn problems(board: &str, empties: u32, count: usize) -> Vec<Labelled> {
    let (board, start, scoring) = (board.parse().unwrap(), Start::Othello, Scoring::Discs);
    let wanted = RandomPositions { board, start, scoring, empties, count, seed: 1 };
    let found = Material::random(wanted, &Unobserved).unwrap().positions;
    assert_eq!(found.len(), count);
    found
}

fn accuracy(positions: &[Labelled], board: &str, text: &str) -> f64 {
    let mut player = Player::new(text.parse().unwrap(), board.parse().unwrap(), Scoring::Discs);
    let credit = |(number, labelled): (usize, &Labelled)| {
        let choice = player.choose(labelled.position, number as u64).unwrap();
        labelled.judge(choice.chosen).unwrap_or_else(|| panic!("{text}")).credit()
    };
    positions.iter().enumerate().map(credit).sum::<f64>() / positions.len() as f64
}

#[test]
fn every_player_plays_labelled_moves_and_the_truth_is_always_right() {
    let positions = problems("4x6", 10, 12);
    let texts = [
        "random",
        "mc:n=50",
        "mc:n=50,playout=lanes",
        "alphabeta:depth=2",
        "uct:n=300",
        "tuned:n=300",
        "rave:n=300",
        "rave:n=300,playout=lanes",
        "uct+:n=300,graph=yes,prove=yes",
        "puct:n=300",
        "uctbreak:n=300,d=3",
        "uct:n=300,playout=lanes,reward=margin",
        "uct:n=200,playout=greedy,eps=0.2",
        "uct:n=300,trees=2,merge=majority",
        "uct:n=300,threads=2",
        "uct:n=300,leaf=2,per=4",
        "uct:time=2",
        "uct:n=300,final=secure",
        "alphabeta:time=1",
        "exact:time=1",
    ];
    for text in texts {
        assert!((0.0..=1.0).contains(&accuracy(&positions, "4x6", text)), "{text}");
    }
    for text in ["exact", "random:end=10", "uct:n=1,end=12", "exact:time=600000", "alphabeta:time=600000"] {
        assert_eq!(accuracy(&positions, "4x6", text), 1.0, "{text}");
    }
}

#[test]
fn more_knowledge_is_right_more_often() {
    let positions = problems("6x6", 14, 120);
    let random = accuracy(&positions, "6x6", "random");
    let uct = accuracy(&positions, "6x6", "uct:n=100");
    let plus = accuracy(&positions, "6x6", "uct+:n=100");
    let deep = accuracy(&positions, "6x6", "alphabeta:depth=4");
    assert!(random + 0.1 < uct && uct + 0.02 < plus && random + 0.2 < deep, "{random} {uct} {plus} {deep}");
}

#[test]
fn what_cannot_be_solved_in_time_is_guessed() {
    let board: Board = "8x8".parse().unwrap();
    let start = Position::start(board, Start::Othello).discs();
    for text in ["exact:time=20", "alphabeta:time=20", "alphabeta:time=20,depth=2"] {
        let choice = Player::new(text.parse().unwrap(), board, Scoring::Discs).choose(start, 1);
        assert!(matches!(choice.map(|choice| choice.opinion), Some(Opinion::Discs(_))), "{text}");
    }
}

#[test]
fn the_same_seed_chooses_the_same_move_whatever_was_asked_before() {
    let board: Board = "6x6".parse().unwrap();
    let start = Position::start(board, Start::Othello).discs();
    for text in ["random", "mc:n=20", "uct+:n=500", "uct:n=500,trees=3,merge=average"] {
        let fresh = Player::new(text.parse().unwrap(), board, Scoring::Discs).choose(start, 7);
        let mut used = Player::new(text.parse().unwrap(), board, Scoring::Discs);
        used.choose(start, 8);
        assert_eq!(used.choose(start, 7), fresh, "{text}");
    }
}

#[test]
fn a_player_asks_the_evaluation_that_it_names() {
    let board: Board = "6x6".parse().unwrap();
    let game = Othello::new(board, Scoring::Discs);
    let plies = 2;
    let opinions = |evaluation: &Evaluation, text: &str| {
        let mut player = Player::new(text.parse().unwrap(), board, Scoring::Discs);
        let asked = problems("6x6", 16, 5).into_iter().map(|problem| {
            let choice = player.choose(problem.position, 1).unwrap();
            let wanted = alpha_beta(&game, evaluation, problem.position, plies, None, &Progress::default()).unwrap();
            let discs = f64::from(wanted.value) / f64::from(DISC);
            assert_eq!((choice.chosen, choice.opinion), (wanted.chosen, Opinion::Discs(discs)), "{text}");
            assert_eq!(choice.nodes, wanted.nodes, "{text}");
            discs
        });
        asked.collect::<Vec<_>>()
    };
    let own = opinions(&Evaluation::for_board(board), "alphabeta:depth=2");
    let common = opinions(&Evaluation::common(board), "alphabeta:depth=2,eval=common");
    let plain = opinions(&Evaluation::plain(board), "alphabeta:depth=2,eval=plain");
    assert!(own != common && common != plain && plain != own, "{own:?} {common:?} {plain:?}");
}
