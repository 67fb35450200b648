//! The outputs shown in the documents are the program's. Times, speeds and the nodes of several threads are left out.

use crate::support;

use std::fs;
use std::path::Path;

use support::program;

/// A command of a console block, and the lines below it.
fn shown(document: &str, command: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(&path).unwrap();
    let (_, below) =
        text.split_once(&format!("$ {command}\n")).unwrap_or_else(|| panic!("{document} has no {command}"));
    below.lines().take_while(|line| !line.starts_with("```") && !line.starts_with("$ ")).map(lasting).collect()
}

/// A line without what differs from run to run.
fn lasting(line: &str) -> String {
    match (line.starts_with("Nodes "), line.rsplit_once(", ")) {
        (true, _) => "Nodes".to_owned(),
        (_, Some((before, time))) if time.ends_with(" s).") => before.to_owned(),
        _ => line.to_owned(),
    }
}

/// What the program prints.
fn printed(arguments: &[&str]) -> Vec<String> {
    let run = program().args(arguments).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap().lines().map(lasting).collect()
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let found = printed(&["--board", "4x10", "--mode", "wld", "--threads", "1", "--no-table"]);
    assert_eq!(found, shown("README.md", "scripts/solve --board 4x10 --mode wld"));
}

#[test]
fn the_guide_shows_what_the_moves_of_a_game_lost() {
    let game = ["analyse", "c2b4c5d2e3d5e4c1b3", "--board", "6x6"];
    let found = printed(&[&game[..], &["--threads", "1", "--no-table"]].concat());
    assert_eq!(found, shown("docs/guide/boards-and-values.md", &format!("solve {}", game.join(" "))));
}

#[test]
fn the_guide_shows_what_a_certificate_proves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("4x10.cert");
    let file = file.to_str().unwrap();
    printed(&["prove", "--board", "4x10", "--claim", "value=40", "-o", file, "--no-table", "--threads", "1"]);
    let found: Vec<String> = printed(&["check", file]).iter().map(|line| line.replace(file, "4x10.cert")).collect();
    assert_eq!(found, shown("docs/guide/certificates.md", "solve check 4x10.cert"));
}
