//! The stages of the game, by number of empty squares, and how their positions get values.

use solver::{Board, MAX_SQUARES};

/// Up to this many empty squares, a stage is [`FINE`] wide.
const FINE_EMPTIES: u32 = 21;
/// Numbers of empty squares in a stage near the end of the game, where much changes fast.
const FINE: u32 = 2;
/// Numbers of empty squares in any other stage.
const COARSE: u32 = 4;
/// Plies of the searches for values near the end of the game.
const FINE_PLIES: u32 = 6;
/// Plies of the searches for values in the other stages: enough to reach the stage below.
const COARSE_PLIES: u32 = COARSE;

/// A range of numbers of empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// The fewest.
    pub(crate) min_empties: u32,
    /// The most.
    pub(crate) max_empties: u32,
    /// Plies of the search for the values of its positions, with leaves in stages that are already trained; `None` if they are
    /// solved.
    pub(crate) plies: Option<u32>,
}

/// The stages of a board, or those common to all boards, starting with few empty squares.
pub(crate) fn spans(board: Option<Board>) -> Vec<Span> {
    let most = board.map_or(MAX_SQUARES, Board::squares) - 4;
    let mut spans = Vec::new();
    let mut min_empties = 1;
    while min_empties <= most {
        let is_fine = min_empties + FINE - 1 <= FINE_EMPTIES;
        // The first stage nominally includes 0 empty squares, which never occur.
        let width = if min_empties == 1 {
            FINE + 1
        } else if is_fine {
            FINE
        } else {
            COARSE
        };
        let max_empties = (min_empties + width - 1).min(most);
        let plies = match max_empties {
            _ if max_empties <= exact_empties(board) => None,
            _ if is_fine => Some(FINE_PLIES),
            _ => Some(COARSE_PLIES),
        };
        spans.push(Span { min_empties, max_empties, plies });
        min_empties = max_empties + 1;
    }
    spans
}

/// With this many empty squares, solving a position takes a fraction of a millisecond; narrow boards have fewer moves.
fn exact_empties(board: Option<Board>) -> u32 {
    match board.map(|board| board.rows().min(board.cols())) {
        Some(3) => 17,
        Some(4) => 15,
        _ => 11,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_empties_is_in_one_stage() {
        for board in Board::all() {
            let spans = spans(Some(board));
            let mut next = 1;
            for span in &spans {
                assert_eq!(span.min_empties, next, "{board}");
                assert!(span.max_empties >= next, "{board}");
                next = span.max_empties + 1;
            }
            assert_eq!(next, board.squares() - 3, "{board}");
            assert_eq!(spans[0].plies, None, "{board}");
        }
    }

    #[test]
    fn searches_end_in_stages_below() {
        for span in Board::all().map(Some).chain([None]).flat_map(spans) {
            if let Some(plies) = span.plies {
                assert!(span.max_empties - plies < span.min_empties, "{span:?}");
            }
        }
    }
}
