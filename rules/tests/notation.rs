//! What is written reads back, and no text makes a reader panic.

mod support;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rules::notation::{MovesError, line_text, parse_moves, parse_position, play_moves, read_moves, read_position};
use rules::random::Random;
use rules::{Board, Discs, Move, Position, PositionError, Side, Start};
use support::random_game;

fn boards() -> impl Strategy<Value = Board> {
    prop::sample::select(Board::all().collect::<Vec<_>>())
}

fn positions() -> impl Strategy<Value = Position> {
    (boards(), any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(board, player, opponent, black)| {
        let discs = Discs::from_bits(player & board.full(), opponent & board.full() & !player).unwrap();
        Position::new(board, discs, if black { Side::Black } else { Side::White }).unwrap()
    })
}

/// Texts close to valid ones: their characters, and a few others of one to four bytes.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[XO*BWbwxo.\\-]{0,66} ?[XOxo*]?",
        "([XO\\-]{3,8}[ /|\n]?){3,16}[XO]",
        "([a-v][0-9]{1,2}|pass|ps|pa|--|[, ]){0,12}",
        "[a-z0-9x, \\-é界𝕏]{0,12}",
        any::<String>(),
    ]
}

/// The moves that lead through the positions of a game.
fn moves_of(game: &[Position]) -> Vec<Move> {
    let leads = |pair: &[Position]| {
        let moves = pair[0].legal_moves();
        moves.into_iter().find(|&chosen| pair[0].play(chosen).unwrap() == pair[1])
    };
    game.windows(2).map(|pair| leads(pair).expect("each position follows from the one before")).collect()
}

#[test]
fn the_side_is_where_the_rows_leave_it() {
    let board: Board = "3x4".parse().unwrap();
    let expected = Position::parse(board, "XO--OOXX-X-O O").unwrap();
    for text in [
        "XO--OOXX-X-O O",
        "O XO--OOXX-X-O",
        "o\t*o..oo**.*.w",
        "O\nXO--\nOOXX\n-X-O",
        "XO--\nOOXX\n-X-O\nO",
        "O XO-- OOXX -X-O",
        "O/XO--/OOXX/-X-O/",
        "|XO--|OOXX|-X-O| O",
        "OXO-- OOXX -X-O",
        "XO-- OOXX -X-OO",
        "X O - -\nO O X X\n- X - O\nO",
        "O\nX O - -\nO O X X\n- X - O",
        "X O - - O O X X - X - O  O",
        "O | X|O|-|- | O|O|X|X | -|X|-|O",
    ] {
        assert_eq!(parse_position(board, text), Ok(expected), "{text}");
        assert_eq!(read_position(&format!("3x4 {text} % 4 empties"), None), Ok(expected), "{text}");
    }
    // The last square is empty: what stands last cannot be a side.
    let expected = Position::parse(board, "XO--OOXX-X-- O").unwrap();
    for text in ["O XO--OOXX-X--", "O XO-- OOXX -X--", "O\nX O - -\nO O X X\n- X - -"] {
        assert_eq!(parse_position(board, text), Ok(expected), "{text}");
    }
    // Whichever it is, it is the same position.
    assert_eq!(parse_position(board, "XXXXXXXXXXXXX").map(|position| position.empties()), Ok(0));
}

#[test]
fn two_readings_are_refused_and_both_named() {
    let board: Board = "3x4".parse().unwrap();
    let squares = "OXO--OOXX-X-O";
    let [behind, front] = ["OXO--OOXX-X- O", "XO--OOXX-X-O O"].map(|text| Position::parse(board, text).unwrap());
    let apart = squares.chars().map(|symbol| format!("{symbol} ")).collect::<String>();
    for text in [squares, &apart, &apart.replace(' ', "|"), "O XO-- OOXX -X- O", "OXO --OOXX -X- O", "O XO--OO XX-X-O"]
    {
        assert_eq!(parse_position(board, text), Err(PositionError::Ambiguous { behind, front }), "{text}");
    }
    assert_eq!(
        parse_position(board, squares).unwrap_err().to_string(),
        "position: it may mean OXO--OOXX-X- O (the side last) or XO--OOXX-X-O O (the side first); put a space only \
         between squares and side"
    );
}

