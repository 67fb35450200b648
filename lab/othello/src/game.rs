//! Othello on any board, with the solver's rules.

use mcts::random::mix;
use mcts::{Game, Random, Score};
use solver::simd::{Isa, Level};
use solver::{Board, Discs, Geometry, Move, Scoring, Square, Squares};

use crate::instructions::{Instructions, compiled};

/// Othello on a board of any shape.
///
/// A position is its [`Discs`], seen from the side to move; which colour that is does not matter to a search.
#[derive(Clone, Debug)]
pub struct Othello {
    geometry: Geometry,
    scoring: Scoring,
    level: Level,
    instructions: Instructions,
}

impl Othello {
    /// The game on `board`, with the fastest instructions of this processor.
    #[must_use]
    pub fn new(board: Board, scoring: Scoring) -> Self {
        Self::with_level(board, scoring, Level::best())
    }

    /// The game with the given instructions, or the next lower ones that the processor has. All give the same results.
    #[must_use]
    pub fn with_level(board: Board, scoring: Scoring, level: Level) -> Self {
        Self { geometry: Geometry::new(board), scoring, level, instructions: Instructions::of(level) }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.geometry.board
    }

    /// The masks of the board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Who gets the empties.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The requested instructions.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// The squares on which the side to move may place a disc.
    #[must_use]
    pub fn mobility(&self, discs: Discs) -> u64 {
        mobility(self.instructions, &self.geometry, discs)
    }

    /// The position after a disc is placed on a legal square.
    #[must_use]
    pub fn placed(&self, discs: Discs, square: Square) -> Discs {
        placed(self.instructions, &self.geometry, discs, square)
    }

    /// Number of empty squares.
    #[must_use]
    pub fn empties(&self, discs: Discs) -> u32 {
        self.geometry.squares() - discs.occupied().len()
    }
}

#[inline(always)]
fn mobility_body<I: Isa>(isa: I, geometry: &Geometry, discs: Discs) -> u64 {
    isa.mobility(geometry, discs)
}

#[inline(always)]
fn placed_body<I: Isa>(isa: I, geometry: &Geometry, discs: Discs, square: Square) -> Discs {
    discs.after(square, Squares::from_bits(isa.flips(geometry, discs, square.number())))
}

/// Plays a random game to the end; returns the score for the side to move in `discs`.
#[inline(always)]
fn random_game_body<I: Isa>(
    isa: I,
    geometry: &Geometry,
    scoring: Scoring,
    mut discs: Discs,
    random: &mut Random,
    mut trace: Option<&mut Vec<u16>>,
) -> Score {
    let (mut sign, mut has_passed) = (1, false);
    loop {
        let moves = isa.mobility(geometry, discs);
        let kind = if moves == 0 {
            if has_passed || discs.occupied().bits() == geometry.full {
                break;
            }
            has_passed = true;
            discs = discs.passed();
            PASS
        } else {
            has_passed = false;
            let square = nth_bit(moves, random.below(moves.count_ones()));
            let square = Square::new(square).expect("a mask has 64 bits");
            discs = placed_body(isa, geometry, discs, square);
            usize::from(square)
        };
        if let Some(trace) = &mut trace {
            trace.push(kind as u16);
        }
        sign = -sign;
    }
    if has_passed && let Some(trace) = &mut trace {
        // The game was already over before the last pass, so that was no move.
        trace.pop();
    }
    sign * scoring.final_score(discs, geometry.squares()).discs()
}

/// The kind of a pass.
const PASS: usize = 64;

