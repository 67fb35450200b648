//! Checks a certificate, or one of its parts, with nothing but this crate and the two below it:
//! `cargo run --release -p exact-othello-checker --example check_part FILE [K/N]`. Of a part it prints the line of `solve check --part`.

use std::error::Error;
use std::thread::available_parallelism;

use checker::certificate::{Certificate, Part, PartLine, check_part, read};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let file = arguments.next().ok_or("which certificate?")?;
    let part = arguments.next().map(|text| text.to_string_lossy().parse::<Part>()).transpose()?;
    let certificate = Certificate::from_bytes(&read(file.as_ref(), None)?)?;
    let report = check_part(&certificate, part.unwrap_or(Part::WHOLE), available_parallelism()?.get(), None, &())?;
    match part {
        Some(_) => println!("{}", PartLine::new(&certificate, &report)),
        None => println!("Proven: {} ({} positions searched).", certificate.sentence(), report.searched),
    }
    Ok(())
}
