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

/// The most bytes of a request's head: more than any position with all moves of a game needs.
const HEAD_BYTES: usize = 16 << 10;
/// Bytes that the system keeps of an answer until the client has read them. Linux doubles them; with half as many only one segment of
/// a connection within a machine fits, and each then waits for the 40 ms after which a single one is acknowledged.
const SEND_BYTES: usize = 64 << 10;
/// Connections that the system may hold until they are taken.
const BACKLOG: u32 = 4096;
/// Threads that serve connections. They never search and never wait for the disk.
const SERVING: usize = 2;
/// Threads that an explorer may have beside one for each search: these, one that counts, one that watches campaigns and one to spare.
pub const SERVICE_THREADS: usize = SERVING + READING + 3;
/// One step in this many of a serving thread is for outside events.
const NEWCOMERS: u32 = 4;
/// How often it is looked whether the end has come.
const GLANCE: Duration = Duration::from_millis(100);
/// How long to wait when the system has no more sockets to give.
const BREATH: Duration = Duration::from_millis(50);
/// How long a client that closes its side may still be answered.
const LINGER: Duration = Duration::from_secs(1);
/// How long a connection that is idle at the end is kept.
const LAST: Duration = Duration::from_millis(500);
/// What is answered where not even an idle connection can be closed.
static CROWDED: LazyLock<String> = LazyLock::new(|| {
    let body = r#"{"error":"too many connections are open"}"#;
    let headers: String = HEADERS.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: {RETRY_SECONDS}\r\nconnection: close\r\ncache-control: no-store\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        body.len()
    )
});

/// Serves an explorer on an address until `ends` says so, on threads of its own; the calling one waits. `ready` is told the
/// address, whose port is a free one if 0 was asked for. Returns when all searches have ended.
///
/// # Errors
/// The address cannot be had, or the system gives no threads.
pub fn run(
    explorer: Explorer,
    address: SocketAddr,
    ready: impl FnOnce(SocketAddr),
    ends: impl Fn() -> bool,
) -> io::Result<()> {
    let mut threads = runtime::Builder::new_multi_thread();
    threads.worker_threads(SERVING).max_blocking_threads(READING);
    // New connections are served beside the others, not after them.
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
    // Else a server that begins anew would have to wait until the last connections of the one before are forgotten.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves an explorer on a socket until `end` comes. Then no connection is taken any more, searches are told to stop, and
/// what is under way is finished within [`Limits::grace`].
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
            // A client that is gone already, or no more sockets for the moment: then another one has to leave.
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
    /// Takes a connection in, and serves it.
    fn take(&self, stream: TcpStream, peer: SocketAddr) {
        let Ok(reached) = stream.local_addr() else { return };
        let door = Door { bound: self.bound, reached };
        let is_proxy = self.explorer.access.proxies.iter().any(|network| network.contains(peer.ip()));
        // Where all come from one address, it says nothing about them.
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

    /// Tells searches to stop, and waits for what is under way. Who has not ended by then is cut off.
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
    /// Answers its requests, one after the other. The head of each has to come in time, which also ends connections that stand
    /// idle; answers have to be read in time.
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
                // Whatever went wrong is the client's doing, or it is gone.
                _ = connection => {}
                () = admission.activity.is_cut() => {}
                () = left(&stream) => {}
            }
        }
    }
}

/// Comes a while after the client has closed its side, also where it has sent more requests before, which have not been read.
#[cfg(any(target_os = "linux", target_os = "android"))]
async fn left(stream: &TcpStream) {
    // This interest comes with the end of what can be read as well.
    match stream.ready(tokio::io::Interest::PRIORITY).await {
        Ok(ready) if !ready.is_read_closed() => std::future::pending().await,
        _ => tokio::time::sleep(LINGER).await,
    }
}

/// Elsewhere the end is seen when all requests before it are answered.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
async fn left(_: &TcpStream) {
    std::future::pending().await
}
