//! `solve mcts`: matches, accuracy, speed and parallel schemes, as text and as JSON.

use crate::support;

use serde_json::Value;
use solver::notation::{parse_moves, play_moves};
use solver::{Position, Start};
use support::{Run, run};

fn mcts(arguments: &[&str]) -> Run {
    run(&[&["mcts"], arguments].concat())
}

#[test]
fn players_are_listed_with_their_parameters() {
    let run = mcts(&["players"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    for name in ["  uct+ ", "  alphabeta ", "  rave ", "    merge ", "    end "] {
        assert!(run.stdout.contains(name), "{name}: {}", run.stdout);
    }
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads_and_its_games_are_legal() {
    let arguments =
        ["match", "uct:n=100", "alphabeta:depth=1", "--board", "4x6", "--games", "5", "--opening", "random:4"];
    let with = |more: &[&str]| mcts(&[&arguments[..], more].concat());
    let records = with(&["--json", "--records"]).records(0);
    assert_eq!(records, with(&["--json", "--records", "--threads", "3"]).records(0));
    assert_eq!(records.len(), 6);
    let board = "4x6".parse().unwrap();
    for game in &records[..5] {
        let moves = parse_moves(board, game["moves"].as_str().unwrap()).unwrap();
        let end = play_moves(Position::start(board, Start::Othello), &moves).unwrap();
        assert!(end.is_over(), "{game}");
    }
    let total = &records[5];
    let number = |field: &str| total[field].as_u64().unwrap();
    assert_eq!((number("games"), number("wins") + number("draws") + number("losses")), (5, 5));
    assert_eq!((&total["player"], &total["opponent"]), (&"uct:n=100".into(), &"alphabeta:depth=1".into()));
    let text = with(&[]);
    assert!(text.stdout.contains("Games      5 on 4x6, othello start, scoring discs, 4 random plies, seed 1\n"));
    assert!(text.stdout.lines().any(|line| line.starts_with("Elo ")), "{}", text.stdout);
}

#[test]
fn accuracy_is_told_for_every_player_and_truth_is_always_right() {
    let arguments = ["--board", "4x6", "--empties", "10", "--positions", "30"];
    let players = ["--player", "random", "--player", "exact", "--player", "uct:n=500"];
    let run = || mcts(&[&["accuracy", "--json"], &arguments[..], &players].concat());
    let records = run().records(0);
    assert_eq!(records.len(), 3);
    let accuracy = |index: usize| records[index]["accuracy"]["value"].as_f64().unwrap();
    assert_eq!((accuracy(1), records[1]["regret"]["value"].as_f64()), (1.0, Some(0.0)));
    assert!(accuracy(0) + 0.1 < accuracy(2), "{records:?}");
    let again = run().records(0);
    assert!((0..3).all(|index| again[index]["accuracy"] == records[index]["accuracy"]));
    let text = mcts(&[&["accuracy"], &arguments[..], &players[..2]].concat()).stdout;
    let heading = "random, seed 1: 30 positions of 4x6 with 10 empty squares, othello start, scoring discs, values";
    assert!(text.starts_with(heading), "{text}");
    assert!(text.lines().last().unwrap().ends_with("random"), "{text}");
}

#[test]
fn speeds_and_schemes_are_told() {
    let speeds = mcts(&["speed", "--board", "4x4", "--time", "10ms", "--json"]).records(0);
    assert!(speeds.len() >= 8 && speeds.iter().all(|speed| speed["playouts_per_second"].as_f64() > Some(0.0)));
    let small = ["--board", "4x6", "--empties", "8", "--positions", "5", "--playouts", "50", "--delay", "1ms"];
    let more = ["--workers", "1,4", "--time", "1ms", "--json"];
    let rows = mcts(&[&["parallel"], &small[..], &more[..]].concat()).records(0);
    assert!(rows.iter().any(|row| row["scheme"] == "root × tree, 2 × 2"), "{rows:?}");
    assert_eq!(rows.iter().filter(|row| row["workers"] == 1).count(), 3);
}

#[test]
fn a_scale_is_fitted() {
    let arguments = ["fit", "--board", "4x6", "--empties", "9", "--positions", "60"];
    let fitted = mcts(&[&arguments[..], &["--json"]].concat()).record(0);
    let number = |field: &str| fitted[field].as_f64().unwrap();
    assert!(number("scale") > 1.0 && number("scale") < 200.0 && number("by_evaluation") > 0.6, "{fitted}");
    let limits = [&fitted["limits"][0], &fitted["limits"][1]].map(|limit| limit.as_f64().unwrap());
    assert!(limits[0] < number("scale") && number("scale") < limits[1], "{fitted}");
    assert!(number("by_reward") > 0.5 && number("by_both") > 0.6, "{fitted}");
    assert!(mcts(&arguments).stdout.contains(&format!("uct+:scale={:.1}\n", number("scale"))));
}

/// The folder of a set that comes with this repository.
fn set(name: &str) -> String {
    format!("{}/data/sets/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn sets_of_one_board_are_fitted_each_alone_and_together() {
    let sets = ["6x6-s16", "6x6-s20", "4x10-s20"].map(set);
    let options = ["fit", "--playouts", "50", "--json", "--set", &sets[0], "--set"];
    let found = mcts(&[&options[..], &[&sets[1]]].concat()).records(0);
    let sum = |field: &str| found.iter().take(2).map(|one| one[field].as_u64().unwrap()).sum::<u64>();
    assert_eq!(found.len(), 3);
    assert_eq!(
        [&found[2]["positions"], &found[2]["moves"]].map(|one| one.as_u64().unwrap()),
        ["positions", "moves"].map(sum)
    );
    assert_eq!((&found[2]["set"], &found[2]["empties"]), (&"6x6-s16 + 6x6-s20".into(), &[12, 16][..].into()));
    let boards = [&options[..], &[&sets[2]]].concat();
    assert_eq!(mcts(&boards).records(0).len(), 2);
}

#[test]
fn on_the_sets_knowledge_beats_search_and_search_beats_chance() {
    // Decisive positions of games by the evaluation; margins are several times what chance can do.
    let players = ["random", "uct:n=1000", "uct+:n=1000,scale=0.234375", "alphabeta:depth=4"];
    let options: Vec<&str> = players.into_iter().flat_map(|player| ["--player", player]).collect();
    for (name, least) in [("6x6-s16-greedy", 0.1), ("8x8-s40-greedy", 0.1)] {
        let folder = set(name);
        let found = mcts(&[&["accuracy", "--set", &folder, "--json"], &options[..]].concat()).records(0);
        let accuracy: Vec<f64> = found.iter().map(|row| row["accuracy"]["value"].as_f64().unwrap()).collect();
        assert_eq!((&found[0]["set"], &found[0]["positions"]), (&name.into(), &300.into()));
        assert!(accuracy[0] + 0.15 < accuracy[1] && accuracy[1] + least / 2.0 < accuracy[2], "{name} {accuracy:?}");
        assert!(accuracy[1] + least / 2.0 < accuracy[3], "{name} {accuracy:?}");
        // Regret in discs is given where the values are known.
        assert_eq!(found[0]["regret"].is_null(), name == "8x8-s40-greedy", "{}", found[0]);
    }
}

#[test]
fn moves_of_any_other_program_are_judged_as_those_of_a_player() {
    let set = set("6x6-s16");
    let exported = run(&["problems", "export", &set]).records(0);
    assert_eq!(exported.len(), 300);
    let answer = |row: &serde_json::Value| {
        let chosen = row["moves"].as_array().unwrap().iter().max_by_key(|label| label["value"].as_i64()).unwrap();
        format!("{} {}\n", row["position"].as_str().unwrap(), chosen["move"].as_str().unwrap())
    };
    let answers: Vec<String> = exported.iter().map(answer).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.txt");
    std::fs::write(&path, answers.concat()).unwrap();
    let asked = ["accuracy", "--set", &set, "--answers", path.to_str().unwrap(), "--player", "exact"];
    let rows = mcts(&[&asked[..], &["--json"]].concat()).records(0);
    for field in ["set", "checksum", "positions", "accuracy", "keeping", "optimal", "regret"] {
        assert_eq!(rows[0][field], rows[1][field], "{field}");
    }
    assert_eq!((&rows[0]["accuracy"]["value"], rows[0].get("playouts")), (&1.0.into(), None));
    let text = mcts(&asked[..5]).stdout;
    assert!(text.lines().last().unwrap().ends_with(&format!("  –          –  {}", path.display())), "{text}");

    std::fs::write(&path, answers[1..].concat()).unwrap();
    let told = mcts(&asked[..5]);
    let missing = "answers.txt: no move for 1 of the 300 positions; the first is 6x6 ";
    assert!(told.status == Some(1) && told.stderr.contains(missing), "{told:?}");
    std::fs::write(&path, exported[0]["position"].as_str().unwrap()).unwrap();
    let asked = ["mcts", "accuracy", "--set", &set, "--answers", "-"];
    let piped: Run = support::program().args(asked).stdin(std::fs::File::open(&path).unwrap()).output().unwrap().into();
    let told = "solve: standard input:1: '";
    assert!(
        piped.status == Some(1) && piped.stderr.starts_with(told) && piped.stderr.lines().count() == 1,
        "{piped:?}"
    );
}

#[test]
#[ignore = "takes minutes: scripts/test --all"]
fn the_quick_experiments_come_to_an_end_and_a_second_run_has_nothing_left_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{}/scripts/reproduce", env!("CARGO_MANIFEST_DIR"));
    let reproduce = || {
        let mut command = std::process::Command::new("python3");
        command
            .args([&script, "mcts", "--quick", "--program", env!("CARGO_BIN_EXE_solve"), "--work"])
            .arg(folder.path());
        Run::from(command.output().expect("python3 runs"))
    };
    let first = reproduce();
    // Status 1 would mean that random, UCT and UCT+ come in another order.
    assert_eq!(first.status, Some(0), "{first:?}");
    let is_step = |line: &&str| line.contains(" s  mcts ");
    let steps = |run: &Run| run.stdout.lines().filter(is_step).count();
    assert!(steps(&first) > 40, "{}", first.stdout);
    // The tables of all pages, and how they were made.
    let lines = |text: &str, beginning: &str| text.lines().filter(|line| line.starts_with(beginning)).count();
    let pages = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/results")).unwrap();
    let made = "Made by `scripts/reproduce mcts`";
    let of_page = |page: std::fs::DirEntry| std::fs::read_to_string(page.path()).map_or(0, |text| lines(&text, made));
    let expected: usize = pages.map(|page| of_page(page.unwrap())).sum();
    assert_eq!(lines(&first.stdout, made), expected, "{}", first.stdout);
    assert!(lines(&first.stdout, "| ---") > 40, "{}", first.stdout);
    let again = reproduce();
    assert_eq!((again.status, steps(&again)), (Some(0), 0), "{again:?}");
    let told: Vec<&str> = first.stdout.lines().filter(|line| !is_step(line)).collect();
    assert_eq!(told, again.stdout.lines().collect::<Vec<_>>(), "what is known is told in the same words");
}

#[test]
fn answers_are_kept_and_the_same_whatever_was_known_and_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let sets = [set("6x6-s20"), set("4x10-s20")];
    let ask = |results: Option<&str>, positions: &str, threads: &str| {
        let mut arguments = vec!["accuracy", "--json", "--positions", positions, "--threads", threads];
        sets.iter().for_each(|set| arguments.extend(["--set", set]));
        for player in ["random", "uct:n=200,prove=yes,trees=2,merge=majority", "uct+:n=100,end=12"] {
            arguments.extend(["--player", player]);
        }
        results.into_iter().for_each(|results| arguments.extend(["--results", results]));
        let mut records = mcts(&arguments).records(0);
        let times = ["seconds", "cpu_seconds"];
        records.iter_mut().for_each(|row| times.iter().for_each(|&time| row[time] = 0.into()));
        records
    };
    let whole = ask(None, "30", "1");
    assert_eq!(whole.len(), 6);
    let journal = path("answers.jsonl");
    assert_eq!(ask(Some(&journal), "10", "1")[0]["positions"], 10);
    // Killed in the middle of a line.
    let text = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(text.lines().count(), 61);
    std::fs::write(&journal, &text[..text.len() - 200]).unwrap();
    assert_eq!(ask(Some(&journal), "30", "3"), whole);
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<std::collections::HashSet<String>>();
    let text = std::fs::read_to_string(&journal).unwrap();
    assert_eq!((text.lines().count(), lines(&text).len()), (181, 181), "each answer once");
    assert_eq!(ask(Some(&journal), "30", "2"), whole);
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), text, "nothing is asked again");
}

