//! Tables on disk: the files of RocksDB, damaged, behind every command that reads them.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;
use solver::random::Random;
use solver::{Position, Start};

use crate::bench::Bench;
use crate::outcome::Outcome;
use crate::scene::{Scene, Trouble, make, make_half};
use crate::truth::Footing;

/// The options of a small and quiet search.
pub(crate) const SEARCH: [&str; 6] = ["--memory", "1MiB", "--threads", "1", "--quiet", "--json"];
/// Positions in the list that tables are asked about.
const LISTED: usize = 16;

/// A kind of RocksDB's files.
struct TableFiles {
    name: &'static str,
    /// The folder with the most files of that kind.
    folder: &'static str,
    is_kind: fn(&str) -> bool,
    weight: f64,
}

/// A tablebase: every reachable position of a small board.
struct WholeTable;

pub(super) fn scenes() -> Vec<Box<dyn Scene>> {
    let files =
        |name, folder, is_kind, weight| -> Box<dyn Scene> { Box::new(TableFiles { name, folder, is_kind, weight }) };
    vec![
        files("table-sst", "settled", |name| name.ends_with(".sst"), 3.0),
        files("table-log", "logged", |name| name.ends_with(".log"), 2.0),
        files("table-manifest", "settled", |name| name.starts_with("MANIFEST-"), 1.0),
        files(
            "table-options",
            "settled",
            |name| name == "CURRENT" || name == "IDENTITY" || name.starts_with("OPTIONS-"),
            0.5,
        ),
        Box::new(WholeTable),
    ]
}

/// Positions of random games on 4x6, one a line.
pub(crate) fn list() -> String {
    let mut random = Random::new(4, 6);
    let board = "4x6".parse().expect("a board");
    let mut lines = String::new();
    for _ in 0..LISTED {
        let mut position = Position::start(board, Start::Othello);
        let empties = 4 + random.below(10);
        while position.empties() > empties {
            match random.legal_move(&position) {
                Some(chosen) => position = position.play(chosen).expect("it is legal"),
                None => position = Position::start(board, Start::Othello),
            }
        }
        lines += &format!("{position}\n");
    }
    lines
}

/// Asks about every position of `list.txt`, with some table.
pub(crate) fn ask_list(bench: &mut Bench<'_>, table: &str, more: &[&str]) -> io::Result<()> {
    let truth = bench.truth;
    let arguments = [&["positions", "list.txt", "--table", table], more, &SEARCH].concat();
    let ended = bench.run(&arguments, None)?;
    // Every answer must be true, whatever became of the rest.
    match crate::bench::answers(truth, &ended.stdout) {
        Ok(Footing::True) => {}
        Ok(Footing::Unverified) => bench.note(Outcome::Said, "an answer says that it rests on unverified entries"),
        Err(why) => bench.note(Outcome::Wrong, &why),
    }
    if ended.status == Some(0) && ended.stdout.lines().count() != LISTED {
        bench.note(Outcome::Wrong, "not all positions are answered");
    }
    let says_why = ended.stderr.lines().all(|line| line.starts_with("solve: "));
    match ended.status {
        // One message for each position that cannot be answered.
        Some(1) if ended.stderr.lines().count() > 1 && says_why => {
            bench.note(Outcome::Refused, ended.stderr.lines().next().unwrap_or_default());
        }
        Some(status) if status != 0 => bench.judge(&ended, &|_| Ok(Footing::True)),
        _ => {}
    }
    Ok(())
}

/// Asks about the start of 4x6.
pub(crate) fn ask_start(bench: &mut Bench<'_>, table: &str, more: &[&str]) -> io::Result<()> {
    let truth = bench.truth;
    let arguments = [&["--board", "4x6", "--table", table], more, &SEARCH].concat();
    let ended = bench.run(&arguments, None)?;
    bench.judge(&ended, &|text| {
        if text.is_empty() { Err("no answer".to_owned()) } else { crate::bench::answers(truth, text) }
    });
    Ok(())
}

impl Scene for TableFiles {
    fn name(&self) -> &'static str {
        self.name
    }

    fn weight(&self) -> f64 {
        self.weight
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        fs::write(bench.folder.join("list.txt"), list())?;
        if self.folder == "logged" {
            let long = list() + "6x6 --------------OX----XO-------------- X\n";
            fs::write(bench.folder.join("long.txt"), long)?;
            let arguments = [&["positions", "long.txt", "--table", self.folder], &SEARCH[..]].concat();
            if !make_half(bench, &arguments, &|folder| log_bytes(&folder.join("logged")) > 4000)? {
                let why = "the long search ended before it was killed".to_owned();
                return Err(Trouble::Unprepared { scene: self.name, why });
            }
            return Ok(());
        }
        let arguments = [&["positions", "list.txt", "--table", self.folder], &SEARCH[..]].concat();
        make(bench, self.name, &arguments)?;
        make(bench, self.name, &[&["--board", "4x6", "--table", self.folder], &SEARCH[..]].concat())?;
        make(bench, self.name, &["table", "compact", "--table", self.folder]).map(|_| ())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take_as(&prepared.join(self.folder), "table")?;
        bench.take(prepared, "list.txt")?;
        let name = |path: &String| path.rsplit('/').next().unwrap_or_default().to_owned();
        let mut files = bench.files("table")?;
        files.retain(|path| (self.is_kind)(&name(path)));
        // Many kinds also have empty files, with little to damage.
        files.sort_by_key(|path| fs::metadata(bench.folder.join(path)).map_or(0, |data| data.len()));
        let least = files.len() / 2;
        let file = files[least + bench.random.index(files.len() - least)].clone();
        bench.damage(&file, None)?;
        let question = bench.random.below(8);
        ask_tables(bench, question)
    }
}

