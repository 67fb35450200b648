//! Checks a certificate with nothing but this crate: `cargo run --release -p exact-othello-checker --example check FILE`.

use std::error::Error;
use std::path::PathBuf;

use checker::certificate::{Progress, Watcher};
use checker::{Certificate, check};

/// Shows nothing and never stops.
struct Silent;

impl Watcher for Silent {
    fn walking(&self, _: &str, _: u32, _: usize) {}

    fn proven(&self, _: u64, _: u64, _: &Progress) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).map(PathBuf::from).ok_or("which certificate?")?;
    let certificate = Certificate::from_bytes(&std::fs::read(file)?)?;
    let threads = std::thread::available_parallelism()?;
    let report = check(&certificate, threads.into(), None, &Silent)?;
    println!("Proven: {} ({} positions searched).", certificate.sentence(), report.searched);
    Ok(())
}
