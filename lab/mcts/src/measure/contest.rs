//! Matches between two players of a game.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::intervals::{Interval, wilson};
use crate::baselines::random_move;
use crate::game::{Game, Score};
use crate::random::{Random, mix};
use crate::team;

/// A player of a game.
pub trait Contestant<G: Game> {
    /// A legal move; `None` when the game is over. To make a match repeatable, let it depend only on the position and
    /// `seed`.
    fn choose(&mut self, state: &G::State, seed: u64) -> Option<G::Move>;
}

impl<G: Game, P: Contestant<G> + ?Sized> Contestant<G> for Box<P> {
    fn choose(&mut self, state: &G::State, seed: u64) -> Option<G::Move> {
        (**self).choose(state, seed)
    }
}

/// A match: every opening is played twice, with sides swapped.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest<'g, G: Game> {
    /// The game.
    pub game: &'g G,
    /// The starting position.
    pub start: G::State,
    /// Number of games; if it is odd, the opening of the last game is played only once.
    pub games: usize,
    /// Random plies at the beginning of each game.
    pub opening_plies: u32,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<M> {
    /// Whether the first player moved first.
    pub first_begins: bool,
    /// Number of random moves at the beginning.
    pub opening: usize,
    /// All moves, including those of the opening and passes.
    pub moves: Vec<M>,
    /// The score of the side that moved first.
    pub score: Score,
}

impl<M> Record<M> {
    /// The score of the first player.
    #[must_use]
    pub fn first_score(&self) -> Score {
        if self.first_begins { self.score } else { -self.score }
    }

    /// 1 if the first player won, ½ for a draw, else 0.
    #[must_use]
    pub fn first_points(&self) -> f64 {
        f64::from(self.first_score().signum() + 1) / 2.0
    }
}

/// The standing of a match, for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
}

impl Standing {
    /// The standing after some games.
    #[must_use]
    pub fn of<M>(records: &[Record<M>]) -> Self {
        let count = |sign: Score| records.iter().filter(|record| record.first_score().signum() == sign).count();
        Self { wins: count(1), draws: count(0), losses: count(-1) }
    }
}

/// Share of the points that the first player made, a draw counting half, with Wilson's interval for as many independent games
/// as tell as much: the two games of an opening may end alike more often than others. Of games that differ more than others
/// it makes no use.
#[must_use]
pub fn points<M: PartialEq>(records: &[Record<M>]) -> Interval {
    let games: Vec<f64> = records.iter().map(Record::first_points).collect();
    let pairs: Vec<f64> = records.windows(2).filter(|games| is_pair(&games[0], &games[1])).map(mean_of_pair).collect();
    let alike = (2.0 * variance(&pairs) / variance(&games)).max(1.0);
    // Without variance there is nothing to correct.
    let alike = if alike.is_finite() { alike } else { 1.0 };
    wilson(games.iter().sum::<f64>() / alike, games.len() as f64 / alike)
}

/// Whether two games, one after the other, have the same opening with sides swapped.
fn is_pair<M: PartialEq>(one: &Record<M>, other: &Record<M>) -> bool {
    one.first_begins && !other.first_begins && one.moves[..one.opening] == other.moves[..other.opening]
}

fn mean_of_pair<M>(games: &[Record<M>]) -> f64 {
    games.iter().map(Record::first_points).sum::<f64>() / 2.0
}

/// The variance of the population, estimated from a sample; 0 with fewer than two numbers.
fn variance(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0)
}

