//! Othello in lanes: moves and flips by filling in all eight directions, and the games that are played with them.

use solver::rules::squares_of;
use solver::{Discs, Geometry, Scoring};

use super::vector::Vector;
use super::{Job, LaneRandom, MAX_LANES};
use crate::random::{Random, is_fair};

/// A board and how games on it are counted, as lanes need it.
#[derive(Clone, Debug)]
pub struct Ground {
    steps: [u64; 4],
    inner: [u64; 4],
    full: u64,
    /// By axis: how often a fill goes on beyond its first two squares (see [`fill`]).
    growths: [u32; 4],
    squares: u32,
    scoring: Scoring,
}

impl Ground {
    /// The masks of a board. A square that has neighbours on both sides along an axis is inner in both directions.
    #[must_use]
    pub fn new(geometry: &Geometry, scoring: Scoring) -> Self {
        Self {
            steps: std::array::from_fn(|axis| geometry.steps[axis]),
            inner: std::array::from_fn(|axis| geometry.inner[axis]),
            full: geometry.full,
            growths: std::array::from_fn(|axis| growths(longest_run(geometry, axis))),
            squares: geometry.squares(),
            scoring,
        }
    }
}

/// The most discs that can stand in a row along an axis with a square on both sides.
fn longest_run(geometry: &Geometry, axis: usize) -> u32 {
    geometry.lines[axis].iter().map(|line| line.count_ones()).max().unwrap_or(0).saturating_sub(2)
}

/// How often a fill of two squares must grow to cover a run: twice by 2, twice by 4 and so on.
fn growths(run: u32) -> u32 {
    (0..).find(|&count| reach(count) >= run).unwrap_or(0)
}

/// Squares that a fill covers after so many growths.
fn reach(growths: u32) -> u32 {
    2 + (0..growths).map(|count| 2 << (count / 2)).sum::<u32>()
}

/// The legal moves of each lane and what leads to them.
struct Moves<V> {
    /// Squares to move to.
    squares: V,
    /// By axis: the opponent's discs behind which, going to higher and to lower bits, stand the player's.
    reached: [(V, V); 4],
}

/// The moves of the player in each lane: all runs of opponents that begin beside one of the player's discs (a parallel
/// prefix fill, doubling in length) lead to a move where they end at an empty square.
#[inline(always)]
fn moves<V: Vector>(ground: &Ground, player: V, opponent: V) -> Moves<V> {
    let mut squares = V::splat(0);
    let reached = std::array::from_fn(|axis| {
        let step = ground.steps[axis];
        let turnable = opponent.and(V::splat(ground.inner[axis]));
        let (above, below) = fill(ground, axis, (player, player), (turnable, turnable));
        squares = squares.or(above.up(step)).or(below.down(step));
        (above, below)
    });
    let empty = V::splat(ground.full).without(player).without(opponent);
    Moves { squares: squares.and(empty), reached }
}

/// What a disc on the one square of `placed` turns over in each lane: the runs that lead to it, filled from it backwards.
/// Every run that was reached ends at a disc of the player, so nothing else needs to be looked at.
#[inline(always)]
fn flips<V: Vector>(ground: &Ground, moves: &Moves<V>, placed: V) -> V {
    let mut flips = V::splat(0);
    for (axis, &(above, below)) in moves.reached.iter().enumerate() {
        // A run that was reached going up is turned over going down.
        let (up, down) = fill(ground, axis, (placed, placed), (below, above));
        flips = flips.or(up).or(down);
    }
    flips
}

/// The squares of `within` that can be reached from `from` by steps inside `within`, upwards and downwards. Pairs are
/// those for both ways.
#[inline(always)]
fn fill<V: Vector>(ground: &Ground, axis: usize, from: (V, V), within: (V, V)) -> (V, V) {
    let step = ground.steps[axis];
    let mut up = within.0.and(from.0.up(step));
    let mut down = within.1.and(from.1.down(step));
    up = up.or(within.0.and(up.up(step)));
    down = down.or(within.1.and(down.down(step)));
    if ground.growths[axis] == 0 {
        return (up, down);
    }
    let mut pairs_up = within.0.and(within.0.up(step));
    let mut pairs_down = within.1.and(within.1.down(step));
    let mut far = 2 * step;
    for growth in 0..ground.growths[axis] {
        if growth > 0 && growth % 2 == 0 {
            pairs_up = pairs_up.and(pairs_up.up(far));
            pairs_down = pairs_down.and(pairs_down.down(far));
            far *= 2;
        }
        up = up.or(pairs_up.and(up.up(far)));
        down = down.or(pairs_down.and(down.down(far)));
    }
    (up, down)
}

