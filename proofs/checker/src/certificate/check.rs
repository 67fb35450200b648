//! Checks a certificate, whole or in parts: walks its proofs and searches their leaves.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use kernel::{Certificate, Counts, Fault, Limit, Refused};

use super::crew::on_threads;
use super::error::CheckError;
use super::hash::Hash;
use super::part::Part;
use super::progress::{Found, Progress};
use super::walk::{POSITION_BYTES, Walk, walk};
use super::watch::Watcher;
use crate::endgame::{Endgame, Stopped};
use crate::grid::{Grid, Pair};

/// Leaves are searched in portions, each by one thread that starts with an empty memory: this many portions of each
/// list if there are enough leaves.
const PORTIONS: usize = 512;
/// The fewest and the most leaves of a portion. A change of any of these needs a new version of the notes and of the
/// lines.
const PORTION_LEAVES: RangeInclusive<usize> = 4..=256;

/// The result of a check that found nothing wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// How much there was to check in the whole certificate, which was walked from the root to its leaves.
    pub counts: Counts,
    /// Which of the leaves were to be searched.
    pub part: Part,
    /// How many leaves these are.
    pub leaves: u64,
    /// How many of these were not searched, because an earlier check is trusted to have done so.
    pub resumed_leaves: u64,
    /// Positions visited in the searches of these leaves; the same on any number of threads.
    pub searched: u64,
    /// The hash of the results of these leaves; the same on any number of threads.
    pub results: Hash,
}

impl Report {
    /// Whether the certificate's statement is proven by this check alone: every leaf was searched.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        self.part.is_whole() && self.resumed_leaves == 0
    }
}

/// Checks every proof of a certificate. Without an error, its statement is true, provided that everything in `resumed`
/// is.
///
/// `resumed` is what an earlier check of the same certificate has done, taken on trust; that of any other is ignored.
///
/// # Errors
/// A proof is invalid, there is not enough memory, or the check was stopped.
pub fn check(
    certificate: &Certificate,
    threads: usize,
    resumed: Option<Progress>,
    watcher: &dyn Watcher,
) -> Result<Report, CheckError> {
    check_part(certificate, Part::WHOLE, threads, resumed, watcher)
}

/// Checks a part of a certificate: everything from the root to the leaves, and the leaves of the part. If none of the
/// parts gives an error, the certificate's statement is true.
///
/// # Errors
/// See [`check`].
pub fn check_part(
    certificate: &Certificate,
    part: Part,
    threads: usize,
    resumed: Option<Progress>,
    watcher: &dyn Watcher,
) -> Result<Report, CheckError> {
    let grid = grid(certificate);
    let (walks, counts) = walks(certificate, &grid, Some(part), threads, watcher)?;
    let portions: Vec<Portion<'_>> = walks.iter().flat_map(|(limit, walk)| portions(*limit, walk)).collect();
    let nothing = Progress::new(certificate.sha256.into(), part);
    let fits = |progress: &Progress| progress.certificate == nothing.certificate && progress.part == part;
    let resumed = resumed.filter(fits).unwrap_or(nothing);
    let known: Vec<Option<Found>> = (0..portions.len()).map(|index| resumed.done.get(&index).copied()).collect();
    let done = portions.iter().zip(&known).filter(|(_, found)| found.is_some());
    let resumed_leaves = done.map(|(portion, _)| portion.leaves.len() as u64).sum();
    let search = Search {
        certificate,
        grid: &grid,
        portions: &portions,
        todo: (0..portions.len()).filter(|&index| known[index].is_none()).collect(),
        next: AtomicUsize::new(0),
        failed: AtomicBool::new(false),
        state: Mutex::new(State { known, leaves: resumed_leaves, failure: None }),
        all: part.count(counts.leaves),
        watcher,
    };
    watcher.searching(resumed_leaves, search.all);
    search.run(threads)?;
    let state = search.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, error)) = state.failure {
        return Err(error);
    }
    let found: Vec<Found> = state.known.into_iter().collect::<Option<_>>().ok_or(CheckError::Stopped)?;
    Ok(Report {
        counts,
        part,
        leaves: search.all,
        resumed_leaves,
        searched: found.iter().fold(0, |sum: u64, found| sum.saturating_add(found.nodes)),
        results: Hash::of_all(found.iter().map(|found| found.results)),
    })
}

/// Walks a certificate from the root to its leaves and searches none of them.
///
/// # Errors
/// See [`check`].
pub fn survey(certificate: &Certificate, threads: usize, watcher: &dyn Watcher) -> Result<Counts, CheckError> {
    walks(certificate, &grid(certificate), None, threads, watcher).map(|(_, counts)| counts)
}

/// The board of a certificate.
fn grid(certificate: &Certificate) -> Grid {
    Grid::new(certificate.root.rows(), certificate.root.cols()).expect("a certificate has a board of the format")
}

