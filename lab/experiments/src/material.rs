//! What players are asked about: problem sets, or random positions that are solved on the fly.

use std::fmt;

use othello::Othello;
use othello::measure::{Labelled, random_problems};
use solver::{Board, Discs, Mode, Observer, Position, Scoring, Side, Start};

use crate::error::ExperimentError;

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
                Some(most) => ExperimentError::TooManyEmpties { empties, most, board },
                None => ExperimentError::NoProblems { board, empties },
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
        format!("{board} {position}")
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
}
