//! The pieces of a campaign's certificate, and the guesses beside its ledger.

use std::fs;
use std::io;
use std::path::Path;

use crate::bench::Bench;
use crate::scene::{Scene, Trouble, make};
use crate::scenes::certificates::{bomb, proven};
use crate::seal;

/// What `campaign prove` finds in a campaign's folders.
pub(super) struct Pieces;

const PROVE: [&str; 13] = [
    "campaign",
    "prove",
    "campaign",
    "-o",
    "proof.cert",
    "--cut",
    "6",
    "--workers",
    "1",
    "--memory",
    "1MiB",
    "--json",
    "--quiet",
];

impl Scene for Pieces {
    fn name(&self) -> &'static str {
        "piece"
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        make(bench, self.name(), &["campaign", "plan", "campaign", "--board", "4x6", "--budget", "500"])?;
        let run =
            ["campaign", "run", "campaign", "--workers", "1", "--memory", "1MiB", "--json", "--quiet", "--no-table"];
        make(bench, self.name(), &run)?;
        make(bench, self.name(), &PROVE).map(|_| ())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "campaign")?;
        bench.take(prepared, "proof.pieces")?;
        let all = bench.files("proof.pieces")?;
        let [piece, other] = [(); 2].map(|()| all[bench.random.index(all.len())].clone());
        let path = bench.folder.join(&piece);
        match bench.number % 6 {
            0 => {
                let told = bomb(&path, &mut bench.random)?;
                bench.tell(format!("{piece}: {told}"));
            }
            1 => {
                fs::copy(bench.folder.join(&other), &path)?;
                bench.tell(format!("{piece} is {other}"));
            }
            2 => bench.damage("campaign/guesses.cache", None)?,
            3 => bench.damage(&piece, None)?,
            _ => bench.damage(&piece, Some(seal::tail))?,
        }
        let made = bench.survive(&PROVE)?;
        // Pieces are believed, so only the check says whether the certificate proves anything.
        if made.status == Some(0) {
            let bytes = fs::read(bench.folder.join("proof.cert"))?;
            let truth = bench.truth;
            let check = ["check", "proof.cert", "--json", "--threads", "1", "--quiet"];
            bench.ask(&check, &|text| proven(truth, &bytes, text))?;
        }
        Ok(())
    }
}
