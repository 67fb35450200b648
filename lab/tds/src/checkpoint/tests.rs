//! Checkpoint files: which are found, and which are refused.

use std::fs::File;

use super::snapshot::Heading;
use super::*;

fn folder(directory: &Path, place: (Rank, usize)) -> CheckpointFolder {
    CheckpointFolder::open(directory, place, "nim".to_owned(), Vec::new()).unwrap()
}

/// Saves a file without nodes.
fn save(folder: &CheckpointFolder, generation: u64) {
    save_after(folder, generation, generation.checked_sub(1));
}

fn save_after(folder: &CheckpointFolder, generation: u64, before: Option<u64>) {
    let heading = Heading { playouts: 77, random: [u64::MAX, 5], nodes: 0 };
    folder.save((generation, 7), before, |file| file.write_all(&postcard::to_stdvec(&heading).unwrap())).unwrap();
}

fn found(folder: &CheckpointFolder) -> Vec<Written> {
    folder.survey().unwrap().found
}

fn obstacle(folder: &CheckpointFolder) -> String {
    let survey = folder.survey().unwrap();
    assert_eq!(survey.found, []);
    survey.obstacle.expect("there is something").to_string()
}

#[test]
fn two_generations_are_kept_and_found_again() {
    let directory = tempfile::tempdir().unwrap();
    let folder = folder(directory.path(), (1, 4));
    assert_eq!(found(&folder), []);
    for generation in 1..=5 {
        save(&folder, generation);
    }
    assert_eq!(found(&folder), [(4, 4), (5, 4)]);
    // A generation that some rank lacks does not count, and the one before it stays.
    save_after(&folder, 6, Some(4));
    assert_eq!(found(&folder), [(4, 4), (6, 4)]);
    let mut reader = folder.reader((6, 4), 1).unwrap();
    assert_eq!(reader.heading().unwrap().playouts, 77);
    reader.finish().unwrap();
}

#[test]
fn a_second_search_is_kept_away_until_the_first_has_ended() {
    let directory = tempfile::tempdir().unwrap();
    let first = [0, 1].map(|rank| folder(directory.path(), (rank, 2)));
    for ranks in [1, 2, 5] {
        let second = CheckpointFolder::open(directory.path(), (0, ranks), "go".to_owned(), Vec::new()).unwrap_err();
        let expected = format!("checkpoint {}: another search is saving there; ", directory.path().display());
        assert!(second.to_string().starts_with(&expected), "{second}");
    }
    drop(first);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    // What a killed process leaves is no obstacle.
    fs::write(directory.path().join("rank-0.lock"), "").unwrap();
    folder(directory.path(), (0, 3));
}

#[test]
fn torn_and_altered_files_are_not_found() {
    let directory = tempfile::tempdir().unwrap();
    for (place, written) in [((1, 4), (7, 4)), ((0, 1), (7, 2))] {
        let written_by = written.1 as usize;
        (0..written_by).for_each(|rank| save(&folder(directory.path(), (rank, written_by)), 7));
        let folder = folder(directory.path(), place);
        assert_eq!(found(&folder), [written]);
        let path = folder.path(7, 1);
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(obstacle(&folder).contains("rank-1.generation-7 is damaged; "), "{length}");
        }
        for place in 0..whole.len() {
            let mut altered = whole.clone();
            altered[place] ^= 4;
            fs::write(&path, &altered).unwrap();
            // If a letter of the label has changed, it is another search.
            match folder.survey() {
                Ok(survey) => assert!(survey.found.is_empty() && survey.obstacle.is_some(), "{place}"),
                Err(error) => assert!(matches!(error, TdsError::Other { .. }), "{place}: {error}"),
            }
        }
    }
}

#[test]
fn what_has_no_end_is_not_read() {
    let directory = tempfile::tempdir().unwrap();
    let folder = folder(directory.path(), (1, 4));
    File::create(folder.path(3, 1)).unwrap().set_len(10 << 30).unwrap();
    assert!(obstacle(&folder).contains("is damaged"));
    save(&folder, 3);
    File::options().write(true).open(folder.path(3, 1)).unwrap().set_len(1 << 40).unwrap();
    assert!(obstacle(&folder).contains("is damaged"));
    fs::create_dir(folder.path(4, 1)).unwrap();
    let error = folder.survey().unwrap_err().to_string();
    assert!(error.ends_with("rank-1.generation-4: not a file"), "{error}");
}

