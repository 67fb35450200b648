//! Sets on disk: the same bytes even when resumed, nothing half-written, and every fault found.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ::files::{Damage, Seal};
use problems::check::{Checked, Sample, check};
use problems::set::{checksum, read};
use problems::sources::Style;
use problems::split::Split;
use problems::{Format, Made, Plan, SetError, Watcher};
use serde_json::Value;
use solver::Progress;
use support::{Nobody, files, forge, games, make, plan};

const SAMPLE: Sample = Sample { positions: 20, max_empties: 6, seed: 1 };

fn checked(folder: &Path) -> Checked {
    check(folder, SAMPLE, &Progress::default()).unwrap()
}

#[test]
fn a_set_has_the_same_bytes_on_any_number_of_threads_and_nothing_is_wrong_with_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, decisive, empties) in [("plain", false, 6), ("decisive", true, 8)] {
        let plan = Plan { decisive, ..plan("4x6", empties, 130) };
        let (one, three) = (folder.path().join(format!("{name} one")), folder.path().join(format!("{name} three")));
        let made = make(&plan, &one, 1).unwrap();
        assert_eq!(made.positions.iter().sum::<usize>(), 130);
        make(&plan, &three, 3).unwrap();
        assert_eq!(files(&one), files(&three));
        let result = checked(&one);
        assert_eq!(result.findings, Vec::<String>::new());
        assert_eq!((result.positions, result.proven + result.proven_ends), (made.positions, 20));
        assert_eq!(result.proven, if empties > 6 { 0 } else { 20 });
        // 130 positions in shards of at most 40: train has more than one file.
        assert!(files(&one).contains_key("parquet/train-00001-of-00003.parquet"), "{:?}", files(&one).keys());
        assert_eq!(result.compared, result.files - 3, "all but the plan, the card and the description are data");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "nothing else remains");
}

#[test]
fn where_every_position_fits_no_more_are_labelled_than_are_wanted() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(make(&plan("4x6", 6, 3), &folder.path().join("set"), 2).unwrap().labelled, 3);
}

/// Stops the work after some labels.
struct Stopper<'a> {
    progress: &'a Progress,
    left: AtomicU64,
}

impl Watcher for Stopper<'_> {
    fn begin(&self, _: Option<u64>, _: (u64, u64)) {}

    fn advance(&self, _: bool) {
        if self.left.fetch_sub(1, Ordering::Relaxed) <= 1 {
            self.progress.stop();
        }
    }
}

#[test]
fn a_stopped_set_goes_on_and_becomes_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { decisive: true, ..plan("4x6", 8, 60) };
    let (whole, broken) = (folder.path().join("whole"), folder.path().join("broken"));
    make(&plan, &whole, 2).unwrap();
    let source = games(&plan, Style::Random);
    let mut done = 0;
    for stop_after in [5, 20, 1] {
        let progress = Progress::default();
        let stopper = Stopper { progress: &progress, left: AtomicU64::new(stop_after) };
        let error = problems::make(&plan, &source, &broken, None, Sample::usual(1), &progress, &stopper).unwrap_err();
        let SetError::Stopped { done: labelled } = error else { panic!("{error}") };
        assert!(labelled >= done + stop_after, "{labelled} labels are kept, {done} were before");
        done = labelled;
        assert!(!broken.exists(), "there is no set before it is whole");
        // As if the run had been killed while it wrote.
        let journal = folder.path().join("broken.partial/journal.jsonl");
        let mut text = fs::read(&journal).unwrap();
        text.extend(b"{\"number\":99999,\"row\":{\"id");
        fs::write(&journal, text).unwrap();
    }
    let made = make(&plan, &broken, 3).unwrap();
    assert_eq!(made.resumed, done);
    assert_eq!(files(&whole), files(&broken));
    assert!(!folder.path().join("broken.partial").exists());
}

