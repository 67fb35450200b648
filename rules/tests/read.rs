//! One position and one game in every form in which people have them.

use proptest::prelude::*;
use rules::notation::{line_text, read_position};
use rules::random::Random;
use rules::read::{Fault, Game, games, next};
use rules::{Board, Move, Position, Score, Start};
use support::random_game;

mod support;

const SQUARES: &str = "-XXX--O-XXXXXOOX--OXOOOXOOOOXXOXOOOXXXOOOOOOOOX--OOOOOOX--O-X-XO";

fn base() -> Position {
    format!("8x8 {SQUARES} X").parse().unwrap()
}

fn start() -> Position {
    Position::start("8x8".parse().unwrap(), Start::Othello)
}

/// The squares with other symbols for Black, White and empty.
fn drawn([black, white, empty]: [&str; 3]) -> String {
    SQUARES
        .chars()
        .map(|symbol| {
            if symbol == 'X' {
                black
            } else if symbol == 'O' {
                white
            } else {
                empty
            }
        })
        .collect()
}

/// The rows of a text of squares.
fn rows(squares: &str) -> Vec<String> {
    rows_of(squares, 8)
}

/// Rows of another length.
fn rows_of(squares: &str, cols: usize) -> Vec<String> {
    squares.chars().collect::<Vec<_>>().chunks(cols).map(|row| row.iter().collect()).collect()
}

/// The first field of a FEN.
fn runs(squares: &str) -> String {
    let row = |row: String| {
        let (mut text, mut empty) = (String::new(), 0);
        for symbol in row.chars().chain(['.']) {
            if symbol == '-' {
                empty += 1;
            } else {
                text += &if empty > 0 { empty.to_string() } else { String::new() };
                text.push(symbol);
                empty = 0;
            }
        }
        text.trim_end_matches('.').to_owned()
    };
    rows(squares).into_iter().map(row).collect::<Vec<_>>().join("/")
}

/// A printed board: a heading, rows with numbers before and, if wanted, behind them, and remarks beside some rows.
fn printed(symbols: [&str; 3], heading: &str, is_framed: bool, beside: impl Fn(usize) -> &'static str) -> String {
    let mut text = format!("{heading}\n");
    for (index, row) in (1..).zip(rows(&drawn(symbols))) {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        let behind = if is_framed { format!(" {index}") } else { String::new() };
        text += &format!("{index} {}{behind}{}\n", cells.join(" "), beside(index));
    }
    if is_framed { text + heading + "\n" } else { text }
}

/// Every form of [`base`] with its side.
fn forms() -> Vec<String> {
    let mut forms = Vec::new();
    let symbols = [
        (["X", "O", "-"], "X"),
        (["x", "o", "."], "x"),
        (["B", "W", "."], "B"),
        (["b", "w", "-"], "b"),
        (["*", "O", "-"], "*"),
        (["0", "1", "2"].map(|digit| ["1", "2", "0"][digit.parse::<usize>().unwrap()]), "1"),
        (["●", "○", "-"], "●"),
        (["⚫", "⚪", "-"], "⚫"),
        (["⚫\u{fe0f}", "⚪\u{fe0f}", "·"], "⚫\u{fe0f}"),
    ];
    for (symbols, side) in symbols {
        let squares = drawn(symbols);
        forms.extend([format!("{squares} {side}"), format!("{side} {squares}"), format!("8x8 {squares}{side}")]);
    }
    for side in ["black", "Black", "BLACK", "Black to move", "X to play", "X to move"] {
        forms.push(format!("{SQUARES} {side}"));
    }
    forms.extend([format!("black {SQUARES}"), format!("Black: {SQUARES}")]);
    for rest in ["; H1:+6; --:-127;", " % 12 empties", "; H1:+6 # a comment", ";"] {
        forms.push(format!("{SQUARES} X{rest}"));
    }
    forms.extend([format!("{} b", runs(&drawn(["b", "w", "-"]))), format!("{} X", runs(SQUARES))]);
    let whole = rows(SQUARES);
    forms.extend([format!("{}\nX", whole.join("\n")), format!("X\n{}", whole.join("\n")), whole.join("/") + " X"]);
    // This program, with the side above; Edax; Egaroucid; OpenSpiel.
    let own = printed(["X", "O", "-"], "   a b c d e f g h", false, |_| "");
    forms.extend([format!("Position 8x8, X to move\n{own}"), format!("{own}\nX to move\n")]);
    let edax = |row| {
        ["", "", " * to move", "", " *: discs = 26    moves =  9", "  empties = 12      ply = 49", "", "", ""][row]
    };
    forms.push(printed(["*", "O", "-"], "  A B C D E F G H", true, edax));
    let egaroucid = |row| if row == 3 { "   BLACK to move" } else { "" };
    forms.push(printed(["X", "O", "."], "  a b c d e f g h ", false, egaroucid));
    let spiel = printed(["x", "o", "-"], "  a b c d e f g h  ", true, |_| "");
    forms.push(format!("Black (x) to play:\n{spiel}"));
    forms
}

