//! An answer as one JSON object, in a fixed order of fields.

use serde::Serialize;
use solver::Score;

use super::record::object;
use super::{FinalDiscs, Solved};

/// What programs read. Scores are disc differences for the side to move.
#[derive(Debug, Serialize)]
struct Record {
    /// The line of the input that asks, from 1; only of `solve positions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    input_line: Option<u64>,
    /// `ROWSxCOLUMNS`.
    board: String,
    /// Name of the start; `null` when the position was given square by square.
    start: Option<&'static str>,
    /// The position that was solved, `BOARD SIDE`.
    position: String,
    /// Side to move: `X` or `O`.
    side: char,
    /// `wld` or `exact`.
    mode: &'static str,
    /// `discs` or `wof`.
    scoring: &'static str,
    /// `win`, `draw` or `loss` of the side to move; `null` when unknown.
    outcome: Option<&'static str>,
    /// The value; `null` when only limits are known.
    value: Option<i32>,
    /// The value is at least this.
    lower: i32,
    /// The value is at most this.
    upper: i32,
    /// A best move, or the best known; `null` when the game is over or nothing is known.
    best: Option<String>,
    /// A perfect game to its end; empty when the search was stopped, and after `--no-line`.
    line: Vec<String>,
    /// Discs at the end of `line`; `null` when that is not known.
    #[serde(rename = "final")]
    end: Option<FinalDiscs>,
    /// Nodes searched.
    nodes: u64,
    /// Time taken.
    seconds: f64,
    /// Whether the table on disk, or a book, alone gave the value.
    from_table: bool,
    /// Whether a book alone gave the value.
    from_book: bool,
    /// Whether the answer rests on unverified entries of the table.
    unverified: bool,
    /// Whether the question is answered.
    complete: bool,
    /// The value of each legal move, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<Chosen>,
}

/// A legal move. Scores are for the side that makes it.
#[derive(Debug, Serialize)]
struct Chosen {
    /// Its square, or `pass`.
    #[serde(rename = "move")]
    chosen: String,
    /// What it is worth; `null` when only limits are known.
    value: Option<i32>,
    /// It is worth at least this.
    lower: i32,
    /// It is worth at most this.
    upper: i32,
}

/// The object on a line of its own.
pub(super) fn line(solved: &Solved) -> String {
    let Solved { input_line, start, question, answer, time, moves, from_book } = solved;
    let board = question.position.board();
    let record = Record {
        input_line: *input_line,
        board: board.to_string(),
        start: start.map(|start| start.name()),
        position: question.position.to_string(),
        side: question.position.side().symbol(),
        mode: question.mode.name(),
        scoring: question.scoring.name(),
        outcome: answer.bounds.outcome().map(|outcome| outcome.name()),
        value: answer.bounds.exact().map(Score::discs),
        lower: answer.bounds.lower.discs(),
        upper: answer.bounds.upper.discs(),
        best: answer.best.map(|best| best.display(board).to_string()),
        line: answer.line.iter().map(|&chosen| chosen.display(board).to_string()).collect(),
        end: solved.final_discs(),
        nodes: answer.nodes,
        seconds: time.as_micros() as f64 / 1e6,
        from_table: answer.from_table && !from_book,
        from_book: *from_book,
        unverified: answer.basis.is_claim(),
        complete: answer.complete,
        moves: moves
            .iter()
            .map(|&(chosen, bounds)| Chosen {
                chosen: chosen.display(board).to_string(),
                value: bounds.exact().map(Score::discs),
                lower: bounds.lower.discs(),
                upper: bounds.upper.discs(),
            })
            .collect(),
    };
    object(&record)
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn an_exact_answer_has_every_field_in_order() {
        let expected = concat!(
            r#"{"board":"4x4","start":"othello","position":"-----OX--XO----- X","side":"X","mode":"exact","#,
            r#""scoring":"discs","outcome":"loss","value":-8,"lower":-8,"upper":-8,"best":"d3","#,
            r#""line":["d3","d4","c4","d2","a1","b4","d1","a3","a4","a2"],"final":{"black":3,"white":11},"nodes":12345,"seconds":0.006172,"#,
            r#""from_table":false,"from_book":false,"unverified":false,"complete":true}"#,
            "\n"
        );
        assert_eq!(line(&samples::exact()), expected);
    }

    #[test]
    fn an_answer_to_a_line_of_the_input_begins_with_its_number() {
        let solved = Solved { input_line: Some(7), ..samples::exact() };
        assert!(line(&solved).starts_with(r#"{"input_line":7,"board":"4x4","#), "{}", line(&solved));
    }

    #[test]
    fn an_answer_of_a_book_is_not_from_the_table() {
        let mut solved = samples::exact();
        (solved.from_book, solved.answer.from_table) = (true, true);
        assert!(line(&solved).contains(r#""from_table":false,"from_book":true,"#), "{}", line(&solved));
    }

    #[test]
    fn a_value_that_is_not_known_is_null() {
        let wld = line(&samples::wld());
        assert!(wld.contains(r#""outcome":"loss","value":null,"lower":-16,"upper":-1,"#), "{wld}");
        let stopped = line(&samples::stopped());
        assert!(stopped.contains(r#""outcome":null,"value":null,"lower":-16,"upper":2,"best":"d3","#), "{stopped}");
        assert!(stopped.contains(r#""line":[],"final":null,"#), "{stopped}");
        let claimed = line(&samples::claimed());
        assert!(
            claimed.contains(r#""from_table":true,"from_book":false,"unverified":true,"complete":true"#),
            "{claimed}"
        );
        assert!(stopped.ends_with("\"complete\":false}\n"), "{stopped}");
    }
}