/// An unfinished set with this many labels; returns the path of its journal.
fn unfinished(plan: &Plan, wanted: &Path, labels: u64) -> PathBuf {
    let progress = Progress::default();
    let stopper = Stopper { progress: &progress, left: AtomicU64::new(labels) };
    problems::make(plan, &games(plan, Style::Random), wanted, None, Sample::usual(1), &progress, &stopper).unwrap_err();
    wanted.with_file_name("set.partial").join("journal.jsonl")
}

#[test]
fn journals_of_earlier_versions_are_read_and_go_on_in_this_one() {
    let folder = tempfile::tempdir().unwrap();
    let (wanted, plan) = (folder.path().join("set"), plan("4x6", 8, 60));
    let journal = unfinished(&plan, &wanted, 20);
    // What the first version would have written.
    let text = fs::read_to_string(&journal).unwrap();
    let texts: Vec<&str> = text.lines().map(|line| line.rsplit_once(" #").unwrap().0).collect();
    let head = texts[0].strip_prefix("othello-labels 3 ").unwrap();
    assert!(head.starts_with("{\"made_by\":") && texts[1].starts_with("{\"number\":"), "{head}");
    let first: String = [&[head], &texts[1..]].concat().iter().map(|line| format!("{line}\n")).collect();
    let second = format!("othello-labels 2 {head}");
    let second: String = [&[&*second], &texts[1..]].concat().iter().map(|line| files::sealed(line) + "\n").collect();
    let whole = folder.path().join("whole");
    make(&plan, &whole, 1).unwrap();
    for former in [first, second] {
        fs::create_dir_all(journal.parent().unwrap()).unwrap();
        fs::write(&journal, &former).unwrap();
        let (known, again) = (texts.len() as u64 - 1, unfinished(&plan, &wanted, 1));
        let renewed = fs::read_to_string(&again).unwrap();
        assert!(renewed.starts_with(&text) && renewed.len() > text.len());
        assert!(make(&plan, &wanted, 1).unwrap().resumed > known);
        assert_eq!(files(&whole), files(&wanted));
        fs::remove_dir_all(&wanted).unwrap();
    }
}

/// Records the lines that are skipped.
#[derive(Default)]
struct Listener(Mutex<Vec<usize>>);

impl Watcher for Listener {
    fn begin(&self, _: Option<u64>, _: (u64, u64)) {}

    fn advance(&self, _: bool) {}

    fn left_out(&self, lines: &[Damage]) {
        self.0.lock().unwrap().extend(lines.iter().map(|damage| damage.line));
    }
}

/// Finishes a set whose journal has these bytes; returns the skipped lines.
fn finish(plan: &Plan, wanted: &Path, journal: &Path, bytes: &[u8]) -> Result<Vec<usize>, SetError> {
    fs::create_dir_all(journal.parent().unwrap()).unwrap();
    fs::write(journal, bytes).unwrap();
    let listener = Listener::default();
    problems::make(plan, &games(plan, Style::Random), wanted, None, Sample::usual(1), &Progress::default(), &listener)?;
    Ok(listener.0.into_inner().unwrap())
}

