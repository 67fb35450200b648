//! Requests to the explorer, damaged on their way.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use crate::bench::Bench;
use crate::damage::{Manner, damage};
use crate::outcome::Outcome;
use crate::process::{MOST_TIME, signal, wait};
use crate::scene::{Scene, Trouble, make};
use crate::scenes::tables::{SEARCH, list};
use crate::truth::{Footing, Truth};

/// How long to wait for an answer before the client closes its sending side.
const WHILE: Duration = Duration::from_millis(1500);
/// How many requests a server answers before it is stopped and its memory is checked.
const REQUESTS: u32 = 200;

/// The explorer.
#[derive(Default)]
pub(super) struct Http {
    /// Running servers with nothing to do.
    idle: Mutex<Vec<Server>>,
}

/// A running server.
struct Server {
    child: Child,
    address: String,
    errors: PathBuf,
    /// Requests so far.
    asked: u32,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended, unless something went wrong here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(bench: &Bench<'_>, prepared: &Path) -> io::Result<Self> {
        // Its errors may be needed when the bench is gone.
        let errors = prepared.join(format!("errors-{}", bench.number));
        let arguments =
            ["explore", "--port", "0", "--table", "table", "--memory", "1MiB", "--threads", "1", "--time-limit", "1s"];
        let mut command = bench.program.command(prepared, &arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(File::create(&errors)?).spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Self { child, address, errors, asked: 0 })
    }

    /// Sends bytes and reads the first answer, or everything until the server closes. If nothing comes for a while, the
    /// client closes its sending side, and the server must close too.
    fn exchange(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        self.asked += 1;
        let mut stream = TcpStream::connect(&self.address)?;
        // It may close before it has read all.
        let _ = stream.write_all(bytes);
        let mut has_ended = !is_whole(bytes);
        if has_ended {
            let _ = stream.shutdown(Shutdown::Write);
        }
        let (mut answer, mut part) = (Vec::new(), [0; 16 << 10]);
        loop {
            stream.set_read_timeout(Some(if has_ended { MOST_TIME } else { WHILE }))?;
            match stream.read(&mut part) {
                Ok(0) => return Ok(answer),
                Ok(length) => answer.extend_from_slice(&part[..length]),
                Err(error) if is_late(&error) && !has_ended => {
                    has_ended = true;
                    let _ = stream.shutdown(Shutdown::Write);
                }
                Err(error) if is_late(&error) => return Err(error),
                // A reset connection has nothing more to say.
                Err(_) => return Ok(answer),
            }
            if is_whole(&answer) {
                return Ok(answer);
            }
        }
    }

    /// Ends it as a person would, and has what it left judged.
    fn end(self, bench: &mut Bench<'_>) -> io::Result<()> {
        signal(&self.child, libc::SIGTERM);
        let mut ended = wait(&self.child, MOST_TIME, None)?;
        ended.stderr = fs::read_to_string(&self.errors)?;
        bench.measure(&ended);
        if ended.status != Some(0) && bench.report.outcome.is_good() {
            bench.note(Outcome::Unclear, &format!("the server ended with {:?}: {}", ended.status, ended.stderr));
        }
        fs::remove_file(&self.errors)?;
        // Nothing is left to kill.
        std::mem::forget(self);
        Ok(())
    }
}

impl Scene for Http {
    fn name(&self) -> &'static str {
        "http"
    }

    fn weight(&self) -> f64 {
        3.0
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        fs::write(bench.folder.join("list.txt"), list())?;
        make(bench, self.name(), &[&["positions", "list.txt", "--table", "table"], &SEARCH[..]].concat()).map(|_| ())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut server = match idle {
            Some(server) => server,
            None => Server::start(bench, prepared)?,
        };
        let mut bytes = request(bench, &server.address);
        let manner = Manner::ALL[(bench.number % Manner::ALL.len() as u64) as usize];
        let told = damage(&mut bytes, manner, &mut bench.random);
        bench.tell(format!("{told}: {:?}", String::from_utf8_lossy(&bytes)));
        fs::write(bench.folder.join("request"), &bytes)?;
        match server.exchange(&bytes) {
            Ok(answer) => judge(bench, &answer),
            Err(error) if is_late(&error) => {
                bench.note(Outcome::Hang, "no end of the answer");
            }
            Err(error) => bench.note(Outcome::Wrong, &format!("the server is not to be reached: {error}")),
        }
        // An honest client must get its answer, whatever was sent before.
        let honest =
            b"GET /api/position?board=4x4&time_ms=500 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        match server.exchange(honest) {
            Ok(answer) if answer.starts_with(b"HTTP/1.1 200 ") => judge(bench, &answer),
            other => {
                let answer = other.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                bench.note(Outcome::Wrong, &format!("an honest request after it: {answer:?}"));
            }
        }
        if server.asked >= REQUESTS || !bench.report.outcome.is_good() {
            return server.end(bench);
        }
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(server);
        Ok(())
    }
}

fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// Whether a message has its head and as much of a body as the head announces.
fn is_whole(message: &[u8]) -> bool {
    let text = String::from_utf8_lossy(message);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    length_of(head).is_none_or(|length| body.len() >= length)
}

/// The length of the body, as the head says.
fn length_of(head: &str) -> Option<usize> {
    let of_line = |line: &str| line.to_ascii_lowercase().strip_prefix("content-length: ").map(str::to_owned);
    head.lines().find_map(of_line)?.trim().parse().ok()
}

/// A request as a client would send it.
fn request(bench: &mut Bench<'_>, address: &str) -> Vec<u8> {
    let list = list();
    let lines: Vec<&str> = list.lines().collect();
    let position = bench.random.pick(&lines)[4..].replace(' ', "%20");
    let (query, method) = match bench.random.index(8) {
        0 => ("/healthz".to_owned(), "GET"),
        1 => ("/api/game?board=4x4&moves=b1a1a2".to_owned(), "GET"),
        2 => ("/api/solve?board=4x4&time_ms=200".to_owned(), "GET"),
        3 => ("/api/play?board=4x6&player=uct:n=20".to_owned(), "GET"),
        4 => ("/api/positions".to_owned(), "POST"),
        5 => (format!("/api/position?board=4x6&position={position}&scoring=wof&time_ms=200"), "GET"),
        _ => (format!("/api/position?board=4x6&position={position}&time_ms=200"), "GET"),
    };
    let body = if method == "POST" {
        format!(
            "{{\"positions\":[{{\"board\":\"4x6\",\"position\":\"{}\"}},{{\"board\":\"4x4\"}}]}}",
            position.replace("%20", " ")
        )
    } else {
        String::new()
    };
    let length = if body.is_empty() {
        String::new()
    } else {
        format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len())
    };
    format!("{method} {query} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{length}\r\n{body}").into_bytes()
}

/// Judges the first answer of a connection; no answer is one too.
fn judge(bench: &mut Bench<'_>, answer: &[u8]) {
    if answer.is_empty() {
        return bench.note(Outcome::Refused, "the connection was closed");
    }
    let text = String::from_utf8_lossy(answer);
    let status: u16 = text.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    match status {
        200..=399 => match told(bench.truth, head, body) {
            Ok(Footing::True) => {}
            Ok(Footing::Unverified) => bench.note(Outcome::Said, "an answer says that it rests on unverified entries"),
            Err(why) => bench.note(Outcome::Wrong, &why),
        },
        // Busy for the moment, or an unknown version or method.
        400..=499 | 501 | 503 | 505 => bench.note(Outcome::Refused, head.lines().next().unwrap_or_default()),
        500..=599 => bench.note(Outcome::Panic, &format!("{head} {body}")),
        _ => bench.note(Outcome::Unclear, head.lines().next().unwrap_or_default()),
    }
}

/// Checks what an answer says about one or several positions against the truth.
fn told(truth: &Truth, head: &str, body: &str) -> Result<Footing, String> {
    if !head.to_ascii_lowercase().contains("application/json") {
        return Ok(Footing::True);
    }
    let body = length_of(head).and_then(|length| body.get(..length)).unwrap_or(body);
    let record: Value = serde_json::from_str(body).map_err(|error| format!("{error}: {body}"))?;
    let several = record["positions"].as_array().cloned().unwrap_or_else(|| vec![record]);
    let mut footing = Footing::True;
    for one in several {
        if !one["lower"].is_number() || !one["position"].is_string() {
            continue;
        }
        match truth.of_answer(&one) {
            Ok(Footing::True) => {}
            Ok(Footing::Unverified) => footing = Footing::Unverified,
            Err(why) if why.starts_with("nobody knows") => {}
            Err(why) => return Err(why),
        }
    }
    Ok(footing)
}
