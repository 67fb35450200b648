//! Saved results are not computed again, and every experiment has results.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use experiments::ranks::{ScalingTest, SearchTest, Teamwork, rank_accuracy};
use experiments::{
    ExperimentError, Games, Match, Material, Opening, PlayerAccuracy, RandomPositions, SchemeTest, Survey, fit, speeds,
};
use othello::players::Spec;
use solver::{Board, Move, Observer, Position, Scoring, Side, Start, Unobserved};

fn board() -> Board {
    "4x6".parse().unwrap()
}

fn player(text: &str) -> Spec {
    text.parse().unwrap()
}

fn material(count: usize) -> Material {
    let (start, scoring) = (Start::Othello, Scoring::Discs);
    let wanted = RandomPositions { board: board(), start, scoring, empties: 8, count, seed: 1 };
    Material::random(wanted, &Unobserved).unwrap()
}

/// Stops after this many units, and counts those of this run.
struct Impatient {
    left: AtomicU64,
    done: AtomicU64,
}

impl Impatient {
    fn after(units: u64) -> Self {
        Self { left: units.into(), done: AtomicU64::new(0) }
    }
}

impl Observer for Impatient {
    fn begin(&self, _: &str, _: u64) {}

    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
        self.left.fetch_sub(units.min(self.left.load(Ordering::Relaxed)), Ordering::Relaxed);
    }

    fn resume(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

fn untimed(mut found: PlayerAccuracy) -> PlayerAccuracy {
    (found.time, found.cpu_time) = (Duration::ZERO, Duration::ZERO);
    found
}

#[test]
fn a_survey_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.jsonl");
    let (material, player) = (material(12), player("uct:n=50"));
    let survey = |threads| {
        let mut survey = Survey::new(1, threads).unwrap();
        survey.keep_in(&path).unwrap();
        survey
    };
    let whole = Survey::new(1, 2).unwrap().ask(&material, &player, &Unobserved).unwrap();
    assert_eq!((whole.judged.positions, whole.playouts), (12, 600));
    let stopped = survey(1).ask(&material, &player, &Impatient::after(5));
    assert!(matches!(stopped, Err(ExperimentError::Stopped)));
    let rest = Impatient::after(u64::MAX);
    assert_eq!(untimed(survey(2).ask(&material, &player, &rest).unwrap()), untimed(whole));
    assert_eq!(rest.done.into_inner(), 7, "the others were known");
    let other = Games::of(contest(2)).keep_in(&path);
    assert!(matches!(other, Err(ExperimentError::Journal(_))), "results of another experiment");
}

#[test]
fn the_choice_of_each_tree_is_kept_and_answers_without_it_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.jsonl");
    let players = ["uct:n=400,trees=8,merge=majority", "uct:n=50"].map(player);
    let ask = |player: &Spec| {
        let (mut survey, asked) = (Survey::new(1, 1).unwrap(), Impatient::after(u64::MAX));
        survey.keep_in(&path).unwrap();
        (untimed(survey.ask(&material(3), player, &asked).unwrap()), asked.done.into_inner())
    };
    let found = players.each_ref().map(ask);
    assert!(found.iter().all(|(_, asked)| *asked == 3));
    let text = fs::read_to_string(&path).unwrap();
    let lines = text.lines().skip(1).map(|line| line.rsplit_once(" #").unwrap().0);
    let answers: Vec<serde_json::Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    for answer in &answers[..3] {
        let votes: Vec<&str> = answer["votes"].as_str().unwrap().split(' ').collect();
        let share = votes.iter().filter(|&&vote| answer["move"] == vote).count() as f64 / 8.0;
        assert_eq!((votes.len(), share), (8, answer["agreement"].as_f64().unwrap()));
    }
    assert!(answers[3..].iter().all(|answer| answer.get("votes").is_none()), "a single tree");
    let without = |mut answer: serde_json::Value| {
        answer.as_object_mut().unwrap().remove("votes");
        format!("{answer}\n")
    };
    let older: String = answers.into_iter().map(without).collect();
    fs::write(&path, format!("{{\"results\":\"mcts accuracy\"}}\n{older}")).unwrap();
    assert_eq!(players.each_ref().map(ask), found.map(|(accuracy, _)| (accuracy, 0)));
}

#[test]
fn the_time_of_all_threads_of_a_player_is_told() {
    let begin = bench::clock::process_time();
    let found = Survey::new(1, 2).unwrap().ask(&material(12), &player("uct:n=3000,trees=8"), &Unobserved).unwrap();
    let spent = bench::clock::process_time() - begin;
    assert!(2 * found.cpu_time > spent, "{:?} of {spent:?}", found.cpu_time);
}

fn contest(games: usize) -> Match {
    let (board, start, scoring) = (board(), Start::Othello, Scoring::Discs);
    Match {
        players: [player("uct:n=30"), player("random")],
        board,
        start,
        scoring,
        games,
        opening: Opening::Random(4),
        seed: 1,
    }
}

fn played(contest: Match) -> Games {
    let mut games = Games::of(contest);
    games.play(2, &Unobserved).unwrap();
    games
}

#[test]
fn a_match_has_the_same_games_whatever_was_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let whole = played(contest(6));
    let records: Vec<_> = whole.records().collect();
    let kept = |observer: &dyn Observer| {
        let mut games = Games::of(contest(6));
        games.keep_in(&path).unwrap();
        games.play(1, observer).unwrap();
        games
    };
    assert_eq!(kept(&Impatient::after(2)).records().collect::<Vec<_>>(), records[..2]);
    let rest = Impatient::after(u64::MAX);
    assert_eq!(kept(&rest).records().collect::<Vec<_>>(), records);
    assert_eq!(rest.done.into_inner(), 4);
    let result = whole.result();
    assert_eq!((result.games, result.wins + result.draws + result.losses), (6, 6));
    assert_eq!(whole.ggf("here").lines().count(), 6);
    assert!(whole.told().all(|game| game.black != game.white && !game.moves.is_empty()));
    assert!(fs::read_to_string(&path).unwrap().lines().count() >= 7);
}

