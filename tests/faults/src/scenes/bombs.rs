//! Bombs for every reader: files that are small on disk and claim to be large, never end, or are not files at all.

use std::ffi::CString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::bench::Bench;
use crate::outcome::Outcome;
use crate::scene::{Scene, Trouble};
use crate::scenes::sets::MAKE;
use crate::scenes::{campaigns, certificates, checkpoints, exports, journals, sets, texts};
use crate::seal;
use crate::truth::Footing;

/// A process that refuses a bomb may have no more resident bytes than this.
const MOST_REFUSING: u64 = 64 << 20;

/// Bombs in place of files that other scenes prepare.
pub(super) struct Bombs;

/// Files of one scene that a bomb may replace, and commands that read them.
struct Target {
    /// The scene that prepares the files.
    scene: &'static str,
    /// What is taken from there.
    taken: &'static [&'static str],
    /// The file, or the folder of files, that becomes a bomb.
    place: &'static str,
    /// Whether the commands read it on standard input.
    is_input: bool,
    /// How to correct its checksums.
    seal: Option<seal::Seal>,
    commands: &'static [&'static [&'static str]],
}

const CHECK_SET: &[&str] = &["problems", "check", "set", "--sample", "9", "--threads", "1"];
const JOB: &[&str] = &["campaign", "job", "--memory", "1MiB"];
const RUN: &[&str] = &["campaign", "run", "campaign", "--workers", "1", "--memory", "1MiB", "--no-table", "--quiet"];

const fn target(scene: &'static str, place: &'static str, commands: &'static [&'static [&'static str]]) -> Target {
    Target { scene, taken: &[], place, is_input: false, seal: None, commands }
}

#[rustfmt::skip]
const TARGETS: [Target; 15] = [
    Target { taken: &["campaign", "fresh"], seal: Some(seal::lines), ..target("ledger", "campaign/ledger.txt", &[
        &["campaign", "report", "campaign", "--json"],
        &["campaign", "next", "campaign", "--count", "3"],
        &["campaign", "merge", "fresh", "campaign"],
        RUN,
    ]) },
    Target { taken: &["plain", "answers"], ..target("driver", "answers", &[&["campaign", "record", "plain", "answers"]]) },
    Target { taken: &["plain", "talk"], is_input: true, ..target("driver", "talk", &[&["campaign", "serve", "plain"]]) },
    Target { taken: &["jobs"], is_input: true, ..target("worker", "jobs", &[JOB]) },
    Target { taken: &["set"], ..target("set-parquet", "set", &[CHECK_SET, &["mcts", "accuracy", "--set", "set", "--player", "uct:n=5"]]) },
    Target { taken: &["set"], ..target("set-frame", "set", &[CHECK_SET]) },
    Target { taken: &["results", "set"], seal: Some(seal::lines), ..target("survey", "results", &[
        &["mcts", "accuracy", "--set", "set", "--player", "uct:n=20", "--results", "results", "--json"],
    ]) },
    Target { taken: &["half.partial"], seal: Some(seal::lines), ..target("labels", "half.partial", &[&[]]) },
    Target { taken: &["tree"], seal: Some(seal::tail), ..target("tree", "tree", &[
        &["mcts", "tds", "search", "--ranks", "1", "--board", "4x4", "--player", "uct:n=600", "--checkpoint", "tree", "--json"],
    ]) },
    Target { taken: &["half"], ..target("layers", "half/4x4 discs othello exhaustive.work", &[
        &["exhaust", "--board", "4x4", "-o", "half", "--json", "--quiet", "--threads", "1"],
    ]) },
    Target { taken: &["list.txt"], ..target("positions", "list.txt", &[
        &["positions", "list.txt", "--no-table", "--time-limit", "300ms", "--memory", "1MiB", "--threads", "1"],
    ]) },
    Target { taken: &["source.ggf"], ..target("ggf", "source.ggf", &[
        &["problems", "-o", "set", "--board", "4x4", "--source", "file:source.ggf", "--no-table", "--quiet", "--threads", "1"],
    ]) },
    Target { taken: &["chart.json"], ..target("chart", "chart.json", &[&["chart", "chart.json", "-o", "chart.svg"]]) },
    Target { taken: &["exported"], seal: Some(seal::export), ..target("export", "exported", &[&["table", "import", "exported", "--table", "table"]]) },
    Target { taken: &["a.cert"], seal: Some(seal::tail), ..target("certificate", "a.cert", &[&["check", "a.cert", "--threads", "1", "--quiet"]]) },
];

/// The scenes whose files are taken.
fn sources() -> Vec<Box<dyn Scene>> {
    let mut all: Vec<Box<dyn Scene>> = vec![Box::new(exports::Exports)];
    for scenes in [campaigns::scenes, sets::scenes, journals::scenes, checkpoints::scenes, texts::scenes] {
        all.extend(scenes());
    }
    all.extend(certificates::scenes());
    all.retain(|scene| TARGETS.iter().any(|target| target.scene == scene.name()));
    all
}

impl Scene for Bombs {
    fn name(&self) -> &'static str {
        "bomb"
    }

    fn weight(&self) -> f64 {
        4.0
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        let home = bench.folder.clone();
        for scene in sources() {
            bench.folder = home.join(scene.name());
            fs::create_dir(&bench.folder)?;
            scene.prepare(bench)?;
        }
        bench.folder = home;
        Ok(())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        let target = &TARGETS[(bench.number % TARGETS.len() as u64) as usize];
        for name in target.taken {
            bench.take(&prepared.join(target.scene), name)?;
        }
        let name = match bench.folder.join(target.place).is_dir() {
            true => {
                let mut files = bench.files(target.place)?;
                files.swap_remove(bench.random.index(files.len()))
            }
            false => target.place.to_owned(),
        };
        plant(bench, target, &name)?;
        for command in target.commands {
            let whole: Vec<&str> = match target.scene {
                "labels" => [&["problems", "-o", "half"][..], &MAKE].concat(),
                _ => command.to_vec(),
            };
            let before = bench.report.peak_bytes;
            bench.report.peak_bytes = 0;
            let ended = bench.run(&whole, target.is_input.then_some(&name))?;
            bench.judge(&ended, &|_| Ok(Footing::True));
            if ended.status != Some(0) && ended.peak_bytes > MOST_REFUSING {
                bench.note(Outcome::Memory, &format!("{} MiB until it was refused", ended.peak_bytes >> 20));
            }
            bench.report.peak_bytes = bench.report.peak_bytes.max(before);
        }
        Ok(())
    }
}

