//! Positions with the scores of their moves, one per line, as Edax reads and writes them: `BOARD SIDE; MOVE:SCORE; …`, best
//! moves first. The size of a board other than 8x8 comes first, `RxC BOARD SIDE`. What follows `%` is a comment.

use std::cmp::Reverse;
use std::fmt::Write as _;

use solver::{Board, Move};

use super::{FormatError, malformed};
use crate::record::{MoveLabel, Record};

/// The board whose size is left out.
const USUAL: (u32, u32) = (8, 8);

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut text = String::new();
    for record in records {
        line(&mut text, record)?;
    }
    Ok(text.into_bytes())
}

fn line(text: &mut String, record: &Record) -> Result<(), FormatError> {
    let board = record.position.board();
    if (board.rows(), board.cols()) != USUAL {
        write!(text, "{board} ").map_err(malformed)?;
    }
    write!(text, "{};", record.position.without_board()).map_err(malformed)?;
    let mut labels = record.moves.clone();
    labels.sort_by_key(|label| Reverse(label.value));
    for MoveLabel { chosen, value, .. } in labels {
        let value = value.ok_or_else(|| malformed("format obf needs values; outcomes alone do not do"))?;
        write!(text, " {}:{value:+};", upper(board, chosen)).map_err(malformed)?;
    }
    writeln!(text, " % scoring {}", record.scoring).map_err(malformed)
}

/// A move as Edax writes it.
fn upper(board: Board, chosen: Move) -> String {
    match chosen {
        Move::Place(_) => chosen.display(board).to_string().to_uppercase(),
        Move::Pass => "PS".to_owned(),
    }
}
