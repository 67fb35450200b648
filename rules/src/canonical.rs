//! Symmetric positions as one: only this module turns positions to landscape and into canonical form, and maps results
//! back.

use crate::board::Board;
use crate::discs::{Discs, Side};
use crate::moves::Move;
use crate::position::Position;
use crate::square::{Square, Squares};
use crate::symmetry::{Symmetries, Symmetry};

/// Maps positions of a board to landscape orientation (see [`Board::landscape`]) and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landscape {
    original: Board,
}

impl Landscape {
    /// The mapping for the board `original`.
    #[must_use]
    pub fn of(original: Board) -> Self {
        Self { original }
    }

    /// The board in landscape.
    #[must_use]
    pub fn board(self) -> Board {
        self.original.landscape()
    }

    /// Maps a square in landscape back to the original board.
    #[must_use]
    pub fn original_square(self, square: Square) -> Square {
        if self.original.is_landscape() { square } else { square.transposed(self.board()) }
    }

    /// Turns a position of the original board to landscape.
    #[must_use]
    pub fn position(self, original: Position) -> Position {
        if self.original.is_landscape() { original } else { original.transposed() }
    }

    /// Maps a position in landscape back to the original board.
    #[must_use]
    pub fn original_position(self, position: Position) -> Position {
        if self.original.is_landscape() { position } else { position.transposed() }
    }

    /// Turns a move on the original board to landscape.
    #[must_use]
    pub fn chosen(self, original: Move) -> Move {
        if self.original.is_landscape() { original } else { original.transposed(self.original) }
    }

    /// Maps a move in landscape back to the original board.
    #[must_use]
    pub fn original_move(self, chosen: Move) -> Move {
        match chosen {
            Move::Place(square) => Move::Place(self.original_square(square)),
            Move::Pass => Move::Pass,
        }
    }
}

/// The one position that represents all its mirror images and rotations, with the mapping to it and back.
///
/// It is on [`Board::landscape`], and is the smallest of the position's images there, comparing first the bits of the
/// side to move, then the other side's. Tables store positions in this form. The side to
/// move keeps its colour.
///
/// ```
/// use rules::{Board, CanonicalPosition, Position, Start};
///
/// let start = Position::start("6x4".parse()?, Start::Othello);
/// let canonical = CanonicalPosition::of(&start);
/// assert_eq!(canonical.board(), "4x6".parse()?);
/// // What is known about the canonical position's moves holds for the position itself.
/// let mut back: Vec<_> = canonical.position().legal_moves();
/// back.iter_mut().for_each(|chosen| *chosen = canonical.to_original_move(*chosen));
/// back.sort();
/// assert_eq!(back, start.legal_moves());
/// # Ok::<(), rules::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalPosition {
    landscape: Landscape,
    discs: Discs,
    side: Side,
    /// Maps the position in landscape to the canonical form.
    symmetry: Symmetry,
}

impl CanonicalPosition {
    /// The canonical form of a position.
    #[must_use]
    pub fn of(original: &Position) -> Self {
        let landscape = Landscape::of(original.board);
        let position = landscape.position(*original);
        let (discs, symmetry) = Symmetries::of(position.board).canonical(position.discs);
        Self { landscape, discs, side: position.side, symmetry }
    }

    /// The board in landscape.
    #[must_use]
    pub fn board(&self) -> Board {
        self.landscape.board()
    }

    /// The discs in canonical form: the key in tables.
    #[must_use]
    pub fn discs(&self) -> Discs {
        self.discs
    }

    /// The canonical form as a position.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { board: self.board(), discs: self.discs, side: self.side }
    }

    /// Maps a move of the original position to the canonical position.
    #[must_use]
    pub fn to_canonical_move(&self, original: Move) -> Move {
        Symmetries::of(self.board()).map_move(self.symmetry, self.landscape.chosen(original))
    }

    /// Maps a move of the canonical position back to the original position.
    #[must_use]
    pub fn to_original_move(&self, canonical: Move) -> Move {
        let group = Symmetries::of(self.board());
        self.landscape.original_move(group.map_move(group.inverse(self.symmetry), canonical))
    }

    /// Maps squares of the canonical position's board back to the original board.
    #[must_use]
    pub fn to_original_squares(&self, canonical: Squares) -> Squares {
        let group = Symmetries::of(self.board());
        let back = Squares::from_bits(group.map(group.inverse(self.symmetry), canonical.bits()));
        back.iter().map(|square| self.landscape.original_square(square)).collect()
    }

    /// Maps a position reached from the canonical one back to the original board.
    ///
    /// # Panics
    /// If it is not on [`CanonicalPosition::board`].
    #[must_use]
    pub fn to_original_position(&self, canonical: &Position) -> Position {
        assert_eq!(canonical.board, self.board(), "a position on another board than the canonical one");
        let group = Symmetries::of(canonical.board);
        let discs = group.map_discs(group.inverse(self.symmetry), canonical.discs);
        self.landscape.original_position(Position { discs, ..*canonical })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::start::Start;

    /// All images of a position, by coordinates: the slow twin. Half of them are on the transposed board.
    fn images(position: &Position) -> Vec<Position> {
        let flipped = |position: &Position| {
            let board = position.board;
            let flip = |squares: Squares| {
                let rows = board.rows();
                let up = |square: Square| Square::at(board, rows - 1 - square.row(board), square.col(board));
                squares.iter().filter_map(up).collect::<Squares>()
            };
            let discs = Discs::new(flip(position.discs.player()), flip(position.discs.opponent())).unwrap();
            Position { discs, ..*position }
        };
        let mut all = vec![*position];
        for _ in 0..4 {
            let last = all[all.len() - 1];
            all.push(flipped(&last));
            all.push(flipped(&last).transposed());
        }
        all
    }

    #[test]
    fn the_canonical_form_is_the_least_image_in_landscape_and_leads_back() {
        let mut random = Random::new(1, 0);
        for board in Board::all() {
            let mut position = Position::start(board, random.pick(&Start::ALL));
            while let Some(chosen) = random.legal_move(&position) {
                let canonical = CanonicalPosition::of(&position);
                let wide = images(&position).into_iter().filter(|image| image.board == board.landscape());
                assert_eq!(wide.map(|image| image.discs).min(), Some(canonical.discs()), "{position}");
                for image in images(&position) {
                    assert_eq!(CanonicalPosition::of(&image).position(), canonical.position(), "{image}");
                }
                assert_eq!(canonical.to_original_position(&canonical.position()), position, "{position}");
                let occupied = canonical.position().discs.occupied();
                assert_eq!(canonical.to_original_squares(occupied), position.discs.occupied(), "{position}");
                let there = canonical.to_canonical_move(chosen);
                assert_eq!(canonical.to_original_move(there), chosen, "{position}");
                let next = position.play(chosen).unwrap();
                let next_there = canonical.position().play(there).unwrap();
                assert_eq!(canonical.to_original_position(&next_there), next, "{position}");
                position = next;
            }
        }
    }
}
