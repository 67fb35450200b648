//! A connection's bytes, with a limit on how long a client may leave its answers unread.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use crate::connections::Activity;

/// The fewest bytes of a waiting answer that a client must read within [`Wire::patience`], unless it reads all of it.
/// Systems take new bytes in lumps, so a lower limit would be no better: a client that reads two thousand bytes a
/// second passes.
const LEAST_BYTES: usize = 4 << 10;
/// How many bytes are read at once.
const CHUNK: usize = 8 << 10;

/// A connection. Writing fails when the client does not read.
pub(crate) struct Wire {
    stream: Arc<TcpStream>,
    activity: Arc<Activity>,
    patience: Duration,
    stall: Option<Stall>,
}

/// The system has stopped taking bytes.
struct Stall {
    deadline: Pin<Box<Sleep>>,
    /// Bytes that it has taken since the deadline was set.
    taken: usize,
}

impl Wire {
    /// A connection whose client has this long to read [`LEAST_BYTES`] of a waiting answer.
    pub(crate) fn new(stream: Arc<TcpStream>, activity: Arc<Activity>, patience: Duration) -> Self {
        Self { stream, activity, patience, stall: None }
    }

    /// The system has taken some bytes.
    fn wrote(&mut self, bytes: usize) -> usize {
        self.activity.wrote();
        if let Some(stall) = &mut self.stall {
            stall.taken += bytes;
        }
        bytes
    }

    /// The system takes no bytes for now. Ready once the client's time is up.
    fn wait(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        self.activity.stalled();
        let patience = self.patience;
        let stall = self.stall.get_or_insert_with(|| Stall { deadline: Box::pin(sleep(patience)), taken: 0 });
        loop {
            ready!(stall.deadline.as_mut().poll(context));
            if stall.taken < LEAST_BYTES {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            stall.taken = 0;
            stall.deadline.as_mut().reset(Instant::now() + patience);
        }
    }
}

impl Read for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let mut bytes = [0; CHUNK];
        let room = buffer.remaining().min(CHUNK);
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(&mut bytes[..room]) {
                Ok(read) => {
                    self.activity.read();
                    buffer.put_slice(&bytes[..read]);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl Write for Wire {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[io::IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        while self.stream.poll_write_ready(context)?.is_ready() {
            match self.stream.try_write_vectored(parts) {
                Ok(bytes) => return Poll::Ready(Ok(self.wrote(bytes))),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        let too_late = ready!(self.wait(context));
        Poll::Ready(Err(too_late))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// Called when everything there was has been written.
    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stall = None;
        Poll::Ready(Ok(()))
    }

    /// Dropping the connection, which comes next, closes it.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        if self.stall.is_some() {
            // Otherwise the system would keep unread data for minutes.
            let _ = self.stream.set_zero_linger();
        }
    }
}
