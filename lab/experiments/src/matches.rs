//! Two players against each other: games that are played, saved, and summed up.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use files::{Damage, FileError, Journal};
use mcts::baselines::random_move;
use mcts::measure::{Interval, elo, wilson};
use mcts::random::mix;
use mcts::{Game, Random, team};
use othello::Othello;
use othello::players::{Player, PlayerKind, Spec};
use serde::{Deserialize, Serialize};
use solver::notation::{line_text, parse_moves, play_moves};
use solver::{Board, Discs, Move, Observer, Position, Score, Scoring, Side, Start};

use xxhash_rust::xxh3::xxh3_64;

use crate::error::ExperimentError;
use crate::journal;
use crate::record;

/// A match: every opening is played twice, with colours swapped. The first player has Black in games of even number.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The players.
    pub players: [Spec; 2],
    /// The board.
    pub board: Board,
    /// The initial discs.
    pub start: Start,
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// Number of games; if it is odd, the opening of the last game is played only once.
    pub games: usize,
    /// How games begin.
    pub opening: Opening,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// How the games of a match begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// With this many random plies.
    Random(u32),
    /// With these moves, at least one list, none of which ends the game: in an order that the seed draws, and again when all
    /// are played.
    Given(Vec<Vec<Move>>),
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Number of moves of its opening.
    pub opening: usize,
    /// All moves, including those of the opening and passes.
    pub moves: Vec<Move>,
    /// Black's score.
    pub black_score: i32,
}

/// The games of a match that were played so far, by number. They may be saved in a file.
#[derive(Debug)]
pub struct Games {
    contest: Match,
    journal: Option<Journal>,
    played: BTreeMap<usize, Record>,
}

/// A game in the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// Everything that determines the games: players, board, start, scoring, opening, seed.
    contest: String,
    number: usize,
    opening: usize,
    moves: String,
    black_score: i32,
}

/// The result of a match, for the first player. As JSON it is what `solve mcts match --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MatchResult {
    /// The first player.
    pub player: String,
    /// The second.
    pub opponent: String,
    /// The board.
    #[serde(serialize_with = "record::text")]
    pub board: Board,
    /// The first position.
    #[serde(serialize_with = "record::text")]
    pub start: Start,
    /// Who gets the squares that stay empty.
    #[serde(serialize_with = "record::text")]
    pub scoring: Scoring,
    /// Random plies at the beginning of each game, unless openings are given.
    pub opening_plies: Option<u32>,
    /// The number of openings that are given.
    pub openings: Option<usize>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Games played.
    pub games: usize,
    /// Won by the first player.
    pub wins: usize,
    /// Drawn.
    pub draws: usize,
    /// Lost by the first player.
    pub losses: usize,
    /// Share of the points, a draw counting half.
    pub points: Interval,
    /// The same in Elo points.
    pub elo: Interval,
    /// What each move costs the first player, if it is alpha-beta to a fixed depth and that was asked for
    /// ([`Games::result_with_nodes`]).
    pub player_nodes: Option<Nodes>,
    /// The same for the second.
    pub opponent_nodes: Option<Nodes>,
}

/// Positions that alpha-beta visits for a move, on average over its games as Black and as White. Openings, passes and
/// moves by exact values are left out; 0 without any move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Nodes {
    /// As Black.
    pub black: f64,
    /// As White.
    pub white: f64,
}

/// One game. As JSON it is what `solve mcts match --records --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GameResult<'a> {
    /// The player of Black.
    pub black: &'a str,
    /// The player of White.
    pub white: &'a str,
    /// Black's score.
    pub black_score: i32,
    /// Plies of its opening.
    pub opening_plies: usize,
    /// All moves.
    pub moves: String,
}

/// Whether the first player has Black.
fn first_begins(number: usize) -> bool {
    number.is_multiple_of(2)
}

