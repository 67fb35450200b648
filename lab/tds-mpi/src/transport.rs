//! Ranks as processes of MPI.

use std::mem;
use std::thread;
use std::time::{Duration, Instant};

use mpi::point_to_point::MatchedReceiveVec;
use mpi::request::{Request, StaticScope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, Source};
use tds::{Rank, Transport, TransportError};

/// Looks for a message that are made without sleeping in between.
const EAGER: u32 = 50;
/// Sleep between two looks, after the first ones: short beside the way of a message, long beside a look.
const SLEEP: Duration = Duration::from_micros(50);

/// This process's end of the network: its rank is that of the process in the communicator.
///
/// Messages are sent without waiting, and freed when MPI has no more use for them. Dropped before [`Transport::close`] it leaks
/// those that MPI may still read, since the program ends with an error then.
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
    /// All processes of a communicator, each a rank. No other messages may be sent in it meanwhile.
    #[must_use]
    pub fn new(world: SimpleCommunicator) -> Self {
        Self { world, sending: Vec::new() }
    }

    /// Frees the messages that are out of MPI's hands.
    fn tidy(&mut self) {
        let mut still = Vec::with_capacity(self.sending.len());
        for Sending { request, message } in self.sending.drain(..) {
            match request.test() {
                Err(request) => still.push(Sending { request, message }),
                Ok(_) => {
                    // SAFETY: the pointer comes from `Box::into_raw` in `send`, is used nowhere else, and MPI has just said
                    // that it does not need the message any more.
                    drop(unsafe { Box::from_raw(message) });
                }
            }
        }
        self.sending = still;
    }
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
        let message = Box::into_raw(message.into_boxed_slice());
        // SAFETY: the message is freed in `tidy` alone, when its request, the only one to have this reference, is done.
        let bytes: &'static [u8] = unsafe { &*message };
        let request = self.world.process_at_rank(to as i32).immediate_send(StaticScope, bytes);
        self.sending.push(Sending { request, message });
        Ok(())
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<(Rank, Vec<u8>)>, TransportError> {
        let (begin, mut looks) = (Instant::now(), 0);
        loop {
            if let Some((message, status)) = self.world.any_process().immediate_matched_probe() {
                let (bytes, status) = (message, status).matched_receive_vec::<u8>();
                return Ok(Some((status.source_rank() as Rank, bytes)));
            }
            if wait.is_zero() || begin.elapsed() >= wait {
                return Ok(None);
            }
            // Sends make progress only when MPI is asked about them.
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
