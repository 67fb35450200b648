//! Takes positions from all over a tablebase.

use solver::{Position, Score};

use super::ExhaustiveTable;
use crate::error::TableError;

impl ExhaustiveTable {
    /// About this many positions with their values, spread evenly over the whole table; consecutive ones are far apart
    /// in the order of the keys. Used to time look-ups. Black is to move.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn sample(&self, count: u64) -> Result<Vec<(Position, Score)>, TableError> {
        let stride = (self.len() / count.max(1)).max(1) as usize;
        let mut sample = Vec::new();
        for entry in self.positions().step_by(stride) {
            let (discs, value) = entry?;
            sample.push((self.position(discs), value));
        }
        // A step coprime to the number of positions goes through all of them.
        let len = sample.len();
        let step = (len / 2 + 1..).find(|&step| has_no_common_factor(step, len)).unwrap_or(1);
        Ok((0..len).map(|index| sample[index * step % len]).collect())
    }
}

fn has_no_common_factor(mut a: usize, mut b: usize) -> bool {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}
