//! The answers that a proof needs are enough for it, and most ledgers have more.

mod support;

use campaign::evidence::evidence;
use campaign::replay::Replay;
use campaign::{Campaign, Finding, Ledger, Record};
use solver::random::Random;
use solver::{CanonicalGame, Score};
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
                let of = |prover: bool| {
                    needed.answers.iter().any(|one| one.discs == record.job.discs && one.is_prover == prover)
                };
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
