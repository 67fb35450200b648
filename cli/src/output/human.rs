//! An answer for people: a report of some twenty lines, or one line among many.

use std::time::Duration;

use solver::{Board, Bounds, Move, Outcome, Position, Score, Scoring, Side};

use super::numbers::{compact, counted, elapsed, grouped, limits};
use super::{FinalDiscs, Solved};

/// Moves on one line of a report.
const MOVES_PER_LINE: usize = 10;
/// Width of the names on the left of a report.
const NAME_WIDTH: usize = 11;
/// With fewer nodes, or in less time, a speed says nothing about the search.
const SPEED_MIN_NODES: u64 = 1000;
/// See [`SPEED_MIN_NODES`]; less is shown as `0.000 s`.
const SPEED_MIN_TIME: Duration = Duration::from_micros(500);

/// Everything that is known, with the meaning of each number.
pub(super) fn report(solved: &Solved) -> String {
    let Solved { question, answer, time, .. } = solved;
    let position = &question.position;
    let board = position.board();
    let mut text = String::new();
    text += &row("Position", &format!("{} on {board}{}", position, start_note(solved)));
    if !is_start(solved) {
        text += &drawn(position);
    }
    text += &row("Result", &result(solved));
    text += &row("Value", &value(answer.bounds, position.side()));
    text += &row("", meaning(question.scoring));
    text += &row("Best move", &best(board, answer.best, answer.complete));
    for (number, part) in each_move(solved).chunks(MOVES_PER_LINE).enumerate() {
        text += &row(if number == 0 { "Each move" } else { "" }, &part.join(", "));
    }
    if !answer.line.is_empty() {
        text += &row("Line", line_heading(answer.bounds));
        text += &numbered(board, &answer.line);
    }
    if let Some(discs) = solved.final_discs() {
        text += &row("At its end", &format!("{}:", discs_text(discs)));
        text += &drawn(&answer.end);
    }
    text += &row("Nodes", &cost(answer.nodes, *time));
    let book = match answer.basis.is_claim() {
        true => "a book from a file",
        false => "a book of exact values that comes with the program",
    };
    let source = match (solved.from_book, answer.from_table) {
        (true, _) if !answer.line.is_empty() && answer.nodes > 0 => {
            format!("{book}; a search found the line; --no-book ignores it")
        }
        (true, _) => format!("{book}; --no-book ignores it"),
        (false, true) => "the table: the value was known before".to_owned(),
        (false, false) => "the search".to_owned(),
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
pub(super) fn line(solved: &Solved) -> String {
    let Solved { question, answer, time, .. } = solved;
    let board = question.position.board();
    let moves = each_move(solved);
    format!(
        "{board} {}; {}; value {} ({}); best {}{}; {}, {}{}\n",
        question.position,
        result(solved),
        limits(answer.bounds),
        question.scoring,
        best(board, answer.best, answer.complete),
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
    solved.moves.iter().map(worth).collect()
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
    let (bounds, side) = (solved.answer.bounds, solved.question.position.side());
    let sentence = match (bounds.outcome(), bounds.exact()) {
        (None, _) => undecided(bounds, side),
        (Some(Outcome::Draw), _) => "draw".to_owned(),
        (Some(outcome), Some(value)) => format!("{} wins by {}", winner(outcome, side).name(), value.discs().abs()),
        (Some(outcome), None) => format!("{} wins", winner(outcome, side).name()),
    };
    match solved.final_discs().filter(|_| bounds.exact().is_some()) {
        Some(FinalDiscs { black, white }) => {
            let scored = bounds.exact().map_or(0, |value| value.discs().unsigned_abs());
            let more = scored.saturating_sub(black.abs_diff(white));
            let empties = match more {
                0 => String::new(),
                _ => format!(" plus {}", counted(more.into(), "empty square", "empty squares")),
            };
            format!("{sentence}, {} to {}{empties}", black.max(white), black.min(white))
        }
        None => sentence,
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

/// What a value counts.
fn meaning(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Discs => {
            "(own discs minus the opponent's; after a wipe-out the winner also gets the empty squares: scoring discs)"
        }
        Scoring::Wof => "(own discs minus the opponent's; the winner always gets the empty squares: scoring wof)",
    }
}

fn best(board: Board, best: Option<Move>, complete: bool) -> String {
    match best {
        Some(best) if complete => best.display(board).to_string(),
        Some(best) => format!("{}, as far as is known", best.display(board)),
        None if complete => "none, the game is over".to_owned(),
        None => "not known yet".to_owned(),
    }
}

/// Every position of a line keeps what is proven about its first one, whatever the question was.
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

fn discs_text(discs: FinalDiscs) -> String {
    format!("Black (X) {}, White (O) {}", discs.black, discs.white)
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn a_report_says_it_all() {
        let expected = "\
Position   -----OX--XO----- X on 4x4, othello start
Result     White wins by 8, 11 to 3
Value      -8 for Black (X), who is to move
           (own discs minus the opponent's; after a wipe-out the winner also gets the empty squares: scoring discs)
Best move  d3
Line       perfect play of both sides to the end
            1. d3   d4   c4   d2   a1   b4   d1   a3   a4   a2
At its end Black (X) 3, White (O) 11:

              a b c d
            1 X - - X
            2 O O O O
            3 O O O O
            4 X O O O

Nodes      12,345 in 0.006 s, 2.00 M nodes/s
Source     the search
";
        assert_eq!(report(&samples::exact()), expected);
    }

    #[test]
    fn a_report_on_the_outcome_alone_gives_no_value() {
        let text = report(&samples::wld());
        assert!(text.contains("Result     White wins\n"), "{text}");
        assert!(
            text.contains("Value      -16 to -1 for Black (X), who is to move; nothing closer is proven\n"),
            "{text}"
        );
        assert!(text.contains("Line       each side keeps win, loss or draw to the end\n"), "{text}");
        assert!(text.ends_with("Source     the table: the value was known before\n"), "{text}");
    }

    #[test]
    fn what_rests_on_unverified_entries_says_so() {
        let text = report(&samples::claimed());
        assert!(text.contains("\nUnverified it rests on entries of the table that came from elsewhere"), "{text}");
        assert!(line(&samples::claimed()).ends_with("0.006 s; unverified\n"));
    }

    #[test]
    fn an_outcome_may_bring_the_value_with_it() {
        let mut solved = samples::wld();
        solved.answer.bounds = Bounds::at(-8);
        let text = report(&solved);
        assert!(text.contains("Result     White wins by 8, 11 to 3\n"), "{text}");
        assert!(text.contains("Line       perfect play of both sides to the end\n"), "{text}");
    }

    #[test]
    fn a_draw_is_worth_0_without_a_sign() {
        let mut solved = samples::exact();
        solved.answer.bounds = Bounds::at(0);
        assert!(report(&solved).contains("Value      0 for Black (X), who is to move\n"), "{}", report(&solved));
        assert!(line(&solved).contains("; value 0 (discs);"), "{}", line(&solved));
        solved.answer.bounds = Bounds::new(0, 4);
        assert!(line(&solved).contains("; value 0 to +4 (discs);"), "{}", line(&solved));
    }

    #[test]
    fn few_nodes_have_no_speed() {
        let millisecond = Duration::from_millis(1);
        assert_eq!(cost(1000, millisecond), "1,000 in 0.001 s, 1.00 M nodes/s");
        assert_eq!(cost(999, millisecond), "999 in 0.001 s");
        assert_eq!(cost(12_345, Duration::from_micros(499)), "12,345 in 0.000 s");
    }

    #[test]
    fn a_report_on_a_stopped_search_gives_bounds() {
        let text = report(&samples::stopped());
        assert!(text.contains("Result     not decided yet\n"), "{text}");
        assert!(text.contains("Best move  d3, as far as is known\n"), "{text}");
        assert!(!text.contains("Line"), "{text}");
    }

    #[test]
    fn one_line_begins_with_the_position_as_it_is_read() {
        assert_eq!(
            line(&samples::exact()),
            "4x4 -----OX--XO----- X; White wins by 8, 11 to 3; value -8 (discs); best d3; 12,345 nodes, 0.006 s\n"
        );
        assert!(line(&samples::wld()).contains("; White wins; value -16 to -1 (discs);"));
        assert!(line(&samples::stopped()).contains("; not decided yet; value -16 to +2 (discs);"));
    }

    #[test]
    fn the_winner_is_told_from_whoever_is_to_move() {
        let mut solved = samples::exact();
        for (side, bounds, expected) in [
            (Side::White, Bounds::at(-8), "Black wins by 8, 11 to 3"),
            (Side::White, Bounds::at(8), "White wins by 8, 11 to 3"),
            (Side::Black, Bounds::at(-9), "White wins by 9, 11 to 3 plus 1 empty square"),
            (Side::Black, Bounds::at(-10), "White wins by 10, 11 to 3 plus 2 empty squares"),
            (Side::Black, Bounds::at(0), "draw, 11 to 3"),
            (Side::Black, Bounds::new(0, 4), "not decided yet; Black does not lose"),
            (Side::Black, Bounds::new(-4, 0), "not decided yet; White does not lose"),
        ] {
            let position = solved.question.position;
            solved.question.position = solver::Position::new(position.board(), position.discs(), side).unwrap();
            solved.answer.bounds = bounds;
            assert_eq!(result(&solved), expected);
        }
    }
}
