//! `solve problems`: sets, and one clear line for each mistake.

use crate::support;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use support::{Run, program, run};

/// Runs `solve problems` without a table.
fn problems(arguments: &str, folder: &Path) -> Run {
    let mut all: Vec<&str> = vec!["problems", "--no-table", "-o", folder.to_str().unwrap()];
    all.extend(arguments.split_whitespace());
    run(&all)
}

fn check(folder: &Path) -> Run {
    run(&["problems", "check", folder.to_str().unwrap(), "--max-empties", "8"])
}

/// The names and bytes of the files in the folders of a set.
fn bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(bytes(&path));
        } else {
            found.push((path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

#[test]
fn a_set_is_made_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("deep/set");
    let arguments = "--board 4x6 --ply 14 --count 50 --seed 3 --source greedy:0.5 --format parquet,obf";
    let made = problems(&format!("{arguments} --threads 1"), &set);
    assert_eq!((made.status, made.stderr.as_str()), (Some(0), ""), "{made:?}");
    assert!(made.stdout.contains("Positions  50: "), "{}", made.stdout);
    let checked = check(&set);
    assert_eq!(checked.status, Some(0), "{checked:?}");
    assert!(checked.stdout.contains("of 50 positions proven again by the independent solver"), "{}", checked.stdout);
    assert!(checked.stdout.ends_with("Result     nothing is wrong\n"), "{}", checked.stdout);
    assert!(checked.stdout.contains("Sample     all 50 positions with at most 8 empties\n"), "{}", checked.stdout);
    let ten = |seed: &[&str]| {
        let text = run(&[&["problems", "check", set.to_str().unwrap(), "--sample", "10"], seed].concat()).stdout;
        let drawn =
            text.lines().find_map(|line| line.strip_prefix("Sample     10 of 50 positions with at most 20 empties "));
        let seed =
            drawn.and_then(|drawn| drawn.split_once("(--seed ")).unwrap().1.split_once(' ').unwrap().0.to_owned();
        // Of 50 positions one is false, and one in five is drawn.
        let missed = " draws them again); one false in a hundred of these would be missed with probability 80 %";
        assert!(drawn.unwrap().ends_with(missed), "{text}");
        (seed, text)
    };
    let first = ten(&[]);
    assert_ne!(first.0, ten(&[]).0);
    assert_eq!(ten(&["--seed", &first.0]), first);
    let card = fs::read_to_string(set.join("README.md")).unwrap();
    assert!(card.starts_with("---\nlicense: cc-by-4.0\n"), "{card}");
    assert!(card.contains("--source greedy:0.5 --empties 6 --count 50 --seed 3"), "{card}");
    let again = folder.path().join("again");
    assert_eq!(problems(&format!("{arguments} --threads 3"), &again).status, Some(0));
    assert_eq!(bytes(&set), bytes(&again));

    let card = set.join("README.md");
    fs::write(&card, "mine").unwrap();
    let checked = check(&set);
    assert_eq!(checked.status, Some(1), "{checked:?}");
    assert!(
        checked.stdout.contains("Wrong      README.md: the checksum is not that of SHA256SUMS"),
        "{}",
        checked.stdout
    );
}

#[test]
fn positions_come_from_files_and_from_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/endgames.obf");
    let eight = folder.path().join("eight.obf");
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with(['X', 'O', '-'])).collect();
    fs::write(&eight, lines.join("\n")).unwrap();
    let set = folder.path().join("ends");
    let made =
        problems(&format!("--board 8x8 --source file:{} --scoring wof --format obf,jsonl", eight.display()), &set);
    assert_eq!(made.status, Some(0), "{made:?}");
    // The program writes what the file has, whose scores come from the plain search.
    let written: String =
        bytes(&set.join("obf")).into_iter().map(|(_, bytes)| String::from_utf8(bytes).unwrap()).collect();
    let known = lines.iter().find(|line| line.contains("B5:-8; H8:-8; E7:-12")).unwrap();
    let scores = |line: &str| {
        let mut scores: Vec<String> = line
            .split([';', '%'])
            .skip(1)
            .map(|piece| piece.trim().to_owned())
            .filter(|piece| piece.contains(':'))
            .collect();
        scores.sort();
        scores
    };
    let squares = known.split(' ').next().unwrap();
    let found = written.lines().find(|line| line.starts_with(squares)).expect("the position is in the set");
    assert_eq!(scores(found), scores(known));

    let all = folder.path().join("all");
    assert_eq!(problems("--board 3x4 --source all --empties 4-5 --format jsonl", &all).status, Some(0));
    assert_eq!(check(&all).status, Some(0));
}

