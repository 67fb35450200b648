//! `solve explore`: the server from outside.
#![cfg(unix)]

use crate::support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use support::{program, run};

/// A running server.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        Self::start_by(program(), arguments)
    }

    /// The same with a command that ends in the program.
    fn start_by(mut command: Command, arguments: &[&str]) -> Self {
        command.args(["explore", "--port", "0", "--memory", "16MiB", "--threads", "1"]).args(arguments);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).expect("an address");
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("no address: {line}")).to_owned();
        Self { process, address }
    }

    /// Status and body of a GET.
    fn get(&self, path: &str) -> (u16, String) {
        self.get_as("localhost", path)
    }

    /// The same under another name of the server.
    fn get_as(&self, host: &str, path: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("UTF-8");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        (head[9..12].parse().expect("a status"), body.to_owned())
    }

    fn ask(&self, path: &str) -> Value {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    /// Ends it by Ctrl-C, and returns its exit status and what it said.
    fn end(mut self) -> (Option<i32>, String) {
        let pid = self.process.id().to_string();
        Command::new("kill").args(["-INT", &pid]).status().expect("kill");
        let mut said = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut said).expect("UTF-8");
        (self.process.wait().expect("it ends").code(), said)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended, unless a test has failed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn it_answers_until_ctrl_c() {
    let server = Server::start(&["--no-table"]);
    assert!(server.address.starts_with("127.0.0.1:"));
    assert_eq!(server.ask("/api/position?board=4x4&time_ms=9000")["value"], -8);
    let (status, page) = server.get("/");
    assert_eq!(status, 200);
    assert!(page.starts_with("<!doctype html>"), "{page}");
    let (status, said) = server.end();
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("without a table; press Ctrl-C to stop"), "{said}");
}

