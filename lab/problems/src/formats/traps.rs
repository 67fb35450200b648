//! The traps of all positions as comma-separated values, a line each: the position's `id` and text, the losing move, the
//! plies for which its refutation stays narrow, the decoys, and that refutation. Each export proves them again, so comparing
//! a file with an export verifies it.

use rayon::prelude::*;
use solver::Progress;
use solver::notation::line_text;

use super::{FormatError, malformed};
use crate::label::LabelError;
use crate::record::Record;
use crate::traps::{Trap, traps};

pub(super) fn export(records: &[Record], progress: &Progress) -> Result<Vec<u8>, FormatError> {
    let found: Result<Vec<Vec<Trap>>, _> = records.par_iter().map(|record| traps(record, progress)).collect();
    let found = found.map_err(|error| match error {
        LabelError::Stopped => FormatError::Stopped,
        error => malformed(error),
    })?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    if found.iter().any(|traps| !traps.is_empty()) {
        writer.write_record(["id", "position", "move", "plies", "decoys", "refutation"]).map_err(malformed)?;
    }
    for (record, traps) in records.iter().zip(found) {
        let board = record.position.board();
        for trap in traps {
            let line = [
                record.id(),
                record.position.without_board().to_string(),
                trap.chosen.display(board).to_string(),
                trap.plies.to_string(),
                trap.decoys.to_string(),
                line_text(board, &trap.refutation),
            ];
            writer.write_record(line).map_err(malformed)?;
        }
    }
    writer.into_inner().map_err(malformed)
}