impl Match {
    /// What determines the games of a match, without their number.
    fn name(&self) -> String {
        let Self { players: [first, second], board, start, scoring, opening, seed, .. } = self;
        let opening = match opening {
            Opening::Random(plies) => format!("random:{plies}"),
            Opening::Given(openings) => {
                let lines: Vec<String> = openings.iter().map(|moves| line_text(*board, moves)).collect();
                format!("openings:{:016x}", xxh3_64(lines.join("\n").as_bytes()))
            }
        };
        format!("{first} {second} {board} {start} {scoring} {opening} seed {seed}")
    }

    /// Plays a game, with fresh players. It depends only on the match and the number, unless the players' moves depend on
    /// time.
    fn game(&self, number: usize) -> Record {
        let mut players = self.players.clone().map(|spec| Player::new(spec, self.board, self.scoring));
        self.game_by(number, |player, state, seed| players[player].choose(state, seed).map(|choice| choice.chosen))
    }

    /// Plays a game of any two players. `choose` gets the player's number (0 or 1), the position for the side to move, and a
    /// seed, and returns a legal move; `None` when the game is over.
    pub fn game_by(&self, number: usize, mut choose: impl FnMut(usize, Discs, u64) -> Option<Move>) -> Record {
        let game = Othello::new(self.board, self.scoring);
        let mut moves = self.opening(&game, number / 2);
        let opening = moves.len();
        let mut state = moves.iter().fold(self.first(), |state, &chosen| game.apply(&state, chosen));
        while !game.is_over(&state) {
            let is_black = moves.len().is_multiple_of(2);
            let player = usize::from(is_black != first_begins(number));
            let seed = mix(self.seed ^ mix(number as u64) ^ mix(moves.len() as u64).rotate_left(32));
            let Some(chosen) = choose(player, state, seed) else { break };
            state = game.apply(&state, chosen);
            moves.push(chosen);
        }
        let score = game.score(&state);
        let black_score = if moves.len().is_multiple_of(2) { score } else { -score };
        Record { opening, moves, black_score }
    }

    fn first(&self) -> Discs {
        Position::start(self.board, self.start).discs()
    }

    /// The moves of an opening. Random ones do not end the game: none if a hundred tries all do.
    fn opening(&self, game: &Othello, pair: usize) -> Vec<Move> {
        let plies = match &self.opening {
            Opening::Random(plies) => *plies as usize,
            Opening::Given(openings) => {
                let mut order: Vec<&Vec<Move>> = openings.iter().collect();
                Random::new(self.seed, 0).shuffle(&mut order);
                return order[pair % order.len()].clone();
            }
        };
        let mut random = Random::new(self.seed, pair as u64);
        for _ in 0..100 {
            let (mut state, mut moves) = (self.first(), Vec::new());
            while moves.len() < plies
                && let Some(chosen) = random_move(game, &state, &mut random)
            {
                state = game.apply(&state, chosen);
                moves.push(chosen);
            }
            if !game.is_over(&state) {
                return moves;
            }
        }
        Vec::new()
    }

    fn kept(&self, number: usize, record: &Record) -> Kept {
        Kept {
            contest: self.name(),
            number,
            opening: record.opening,
            moves: line_text(self.board, &record.moves),
            black_score: record.black_score,
        }
    }

    /// Parses and checks a game of this match from a journal.
    fn read(&self, kept: &Kept) -> Result<Record, String> {
        let moves = parse_moves(self.board, &kept.moves).map_err(|error| error.to_string())?;
        let end = play_moves(Position::start(self.board, self.start), &moves).map_err(|error| error.to_string())?;
        let score = end.final_score(self.scoring);
        let black_score = score.map(|score| if end.side() == Side::Black { score } else { -score });
        if black_score != Some(Score::new(kept.black_score)) || kept.opening > moves.len() {
            return Err(format!("game {} does not end with {} for Black", kept.number, kept.black_score));
        }
        Ok(Record { opening: kept.opening, moves, black_score: kept.black_score })
    }
}

impl Games {
    /// The name of their journals.
    const NAME: &str = "mcts match";

    /// A match of which no game has been played.
    #[must_use]
    pub fn of(contest: Match) -> Self {
        Self { contest, journal: None, played: BTreeMap::new() }
    }