/// With tables of 16 MiB it takes some 90 MiB (docs/guide/public.md).
#[cfg(target_os = "linux")]
#[test]
fn its_memory_does_not_grow_with_the_boards_that_it_is_asked_about() {
    let server = Server::start(&["--no-table"]);
    let boards = (3..=21).flat_map(|rows| (3..=64 / rows).map(move |cols| format!("{rows}x{cols}")));
    for board in boards {
        server.ask(&format!("/api/position?board={board}&time_ms=20"));
        server.ask(&format!("/api/play?board={board}&player=uct-plus"));
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap();
    let most =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    assert!(most.is_some_and(|kib| kib < 160 << 10), "{most:?}");
}

#[test]
fn a_bad_question_is_refused_with_the_sentence_of_the_command_line() {
    let server = Server::start(&["--no-table"]);
    for (arguments, query) in [
        (&["--board", "9x9"][..], "board=9x9"),
        (&["--board", "4by4"], "board=4by4"),
        (&["--board", "4x4", "--position", "XO"], "board=4x4&position=XO"),
        (&["--board", "4x4", "--position", "-----OX--XO-----"], "board=4x4&position=-----OX--XO-----"),
        (&["--position", "9x9 X"], "position=9x9%20X"),
        (&["--board", "4x4", "--moves", "a1"], "board=4x4&moves=a1"),
        (&["--board", "4x4", "--moves", "b1k9"], "board=4x4&moves=b1k9"),
    ] {
        let said = run(&[arguments, &["--no-table"]].concat());
        let (status, body) = server.get(&format!("/api/position?{query}"));
        let body: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(status, 400, "{query}");
        said.refuses(body["error"].as_str().unwrap());
    }
}

#[test]
#[cfg(feature = "whole")]
fn a_campaign_is_told_as_its_status_tells_it() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("half");
    std::fs::create_dir(&folder).unwrap();
    // The first half of a finished campaign.
    let ledger = concat!(env!("CARGO_MANIFEST_DIR"), "/data/campaigns/6x7-othello/ledger.txt");
    let lines: String = std::fs::read_to_string(ledger).unwrap().split_inclusive('\n').take(150).collect();
    std::fs::write(folder.join("ledger.txt"), &lines).unwrap();
    let folder = folder.to_str().unwrap();
    let server = Server::start(&["--no-table", "--campaign", folder]);
    let details = loop {
        let answer = server.ask("/api/campaigns/half");
        assert_eq!(answer["trouble"], Value::Null);
        if answer["details"].is_object() {
            break answer["details"].clone();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    let status: Value = serde_json::from_str(&run(&["campaign", "status", folder, "--json"]).stdout).unwrap();
    let (mut alike, mut other) = (0, Vec::new());
    for (name, value) in status.as_object().unwrap() {
        match (&details[name], value) {
            (Value::Null, Value::Null) => alike += 1,
            (Value::Null, _) => other.push(&name[..]),
            // Its sentence is for people.
            (Value::Object(left), Value::Object(told)) => {
                alike += 1;
                assert!(told.iter().all(|(name, value)| left[name] == *value), "{left:?} {told:?}");
            }
            (shown, value) => {
                alike += 1;
                assert_eq!(shown, value, "{name}");
            }
        }
    }
    // The tree has the moves, and each worker's entry what it has checked; damage is reported beside the rest. What former
    // questions took and what checks may miss is not shown.
    assert_eq!(other, ["left_out", "miss_chance", "moves", "questions", "rechecked_by"], "{status}");
    assert!(alike > 25 && details["question"] == 1, "{details}");
    assert_eq!(std::fs::read_to_string(format!("{folder}/ledger.txt")).unwrap(), lines, "it only reads");
    let mut names = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
    // What can be thrown away may be beside it.
    assert!(names.all(|name| name == "ledger.txt" || name == "guesses.cache"));
    let none = run(&["explore", "--no-table", "--port", "0", "--campaign", place.path().to_str().unwrap()]);
    assert_eq!(none.status, Some(1), "{none:?}");
    assert!(none.stderr.contains("has no ledger; name the folder of a campaign"), "{none:?}");
}

#[test]
fn a_port_that_is_taken_and_a_table_that_is_none_are_told() {
    let server = Server::start(&["--no-table"]);
    let port = server.address.rsplit(':').next().unwrap().to_owned();
    let second = run(&["explore", "--no-table", "--port", &port]);
    assert_eq!(second.status, Some(1));
    assert!(
        second.stderr.contains("cannot listen on 127.0.0.1:") && second.stderr.ends_with("choose another --port\n")
    );
}

#[test]
fn only_its_own_names_and_those_that_are_allowed_reach_it() {
    let server = Server::start(&["--no-table", "--allow-host", "othello.example.org"]);
    let own = server.address.clone();
    for host in [own.as_str(), "localhost", "localhost:1", "othello.example.org", "OTHELLO.example.org.:443"] {
        assert_eq!(server.get_as(host, "/api/position?board=4x4").0, 200, "{host}");
    }
    for host in ["rebound.example", "othello.example.org.evil.example", "0.0.0.0"] {
        let (status, body) = server.get_as(host, "/api/position?board=4x4");
        let body: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(status, 421, "{host}: {body}");
        assert!(body["error"].as_str().unwrap().starts_with(&format!("'{host}' is not this server")), "{body}");
    }
    for (option, value) in [("--allow-host", "a b"), ("--allow-host", "localhost:80"), ("--trust-proxy", "10.0.0.0/99")]
    {
        let said = run(&["explore", "--no-table", option, value]);
        assert_eq!(said.status, Some(2), "{said:?}");
        assert!(said.stderr.contains(&format!("'{value}' is ")), "{said:?}");
    }
}

#[test]
fn few_file_descriptors_and_many_silent_clients_leave_it_alive() {
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -n 64 && exec \"$0\" \"$@\""]).arg(program().get_program());
    let server = Server::start_by(limited, &["--no-table"]);
    let mut silent = Vec::new();
    for _ in 0..200 {
        let mut stream = TcpStream::connect(&server.address).expect("it listens");
        stream.set_nonblocking(true).unwrap();
        let requests = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(150);
        // What the server does not take stays here.
        let _ = stream.write(requests.as_bytes());
        silent.push(stream);
    }
    // Only a proxy could answer others meanwhile; alone, the server comes back once they have left.
    drop(silent);
    assert_eq!(server.ask("/healthz")["status"], "ok");
    assert_eq!(server.end().0, Some(0));
}

/// A book of 4x5, which takes a moment to build.
fn book(folder: &Path) -> String {
    let file = folder.join("4x5.book").to_str().unwrap().to_owned();
    let built = run(&["book", "build", &file, "--board", "4x5", "--discs", "7", "--threads", "1", "--quiet"]);
    assert_eq!(built.status, Some(0), "{built:?}");
    file
}

/// Value and footing of an answer.
fn told(record: &Value) -> (&Value, &Value) {
    (&record["value"], &record["unverified"])
}

