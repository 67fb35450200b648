//! Which squares of a board form a pattern.
//!
//! A pattern is a small set of squares; the places that the board's symmetries map onto each other share one table of
//! weights. The patterns made for one board are those of Logistello (Buro 2003, "The evolution of strong Othello
//! programs"), adapted to sides of any length: lines, blocks in the corners, edges with the two X squares beside them,
//! and diagonals. Those common to all boards are blocks in the corners and along the edges.

use rules::board::Board;
use rules::symmetry::Symmetries;

/// The most pattern places on one board.
pub const ALL_PLACES: usize = 64;
/// The most places of an outline.
pub const OUTLINE_PLACES: usize = 16;
/// The most squares of a pattern: 3^10 configurations, whose signed indices fit into 16 bits.
const MAX_SQUARES: u32 = 10;
/// The shortest diagonal that is a pattern.
const MIN_DIAGONAL: u32 = 3;

/// A pattern, with all its places on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Class {
    /// Number of squares of each place.
    pub(super) squares: usize,
    /// The squares of each place, in corresponding order.
    pub(super) places: Vec<Vec<u8>>,
    /// The permutations of the squares by symmetries that map a place onto itself: `mirrors[m][k]` is where the k-th
    /// square goes. The first is the identity.
    pub(super) mirrors: Vec<Vec<usize>>,
}

/// A square by row and column.
type Place = (u32, u32);

/// The patterns made for a board with at most as many rows as columns, the most informative first; at most
/// [`ALL_PLACES`] places.
pub(super) fn of_board(board: Board) -> Vec<Class> {
    let shapes = [outline_shapes(board.rows(), board.cols()), inner_shapes(board.rows(), board.cols())];
    classes(board, shapes.concat(), ALL_PLACES)
}

/// The patterns of [`of_board`] that lie along the edges and in the corners; on narrow boards, which are all edge, they
/// cover the board. At most [`OUTLINE_PLACES`] places.
pub(super) fn outline(board: Board) -> Vec<Class> {
    classes(board, outline_shapes(board.rows(), board.cols()), OUTLINE_PLACES)
}

/// The classes of shapes, without those whose places no longer fit.
fn classes(board: Board, shapes: Vec<Vec<Place>>, most_places: usize) -> Vec<Class> {
    let group = Symmetries::new(board);
    let mut classes: Vec<Class> = Vec::new();
    let mut places = 0;
    for shape in shapes {
        let squares: Vec<u8> = shape.iter().map(|&(row, col)| (row * board.cols() + col) as u8).collect();
        let class = orbit(&group, &squares);
        let is_new = classes.iter().all(|other| other.places.iter().all(|place| mask(place) != mask(&squares)));
        if is_new && places + class.places.len() <= most_places {
            places += class.places.len();
            classes.push(class);
        }
    }
    classes
}

/// All places onto which the symmetries of the board map a list of squares.
fn orbit(group: &Symmetries, squares: &[u8]) -> Class {
    let mut class = Class { squares: squares.len(), places: Vec::new(), mirrors: Vec::new() };
    for &symmetry in group.all() {
        let image = |&square: &u8| group.map(symmetry, 1 << square).trailing_zeros() as u8;
        let place: Vec<u8> = squares.iter().map(image).collect();
        if mask(&place) == mask(squares) {
            let index = |square: &u8| squares.iter().position(|other| other == square);
            class.mirrors.push(place.iter().filter_map(index).collect());
        }
        if class.places.iter().all(|other| mask(other) != mask(&place)) {
            class.places.push(place);
        }
    }
    class
}

fn mask(squares: &[u8]) -> u64 {
    squares.iter().fold(0, |mask, square| mask | 1 << square)
}

/// A block of squares that touches the upper edge.
fn block(height: u32, width: u32, left: u32) -> Vec<Place> {
    (0..height).flat_map(|row| (left..left + width).map(move |col| (row, col))).collect()
}

/// The transposed shapes.
fn turned(shapes: Vec<Vec<Place>>) -> Vec<Vec<Place>> {
    shapes.into_iter().map(|shape| shape.into_iter().map(|(row, col)| (col, row)).collect()).collect()
}

