//! Many games at once: when the game in a lane is over, the lane gets the next one.

use mcts::playout::AmafTally;
use mcts::random::is_fair;
use mcts::{Random, Tally};
use solver::Discs;
use solver::rules::squares_of;

use super::lane_random::{State, bits, seeded};
use super::rules::{LaneRules, flips, moves};
use super::vector::Vector;

/// Picks one of the moves of each lane, each equally likely. If a random number is not fair, all lanes draw again: that
/// happens about once in a hundred million draws, and the lanes' draws are independent.
#[inline(always)]
fn choose<V: Vector>(squares: V, random: &mut State<V>) -> V {
    loop {
        let draws = bits(random);
        let (picked, suspects) = squares.pick(draws);
        if suspects == 0 || all_fair(squares, draws, suspects) {
            return picked;
        }
    }
}

#[inline(always)]
fn all_fair<V: Vector>(squares: V, bits: V, suspects: u32) -> bool {
    let (mut words, mut draws) = ([0; MAX_LANES], [0; MAX_LANES]);
    squares.store(&mut words);
    bits.store(&mut draws);
    (0..MAX_LANES).filter(|lane| suspects >> lane & 1 == 1).all(|lane| {
        let count = words[lane].count_ones();
        is_fair((draws[lane] >> 32).wrapping_mul(u64::from(count)) as u32, count)
    })
}

/// The most games at once, of any instruction set.
pub(super) const MAX_LANES: usize = 16;

/// Finished lanes wait until 1 in this many lanes is finished: taking them out costs as much as half a ply of all lanes.
const WAITING_SHARE: usize = 4;

/// Games to play, and those in the lanes.
pub(super) struct Games<'a> {
    rules: &'a LaneRules,
    /// Start positions, and how many games from each.
    starts: &'a [Discs],
    each: u32,
    /// The results by position, for the side to move there.
    tallies: &'a mut [Tally],
    /// The moves of all games, if they are wanted; then there is only one position.
    amaf: Option<&'a mut AmafTally>,
    /// Games begun, of `starts.len() · each`.
    begun: u64,
    /// Index of the start position of each lane's game.
    origins: [u32; MAX_LANES],
    /// Whether the side to move in that position moves at even plies.
    is_even: [bool; MAX_LANES],
    player: [u64; MAX_LANES],
    opponent: [u64; MAX_LANES],
    /// Squares on which discs were placed at even plies.
    even: [u64; MAX_LANES],
}

