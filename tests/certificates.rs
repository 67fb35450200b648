//! `solve prove` and `solve check`: certificates in files, what is printed about them, and what is refused.

use crate::support;

use std::path::{Path, PathBuf};

use serde_json::Value;
use support::{NO_TABLE, Run, SMALL, run, search};

/// Makes a certificate in a file, without a table.
fn prove(file: &Path, arguments: &[&str]) -> Run {
    let file = file.to_str().expect("temporary directories have plain names");
    search(&[&["prove", "--threads", "1", "-o", file], arguments].concat())
}

fn check(file: &Path, arguments: &[&str]) -> Run {
    run(&[&["check", file.to_str().expect("temporary directories have plain names")], arguments].concat())
}

#[test]
fn a_certificate_is_made_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("4x8.cert");
    let made = prove(&file, &["--board", "4x8", "--claim", "value=32", "--json"]).record(0);
    assert_eq!((&made["claim"], &made["board"], &made["cut"]), (&"value=32".into(), &"4x8".into(), &14.into()));
    assert_eq!(made["bytes"].as_u64(), Some(std::fs::metadata(&file).unwrap().len()));
    let checked = check(&file, &["--json"]).record(0);
    for field in ["prover_nodes", "other_nodes", "leaves", "bytes", "position", "file"] {
        assert_eq!(made[field], checked[field], "{field}");
    }
    // No game is worth more than all squares, so the upper limit needs no proof.
    let levels = checked["levels"].as_array().unwrap();
    assert!(levels.iter().all(|level| level["limit"] == "value>=32"), "{checked}");
    assert_eq!(levels[0]["positions"], 1, "{checked}");
    assert!(levels.iter().map(|level| level["empties"].as_u64().unwrap()).eq((15..=28).rev()), "{checked}");
    let positions: u64 = levels.iter().map(|level| level["positions"].as_u64().unwrap()).sum();
    let [own, other] = ["prover_nodes", "other_nodes"].map(|field| checked[field].as_u64().unwrap());
    assert_eq!(positions, own + other, "{checked}");
    let other = folder.path().join("other.cert");
    let less = prove(&other, &["--board", "4x8", "--claim", "value=32", "--json", "--leaf-work", "1k"]).record(0);
    assert_eq!((&less["cut"], &less["leaf_work"]), (&Value::Null, &1000.into()), "{less}");
    assert_eq!(check(&other, &["--json"]).record(0)["leaves"], less["leaves"]);
    std::fs::remove_file(other).unwrap();
    assert_eq!((checked["lower"].as_i64(), checked["upper"].as_i64()), (Some(32), Some(32)));
    assert!(checked["searched"].as_u64() > checked["leaves"].as_u64(), "{checked}");
    let text = check(&file, &["--threads", "3"]);
    assert_eq!((text.status, text.stderr.as_str()), (Some(0), ""), "{text:?}");
    let sentence = "proves: 4x8, othello start, scoring discs: the value for Black, who is to move, is +32 (";
    assert!(text.stdout.contains(sentence) && text.stdout.lines().count() == 1, "{text:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else remains");
}

#[test]
fn any_position_and_any_claim_can_be_certified() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.cert");
    for (arguments, statement) in [
        (
            &["--board", "6x4", "--claim", "win"][..],
            "6x4, othello start, scoring discs: the value for Black, who is to move, is at least +1",
        ),
        (
            &["--board", "4x4", "--start", "reversi", "--scoring", "wof", "--claim", "loss"],
            "4x4, reversi start, scoring wof: the value for Black, who is to move, is at most -1",
        ),
        (
            &["--board", "4x4", "--moves", "b1", "--claim", "value>=8", "--cut", "3"],
            "4x4, position -X---XX--XO----- O, scoring discs: the value for White, who is to move, is at least +8",
        ),
        (
            &["--position", "3x3 -XO------ X", "--claim", "value=-9"],
            "3x3, position -XO------ X, scoring discs: the value for Black, who is to move, is -9",
        ),
    ] {
        let made = prove(&file, arguments);
        assert_eq!((made.status, made.stderr.as_str()), (Some(0), ""), "{made:?}");
        let checked = check(&file, &[]);
        assert!(checked.status == Some(0) && checked.stdout.contains(&format!("proves: {statement} (")), "{checked:?}");
    }
}