/// One place of each pattern along the edges and in the corners, the most informative first.
fn outline_shapes(rows: u32, cols: u32) -> Vec<Vec<Place>> {
    let mut shapes = edge(cols);
    match rows {
        3 | 4 => {
            // The whole width of the board fits into a block.
            let width = if rows == 3 { 3 } else { 2 };
            shapes.extend((0..=(cols - width) / 2).map(|left| block(rows, width, left)));
        }
        _ => shapes.extend(turned(edge(rows))),
    }
    if rows >= 4 {
        shapes.push(block(3, 3, 0));
    }
    shapes
}

/// One place of each of the other patterns.
fn inner_shapes(rows: u32, cols: u32) -> Vec<Vec<Place>> {
    let mut shapes = Vec::new();
    if cols >= 5 {
        shapes.push(block(2, 5, 0));
    }
    if rows >= 5 {
        shapes.push(block(5, 2, 0));
    }
    shapes.extend((1..rows.div_ceil(2)).flat_map(|row| line(row, cols)));
    if rows >= 5 {
        shapes.extend(turned((1..cols.div_ceil(2)).flat_map(|col| line(col, rows)).collect()));
    }
    if rows >= 4 {
        for length in (MIN_DIAGONAL..=rows).rev() {
            shapes.extend(diagonals(rows, cols, length));
        }
    }
    shapes
}

/// The upper edge of a board with this many columns: with both X squares if that is not too long, else alone, else in
/// windows.
fn edge(cols: u32) -> Vec<Vec<Place>> {
    let row = |from: u32, to: u32| (from..to).map(|col| (0, col)).collect::<Vec<Place>>();
    if cols + 2 <= MAX_SQUARES {
        let mut x_squares = vec![(1, 1), (1, cols - 2)];
        x_squares.dedup();
        return vec![[row(0, cols), x_squares].concat()];
    }
    if cols <= MAX_SQUARES {
        return line(0, cols);
    }
    let end = MAX_SQUARES - 1;
    let mut windows = vec![[row(0, end), vec![(1, 1)]].concat()];
    if 2 * end < cols {
        windows.push(middle(0, cols));
    }
    windows
}

/// A row of a board with this many columns, in overlapping windows if it is too long for one pattern.
fn line(row: u32, cols: u32) -> Vec<Vec<Place>> {
    if cols <= MAX_SQUARES {
        return vec![(0..cols).map(|col| (row, col)).collect()];
    }
    let mut windows = vec![(0..MAX_SQUARES).map(|col| (row, col)).collect()];
    if 2 * MAX_SQUARES < cols {
        windows.push(middle(row, cols));
    }
    windows
}

/// The window in the middle of a long row.
fn middle(row: u32, cols: u32) -> Vec<Place> {
    let left = (cols - MAX_SQUARES) / 2;
    (left..left + MAX_SQUARES).map(|col| (row, col)).collect()
}

/// The diagonals of one length that run down to the right.
fn diagonals(rows: u32, cols: u32, length: u32) -> Vec<Vec<Place>> {
    let heads = (0..cols).map(|col| (0, col)).chain((1..rows).map(|row| (row, 0)));
    heads
        .filter(|&(row, col)| (rows - row).min(cols - col) == length)
        .map(|(row, col)| (0..length).map(|k| (row + k, col + k)).collect())
        .collect()
}

