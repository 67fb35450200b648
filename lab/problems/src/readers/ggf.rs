//! Files of games in the Generic Game Format, which [`solver::ggf`] reads.

use solver::Board;
use solver::ggf;

use super::{Entry, ReadError, on_board};

/// Reads all games of a file; all must be on `board`.
///
/// # Errors
/// The first malformed text or game, with the line on which that game begins.
pub(super) fn read(bytes: &[u8], board: Board) -> Result<Vec<Entry>, ReadError> {
    let bytes = solver::obf::without_byte_order_mark(bytes);
    // Names of players may be in any encoding; everything relevant is ASCII.
    let games = ggf::read(&String::from_utf8_lossy(bytes))
        .map_err(|error| ReadError::line(error.line, error.fault.to_string()))?;
    let entry = |game: ggf::Played| {
        on_board(Entry::Game(game.positions()), board).map_err(|message| ReadError::line(game.line, message))
    };
    games.into_iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_and_what_is_wrong_is_said_with_its_line() {
        let game = "(;GM[Othello]BO[4 ---- -O*- -*O- ---- *]B[b1];)";
        let read = |text: &str, board: &str| read(text.as_bytes(), board.parse().unwrap());
        let entries = read(&format!("\u{feff}2\n{game}\n{game}\n"), "4x4").unwrap();
        assert_eq!(entries.len(), 2);
        assert!(matches!(&entries[0], Entry::Game(positions) if positions.len() == 2));
        for (text, board, expected) in [
            (
                format!("{game}\nhello {game}"),
                "4x4",
                "line 2: 'hello' is not a game: one begins with (; and ends with ;)",
            ),
            (format!("\n{game}"), "6x6", "line 2: it is on board 4x4, 6x6 is wanted"),
            ("(;GM[Othello]".to_owned(), "4x4", "line 1: the game has no end: ;) is missing"),
        ] {
            assert_eq!(read(&text, board).unwrap_err().to_string(), expected);
        }
    }
}
