//! Games in brackets: the Generic Game Format of the server GGS, and SGF.
//!
//! A game is `(;NAME[VALUE]NAME[VALUE]…)`. Used are `GM` (`Othello`, or `2` in SGF), `PB` and `PW` (the players), `B` and
//! `W` (a move, in GGF perhaps with remarks after `/`), and the first position: in GGF `BO` (the size, or `RxC`, the squares
//! and the side to move), in SGF `SZ`, `AB`, `AW` and `PL`. Of names with small letters, as old SGF has them, only the capitals
//! count. Games may omit passes. Sources: M. Buro,
//! <https://skatgame.net/mburo/ggsa/ggf>; A. Hollosi, <https://www.red-bean.com/sgf/>.

use super::{Fault, Game};
use crate::board::Board;
use crate::discs::{Discs, Side};
use crate::moves::Move;
use crate::notation::{MovesError, parse_position};
use crate::position::Position;
use crate::square::Square;
use crate::start::Start;

/// The most characters of a text that a message quotes.
const MOST_QUOTED: usize = 12;

/// Whether a text holds such games.
pub(super) fn is_meant(text: &str) -> bool {
    // SGF's first line may have lost its bracket.
    first(text).is_some() || text.trim_start().starts_with(';') && text.contains("GM[")
}

/// Where the first game begins: not in what stands behind `#` or `%`.
fn first(text: &str) -> Option<usize> {
    let mut lines = text.split_inclusive('\n').scan(0, |end, line| {
        *end += line.len();
        Some((*end - line.len(), line))
    });
    lines.find_map(|(start, line)| Some(start + line.split(['#', '%']).next()?.find("(;")?))
}

/// Reads all games of a text. An SGF without discs on the board of `start` begins there.
pub(super) fn read(text: &str, start: Option<Position>) -> Vec<Result<Game, Fault>> {
    let (mut found, mut game, mut line, mut rest) = (Vec::new(), 0, 1, text);
    let mut is_headless = first(text).is_none();
    loop {
        let begin = if is_headless { Some(0) } else { first(rest) };
        let (between, behind) = rest.split_at(begin.unwrap_or(rest.len()));
        if let Some((offset, word)) = foreign(between) {
            let why = format!("'{word}' is not a game: one begins with (; and ends with ;)");
            found.push(Err(Fault { line: Some(line + offset), game: None, why }));
        }
        if begin.is_none() {
            return found;
        }
        line += between.matches('\n').count();
        game += 1;
        let part = behind.strip_prefix("(;").unwrap_or(behind);
        let (length, has_end) = extent(part);
        match one(&part[..length], has_end || is_headless, start) {
            Ok(read) => found.push(Ok(Game { line, ..read })),
            Err(why) => found.push(Err(Fault { line: Some(line), game: Some(game), why })),
        }
        line += part[..length].matches('\n').count();
        rest = &part[length + usize::from(has_end)..];
        is_headless = false;
    }
}

/// How far a game goes, and whether it has its bracket there: outside all values. One without ends where the next begins.
fn extent(part: &str) -> (usize, bool) {
    let (mut is_value, mut is_escaped) = (false, false);
    for (at, symbol) in part.char_indices() {
        let begins_line = || part[..at].trim_end_matches([' ', '\t']).ends_with('\n');
        match symbol {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_value,
            '[' => is_value = true,
            ']' => is_value = false,
            ')' if !is_value => return (at, true),
            '(' if part[at..].starts_with("(;") && (!is_value || begins_line()) => return (at, false),
            _ => {}
        }
    }
    (part.len(), false)
}

/// The first word that is not a number, with its line. Numbers may say how many games follow.
fn foreign(text: &str) -> Option<(usize, String)> {
    let lines = text.lines().map(|line| line.split(['#', '%']).next().unwrap_or("")).enumerate();
    let words = lines.flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)));
    let mut strange = words.filter(|(_, word)| !word.bytes().all(|byte| byte.is_ascii_digit() || byte == b')'));
    strange.next().map(|(line, word)| (line, quoted(word)))
}

