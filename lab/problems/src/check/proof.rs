//! One record against the plain rules and the plain search of `checker`.

use checker::{BLACK, Move, Position, Scoring};
use solver::{Outcome, Score};

use crate::record::Record;

/// Whether the legal moves, and the line to the end of the game, are what the rules say, and the score at that end what the
/// label says.
pub(super) fn rules(record: &Record) -> Result<(), String> {
    let id = || record.id();
    let position = start(record)?;
    let labelled: Vec<Move> = record.moves.iter().map(|label| translated(record, label.chosen)).collect();
    if position.legal_moves() != labelled {
        return Err(format!("{}: the moves are not all legal ones in their order", id()));
    }
    let best = record.moves.iter().map(|label| (label.value, points(label.outcome))).max();
    if best != Some((record.value, points(record.outcome))) {
        return Err(format!("{}: the value is not that of the best move", id()));
    }
    let is_agreed = |value: Option<Score>, outcome| value.is_none_or(|value| value.discs().signum() == points(outcome));
    let all_agree = record.moves.iter().all(|label| is_agreed(label.value, label.outcome));
    if !all_agree || !is_agreed(record.value, record.outcome) {
        return Err(format!("{}: an outcome is not that of its value", id()));
    }
    let line = follow(record, position, 0)?;
    let score = line.final_score(scoring(record)).ok_or_else(|| format!("{}: the line does not end the game", id()))?;
    agrees(record, &line, score).then_some(()).ok_or_else(|| format!("{}: the line ends with another score", id()))
}

/// Whether every move has the value or outcome that its label says.
pub(super) fn moves(record: &Record) -> Result<(), String> {
    let position = start(record)?;
    for label in &record.moves {
        let next = position
            .play(translated(record, label.chosen))
            .ok_or_else(|| format!("{}: a labelled move is illegal", record.id()))?;
        let value = -checker::value(&next, scoring(record));
        if value.signum() != points(label.outcome) || label.value.is_some_and(|labelled| labelled != Score::new(value))
        {
            return Err(format!(
                "{} ({}): a move is worth {value:+}, which is not its label",
                record.id(),
                record.position
            ));
        }
    }
    Ok(())
}

/// Whether the first position of the line with at most this many empties has the value or outcome that the label says.
pub(super) fn line_end(record: &Record, max_empties: u32) -> Result<(), String> {
    let end = follow(record, start(record)?, max_empties as usize)?;
    let value = checker::value(&end, scoring(record));
    let is_right = agrees(record, &end, value);
    is_right
        .then_some(())
        .ok_or_else(|| format!("{}: {value:+} is proven at {end}, which is not the label", record.id()))
}

fn start(record: &Record) -> Result<Position, String> {
    let board = record.position.board();
    Position::parse(board.rows() as usize, board.cols() as usize, &record.position.to_string())
        .map_err(|error| format!("{}: {error}", record.id()))
}

/// The position down the line with at most this many empties, or at its end.
fn follow(record: &Record, mut position: Position, empties: usize) -> Result<Position, String> {
    for &chosen in &record.line {
        if position.count(checker::EMPTY) <= empties {
            break;
        }
        position = position
            .play(translated(record, chosen))
            .ok_or_else(|| format!("{}: the line has an illegal move", record.id()))?;
    }
    Ok(position)
}

/// Whether a score for the side to move in `position` is what the label says for its own side to move.
fn agrees(record: &Record, position: &Position, score: i32) -> bool {
    let same_side = (position.side() == BLACK) == (record.position.side() == solver::Side::Black);
    let score = if same_side { score } else { -score };
    score.signum() == points(record.outcome) && record.value.is_none_or(|value| value == Score::new(score))
}

fn translated(record: &Record, chosen: solver::Move) -> Move {
    let cols = record.position.board().cols() as usize;
    match chosen {
        solver::Move::Place(square) => Move::Place(usize::from(square) / cols, usize::from(square) % cols),
        solver::Move::Pass => Move::Pass,
    }
}

fn scoring(record: &Record) -> Scoring {
    match record.scoring {
        solver::Scoring::Discs => Scoring::Discs,
        solver::Scoring::Wof => Scoring::Wof,
    }
}

fn points(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}
