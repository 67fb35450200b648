//! Connections: how many, how slow they may be, and how they end.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::Semaphore;

use crate::limits::Limits;
use crate::state::Explorer;

/// The most bytes of a request's head: more than any position with all moves of a game needs.
const HEAD_BYTES: usize = 16 << 10;
/// Threads that serve connections. They never search and never wait for the disk.
const SERVING: usize = 2;
/// Threads that look values up and may wait for the disk.
const READING: usize = 16;
/// Threads that an explorer may have beside one for each search: these, one that counts and one to spare.
pub const SERVICE_THREADS: usize = SERVING + READING + 2;
/// How often it is looked whether the end has come.
const GLANCE: Duration = Duration::from_millis(100);
/// How long to wait when the system has no more sockets to give.
const BREATH: Duration = Duration::from_millis(50);

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
    let runtime = threads.worker_threads(SERVING).max_blocking_threads(READING).enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        let end = async {
            while !ends() {
                tokio::time::sleep(GLANCE).await;
            }
        };
        serve(explorer, listener, end).await
    })
}

/// Serves an explorer on a socket until `end` comes. Then no connection is taken any more, searches are told to stop, and
/// what is under way is finished within [`Limits::grace`].
///
/// # Errors
/// The socket fails for good.
pub async fn serve(explorer: Explorer, listener: TcpListener, end: impl Future<Output = ()>) -> io::Result<()> {
    let limits = explorer.shared.limits;
    let router = explorer.router();
    let places = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    tokio::pin!(end);
    loop {
        let accepted = async {
            // The semaphore is never closed; a place comes when a connection ends.
            let place = Arc::clone(&places).acquire_owned().await.ok();
            (listener.accept().await, place)
        };
        let (accepted, place) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut end => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let connection = connection(stream, &router, &limits);
                let watched = graceful.watch(connection);
                let connections = explorer.shared.metrics.connections.clone();
                tokio::spawn(async move {
                    connections.inc();
                    // Whatever went wrong is the client's doing, or it is gone.
                    let _ = watched.await;
                    connections.dec();
                    drop(place);
                });
            }
            // A client that is gone already, or no more sockets for the moment.
            Err(_) => tokio::time::sleep(BREATH).await,
        }
    }
    drop(listener);
    explorer.stop();
    // Who has not ended by then is cut off.
    let _ = tokio::time::timeout(limits.grace, graceful.shutdown()).await;
    Ok(())
}

/// One connection. The head of each request has to come in time, which also ends connections that stand idle.
fn connection(
    stream: TcpStream,
    router: &Router,
    limits: &Limits,
) -> http1::Connection<TokioIo<TcpStream>, TowerToHyperService<Router>> {
    // Answers are small; waiting for more to send only delays them.
    let _ = stream.set_nodelay(true);
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()))
}
