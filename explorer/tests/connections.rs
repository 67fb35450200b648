//! Real connections: some clients never read, some take all searches, some never end, and neither does the server by
//! itself.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use explorer::{Access, Certificate, Explorer, Limits, Store, serve};
use serde_json::Value;
use solver::Scoring;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(30);
/// Longer still: a limit that is never reached.
const NEVER: Duration = Duration::from_secs(600);
/// A search that takes forever.
const ENDLESS: &str = "/api/solve?board=8x8";

fn limits() -> Limits {
    Limits { memory_bytes: 1 << 20, time: NEVER, body_time: NEVER, grace: NEVER, ..Limits::default() }
}

/// A running server.
struct Server {
    address: SocketAddr,
    end: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

async fn server(limits: Limits) -> Server {
    host(Explorer::new(Arc::new(Store::default()), Vec::new(), limits), "127.0.0.1").await
}

async fn host(explorer: Explorer, bind: &str) -> Server {
    let listener = TcpListener::bind((bind, 0)).await.unwrap();
    let address = SocketAddr::new(IpAddr::from([127, 0, 0, 1]), listener.local_addr().unwrap().port());
    let (end, ended) = oneshot::channel();
    let end_comes = async {
        let _ = ended.await;
    };
    Server { address, end, serving: tokio::spawn(serve(explorer, listener, end_comes)) }
}

fn request(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n")
}

/// The same; after the answer the connection ends.
fn last_request(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
}

impl Server {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// A connection from an address of this machine of the form 127.0.0.N.
    async fn connect_from(&self, last: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    /// A client that sends many requests and reads nothing.
    async fn silent(&self) -> TcpStream {
        let mut stream = self.connect().await;
        let all = request("/api/openapi.json").repeat(150);
        // The server takes no more than it can answer; the rest waits in the system.
        let _ = stream.write_all(all.as_bytes()).await;
        stream
    }

    /// Status and body of a GET over a connection of its own.
    async fn get(&self, path: &str) -> (u16, String) {
        told(self.connect().await, &last_request(path)).await
    }

    async fn metric(&self, name: &str) -> u64 {
        let (_, text) = self.get("/metrics").await;
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{text}"));
        line.trim().parse().unwrap()
    }

    /// Waits until a metric has a value.
    async fn until(&self, name: &str, value: u64) {
        let begin = Instant::now();
        loop {
            let found = self.metric(name).await;
            if found == value {
                return;
            }
            assert!(begin.elapsed() < LONG, "{name} is {found}, not {value}");
        }
    }
}

/// Status and body of the answer, read until the connection is closed.
async fn told(mut stream: TcpStream, request: &str) -> (u16, String) {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    timeout(LONG, stream.read_to_string(&mut text)).await.expect("it answers").expect("in whole");
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {text}"));
    (head[9..12].parse().unwrap(), body.to_owned())
}

/// Status of the answer; the connection stays open.
async fn status(stream: &mut TcpStream, path: &str) -> u16 {
    stream.write_all(request(path).as_bytes()).await.unwrap();
    let mut head = [0; 12];
    timeout(LONG, stream.read_exact(&mut head)).await.expect("it answers").expect("a head");
    String::from_utf8_lossy(&head[9..]).parse().unwrap()
}

#[tokio::test]
async fn when_silent_clients_leave_the_server_comes_back_and_has_lost_nothing() {
    let server = server(Limits { connections: 50, ..limits() }).await;
    let mut silent = Vec::new();
    for _ in 0..60 {
        silent.push(server.silent().await);
    }
    // It came while there was no place.
    let mut patient = server.connect().await;
    patient.write_all(request("/healthz").as_bytes()).await.unwrap();
    drop(silent);
    let mut head = [0; 12];
    timeout(LONG, patient.read_exact(&mut head)).await.expect("it answers").expect("a head");
    assert_eq!(&head, b"HTTP/1.1 200");
    server.until("solve_connections_now", 2).await;
}

#[tokio::test]
async fn who_leaves_frees_his_search() {
    let server = server(limits()).await;
    let mut leaving = Vec::new();
    for _ in 0..5 {
        let mut stream = server.connect().await;
        stream.write_all(request("/api/position?board=8x8&time_ms=600000").as_bytes()).await.unwrap();
        leaving.push(stream);
    }
    // One runs, four wait.
    server.until("solve_searches_now", 5).await;
    drop(leaving);
    server.until("solve_searches_now", 0).await;
}

#[tokio::test]
async fn who_reads_slowly_gets_everything() {
    let bytes: Vec<u8> = (0..3 << 20).map(|at: u32| (at % 251) as u8).collect();
    let certificate = Certificate {
        name: "large.cert".into(),
        claim: "none".into(),
        board: "4x6".parse().unwrap(),
        start: None,
        scoring: Scoring::Discs,
        bytes: bytes.clone().into(),
    };
    let server = host(Explorer::new(Arc::new(Store::default()), vec![certificate], limits()), "127.0.0.1").await;
    let mut stream = server.connect().await;
    stream.write_all(request("/certificates/large.cert").as_bytes()).await.unwrap();
    let (mut all, mut part) = (Vec::new(), vec![0; 32 << 10]);
    let begin = Instant::now();
    while !all.ends_with(&bytes) {
        let read = timeout(LONG, stream.read(&mut part)).await.expect("it goes on").expect("it is not cut off");
        assert!(read > 0, "{} bytes of {}", all.len(), bytes.len());
        all.extend(&part[..read]);
        while begin.elapsed() < Duration::from_millis(1500) * (all.len() as u32) / (bytes.len() as u32) {
            assert_eq!(server.get("/healthz").await.0, 200);
        }
    }
}

/// Opens endless searches from an address; returns the connections, and how many of them are searching.
async fn occupy(server: &Server, last: u8, count: usize) -> (Vec<TcpStream>, usize) {
    let (mut open, mut searches) = (Vec::new(), 0);
    for _ in 0..count {
        let mut stream = server.connect_from(last).await;
        let status = status(&mut stream, ENDLESS).await;
        assert!(matches!(status, 200 | 503), "{status}");
        searches += usize::from(status == 200);
        open.push(stream);
    }
    (open, searches)
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn one_address_with_forty_searches_leaves_others_theirs() {
    let server = server(limits()).await;
    let (_open, searches) = occupy(&server, 1, 40).await;
    assert_eq!(searches, 16);
    for (last, path) in [
        (2, "/api/position?board=4x4&time_ms=20000"),
        (3, "/api/solve?board=4x4"),
        (4, "/api/play?board=4x4&player=uct"),
        (5, "/api/play?board=4x4&player=solver"),
    ] {
        let (status, body) = told(server.connect_from(last).await, &last_request(path)).await;
        assert_eq!(status, 200, "{path}: {body}");
        let solved = ["\"value\":-8", "\"move\":", "\"reason\":\"solved\""];
        assert!(solved.iter().any(|one| body.contains(one)), "{path}: {body}");
    }
    let batch = "{\"positions\":[{\"board\":\"4x5\",\"time_ms\":20000}]}";
    let post = format!(
        "POST /api/positions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{batch}",
        batch.len()
    );
    let (status, body) = told(server.connect_from(6).await, &post).await;
    assert!(status == 200 && body.contains("\"complete\":true"), "{status} {body}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn addresses_that_together_take_everything_give_way_to_another() {
    let server = server(Limits { searches: 1, waiting: 5, searches_per_client: 3, ..limits() }).await;
    let (_one, first) = occupy(&server, 2, 3).await;
    let (_other, second) = occupy(&server, 3, 3).await;
    assert_eq!((first, second), (3, 3));
    let short = last_request("/api/position?board=4x4&time_ms=20000");
    let (status, body) = told(server.connect_from(4).await, &short).await;
    assert!(status == 200 && body.contains("\"value\":-8"), "{status} {body}");
}

#[tokio::test]
async fn a_short_search_does_not_wait_for_the_end_of_a_long_one() {
    let server = server(limits()).await;
    let mut long = server.connect().await;
    assert_eq!(status(&mut long, ENDLESS).await, 200);
    let (status, body) = server.get("/api/position?board=4x4&time_ms=20000").await;
    assert!(status == 200 && body.contains("\"value\":-8"), "{status} {body}");
    // The long one went on: it waited, and then had its turn again.
    let (mut text, mut part) = (String::new(), [0; 4096]);
    let has_waited = |text: &str| {
        let begun = text.find("\"waiting\":false").map(|at| &text[at..]);
        let waited = begun.and_then(|text| text.find("\"waiting\":true").map(|at| &text[at..]));
        waited.is_some_and(|text| text.contains("\"waiting\":false"))
    };
    let begin = Instant::now();
    while !has_waited(&text) {
        assert!(begin.elapsed() < LONG, "{text}");
        // Others come now and then: the first wait may have gone unseen between two events.
        let (status, _) = server.get("/api/position?board=4x10&time_ms=400").await;
        assert_eq!(status, 200);
        let read = timeout(LONG, long.read(&mut part)).await.expect("it goes on").unwrap();
        text += &String::from_utf8_lossy(&part[..read]);
    }
}

#[tokio::test]
async fn clients_behind_a_trusted_proxy_have_shares_of_their_own() {
    let limits = Limits { searches_per_client: 1, ..limits() };
    let explorer = Explorer::new(Arc::new(Store::default()), Vec::new(), limits);
    let access = Access { proxies: vec!["127.0.0.1".parse().unwrap()], ..Access::default() };
    let trusting = host(explorer.with_access(access), "127.0.0.1").await;
    let wary = server(limits).await;
    let of = |client: &str| format!("/api/position?board=8x8 HTTP/1.1\r\nx-forwarded-for: 1.2.3.4, {client}\r\nx:");
    let mut open = Vec::new();
    for (server, client, expected) in [
        (&trusting, "192.0.2.1", None),
        (&trusting, "192.0.2.1", Some(503)),
        (&trusting, "192.0.2.2", None),
        (&trusting, "[2001:db8:1:2::1]:80", None),
        (&trusting, "2001:db8:1:2::2", Some(503)),
        // No other address is trusted.
        (&wary, "192.0.2.1", None),
        (&wary, "192.0.2.2", Some(503)),
    ] {
        let mut stream = server.connect().await;
        let before = server.metric("solve_searches_total").await;
        if let Some(expected) = expected {
            assert_eq!(status(&mut stream, &of(client)).await, expected, "{client}");
        } else {
            stream
                .write_all(request(&of(client)).replace("board=8x8", "board=8x8&time_ms=600000").as_bytes())
                .await
                .unwrap();
            server.until("solve_searches_total", before + 1).await;
        }
        open.push(stream);
    }
}

#[tokio::test]
async fn the_end_does_not_wait_for_those_who_do_not_read() {
    let server = server(Limits { grace: Duration::from_secs(1), ..limits() }).await;
    let mut open = Vec::new();
    for _ in 0..30 {
        open.push(server.silent().await);
        let mut half = server.connect().await;
        half.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ").await.unwrap();
        open.push(half);
    }
    let mut player = server.connect().await;
    player.write_all(request("/api/play?board=8x8&player=solver&time_ms=600000").as_bytes()).await.unwrap();
    server.until("solve_searches_now", 1).await;
    server.end.send(()).unwrap();
    timeout(LONG, server.serving).await.expect("it ends").unwrap().unwrap();
}

#[tokio::test]
async fn strangers_are_refused_in_json() {
    let server = server(limits()).await;
    let port = server.address.port();
    let ask = |fields: &str| format!("GET /api/boards HTTP/1.1\r\n{fields}connection: close\r\n\r\n");
    for (fields, expected) in [
        (format!("host: localhost:{port}\r\n"), 200),
        // A tunnel from another port.
        ("host: localhost:1\r\n".to_owned(), 200),
        (format!("host: 127.0.0.1:{port}\r\norigin: http://127.0.0.1:{port}\r\n"), 200),
        ("host: rebound.example\r\n".to_owned(), 421),
        (format!("host: rebound.example:{port}\r\norigin: http://rebound.example:{port}\r\n"), 421),
        (format!("host: localhost:{port}\r\norigin: http://rebound.example:{port}\r\n"), 403),
        (format!("host: localhost:{port}\r\norigin: null\r\n"), 403),
        (format!("host: localhost:{port}\r\nsec-fetch-site: cross-site\r\n"), 403),
        ("host: localhost\r\nhost: localhost\r\n".to_owned(), 400),
        (String::new(), 400),
    ] {
        let (status, body) = told(server.connect().await, &ask(&fields)).await;
        assert_eq!(status, expected, "{fields}: {body}");
        let record: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(record["error"].is_string(), status != 200, "{fields}: {body}");
    }
    let old = "GET /api/boards HTTP/1.0\r\n\r\n";
    assert_eq!(told(server.connect().await, old).await.0, 400);
    let preflight = "OPTIONS /api/positions HTTP/1.1\r\nhost: localhost\r\norigin: http://rebound.example\r\n\
        access-control-request-method: POST\r\nconnection: close\r\n\r\n";
    let mut stream = server.connect().await;
    stream.write_all(preflight.as_bytes()).await.unwrap();
    let mut text = String::new();
    timeout(LONG, stream.read_to_string(&mut text)).await.unwrap().unwrap();
    assert!(text.starts_with("HTTP/1.1 403 ") && !text.to_lowercase().contains("access-control-allow"), "{text}");
}

/// Everything received until the other side closes.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset connection has nothing more to say either.
    let _ = timeout(LONG, stream.read_to_end(&mut bytes)).await.expect("it is closed");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn heads_and_bodies_that_are_too_large_or_too_slow_are_refused() {
    let server = server(Limits { body_time: Duration::from_millis(300), ..limits() }).await;
    let mut stream = server.connect().await;
    let head = request(&format!("/api/position?moves={}", "a1".repeat(400_000)));
    let _ = stream.write_all(head.as_bytes()).await;
    let told = rest(&mut stream).await;
    assert!(told.is_empty() || told.starts_with("HTTP/1.1 4"), "{told}");

    let head = "POST /api/positions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ";
    let mut stream = server.connect().await;
    stream.write_all(format!("{head}99999999\r\n\r\n{{").as_bytes()).await.unwrap();
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 413 "));
    let mut stream = server.connect().await;
    stream.write_all(format!("{head}1000\r\n\r\n{{").as_bytes()).await.unwrap();
    let told = rest(&mut stream).await;
    assert!(told.starts_with("HTTP/1.1 4"), "{told}");
}

#[tokio::test]
async fn the_end_closes_the_door_and_tells_those_inside() {
    let Server { address, end, serving } = server(limits()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request(ENDLESS).as_bytes()).await.unwrap();
    let mut first = [0; 15];
    stream.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    end.send(()).unwrap();
    let told = rest(&mut stream).await;
    assert!(told.contains("\"reason\":\"stopped\""), "{told}");
    timeout(LONG, serving).await.expect("it ends").unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}
