//! Connections: how many, how slow they may be, and how they end.

use std::io::{self, ErrorKind, Write};
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioTimer;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime;

use crate::access::Door;
use crate::api::RETRY_SECONDS;
use crate::client::Client;
use crate::connections::{Admission, Connections, Room};
use crate::descriptors;
use crate::limits::Limits;
use crate::readers::READING;
use crate::security::{Caller, HEADERS};
use crate::state::Explorer;
use crate::wire::Wire;

/// The most bytes in a request's head: more than any position with all moves of a game needs.
const HEAD_BYTES: usize = 16 << 10;
/// Size of the socket's send buffer. Linux doubles it. With half as much, a connection within a machine has room for
/// only one segment at a time, and a lone segment is acknowledged only after 40 ms.
const SEND_BYTES: usize = 64 << 10;
/// Connections that the system may queue until they are accepted.
const BACKLOG: u32 = 4096;
/// Threads that serve connections. They never search and never wait for the disk.
const SERVING: usize = 2;
/// Threads that an explorer may have besides one for each search: those that serve, those that read, one that counts,
/// one that watches campaigns, and one to spare.
pub const SERVICE_THREADS: usize = SERVING + READING + 3;
/// A serving thread checks for work from outside, such as new connections, once in this many steps.
const NEWCOMERS: u32 = 4;
/// How often to check whether the end has come.
const GLANCE: Duration = Duration::from_millis(100);
/// How long to wait when the system is out of sockets.
const BREATH: Duration = Duration::from_millis(50);
/// How long a client that has closed its side may still be answered.
const LINGER: Duration = Duration::from_secs(1);
/// How long an idle connection is kept at the end.
const LAST: Duration = Duration::from_millis(500);
/// The answer when not even an idle connection can be closed.
static CROWDED: LazyLock<String> = LazyLock::new(|| {
    let body = r#"{"error":"too many connections are open"}"#;
    let headers: String = HEADERS.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: {RETRY_SECONDS}\r\nconnection: close\r\ncache-control: no-store\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
});

