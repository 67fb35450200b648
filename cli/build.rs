//! Tells the program which commit it is built from, for what it makes and signs: `SOLVE_COMMIT`. It ends in `-dirty`
//! if a source has changed since that commit.

use std::process::Command;

/// What the program is made of: git's patterns, from the top of the repository.
const SOURCES: [&str; 5] = [":/*.rs", ":/*.toml", ":/Cargo.lock", ":!/tests/*", ":!/*/tests/*"];

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["describe", "--always", "--abbrev=10", "--exclude=*"]);
    let changed = git(&[&["diff", "--name-only", "HEAD", "--"], &SOURCES[..]].concat());
    let mark = if changed.is_some_and(|files| !files.is_empty()) { "-dirty" } else { "" };
    println!("cargo::rustc-env=SOLVE_COMMIT={}{mark}", commit.as_deref().unwrap_or("unknown"));
    let sources = git(&[&["ls-files", "--"], &SOURCES[..]].concat()).unwrap_or_default();
    sources.lines().for_each(|file| println!("cargo::rerun-if-changed={file}"));
    // A new commit changes the log of HEAD, wherever the branch itself is kept.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=cli/build.rs");
}
