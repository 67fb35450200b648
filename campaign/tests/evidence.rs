//! The answers that a proof needs are enough for it, and most ledgers have more.

mod support;

use campaign::evidence::evidence;
use campaign::replay::Replay;
use campaign::{Campaign, Finding, Ledger, Record};
use solver::random::Random;
use solver::{CanonicalGame, Position, Score};
use support::{Oracle, SHAPES, board, plan, played};

/// The ledger of a campaign whose answers may say more than was asked, and whose budgets often do not suffice.
fn played_out(seed: u64, oracle: &mut Oracle) -> Ledger {
    let mut random = Random::new(seed, 7);
    let position = played(board(random.pick(&SHAPES)), 12, &mut random);
    let plan = plan(position, &mut random);
    let mut campaign = Campaign::new(plan.clone());
    let mut records = Vec::new();
    while let Some(job) = campaign.next_job().unwrap() {
        records.extend(campaign.take_splits());
        let record = oracle.answer(&job, 60, &mut random);
        campaign.record(&record).unwrap();
        records.push(record);
    }
    records.extend(campaign.take_splits());
    Ledger::new(plan, records)
}

#[test]
fn what_is_needed_suffices() {
    let mut oracle = Oracle::new();
    let (mut proofs, mut fewer, mut moves) = (0, 0, 0);
    for seed in 0..150 {
        let ledger = played_out(seed, &mut oracle);
        let squares = ledger.plan.root.board().squares();
        let bounds = Replay::new(&ledger).unwrap().bounds();
        let least = Score::new(-(squares as i32));
        for (is_root_side, goal) in [(true, bounds.lower), (false, -bounds.upper)] {
            if goal == least {
                continue;
            }
            let needed = evidence(&ledger, is_root_side, goal).expect("the bound is proven");
            assert_eq!(evidence(&ledger, is_root_side, goal), Some(needed.clone()), "{seed}");
            let beyond = Score::new(goal.discs() + 1);
            assert_eq!(evidence(&ledger, is_root_side, beyond), None, "{seed}: nothing proves {beyond}");
            // Without the other answers, the same follows.
            let is_needed = |record: &&Record| {
                let of = |prover: bool| needed.answers.contains(&(record.job.discs, prover));
                match record.finding {
                    Finding::Open => true,
                    Finding::AtLeast(score) => of(true) && goal <= score.into(),
                    Finding::AtMost(score) => of(false) && -goal >= score.into(),
                }
            };
            let some: Vec<Record> = ledger.records.iter().filter(is_needed).cloned().collect();
            let answers = |records: &[Record]| records.iter().filter(|record| record.is_answer()).count();
            fewer += u32::from(answers(&some) < answers(&ledger.records));
            let rest = Replay::new(&Ledger::new(ledger.plan.clone(), some)).unwrap().bounds();
            let reached = if is_root_side { rest.lower } else { -rest.upper };
            assert!(reached >= goal, "{seed}: {rest} instead of {bounds}");
            // A move above the answers is legal, and leads to what the other side cannot prevent.
            let game = CanonicalGame::new(ledger.plan.root.board(), ledger.plan.scoring);
            for &(discs, square) in &needed.moves {
                assert!(solver::rules::mobility(game.geometry(), discs) >> square.number() & 1 != 0, "{seed}");
                moves += 1;
            }
            proofs += 1;
        }
    }
    assert!(proofs > 100 && fewer > 30 && moves > 100, "{proofs} {fewer} {moves}");
}

/// What a ledger says about moves is true, and its line loses nothing of what it proves.
#[test]
fn moves_and_the_line_are_true_and_lose_nothing() {
    let mut oracle = Oracle::new();
    let (mut plies, mut exact, mut whole) = (0, 0, 0);
    for seed in 0..150 {
        let ledger = played_out(seed, &mut oracle);
        let replay = Replay::new(&ledger).unwrap();
        let (root, scoring) = (ledger.plan.root, ledger.plan.scoring);
        let mut value = |position: &Position| oracle.value(*position, scoring);
        let moves = replay.moves(&root);
        assert_eq!(moves.iter().map(|one| one.0).collect::<Vec<_>>(), root.legal_moves(), "{seed}");
        for (chosen, bounds) in &moves {
            let truth = -value(&root.play(*chosen).unwrap());
            assert!(
                bounds.lower.discs() <= truth && truth <= bounds.upper.discs(),
                "{seed}: {chosen:?} {bounds} {truth}"
            );
            exact += u32::from(bounds.exact().is_some());
        }
        let line = replay.line(&root);
        let (mut position, mut proven) = (root, replay.bounds());
        for (chosen, bounds) in &line {
            assert!(bounds.lower >= proven.lower, "{seed}: {bounds} instead of {proven}");
            position = position.play(*chosen).unwrap();
            proven = bounds.negated();
            let truth = value(&position);
            assert!(proven.lower.discs() <= truth && truth <= proven.upper.discs(), "{seed}: {proven} {truth}");
            plies += 1;
        }
        whole += u32::from(position.is_over());
    }
    assert!(plies > 200 && exact > 30, "{plies} {exact} {whole}");
}
