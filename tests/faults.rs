//! A short campaign of faults over all formats; `scripts/fuzz` runs long ones.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use faults::{Outcome, Plan, run, scenes};

/// Faults of all formats together: about half a minute on two cores.
const FAULTS: u64 = 600;

#[test]
fn faults_of_every_format_are_refused_or_do_no_harm() {
    let samples = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("faults");
    let plan = Plan {
        program: Path::new(env!("CARGO_BIN_EXE_solve")).to_owned(),
        seed: 1,
        faults: FAULTS,
        formats: Vec::new(),
        only: None,
        threads: 2,
        journal: None,
        samples: Some(samples.clone()),
        place: None,
    };
    let tally = run(&plan, &AtomicBool::new(false), &|_, _| ()).unwrap();
    let bad = tally.bad();
    assert!(bad.is_empty(), "{}\n{}\nsee {}", tally.text(), bad.join("\n"), samples.display());
    // Each format was tried, and many commands noticed the damage.
    assert!(tally.all() >= FAULTS && tally.all() < FAULTS + scenes::all().len() as u64);
    assert!(
        tally.count(Outcome::Right) > FAULTS / 10 && tally.count(Outcome::Refused) > FAULTS / 4,
        "{}",
        tally.text()
    );
}
