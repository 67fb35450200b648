//! Two players against each other, with saved games.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use files::Damage;
use mcts::measure::{Interval, Standing, elo, points};
use othello::measure::{Pairing, Record};
use othello::players::{Player, PlayerKind};
use serde::{Deserialize, Serialize};
use solver::notation::{line_text, parse_moves, play_moves};
use solver::{Board, Move, Observer, Position, Score, Scoring, Side, Start};

use crate::error::ExperimentError;
use crate::journal::{Journal, JournalError};
use crate::record;

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

/// A match, whose games may be saved.
#[derive(Debug)]
pub struct Match {
    pairing: Pairing,
    journal: Option<Journal<Kept>>,
    known: BTreeMap<usize, Record>,
}

/// The played games of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The match.
    pub pairing: Pairing,
    /// The games.
    pub records: Vec<Record>,
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
    #[serde(serialize_with = "record::start")]
    pub start: Start,
    /// Who gets the squares that stay empty.
    #[serde(serialize_with = "record::scoring")]
    pub scoring: Scoring,
    /// Random plies at the beginning of each game.
    pub opening_plies: u32,
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
    #[serde(serialize_with = "record::interval")]
    pub points: Interval,
    /// The same in Elo points.
    #[serde(serialize_with = "record::interval")]
    pub elo: Interval,
    /// What each move costs the first player, if it is alpha-beta to a fixed depth and that was asked for
    /// ([`Played::result_with_nodes`]).
    pub player_nodes: Option<Nodes>,
    /// The same for the second.
    pub opponent_nodes: Option<Nodes>,
}

/// Positions that alpha-beta visits for a move, on average over its games as Black and as White. Random openings, passes and
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
    /// Random plies at the beginning.
    pub opening_plies: usize,
    /// All moves.
    pub moves: String,
}

impl Match {
    /// The name of its journals.
    const NAME: &str = "mcts match";

    /// A match without known games.
    #[must_use]
    pub fn new(pairing: Pairing) -> Self {
        Self { pairing, journal: None, known: BTreeMap::new() }
    }

    /// Saves games in a file from now on, and does not replay those already there. Returns the lines of the file that are
    /// skipped because they are damaged; their games are played again.
    ///
    /// # Errors
    /// The file cannot be used, or is something else.
    pub fn keep_in(&mut self, path: &Path) -> Result<Vec<Damage>, ExperimentError> {
        let name = self.name();
        let check = |kept: &Kept| if kept.contest == name { self.read(kept).map(|_| ()) } else { Ok(()) };
        let (journal, found) = Journal::open_checked(path, Self::NAME, check)?;
        let of_match = found.known.iter().filter(|kept| kept.contest == name);
        self.known = of_match.filter_map(|kept| Some((kept.number, self.read(kept).ok()?))).collect();
        self.journal = Some(journal);
        Ok(found.left_out)
    }

    /// Plays the games that are not known, on this many threads; fewer if the observer asks to stop.
    ///
    /// # Errors
    /// A game cannot be saved.
    pub fn play(self, threads: usize, observer: &dyn Observer) -> Result<Played, ExperimentError> {
        observer.begin("games", self.pairing.games as u64);
        observer.resume(self.known.len() as u64);
        let failure: Mutex<Option<JournalError>> = Mutex::new(None);
        let records = self.pairing.play(threads, self.known.clone(), |number, record| {
            observer.advance(1);
            if let Some(Err(error)) = self.journal.as_ref().map(|journal| journal.add(&self.kept(number, record))) {
                failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                return false;
            }
            !observer.is_stopped()
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error.into()),
            None => Ok(Played { pairing: self.pairing, records }),
        }
    }

    /// What determines the games of a match, without their number.
    fn name(&self) -> String {
        let Pairing { players: [first, second], board, start, scoring, opening_plies, seed, .. } = &self.pairing;
        format!("{first} {second} {board} {start} {scoring} random:{opening_plies} seed {seed}")
    }

    fn kept(&self, number: usize, record: &Record) -> Kept {
        Kept {
            contest: self.name(),
            number,
            opening: record.opening,
            moves: line_text(self.pairing.board, &record.moves),
            black_score: record.score,
        }
    }