/// Picks one of the moves of each lane, every one equally likely. Where a random number is not fair, all lanes draw
/// again: that happens to some lane once in some hundred million times, and their draws know nothing of one another.
#[inline(always)]
fn choose<V: Vector>(squares: V, random: &mut LaneRandom<V>) -> V {
    loop {
        let bits = random.bits();
        let (picked, suspects) = squares.pick(bits);
        if suspects == 0 || all_fair(squares, bits, suspects) {
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

/// Lanes whose games are over wait until there are so many of them, as a part of all: to take them out costs as much as
/// half a ply of all lanes.
const WAITING_SHARE: usize = 4;

/// What the lanes are busy with.
struct Desk<'a> {
    ground: &'a Ground,
    job: Job<'a>,
    /// Games begun, of `starts.len() · each`.
    begun: u64,
    /// The position that each lane's game began with.
    origins: [u32; MAX_LANES],
    /// Whether the side to move there moves at even plies.
    is_even: [bool; MAX_LANES],
    player: [u64; MAX_LANES],
    opponent: [u64; MAX_LANES],
    /// Squares to which discs were placed at even plies.
    even: [u64; MAX_LANES],
}

impl Desk<'_> {
    /// Puts the next game into a lane before ply number `ply`; whether there was one left.
    #[inline(always)]
    fn begin(&mut self, lane: usize, ply: u32) -> bool {
        let Job { starts, each, .. } = self.job;
        let origin = self.begun / u64::from(each.max(1));
        self.even[lane] = 0;
        let Some(start) = starts.get(origin as usize).filter(|_| each > 0) else {
            // An empty board stays as it is.
            (self.player[lane], self.opponent[lane]) = (0, 0);
            return false;
        };
        self.begun += 1;
        self.origins[lane] = origin as u32;
        self.is_even[lane] = ply.is_multiple_of(2);
        (self.player[lane], self.opponent[lane]) = (start.player, start.opponent);
        true
    }

    /// Counts the game that is over in a lane, where another ply would be number `ply`.
    #[inline(always)]
    fn finish(&mut self, lane: usize, ply: u32) {
        let discs = Discs { player: self.player[lane], opponent: self.opponent[lane] };
        let score = self.ground.scoring.final_score(discs, self.ground.squares);
        let sign = if self.is_even[lane] == ply.is_multiple_of(2) { 1 } else { -1 };
        let origin = self.origins[lane] as usize;
        self.job.tallies[origin].add(sign * score);
        if let Some(made) = &mut self.job.made {
            let placed = discs.occupied() & !self.job.starts[origin].occupied();
            let even = [self.even[lane], placed & !self.even[lane]];
            let by_side = if self.is_even[lane] { even } else { [even[1], even[0]] };
            let moves =
                (0..2).flat_map(|side| squares_of(by_side[side]).map(move |square| (side, usize::from(square))));
            made.add(sign * score, moves);
        }
    }
}

/// Plays the games of a job, in `N` lanes.
#[inline(always)]
pub(super) fn play<V: Vector, const N: usize>(ground: &Ground, job: Job<'_>, random: &mut Random) {
    let mut random = LaneRandom::<V>::new::<N>(random);
    let mut desk = Desk {
        ground,
        job,
        begun: 0,
        origins: [0; MAX_LANES],
        is_even: [true; MAX_LANES],
        player: [0; MAX_LANES],
        opponent: [0; MAX_LANES],
        even: [0; MAX_LANES],
    };
    let mut busy = (0..N).fold(0u32, |busy, lane| busy | u32::from(desk.begin(lane, 0)) << lane);
    let (mut player, mut opponent) = (V::load(&desk.player), V::load(&desk.opponent));
    let mut even = V::splat(0);
    let (mut passed, mut ply) = (0u32, 0u32);
    while busy != 0 {
        let moves = moves(ground, player, opponent);
        let stuck = moves.squares.zeros();
        let filled = V::splat(ground.full).without(player).without(opponent).zeros();
        let over = busy & stuck & (passed | filled);
        if over.count_ones() as usize >= N.div_ceil(WAITING_SHARE) || over == busy && over != 0 {
            player.store(&mut desk.player);
            opponent.store(&mut desk.opponent);
            even.store(&mut desk.even);
            for lane in (0..N).filter(|lane| over >> lane & 1 == 1) {
                desk.finish(lane, ply);
                if !desk.begin(lane, ply) {
                    busy &= !(1 << lane);
                }
            }
            (player, opponent, even) = (V::load(&desk.player), V::load(&desk.opponent), V::load(&desk.even));
            passed &= !over;
            continue;
        }
        passed = stuck;
        let placed = choose(moves.squares, &mut random);
        let flips = flips(ground, &moves, placed);
        (player, opponent) = (opponent.xor(flips), player.xor(flips).xor(placed));
        if ply.is_multiple_of(2) {
            even = even.or(placed);
        }
        ply += 1;
    }
}

#[cfg(test)]
mod tests {
    use solver::simd::Level;
    use solver::{Board, Position, Start, rules};

    use super::super::LanePlayouts;
    use super::super::portable::Words;
    use super::*;
    use crate::games::Othello;
    use crate::playout::{Made, Playout, Uniform};
    use crate::reward::{Reward, Tally};

    /// Positions of random games on every board.
    fn positions(board: Board, geometry: &Geometry, seed: u64) -> Vec<Discs> {
        let mut random = Random::new(seed, 0);
        let mut discs = Position::start(board, Start::Othello).discs;
        let mut all = Vec::new();
        loop {
            all.push(discs);
            let legal = rules::moves(geometry, discs);
            if legal.is_empty() {
                return all;
            }
            let position = Position { board, discs, side: solver::Side::Black };
            discs = rules::play(geometry, position, legal[random.below(legal.len() as u32) as usize]).discs;
        }
    }

    #[test]
    fn moves_and_flips_agree_with_the_plain_rules_on_every_board() {
        for board in Board::all() {
            let geometry = Geometry::new(board);
            let ground = Ground::new(&geometry, Scoring::Discs);
            for four in positions(board, &geometry, 5).chunks_exact(4) {
                let player = Words::load(&[0, 1, 2, 3].map(|lane| four[lane].player));
                let opponent = Words::load(&[0, 1, 2, 3].map(|lane| four[lane].opponent));
                let found = moves(&ground, player, opponent);
                let mut squares = [0; 4];
                found.squares.store(&mut squares);
                assert_eq!(
                    squares,
                    [0, 1, 2, 3].map(|lane| rules::mobility(&geometry, four[lane])),
                    "{board} {four:?}"
                );
                // The lowest and the highest move of each.
                for pick in [u64::trailing_zeros, |word: u64| 63 - word.leading_zeros()] {
                    let placed = squares.map(|word| if word == 0 { 0 } else { 1 << pick(word) });
                    let mut turned = [0; 4];
                    flips(&ground, &found, Words::load(&placed)).store(&mut turned);
                    for lane in (0..4).filter(|&lane| squares[lane] != 0) {
                        let square = placed[lane].trailing_zeros() as u8;
                        assert_eq!(turned[lane], rules::flips(&geometry, four[lane], square), "{board} {four:?}");
                    }
                }
            }
        }
    }

    /// Sum over both sets of counts of (difference)² / sum: two samples of one distribution.
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
            let start = Position::start(board, Start::Othello).discs;
            for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
                let game = Othello::with_level(board, Scoring::Discs, level);
                let (mut one, mut other) = (Random::new(1, 0), Random::new(2, 0));
                let scalar = (0..GAMES).map(|_| Uniform.play(&game, &start, 1, &mut one, None));
                let mut tallies = vec![Tally::default(); GAMES];
                LanePlayouts::new(&game).play_all(&vec![start; GAMES], 1, &mut other, &mut tallies);
                let (sum, cells) = chi_square(&by_score(scalar), &by_score(tallies.into_iter()));
                // The mean is the number of cells less 1, the deviation the root of twice that.
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
                let (mut one, mut other) = (Made::new(&game, Reward::Outcome), Made::new(&game, Reward::Outcome));
                Uniform.play(&game, &start, GAMES, &mut Random::new(1, 0), Some(&mut one));
                LanePlayouts::new(&game).play(&game, &start, GAMES, &mut Random::new(2, 0), Some(&mut other));
                // By side and square: in how many games it was made, and twice the sum of their rewards.
                let counts = |made: &Made| -> (Vec<u32>, Vec<u32>) {
                    let cells = (0..2).flat_map(|side| (0..64).map(move |square| (side, square)));
                    cells
                        .map(|(side, square)| made.of(side, square))
                        .map(|(games, sum)| (games, (2.0 * sum) as u32))
                        .unzip()
                };
                let (one, other) = (counts(&one), counts(&other));
                for (one, other) in [(one.0, other.0), (one.1, other.1)] {
                    for (&a, &b) in one.iter().zip(&other) {
                        // Each is a sum of independent numbers of at most 2: five deviations of their difference.
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
                let score = i64::from(Scoring::Wof.final_score(*last, 24));
                assert_eq!(tallies.last().map(|tally| tally.sum), Some(score * i64::from(each)));
            }
        }
    }
}
