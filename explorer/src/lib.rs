//! Perfect play in the browser: a JSON API over the solver and what tables know, and a page that uses it.
//!
//! The crate knows no tables. What is proven already comes through the trait [`Knowledge`]; what is not, the solver finds on
//! threads of its own ([`Limits::searches`]), in turns that are shared out fairly among the clients. Nothing is guessed: every value in an
//! answer is proven, and where it is not known to the disc, its proven limits are there instead.
//!
//! The way of a request: [`serve`] (`connections` and their limits) → `security` (`access`: who asks, and for whom) → `api` (what
//! is asked) → `lookup` (what is known) → `turns`, `pool` and `search` (what has to be searched) → `api::records` (the answer) →
//! `wire` (how long it may take to be read). `page` holds the built page, `api::atlas` the atlas of small boards. `campaigns` watches the folders of campaigns, of which the crate
//! `campaign` reads the ledgers.
//!
//! ```
//! use std::sync::Arc;
//! use explorer::{Explorer, Limits, Nothing};
//!
//! let explorer = Explorer::new(Arc::new(Nothing), Vec::new(), Limits::default());
//! let router = explorer.router(); // an axum::Router, to be served or called
//! # drop(router);
//! ```

mod access;
mod api;
mod campaigns;
mod certificates;
mod client;
mod connections;
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
mod wire;

pub use access::{Access, HostName, NoHostName};
pub use answers::knowledge::{Counts, Knowledge, Nothing, SharedTable, TableName};
pub use campaigns::NoCampaign;
pub use certificates::Certificate;
pub use client::{Network, UnknownNetwork};
pub use limits::Limits;
pub use server::{SERVICE_THREADS, run, serve};
pub use state::Explorer;
