//! An answer: for people a report of some twenty lines or one line among many, for programs a JSON object.

use std::time::Duration;

use solver::{Answer, Board, Bounds, Move, Outcome, Position, Question, Score, Side, Start, estimate};

use crate::output::{Fields, compact, counted, elapsed, fields, grouped, limits, seconds};
use crate::workbench::Answered;

/// Moves on one line of a report.
const MOVES_PER_LINE: usize = 10;
/// Width of the names on the left of a report.
const NAME_WIDTH: usize = 11;
/// With fewer nodes, or in less time, a speed says nothing about the search.
const SPEED_MIN_NODES: u64 = 1000;
/// See [`SPEED_MIN_NODES`]; less is shown as `0.000 s`.
const SPEED_MIN_TIME: Duration = Duration::from_micros(500);

/// A question, its answer, and further details to print.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    /// The line of the input that asks it, from 1, if it is one of many.
    pub(crate) input_line: Option<u64>,
    /// The named start of the game, if the position was not given square by square.
    pub(crate) start: Option<Start>,
    /// The question.
    pub(crate) question: Question,
    /// Its answer.
    pub(crate) answered: Answered,
    /// Limits of what each legal move is worth, for the side that makes it; only if asked for.
    pub(crate) moves: Option<Vec<(Move, Bounds)>>,
}

/// The discs of Black and White at the end of a line, if the line is a whole game.
pub(crate) fn final_discs(end: &Position) -> Option<[u32; 2]> {
    end.is_over().then(|| [end.black().len(), end.white().len()])
}

/// The same for programs.
pub(crate) fn final_record(end: &Position) -> Option<Fields> {
    final_discs(end).map(|[black, white]| fields! { "black": black, "white": white })
}

/// What programs read. Scores are disc differences for the side to move.
pub(crate) fn record(solved: &Solved) -> Fields {
    let Solved { input_line, start, question, answered: Answered { answer, time, from_book, .. }, moves } = solved;
    let position = &question.position;
    let text = |chosen: Move| chosen.display(position.board()).to_string();
    // For the side that makes it.
    let of_move = |&(chosen, bounds): &(Move, Bounds)| {
        fields! {
            "move": text(chosen),
            "value": bounds.exact().map(Score::discs),
            "lower": bounds.lower.discs(),
            "upper": bounds.upper.discs(),
        }
    };
    fields! {
        ..input_line.map(|number| fields! { "input_line": number }), // from 1; only of `solve positions`
        "board": position.board().to_string(),
        "start": start.map(Start::name), // null: the position was given square by square
        "position": position.without_board().to_string(),
        "side": position.side().symbol(),
        "mode": question.mode.name(),
        "scoring": question.scoring.name(),
        ..input_line.is_none().then(|| {
            let [low, likely, high] = estimate::nodes(question).map(|nodes| nodes.round() as u64);
            fields! { "expected": fields! { "low": low, "likely": likely, "high": high } } // nodes of a search from nothing
        }),
        "outcome": answer.bounds.outcome().map(Outcome::name), // of the side to move; null when unknown
        "value": answer.bounds.exact().map(Score::discs), // null: only limits are known
        "lower": answer.bounds.lower.discs(),
        "upper": answer.bounds.upper.discs(),
        "best": answer.best.map(text), // or the best known; null when the game is over or nothing is known
        "estimate": answer.guess.map(|(value, best)| {
            // Of the evaluation and selective searches: not proven.
            fields! { "value": value.discs(), "best": best.map(text) }
        }), // null: complete, or too early for one
        "line": answer.line.iter().copied().map(text).collect::<Vec<_>>(), // empty: stopped, or `--no-line`
        "final": final_record(&answer.end),
        "nodes": answer.nodes,
        "seconds": seconds(*time),
        "from_table": answer.from_table && !from_book, // the table, or a book, alone gave the value
        "from_book": *from_book,
        "unverified": answer.basis.is_claim(),
        "complete": answer.complete,
        ..moves.as_ref().map(|moves| fields! { "moves": moves.iter().map(of_move).collect::<Vec<_>>() }),
    }
}

