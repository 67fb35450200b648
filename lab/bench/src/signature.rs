//! One number for what a search did on many positions.

use solver::{Bounds, Question};
use xxhash_rust::xxh3::Xxh3;

/// A hash of questions, values and node counts, which changes whenever the search does.
///
/// It is XXH3 (64 bits, seed 0) of one line per position, `RxC BOARD SIDE SCORING BOUNDS NODES`, for example
/// `4x4 -----OX--XO----- X discs -8 12345`, each ending with a line feed.
#[derive(Clone, Default)]
pub struct Signature(Xxh3);

impl Signature {
    /// Adds the next position, what is proven about it and how many nodes that took.
    pub fn add(&mut self, question: &Question, bounds: Bounds, nodes: u64) {
        self.0.update(line(question, bounds, nodes).as_bytes());
    }

    /// The hash of all positions so far.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.0.digest()
    }
}

fn line(question: &Question, bounds: Bounds, nodes: u64) -> String {
    let position = &question.position;
    format!("{} {} {} {bounds} {nodes}\n", position.board(), position.without_board(), question.scoring)
}

#[cfg(test)]
mod tests {
    use solver::{Mode, Position, Scoring, Start};

    use super::*;

    fn question() -> Question {
        let position = Position::start("4x4".parse().unwrap(), Start::Othello);
        Question::new(position, Mode::Exact, Scoring::Discs)
    }

    #[test]
    fn it_is_the_hash_of_lines() {
        let (question, bounds, nodes) = (question(), Bounds::at(-8), 12345);
        let text = "4x4 -----OX--XO----- X discs -8 12345\n";
        assert_eq!(line(&question, bounds, nodes), text);
        let mut signature = Signature::default();
        // The hash of nothing, from the reference implementation.
        assert_eq!(signature.value(), 0x2d06_8005_38d3_94c2);
        signature.add(&question, bounds, nodes);
        signature.add(&question, bounds, nodes);
        assert_eq!(signature.value(), xxhash_rust::xxh3::xxh3_64(text.repeat(2).as_bytes()));
    }

    #[test]
    fn one_node_more_changes_it() {
        let values = [1, 2].map(|nodes| {
            let mut signature = Signature::default();
            signature.add(&question(), Bounds::at(-8), nodes);
            signature.value()
        });
        assert_ne!(values[0], values[1]);
    }
}
