//! Reads and writes games in the Generic Game Format of the server GGS.
//!
//! A game is `(;NAME[VALUE]NAME[VALUE]…;)`. The reader uses `GM` (must be Othello), `PB` and `PW` (the players), `BO`
//! (the size of a square board, or `RxC` for others, which other programs may not know; then its squares from the top
//! with `*` for Black, `O` for White, `-` for empty, and the side to move), and `B` and `W` (a move, optionally
//! followed by `/` and remarks such as its evaluation). Games may omit passes. Source of the format: M. Buro,
//! <https://skatgame.net/mburo/ggsa/ggf>.

use thiserror::Error;

use crate::board::{Board, BoardError};
use crate::discs::Side;
use crate::moves::Move;
use crate::notation::{MovesError, PositionError, add_passes, parse_moves, parse_position};
use crate::position::Position;
use crate::score::Score;

/// Why a text cannot be read as games, and on which line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct GgfError {
    /// The line, from 1: where the game begins, or where the foreign text is.
    pub line: usize,
    /// What is wrong there.
    pub fault: GgfFault,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GgfFault {
    /// Text before a game.
    #[error("'{0}' is not a game: one begins with (; and ends with ;)")]
    Before(String),
    /// Text after the last game.
    #[error("'{0}' is not a game: one begins with (;")]
    Behind(String),
    /// Another format that begins in the same way.
    #[error("this is SGF, not GGF, and is not read")]
    Sgf,
    /// The text ends within a game.
    #[error("the game has no end: ;) is missing")]
    NoEnd,
    /// A beginning and an end with nothing between them.
    #[error("the game is empty")]
    Empty,
    /// The kind of game is missing.
    #[error("the game does not say which it is: GM[Othello] is missing")]
    NoKind,
    /// A game other than Othello.
    #[error("the game is '{0}', not Othello")]
    Foreign(String),
    /// The starting position is missing.
    #[error("the game has no board: BO[...] is missing")]
    NoBoard,
    /// The board has a size but no squares.
    #[error("the board is empty")]
    EmptyBoard,
    /// Neither a number nor `RxC`.
    #[error("board size '{0}' is neither a number nor RxC")]
    Size(String),
    /// A board of an impossible size.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The squares are not a position of that board.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An unreadable or illegal move.
    #[error(transparent)]
    Moves(#[from] MovesError),
    /// Several moves, or none, where one belongs.
    #[error("'{0}' is not one move")]
    NotOne(String),
    /// A move out of turn.
    #[error("{} moves out of turn: {}[{value}]", side.name(), if *side == Side::Black { 'B' } else { 'W' })]
    Turn {
        /// Who moves.
        side: Side,
        /// The move as written.
        value: String,
    },
    /// A name without a value.
    #[error("'{0}' is not NAME[VALUE]")]
    NoValue(String),
    /// A value without an end.
    #[error("'{0}' has no ]")]
    Open(String),
}

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The name of Black's player; empty if none is given.
    pub black: String,
    /// The name of White's player; empty if none is given.
    pub white: String,
    /// The first position.
    pub start: Position,
    /// The moves, passes included.
    pub moves: Vec<Move>,
}

impl Played {
    /// The first position and the one after each move.
    ///
    /// # Panics
    /// If one of the moves is illegal; those that were read never are.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start];
        for &chosen in &self.moves {
            positions.push(positions[positions.len() - 1].play(chosen).expect("a legal move"));
        }
        positions
    }
}

/// A game to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game<'a> {
    /// Where it was played; a program's name.
    pub place: &'a str,
    /// Black's player.
    pub black: &'a str,
    /// White's player.
    pub white: &'a str,
    /// The first position.
    pub start: Position,
    /// All legal moves, passes included.
    pub moves: &'a [Move],
    /// Black's score at the end, in discs; `None` if the game goes on.
    pub black_score: Option<Score>,
}

