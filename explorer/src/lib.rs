//! Perfect play in the browser: a JSON API over the solver and its tables, and a page that uses it.
//!
//! The crate knows no tables. What is already proven comes through the trait [`Knowledge`]; the solver finds the rest
//! on threads of its own ([`Limits::searches`]), in turns shared fairly among the clients. Nothing is guessed: every
//! value in an answer is proven, and a value not known to the disc is given by its proven limits.
//!
//! The path of a request: [`serve`] (connections) → `security` (`access`: who asks, and for whom) →
//! `api` (the question) → `answers::lookup` (what is known) → `pool` (the queue) and `answers::search` (what has to be
//! searched) → `answers::records` (the answer). `page` holds the page, `api::atlas` the atlas of small boards.
//! `campaigns` watches the folders of campaigns, whose ledgers the crate `campaign` reads.
//!
//! ```
//! use std::sync::Arc;
//! use explorer::{Explorer, Limits, Store};
//!
//! let explorer = Arc::new(Explorer::new(Arc::new(Store::default()), Vec::new(), Limits::default()));
//! let router = explorer.router(); // an axum::Router, to be served or called
//! # drop(router);
//! ```

mod access;
mod api;
mod campaigns;
mod client;
mod counting;
mod error;
mod etag;
mod limits;
mod metrics;
mod page;
mod pool;
mod security;
mod server;
mod state;

pub use access::{Access, host_name};
pub use answers::knowledge::{Counts, Knowledge, SharedTable, Store, TableName};
pub use client::Network;
pub use limits::Limits;
pub use server::{run, serve};
pub use state::{Certificate, Explorer};