#[test]
fn one_ply_of_alpha_beta_visits_each_move_after_the_opening_and_before_the_exact_end() {
    let text = "alphabeta:depth=1,end=6";
    let pairing = |other| Match { players: [player(text), player(other)], ..contest(10) };
    let games = played(pairing("random"));
    let result = games.result_with_nodes();
    let mean = |first_is_black: bool, color: Side| {
        let mut counts = Vec::new();
        for record in games.records().skip(usize::from(!first_is_black)).step_by(2) {
            let mut position = Position::start(board(), Start::Othello);
            for (ply, &chosen) in record.moves.iter().enumerate() {
                let moves = position.legal_moves();
                if ply >= 4 && position.side() == color && position.empties() > 6 && moves != [Move::Pass] {
                    counts.push(moves.len() as f64);
                }
                position = position.play(chosen).unwrap();
            }
        }
        counts.iter().sum::<f64>() / counts.len() as f64
    };
    let nodes = result.player_nodes.unwrap();
    assert_eq!((nodes.black, nodes.white), (mean(true, Side::Black), mean(false, Side::White)));
    assert!(nodes.black > 1.0 && nodes.white > 1.0 && result.opponent_nodes.is_none());
    // Whoever is named first, the games are the same.
    let deeper = |players: [&str; 2]| {
        let result = played(Match { players: players.map(player), ..contest(10) }).result_with_nodes();
        [result.player_nodes, result.opponent_nodes].map(Option::unwrap)
    };
    let [one, two] = deeper([text, "alphabeta:depth=2"]);
    assert_eq!(deeper(["alphabeta:depth=2", text]), [two, one]);
    assert!(one.black < two.black && one.white < two.white, "{one:?} {two:?}");
    let timed = played(pairing("alphabeta:time=1")).result_with_nodes();
    assert!(games.result().player_nodes.is_none(), "nobody asked");
    assert!(timed.opponent_nodes.is_none(), "a search in time cannot be repeated");
}

#[test]
fn every_experiment_has_results_that_json_can_hold() {
    let material = material(20);
    let fitted = fit(&material, 20, 1).unwrap();
    assert_eq!((fitted.positions, fitted.playouts), (20, 20));
    let time = Duration::from_millis(1);
    let measured = |text| speeds(board(), Start::Othello, Scoring::Discs, 1, time, &[player(text)]);
    assert!(measured("uct:n=10").unwrap().all(|speed| speed.playouts_per_second > 0.0));
    assert!(measured("random").err().is_some_and(|error| error.is_misuse()));
    let schemes = SchemeTest { workers: vec![1, 4], per_leaf: vec![2], playouts: 10, delay: time, time, seed: 1 };
    let found: Vec<_> = schemes.run(&material, &Unobserved).collect::<Result<_, _>>().unwrap();
    assert!(found.iter().any(|one| one.scheme == "root × tree, 2 × 2") && found[0].speed_up == 1.0);
    let text = serde_json::to_string(&found[0]).unwrap();
    assert!(text.starts_with(r#"{"set":"random, seed 1","positions":20,"playouts":10,"scheme":"tree""#), "{text}");
    assert!(matches!(schemes.run(&material, &Impatient::after(0)).next(), Some(Err(ExperimentError::Stopped))));
}

#[test]
fn ranks_search_are_right_and_scale() {
    let teamwork = Teamwork::default();
    let search = SearchTest {
        board: board(),
        start: Start::Othello,
        scoring: Scoring::Discs,
        player: player("uct:n=200"),
        seed: 1,
        ranks: 2,
        teamwork,
        checkpoint: None,
    };
    let found = search.run(Arc::new(AtomicBool::new(false))).unwrap();
    assert_eq!((found.playouts, found.each.len(), found.totals.playouts), (200, 2, 200));
    assert_eq!(found.best().map(|best| Some(best.chosen.clone())), Some(found.best.clone()));
    let ask = |name, positions| rank_accuracy(&player(name), teamwork, 1, &material(positions), 2, &Unobserved);
    let accuracy = ask("uct:n=50", 5).unwrap();
    assert_eq!((accuracy.positions, accuracy.playouts), (5, 250));
    // Even if all moves are right, or none: with so few the interval stays wide.
    let one = ask("uct:n=50", 1).unwrap();
    assert!([one.accuracy, one.root_parallel].iter().all(|found| found.lower < found.upper), "{one:?}");
    assert!(ask("exact", 1).is_err_and(|error| error.is_misuse()));
    let time = Duration::from_millis(20);
    let test = ScalingTest { ranks: vec![1, 2], teamwork, delay: time / 20, time, exploration: 0.3, seed: 1, parts: 2 };
    let found: Vec<_> = test.run().collect::<Result<_, _>>().unwrap();
    assert_eq!((found[0].of_ideal, found[1].ranks), (1.0, 2));
    // Zero time gives finite numbers too.
    let hasty = ScalingTest { time: Duration::ZERO, ..test };
    assert!(hasty.run().all(|found| found.is_ok_and(|one| one.of_ideal.is_finite())));
    let schemes =
        SchemeTest { workers: vec![1], per_leaf: vec![1], playouts: 1, delay: time, time: Duration::ZERO, seed: 1 };
    assert!(schemes.run(&material(1), &Unobserved).all(|found| found.is_ok_and(|one| one.speed_up.is_finite())));
}
