//! `solve book`: makes, continues, shows and checks books.

use crate::support;

use std::path::Path;

use support::{Run, run};

/// Runs `solve book ACTION FILE`.
fn book(action: &str, file: &Path, arguments: &[&str]) -> Run {
    let file = file.to_str().expect("temporary directories have plain names");
    run(&[&["book", action, file], arguments].concat())
}

#[test]
fn a_book_is_made_in_two_goes_shown_and_proven_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("4x5.book");
    let build = ["--board", "4x5", "--discs", "9", "--memory", "8MiB", "--threads", "2", "--quiet", "--json"];
    let begun = book("build", &file, &[&build[..], &["--time-limit", "0s"]].concat());
    let half = begun.record(3);
    assert!(half["known"].as_u64() < half["positions"].as_u64(), "{half}");
    assert!(begun.stderr.contains("the same command goes on"), "{begun:?}");
    let whole = book("build", &file, &build).record(0);
    assert_eq!((&whole["known"], &whole["scoring"]), (&whole["positions"], &"discs".into()));

    // The start has the value that a search finds.
    let shown = book("show", &file, &["--board", "4x5", "--json"]).record(0);
    let solved = run(&["--board", "4x5", "--no-table", "--memory", "8MiB", "--json"]).record(0);
    assert_eq!((&shown["lower"], &shown["upper"]), (&solved["value"], &solved["value"]), "{shown}");
    let moves = shown["moves"].as_array().unwrap();
    let best = moves.iter().map(|chosen| chosen["lower"].as_i64().unwrap()).max();
    assert_eq!(best, solved["value"].as_i64());
    // And so has the transposed board.
    let standing = book("show", &file, &["--board", "5x4", "--json"]).record(0);
    assert_eq!(standing["lower"], shown["lower"]);
    assert_eq!(
        (&shown["board"], &standing["board"], &shown["scoring"]),
        (&"4x5".into(), &"5x4".into(), &"discs".into())
    );
    let sheet = book("show", &file, &["--board", "4x5"]).stdout;
    assert!(sheet.contains(" X on 4x5\n") && sheet.contains(" for the side to move, scoring discs\n"), "{sheet}");

    // Board and start are those of the book.
    let bare = book("show", &file, &["--moves", "b1", "--json"]).record(0);
    assert_eq!(bare, book("show", &file, &["--board", "4x5", "--moves", "b1", "--json"]).record(0));
    let squares = bare["position"].as_str().unwrap();
    assert_eq!(bare, book("show", &file, &["--position", squares, "--json"]).record(0));
    assert_eq!(
        standing,
        book("show", &file, &["--position", &format!("5x4 {}", standing["position"].as_str().unwrap()), "--json"])
            .record(0)
    );

    let of_known =
        format!(" of {} values drawn at random (--seed 7 draws them again); one false in a hundred of", whole["known"]);
    let checked = book("check", &file, &["--sample", "3", "--seed", "7", "--quiet"]);
    assert_eq!(checked.status, Some(0), "{checked:?}");
    assert!(checked.stdout.starts_with(&format!("Sample     3{of_known}")), "{checked:?}");
    let end = "3 values of 4x5, scoring discs, proven anew by certificates; none was wrong\n";
    assert!(checked.stdout.ends_with(end), "{checked:?}");
    assert!(checked.stdout.lines().nth(1).unwrap().ends_with("scoring discs, proven anew"), "{checked:?}");
    // Nobody can know what is drawn, and everybody can draw it again.
    let twice = [(); 2].map(|()| book("check", &file, &["--sample", "2", "--quiet", "--json"]).records(0));
    for record in twice.iter().flatten() {
        assert_eq!((&record["board"], &record["scoring"]), (&"4x5".into(), &"discs".into()), "{record}");
    }
    let [first, second] = twice.map(|records| records[2].clone());
    assert_ne!(first["seed"], second["seed"]);
    assert_eq!((&first["sampled"], &first["drawn_from"]), (&2.into(), &whole["known"]), "{first}");
    let (drawn, known) = (2, whole["known"].as_u64().unwrap());
    assert_eq!(first["miss_chance"].as_f64(), Some(solver::random::miss_chance(drawn, known)));
    // A larger sample begins with the smaller one, which can be left out.
    let rest = book("check", &file, &["--sample", "5", "--skip", "3", "--seed", "7", "--quiet"]).stdout;
    let all = book("check", &file, &["--sample", "5", "--seed", "7", "--quiet"]).stdout;
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!((lines.len(), &lines[1..4]), (7, &checked.stdout.lines().collect::<Vec<_>>()[1..4]));
    assert_eq!(rest.lines().collect::<Vec<_>>()[1..3], lines[4..6]);
    assert_eq!(book("check", &file, &["--sample", "5", "--skip", "3", "--quiet"]).status, Some(2), "of which sample?");
    let nothing = book("check", &file, &["--sample", "3", "--skip", "3", "--seed", "7", "--quiet"]);
    assert_eq!((nothing.status, nothing.stdout.as_str()), (Some(1), ""), "{nothing:?}");
    assert!(nothing.stderr.ends_with("nothing to check: all of the sample is left out\n"), "{nothing:?}");
}

