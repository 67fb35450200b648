//! Games of the WTHOR archive (8x8), files `.wtb`.
//!
//! ```text
//! bytes  0..16   header: bytes 4..8 the number of games (little endian), byte 12 the size of the board, 0 or 8 for 8x8
//! then 68 bytes for each game: 8 on the tournament, the players and the score, then 60 moves,
//!                each 10 · row + column from 1 (11 is a1, 18 is h1), 0 when the game is over; passes are left out
//! ```
//! Source of the format: the archive's description as translated on
//! <http://ledpup.blogspot.com/2012/03/computer-reversi-part-15-thor-database.html>. If rows and columns were the other way
//! round, every game would be a mirror image of the true one: the same positions up to symmetry.

use super::{Fault, Game};
use crate::board::Board;
use crate::moves::Move;
use crate::notation::add_passes;
use crate::position::Position;
use crate::square::Square;
use crate::start::Start;

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
const MOVES_BEGIN: usize = 8;
const SIDE: u8 = 8;

/// Whether bytes are binary, as no text is.
pub(super) fn is_wthor(bytes: &[u8]) -> bool {
    bytes.contains(&0)
}

/// Reads all games.
pub(super) fn read(bytes: &[u8]) -> Vec<Result<Game, Fault>> {
    let wrong = |why: String| vec![Err(Fault { line: None, game: None, why })];
    let Some((header, games)) = bytes.split_at_checked(HEADER_BYTES) else {
        return wrong(format!("a zero byte: this is no text, and {} bytes are too few for WTHOR", bytes.len()));
    };
    if ![0, SIDE].contains(&header[12]) {
        return wrong(format!("a zero byte: this is no text, nor WTHOR: its byte 12 says board {0}x{0}", header[12]));
    }
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    if games.len() % GAME_BYTES != 0 || games.len() / GAME_BYTES != count {
        return wrong(format!(
            "a zero byte: this is no text, nor WTHOR: {count} games of {GAME_BYTES} bytes are announced, {} bytes follow",
            games.len()
        ));
    }
    let read = |(number, bytes): (usize, &[u8])| {
        game(&bytes[MOVES_BEGIN..]).map(|game| Game { line: number, ..game }).map_err(|why| Fault {
            line: None,
            game: Some(number),
            why,
        })
    };
    (1..).zip(games.chunks_exact(GAME_BYTES)).map(read).collect()
}

fn game(bytes: &[u8]) -> Result<Game, String> {
    let board = Board::new(SIDE.into(), SIDE.into()).map_err(|error| error.to_string())?;
    let square = |&code: &u8| {
        let (row, col) = (u32::from(code / 10), u32::from(code % 10));
        let square = row.checked_sub(1).zip(col.checked_sub(1)).and_then(|(row, col)| Square::at(board, row, col));
        square.map(Move::Place).ok_or_else(|| format!("{code} is not a square"))
    };
    let (codes, behind) = bytes.split_at(bytes.iter().position(|&code| code == 0).unwrap_or(bytes.len()));
    if let Some(code) = behind.iter().find(|&&code| code != 0) {
        return Err(format!("{code} stands behind the 0 that ends the game"));
    }
    let moves: Vec<Move> = codes.iter().map(square).collect::<Result<_, _>>()?;
    let start = Position::start(board, Start::Othello);
    let moves = add_passes(start, &moves).map_err(|error| error.to_string())?;
    Ok(Game { moves, ..Game::of(start) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(moves: &[u8]) -> Vec<u8> {
        let mut bytes = vec![20, 26, 1, 1, 1, 0, 0, 0, 0, 0, 0xea, 7, 8, 0, 0, 0];
        bytes.extend([0; MOVES_BEGIN]);
        bytes.extend(moves);
        bytes.resize(HEADER_BYTES + GAME_BYTES, 0);
        bytes
    }

    fn message(bytes: &[u8]) -> String {
        read(bytes)[0].as_ref().unwrap_err().to_string()
    }

    #[test]
    fn a_game_is_read() {
        // f5 d6 c3 d3 c4
        let games = read(&file(&[56, 64, 33, 34, 43]));
        let moves = crate::notation::parse_moves("8x8".parse().unwrap(), "f5 d6 c3 d3 c4").unwrap();
        assert_eq!(games[0].as_ref().unwrap().moves, moves);
    }

    #[test]
    fn a_good_game_is_read_beside_a_bad_one() {
        let mut two = file(&[11]);
        two[4] = 2;
        two.extend_from_slice(&file(&[56])[HEADER_BYTES..]);
        let read = read(&two);
        assert!(read[0].is_err() && read[1].as_ref().is_ok_and(|game| game.line == 2));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(message(&file(&[11])).starts_with("game 1: moves: a1 at ply 1 is illegal"));
        assert_eq!(message(&file(&[99])), "game 1: 99 is not a square");
        assert_eq!(message(&file(&[56, 0, 64])), "game 1: 64 stands behind the 0 that ends the game");
        assert!(message(&[0; 20]).ends_with("0 games of 68 bytes are announced, 4 bytes follow"));
        assert!(message(&[0; 3]).ends_with("3 bytes are too few for WTHOR"));
    }
}