fn quoted(text: &str) -> String {
    text.chars().take(MOST_QUOTED).collect()
}

type Property<'a> = (String, &'a str);

fn one(text: &str, has_end: bool, start: Option<Position>) -> Result<Game, String> {
    if has_end && text.trim().is_empty() {
        return Err("the game is empty".to_owned());
    }
    let no_end = || "the game has no end: ;) is missing".to_owned();
    let properties = match properties(text) {
        Err(_) if !has_end => return Err(no_end()),
        read => read?,
    };
    let value = |wanted: &str| properties.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
    for name in ["GM", "BO", "SZ"] {
        if properties.iter().filter(|(other, _)| other == name).count() > 1 {
            return Err(format!("{name} stands there twice"));
        }
    }
    let kind = value("GM").ok_or("the game does not say which it is: GM[Othello] is missing")?;
    let start = match kind.to_ascii_lowercase().as_str() {
        _ if !has_end => return Err(no_end()),
        "othello" | "reversi" => ggf_start(value("BO").ok_or("the game has no board: BO[...] is missing")?)?,
        "2" => sgf_start(&properties, start)?,
        _ => return Err(format!("the game is '{kind}', not Othello")),
    };
    let players = ["PB", "PW"].map(|name| value(name).unwrap_or_default().to_owned());
    Ok(Game { moves: moves(start, kind == "2", &properties)?, players, ..Game::of(start) })
}

/// Plays the moves of a game, and adds the passes that it omits.
fn moves(start: Position, is_sgf: bool, properties: &[Property<'_>]) -> Result<Vec<Move>, String> {
    let (mut now, mut moves, mut ply) = (start, Vec::new(), 0);
    for (name, value) in properties {
        let side = match &**name {
            "B" | "BLACK" => Side::Black,
            "W" | "WHITE" => Side::White,
            "AE" => return Err(format!("AE[{value}] empties a square; only discs can be set up")),
            "AB" | "AW" if ply > 0 => return Err(format!("{name}[{value}] sets up a disc behind a move")),
            _ => continue,
        };
        ply += 1;
        let chosen = read_move(now.board(), value, ply, is_sgf)?;
        let is_left_out = chosen != Move::Pass || now.side() != side;
        if is_left_out && now.legal_moves() == [Move::Pass] {
            now = now.pass().map_err(|error| error.to_string())?;
            moves.push(Move::Pass);
        }
        if now.side() != side {
            return Err(format!("{} moves out of turn: {name}[{value}]", side.name()));
        }
        now = now.play(chosen).map_err(|illegal| MovesError::Illegal { illegal, ply }.to_string())?;
        moves.push(chosen);
    }
    Ok(moves)
}

/// All `NAME[VALUE]` of a game, in order; a name may have several values.
fn properties(text: &str) -> Result<Vec<Property<'_>>, String> {
    let mut found: Vec<Property<'_>> = Vec::new();
    let is_between = |symbol: char| symbol.is_whitespace() || symbol == ';';
    let mut rest = text.trim_start_matches(is_between);
    while !rest.is_empty() {
        let (name, after) = rest.split_once('[').ok_or_else(|| format!("'{}' is not NAME[VALUE]", quoted(rest)))?;
        let mut is_escaped = false;
        let end = after.find(|symbol| {
            let is_end = symbol == ']' && !is_escaped;
            is_escaped = symbol == '\\' && !is_escaped;
            is_end
        });
        let end = end.ok_or_else(|| format!("'{}' has no ]", quoted(rest)))?;
        let name = match (name.trim(), found.last()) {
            ("", Some((before, _))) => before.clone(),
            (name, _) if !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
                return Err(format!("'{}' is not NAME[VALUE]", quoted(rest)));
            }
            (name, _) if name.contains(|symbol: char| symbol.is_ascii_uppercase()) => {
                name.replace(|symbol: char| symbol.is_ascii_lowercase(), "")
            }
            (name, _) => name.to_ascii_uppercase(),
        };
        found.push((name, after[..end].trim()));
        rest = after[end + 1..].trim_start_matches(is_between);
    }
    Ok(found)
}