#[test]
fn a_book_of_ones_own_is_answered_from_as_unverified() {
    let folder = tempfile::tempdir().unwrap();
    let file = book(folder.path());
    let truth = support::solve(&["--board", "4x5", "--no-line"])["value"].clone();
    let server = Server::start(&["--no-table", "--book", &file]);
    for board in ["4x5", "5x4"] {
        let record = server.ask(&format!("/api/position?board={board}&time_ms=0"));
        assert_eq!(told(&record), (&truth, &true.into()), "{record}");
        assert!(record["moves"].as_array().unwrap().iter().all(|after| after["unverified"] == true), "{record}");
    }
    // It knows nothing of other starts and boards.
    for other in ["board=4x5&start=reversi", "board=3x5"] {
        let record = server.ask(&format!("/api/position?{other}&time_ms=0"));
        assert_eq!(told(&record), (&Value::Null, &false.into()), "{record}");
    }
    // The books that come with the program still answer for their boards.
    let record = server.ask("/api/position?board=6x6&time_ms=0");
    assert_eq!(told(&record), (&(-4).into(), &false.into()), "{record}");
    let (status, said) = server.end();
    assert_eq!(status, Some(0));
    assert!(said.contains("with the unverified book '"), "{said}");
    std::fs::write(&file, "no book").unwrap();
    let refused = run(&["explore", "--port", "0", "--no-table", "--book", &file]);
    assert_eq!(refused.status, Some(1), "{refused:?}");
    assert!(refused.stderr.ends_with("4x5.book: this is not a book of exact values\n"), "{refused:?}");
}