impl<G: Game> Contest<'_, G> {
    /// Plays all games on this many threads, except those already in `known`, by number. `players` makes two fresh players
    /// for each game. `finished` is called after each game, in whatever order they end, and returns whether to go on. The
    /// result includes the known games, is in the order of the game numbers, and does not depend on the number of threads
    /// unless the players' moves depend on time. It leaves out games that were never begun.
    ///
    /// # Panics
    /// If a player panicked.
    pub fn play<P: Contestant<G>>(
        &self,
        players: impl Fn() -> [P; 2] + Sync,
        threads: usize,
        known: BTreeMap<usize, Record<G::Move>>,
        finished: impl Fn(usize, &Record<G::Move>) -> bool + Sync,
    ) -> Vec<Record<G::Move>> {
        let missing: Vec<usize> = (0..self.games).filter(|number| !known.contains_key(number)).collect();
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let done = Mutex::new(known);
        let work = |_| {
            while !is_stopped.load(Ordering::Relaxed) {
                let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let record = self.game(players(), number);
                if !finished(number, &record) {
                    is_stopped.store(true, Ordering::Relaxed);
                }
                done.lock().expect("no thread panics while it holds the records").insert(number, record);
            }
        };
        team::work_on(threads.clamp(1, missing.len().max(1)), work);
        let done = done.into_inner().expect("all threads have ended well");
        done.into_iter().filter(|&(number, _)| number < self.games).map(|(_, record)| record).collect()
    }

    /// Plays one game, with players made for it alone.
    fn game<P: Contestant<G>>(&self, mut players: [P; 2], number: usize) -> Record<G::Move> {
        let game = self.game;
        let mut moves = self.opening(number / 2);
        let opening = moves.len();
        let mut state = moves.iter().fold(self.start.clone(), |state, &chosen| game.apply(&state, chosen));
        let first_begins = number.is_multiple_of(2);
        while !game.is_over(&state) {
            let is_even = moves.len().is_multiple_of(2);
            let player = &mut players[usize::from(is_even != first_begins)];
            let seed = mix(self.seed ^ mix(number as u64) ^ mix(moves.len() as u64).rotate_left(32));
            let Some(chosen) = player.choose(&state, seed) else { break };
            state = game.apply(&state, chosen);
            moves.push(chosen);
        }
        let score = game.score(&state);
        let score = if moves.len().is_multiple_of(2) { score } else { -score };
        Record { first_begins, opening, moves, score }
    }

    /// Random moves that do not end the game; none if a hundred tries all do.
    fn opening(&self, pair: usize) -> Vec<G::Move> {
        let mut random = Random::new(self.seed, pair as u64);
        for _ in 0..100 {
            let (mut state, mut moves) = (self.start.clone(), Vec::new());
            while moves.len() < self.opening_plies as usize
                && let Some(chosen) = random_move(self.game, &state, &mut random)
            {
                state = self.game.apply(&state, chosen);
                moves.push(chosen);
            }
            if !self.game.is_over(&state) {
                return moves;
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Marks, TicTacToe};

    /// If true, plays the best move by full search, otherwise a random one.
    struct Knows(bool);

    fn value(state: &Marks) -> Score {
        let mut moves = Vec::new();
        TicTacToe.moves(state, &mut moves);
        let best = moves.into_iter().map(|chosen| -value(&TicTacToe.apply(state, chosen))).max();
        best.unwrap_or_else(|| TicTacToe.score(state))
    }

    impl Contestant<TicTacToe> for Knows {
        fn choose(&mut self, state: &Marks, seed: u64) -> Option<u8> {
            let mut moves = Vec::new();
            TicTacToe.moves(state, &mut moves);
            let best = moves.into_iter().min_by_key(|&chosen| value(&TicTacToe.apply(state, chosen)));
            if self.0 { best } else { random_move(&TicTacToe, state, &mut Random::new(seed, 0)) }
        }
    }

    #[test]
    fn who_knows_the_truth_never_loses_and_threads_are_of_no_influence() {
        let contest = Contest { game: &TicTacToe, start: Marks::default(), games: 21, opening_plies: 0, seed: 1 };
        let play = |threads| contest.play(|| [Knows(true), Knows(false)], threads, BTreeMap::new(), |_, _| true);
        let records = play(1);
        assert_eq!(records, play(3));
        let standing = Standing::of(&records);
        assert_eq!((records.len(), standing.losses), (21, 0));
        assert!(standing.wins > 10 && points(&records).lower > 0.5, "{standing:?}");
        for (number, record) in records.iter().enumerate() {
            let end = record.moves.iter().fold(Marks::default(), |state, &chosen| TicTacToe.apply(&state, chosen));
            let score = if record.moves.len() % 2 == 0 { TicTacToe.score(&end) } else { -TicTacToe.score(&end) };
            assert_eq!((record.score, record.first_begins), (score, number % 2 == 0));
        }
    }

    #[test]
    fn players_of_different_kinds_meet_in_boxes() {
        struct First;
        impl Contestant<TicTacToe> for First {
            fn choose(&mut self, state: &Marks, _: u64) -> Option<u8> {
                let mut moves = Vec::new();
                TicTacToe.moves(state, &mut moves);
                moves.first().copied()
            }
        }
        type Player = Box<dyn Contestant<TicTacToe>>;
        let contest = Contest { game: &TicTacToe, start: Marks::default(), games: 10, opening_plies: 1, seed: 1 };
        let players = || -> [Player; 2] { [Box::new(Knows(true)), Box::new(First)] };
        assert_eq!(Standing::of(&contest.play(players, 2, BTreeMap::new(), |_, _| true)).losses, 0);
    }

    #[test]
    fn games_of_an_opening_that_end_alike_tell_less() {
        let game = |number: usize, score| {
            let first_begins = number.is_multiple_of(2);
            Record {
                first_begins,
                opening: 1,
                moves: vec![number / 2],
                score: if first_begins { score } else { -score },
            }
        };
        let all = |result: fn(usize) -> Score| (0..100).map(|number| game(number, result(number))).collect::<Vec<_>>();
        // Whole pairs are won or lost: as much as 50 games. Every pair is shared: no less than 100.
        let alike = points(&all(|number| if number % 4 < 2 { 1 } else { -1 }));
        let shared = points(&all(|number| if number % 2 == 0 { 1 } else { -1 }));
        let close =
            |one: Interval, other: Interval| (one.lower - other.lower).abs() < 0.005 && one.value == other.value;
        assert!(close(alike, wilson(25.0, 50.0)), "{alike:?}");
        assert_eq!(shared, wilson(50.0, 100.0));
        assert_eq!(points(&all(|_| 1)), wilson(100.0, 100.0));
        assert_eq!(points(&all(|_| 1)[..1]), wilson(1.0, 1.0));
        assert_eq!(points::<usize>(&[]), wilson(0.0, 0.0));
        // Without its partner a game counts for itself.
        let halves: Vec<_> = all(|number| if number % 4 < 2 { 1 } else { -1 }).into_iter().step_by(2).collect();
        assert_eq!(points(&halves), wilson(25.0, 50.0));
    }

    #[test]
    fn openings_are_paired_and_known_games_are_not_played_again() {
        let contest = Contest { game: &TicTacToe, start: Marks::default(), games: 8, opening_plies: 3, seed: 2 };
        let players = || [Knows(true), Knows(false)];
        let records = contest.play(players, 1, BTreeMap::new(), |_, _| true);
        for pair in records.chunks(2) {
            assert_eq!((pair[0].opening, pair[0].moves[..3].to_vec()), (3, pair[1].moves[..3].to_vec()));
        }
        let known: BTreeMap<_, _> = [1, 4, 7].map(|number| (number, records[number].clone())).into();
        let played = Mutex::new(Vec::new());
        let rest = Contest { games: 6, ..contest }.play(players, 1, known, |number, _| {
            played.lock().unwrap().push(number);
            true
        });
        assert_eq!((rest, played.into_inner().unwrap()), (records[..6].to_vec(), vec![0, 2, 3, 5]));
    }
}
