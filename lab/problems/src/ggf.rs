//! Writing games in the Generic Game Format; [`crate::readers`] reads them back.
//!
//! The format knows square boards only, whose size is one number. Of other boards the size is written `RxC`, which no
//! other program may know. Source of the format: M. Buro, <https://skatgame.net/mburo/ggsa/ggf>.

use solver::{Board, Move, Position, Score, Side};

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game<'a> {
    /// Where it was played; a program's name.
    pub place: &'a str,
    /// The player of Black.
    pub black: &'a str,
    /// The player of White.
    pub white: &'a str,
    /// The first position.
    pub start: Position,
    /// All legal moves, passes included.
    pub moves: &'a [Move],
    /// Black's score at the end, in discs.
    pub black_score: Score,
}

impl Game<'_> {
    /// The game on one line, with its end. Without a date: the same game is the same text.
    ///
    /// # Panics
    /// If one of the moves is illegal.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { place, black, white, start, moves, black_score } = self;
        let size = size(start.board());
        let [place, black, white] = [place, black, white].map(|name| name.replace(['[', ']', '\n'], " "));
        let mut text = format!(
            "(;GM[Othello]PC[{place}]PB[{black}]PW[{white}]RE[{black_score:+}.00]TY[{size}]BO[{size} {}]",
            squares(start)
        );
        let mut now = *start;
        for &chosen in *moves {
            let colour = if now.side() == Side::Black { 'B' } else { 'W' };
            let square = match chosen {
                Move::Pass => "PA".to_owned(),
                Move::Place(_) => chosen.display(start.board()).to_string().to_uppercase(),
            };
            text += &format!("{colour}[{square}]");
            now = now.play(chosen).expect("a legal move");
        }
        text + ";)\n"
    }
}

/// The size of a board: one number if it is square.
fn size(board: Board) -> String {
    if board.rows() == board.cols() { board.rows().to_string() } else { board.to_string() }
}

/// Rows from the top, each followed by a space, then the side to move.
fn squares(position: &Position) -> String {
    let mut text = String::new();
    for square in position.board().all_squares() {
        text.push(match position.disc(square) {
            Some(Side::Black) => '*',
            Some(Side::White) => 'O',
            None => '-',
        });
        if square.col(position.board()) + 1 == position.board().cols() {
            text.push(' ');
        }
    }
    text.push(if position.side() == Side::Black { '*' } else { 'O' });
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use solver::Start;

    use super::*;
    use crate::readers::{Entry, Kind};

    /// A game of moves that `choices` picks, with all its positions.
    fn played(start: Position, choices: &[u8]) -> (Vec<Move>, Vec<Position>) {
        let (mut moves, mut positions) = (Vec::new(), vec![start]);
        for &choice in choices {
            let now = positions[positions.len() - 1];
            let legal = now.legal_moves();
            if legal.is_empty() {
                break;
            }
            let chosen = legal[usize::from(choice) % legal.len()];
            moves.push(chosen);
            positions.push(now.play(chosen).unwrap());
        }
        (moves, positions)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            (rows, cols) in prop_oneof![Just((8, 8)), Just((6, 6)), Just((4, 10)), Just((10, 4)), Just((3, 21)), Just((5, 7))],
            start in 0..3usize,
            choices in prop::collection::vec(any::<u8>(), 0..70),
        ) {
            let board = Board::new(rows, cols).unwrap();
            let start = Position::start(board, Start::ALL[start]);
            let (moves, positions) = played(start, &choices);
            let game = Game { place: "solve", black: "uct:n=10", white: "a [b]", start, moves: &moves, black_score: Score::new(-4) };
            let twice = game.text() + &game.text();
            let read = Kind::Ggf.read(twice.as_bytes(), board, Start::Othello).unwrap();
            prop_assert_eq!(&read[..], &[Entry::Game(positions.clone()), Entry::Game(positions)]);
        }
    }

    #[test]
    fn a_game_reads_as_the_format_says() {
        let start = Position::start("4x4".parse().unwrap(), Start::Othello);
        let moves = solver::notation::parse_moves(start.board(), "b1a1").unwrap();
        let game =
            Game { place: "solve", black: "uct", white: "uct+", start, moves: &moves, black_score: Score::new(2) };
        let expected = "(;GM[Othello]PC[solve]PB[uct]PW[uct+]RE[+2.00]TY[4]BO[4 ---- -O*- -*O- ---- *]B[B1]W[A1];)\n";
        assert_eq!(game.text(), expected);
    }
}
