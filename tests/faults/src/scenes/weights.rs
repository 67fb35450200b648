//! Weights of the evaluation. No command reads them from a file, so the library reads them here.

use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

use solver::evaluation::{Evaluation, Weights};

use crate::bench::Bench;
use crate::outcome::Outcome;
use crate::process::MOST_TIME;
use crate::scene::{Scene, Trouble, make};
use crate::seal;

/// Files of `solve train`.
pub(super) struct WeightFiles;

impl Scene for WeightFiles {
    fn name(&self) -> &'static str {
        "weights"
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        let arguments = ["train", "--board", "3x4", "--positions", "200", "--output", "weights", "--threads", "1"];
        make(bench, self.name(), &arguments).map(|_| ())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "weights")?;
        let is_sealed = bench.number % 2 == 1;
        bench.damage("weights", Some(seal::tail as seal::Seal).filter(|_| is_sealed))?;
        let (bytes, known) = (fs::read(bench.folder.join("weights"))?, fs::read(prepared.join("weights"))?);
        let begin = Instant::now();
        let read = catch_unwind(AssertUnwindSafe(|| {
            let board = "3x4".parse().expect("a board");
            Evaluation::from_bytes(board, &bytes).is_ok().then(|| Weights::from_bytes(&bytes))
        }));
        bench.report.slowest = begin.elapsed();
        match read {
            Err(_) => bench.note(Outcome::Panic, "the library panicked"),
            Ok(_) if begin.elapsed() > MOST_TIME => bench.note(Outcome::Hang, "the library took too long"),
            Ok(None) => bench.note(Outcome::Refused, "the library refused them"),
            // Other weights only order moves differently.
            Ok(Some(weights)) if !is_sealed && weights != Weights::from_bytes(&known) => {
                bench.note(Outcome::Wrong, "other weights");
            }
            Ok(Some(_)) => {}
        }
        Ok(())
    }
}
