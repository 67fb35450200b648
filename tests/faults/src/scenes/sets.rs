//! Problem sets, in every format.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::bench::Bench;
use crate::outcome::Outcome;
use crate::scene::{Scene, Trouble, make};
use crate::truth::Footing;

/// The options of a small set.
pub(crate) const MAKE: [&str; 13] = [
    "--board",
    "4x4",
    "--source",
    "random",
    "--empties",
    "6",
    "--count",
    "40",
    "--no-table",
    "--threads",
    "1",
    "--quiet",
    "--labels=exact",
];
const ALL_FORMATS: &str = "parquet,jsonl,csv,obf,openspiel,pgx";

/// A format of problem sets.
struct Set {
    name: &'static str,
    format: &'static str,
}

pub(super) fn scenes() -> Vec<Box<dyn Scene>> {
    let set = |name, format| -> Box<dyn Scene> { Box::new(Set { name, format }) };
    vec![
        set("set-parquet", "parquet"),
        set("set-jsonl", "jsonl"),
        set("set-csv", "csv"),
        set("set-obf", "obf"),
        set("set-openspiel", "openspiel"),
        set("set-pgx", "pgx"),
        // SHA256SUMS, set.json, README.md and croissant.json.
        set("set-frame", ""),
    ]
}

/// Names and bytes of all files in a folder and its folders.
pub(crate) fn bytes_of(folder: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if path.is_dir() {
            let name = entry.file_name();
            let inner = bytes_of(&path)?.into_iter();
            found.extend(inner.map(|(inner, bytes)| (format!("{}/{inner}", name.to_string_lossy()), bytes)));
        } else {
            found.insert(entry.file_name().to_string_lossy().into_owned(), fs::read(&path)?);
        }
    }
    Ok(found)
}

/// The files of a set, with the lines of the list of checksums sorted.
fn content(folder: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = bytes_of(folder)?;
    if let Some(list) = files.get_mut("SHA256SUMS") {
        let lines: BTreeSet<&[u8]> = list.split_inclusive(|&byte| byte == b'\n').collect();
        *list = lines.into_iter().flatten().copied().collect();
    }
    Ok(files)
}

/// Corrects a file's checksum in a set's list.
pub(crate) fn seal(bench: &mut Bench<'_>, file: &str) -> io::Result<()> {
    let inner = file.trim_start_matches("set/");
    let sum: String =
        Sha256::digest(fs::read(bench.folder.join(file))?).iter().map(|byte| format!("{byte:02x}")).collect();
    let list = bench.folder.join("set/SHA256SUMS");
    let text = fs::read_to_string(&list)?;
    let line = |line: &str| if line.ends_with(inner) { format!("{sum}  {inner}\n") } else { format!("{line}\n") };
    bench.tell("sealed again");
    fs::write(list, text.lines().map(line).collect::<String>())
}

impl Set {
    /// Damages a file of the format, and corrects its checksum in the list.
    fn damage_sealed(&self, bench: &mut Bench<'_>, file: &str) -> io::Result<()> {
        bench.damage(file, None)?;
        seal(bench, file)
    }

    /// Changes a digit of a text file: a label, a move or a position becomes false, in a valid form.
    fn forge(&self, bench: &mut Bench<'_>, file: &str) -> io::Result<()> {
        let path = bench.folder.join(file);
        let mut bytes = fs::read(&path)?;
        let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
        let at = bench.random.pick(&digits);
        bytes[at] = b'0' + (bytes[at] - b'0' + 1 + bench.random.below(9) as u8) % 10;
        bench.tell(format!("{file}: the digit at {at} is now {}", bytes[at] as char));
        fs::write(path, bytes)?;
        seal(bench, file)
    }
}

impl Scene for Set {
    fn name(&self) -> &'static str {
        self.name
    }

    fn weight(&self) -> f64 {
        0.5
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        // One other format besides, so that the two can be compared.
        let formats = match self.format {
            "" => ALL_FORMATS.to_owned(),
            "parquet" => "parquet,jsonl".to_owned(),
            format => format!("parquet,{format}"),
        };
        make(bench, self.name, &[&["problems", "-o", "set", "--format", &formats][..], &MAKE].concat()).map(|_| ())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "set")?;
        let folder = format!("set/{}", self.format);
        let mut files = bench.files(folder.trim_end_matches('/'))?;
        files.retain(|file| !self.format.is_empty() || file.matches('/').count() == 1);
        let file = bench.random.pick(&files.iter().collect::<Vec<_>>()).clone();
        let is_text = ["jsonl", "csv", "obf"].contains(&self.format);
        let is_sealed = !self.format.is_empty() && bench.number % 3 == 2;
        match bench.number % 6 {
            _ if !is_sealed => bench.damage(&file, None)?,
            2 if is_text => self.forge(bench, &file)?,
            _ => self.damage_sealed(bench, &file)?,
        }
        let same = content(&bench.folder.join("set"))? == content(&prepared.join("set"))?;
        let check = ["problems", "check", "set", "--sample", "1000", "--max-empties", "8", "--threads", "1"];
        let ended = bench.run(&check, None)?;
        bench.judge(&ended, &|text| match (same, is_sealed) {
            (true, _) | (_, true) => Ok(Footing::True),
            _ => Err(format!("nothing was found: {}", text.lines().last().unwrap_or_default())),
        });
        if is_sealed && ended.status == Some(0) && !same {
            self.look_for_lies(bench, &file, &prepared.join(&file))?;
        }
        if self.format == "parquet" && bench.random.index(2) == 0 {
            bench.survive(&["mcts", "accuracy", "--set", "set", "--player", "uct:n=5", "--json"])?;
        }
        Ok(())
    }
}

impl Set {
    /// After a check that found nothing wrong in a changed and resealed text: nothing it says may be false. The check
    /// proves values, moves and positions again, but not numbers of nodes and the like.
    fn look_for_lies(&self, bench: &mut Bench<'_>, file: &str, original: &Path) -> io::Result<()> {
        let (found, known) = (fs::read(bench.folder.join(file))?, fs::read(original)?);
        let essence = |bytes: &[u8]| -> Option<Vec<String>> {
            let text = std::str::from_utf8(bytes).ok()?;
            let line = |line: &str| match serde_json::from_str::<serde_json::Value>(line) {
                Ok(mut row) => {
                    if let Some(fields) = row.as_object_mut() {
                        fields.retain(|name, _| {
                            !name.contains("seed") && !name.contains("id") && !name.contains("nodes")
                        });
                    }
                    row.to_string()
                }
                Err(_) => line.trim_end().to_owned(),
            };
            Some(text.lines().map(line).filter(|line| !line.is_empty()).collect())
        };
        if self.format != "jsonl" {
            return Ok(());
        }
        if essence(&found) != essence(&known) {
            bench.note(Outcome::Wrong, "a changed row is taken for true");
        }
        Ok(())
    }
}
