//! Real connections: slow clients, large heads, the end of the server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use explorer::{Explorer, Limits, Store, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(30);

fn limits() -> Limits {
    Limits {
        memory_bytes: 1 << 20,
        head_time: Duration::from_millis(300),
        body_time: Duration::from_millis(300),
        connections: 20,
        ..Limits::default()
    }
}

/// A server, which ends when the sender is used or dropped.
async fn server(limits: Limits) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<std::io::Result<()>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ended) = oneshot::channel();
    let explorer = Explorer::new(Arc::new(Store::default()), Vec::new(), limits);
    let end_comes = async {
        let _ = ended.await;
    };
    (address, end, tokio::spawn(serve(explorer, listener, end_comes)))
}

/// Everything received until the other side closes.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset connection has nothing more to say either.
    let _ = timeout(LONG, stream.read_to_end(&mut bytes)).await.expect("it is closed");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_client_that_never_ends_its_head_is_cut_off() {
    let (address, _end, _) = server(limits()).await;
    // More than the server admits: the rest get their turn when these are gone.
    let mut slow = Vec::new();
    for _ in 0..40 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ").await.unwrap();
        slow.push(stream);
    }
    let mut honest = TcpStream::connect(address).await.unwrap();
    honest.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.unwrap();
    assert!(rest(&mut honest).await.starts_with("HTTP/1.1 200 "));
    for mut stream in slow {
        let told = rest(&mut stream).await;
        assert!(told.is_empty() || told.starts_with("HTTP/1.1 4"), "{told}");
    }
}

#[tokio::test]
async fn an_idle_connection_is_closed() {
    let (address, _end, _) = server(limits()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 200 "));
}

#[tokio::test]
async fn heads_and_bodies_that_are_too_large_or_too_slow_are_refused() {
    let (address, _end, _) = server(limits()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!("GET /api/position?moves={} HTTP/1.1\r\nhost: localhost\r\n\r\n", "a1".repeat(20_000));
    let _ = stream.write_all(head.as_bytes()).await;
    let told = rest(&mut stream).await;
    assert!(told.is_empty() || told.starts_with("HTTP/1.1 4"), "{told}");

    let head = "POST /api/positions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ";
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("{head}99999999\r\n\r\n{{").as_bytes()).await.unwrap();
    assert!(rest(&mut stream).await.starts_with("HTTP/1.1 413 "));
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("{head}1000\r\n\r\n{{").as_bytes()).await.unwrap();
    let told = rest(&mut stream).await;
    assert!(told.starts_with("HTTP/1.1 4"), "{told}");
}

#[tokio::test]
async fn the_end_closes_the_door_and_tells_those_inside() {
    let (address, end, server) = server(limits()).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET /api/solve?board=8x8 HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut first = [0; 15];
    stream.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    end.send(()).unwrap();
    let told = rest(&mut stream).await;
    assert!(told.contains("\"reason\":\"stopped\""), "{told}");
    timeout(LONG, server).await.expect("it ends").unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}