/// Puts a bomb in the place of a file.
fn plant(bench: &mut Bench<'_>, target: &Target, name: &str) -> io::Result<()> {
    let path = bench.folder.join(name);
    // Standard input is always a plain file here, as a shell would open it, and a list may come from a pipe.
    let kinds = match target.scene {
        _ if target.is_input => 6,
        "driver" | "positions" | "ggf" | "chart" => 8,
        _ => 9,
    };
    let told = match bench.random.index(kinds) {
        0 => {
            File::create(&path)?.set_len(1 << 40)?;
            "1 TiB of zeros"
        }
        1 => {
            File::options().write(true).open(&path)?.set_len(1 << 40)?;
            "1 TiB of zeros behind it"
        }
        2 => {
            let byte = bench.random.pick(b"[{(\" 9-X\xff");
            // A little at a time: a child's count of memory starts at what this process has.
            let mut file = File::create(&path)?;
            (0..512).try_for_each(|_| file.write_all(&[byte; 1 << 16]))?;
            "one line of 32 MiB"
        }
        3 => {
            fs::write(&path, "[{\"a\":".repeat(200_000))?;
            "JSON that is 400,000 deep"
        }
        4 | 5 => {
            enlarge(bench, &path, target.seal)?;
            if target.place == "set" && bench.random.index(4) > 0 {
                sets::seal(bench, name)?;
            }
            "numbers that are much too large"
        }
        6 => {
            fs::remove_file(&path)?;
            std::os::unix::fs::symlink("/dev/zero", &path)?;
            "/dev/zero"
        }
        7 => {
            fs::remove_file(&path)?;
            fs::create_dir(&path)?;
            "a folder"
        }
        _ => {
            fs::remove_file(&path)?;
            make_pipe(&path)?;
            "a pipe that nobody writes to"
        }
    };
    bench.tell(format!("{name}: {told}"));
    Ok(())
}

/// Makes a number in a file very large: in a text by its digits, otherwise by bytes that are large in every encoding.
fn enlarge(bench: &mut Bench<'_>, path: &Path, seal: Option<seal::Seal>) -> io::Result<()> {
    const DIGITS: [&[u8]; 4] = [b"99999999", b"4294967295", b"18446744073709551615", b"1e300"];
    const BYTES: [&[u8]; 4] =
        [b"\xff\xff\xff\xff\x07", b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff\xff\xff\xff\x7f", b"\x00\x00\x00\x40"];
    let mut bytes = fs::read(path)?;
    let is_text = bytes.iter().all(|&byte| byte >= 9);
    for _ in 0..1 + bench.random.index(3) {
        let digits: Vec<usize> = (0..bytes.len()).filter(|&at| is_text && bytes[at].is_ascii_digit()).collect();
        if digits.is_empty() {
            let large = bench.random.pick(&BYTES);
            let at = bench.random.index(bytes.len().saturating_sub(large.len()).max(1));
            let end = (at + large.len()).min(bytes.len());
            bytes.splice(at..end, large.iter().copied());
        } else {
            let (at, large) = (bench.random.pick(&digits), bench.random.pick(&DIGITS));
            bytes.splice(at..=at, large.iter().copied());
        }
    }
    if let Some(seal) = seal {
        seal(&mut bytes);
    }
    fs::write(path, bytes)
}

fn make_pipe(path: &Path) -> io::Result<()> {
    let name = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: the name ends with a zero byte and lives as long as the call.
    if unsafe { libc::mkfifo(name.as_ptr(), 0o600) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