/// The sum of a key's values in the first line of JSON, over the layers with 7 and 8 discs.
fn counts(json: &str, key: &str) -> u64 {
    let record: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    let layers = record["layers"].as_array().unwrap().iter();
    layers
        .filter(|layer| (7..=8).contains(&layer["discs"].as_u64().unwrap()))
        .map(|layer| layer[key].as_u64().unwrap())
        .sum()
}

#[test]
fn a_tablebase_is_a_source() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table");
    let made = run(&["exhaust", "--board", "3x4", "-o", table.to_str().unwrap(), "--json", "--quiet"]);
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    for (number, board) in ["3x4", "4x3"].into_iter().enumerate() {
        let set = folder.path().join(format!("set{number}"));
        let arguments = ["--board", board, "--source", "table", "--empties", "4-5", "--format", "jsonl", "--quiet"];
        let place = ["--table", table.to_str().unwrap(), "-o", set.to_str().unwrap()];
        let done = run(&[&["problems"][..], &arguments, &place].concat());
        assert_eq!(done.status, Some(0), "{}", done.stderr);
        let text = bytes(&set)
            .into_iter()
            .filter(|(name, _)| name.ends_with("jsonl"))
            .map(|(_, text)| String::from_utf8(text).unwrap());
        let values: Vec<i64> = text.flat_map(|text| text.lines().map(value).collect::<Vec<_>>()).collect();
        assert_eq!(values.len() as u64, counts(&made.stdout, "positions") - counts(&made.stdout, "finished"));
        assert_eq!(check(&set).status, Some(0));
        // The set has no finished games, so it may have fewer wins than the table.
        let wins = values.iter().filter(|&&value| value > 0).count() as u64;
        assert!(wins <= counts(&made.stdout, "wins") && wins > 0);
    }
    let missing = problems("--board 3x4 --source table --empties 4 --count 1", &folder.path().join("none"));
    assert_eq!(missing.status, Some(1));
    assert!(missing.stderr.contains("solve exhaust --board 3x4 --start othello"), "{}", missing.stderr);
}

#[test]
fn the_book_is_a_source_with_the_values_of_all_moves() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    let all = problems("--board 6x6 --source book --empties 28-32 --format jsonl", &set);
    assert_eq!(all.status, Some(0), "{all:?}");
    let text: String =
        bytes(&set.join("jsonl")).into_iter().map(|(_, text)| String::from_utf8(text).unwrap()).collect();
    let start = text.lines().find(|line| line.contains("\"empties\":32")).unwrap();
    // Feinstein 1993: the second player wins by four discs; all first moves are one by symmetry.
    assert!(value(start) == -4 && start.matches("\"value\":-4").count() == 5, "{start}");
    assert_eq!(check(&set).status, Some(0));
    let row: serde_json::Value =
        serde_json::from_str(text.lines().find(|line| line.contains("\"empties\":28")).unwrap()).unwrap();
    let position = format!("6x6 {}", row["position"].as_str().unwrap());
    let found = run(&["--position", &position, "--no-table", "--json"]);
    assert_eq!(found.record(0)["value"], row["value"], "{found:?}");
    for (arguments, message) in [
        ("--board 6x6 --source book --empties 24", "source 'book': it knows all moves with 25 and more empty squares"),
        ("--board 8x8 --source book --empties 50", "no book of 8x8 from the othello start comes with the program"),
    ] {
        let none = problems(arguments, &folder.path().join("none"));
        assert!(none.status == Some(1) && none.stderr.contains(message), "{none:?}");
    }
}

