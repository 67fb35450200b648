//! Checkpoints: those of a distributed tree search, and the working files of an unfinished tablebase.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use crate::bench::Bench;
use crate::scene::{Scene, Trouble, make, make_half};
use crate::scenes::tables::whole;
use crate::seal;
use crate::truth::Footing;

/// Trees of `mcts tds search`.
struct Trees;

/// Layers of `exhaust`.
struct Layers;

pub(super) fn scenes() -> Vec<Box<dyn Scene>> {
    vec![Box::new(Trees), Box::new(Layers)]
}

/// A search of one rank, the same each time.
fn search(player: &'static str) -> [&'static str; 12] {
    ["mcts", "tds", "search", "--ranks", "1", "--board", "4x4", "--player", player, "--checkpoint", "tree", "--json"]
}

/// What a search has found, without what differs from run to run.
fn found(text: &str) -> Value {
    let mut record: Value = serde_json::from_str(text).unwrap_or_default();
    if let Some(fields) = record.as_object_mut() {
        fields.retain(|name, _| ["best", "mean", "moves", "playouts", "resumed"].contains(&name.as_str()));
    }
    record
}

impl Scene for Trees {
    fn name(&self) -> &'static str {
        "tree"
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        let (tree, kept) = (bench.folder.join("tree"), bench.folder.join("kept"));
        make(bench, self.name(), &search("uct:n=300"))?;
        fs::rename(&tree, &kept)?;
        // From nothing, or from the checkpoint: the result must be one of the two.
        let from_nothing = make(bench, self.name(), &search("uct:n=600"))?;
        fs::remove_dir_all(&tree)?;
        bench.take_as(&kept, "tree")?;
        let gone_on = make(bench, self.name(), &search("uct:n=600"))?;
        fs::remove_dir_all(&tree)?;
        fs::rename(&kept, &tree)?;
        fs::write(bench.folder.join("told.json"), from_nothing + &gone_on)?;
        Ok(())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "tree")?;
        let files = bench.files("tree")?;
        let file = files[bench.random.index(files.len())].clone();
        let arguments = search("uct:n=600");
        if bench.number % 3 == 2 {
            // A checkpoint with correct checksums is believed, but must not make a search end badly.
            bench.damage(&file, Some(seal::tail))?;
            bench.survive(&arguments)?;
            return Ok(());
        }
        bench.damage(&file, None)?;
        let told = fs::read_to_string(prepared.join("told.json"))?;
        let known: Vec<Value> = told.lines().map(found).collect();
        bench.ask(&arguments, &|text| {
            if known.contains(&found(text.trim())) {
                Ok(Footing::True)
            } else {
                Err(format!("not what it was: {text}"))
            }
        })?;
        Ok(())
    }
}

impl Scene for Layers {
    fn name(&self) -> &'static str {
        "layers"
    }

    fn weight(&self) -> f64 {
        0.5
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        let exhaust = |folder| ["exhaust", "--board", "4x4", "-o", folder, "--json", "--quiet", "--threads", "1"];
        let told = make(bench, self.name(), &exhaust("whole"))?;
        fs::write(bench.folder.join("told.json"), told)?;
        for wanted in (2..14).cycle().take(60) {
            let is_there = |folder: &Path| {
                fs::read_dir(folder.join("half/4x4 discs othello exhaustive.work"))
                    .is_ok_and(|files| files.count() > wanted)
            };
            make_half(bench, &exhaust("half"), &is_there)?;
            let work = bench.folder.join("half/4x4 discs othello exhaustive.work");
            if fs::read_dir(&work).is_ok_and(|files| files.count() > 2) {
                return Ok(());
            }
            fs::remove_dir_all(bench.folder.join("half"))?;
        }
        Err(Trouble::Unprepared {
            scene: self.name(),
            why: "the table was always made before it was killed".to_owned(),
        })
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "half")?;
        let mut files = bench.files("half")?;
        files.retain(|file| file.contains(".work/"));
        let file = files[bench.random.index(files.len())].clone();
        bench.damage(&file, None)?;
        let expected = whole(&fs::read_to_string(prepared.join("told.json"))?);
        let arguments = ["exhaust", "--board", "4x4", "-o", "half", "--json", "--quiet", "--threads", "1"];
        bench.ask(&arguments, &|text| {
            if whole(text) == expected { Ok(Footing::True) } else { Err(format!("not what it was: {text}")) }
        })?;
        Ok(())
    }
}
