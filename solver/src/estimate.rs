//! What a search will take, before it begins.

use crate::question::{Mode, Question};

/// The coefficients of [`nodes`], for boards with sides of 5 and more and for narrower ones, by mode. They are the least absolute
/// deviations from what 256 positions out of random games on 16 shapes from 4x6 to 8x8 took, with 12 to 30 empty squares, from
/// the starts that are solved, and, for 8x8, from the 1.5 · 10^18 nodes of Takizawa (2023), *Othello is Solved*.
const EXACT: [[f64; 5]; 2] = [[-0.130, 0.0976, 0.0013, 0.0155, 1.0155], [0.618, 0.0102, -0.0016, 0.0409, 0.7772]];
const WLD: [[f64; 5]; 2] = [[-0.892, 0.1258, 0.0019, 0.0088, 0.8976], [-0.844, 0.0134, -0.0021, 0.0535, 0.9048]];
/// Nine of ten of these positions took at least and at most this many times as many nodes.
const SPREAD: [f64; 2] = [0.07, 8.0];
/// Beyond this many empty squares hardly anything is measured, and each one makes the interval this many times as wide both ways.
const MEASURED_EMPTIES: u32 = 36;
const UNMEASURED: f64 = 1.08;

/// Nodes that a thread searches in a second, within a factor of two on most machines of 2020 and later.
pub const NODES_PER_SECOND: f64 = 25e6;

/// How many nodes a search of a question takes from an empty table, without books: few, expected, many. Of ten positions one
/// takes fewer or more, most often fewer, because one side is wiped out.
///
/// ```
/// use solver::{Position, Question, Start, estimate};
///
/// let start = Position::start("7x7".parse()?, Start::Othello);
/// let [few, expected, many] = estimate::nodes(&Question::exact(start));
/// assert!(1e11 < few && few < expected && expected < many && many < 1e16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn nodes(question: &Question) -> [f64; 3] {
    let position = question.position;
    let (board, empties) = (position.board(), position.empties());
    let width = board.rows().min(board.cols());
    let moves = |discs| rules::plain::moves(rules::geometry::Geometry::of(board), discs).len() as f64;
    let discs = position.discs();
    let e = f64::from(empties);
    let features = [1.0, e, e * e, f64::from(width.min(7)) * e, (moves(discs) * moves(discs.passed()) + 1.0).log10()];
    let of_mode = if question.mode == Mode::Exact { EXACT } else { WLD };
    let log10: f64 =
        of_mode[usize::from(width < 5)].iter().zip(features).map(|(weight, feature)| weight * feature).sum();
    let expected = 10f64.powf(log10);
    let wider = UNMEASURED.powi(empties.saturating_sub(MEASURED_EMPTIES) as i32);
    [expected * SPREAD[0] / wider, expected, expected * SPREAD[1] * wider]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Question;

    /// Positions out of random games that the weights were not fitted to, with the nodes that they took: exact, who wins.
    const TAKEN: &str = include_str!("../tests/data/taken.txt");

    #[test]
    fn most_positions_take_what_is_expected() {
        let (mut factors, mut within, mut count) = ([Vec::new(), Vec::new()], [0, 0], 0);
        for line in TAKEN.lines().filter(|line| !line.starts_with('#')) {
            let (position, taken) = line.split_once(';').unwrap();
            let position = position.parse().unwrap();
            for (at, (mode, taken)) in [Mode::Exact, Mode::Wld].into_iter().zip(taken.split_whitespace()).enumerate() {
                let taken: f64 = taken.parse().unwrap();
                let [few, expected, many] = nodes(&Question { mode, ..Question::exact(position) });
                factors[at].push((taken / expected).max(expected / taken));
                within[at] += usize::from(few <= taken && taken <= many);
            }
            count += 1;
        }
        assert_eq!(count, 32);
        for (mut factors, within) in factors.into_iter().zip(within) {
            factors.sort_by(f64::total_cmp);
            let median = factors[count / 2];
            assert!(median < 3.5 && 10 * within >= 8 * count, "{median} {within}");
            println!("median factor {median:.2}, {within} of {count} within the interval");
        }
    }
}