/// Files that the first version of the program wrote, without checksums (commit 7a3c5020ae): its answers and games are not
/// asked for again.
#[test]
fn results_without_checksums_are_read_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/results-1-");
    let players = ["--player", "random", "--player", "uct:n=50"];
    let good = set("6x6-s20");
    let accuracy = [&["accuracy", "--set", &good, "--json"][..], &players].concat();
    let play = ["match", "uct:n=50", "random", "--board", "4x6", "--json", "--records"].to_vec();
    for (name, command, count, few, more) in
        [("accuracy", &accuracy, "--positions", "3", "5"), ("match", &play, "--games", "3", "4")]
    {
        let journal = folder.path().join(name);
        let former = std::fs::read_to_string(format!("{old}{name}.jsonl")).unwrap();
        std::fs::write(&journal, &former).unwrap();
        let ask = |number: &str, results: &[&str]| {
            let mut records = mcts(&[command, &[count, number][..], results].concat()).records(0);
            let times = ["seconds", "cpu_seconds"];
            records.iter_mut().for_each(|row| times.iter().for_each(|&time| row[time] = 0.into()));
            records
        };
        let kept = ["--results", journal.to_str().unwrap()];
        assert_eq!(ask(few, &kept), ask(few, &[]));
        assert_eq!(std::fs::read_to_string(&journal).unwrap(), former, "{name}: nothing was asked");
        assert_eq!(ask(more, &kept), ask(more, &[]));
        let renewed = std::fs::read_to_string(&journal).unwrap();
        assert!(renewed.starts_with(&format!("othello-results 3 mcts {name} #")), "{renewed}");
        for line in former.lines().skip(1) {
            assert!(renewed.contains(&format!("\n{line} #")), "{name}: {line}");
        }
        assert!(renewed.lines().count() > former.lines().count());
    }
}