#[test]
fn damaged_labels_are_found_again_and_the_set_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (wanted, whole, plan) = (folder.path().join("set"), folder.path().join("whole"), plan("4x5", 5, 12));
    make(&plan, &whole, 1).unwrap();
    let journal = unfinished(&plan, &wanted, 8);
    let text = fs::read_to_string(&journal).unwrap();
    let expected = files(&whole);
    let is_same = |bytes: &[u8]| {
        let left_out = finish(&plan, &wanted, &journal, bytes).unwrap();
        assert_eq!(files(&wanted), expected);
        fs::remove_dir_all(&wanted).unwrap();
        left_out
    };
    assert!(is_same(text.as_bytes()).is_empty());
    // A move e1 that becomes a1.
    for (at, _) in text.match_indices("\"e1\"").take(8) {
        let mut bytes = text.clone().into_bytes();
        bytes[at + 1] = b'a';
        let line = text[..at].matches('\n').count() + 1;
        assert_eq!(is_same(&bytes), [line]);
    }
    // A flipped bit in about every hundredth byte after the first line.
    let first = text.find('\n').unwrap() + 1;
    for at in (first..text.len()).step_by(101) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1 << (at % 8);
        is_same(&bytes);
    }
    // Lines that are cut off, repeated, reordered, or from the journal of another plan.
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let other = unfinished(&Plan { seed: 8, ..plan.clone() }, &folder.path().join("other/set"), 8);
    let foreign = fs::read_to_string(other).unwrap();
    let turned: Vec<&str> = lines[1..].iter().rev().copied().collect();
    assert!(is_same(&text.as_bytes()[..text.len() - 7]).is_empty());
    assert!(is_same([&lines[..], &lines[1..]].concat().concat().as_bytes()).is_empty());
    assert!(is_same([&lines[..1], &turned].concat().concat().as_bytes()).is_empty());
    let foreign: String = lines[0].to_owned() + foreign.split_once('\n').unwrap().1;
    assert_eq!(is_same(foreign.as_bytes()).len(), foreign.lines().count() - 1);
    // With a damaged first line, what follows is of no use.
    let error = finish(&plan, &wanted, &journal, text.replacen("labels", "lapels", 1).as_bytes()).unwrap_err();
    assert!(error.to_string().contains("another command or version began"), "{error}");
    let error = finish(&plan, &wanted, &journal, text.replacen("4x5", "4x6", 1).as_bytes()).unwrap_err().to_string();
    assert!(error.contains("journal.jsonl: line 1: the checksum #"), "{error}");
    assert!(error.ends_with("does not match: the line is damaged; remove the folder to begin anew"), "{error}");
}

#[test]
fn labels_of_an_earlier_run_are_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let (wanted, whole) = (folder.path().join("set"), folder.path().join("whole"));
    let plan = Plan { decisive: true, ..plan("4x6", 8, 30) };
    make(&plan, &whole, 1).unwrap();
    let journal = unfinished(&plan, &wanted, 40);
    let text = fs::read_to_string(&journal).unwrap();
    let seal = Seal::of(text.lines().next().unwrap().rsplit_once(" #").unwrap().0);
    let lines: Vec<&str> = text.lines().map(|line| line.rsplit_once(" #").unwrap().0).collect();
    let rows: Vec<Value> = lines[1..].iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let is_null = |row: &&Value| row["row"].is_null();
    assert!(rows.iter().any(|row| is_null(&row)));
    let kept = rows.iter().find(|row| !is_null(row)).unwrap();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut row = kept.clone();
        change(&mut row);
        row
    };
    let losing = kept["row"]["moves"].as_array().unwrap().iter().position(|label| label["outcome"] == "loss").unwrap();
    let forgeries = [
        // By a search alone: a move loses by more, the search took other nodes, the position is not for the set.
        (changed(&|row| row["row"]["moves"][losing]["value"] = (-24).into()), "the label is not what a search finds"),
        (changed(&|row| row["row"]["nodes"] = 1.into()), "the label is not what a search finds"),
        (changed(&|row| row["row"] = Value::Null), "the label is not what a search finds"),
        // By the rules and the plan.
        (changed(&|row| row["row"]["scoring"] = "wof".into()), "the label is not as planned"),
        (changed(&|row| row["row"]["line"] = "".into()), "the line does not end the game"),
    ];
    for (forgery, why) in forgeries {
        let line = seal.seal(&forgery.to_string());
        let bytes = format!("{text}{line}\n");
        let error = finish(&plan, &wanted, &journal, bytes.as_bytes()).unwrap_err().to_string();
        let begin = format!("journal.jsonl: candidate {}: ", forgery["number"]);
        assert!(
            error.contains(&begin) && error.contains(why) && error.contains("; remove its line and all"),
            "{error}"
        );
        assert!(!wanted.exists() && fs::read_to_string(&journal).unwrap().starts_with(&bytes));
    }
    // Without that line the set is finished, and says what it rests on.
    fs::write(&journal, &text).unwrap();
    let made = make(&plan, &wanted, 1).unwrap();
    let Made { provable, found_again, beyond, proven_ends, .. } = made;
    assert!((30..=rows.len()).contains(&provable) && found_again == provable, "{made:?}");
    assert_eq!((beyond, proven_ends), (0, 0));
    assert_eq!(files(&wanted), files(&whole));
}

