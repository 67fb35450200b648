//! The board between two players: the game so far, and how it looks.

use solver::notation::line_text;
use solver::{Move, Position, Square};

/// A game in progress.
#[derive(Debug)]
pub(super) struct Table {
    /// All positions, the first one included.
    positions: Vec<Position>,
    /// Moves made before the first of these positions.
    given: Vec<Move>,
    line: Vec<Move>,
}

impl Table {
    /// A game that begins at a position, which was reached by the given moves.
    pub(super) fn new(position: Position, given: Vec<Move>) -> Self {
        Self { positions: vec![position], given, line: Vec::new() }
    }

    /// The present position.
    pub(super) fn now(&self) -> &Position {
        self.positions.last().expect("the first position stays")
    }

    /// Number of moves so far.
    pub(super) fn plies(&self) -> usize {
        self.line.len()
    }

    /// The moves so far, including the given ones.
    pub(super) fn line(&self) -> String {
        line_text(self.now().board(), &[&self.given[..], &self.line].concat())
    }

    /// The legal moves.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.now().legal_moves()
    }

    /// Whether neither side can move.
    pub(super) fn is_over(&self) -> bool {
        self.moves().is_empty()
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, chosen: Move) {
        self.positions.push(self.now().play(chosen).expect("a legal move"));
        self.line.push(chosen);
    }

    /// Undoes the last move that a person chose and all after it; returns whether there was one. Passes are not chosen.
    pub(super) fn undo(&mut self, is_person: impl Fn(solver::Side) -> bool) -> bool {
        let is_chosen = |&ply: &usize| self.line[ply] != Move::Pass && is_person(self.positions[ply].side());
        let Some(ply) = (0..self.line.len()).rev().find(is_chosen) else { return false };
        self.positions.truncate(ply + 1);
        self.line.truncate(ply);
        true
    }

    /// The board with its legal moves marked, and how many discs both sides have.
    pub(super) fn picture(&self) -> String {
        let now = self.now();
        let legal = self.moves();
        let symbols = format!("{:#}", now);
        let columns = now.board().cols() as usize;
        let letters: String = ('a'..).take(columns).map(|letter| format!(" {letter}")).collect();
        let mut text = format!("\n  {letters}\n");
        for (row, line) in symbols.as_bytes().chunks(columns).enumerate() {
            let mark = |(column, &symbol): (usize, &u8)| {
                let square = Square::new((row * columns + column) as u8);
                let is_legal = square.is_some_and(|square| legal.contains(&Move::Place(square)));
                format!(" {}", if is_legal { '*' } else { char::from(symbol) })
            };
            let line: String = line.iter().enumerate().map(mark).collect();
            text += &format!("{:2}{line}\n", row + 1);
        }
        let (black, white) = (now.black().len(), now.white().len());
        text + &format!("X {black}, O {white}\n\n")
    }
}

#[cfg(test)]
mod tests {
    use solver::{Side, Start};

    use super::*;

    #[test]
    fn the_picture_shows_where_one_may_play() {
        let table = Table::new(Position::start("4x4".parse().unwrap(), Start::Othello), Vec::new());
        let expected = "\n   a b c d\n 1 - * - -\n 2 * O X -\n 3 - X O *\n 4 - - * -\nX 2, O 2\n\n";
        assert_eq!(table.picture(), expected);
    }

    #[test]
    fn undo_goes_back_to_the_last_choice_of_a_person() {
        let mut table = Table::new(Position::start("4x4".parse().unwrap(), Start::Othello), Vec::new());
        let first = *table.now();
        assert!(!table.undo(|_| true));
        for _ in 0..2 {
            table.play(table.moves()[0]);
        }
        assert!(table.undo(|side| side == Side::Black));
        assert_eq!((*table.now(), table.plies()), (first, 0));
        table.play(table.moves()[0]);
        assert!(!table.undo(|side| side == Side::White));
        assert_eq!(table.plies(), 1);
    }
}
