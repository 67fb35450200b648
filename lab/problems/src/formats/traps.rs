//! The traps of all positions as comma-separated values, a line each: the position's `id` and text, the losing move, the
//! plies for which its refutation stays narrow, the decoys, and that refutation. Each export proves them again, so comparing
//! a file with an export verifies it.

use rayon::prelude::*;
use serde::Serialize;
use solver::Progress;
use solver::notation::line_text;

use super::{FormatError, malformed};
use crate::label::LabelError;
use crate::record::Record;
use crate::traps::{Trap, traps};

/// A line.
#[derive(Serialize)]
struct Line {
    id: String,
    position: String,
    #[serde(rename = "move")]
    chosen: String,
    plies: u32,
    decoys: u32,
    refutation: String,
}

pub(super) fn export(records: &[Record], progress: &Progress) -> Result<Vec<u8>, FormatError> {
    let found: Result<Vec<Vec<Trap>>, _> = records.par_iter().map(|record| traps(record, progress)).collect();
    let found = found.map_err(|error| match error {
        LabelError::Stopped => FormatError::Stopped,
        error => malformed(error),
    })?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (record, traps) in records.iter().zip(found) {
        let board = record.position.board();
        for trap in traps {
            let line = Line {
                id: record.id(),
                position: record.position.without_board().to_string(),
                chosen: trap.chosen.display(board).to_string(),
                plies: trap.plies,
                decoys: trap.decoys,
                refutation: line_text(board, &trap.refutation),
            };
            writer.serialize(line).map_err(malformed)?;
        }
    }
    writer.into_inner().map_err(malformed)
}