fn all(text: &str) -> Result<Vec<Game>, Fault> {
    games(text.as_bytes(), Some(start())).into_iter().collect()
}

#[test]
fn every_form_of_a_position_is_read() {
    for form in forms() {
        let found = all(&form).unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!(found.iter().map(|game| game.start).collect::<Vec<_>>(), [base()], "{form}");
        assert!(found[0].moves.is_empty(), "{form}");
        let scored = form.contains("H1:").then_some(Score::new(6));
        assert_eq!(found[0].value, scored, "{form}");
        if !form.contains('#') {
            assert_eq!(read_position(&form, Some(base().board())), Ok(base()), "{form}");
        }
        if !form.contains('\n') {
            let alone = next(form.as_bytes(), Some(start()), &mut None);
            assert_eq!(alone, [Ok(found[0].clone())], "{form}");
        }
    }
}

#[test]
fn what_is_no_position_is_refused_by_a_sentence() {
    let own = printed(["X", "O", "-"], "   a b c d e f g h", false, |_| "");
    for (form, sentence) in [
        (own, "the printed board does not say whose move it is"),
        (SQUARES.to_owned(), "no side to move given"),
        (drawn(["1", "2", "0"]).replacen('0', "3", 1) + " 1", "'3' is no square: as digits they are 0 (empty)"),
        (format!("{} X", runs(SQUARES).replacen('1', "2", 1)), "row 1 has 9 squares"),
        (SQUARES.replacen('-', "?", 1) + " X", "'?' at character 1 is none of"),
        (format!("X{}", &SQUARES.replace('-', "X")[..64]), "no side"),
    ] {
        let error = all(&form).expect_err(&form).to_string();
        let plain = read_position(&form, Some(base().board()));
        assert!(plain.is_err() && (error.contains(sentence) || form.starts_with("XX")), "{form}: {error}");
    }
}

/// A board of 4x4 with a line above it, remarks beside its lines, and a line below.
fn small(above: &str, beside: [&str; 5], below: &str) -> String {
    let lines = ["   a b c d", " 1 - - - -", " 2 - O X -", " 3 - X O -", " 4 - - - -"];
    let board: String = lines.iter().zip(beside).map(|(line, remark)| format!("{line}{remark}\n")).collect();
    format!("{above}\n{board}{below}\n")
}

/// The position of a text, or what is wrong with it.
fn only(text: &str) -> Result<String, String> {
    let found: Result<Vec<Game>, Fault> = games(text.as_bytes(), None).into_iter().collect();
    let found = found.map(|found| found.iter().map(|game| game.start.to_string()).collect::<Vec<_>>().join(", "));
    if let (Ok(found), Ok(whole)) = (&found, read_position(text, None)) {
        assert_eq!(*found, whole.to_string(), "{text}");
    }
    found.map_err(|fault| fault.to_string())
}

