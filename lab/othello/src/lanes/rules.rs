//! The rules in lanes: moves and flips by fills in all eight directions.

use solver::{Geometry, Scoring};

use super::vector::Vector;

/// A board and its scoring in the form that lanes need.
#[derive(Clone, Debug)]
pub(super) struct LaneRules {
    steps: [u64; 4],
    inner: [u64; 4],
    pub(super) full: u64,
    /// By axis: how often a fill grows beyond its first two squares (see [`fill`]).
    growths: [u32; 4],
    pub(super) squares: u32,
    pub(super) scoring: Scoring,
}

impl LaneRules {
    /// The masks of a board. A square that has neighbours on both sides along an axis is inner in both directions.
    pub(super) fn new(geometry: &Geometry, scoring: Scoring) -> Self {
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

/// The longest run of discs along an axis with a square at both ends.
fn longest_run(geometry: &Geometry, axis: usize) -> u32 {
    geometry.lines[axis].iter().map(|line| line.count_ones()).max().unwrap_or(0).saturating_sub(2)
}

/// How often a fill of two squares must grow to cover a run: it grows twice by 2, twice by 4 and so on.
fn growths(run: u32) -> u32 {
    (0..).find(|&count| reach(count) >= run).unwrap_or(0)
}

/// Squares that a fill covers after this many growths.
fn reach(growths: u32) -> u32 {
    2 + (0..growths).map(|count| 2 << (count / 2)).sum::<u32>()
}

/// By axis: the opponent's discs in runs that begin beside one of the player's, going up and going down in bits.
pub(super) type Reached<V> = [(V, V); 4];

/// The legal squares of the player in each lane, and the runs that lead to them. A run of opponents that begins beside one of the player's discs (found by a
/// parallel prefix fill, doubling in length) gives a move if it ends at an empty square.
#[inline(always)]
pub(super) fn moves<V: Vector>(rules: &LaneRules, player: V, opponent: V) -> (V, Reached<V>) {
    let mut squares = V::splat(0);
    let reached = std::array::from_fn(|axis| {
        let step = rules.steps[axis];
        let turnable = opponent.and(V::splat(rules.inner[axis]));
        let (above, below) = fill(rules, axis, (player, player), (turnable, turnable));
        squares = squares.or(above.up(step)).or(below.down(step));
        (above, below)
    });
    let empty = V::splat(rules.full).without(player).without(opponent);
    (squares.and(empty), reached)
}

/// The discs that a disc on the one square of `placed` flips in each lane: the runs that lead to it, filled backwards from
/// it. Every reached run ends at a disc of the player, so there is nothing else to check.
#[inline(always)]
pub(super) fn flips<V: Vector>(rules: &LaneRules, reached: &Reached<V>, placed: V) -> V {
    let mut flips = V::splat(0);
    for (axis, &(above, below)) in reached.iter().enumerate() {
        // A run reached going up is flipped going down.
        let (up, down) = fill(rules, axis, (placed, placed), (below, above));
        flips = flips.or(up).or(down);
    }
    flips
}

/// The squares of `within` that can be reached from `from` by steps inside `within`. The pairs are for going up and going
/// down.
#[inline(always)]
fn fill<V: Vector>(rules: &LaneRules, axis: usize, from: (V, V), within: (V, V)) -> (V, V) {
    let step = rules.steps[axis];
    let mut up = within.0.and(from.0.up(step));
    let mut down = within.1.and(from.1.down(step));
    up = up.or(within.0.and(up.up(step)));
    down = down.or(within.1.and(down.down(step)));
    if rules.growths[axis] == 0 {
        return (up, down);
    }
    let mut pairs_up = within.0.and(within.0.up(step));
    let mut pairs_down = within.1.and(within.1.down(step));
    let mut far = 2 * step;
    for growth in 0..rules.growths[axis] {
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

#[cfg(test)]
pub(super) mod tests {
    use mcts::Random;
    use solver::{Board, Discs, Position, Start, rules as plain};

    use super::super::portable::Words;
    use super::*;

    /// Positions of random games on every board.
    pub(in super::super) fn positions(board: Board, geometry: &Geometry, seed: u64) -> Vec<Discs> {
        let mut random = Random::new(seed, 0);
        let mut discs = Position::start(board, Start::Othello).discs();
        let mut all = Vec::new();
        loop {
            all.push(discs);
            let legal = plain::moves(geometry, discs);
            if legal.is_empty() {
                return all;
            }
            let position = Position::new(board, discs, solver::Side::Black).unwrap();
            discs = position.play(legal[random.below(legal.len() as u32) as usize]).unwrap().discs();
        }
    }

    #[test]
    fn moves_and_flips_agree_with_the_plain_rules_on_every_board() {
        for board in Board::all() {
            let geometry = Geometry::new(board);
            let rules = LaneRules::new(&geometry, Scoring::Discs);
            for four in positions(board, &geometry, 5).chunks_exact(4) {
                let player = Words::load(&[0, 1, 2, 3].map(|lane| four[lane].player().bits()));
                let opponent = Words::load(&[0, 1, 2, 3].map(|lane| four[lane].opponent().bits()));
                let (legal, found) = moves(&rules, player, opponent);
                let mut squares = [0; 4];
                legal.store(&mut squares);
                assert_eq!(
                    squares,
                    [0, 1, 2, 3].map(|lane| plain::mobility(&geometry, four[lane])),
                    "{board} {four:?}"
                );
                // The lowest and the highest move of each.
                for pick in [u64::trailing_zeros, |word: u64| 63 - word.leading_zeros()] {
                    let placed = squares.map(|word| if word == 0 { 0 } else { 1 << pick(word) });
                    let mut turned = [0; 4];
                    flips(&rules, &found, Words::load(&placed)).store(&mut turned);
                    for lane in (0..4).filter(|&lane| squares[lane] != 0) {
                        let square = placed[lane].trailing_zeros() as u8;
                        assert_eq!(turned[lane], plain::flips(&geometry, four[lane], square), "{board} {four:?}");
                    }
                }
            }
        }
    }
}
