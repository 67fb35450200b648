//! Games in the Generic Game Format, as the server GGS keeps them.
//!
//! A game is `(;NAME[VALUE]NAME[VALUE]…;)`. Read are `GM` (must be Othello), `BO` (the size of a square board or, as
//! [`crate::ggf`] writes that of others, `RxC`; its squares from the top with `*` for Black, `O` for White, `-` for empty,
//! and the side to move), and `B` and `W`: a move, which may be followed by `/` and what was thought of it. Source of the format: M. Buro,
//! <https://skatgame.net/mburo/ggsa/ggf>.

use solver::notation::{parse_moves, parse_position};
use solver::{Board, Move, Position, Side};

use super::{Entry, ReadError, on_board, play};

/// Reads all games of a file, which are to be on `board`.
///
/// # Errors
/// The first foreign text or game, with the line on which that game begins.
pub(super) fn read(bytes: &[u8], board: Board) -> Result<Vec<Entry>, ReadError> {
    let bytes = solver::obf::without_byte_order_mark(bytes);
    // Names of players may be in any encoding; all that counts is ASCII.
    let text = String::from_utf8_lossy(bytes);
    let (mut games, mut rest, mut line) = (Vec::new(), text.as_ref(), 1);
    while let Some(begin) = rest.find("(;") {
        let between = &rest[..begin];
        foreign(between).map_or(Ok(()), |(offset, word)| {
            Err(ReadError::line(line + offset, format!("'{word}' is no game: one begins with (; and ends with ;)")))
        })?;
        line += lines(between);
        let end =
            rest[begin..].find(";)").ok_or_else(|| ReadError::line(line, "the game has no end: ;) is missing"))?;
        let game = &rest[begin + 2..begin + end];
        games.push(
            read_game(game)
                .and_then(|entry| on_board(entry, board))
                .map_err(|message| ReadError::line(line, message))?,
        );
        line += lines(game);
        rest = &rest[begin + end + 2..];
    }
    match foreign(rest) {
        Some((offset, word)) => Err(ReadError::line(line + offset, format!("'{word}' is no game: one begins with (;"))),
        None => Ok(games),
    }
}

fn lines(text: &str) -> usize {
    text.matches('\n').count()
}

/// The first word that is no number, and on which line: a number may say how many games follow.
fn foreign(text: &str) -> Option<(usize, String)> {
    let words = text.lines().enumerate().flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)));
    let mut strange = words.filter(|(_, word)| !word.bytes().all(|byte| byte.is_ascii_digit()));
    strange.next().map(|(line, word)| (line, word.chars().take(12).collect()))
}

fn read_game(text: &str) -> Result<Entry, String> {
    let properties = properties(text)?;
    let value = |wanted: &str| properties.iter().find(|(name, _)| *name == wanted).map(|&(_, value)| value);
    match value("GM") {
        Some(game) if game.eq_ignore_ascii_case("othello") || game.eq_ignore_ascii_case("reversi") => {}
        game => return Err(format!("the game is '{}', not Othello", game.unwrap_or("not named"))),
    }
    let mut now = read_board(value("BO").ok_or("the game has no board: BO[...] is missing")?)?;
    let mut positions = vec![now];
    for (name, value) in properties {
        let side = match name {
            "B" => Side::Black,
            "W" => Side::White,
            _ => continue,
        };
        let chosen = read_move(now.board(), value)?;
        if now.side() != side && now.legal_moves() == [Move::Pass] {
            now = now.play(Move::Pass).expect("a legal move");
            positions.push(now);
        }
        if now.side() != side {
            return Err(format!("{} moves out of turn: {name}[{value}]", side.name()));
        }
        let played = play(now, &[chosen]).map_err(|error| error.to_string())?;
        positions.extend(&played[1..]);
        now = *positions.last().unwrap_or(&now);
    }
    Ok(Entry::Game(positions))
}

/// All `NAME[VALUE]` of a game, in order.
fn properties(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let shown = || rest.chars().take(12).collect::<String>();
        let (name, after) = rest.split_once('[').ok_or_else(|| format!("'{}' is no NAME[VALUE]", shown()))?;
        let (value, after) = after.split_once(']').ok_or_else(|| format!("'{}' has no ]", shown()))?;
        found.push((name.trim(), value.trim()));
        rest = after.trim_start();
    }
    Ok(found)
}

/// Reads the value of `BO`: size, squares, side to move.
fn read_board(value: &str) -> Result<Position, String> {
    let (size, squares) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let board = match size.parse::<u32>() {
        Ok(side) => Board::new(side, side).map_err(|error| error.to_string())?,
        Err(_) => size.parse().map_err(|_| format!("board size '{size}' is no number and not RxC"))?,
    };
    let symbols: String = squares.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    let mut squares = symbols.chars();
    let side = squares.next_back().ok_or("the board is empty")?;
    parse_position(board, &format!("{} {side}", squares.as_str())).map_err(|error| error.to_string())
}

/// Reads the value of `B` or `W`: a move, and what was thought of it behind a slash.
fn read_move(board: Board, value: &str) -> Result<Move, String> {
    let text = value.split('/').next().unwrap_or("");
    match parse_moves(board, text).map_err(|error| error.to_string())?[..] {
        [chosen] => Ok(chosen),
        _ => Err(format!("'{value}' is not one move")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

    fn message(text: &str) -> String {
        read(text.as_bytes(), "8x8".parse().unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn games_are_played_from_their_board() {
        let text = format!(
            "2\n(;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[+2.00]TY[8]{BOARD}B[d3//0.01]W[c3/-1.5/2];)\n(;GM[Othello]{BOARD}B[F5]W[d6]B[C3]\n;)\n"
        );
        let entries = read(text.as_bytes(), "8x8".parse().unwrap()).unwrap();
        let Entry::Game(first) = &entries[0] else { panic!("no game") };
        assert_eq!(first.iter().map(Position::empties).collect::<Vec<_>>(), [60, 59, 58]);
        assert_eq!(first[0], Position::start("8x8".parse().unwrap(), solver::Start::Othello));
        assert!(matches!(&entries[1], Entry::Game(positions) if positions.len() == 4));
    }

    #[test]
    fn foreign_text_is_named_with_its_line() {
        let game = format!("(;GM[Othello]{BOARD}B[d3];)");
        for (text, expected) in [
            (format!("{game}\nhello {game}"), "line 2: 'hello' is no game: one begins with (; and ends with ;)"),
            (format!("\n{game}\nmore"), "line 3: 'more' is no game: one begins with (;"),
            (format!("(;GM[Othello]{BOARD}W[d3];)"), "line 1: White moves out of turn: W[d3]"),
            ("(;GM[Othello]B[d3];)".into(), "line 1: the game has no board: BO[...] is missing"),
            ("(;GM[Amazons];)".into(), "line 1: the game is 'Amazons', not Othello"),
            ("(;GM[Othello]".into(), "line 1: the game has no end: ;) is missing"),
            (
                "(;GM[Othello]BO[10 - *];)".into(),
                "line 1: board 10x10 is too large: it has 100 squares, 64 is the most",
            ),
        ] {
            assert_eq!(message(&text), expected);
        }
        assert!(message(&format!("(;GM[Othello]{BOARD}B[a1];)")).contains("a1 at ply 1 is illegal"));
    }
}
