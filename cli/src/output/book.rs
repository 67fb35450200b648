//! Books for people and for programs.

use std::fmt::Write;
use std::path::Path;

use books::{Book, Plan};
use files::on_one_line;
use solver::{Bounds, Move, Position, Score, Scoring};

use super::numbers::{counted, grouped, limits, signed};
use super::record::{fields, object};
use super::sample::Drawn;

/// How books are written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sheet {
    /// For people.
    Text,
    /// An object on a line.
    Json,
}

/// A position of a book.
pub(crate) struct Shown<'a> {
    pub(crate) position: Position,
    /// Who gets the squares left empty.
    pub(crate) scoring: Scoring,
    /// For the side to move.
    pub(crate) bounds: Bounds,
    /// For the side that makes the move; `None` if the book knows nothing.
    pub(crate) moves: &'a [(Move, Option<Bounds>)],
}

/// A value of a book to prove again.
#[derive(Clone, Copy)]
pub(crate) struct Tried<'a> {
    /// The book.
    pub(crate) file: &'a Path,
    pub(crate) position: Position,
    /// Who gets the squares left empty.
    pub(crate) scoring: Scoring,
    /// What the book says, for the side to move.
    pub(crate) value: Score,
}

impl Sheet {
    /// The progress of a book.
    pub(crate) fn book(self, file: &Path, book: &Book) -> String {
        let Plan { board, start, scoring, discs } = *book.plan();
        let (known, all) = (book.values().iter().flatten().count(), book.values().len());
        match self {
            Self::Text => format!(
                "Book       {}: {board} {start}, scoring {scoring}\nPositions  {} with {discs} discs, {} of them known\n",
                on_one_line(file.display()),
                grouped(all as u64),
                grouped(known as u64)
            ),
            Self::Json => object(&fields! {
                "book": file.display().to_string(), "board": board.to_string(), "start": start.name(),
                "scoring": scoring.name(), "discs": discs, "positions": all, "known": known,
            }),
        }
    }

    /// What a book knows about a position and its moves.
    pub(crate) fn position(self, shown: &Shown<'_>) -> String {
        let Shown { position, scoring, bounds, moves } = shown;
        let board = position.board();
        match self {
            Self::Text => {
                let mut text = format!(
                    "Position   {position} on {board}\nValue      {} for the side to move, scoring {scoring}\n",
                    limits(*bounds)
                );
                for (chosen, value) in *moves {
                    let value = value.map_or_else(|| "not in the book".to_owned(), limits);
                    let _ = writeln!(text, "{:<9}  {value}", chosen.display(board).to_string());
                }
                text
            }
            Self::Json => {
                let of_move = |&(chosen, value): &(Move, Option<Bounds>)| {
                    fields! {
                        "move": chosen.display(board).to_string(), "lower": value.map(|value| value.lower.discs()),
                        "upper": value.map(|value| value.upper.discs()),
                    }
                };
                object(&fields! {
                    "board": board.to_string(), "scoring": scoring.name(), "position": position.to_string(), "lower": bounds.lower.discs(), "upper": bounds.upper.discs(),
                    "moves": moves.iter().map(of_move).collect::<Vec<_>>(),
                })
            }
        }
    }

    /// What of a book is to be proven again, for people; programs read it at the end.
    pub(crate) fn drawn(self, drawn: Drawn) -> String {
        match self {
            Self::Text => format!("Sample     {}\n", drawn.text("values", "--seed")),
            Self::Json => String::new(),
        }
    }

    /// A value that was proven again.
    pub(crate) fn checked(self, tried: &Tried<'_>) -> String {
        let Tried { position, scoring, value, .. } = *tried;
        let board = position.board();
        match self {
            Self::Text => {
                format!("{position} on {board}  {}  scoring {scoring}, proven anew\n", signed(value.discs()))
            }
            Self::Json => object(&fields! {
                "board": board.to_string(), "scoring": scoring.name(), "position": position.to_string(), "value": value.discs(),
                "proven": true,
            }),
        }
    }

    /// The message about a value that was not proven.
    pub(crate) fn unproven(tried: &Tried<'_>, reason: &str) -> String {
        let Tried { file, position, scoring, value } = *tried;
        let (board, value) = (position.board(), signed(value.discs()));
        format!("{}: {position} on {board}, value {value}, scoring {scoring}: {reason}", file.display())
    }

    /// The record of an unproven value, for programs; people get the message.
    pub(crate) fn unproven_record(self, tried: &Tried<'_>, reason: &str, drawn: Drawn) -> Option<String> {
        let Tried { file, position, scoring, value } = *tried;
        let record = fields! {
            "book": file.display().to_string(), "board": position.board().to_string(), "scoring": scoring.name(),
            "position": position.to_string(), "value": value.discs(), "proven": false, "reason": reason,
            ..Drawn::fields(Some(drawn))
        };
        matches!(self, Self::Json).then(|| object(&record))
    }

    /// The last line of a check in which every value was right; any other check ends with an error.
    pub(crate) fn all_checked(self, plan: &Plan, drawn: Drawn) -> String {
        let Plan { board, scoring, .. } = plan;
        match self {
            Self::Text => {
                let values = counted(drawn.sampled, "value", "values");
                format!("{values} of {board}, scoring {scoring}, proven anew by certificates; none was wrong\n")
            }
            Self::Json => object(&fields! {
                "board": board.to_string(), "scoring": scoring.name(), "checked": drawn.sampled, "wrong": 0,
                ..Drawn::fields(Some(drawn))
            }),
        }
    }
}