impl Game<'_> {
    /// The game on one line. It has no date, so that the same game is always the same text.
    ///
    /// # Panics
    /// If one of the moves is illegal.
    #[must_use]
    pub fn text(&self) -> String {
        let Self { place, black, white, start, moves, black_score } = self;
        let size = size(start.board());
        let [place, black, white] = [place, black, white].map(|name| name.replace(['[', ']', '\n', ';'], " "));
        let result = black_score.map_or_else(String::new, |score| format!("RE[{score:+}.00]"));
        let mut text =
            format!("(;GM[Othello]PC[{place}]PB[{black}]PW[{white}]{result}TY[{size}]BO[{size} {}]", squares(start));
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

/// Reads all games of a text.
///
/// # Errors
/// The first foreign text or faulty game.
pub fn read(text: &str) -> Result<Vec<Played>, GgfError> {
    let (mut games, mut rest, mut line) = (Vec::new(), text, 1);
    while let Some(begin) = rest.find("(;") {
        let between = &rest[..begin];
        if let Some((offset, word)) = foreign(between) {
            return Err(GgfError { line: line + offset, fault: GgfFault::Before(word) });
        }
        line += lines(between);
        let within = &rest[begin + 2..];
        if within.starts_with(')') {
            return Err(GgfError { line, fault: GgfFault::Empty });
        }
        let end = within.find(";)");
        let game = &within[..end.unwrap_or(within.len())];
        if game.split_once("GM[").is_some_and(|(_, kind)| kind.starts_with(|symbol: char| symbol.is_ascii_digit())) {
            return Err(GgfError { line, fault: GgfFault::Sgf });
        }
        let end = end.ok_or(GgfError { line, fault: GgfFault::NoEnd })?;
        games.push(read_game(game, line).map_err(|fault| GgfError { line, fault })?);
        line += lines(game);
        rest = &within[end + 2..];
    }
    match foreign(rest) {
        Some((offset, word)) => Err(GgfError { line: line + offset, fault: GgfFault::Behind(word) }),
        None => Ok(games),
    }
}

fn lines(text: &str) -> usize {
    text.matches('\n').count()
}

/// The first word that is not a number, with its line. Numbers may say how many games follow.
fn foreign(text: &str) -> Option<(usize, String)> {
    let words = text.lines().enumerate().flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)));
    let mut strange = words.filter(|(_, word)| !word.bytes().all(|byte| byte.is_ascii_digit()));
    strange.next().map(|(line, word)| (line, word.chars().take(12).collect()))
}

fn read_game(text: &str, line: usize) -> Result<Played, GgfFault> {
    let properties = properties(text)?;
    let value = |wanted: &str| properties.iter().find(|(name, _)| *name == wanted).map(|&(_, value)| value);
    let kind = value("GM").ok_or(GgfFault::NoKind)?;
    if !["othello", "reversi"].contains(&&*kind.to_ascii_lowercase()) {
        return Err(GgfFault::Foreign(kind.to_owned()));
    }
    let start = read_board(value("BO").ok_or(GgfFault::NoBoard)?)?;
    let (mut now, mut moves) = (start, Vec::new());
    for &(name, value) in &properties {
        let side = match name {
            "B" => Side::Black,
            "W" => Side::White,
            _ => continue,
        };
        let chosen = read_move(now.board(), value)?;
        if now.side() != side && now.legal_moves() == [Move::Pass] {
            now = now.pass().expect("it is the only legal move");
            moves.push(Move::Pass);
        }
        if now.side() != side {
            return Err(GgfFault::Turn { side, value: value.to_owned() });
        }
        for chosen in add_passes(now, &[chosen])? {
            now = now.play(chosen).expect("a legal move");
            moves.push(chosen);
        }
    }
    let named = |name| value(name).unwrap_or_default().to_owned();
    Ok(Played { line, black: named("PB"), white: named("PW"), start, moves })
}

/// All `NAME[VALUE]` of a game, in order.
fn properties(text: &str) -> Result<Vec<(&str, &str)>, GgfFault> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let shown = || rest.chars().take(12).collect::<String>();
        let (name, after) = rest.split_once('[').ok_or_else(|| GgfFault::NoValue(shown()))?;
        let (value, after) = after.split_once(']').ok_or_else(|| GgfFault::Open(shown()))?;
        found.push((name.trim(), value.trim()));
        rest = after.trim_start();
    }
    Ok(found)
}

