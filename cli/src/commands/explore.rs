//! `solve explore`: the page and its API, until Ctrl-C.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use checker::certificate::{Certificate as Claim, read};
use clap::Args;
use explorer::{Access, Certificate, Explorer, Knowledge, Limits, Network};
use solver::{Board, Scoring, Start, UnknownScoring};

use crate::args::values;
use crate::exit::{Failure, Status, complain};
use crate::interrupt::Interrupt;
use crate::output;
use crate::persistence::{self, ShelfArgs};
use crate::threads;
use crate::weights;

const HELP: &str = "\
Prints the address of a page: the board with the proven value of every move,
perfect play step by step, games with the cost of each mistake, opponents, and
the solved boards. /api/openapi.json describes the API behind it, /metrics is
for Prometheus. The page loads nothing from other servers.

Values that the table does not have are searched for, and forgotten when the
server ends, unless they are kept in a table. Client addresses take turns of half a
second at searching. Ctrl-C ends the server.

With --campaign the page /campaigns shows the progress of a campaign, its tree
and its workers, and its board says what the ledger does, unverified. The ledger
is read as it grows, and never written. The page /boards shows the value of every
small board from each start by each scoring, with a perfect game.

Examples:
  solve explore
  solve explore --port 8000 --certificates proofs
  solve explore --no-table --searches 4 --time-limit 10s --bind 0.0.0.0
  solve explore --book /tmp/4x6.book
  solve explore --campaign big --campaign /shared/other";

/// Serve a web page for exploring perfect play
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ExploreArgs {
    /// Port to listen on; 0 picks a free one
    #[arg(help_heading = "Address", long, value_name = "PORT", default_value = "8080")]
    port: u16,
    /// Address to listen on; any but 127.0.0.1 and ::1 admits other machines
    #[arg(help_heading = "Address", long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Another host name the server answers to, for example behind a proxy; repeatable
    ///
    /// Without it, the server answers only to localhost and IP addresses. That prevents DNS rebinding by pages from
    /// elsewhere.
    #[arg(help_heading = "Address", long, value_name = "NAME", value_parser = explorer::host_name)]
    allow_host: Vec<String>,
    /// Proxy whose X-Forwarded-For header is trusted: an address, or a network such as 10.0.0.0/8;
    /// repeatable
    ///
    /// Client addresses take turns at searching. Without this option, all clients behind a proxy count as one.
    #[arg(help_heading = "Address", long, value_name = "ADDR")]
    trust_proxy: Vec<Network>,
    #[command(flatten)]
    shelf: ShelfArgs,
    /// Use a book that solve book build made, on its board instead of others. What rests on it is unverified
    #[arg(help_heading = "Table", long, value_name = "FILE", conflicts_with = "no_book")]
    book: Option<PathBuf>,
    /// Directory of certificates (*.cert) to offer for download beside the values they claim; they are not checked
    #[arg(help_heading = "Table", long, value_name = "DIR")]
    certificates: Option<PathBuf>,
    /// Order the moves by weights that solve train made, instead of those that come with the program for their board;
    /// repeatable. They change no value, only the time it takes
    #[arg(help_heading = "Resources", long, value_name = "FILE")]
    weights: Vec<PathBuf>,
    /// Folder of a campaign to show on its own page: progress, tree, workers; repeatable
    ///
    /// It is only read, and workers may go on meanwhile.
    #[arg(long, value_name = "DIR", help_heading = "Campaigns")]
    campaign: Vec<PathBuf>,
    /// Number of searches at a time
    #[arg(help_heading = "Resources", long, value_name = "N", default_value = "1", value_parser = values::number("searches"))]
    searches: usize,
    /// Number of searches that may wait for their turn; further ones get the answer busy
    #[arg(help_heading = "Resources", long, value_name = "N", default_value = "32")]
    waiting: u16,
    /// Number of searches, running and waiting, per client address [default: half of all]
    #[arg(help_heading = "Resources", long, value_name = "N", value_parser = values::number("searches"))]
    searches_per_client: Option<usize>,
    /// Number of connections at a time; one more waits until another ends
    #[arg(help_heading = "Resources", long, value_name = "N", default_value = "1024", value_parser = values::up_to(1 << 16, "connections"))]
    connections: usize,
    /// Threads of each search [default: all cores, divided among the searches]
    #[arg(help_heading = "Resources", long, value_name = "N", value_parser = values::parse_threads)]
    threads: Option<usize>,
    /// Size of each search's transposition table: 256MiB, 2GiB; what is kept between searches takes at most as much again
    #[arg(help_heading = "Resources", long, value_name = "SIZE", default_value = "256MiB", value_parser = values::parse_memory)]
    memory: usize,
    /// Time limit of each search: 60s, 10m
    #[arg(help_heading = "Resources", long, value_name = "TIME", default_value = "60s", value_parser = values::parse_duration)]
    time_limit: Duration,
}

