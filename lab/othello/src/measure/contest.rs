//! Matches between two players.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use mcts::baselines::random_move;
use mcts::measure::{Interval, elo, wilson};
use mcts::random::mix;
use mcts::{Game, Random};
use solver::{Board, Discs, Move, Position, Scoring, Side, Start};

use crate::game::Othello;
use crate::players::{Player, Spec};

/// A match: every opening is played twice, with colours exchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The players.
    pub players: [Spec; 2],
    /// The board.
    pub board: Board,
    /// How the discs stand at first.
    pub start: Start,
    /// Who gets the empties.
    pub scoring: Scoring,
    /// Number of games; an odd last one has an opening for itself.
    pub games: usize,
    /// Random plies at the beginning of each game.
    pub opening_plies: u32,
    /// Where the random numbers begin.
    pub seed: u64,
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Whether the first player had Black.
    pub first_is_black: bool,
    /// Number of random moves at the beginning.
    pub opening: usize,
    /// All moves, those of the opening and passes included.
    pub moves: Vec<Move>,
    /// Black's score.
    pub black_score: i32,
}

impl Record {
    /// The score of the first player.
    #[must_use]
    pub fn first_score(&self) -> i32 {
        if self.first_is_black { self.black_score } else { -self.black_score }
    }
}

/// How a match stands, for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games won.
    pub wins: usize,
    /// Drawn.
    pub draws: usize,
    /// Lost.
    pub losses: usize,
}

impl Standing {
    /// The standing after some games.
    #[must_use]
    pub fn of(records: &[Record]) -> Self {
        let count = |sign: i32| records.iter().filter(|record| record.first_score().signum() == sign).count();
        Self { wins: count(1), draws: count(0), losses: count(-1) }
    }

    /// Share of the points, a draw being half of one, with a 95 % interval that takes games for independent.
    #[must_use]
    pub fn share(&self) -> Interval {
        wilson(self.wins as f64 + self.draws as f64 / 2.0, (self.wins + self.draws + self.losses) as f64)
    }

    /// The same in Elo points.
    #[must_use]
    pub fn elo(&self) -> Interval {
        elo(self.share())
    }
}

impl Contest {
    /// Plays all games on so many threads, but for those that are `known` by their number; `finished` is called after each,
    /// in whatever order they end, and says whether to go on. The result has the known games too, in the order of their
    /// numbers, and does not depend on the number of threads, unless the players' moves depend on time. Games that were not
    /// begun are left out.
    ///
    /// # Panics
    /// If a player has panicked.
    pub fn play(
        &self,
        threads: usize,
        known: BTreeMap<usize, Record>,
        finished: impl Fn(usize, &Record) -> bool + Sync,
    ) -> Vec<Record> {
        let missing: Vec<usize> = (0..self.games).filter(|number| !known.contains_key(number)).collect();
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let done = Mutex::new(known);
        let work = || {
            while !is_stopped.load(Ordering::Relaxed) {
                let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let record = self.game(number);
                if !finished(number, &record) {
                    is_stopped.store(true, Ordering::Relaxed);
                }
                done.lock().expect("no thread panics while it holds the records").insert(number, record);
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads.clamp(1, missing.len().max(1)) {
                scope.spawn(work);
            }
        });
        let done = done.into_inner().expect("all threads have ended well");
        done.into_iter().filter(|&(number, _)| number < self.games).map(|(_, record)| record).collect()
    }

    /// Plays one game, by players that know of no other.
    fn game(&self, number: usize) -> Record {
        let game = Othello::new(self.board, self.scoring);
        let mut players = self.players.clone().map(|spec| Player::new(spec, self.board, self.scoring));
        let mut moves = self.opening(&game, number / 2);
        let opening = moves.len();
        let position = Position::start(self.board, self.start);
        let mut discs = moves.iter().fold(position.discs(), |discs, &chosen| game.apply(&discs, chosen));
        let first_is_black = number.is_multiple_of(2);
        while !game.is_over(&discs) {
            let black_moves = moves.len().is_multiple_of(2);
            let player = &mut players[usize::from(black_moves != first_is_black)];
            let seed = mix(self.seed ^ mix(number as u64) ^ mix(moves.len() as u64).rotate_left(32));
            let Some(choice) = player.choose(discs, seed) else { break };
            discs = game.apply(&discs, choice.chosen);
            moves.push(choice.chosen);
        }
        let score = game.score(&discs);
        let black_score = if moves.len().is_multiple_of(2) { score } else { -score };
        Record { first_is_black, opening, moves, black_score }
    }

