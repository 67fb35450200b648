//! `solve explore`: the page and its API, until Ctrl-C.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use checker::certificate::{Certificate as Claim, read};
use explorer::{Access, Certificate, Explorer, Knowledge, Limits};
use solver::{Board, Scoring, Start, UnknownScoring};

use crate::args::{ExploreArgs, GrantArgs, ShelfArgs};
use crate::exit::{Failure, Status, complain};
use crate::interrupt::Interrupt;
use crate::output;
use crate::persistence;
use crate::threads;
use crate::weights;

/// Serves until Ctrl-C.
///
/// # Errors
/// Too little memory, a table or a folder of certificates that cannot be used, or an address that is taken.
pub(crate) fn run(args: &ExploreArgs) -> Result<Status, Failure> {
    weights::load(&args.weights.weights)?;
    return_freed();
    let interrupt = Interrupt::install()?;
    let ShelfArgs { table, no_table, no_book, books, learn, trust, .. } = &args.shelf;
    let books = persistence::books(!no_book, books.book.as_ref())?;
    let (store, description) = persistence::shelf(table.as_ref(), !no_table, *learn, *trust, books)?;
    let store = Arc::new(store);
    let certificates = match &args.shelf.certificates {
        Some(folder) => certificates(folder)?,
        None => Vec::new(),
    };
    let explorer = Explorer::new(Arc::clone(&store) as Arc<dyn Knowledge>, certificates, limits(&args.grants));
    let access = Access { hosts: args.address.allow_host.clone(), proxies: args.address.trust_proxy.clone() };
    let explorer = explorer.with_access(access);
    let explorer = explorer.with_campaigns(&args.campaign).map_err(|error| Failure::Run(error.to_string()))?;
    let address = SocketAddr::new(args.address.bind, args.address.port);
    let ready = |address: SocketAddr| {
        // The parent may have closed the output; the server runs anyway.
        let _ = output::print(&format!("http://{address}/\n"));
        let own = args.shelf.books.book.as_ref();
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

fn limits(grants: &GrantArgs) -> Limits {
    let cores = threads::count(None);
    let (searches, waiting) = (grants.searches, usize::from(grants.waiting));
    Limits {
        searches,
        waiting,
        searches_per_client: grants
            .searches_per_client
            .unwrap_or_else(|| (searches + waiting).div_ceil(2).max(searches + 1)),
        connections: grants.connections,
        threads: grants.threads.unwrap_or_else(|| (cores / grants.searches).max(1)),
        memory_bytes: grants.memory,
        time: grants.time_limit,
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
    Ok(Certificate { name: name.to_owned(), claim: claim.sentence(), board, start, scoring, bytes })
}