    /// Saves games in a file from now on, and does not replay those already there. Returns the lines of the file that are
    /// skipped because they are damaged; their games are played again.
    ///
    /// # Errors
    /// The file cannot be used, or is something else.
    pub fn keep_in(&mut self, path: &Path) -> Result<Vec<Damage>, ExperimentError> {
        let (contest, name) = (&self.contest, self.contest.name());
        let check = |kept: &Kept| if kept.contest == name { contest.read(kept).map(|_| ()) } else { Ok(()) };
        let (journal, known, left_out) = journal::open(path, Self::NAME, check)?;
        let of_match = known.iter().filter(|kept| kept.contest == name && kept.number < contest.games);
        self.played = of_match.filter_map(|kept| Some((kept.number, contest.read(kept).ok()?))).collect();
        self.journal = Some(journal);
        Ok(left_out)
    }

    /// Plays the games that are missing, on this many threads; fewer if the observer asks to stop. The games do not depend on
    /// the number of threads.
    ///
    /// # Errors
    /// A game cannot be saved.
    ///
    /// # Panics
    /// If a player panicked.
    pub fn play(&mut self, threads: usize, observer: &dyn Observer) -> Result<(), ExperimentError> {
        let Self { contest, journal, played } = self;
        observer.begin("games", contest.games as u64);
        observer.resume(played.len() as u64);
        let missing: Vec<usize> = (0..contest.games).filter(|number| !played.contains_key(number)).collect();
        let (next, is_stopped, played) = (AtomicUsize::new(0), AtomicBool::new(false), Mutex::new(played));
        let failure: Mutex<Option<FileError>> = Mutex::new(None);
        let work = |_| {
            while !is_stopped.load(Ordering::Relaxed) {
                let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let record = contest.game(number);
                observer.advance(1);
                let kept = || contest.kept(number, &record);
                let saved = journal.as_ref().map_or(Ok(()), |journal| journal::add(journal, &kept()));
                let is_saved = saved.is_ok();
                if let Err(error) = saved {
                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
                if !is_saved || observer.is_stopped() {
                    is_stopped.store(true, Ordering::Relaxed);
                }
                played.lock().unwrap_or_else(PoisonError::into_inner).insert(number, record);
            }
        };
        team::work_on(threads.clamp(1, missing.len().max(1)), work);
        failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), |error| Err(error.into()))
    }

    /// The games, in the order of their numbers.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.played.values()
    }

    /// The first player's score in each game, by number.
    fn first_scores(&self) -> impl Iterator<Item = (usize, i32)> {
        let score = |(&number, record): (&usize, &Record)| {
            (number, if first_begins(number) { record.black_score } else { -record.black_score })
        };
        self.played.iter().map(score)
    }

    /// The result.
    #[must_use]
    pub fn result(&self) -> MatchResult {
        let Match { players: [first, second], board, start, scoring, opening, seed, .. } = &self.contest;
        let (opening_plies, openings) = match opening {
            Opening::Random(plies) => (Some(*plies), None),
            Opening::Given(openings) => (None, Some(openings.len())),
        };
        let count = |sign: i32| self.first_scores().filter(|(_, score)| score.signum() == sign).count();
        let points = points(self.first_scores());
        MatchResult {
            player: first.text.clone(),
            opponent: second.text.clone(),
            board: *board,
            start: *start,
            scoring: *scoring,
            opening_plies,
            openings,
            seed: *seed,
            games: self.played.len(),
            wins: count(1),
            draws: count(0),
            losses: count(-1),
            points,
            elo: elo(points),
            player_nodes: None,
            opponent_nodes: None,
        }
    }

    /// The result, and what moves cost. That takes as long again as alpha-beta took in the games, whose searches are repeated
    /// so that the journal need not know.
    #[must_use]
    pub fn result_with_nodes(&self) -> MatchResult {
        MatchResult { player_nodes: self.nodes(0), opponent_nodes: self.nodes(1), ..self.result() }
    }

    /// What a move costs the first player (0) or the second (1).
    fn nodes(&self, seat: usize) -> Option<Nodes> {
        let spec = &self.contest.players[seat];
        if !matches!(spec.kind, PlayerKind::AlphaBeta { time: None, .. }) {
            return None;
        }
        let mut player = Player::new(spec.clone(), self.contest.board, self.contest.scoring);
        let mut mean = |color: Side| {
            let has_color = |number: usize| (first_begins(number) == (seat == 0)) == (color == Side::Black);
            let records = self.played.iter().filter(|&(&number, _)| has_color(number));
            let asked = records.flat_map(|(_, record)| self.asked(record, color));
            let costs = asked.filter(|position| position.empties() > spec.exact_from);
            let costs: Vec<u64> =
                costs.map(|position| player.choose(position.discs(), 0).map_or(0, |choice| choice.nodes)).collect();
            costs.iter().sum::<u64>() as f64 / costs.len().max(1) as f64
        };
        Some(Nodes { black: mean(Side::Black), white: mean(Side::White) })
    }

    /// The positions of a game after its opening in which the player of a colour placed a disc.
    fn asked(&self, record: &Record, color: Side) -> Vec<Position> {
        let mut position = Position::start(self.contest.board, self.contest.start);
        let mut asked = Vec::new();
        for (ply, &chosen) in record.moves.iter().enumerate() {
            if ply >= record.opening && position.side() == color && chosen != Move::Pass {
                asked.push(position);
            }
            position = position.play(chosen).expect("the moves of played and read games are legal");
        }
        asked
    }

    /// Every game with its players, in the order of their numbers.
    pub fn told(&self) -> impl Iterator<Item = GameResult<'_>> {
        self.played.iter().map(|(&number, record)| {
            let [black, white] = self.seats(number);
            GameResult {
                black,
                white,
                black_score: record.black_score,
                opening_plies: record.opening,
                moves: line_text(self.contest.board, &record.moves),
            }
        })
    }

    /// The players of Black and White in a game.
    fn seats(&self, number: usize) -> [&str; 2] {
        let [first, second] = self.contest.players.each_ref().map(|player| player.text.as_str());
        if first_begins(number) { [first, second] } else { [second, first] }
    }

    /// All games in the Generic Game Format; `place` is the program's name.
    #[must_use]
    pub fn ggf(&self, place: &str) -> String {
        let start = Position::start(self.contest.board, self.contest.start);
        let game = |(&number, record): (&usize, &Record)| {
            let players = self.seats(number).map(str::to_owned);
            let game = solver::read::Game { moves: record.moves.clone(), players, ..solver::read::Game::of(start) };
            game.ggf(place, Some(Score::new(record.black_score)))
        };
        self.played.iter().map(game).collect()
    }
}

