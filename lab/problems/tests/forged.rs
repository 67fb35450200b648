//! Sets with contents that this program never writes: each is rejected or found faulty, and none makes a reader panic.

mod support;

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use problems::check::{Sample, check};
use problems::label::{LabelError, Labeller};
use problems::set::{checksum, describe, read};
use problems::sources::{SourceSpec, Span};
use problems::traps::traps;
use problems::{Format, Plan, Record};
use serde_json::{Value, json};
use solver::random::unpredictable;
use solver::{Mode, Move, Position, Progress, Start};
use support::{EXACT, files, forge, make, plan};

const TRAIN: &str = "jsonl/train-00000-of-00001.jsonl";

fn findings(set: &Path) -> Vec<String> {
    check(set, Sample { positions: 50, max_empties: 8, seed: 1 }, &Progress::default()).unwrap().findings
}

/// Makes the set of a plan in JSON Lines, changes each row of its train split, and corrects all checksums.
fn forged(folder: &Path, plan: &Plan, change: impl Fn(usize, &mut Value)) -> PathBuf {
    let set = folder.join("set");
    let _ = fs::remove_dir_all(&set);
    make(&Plan { shard: 1000, ..plan.clone() }, &set, 2).unwrap();
    let text = fs::read_to_string(set.join(TRAIN)).unwrap();
    let row = |(index, line): (usize, &str)| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        change(index, &mut row);
        format!("{row}\n")
    };
    let text: String = text.lines().enumerate().map(row).collect();
    forge(&set, TRAIN, text.as_bytes());
    set
}

/// Expects that reading a set fails and that checking it finds the fault.
#[track_caller]
fn refuse(set: &Path, wanted: &str) {
    let error = read(set).unwrap_err().to_string();
    assert!(error.contains(wanted), "{error}");
    let findings = findings(set);
    assert!(findings.iter().any(|finding| finding.contains(wanted)), "{wanted}: {findings:?}");
}

#[test]
fn values_are_there_where_the_labels_are_exact_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let exact = Plan { formats: vec![Format::Jsonl], ..plan("4x5", 6, 40) };
    let without_values = |row: &mut Value| {
        row["value"] = Value::Null;
        for label in row["moves"].as_array_mut().unwrap() {
            label["value"] = Value::Null;
        }
    };
    let missing = "the labels are exact, and a value is missing";
    refuse(&forged(folder.path(), &exact, |_, row| without_values(row)), missing);
    refuse(&forged(folder.path(), &exact, |_, row| row["moves"][0]["value"] = Value::Null), missing);
    refuse(&forged(folder.path(), &exact, |index, row| row["value"] = json!((index > 0).then_some(2))), missing);
    let outcomes = Plan { labels: Mode::Wld, ..exact.clone() };
    let there = "the labels are outcomes only, and there is a value";
    refuse(&forged(folder.path(), &outcomes, |_, row| row["value"] = json!(2)), there);
    refuse(&forged(folder.path(), &outcomes, |_, row| row["moves"][0]["value"] = json!(2)), there);
    let set = forged(folder.path(), &exact, |_, row| row["moves"][0]["value"] = json!(21));
    refuse(&set, "value +21 is impossible on board 4x5");
    let set = forged(folder.path(), &exact, |_, row| row["value"] = json!(-128));
    refuse(&set, "value -128 is impossible on board 4x5");
    assert_eq!(findings(&forged(folder.path(), &exact, |_, _| {})), Vec::<String>::new());
    assert_eq!(findings(&forged(folder.path(), &outcomes, |_, _| {})), Vec::<String>::new());
}

/// Makes a label false such that only a search can tell: a losing move loses by more.
fn falsify(row: &mut Value) -> bool {
    let moves = row["moves"].as_array_mut().unwrap();
    let Some(losing) = moves.iter_mut().find(|label| (-16..0).contains(&label["value"].as_i64().unwrap())) else {
        return false;
    };
    let value = losing["value"].as_i64().unwrap();
    losing["value"] = json!(value - 2);
    // The value of a lost position is that of its best move.
    row["value"].as_i64().unwrap() > value
}

/// The probability that a sample misses all false ones.
fn missing(false_ones: usize, entries: usize, sample: usize) -> f64 {
    (0..sample).map(|drawn| (entries - false_ones - drawn) as f64 / (entries - drawn) as f64).product()
}

