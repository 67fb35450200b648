//! How ranks send each other bytes.
//!
//! [`Transport`] is all that a search needs of a network. Threads of one process are a file here; processes of MPI are the
//! crate `tds_mpi`, which only those build who have an MPI.

mod endpoint;
mod threads;

pub use endpoint::{Rank, Transport, TransportError};
pub use threads::{Threads, threads};
