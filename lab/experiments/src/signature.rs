//! One number for what a search did on many positions.

use solver::{Answer, Question};
use xxhash_rust::xxh3::Xxh3;

/// A hash of questions, values and numbers of nodes: it stays the same only while the search does.
///
/// It is XXH3 (64 bits, seed 0) of one line a position, `RxC BOARD SIDE SCORING BOUNDS NODES`, for example
/// `4x4 -----OX--XO----- X discs -8 12345`, each with a line feed.
#[derive(Clone, Default)]
pub struct Signature(Xxh3);

impl Signature {
    /// Adds the next position and its answer.
    pub fn add(&mut self, question: &Question, answer: &Answer) {
        self.0.update(line(question, answer).as_bytes());
    }

    /// The hash of all positions so far.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.0.digest()
    }
}

fn line(question: &Question, answer: &Answer) -> String {
    let position = &question.position;
    format!("{} {} {} {} {}\n", position.board(), position, question.scoring, answer.bounds, answer.nodes)
}

#[cfg(test)]
mod tests {
    use solver::{Basis, Bounds, Mode, Position, Scoring, Start};

    use super::*;

    fn sample(nodes: u64) -> (Question, Answer) {
        let position = Position::start("4x4".parse().unwrap(), Start::Othello);
        let (best, line, bounds) = (None, Vec::new(), Bounds::at(-8));
        let (basis, contradiction) = (Basis::Proof, None);
        let answer = Answer {
            bounds,
            best,
            line,
            end: position,
            nodes,
            from_table: false,
            basis,
            complete: true,
            contradiction,
        };
        (Question::new(position, Mode::Exact, Scoring::Discs), answer)
    }

    #[test]
    fn it_is_the_hash_of_lines() {
        let (question, answer) = sample(12345);
        let text = "4x4 -----OX--XO----- X discs -8 12345\n";
        assert_eq!(line(&question, &answer), text);
        let mut signature = Signature::default();
        // The hash of nothing, from the reference implementation.
        assert_eq!(signature.value(), 0x2d06_8005_38d3_94c2);
        signature.add(&question, &answer);
        signature.add(&question, &answer);
        assert_eq!(signature.value(), xxhash_rust::xxh3::xxh3_64(text.repeat(2).as_bytes()));
    }

    #[test]
    fn one_node_more_changes_it() {
        let values = [1, 2].map(|nodes| {
            let (question, answer) = sample(nodes);
            let mut signature = Signature::default();
            signature.add(&question, &answer);
            signature.value()
        });
        assert_ne!(values[0], values[1]);
    }
}
