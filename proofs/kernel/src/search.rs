//! Values of positions: what the side to move gets when both sides play as well as they can.

use std::collections::HashMap;

use crate::position::Position;
use crate::rules::Scoring;

/// The value of a position for the side to move, by visiting every game that can follow.
///
/// This is the definition of a value, word for word. It takes seconds from about nine empty squares on.
pub fn minimax(position: &Position, scoring: Scoring) -> i32 {
    let values = position.successors().into_iter().map(|next| -minimax(&next, scoring));
    values.max().unwrap_or_else(|| position.score(scoring))
}

/// The value of a position for the side to move, by alpha-beta. It takes well below a second for 12 empty squares.
pub fn value(position: &Position, scoring: Scoring) -> i32 {
    let most = position.squares() as i32;
    AlphaBeta::new(scoring).search(position, -most, most)
}

/// Positions with fewer empty squares are searched again instead of being remembered.
const REMEMBERED_EMPTIES: u32 = 4;
/// Before more positions are remembered, all are forgotten.
const MOST_REMEMBERED: usize = 1 << 20;

/// A search that remembers positions.
pub(crate) struct AlphaBeta {
    scoring: Scoring,
    /// Proven limits of values: at least the first, at most the second.
    known: HashMap<(u64, u64), (i32, i32)>,
    /// Positions visited.
    pub(crate) nodes: u64,
}

impl AlphaBeta {
    /// A search that remembers nothing yet. All its positions must be of one board.
    pub(crate) fn new(scoring: Scoring) -> Self {
        Self { scoring, known: HashMap::new(), nodes: 0 }
    }

    /// Whether the value of a position for the side to move is at least `target`.
    pub(crate) fn reaches(&mut self, position: &Position, target: i32) -> bool {
        self.search(position, target - 1, target) == target
    }

    /// The value of a position for the side to move, if it lies between `alpha` and `beta`, which
    /// must differ; otherwise `alpha` if it is at most that, `beta` if it is at least that.
    fn search(&mut self, position: &Position, alpha: i32, beta: i32) -> i32 {
        assert!(alpha < beta);
        self.nodes += 1;
        let remembers = position.empties() >= REMEMBERED_EMPTIES;
        if remembers
            && let Some(&(lower, upper)) = self.known.get(&position.pair())
            && (lower == upper || lower >= beta || upper <= alpha)
        {
            // In each of the three cases the lower limit, clamped to the window, is the answer.
            return lower.clamp(alpha, beta);
        }
        let result = self.best_of_moves(position, alpha, beta);
        if remembers {
            if self.known.len() == MOST_REMEMBERED {
                self.known.clear();
            }
            let limits = self.known.entry(position.pair()).or_insert((i32::MIN, i32::MAX));
            if result > alpha {
                limits.0 = limits.0.max(result);
            }
            if result < beta {
                limits.1 = limits.1.min(result);
            }
        }
        result
    }

    fn best_of_moves(&mut self, position: &Position, alpha: i32, beta: i32) -> i32 {
        let successors = position.successors();
        if successors.is_empty() {
            return position.score(self.scoring).clamp(alpha, beta);
        }
        let mut best = alpha;
        for next in successors {
            best = best.max(-self.search(&next, -beta, -best));
            if best >= beta {
                return beta;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{EMPTY, Start};

    /// Positions of a game whose moves are chosen by a generator with the seed `number`.
    fn game(mut number: u64, rows: usize, cols: usize, start: Start) -> Vec<Position> {
        let mut positions = vec![Position::start(rows, cols, start)];
        while let Some(now) = positions.last() {
            let moves = now.legal_moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves[(number >> 33) as usize % moves.len()];
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let next = now.play(chosen).unwrap();
            positions.push(next);
        }
        positions
    }

    #[test]
    fn alpha_beta_agrees_with_minimax() {
        for (rows, cols) in [(3, 3), (3, 4), (4, 3), (4, 4), (3, 7), (5, 5), (6, 4), (8, 8), (2, 9)] {
            for seed in 0..6 {
                for start in [Start::Othello, Start::Reversi, Start::ReversiRows] {
                    let positions = game(seed, rows, cols, start);
                    for now in positions.iter().filter(|now| now.count(EMPTY) <= 7) {
                        for scoring in [Scoring::Discs, Scoring::Wof] {
                            assert_eq!(value(now, scoring), minimax(now, scoring), "{rows}x{cols} {now} {scoring:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_window_gives_the_value_held_within_it() {
        for now in game(1, 4, 4, Start::Othello).iter().skip(4) {
            let exact = minimax(now, Scoring::Wof);
            for (alpha, beta) in (-16..16).flat_map(|alpha| (alpha + 1..=16).map(move |beta| (alpha, beta))) {
                let mut search = AlphaBeta::new(Scoring::Wof);
                assert_eq!(search.search(now, alpha, beta), exact.clamp(alpha, beta), "{now} {alpha} {beta}");
            }
        }
    }

    /// Takeshita & Ikeda 2015, table of results; the `wof` values count the empties of the same final positions.
    #[test]
    fn published_values_of_4x4() {
        let solve = |start, scoring| value(&Position::start(4, 4, start), scoring);
        assert_eq!(solve(Start::Othello, Scoring::Discs), -8);
        assert_eq!(solve(Start::Reversi, Scoring::Discs), -3);
        assert_eq!(solve(Start::ReversiRows, Scoring::Discs), -3);
        assert_eq!(solve(Start::Othello, Scoring::Wof), -10);
        assert_eq!(solve(Start::Reversi, Scoring::Wof), -4);
    }
}
