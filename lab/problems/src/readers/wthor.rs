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

use std::io::{self, BufReader, Read};

use solver::{Board, Move, Position, Square, Start};

use super::{Entry, ReadError, play};

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
const MOVES_BEGIN: usize = 8;
const SIDE: u8 = 8;

/// The bytes of a file, at most one more than its header announces.
pub(crate) fn bytes(file: impl Read) -> io::Result<Vec<u8>> {
    let (mut input, mut bytes) = (BufReader::new(file), Vec::new());
    input.by_ref().take(HEADER_BYTES as u64).read_to_end(&mut bytes)?;
    let count = bytes.get(4..8).map_or(0, |count| u32::from_le_bytes([count[0], count[1], count[2], count[3]]));
    input.take(u64::from(count) * GAME_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads all games of a file; `board` must be 8x8.
///
/// # Errors
/// Not such a file, or the first malformed game.
pub(super) fn read(bytes: &[u8], board: Board) -> Result<Vec<Entry>, ReadError> {
    let wrong = |message: String| ReadError { place: "header", number: 1, message };
    if (board.rows(), board.cols()) != (SIDE.into(), SIDE.into()) {
        return Err(wrong(format!("WTHOR has games on board 8x8, not {board}")));
    }
    let (header, games) = bytes
        .split_at_checked(HEADER_BYTES)
        .ok_or_else(|| wrong(format!("{} bytes are too few for a WTHOR file", bytes.len())))?;
    if ![0, SIDE].contains(&header[12]) {
        return Err(wrong(format!("the games are on board {0}x{0}, not 8x8", header[12])));
    }
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
    if games.len() % GAME_BYTES != 0 || games.len() / GAME_BYTES != count {
        return Err(wrong(format!("{count} games of {GAME_BYTES} bytes are announced, {} bytes follow", games.len())));
    }
    let start = Position::start(board, Start::Othello);
    let game = |(index, bytes): (usize, &[u8])| {
        let positions =
            read_moves(&bytes[MOVES_BEGIN..]).and_then(|moves| play(start, &moves).map_err(|error| error.to_string()));
        positions.map(Entry::Game).map_err(|message| ReadError { place: "game", number: index + 1, message })
    };
    games.chunks_exact(GAME_BYTES).enumerate().map(game).collect()
}

fn read_moves(bytes: &[u8]) -> Result<Vec<Move>, String> {
    let played = bytes.iter().take_while(|&&code| code != 0);
    let square = |&code: &u8| {
        let (row, col) = (code / 10, code % 10);
        let is_square = (1..=SIDE).contains(&row) && (1..=SIDE).contains(&col);
        is_square
            .then(|| Move::Place(Square::new((row - 1) * SIDE + col - 1).unwrap()))
            .ok_or_else(|| format!("{code} is not a square"))
    };
    played.map(square).collect()
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
        read(bytes, "8x8".parse().unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn a_game_is_read() {
        // f5 d6 c3 d3 c4
        let entries = read(&file(&[56, 64, 33, 34, 43]), "8x8".parse().unwrap()).unwrap();
        let Entry::Game(positions) = &entries[0] else { panic!("no game") };
        let moves = solver::notation::parse_moves("8x8".parse().unwrap(), "f5 d6 c3 d3 c4").unwrap();
        assert_eq!(positions.last().copied(), solver::notation::play_moves(positions[0], &moves).ok());
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(message(&file(&[11])).starts_with("game 1: moves: a1 at ply 1 is illegal"));
        assert_eq!(message(&file(&[99])), "game 1: 99 is not a square");
        assert_eq!(message(&[0; 20]), "header 1: 0 games of 68 bytes are announced, 4 bytes follow");
        assert_eq!(message(&[0; 3]), "header 1: 3 bytes are too few for a WTHOR file");
        let error = read(&file(&[]), "6x6".parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "header 1: WTHOR has games on board 8x8, not 6x6");
    }
}
