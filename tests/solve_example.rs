//! `docs/examples/solve`: a program that solves a position with the crate `solver`.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// The program. A build of all tests includes it; a single test builds it here.
fn example() -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    let folder = test.ancestors().nth(2).expect("tests lie in target/release/deps");
    let example = folder.join("examples").join(format!("solve_position{}", env::consts::EXE_SUFFIX));
    if !example.exists() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--locked", "--release", "--example", "solve_position"]);
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).env("CARGO_TARGET_DIR", folder.parent().expect("target"));
        assert!(cargo.status().expect("cargo runs").success());
    }
    example
}

#[test]
fn the_example_solves_a_position_and_its_moves() {
    let run = Command::new(example()).arg("4x4 -----OX--XO----- X").output().unwrap();
    let told = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(told.contains("value -8 for Black\nline  "), "{told}");
    let of_moves: Vec<&str> = told.lines().rev().take(4).collect();
    assert_eq!(of_moves, ["c4    -8", "d3    -8", "a2    -8", "b1    -8"], "{told}");
}

#[test]
fn the_guide_shows_lines_of_the_example() {
    let (guide, source) = (include_str!("../docs/guide/rust.md"), include_str!("../docs/examples/solve/src/main.rs"));
    let block = guide.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the guide has Rust");
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    assert!(block.lines().count() > 5, "{block}");
    for line in block.lines().map(str::trim) {
        assert!(lines.contains(&line), "not in docs/examples/solve/src/main.rs: {line}");
    }
}
