//! Moves that any other program chose, as text, judged like those of a player.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use solver::notation::{parse_moves, read_position};
use solver::{Board, Discs, Move};

use crate::error::ExperimentError;
use crate::judged::Judged;
use crate::material::Material;

/// A move, and the line where it stands, counted from 1.
type Chosen = (Move, usize);

/// Judges the moves of a player that is not ours by the labels. `text` has a position and a move a line, `[RxC] BOARD SIDE MOVE`;
/// what follows `#` is a comment. `name` says where it comes from, and names the player. There must be a move for each position;
/// answers for others are ignored. `seed` is for the bootstrap behind the interval of the regret.
///
/// An answer belongs to a position whichever colour is to move, but not to its symmetric twins.
///
/// # Errors
/// A line that is no answer, two different answers for a position, an illegal move, or no move for some position.
pub fn judge_answers(name: &str, text: &str, material: &Material, seed: u64) -> Result<Judged, ExperimentError> {
    let wrong = |line, why: &str| ExperimentError::Unsuitable(format!("{name}:{line}: {why}"));
    let chosen = moves(text, material.board).map_err(|(line, why)| wrong(line, &why))?;
    let (mut missing, mut verdicts) = (Vec::new(), Vec::new());
    for labelled in &material.positions {
        match chosen.get(&labelled.position) {
            None => missing.push(labelled.position),
            Some(&(chosen, line)) => {
                let illegal = || wrong(line, &format!("{} is illegal", chosen.display(material.board)));
                verdicts.push(labelled.judge(chosen).ok_or_else(illegal)?);
            }
        }
    }
    if let Some(&first) = missing.first() {
        let (missing, all, first) = (missing.len(), material.positions.len(), material.name_of(first));
        let why = format!("{name}: no move for {missing} of the {all} positions; the first is {first}");
        return Err(ExperimentError::Unsuitable(why));
    }
    Ok(Judged::of(material, name.to_owned(), seed, &verdicts))
}

/// The move of each position; or the line that is no answer, and why.
fn moves(text: &str, board: Board) -> Result<HashMap<Discs, Chosen>, (usize, String)> {
    let mut moves: HashMap<Discs, Chosen> = HashMap::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or("").trim();
        if text.is_empty() {
            continue;
        }
        let (position, chosen) = answer(board, text).map_err(|why| (line, why))?;
        match moves.entry(position) {
            Entry::Vacant(place) => _ = place.insert((chosen, line)),
            Entry::Occupied(place) if place.get().0 == chosen => {}
            Entry::Occupied(place) => {
                return Err((line, format!("line {} answers the same position differently", place.get().1)));
            }
        }
    }
    Ok(moves)
}

/// Reads `[RxC] BOARD SIDE MOVE`.
fn answer(board: Board, text: &str) -> Result<(Discs, Move), String> {
    let form = || format!("'{text}' is not a position and a move, [RxC] BOARD SIDE MOVE");
    let (position, chosen) = text.rsplit_once(char::is_whitespace).ok_or_else(form)?;
    let &[chosen] = parse_moves(board, chosen).map_err(|_| form())?.as_slice() else { return Err(form()) };
    let position = read_position(position, Some(board)).map_err(|error| error.to_string())?;
    if position.board() != board {
        return Err(format!("position: it is on {}, and those asked about are on {board}", position.board()));
    }
    Ok((position.discs(), chosen))
}

#[cfg(test)]
mod tests {
    use solver::{Scoring, Start, Unobserved};

    use super::*;
    use crate::labelled::Labelled;
    use crate::material::RandomPositions;

    fn material(count: usize) -> Material {
        let board = "4x6".parse().unwrap();
        let wanted =
            RandomPositions { board, start: Start::Othello, scoring: Scoring::Discs, empties: 8, count, seed: 1 };
        Material::random(wanted, &Unobserved).unwrap()
    }

    /// Answers with the best or the worst move of each position.
    fn answers(material: &Material, best: bool) -> String {
        let line = |position: &Labelled| {
            let values = || position.moves.iter().map(|&(_, value)| value);
            let wanted = if best { values().max() } else { values().min() };
            let (chosen, _) = position.moves.iter().find(|&&(_, value)| Some(value) == wanted).unwrap();
            format!("{} {}\n", material.name_of(position.position), chosen.display(material.board))
        };
        material.positions.iter().map(line).collect()
    }

    fn judged(material: &Material, text: String) -> Result<Judged, String> {
        judge_answers("mine.txt", &text, material, 1).map_err(|error| error.to_string())
    }

    #[test]
    fn answers_are_judged_by_the_labels() {
        let material = material(6);
        let best = judged(&material, answers(&material, true)).unwrap();
        assert_eq!((best.player.as_str(), best.positions, best.accuracy.value), ("mine.txt", 6, 1.0));
        assert_eq!((best.optimal.unwrap().value, best.regret.unwrap().value), (1.0, 0.0));
        let worst = judged(&material, answers(&material, false)).unwrap();
        assert_eq!((worst.accuracy.value, worst.optimal.unwrap().value), (0.0, 0.0));
        let lost: i32 = material
            .positions
            .iter()
            .map(|position| {
                let values = || position.moves.iter().map(|&(_, value)| value);
                values().max().unwrap() - values().min().unwrap()
            })
            .sum();
        assert!((worst.regret.unwrap().value - f64::from(lost) / 6.0).abs() < 1e-12);
    }

    #[test]
    fn the_size_comments_repetitions_other_colours_and_other_positions_do_not_matter() {
        let material = material(2);
        let plain = answers(&material, true);
        let swap = |symbol| match symbol {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        let swapped = plain.replace("4x6 ", "").chars().map(swap).collect::<String>();
        let start = "4x6 --------OX----XO-------- X b2";
        let text = format!("# mine\n\n{swapped}{start} # legal or not\n{plain}");
        let expected = judged(&material, plain).unwrap();
        assert_eq!(judged(&material, text), Ok(expected));
    }

    #[test]
    fn whatever_is_wrong_is_told_with_its_line() {
        let material = material(2);
        let right = answers(&material, true);
        let (first, second) = right.split_once('\n').unwrap();
        let (position, _) = first.rsplit_once(' ').unwrap();
        let occupied = material.positions[0].position.player();
        let occupied = Move::Place(occupied.into_iter().next().unwrap()).display(material.board).to_string();
        let told = |text: String| judged(&material, text).unwrap_err();
        assert_eq!(
            told(second.to_owned()),
            format!("mine.txt: no move for 1 of the 2 positions; the first is {position}")
        );
        assert_eq!(told(format!("{position} {occupied}\n{second}")), format!("mine.txt:1: {occupied} is illegal"));
        let form = "is not a position and a move, [RxC] BOARD SIDE MOVE";
        assert_eq!(told(format!("{right}{position}")), format!("mine.txt:3: '{position}' {form}"));
        assert_eq!(told("d3".to_owned()), format!("mine.txt:1: 'd3' {form}"));
        assert_eq!(told("4x6 X d3".to_owned()), "mine.txt:1: position: 1 squares given, board 4x6 has 24");
        let other = "mine.txt:1: position: it is on 4x4, and those asked about are on 4x6";
        assert_eq!(told("4x4 -----OX--XO----- X b1".to_owned()), other);
        let (_, worst) =
            answers(&material, false).split_once('\n').map(|(one, rest)| (one.to_owned(), rest.to_owned())).unwrap();
        let twice = format!("{right}{worst}");
        assert_eq!(told(twice), "mine.txt:3: line 2 answers the same position differently");
    }
}
