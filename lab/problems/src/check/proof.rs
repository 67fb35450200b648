//! Checks one record against the plain rules and the searches of `checker`.

use checker::endgame::{Endgame, Stopped};
use checker::grid::Grid;
use checker::{BLACK, Move, Position, Scoring};
use solver::{Bounds, Outcome, Score};

use crate::record::Record;

/// Which labels to prove again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Number of positions: drawn from those with few enough empties; if these do not suffice, the rest from the others, for
    /// the ends of their lines.
    pub positions: usize,
    /// The most empty squares of a position that `checker` searches.
    pub max_empties: u32,
    /// The seed, which alone decides which positions of a set are drawn. Take one that whoever made the set could not know:
    /// [`solver::random::unpredictable`].
    pub seed: u64,
}

impl Sample {
    /// The usual sample, at most 100 positions, searched from 20 empty squares on.
    #[must_use]
    pub const fn usual(seed: u64) -> Self {
        Self { positions: 100, max_empties: 20, seed }
    }
}

/// Checks that the moves and the line to the end of the game, or of the book, follow the rules, and that the score at the end agrees with
/// the label.
pub(crate) fn rules(record: &Record) -> Result<(), String> {
    let id = || record.id();
    let position = start(record)?;
    let labelled: Vec<Move> = record.moves.iter().map(|label| translated(record, label.chosen)).collect();
    if position.legal_moves() != labelled {
        return Err(format!("{}: the moves are not all legal ones in their order", id()));
    }
    let best = record.moves.iter().map(|label| (label.value, label.outcome.sign())).max();
    if best != Some((record.value, record.outcome.sign())) {
        return Err(format!("{}: the value is not that of the best move", id()));
    }
    let is_agreed =
        |value: Option<Score>, outcome: Outcome| value.is_none_or(|value| value.discs().signum() == outcome.sign());
    let all_agree = record.moves.iter().all(|label| is_agreed(label.value, label.outcome));
    if !all_agree || !is_agreed(record.value, record.outcome) {
        return Err(format!("{}: an outcome is not that of its value", id()));
    }
    let line = follow(record, position, None)?;
    match line.final_score(scoring(record)) {
        Some(score) if agrees(record, &line, score) => Ok(()),
        Some(_) => Err(format!("{}: the line ends with another score", id())),
        None if record.is_looked_up() => Ok(()),
        None => Err(format!("{}: the line does not end the game", id())),
    }
}

/// Proves that every move has the value or outcome of its label.
///
/// # Errors
/// `is_stopped`, which is called every few thousand positions, returned true. The inner error says what is wrong with the
/// record.
pub(super) fn moves(record: &Record, is_stopped: &impl Fn() -> bool) -> Result<Result<(), String>, Stopped> {
    let (position, grid) = match start(record).and_then(|position| Ok((position, grid(record)?))) {
        Ok(both) => both,
        Err(finding) => return Ok(Err(finding)),
    };
    let mut search = Endgame::new(&grid, scoring(record));
    for label in &record.moves {
        let Some(next) = position.play(translated(record, label.chosen)) else {
            return Ok(Err(format!("{}: a labelled move is illegal", record.id())));
        };
        let allowed = allowed(label.value, label.outcome, &grid).negated();
        if let Some(value) = refutation(&mut search, &grid, &next, allowed, is_stopped)? {
            let (id, position) = (record.id(), record.position);
            return Ok(Err(format!(
                "{id} ({position}): a move is worth {:+}, which is not its label",
                -value,
                position = position.without_board()
            )));
        }
    }
    Ok(Ok(()))
}