impl<'a> Games<'a> {
    /// `each` games from every start.
    pub(super) fn new(
        rules: &'a LaneRules,
        (starts, each): (&'a [Discs], u32),
        tallies: &'a mut [Tally],
        amaf: Option<&'a mut AmafTally>,
    ) -> Self {
        let (begun, origins, is_even, none) = (0, [0; MAX_LANES], [true; MAX_LANES], [0; MAX_LANES]);
        Self { rules, starts, each, tallies, amaf, begun, origins, is_even, player: none, opponent: none, even: none }
    }

    /// Puts the next game into a lane before ply number `ply`; returns whether there was one left.
    #[inline(always)]
    fn begin(&mut self, lane: usize, ply: u32) -> bool {
        let origin = self.begun / u64::from(self.each.max(1));
        self.even[lane] = 0;
        let Some(start) = self.starts.get(origin as usize).filter(|_| self.each > 0) else {
            // An empty board stays as it is.
            (self.player[lane], self.opponent[lane]) = (0, 0);
            return false;
        };
        self.begun += 1;
        self.origins[lane] = origin as u32;
        self.is_even[lane] = ply.is_multiple_of(2);
        (self.player[lane], self.opponent[lane]) = (start.player().bits(), start.opponent().bits());
        true
    }

    /// Counts the finished game in a lane, where the next ply would be number `ply`.
    #[inline(always)]
    fn finish(&mut self, lane: usize, ply: u32) {
        let discs = Discs::from_bits(self.player[lane], self.opponent[lane]).expect("no square has two discs");
        let score = self.rules.scoring.final_score(discs, self.rules.squares).discs();
        let sign = if self.is_even[lane] == ply.is_multiple_of(2) { 1 } else { -1 };
        let origin = self.origins[lane] as usize;
        self.tallies[origin].add(sign * score);
        if let Some(amaf) = &mut self.amaf {
            let placed = (discs.occupied() - self.starts[origin].occupied()).bits();
            let even = [self.even[lane], placed & !self.even[lane]];
            let by_side = if self.is_even[lane] { even } else { [even[1], even[0]] };
            let moves =
                (0..2).flat_map(|side| squares_of(by_side[side]).map(move |square| (side, usize::from(square))));
            amaf.add(sign * score, moves);
        }
    }
}

/// Plays the games in `N` lanes.
#[inline(always)]
pub(super) fn play<V: Vector, const N: usize>(mut games: Games<'_>, random: &mut Random) {
    let (mut random, rules) = (seeded::<V, N>(random), games.rules);
    let mut busy = (0..N).fold(0u32, |busy, lane| busy | u32::from(games.begin(lane, 0)) << lane);
    let (mut player, mut opponent) = (V::load(&games.player), V::load(&games.opponent));
    let mut even = V::splat(0);
    let (mut passed, mut ply) = (0u32, 0u32);
    while busy != 0 {
        let (squares, reached) = moves(rules, player, opponent);
        let stuck = squares.zeros();
        let filled = V::splat(rules.full).without(player).without(opponent).zeros();
        let over = busy & stuck & (passed | filled);
        if over.count_ones() as usize >= N.div_ceil(WAITING_SHARE) || over == busy && over != 0 {
            player.store(&mut games.player);
            opponent.store(&mut games.opponent);
            even.store(&mut games.even);
            for lane in (0..N).filter(|lane| over >> lane & 1 == 1) {
                games.finish(lane, ply);
                if !games.begin(lane, ply) {
                    busy &= !(1 << lane);
                }
            }
            (player, opponent, even) = (V::load(&games.player), V::load(&games.opponent), V::load(&games.even));
            passed &= !over;
            continue;
        }
        passed = stuck;
        let placed = choose(squares, &mut random);
        let flips = flips(rules, &reached, placed);
        (player, opponent) = (opponent.xor(flips), player.xor(flips).xor(placed));
        if ply.is_multiple_of(2) {
            even = even.or(placed);
        }
        ply += 1;
    }
}

#[cfg(test)]
mod tests {
    use mcts::playout::{AmafTally, Uniform};
    use mcts::{Playout, Reward, Tally};
    use solver::simd::Level;
    use solver::{Board, Geometry, Position, Scoring, Start};

    use super::super::playouts::LanePlayouts;
    use super::super::portable::Words;
    use super::super::rules::tests::positions;
    use super::*;
    use crate::game::Othello;

