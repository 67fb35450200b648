//! Checks a certificate with nothing but this crate: `cargo run --release -p exact-othello-kernel --example check FILE`.

use std::error::Error;

use kernel::{Certificate, check};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).ok_or("which certificate?")?;
    let certificate = Certificate::from_bytes(&std::fs::read(file)?)?;
    let (_, searched) = check(&certificate)?;
    println!("Proven: {} ({searched} positions searched).", certificate.sentence());
    Ok(())
}
