//! What players are asked about: problem sets, or random positions that are solved on the spot.

use std::path::Path;

use othello::Othello;
use othello::measure::{Labelled, random_problems};
use problems::Record;
use solver::{Board, Discs, Mode, Outcome, Position, Scoring, Side, Start};

use crate::args::{GameArgs, ProblemArgs};
use crate::exit::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Display;

/// The number of random positions unless told otherwise.
const RANDOM_POSITIONS: u32 = 100;

/// Labelled positions of one board.
#[derive(Clone, Debug)]
pub(crate) struct Material {
    /// What it is called: the set's folder, or how it was made.
    pub(crate) name: String,
    /// SHA-256 of a set's checksums.
    pub(crate) checksum: Option<String>,
    pub(crate) board: Board,
    pub(crate) start: Start,
    pub(crate) scoring: Scoring,
    /// Fewest and most empty squares of a position.
    pub(crate) empties: (u32, u32),
    /// Values of all moves, or outcomes only.
    pub(crate) labels: Mode,
    pub(crate) positions: Vec<Labelled>,
}

/// All that was asked for; `None` if Ctrl-C came first.
///
/// # Errors
/// A folder that is no problem set, or there are no random positions of the kind.
pub(crate) fn read(
    game: GameArgs,
    args: &ProblemArgs,
    display: Display,
    interrupt: &Interrupt,
) -> Result<Option<Vec<Material>>, Failure> {
    if args.set.is_empty() {
        return Ok(random(game, args, display, interrupt)?.map(|material| vec![material]));
    }
    let most = args.positions.map_or(usize::MAX, |positions| positions as usize);
    args.set.iter().map(|folder| set(folder, most)).collect::<Result<Vec<Material>, Failure>>().map(Some)
}

/// The first positions of the set in a folder.
fn set(folder: &Path, most: usize) -> Result<Material, Failure> {
    let read = problems::set::read(folder).map_err(|error| Failure::Run(error.to_string()))?;
    let positions: Vec<Labelled> = read.records.iter().take(most).map(labelled).collect();
    let empties = read.records.iter().take(most).map(|record| record.position.empties());
    let empties = (empties.clone().min().unwrap_or(0), empties.max().unwrap_or(0));
    if positions.is_empty() {
        return Err(Failure::Run(format!("{}: the problem set has no positions", folder.display())));
    }
    // The name of the folder itself, even if it is given as `.` or with a slash at its end.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let name =
        whole.file_name().map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into_owned());
    Ok(Material {
        name,
        checksum: Some(read.checksum),
        board: read.meaning.board,
        start: read.meaning.start,
        scoring: read.meaning.labelling.scoring,
        empties,
        labels: read.meaning.labelling.labels,
        positions,
    })
}

/// A set's record as what a player is judged by.
fn labelled(record: &Record) -> Labelled {
    let outcome = |outcome: Outcome| match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    };
    let value = |label: &problems::record::MoveLabel| match record.labels {
        Mode::Exact => label.value.unwrap_or_else(|| outcome(label.outcome)),
        Mode::Wld => outcome(label.outcome),
    };
    let moves = record.moves.iter().map(|label| (label.chosen, value(label))).collect();
    Labelled { discs: record.position.discs, moves, labels: record.labels }
}

/// Random positions, which are solved.
fn random(
    game: GameArgs,
    args: &ProblemArgs,
    display: Display,
    interrupt: &Interrupt,
) -> Result<Option<Material>, Failure> {
    let GameArgs { board, start, scoring, seed } = game;
    let (empties, count) = (args.empties, args.positions.unwrap_or(RANDOM_POSITIONS));
    let bar = display.bar("solving positions", u64::from(count));
    let positions = random_problems(&Othello::new(board, scoring), start, empties, count as usize, seed, || {
        bar.advance();
        !interrupt.requested()
    });
    if interrupt.requested() {
        return Ok(None);
    }
    if positions.is_empty() {
        return Err(match board.squares().checked_sub(4).filter(|&most| most < empties) {
            Some(most) => Failure::Usage(format!("empties {empties} are more than the {most} of board {board}")),
            None => Failure::Run(format!(
                "no position of {board} with {empties} empty squares was found in which a move wins and another loses"
            )),
        });
    }
    let name = format!("random, seed {seed}");
    let empties = (empties, empties);
    Ok(Some(Material { name, checksum: None, board, start, scoring, empties, labels: Mode::Exact, positions }))
}

/// A position as text that names it for good: whose turn it is does not matter to a player, so it is always Black's.
pub(crate) fn name_of(board: Board, discs: Discs) -> String {
    let position = Position { board, discs, side: Side::Black };
    format!("{board} {}", solver::notation::position_text(&position))
}

#[cfg(test)]
mod tests {
    use problems::record::MoveLabel;
    use solver::Move;

    use super::*;

    #[test]
    fn labels_are_values_where_they_are_known_and_outcomes_elsewhere() {
        let position = Position::start("4x4".parse().unwrap(), Start::Othello);
        let label = |square, value, outcome| MoveLabel { chosen: Move::Place(square), value, outcome };
        let mut record = Record {
            position,
            scoring: Scoring::Discs,
            labels: Mode::Exact,
            value: Some(8),
            outcome: Outcome::Win,
            moves: vec![label(1, Some(8), Outcome::Win), label(2, Some(-3), Outcome::Loss)],
            line: Vec::new(),
            nodes: 1,
        };
        assert_eq!(labelled(&record).moves, [(Move::Place(1), 8), (Move::Place(2), -3)]);
        record.labels = Mode::Wld;
        record.moves.push(label(4, None, Outcome::Draw));
        let found = labelled(&record);
        assert_eq!(found.moves, [(Move::Place(1), 1), (Move::Place(2), -1), (Move::Place(4), 0)]);
        assert_eq!((found.labels, found.discs), (Mode::Wld, position.discs));
    }

    #[test]
    fn a_position_is_named_with_its_board() {
        let start = Position::start("4x4".parse().unwrap(), Start::Othello);
        assert_eq!(name_of(start.board, start.discs), "4x4 -----OX--XO----- X");
    }
}