#[test]
fn games_are_kept_and_written_as_ggf() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (journal, games) = (path("games.jsonl"), path("games.ggf"));
    for board in ["6x6", "4x6"] {
        let play = |more: &[&str]| {
            let arguments = ["match", "uct:n=50", "random", "--board", board, "--json", "--records"];
            mcts(&[&arguments[..], more].concat()).records(0)
        };
        let whole = play(&["--games", "6", "--ggf", &games]);
        play(&["--games", "3", "--results", &journal]);
        let text = std::fs::read_to_string(&journal).unwrap();
        std::fs::write(&journal, &text[..text.len() - 3]).unwrap();
        assert_eq!(play(&["--games", "6", "--results", &journal, "--threads", "2"]), whole);
        // What other programs read: each game from its start to its end.
        let ggf = std::fs::read_to_string(&games).unwrap();
        assert_eq!(ggf.lines().count(), 6);
        for (line, game) in ggf.lines().zip(&whole) {
            let (black, score) = (game["black"].as_str().unwrap(), game["black_score"].as_i64().unwrap());
            assert!(line.starts_with(&format!("(;GM[Othello]PC[solve]PB[{black}]PW[")), "{line}");
            assert!(line.contains(&format!("]RE[{score:+}.00]TY[")), "{line}");
        }
        let positions = ["problems", "--board", board, "--source", &format!("file:{games}"), "--empties", "6"];
        let set = path(&format!("set {board}"));
        let made = run(&[&positions[..], &["--no-table", "--quiet", "-o", &set]].concat());
        assert_eq!(made.status, Some(0), "{made:?}");
    }
}

