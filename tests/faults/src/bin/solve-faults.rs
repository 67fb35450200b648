//! Tries faults, prints their outcomes, and writes the table of docs/results/tables.md.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use faults::{Plan, Tally, Trouble};
use indicatif::{ProgressBar, ProgressStyle};

/// Damages every kind of file that `solve` reads, kills it at random moments, and counts what comes of it.
#[derive(Debug, Parser)]
#[command(name = "solve-faults", max_term_width = 100)]
struct Arguments {
    /// The program
    #[arg(long, value_name = "PATH")]
    program: PathBuf,
    /// Number of faults, of all formats together
    #[arg(long, value_name = "N", default_value_t = 2000)]
    faults: u64,
    /// What all random numbers depend on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only these formats, with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    formats: Vec<String>,
    /// Only this fault, and tell all about it
    #[arg(long, value_name = "FORMAT:NUMBER", value_parser = parse_fault)]
    only: Option<(String, u64)>,
    /// Number of faults at once [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Keep what was found in this file; what is there is not tried again
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Keep the files of every fault that failed in this folder
    #[arg(long, value_name = "DIR")]
    samples: Option<PathBuf>,
    /// Make files in this folder [default: in memory, where the system has a place for that]
    #[arg(long, value_name = "DIR")]
    place: Option<PathBuf>,
    /// Write the table into the section of this file, when all faults are tried
    #[arg(long, value_name = "TABLES.md")]
    results: Option<PathBuf>,
}

fn parse_fault(text: &str) -> Result<(String, u64), String> {
    let parts = text.rsplit_once(':').and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
    parts.ok_or_else(|| format!("'{text}' is not FORMAT:NUMBER, for example ledger:17"))
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match campaign(&arguments) {
        Ok(code) => code,
        Err(trouble) => {
            eprintln!("solve-faults: {trouble}");
            ExitCode::FAILURE
        }
    }
}

fn bar(all: u64) -> ProgressBar {
    let style = "{wide_bar} {pos}/{len} {msg} {eta}";
    ProgressBar::new(all).with_style(ProgressStyle::with_template(style).expect("a template"))
}

fn campaign(arguments: &Arguments) -> Result<ExitCode, Trouble> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    let plan = Plan {
        program: arguments.program.clone(),
        seed: arguments.seed,
        faults: arguments.faults,
        formats: arguments.formats.clone(),
        only: arguments.only.clone(),
        threads: arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)),
        journal: arguments.journal.clone(),
        samples: arguments.samples.clone(),
        place: arguments.place.clone(),
    };
    let bar = bar(plan.faults);
    let tally = faults::run(&plan, &stop, &|done, all| {
        bar.set_length(all);
        bar.set_position(done);
    })?;
    bar.finish_and_clear();
    let is_stopped = stop.load(Ordering::Relaxed);
    print!("{}", tally.text());
    for bad in tally.bad() {
        println!("{bad}");
    }
    if is_stopped {
        eprintln!("solve-faults: stopped; the same command goes on from its journal");
        return Ok(ExitCode::from(130));
    }
    if let Some(results) = &arguments.results {
        write_section(results, &section(arguments, &tally)?)?;
    }
    Ok(if tally.bad().is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

const BEGIN: &str = "<!-- scripts/fuzz: begin -->";
const END: &str = "<!-- scripts/fuzz: end -->";

/// The section of docs/results/tables.md.
fn section(arguments: &Arguments, tally: &Tally) -> Result<String, Trouble> {
    let version = faults::Program::new(&arguments.program).version()?;
    let bad = tally.bad();
    let verdict = if bad.is_empty() {
        "There was no bad outcome.".to_owned()
    } else {
        format!("Bad outcomes: {}.", bad.join(", "))
    };
    Ok(format!(
        "## Faults\n\n\
         Files of every format are damaged: bits flipped, contents truncated, extended, zeroed or overwritten, parts swapped, repeated\n\
         or removed. Some get correct checksums again, and some small files claim or inflate to large sizes. Commands that write are\n\
         killed at random moments. Each time the program is then asked a question with a known answer. *Right*: that answer. *Refused*:\n\
         a non-zero status and one line. *Said*: an answer that admits to resting on imported entries that nobody has verified. The bad\n\
         outcomes are *unclear* (a status without one clear line), *memory* (more than 256 MiB), *hang* (more than 10 s), *panic* (or a\n\
         signal) and *wrong*.\n\n{}\n{verdict}\n\n\
         {} processes of {version}. Made by `scripts/fuzz --faults {} --seed {} --results`. To repeat a single fault:\n\
         `scripts/fuzz --seed {} --only FORMAT:NUMBER`.\n",
        tally.markdown(),
        tally.processes(),
        arguments.faults,
        arguments.seed,
        arguments.seed,
    ))
}

/// Replaces the section between its marks, or adds it at the end.
fn write_section(path: &Path, text: &str) -> Result<(), Trouble> {
    let before = fs::read_to_string(path)?;
    let section = format!("{BEGIN}\n{text}{END}");
    let after = match (before.find(BEGIN), before.find(END)) {
        (Some(begin), Some(end)) => format!("{}{section}{}", &before[..begin], &before[end + END.len()..]),
        _ => format!("{}\n\n{section}\n", before.trim_end()),
    };
    Ok(files::write_whole(path, after.as_bytes())?)
}