#[test]
fn parts_are_made_alone_and_joined() {
    let folder = tempfile::tempdir().unwrap();
    let part = |number: u32| {
        let place = folder.path().join(format!("part{number}"));
        let made = problems(&format!("--board 4x6 --empties 8 --count 60 --part {number}/2 --format jsonl"), &place);
        assert_eq!(made.status, Some(0), "{made:?}");
        place.to_str().unwrap().to_owned()
    };
    let (one, two, set) = (part(1), part(2), folder.path().join("set"));
    let joined = run(&["problems", "join", &one, &two, "-o", set.to_str().unwrap(), "--json"]);
    assert_eq!((joined.status, &joined.record(0)["read"]), (Some(0), &60.into()), "{joined:?}");
    assert_eq!(check(&set).status, Some(0));
    let card = fs::read_to_string(set.join("README.md")).unwrap();
    assert!(
        card.contains("`solve problems join --format parquet --shard 100000 -o FOLDER PARTS`, from 2 sets"),
        "{card}"
    );
    let again = problems("--board 4x6 --source parts --empties 8", &folder.path().join("again"));
    assert!(again.status == Some(2) && again.stderr.contains("solve problems join makes"), "{again:?}");
    let none = problems("--board 4x6 --empties 8 --count 60 --part 3/2", &folder.path().join("none"));
    assert!(none.status == Some(2) && none.stderr.contains("'3/2' is no part, for example 3/8"), "{none:?}");
}

/// The value in a row of JSON lines.
fn value(line: &str) -> i64 {
    let row: serde_json::Value = serde_json::from_str(line).unwrap();
    row["value"].as_i64().unwrap()
}

#[test]
fn the_labels_of_a_set_that_cannot_be_filled_serve_a_smaller_one() {
    for (source, why) in
        [("random", "1 exist up to symmetry, 1 were reached"), ("all", "the source has 1 up to symmetry")]
    {
        let folder = tempfile::tempdir().unwrap();
        let set = folder.path().join("set");
        let asked = |count: u32| problems(&format!("--board 4x4 --empties 11 --source {source} --count {count}"), &set);
        let run = asked(5);
        let message =
            format!("solve: the set cannot be filled: 5 positions are wanted, {why}; labels are kept for a set of 1\n");
        assert_eq!((run.status, run.stderr.as_str(), run.stdout.as_str()), (Some(1), message.as_str(), ""), "{run:?}");
        let smaller = asked(1);
        assert_eq!(smaller.status, Some(0), "{smaller:?}");
        assert!(smaller.stdout.contains("1 of them by an earlier run"), "{smaller:?}");
        assert!(set.join("SHA256SUMS").exists() && !folder.path().join("set.partial").exists());
    }
}