#[test]
fn one_thread_gives_the_same_bytes_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = |name: &str| {
        let file = folder.path().join(name);
        assert_eq!(prove(&file, &["--board", "4x8", "--claim", "win", "--cut", "9"]).status, Some(0));
        std::fs::read(&file).unwrap()
    };
    assert_eq!(bytes("one"), bytes("two"));
}

#[test]
fn a_false_claim_is_an_error_that_tells_the_value() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("false.cert");
    for (claim, value) in
        [("value=17", "+16"), ("value>=20", "+16"), ("value<=15", "+16"), ("draw", "+16"), ("loss", "+16")]
    {
        let run = prove(&file, &["--board", "4x6", "--claim", claim]);
        assert_eq!(run.status, Some(1), "{run:?}");
        assert_eq!(run.stderr, format!("solve: claim '{claim}' is false: the value is {value}\n"));
        assert_eq!((run.stdout.as_str(), file.exists()), ("", false));
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.cert");
    for (arguments, message) in [
        (&["--board", "4x6", "--claim", "value=99"][..], "claim 'value=99': on this board a value is from -24 to +24"),
        (
            &["--board", "4x6", "--claim", "big"],
            "claim 'big' is unknown: it is value=-4, value>=-4, value<=-4 (any number), win, draw or loss",
        ),
        (&["--board", "4x6", "--claim", "win", "--leaf-work", "0"], "'0' is not a number of positions such as 16k"),
        (
            &["--board", "4x6", "--claim", "win", "--leaf-work", "1k", "--cut", "3"],
            "the argument '--leaf-work <POSITIONS>' cannot be used with '--cut <EMPTIES>'",
        ),
        (&["--board", "4x6", "--claim", "win", "--cut", "25"], "25 is not in 0..=24"),
    ] {
        let run = prove(&file, arguments);
        run.refuses(message);
    }
    let run = prove(folder.path(), &["--board", "4x4", "--claim", "loss"]);
    assert!(run.status == Some(1) && run.stderr.contains("a directory, not a file for a certificate"), "{run:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing remains");
}

#[test]
fn a_certificate_needs_a_file() {
    let run = prove(Path::new("-"), &["--board", "4x4", "--claim", "loss"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{run:?}");
    assert_eq!(
        run.stderr,
        "solve: -: a certificate cannot go to standard output; give a file, or ./- for one of this name\n"
    );
}

#[test]
fn a_certificate_is_told_with_its_position_and_counts_agree_with_their_nouns() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.cert");
    for (arguments, told) in [
        (&["--board", "4x4", "--claim", "loss"][..], " bytes for loss on 4x4 othello, scoring discs; "),
        (
            &["--board", "4x4", "--start", "reversi", "--claim", "loss"],
            " bytes for loss on 4x4 reversi, scoring discs; ",
        ),
        (
            &["--board", "4x4", "--moves", "b1", "--claim", "value=8", "--cut", "12"],
            " bytes for value=8 on 4x4 -X---XX--XO----- O, scoring discs; 0 moves, 0 positions with all replies, 2 leaves \
             of at most 12 empties; ",
        ),
        (
            &["--board", "4x4", "--claim", "value<=-8", "--cut", "11"],
            "; 0 moves, 1 position with all replies, 1 leaf of at most 11 empties; ",
        ),
    ] {
        let run = prove(&file, arguments);
        assert!(run.status == Some(0) && run.stdout.contains(told), "{told}: {run:?}");
    }
    let checked = check(&file, &[]);
    let told = "(0 moves, 1 position with all replies, 1 leaf, ";
    assert!(checked.status == Some(0) && checked.stdout.contains(told), "{checked:?}");
}

#[test]
fn the_plain_check_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("4x6.cert");
    assert_eq!(prove(&file, &["--board", "4x6", "--claim", "value>=16", "--cut", "8"]).status, Some(0));
    let (fast, plain) = (check(&file, &["--json"]).record(0), check(&file, &["--plain", "--json"]).record(0));
    for field in ["sha256", "bytes", "proven", "position", "lower", "upper", "prover_nodes", "other_nodes", "leaves"] {
        assert_eq!(fast[field], plain[field], "{field}");
    }
    let text = check(&file, &["--plain"]);
    assert!(
        text.status == Some(0) && text.stdout.contains("4x6.cert proves, by the plain check: 4x6, othello"),
        "{text:?}"
    );
    let both = check(&file, &["--plain", "--resume"]);
    assert!(both.status == Some(2) && both.stderr.contains("--plain"), "{both:?}");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[33] = 17;
    let body = bytes.len() - 8;
    let seal = xxhash_rust::xxh3::xxh3_64(&bytes[..body]);
    bytes[body..].copy_from_slice(&seal.to_le_bytes());
    std::fs::write(&file, bytes).unwrap();
    let run = check(&file, &["--plain"]);
    assert!(run.status == Some(1) && run.stderr.contains("the proof of \"value>=17\" fails: "), "{run:?}");
}