#[test]
fn nobody_can_know_which_labels_are_proven_again() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { formats: vec![Format::Jsonl], ..plan("4x5", 6, 300) };
    let id = |row: &Value| row["id"].as_str().unwrap().to_owned();
    // The labels that were once drawn from every set remain true.
    let rank = |id: &str| checksum(format!("sample {id}").as_bytes());
    let honest = forged(folder.path(), &plan, |_, _| ());
    let mut ranks: Vec<String> = read(&honest).unwrap().records.iter().map(|record| rank(&record.id())).collect();
    ranks.sort();
    let false_ones = RefCell::new(0);
    let set = forged(folder.path(), &plan, |_, row| {
        let true_row = row.clone();
        if rank(&id(row)) <= ranks[60] || !falsify(row) {
            *row = true_row;
        } else {
            *false_ones.borrow_mut() += 1;
        }
    });
    let found = |seed| check(&set, Sample { positions: 60, max_empties: 8, seed }, &Progress::default()).unwrap();
    let false_ones = false_ones.into_inner();
    assert!(missing(false_ones, 300, 60) < 1e-10, "{false_ones}");
    for _ in 0..5 {
        let (one, other) = (unpredictable(), unpredictable());
        let checked = found(one);
        assert_eq!((checked.provable, checked.proven), (300, 60));
        assert!(checked.findings.iter().all(|finding| finding.ends_with(", which is not its label")), "{checked:?}");
        assert!(!checked.findings.is_empty());
        assert_eq!(found(one), checked);
        assert_ne!(found(other).findings, checked.findings);
    }
}

#[test]
fn a_position_that_is_there_twice_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let first = RefCell::new(Value::Null);
    let repeat = |index: usize, row: &mut Value| match index {
        0 => drop(first.replace(row.clone())),
        1 => *row = first.borrow().clone(),
        _ => {}
    };
    let set = forged(folder.path(), &Plan { formats: vec![Format::Jsonl], ..plan("4x5", 6, 40) }, repeat);
    let error = read(&set).unwrap_err().to_string();
    assert!(error.contains("this position is there twice"), "{error}");
    assert_ne!(findings(&set), Vec::<String>::new());
}

#[test]
fn labelled_moves_are_the_legal_ones_whatever_the_plan_and_the_formats() {
    let folder = tempfile::tempdir().unwrap();
    let whole = Plan { formats: vec![Format::Jsonl], ..plan("4x5", 6, 40) };
    let trapped = Plan { decisive: true, traps: Some(1), ..whole.clone() };
    let all = Plan {
        formats: Format::ALL.into_iter().filter(|&format| format != Format::Parquet).collect(),
        ..whole.clone()
    };
    let illegal = json!({"move": "b2", "value": -2, "outcome": "loss"});
    let pass = json!({"move": "pass", "value": -2, "outcome": "loss"});
    let wanted = "the moves are not all legal ones in their order";
    for plan in [&whole, &trapped, &all] {
        for extra in [&illegal, &pass] {
            let add = |_: usize, row: &mut Value| row["moves"].as_array_mut().unwrap().push(extra.clone());
            refuse(&forged(folder.path(), plan, add), wanted);
        }
        let again = |_: usize, row: &mut Value| {
            let first = row["moves"][0].clone();
            row["moves"].as_array_mut().unwrap().push(first);
        };
        refuse(&forged(folder.path(), plan, again), wanted);
        let none = |_: usize, row: &mut Value| row["moves"] = json!([]);
        refuse(&forged(folder.path(), plan, none), wanted);
    }
}

#[test]
fn nothing_is_left_of_a_line_behind_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { formats: vec![Format::Jsonl], ..plan("4x5", 6, 40) };
    for extra in [" a1", " pass"] {
        let append = |_: usize, row: &mut Value| row["line"] = json!(row["line"].as_str().unwrap().to_owned() + extra);
        let set = forged(folder.path(), &plan, append);
        let rows = fs::read_to_string(set.join(TRAIN)).unwrap().lines().count();
        let found = findings(&set).iter().filter(|finding| finding.ends_with("the line has an illegal move")).count();
        assert_eq!(found, rows, "{extra}");
    }
}

#[test]
fn traps_of_an_illegal_move_are_an_error() {
    let start = Position::start("4x4".parse().unwrap(), Start::Othello);
    let mut record: Record = Labeller::new(EXACT).label(start, None, &Progress::default()).unwrap().unwrap();
    record.moves[0].chosen = Move::Pass;
    assert_eq!(traps(&record, &Progress::default()), Err(LabelError::Illegal(start)));
}