#[test]
fn mistakes_are_told_and_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    let bad = folder.path().join("bad.txt");
    fs::write(&bad, "-----OX--XO----- X\nhello\n").unwrap();
    let file = format!("--board 4x4 --strict --source file:{}", bad.display());
    let gone = format!("--board 4x4 --source file:{}", folder.path().join("gone").display());
    for (arguments, status, message) in [
        (
            "--board 4x4 --empties 6 --count 5 --format xml",
            2,
            "[possible values: parquet, jsonl, csv, obf, openspiel, pgx, traps]",
        ),
        (
            "--board 4x4 --empties 6 --count 5 --labels wld --format obf",
            2,
            "format obf needs values: leave it out, or give --labels exact",
        ),
        ("--board 4x4 --ply 12 --count 5", 2, "ply 12 is impossible on board 4x4: it is from 0 to 11"),
        ("--board 4x4 --empties 13 --count 5", 2, "empties 13 is impossible on board 4x4: it is from 1 to 12"),
        ("--board 4x4 --empties 99 --count 5", 2, "empties 99 is impossible on board 4x4: it is from 1 to 12"),
        ("--board 4x4 --empties 9-8 --count 5", 2, "the range '9-8' is empty: did you mean 8-9?"),
        (
            "--board 4x4 --empties 1-2-3 --count 5",
            2,
            "'1-2-3' is neither a number nor a range, for example 16 or 10-16",
        ),
        ("--board 4x4 --count 5", 2, "problems: --empties N or --ply S is needed"),
        ("--board 4x4 --empties 5", 2, "problems: --count N is needed"),
        ("--empties 5 --count 5", 2, "problems: --board RxC is needed"),
        (
            "--board 4x4 --empties 5 --count 5 --source best",
            2,
            "source 'best' is unknown: it is random, greedy:E, alphabeta:D, lines:N, all, table, book or file:PATH",
        ),
        (&file, 1, "bad.txt: line 2: 'hello' is neither a list of moves"),
        (&gone, 1, "gone: No such file"),
    ] {
        let run = problems(arguments, &set);
        assert_eq!(run.status, Some(status), "{arguments}: {run:?}");
        assert!(run.stderr.contains(message) && run.stdout.is_empty(), "{arguments}: {run:?}");
        assert!(run.stderr.starts_with("error: ") || run.stderr.lines().count() == 1, "{arguments}: {run:?}");
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["bad.txt"], "{arguments}");
    }
    let run = problems("--board 4x4 --empties 6 --count 5", folder.path());
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stderr.contains("the folder is not empty; a set needs one of its own"), "{}", run.stderr);
    let none = check(folder.path());
    assert_eq!(none.status, Some(1), "{none:?}");
    assert!(none.stderr.contains("not a problem set: SHA256SUMS"), "{}", none.stderr);
}

#[test]
fn what_stands_in_the_way_is_known_before_anything_is_labelled_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    let partial = folder.path().join("set.partial");
    fs::create_dir(&partial).unwrap();
    fs::write(partial.join("thesis.txt"), "mine").unwrap();
    for (place, message) in [
        (
            set.as_path(),
            "set.partial: the folder has files, and no unfinished set is among them; remove it, or choose another -o",
        ),
        (&folder.path().join("new/."), "new/.: it has no name of its own; give the name of the folder at the end"),
    ] {
        let run = problems("--board 6x6 --source all --empties 1", place);
        assert_eq!((run.status, run.stdout.as_str()), (Some(1), ""), "{run:?}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    assert_eq!(fs::read(partial.join("thesis.txt")).unwrap(), b"mine");
}

#[cfg(unix)]
#[test]
fn after_ctrl_c_the_same_command_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "--board 6x6 --empties 12 --count 1500 --threads 2";
    let (broken, whole) = (folder.path().join("broken"), folder.path().join("whole"));
    let mut command = program();
    command.args(["problems", "--no-table", "-o", broken.to_str().unwrap()]).args(arguments.split(' '));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let journal = folder.path().join("broken.partial/journal.jsonl");
    while fs::metadata(&journal).map_or(0, |data| data.len()) < 10_000 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    support::signal("INT", child.id());
    let stopped: Run = child.wait_with_output().unwrap().into();
    assert_eq!(stopped.status, Some(130), "{stopped:?}");
    assert!(stopped.stderr.contains("labels are kept in") && stopped.stderr.lines().count() == 1, "{}", stopped.stderr);
    assert!(!broken.exists());
    let resumed = problems(arguments, &broken);
    assert_eq!(resumed.status, Some(0), "{resumed:?}");
    assert!(resumed.stdout.contains("of them by an earlier run"), "{}", resumed.stdout);
    assert!(resumed.stdout.contains(" labels of an earlier run"), "{}", resumed.stdout);
    assert_eq!(problems(arguments, &whole).status, Some(0));
    assert_eq!(bytes(&broken), bytes(&whole));
}