#[test]
fn a_damaged_certificate_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("4x4.cert");
    assert_eq!(prove(&file, &["--board", "4x4", "--claim", "value=-8"]).status, Some(0));
    let bytes = std::fs::read(&file).unwrap();
    let refused = |bytes: &[u8], reason: &str| {
        std::fs::write(&file, bytes).unwrap();
        let run = check(&file, &[]);
        assert_eq!((run.status, run.stdout.as_str(), run.stderr.lines().count()), (Some(1), "", 1), "{run:?}");
        assert!(run.stderr.contains(reason), "{run:?}");
    };
    let mut altered = bytes.clone();
    altered[40] ^= 1;
    refused(&altered, "the certificate is damaged: its checksum is");
    refused(&bytes[..20], "the certificate ends too early");
    refused(b"something else", "this is not a certificate");
    let mut later = bytes.clone();
    later[8] = 4;
    refused(&later, "the certificate is of version 4, this program reads versions 1 to 3");
    std::fs::remove_file(&file).unwrap();
    let run = check(&file, &[]);
    assert!(run.status == Some(1) && run.stderr.lines().count() == 1, "{run:?}");
}

#[test]
fn a_certificate_that_proves_too_little_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("4x6.cert");
    assert_eq!(prove(&file, &["--board", "4x6", "--claim", "value>=16"]).status, Some(0));
    let mut bytes = std::fs::read(&file).unwrap();
    // The limit's score, and a matching checksum.
    assert_eq!(bytes[33], 16);
    bytes[33] = 17;
    let body = bytes.len() - 8;
    let seal = xxhash_rust::xxh3::xxh3_64(&bytes[..body]);
    bytes[body..].copy_from_slice(&seal.to_le_bytes());
    std::fs::write(&file, bytes).unwrap();
    let run = check(&file, &[]);
    assert!(run.status == Some(1) && run.stderr.contains("the proof of \"value>=17\" fails"), "{run:?}");
}

#[test]
fn a_file_that_is_no_progress_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("4x4.cert");
    assert_eq!(prove(&file, &["--board", "4x4", "--claim", "value=-8"]).status, Some(0));
    let other = folder.path().join("letter.txt");
    std::fs::write(&other, "Dear Joel,").unwrap();
    for anew in [&[][..], &["--anew"]] {
        let run = check(&file, &[&["--progress-file", other.to_str().unwrap()], anew].concat());
        assert!(run.status == Some(1) && run.stderr.contains("letter.txt: not the progress of a check"), "{run:?}");
    }
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "Dear Joel,");
}

