//! Every system call by which a command changes files of a table fails once, in turn: with an error of the device, and
//! with a full disk that stays full until the command ends. `tests/support/failing.c` makes them fail.
#![cfg(all(target_os = "linux", feature = "whole"))]

use crate::support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use solver::random::Random;
use solver::{Basis, Board, Bounds, Discs, Position, ProofTable, Proven, Scoring, Start, Symmetries};
use support::{Run, SMALL, program};
use tables::Tables;

/// How long a command may take, with whatever fails.
const LIMIT: Duration = Duration::from_secs(10);
/// The errors: the number, and whether all later calls fail too.
const ERRORS: [(i32, bool); 2] = [(5, false), (28, true)];

/// What a table holds: entries by board and number of the position, and finished tablebases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Content {
    entries: BTreeMap<(String, Discs), Proven>,
    tablebases: BTreeSet<String>,
}

impl Content {
    /// Opens a table as a writer does and reads all of it.
    fn of(directory: &Path) -> Result<Self, String> {
        let mut content = Self::default();
        let tables = Tables::open(directory).map_err(|error| error.to_string())?;
        for (board, scoring) in tables.list() {
            let table = tables.table(board, scoring);
            for entry in table.entries() {
                let (discs, proven) = entry.map_err(|error| error.to_string())?;
                content.entries.insert((board.to_string(), discs), proven);
            }
        }
        for table in tables.list_exhaustive() {
            let table = table.map_err(|error| error.to_string())?;
            content.tablebases.insert(format!("{} {:x}", table.board(), table.checksum()));
        }
        Ok(content)
    }

    /// Whether everything in `before` is known here, or more.
    fn includes(&self, before: &Self) -> bool {
        let is_known = |(at, old): (&(String, Discs), &Proven)| {
            let new = self.entries.get(at).map(|new| new.bounds);
            new.is_some_and(|new| new.intersect(old.bounds) == new)
        };
        before.entries.iter().all(is_known) && self.tablebases.is_superset(&before.tablebases)
    }

    fn without(&self, board: &str) -> Self {
        let mut rest = self.clone();
        rest.entries.retain(|(at, _), _| at != board);
        rest
    }
}

/// A command on a copy of a table.
struct Scene<'a> {
    arguments: &'a [&'a str],
    /// What must stay, even if it fails.
    kept: Content,
    /// What is there when it has succeeded.
    done: Content,
}

/// The place of all files: the library, the table before, and what comes in.
struct Place(tempfile::TempDir);

