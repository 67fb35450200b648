//! Problem sets as positions to ask players about.

use std::path::Path;

use problems::record::MoveLabel;
use problems::{Record, SetError};
use solver::{Mode, Score};

use crate::error::ExperimentError;
use crate::labelled::Labelled;
use crate::material::Material;

impl Material {
    /// The first positions of the set in a folder.
    ///
    /// # Errors
    /// No such set, or an empty one.
    pub fn from_set(folder: &Path, most: usize) -> Result<Self, ExperimentError> {
        let mut read = problems::set::read(folder)?;
        read.records.truncate(most);
        let empties = read.records.iter().map(|record| record.position.empties());
        let (Some(fewest), Some(most)) = (empties.clone().min(), empties.max()) else {
            let why = format!("{}: the problem set has no positions", folder.display());
            return Err(ExperimentError::Unsuitable(why));
        };
        // The name of the folder itself, even if it is given as `.` or with a slash at its end.
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        let name =
            whole.file_name().map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into_owned());
        let positions: Option<Vec<Labelled>> = read.records.iter().map(labelled).collect();
        let positions = positions.ok_or_else(|| SetError::Folder {
            folder: folder.to_path_buf(),
            why: "not a problem set: its labels are exact, and a value is missing".to_owned(),
        })?;
        Ok(Self {
            name,
            checksum: Some(read.checksum),
            board: read.plan.board,
            start: read.plan.start,
            scoring: read.plan.scoring,
            empties: (fewest, most),
            labels: read.plan.labels,
            positions,
        })
    }
}

/// A set's record in the form for judging players; `None` if its labels are exact and a value is missing.
fn labelled(record: &Record) -> Option<Labelled> {
    let value = |label: &MoveLabel| match record.labels {
        Mode::Exact => label.value.map(Score::discs),
        Mode::Wld => Some(label.outcome.sign()),
    };
    let moves = record.moves.iter().map(|label| Some((label.chosen, value(label)?))).collect::<Option<_>>()?;
    Some(Labelled { position: record.position.discs(), moves, labels: record.labels })
}

#[cfg(test)]
mod tests {
    use solver::{Move, Outcome, Position, Score, Scoring, Square, Start};

    use super::*;

    #[test]
    fn labels_are_values_where_they_are_known_and_outcomes_elsewhere() {
        let position = Position::start("4x4".parse().unwrap(), Start::Othello);
        let label = |square, value, outcome| MoveLabel { chosen: Move::Place(square), value, outcome };
        let mut record = Record {
            position,
            scoring: Scoring::Discs,
            labels: Mode::Exact,
            value: Some(Score::new(8)),
            outcome: Outcome::Win,
            moves: vec![
                label(Square::new(1).unwrap(), Some(Score::new(8)), Outcome::Win),
                label(Square::new(2).unwrap(), Some(Score::new(-3)), Outcome::Loss),
            ],
            line: Vec::new(),
            nodes: 1,
            source: None,
        };
        assert_eq!(
            labelled(&record).unwrap().moves,
            [(Move::Place(Square::new(1).unwrap()), 8), (Move::Place(Square::new(2).unwrap()), -3)]
        );
        record.moves.push(label(Square::new(4).unwrap(), None, Outcome::Draw));
        assert!(labelled(&record).is_none(), "an outcome is no number of discs");
        record.labels = Mode::Wld;
        let found = labelled(&record).unwrap();
        assert_eq!(
            found.moves,
            [
                (Move::Place(Square::new(1).unwrap()), 1),
                (Move::Place(Square::new(2).unwrap()), -1),
                (Move::Place(Square::new(4).unwrap()), 0)
            ]
        );
        assert_eq!((found.labels, found.position), (Mode::Wld, position.discs()));
    }

    #[test]
    fn an_empty_folder_is_no_set() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(Material::from_set(folder.path(), 1), Err(ExperimentError::Set(_))));
    }
}