#[test]
fn a_book_from_another_start_is_shown_from_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reversi.book");
    let build = ["--board", "4x4", "--start", "reversi", "--discs", "6", "--memory", "8MiB", "--quiet"];
    assert_eq!(book("build", &file, &build).status, Some(0));
    let shown = book("show", &file, &["--moves", "d1", "--json"]).record(0);
    let solved = run(&["--board", "4x4", "--start", "reversi", "--moves", "d1", "--no-table", "--json"]).record(0);
    assert_eq!((&shown["position"], &shown["lower"]), (&solved["position"], &solved["value"]));
}

#[test]
fn a_book_that_knows_nothing_yet_is_not_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.book");
    let begun =
        book("build", &file, &["--board", "6x6", "--discs", "8", "--no-book", "--time-limit", "1ms", "--quiet"]);
    assert_eq!(begun.status, Some(3), "{begun:?}");
    let checked = book("check", &file, &["--quiet"]);
    assert_eq!((checked.status, checked.stdout.as_str()), (Some(1), ""), "{checked:?}");
    assert!(checked.stderr.ends_with("nothing to check: it knows nothing yet\n"), "{checked:?}");
    let skipping = book("check", &file, &["--sample", "3", "--skip", "1", "--seed", "7"]);
    assert_eq!(skipping.status, Some(2), "{skipping:?}");
    assert!(skipping.stderr.contains("--skip needs a complete book"), "{skipping:?}");
}

/// A book whose values are false but for those of one sample.
#[test]
fn nobody_can_know_which_values_are_proven_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("forged.book");
    let built = book("build", &file, &["--board", "4x5", "--discs", "8", "--memory", "8MiB", "--quiet", "--json"]);
    let known = built.record(0)["known"].as_u64().unwrap() as usize;
    let mut bytes = std::fs::read(&file).unwrap();
    let (values, end) = (bytes.len() - 8 - known, bytes.len() - 8);
    let honest = solver::random::Random::new(1, 0).sample((0..known).collect(), 10);
    (0..known).filter(|place| !honest.contains(place)).for_each(|place| {
        let value = &mut bytes[values + place];
        *value = if *value as i8 > 0 { *value - 2 } else { *value + 2 };
    });
    let sum = xxhash_rust::xxh3::xxh3_64(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    std::fs::write(&file, bytes).unwrap();
    // Ten of a hundred are true: all of a sample of ten are in fewer than one case of 10^13.
    assert!(known > 100, "{known}");
    for _ in 0..3 {
        let checked = book("check", &file, &["--quiet", "--json"]).records(1).pop().unwrap();
        assert_eq!((&checked["proven"], &checked["sampled"]), (&false.into(), &10.into()), "{checked}");
        assert!(checked["seed"].is_u64() && checked["reason"].as_str().unwrap().contains("is false"), "{checked}");
    }
    let honest = book("check", &file, &["--quiet", "--seed", "1"]);
    assert!(honest.status == Some(0) && honest.stdout.contains("(--seed 1 draws them again)"), "{honest:?}");
}

#[test]
fn a_wrong_value_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.book");
    assert_eq!(
        book("build", &file, &["--board", "4x4", "--discs", "5", "--memory", "1MiB", "--quiet"]).status,
        Some(0)
    );
    // One position, after the only first move, and a value that is not its own.
    let mut bytes = std::fs::read(&file).unwrap();
    let place = bytes.len() - 9;
    bytes[place] = 4;
    let end = bytes.len() - 8;
    let sum = xxhash_rust::xxh3::xxh3_64(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    std::fs::write(&file, bytes).unwrap();
    let wrong = book("check", &file, &["--sample", "1", "--quiet"]);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
    let named =
        "small.book: -----XO--OOO---- X on 4x4, value +4, scoring discs: claim 'value=4' is false: the value is +8";
    assert!(wrong.stderr.contains(named), "{wrong:?}");
    let record = book("check", &file, &["--sample", "1", "--quiet", "--json"]).record(1);
    assert!(record["book"].as_str().unwrap().ends_with("small.book"), "{record}");
    assert_eq!((&record["board"], &record["scoring"]), (&"4x4".into(), &"discs".into()), "{record}");
    assert_eq!((&record["value"], &record["proven"]), (&4.into(), &false.into()), "{record}");
    assert!(
        record["position"].as_str().is_some() && record["reason"].as_str().unwrap().contains("is false"),
        "{record}"
    );
}