/// Proves that the first position of the line with at most this many empties has the value or outcome of the label.
///
/// # Errors
/// See [`moves`].
pub(crate) fn line_end(
    record: &Record,
    max_empties: u32,
    is_stopped: &impl Fn() -> bool,
) -> Result<Result<(), String>, Stopped> {
    let end = start(record).and_then(|position| follow(record, position, Some(max_empties as usize)));
    let (end, grid) = match end.and_then(|end| Ok((end, grid(record)?))) {
        Ok(both) => both,
        Err(finding) => return Ok(Err(finding)),
    };
    let allowed = allowed(record.value, record.outcome, &grid);
    let allowed = if is_same_side(record, &end) { allowed } else { allowed.negated() };
    let mut search = Endgame::new(&grid, scoring(record));
    let refuted = refutation(&mut search, &grid, &end, allowed, is_stopped)?;
    Ok(refuted
        .map_or(Ok(()), |value| Err(format!("{}: {value:+} is proven at {end}, which is not the label", record.id()))))
}

/// The least and the greatest value that a label allows, for the side to move.
fn allowed(value: Option<Score>, outcome: Outcome, grid: &Grid) -> Bounds {
    match (value, outcome) {
        (Some(value), _) => Bounds::at(value),
        (None, Outcome::Win) => Bounds::new(1, grid.squares()),
        (None, Outcome::Draw) => Bounds::new(0, 0),
        (None, Outcome::Loss) => Bounds::new(-grid.squares(), -1),
    }
}

/// The true value of a position for the side to move, if the label does not allow it. [`rules`] compares values with outcomes,
/// so if a label has both, checking the value is enough.
fn refutation(
    search: &mut Endgame<'_>,
    grid: &Grid,
    position: &Position,
    allowed: Bounds,
    is_stopped: &impl Fn() -> bool,
) -> Result<Option<i32>, Stopped> {
    let (least, greatest) = (allowed.lower.discs(), allowed.upper.discs());
    let (pair, squares) = (position.pair(), grid.squares());
    let mut reaches = |target: i32| search.reaches_unless(pair, target, is_stopped);
    let is_high_enough = least <= -squares || least <= squares && reaches(least)?;
    let is_low_enough = greatest >= squares || greatest >= -squares && !reaches(greatest + 1)?;
    if is_high_enough && is_low_enough {
        return Ok(None);
    }
    // Bisects between a score that is reached and one that is not.
    let (mut reached, mut missed) = (-squares, squares + 1);
    while missed - reached > 1 {
        let middle = i32::midpoint(reached, missed);
        if reaches(middle)? { reached = middle } else { missed = middle }
    }
    Ok(Some(reached))
}

fn grid(record: &Record) -> Result<Grid, String> {
    let board = record.position.board();
    Grid::new(board.rows() as usize, board.cols() as usize)
        .ok_or_else(|| format!("{}: the checker has no board {board}", record.id()))
}

fn start(record: &Record) -> Result<Position, String> {
    let board = record.position.board();
    Position::parse(board.rows() as usize, board.cols() as usize, &record.position.without_board().to_string())
        .map_err(|error| format!("{}: {error}", record.id()))
}

/// The first position of the line with at most this many empties, else the last.
fn follow(record: &Record, mut position: Position, empties: Option<usize>) -> Result<Position, String> {
    for &chosen in &record.line {
        if empties.is_some_and(|empties| position.count(checker::EMPTY) <= empties) {
            break;
        }
        position = position
            .play(translated(record, chosen))
            .ok_or_else(|| format!("{}: the line has an illegal move", record.id()))?;
    }
    Ok(position)
}

/// Whether a score for the side to move in `position` agrees with the label, which is for the side to move in the record.
fn agrees(record: &Record, position: &Position, score: i32) -> bool {
    let score = if is_same_side(record, position) { score } else { -score };
    score.signum() == record.outcome.sign() && record.value.is_none_or(|value| value == Score::new(score))
}

/// Whether the side to move in `position` is the one to move in the record's.
fn is_same_side(record: &Record, position: &Position) -> bool {
    (position.side() == BLACK) == (record.position.side() == solver::Side::Black)
}

fn translated(record: &Record, chosen: solver::Move) -> Move {
    let cols = record.position.board().cols() as usize;
    match chosen {
        solver::Move::Place(square) => Move::Place(usize::from(square) / cols, usize::from(square) % cols),
        solver::Move::Pass => Move::Pass,
    }
}

fn scoring(record: &Record) -> Scoring {
    Scoring::named(record.scoring.name()).expect("both know the same scorings")
}