/// Reads the value of `BO`: size, squares, side to move.
fn read_board(value: &str) -> Result<Position, GgfFault> {
    let (size, squares) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let board = match size.parse::<u32>() {
        Ok(side) => Board::new(side, side)?,
        Err(_) => size.parse().map_err(|_| GgfFault::Size(size.to_owned()))?,
    };
    if squares.trim().is_empty() {
        return Err(GgfFault::EmptyBoard);
    }
    Ok(parse_position(board, squares)?)
}

/// Reads the value of `B` or `W`: a move, perhaps with remarks after a slash.
fn read_move(board: Board, value: &str) -> Result<Move, GgfFault> {
    match parse_moves(board, value.split('/').next().unwrap_or(""))?[..] {
        [chosen] => Ok(chosen),
        _ => Err(GgfFault::NotOne(value.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::start::Start;

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
            let game = Game { place: "solve", black: "uct:n=10", white: "a [b;)]", start, moves: &moves, black_score: Some(Score::new(-4)) };
            let twice = game.text() + &game.text();
            let read = read(&twice).unwrap();
            prop_assert_eq!(read.len(), 2);
            for game in &read {
                prop_assert_eq!((game.start, &game.moves, &game.positions()), (start, &moves, &positions));
                prop_assert_eq!((&*game.black, &*game.white), ("uct:n=10", "a  b )"));
            }
        }
    }

    #[test]
    fn a_game_reads_as_the_format_says() {
        let start = Position::start("4x4".parse().unwrap(), Start::Othello);
        let moves = parse_moves(start.board(), "b1a1").unwrap();
        let game = Game {
            place: "solve",
            black: "uct",
            white: "uct+",
            start,
            moves: &moves,
            black_score: Some(Score::new(2)),
        };
        let expected = "(;GM[Othello]PC[solve]PB[uct]PW[uct+]RE[+2.00]TY[4]BO[4 ---- -O*- -*O- ---- *]B[B1]W[A1];)\n";
        assert_eq!(game.text(), expected);
    }

    const BOARD: &str = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn games_are_played_from_their_board() {
        let text = format!(
            "2\n(;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[+2.00]TY[8]{BOARD}B[d3//0.01]W[c3/-1.5/2];)\n(;GM[Othello]{BOARD}B[F5]W[d6]B[C3]\n;)\n"
        );
        let games = read(&text).unwrap();
        assert_eq!(games[0].positions().iter().map(Position::empties).collect::<Vec<_>>(), [60, 59, 58]);
        assert_eq!(games[0].start, Position::start("8x8".parse().unwrap(), Start::Othello));
        assert_eq!((&*games[0].black, &*games[0].white, games[0].line), ("a", "b", 2));
        assert_eq!((games[1].moves.len(), games[1].line), (3, 3));
    }

    #[test]
    fn foreign_text_is_named_with_its_line() {
        let game = format!("(;GM[Othello]{BOARD}B[d3];)");
        for (text, expected) in [
            (format!("{game}\nhello {game}"), "line 2: 'hello' is not a game: one begins with (; and ends with ;)"),
            (format!("\n{game}\nmore"), "line 3: 'more' is not a game: one begins with (;"),
            (format!("(;GM[Othello]{BOARD}W[d3];)"), "line 1: White moves out of turn: W[d3]"),
            ("(;GM[Othello]B[d3];)".into(), "line 1: the game has no board: BO[...] is missing"),
            ("(;GM[Amazons];)".into(), "line 1: the game is 'Amazons', not Othello"),
            ("(;GM[Othello]".into(), "line 1: the game has no end: ;) is missing"),
            ("\n(;)".into(), "line 2: the game is empty"),
            ("(;;)".into(), "line 1: the game does not say which it is: GM[Othello] is missing"),
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
