//! Makes proof certificates: one move for each position in which the side that proves a limit has a choice.
//!
//! The solver says which moves keep what is claimed; most answers are in its memory, because it has just solved the
//! first position. Of several such moves, the prover takes the one that adds the least to the certificate.
//! `proofs/FORMAT.md` describes the bytes; `checker` proves them again. It shares no code with the solver and
//! knows nothing of this crate, which only tries how long the checker's search takes.
//!
//! ```
//! use prover::{Claim, Cut, Request, SILENT, prove};
//! use solver::{Position, Progress, Resources, Scoring, Solver, Start};
//!
//! let position = Position::start("4x4".parse()?, Start::Othello);
//! let claim: Claim = "value=-8".parse()?;
//! let request = Request { position, scoring: Scoring::Discs, claim, cut: Some(Cut::Empties(4)) };
//! let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
//! let certificate = prove(&mut solver, &request, None, &Progress::default(), SILENT)?;
//! assert!(certificate.bytes.starts_with(b"OTHPROOF"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod author;
mod bytes;
mod claim;
mod pieces;
mod published;
mod walk;

pub use claim::{Claim, ClaimError, Limit};
pub use kernel::format::MOST_CUT;
pub use pieces::{Moves, PieceError, fits};
pub use published::{FEINSTEIN, Published};

use author::{Author, Trials};
use checker::grid::Grid;
use solver::{
    Basis, Mode, Position, Progress, ProofTable, Question, Reached, Score, Scoring, SolveError, Solver, Target,
};
use thiserror::Error;
use walk::{Setting, Walk};

/// What to prove in a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The position.
    pub position: Position,
    /// Who receives the empties.
    pub scoring: Scoring,
    /// What is claimed about its value, for the side to move.
    pub claim: Claim,
    /// Which positions are left to the checker's own search; [`default_cut`] if `None`.
    pub cut: Option<Cut>,
}

/// Where the moves of a certificate end and the checker's own search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// At positions with at most this many empties. At most [`MOST_CUT`].
    Empties(u32),
    /// At positions that the search answers by visiting at most this many positions. That is tried: it takes about as
    /// long again as two checks. Among positions with equally many empties most take little work and a few take nearly
    /// all of it, so a certificate is smaller than with another cut whose check takes as long.
    Work(u64),
}

/// With [`Cut::Work`] too, positions with at most this many empties are not worth a move.
const LEAST_CUT: u32 = 6;

impl Cut {
    /// All positions with at most this many empties are left to the search.
    fn empties(self) -> u32 {
        match self {
            Self::Empties(empties) => empties,
            Self::Work(_) => LEAST_CUT,
        }
    }
}

/// A finished certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The bytes of its file.
    pub bytes: Vec<u8>,
    /// Which positions it leaves to the checker.
    pub cut: Cut,
    /// Number of positions with a move.
    pub prover_nodes: u64,
    /// Number of positions in which all moves of the other side are followed.
    pub other_nodes: u64,
    /// Number of positions left to the checker.
    pub leaves: u64,
    /// What its moves may rest on. If that is a claim, the certificate may prove nothing; a check finds out.
    pub basis: Basis,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProveError {
    /// The claim is about a score that is impossible on the board.
    #[error("claim '{claim}': on this board a value is from -{squares} to +{squares}")]
    Range {
        /// What was claimed.
        claim: Claim,
        /// Squares of the board.
        squares: u32,
    },
    /// The claim is not true.
    #[error("claim '{claim}' is false: the value is {}{}", signed(*value), condition(*basis))]
    False {
        /// What was claimed.
        claim: Claim,
        /// The true value, for the side to move.
        value: Score,
        /// What that may rest on.
        basis: Basis,
    },
    /// The solver was stopped.
    #[error("stopped before the certificate was made")]
    Stopped,
    /// What the table says about this position is false.
    #[error("the table says something false of {0:?}")]
    Contradiction(Position),
    /// The solver cannot search: no memory, no threads, or a table for another board or scoring.
    #[error(transparent)]
    Solve(SolveError),
}

impl From<SolveError> for ProveError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Stopped => Self::Stopped,
            SolveError::Contradiction(position) => Self::Contradiction(position),
            other => Self::Solve(other),
        }
    }
}

/// A score with its sign; 0 has none, as in the sentences of the checker.
fn signed(score: Score) -> String {
    if score == Score::DRAW { score.to_string() } else { format!("{score:+}") }
}

/// The condition under which something is true.
fn condition(basis: Basis) -> &'static str {
    match basis {
        Basis::Proof => "",
        Basis::Claim => ", provided that entries of the table are true that nobody here has verified",
    }
}

/// Receives the progress of a certificate: in the proof of the limit, of the positions with this many empties so many have
/// a move, of so many in all.
pub type Watch<'a> = &'a dyn Fn(Limit, u32, usize, usize);

/// Ignores the progress.
pub const SILENT: Watch<'static> = &|_, _, _, _| {};

/// The default cut: where the size of the file and the time of the check are in balance.
#[must_use]
pub fn default_cut(position: &Position) -> Cut {
    Cut::Empties(position.empties().saturating_sub(8).clamp(LEAST_CUT, 14))
}

