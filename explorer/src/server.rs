//! Connections: how many, how long they may be idle, and how they end. What slow or silent clients cost is the proxy's
//! affair; without one, they hold their connections until they leave.

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

use crate::access::Door;
use crate::descriptors;
use crate::limits::Limits;
use crate::readers::READING;
use crate::security::Caller;
use crate::state::Explorer;

/// The most bytes in a request's head: more than any position with all moves of a game needs.
const HEAD_BYTES: usize = 16 << 10;
/// Size of the socket's send buffer: what an answer has beyond it stays with its ticket. Linux doubles it. With half as
/// much, a lone segment to a client on the same machine is acknowledged only after 40 ms.
const SEND_BYTES: usize = 64 << 10;
/// Connections that the system may queue until they are accepted.
const BACKLOG: u32 = 4096;
/// Threads that serve connections. They never search and never wait for the disk.
const SERVING: usize = 2;
/// Threads that an explorer may have besides one for each search: those that serve, those that read, one that counts,
/// one that watches campaigns, and one to spare.
pub const SERVICE_THREADS: usize = SERVING + READING + 3;
/// How often to check whether the end has come.
const GLANCE: Duration = Duration::from_millis(100);
/// How long to wait when the system is out of sockets.
const BREATH: Duration = Duration::from_millis(50);

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

/// The same with this many connections. Further ones wait in the system's queue.
async fn keep(
    explorer: Explorer,
    listener: TcpListener,
    end: impl Future<Output = ()>,
    connections: usize,
) -> io::Result<()> {
    let limits = explorer.shared.limits;
    let (router, bound) = (explorer.router(), listener.local_addr()?);
    let (free, graceful) = (Arc::new(Semaphore::new(connections.max(1))), GracefulShutdown::new());
    // Dropping them cuts off whatever has not ended in time.
    let mut open = JoinSet::new();
    tokio::pin!(end);
    loop {
        let accepted = tokio::select! {
            () = &mut end => break,
            // Those that have ended are forgotten.
            Some(_) = open.join_next() => continue,
            accepted = accept(&listener, &free) => accepted,
        };
        match accepted {
            Ok((place, stream, peer)) => {
                let Ok(reached) = stream.local_addr() else { continue };
                let serving = answer(stream, Door { bound, reached }, peer, router.clone(), &limits, &graceful);
                let count = explorer.shared.metrics.connections.clone();
                open.spawn(async move {
                    count.inc();
                    serving.await;
                    count.dec();
                    drop(place);
                });
            }
            // The client is already gone, or there are no more sockets for now.
            Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {}
            Err(_) => tokio::time::sleep(BREATH).await,
        }
    }
    drop(listener);
    explorer.stop();
    let _ = tokio::time::timeout(limits.grace, graceful.shutdown()).await;
    Ok(())
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    free: &Arc<Semaphore>,
) -> io::Result<(OwnedSemaphorePermit, TcpStream, SocketAddr)> {
    let place = Arc::clone(free).acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((place, stream, peer))
}

/// Answers a connection's requests, one after the other. The head of each must come in time, which also ends idle
/// connections.
fn answer(
    stream: TcpStream,
    door: Door,
    peer: SocketAddr,
    router: Router,
    limits: &Limits,
    graceful: &GracefulShutdown,
) -> impl Future<Output = ()> + use<> {
    // Answers are small; waiting for more to send only delays them.
    let _ = stream.set_nodelay(true);
    #[cfg(unix)]
    let _ = rustix::net::sockopt::set_socket_send_buffer_size(&stream, SEND_BYTES);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(door);
        request.extensions_mut().insert(Caller(peer.ip()));
        router.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let connection = graceful.watch(connection);
    async move {
        // Whatever went wrong, the client caused it or is gone.
        let _ = connection.await;
    }
}
