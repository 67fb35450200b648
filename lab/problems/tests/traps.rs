//! Checks traps against an independent definition, with the rules and the plain search of `checker`.

mod support;

use std::fs;

use checker::{Position as Plain, Scoring as PlainScoring};
use problems::check::{Sample, check};
use problems::label::{LabelError, Labeller, Labelling};
use problems::traps::{MOST_EMPTIES, Trap, traps};
use problems::{Format, Plan, Record};
use proptest::prelude::*;
use solver::{Mode, Outcome, Position, Progress, Scoring, Start};
use support::{EXACT, files, forge, make, plan, position};

const BOARDS: [&str; 8] = ["3x4", "4x4", "5x3", "4x5", "3x7", "6x6", "4x10", "8x8"];

fn labelled(position: Position, scoring: Scoring) -> Record {
    let labelling = Labelling { scoring, labels: Mode::Wld, ..EXACT };
    Labeller::new(labelling).label(position, None, &Progress::default()).unwrap().unwrap()
}

fn plain(position: &Position) -> Plain {
    let board = position.board();
    Plain::parse(board.rows() as usize, board.cols() as usize, &position.without_board().to_string()).unwrap()
}

/// The positions after each legal move.
fn after(position: &Plain) -> Vec<Plain> {
    position.legal_moves().into_iter().map(|chosen| position.play(chosen).unwrap()).collect()
}

/// The plies up to the last reply that is the only winning one, for the side to move, which wins: an odd number, or 0.
fn depth(position: &Plain, scoring: PlainScoring) -> u32 {
    if position.is_over() {
        return 0;
    }
    let replies = after(position);
    let winning: Vec<&Plain> = replies.iter().filter(|next| checker::value(next, scoring) < 0).collect();
    let [only] = winning[..] else { return 0 };
    let further =
        if only.is_over() { 0 } else { after(only).iter().map(|next| depth(next, scoring)).max().unwrap_or(0) };
    match (replies.len() > 1, further) {
        (true, 0) => 1,
        (false, 0) => 0,
        (_, further) => 2 + further,
    }
}

/// Whether a refutation is a legal game, each of its replies the only winning one, and ends with a choice.
fn holds(position: &Position, trap: &Trap, scoring: Scoring) -> bool {
    let wins = |position: Position| match position.outcome() {
        Some(outcome) => outcome == Outcome::Loss,
        None => labelled(position, scoring).outcome == Outcome::Loss,
    };
    let mut now = position.play(trap.chosen).unwrap();
    for (ply, &chosen) in trap.refutation.iter().enumerate() {
        let moves = now.legal_moves();
        if ply % 2 == 0 {
            let winning: Vec<_> = moves.iter().filter(|&&reply| wins(now.play(reply).unwrap())).collect();
            let is_last = ply + 1 == trap.refutation.len();
            if winning != [&chosen] || (is_last && moves.len() < 2) {
                return false;
            }
        }
        now = now.play(chosen).unwrap();
    }
    trap.refutation.len() as u32 == trap.plies && trap.plies % 2 == 1
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn traps_are_those_of_the_definition(
        board in 0..BOARDS.len(), start in 0..3usize, empties in 3..9u32, seed in any::<u64>(), wof in any::<bool>(),
    ) {
        let found = position(BOARDS[board], Start::ALL[start], empties, seed);
        prop_assume!(found.is_some());
        let position = found.unwrap();
        let scoring = if wof { Scoring::Wof } else { Scoring::Discs };
        let plain_scoring = PlainScoring::named(scoring.name()).unwrap();
        let record = labelled(position, scoring);
        let found = traps(&record, &Progress::default()).unwrap();
        let mut wanted = Vec::new();
        if record.outcome == Outcome::Win {
            for (label, next) in record.moves.iter().zip(after(&plain(&position))) {
                let plies = if label.outcome == Outcome::Loss { depth(&next, plain_scoring) } else { 0 };
                if plies > 0 {
                    wanted.push((label.chosen, plies, after(&next).len() as u32 - 1));
                }
            }
        }
        let told: Vec<_> = found.iter().map(|trap| (trap.chosen, trap.plies, trap.decoys)).collect();
        prop_assert_eq!(told, wanted, "{} {}", BOARDS[board], position.without_board());
        for trap in &found {
            prop_assert!(holds(&position, trap, scoring), "{} {trap:?}", position.without_board());
        }
    }
}

#[test]
fn a_set_of_traps_has_them_and_a_false_one_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    let wanted =
        Plan { decisive: true, traps: Some(3), formats: vec![Format::Jsonl, Format::Traps], ..plan("6x6", 10, 30) };
    make(&wanted, &set, 2).unwrap();
    let sample = Sample { positions: 5, max_empties: 10, seed: 1 };
    let checked = check(&set, sample, &Progress::default()).unwrap();
    assert!(checked.findings.is_empty(), "{:?}", checked.findings);
    let made = files(&set);
    let text: String = made
        .iter()
        .filter(|(path, _)| path.starts_with("traps/"))
        .map(|(_, bytes)| str::from_utf8(bytes).unwrap())
        .collect();
    assert!(text.starts_with("id,position,move,plies,decoys,refutation\n") && text.lines().count() > 30, "{text}");
    // Another number of plies, with the right checksum: only the proof reveals it.
    let path = "traps/train-00000-of-00001.csv";
    let line = made.keys().find(|path| path.starts_with("traps/train")).map(|path| (path.clone(), made[path].clone()));
    let (name, bytes) = line.unwrap();
    assert_eq!(name, path);
    let forged = String::from_utf8(bytes.clone()).unwrap().replacen(",3,", ",5,", 1);
    assert_ne!(forged.as_bytes(), bytes);
    forge(&set, path, forged.as_bytes());
    let findings = check(&set, sample, &Progress::default()).unwrap().findings;
    assert_eq!(findings, [format!("{path}: it does not say what the other formats say")]);
    // A plan that asks for more than the positions have.
    forge(&set, path, &bytes);
    let plan_text = fs::read_to_string(set.join("set.json")).unwrap();
    let more = plan_text.replace("\"traps\": 3", "\"traps\": 63");
    assert_ne!(more, plan_text);
    forge(&set, "set.json", more.as_bytes());
    let findings = check(&set, sample, &Progress::default()).unwrap().findings;
    assert!(
        findings.iter().any(|finding| finding.ends_with("it has no trap of as many plies as planned")),
        "{findings:?}"
    );
}

#[test]
fn large_positions_are_refused_at_once() {
    let position = Position::start("8x8".parse().unwrap(), Start::Othello);
    let moves = Vec::new();
    let record = Record {
        position,
        scoring: Scoring::Discs,
        labels: Mode::Wld,
        value: None,
        outcome: Outcome::Win,
        moves,
        line: Vec::new(),
        nodes: 1,
        source: None,
    };
    assert!(position.empties() > MOST_EMPTIES);
    assert_eq!(traps(&record, &Progress::default()), Err(LabelError::TooManyEmpties { most: MOST_EMPTIES }));
    let error = Format::Traps.export(&[record], &Progress::default()).unwrap_err().to_string();
    assert!(error.contains("at most 18 empty squares"), "{error}");
}
