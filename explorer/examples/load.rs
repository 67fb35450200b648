//! Many clients at once: `load ADDRESS CLIENTS SECONDS PAUSE_MS` asks a running server and prints one line of JSON.
//!
//! Each client asks, waits, and asks again, over one connection. Nineteen of twenty questions are positions of perfect
//! games that the server's tables know; the others are random positions that have to be searched for 50 ms. With a
//! pause of 0 all are known: the load is then a closed loop of table hits. Times are measured by the client.

use std::env;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use solver::random::Random;
use solver::{Board, Position, Start};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// One question in this many has to be searched.
const SEARCHED: u32 = 20;
/// The results of a client's questions.
#[derive(Default)]
struct Tally {
    hits: Vec<Duration>,
    searched: Vec<Duration>,
    refused: u64,
    refused_without_retry: u64,
    errors: u64,
}

/// One connection, reopened when the server has closed it.
struct Connection {
    address: String,
    stream: Option<BufReader<TcpStream>>,
}

struct Answer {
    status: u16,
    says_when: bool,
    body: Vec<u8>,
}

impl Connection {
    async fn get(&mut self, path: &str) -> std::io::Result<Answer> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(&self.address).await?;
            stream.set_nodelay(true)?;
            self.stream = Some(BufReader::new(stream));
        }
        let stream = self.stream.as_mut().expect("just opened");
        let answer = exchange(stream, &format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n")).await;
        if answer.is_err() {
            self.stream = None;
        }
        answer
    }
}

async fn exchange(stream: &mut BufReader<TcpStream>, request: &str) -> std::io::Result<Answer> {
    stream.get_mut().write_all(request.as_bytes()).await?;
    let (mut status, mut length, mut says_when) = (0, 0, false);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim_end().to_ascii_lowercase();
        if let Some(rest) = line.strip_prefix("http/1.1 ") {
            status = rest[..3].parse().unwrap_or(0);
        } else if let Some(rest) = line.strip_prefix("content-length: ") {
            length = rest.parse().unwrap_or(0);
        } else if line.starts_with("retry-after: ") {
            says_when = true;
        } else if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(Answer { status, says_when, body })
}

/// The addresses of all positions of the perfect games that the server knows.
async fn known(address: &str) -> Vec<String> {
    let mut connection = Connection { address: address.to_owned(), stream: None };
    let answer = connection.get("/api/boards").await.expect("the server answers");
    let boards: Value = serde_json::from_slice(&answer.body).expect("JSON");
    let mut paths = Vec::new();
    for start in boards["starts"].as_array().expect("a list").iter().filter(|start| !start["final"].is_null()) {
        let line: Vec<&str> = start["line"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        let name = |key: &str| start[key].as_str().unwrap_or_default().to_owned();
        let (board, begin, scoring) = (name("board"), name("start"), name("scoring"));
        paths.extend((0..line.len()).map(|plies| {
            let moves = line[..plies].concat();
            format!("/api/position?board={board}&start={begin}&scoring={scoring}&moves={moves}&time_ms=0")
        }));
    }
    assert!(!paths.is_empty(), "the server's tables hold no solved start");
    paths
}

/// A position that nobody knows.
fn unknown(random: &mut Random) -> String {
    let board: Board = "6x6".parse().expect("a board");
    let mut position = Position::start(board, Start::Othello);
    while position.empties() > 20 {
        let Some(chosen) = random.legal_move(&position) else { break };
        position = position.play(chosen).expect("a legal move");
    }
    format!("/api/position?board=6x6&position={}&time_ms=50", position.without_board().to_string().replace(' ', "%20"))
}

async fn client(address: String, paths: Arc<Vec<String>>, number: u64, end: Instant, pause: Duration) -> Tally {
    let mut random = Random::new(1, number);
    let mut connection = Connection { address, stream: None };
    let mut tally = Tally::default();
    // Clients do not all begin at the same moment.
    tokio::time::sleep(pause * random.below(1000) / 1000).await;
    while Instant::now() < end {
        let is_searched = !pause.is_zero() && random.below(SEARCHED) == 0;
        let any = random.below(paths.len() as u32) as usize;
        let path = if is_searched { unknown(&mut random) } else { paths[any].clone() };
        let begin = Instant::now();
        match connection.get(&path).await {
            Ok(answer) if answer.status == 200 && is_searched => tally.searched.push(begin.elapsed()),
            Ok(answer) if answer.status == 200 => {
                tally.hits.push(begin.elapsed());
                let record: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
                tally.errors += u64::from(record["value"].is_null());
            }
            Ok(answer) if answer.status == 503 => {
                tally.refused += 1;
                tally.refused_without_retry += u64::from(!answer.says_when);
            }
            Ok(_) | Err(_) => tally.errors += 1,
        }
        tokio::time::sleep(pause).await;
    }
    tally
}

fn milliseconds(times: &mut [Duration], share: f64) -> f64 {
    times.sort_unstable();
    let index = (times.len() as f64 * share).ceil() as usize;
    times.get(index.saturating_sub(1)).map_or(0.0, |time| time.as_micros() as f64 / 1e3)
}

fn times(times: &mut [Duration]) -> Value {
    json!({
        "count": times.len(),
        "p50_ms": milliseconds(times, 0.5),
        "p99_ms": milliseconds(times, 0.99),
        "most_ms": milliseconds(times, 1.0),
    })
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    const USAGE: &str = "load ADDRESS CLIENTS SECONDS PAUSE_MS";
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (address, numbers) = arguments.split_first().expect(USAGE);
    let numbers: Vec<u64> = numbers.iter().map(|text| text.parse().expect("a number")).collect();
    let [clients, seconds, pause] = numbers[..] else { panic!("{USAGE}") };
    let (seconds, pause) = (Duration::from_secs(seconds), Duration::from_millis(pause));
    let paths = Arc::new(known(address).await);
    let end = Instant::now() + seconds;
    let mut asking = JoinSet::new();
    for number in 0..clients {
        asking.spawn(client(address.clone(), Arc::clone(&paths), number, end, pause));
    }
    let mut all = Tally::default();
    while let Some(done) = asking.join_next().await {
        let tally = done.expect("a client does not panic");
        all.hits.extend(tally.hits);
        all.searched.extend(tally.searched);
        all.refused += tally.refused;
        all.refused_without_retry += tally.refused_without_retry;
        all.errors += tally.errors;
    }
    let line = json!({
        "clients": clients, "seconds": seconds.as_secs(), "pause_ms": pause.as_millis() as u64,
        "positions": paths.len(), "hits_a_second": all.hits.len() as f64 / seconds.as_secs_f64(),
        "hits": times(&mut all.hits), "searched": times(&mut all.searched),
        "refused": all.refused, "refused_without_retry_after": all.refused_without_retry, "errors": all.errors,
    });
    println!("{line}");
}