/// The index of the set bit with this number, counted from the lowest, which is number 0.
#[inline(always)]
fn nth_bit(mut bits: u64, number: u32) -> u8 {
    for _ in 0..number {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}

compiled! {
    fn mobility = mobility_body(geometry: &Geometry, discs: Discs) -> u64;
}
compiled! {
    fn placed = placed_body(geometry: &Geometry, discs: Discs, square: Square) -> Discs;
}
compiled! {
    fn random_game = random_game_body(geometry: &Geometry, scoring: Scoring, discs: Discs, random: &mut Random, trace: Option<&mut Vec<u16>>) -> Score;
}

impl Game for Othello {
    type State = Discs;
    type Move = Move;

    fn moves(&self, state: &Discs, moves: &mut Vec<Move>) {
        let squares = self.mobility(*state);
        if squares != 0 {
            moves.extend(Squares::from_bits(squares).iter().map(Move::Place));
        } else if self.mobility(state.passed()) != 0 {
            moves.push(Move::Pass);
        }
    }

    fn apply(&self, state: &Discs, chosen: Move) -> Discs {
        match chosen {
            Move::Place(square) => self.placed(*state, square),
            Move::Pass => state.passed(),
        }
    }

    fn score(&self, state: &Discs) -> Score {
        self.scoring.final_score(*state, self.geometry.squares()).discs()
    }

    fn max_score(&self) -> Score {
        self.geometry.squares() as Score
    }

    fn hash(&self, state: &Discs) -> u64 {
        mix(state.player().bits() ^ mix(state.opponent().bits().wrapping_add(0x9e37_79b9_7f4a_7c15)))
    }

    fn is_over(&self, state: &Discs) -> bool {
        self.mobility(*state) == 0 && self.mobility(state.passed()) == 0
    }

    fn kinds(&self) -> usize {
        PASS + 1
    }

    fn kind(&self, chosen: Move) -> usize {
        match chosen {
            Move::Place(square) => usize::from(square),
            Move::Pass => PASS,
        }
    }

    fn random_game(&self, state: &Discs, random: &mut Random, trace: Option<&mut Vec<u16>>) -> Score {
        random_game(self.instructions, &self.geometry, self.scoring, *state, random, trace)
    }
}

#[cfg(test)]
mod tests {
    use solver::{Position, Start, rules};

    use super::*;

    /// The game by the plain rules.
    struct Plain(Othello);

    impl Game for Plain {
        type State = Discs;
        type Move = Move;

        fn moves(&self, state: &Discs, moves: &mut Vec<Move>) {
            moves.extend(rules::moves(&self.0.geometry, *state));
        }

        fn apply(&self, state: &Discs, chosen: Move) -> Discs {
            let position = Position::new(self.0.board(), *state, solver::Side::Black).unwrap();
            position.play(chosen).unwrap().discs()
        }

        fn score(&self, state: &Discs) -> Score {
            rules::final_score(&self.0.geometry, *state, self.0.scoring).expect("the game is over").discs()
        }

        fn max_score(&self) -> Score {
            self.0.max_score()
        }

        fn hash(&self, state: &Discs) -> u64 {
            self.0.hash(state)
        }

        fn kinds(&self) -> usize {
            self.0.kinds()
        }

        fn kind(&self, chosen: Move) -> usize {
            self.0.kind(chosen)
        }
    }

    /// A random game by the plain rules that, like the fast one, draws no random number for a forced pass.
    fn without_forced_draws(game: &Plain, start: Discs, random: &mut Random, trace: &mut Vec<u16>) -> Score {
        let (mut now, mut sign) = (start, 1);
        loop {
            let mut moves = Vec::new();
            game.moves(&now, &mut moves);
            let chosen = match moves.as_slice() {
                [] => return sign * game.score(&now),
                [Move::Pass] => Move::Pass,
                _ => moves[random.below(moves.len() as u32) as usize],
            };
            trace.push(game.kind(chosen) as u16);
            now = game.apply(&now, chosen);
            sign = -sign;
        }
    }

    #[test]
    fn random_games_follow_the_plain_rules_on_every_board_and_level() {
        for board in Board::all() {
            let start = Position::start(board, Start::Othello).discs();
            for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
                let fast = Othello::with_level(board, Scoring::Discs, level);
                let plain = Plain(fast.clone());
                for stream in 0..4 {
                    let (mut one, mut two) = (Random::new(7, stream), Random::new(7, stream));
                    let (mut traces, mut expected) = (Vec::new(), Vec::new());
                    let score = fast.random_game(&start, &mut one, Some(&mut traces));
                    let wanted = without_forced_draws(&plain, start, &mut two, &mut expected);
                    assert_eq!((score, traces), (wanted, expected), "{board} {level:?} {stream}");
                }
            }
        }
    }
}