#[test]
fn of_large_positions_of_an_earlier_run_the_ends_of_lines_are_proven() {
    let folder = tempfile::tempdir().unwrap();
    let (wanted, plan) = (folder.path().join("set"), plan("4x6", 8, 30));
    unfinished(&plan, &wanted, 20);
    let sample = Sample { positions: 5, max_empties: 5, seed: 1 };
    let source = games(&plan, Style::Random);
    let made = problems::make(&plan, &source, &wanted, None, sample, &Progress::default(), &Nobody).unwrap();
    assert_eq!((made.provable, made.proven_ends), (0, 5));
    assert!(made.beyond >= 20);
}

#[test]
fn an_unfinished_set_of_another_plan_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (wanted, first) = (folder.path().join("set"), plan("4x6", 6, 50));
    unfinished(&first, &wanted, 3);
    let before = files(folder.path());
    let other = Plan { seed: 8, ..first.clone() };
    let error = make(&other, &wanted, 1).unwrap_err().to_string();
    assert!(error.ends_with("finish it, or remove the folder"), "{error}");
    assert_eq!(files(folder.path()), before);
    // More positions or other formats do not make it another plan.
    make(&Plan { count: Some(60), formats: vec![Format::Csv], ..first }, &wanted, 1).unwrap();
}

#[test]
fn a_set_that_cannot_be_filled_says_how_many_there_are_and_keeps_their_labels() {
    let folder = tempfile::tempdir().unwrap();
    let error = |plan: &Plan, name: &str| make(plan, &folder.path().join(name), 2).unwrap_err().to_string();
    assert_eq!(
        error(&plan("4x4", 11, 2), "all"),
        "the set cannot be filled: 2 positions are wanted, 1 exist up to symmetry, 1 were reached; labels are kept for a set of 1"
    );
    let decisive = error(&Plan { decisive: true, ..plan("4x4", 11, 2) }, "set");
    assert!(decisive.ends_with("1 were reached; 1 of them are decisive; labels are kept for a set of 1"), "{decisive}");
    let made = make(&Plan { decisive: true, ..plan("4x4", 11, 1) }, &folder.path().join("set"), 2).unwrap();
    assert_eq!((made.positions.iter().sum::<usize>(), made.resumed), (1, 1));
    assert_eq!(files(folder.path()).into_keys().filter(|path| path.contains("set.partial")).count(), 0);
}