/// Everything that is known, with the meaning of each number.
pub(crate) fn report(solved: &Solved) -> String {
    let Solved { question, answered: Answered { answer, time, .. }, .. } = solved;
    let position = &question.position;
    let board = position.board();
    let mut text = String::new();
    text += &row("Position", &format!("{} on {board}{}", position.without_board(), start_note(solved)));
    if !is_start(solved) {
        text += &drawn(position);
    }
    text += &row("Result", &result(solved));
    text += &row("Value", &value(answer.bounds, position.side()));
    let scoring = question.scoring;
    text += &row("", &format!("(own discs minus the opponent's; {}: scoring {scoring})", scoring.meaning()));
    text += &row("Best move", &best(position, answer));
    if let Some((value, best)) = answer.guess {
        let with = best.map_or_else(String::new, |best| format!(", with {}", best.display(board)));
        text += &row("Estimate", &format!("{}{with}; a guess, not proven", limits(Bounds::at(value))));
    }
    for (number, part) in each_move(solved).chunks(MOVES_PER_LINE).enumerate() {
        text += &row(if number == 0 { "Each move" } else { "" }, &part.join(", "));
    }
    if !answer.line.is_empty() {
        text += &row("Line", line_heading(answer.bounds));
        text += &numbered(board, &answer.line);
    }
    if let Some([black, white]) = final_discs(&answer.end) {
        text += &row("At its end", &format!("Black (X) {black}, White (O) {white}:"));
        text += &drawn(&answer.end);
    }
    text += &row("Nodes", &cost(answer.nodes, *time));
    let book = match answer.basis.is_claim() {
        true => "a book from a file",
        false => "a book of exact values that comes with the program",
    };
    let source = match (solved.answered.from_book, answer.from_table) {
        (true, _) if !answer.line.is_empty() && answer.nodes > 0 => {
            format!("{book}; a search found the line; --no-book ignores it")
        }
        (true, _) => format!("{book}; --no-book ignores it"),
        (false, true) => "the table: the value was known before".to_owned(),
        (false, false) => "the search".to_owned(),
    };
    // The evidence is in the words of the start.
    let of_start = if position.discs().occupied().len() == 4 { "" } else { " (for the start)" };
    let source = match (solved.answered.evidence, solved.answered.from_book) {
        (Some(evidence), true) => format!("{evidence}{of_start}; --no-book ignores it"),
        (Some(evidence), false) => format!("{source}, and {evidence}{of_start}; --no-book ignores that"),
        (None, _) => source,
    };
    text += &row("Source", &source);
    if answer.basis.is_claim() {
        text +=
            &row("Unverified", "it rests on entries of the table that came from elsewhere or from an earlier version,");
        text += &row("", "or on a book from a file; nobody here has verified them; --table-trust own without --book");
        text += &row("", "does without them");
    }
    text
}

/// The position, what is known about it, and the cost. The part before the first `;` can be read back as a position.
pub(crate) fn line(solved: &Solved) -> String {
    let Solved { question, answered: Answered { answer, time, .. }, .. } = solved;
    let board = question.position.board();
    let moves = each_move(solved);
    format!(
        "{board} {}; {}; value {} ({}); best {}{}; {}, {}{}\n",
        question.position.without_board(),
        result(solved),
        limits(answer.bounds),
        question.scoring,
        best(&question.position, answer),
        if moves.is_empty() { String::new() } else { format!("; each move {}", moves.join(", ")) },
        counted(answer.nodes, "node", "nodes"),
        elapsed(*time),
        if answer.basis.is_claim() { "; unverified" } else { "" },
    )
}

/// The value of each legal move, if asked for.
fn each_move(solved: &Solved) -> Vec<String> {
    let board = solved.question.position.board();
    let worth = |&(chosen, bounds): &(Move, Bounds)| format!("{} {}", chosen.display(board), limits(bounds));
    solved.moves.iter().flatten().map(worth).collect()
}

fn row(name: &str, text: &str) -> String {
    format!("{name:NAME_WIDTH$}{text}\n")
}

/// The board between empty lines, with the side to move, so that it can be read back.
fn drawn(position: &Position) -> String {
    let mut lines = position.diagram();
    if !position.is_over() {
        lines += &format!("   {} to move\n", position.side().symbol());
    }
    let lines = lines.lines().map(|line| format!("{:NAME_WIDTH$}{line}\n", ""));
    format!("\n{}\n", lines.collect::<String>())
}

/// Whether it is the start of a game; after moves it is not.
fn is_start(solved: &Solved) -> bool {
    solved.start.is_some() && solved.question.position.discs().occupied().len() == 4
}

fn start_note(solved: &Solved) -> String {
    match solved.start {
        Some(start) if is_start(solved) => format!(", {start} start"),
        Some(start) => format!(", from the {start} start"),
        None => String::new(),
    }
}

