//! Options of `solve explore`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use explorer::{HostName, Network};

use crate::args::groups::{OwnBookArgs, WeightsArgs};
use crate::args::help;
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
    /// Which evaluations order its moves.
    #[command(flatten)]
    pub(crate) weights: WeightsArgs,
    /// Folder of a campaign to show on its own page: progress, tree, workers; repeatable
    ///
    /// It is only read, and workers may go on meanwhile.
    #[arg(long, value_name = "DIR", help_heading = "Campaigns")]
    pub(crate) campaign: Vec<PathBuf>,
    /// What may be asked for.
    #[command(flatten)]
    pub(crate) grants: GrantArgs,
}

/// Where to listen.
#[derive(Debug, Args)]
pub(crate) struct AddressArgs {
    /// Port to listen on; 0 picks a free one
    #[arg(help_heading = "Address", long, value_name = "PORT", default_value = "8080")]
    pub(crate) port: u16,
    /// Address to listen on; any but 127.0.0.1 and ::1 admits other machines
    #[arg(help_heading = "Address", long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) bind: IpAddr,
    /// Another host name the server answers to, for example behind a proxy; repeatable
    ///
    /// Without it, the server answers only to localhost and IP addresses. That prevents DNS rebinding by pages from
    /// elsewhere.
    #[arg(help_heading = "Address", long, value_name = "NAME")]
    pub(crate) allow_host: Vec<HostName>,
    /// Proxy whose X-Forwarded-For header is trusted: an address, or a network such as 10.0.0.0/8;
    /// repeatable
    ///
    /// Client addresses take turns at searching. Without this option, all clients behind a proxy count as one.
    #[arg(help_heading = "Address", long, value_name = "ADDR")]
    pub(crate) trust_proxy: Vec<Network>,
}

/// What is known.
#[derive(Debug, Args)]
pub(crate) struct ShelfArgs {
    /// Directory of the tables [default: $SOLVE_TABLE, else the platform's data directory, if there is a table]
    ///
    /// The server reads them as they are when it starts; other programs may use them at the same time.
    #[arg(help_heading = "Table", long, value_name = "DIR", conflicts_with = "no_table")]
    pub(crate) table: Option<PathBuf>,
    /// Use no table: solve every position anew
    #[arg(help_heading = "Table", long)]
    pub(crate) no_table: bool,
    /// Ignore the books of exact values that ship with the program
    #[arg(help_heading = "Table", long)]
    pub(crate) no_book: bool,
    /// A book of one's own.
    #[command(flatten)]
    pub(crate) books: OwnBookArgs,
    /// Keep newly proven values in the table; no other program can write to it meanwhile
    #[arg(help_heading = "Table", long, conflicts_with = "no_table")]
    pub(crate) learn: bool,
    /// Whose entries are used.
    #[command(flatten)]
    pub(crate) trust: super::TrustArgs,
    /// Directory of certificates (*.cert) to offer for download beside the values they claim; they are not checked
    #[arg(help_heading = "Table", long, value_name = "DIR")]
    pub(crate) certificates: Option<PathBuf>,
}

/// What may be asked for.
#[derive(Debug, Args)]
pub(crate) struct GrantArgs {
    /// Number of searches at a time
    #[arg(help_heading = "Resources", long, value_name = "N", default_value = "1", value_parser = sizes::parse_searches)]
    pub(crate) searches: usize,
    /// Number of searches that may wait for their turn; further ones get the answer busy
    #[arg(help_heading = "Resources", long, value_name = "N", default_value = "32")]
    pub(crate) waiting: u16,
    /// Number of searches, running and waiting, per client address [default: half of all]
    #[arg(help_heading = "Resources", long, value_name = "N", value_parser = sizes::parse_searches)]
    pub(crate) searches_per_client: Option<usize>,
    /// Number of connections at a time; one more waits until another ends
    #[arg(help_heading = "Resources", long, value_name = "N", default_value = "1024", value_parser = sizes::parse_connections)]
    pub(crate) connections: usize,
    /// Threads of each search [default: all cores, divided among the searches]
    #[arg(help_heading = "Resources", long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Size of each search's transposition table: 256MiB, 2GiB; what is kept between searches takes at most as much again
    #[arg(help_heading = "Resources", long, value_name = "SIZE", default_value = "256MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Time limit of each search: 60s, 10m
    #[arg(help_heading = "Resources", long, value_name = "TIME", default_value = "60s", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Duration,
}
