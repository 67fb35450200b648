//! Problem positions made on the fly, for when there is no problem set.

use std::collections::HashSet;

use mcts::baselines::random_move;
use mcts::{Game, Random};
use solver::{Discs, Position, Start, Symmetries};

use super::labels::{Labelled, label};
use crate::baselines::Exact;
use crate::game::Othello;

/// How many random games to try in a row before giving up on finding another position.
const TRIES: u64 = 1000;

/// Positions with `empties` empty squares in which some move wins and another loses, labelled by solving. Each comes from its
/// own random game, and no two are symmetric twins. Fewer than `count` if a thousand games in a row give no new one.
///
/// `found` is called after each and returns whether to go on. The same arguments give the same positions.
pub fn random_problems(
    game: &Othello,
    start: Start,
    empties: u32,
    count: usize,
    seed: u64,
    mut found: impl FnMut() -> bool,
) -> Vec<Labelled> {
    let symmetries = Symmetries::new(game.board());
    let (mut exact, mut seen, mut problems) = (Exact::default(), HashSet::new(), Vec::new());
    let (mut number, mut vain) = (0, 0);
    while problems.len() < count && vain < TRIES {
        number += 1;
        vain += 1;
        let Some(discs) = random_position(game, start, empties, &mut Random::new(seed, number)) else { continue };
        if !seen.insert(symmetries.canonical(discs).0) {
            continue;
        }
        let labelled = label(game, discs, &mut exact);
        if labelled.is_problem() {
            vain = 0;
            problems.push(labelled);
            if !found() {
                break;
            }
        }
    }
    problems
}

/// The position of a random game with this many empty squares; `None` if the game ends earlier.
fn random_position(game: &Othello, start: Start, empties: u32, random: &mut Random) -> Option<Discs> {
    let mut discs = Position::start(game.board(), start).discs();
    while game.empties(discs) > empties {
        let chosen = random_move(game, &discs, random)?;
        discs = game.apply(&discs, chosen);
    }
    Some(discs)
}

#[cfg(test)]
mod tests {
    use solver::Scoring;

    use super::*;

    #[test]
    fn they_are_problems_of_the_size_asked_for_and_the_same_each_time() {
        let game = Othello::new("4x6".parse().unwrap(), Scoring::Discs);
        let make = || random_problems(&game, Start::Othello, 9, 20, 1, || true);
        let problems = make();
        assert_eq!(problems.len(), 20);
        assert!(problems.iter().all(|one| one.is_problem() && game.empties(one.position) == 9));
        assert_eq!(problems, make());
        assert_eq!(random_problems(&game, Start::Othello, 9, 20, 1, || false).len(), 1);
        // A finished game has no moves, hence no problem.
        assert!(random_problems(&game, Start::Othello, 0, 5, 1, || true).is_empty());
    }
}
