//! What describes a set: the card, the machine-readable description, and how to rewrite both.

mod support;

use std::fs;
use std::path::Path;

use problems::check::{Sample, check};
use problems::set::{describe, read};
use problems::{Format, Plan};
use serde_json::Value;
use solver::Progress;
use support::{files, make, plan};

/// Copies a folder with its folders.
fn copy(from: &Path, to: &Path) {
    for (path, bytes) in files(from) {
        let place = to.join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, bytes).unwrap();
    }
}

fn findings(folder: &Path) -> Vec<String> {
    check(folder, Sample { positions: 0, max_empties: 0, seed: 1 }, &Progress::default()).unwrap().findings
}

#[test]
fn a_set_is_described_anew_and_its_data_stay() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    make(&plan("4x6", 6, 90), &set, 2).unwrap();
    let made = files(&set);
    assert_eq!(describe(&set).unwrap(), Vec::<&str>::new());
    // As an earlier version left it: another card, no description, and a list with neither.
    let former = "---\nlicense: mit\n---\n";
    fs::write(set.join("README.md"), former).unwrap();
    fs::remove_file(set.join("croissant.json")).unwrap();
    let sums = fs::read_to_string(set.join("SHA256SUMS")).unwrap();
    let is_data = |line: &&str| !line.ends_with("README.md") && !line.ends_with("croissant.json");
    fs::write(set.join("SHA256SUMS"), sums.lines().filter(is_data).map(|line| format!("{line}\n")).collect::<String>())
        .unwrap();
    assert_eq!(findings(&set), ["README.md: the file is not in SHA256SUMS", "README.md is missing"]);
    assert_eq!(describe(&set).unwrap(), ["README.md", "croissant.json", "SHA256SUMS"]);
    assert_eq!(files(&set), made);
    assert_eq!(findings(&set), Vec::<String>::new());
}

#[test]
fn what_is_damaged_is_not_described() {
    let folder = tempfile::tempdir().unwrap();
    for path in ["csv/test-00000-of-00001.csv", "parquet/test-00000-of-00001.parquet", "set.json"] {
        let set = folder.path().join(path.replace('/', "-"));
        make(&plan("4x6", 6, 90), &set, 2).unwrap();
        let mut bytes = fs::read(set.join(path)).unwrap();
        bytes[20] ^= 1;
        fs::write(set.join(path), bytes).unwrap();
        let before = files(&set);
        let error = describe(&set).unwrap_err().to_string();
        assert!(error.ends_with(&format!("{path}: the checksum is not that of SHA256SUMS")), "{error}");
        assert_eq!(files(&set), before);
    }
    let none = describe(&folder.path().join("none")).unwrap_err().to_string();
    assert!(none.contains("not a problem set: there is no such folder"), "{none}");
}

#[test]
fn the_description_lists_every_data_file_with_its_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    make(&plan("4x6", 6, 130), &set, 2).unwrap();
    let description: Value = serde_json::from_slice(&fs::read(set.join("croissant.json")).unwrap()).unwrap();
    let sums = fs::read_to_string(set.join("SHA256SUMS")).unwrap();
    let listed = description["distribution"].as_array().unwrap().iter().filter(|file| file["@type"] == "cr:FileObject");
    let mut listed: Vec<String> = listed
        .map(|file| format!("{}  {}", file["sha256"].as_str().unwrap(), file["contentUrl"].as_str().unwrap()))
        .collect();
    listed.sort_by(|one, other| one[66..].cmp(&other[66..]));
    assert_eq!(listed, sums.lines().filter(|line| line.contains('/')).collect::<Vec<_>>());
    assert!(listed.len() > 18, "three splits in six formats, train in several files: {listed:?}");
}

#[test]
fn positions_of_a_file_are_not_licensed_by_this_program() {
    let folder = tempfile::tempdir().unwrap();
    for (sum, licence) in [(None, "cc-by-4.0"), (Some("0".repeat(64)), "unknown")] {
        let set = folder.path().join(licence);
        make(&Plan { source_sha256: sum, ..plan("4x6", 6, 40) }, &set, 2).unwrap();
        let card = fs::read_to_string(set.join("README.md")).unwrap();
        assert!(card.starts_with(&format!("---\nlicense: {licence}\n")), "{card}");
        let description: Value = serde_json::from_slice(&fs::read(set.join("croissant.json")).unwrap()).unwrap();
        assert_eq!(description["license"].is_null(), licence == "unknown");
    }
}

#[test]
fn a_card_loads_each_format_with_its_splits() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    make(&Plan { formats: vec![Format::Parquet, Format::Jsonl], ..plan("4x6", 6, 130) }, &set, 2).unwrap();
    let card = fs::read_to_string(set.join("README.md")).unwrap();
    let wanted = "`datasets.load_dataset(\"json\", data_files={\"train\": \"FOLDER/jsonl/train-*.jsonl\", \
                  \"validation\": \"FOLDER/jsonl/validation-*.jsonl\", \"test\": \"FOLDER/jsonl/test-*.jsonl\"})` loads `jsonl/`";
    assert!(card.contains(wanted), "{card}");
}

/// Every set in the repository is described as this program would describe it.
#[test]
fn the_sets_of_the_repository_are_described_as_this_version_does() {
    let (shipped, folder) =
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/sets"), tempfile::tempdir().unwrap());
    let mut seen = 0;
    for entry in fs::read_dir(shipped).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir()) {
        let set = folder.path().join(entry.file_name());
        copy(&entry.path(), &set);
        assert_eq!(describe(&set).unwrap(), Vec::<&str>::new(), "{}", entry.path().display());
        assert!(!read(&set).unwrap().records.is_empty());
        seen += 1;
    }
    assert!(seen > 0);
}