/// Serves an explorer on an address until `ends` returns true, on threads of its own; the calling thread waits. `ready`
/// receives the address, with a free port if 0 was asked for. Returns when all searches have ended.
///
/// # Errors
/// The address is not available, or the system cannot start threads.
pub fn run(
    explorer: Explorer,
    address: SocketAddr,
    ready: impl FnOnce(SocketAddr),
    ends: impl Fn() -> bool,
) -> io::Result<()> {
    let mut threads = runtime::Builder::new_multi_thread();
    threads.worker_threads(SERVING).max_blocking_threads(READING);
    // New connections are served alongside the others, not after them.
    threads.global_queue_interval(NEWCOMERS);
    let runtime = threads.enable_all().build()?;
    runtime.block_on(async {
        let listener = listen(address)?;
        ready(listener.local_addr()?);
        let end = async {
            while !ends() {
                tokio::time::sleep(GLANCE).await;
            }
        };
        let connections = descriptors::raise_for(explorer.shared.limits.connections);
        keep(explorer, listener, end, connections).await
    })
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Otherwise a restarted server would have to wait until the system forgets its predecessor's last connections.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves an explorer on a socket until `end` completes. Then it accepts no more connections, tells searches to stop,
/// and finishes what is under way within [`Limits::grace`].
///
/// # Errors
/// The socket fails for good.
pub async fn serve(explorer: Explorer, listener: TcpListener, end: impl Future<Output = ()>) -> io::Result<()> {
    let connections = explorer.shared.limits.connections;
    keep(explorer, listener, end, connections).await
}

/// The same with this many connections.
async fn keep(
    explorer: Explorer,
    listener: TcpListener,
    end: impl Future<Output = ()>,
    connections: usize,
) -> io::Result<()> {
    let limits = explorer.shared.limits;
    let host = Host {
        router: explorer.router(),
        bound: listener.local_addr()?,
        room: Room { all: connections.max(1), per_client: limits.connections_per_client.max(1) },
        connections: Arc::default(),
        graceful: GracefulShutdown::new(),
        explorer,
    };
    tokio::pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        match accepted {
            Ok((stream, peer)) => host.take(stream, peer),
            // The client is already gone, or there are no more sockets for now: then another one has to leave.
            Err(error) => {
                if !matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) {
                    host.connections.cut_idlest();
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }
    drop(listener);
    host.end().await;
    Ok(())
}

/// What all connections share.
struct Host {
    explorer: Explorer,
    router: Router,
    bound: SocketAddr,
    room: Room,
    connections: Arc<Connections>,
    graceful: GracefulShutdown,
}

impl Host {
    /// Accepts a connection and serves it.
    fn take(&self, stream: TcpStream, peer: SocketAddr) {
        let Ok(reached) = stream.local_addr() else { return };
        let door = Door { bound: self.bound, reached };
        let is_proxy = self.explorer.access.proxies.iter().any(|network| network.contains(peer.ip()));
        // If all clients come from one address, it says nothing about them.
        let per_client = if is_proxy || door.is_private() { self.room.all } else { self.room.per_client };
        let room = Room { per_client, ..self.room };
        let Ok(admission) = self.connections.admit(Client::of(peer.ip()), room) else {
            // It was just opened, so the system takes these few bytes; if not, they are lost.
            let _ = stream.into_std().and_then(|mut stream| stream.write(CROWDED.as_bytes()));
            return;
        };
        let connection = Connection { router: self.router.clone(), door, peer, admission, stream: Arc::new(stream) };
        let serving = connection.serve(&self.explorer.shared.limits, &self.graceful);
        let open = self.explorer.shared.metrics.connections.clone();
        tokio::spawn(async move {
            open.inc();
            serving.await;
            open.dec();
        });
    }

    /// Tells searches to stop, waits for what is under way, and cuts off whatever has not ended in time.
    async fn end(self) {
        self.explorer.stop();
        let idle_leave = async {
            while self.connections.cut_idle(LAST) > 0 {
                tokio::time::sleep(GLANCE).await;
            }
        };
        let all_leave = async { tokio::join!(self.graceful.shutdown(), idle_leave) };
        let _ = tokio::time::timeout(self.explorer.shared.limits.grace, all_leave).await;
    }
}

/// One connection.
struct Connection {
    router: Router,
    door: Door,
    peer: SocketAddr,
    admission: Admission,
    stream: Arc<TcpStream>,
}

impl Connection {
    /// Answers its requests, one after the other. The head of each must come in time, which also ends idle connections;
    /// answers must be read in time.
    fn serve(self, limits: &Limits, graceful: &GracefulShutdown) -> impl Future<Output = ()> + use<> {
        let Self { router, door, peer, admission, stream } = self;
        // Answers are small; waiting for more to send only delays them.
        let _ = stream.set_nodelay(true);
        #[cfg(unix)]
        let _ = rustix::net::sockopt::set_socket_send_buffer_size(&stream, SEND_BYTES);
        let activity = Arc::clone(&admission.activity);
        let wire = Wire::new(Arc::clone(&stream), Arc::clone(&activity), limits.write_time);
        let caller = Caller { peer: peer.ip(), activity };
        let router = TowerToHyperService::new(router);
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(door);
            request.extensions_mut().insert(caller.clone());
            router.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head_time)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(wire, service);
        let connection = graceful.watch(connection);
        async move {
            tokio::select! {
                // Whatever went wrong, the client caused it or is gone.
                _ = connection => {}
                () = admission.activity.is_cut() => {}
                () = left(&stream) => {}
            }
        }
    }
}

/// Completes a while after the client closes its side, even if requests it sent before that are still unread.
#[cfg(any(target_os = "linux", target_os = "android"))]
async fn left(stream: &TcpStream) {
    // This interest also reports the end of what can be read.
    match stream.ready(tokio::io::Interest::PRIORITY).await {
        Ok(ready) if !ready.is_read_closed() => std::future::pending().await,
        _ => tokio::time::sleep(LINGER).await,
    }
}

/// On other systems, the end shows once all requests before it are answered.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
async fn left(_: &TcpStream) {
    std::future::pending().await
}