#[test]
fn a_folder_with_something_in_it_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("note"), "mine").unwrap();
    let error = make(&plan("4x4", 6, 2), folder.path(), 1).unwrap_err().to_string();
    assert!(error.ends_with("the folder is not empty; a set needs one of its own"), "{error}");
    let error = make(&plan("4x4", 6, 2), &folder.path().join("note"), 1).unwrap_err().to_string();
    assert!(error.contains("there is a file of that name") || error.contains("Not a directory"), "{error}");
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn every_kind_of_fault_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { formats: vec![Format::Jsonl, Format::Obf], shard: 1000, ..plan("4x5", 6, 60) };
    let path = "jsonl/train-00000-of-00001.jsonl";
    let fresh = |name: &str| {
        let folder = folder.path().join(name);
        make(&plan, &folder, 2).unwrap();
        let text = fs::read_to_string(folder.join(path)).unwrap();
        (folder, text)
    };
    let found = |folder: &Path, wanted: &str| {
        let sample = Sample { positions: 60, max_empties: 6, seed: 1 };
        let findings = check(folder, sample, &Progress::default()).unwrap().findings;
        assert!(findings.iter().any(|finding| finding.contains(wanted)), "{wanted}: {findings:?}");
    };
    let (set, text) = fresh("byte");
    fs::write(set.join(path), text.replacen("win", "won", 1)).unwrap();
    found(&set, "the checksum is not that of SHA256SUMS");
    found(&set, "outcome 'won' cannot be read: it is win, draw or loss");
    let (set, _) = fresh("more");
    fs::write(set.join("jsonl/extra"), "x").unwrap();
    found(&set, "jsonl/extra: the file is not in SHA256SUMS");
    let (set, text) = fresh("twice");
    let first = text.lines().next().unwrap();
    forge(&set, path, format!("{text}{first}\n").as_bytes());
    found(&set, "it or a symmetric twin is in train and in train");
    found(&set, "61 positions are there, 60 were planned");
    found(&set, "it does not say what the other formats say");
    let (set, text) = fresh("nodes");
    let moved = text.replacen("\"ply\":", "\"ply\":1", 1);
    forge(&set, path, moved.as_bytes());
    found(&set, "ply does not fit the rest of the record");
    let (set, text) = fresh("label");
    // A position with one move: its value and the move's are one higher, and nothing but a proof can tell.
    let loss = |line: &str| {
        let value = line.split("\"value\":").nth(1)?.split(',').next()?.parse::<i32>().ok()?;
        (line.matches("\"move\":").count() == 1 && value < -1).then(|| (line.to_owned(), value))
    };
    let (line, value) = text.lines().find_map(loss).expect("some position has one losing move");
    let other = line.replace(&format!("\"value\":{value},"), &format!("\"value\":{},", value + 1));
    forge(&set, path, text.replace(&line, &other).as_bytes());
    found(&set, "which is not its label");
}

#[test]
fn what_is_no_set_is_no_finding() {
    let folder = tempfile::tempdir().unwrap();
    let error = check(folder.path(), SAMPLE, &Progress::default()).unwrap_err();
    assert!(matches!(&error, SetError::Folder { why, .. } if why.contains("SHA256SUMS")), "{error}");
}

#[test]
fn a_set_is_read_back_as_it_was_made_and_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    for formats in [vec![Format::Jsonl], vec![Format::Csv, Format::Parquet]] {
        let plan = Plan { formats, ..plan("4x6", 7, 90) };
        let made = make(&plan, &set, 2).unwrap();
        let found = read(&set).unwrap();
        assert_eq!((found.records.len(), &found.plan), (90, &plan));
        let splits = Split::ALL.map(|split| found.records.iter().filter(|record| record.split() == split).count());
        assert_eq!(splits, made.positions);
        assert!(found.records.is_sorted_by_key(|record| record.split()));
        assert_eq!(found.checksum, checksum(&fs::read(set.join("SHA256SUMS")).unwrap()));
        let refused = |expected: &str| {
            let error = read(&set).map(|set| set.records.len()).unwrap_err().to_string();
            assert!(error.contains("set: not a problem set: ") && error.contains(expected), "{error}");
            assert_eq!(error.lines().count(), 1);
        };
        let is_read = |path: &String| !path.starts_with("csv") && path.contains("train-00001");
        let data = set.join(files(&set).into_keys().find(is_read).unwrap());
        let bytes = fs::read(&data).unwrap();
        fs::write(&data, &bytes[..bytes.len() - 1]).unwrap();
        refused("the checksum is not that of SHA256SUMS");
        fs::remove_file(&data).unwrap();
        refused("train-00001");
        fs::remove_file(set.join("SHA256SUMS")).unwrap();
        refused("SHA256SUMS");
        fs::remove_dir_all(&set).unwrap();
        refused("there is no such folder");
    }
    make(&Plan { formats: vec![Format::Obf], ..plan("4x6", 7, 10) }, &set, 1).unwrap();
    assert!(read(&set).unwrap_err().to_string().contains("neither parquet nor jsonl is among its formats"));
}
