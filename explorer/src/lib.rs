//! Perfect play in the browser: a JSON API over the solver and its tables, and a page that uses it.
//!
//! The crate knows no tables. What is already proven comes through the trait [`Knowledge`]; the solver finds the rest
//! on threads of its own ([`Limits::searches`]), in turns shared fairly among the clients. Nothing is guessed: every
//! value in an answer is proven, and a value not known to the disc is given by its proven limits.
//!
//! The path of a request: [`serve`] (connections) → `security` (`access`: who asks, and for whom) →
//! `api` (the question) → `answers::lookup` (what is known) → `turns`, `pool` and `search` (what has to be searched) →
//! `answers::records` (the answer). `page` holds the built page,
//! `api::atlas` the atlas of small boards. `campaigns` watches the folders of campaigns, whose ledgers the crate
//! `campaign` reads.
//!
//! ```
//! use std::sync::Arc;
//! use explorer::{Explorer, Limits, Store};
//!
//! let explorer = Explorer::new(Arc::new(Store::default()), Vec::new(), Limits::default());
//! let router = explorer.router(); // an axum::Router, to be served or called
//! # drop(router);
//! ```

mod access;
mod api;
mod campaigns;
mod certificates;
mod client;
mod counting;
mod descriptors;
mod limits;
mod metrics;
mod page;
mod pool;
mod readers;
mod routes;
mod search;
mod security;
mod server;
mod state;
mod turns;
mod unchanging;

pub use access::{Access, HostName, NoHostName};
pub use answers::knowledge::{Counts, Knowledge, SharedTable, Store, TableName};
pub use campaigns::NoCampaign;
pub use certificates::Certificate;
pub use client::{Network, UnknownNetwork};
pub use limits::Limits;
pub use server::{SERVICE_THREADS, run, serve};
pub use state::Explorer;