#[test]
fn games_do_not_take_the_place_of_the_results() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("games");
    let link = folder.path().join("link");
    let name = results.to_str().unwrap();
    let play = ["match", "random", "random", "--games", "2", "--results", name];
    let refused = |ggf: &str| {
        let run = mcts(&[&play[..], &["--ggf", ggf]].concat());
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.stderr.contains("--results and --ggf are one file, ") && run.stderr.contains(name), "{run:?}");
    };
    refused(name);
    assert!(!results.exists());
    assert_eq!(mcts(&play).status, Some(0));
    let kept = std::fs::read(&results).unwrap();
    std::os::unix::fs::symlink(&results, &link).unwrap();
    refused(link.to_str().unwrap());
    refused(&format!("{}/./games", folder.path().display()));
    assert_eq!(std::fs::read(&results).unwrap(), kept);
}

#[test]
fn a_match_begins_with_the_openings_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    std::fs::write(&path, "c2b4c5 Diagonal\nc2b2 # parallel\nc2c2\nXOT\n").unwrap();
    let path = path.to_str().unwrap();
    let play = |more: &[&str]| {
        let arguments = ["match", "random", "random", "--board", "6x6", "--games", "4", "--opening", path];
        mcts(&[&arguments[..], more].concat())
    };
    let run = play(&["--records", "--json"]);
    let records = run.records(1);
    let begin =
        |moves: &str| records[..4].iter().filter(|game| game["moves"].as_str().unwrap().starts_with(moves)).count();
    assert_eq!((begin("c2 b4 c5 "), begin("c2 b2 ")), (2, 2), "{records:?}");
    assert_eq!((&records[4]["openings"], &records[4]["opening_plies"]), (&2.into(), &Value::Null));
    let messages: Vec<&str> = run.stderr.lines().collect();
    let [illegal, nonsense] = [3, 4].map(|line| format!("solve: {path}:{line}: "));
    assert!(
        messages.len() == 2 && messages[0].starts_with(&(illegal + "moves: c2 at ply 2 is illegal in ")),
        "{run:?}"
    );
    assert!(messages[1].starts_with(&nonsense), "{run:?}");
    assert!(play(&[]).stdout.contains("scoring discs, 2 openings, seed 1\n"));
    let other = play(&["--start", "reversi"]);
    assert_eq!(other.status, Some(1));
    let none = format!("solve: {path}: no opening for the reversi start of 6x6\n");
    assert!(other.stderr.ends_with(&none) && other.stdout.is_empty(), "{other:?}");
    let missing = mcts(&["match", "random", "random", "--opening", "book"]);
    assert_eq!(
        (missing.status, missing.stderr.as_str()),
        (Some(1), "solve: book: No such file or directory (os error 2)\n")
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, expected) in [
        (&["match", "uct", "best"][..], "player 'best' is unknown"),
        (&["match", "uct", "uct", "--opening", "random:61"], "opening 'random:61' is not random:PLIES with at most 60"),
        (&["accuracy", "--board", "4x4", "--empties", "13", "--player", "uct"], "empties 13 are more than the 12"),
        (&["accuracy", "--board", "4x4"], "the following required arguments were not provided"),
        (
            &["accuracy", "--board", "4x4", "--set", "x", "--player", "uct"],
            "the argument '--board <RxC>' cannot be used with '--set <DIR>'",
        ),
    ] {
        let run = mcts(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{arguments:?} {run:?}");
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}

#[test]
fn what_cannot_be_read_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, "not ours").unwrap();
    let (name, good) = (path.to_str().unwrap(), set("6x6-s20"));
    for (arguments, expected) in [
        (
            vec!["accuracy", "--set", "/dev/null/set", "--player", "random"],
            "/dev/null/set: not a problem set: there is no such folder",
        ),
        (vec!["fit", "--set", "/dev/null/set"], "/dev/null/set: not a problem set: there is no such folder"),
        (
            vec!["accuracy", "--set", &good, "--player", "random", "--results", name],
            "file: no journal that begins with 'othello-results'",
        ),
        (vec!["match", "random", "random", "--results", name], "file: no journal that begins with 'othello-results'"),
        (vec!["match", "random", "random", "--games", "1", "--ggf", "/dev/null/games"], "/dev/null/games"),
        // Long before the first game is over.
        (vec!["match", "uct:time=4000000", "random", "--ggf", "/nowhere/games"], "/nowhere: No such file"),
        (vec!["match", "uct:time=4000000", "random", "--ggf", "/tmp"], "/tmp: a directory, not a file for games"),
    ] {
        let run = mcts(&arguments);
        assert_eq!((run.status, run.stdout.as_str()), (Some(1), ""), "{arguments:?} {run:?}");
        assert!(run.stderr.contains(expected) && run.stderr.lines().count() == 1, "{}", run.stderr);
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), "not ours");
}