/// Share of the points that the first player made, a draw counting half, with Wilson's interval for as many independent games
/// as tell as much: the two games of an opening, those of numbers 2k and 2k + 1, may end alike more often than others. Of games
/// that differ more than others it makes no use.
fn points(scores: impl Iterator<Item = (usize, i32)>) -> Interval {
    let games: BTreeMap<usize, f64> =
        scores.map(|(number, score)| (number, f64::from(score.signum() + 1) / 2.0)).collect();
    let pair =
        |(&number, one): (&usize, &f64)| Some((one + games.get(&(number + 1))?) / 2.0).filter(|_| first_begins(number));
    let pairs: Vec<f64> = games.iter().filter_map(pair).collect();
    let games: Vec<f64> = games.into_values().collect();
    let alike = (2.0 * variance(&pairs) / variance(&games)).max(1.0);
    // Without variance there is nothing to correct.
    let alike = if alike.is_finite() { alike } else { 1.0 };
    wilson(games.iter().sum::<f64>() / alike, games.len() as f64 / alike)
}

/// The variance of the population, estimated from a sample; 0 with fewer than two numbers.
fn variance(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0)
}

#[cfg(test)]
mod tests {
    use solver::Unobserved;

    use super::*;

    fn played(players: [&str; 2], games: usize, threads: usize) -> Games {
        let (board, start, scoring) = ("4x6".parse().unwrap(), Start::Othello, Scoring::Discs);
        let players = players.map(|text| text.parse().unwrap());
        let mut games =
            Games::of(Match { players, board, start, scoring, games, opening: Opening::Random(5), seed: 1 });
        games.play(threads, &Unobserved).unwrap();
        games
    }

