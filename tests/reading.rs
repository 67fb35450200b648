//! A text is the same position in every command and in the explorer, or is refused by all.
#![cfg(unix)]

use crate::support;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::Value;
use solver::notation::{play_moves, read_moves, read_position};
use solver::{Board, CanonicalPosition, Discs, Position};
use support::{NO_TABLE, SMALL, program, run, solve};

type Reading = Result<Position, String>;

/// The explorer's server, until this is dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let mut command = program();
        command.args(["explore", "--port", "0", "--no-table", "--memory", "16MiB", "--threads", "1"]);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program runs");
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).expect("an address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { process, address }
    }

    /// The answer to a request, or the sentence that refuses it.
    fn ask(&self, request: &str, body: &str) -> Result<Value, String> {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let head = "host: localhost\r\ncontent-type: application/json\r\nconnection: close";
        write!(stream, "{request} HTTP/1.1\r\n{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("UTF-8");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let answer: Value = serde_json::from_str(body).expect("JSON");
        if head.starts_with("HTTP/1.1 200") { Ok(answer) } else { Err(answer["error"].as_str().unwrap().to_owned()) }
    }

    /// The position that the page shows of a text.
    fn shown(&self, board: &str, text: &str) -> Reading {
        let escaped: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let record = self.ask(&format!("GET /api/position?board={board}&time_ms=0&position={escaped}"), "")?;
        Ok(named(&record))
    }

    /// What `/api/read` finds in a text.
    fn found(&self, board: &str, text: &str) -> Result<Vec<Value>, String> {
        let found = self.ask("POST /api/read", &serde_json::json!({ "board": board, "text": text }).to_string())?;
        Ok(found["found"].as_array().unwrap().clone())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn named(record: &Value) -> Position {
    let field = |name: &str| record[name].as_str().unwrap_or_else(|| panic!("no {name}: {record}"));
    format!("{} {}", field("board"), field("position")).parse().unwrap()
}

/// The position of a run's first record, or what the run says.
fn told(arguments: &[&str]) -> Reading {
    let run = run(&[arguments, SMALL, &["--json"]].concat());
    match run.stdout.lines().next() {
        Some(line) if run.status == Some(0) => Ok(named(&serde_json::from_str(line).expect("JSON"))),
        _ => Err(run.stderr),
    }
}

/// The positions of the problem set made of a file, or what the run says.
fn set_of(board: &str, file: &Path) -> Result<Vec<Position>, String> {
    let folder = tempfile::tempdir().unwrap();
    let (source, out) = (format!("file:{}", file.display()), folder.path().join("set"));
    let out = out.to_str().unwrap();
    let options = ["--board", board, "--source", &source, "--format", "jsonl", "-o", out];
    let made = run(&[&["problems"][..], &options, NO_TABLE].concat());
    if made.status != Some(0) {
        return Err(made.stderr);
    }
    let exported = run(&["problems", "export", out, "--format", "positions"]).stdout;
    Ok(exported.lines().map(|line| read_position(line, board.parse().ok()).unwrap()).collect())
}

/// What the explorer and each command make of a text with one position.
fn readings(server: &Server, board: &str, text: &str) -> Vec<(&'static str, Reading)> {
    let folder = tempfile::tempdir().unwrap();
    let [plain, obf] = ["one.txt", "one.obf"].map(|name| folder.path().join(name));
    fs::write(&plain, text).unwrap();
    fs::write(&obf, text).unwrap();
    let options = &[&["--board", board][..], NO_TABLE].concat();
    let mut all = vec![
        ("--position", told(&[&["--position", text][..], options].concat())),
        ("the explorer's page", server.shown(board, text)),
        ("the explorer's read", server.found(board, text).map(|found| named(&found[0]))),
    ];
    if !text.contains('\n') {
        all.push(("positions", told(&[&["positions", plain.to_str().unwrap()][..], options].concat())));
        all.push(("bench", told(&["bench", "--positions", obf.to_str().unwrap(), "--board", board])));
        all.push(("problems of text", set_of(board, &plain).map(|set| set[0])));
        all.push(("problems of OBF", set_of(board, &obf).map(|set| set[0])));
    }
    all
}

/// What all twins of a position share: a set has only one of them.
fn twin(position: &Position) -> (Board, Discs) {
    let canonical = CanonicalPosition::of(position).position();
    (canonical.board(), canonical.discs())
}

/// Boards, squares with a disc at either end, and the side to move.
const POSITIONS: [(&str, &str, char); 2] = [("3x5", "XXOO-XOXOO-XO-X", 'O'), ("4x4", "OOO-XXOX-XOO--OX", 'X')];

#[test]
fn a_position_is_the_same_wherever_it_is_read() {
    let server = Server::start();
    for (board, squares, side) in POSITIONS {
        let expected = read_position(&format!("{squares} {side}"), board.parse().ok()).unwrap();
        let record = solve(&["--board", board, "--position", &expected.to_string(), "--scoring", "wof"]);
        let score = format!("{}:{}", record["best"].as_str().unwrap().to_uppercase(), record["value"]);
        let cols = expected.board().cols() as usize;
        let rows: Vec<&str> = (0..squares.len() / cols).map(|row| &squares[row * cols..][..cols]).collect();
        for text in [
            format!("{squares} {side}"),
            format!("{side} {squares}"),
            format!("{board} {side} {}", rows.join("/")),
            format!("{side}|{}|", rows.join("|")),
            format!("{} {side}; {score}; --:-127;", rows.join(" ")),
            format!("{side} {squares} % 4 empties"),
            format!("{side}\n{}\n", rows.join("\n")),
            format!("{}\n{side}\n", rows.join("\n")),
        ] {
            for (reader, read) in readings(&server, board, &text) {
                let read = read.unwrap_or_else(|error| panic!("{reader} of {text}: {error}"));
                assert_eq!(twin(&read), twin(&expected), "{reader} of {text}: {read}");
                assert!(read == expected || reader.starts_with("problems"), "{reader} of {text}: {read}");
            }
        }
    }
}

#[test]
fn a_text_with_two_readings_or_none_is_refused_everywhere() {
    let server = Server::start();
    for (board, squares, side) in POSITIONS {
        let glued = format!("O{squares}");
        let apart: String = glued.chars().map(|symbol| format!("{symbol} ")).collect();
        let both = [format!("O{} X", &squares[..squares.len() - 1]), format!("{squares} O")];
        for text in [&glued, &apart, &apart.replace(' ', "/")] {
            for (reader, read) in readings(&server, board, text) {
                let error = read.expect_err(reader);
                assert!(both.iter().all(|one| error.contains(one)), "{reader} of {text}: {error}");
            }
        }
        for text in [
            format!("- {squares}"),
            format!("1 {squares}"),
            format!("{squares} {side} c1"),
            format!("{side} {squares} {side}"),
            "1 0 3 0 ".repeat(squares.len() / 4) + "1",
        ] {
            for (reader, read) in readings(&server, board, &text) {
                assert!(read.is_err(), "{reader} of {text}: {read:?}");
            }
        }
    }
}

#[test]
fn moves_behind_a_position_are_a_game_from_it() {
    let server = Server::start();
    // The move is legal at the start as well, and leads elsewhere.
    let (board, text) = ("4x4", "4x4 OX---OX--XO----- X\n1. d3\n");
    let found = server.found(board, text).unwrap();
    assert_eq!((found.len(), &found[0]["moves"]), (1, &"d3".into()), "{found:?}");
    let base: Position = text.lines().next().unwrap().parse().unwrap();
    assert_eq!(named(&found[0]), base);
    let folder = tempfile::tempdir().unwrap();
    let both = folder.path().join("both.txt");
    fs::write(&both, text).unwrap();
    let set = set_of(board, &both).unwrap();
    let later = play_moves(base, &read_moves(base, "d3").unwrap()).unwrap();
    assert_eq!(set.len(), 2);
    assert!([base, later].iter().all(|position| set.iter().any(|one| twin(one) == twin(position))), "{set:?}");
    let listed = run(&[&["positions", both.to_str().unwrap()][..], NO_TABLE].concat());
    assert_eq!((listed.status, listed.stdout.lines().count()), (Some(0), 1), "{listed:?}");
    let later = format!("4x4 {later}; ");
    assert!(listed.stdout.starts_with(&later), "{listed:?}");
}
