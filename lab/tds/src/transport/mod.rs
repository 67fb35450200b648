//! How ranks send each other bytes.
//!
//! [`Transport`] is all that a search needs from a network. The transport between threads of one process is here; that
//! between MPI processes is in the crate `tds_mpi`, which needs an MPI to build.

mod endpoint;
mod threads;

pub use endpoint::{Rank, Transport, TransportError};
pub use threads::{Threads, threads};