    /// Random moves that do not end the game; fewer than asked for if a hundred tries all do.
    fn opening(&self, game: &Othello, pair: usize) -> Vec<Move> {
        let start = Position::start(self.board, self.start);
        debug_assert_eq!(start.side(), Side::Black, "Black begins");
        let mut random = Random::new(self.seed, pair as u64);
        for _ in 0..100 {
            let (mut discs, mut moves): (Discs, Vec<Move>) = (start.discs(), Vec::new());
            while moves.len() < self.opening_plies as usize
                && let Some(chosen) = random_move(game, &discs, &mut random)
            {
                discs = game.apply(&discs, chosen);
                moves.push(chosen);
            }
            if !game.is_over(&discs) {
                return moves;
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use solver::notation::play_moves;

    use super::*;

    fn contest(one: &str, other: &str, games: usize) -> Contest {
        Contest {
            players: [one.parse().unwrap(), other.parse().unwrap()],
            board: "4x6".parse().unwrap(),
            start: Start::Othello,
            scoring: Scoring::Discs,
            games,
            opening_plies: 5,
            seed: 1,
        }
    }

    #[test]
    fn games_are_legal_openings_paired_and_threads_of_no_influence() {
        let contest = contest("uct:n=50", "alphabeta:depth=1", 6);
        let records = contest.play(1, BTreeMap::new(), |_, _| true);
        assert_eq!(records, contest.play(3, BTreeMap::new(), |_, _| true));
        assert_eq!(records.len(), 6);
        for (number, record) in records.iter().enumerate() {
            let end = play_moves(Position::start(contest.board, contest.start), &record.moves).unwrap();
            let game = Othello::new(contest.board, contest.scoring);
            assert!(game.is_over(&end.discs()));
            let score = game.score(&end.discs());
            assert_eq!(record.black_score, if end.side() == Side::Black { score } else { -score });
            assert_eq!((record.opening, record.first_is_black), (5, number % 2 == 0));
            assert_eq!(record.moves[..5], records[number / 2 * 2].moves[..5]);
        }
        assert_ne!(records[0].moves[..5], records[2].moves[..5]);
    }

    #[test]
    fn who_knows_the_truth_beats_who_knows_nothing() {
        let records = contest("exact", "random", 20).play(2, BTreeMap::new(), |_, _| true);
        let standing = Standing::of(&records);
        assert!(standing.wins >= 16 && standing.wins + standing.draws + standing.losses == 20, "{standing:?}");
        assert!(standing.share().lower > 0.5 && standing.elo().lower > 0.0);
    }

    #[test]
    fn a_match_can_be_stopped() {
        assert_eq!(contest("random", "random", 100).play(1, BTreeMap::new(), |_, _| false).len(), 1);
    }

    #[test]
    fn known_games_are_not_played_again_and_those_beyond_the_match_do_not_count() {
        let contest = contest("uct:n=20,end=6", "random:end=8", 8);
        let records = contest.play(2, BTreeMap::new(), |_, _| true);
        let known: BTreeMap<usize, Record> = [1, 4, 7].map(|number| (number, records[number].clone())).into();
        let played = Mutex::new(Vec::new());
        let rest = Contest { games: 6, ..contest }.play(1, known, |number, _| {
            played.lock().unwrap().push(number);
            true
        });
        assert_eq!((rest, played.into_inner().unwrap()), (records[..6].to_vec(), vec![0, 2, 3, 5]));
    }
}
