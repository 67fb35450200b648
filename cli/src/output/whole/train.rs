//! The results of a training, as columns for people or as JSON objects.

use std::time::Duration;

use files::on_one_line;
use serde::Serialize;
use solver::Board;
use trainer::{Errors, Plan};

use crate::output::numbers::{elapsed, grouped};
use crate::output::record::{fields, object, seconds};

/// A finished training.
#[derive(Clone, Debug)]
pub(crate) struct Trained {
    /// The file.
    pub(crate) file: String,
    /// Its size.
    pub(crate) bytes: usize,
    /// Number of stages of the game.
    pub(crate) stages: usize,
    /// Number of different positions.
    pub(crate) positions: usize,
    /// What was asked for.
    pub(crate) plan: Plan,
    /// The time it took.
    pub(crate) time: Duration,
}

/// How a training is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sheet {
    /// For a person.
    Columns,
    /// One JSON object a line.
    Json,
}

impl Sheet {
    /// What was trained.
    pub(crate) fn trained(self, trained: &Trained) -> String {
        let Trained { file, bytes, stages, positions, plan, time } = trained;
        match self {
            Self::Columns => format!(
                "Board      {}\nWeights    {}, {} bytes, {stages} stages\nPositions  {} from {} games, seed {}\nTime       {}\n",
                plan.board.map_or_else(|| "all".to_owned(), |board| board.to_string()),
                on_one_line(file),
                grouped(*bytes as u64),
                grouped(*positions as u64),
                grouped(plan.positions.into()),
                plan.seed,
                elapsed(*time),
            ),
            Self::Json => object(&fields! {
                "board": plan.board.map(|board| board.to_string()), // null: all boards
                "file": file,
                "bytes": bytes,
                "stages": stages,
                "positions": positions,
                "games": plan.positions,
                "seed": plan.seed,
                "seconds": seconds(*time),
            }),
        }
    }

    /// The errors on a board by numbers of empty squares.
    pub(crate) fn errors(self, board: Board, errors: &[Errors]) -> String {
        let rows = errors.iter().map(|row| match self {
            Self::Columns => columns(row),
            Self::Json => object(&errors_record(board, row)),
        });
        let rows = rows.collect::<String>();
        match self {
            Self::Columns if errors.is_empty() => {
                format!("\nErrors of {board}: none to show, as its games have no position that was not trained on\n")
            }
            Self::Columns => format!(
                "\nErrors on other positions of {board}, in discs, and moves chosen one ply ahead\n{}{rows}",
                heading()
            ),
            Self::Json => rows,
        }
    }
}

fn heading() -> String {
    let [empties, positions, mean, rms, zero] = ["empties", "positions", "mean", "rms", "of zero"];
    format!("{empties:>7} {positions:>10} {mean:>6} {rms:>6} {zero:>8}  best moves   loss\n")
}

fn columns(errors: &Errors) -> String {
    let Errors { empties, positions, mean_absolute, root_mean_square, root_mean_square_of_zero, best_moves, mean_loss } =
        *errors;
    format!(
        "{empties:>7} {:>10} {mean_absolute:>6.2} {root_mean_square:>6.2} {root_mean_square_of_zero:>8.2} {:>9.1} % {mean_loss:>6.2}\n",
        grouped(positions as u64),
        100.0 * best_moves,
    )
}

/// Errors at one number of empty squares, as programs read them; all in discs except the share of best moves. See
/// [`Errors`].
fn errors_record(board: Board, errors: &Errors) -> impl Serialize + use<> {
    let rounded = |number: f64| (number * 1e4).round() / 1e4;
    fields! {
        "board": board.to_string(),
        "empties": errors.empties,
        "positions": errors.positions,
        "mean_absolute": rounded(errors.mean_absolute),
        "root_mean_square": rounded(errors.root_mean_square),
        "root_mean_square_of_zero": rounded(errors.root_mean_square_of_zero),
        "best_moves": rounded(errors.best_moves),
        "mean_loss": rounded(errors.mean_loss),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        "4x4".parse().unwrap()
    }

    fn trained() -> Trained {
        Trained {
            file: "4x4.weights".to_owned(),
            bytes: 12345,
            stages: 6,
            positions: 67890,
            plan: Plan { board: Some(board()), seed: 1, positions: 20_000 },
            time: Duration::from_millis(1500),
        }
    }

    fn errors() -> Errors {
        Errors {
            empties: 4,
            positions: 1559,
            mean_absolute: 3.5432,
            root_mean_square: 4.6,
            root_mean_square_of_zero: 18.425,
            best_moves: 0.838,
            mean_loss: 0.66,
        }
    }

    #[test]
    fn no_errors_are_no_empty_table() {
        let text = Sheet::Columns.errors(board(), &[]);
        assert!(text.contains("Errors of 4x4: none to show") && text.lines().count() == 2, "{text}");
        assert_eq!(Sheet::Json.errors(board(), &[]), "");
    }

    #[test]
    fn columns_stand_below_their_names() {
        let text = Sheet::Columns.trained(&trained()) + &Sheet::Columns.errors(board(), &[errors()]);
        let expected = "\
Board      4x4
Weights    4x4.weights, 12,345 bytes, 6 stages
Positions  67,890 from 20,000 games, seed 1
Time       1.5 s

Errors on other positions of 4x4, in discs, and moves chosen one ply ahead
empties  positions   mean    rms  of zero  best moves   loss
      4      1,559   3.54   4.60    18.43      83.8 %   0.66
";
        assert_eq!(text, expected);
    }

    #[test]
    fn json_has_every_field_in_order() {
        let expected = concat!(
            r#"{"board":"4x4","file":"4x4.weights","bytes":12345,"stages":6,"positions":67890,"games":20000,"seed":1,"#,
            r#""seconds":1.5}"#,
            "\n",
            r#"{"board":"4x4","empties":4,"positions":1559,"mean_absolute":3.5432,"root_mean_square":4.6,"#,
            r#""root_mean_square_of_zero":18.425,"best_moves":0.838,"mean_loss":0.66}"#,
            "\n"
        );
        assert_eq!(Sheet::Json.trained(&trained()) + &Sheet::Json.errors(board(), &[errors()]), expected);
    }
}
