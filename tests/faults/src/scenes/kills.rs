//! Commands that write, killed at any moment; run again, the same command must finish, be right and leave nothing
//! behind.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::bench::Bench;
use crate::outcome::Outcome;
use crate::scene::{Scene, Trouble, make};
use crate::scenes::sets::{MAKE, bytes_of};
use crate::scenes::tables::{SEARCH, ask_list, list, whole};
use crate::truth::Footing;

/// Every command that writes files.
pub(super) struct Kills;

/// A command, as words separated by blanks, and the prepared files it needs.
struct Command {
    words: &'static str,
    needs: &'static [&'static str],
    /// The table that it makes, if any.
    makes: &'static str,
}

const fn command(words: &'static str, needs: &'static [&'static str], makes: &'static str) -> Command {
    Command { words, needs, makes }
}

const COMMANDS: [Command; 12] = [
    command("positions list.txt --table made --memory 1MiB --threads 1 --quiet --json", &[], "made"),
    command("table import exported --table made", &["exported"], "made"),
    command("table merge table --table made", &["table"], "made"),
    command("table compact --table table", &["table"], "table"),
    command("table export --board 4x6 --table table -o made", &["table"], ""),
    command("exhaust --board 4x4 -o made --json --quiet --threads 1", &[], ""),
    command("campaign run campaign --workers 1 --memory 1MiB --no-table --json --quiet", &["campaign"], ""),
    command(
        "problems -o made --board 4x4 --source random --empties 6 --count 40 --no-table --threads 1 --quiet --labels=exact",
        &[],
        "",
    ),
    command("mcts tds search --ranks 1 --board 4x4 --player uct:n=2000 --checkpoint made --every 1ms --json", &[], ""),
    command(
        "prove --board 4x6 --claim value=16 --cut 8 -o made --no-table --memory 1MiB --threads 1 --quiet --json",
        &[],
        "",
    ),
    command("mcts match uct:n=20 uct:n=10 --board 4x4 --games 8 --opening random:2 --results made --json", &[], ""),
    command("train --board 3x4 --positions 200 --output made --threads 1", &[], ""),
];

impl Scene for Kills {
    fn name(&self) -> &'static str {
        "kill"
    }

    fn weight(&self) -> f64 {
        2.0
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        let name = self.name();
        fs::write(bench.folder.join("list.txt"), list())?;
        make(bench, name, &[&["positions", "list.txt", "--table", "table"], &SEARCH[..]].concat())?;
        make(bench, name, &["table", "export", "--board", "4x6", "-o", "exported", "--table", "table"])?;
        make(bench, name, &["campaign", "plan", "campaign", "--board", "4x6", "--budget", "500"])?;
        make(bench, name, &[&["problems", "-o", "set"][..], &MAKE].concat())?;
        let told =
            make(bench, name, &["exhaust", "--board", "4x4", "-o", "whole", "--json", "--quiet", "--threads", "1"])?;
        fs::write(bench.folder.join("told.json"), told)?;
        Ok(())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        let Command { words, needs, makes } = &COMMANDS[(bench.number % COMMANDS.len() as u64) as usize];
        let words: Vec<&str> = words.split(' ').collect();
        for need in needs.iter().chain(&["list.txt"]) {
            bench.take(prepared, need)?;
        }
        // Mostly while it works, seldom before or after; up to three times in a row.
        let mut is_made = false;
        for _ in 0..1 + bench.random.index(3) {
            if is_made {
                break;
            }
            let after = Duration::from_micros(u64::from(bench.random.below(60_000)));
            bench.tell(format!("$ solve {}, killed after {after:?}", words.join(" ")));
            let killed = bench.program.run(&bench.folder, &words, None, Some(after))?;
            if killed.signal != Some(libc::SIGKILL) {
                bench.measure(&killed);
            }
            // It was faster than the kill, and makes no second set if there is a whole one.
            is_made = words[0] == "problems" && bench.folder.join("made").exists();
        }
        if words[1] == "export" && bench.folder.join("made").exists() {
            // The file is whole or absent.
            let imported = bench.run(&["table", "import", "made", "--table", "other"], None)?;
            finished(bench, &imported);
            ask_list(bench, "other", &[])?;
            return left(bench);
        }
        let mut told = String::new();
        if !is_made {
            let again = bench.run(&words, None)?;
            finished(bench, &again);
            told = again.stdout;
        }
        check(bench, &words, &told, prepared)?;
        if !makes.is_empty() {
            ask_list(bench, makes, &["--table-read-only"])?;
        }
        left(bench)
    }
}

/// After a kill, the same command must go on: a refusal is not enough.
fn finished(bench: &mut Bench<'_>, ended: &crate::process::Ended) {
    if ended.status.is_some_and(|status| status != 0) {
        bench.note(Outcome::Wrong, &format!("it does not go on: {}", ended.stderr.trim()));
    }
}

/// Checks those commands whose output or file has a known answer.
fn check(bench: &mut Bench<'_>, words: &[&str], told: &str, prepared: &Path) -> io::Result<()> {
    let truth = bench.truth;
    let verdict = match words[0] {
        "exhaust" => {
            let expected = whole(&fs::read_to_string(prepared.join("told.json"))?);
            if whole(told) == expected { Ok(()) } else { Err(format!("not what it was: {told}")) }
        }
        "positions" => crate::bench::answers(truth, told).map(|_| ()),
        "campaign" => crate::bench::answers(truth, told.lines().last().unwrap_or("nothing")).map(|_| ()),
        "problems" => {
            let is_same = bytes_of(&bench.folder.join("made"))? == bytes_of(&prepared.join("set"))?;
            if is_same { Ok(()) } else { Err("the set is another one".to_owned()) }
        }
        "prove" => {
            bench.ask(&["check", "made", "--json", "--threads", "1", "--quiet"], &|text| {
                let record: Value = serde_json::from_str(text.trim()).unwrap_or_default();
                if record["lower"] == 16 && record["upper"] == 16 { Ok(Footing::True) } else { Err(text.to_owned()) }
            })?;
            Ok(())
        }
        _ => Ok(()),
    };
    if let Err(why) = verdict {
        bench.note(Outcome::Wrong, &why);
    }
    Ok(())
}

/// Leftovers of killed runs must be gone after the next run that finishes.
fn left(bench: &mut Bench<'_>) -> io::Result<()> {
    let is_rest = |name: &String| {
        [".new", ".unfinished", ".partial/", ".work/", "/incoming/"]
            .iter()
            .any(|rest| name.ends_with(rest) || name.contains(rest))
    };
    let rests: Vec<String> = bench.files("")?.into_iter().filter(is_rest).collect();
    if !rests.is_empty() {
        bench.note(Outcome::Wrong, &format!("left behind: {}", rests.join(", ")));
    }
    Ok(())
}
