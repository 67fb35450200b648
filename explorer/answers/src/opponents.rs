//! The opponents on offer. The list is fixed, so that nobody can ask for a player that never finishes.

use std::hash::{DefaultHasher, Hash, Hasher};

use othello::players::{Player, Spec};
use solver::{Basis, Bounds, Move, Position, Scoring};

use crate::lookup::{Books, Subject};

/// A player on the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Its name in addresses.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// Its specification for the crate `othello`; the solver plays by it when the value is not proven in time.
    pub spec: &'static str,
    /// Whether it prefers proven values.
    pub is_perfect: bool,
}

/// All opponents, weakest first.
pub const OPPONENTS: [Opponent; 6] = [
    Opponent { name: "random", title: "Random", about: "Any legal move.", spec: "random", is_perfect: false },
    Opponent {
        name: "mc",
        title: "Monte Carlo",
        about: "Flat Monte Carlo, 100 random games for each move.",
        spec: "mc:n=100,playout=lanes",
        is_perfect: false,
    },
    Opponent {
        name: "uct",
        title: "UCT",
        about: "Monte-Carlo tree search, 2,000 random games a move.",
        spec: "uct:n=2000",
        is_perfect: false,
    },
    Opponent {
        name: "alphabeta",
        title: "Alpha-beta",
        about: "Four plies with the learned evaluation, the last eight empty squares exactly.",
        spec: "alphabeta:depth=4,end=8",
        is_perfect: false,
    },
    Opponent {
        name: "uct-plus",
        title: "UCT+",
        about: "Tree search steered by the learned evaluation, 10,000 random games a move, the last ten empty squares exactly.",
        spec: "uct+:n=10000,graph=yes,prove=yes,end=10",
        is_perfect: false,
    },
    Opponent {
        name: "solver",
        title: "Solver",
        about: "Perfect play where it is known or found in time, else alpha-beta of six plies.",
        spec: "alphabeta:depth=6,end=12",
        is_perfect: true,
    },
];

/// A move, and whether it is proven to be best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move; `None` when the game is over.
    pub chosen: Option<Move>,
    /// Whether no move is better.
    pub is_proven: bool,
    /// Whose word that rests on.
    pub basis: Basis,
}

impl Opponent {
    /// The opponent with this name.
    ///
    /// # Errors
    /// A sentence that lists the names there are.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn named(name: &str) -> Result<Self, String> {
        let found = OPPONENTS.into_iter().find(|opponent| opponent.name == name);
        found.ok_or_else(|| {
            let names: Vec<_> = OPPONENTS.iter().map(|opponent| opponent.name).collect();
            let (last, others) = names.split_last().expect("the list is not empty");
            format!("player '{name}' is unknown: it is {} or {last}", others.join(", "))
        })
    }

    /// The move it makes without a proven one. The same position always gives the same move.
    ///
    /// # Panics
    /// If the list holds a specification that cannot be parsed, which a test rules out.
    pub fn choose(&self, position: &Position, scoring: Scoring) -> Reply {
        let spec: Spec = self.spec.parse().expect("the list was read by a test");
        let mut hasher = DefaultHasher::new();
        position.discs().hash(&mut hasher);
        let choice = Player::new(spec, position.board(), scoring).choose(position.discs(), hasher.finish());
        Reply { chosen: choice.map(|choice| choice.chosen), is_proven: false, basis: Basis::Proof }
    }
}

/// A move that is proven to be best, if one is known and what is known is not contradictory.
pub fn proven(books: &Books, subject: &Subject) -> Option<Reply> {
    let view = books.view(subject, false);
    if view.is_over {
        return Some(Reply { chosen: None, is_proven: true, basis: Basis::Proof });
    }
    if view.bounds.contradict() || view.moves.iter().any(|one| one.bounds.contradict()) {
        return None;
    }
    // Prefer a best move whose value is known, so that the game can be followed.
    let value = view.bounds.exact().map(Bounds::at);
    let best = view.moves.iter().filter(|one| one.is_best);
    let best = best.min_by_key(|one| Some(one.bounds) != value)?;
    Some(Reply { chosen: Some(best.chosen), is_proven: true, basis: view.basis })
}

#[cfg(test)]
mod tests {
    use solver::Start;

    use super::*;

    #[test]
    fn every_opponent_makes_legal_moves() {
        for opponent in OPPONENTS {
            for board in ["4x4", "5x3", "4x6"] {
                let board = board.parse().unwrap();
                let position = Position::start(board, Start::Reversi);
                let reply = opponent.choose(&position, Scoring::Discs);
                let legal = position.legal_moves();
                assert!(legal.contains(&reply.chosen.unwrap()), "{}", opponent.name);
                assert_eq!(opponent.choose(&position, Scoring::Discs), reply, "{}", opponent.name);
            }
            assert!(Opponent::named(opponent.name).is_ok());
        }
    }

    #[test]
    fn an_unknown_one_is_told_who_there_is() {
        let expected = "player 'x' is unknown: it is random, mc, uct, alphabeta, uct-plus or solver";
        assert_eq!(Opponent::named("x").unwrap_err(), expected);
    }
}
