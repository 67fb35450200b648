//! What a kill in a long run costs: a board is solved with a table, killed again and again, until the answer is there.

use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use solver::random::Random;

use crate::process::{Ended, Program};
use crate::scene::Trouble;

/// What was measured.
#[derive(Clone, Copy, Debug)]
pub struct KillCost {
    /// Processor time of a run that nobody disturbed.
    pub undisturbed: Duration,
    /// Processor time of all runs that were killed, and of the last, which came to its end.
    pub disturbed: Duration,
    /// Kills.
    pub kills: u32,
    /// Whether both gave the same answer.
    pub is_right: bool,
}

impl KillCost {
    /// Milliseconds of processor time that each kill has cost.
    #[must_use]
    pub fn ms_each(&self) -> f64 {
        (self.disturbed.as_secs_f64() - self.undisturbed.as_secs_f64()) * 1000.0 / f64::from(self.kills.max(1))
    }
}

fn question(board: &str, table: &str) -> Vec<String> {
    let words = ["--board", board, "--table", table, "--threads", "1", "--memory", "512MiB", "--quiet", "--json"];
    words.map(str::to_owned).to_vec()
}

/// Solves a board with so many kills, each after about the same share of the work.
///
/// # Errors
/// The program cannot be run, or a run that is not killed fails.
pub fn measure(program: &Path, board: &str, kills: u32, seed: u64, tick: &dyn Fn(u32)) -> Result<KillCost, Trouble> {
    let program = Program::new(&program.canonicalize()?).unlimited();
    let home = tempfile::tempdir()?;
    let run = |table: &str, kill: Option<Duration>| {
        let words = question(board, table);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        program.run(home.path(), &words, None, kill)
    };
    let first = run("undisturbed", None)?;
    let expected = value(&first)?;
    let mut random = Random::new(seed, 0);
    // So that all kills fall into the run, however much work is done twice.
    let share = first.time.div_f64(f64::from(kills + 1));
    let mut cost = KillCost { undisturbed: first.cpu, disturbed: Duration::ZERO, kills: 0, is_right: false };
    loop {
        let after = share.mul_f64(0.5 + f64::from(random.below(1000)) / 1000.0);
        let ended = run("disturbed", (cost.kills < kills).then_some(after))?;
        cost.disturbed += ended.cpu;
        if ended.status.is_some() {
            cost.is_right = value(&ended)? == expected;
            return Ok(cost);
        }
        cost.kills += 1;
        tick(cost.kills);
    }
}

fn value(ended: &Ended) -> Result<Value, Trouble> {
    let failed =
        || io::Error::other(format!("a run that was not killed ended with {:?}: {}", ended.status, ended.stderr));
    if ended.status != Some(0) {
        return Err(failed().into());
    }
    let record: Value = serde_json::from_str(&ended.stdout).map_err(|_| failed())?;
    Ok(record["value"].clone())
}
