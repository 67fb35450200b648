//! The books that come with the program.

use std::sync::{Arc, LazyLock};

use solver::Board;

use crate::book::Book;

/// Their files. All are complete.
const FILES: [&[u8]; 4] = [
    include_bytes!("../data/6x6-othello-discs.book"),
    include_bytes!("../data/6x6-othello-wof.book"),
    include_bytes!("../data/6x6-reversi-discs.book"),
    include_bytes!("../data/6x6-reversi-wof.book"),
];

/// One of them. This project has proven its values.
fn read(bytes: &[u8]) -> Book {
    Book::from_bytes(bytes).expect("a test reads them").proven_here()
}

/// All of them.
pub fn shipped() -> &'static [Arc<Book>] {
    static ALL: LazyLock<Vec<Arc<Book>>> = LazyLock::new(|| FILES.map(|bytes| Arc::new(read(bytes))).to_vec());
    &ALL
}

/// Those of a board in either orientation, of either scoring.
pub fn shipped_for(board: Board) -> Vec<Arc<Book>> {
    shipped().iter().filter(|book| book.plan().board == board.landscape()).cloned().collect()
}

#[cfg(test)]
mod tests {
    use solver::{Bounds, Position, Scoring, Start};

    use super::*;
    use crate::book::known;

    #[test]
    fn they_are_complete_and_know_the_published_values() {
        for book in shipped() {
            assert!(book.values().iter().all(Option::is_some), "{}", book.plan());
        }
        let board = "6x6".parse().unwrap();
        // Feinstein 1993, and Takeshita & Ikeda 2015.
        for (start, value) in [(Start::Othello, -4), (Start::Reversi, -2), (Start::ReversiRows, -2)] {
            let root = Position::start(board, start);
            let books = shipped_for(board);
            let (bounds, best) = books.iter().find_map(|book| book.look_up(&root).unwrap()).unwrap();
            assert_eq!(bounds, Bounds::at(value), "{start}");
            assert!(best.is_some());
            assert_eq!(known(&books, &root, Scoring::Discs), Some(Bounds::at(value)), "{start}");
            assert_eq!(known(&books, &root, Scoring::Wof).unwrap().upper.discs(), value, "{start}");
        }
        assert!(shipped_for("4x4".parse().unwrap()).is_empty());
    }
}
