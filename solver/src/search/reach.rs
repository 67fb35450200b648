//! Whether a score is reached, and by which moves: what a proof needs at each of its positions.

use super::kernel::Kernel;
use super::line::{self, Halt};
use super::root_search::RootSearch;
use super::searcher::Effort;
use crate::error::SolveError;
use crate::question::{Phase, Reached, Target};
use rules::discs::Discs;
use rules::moves::Move;
use rules::plain;
use rules::position::Position;
use rules::score::{Bounds, Score};

impl<I: Kernel> RootSearch<'_, I> {
    /// Looks up or searches whether the target is reached.
    ///
    /// # Errors
    /// The search was stopped, or the known bounds are false.
    pub(super) fn reaches(&mut self, target: Target) -> Result<Reached, SolveError> {
        let Target { position, at_least, scoring } = target;
        if let Some(score) = position.final_score(scoring) {
            return Ok(if score >= at_least { Reached::Yes(Vec::new()) } else { Reached::No });
        }
        let moves = self.moves_known_to_reach(position, at_least);
        if !moves.is_empty() {
            return Ok(Reached::Yes(moves));
        }
        let known = self.known(position.discs());
        self.shared.progress.enter(Phase::Limit, known);
        let alpha = at_least.discs() - 1;
        let value = match known.decide(alpha) {
            Some(value) => value,
            None => self.null_window(position.discs(), alpha, Effort::UNLIMITED).ok_or(SolveError::Stopped)?,
        };
        if value <= alpha {
            return Ok(Reached::No);
        }
        let moves = self.moves_known_to_reach(position, at_least);
        if !moves.is_empty() {
            return Ok(Reached::Yes(moves));
        }
        match line::keeping_move(self, position, at_least) {
            Ok(chosen) => Ok(Reached::Yes(vec![chosen])),
            Err(Halt::Stopped) => Err(SolveError::Stopped),
            Err(Halt::Contradiction(position)) => Err(SolveError::Contradiction(position)),
        }
    }

    /// The moves that, by the bounds of both tables, reach the score.
    fn moves_known_to_reach(&self, position: Position, at_least: Score) -> Vec<Move> {
        let geometry = self.shared.geometry;
        let mut moves = plain::moves(geometry, position.discs());
        moves
            .retain(|&chosen| -self.known_or_final(plain::after(geometry, position.discs(), chosen)).upper >= at_least);
        moves
    }

    /// The known bounds of a position in which the game may be over, or the side to move may have to pass.
    fn known_or_final(&self, discs: Discs) -> Bounds {
        let geometry = self.shared.geometry;
        if plain::mobility(geometry, discs) != 0 {
            self.known(discs)
        } else if plain::mobility(geometry, discs.passed()) != 0 {
            self.known(discs.passed()).negated()
        } else {
            Bounds::at(self.shared.scoring.final_score(discs, geometry.squares()))
        }
    }
}
