//! MPI processes as ranks.

use std::mem;
use std::thread;
use std::time::{Duration, Instant};

use mpi::point_to_point::MatchedReceiveVec;
use mpi::request::{Request, StaticScope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, Equivalence, Source};
use tds::{Rank, Transport, TransportError};

/// How often to poll for a message without sleeping in between.
const EAGER: u32 = 50;
/// Sleep between later polls: short compared with a message's travel time, long compared with a poll.
const SLEEP: Duration = Duration::from_micros(50);

/// A message has at most this many bytes. Those of a search have a few thousand; more than that is an error, and must not fill
/// the memory.
const LONGEST: usize = 1 << 28;

/// This process's end of the network: its rank is that of the process in the communicator.
///
/// Messages are sent without waiting, and freed when MPI no longer needs them. If dropped before [`Transport::close`], it
/// leaks those that MPI may still read, since the program then ends with an error.
pub struct MpiTransport {
    world: SimpleCommunicator,
    sending: Vec<Sending>,
}

/// A message that MPI may still read.
struct Sending {
    request: Request<'static, [u8], StaticScope>,
    message: *mut [u8],
}

impl MpiTransport {
    /// Each process of a communicator becomes a rank. Nothing else may be sent in that communicator meanwhile.
    #[must_use]
    pub fn new(world: SimpleCommunicator) -> Self {
        Self { world, sending: Vec::new() }
    }

    /// Frees the messages that MPI has finished with.
    fn tidy(&mut self) {
        let mut still = Vec::with_capacity(self.sending.len());
        for Sending { request, message } in self.sending.drain(..) {
            match request.test() {
                Err(request) => still.push(Sending { request, message }),
                Ok(_) => {
                    // SAFETY: the pointer comes from `Box::into_raw` in `send`, is used nowhere else, and MPI has just
                    // reported that it no longer needs the message.
                    drop(unsafe { Box::from_raw(message) });
                }
            }
        }
        self.sending = still;
    }
}

/// The error for a message to or from a rank that no search sends.
fn too_long(rank: Rank, bytes: usize) -> TransportError {
    TransportError::Failed(format!(
        "a message to or from rank {rank} has {bytes} bytes, more than any that makes sense"
    ))
}

impl Transport for MpiTransport {
    fn rank(&self) -> Rank {
        self.world.rank() as Rank
    }

    fn ranks(&self) -> usize {
        self.world.size() as usize
    }

    fn send(&mut self, to: Rank, message: Vec<u8>) -> Result<(), TransportError> {
        self.tidy();
        if message.len() > LONGEST {
            return Err(too_long(to, message.len()));
        }
        let message = Box::into_raw(message.into_boxed_slice());
        // SAFETY: only `tidy` frees the message, once its request, the only holder of this reference, is done.
        let bytes: &'static [u8] = unsafe { &*message };
        let request = self.world.process_at_rank(to as i32).immediate_send(StaticScope, bytes);
        self.sending.push(Sending { request, message });
        Ok(())
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<(Rank, Vec<u8>)>, TransportError> {
        let (begin, mut looks) = (Instant::now(), 0);
        loop {
            if let Some((message, status)) = self.world.any_process().immediate_matched_probe() {
                // Negative for a message that is not made of bytes.
                let length = usize::try_from(status.count(u8::equivalent_datatype())).unwrap_or(usize::MAX);
                if length > LONGEST {
                    // It may not be dropped without being received; but now the program ends.
                    mem::forget(message);
                    return Err(too_long(status.source_rank() as Rank, length));
                }
                let (bytes, status) = (message, status).matched_receive_vec::<u8>();
                return Ok(Some((status.source_rank() as Rank, bytes)));
            }
            if wait.is_zero() || begin.elapsed() >= wait {
                return Ok(None);
            }
            // Sends make progress only when they are tested.
            self.tidy();
            looks += 1;
            if looks < EAGER { thread::yield_now() } else { thread::sleep(SLEEP) }
        }
    }

    fn close(&mut self) -> Result<(), TransportError> {
        while !self.sending.is_empty() {
            self.tidy();
            thread::yield_now();
        }
        Ok(())
    }
}

impl Drop for MpiTransport {
    fn drop(&mut self) {
        for Sending { request, .. } in self.sending.drain(..) {
            // The program ends with an error; what MPI may still read must stay.
            mem::forget(request);
        }
    }
}