/// Waits until a program handles Ctrl-C (on Linux; elsewhere for a second).
#[cfg(unix)]
fn wait_for_handled_signals(process: u32) {
    if !cfg!(target_os = "linux") {
        return std::thread::sleep(std::time::Duration::from_secs(1));
    }
    support::wait_until("Ctrl-C is handled", || {
        let status = fs::read_to_string(format!("/proc/{process}/status")).expect("the process is running");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        // SIGINT is signal 2, the second bit.
        caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 2 != 0))
    });
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_gathering_of_positions() {
    let folder = tempfile::tempdir().unwrap();
    // Millions of positions that take minutes to gather, and half a minute to follow from the start.
    for arguments in ["--board 8x8 --empties 1 --count 50000000", "--board 6x6 --source all --empties 10"] {
        let mut command = program();
        let set = folder.path().join("set");
        command.args(["problems", "--no-table", "--quiet", "-o", set.to_str().unwrap()]).args(arguments.split(' '));
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for_handled_signals(child.id());
        let begin = std::time::Instant::now();
        support::signal("INT", child.id());
        let stopped: Run = child.wait_with_output().unwrap().into();
        assert_eq!(stopped.status, Some(130), "{stopped:?}");
        assert!(stopped.stderr.starts_with("solve: stopped"), "{}", stopped.stderr);
        assert!(begin.elapsed() < std::time::Duration::from_secs(15), "{arguments}: {:?}", begin.elapsed());
        assert!(!set.exists());
    }
}

#[test]
fn a_set_is_printed_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    assert_eq!(problems("--board 4x6 --ply 14 --count 40 --format parquet,jsonl,csv,obf", &set).status, Some(0));
    let export = |options: &[&str]| run(&[&["problems", "export", set.to_str().unwrap()], options].concat());
    let parts = ["train", "validation", "test"];
    for format in ["jsonl", "csv", "obf"] {
        for part in parts {
            let file = set.join(format).join(format!("{part}-00000-of-00001.{format}"));
            let found = export(&["--format", format, "--split", part]);
            assert_eq!((found.status, found.stdout), (Some(0), fs::read_to_string(file).unwrap()), "{format} {part}");
        }
    }
    let rows = export(&[]).records(0);
    let positions: String = rows.iter().map(|row| format!("4x6 {}\n", row["position"].as_str().unwrap())).collect();
    assert_eq!((rows.len(), export(&["--format", "positions"]).stdout), (40, positions));

    fs::write(set.join("parquet/test-00000-of-00001.parquet"), "other").unwrap();
    let damaged = export(&[]);
    assert!(damaged.status == Some(1) && damaged.stderr.contains("the checksum is not that of"), "{damaged:?}");
    let outcomes = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sets/8x8-s40");
    let valueless = run(&["problems", "export", outcomes, "--format", "obf"]);
    assert!(valueless.status == Some(1) && valueless.stdout.is_empty(), "{valueless:?}");
    assert!(
        valueless.stderr.ends_with("8x8-s40: format obf needs values; outcomes alone do not do\n"),
        "{valueless:?}"
    );
}

#[test]
fn nothing_is_wrong_with_the_sets_of_this_repository() {
    let sets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data/sets"));
    let mut found = 0;
    for entry in fs::read_dir(sets).unwrap() {
        let set = entry.unwrap().path();
        if set.is_dir() {
            let checked = run(&["problems", "check", set.to_str().unwrap(), "--sample", "12"]);
            assert_eq!(checked.status, Some(0), "{}: {checked:?}", set.display());
            let plan: serde_json::Value = serde_json::from_slice(&fs::read(set.join("set.json")).unwrap()).unwrap();
            let positions = format!("Positions  {}: ", plan["count"]);
            assert!(checked.stdout.contains(&positions), "{}: {}", set.display(), checked.stdout);
            found += 1;
        }
    }
    assert!(found > 0, "there are no sets");
}
