//! Texts that people and other programs write: positions, games, descriptions of charts.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;
use solver::notation::{parse_position, read_position};

use crate::bench::Bench;
use crate::outcome::Outcome;
use crate::scene::{Scene, Trouble, make};
use crate::scenes::sets::MAKE;
use crate::scenes::tables::{SEARCH, list};
use crate::truth::Footing;

/// A list of positions for `solve positions`.
struct Positions;

/// Positions or games from which a problem set is made.
struct Source {
    name: &'static str,
    file: &'static str,
}

/// The description of a chart.
struct Chart;

pub(super) fn scenes() -> Vec<Box<dyn Scene>> {
    let source = |name, file| -> Box<dyn Scene> { Box::new(Source { name, file }) };
    vec![Box::new(Positions), source("obf", "source.obf"), source("ggf", "source.ggf"), Box::new(Chart)]
}

impl Scene for Positions {
    fn name(&self) -> &'static str {
        "positions"
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        Ok(fs::write(bench.folder.join("list.txt"), list())?)
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "list.txt")?;
        bench.damage("list.txt", None)?;
        // The damage may have made a board on which games are long.
        let arguments = [&["positions", "list.txt", "--no-table", "--time-limit", "300ms"], &SEARCH[..]].concat();
        let ended = bench.run(&arguments, None)?;
        let text = String::from_utf8_lossy(&fs::read(bench.folder.join("list.txt"))?).into_owned();
        for line in ended.stdout.lines() {
            let record: Value = serde_json::from_str(line).unwrap_or_default();
            if record["error"].is_string() {
                continue;
            }
            let position = record["position"].as_str().unwrap_or("nothing");
            if !is_asked(&text, record["board"].as_str().unwrap_or_default(), position) {
                bench.note(Outcome::Wrong, &format!("nobody asked for {line}"));
            }
            match bench.truth.of_answer(&record) {
                Err(why) if !why.starts_with("nobody knows") => bench.note(Outcome::Wrong, &why),
                _ => {}
            }
        }
        match ended.status {
            // One message for each bad line.
            Some(0 | 1 | 3) if !ended.stderr.is_empty() => {
                let is_clear = ended.stderr.lines().all(|line| line.starts_with("solve: list.txt:"));
                let outcome = if is_clear { Outcome::Refused } else { Outcome::Unclear };
                bench.note(outcome, ended.stderr.lines().next().unwrap_or_default());
            }
            Some(0 | 3) => {}
            _ => bench.judge(&ended, &|_| Ok(Footing::True)),
        }
        Ok(())
    }
}

/// Whether a line of a text is this position, however it is written.
fn is_asked(text: &str, board: &str, position: &str) -> bool {
    let Ok(board) = board.parse() else { return false };
    let wanted = parse_position(board, position);
    let is_it = |line: &str| read_position(line.split('#').next().unwrap_or(""), Some(board)) == wanted;
    wanted.is_ok() && text.lines().any(is_it)
}

impl Scene for Source {
    fn name(&self) -> &'static str {
        self.name
    }

    fn weight(&self) -> f64 {
        0.5
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        if self.name == "ggf" {
            let play =
                ["mcts", "match", "uct:n=5", "uct:n=5", "--board", "4x4", "--games", "6", "--opening", "random:4"];
            make(bench, self.name, &[&play[..], &["--ggf", self.file]].concat())?;
        } else {
            make(bench, self.name, &[&["problems", "-o", "set", "--format", "obf"][..], &MAKE].concat())?;
            let shards = bench.files("set/obf")?;
            let mut text = String::new();
            for shard in shards {
                text += &fs::read_to_string(bench.folder.join(shard))?;
            }
            fs::write(bench.folder.join(self.file), text)?;
        }
        Ok(())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, self.file)?;
        bench.damage(self.file, None)?;
        let source = format!("file:{}", self.file);
        let make = [
            "problems",
            "-o",
            "set",
            "--board",
            "4x4",
            "--source",
            &source,
            "--format",
            "jsonl",
            "--no-table",
            "--quiet",
        ];
        let made = bench.survive(&[&make[..], &["--threads", "1"]].concat())?;
        if made.status == Some(0) {
            // Whatever the positions are now, their labels must be true.
            let check = ["problems", "check", "set", "--sample", "1000", "--max-empties", "12", "--threads", "1"];
            let checked = bench.run(&check, None)?;
            if checked.status != Some(0) {
                bench.note(Outcome::Wrong, checked.stdout.lines().last().unwrap_or_default());
            }
        }
        Ok(())
    }
}

impl Scene for Chart {
    fn name(&self) -> &'static str {
        "chart"
    }

    fn weight(&self) -> f64 {
        0.5
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        let text = r#"{"title":"Faults","x":{"label":"number"},"y":{"label":"seconds"},"series":[{"name":"one","points":[{"x":1,"y":2.5},{"x":2,"y":3.5},{"x":3,"y":0.25}]}]}"#;
        fs::write(bench.folder.join("chart.json"), text)?;
        Ok(())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "chart.json")?;
        bench.damage("chart.json", None)?;
        bench.survive(&["chart", "chart.json", "-o", "chart.svg"])?;
        Ok(())
    }
}
