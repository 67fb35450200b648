//! Counts what the last disc of a game turns over, line by line and without placing it (like Edax's `count_last_flip`).

use crate::board::Board;

/// The longest lines that have tables; those for one square more would no longer fit the nearest cache.
const MAX_LINE: u32 = 10;

/// The four lines through each square, and for each content of a line what a last disc turns over there.
#[derive(Clone, Debug)]
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only BMI2 reads lines fast enough"))]
pub(crate) struct LastFlips {
    lines: [[Line; 4]; 64],
    /// By a line's content, one bit a square, set for the player's discs; all other squares but the empty one hold the
    /// opponent's. An entry is the number of discs that the player would turn over, plus 256 times the number for the
    /// opponent.
    counts: Box<[u16]>,
}

/// One line through a square.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only BMI2 reads lines fast enough"))]
struct Line {
    /// Its squares.
    mask: u64,
    /// Where its counts begin.
    offset: usize,
}

impl LastFlips {
    /// The tables of `board`, or `None` if its sides are too long for them. `rays` as in [`crate::Geometry`].
    pub(crate) fn new(board: Board, rays: &[[u64; 8]; 64]) -> Option<Self> {
        if board.rows().max(board.cols()) > MAX_LINE {
            return None;
        }
        let mut lines = [[Line::default(); 4]; 64];
        let mut counts = Vec::new();
        let mut known: Vec<((u32, u32), usize)> = Vec::new();
        for square in 0..board.squares() as usize {
            for axis in 0..4 {
                let mask = rays[square][axis] | rays[square][axis + 4] | 1 << square;
                let (length, place) = (mask.count_ones(), (mask & ((1 << square) - 1)).count_ones());
                let offset = match known.iter().find(|(line, _)| *line == (length, place)) {
                    Some(&(_, offset)) => offset,
                    None => {
                        let offset = counts.len();
                        counts.extend((0..1u32 << length).map(|own| {
                            let all = (1 << length) - 1;
                            count(own, length, place) | count(!own & all, length, place) << 8
                        }));
                        known.push(((length, place), offset));
                        offset
                    }
                };
                lines[square][axis] = Line { mask, offset };
            }
        }
        Some(Self { lines, counts: counts.into() })
    }

    /// The numbers of discs that the player and the opponent would turn over with a disc on `square`, the only empty
    /// one.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "bmi2")]
    pub(crate) fn count(&self, player: u64, square: u8) -> [u32; 2] {
        let mut sum = 0;
        for line in &self.lines[usize::from(square & 63)] {
            let content = std::arch::x86_64::_pext_u64(player, line.mask) as usize;
            // SAFETY: the content has one bit for each square of the line, and the table has an entry for every
            // content.
            sum += u32::from(unsafe { *self.counts.get_unchecked(line.offset + content) });
        }
        [sum & 0xff, sum >> 8]
    }
}

/// The number of discs that a disc at `place` turns over in an otherwise full line, whose squares `own` hold its
/// colour.
fn count(own: u32, length: u32, place: u32) -> u16 {
    let is_own = |square: u32| own >> square & 1 == 1;
    let (above, below) = ((place + 1..length).position(is_own), (0..place).rev().position(is_own));
    (above.unwrap_or(0) + below.unwrap_or(0)) as u16
}