#[test]
#[cfg(unix)]
fn a_stopped_check_goes_on_where_it_was() {
    use std::process::Stdio;
    use std::time::Duration;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("4x10.cert");
    // Leaves of this many empties take seconds.
    let made = prove(&file, &["--board", "4x10", "--claim", "value>=40", "--cut", "24", "--json"]).record(0);
    let notes = folder.path().join("notes");
    let arguments = ["--threads", "1", "--progress-file", notes.to_str().unwrap()];
    for doublings in 0..8 {
        let mut command = support::program();
        command.arg("check").arg(&file).args(arguments).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(50 << doublings));
        support::signal("INT", child.id());
        let stopped = Run::from(child.wait_with_output().unwrap());
        assert_eq!(stopped.status, Some(130), "{stopped:?}");
        assert_eq!(stopped.stderr.lines().count(), 1, "{stopped:?}");
        if notes.exists() {
            break;
        }
    }
    let checked = check(&file, &[&arguments[..], &["--resume", "--json"]].concat()).record(0);
    let (resumed, leaves) = (checked["resumed_leaves"].as_u64().unwrap(), checked["leaves"].as_u64().unwrap());
    assert!(0 < resumed && resumed < leaves, "{checked}");
    assert_eq!(checked["leaves"], made["leaves"]);
    assert!(!notes.exists(), "a finished check leaves no notes");
    let anew = check(&file, &["--json"]).record(0);
    assert_eq!((&anew["searched"], &anew["resumed_leaves"]), (&checked["searched"], &0.into()));
    // What was not searched is not called proven.
    assert_eq!((&checked["proven"], &checked["claim"]), (&Value::Null, &anew["proven"]));
    assert_eq!(anew["claim"], anew["proven"]);
}

/// A certificate with hundreds of leaves that are searched at once.
fn shared(folder: &Path) -> PathBuf {
    let file = folder.join("4x8.cert");
    assert_eq!(prove(&file, &["--board", "4x8", "--claim", "value=32", "--cut", "9"]).status, Some(0));
    file
}

/// What `--parts` says about these lines.
fn confirm(file: &Path, lines: &[&str], arguments: &[&str]) -> Run {
    let list = file.with_file_name("lines.txt");
    std::fs::write(&list, lines.concat()).unwrap();
    check(file, &[&["--parts", list.to_str().unwrap()], arguments].concat())
}