#[test]
fn the_side_to_move_is_not_taken_from_counts_players_or_comments() {
    let above = |text| small(text, [""; 5], "");
    let beside = |text| small("", ["", text, "", "", ""], "");
    for (text, side) in [
        (above("Black: 2 White: 2 Turn: Black"), 'X'),
        (above("Last: Black  Turn: White"), 'O'),
        (above("White: 2 Black: 2 side to move: white"), 'O'),
        (beside(" B: 2 W: 2 to move: B"), 'X'),
        (beside(" X = 2, O = 2, turn = X"), 'X'),
        (beside(" 1 X to move"), 'X'),
        (small("", [" O to move", "", "", "", ""], ""), 'O'),
        (small("", [""; 5], "X 2, O 2, X to move"), 'X'),
        (small("", ["", " # O to move loses", "", "", ""], "X to move"), 'X'),
        (small("% O to move", ["", " ; O to move", "\n# row 3", "", ""], "# O\n\nX to move"), 'X'),
    ] {
        assert_eq!(only(&text), Ok(format!("4x4 -----OX--XO----- {side}")), "{text}");
    }
    // The line of another position is read as such.
    let text = format!("4x4 -----OX--XO----- O to move\n{}", above("X to move"));
    assert_eq!(games(text.as_bytes(), None).iter().filter(|one| one.is_ok()).count(), 2, "{text}");
    for text in [
        beside(" Black: 2 White: 2 to move: either"),
        above("White to move, Black's turn"),
        above("Last Black turn White"),
        // It may be the side of this board or of the next.
        small("", [""; 5], &above("\nX to move")),
    ] {
        let error = only(&text).expect_err(&text);
        assert!(error.ends_with("does not say whose move it is; add a line: X to move, or O to move"), "{text}{error}");
    }
}

#[test]
fn a_printed_board_with_a_damaged_line_is_refused_as_a_whole() {
    let good = small("X to move", [""; 5], "");
    assert!(only(&good).is_ok());
    for (from, to, line, cols) in [
        (" 4 - - - -", " 4 - - ? -", "4 - - ? -", 4),
        (" 4 - - - -", " 4 - - -", "4 - - -", 4),
        (" 4 - - - -", "\n 4 - - # -", "4 - -", 4),
        (" 2 - O X -", " 2 - O X - X", "2 - O X - X", 4),
        (" 2 - O X -", " 2 - O X - - X to move", "2 - O X - - X to move", 4),
        (" 2 - O X -", " 2 - O X - 2  - - - -", "2 - O X - 2  - - - -", 4),
        ("a b c d", "a b c d f", "a b c d f", 4),
        ("a b c d", "a b c d   a b c d", "a b c d   a b c d", 4),
        ("a b c d", "a b c", "1 - - - -", 3),
        ("a b c d", "a b c d e", "1 - - - -", 5),
    ] {
        let text = good.replacen(from, to, 1);
        let found: Vec<String> =
            games(text.as_bytes(), None).into_iter().map(|one| one.unwrap_err().to_string()).collect();
        let why = format!("position: '{line}' is no line of a printed board with {cols} columns");
        assert_eq!(found, [format!("line 1: {why}")], "{text}");
        assert_eq!(read_position(&text, None).unwrap_err().to_string(), why, "{text}");
    }
    let mut bytes = good.clone().into_bytes();
    bytes[good.find(" 4 - ").unwrap() + 4] = 0xff;
    assert!(games(&bytes, None).iter().all(Result::is_err));
    // What follows three rows need not be a fourth.
    for next in ["4x4 -----OX--XO----- X", "4/1OX1/1XO1/4 b"] {
        let text = good.replacen(" 4 - - - -", next, 1);
        assert_eq!(games(text.as_bytes(), None)[0].as_ref().unwrap().start.board().to_string(), "3x4", "{text}");
    }
}

