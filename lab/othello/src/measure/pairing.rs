//! Matches between two players of Othello.

use std::collections::BTreeMap;

use mcts::measure::{Contest, Contestant};
use solver::{Board, Discs, Move, Position, Scoring, Start};

use crate::game::Othello;
use crate::players::{Player, Spec};

/// One game of a match. Black begins, so its score is Black's, in discs.
pub type Record = mcts::measure::Record<Move>;

/// A match: every opening is played twice, with colours swapped. Black begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// The players.
    pub players: [Spec; 2],
    /// The board.
    pub board: Board,
    /// The initial discs.
    pub start: Start,
    /// Who gets the empties.
    pub scoring: Scoring,
    /// Number of games; if it is odd, the opening of the last game is played only once.
    pub games: usize,
    /// Random plies at the beginning of each game.
    pub opening_plies: u32,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Contestant<Othello> for Player {
    fn choose(&mut self, state: &Discs, seed: u64) -> Option<Move> {
        Player::choose(self, *state, seed).map(|choice| choice.chosen)
    }
}

impl Pairing {
    /// Plays all games on this many threads, except those already in `known`, by number. `finished` is called after each game
    /// and returns whether to go on (see [`Contest::play`]).
    ///
    /// # Panics
    /// If a player panicked.
    pub fn play(
        &self,
        threads: usize,
        known: BTreeMap<usize, Record>,
        finished: impl Fn(usize, &Record) -> bool + Sync,
    ) -> Vec<Record> {
        let Self { board, start, scoring, games, opening_plies, seed, .. } = *self;
        let game = Othello::new(board, scoring);
        let contest = Contest { game: &game, start: Position::start(board, start).discs(), games, opening_plies, seed };
        let players = || self.players.clone().map(|spec| Player::new(spec, board, scoring));
        contest.play(players, threads, known, finished)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use mcts::Game;
    use mcts::measure::{Standing, points};
    use solver::Side;
    use solver::notation::play_moves;

    use super::*;

    fn pairing(one: &str, other: &str, games: usize) -> Pairing {
        Pairing {
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
        let pairing = pairing("uct:n=50", "alphabeta:depth=1", 6);
        let records = pairing.play(1, BTreeMap::new(), |_, _| true);
        assert_eq!(records, pairing.play(3, BTreeMap::new(), |_, _| true));
        assert_eq!(records.len(), 6);
        for (number, record) in records.iter().enumerate() {
            let end = play_moves(Position::start(pairing.board, pairing.start), &record.moves).unwrap();
            let game = Othello::new(pairing.board, pairing.scoring);
            assert!(game.is_over(&end.discs()));
            let score = game.score(&end.discs());
            assert_eq!(record.score, if end.side() == Side::Black { score } else { -score });
            assert_eq!((record.opening, record.first_begins), (5, number % 2 == 0));
            assert_eq!(record.moves[..5], records[number / 2 * 2].moves[..5]);
        }
        assert_ne!(records[0].moves[..5], records[2].moves[..5]);
    }

    #[test]
    fn who_knows_the_truth_beats_who_knows_nothing() {
        let records = pairing("exact", "random", 20).play(2, BTreeMap::new(), |_, _| true);
        let standing = Standing::of(&records);
        assert!(standing.wins >= 16 && standing.wins + standing.draws + standing.losses == 20, "{standing:?}");
        assert!(points(&records).lower > 0.5);
    }

    #[test]
    fn a_match_can_be_stopped() {
        assert_eq!(pairing("random", "random", 100).play(1, BTreeMap::new(), |_, _| false).len(), 1);
    }

    #[test]
    fn known_games_are_not_played_again_and_those_beyond_the_match_do_not_count() {
        let pairing = pairing("uct:n=20,end=6", "random:end=8", 8);
        let records = pairing.play(2, BTreeMap::new(), |_, _| true);
        let known: BTreeMap<usize, Record> = [1, 4, 7].map(|number| (number, records[number].clone())).into();
        let played = Mutex::new(Vec::new());
        let rest = Pairing { games: 6, ..pairing }.play(1, known, |number, _| {
            played.lock().unwrap().push(number);
            true
        });
        assert_eq!((rest, played.into_inner().unwrap()), (records[..6].to_vec(), vec![0, 2, 3, 5]));
    }
}