#[test]
fn what_only_looks_like_a_position_is_refused() {
    let board: Board = "3x4".parse().unwrap();
    for (text, message) in [
        ("- XO--OOXX-X-O", "position: side '-' is neither X nor O"),
        ("Z XO--OOXX-X-O", "position: side 'Z' is neither X nor O"),
        ("box XO--OOXX-X-O", "position: side 'box' is neither X nor O"),
        ("XO--OOXX-X-O -", "position: side '-' is neither X nor O"),
        ("XO--OOXX-X-O-", "position: side '-' is neither X nor O"),
        ("XO--OO-XX-X-- ", "position: side '-' is neither X nor O"),
        ("X O--OOXX-X-O", "position: 11 squares given, board 3x4 has 12"),
        ("X XO--OOXX-X-O O", "position: 13 squares given, board 3x4 has 12"),
        (
            "  a b c d\n1 X O - -\n2 O O X X\n3 - X - O",
            "position: the printed board does not say whose move it is; add a line: X to move, or O to move",
        ),
        (
            "120022110302 1",
            "position: '3' is no square: as digits they are 0 (empty), 1 (Black) and 2 (White); numbers of empty squares \
             stand in rows between slashes, with X and O",
        ),
        ("XO--OOXX-X-O O\nc3 d2", "position: 'c' at character 14 is none of X O - (also * B b x, W w o, .)"),
        ("XO--OOXX-X-O O --", "position: 15 squares given, board 3x4 has 12"),
        ("1. b1 c1", "position: '1.' begins moves, not squares"),
        ("b1c1", "position: 'b1c1' begins moves, not squares"),
        ("100x3 XO--", "board 100x3 is too large: it has 300 squares, 64 is the most"),
    ] {
        assert_eq!(read_position(text, Some(board)).unwrap_err().to_string(), message, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 512, rng_seed: RngSeed::Fixed(6), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_position_survives_its_text(position in positions()) {
        prop_assert_eq!(parse_position(position.board(), &position.without_board().to_string()), Ok(position));
    }

    #[test]
    fn every_spelling_of_a_disc_reads_alike(position in positions(), seed in any::<u64>()) {
        let mut random = Random::new(seed, 0);
        let blacks = random.pick(&[&['X', 'x', 'B', 'b'][..], &['*']]);
        let mut spell = |symbol| match symbol {
            'X' => random.pick(blacks),
            'O' => random.pick(&['O', 'o', 'W', 'w']),
            '-' => random.pick(&['-', '.']),
            other => other,
        };
        let spelt: String = position.without_board().to_string().chars().map(&mut spell).collect();
        prop_assert_eq!(parse_position(position.board(), &spelt), Ok(position));
    }

    #[test]
    fn what_stands_between_squares_changes_nothing(
        position in positions(), seed in any::<u64>(), scores in "(|; [a-h][1-8]:[+-][0-9]){0,3}",
    ) {
        let mut random = Random::new(seed, 0);
        let mut text = String::new();
        for symbol in position.without_board().to_string().chars() {
            text += random.pick(&["", "", "", " ", "/", "|", " | ", "\n", "\r\n", "\t"]);
            text.push(symbol);
        }
        let whole = format!("{} {text}{scores}", position.board());
        for read in [parse_position(position.board(), &text), read_position(&whole, None)] {
            match read {
                Err(PositionError::Ambiguous { behind, front }) => {
                    prop_assert_eq!(behind, position, "{}", text);
                    prop_assert!(front != behind && !position.without_board().to_string().starts_with('-'), "{}", text);
                }
                // By chance they stand in rows of another board.
                Err(PositionError::Rows { found, board }) => prop_assert!(found != board.rows() as usize, "{}", text),
                read => prop_assert_eq!(read, Ok(position), "{}", text),
            }
        }
    }

    #[test]
    fn the_side_may_stand_at_either_end_of_a_printed_board(
        position in positions(),
        is_last in any::<bool>(),
        within in prop::sample::select(&["", " ", "|", "\t"][..]),
        rows in prop::sample::select(&["", " ", "/", "\n", "\r\n", " | "][..]),
        apart in prop::sample::select(&["", " ", "\n", "/", "  "][..]),
    ) {
        let rows = if rows.is_empty() { within } else { rows };
        let board = position.board();
        let printed = format!("{position:#}", position = position.without_board());
        let symbols: Vec<String> = printed.chars().map(String::from).collect();
        let squares = symbols.chunks(board.cols() as usize).map(|row| row.join(within)).collect::<Vec<_>>().join(rows);
        let side = position.side().symbol();
        let text = if is_last { format!("{squares}{apart}{side}") } else { format!("{side}{apart}{squares}") };
        let is_uniform = within == rows && rows == apart;
        match parse_position(board, &text) {
            Err(PositionError::Ambiguous { behind, front }) => {
                prop_assert!(is_uniform && front != behind, "{}", text);
                prop_assert_eq!(if is_last { behind } else { front }, position, "{}", text);
            }
            Err(PositionError::Side(last)) => prop_assert!(is_uniform && !is_last && last == "-", "{}", text),
            read => prop_assert_eq!(read, Ok(position), "{}", text),
        }
    }

    #[test]
    fn a_position_is_every_square_and_one_side(board in boards(), seed in any::<u64>(), more in 0..3usize) {
        let mut random = Random::new(seed, 0);
        let count = board.squares() as usize + more;
        let symbols: Vec<char> = (0..count).map(|_| random.pick(&['X', 'O', '-'])).collect();
        let text: String = symbols.iter().map(|symbol| format!("{symbol}{}", random.pick(&["", "", " ", "/"]))).collect();
        let is_whole = more == 1 && symbols.last() != Some(&'-');
        match parse_position(board, &text) {
            Err(PositionError::Ambiguous { .. }) => prop_assert!(is_whole && symbols[0] != '-', "{}", text),
            read => prop_assert_eq!(read.is_ok(), is_whole, "{}", text),
        }
    }

    #[test]
    fn a_game_survives_its_text(
        board in boards(), start in prop::sample::select(&Start::ALL[..]), seed in any::<u64>(),
    ) {
        let game = random_game(board, start, &mut Random::new(seed, 0));
        let moves = moves_of(&game);
        let text = line_text(board, &moves);
        let joined = ["", ", ", ",", ";", "-", " - "].map(|between| text.replace(' ', between));
        for spelling in joined.into_iter().chain([text.to_uppercase(), text.replace("pass", "--")]) {
            prop_assert_eq!(parse_moves(board, &spelling), Ok(moves.clone()), "{}", spelling);
        }
        for spelling in [text.replace("pass", ""), text] {
            prop_assert_eq!(read_moves(game[0], &spelling), Ok(moves.clone()), "{}", spelling);
        }
        prop_assert_eq!(play_moves(game[0], &moves), Ok(game[game.len() - 1]));
    }

    #[test]
    fn readers_refuse_what_they_cannot_read_without_panic(board in boards(), text in texts()) {
        if let Ok(position) = parse_position(board, &text) {
            prop_assert_eq!(parse_position(board, &position.without_board().to_string()), Ok(position));
        }
        if let Ok(moves) = parse_moves(board, &text) {
            prop_assert_eq!(parse_moves(board, &line_text(board, &moves)), Ok(moves.clone()));
            // Played or refused; either way the result can be printed.
            let _ = play_moves(Position::start(board, Start::Othello), &moves).map_err(|error| error.to_string());
        }
        if let Ok(board) = text.parse::<Board>() {
            prop_assert!(board.squares() <= 64 && board.rows() >= 3 && board.cols() >= 3);
        }
    }
}

/// Only behind a move is a word a name; otherwise it would stand for no moves, and the start would be taken for the position.
#[test]
fn what_stands_alone_or_looks_like_squares_is_no_name() {
    let start = Position::start("3x3".parse().unwrap(), Start::Othello);
    for text in [" OOOXXO-XO X", " hello", "\thello", "1. hello", "a2 OOOXXO-XO X", "+10", " 37-27", " 37-27 Diagonal"]
    {
        assert!(start.read_moves(text).is_err(), "{text:?}");
    }
    let moves = start.moves();
    let first = moves.into_iter().next().unwrap().display(start.board()).to_string();
    assert_eq!(start.read_moves(&format!(" {first} Diagonal opening")).unwrap().len(), 1);
}

/// The rest of a game would be left out without a word.
#[test]
fn no_name_hides_a_move() {
    let start = Position::start("4x4".parse().unwrap(), Start::Reversi);
    let game = "d1 a1 a2 a3 d4 b1 a4 d3 d2";
    for rest in [
        "pass. b4 c4",
        "passed b4",
        "pas b4",
        "pass.",
        "passed",
        "(pass)",
        "blunder b4 c4",
        "blunder b4.",
        "good (b4)",
        "name 10.b4",
        "name --",
        "37-27 name b4",
        "; b4 was better",
    ] {
        assert!(read_moves(start, &format!("{game} {rest}")).is_err(), "{rest}");
    }
    let nine = read_moves(start, game).unwrap();
    for rest in ["Parallel Opening", "Rose-v-Toth", "37-27 Pascal", "F.A.T. Draw", "; good for X", "; 37-27", "1-0"] {
        assert_eq!(read_moves(start, &format!("{game} {rest}")), Ok(nine.clone()), "{rest}");
    }
    // Within the time of a test.
    let long = format!("{}? {}", "b1 ".repeat(60_000), "foo ".repeat(30_000));
    assert!(read_moves(start, &long).is_err());
}

#[test]
fn numbers_count_plies_or_pairs_of_them() {
    let start = Position::start("4x4".parse().unwrap(), Start::Reversi);
    for text in [
        "1. d1 a1 2. a2 a3 3. d4 b1 4. a4 d3 5. d2 6. b4 c4",
        "1. d1 a1 2. a2 a3 3. d4 b1 4. a4 d3 5. d2 5... c4",
        "1. d1 a1 2. a2 a3 3. d4 b1 4. a4 d3 5. d2 pass 6. b4 c4",
        "1. d1 2. a1 3. a2 4. a3 5. d4 6. b1 7. a4 8. d3 9. d2 10. b4 11. c4",
        "1. d1 a1 a2 a3 d4 b1 a4 d3 d2 pass 11. b4 c4",
        "1. d1 1... a1 2. a2 2... a3",
        "1. d1 a1\n 3. a2 a3\n 5. d4 b1",
    ] {
        let read = read_moves(start, text);
        assert!(read.is_ok() || text.contains("5... c4"), "{text}: {read:?}");
    }
    for (text, number) in [
        ("1. d1 3. a1 2. a2", "3"),
        ("1. d1 1. a1", "1"),
        ("1. d1 a1 2. a2 a3 4. d4", "4"),
        ("1. d1 a1 4. a2", "4"),
        ("d1 a1 9. a2", "9"),
        ("1. d1 a1 99999999999999999999. a2", "99999999999999999999"),
    ] {
        assert_eq!(read_moves(start, text), Err(MovesError::Gap(number.to_owned())), "{text}");
    }
    // From a position the first number is free.
    let later = play_moves(start, &read_moves(start, "d1").unwrap()).unwrap();
    for (text, is_good) in [
        ("2. a1 3. a2", true),
        ("1... a1 2. a2 a3 3. d4", true),
        ("1. a1 a2 2. a3", true),
        ("31... a1 32. a2", true),
        ("1... a1 3. a2", false),
        ("31. a1 a2 31. a3", false),
    ] {
        assert_eq!(read_moves(later, text).is_ok(), is_good, "{text}");
    }
}
