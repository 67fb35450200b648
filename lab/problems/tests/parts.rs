//! Parts of a set, each made alone, and sets joined of them.

mod support;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use problems::check::{Sample, check};
use problems::set::{join, read};
use problems::sources::{SourceSpec, Style};
use problems::{Format, Made, Plan, SetError, Watcher};
use rayon::ThreadPoolBuilder;
use solver::Progress;
use support::{Nobody, files, games, make, plan};

/// A part of a set of 120 positions.
fn part(number: u64, parts: u64) -> Plan {
    Plan { part: Some([number, parts]), formats: vec![Format::Jsonl], ..plan("4x6", 8, 120) }
}

/// Joins sets; `share` as in plans.
fn joined(parts: &[PathBuf], share: Option<u64>, folder: &Path) -> Result<Made, SetError> {
    let formats = vec![Format::Parquet, Format::Jsonl, Format::Csv];
    join(parts, &|part| Plan { formats: formats.clone(), share, ..part }, folder, &Progress::default())
}

fn findings(folder: &Path) -> Vec<String> {
    check(folder, Sample { positions: 20, max_empties: 8, seed: 1 }, &Progress::default()).unwrap().findings
}

/// Stops the work at the first label.
struct First<'a>(&'a Progress);

impl Watcher for First<'_> {
    fn begin(&self, _: Option<u64>, _: (u64, u64)) {}

    fn advance(&self, _: bool) {
        self.0.stop();
    }
}

/// The parts of a set of 120 positions, each made on another number of threads.
fn three(folder: &Path) -> Vec<PathBuf> {
    let place = |number| folder.join(format!("part{number}"));
    let made = |number| make(&part(number, 3), &place(number), number as usize).map(|_| place(number));
    (1..=3).map(made).collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_part_has_the_same_bytes_on_one_thread_and_two_and_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two, stopped) = (folder.path().join("1"), folder.path().join("2"), folder.path().join("3"));
    let plan = part(2, 3);
    assert_eq!(make(&plan, &one, 1).unwrap().positions.iter().sum::<usize>(), 40);
    make(&plan, &two, 2).unwrap();
    let (progress, source) = (Progress::default(), games(&plan, Style::Random));
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let first = || problems::make(&plan, &source, &stopped, None, Sample::usual(1), &progress, &First(&progress));
    assert!(matches!(pool.install(first), Err(SetError::Stopped { .. })));
    assert!(make(&plan, &stopped, 1).unwrap().resumed > 0);
    assert_eq!(files(&one), files(&two));
    assert_eq!(files(&one), files(&stopped));
    assert_eq!(findings(&one), Vec::<String>::new());
}

#[test]
fn the_parts_have_all_candidates_and_as_many_positions_as_the_set() {
    for (count, parts) in [(10, 3), (11, 3), (12, 5), (u64::MAX, 7)] {
        let of_parts = (1..=parts).map(|number| Plan { count: Some(count), ..part(number, parts) });
        let wanted: u64 = of_parts.clone().map(|plan| plan.wanted().unwrap()).sum();
        let candidates: u64 = of_parts.map(|plan| plan.candidates(Some(count)).unwrap()).sum();
        assert_eq!((wanted, candidates), (count, count));
    }
    let numbers: HashSet<u64> =
        (1..=4).flat_map(|number| (0..25).map(move |index| part(number, 4).number(index))).collect();
    assert_eq!(numbers, (0..100).collect());
    let empty = Plan { count: Some(2), ..part(1, 3) };
    assert_eq!(empty.checked().unwrap_err().to_string(), "part 1/3 has no position: there are fewer than parts");
}