#[test]
fn rows_of_another_board_and_marks_among_discs_are_refused() {
    let rows = |found, board: &str, of| format!("position: its squares stand in {found} rows, board {board} has {of}");
    let wide = rows_of(SQUARES, 16).join("\n") + "\nX";
    let marked = "position: it has both * and X; write Black's discs as one of them, and empty squares as -";
    for (board, text, why) in [
        ("3x4", "3/1OX/1XO/3 b", rows(4, "3x4", 3)),
        ("4x4", "4/1OX1/1XO1/2/2 b", rows(5, "4x4", 4)),
        ("3x4", "--- -O* -*O --- *", rows(4, "3x4", 3)),
        ("3x4", "---\n-OX\n-XO\n---\nX", rows(4, "3x4", 3)),
        ("3x4", "- - -\n- O X\n- X O\n- - -\nO", rows(4, "3x4", 3)),
        ("3x4", "---\n-OX \n- XO\n---\nX", rows(4, "3x4", 3)),
        ("3x4", "--- -O*  -*O --- X", rows(4, "3x4", 3)),
        ("8x8", &wide, rows(4, "8x8", 8)),
        ("4x4", "-*--*OX--XO*--*- X", marked.to_owned()),
    ] {
        let board: Board = board.parse().unwrap();
        assert_eq!(read_position(text, Some(board)).unwrap_err().to_string(), why, "{text}");
        let first = Some(Position::start(board, Start::Othello));
        assert!(games(text.as_bytes(), first).iter().all(Result::is_err), "{text}");
    }
    let ggf = "(;GM[Othello]BO[3x4 --- -O* -*O --- *];)";
    assert_eq!(games(ggf.as_bytes(), None)[0].as_ref().unwrap_err().why, rows(4, "3x4", 3));
    let play = "   a b c d\n 1 - * - -\n 2 * O X -\n 3 - X O *\n 4 - - * -\nX to move";
    assert_eq!(only(play).unwrap_err(), format!("line 1: {marked}"));
    // Rows in groups of four squares.
    let groups: Vec<String> = rows_of(SQUARES, 4).chunks(2).map(|row| row.join(" ")).collect();
    assert_eq!(read_position(&(groups.join("\n") + "\nX"), Some(base().board())), Ok(base()));
}

#[test]
fn a_row_with_a_disc_in_the_corner_is_no_move() {
    let first = Position::start("4x4".parse().unwrap(), Start::Othello);
    let found = games(b"b3/1wb1/1bw1/4 b", Some(first));
    assert_eq!(found[0].as_ref().unwrap().start.to_string(), "4x4 X----OX--XO----- X");
}

const MOVES: &str = "d3 e3 f5 c3 b2 b3 d2 b1 a1 c5 f4 d6 c6 b6 a3 g3 d7 f3 b5 d1 g2 g6 c1 e6 h3 f2 g4 d8 c2 h1 e1 h4 e8 e2 c7 c8 \
                     c4 b7 e7 b4 b8 a4 a6 f7 g1 a5 f8 a2 f1 f6 h7 h5 g5 h6 g7 g8 h8 h2 pass a7 a8";

fn moves(text: &str) -> Vec<Move> {
    start().read_moves(text).unwrap()
}

/// The text of a file in `tests/data/read`.
macro_rules! data {
    ($name:literal) => {
        include_str!(concat!("data/read/", $name))
    };
}

#[test]
fn every_form_of_a_game_is_read() {
    let whole = moves(MOVES);
    let one_word = MOVES.replace(' ', "").replace("pass", "");
    let numbered = data!("playok.txt");
    let mut forms = vec![
        MOVES.to_owned(),
        one_word.clone(),
        one_word.to_uppercase(),
        numbered.to_owned(),
        numbered.replacen(" 15.", "\n15.", 1),
        data!("scored.txt").to_owned(),
        format!("{one_word} 37-27"),
        format!("{one_word} Tiger"),
        data!("game.sgf").to_owned(),
        data!("game.sgf").trim_start_matches('(').to_owned(),
        format!("[Event \"a\"]\n[Black \"first\"]\n[White \"second\"]\n\n{numbered} *\n"),
        Game { moves: whole.clone(), ..Game::of(start()) }.ggf("solve", None),
    ];
    for pass in ["ps", "PA", "--", "@@", "pp"] {
        forms.push(MOVES.replace("pass", pass));
    }
    for form in forms {
        let found = all(&form).unwrap_or_else(|error| panic!("{form}: {error}"));
        let read: Vec<_> = found.iter().map(|game| (game.start, game.moves.clone())).collect();
        assert_eq!(read, [(start(), whole.clone())], "{form}");
    }
    assert_eq!(all(data!("game.sgf")).unwrap()[0].players, ["first", "second"]);
}

