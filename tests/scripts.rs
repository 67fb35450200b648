//! `scripts/solve` on a machine where nothing is built yet, with a cargo that only pretends to build.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::{executable, signals};

/// Notes how it is called, and leaves a program that says which one it is and exits with $ANSWER. For the whole program
/// it takes $SLOW seconds, or fails if $BROKEN is set.
const CARGO: &str = r#"#!/bin/sh
name=whole
case " $* " in *" --no-default-features "*) name=small ;; esac
echo "$name" >>"$LOG"
if [ "$name" = whole ]; then
    [ -z "$SLOW" ] || { sleep "$SLOW" & wait; }
    [ -z "$BROKEN" ] || exit 101
    mkdir -p "$CARGO_TARGET_DIR/release/build/librocksdb-sys-0/out"
    : >"$CARGO_TARGET_DIR/release/build/librocksdb-sys-0/out/librocksdb.a"
fi
mkdir -p "$CARGO_TARGET_DIR/release"
printf '#!/bin/sh\necho %s "$@"\nexit ${ANSWER:-0}\n' "$name" >"$CARGO_TARGET_DIR/release/solve"
chmod +x "$CARGO_TARGET_DIR/release/solve"
"#;

/// A machine with nothing built.
struct Machine {
    folder: TempDir,
}

/// How the script ended.
struct Run {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Machine {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("bin")).unwrap();
        for (name, text) in [("cargo", CARGO), ("c++", "#!/bin/sh\n")] {
            executable::write(&folder.path().join("bin").join(name), text.as_bytes());
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Command {
        let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/solve"));
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for name in ["SOLVE_TABLE", "SOLVE_BUILD", "CARGO_BUILD_BUILD_DIR"] {
            command.env_remove(name);
        }
        command.env("PATH", format!("{}:{}", self.path("bin").display(), std::env::var("PATH").unwrap()));
        command.env("LOG", self.path("log")).env("CARGO_TARGET_DIR", self.path("target"));
        command.env("LIBCLANG_PATH", self.folder.path()).envs(variables.iter().copied());
        signals::hear(&mut command);
        command
    }

    fn run(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
        ended(self.command(arguments, variables).spawn().unwrap())
    }

    /// What has been built since this was last asked.
    fn built(&self) -> Vec<String> {
        let log = fs::read_to_string(self.path("log")).unwrap_or_default();
        let _ = fs::remove_file(self.path("log"));
        log.lines().map(str::to_owned).collect()
    }
}

fn ended(child: Child) -> Run {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

fn wait_for(file: &Path, holds: impl Fn(&str) -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !fs::read_to_string(file).is_ok_and(|text| holds(&text)) {
        assert!(Instant::now() < end, "{}: not what is waited for", file.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_first_run_answers_by_the_small_program_and_then_builds_the_whole_one() {
    let machine = Machine::new();
    let question = ["--board", "4x10"];
    let first = machine.run(&question, &[("ANSWER", "3")]);
    assert_eq!((first.status, first.stdout.as_str()), (Some(3), "small --board 4x10\n"));
    assert!(first.stderr.contains("the next scripts/solve runs it"), "{}", first.stderr);
    assert_eq!(machine.built(), ["small", "whole"]);
    // Where people look for the program, there is no small one.
    assert!(fs::read_to_string(machine.path("target/release/solve")).unwrap().contains("whole"));

    let second = machine.run(&question, &[("ANSWER", "1")]);
    assert_eq!((second.status, second.stdout.as_str()), (Some(1), "whole --board 4x10\n"));
    assert_eq!(second.stderr, "");
    assert_eq!(machine.built(), ["whole"]);
}

#[test]
fn what_only_the_whole_program_does_is_built_first() {
    for arguments in [
        &["mcts", "players"][..],
        &["explore", "--learn"],
        &["--board", "4x4", "--table", "t"],
        &["--board", "4x4", "--table-read-only"],
        &["man", "campaign"],
    ] {
        let machine = Machine::new();
        let run = machine.run(arguments, &[]);
        assert_eq!((run.status, run.stdout), (Some(0), format!("whole {}\n", arguments.join(" "))));
        assert!(run.stderr.contains(" needs the whole program."), "{}", run.stderr);
        assert_eq!(machine.built(), ["whole"]);
    }
    let machine = Machine::new();
    assert_eq!(machine.run(&["--board", "4x4"], &[("SOLVE_TABLE", "t")]).stdout, "whole --board 4x4\n");
}

#[test]
fn a_variable_says_which_program_is_wanted() {
    let machine = Machine::new();
    assert_eq!(machine.run(&["--board", "4x4"], &[("SOLVE_BUILD", "small")]).stdout, "small --board 4x4\n");
    assert_eq!(machine.built(), ["small"]);
    assert_eq!(machine.run(&["--board", "4x4"], &[("SOLVE_BUILD", "whole")]).stdout, "whole --board 4x4\n");
    assert_eq!(machine.built(), ["whole"]);
    let wrong = machine.run(&["--board", "4x4"], &[("SOLVE_BUILD", "large")]);
    assert_eq!((wrong.status, wrong.stdout.as_str()), (Some(1), ""));
}

#[test]
fn nothing_is_built_after_help_a_mistake_a_page_or_a_game() {
    for (arguments, answer) in [(["--help"], 0), (["--bord"], 2), (["positions"], 130), (["explore"], 0), (["play"], 0)]
    {
        let machine = Machine::new();
        assert_eq!(machine.run(&arguments, &[("ANSWER", &answer.to_string())]).status, Some(answer));
        assert_eq!(machine.built(), ["small"]);
    }
}

#[test]
fn the_answer_stands_though_the_rest_does_not_build() {
    let machine = Machine::new();
    let run = machine.run(&["--board", "4x4"], &[("BROKEN", "yes"), ("ANSWER", "3")]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(3), "small --board 4x4\n"));
    assert!(run.stderr.contains("the build failed"), "{}", run.stderr);
    assert!(run.stderr.contains("The rest is not compiled."), "{}", run.stderr);
    // The small program is there already; the whole one is tried again.
    machine.built();
    assert_eq!(machine.run(&["--board", "4x4"], &[]).status, Some(0));
    assert_eq!(machine.built(), ["whole"]);
}

#[test]
fn a_signal_ends_the_second_half_with_the_status_of_the_answer() {
    for signal in ["INT", "TERM"] {
        let machine = Machine::new();
        let child = machine.command(&["--board", "4x4"], &[("SLOW", "987"), ("ANSWER", "3")]).spawn().unwrap();
        wait_for(&machine.path("log"), |log| log == "small\nwhole\n");
        let begun = Instant::now();
        assert!(Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap().success());
        let run = ended(child);
        assert!(begun.elapsed() < Duration::from_secs(60));
        assert_eq!((run.status, run.stdout.as_str()), (Some(3), "small --board 4x4\n"), "{signal}: {}", run.stderr);
        assert!(run.stderr.contains("The next scripts/solve answers at once"), "{}", run.stderr);
    }
}
