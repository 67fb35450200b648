//! Tells the program which commit it is built from, for what it makes and signs: `SOLVE_COMMIT`.

use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["describe", "--always", "--abbrev=10", "--exclude=*"]);
    println!("cargo::rustc-env=SOLVE_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    // A new commit changes the log of HEAD, wherever the branch itself is kept.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=cli/build.rs");
}
