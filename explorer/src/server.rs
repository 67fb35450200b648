//! Connections: how many, and how they end. What slow or silent clients cost is the proxy's affair; without one, they
//! hold their connections until they leave.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::serve::{IncomingStream, ListenerExt, TapIo};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime;
use tokio::sync::oneshot;
use tower::{ServiceExt, service_fn};

use crate::state::Explorer;

/// Threads that serve connections. They never search and never wait for the disk.
const SERVING: usize = 2;
/// Threads that look things up, and may wait for the disk.
const READING: usize = 16;
/// Connections that the system may queue until they are accepted: clients that find the queue full hang.
const BACKLOG: u32 = 4096;
/// How often to check whether the end has come.
const GLANCE: Duration = Duration::from_millis(100);
/// File descriptors kept for tables, certificates and the program itself.
const KEPT: usize = 512;

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
    let runtime = threads.worker_threads(SERVING).max_blocking_threads(READING).enable_all().build()?;
    let limits = explorer.limits;
    explorer.places.forget_permits(limits.connections.saturating_sub(descriptors()));
    let served = runtime.block_on(async {
        let listener = listen(address)?;
        ready(listener.local_addr()?);
        let end = async {
            while !ends() {
                tokio::time::sleep(GLANCE).await;
            }
        };
        serve(explorer, listener, end).await
    });
    runtime.shutdown_timeout(limits.grace);
    served
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Otherwise a restarted server would have to wait until the system forgets its predecessor's last connections.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Raises the process's limit of file descriptors as far as allowed; returns how many connections can have one.
#[cfg(unix)]
fn descriptors() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, ..limit };
    let limit = if setrlimit(Resource::Nofile, raised).is_ok() { limit.maximum } else { limit.current };
    let limit = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    // With very few descriptors, half of them have to do.
    limit.saturating_sub(KEPT).max(limit / 2)
}

/// Other systems have no such limit.
#[cfg(not(unix))]
fn descriptors() -> usize {
    usize::MAX
}

/// A socket whose connections are tuned.
type Tuned = TapIo<TcpListener, fn(&mut TcpStream)>;

/// Serves an explorer on a socket until `end` completes. Then it accepts no more connections, tells searches to stop,
/// and finishes what is under way within [`Limits::grace`](crate::Limits::grace).
///
/// # Errors
/// The socket fails for good.
pub async fn serve(explorer: Explorer, listener: TcpListener, end: impl Future<Output = ()>) -> io::Result<()> {
    let is_private = listener.local_addr()?.ip().to_canonical().is_loopback();
    let explorer = Arc::new(Explorer { is_private, ..explorer });
    let (router, places) = (explorer.router(), Arc::clone(&explorer.places));
    let campaigns = Arc::clone(&explorer.campaigns);
    tokio::spawn(async move { campaigns.visit().await });
    let connected = service_fn(move |stream: IncomingStream<'_, Tuned>| {
        let (router, places, peer) = (router.clone(), Arc::clone(&places), *stream.remote_addr());
        async move {
            // No further connection is accepted before there is a place for this one.
            let place = Arc::new(places.acquire_owned().await);
            let answer = move |mut request: Request| {
                let _held = &place;
                request.extensions_mut().insert(ConnectInfo(peer));
                router.clone().oneshot(request)
            };
            Ok::<_, Infallible>(service_fn(answer))
        }
    });
    let (stop, stopped) = oneshot::channel::<()>();
    let tuned = listener.tap_io(tune as fn(&mut TcpStream));
    let serving = axum::serve(tuned, connected).with_graceful_shutdown(async {
        let _ = stopped.await;
    });
    tokio::select! {
        served = serving.into_future() => served,
        () = async {
            end.await;
            explorer.stop();
            drop(stop);
            tokio::time::sleep(explorer.limits.grace).await;
        } => Ok(()),
    }
}

/// Answers are small; waiting for more to send only delays them. A client that vanished is noticed some day.
fn tune(stream: &mut TcpStream) {
    let _ = stream.set_nodelay(true);
    #[cfg(unix)]
    let _ = rustix::net::sockopt::set_socket_keepalive(&*stream, true);
}
