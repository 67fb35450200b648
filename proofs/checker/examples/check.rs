//! Checks a certificate with nothing but this crate: `cargo run --release -p exact-othello-checker --example check FILE`.

use std::error::Error;
use std::path::PathBuf;

use checker::certificate::{Limits, Unwatched, read};
use checker::{Certificate, check};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).map(PathBuf::from).ok_or("which certificate?")?;
    let certificate = Certificate::from_bytes(&read(&file, Limits::default())?)?;
    let threads = std::thread::available_parallelism()?;
    let report = check(&certificate, threads.into(), None, &Unwatched)?;
    println!("Proven: {} ({} positions searched).", certificate.sentence(), report.searched);
    Ok(())
}
