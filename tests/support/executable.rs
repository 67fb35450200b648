//! Programs that a test writes and then runs.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes a program, ready to run.
///
/// Another process writes the file. A descriptor of ours could be inherited by a program that another test starts in this
/// moment, and Linux runs no file that is open for writing ("Text file busy").
pub(crate) fn write(path: &Path, program: &[u8]) {
    let mut writer = Command::new("sh")
        .args(["-c", "cat >\"$0\" && chmod +x \"$0\""])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    writer.stdin.take().expect("it has a pipe").write_all(program).expect("it reads all");
    assert!(writer.wait().expect("it ends").success());
}
