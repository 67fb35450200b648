//! Certificates, and the notes that a check leaves beside them.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use miniz_oxide::deflate::compress_to_vec_zlib;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use solver::random::Random;

use crate::bench::Bench;
use crate::scene::{Scene, Trouble, make};
use crate::scenes::tables::SEARCH;
use crate::seal;
use crate::truth::{Footing, Truth};

/// Certificates themselves.
struct Certificates;

/// Notes beside a certificate.
struct Notes;

/// Board, true claim and cut of the certificates.
const MADE: [(&str, &str, &str, &str); 3] =
    [("a.cert", "4x4", "value=-8", "6"), ("b.cert", "4x6", "value=16", "8"), ("c.cert", "4x4", "value>=-8", "2")];
/// Offsets of the first proof's compressed moves, their length, and the score.
const MOVES_AT: usize = 50;
const LENGTH_AT: usize = 42;
const SCORE_AT: usize = 33;

pub(super) fn scenes() -> Vec<Box<dyn Scene>> {
    vec![Box::new(Certificates), Box::new(Notes)]
}

fn make_certificates(bench: &mut Bench<'_>, scene: &'static str) -> Result<(), Trouble> {
    for (file, board, claim, cut) in MADE {
        let what = ["prove", "--board", board, "--claim", claim, "--cut", cut, "-o", file, "--no-table"];
        make(bench, scene, &[&what[..], &SEARCH].concat())?;
    }
    Ok(())
}

/// Checks what a check calls proven against the truth. The board and the scoring come from the file's bytes.
pub(super) fn proven(truth: &Truth, file: &[u8], text: &str) -> Result<Footing, String> {
    let record: Value = serde_json::from_str(text.trim()).map_err(|error| format!("{error}: {text}"))?;
    let (rows, cols) = (file.get(9).copied().unwrap_or(0), file.get(10).copied().unwrap_or(0));
    let scoring = if file.get(11) == Some(&1) { "wof" } else { "discs" };
    let told = json!({"board": format!("{rows}x{cols}"), "scoring": scoring, "position": record["position"],
                      "lower": record["lower"], "upper": record["upper"]});
    match truth.of_answer(&told) {
        // The command asked to resume by notes, and the answer says so.
        Err(_) if record["resumed_leaves"].as_u64() > Some(0) => Ok(Footing::Unverified),
        found => found,
    }
}

impl Scene for Certificates {
    fn name(&self) -> &'static str {
        "certificate"
    }

    fn weight(&self) -> f64 {
        4.0
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        make_certificates(bench, self.name())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        let (file, ..) = MADE[bench.random.index(MADE.len())];
        bench.take(prepared, file)?;
        let path = bench.folder.join(file);
        match bench.number % 20 {
            19 => {
                let told = bomb(&path, &mut bench.random)?;
                bench.tell(told);
            }
            number if number % 2 == 1 => bench.damage(file, Some(seal::tail))?,
            _ => bench.damage(file, None)?,
        }
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut io::Read::take(File::open(&path)?, 64), &mut bytes)?;
        let truth = bench.truth;
        bench.ask(&["check", file, "--json", "--threads", "1", "--quiet"], &|text| proven(truth, &bytes, text))?;
        Ok(())
    }
}

/// Small files that claim much, inflate to much, or never end.
pub(super) fn bomb(path: &Path, random: &mut Random) -> io::Result<String> {
    let mut bytes = fs::read(path)?;
    Ok(match random.index(5) {
        0 => {
            File::create(path)?.set_len(1 << 40)?;
            "1 TiB of zeros".to_owned()
        }
        1 => {
            File::options().write(true).open(path)?.set_len(1 << 40)?;
            "1 TiB of zeros behind it".to_owned()
        }
        2 => {
            let number = random.bits() >> random.below(40);
            bytes[LENGTH_AT - 8 + 8 * random.index(2)..][..8].copy_from_slice(&number.to_le_bytes());
            seal::tail(&mut bytes);
            fs::write(path, bytes)?;
            format!("a proof that says it has {number} moves or bytes")
        }
        _ => {
            let length = 1usize << (20 + random.below(6));
            let packed = compress_to_vec_zlib(&vec![random.below(24) as u8; length], 6);
            let claimed: u64 = random.pick(&[length as u64, 1 << 31, u64::from(u32::MAX), 30]);
            bytes.truncate(MOVES_AT);
            bytes[LENGTH_AT - 8..LENGTH_AT].copy_from_slice(&claimed.to_le_bytes());
            bytes[LENGTH_AT..MOVES_AT].copy_from_slice(&(packed.len() as u64).to_le_bytes());
            bytes.extend(packed);
            bytes.extend([0; 8]);
            seal::tail(&mut bytes);
            fs::write(path, bytes)?;
            format!("{length} moves that say they are {claimed}")
        }
    })
}

impl Scene for Notes {
    fn name(&self) -> &'static str {
        "notes"
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        make_certificates(bench, self.name())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        let (file, ..) = MADE[bench.random.index(2)];
        bench.take(prepared, file)?;
        let path = bench.folder.join(file);
        let mut bytes = fs::read(&path)?;
        if bench.random.index(2) == 0 {
            // A false claim: the limit is too high by a disc or more, for either side.
            bytes[SCORE_AT] = bytes[SCORE_AT].wrapping_add(1 + bench.random.below(8) as u8);
            seal::tail(&mut bytes);
            fs::write(&path, &bytes)?;
            bench.tell("the first limit is too high");
        }
        let notes = format!("{file}.progress");
        fs::write(bench.folder.join(&notes), forged_notes(&bytes, &mut bench.random))?;
        if bench.random.index(2) == 0 {
            let is_sealed = bench.number.is_multiple_of(3);
            bench.damage(&notes, Some(seal::lines as seal::Seal).filter(|_| is_sealed))?;
        }
        let truth = bench.truth;
        let mut arguments = vec!["check", file, "--json", "--threads", "1", "--quiet"];
        if bench.random.index(3) == 0 {
            arguments.push("--resume");
        }
        bench.ask(&arguments, &|text| proven(truth, &bytes, text))?;
        Ok(())
    }
}

/// Notes that call all leaves, or most, searched, in the present form or in that of the first version.
fn forged_notes(certificate: &[u8], random: &mut Random) -> Vec<u8> {
    let portions = random.pick(&[1u64, 2, 3, 13, 64, 100, 219, 256, 1000]);
    if random.index(4) == 0 {
        return former_notes(certificate, portions, random);
    }
    let hash = |bytes: &[u8]| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let mut lines = vec![format!("othello-check-notes 5 part 1/1 of {}", hash(certificate))];
    for portion in 0..portions {
        if random.index(20) > 0 {
            lines.push(format!("portion {portion} searched 17 results {}", hash(&portion.to_le_bytes())));
        }
    }
    let mut notes = lines.iter().map(|line| format!("{line} #0000000000000000\n")).collect::<String>().into_bytes();
    seal::lines(&mut notes);
    notes
}

fn former_notes(certificate: &[u8], portions: u64, random: &mut Random) -> Vec<u8> {
    let mut notes = b"OTHCHECK".to_vec();
    notes.extend(1u64.to_le_bytes());
    notes.extend(&certificate[certificate.len() - 8..]);
    notes.extend(random.pick(&[portions, portions, portions, u64::MAX, 0]).to_le_bytes());
    notes.extend(4000u64.to_le_bytes());
    notes.extend((0..portions).map(|_| u8::from(random.index(20) > 0)));
    notes.extend([0; 8]);
    seal::tail(&mut notes);
    notes
}