/// Makes a certificate for a claim. With one thread, no table and the same memory, the same request gives the same
/// bytes.
///
/// `table` is for the position's board and scoring, as for [`Solver::solve`].
///
/// # Errors
/// The claim is false, or the solver was stopped or misled.
///
/// # Panics
/// If [`Request::cut`] is at more than [`MOST_CUT`] empties.
pub fn prove(
    solver: &mut Solver,
    request: &Request,
    table: Option<&dyn ProofTable>,
    progress: &Progress,
    watch: Watch<'_>,
) -> Result<Certificate, ProveError> {
    let Request { position, claim, .. } = *request;
    let squares = position.board().squares();
    if claim.limits().iter().any(|limit| limit.score().discs().unsigned_abs() > squares) {
        return Err(ProveError::Range { claim, squares });
    }
    let mut oracle = Oracle { solver, table, progress };
    oracle.judge(request)?;
    written(&mut oracle, request, &[], watch)
}

/// Makes a certificate whose moves are known already, at least those of positions that would take long to search: see
/// [`Moves`]. There is one collection of moves for each limit of the claim. The claim must be true.
///
/// # Errors
/// The solver was stopped or misled, or a move that it was told is not legal.
///
/// # Panics
/// If [`Request::cut`] is at more than [`MOST_CUT`] empties, or the collections are not as many as the limits.
pub fn combine(
    solver: &mut Solver,
    request: &Request,
    moves: &[Moves],
    progress: &Progress,
    watch: Watch<'_>,
) -> Result<Certificate, ProveError> {
    assert_eq!(moves.len(), request.claim.limits().len(), "moves for each limit");
    let mut oracle = Oracle { solver, table: None, progress };
    written(&mut oracle, request, moves, watch)
}

/// Follows the proofs of a true claim and writes them down.
fn written(
    oracle: &mut Oracle<'_>,
    request: &Request,
    known: &[Moves],
    watch: Watch<'_>,
) -> Result<Certificate, ProveError> {
    let Request { position, scoring, claim, cut } = *request;
    let cut = cut.unwrap_or_else(|| default_cut(&position));
    let empties = cut.empties();
    assert!(empties <= MOST_CUT, "a cut of {empties} is more than {MOST_CUT}");
    let board = position.board();
    let grid = Grid::new(board.rows() as usize, board.cols() as usize).expect("the checker knows every board");
    let mut walks = Vec::new();
    for (number, limit) in claim.limits().into_iter().enumerate() {
        let trials = match cut {
            Cut::Empties(_) => None,
            Cut::Work(most) => Some(Trials::new(&grid, scoring, most)),
        };
        let mut author = Author { oracle, known: known.get(number), trials };
        walks.push(Walk::follow(&mut author, &Setting::new(position, scoring, limit, empties), watch)?);
    }
    let sum = |count: fn(&Walk) -> u64| walks.iter().map(count).sum();
    Ok(Certificate {
        bytes: bytes::write(&position, scoring, cut, &walks),
        cut,
        prover_nodes: sum(|walk| walk.prover_nodes),
        other_nodes: sum(|walk| walk.other_nodes),
        leaves: sum(|walk| walk.leaves),
        basis: oracle.solver.basis(),
    })
}

/// Finds the moves: the solver and what it works with.
struct Oracle<'a> {
    solver: &'a mut Solver,
    table: Option<&'a dyn ProofTable>,
    progress: &'a Progress,
}

impl Oracle<'_> {
    /// Whether the side to move of the target's position reaches it.
    fn reaches(&mut self, target: Target) -> Result<Reached, SolveError> {
        self.solver.with_table_if(self.table).watched_by(self.progress).reaches(&target)
    }

    /// Solves the position as far as the claim needs.
    fn judge(&mut self, request: &Request) -> Result<(), ProveError> {
        let Request { position, scoring, claim, .. } = *request;
        let known = match claim {
            Claim::Win | Claim::Draw | Claim::Loss => self.solve(position, Mode::Wld, scoring)?,
            Claim::Exactly(_) => self.solve(position, Mode::Exact, scoring)?,
            Claim::AtLeast(score) => {
                let holds = self.reaches(Target { position, at_least: score, scoring })? != Reached::No;
                if holds { return Ok(()) } else { self.solve(position, Mode::Exact, scoring)? }
            }
            Claim::AtMost(score) => {
                let holds =
                    self.reaches(Target { position, at_least: Score::new(score.discs() + 1), scoring })? == Reached::No;
                if holds { return Ok(()) } else { self.solve(position, Mode::Exact, scoring)? }
            }
        };
        if claim.limits().iter().all(|limit| limit.follows_from(known)) {
            return Ok(());
        }
        let exact = self.solve(position, Mode::Exact, scoring)?;
        let basis = self.solver.basis();
        Err(exact.exact().map_or(ProveError::Stopped, |value| ProveError::False { claim, value, basis }))
    }

    fn solve(&mut self, position: Position, mode: Mode, scoring: Scoring) -> Result<solver::Bounds, ProveError> {
        let question = Question::new(position, mode, scoring);
        let answer = self.solver.with_table_if(self.table).watched_by(self.progress).solve(&question)?;
        match answer.contradiction {
            Some(position) => Err(ProveError::Contradiction(position)),
            None if !answer.complete => Err(ProveError::Stopped),
            None => Ok(answer.bounds),
        }
    }
}