#[test]
fn what_is_no_book_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    std::fs::write(&file, "my notes\n").unwrap();
    for action in ["show", "check", "build"] {
        let refused = book(action, &file, &[]);
        assert_eq!(refused.status, Some(1), "{refused:?}");
        assert!(refused.stderr.contains("notes.txt: this is not a book"), "{refused:?}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), b"my notes\n");
    let other = folder.path().join("4x4.book");
    assert_eq!(book("build", &other, &["--board", "4x4", "--discs", "6", "--quiet"]).status, Some(0));
    let mismatch = book("build", &other, &["--board", "4x4", "--discs", "7", "--quiet"]);
    assert_eq!(mismatch.status, Some(2), "{mismatch:?}");
    let endless = book("build", &folder.path().join("8x8.book"), &["--board", "8x8", "--discs", "30"]);
    assert_eq!(endless.status, Some(2), "{endless:?}");
    assert!(endless.stderr.contains("choose fewer discs"), "{endless:?}");
    let beyond = book("show", &other, &["--position", "XXXXXXXXXOOXXOO- O", "--board", "4x4"]);
    assert!(beyond.status == Some(1) && beyond.stderr.contains("nothing is known"), "{beyond:?}");
}

#[test]
fn the_opening_of_6x6_is_in_a_book_that_every_search_asks() {
    let known = |arguments: &[&str]| {
        run(&[&["--board", "6x6", "--no-table", "--memory", "1MiB", "--json"], arguments].concat())
    };
    for (start, value, black, white) in [("othello", -4, 16, 20), ("reversi", -2, 17, 19)] {
        let answer = known(&["--start", start, "--mode", "wld"]).record(0);
        assert_eq!((&answer["outcome"], &answer["from_book"]), (&"loss".into(), &true.into()), "{answer}");
        let answer = run(&["--board", "6x6", "--start", start, "--no-table", "--json"]).record(0);
        assert_eq!(answer["value"], value, "{answer}");
        assert_eq!((&answer["from_book"], &answer["complete"]), (&true.into(), &true.into()), "{answer}");
        assert_eq!(answer["final"], serde_json::json!({"black": black, "white": white}), "{answer}");
        let quick = known(&["--start", start, "--no-line", "--all-moves"]).record(0);
        assert_eq!(
            (&quick["value"], &quick["nodes"], &quick["line"]),
            (&value.into(), &0.into(), &serde_json::json!([]))
        );
        let best = quick["moves"].as_array().unwrap().iter().find(|one| one["move"] == quick["best"]).unwrap();
        assert_eq!(best["value"], value, "{quick}");
    }
    let searched = known(&["--no-book", "--time-limit", "100ms"]).record(3);
    assert_eq!((&searched["from_book"], &searched["complete"]), (&false.into(), &false.into()), "{searched}");
}

/// What the project has proven of large boards, the program knows.
#[test]
fn starts_that_take_long_are_known_unless_the_user_wants_a_search() {
    let asked = |arguments: &[&str]| run(&[&["--no-table", "--memory", "1MiB", "--json"], arguments].concat());
    for board in ["6x8", "8x6"] {
        let answer = asked(&["--board", board, "--mode", "wld"]).record(0);
        assert_eq!((&answer["outcome"], &answer["nodes"]), (&"loss".into(), &0.into()), "{answer}");
        assert_eq!((&answer["from_book"], &answer["complete"]), (&true.into(), &true.into()), "{answer}");
    }
    // So are their first moves, without a reply to them.
    let after = run(&["--board", "6x8", "--moves", "c3", "--mode", "wld", "--no-table", "--memory", "1MiB"]);
    let told = ["White wins", "Best move  not known yet", "6x8-othello.cert, 32 of 32 parts checked"];
    assert!(after.status == Some(0) && told.iter().all(|told| after.stdout.contains(told)), "{after:?}");
    let game = asked(&["--board", "5x8"]).record(0);
    assert_eq!((&game["value"], &game["nodes"]), (&15.into(), &0.into()), "{game}");
    assert_eq!(game["final"], serde_json::json!({"black": 27, "white": 12}), "{game}");
    let draw = run(&["--board", "6x7", "--no-table", "--memory", "1MiB"]);
    assert_eq!(draw.status, Some(0), "{draw:?}");
    assert!(draw.stdout.contains("8 of 8 parts checked") && draw.stdout.contains("--no-book"), "{}", draw.stdout);
    // What is not known exactly is searched, within what is.
    let limited = run(&["--board", "6x8", "--no-table", "--memory", "1MiB", "--time-limit", "100ms"]);
    assert_eq!(limited.status, Some(3), "{limited:?}");
    let told = limited.stdout;
    assert!(told.contains("White wins") && told.contains("the search, and the campaign"), "{told}");
    let searched = asked(&["--board", "5x8", "--no-book", "--time-limit", "100ms"]).record(3);
    assert_eq!((&searched["from_book"], &searched["complete"]), (&false.into(), &false.into()), "{searched}");
    let known = run(&["known", "8x6", "--json"]).record(0);
    assert_eq!((&known["board"], &known["start"]), (&"6x8".into(), &"othello".into()), "{known}");
    assert!(known["evidence"].as_str().unwrap().contains("data/certificates/6x8-othello.cert"), "{known}");
    assert!(run(&["known"]).stdout.contains("6x6 othello"));
    assert_eq!(run(&["known", "4x4"]).stdout, "Nothing of 4x4 is known without a search: solve --board 4x4\n");
}

/// Somebody who has built a book can use it, but nobody has to believe it.
#[test]
fn a_book_of_ones_own_answers_as_a_claim() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("4x5.book");
    let book = book.to_str().unwrap();
    let built = run(&["book", "build", book, "--board", "4x5", "--discs", "8", "--quiet"]);
    assert_eq!(built.status, Some(0), "{built:?}");
    let asked = |board: &str, more: &[&str]| {
        run(&[&["--board", board, "--no-table", "--no-line", "--memory", "16MiB"], more].concat())
    };
    let searched = asked("4x5", &["--json"]).record(0);
    assert_eq!((&searched["from_book"], &searched["unverified"]), (&false.into(), &false.into()), "{searched}");
    // The transposed board has the values of the same book.
    for (board, start) in [("4x5", "othello"), ("5x4", "othello")] {
        let found = asked(board, &["--start", start, "--book", book, "--json"]).record(0);
        assert_eq!((&found["value"], &found["nodes"]), (&searched["value"], &0.into()), "{found}");
        assert_eq!((&found["from_book"], &found["unverified"]), (&true.into(), &true.into()), "{found}");
    }
    let told = asked("4x5", &["--book", book]);
    for part in ["Source     a book from a file; --no-book", "Unverified it rests on", "or on a book from a file;"] {
        assert!(told.stdout.contains(part), "{part}: {told:?}");
    }
    let lines = folder.path().join("lines");
    let start = searched["position"].as_str().unwrap();
    std::fs::write(&lines, format!("4x5 {start}\n4x4 {}\n", support::START_4X4)).unwrap();
    let many = run(&["positions", lines.to_str().unwrap(), "--book", book, "--no-table", "--no-line", "--json"]);
    let many = many.records(0);
    assert_eq!((&many[0]["unverified"], &many[1]["unverified"]), (&true.into(), &false.into()), "{many:?}");
    for (more, status, wrong) in [
        (&["--book", book][..], 1, "--book: a book of 4x5 says nothing about 4x4"),
        (&["--book", lines.to_str().unwrap()], 1, "lines: "),
        (&["--book", book, "--no-book"], 2, "cannot be used with"),
    ] {
        let refused = asked("4x4", more);
        assert!(refused.status == Some(status) && refused.stderr.contains(wrong), "{refused:?}");
    }
}