#[test]
fn an_archive_gives_its_good_games_and_names_the_bad_ones() {
    for (text, good, place, why) in [
        (data!("illegal-among-good.ggf"), 2, (2, Some(2)), "moves: a1 at ply 11 is illegal in"),
        (data!("ten-among-eight.ggf"), 2, (2, Some(2)), "board 10x10 is too large"),
        (data!("truncated-last.ggf"), 1, (2, Some(2)), "the game has no end: ;) is missing"),
        (data!("eothello.csv"), 2, (0, None), ""),
        (data!("opening-names.txt"), 2, (0, None), ""),
        (data!("own-print.txt"), 0, (1, None), "position: the printed board does not say whose move it is"),
        ("id,moves\n1,d3\n2,d3d3\n", 1, (3, None), "moves: d3 at ply 2 is illegal in"),
        ("id,winner\n1,2\n", 0, (1, None), "the header has no column of games or positions"),
        ("d3\nd4\n\nx9 k\nf5\n", 2, (2, None), "moves: d4 at ply 1 is illegal in"),
    ] {
        let (read, faults): (Vec<_>, Vec<_>) =
            games(text.as_bytes(), Some(start())).into_iter().partition(Result::is_ok);
        assert_eq!(read.len(), good, "{text}");
        match faults.first() {
            Some(Err(fault)) => {
                assert_eq!((fault.line.unwrap(), fault.game), place, "{text}");
                assert!(fault.why.starts_with(why), "{}", fault.why);
            }
            _ => assert_eq!(place.0, 0, "{text}"),
        }
    }
}

#[test]
fn moves_behind_a_position_are_a_game_from_it() {
    let found = all(data!("pos-then-moves.txt")).unwrap();
    assert_eq!((found.len(), found[0].start.empties()), (1, 46));
    let alone = next(b"c8", Some(start()), &mut Some(Ok(Game::of(found[0].start))));
    assert_eq!(alone[0].as_ref().unwrap().start, found[0].start);
}

/// What a text on 4x4 holds: the moves of each game, the squares of each position, or `fault`.
fn told(text: &str) -> Vec<String> {
    let start = Position::start("4x4".parse().unwrap(), Start::Othello);
    let tell = |read: Result<Game, Fault>| match read {
        Ok(game) if game.moves.is_empty() => game.start.to_string(),
        Ok(game) => line_text(game.start.board(), &game.moves),
        Err(_) => "fault".to_owned(),
    };
    games(text.as_bytes(), Some(start)).into_iter().map(tell).collect()
}