/// Who wins, and how, as far as it is known.
fn result(solved: &Solved) -> String {
    let Answer { bounds, end, .. } = &solved.answered.answer;
    result_of(*bounds, solved.question.position.side(), final_discs(end))
}

fn result_of(bounds: Bounds, side: Side, end: Option<[u32; 2]>) -> String {
    let sentence = match (bounds.outcome(), bounds.exact()) {
        (None, _) => undecided(bounds, side),
        (Some(Outcome::Draw), _) => "draw".to_owned(),
        (Some(outcome), Some(value)) => format!("{} wins by {}", winner(outcome, side).name(), value.discs().abs()),
        (Some(outcome), None) => format!("{} wins", winner(outcome, side).name()),
    };
    match (bounds.exact(), end) {
        (Some(value), Some([black, white])) => {
            let more = value.discs().unsigned_abs().saturating_sub(black.abs_diff(white));
            let empties = match more {
                0 => String::new(),
                _ => format!(" plus {}", counted(more.into(), "empty square", "empty squares")),
            };
            format!("{sentence}, {} to {}{empties}", black.max(white), black.min(white))
        }
        _ => sentence,
    }
}

/// What may still happen when the outcome is open.
fn undecided(bounds: Bounds, side: Side) -> String {
    match (bounds.lower, bounds.upper) {
        (Score::DRAW, _) => format!("not decided yet; {} does not lose", side.name()),
        (_, Score::DRAW) => format!("not decided yet; {} does not lose", side.opponent().name()),
        _ => "not decided yet".to_owned(),
    }
}

fn winner(outcome: Outcome, side: Side) -> Side {
    if outcome == Outcome::Win { side } else { side.opponent() }
}

fn value(bounds: Bounds, side: Side) -> String {
    let whose = format!("for {} ({}), who is to move", side.name(), side.symbol());
    match bounds.exact() {
        Some(_) => format!("{} {whose}", limits(bounds)),
        None => format!("{} {whose}; nothing closer is proven", limits(bounds)),
    }
}

fn best(position: &Position, answer: &Answer) -> String {
    match answer.best.map(|best| best.display(position.board())) {
        Some(best) if answer.complete => best.to_string(),
        Some(best) => format!("{best}, as far as is known"),
        None if position.is_over() => "none, the game is over".to_owned(),
        None => "not known yet".to_owned(),
    }
}

/// A line of exact values keeps them, any other the outcome.
fn line_heading(bounds: Bounds) -> &'static str {
    match bounds.exact() {
        Some(_) => "perfect play of both sides to the end",
        None => "each side keeps win, loss or draw to the end",
    }
}

/// The moves in lines of ten, each line with the number of its first ply.
fn numbered(board: Board, line: &[Move]) -> String {
    let moves = |part: &[Move]| {
        let texts: Vec<String> =
            part.iter().map(|&chosen| format!("{:4}", chosen.display(board).to_string())).collect();
        texts.join(" ").trim_end().to_owned()
    };
    line.chunks(MOVES_PER_LINE)
        .enumerate()
        .map(|(index, part)| format!("{:NAME_WIDTH$}{:2}. {}\n", "", index * MOVES_PER_LINE + 1, moves(part)))
        .collect()
}

fn cost(nodes: u64, time: Duration) -> String {
    let cost = format!("{} in {}", grouped(nodes), elapsed(time));
    if nodes < SPEED_MIN_NODES || time < SPEED_MIN_TIME {
        return cost;
    }
    format!("{cost}, {} nodes/s", compact(nodes as f64 / time.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_is_told_from_whoever_is_to_move() {
        for (side, bounds, expected) in [
            (Side::White, Bounds::at(-8), "Black wins by 8, 11 to 3"),
            (Side::White, Bounds::at(8), "White wins by 8, 11 to 3"),
            (Side::Black, Bounds::at(-9), "White wins by 9, 11 to 3 plus 1 empty square"),
            (Side::Black, Bounds::at(-10), "White wins by 10, 11 to 3 plus 2 empty squares"),
            (Side::Black, Bounds::at(0), "draw, 11 to 3"),
            (Side::Black, Bounds::new(0, 4), "not decided yet; Black does not lose"),
            (Side::Black, Bounds::new(-4, 0), "not decided yet; White does not lose"),
        ] {
            assert_eq!(result_of(bounds, side, Some([3, 11])), expected);
        }
    }
}
