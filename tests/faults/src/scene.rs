//! What to damage, and what to ask afterwards.

use std::io;
use std::path::Path;
use std::time::Duration;

use thiserror::Error;

use crate::bench::Bench;

/// Why a campaign of faults cannot go on. Mistakes of the program under test are no such reason.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Trouble {
    /// A file or process of the campaign itself.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The journal of the campaign.
    #[error(transparent)]
    File(#[from] files::FileError),
    /// The files to damage could not be made.
    #[error("{scene}: cannot be prepared: {why}")]
    Unprepared {
        /// The scene.
        scene: &'static str,
        /// What went wrong.
        why: String,
    },
    /// No scene of this name.
    #[error("format '{name}' is unknown: it is {known}")]
    UnknownScene {
        /// What was given.
        name: String,
        /// All names.
        known: String,
    },
    /// A line of the journal that this program did not write.
    #[error("{0}: a line is not the outcome of a fault; another version of this program wrote it")]
    Line(String),
}

/// A file format or a protocol: it prepares files once, then damages copies of them.
pub trait Scene: Send + Sync {
    /// Its name: one word.
    fn name(&self) -> &'static str;

    /// Makes the files to damage, in the bench's folder, which is kept.
    ///
    /// # Errors
    /// They cannot be made.
    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble>;

    /// Commits the fault of the bench's number, and asks. `prepared` is the folder with the prepared files.
    ///
    /// # Errors
    /// The campaign itself cannot go on.
    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()>;

    /// Number of faults of this scene for each fault of a plain one. Some scenes are slower and have less to damage.
    fn weight(&self) -> f64 {
        1.0
    }
}

/// Runs a command that must succeed, and returns what it prints.
///
/// # Errors
/// It cannot be run, or it fails.
pub fn make(bench: &mut Bench<'_>, scene: &'static str, arguments: &[&str]) -> Result<String, Trouble> {
    let ended = bench.run(arguments, None)?;
    if ended.status == Some(0) {
        return Ok(ended.stdout);
    }
    let why = format!("solve {}: {:?} {}", arguments.join(" "), ended.status, ended.stderr.trim());
    Err(Trouble::Unprepared { scene, why })
}

/// Runs a command, kills it when `is_there` says so, and returns whether it was killed in time.
///
/// # Errors
/// It cannot be run.
pub fn make_half(bench: &Bench<'_>, arguments: &[&str], is_there: &dyn Fn(&Path) -> bool) -> io::Result<bool> {
    let mut command = bench.program.command(&bench.folder, arguments);
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let mut child = command.spawn()?;
    let begin = std::time::Instant::now();
    while child.try_wait()?.is_none() {
        if is_there(&bench.folder) || begin.elapsed() > Duration::from_secs(20) {
            child.kill()?;
            child.wait()?;
            return Ok(true);
        }
        std::thread::sleep(Duration::from_micros(100));
    }
    Ok(false)
}
