//! Every command that prints a result prints it as JSON, too.

use crate::support;

use std::path::Path;

use serde_json::Value;
use support::{Run, program, run};

/// Commands that print no result of their own, and why `--json` says nothing to them.
const WITHOUT: &[(&str, &str)] = &[
    ("campaign job", "speaks JSON alone"),
    ("campaign next", "speaks JSON alone"),
    ("campaign serve", "speaks JSON alone"),
    ("chart", "draws a picture"),
    ("completions", "prints a script"),
    ("explore", "is a server"),
    ("gtp", "speaks a protocol"),
    ("man", "prints a page"),
    ("nboard", "speaks a protocol"),
    ("play", "talks with a person"),
    ("problems export", "prints a set in one of several formats, JSON lines by default"),
    ("table drop", "prints nothing"),
];

/// A call of each other command, in an order in which earlier ones write what later ones read; `DIR` is a folder.
const CALLS: &[&str] = &[
    "--board 4x4 --no-table",
    "positions DIR/positions --no-table",
    "analyse b1a1 --board 4x4 --no-table",
    "perft --board 4x4 --depth 3 --positions",
    "known 8x6",
    "bench --positions DIR/positions --scoring discs",
    "book build DIR/book --board 4x4 --discs 7 --memory 1MiB",
    "book show DIR/book",
    "book check DIR/book --sample 2 --memory 1MiB",
    "train --board 3x3 --output DIR/weights --positions 100",
    "prove --board 4x4 --claim value=-8 -o DIR/proof --no-table",
    "check DIR/proof",
    "verify feinstein -o DIR/feinstein.cert --no-table --memory 1MiB --time-limit 1s",
    "problems --board 4x4 --empties 6 --count 20 -o DIR/set --no-table",
    "problems check DIR/set",
    "problems card DIR/set",
    "problems join DIR/set -o DIR/joined",
    "mcts players",
    "mcts match random random --board 4x4 --games 2",
    "mcts accuracy --set DIR/set --positions 2 --player random",
    "mcts fit --board 4x4 --empties 6 --positions 3 --playouts 10",
    "mcts speed --board 4x4 --time 10ms --player uct:n=20",
    "mcts parallel --set DIR/set --positions 1 --workers 1 --playouts 20 --time 10ms",
    "mcts tds search --board 4x4 --ranks 2 --player uct:n=50",
    "mcts tds accuracy --set DIR/set --positions 1 --ranks 1 --player uct:n=20",
    "mcts tds scaling --ranks 1 --time 50ms",
    "campaign plan DIR/campaign --board 4x4",
    "campaign run DIR/campaign --no-table --memory 1MiB",
    "campaign status DIR/campaign",
    "campaign report DIR/campaign",
    "campaign prove DIR/campaign -o DIR/campaign.proof --memory 1MiB",
    "campaign record DIR/campaign DIR/empty",
    "campaign merge DIR/campaign DIR/campaign",
    "campaign simulate --board 4x4 --workers 1,2",
    "campaign withdraw DIR/campaign --worker nobody",
    "exhaust --board 3x4 -o DIR/tables",
    "--board 4x4 --table DIR/tables",
    "table info --table DIR/tables",
    "table get --board 4x4 --table DIR/tables",
    "table verify --table DIR/tables",
    "table compact --table DIR/tables",
    "table export --board 4x4 -o DIR/exported --table DIR/tables",
    "table import DIR/exported --table DIR/copy",
    "table merge DIR/copy --table DIR/merged",
];

/// The commands below one that have none below them, by its own help.
fn commands(path: &str) -> Vec<String> {
    let Run { stdout, .. } = run(&path.split_whitespace().chain(["--help"]).collect::<Vec<_>>());
    let listed = stdout.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> =
        names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    let below = |name: &str| {
        let path = format!("{path} {name}").trim().to_owned();
        let below = commands(&path);
        if below.is_empty() { vec![path] } else { below }
    };
    // A command may do something of its own beside those below it.
    let own = Some(path.to_owned()).filter(|path| !names.is_empty() && ["", "problems"].contains(&path.as_str()));
    own.into_iter().chain(names.iter().flat_map(|name| below(name))).collect()
}

fn is_call_of(call: &str, command: &str) -> bool {
    match command {
        "" => call.starts_with("--"),
        _ => call.strip_prefix(command).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')),
    }
}

fn call(words: &str, folder: &Path) -> Run {
    let words = words.split_whitespace().map(|word| word.replace("DIR", folder.to_str().unwrap()));
    program().args(words).arg("--json").output().expect("the program runs").into()
}

#[test]
fn every_command_that_prints_a_result_prints_it_as_json() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("positions"), "4x4 -X---XX--XO----- O\n").unwrap();
    std::fs::write(folder.path().join("empty"), "").unwrap();
    let commands = commands("");
    assert!(commands.len() > 8 && commands.iter().any(String::is_empty), "{commands:?}");
    for command in &commands {
        let is_called = CALLS.iter().any(|call| is_call_of(call, command));
        let is_without = WITHOUT.iter().any(|(name, _)| name == command);
        assert!(is_called != is_without, "'{command}' needs a call here, or a reason why it has none");
    }
    for words in CALLS.iter().filter(|call| commands.iter().any(|command| is_call_of(call, command))) {
        let run = call(words, folder.path());
        let is_cut_short = words.contains("--time-limit");
        assert!(matches!(run.status, Some(0)) || is_cut_short && run.status == Some(3), "{words}: {run:?}");
        assert!(!run.stdout.is_empty() || is_cut_short, "{words}: {run:?}");
        for line in run.stdout.lines() {
            let record: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{words}: {error}: {line}"));
            assert!(record.is_object(), "{words}: {line}");
        }
    }
}