    /// Chi-square statistic, the sum of (difference)² / sum over the cells, and the number of cells: tests whether two samples
    /// come from one distribution.
    fn chi_square(one: &[u32], other: &[u32]) -> (f64, usize) {
        let cells = one.iter().zip(other).filter(|&(&a, &b)| a + b >= 20);
        let terms = cells.map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2) / f64::from(a + b));
        terms.fold((0.0, 0), |(sum, count), term| (sum + term, count + 1))
    }

    fn by_score(tallies: impl Iterator<Item = Tally>) -> Vec<u32> {
        tallies.fold(vec![0; 129], |mut counts, tally| {
            assert_eq!(tally.playouts, 1);
            counts[(tally.sum + 64) as usize] += 1;
            counts
        })
    }

    #[test]
    fn draws_that_would_favour_a_move_are_found() {
        // Of three moves: a product of 0 is one too many, one of 1 is not. Three times 0xaaaaaaab is 1 beyond 2^33.
        let squares = [0b10101, 0b10101, 0, u64::MAX];
        for (draw, is_fair) in [(0, false), (0xaaaa_aaab << 32, true)] {
            let (squares, draws) = (Words::load(&squares), Words::load(&[1 << 63, draw, 0, 0]));
            let (_, suspects) = squares.pick(draws);
            assert_eq!(suspects & 0b0110, 0b0010, "{draw:x}");
            assert_eq!(all_fair(squares, draws, suspects & 0b0010), is_fair, "{draw:x}");
        }
    }

    #[test]
    fn scores_are_distributed_as_one_game_after_the_other_gives_them() {
        const GAMES: usize = 20_000;
        for name in ["8x8", "6x6", "4x10", "3x21", "5x7", "9x3"] {
            let board: Board = name.parse().unwrap();
            let start = Position::start(board, Start::Othello).discs();
            for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
                let game = Othello::with_level(board, Scoring::Discs, level);
                let (mut one, mut other) = (Random::new(1, 0), Random::new(2, 0));
                let scalar = (0..GAMES).map(|_| Uniform.play(&game, &start, 1, &mut one, None));
                let mut tallies = vec![Tally::default(); GAMES];
                LanePlayouts::new(&game).play_all(&vec![start; GAMES], 1, &mut other, &mut tallies);
                let (sum, cells) = chi_square(&by_score(scalar), &by_score(tallies.into_iter()));
                // The mean is the number of cells less 1, the standard deviation the root of twice that.
                let degrees = cells as f64 - 1.0;
                assert!(cells > 5 && sum < degrees + 5.0 * (2.0 * degrees).sqrt(), "{name} {level:?} {sum} {cells}");
            }
        }
    }

    #[test]
    fn moves_are_those_that_one_game_after_the_other_makes_on_the_way_to_the_same_scores() {
        const GAMES: u32 = 20_000;
        for (name, plies) in [("6x6", 0), ("4x10", 3), ("5x7", 12), ("8x8", 35), ("3x9", 8)] {
            let board: Board = name.parse().unwrap();
            let start = positions(board, &Geometry::new(board), 2)[plies];
            for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
                let game = Othello::with_level(board, Scoring::Discs, level);
                let (mut one, mut other) =
                    (AmafTally::new(&game, Reward::Outcome), AmafTally::new(&game, Reward::Outcome));
                Uniform.play(&game, &start, GAMES, &mut Random::new(1, 0), Some(&mut one));
                LanePlayouts::new(&game).play(&game, &start, GAMES, &mut Random::new(2, 0), Some(&mut other));
                // By side and square: in how many games the move was made, and twice the sum of their rewards.
                let counts = |amaf: &AmafTally| -> (Vec<u32>, Vec<u32>) {
                    let cells = (0..2).flat_map(|side| (0..64).map(move |square| (side, square)));
                    cells
                        .map(|(side, square)| amaf.of(side, square))
                        .map(|(games, sum)| (games, (2.0 * sum) as u32))
                        .unzip()
                };
                let (one, other) = (counts(&one), counts(&other));
                for (one, other) in [(one.0, other.0), (one.1, other.1)] {
                    for (&a, &b) in one.iter().zip(&other) {
                        // Each is a sum of independent numbers of at most 2: five standard deviations of their difference.
                        let most = 5.0 * (2.0 * f64::from(a + b)).sqrt();
                        assert!((f64::from(a) - f64::from(b)).abs() <= most, "{name} {level:?} {a} {b}");
                    }
                    assert!(one.iter().filter(|&&count| count > GAMES / 20).count() > 10, "{name} {level:?}");
                }
            }
        }
    }

    #[test]
    fn every_game_that_is_begun_is_counted_once_and_where_it_belongs() {
        let board: Board = "4x6".parse().unwrap();
        let geometry = Geometry::new(board);
        for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
            let game = Othello::with_level(board, Scoring::Wof, level);
            let starts = positions(board, &geometry, 3);
            for each in [0, 1, 3, 40] {
                let mut tallies = vec![Tally::default(); starts.len()];
                LanePlayouts::new(&game).play_all(&starts, each, &mut Random::new(1, 1), &mut tallies);
                assert!(tallies.iter().all(|tally| tally.playouts == each), "{level:?} {each} {tallies:?}");
                let last = starts.last().expect("a game has an end");
                let score = i64::from(Scoring::Wof.final_score(*last, 24).discs());
                assert_eq!(tallies.last().map(|tally| tally.sum), Some(score * i64::from(each)));
            }
        }
    }
}