#[test]
#[cfg(feature = "whole")]
fn an_answer_of_a_book_leaves_no_unfinished_search_in_a_table() {
    for start in ["othello", "reversi"] {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().to_str().unwrap();
        let report = run(&["--board", "6x6", "--start", start, "--mode", "wld", "--table", table]);
        let source =
            "Source     a book of exact values that comes with the program; a search found the line; --no-book";
        assert!(report.stdout.contains(source), "{report:?}");
        // The search for the line is reported as finished.
        let info = run(&["table", "info", "--table", table, "--json"]).record(0);
        assert_eq!(info["searches"][0]["complete"], true, "{info}");
    }
}

#[test]
fn moves_whose_values_are_in_a_book_take_no_search() {
    // 11 discs: all moves lead to the last layer of the book, from where even a best move would take a search.
    for moves in ["b3b4a5c2b1e2c5", "c2b2a2d2e2b4e5", "e4e5d5e3f5f6d2"] {
        let asked = ["--board", "6x6", "--moves", moves, "--no-table", "--no-line", "--all-moves", "--json"];
        let answer = run(&asked).record(0);
        let found = answer["moves"].as_array().unwrap();
        assert!(found.len() > 1 && found.iter().all(|one| one["value"].is_i64()), "{answer}");
        assert_eq!((&answer["complete"], &answer["nodes"]), (&true.into(), &0.into()), "{answer}");
    }
}

#[test]
fn every_first_move_of_6x6_is_worth_the_same() {
    let answer = run(&["--board", "6x6", "--no-table", "--all-moves", "--mode", "wld", "--json"]).record(0);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert!(moves.iter().all(|chosen| chosen["value"] == -4), "{answer}");
}