#[test]
fn a_check_can_be_shared() {
    let folder = tempfile::tempdir().unwrap();
    let file = shared(folder.path());
    let whole = check(&file, &["--json"]).record(0);
    let mut lines = Vec::new();
    let (mut leaves, mut searched) = (0, 0);
    for number in 1..=7 {
        let part = format!("{number}/7");
        let text = check(&file, &["--part", &part, "--threads", "1"]);
        let record = check(&file, &["--part", &part, "--threads", "3", "--json"]).record(0);
        assert_eq!((text.status, text.stderr.as_str()), (Some(0), ""), "{text:?}");
        assert_eq!(text.stdout.strip_suffix('\n'), record["line"].as_str(), "the same on any number of threads");
        assert!(
            text.stdout.starts_with(&format!("part {part} of {}: ", whole["sha256"].as_str().unwrap())),
            "{text:?}"
        );
        assert!(!text.stdout.contains("prove"), "{text:?}");
        assert_eq!((&record["proven"], &record["claim"]), (&Value::Null, &whole["proven"]));
        for field in ["prover_nodes", "other_nodes", "leaves", "levels"] {
            assert_eq!(record[field], whole[field], "{field}");
        }
        leaves += record["part_leaves"].as_u64().unwrap();
        searched += record["searched"].as_u64().unwrap();
        lines.push(text.stdout);
    }
    assert_eq!(Some(leaves), whole["leaves"].as_u64());
    let mut all: Vec<&str> = lines.iter().map(String::as_str).rev().chain(["\n", "# by two machines\n"]).collect();
    all.push(lines[0].trim_end());
    let run = confirm(&file, &all, &[]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    for said in ["lines.txt says that all leaves hold, ", " and searched none. If the lines are true, so is: 4x8, "] {
        assert!(run.stdout.contains(said) && !run.stdout.contains("prove"), "{run:?}");
    }
    let record = confirm(&file, &all, &["--json"]).record(0);
    assert_eq!((&record["proven"], &record["parts"], &record["searched_leaves"]), (&Value::Null, &7.into(), &0.into()));
    assert_eq!((&record["claim"], &record["leaves"]), (&whole["proven"], &whole["leaves"]));
    assert_eq!((&record["told_searches"], &record["told_searched"]), (&serde_json::json!([4]), &searched.into()));
    let told = format!(" all leaves hold {leaves} in 7 parts with {searched} positions searched by search 4. ");
    assert!(run.stdout.replace(',', "").contains(&told), "{told}: {run:?}");
}

#[cfg(unix)]
#[test]
fn the_name_of_a_file_forges_no_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a\n\u{1b}[2Kb.cert");
    let line = check(&shared(folder.path()), &["--part", "1/1"]).stdout;
    std::fs::rename(folder.path().join("4x8.cert"), &file).unwrap();
    let small = folder.path().join("c\rd.cert");
    let runs = [
        (prove(&small, &["--board", "4x4", "--claim", "loss"]), "c\\rd.cert: "),
        (check(&file, &[]), "a\\n\\u{1b}[2Kb.cert proves: "),
        (confirm(&file, &[&line], &[]), "lines.txt says that all leaves hold, "),
    ];
    for (run, told) in runs {
        assert_eq!((run.status, run.stdout.lines().count()), (Some(0), 1), "{run:?}");
        assert!(run.stdout.contains(told) && !run.stdout.trim_end().contains(char::is_control), "{run:?}");
    }
}

#[test]
fn lines_that_are_not_all_or_not_true_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = shared(folder.path());
    let lines: Vec<String> = (1..=7).map(|number| check(&file, &["--part", &format!("{number}/7")]).stdout).collect();
    let hash = lines[0].split([' ', ':']).nth(3).unwrap();
    let changed = |from: &str, to: &str| lines[2].replacen(from, to, 1);
    let resealed = |line: String| files::sealed(line.trim_end().rsplit_once(" #").unwrap().0) + "\n";
    let other = resealed(changed("part 3/7", "part 3/8"));
    let lie = resealed(changed(" positions searched", "1 positions searched"));
    let claim = resealed(changed("is +32", "is +31"));
    let damaged = changed("leaves hold", "leaves fold");
    let stranger = resealed(changed(hash, &"0".repeat(64)));
    let first = lines[0].as_str();
    for (lines, reason) in [
        (&[first, &lines[2], &lines[6]][..], "of 7 parts these are missing: 2, 4 to 6"),
        (&[], "there is no line of a checked part"),
        (&[first, &other], "line 2 is part 3/8, and those before are parts of 7"),
        (&[&lines[2], first, &lie], "lines 1 and 3 say different things of part 3/7: one of them is not true"),
        (&[first, &claim], "line 2 is not true: the claim is 4x8, othello start"),
        (&[&damaged], "line 1: the checksum #"),
        (&[first, "a letter\n"], "line 2: the line has no checksum at its end"),
        (&[first, &stranger], "line 2 is about another certificate, 0000"),
    ] {
        let run = confirm(&file, lines, &[]);
        assert_eq!((run.status, run.stdout.as_str(), run.stderr.lines().count()), (Some(1), "", 1), "{run:?}");
        assert!(run.stderr.contains(&format!("lines.txt: {reason}")), "{reason}: {run:?}");
    }
}

#[test]
fn a_part_goes_on_from_its_own_notes_and_its_line_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = shared(folder.path());
    let line = check(&file, &["--part", "2/3"]).stdout;
    let hash = line.split([' ', ':']).nth(3).unwrap();
    let notes = folder.path().join("4x8.cert.2-of-3.progress");
    let written = |part: &str| {
        let record = format!("portion 0 searched 1 results {}", "0".repeat(64));
        let header = format!("othello-check-notes 5 part {part} of {hash}");
        [files::Seal::ALONE.seal(&header), files::Seal::of(&header).seal(&record)].map(|line| line + "\n").concat()
    };
    std::fs::write(&notes, written("2/3")).unwrap();
    assert_eq!(check(&file, &["--part", "2/3"]).stdout, line, "unasked they are not read");
    let resumed = check(&file, &["--part", "2/3", "--resume"]);
    assert!(resumed.status == Some(0) && !notes.exists(), "{resumed:?}");
    assert!(
        line.contains(", 0 of them by notes; ") && !resumed.stdout.contains(", 0 of them by notes; "),
        "{resumed:?}"
    );
    std::fs::write(&notes, written("1/3")).unwrap();
    let other = check(&file, &["--part", "2/3", "--resume"]);
    assert_eq!((other.status, other.stdout), (Some(0), line), "{}", other.stderr);
    assert!(other.stderr.contains("these notes are not taken") && notes.exists(), "{}", other.stderr);
}