#[test]
fn no_form_leaves_out_a_move() {
    for (text, expected) in [
        // PGN: a comment ends where it says, whatever is in it.
        ("[Event \"x\"]\n\n1. b1 {x; y} a1\n2. a2 {z} a3\n", &["b1 a1 a2 a3"][..]),
        ("[Event \"x\"]\n; {\n[Site \"y\"]\n\n1. b1 ; } a2\n a1{;}2. a2 1-0\n", &["b1 a1 a2"]),
        ("[Event \"x\"]\n\n1. b1 Nice a1 2. a2 1-0\n", &["fault"]),
        // SGF: a backslash escapes the next symbol, a backslash too.
        ("(;GM[2]SZ[4]C[path c:\\\\];B[b1])", &["b1"]),
        ("(;GM[2]SZ[4]C[a \\] b];B[b1])", &["b1"]),
        // Old SGF: small letters do not count.
        ("(;GaMe[2]SiZe[4];Black[b1];White[a1])", &["b1 a1"]),
        ("(;gm[2]sz[4];b[b1];w[a1];black[a2])", &["b1 a1 a2"]),
        ("(;GM[2]SZ[4]AB[c2][b3]AW[b2][c3]AE[b2];B[b1])", &["fault"]),
        ("(;GM[2]SZ[4];B[b1];AW[d4];W[a1])", &["fault"]),
        ("(;GM[2]SZ[4];B[b1]x W[a1])", &["fault"]),
        ("(;GM[2]SZ[4]SZ[5];B[b1])", &["fault"]),
        // A bracket in a comment or a name is none of a game's.
        ("# from (;-) Ann\nb1\n", &["b1"]),
        ("4x4 -X---XX--XO----- O % hi (; smile\n", &["4x4 -X---XX--XO----- O"]),
        ("# (;\n(;GM[2]PB[a (;b]SZ[4];B[b1]) # (;\n(;GM[2]SZ[4];B[b1];W[a1])", &["b1", "b1 a1"]),
        ("(;GM[2]SZ[4];B[b1\n(;GM[2]SZ[4];B[b1])", &["fault", "b1"]),
        ("[FEN \"4x4 -----OX--XO----- X\"]\n[FEN \"4x4 -X---XX--XO----- O\"]\n\n1. b1\n", &["fault"]),
        // A list of games, one of them with a mistake, or a game on two lines?
        ("b1c1\nd3a1\n", &["fault"]),
        ("b1a1a2\nc1\n", &["b1 a1 a2 c1"]),
        // Numbers.
        ("1. b1\n1. a1\n", &["b1", "fault"]),
        ("1. b1 a1\n1. d3\n", &["b1 a1", "d3"]),
        ("1. b1 a1\n2. a2\n", &["b1 a1 a2"]),
    ] {
        assert_eq!(told(text), expected, "{text}");
    }
    // In GGF two letters are no square, however many columns there are.
    let ggf = format!("(;GM[Othello]BO[4x16 XO{} O]W[pa]B[C1];)", "-".repeat(62));
    assert_eq!(told(&ggf), ["pass c1"]);
    // An SGF without discs begins at the start that is asked for, if that is on its board.
    let start = |board: &str, start| Position::start(board.parse().unwrap(), start);
    for (text, asked, found) in [
        ("(;GM[2])", start("8x8", Start::Reversi), start("8x8", Start::Reversi)),
        ("(;GM[2])", start("6x6", Start::Reversi), start("8x8", Start::Othello)),
        ("(;GM[2]SZ[4]AB[b2][c3]AW[b3][c2])", start("4x4", Start::Othello), "4x4 -----XO--OX----- X".parse().unwrap()),
        ("(;GM[2]SZ[4]PL[W])", start("4x4", Start::ReversiRows), "4x4 -----XX--OO----- O".parse().unwrap()),
    ] {
        assert_eq!(games(text.as_bytes(), Some(asked)), [Ok(Game::of(found))], "{text}");
    }
}

#[test]
fn a_row_is_read_as_a_whole() {
    for (text, expected) in [
        ("position,moves\n-X---XX--XO----- O,a1\n", &["a1"][..]),
        ("position,moves\n-X---XX--XO----- O,b1\n", &["fault"]),
        ("position,moves\n-X---XX--XO----- O,x\n", &["fault"]),
        ("position,moves\n-X---XX--XO----- O,\n", &["4x4 -X---XX--XO----- O"]),
        ("board,moves\n4x5,b1\n3x4,b1\n4x4,b1\n", &["b1", "fault", "b1"]),
        ("board,position\n3x4,XO---------- O\n4x4,3x4 XO---------- O\n", &["3x4 XO---------- O", "fault"]),
        ("rows,cols,board,moves\n4,4,6x6,b1\n4,4,4x4,b1\n", &["fault", "b1"]),
        ("moves,moves\nb1,a1\n", &["fault"]),
        ("position,side\n-X---XX--XO----- O,X\n-X---XX--XO----- O,white\n", &["fault", "4x4 -X---XX--XO----- O"]),
        ("start,moves\nreversi,d1\nothello,b1\n10:30,b1\n", &["d1", "b1", "b1"]),
        ("foo,bar\n-X---XX--XO----- O\n", &["fault", "4x4 -X---XX--XO----- O"]),
        ("id,moves,score\n1,b1,a1,8\n2,b1\n3,b1,4\n", &["fault", "fault", "b1"]),
        ("id,moves\n1,\"b1\na1\"\n2,\"b1,a1\"\n", &["fault", "fault", "b1 a1"]),
        // A problem set.
        (
            "id,rows,cols,position,moves\n1,3,4,XO---------- O,pass:-3\n2,3,3,XXXXXXXXX O,\n",
            &["3x4 XO---------- O", "3x3 XXXXXXXXX O"],
        ),
    ] {
        assert_eq!(told(text), expected, "{text}");
    }
}