/// Reads a damaged table in one of several ways.
fn ask_tables(bench: &mut Bench<'_>, question: u32) -> io::Result<()> {
    match question {
        0 => ask_start(bench, "table", &[])?,
        1 => ask_list(bench, "table", &["--table-read-only"])?,
        2 => ask_list(bench, "table", &[])?,
        3 => {
            bench.survive(&["table", "verify", "--level", "successors", "--table", "table"])?;
            ask_list(bench, "table", &["--table-read-only"])?;
        }
        4 => {
            bench.survive(&["table", "compact", "--table", "table"])?;
            ask_start(bench, "table", &[])?;
        }
        5 => {
            let exported =
                bench.survive(&["table", "export", "--board", "4x6", "-o", "exported", "--table", "table"])?;
            if exported.status == Some(0) {
                bench.survive(&["table", "import", "exported", "--table", "other"])?;
                ask_list(bench, "other", &[])?;
            }
        }
        6 => {
            bench.survive(&["table", "merge", "table", "--table", "other"])?;
            ask_list(bench, "other", &[])?;
        }
        _ => {
            bench.survive(&["table", "info", "--json", "--table", "table"])?;
            ask_start(bench, "table", &["--table-read-only"])?;
        }
    }
    Ok(())
}

/// Bytes of the logs of a table.
fn log_bytes(table: &Path) -> u64 {
    let Ok(files) = fs::read_dir(table) else { return 0 };
    let logs = files.flatten().filter(|file| file.path().extension().is_some_and(|end| end == "log"));
    logs.filter_map(|log| log.metadata().ok()).map(|log| log.len()).sum()
}

impl Scene for WholeTable {
    fn name(&self) -> &'static str {
        "whole-table"
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        let arguments = ["exhaust", "--board", "3x4", "-o", "table", "--json", "--quiet", "--threads", "1"];
        let told = make(bench, self.name(), &arguments)?;
        fs::write(bench.folder.join("told.json"), told)?;
        Ok(())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "table")?;
        let files = bench.files("table")?;
        let sorted: Vec<&String> = files.iter().filter(|name| name.ends_with(".sst")).collect();
        // Put most faults in the blocks themselves.
        let file = match bench.random.index(4) {
            0 => bench.random.pick(&files.iter().collect::<Vec<_>>()).clone(),
            _ => bench.random.pick(&sorted).clone(),
        };
        bench.damage(&file, None)?;
        let expected = whole(&fs::read_to_string(prepared.join("told.json"))?);
        let same = |text: &str| {
            let told = whole(text.lines().next().unwrap_or_default());
            if told == expected { Ok(Footing::True) } else { Err(format!("not what it was: {text}")) }
        };
        let base = ["exhaust", "--board", "3x4", "-o", "table", "--json"];
        let truth = bench.truth;
        match bench.random.index(4) {
            0 => bench.ask(&[&base[..], &["--quiet", "--threads", "1"]].concat(), &same)?,
            1 => bench.ask(&[&base[..], &["--quiet", "--threads", "1", "--verify"]].concat(), &same)?,
            2 => bench.ask(&[&base[..], &["--moves", ""]].concat(), &|text| looked_up(truth, text))?,
            _ => {
                let arguments = [&["--board", "3x4", "--table", "table", "--table-read-only"], &SEARCH[..]].concat();
                bench.ask(&arguments, &|text| crate::bench::answers(truth, text))?
            }
        };
        Ok(())
    }
}

/// What a tablebase says about itself, without what differs from run to run. One that went on after a kill rightly says
/// that nobody has verified it; its checksum is that of all values.
pub(crate) fn whole(text: &str) -> Value {
    let mut record: Value = serde_json::from_str(text).unwrap_or_default();
    for field in ["seconds", "bytes", "unverified", "unverified_runs"] {
        if let Some(fields) = record.as_object_mut() {
            fields.remove(field);
        }
    }
    record
}

/// Checks the values of a tablebase's position and of its moves against the truth.
fn looked_up(truth: &crate::truth::Truth, text: &str) -> Result<Footing, String> {
    let record: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let fail = || format!("not true: {text}");
    let board = record["board"].as_str().and_then(|text| text.parse().ok()).ok_or_else(fail)?;
    let position = record["position"].as_str().ok_or_else(fail)?;
    let position = solver::notation::parse_position(board, position).map_err(|_| fail())?;
    let scoring = solver::Scoring::Discs;
    let value = truth.value(&position, scoring)?;
    let mut is_true = record["value"].as_i64() == Some(value.into());
    for chosen in record["moves"].as_array().ok_or_else(fail)? {
        let moves =
            solver::notation::parse_moves(board, chosen["move"].as_str().ok_or_else(fail)?).map_err(|_| fail())?;
        let next = solver::notation::play_moves(position, &moves).map_err(|_| fail())?;
        let sign = if next.side() == position.side() { 1 } else { -1 };
        is_true &= chosen["value"].as_i64() == Some(i64::from(sign * truth.value(&next, scoring)?));
    }
    if is_true { Ok(Footing::True) } else { Err(fail()) }
}