/// Serves until Ctrl-C.
pub(crate) fn run(args: &ExploreArgs) -> Result<Status, Failure> {
    weights::load(&args.weights)?;
    return_freed();
    let interrupt = Interrupt::install()?;
    let books = persistence::books(!args.shelf.no_book, args.book.as_ref(), None)?;
    let (store, description) = persistence::shelf(&args.shelf, books)?;
    let store = Arc::new(store);
    let certificates = match &args.certificates {
        Some(folder) => certificates(folder)?,
        None => Vec::new(),
    };
    let explorer = Explorer::new(Arc::clone(&store) as Arc<dyn Knowledge>, certificates, limits(args));
    let access = Access { hosts: args.allow_host.clone(), proxies: args.trust_proxy.clone() };
    let explorer = explorer.with_access(access);
    let explorer = explorer.with_campaigns(&args.campaign).map_err(Failure::run)?;
    let address = SocketAddr::new(args.bind, args.port);
    let ready = |address: SocketAddr| {
        // The parent may have closed the output; the server runs anyway.
        let _ = output::print(&format!("http://{address}/\n"));
        let own = args.book.as_ref();
        let own = own.map_or_else(String::new, |file| format!(", with the unverified book '{}'", file.display()));
        complain(&format!("{description}{own}; press Ctrl-C to stop"));
        if !address.ip().is_loopback() {
            complain("other machines can ask too: there is no encryption and no password");
        }
    };
    explorer::run(explorer, address, ready, || interrupt.requested())
        .map_err(|error| Failure::Run(format!("cannot listen on {address}: {error}; choose another --port")))?;
    store.flush()?;
    Ok(Status::Done)
}

/// Makes glibc return freed memory to the system, as a server that runs for long wants it: it maps large blocks, however
/// large those were that were freed before, and threads share two heaps.
fn return_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets two numbers.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 18);
        libc::mallopt(libc::M_ARENA_MAX, 2);
    }
}

fn limits(args: &ExploreArgs) -> Limits {
    let cores = threads::count(None);
    let (searches, waiting) = (args.searches, usize::from(args.waiting));
    Limits {
        searches,
        waiting,
        searches_per_client: args
            .searches_per_client
            .unwrap_or_else(|| (searches + waiting).div_ceil(2).max(searches + 1)),
        connections: args.connections,
        threads: args.threads.unwrap_or_else(|| (cores / args.searches).max(1)),
        memory_bytes: args.memory,
        time: args.time_limit,
        ..Limits::default()
    }
}

/// The certificates of a folder, by name. Other files are left alone; one that cannot be read is named and left out.
fn certificates(folder: &Path) -> Result<Vec<Certificate>, Failure> {
    let failed = |error| Failure::Run(format!("certificates: '{}' cannot be read: {error}", folder.display()));
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        names.extend(name.to_str().filter(|name| name.ends_with(".cert")).map(str::to_owned));
    }
    names.sort();
    let mut certificates = Vec::new();
    for name in names {
        match certificate(&folder.join(&name), &name) {
            Ok(certificate) => certificates.push(certificate),
            Err(reason) => complain(&format!("certificates: '{name}' is left out: {reason}")),
        }
    }
    Ok(certificates)
}

/// Reads what a certificate claims. It is not checked.
fn certificate(path: &Path, name: &str) -> Result<Certificate, String> {
    if !Certificate::is_plain(name) {
        return Err("its name has other characters than letters, digits, '.', '-' and '_'".to_owned());
    }
    let bytes = read(path, None).map_err(|error| error.to_string())?;
    let claim = Claim::from_bytes(&bytes).map_err(|error| error.to_string())?;
    let board = Board::new(claim.root.rows() as u32, claim.root.cols() as u32).map_err(|error| error.to_string())?;
    let scoring: Scoring = claim.scoring.name().parse().map_err(|error: UnknownScoring| error.to_string())?;
    let start = claim.start().map(|start| match start {
        checker::Start::Othello => Start::Othello,
        checker::Start::Reversi => Start::Reversi,
        checker::Start::ReversiRows => Start::ReversiRows,
    });
    Ok(Certificate { name: name.to_owned(), claim: claim.sentence(), board, start, scoring, bytes: bytes.into() })
}