    /// Parses and checks a game of this match from a journal.
    fn read(&self, kept: &Kept) -> Result<Record, String> {
        let Pairing { board, start, scoring, .. } = self.pairing;
        let moves = parse_moves(board, &kept.moves).map_err(|error| error.to_string())?;
        let end = play_moves(Position::start(board, start), &moves).map_err(|error| error.to_string())?;
        let black_score = end.final_score(scoring).map(|score| if end.side() == Side::Black { score } else { -score });
        if black_score != Some(Score::new(kept.black_score)) || kept.opening > moves.len() {
            return Err(format!("game {} does not end with {} for Black", kept.number, kept.black_score));
        }
        let first_begins = kept.number.is_multiple_of(2);
        Ok(Record { first_begins, opening: kept.opening, moves, score: kept.black_score })
    }
}

impl Played {
    /// The result.
    #[must_use]
    pub fn result(&self) -> MatchResult {
        let Pairing { players: [first, second], board, start, scoring, opening_plies, seed, .. } = &self.pairing;
        let Standing { wins, draws, losses } = Standing::of(&self.records);
        let points = points(&self.records);
        MatchResult {
            player: first.text.clone(),
            opponent: second.text.clone(),
            board: *board,
            start: *start,
            scoring: *scoring,
            opening_plies: *opening_plies,
            seed: *seed,
            games: self.records.len(),
            wins,
            draws,
            losses,
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
        let spec = &self.pairing.players[seat];
        if !matches!(spec.kind, PlayerKind::AlphaBeta { time: None, .. }) {
            return None;
        }
        let mut player = Player::new(spec.clone(), self.pairing.board, self.pairing.scoring);
        let mut mean = |color: Side| {
            let has_color = |record: &&Record| (record.first_begins == (seat == 0)) == (color == Side::Black);
            let asked = self.records.iter().filter(has_color).flat_map(|record| self.asked(record, color));
            let costs = asked.filter(|position| position.empties() > spec.exact_from);
            let costs: Vec<u64> =
                costs.map(|position| player.choose(position.discs(), 0).map_or(0, |choice| choice.nodes)).collect();
            costs.iter().sum::<u64>() as f64 / costs.len().max(1) as f64
        };
        Some(Nodes { black: mean(Side::Black), white: mean(Side::White) })
    }

    /// The positions of a game after its opening in which the player of a colour placed a disc.
    fn asked(&self, record: &Record, color: Side) -> Vec<Position> {
        let mut position = Position::start(self.pairing.board, self.pairing.start);
        let mut asked = Vec::new();
        for (ply, &chosen) in record.moves.iter().enumerate() {
            if ply >= record.opening && position.side() == color && chosen != Move::Pass {
                asked.push(position);
            }
            position = position.play(chosen).expect("the moves of played and read games are legal");
        }
        asked
    }

    /// The games, in the order of their numbers.
    pub fn games(&self) -> impl Iterator<Item = GameResult<'_>> {
        self.records.iter().map(|record| {
            let (black, white) = self.seats(record);
            GameResult {
                black,
                white,
                black_score: record.score,
                opening_plies: record.opening,
                moves: line_text(self.pairing.board, &record.moves),
            }
        })
    }

    /// The players of Black and White.
    fn seats(&self, record: &Record) -> (&str, &str) {
        let [first, second] = self.pairing.players.each_ref().map(|player| player.text.as_str());
        if record.first_begins { (first, second) } else { (second, first) }
    }

    /// All games in the Generic Game Format; `place` is the program's name.
    #[must_use]
    pub fn ggf(&self, place: &str) -> String {
        let start = Position::start(self.pairing.board, self.pairing.start);
        let game = |record: &Record| {
            let (black, white) = self.seats(record);
            let players = [black.to_owned(), white.to_owned()];
            let game = solver::read::Game { moves: record.moves.clone(), players, ..solver::read::Game::of(start) };
            game.ggf(place, Some(Score::new(record.score)))
        };
        self.records.iter().map(game).collect()
    }
}