#[test]
fn arrays_of_several_boards_are_an_error() {
    let label = |board: &str| {
        let start = Position::start(board.parse().unwrap(), Start::Othello);
        Labeller::new(EXACT).label(start, None, &Progress::default()).unwrap().unwrap()
    };
    let records = [label("3x4"), label("4x4")];
    for format in [Format::Openspiel, Format::Pgx] {
        let error = format.export(&records, &Progress::default()).unwrap_err().to_string();
        assert_eq!(error, "arrays hold positions of one board, and these are of several");
    }
}

/// Removes some lines from the list of checksums, and their files.
fn remove(set: &Path, is_removed: impl Fn(&str) -> bool) {
    let sums = fs::read_to_string(set.join("SHA256SUMS")).unwrap();
    let (gone, kept): (Vec<&str>, Vec<&str>) = sums.lines().partition(|line| is_removed(&line[66..]));
    assert!(!gone.is_empty());
    gone.iter().for_each(|line| fs::remove_file(set.join(&line[66..])).unwrap());
    fs::write(set.join("SHA256SUMS"), kept.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
}

#[test]
fn a_list_names_files_in_the_folder_and_each_once() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    make(&Plan { formats: vec![Format::Jsonl], count: Some(40), ..plan("4x5", 6, 40) }, &set, 1).unwrap();
    let sums = fs::read_to_string(set.join("SHA256SUMS")).unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "mine").unwrap();
    let first = sums.lines().next().unwrap();
    for (line, wanted) in [
        (format!("{}  {}", checksum(b"mine"), secret.display()), "is not a checksum and a file"),
        (format!("{}  ../secret", checksum(b"mine")), "is not a checksum and a file"),
        (first.to_owned(), "is listed twice"),
    ] {
        fs::write(set.join("SHA256SUMS"), format!("{sums}{line}\n")).unwrap();
        assert!(findings(&set).iter().any(|finding| finding.contains(wanted)), "{line}: {:?}", findings(&set));
        for error in [read(&set).unwrap_err(), describe(&set).unwrap_err()] {
            assert!(error.to_string().contains(wanted), "{error}");
        }
    }
}

#[test]
fn files_that_are_missing_with_their_lines_are_found() {
    let folder = tempfile::tempdir().unwrap();
    // Without a number of positions, the plan cannot tell that a split is missing.
    let wanted = Plan { source: SourceSpec::All, count: None, seed: 1, shard: 150, ..plan("4x4", 6, 1) };
    let made = |name: &str, formats: &[Format]| {
        let (set, plan) = (folder.path().join(name), Plan { formats: formats.to_vec(), ..wanted.clone() });
        let source = plan.positions(None, &Progress::default()).unwrap();
        problems::make(&plan, source.as_ref(), &set, None, Sample::usual(1), &Progress::default(), &support::Nobody)
            .unwrap();
        assert_eq!(findings(&set), Vec::<String>::new());
        set
    };
    let expect = |set: &Path, wanted: &[&str]| {
        let findings = findings(set);
        for wanted in wanted {
            assert!(findings.iter().any(|finding| finding == wanted), "{wanted}: {findings:?}");
        }
    };
    let test = "test-00000-of-00001";
    let set = made("split", &[Format::Jsonl]);
    remove(&set, |path| path.starts_with("jsonl/test-"));
    expect(&set, &[&format!("jsonl/{test}.jsonl: croissant.json names it, and SHA256SUMS does not")]);
    assert!(findings(&set).iter().any(|finding| finding.starts_with("README.md: it gives test ")));
    let set = made("shard", &[Format::Jsonl]);
    remove(&set, |path| path.ends_with("train-00000-of-00002.jsonl"));
    let error = read(&set).unwrap_err().to_string();
    assert!(error.ends_with("SHA256SUMS lists only some of the files jsonl/train-*"), "{error}");
    // If the records cannot be read, the file names reveal what is missing.
    let set = made("format", &[Format::Csv, Format::Obf]);
    remove(&set, |path| path.starts_with("csv/"));
    expect(
        &set,
        &[&format!("csv/{test}.csv: the file is missing"), "csv/train-00001-of-00002.csv: the file is missing"],
    );
    let set = made("both", &[Format::Csv, Format::Obf]);
    remove(&set, |path| path.contains("/test-"));
    expect(&set, &[&format!("obf/{test}.obf: croissant.json names it, and SHA256SUMS does not")]);
    assert!(findings(&set).iter().any(|finding| finding.ends_with(" positions, and SHA256SUMS no file")));
    let set = made("part", &[Format::Csv]);
    remove(&set, |path| path.ends_with("train-00001-of-00002.csv"));
    expect(&set, &["csv/train-00001-of-00002.csv: the file is missing"]);
}

