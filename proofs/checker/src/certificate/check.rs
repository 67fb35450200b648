//! The whole check of a certificate: its proofs are walked, their leaves searched.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use thiserror::Error;

use super::progress::Progress;
use super::walk::{Walk, WalkError, walk};
use super::{Certificate, Limit};
use crate::endgame::Endgame;
use crate::grid::Pair;

/// Leaves are searched in portions, each by one thread and with one memory: so many portions of each list if there are enough
/// leaves.
const PORTIONS: usize = 512;
/// The least and the most leaves of a portion. Who changes any of these raises the version of [`Progress`].
const PORTION_LEAVES: std::ops::RangeInclusive<usize> = 4..=256;

/// Why a certificate is refused, or why it is not known yet.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckError {
    /// A proof is not one.
    #[error("the proof of \"{limit}\" fails: {error}")]
    Walk {
        /// What it should prove.
        limit: String,
        /// Why it does not.
        error: WalkError,
    },
    /// A leaf has another value than the limit needs.
    #[error("the proof of \"{limit}\" fails: in {position} the limit does not hold")]
    Leaf {
        /// What it should prove.
        limit: String,
        /// The leaf.
        position: String,
    },
    /// The watcher asked to stop.
    #[error("the check was stopped")]
    Stopped,
}

/// How much there was to check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions in which the prover's move stands in the certificate.
    pub prover_nodes: u64,
    /// Positions in which all moves of the other side were tried.
    pub other_nodes: u64,
    /// Positions at the end of the proofs, which were searched.
    pub leaves: u64,
}

/// What came of a check that found nothing wrong: the certificate's statement is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// How much there was to check.
    pub counts: Counts,
    /// Positions looked at in the searches of leaves; the same on any number of threads.
    pub searched: u64,
    /// Leaves that an earlier check had searched.
    pub resumed_leaves: u64,
}

/// Is told how far a check is.
pub trait Watcher: Sync {
    /// The proof of this limit is at so many empty squares, with so many positions.
    fn walking(&self, limit: &str, empties: u32, positions: usize);
    /// Of so many leaves these are searched; the progress can be kept.
    fn proven(&self, leaves: u64, all: u64, progress: &Progress);
    /// Whether to stop.
    fn is_stopped(&self) -> bool;
}

/// Checks every proof of a certificate. Without an error its statement is true.
///
/// `resumed` is what an earlier check of the same certificate has done; of any other it is ignored.
///
/// # Errors
/// A proof is not one, or the check was stopped.
///
/// # Panics
/// If the system gives no threads.
pub fn check(
    certificate: &Certificate,
    threads: usize,
    resumed: Option<Progress>,
    watcher: &dyn Watcher,
) -> Result<Report, CheckError> {
    let threads = threads.max(1);
    let (mut walks, mut counts) = (Vec::new(), Counts::default());
    for proof in &certificate.proofs {
        let limit = proof.limit.text();
        let walked = walk(certificate, proof, threads, &|empties, count| watcher.walking(&limit, empties, count))
            .map_err(|error| CheckError::Walk { limit: limit.clone(), error })?;
        counts.prover_nodes += walked.prover_nodes;
        counts.other_nodes += walked.other_nodes;
        counts.leaves += walked.leaves.len() as u64;
        walks.push((limit, walked));
        if watcher.is_stopped() {
            return Err(CheckError::Stopped);
        }
    }
    let portions: Vec<Portion<'_>> = walks.iter().flat_map(|(limit, walked)| portions(limit, walked)).collect();
    let fits = |progress: &Progress| progress.seal == certificate.seal && progress.done.len() == portions.len();
    let progress = resumed.filter(fits).unwrap_or_else(|| Progress::new(certificate.seal, portions.len()));
    let done = portions.iter().zip(&progress.done).filter(|(_, done)| **done);
    let resumed_leaves = done.map(|(portion, _)| portion.leaves.len() as u64).sum();
    let search = Search {
        certificate,
        portions: &portions,
        todo: (0..portions.len()).filter(|&index| !progress.done[index]).collect(),
        next: AtomicUsize::new(0),
        failed: AtomicBool::new(false),
        state: Mutex::new(State { progress, leaves: resumed_leaves, failure: None }),
        all: counts.leaves,
        watcher,
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| search.work());
        }
    });
    let state = search.state.into_inner().expect("no search panics");
    if let Some((_, error)) = state.failure {
        return Err(error);
    }
    if state.leaves < counts.leaves {
        return Err(CheckError::Stopped);
    }
    Ok(Report { counts, searched: state.progress.nodes, resumed_leaves })
}

