//! Symmetric positions as one: turning to landscape, canonical form and the way back stand here, once.

use crate::board::Board;
use crate::discs::{Discs, Side};
use crate::moves::Move;
use crate::position::Position;
use crate::square::{Square, Squares};
use crate::symmetry::{Symmetries, Symmetry};

/// Positions of a board as they lie in landscape (see [`Board::landscape`]), and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Landscape {
    original: Board,
}

impl Landscape {
    /// The landscape of `board`.
    pub(crate) fn of(original: Board) -> Self {
        Self { original }
    }

    /// The board in landscape.
    pub(crate) fn board(self) -> Board {
        self.original.landscape()
    }

    /// A square in landscape on the original board.
    pub(crate) fn original_square(self, square: Square) -> Square {
        if self.original.is_landscape() { square } else { square.transposed(self.board()) }
    }

    /// A position of the original board in landscape.
    pub(crate) fn position(self, original: Position) -> Position {
        if self.original.is_landscape() { original } else { original.transposed() }
    }

    /// A position in landscape on the original board.
    pub(crate) fn original_position(self, position: Position) -> Position {
        if self.original.is_landscape() { position } else { position.transposed() }
    }

    /// A move of the original board in landscape.
    pub(crate) fn chosen(self, original: Move) -> Move {
        if self.original.is_landscape() { original } else { original.transposed(self.original) }
    }

    /// A move in landscape on the original board.
    pub(crate) fn original_move(self, chosen: Move) -> Move {
        match chosen {
            Move::Place(square) => Move::Place(self.original_square(square)),
            Move::Pass => Move::Pass,
        }
    }
}

/// The one position that stands for all of its mirror images and rotations, and the way from and to it.
///
/// It lies in landscape, on [`Board::landscape`]; of its images there it is the least, the bits of the side to move
/// compared first, then the other side's. Tables keep positions in this form (see [`crate::ProofTable`]). The side to move
/// keeps its colour.
///
/// ```
/// use solver::{Board, CanonicalPosition, Position, Start};
///
/// let start = Position::start("6x4".parse()?, Start::Othello);
/// let canonical = CanonicalPosition::of(&start);
/// assert_eq!(canonical.board(), "4x6".parse()?);
/// // What is known about the canonical position's moves holds for the position itself.
/// let mut back: Vec<_> = canonical.position().legal_moves();
/// back.iter_mut().for_each(|chosen| *chosen = canonical.to_original_move(*chosen));
/// back.sort();
/// assert_eq!(back, start.legal_moves());
/// # Ok::<(), solver::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalPosition {
    landscape: Landscape,
    discs: Discs,
    side: Side,
    /// Leads from the landscape to the canonical form.
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

    /// The discs in canonical form: the key of tables.
    #[must_use]
    pub fn discs(&self) -> Discs {
        self.discs
    }

    /// The canonical form as a position.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { board: self.board(), discs: self.discs, side: self.side }
    }

    /// A move of the original position as one of the canonical position.
    #[must_use]
    pub fn to_canonical_move(&self, original: Move) -> Move {
        Symmetries::of(self.board()).map_move(self.symmetry, self.landscape.chosen(original))
    }

    /// A move of the canonical position as one of the original position.
    #[must_use]
    pub fn to_original_move(&self, canonical: Move) -> Move {
        let group = Symmetries::of(self.board());
        self.landscape.original_move(group.map_move(group.inverse(self.symmetry), canonical))
    }

    /// Squares of the canonical position's board as they lie on the original board.
    #[must_use]
    pub fn to_original_squares(&self, canonical: Squares) -> Squares {
        let group = Symmetries::of(self.board());
        let back = Squares::from_bits(group.map(group.inverse(self.symmetry), canonical.bits()));
        back.iter().map(|square| self.landscape.original_square(square)).collect()
    }

    /// A position that follows from the canonical one as it lies on the original board.
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

    /// All images of a position, by coordinates: the slow twin. On square boards the transposed ones are among them.
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
                assert_eq!(wide.map(|image| image.discs).min(), Some(canonical.discs()), "{board} {position}");
                for image in images(&position) {
                    assert_eq!(CanonicalPosition::of(&image).position(), canonical.position(), "{board} {image}");
                }
                assert_eq!(canonical.to_original_position(&canonical.position()), position, "{board} {position}");
                let occupied = canonical.position().discs.occupied();
                assert_eq!(canonical.to_original_squares(occupied), position.discs.occupied(), "{board} {position}");
                let there = canonical.to_canonical_move(chosen);
                assert_eq!(canonical.to_original_move(there), chosen, "{board} {position}");
                let next = position.play(chosen).unwrap();
                let next_there = canonical.position().play(there).unwrap();
                assert_eq!(canonical.to_original_position(&next_there), next, "{board} {position}");
                position = next;
            }
        }
    }
}