#[test]
fn files_of_another_search_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    save(&folder(directory.path(), (1, 4)), 1);
    let other = |label: &str, former: &[&str]| {
        let former = former.iter().map(|&label| label.to_owned()).collect();
        CheckpointFolder::open(directory.path(), (1, 4), label.to_owned(), former).unwrap()
    };
    let error = other("go", &[]).survey().unwrap_err().to_string();
    assert!(error.contains("of another search (nim), not of this one (go); name"), "{error}");
    assert_eq!(found(&other("go", &["chess", "nim"])), [(1, 4)]);
    let without_ranks = |file: &mut dyn Write| file.write_all(&[0; 20]);
    file::write(&directory.path().join("rank-1.generation-2"), "nim", without_ranks).unwrap();
    let error = other("nim", &[]).survey().unwrap_err().to_string();
    assert!(error.contains("of another search (nim), not of this one (nim, 4 ranks)"), "{error}");
}

#[test]
fn another_number_of_ranks_needs_all_files_and_no_two_checkpoints_in_one() {
    let directory = tempfile::tempdir().unwrap();
    (0..4).for_each(|rank| save(&folder(directory.path(), (rank, 4)), 5));
    for ranks in [1, 2, 3, 5, 9] {
        for rank in 0..ranks {
            assert_eq!(found(&folder(directory.path(), (rank, ranks))), [(5, 4)], "{rank} of {ranks}");
        }
    }
    let two = [0, 1].map(|rank| folder(directory.path(), (rank, 2)));
    fs::remove_file(two[0].path(5, 3)).unwrap();
    for folder in &two {
        let error = obstacle(folder);
        assert!(error.contains("rank-3.generation-5 is missing: 4 ranks have written the tree"), "{error}");
    }
    // The same number of ranks need only their own files.
    assert_eq!(found(&folder(directory.path(), (2, 4))), [(5, 4)]);
    // Rank 1 of two checks this file.
    save(&folder(directory.path(), (3, 5)), 5);
    let error = obstacle(&two[1]);
    assert!(error.contains("rank-3.generation-5 does not go with those of the other ranks"), "{error}");
}

#[test]
fn files_of_ranks_that_are_no_more_go_when_they_are_old() {
    let directory = tempfile::tempdir().unwrap();
    (0..3).for_each(|rank| save(&folder(directory.path(), (rank, 3)), 8));
    let alone = folder(directory.path(), (0, 1));
    let names = || {
        let mut names: Vec<_> = fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "rank-0.lock")
            .collect();
        names.sort();
        names
    };
    save(&alone, 9);
    let eight = [0, 1, 2].map(|rank| format!("rank-{rank}.generation-8"));
    assert_eq!(names(), [&eight[..1], &["rank-0.generation-9".to_owned()], &eight[1..]].concat());
    assert_eq!(found(&alone), [(8, 3), (9, 1)]);
    save(&alone, 10);
    assert_eq!(names(), ["rank-0.generation-10", "rank-0.generation-9"]);
}

#[test]
fn other_names_are_no_files_of_a_checkpoint() {
    assert_eq!(parse_name("rank-12.generation-345"), Some((345, 12)));
    for name in [
        "rank-1.generation-2.unfinished",
        "rank-01.generation-2",
        "rank-1.generation-+2",
        "rank-.generation-2",
        "rank-1",
    ] {
        assert_eq!(parse_name(name), None, "{name}");
    }
}

#[test]
fn a_label_tells_search_mark_and_ranks_and_older_ones_have_no_mark() {
    let label = whole_label("nim, mark of the beast", u64::MAX - 1, 4);
    assert_eq!(label, "nim, mark of the beast, mark fffffffffffffffe, 4 ranks");
    assert_eq!((split_ranks(&label), mark_of(&label)), (Some(("nim, mark of the beast", 4)), u64::MAX - 1));
    for (old, search) in [("nim, 4 ranks", "nim"), ("nim, mark 12, 4 ranks", "nim, mark 12")] {
        assert_eq!((split_ranks(old), mark_of(old)), (Some((search, 4)), 0));
    }
    assert_eq!((split_ranks("nim"), mark_of("nim")), (None, 0));
}