#[test]
fn joined_parts_have_each_position_once_in_its_split_whatever_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let parts = three(folder.path());
    // A set of other games, and one that has all of the first part again, by another way.
    let greedy = folder.path().join("greedy");
    let plan = Plan { source: SourceSpec::Games(Style::Greedy { randomness: 500_000 }), ..part(1, 2) };
    let source = games(&plan, Style::Greedy { randomness: 500_000 });
    problems::make(&plan, &source, &greedy, None, Sample::usual(1), &Progress::default(), &Nobody).unwrap();
    let again = folder.path().join("again");
    make(&Plan { source: SourceSpec::All, ..part(1, 3) }, &again, 1).unwrap();
    let all = [&parts[..], &[greedy, again]].concat();
    let (set, turned) = (folder.path().join("set"), folder.path().join("turned"));
    let made = joined(&all, None, &set).unwrap();
    joined(&all.iter().rev().cloned().collect::<Vec<_>>(), None, &turned).unwrap();
    assert_eq!(files(&set), files(&turned));
    // A joined set can be joined with what comes later.
    let (early, grown) = (folder.path().join("early"), folder.path().join("grown"));
    joined(&all[..2], None, &early).unwrap();
    joined(&[&all[1..], &[early]].concat(), None, &grown).unwrap();
    assert_eq!(files(&grown), files(&set));
    let records = read(&set).unwrap().records;
    let ids: HashSet<String> = records.iter().map(problems::Record::id).collect();
    let wanted: HashSet<String> =
        all.iter().flat_map(|path| read(path).unwrap().records).map(|record| record.id()).collect();
    assert_eq!((ids.len(), &ids), (records.len(), &wanted));
    assert!(made.labelled == 120 + 60 + 40 && made.labelled as usize >= records.len() + 40);
    assert_eq!(findings(&set), Vec::<String>::new());
    // Of two sources, the first by name stands there.
    let of = |name: &str| records.iter().filter(|record| record.source.as_deref() == Some(name)).count();
    assert_eq!(of("all"), 40);
    assert!(of("random") > 0 && of("greedy:0.5") > 0);
    let row = fs::read_to_string(set.join("csv/test-00000-of-00001.csv")).unwrap();
    assert!(row.lines().next().unwrap().ends_with(",nodes,source"), "{row}");
    let card = fs::read_to_string(set.join("README.md")).unwrap();
    assert!(
        card.contains("| Empties | `all` | `greedy:0.5` | `random` |") && card.contains("- name: source\n"),
        "{card}"
    );
}

#[test]
fn a_share_has_the_positions_of_a_hash_and_of_all_splits() {
    let folder = tempfile::tempdir().unwrap();
    let parts = three(folder.path());
    let (all, share) = (folder.path().join("all"), folder.path().join("share"));
    joined(&parts, None, &all).unwrap();
    joined(&parts, Some(4), &share).unwrap();
    let ids = |path: &Path| read(path).unwrap().records.iter().map(problems::Record::id).collect::<Vec<_>>();
    let (all, share) = (ids(&all), ids(&share));
    assert!((15..=45).contains(&share.len()) && share.iter().all(|id| all.contains(id)), "{}", share.len());
    assert_eq!(all.iter().filter(|id| share.contains(id)).collect::<Vec<_>>(), share.iter().collect::<Vec<_>>());
}

#[test]
fn sets_of_other_boards_and_false_labels_are_not_joined() {
    let folder = tempfile::tempdir().unwrap();
    let parts = three(folder.path());
    let other = folder.path().join("other");
    make(&Plan { part: None, ..plan("4x4", 6, 20) }, &other, 1).unwrap();
    let target = folder.path().join("set");
    let error = joined(&[parts[0].clone(), other], None, &target).unwrap_err().to_string();
    assert!(error.ends_with("its board is not that of the other parts"), "{error}");
    // The first part again, with the value of a position and of its best moves raised by two discs.
    let forged = folder.path().join("forged");
    fs::create_dir_all(forged.join("jsonl")).unwrap();
    for (path, bytes) in files(&parts[0]) {
        fs::write(forged.join(path), bytes).unwrap();
    }
    let path = "jsonl/train-00000-of-00001.jsonl";
    let text = fs::read_to_string(forged.join(path)).unwrap();
    let mut rows = text.lines().map(|line| (line, serde_json::from_str::<serde_json::Value>(line).unwrap()));
    // A won one: no other move has the value to which it is raised.
    let (line, mut row) = rows.find(|(_, row)| (1..20).contains(&row["value"].as_i64().unwrap())).unwrap();
    let value = row["value"].as_i64().unwrap();
    let near = value + 2;
    for label in row["moves"].as_array_mut().unwrap().iter_mut().filter(|label| label["value"] == value) {
        label["value"] = near.into();
    }
    row["value"] = near.into();
    let text = text.replacen(line, &row.to_string(), 1);
    support::forge(&forged, path, text.as_bytes());
    let error = joined(&[parts[0].clone(), forged], None, &target).unwrap_err().to_string();
    assert!(error.ends_with(": two parts give its moves different labels"), "{error}");
    assert!(!target.exists());
}