#[test]
fn a_plan_names_all_files_that_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    make(&Plan { formats: vec![Format::Csv, Format::Obf], ..plan("4x5", 6, 60) }, &set, 1).unwrap();
    let plan = fs::read_to_string(set.join("set.json")).unwrap();
    let mut fewer: Value = serde_json::from_str(&plan).unwrap();
    fewer["formats"] = json!(["csv"]);
    forge(&set, "set.json", fewer.to_string().as_bytes());
    let found = findings(&set);
    assert!(found.contains(&"obf/test-00000-of-00001.obf: the plan has no such file".to_owned()), "{found:?}");
    fewer["formats"] = json!([]);
    forge(&set, "set.json", fewer.to_string().as_bytes());
    let found = findings(&set);
    assert!(found.contains(&"set.json: it names no format".to_owned()), "{found:?}");
    assert!(found.contains(&"the set is empty: no position is in it".to_owned()), "{found:?}");
}

#[test]
fn an_empty_set_is_not_right() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    make(&Plan { formats: vec![Format::Jsonl], ..plan("4x5", 6, 60) }, &set, 1).unwrap();
    let mut plan: Value = serde_json::from_slice(&fs::read(set.join("set.json")).unwrap()).unwrap();
    plan["count"] = Value::Null;
    forge(&set, "set.json", plan.to_string().as_bytes());
    remove(&set, |path| path.starts_with("jsonl/"));
    describe(&set).unwrap();
    assert_eq!(findings(&set), ["the set is empty: no position is in it"]);
}

#[test]
fn an_unfinished_set_removes_nothing_that_is_not_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let (set, partial) = (folder.path().join("set"), folder.path().join("set.partial"));
    let plan = Plan { formats: vec![Format::Jsonl], ..plan("4x5", 6, 20) };
    fs::create_dir_all(partial.join("thesis")).unwrap();
    fs::write(partial.join("thesis/chapter.txt"), "mine").unwrap();
    let before = files(folder.path());
    // One plan that can be made, and one that cannot be filled, after which everything is tidied up.
    for plan in [
        &plan,
        &Plan {
            count: Some(1 << 40),
            empties: Some(Span { least: 11, most: 11 }),
            board: "4x4".parse().unwrap(),
            ..plan.clone()
        },
    ] {
        let error = make(plan, &set, 1).unwrap_err().to_string();
        assert!(error.contains("set.partial: the folder has files, and no unfinished set is among them"), "{error}");
        assert_eq!(files(folder.path()), before);
    }
    // A journal of something else is not ours either.
    fs::write(partial.join("journal.jsonl"), "{\"diary\":1}\n").unwrap();
    let before = files(folder.path());
    make(&plan, &set, 1).unwrap_err();
    assert_eq!(files(folder.path()), before);
    // Foreign files beside ours stay.
    fs::write(partial.join("journal.jsonl"), "").unwrap();
    make(&plan, &set, 1).unwrap();
    assert_eq!(files(&partial).into_keys().collect::<Vec<_>>(), ["thesis/chapter.txt"]);
    assert_eq!(findings(&set), Vec::<String>::new());
}

#[test]
fn a_place_that_cannot_become_a_set_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { formats: vec![Format::Jsonl], ..plan("4x5", 6, 20) };
    for name in ["new/.", "new/./", "new/..", "."] {
        let error = make(&plan, &folder.path().join(name), 1).unwrap_err().to_string();
        assert!(error.contains("it has no name of its own; give the name of the folder at the end"), "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was begun");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("there"), folder.path().join("link")).unwrap();
        let error = make(&plan, &folder.path().join("link"), 1).unwrap_err().to_string();
        assert!(error.ends_with("link: it is a link; name a folder"), "{error}");
    }
    make(&plan, &folder.path().join("new/"), 1).unwrap();
    assert_eq!(findings(&folder.path().join("new")), Vec::<String>::new());
}

#[test]
fn a_position_with_two_discs_has_ply_0() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("few.txt");
    fs::write(&file, "XO-------------- X\nXO-X------------ X\n").unwrap();
    let source = SourceSpec::File(file);
    let plan = Plan { source, empties: None, count: None, formats: vec![Format::Jsonl], ..plan("4x4", 1, 1) };
    let (source, set) = (plan.positions(None, &Progress::default()).unwrap(), folder.path().join("set"));
    problems::make(&plan, source.as_ref(), &set, None, Sample::usual(1), &Progress::default(), &support::Nobody)
        .unwrap();
    let records = read(&set).unwrap().records;
    assert!(!records.is_empty() && records.iter().all(|record| record.ply() == 0));
    assert_eq!(findings(&set), Vec::<String>::new());
}
