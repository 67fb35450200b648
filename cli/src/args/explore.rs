//! Options of `solve explore`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use explorer::{HostName, Network};

use super::help;
use crate::sizes;

/// Options of `solve explore`.
#[derive(Debug, Args)]
#[command(after_help = help::EXPLORE, max_term_width = 100)]
pub(crate) struct ExploreArgs {
    /// Where to listen.
    #[command(flatten)]
    pub(crate) address: AddressArgs,
    /// What is known.
    #[command(flatten)]
    pub(crate) shelf: ShelfArgs,
    /// Folder of a campaign to show on a page of its own: how far it is, its tree, its workers; can be given several times
    ///
    /// It is only read, again and again while somebody looks, and others may work on it meanwhile.
    #[arg(long, value_name = "DIR", help_heading = "Campaigns")]
    pub(crate) campaign: Vec<PathBuf>,
    /// What may be asked for.
    #[command(flatten)]
    pub(crate) grants: GrantArgs,
}

/// Where to listen.
#[derive(Debug, Args)]
#[command(next_help_heading = "Address")]
pub(crate) struct AddressArgs {
    /// Port of the page; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value = "8080")]
    pub(crate) port: u16,
    /// Address to listen on; others than 127.0.0.1 and ::1 let other machines ask
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) bind: IpAddr,
    /// Another name by which the server may be asked, for example behind a proxy; can be given several times
    ///
    /// Without it a server that listens on this machine only, and one that learns, answer to localhost and addresses alone: so
    /// that no page from elsewhere can have its own name lead here and ask.
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<HostName>,
    /// A proxy that is believed when it says for whom it asks (X-Forwarded-For or Forwarded): an address, or a network such as
    /// 10.0.0.0/8; can be given several times
    ///
    /// Searches are shared out fairly among client addresses, and all that come through a proxy have the proxy's.
    #[arg(long, value_name = "ADDR")]
    pub(crate) trust_proxy: Vec<Network>,
}

/// What is known.
#[derive(Debug, Args)]
#[command(next_help_heading = "Table")]
pub(crate) struct ShelfArgs {
    /// Directory of the tables [default: $SOLVE_TABLE, else the platform's data directory, if there is a table]
    ///
    /// It is only read, as it is when the server starts, and others may use it at the same time.
    #[arg(long, value_name = "DIR", conflicts_with = "no_table")]
    pub(crate) table: Option<PathBuf>,
    /// Use no table: all values come from the solver
    #[arg(long)]
    pub(crate) no_table: bool,
    /// Do not ask the books of exact values that come with the program
    #[arg(long)]
    pub(crate) no_book: bool,
    /// Keep what is proven here in the table, which nobody else may then write
    #[arg(long, conflicts_with = "no_table")]
    pub(crate) learn: bool,
    /// Whose entries are used.
    #[cfg(feature = "tables")]
    #[command(flatten)]
    pub(crate) trust: super::kept::TrustArgs,
    /// Directory of certificates (*.cert) to offer beside the values of which they claim something; they are not checked
    #[arg(long, value_name = "DIR")]
    pub(crate) certificates: Option<PathBuf>,
}

/// What may be asked for.
#[derive(Debug, Args)]
#[command(next_help_heading = "Resources")]
pub(crate) struct GrantArgs {
    /// Searches at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = sizes::parse_searches)]
    pub(crate) searches: usize,
    /// Searches that may wait for one of these; others are refused for the moment
    #[arg(long, value_name = "N", default_value = "32")]
    pub(crate) waiting: u16,
    /// Searches that one client address may have running and waiting [default: half of all]
    #[arg(long, value_name = "N", value_parser = sizes::parse_searches)]
    pub(crate) searches_per_client: Option<usize>,
    /// Connections at the same time; for a further one the idlest is closed
    #[arg(long, value_name = "N", default_value = "1024", value_parser = sizes::parse_connections)]
    pub(crate) connections: usize,
    /// Threads of each search [default: all cores, shared out among the searches]
    #[arg(long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Size of each search's table in memory: 256MiB, 2GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// The longest time a search may take: 60s, 10m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Duration,
}
