//! What players are asked about: problem sets, or random positions that are solved on the fly.

use std::collections::HashSet;
use std::fmt;

use mcts::baselines::random_move;
use mcts::{Game, Random};
use othello::Othello;
use othello::baselines::Exact;
use solver::{Board, Discs, Mode, Observer, Position, Scoring, Side, Start, Symmetries};

use crate::error::ExperimentError;
use crate::labelled::Labelled;

/// Labelled positions of one board. Displayed as a sentence without the full stop.
#[derive(Clone, Debug)]
pub struct Material {
    /// Its name: the set's folder, or how it was made.
    pub name: String,
    /// SHA-256 of a set's checksums.
    pub checksum: Option<String>,
    /// The board.
    pub board: Board,
    /// The first position of the games from which the positions come.
    pub start: Start,
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// Fewest and most empty squares of a position.
    pub empties: (u32, u32),
    /// Whether the labels are values of all moves, or only outcomes.
    pub labels: Mode,
    /// The positions.
    pub positions: Vec<Labelled>,
}

/// Which random positions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomPositions {
    /// The board.
    pub board: Board,
    /// The first position of the games.
    pub start: Start,
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// Empty squares of each position.
    pub empties: u32,
    /// Number of positions.
    pub count: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// What a perfect player would achieve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ceiling {
    /// Positions lost whatever is played.
    pub lost: usize,
    /// Positions drawn at best.
    pub drawn: usize,
    /// The highest possible accuracy, 0 to 1: moves that win, and half of those that draw.
    pub accuracy: f64,
}

impl Material {
    /// The positions of several sets together; `None` for fewer than two, or sets of different boards, starts or scorings.
    #[must_use]
    pub fn pooled(sets: &[Self]) -> Option<Self> {
        let game = |set: &Self| (set.board, set.start, set.scoring);
        let first = sets.first().filter(|first| sets.len() > 1 && sets.iter().all(|set| game(set) == game(first)))?;
        let is_wld = sets.iter().any(|set| set.labels == Mode::Wld);
        Some(Self {
            name: sets.iter().map(|set| set.name.as_str()).collect::<Vec<_>>().join(" + "),
            checksum: None,
            empties: sets
                .iter()
                .fold(first.empties, |(least, most), set| (least.min(set.empties.0), most.max(set.empties.1))),
            labels: if is_wld { Mode::Wld } else { Mode::Exact },
            positions: sets.iter().flat_map(|set| set.positions.iter().cloned()).collect(),
            ..*first
        })
    }

    /// Random positions in which some move wins and another loses, each from its own game. It solves them, which takes long
    /// with many empty squares. Fewer than wanted if it finds no more.
    ///
    /// # Errors
    /// Stopped, or no such position was found.
    pub fn random(wanted: RandomPositions, observer: &dyn Observer) -> Result<Self, ExperimentError> {
        let RandomPositions { board, start, scoring, empties, count, seed } = wanted;
        observer.begin("solving positions", count as u64);
        let positions = random_problems(&Othello::new(board, scoring), start, empties, count, seed, || {
            observer.advance(1);
            !observer.is_stopped()
        });
        if observer.is_stopped() {
            return Err(ExperimentError::Stopped);
        }
        if positions.is_empty() {
            return Err(match board.squares().checked_sub(4).filter(|&most| most < empties) {
                Some(most) => {
                    ExperimentError::Misuse(format!("empties {empties} are more than the {most} of board {board}"))
                }
                None => ExperimentError::Unsuitable(format!(
                    "no position of {board} with {empties} empty squares was found in which a move wins and another loses"
                )),
            });
        }
        let (name, empties) = (format!("random, seed {seed}"), (empties, empties));
        Ok(Self { name, checksum: None, board, start, scoring, empties, labels: Mode::Exact, positions })
    }

    /// What keeps even a perfect player from an accuracy of 1; `None` if every position can be won.
    #[must_use]
    pub fn ceiling(&self) -> Option<Ceiling> {
        let best = |position: &Labelled| position.value().unwrap_or(0);
        let count = |is: fn(&i32) -> bool| self.positions.iter().map(best).filter(is).count();
        let (drawn, lost) = (count(|&value| value == 0), count(|&value| value < 0));
        let all = self.positions.len() as f64;
        let accuracy = (all - lost as f64 - drawn as f64 / 2.0) / all;
        (drawn + lost > 0).then_some(Ceiling { lost, drawn, accuracy })
    }

    /// A position's permanent name, with its board. The colour to move does not matter to a player, so it is always Black.
    pub(crate) fn name_of(&self, discs: Discs) -> String {
        let board = self.board;
        let position = Position::new(board, discs, Side::Black).expect("the discs are on the board");
        position.to_string()
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, board, start, scoring, empties: (least, most), labels, positions, .. } = self;
        let span = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let labels = if *labels == Mode::Exact { "values" } else { "outcomes" };
        let count = positions.len();
        write!(
            f,
            "{name}: {count} positions of {board} with {span} empty squares, {start} start, scoring {scoring}, {labels}"
        )
    }
}

/// How many random games to try in a row before giving up on finding another position.
const TRIES: u64 = 1000;

/// Positions with `empties` empty squares in which some move wins and another loses, labelled by solving. Each comes from its
/// own random game, and no two are symmetric twins. Fewer than `count` if a thousand games in a row give no new one.
///
/// `found` is called after each and returns whether to go on. The same arguments give the same positions.
fn random_problems(
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
        let labelled = Labelled::solved(game, discs, &mut exact);
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
    use solver::Unobserved;

    use super::*;

    fn wanted(empties: u32, count: usize) -> RandomPositions {
        let board = "4x4".parse().unwrap();
        RandomPositions { board, start: Start::Othello, scoring: Scoring::Discs, empties, count, seed: 1 }
    }

    #[test]
    fn random_positions_are_as_wanted_and_described() {
        let material = Material::random(wanted(8, 3), &Unobserved).unwrap();
        assert_eq!((material.positions.len(), material.ceiling()), (3, None));
        assert_eq!(
            material.to_string(),
            "random, seed 1: 3 positions of 4x4 with 8 empty squares, othello start, scoring discs, values"
        );
        let error = |empties| Material::random(wanted(empties, 1), &Unobserved).unwrap_err();
        assert_eq!(error(13).to_string(), "empties 13 are more than the 12 of board 4x4");
        assert!(error(13).is_misuse() && !error(0).is_misuse());
    }

    #[test]
    fn a_position_is_named_with_its_board() {
        let material = Material::random(wanted(8, 1), &Unobserved).unwrap();
        let start = Position::start(material.board, Start::Othello);
        assert_eq!(material.name_of(start.discs()), "4x4 -----OX--XO----- X");
    }

    #[test]
    fn nobody_wins_a_lost_position() {
        let mut material = Material::random(wanted(8, 4), &Unobserved).unwrap();
        for value in &mut material.positions[0].moves {
            value.1 = -2;
        }
        for value in &mut material.positions[1].moves {
            value.1 = value.1.min(0);
        }
        assert_eq!(material.ceiling(), Some(Ceiling { lost: 1, drawn: 1, accuracy: 2.5 / 4.0 }));
    }

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