#[test]
fn lost_positions_are_told_of_where_nobody_can_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    let (set, journal) = (set.to_str().unwrap(), "/dev/null");
    let make =
        ["problems", "--board", "4x5", "--ply", "8", "--count", "40", "--labels", "exact", "--no-table", "-o", set];
    assert_eq!(run(&make).status, Some(0));
    let asked = ["accuracy", "--set", set, "--player", "exact"];
    let told = mcts(&asked).stdout;
    let found = &mcts(&[&asked[..], &["--json"]].concat()).records(0)[0];
    let most = format!("nobody has an accuracy above {:.1}\n", 100.0 * found["accuracy"]["value"].as_f64().unwrap());
    assert!(told.contains(" of the positions are lost and ") && told.contains(&most), "{told}");
    assert!(
        !mcts(&["accuracy", "--set", &self::set("6x6-s20"), "--positions", "3", "--player", "random"])
            .stdout
            .contains("nobody")
    );
    if cfg!(unix) {
        let run = mcts(&[&asked[..], &["--results", journal]].concat());
        assert_eq!((run.status, run.stderr.lines().count()), (Some(1), 1));
        assert!(run.stderr.contains("/dev/null: not a file"), "{}", run.stderr);
    }
}

#[test]
fn a_player_without_playouts_has_no_speed() {
    let run = mcts(&["speed", "--board", "4x4", "--player", "random"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("player random makes no playouts whose speed could be measured"), "{}", run.stderr);
}

/// A player that thinks for an hour about a move is stopped in the middle of it.
#[cfg(unix)]
#[test]
fn a_move_that_takes_for_ever_can_be_stopped() {
    let set = set("8x8-s40");
    for (arguments, unit) in [
        (&["match", "exact", "random", "--board", "8x8"][..], "game"),
        (&["accuracy", "--set", &set, "--positions", "1", "--player", "uct:time=3600000"], "answer"),
    ] {
        let mut command = support::program();
        let output = (std::process::Stdio::piped(), std::process::Stdio::piped());
        let process = command.arg("mcts").args(arguments).stdout(output.0).stderr(output.1).spawn().unwrap();
        support::wait_for_search(process.id());
        support::signal("INT", process.id());
        let run = Run::from(process.wait_with_output().unwrap());
        assert_eq!(run.status, Some(130), "{arguments:?} {run:?}");
        // It says nothing if it was not thinking about a move yet.
        let words = format!("solve: stopped in the midst of one {unit}; with --results FILE");
        assert!(run.stderr.contains(&words) || unit == "answer" && run.stderr.is_empty(), "{run:?}");
    }
}

#[test]
fn a_picture_does_not_take_the_place_of_its_description() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chart.json");
    std::fs::write(&path, "{}").unwrap();
    let name = path.to_str().unwrap();
    let drawn = run(&["chart", name, "--output", name]);
    assert_eq!(drawn.status, Some(2), "{drawn:?}");
    assert!(drawn.stderr.contains(&format!("{name}: the picture would overwrite its description")), "{drawn:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{}");
}