/// Reads the value of `BO`: size, squares, side to move.
fn ggf_start(value: &str) -> Result<Position, String> {
    let (size, squares) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let board = match size.parse::<u32>() {
        Ok(side) => Board::new(side, side).map_err(|error| error.to_string())?,
        Err(_) => size.parse().map_err(|_| format!("board size '{size}' is neither a number nor RxC"))?,
    };
    if squares.trim().is_empty() {
        return Err("the board is empty".to_owned());
    }
    parse_position(board, squares).map_err(|error| error.to_string())
}

/// The first position of an SGF: the discs of `AB` and `AW`, or else those of `start`, if it is on the game's board, or of
/// the `othello` start. The side is that of `PL` or of the first move, or else Black.
fn sgf_start(properties: &[Property<'_>], start: Option<Position>) -> Result<Position, String> {
    let all =
        |wanted: &'static str| properties.iter().filter(move |(name, _)| *name == wanted).map(|(_, value)| *value);
    let size = all("SZ").next().unwrap_or("8");
    let (cols, rows) = size.split_once(':').unwrap_or((size, size));
    let sides = rows.parse::<u32>().ok().zip(cols.parse::<u32>().ok());
    let (rows, cols) = sides.ok_or_else(|| format!("board size '{size}' is neither a number nor COLUMNS:ROWS"))?;
    let board = Board::new(rows, cols).map_err(|error| error.to_string())?;
    let named = all("PL").next().map(|value| value.to_ascii_uppercase());
    let first = properties.iter().map(|(name, _)| &**name).find(|name| ["B", "W", "BLACK", "WHITE"].contains(name));
    let side = match named.as_deref().or(first) {
        Some("W" | "WHITE" | "2") => Side::White,
        Some("B" | "BLACK" | "1") | None => Side::Black,
        Some(other) => return Err(format!("side '{other}' is neither B nor W")),
    };
    let discs = |name| {
        all(name).try_fold(0u64, |discs, value| match read_move(board, value, 0, true)? {
            Move::Place(square) => Ok(discs | 1 << square.number()),
            Move::Pass => Err(format!("{name}[{value}] is no square")),
        })
    };
    let (black, white) = (discs("AB")?, discs("AW")?);
    if black | white == 0 {
        let usual = || Position::start(board, Start::Othello);
        let start = start.filter(|start| start.board() == board).unwrap_or_else(usual);
        let discs = if side == start.side() { start.discs } else { start.discs.passed() };
        return Ok(Position { side, discs, ..start });
    }
    let (player, opponent) = if side == Side::Black { (black, white) } else { (white, black) };
    let discs = Discs::from_bits(player, opponent).ok_or("a square of AB is in AW, too")?;
    Position::new(board, discs, side).ok_or_else(|| format!("a disc lies off board {board}"))
}

/// Reads the value of `B` or `W`: a move, perhaps with remarks after a slash; in SGF also two letters, or nothing for a pass.
fn read_move(board: Board, value: &str, ply: usize, is_sgf: bool) -> Result<Move, String> {
    let text = value.split('/').next().unwrap_or("").trim();
    if is_sgf
        && let [col @ b'a'..=b'z', row @ b'a'..=b'z'] = text.as_bytes()
        && let Some(square) = Square::at(board, u32::from(row - b'a'), u32::from(col - b'a'))
    {
        return Ok(Move::Place(square));
    }
    if value.is_empty() || text == "tt" {
        return Ok(Move::Pass);
    }
    Move::parse(board, text).map_err(|error| match error {
        MovesError::Unreadable { text, board, .. } => MovesError::Unreadable { text, ply, board }.to_string(),
        error => error.to_string(),
    })
}