impl Limit {
    /// `value>=4` or `value<=4`.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::AtLeast(score) => format!("value>={score}"),
            Self::AtMost(score) => format!("value<={score}"),
        }
    }
}

/// Some leaves of one proof, all with the same side to move.
struct Portion<'a> {
    limit: &'a str,
    walk: &'a Walk,
    prover_moves: bool,
    leaves: &'a [Pair],
}

fn portions<'a>(limit: &'a str, walk: &'a Walk) -> impl Iterator<Item = Portion<'a>> {
    let lists = [(true, &walk.leaves.prover), (false, &walk.leaves.other)];
    lists.into_iter().flat_map(move |(prover_moves, list)| {
        let size = (list.len() / PORTIONS).clamp(*PORTION_LEAVES.start(), *PORTION_LEAVES.end());
        list.chunks(size).map(move |leaves| Portion { limit, walk, prover_moves, leaves })
    })
}

/// What the threads share.
struct Search<'a> {
    certificate: &'a Certificate,
    portions: &'a [Portion<'a>],
    /// Indexes of the portions that are not done.
    todo: Vec<usize>,
    /// The next of them.
    next: AtomicUsize,
    failed: AtomicBool,
    state: Mutex<State>,
    all: u64,
    watcher: &'a dyn Watcher,
}

struct State {
    progress: Progress,
    leaves: u64,
    /// Of the portions that failed the first, which is the same on any number of threads: portions are begun in their
    /// order, and every one that was begun is searched to its end.
    failure: Option<(usize, CheckError)>,
}

impl Search<'_> {
    fn work(&self) {
        let mut endgame = Endgame::new(&self.certificate.grid, self.certificate.scoring);
        while !self.failed.load(Ordering::Relaxed) && !self.watcher.is_stopped() {
            let Some(&index) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            endgame.forget();
            let before = endgame.nodes;
            let result = self.portions[index].search(&mut endgame, self);
            let mut state = self.state.lock().expect("no search panics");
            match result {
                Err(CheckError::Stopped) => return,
                Err(error) => {
                    self.failed.store(true, Ordering::Relaxed);
                    if state.failure.as_ref().is_none_or(|(first, _)| index < *first) {
                        state.failure = Some((index, error));
                    }
                }
                Ok(()) => {
                    state.progress.done[index] = true;
                    state.progress.nodes += endgame.nodes - before;
                    state.leaves += self.portions[index].leaves.len() as u64;
                    self.watcher.proven(state.leaves, self.all, &state.progress);
                }
            }
        }
    }
}

impl Portion<'_> {
    /// Searches the leaves, each for what the limit needs of it.
    fn search(&self, endgame: &mut Endgame<'_>, search: &Search<'_>) -> Result<(), CheckError> {
        let (goal, colour) = (self.walk.goal, self.walk.colour);
        for &pair in self.leaves {
            let holds = if self.prover_moves { endgame.reaches(pair, goal) } else { !endgame.reaches(pair, 1 - goal) };
            if !holds {
                let side = if self.prover_moves { colour } else { -colour };
                let position = search.certificate.grid.text(pair, side);
                return Err(CheckError::Leaf { limit: self.limit.to_owned(), position });
            }
            if search.watcher.is_stopped() {
                return Err(CheckError::Stopped);
            }
        }
        Ok(())
    }
}