    #[test]
    fn games_are_legal_openings_paired_and_threads_of_no_influence() {
        let players = ["uct:n=50", "alphabeta:depth=1"];
        let games = played(players, 6, 1);
        assert_eq!(games.played, played(players, 6, 3).played);
        let records: Vec<&Record> = games.records().collect();
        assert_eq!(records.len(), 6);
        for (number, record) in records.iter().enumerate() {
            let end = play_moves(Position::start(games.contest.board, games.contest.start), &record.moves).unwrap();
            let score = end.final_score(games.contest.scoring).unwrap().discs();
            assert_eq!(record.black_score, if end.side() == Side::Black { score } else { -score });
            assert_eq!((record.opening, &record.moves[..5]), (5, &records[number / 2 * 2].moves[..5]));
        }
        assert_ne!(records[0].moves[..5], records[2].moves[..5]);
    }

    #[test]
    fn given_openings_are_all_played_with_both_colours_before_one_comes_again() {
        let (board, start, scoring) = ("4x6".parse().unwrap(), Start::Othello, Scoring::Discs);
        let first = Position::start(board, start);
        let given: Vec<Vec<Move>> = first.legal_moves().into_iter().map(|chosen| vec![chosen]).collect();
        let contest = |seed, openings: &[Vec<Move>]| {
            let players = ["random", "random"].map(|text| text.parse().unwrap());
            Match { players, board, start, scoring, games: 16, opening: Opening::Given(openings.to_vec()), seed }
        };
        assert_eq!(given.len(), 4);
        let mut orders = Vec::new();
        for seed in 0..8 {
            let mut games = Games::of(contest(seed, &given));
            games.play(2, &Unobserved).unwrap();
            let firsts: Vec<Move> = games.records().map(|record| record.moves[0]).collect();
            let pairs: Vec<Move> = firsts.chunks(2).map(|pair| pair[0]).collect();
            assert!(firsts.chunks(2).all(|pair| pair[0] == pair[1]) && pairs[..4] == pairs[4..], "{firsts:?}");
            assert!(given.iter().all(|opening| pairs[..4].contains(&opening[0])), "{pairs:?}");
            assert!(games.records().all(|record| record.opening == 1 && record.moves.len() > 1));
            let result = games.result();
            assert_eq!((result.opening_plies, result.openings), (None, Some(4)));
            orders.push(pairs);
        }
        assert!(orders.iter().any(|order| *order != orders[0]), "the seed draws the order");
        // A journal keeps matches with other openings apart.
        assert_ne!(contest(1, &given).name(), contest(1, &given[1..]).name());
    }

    #[test]
    fn who_knows_the_truth_beats_who_knows_nothing() {
        let result = played(["exact", "random"], 20, 2).result();
        assert!(result.wins >= 16 && result.wins + result.draws + result.losses == 20, "{result:?}");
        assert!(result.points.lower > 0.5);
    }

    #[test]
    fn games_of_an_opening_that_end_alike_tell_less() {
        let all = |result: fn(usize) -> i32| (0..100).map(move |number| (number, result(number)));
        // Whole pairs are won or lost: as much as 50 games. Every pair is shared: no less than 100.
        let alike = points(all(|number| if number % 4 < 2 { 1 } else { -1 }));
        let shared = points(all(|number| if number % 2 == 0 { 1 } else { -1 }));
        let close =
            |one: Interval, other: Interval| (one.lower - other.lower).abs() < 0.005 && one.value == other.value;
        assert!(close(alike, wilson(25.0, 50.0)), "{alike:?}");
        assert_eq!(shared, wilson(50.0, 100.0));
        assert_eq!(points(all(|_| 1)), wilson(100.0, 100.0));
        assert_eq!(points(all(|_| 1).take(1)), wilson(1.0, 1.0));
        assert_eq!(points(all(|_| 1).take(0)), wilson(0.0, 0.0));
        // Without its partner a game counts for itself.
        let halves = all(|number| if number % 4 < 2 { 1 } else { -1 }).step_by(2);
        assert_eq!(points(halves), wilson(25.0, 50.0));
    }
}
