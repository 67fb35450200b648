//! Games with positions like those that an exact search visits: one side plays well, the other anything.

use std::ops::Range;

use rayon::prelude::*;
use solver::evaluation::Evaluation;
use solver::evaluation::lookahead::Lookahead;
use solver::random::Random;
use solver::{Discs, Geometry, Observer, Position, Scoring, Side, Start, Symmetries, rules};

use crate::Stopped;

/// How often, in percent, a side plays a random move instead of the one that the evaluation likes best.
const CARELESSNESS: [u32; 5] = [0, 10, 20, 50, 100];
/// The same for both sides before the point of the game where the search supposedly begins.
const CARELESSNESS_BEFORE: u32 = 10;
/// The opening, in which all moves are random, fills at most one in this many squares.
const OPENING_SHARE: u32 = 4;

/// Plays games on one board.
pub(crate) struct Games<'a> {
    geometry: Geometry,
    symmetries: Symmetries,
    player: Lookahead<'a>,
    seed: u64,
}

impl<'a> Games<'a> {
    /// Games in which `evaluation` judges the moves.
    pub(crate) fn new(evaluation: &'a Evaluation, seed: u64) -> Self {
        let board = evaluation.board();
        Self {
            geometry: Geometry::new(board),
            symmetries: Symmetries::new(board),
            player: Lookahead::new(evaluation, Scoring::Discs),
            seed,
        }
    }

    /// One position from each game for each range of numbers of empty squares, both ends included: in canonical form,
    /// sorted, without duplicates. Each game depends only on the seed and its number.
    ///
    /// # Errors
    /// The observer asked to stop.
    pub(crate) fn positions(
        &self,
        numbers: Range<u64>,
        ranges: &[(u32, u32)],
        observer: &dyn Observer,
    ) -> Result<Vec<Vec<Discs>>, Stopped> {
        let pick = |number: u64| {
            observer.advance(1);
            if observer.is_stopped() { Err(Stopped) } else { Ok(self.pick(number, ranges)) }
        };
        let picked: Vec<Vec<Option<Discs>>> = numbers.into_par_iter().map(pick).collect::<Result<_, _>>()?;
        let of_range = |index: usize| {
            let mut positions: Vec<Discs> = picked.iter().filter_map(|game| game[index]).collect();
            positions.sort_unstable();
            positions.dedup();
            positions
        };
        Ok((0..ranges.len()).map(of_range).collect())
    }

    /// A position for each range from one game, if the game has one.
    fn pick(&self, number: u64, ranges: &[(u32, u32)]) -> Vec<Option<Discs>> {
        let mut random = Random::new(self.seed, number);
        let game = self.play(&mut random);
        let mut position = |&(least, most): &(u32, u32)| {
            let wanted = least + random.below(most - least + 1);
            let discs = game.iter().find(|&&discs| self.empties(discs) == wanted)?;
            Some(self.symmetries.canonical(*discs).0)
        };
        ranges.iter().map(&mut position).collect()
    }

    /// All positions of a game but its end, including those in which the side to move must pass.
    fn play(&self, random: &mut Random) -> Vec<Discs> {
        let squares = self.geometry.squares();
        let mut discs = Position::start(self.geometry.board, random.pick(&Start::ALL)).discs();
        let opening_end = squares - 4 - random.below(squares / OPENING_SHARE);
        let search_begin = random.below(squares);
        let carelessness = [random.pick(&CARELESSNESS), random.pick(&CARELESSNESS)];
        let mut positions = Vec::new();
        for ply in 0.. {
            let empties = self.empties(discs);
            let percent = match empties {
                _ if empties > opening_end => 100,
                _ if empties > search_begin => CARELESSNESS_BEFORE,
                _ => carelessness[ply % 2],
            };
            let chosen = if random.below(100) < percent {
                let position = Position::new(self.geometry.board, discs, Side::Black);
                random.legal_move(&position.expect("the discs are on the board"))
            } else {
                self.player.best(discs, 1).map(|best| best.chosen)
            };
            let Some(chosen) = chosen else { break };
            positions.push(discs);
            discs = rules::after(&self.geometry, discs, chosen);
        }
        positions
    }

    fn empties(&self, discs: Discs) -> u32 {
        self.geometry.squares() - discs.occupied().len()
    }
}