#[test]
fn certificates_are_offered_by_their_names() {
    let directory = tempfile::tempdir().unwrap();
    let place = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let made = run(&["prove", "--board", "4x4", "--claim", "value=-8", "-o", &place("4x4.cert"), "--no-table"]);
    assert_eq!(made.status, Some(0), "{made:?}");
    std::fs::write(place("broken.cert"), "no certificate").unwrap();
    std::fs::write(place("notes.txt"), "secret").unwrap();
    let server = Server::start(&["--no-table", "--certificates", &place("")]);
    server.ask("/api/position?board=4x4&time_ms=9000");
    let boards = server.ask("/api/boards");
    assert_eq!(boards["starts"][0]["certificates"][0]["name"], "4x4.cert", "{boards}");
    let mut stream = TcpStream::connect(&server.address).unwrap();
    write!(stream, "GET /certificates/4x4.cert HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    assert!(answer.ends_with(&std::fs::read(place("4x4.cert")).unwrap()));
    for name in ["broken.cert", "notes.txt", "..%2fnotes.txt"] {
        assert_eq!(server.get(&format!("/certificates/{name}")).0, 404, "{name}");
    }
    let (_, said) = server.end();
    assert!(said.contains("'broken.cert' is left out: "), "{said}");
}

#[cfg(feature = "whole")]
mod tables {
    use std::fs;

    use super::support::search_with_table;
    use super::*;

    fn solved() -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        let run = search_with_table(directory.path(), &["--board", "4x8", "--threads", "1"]);
        assert_eq!(run.status, Some(0), "{run:?}");
        directory
    }

    #[test]
    fn what_the_table_knows_is_answered_without_a_search_and_the_table_is_left_alone() {
        let directory = solved();
        let place = directory.path().to_str().unwrap();
        let before = run(&["table", "export", "--board", "4x8", "-o", &format!("{place}.before"), "--table", place]);
        assert_eq!(before.status, Some(0), "{before:?}");
        let server = Server::start(&["--table", place]);
        // Two servers may read at once.
        let other = Server::start(&["--table", place]);
        for server in [&server, &other] {
            for board in ["4x8", "8x4"] {
                let record = server.ask(&format!("/api/position?board={board}&time_ms=0"));
                assert_eq!(
                    (&record["value"], record["line"].as_array().unwrap().is_empty()),
                    (&32.into(), false),
                    "{record}"
                );
            }
        }
        server.ask("/api/position?board=4x8&start=reversi&time_ms=20000");
        let boards = server.ask("/api/boards");
        assert_eq!((&boards["starts"][0]["board"], &boards["starts"][0]["value"]), (&"4x8".into(), &32.into()));
        assert!(!boards.to_string().contains(place), "no path leaks");
        assert_eq!(server.end().0, Some(0));
        drop(other);
        let after = run(&["table", "export", "--board", "4x8", "-o", &format!("{place}.after"), "--table", place]);
        assert_eq!(after.status, Some(0), "{after:?}");
        let bytes = |name: &str| fs::read(format!("{place}.{name}")).unwrap();
        assert_eq!(bytes("before"), bytes("after"));
        for name in ["before", "after"] {
            fs::remove_file(format!("{place}.{name}")).unwrap();
        }
    }

    #[test]
    fn what_the_table_proves_needs_no_book_and_a_false_book_does_not_change_it() {
        let directory = tempfile::tempdir().unwrap();
        let (file, place) = (book(directory.path()), directory.path().join("table"));
        let place = place.to_str().unwrap();
        let solved = search_with_table(place.as_ref(), &["--board", "4x5", "--threads", "1", "--json"]);
        let truth = solved.record(0)["value"].clone();
        // Every position of the last layer is worth 6 now, and the checksum is right again.
        let mut bytes = fs::read(&file).unwrap();
        let (head, end) = (bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1, bytes.len() - 8);
        bytes[head..end].fill(6);
        let sum = xxhash_rust::xxh3::xxh3_64(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
        fs::write(&file, bytes).unwrap();
        let without = Server::start(&["--no-table", "--book", &file]);
        let record = without.ask("/api/position?board=4x5&time_ms=0");
        assert!(record["value"] != truth && record["unverified"] == true, "{record}");
        let server = Server::start(&["--table", place, "--book", &file]);
        let record = server.ask("/api/position?board=4x5&time_ms=0");
        assert_eq!(record["value"], truth, "{record}");
        // The table has no value of the other moves, so theirs are the book's.
        for after in record["moves"].as_array().unwrap() {
            assert_ne!(after["best"], after["unverified"], "{record}");
        }
    }

    #[test]
    fn with_learn_what_is_found_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("table");
        let place = place.to_str().unwrap();
        let server = Server::start(&["--table", place, "--learn"]);
        assert_eq!(server.ask("/api/position?board=4x6&time_ms=20000")["value"], 16);
        assert_eq!(server.end().0, Some(0));
        let known = run(&["table", "get", "--board", "4x6", "--table", place, "--json"]);
        assert_eq!(known.record(0)["lower"], 16, "{known:?}");
    }

    #[test]
    fn a_look_up_makes_no_table() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("table");
        let place = place.to_str().unwrap();
        let server = Server::start(&["--table", place, "--learn", "--no-book"]);
        for board in ["4x5", "5x5", "6x6", "3x8"] {
            assert!(server.ask(&format!("/api/position?board={board}&time_ms=0"))["value"].is_null());
        }
        assert_eq!(server.ask("/api/position?board=4x4&time_ms=20000")["value"], -8);
        assert_eq!(server.end().0, Some(0));
        let known = run(&["table", "info", "--table", place, "--json"]);
        assert!(known.stdout.contains("4x4"), "{known:?}");
        assert!(!["4x5", "5x5", "6x6", "3x8"].iter().any(|board| known.stdout.contains(board)), "{known:?}");
    }

    #[test]
    fn what_may_write_answers_to_its_own_names_only_wherever_it_listens() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("table");
        let mut server = Server::start(&["--table", place.to_str().unwrap(), "--learn", "--bind", "0.0.0.0"]);
        server.address = server.address.replace("0.0.0.0", "127.0.0.1");
        let own = server.address.clone();
        assert_eq!(server.get_as(&own, "/api/position?board=4x4&time_ms=9000").0, 200);
        assert_eq!(server.get_as("192.0.2.1", "/healthz").0, 200);
        assert_eq!(server.get_as("rebound.example", "/api/position?board=4x4&time_ms=9000").0, 421);
        let foreign = format!("{own}\r\norigin: http://rebound.example");
        assert_eq!(server.get_as(&foreign, "/api/position?board=4x4&time_ms=9000").0, 403);
        assert_eq!(server.end().0, Some(0));
    }

    #[test]
    fn a_directory_that_holds_no_table_is_an_error_if_it_was_named() {
        let directory = tempfile::tempdir().unwrap();
        let run = run(&["explore", "--port", "0", "--table", directory.path().to_str().unwrap()]);
        assert_eq!(run.status, Some(1), "{run:?}");
        assert!(run.stderr.starts_with("solve: ") && run.stderr.lines().count() == 1, "{run:?}");
    }
}