#[test]
fn a_part_that_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = shared(folder.path());
    for part in ["0/4", "5/4", "1/0", "1/1000000000", "4", "a/b", "1/2/3", "-1/2", "1/99999999999999999999999", ""] {
        let run = check(&file, &[&format!("--part={part}")]);
        let rest = "is invalid: give K/N, for example 3/40, with K from 1 to N and N at most 1000000";
        run.refuses(&format!("part '{part}' {rest}"));
    }
    for together in [&["--part", "1/2", "--parts", "x"][..], &["--resume", "--anew"], &["--resume", "--parts", "x"]] {
        check(&file, together).refuses("cannot be used with");
    }
    // More parts than leaves: some have none.
    let last = check(&file, &["--part", "1000000/1000000", "--json"]).record(0);
    assert_eq!((&last["part_leaves"], &last["searched"]), (&0.into(), &0.into()));
}

#[test]
fn a_time_limit_ends_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("8x8.cert");
    let file = file.to_str().unwrap();
    let arguments = ["prove", "--board", "8x8", "--claim", "draw", "-o", file, "--time-limit", "100ms"];
    let stopped = run(&[&arguments[..], SMALL, NO_TABLE].concat());
    assert_eq!((stopped.status, stopped.stdout.as_str()), (Some(3), ""), "{stopped:?}");
    assert_eq!(stopped.stderr, "solve: stopped before the certificate was made\n");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing remains");
}

/// A program that is asked to end does not wait for lines that never end, or never come.
#[test]
#[cfg(unix)]
fn a_signal_is_heard_while_lines_are_awaited() {
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("4x4.cert");
    assert_eq!(prove(&file, &["--board", "4x4", "--claim", "loss"]).status, Some(0));
    let mut command = support::program();
    command.arg("check").arg(&file).args(["--parts", "-"]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let begin = std::time::Instant::now();
    support::signal("TERM", child.id());
    // The standard input stays open until the program has ended.
    let lines = child.stdin.take();
    let stopped = Run::from(child.wait_with_output().unwrap());
    drop(lines);
    assert_eq!((stopped.status, stopped.stderr.as_str()), (Some(130), "solve: stopped before all lines were read\n"));
    assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
}

/// A certificate of the repository, with a file beside it.
fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/certificates").join(name)
}

/// A kept certificate proves a value of Black's, and every part of it has a line. `part` has `few` leaves, which are
/// searched each time.
fn check_kept(game: &str, value: &str, leaves: u64, part: &str, few: u64) {
    let folder = tempfile::tempdir().unwrap();
    let (board, start) = game.split_once('-').unwrap();
    let file = folder.path().join("kept.cert");
    std::fs::copy(kept(&format!("{game}.cert")), &file).unwrap();
    let lines = kept(&format!("{game}.parts.txt"));
    let covered = check(&file, &["--parts", lines.to_str().unwrap(), "--json"]).record(0);
    let claim = format!("{board}, {start} start, scoring discs: the value for Black, who is to move, is {value}");
    assert_eq!((&covered["claim"], &covered["proven"]), (&claim.into(), &Value::Null));
    assert_eq!((&covered["told_leaves"], &covered["leaves"]), (&leaves.into(), &leaves.into()));
    let searched = check(&file, &["--part", part]);
    assert_eq!(searched.status, Some(0), "{searched:?}");
    let told = format!(": {few} of {leaves} leaves hold, 0 of them by notes; ");
    assert!(searched.stdout.contains(&told), "{searched:?}");
}

#[test]
fn the_draw_of_6x7_has_a_certificate_and_every_part_of_it_a_line() {
    check_kept("6x7-othello", "0", 3_980_452, "77/20000", 200);
}

#[test]
fn the_loss_of_6x7_from_the_reversi_start_has_a_certificate_and_every_part_of_it_a_line() {
    check_kept("6x7-reversi", "-2", 3_677_231, "77/20000", 184);
}

#[test]
#[ignore = "it follows 31 million positions: scripts/test --all"]
fn the_loss_of_6x8_has_a_certificate_and_every_part_of_it_a_line() {
    check_kept("6x8-othello", "at most -1", 35_952_037, "77/1000000", 36);
}