/// Walks all proofs, and returns each with its limit. Keeps only the leaves of the part; none without a
/// part.
fn walks(
    certificate: &Certificate,
    grid: &Grid,
    part: Option<Part>,
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<(Vec<(Limit, Walk)>, Counts), CheckError> {
    let (mut walks, mut counts, mut kept) = (Vec::new(), Counts::default(), 0);
    for proof in &certificate.proofs {
        let mut walked = walk(certificate, grid, proof, kept, threads, watcher)?;
        counts.prover_nodes += walked.prover_nodes;
        counts.other_nodes += walked.other_nodes;
        for list in [&mut walked.leaves.prover, &mut walked.leaves.other] {
            deal(list, part, &mut counts.leaves);
            kept += list.len() as u64 * POSITION_BYTES;
        }
        walks.push((proof.limit, walked));
    }
    Ok((walks, counts))
}

/// Keeps only the leaves of a part; `before` counts the leaves so far.
fn deal(leaves: &mut Vec<Pair>, part: Option<Part>, before: &mut u64) {
    leaves.retain(|_| {
        *before += 1;
        part.is_some_and(|part| part.has(*before - 1))
    });
    leaves.shrink_to_fit();
}

/// Some leaves of one proof, all with the same side to move.
struct Portion<'a> {
    limit: Limit,
    walk: &'a Walk,
    prover_moves: bool,
    leaves: &'a [Pair],
}

fn portions(limit: Limit, walk: &Walk) -> impl Iterator<Item = Portion<'_>> {
    let lists = [(true, &walk.leaves.prover), (false, &walk.leaves.other)];
    lists.into_iter().flat_map(move |(prover_moves, list)| {
        let size = (list.len() / PORTIONS).clamp(*PORTION_LEAVES.start(), *PORTION_LEAVES.end());
        list.chunks(size).map(move |leaves| Portion { limit, walk, prover_moves, leaves })
    })
}

/// What the threads share.
struct Search<'a> {
    certificate: &'a Certificate,
    grid: &'a Grid,
    portions: &'a [Portion<'a>],
    /// Numbers of the portions that are not done.
    todo: Vec<usize>,
    /// The next of them.
    next: AtomicUsize,
    failed: AtomicBool,
    state: Mutex<State>,
    all: u64,
    watcher: &'a dyn Watcher,
}

struct State {
    /// What was found in each portion so far.
    known: Vec<Option<Found>>,
    leaves: u64,
    /// The first of the portions that failed. It is the same on any number of threads, because portions are begun in
    /// order, and every one that is begun is searched to its end.
    failure: Option<(usize, CheckError)>,
}

impl Search<'_> {
    /// Searches all portions that are not done.
    fn run(&self, threads: usize) -> Result<(), CheckError> {
        let endgame = || Endgame::try_new(self.grid, self.certificate.scoring);
        // One is needed; a thread that gets no memory leaves its work to the others.
        let first = Mutex::new(Some(endgame().ok_or(CheckError::NoMemory("the search of leaves"))?));
        on_threads(threads.min(self.todo.len()), &|| {
            let taken = first.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(mut endgame) = taken.or_else(endgame) {
                self.work(&mut endgame);
            }
        });
        Ok(())
    }

    fn work(&self, endgame: &mut Endgame<'_>) {
        while !self.failed.load(Ordering::Relaxed) && !self.watcher.is_stopped() {
            let Some(&index) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            let result = self.portions[index].search(endgame, self);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match result {
                Err(CheckError::Stopped) => return,
                Err(error) => {
                    self.failed.store(true, Ordering::Relaxed);
                    if state.failure.as_ref().is_none_or(|(first, _)| index < *first) {
                        state.failure = Some((index, error));
                    }
                }
                Ok(found) => {
                    state.known[index] = Some(found);
                    state.leaves += self.portions[index].leaves.len() as u64;
                    self.watcher.proven(index, &found, state.leaves, self.all);
                }
            }
        }
    }
}

impl Portion<'_> {
    /// Searches the leaves, each for what the limit needs there.
    fn search(&self, endgame: &mut Endgame<'_>, search: &Search<'_>) -> Result<Found, CheckError> {
        let (goal, colour) = (self.walk.goal, self.walk.colour);
        let is_stopped = || search.watcher.is_stopped();
        let mut words = Vec::with_capacity(3 * self.leaves.len());
        let before = endgame.nodes;
        endgame.forget();
        for &pair in self.leaves {
            let nodes = endgame.nodes;
            let reached = endgame.reaches_unless(pair, if self.prover_moves { goal } else { 1 - goal }, &is_stopped);
            let holds = reached.map_err(|Stopped| CheckError::Stopped)? == self.prover_moves;
            if !holds {
                let side = if self.prover_moves { colour } else { -colour };
                let fault = Fault::Leaf(search.grid.position(pair, side));
                return Err(Refused { limit: self.limit, fault }.into());
            }
            words.extend([pair.0, pair.1, endgame.nodes - nodes]);
        }
        Ok(Found { nodes: endgame.nodes - before, results: Hash::of_words(words) })
    }
}