/// The patterns common to all boards with at most as many rows as columns: blocks in the corners and along the edges.
/// Some have no place on some boards. All boards can share their tables. At most [`ALL_PLACES`] places.
pub(super) fn common(board: Board) -> Vec<Class> {
    let (rows, cols) = (board.rows(), board.cols());
    let mut corner = Class::blank(3, 3, &[|row, col| (row, col), |row, col| (col, row)]);
    let mut beside_corner = Class::blank(2, 5, &[|row, col| (row, col)]);
    let mut whole_edge = Class::blank(2, 4, &[|row, col| (row, col), |row, col| (row, 3 - col)]);
    let mut edge = whole_edge.clone();
    let mut second_row = whole_edge.clone();
    // Every corner is the upper left one, and every edge the upper one, of the board transposed or mirrored.
    for (is_turned, length, depth) in [(false, cols, rows), (true, rows, cols)] {
        for (flips_depth, flips_length) in [(false, false), (false, true), (true, false), (true, true)] {
            let place = |height: u32, width: u32, down: u32, along: u32| -> Vec<u8> {
                let block = (0..height).flat_map(|row| (0..width).map(move |col| (down + row, along + col)));
                let flipped = |flips: bool, index: u32, size: u32| if flips { size - 1 - index } else { index };
                let square = |(row, col): Place| {
                    let (row, col) = (flipped(flips_depth, row, depth), flipped(flips_length, col, length));
                    (if is_turned { col * cols + row } else { row * cols + col }) as u8
                };
                block.map(square).collect()
            };
            if !is_turned {
                corner.places.push(place(3, 3, 0, 0));
            }
            if length >= 5 {
                beside_corner.places.push(place(2, 5, 0, 0));
            }
            if flips_length {
                continue;
            }
            if length == 4 {
                whole_edge.places.push(place(2, 4, 0, 0));
            }
            edge.places.extend((1..length.saturating_sub(4)).map(|along| place(2, 4, 0, along)));
            if depth >= 6 {
                second_row.places.extend((1..length.saturating_sub(4)).map(|along| place(2, 4, 1, along)));
            }
        }
    }
    vec![corner, beside_corner, whole_edge, edge, second_row]
}

impl Class {
    /// A block of this many rows and columns without a place yet, with the permutations of its squares.
    fn blank(rows: u32, cols: u32, maps: &[fn(u32, u32) -> Place]) -> Self {
        let squares = || (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let image = |&map: &fn(u32, u32) -> Place| {
            let index = |(row, col): Place| (row * cols + col) as usize;
            squares().map(|(row, col)| index(map(row, col))).collect()
        };
        Self { squares: squares().count(), places: Vec::new(), mirrors: maps.iter().map(image).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide_boards() -> impl Iterator<Item = Board> {
        Board::all().filter(|board| board.rows() <= board.cols())
    }

    #[test]
    fn every_square_is_in_a_pattern_and_no_pattern_is_too_large() {
        for board in wide_boards() {
            let classes = of_board(board);
            let places = || classes.iter().flat_map(|class| &class.places);
            assert!(places().count() <= ALL_PLACES, "{board}");
            assert_eq!(places().fold(0, |all, place| all | mask(place)), board.full(), "{board}");
            assert!(places().all(|place| place.len() <= MAX_SQUARES as usize), "{board}");
            assert!(places().all(|place| mask(place).count_ones() as usize == place.len()), "{board}");
        }
    }

    #[test]
    fn places_are_told_apart_and_mirrors_are_orders() {
        for board in wide_boards() {
            let mut masks = Vec::new();
            for class in of_board(board) {
                masks.extend(class.places.iter().map(|place| mask(place)));
                for mut mirror in class.mirrors {
                    mirror.sort_unstable();
                    assert_eq!(mirror, (0..class.places[0].len()).collect::<Vec<_>>(), "{board}");
                }
            }
            let count = masks.len();
            masks.sort_unstable();
            masks.dedup();
            assert_eq!(masks.len(), count, "{board}");
        }
    }

    #[test]
    fn common_patterns_are_on_the_board() {
        for board in wide_boards() {
            let classes = common(board);
            let places = classes.iter().flat_map(|class| class.places.iter().map(move |place| (class, place)));
            assert!(places.clone().count() <= ALL_PLACES, "{board}");
            for (class, place) in places {
                assert_eq!(place.len(), class.squares, "{board}");
                assert_eq!(mask(place).count_ones() as usize, class.squares, "{board}");
                assert_eq!(mask(place) & !board.full(), 0, "{board}");
            }
        }
    }

    #[test]
    fn the_usual_board_has_the_usual_patterns() {
        let classes = of_board("8x8".parse().unwrap());
        let sizes: Vec<_> = classes.iter().map(|class| (class.places.len(), class.places[0].len())).collect();
        let lines = [(4, 8), (4, 8), (4, 8)];
        let diagonals = [(2, 8), (4, 7), (4, 6), (4, 5), (4, 4), (4, 3)];
        assert_eq!(sizes, [&[(4, 10), (4, 9), (8, 10)], &lines[..], &diagonals[..]].concat());
    }
}