impl Place {
    /// `None` if there is no compiler.
    fn new() -> Option<Self> {
        let place = Self(tempfile::tempdir().unwrap());
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/failing.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", source, "-ldl", "-o"]).arg(place.at("failing.so"));
        match compiler.output() {
            Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
            Err(error) => {
                support::skipped(&format!("there is no C compiler: {error}"));
                return None;
            }
        }
        fill(&place.at("table"), &[("4x5", 300, 1), ("5x5", 300, 2)]);
        fill(&place.at("other"), &[("4x5", 500, 3), ("5x5", 12_000, 4), ("5x6", 50, 5)]);
        let other = Tables::open_read_only(&place.at("other")).unwrap();
        let board = "5x5".parse().unwrap();
        let table = other.table(board, Scoring::Discs);
        tables::export(&place.at("file"), board, Scoring::Discs, table.entries()).unwrap();
        Some(place)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A fresh copy of the table.
    fn copy(&self) -> tempfile::TempDir {
        let copy = tempfile::tempdir_in(self.0.path()).unwrap();
        for file in fs::read_dir(self.at("table")).unwrap().map(Result::unwrap) {
            fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
        }
        copy
    }

    /// Runs a command on a table; `None` if it does not end in time.
    fn run(&self, arguments: &[&str], table: &Path, failing: &[(&str, &str)]) -> Option<Run> {
        let mut command = program();
        command.args(arguments).arg(table).current_dir(self.0.path()).envs(failing.iter().copied());
        command.env("LD_PRELOAD", self.at("failing.so")).env("FAIL_UNDER", table);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let begin = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if begin.elapsed() > LIMIT {
                child.kill().unwrap();
                child.wait().unwrap();
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
        Some(child.wait_with_output().unwrap().into())
    }

    /// What a command leaves if nothing fails, and the calls that it makes: how many of each kind on each kind of file.
    fn undisturbed<'a>(
        &self,
        arguments: &'a [&str],
        kept: fn(&Content) -> Content,
    ) -> (Scene<'a>, BTreeMap<String, u32>) {
        let (table, log) = (self.copy(), self.at("calls"));
        let _ = fs::remove_file(&log);
        let run = self.run(arguments, table.path(), &[("FAIL_LOG", log.to_str().unwrap())]).expect("it ends");
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{arguments:?} {run:?}");
        let kept = kept(&Content::of(&self.at("table")).unwrap());
        let done = Content::of(table.path()).unwrap();
        assert!(done.includes(&kept), "{arguments:?}");
        let mut calls = BTreeMap::new();
        for call in fs::read_to_string(log).unwrap().lines() {
            *calls.entry(call.rsplit_once(' ').unwrap().0.to_owned()).or_insert(0) += 1;
        }
        (Scene { arguments, kept, done }, calls)
    }

    /// Runs a command while a call fails, looks at the table, and runs the command again.
    ///
    /// # Errors
    /// What is wrong.
    fn fail(&self, scene: &Scene<'_>, call: &str, (error, stays): (i32, bool)) -> Result<Option<i32>, String> {
        let table = self.copy();
        let error = error.to_string();
        let mut failing = vec![("FAIL_CALL", call), ("FAIL_ERROR", &error)];
        failing.extend(stays.then_some(("FAIL_REST", "1")));
        let run = self.run(scene.arguments, table.path(), &failing).ok_or("it does not end")?;
        let lines = run.stderr.lines().count();
        if !(run.status == Some(0) && lines <= 1 || run.status == Some(1) && lines == 1) {
            return Err(format!("{run:?}"));
        }
        let left = Content::of(table.path()).map_err(|error| format!("{run:?}; then: {error}"))?;
        if !left.includes(&scene.kept) {
            return Err(format!("something is lost; {run:?}"));
        }
        // Entries of searches depend on the time.
        let is_done = |content: &Content| match scene.arguments[0] {
            "--board" => content.includes(&scene.kept) && content.includes(&answer(&scene.done)),
            _ => *content == scene.done,
        };
        if run.status == Some(0) && !is_done(&left) {
            return Err(format!("it has not done what it says: {run:?}"));
        }
        let again = self.run(scene.arguments, table.path(), &[]).ok_or("run again, it does not end")?;
        // What is dropped cannot be dropped again.
        if again.status != Some(0) && left != scene.done {
            return Err(format!("{run:?}; again: {again:?}"));
        }
        match Content::of(table.path()) {
            Ok(content) if is_done(&content) => Ok(run.status),
            content => Err(format!("{run:?}; again: {again:?}; then: {:?}", content.map(|found| found.entries.len()))),
        }
    }
}

/// The entry of the start of 4x6.
fn answer(content: &Content) -> Content {
    let board: Board = "4x6".parse().unwrap();
    let start = solver::CanonicalPosition::of(&Position::start(board, Start::Othello)).discs();
    let at = (board.to_string(), start);
    let entries = content.entries.get(&at).map(|&proven| (at, proven)).into_iter().collect();
    Content { entries, ..Content::default() }
}

/// Makes a table with so many entries of each board; none contradict each other.
fn fill(directory: &Path, boards: &[(&str, u64, u64)]) {
    let tables = Tables::open(directory).unwrap();
    for &(board, count, seed) in boards {
        let board: Board = board.parse().unwrap();
        let symmetries = Symmetries::new(board);
        let table = tables.table(board, Scoring::Discs);
        let mut random = Random::new(seed, 0);
        for effort in 0..count {
            let mut bits = || u64::from(random.below(1 << 10)) << 10 | u64::from(random.below(1 << 10));
            let player = bits();
            let discs = symmetries.canonical(Discs::from_bits(player, bits() & !player).unwrap()).0;
            let bounds = Bounds::new(-2, board.squares() as i32);
            table.record(discs, Proven { bounds, best: None, effort, basis: Basis::Proof });
        }
    }
    tables.flush().unwrap();
}

/// The arguments of a command up to the table, and what must stay of what was there before.
type Case = (Vec<&'static str>, fn(&Content) -> Content);

fn commands() -> Vec<Case> {
    let solve = [&["--board", "4x6", "--threads", "1", "--no-book"], SMALL, &["--table"]].concat();
    let exhaust = ["exhaust", "--board", "3x4", "--threads", "1", "--quiet", "-o"].to_vec();
    vec![
        (["table", "import", "file", "--table"].to_vec(), Clone::clone),
        (["table", "merge", "other", "--table"].to_vec(), Clone::clone),
        (["table", "compact", "--table"].to_vec(), Clone::clone),
        (solve, Clone::clone),
        (["table", "drop", "--board", "4x5", "--scoring", "discs", "--yes", "--table"].to_vec(), |all| {
            all.without("4x5")
        }),
        (exhaust, Clone::clone),
    ]
}

/// Tries the calls of commands whose number among those of their kind is picked.
fn try_calls(commands: &[Case], is_picked: impl Fn(u32, u32) -> bool) {
    let Some(place) = Place::new() else { return };
    let undisturbed = commands.iter().map(|(arguments, kept)| place.undisturbed(arguments, *kept));
    let (scenes, calls): (Vec<_>, Vec<_>) = undisturbed.unzip();
    let mut trials = Vec::new();
    for (scene, calls) in scenes.iter().zip(&calls) {
        for (kind, &count) in calls {
            for number in (0..count).filter(|&number| is_picked(number, count)) {
                trials.extend(ERRORS.map(|error| (scene, format!("{kind} {number}"), error)));
            }
        }
    }
    let (count, trials) = (trials.len(), Mutex::new(trials.into_iter()));
    let (tally, bad) = (Mutex::new(BTreeMap::new()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            let work = || {
                loop {
                    let Some((scene, call, error)) = trials.lock().unwrap().next() else { break };
                    let name = &scene.arguments[..2];
                    let outcome = match place.fail(scene, &call, error) {
                        Ok(Some(0)) => "succeeds",
                        Ok(_) => "is refused with one line",
                        Err(why) => {
                            bad.lock().unwrap().push(format!("{name:?}, error {} of {call}: {why}", error.0));
                            "is bad"
                        }
                    };
                    *tally.lock().unwrap().entry(format!("{name:?} {outcome}")).or_insert(0) += 1;
                }
            };
            thread::Builder::new().spawn_scoped(scope, work).unwrap();
        }
    });
    println!("{count} calls failed: {:#?}", tally.into_inner().unwrap());
    let bad = bad.into_inner().unwrap();
    assert!(bad.is_empty(), "{} of {count}:\n{}", bad.len(), bad.join("\n"));
}

#[test]
fn no_failing_call_costs_a_table() {
    // The last command makes a tablebase: hundreds of calls on files that are not the table's.
    let commands = commands();
    try_calls(&commands[..commands.len() - 1], |number, count| number == 0 || number + 1 == count);
}

#[test]
#[ignore = "it takes minutes: scripts/test --all"]
fn no_failing_call_at_all_costs_a_table() {
    try_calls(&commands(), |_, _| true);
}