#[test]
fn moves_behind_what_may_be_their_position_are_refused() {
    let begin = Position::start("4x4".parse().unwrap(), Start::Othello);
    for (text, expected) in [
        ("4x4 -----OX--XO---- X\nb1\na2\n-----OX--XO----- X\nb1\n", &["fault", "fault", "fault", "b1"][..]),
        ("4x4 -XX--OX--XO-----O X\nb1\n", &["fault", "fault"]),
        ("4x4 -X---XX--XO----- O\n4x4 -XX--OX--XO-----O X\na1\n", &["4x4 -X---XX--XO----- O", "fault", "fault"]),
        ("b1\nb1 b1\nb1\n", &["b1", "fault", "b1"]),
        ("Openings:\nb1\n", &["fault", "fault"]),
        ("Games:\nb1\n", &["fault", "b1"]),
        ("4x4 -X---XX--XO----- O\nb1\na1\n", &["4x4 -X---XX--XO----- O", "fault", "fault"]),
        ("4x4 -X---XX--XO----- O\nA1 is a corner\n", &["4x4 -X---XX--XO----- O", "fault"]),
    ] {
        assert_eq!(told(text), expected, "{text}");
        // Line by line a position is read before the moves behind it are there.
        let mut before = None;
        let alone: Vec<_> = text.lines().flat_map(|line| next(line.as_bytes(), Some(begin), &mut before)).collect();
        assert_eq!(alone.last().map(Result::is_ok), expected.last().map(|last| *last != "fault"), "{text}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(board in 0..92usize, kind in 0..3usize, seed: u64, length in 0..70usize) {
        let board = Board::all().nth(board).unwrap();
        let mut random = Random::new(seed, 0);
        let mut positions = random_game(board, Start::ALL[kind], &mut random);
        positions.truncate(length + 1);
        let last = positions[positions.len() - 1];
        let written = last.to_string();
        prop_assert_eq!(written.parse(), Ok(last));
        let printed = format!("{}{} to move\n", last.diagram(), last.side().symbol());
        prop_assert_eq!(games(printed.as_bytes(), None), [Ok(Game::of(last))]);
        let moves: Vec<Move> = positions.windows(2).map(|pair| {
            pair[0].moves().find(|&chosen| pair[0].play(chosen) == Ok(pair[1])).unwrap()
        }).collect();
        for &chosen in &moves {
            prop_assert_eq!(Move::parse(board, &chosen.display(board).to_string()), Ok(chosen));
        }
        let players = ["uct:n=10".to_owned(), "a  b )".to_owned()];
        let game = Game { moves, players, ..Game::of(positions[0]) };
        let twice = game.ggf("solve", Some(Score::new(-4))) + &game.ggf("solve", None);
        let lines = twice.lines().count();
        prop_assert_eq!(games(twice.as_bytes(), None), [Ok(game.clone()), Ok(Game { line: lines, ..game })]);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[(;)A-Zbo8*O\\-\\[\\] \n0-9./|]{0,80}") {
        let _ = games(&bytes, Some(start()));
        let _ = games(text.as_bytes(), None);
        let _ = games(text.as_bytes(), Some(start()));
    }
}
