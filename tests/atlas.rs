//! The atlas of small boards: invariants of its games, and the values of small ones by the independent solver.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;
use solver::notation::parse_moves;
use solver::{Board, Position, Score, Scoring, Start};

/// The file, as its schema describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Atlas {
    version: u32,
    games: Vec<Game>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    board: String,
    start: String,
    scoring: String,
    lower: i32,
    upper: i32,
    line: Vec<String>,
    #[serde(rename = "final")]
    end: Option<End>,
    moves: BTreeMap<String, (i32, i32)>,
    nodes: u64,
    certificate: Option<Certificate>,
    commit: String,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct End {
    black: u32,
    white: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Certificate {
    bytes: u64,
    leaves: u64,
    searched: u64,
    sha256: String,
}

fn atlas() -> Atlas {
    let atlas: Atlas = serde_json::from_str(include_str!("../data/atlas.json")).unwrap();
    assert_eq!(atlas.version, 1);
    atlas
}

impl Game {
    fn board(&self) -> Board {
        self.board.parse().unwrap()
    }

    fn start(&self) -> Start {
        self.start.parse().unwrap()
    }

    fn scoring(&self) -> Scoring {
        self.scoring.parse().unwrap()
    }

    fn root(&self) -> Position {
        Position::start(self.board(), self.start())
    }

    fn is_solved(&self) -> bool {
        self.lower == self.upper
    }

    fn key(&self) -> (String, String, String) {
        (self.board.clone(), self.start.clone(), self.scoring.clone())
    }

    /// The same game turned over.
    fn transposed_key(&self) -> (String, String, String) {
        let start = match self.start() {
            Start::Othello => Start::Othello,
            Start::Reversi => Start::ReversiRows,
            Start::ReversiRows => Start::Reversi,
        };
        let board = self.board();
        (format!("{}x{}", board.cols(), board.rows()), start.to_string(), self.scoring.clone())
    }
}

/// The atlas has every board of at most this many squares.
const COMPLETE: u32 = 40;

#[test]
fn no_board_no_start_and_no_scoring_is_missing() {
    let games = atlas().games;
    let keys: BTreeSet<_> = games.iter().map(Game::key).collect();
    assert_eq!(keys.len(), games.len(), "each once");
    for board in Board::all().filter(|board| board.squares() <= COMPLETE) {
        for start in Start::ALL {
            for scoring in Scoring::ALL {
                let key = (board.to_string(), start.to_string(), scoring.to_string());
                assert!(keys.contains(&key), "{key:?}");
            }
        }
    }
}

#[test]
fn transposed_games_agree() {
    let games = atlas().games;
    let by_key: BTreeMap<_, _> = games.iter().map(|game| (game.key(), game)).collect();
    for game in &games {
        let Some(other) = by_key.get(&game.transposed_key()) else { panic!("{:?} has no transposed game", game.key()) };
        assert!(game.lower <= other.upper && other.lower <= game.upper, "{:?}", game.key());
        if game.is_solved() && other.is_solved() {
            let turned = |name: &String| {
                let chosen = parse_moves(game.board(), name).unwrap()[0];
                chosen.transposed(game.board()).display(other.board()).to_string()
            };
            let moves: BTreeMap<String, (i32, i32)> =
                game.moves.iter().map(|(name, &worth)| (turned(name), worth)).collect();
            assert_eq!(moves, other.moves, "{:?}", game.key());
        }
    }
}

#[test]
fn the_winner_gains_by_the_empties_and_values_have_the_parity_of_their_discs() {
    let games = atlas().games;
    let by_key: BTreeMap<_, _> = games.iter().map(|game| (game.key(), game)).collect();
    for game in games.iter().filter(|game| game.scoring() == Scoring::Wof && game.is_solved()) {
        let discs = by_key[&(game.board.clone(), game.start.clone(), "discs".to_owned())];
        if discs.is_solved() {
            assert_eq!(game.lower.signum(), discs.lower.signum(), "{:?}", game.key());
            assert!(game.lower.abs() >= discs.lower.abs(), "{:?}", game.key());
        }
        if game.lower != 0 {
            assert_eq!((game.lower - game.board().squares() as i32) % 2, 0, "{:?}: nothing stays empty", game.key());
        }
    }
}

#[test]
fn perfect_games_end_with_their_values_and_no_first_move_is_better() {
    for game in atlas().games {
        let root = game.root();
        let moves: BTreeSet<String> =
            root.legal_moves().iter().map(|chosen| chosen.display(game.board()).to_string()).collect();
        assert_eq!(game.moves.keys().cloned().collect::<BTreeSet<_>>(), moves, "{:?}", game.key());
        if !game.is_solved() {
            assert!(game.line.is_empty() && game.end.is_none());
            continue;
        }
        let mut position = root;
        for chosen in parse_moves(game.board(), &game.line.join("")).unwrap() {
            position = position.play(chosen).unwrap();
        }
        let score = position.final_score(game.scoring()).unwrap_or_else(|| panic!("{:?} does not end", game.key()));
        let for_black = if position.side() == root.side() { score } else { -score };
        assert_eq!(for_black, Score::new(game.lower), "{:?}", game.key());
        assert_eq!(game.end, Some(End { black: position.black().len(), white: position.white().len() }));
        assert_eq!(game.moves.values().map(|&(lower, _)| lower).max(), Some(game.lower), "{:?}", game.key());
        assert!(game.moves.values().all(|&(_, upper)| upper <= game.lower || !game.is_solved()), "{:?}", game.key());
        assert_eq!(game.moves[&game.line[0]].0, game.lower, "{:?}", game.key());
    }
}

#[test]
fn small_games_have_a_certificate_and_the_independent_solvers_value() {
    for game in atlas().games {
        let squares = game.board().squares();
        assert!(
            game.commit.len() >= 10 && game.commit.chars().all(|digit| digit.is_ascii_hexdigit()),
            "{:?}",
            game.key()
        );
        let is_turned = game.nodes == 0;
        assert!(!is_turned || squares > 30, "{:?}", game.key());
        if squares <= 36 && !is_turned {
            let certificate = game.certificate.as_ref().unwrap_or_else(|| panic!("{:?}", game.key()));
            assert!(certificate.bytes > 0 && certificate.sha256.len() == 64, "{:?}", game.key());
            assert!(certificate.leaves <= certificate.searched || certificate.leaves == 0, "{:?}", game.key());
        }
        if squares <= 16 {
            let (rows, cols) = (game.board().rows() as usize, game.board().cols() as usize);
            let plain = checker::Position::parse(rows, cols, &game.root().without_board().to_string()).unwrap();
            let scoring = match game.scoring() {
                Scoring::Discs => checker::Scoring::Discs,
                Scoring::Wof => checker::Scoring::Wof,
            };
            assert_eq!((game.lower, game.upper), (checker::value(&plain, scoring), game.lower), "{:?}", game.key());
        }
    }
}

#[test]
fn the_schema_names_every_field() {
    let schema: Value = serde_json::from_str(include_str!("../data/atlas.schema.json")).unwrap();
    let atlas: Value = serde_json::from_str(include_str!("../data/atlas.json")).unwrap();
    let described = &schema["$defs"]["game"];
    let names: BTreeSet<&String> = described["properties"].as_object().unwrap().keys().collect();
    for game in atlas["games"].as_array().unwrap() {
        assert_eq!(game.as_object().unwrap().keys().collect::<BTreeSet<_>>(), names);
    }
    let required: BTreeSet<&str> = described["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(required, names.iter().map(|name| name.as_str()).collect());
}
