//! Solvers that share one table in memory and do jobs side by side.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use solver::{Board, Resources, Scoring, SolveError, Solver};

use crate::job::Job;

/// Some solvers with one memory. They do jobs of the same board (landscape or portrait) and scoring side by side. A job of
/// another board or scoring waits until those under way are done, since the memory must then be made anew.
#[derive(Debug)]
pub struct Crew {
    size: usize,
    bench: Mutex<Bench>,
    back: Condvar,
}

#[derive(Debug)]
struct Bench {
    /// The solvers without a job.
    idle: Vec<Solver>,
    /// What all of them were made for; `None` before the first job.
    game: Option<(Board, Scoring)>,
    /// The number of solvers.
    all: usize,
}

impl Crew {
    /// Makes this many solvers, each with one thread, on one shared memory.
    ///
    /// # Panics
    /// If `size` is 0.
    #[must_use]
    pub fn new(size: usize, memory_bytes: usize) -> Self {
        assert!(size > 0, "somebody must do the jobs");
        let first = Solver::new(Resources { memory_bytes, ..Resources::default() });
        Self { size, bench: Mutex::new(Bench { idle: vec![first], game: None, all: 1 }), back: Condvar::new() }
    }

    /// A solver for this job. Waits until one is free and none is at work on another game.
    ///
    /// # Errors
    /// The system does not give the memory.
    pub fn hire(&self, job: &Job) -> Result<Hired<'_>, SolveError> {
        let game = (job.board.landscape(), job.scoring);
        let mut bench = self.lock();
        loop {
            if bench.game != Some(game) && bench.idle.len() == bench.all {
                bench.prepare(game, self.size)?;
            }
            if bench.game == Some(game)
                && let Some(solver) = bench.idle.pop()
            {
                return Ok(Hired { crew: self, solver: Some(solver) });
            }
            bench = self.back.wait(bench).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Bench> {
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bench {
    /// Makes all solvers for a game once all are idle. A single one makes its own memory.
    fn prepare(&mut self, game: (Board, Scoring), size: usize) -> Result<(), SolveError> {
        self.idle.truncate(1);
        (self.all, self.game) = (self.idle.len(), None);
        for _ in 1..size {
            let companion = self.idle[0].companion(game.0, game.1)?;
            self.idle.push(companion);
            self.all += 1;
        }
        self.game = Some(game);
        Ok(())
    }
}

/// A solver at work on a job. Dropping this makes it idle again.
#[derive(Debug)]
pub struct Hired<'a> {
    crew: &'a Crew,
    solver: Option<Solver>,
}

impl Deref for Hired<'_> {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        self.solver.as_ref().expect("it is there until the end")
    }
}

impl DerefMut for Hired<'_> {
    fn deref_mut(&mut self) -> &mut Solver {
        self.solver.as_mut().expect("it is there until the end")
    }
}

impl Drop for Hired<'_> {
    fn drop(&mut self) {
        self.crew.lock().idle.extend(self.solver.take());
        self.crew.back.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use solver::{Position, Progress, Start, Symmetries};

    use super::*;
    use crate::record::Finding;
    use crate::work;

    /// Whether the start of a game is worth at least this.
    fn job(board: &str, at_least: i32) -> Job {
        let start = Position::start(board.parse().unwrap(), Start::Othello);
        let discs = Symmetries::new(start.board()).canonical(start.discs()).0;
        Job { board: start.board(), scoring: Scoring::Discs, discs, at_least, budget: 1 << 40 }
    }

    fn small() -> Job {
        job("4x4", -8)
    }

    #[test]
    fn jobs_of_one_board_share_their_memory_and_another_board_waits() {
        let crew = Crew::new(2, 1 << 20);
        let perform = |solver: &mut Solver, job: &Job| {
            work::perform(job, solver, None, &Progress::default(), "test").unwrap().unwrap()
        };
        let (mut first, mut second) = (crew.hire(&small()).unwrap(), crew.hire(&small()).unwrap());
        let found = perform(&mut first, &small());
        assert_eq!(found.finding, Finding::AtLeast(-8));
        assert!(found.nodes > 0 && perform(&mut second, &small()).nodes == 0, "the other one knows it");
        let other = job("4x6", 16);
        let (hired, is_hired) = mpsc::channel();
        thread::scope(|scope| {
            let wait = || {
                let mut third = crew.hire(&other).unwrap();
                hired.send(()).unwrap();
                assert_eq!(perform(&mut third, &other).finding, Finding::AtLeast(16));
            };
            thread::Builder::new().spawn_scoped(scope, wait).unwrap();
            drop(first);
            // The job must not start while another is under way; if it did, it would do so soon.
            assert!(is_hired.recv_timeout(Duration::from_millis(50)).is_err());
            drop(second);
            is_hired.recv().unwrap();
        });
        // And back, with a memory that knows nothing.
        assert!(perform(&mut crew.hire(&small()).unwrap(), &small()).nodes > 0);
    }
}
