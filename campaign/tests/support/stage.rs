//! A campaign whose workers lie, slander, claim what cannot be known, or die.

use std::path::PathBuf;

use campaign::ledger::replay;
use campaign::trust::trust;
use campaign::{
    CampaignError, Finding, Job, Judge, Ledger, LedgerFile, Plan, Recheck, Record, Session, SessionError, Task,
    WorkerName,
};
use solver::random::Random;
use solver::{Mode, Progress, Score, Scoring};

use super::{Oracle, board, played};

/// How a worker answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Manner {
    Honest,
    /// Reverses this percentage of its answers.
    Lies(u32),
    /// Answers the question truly, but claims far more than it has found.
    Exaggerates,
    /// Answers first jobs of a campaign truly, but reverses all others: re-checks have larger budgets.
    Slanders,
    /// Says of every re-check that it exceeded its budget.
    Shirks,
    /// Never answers.
    Dead,
}

/// A worker's name.
pub(crate) fn name(text: &str) -> WorkerName {
    text.parse().unwrap()
}

/// The opposite of a finding.
pub(crate) fn turned(job: &Job, finding: Finding) -> Finding {
    match finding {
        Finding::AtLeast(_) => Finding::AtMost(job.at_least - 1),
        Finding::AtMost(_) | Finding::Open => Finding::AtLeast(job.at_least),
    }
}

/// The strongest claim with the same answer to the question.
pub(crate) fn exaggerated(job: &Job, finding: Finding) -> Finding {
    let most = job.board.squares() as i32;
    match finding {
        Finding::AtLeast(_) => Finding::AtLeast(most),
        Finding::AtMost(_) => Finding::AtMost(-most),
        Finding::Open => Finding::Open,
    }
}

/// A campaign in a folder of its own, and the truth about it.
pub(crate) struct Stage {
    folder: tempfile::TempDir,
    pub(crate) plan: Plan,
    pub(crate) value: i32,
    pub(crate) oracle: Oracle,
    pub(crate) random: Random,
}

impl Stage {
    pub(crate) fn new(seed: u64, empties: u32) -> Self {
        let mut random = Random::new(seed, 17);
        let mut oracle = Oracle::new();
        let root = played(board("4x6"), empties, &mut random);
        let plan = Plan { budget: 20, grow_empties: 3, ..Plan::new(root, Scoring::Discs, Mode::Exact) };
        let value = oracle.value(root, Scoring::Discs);
        let folder = tempfile::tempdir().unwrap();
        let stage = Self { folder, plan, value, oracle, random };
        LedgerFile::create(&stage.path(), &stage.plan).unwrap();
        stage
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("ledger.txt")
    }

    pub(crate) fn session(&self, share: f64) -> Session<'static> {
        let (file, ledger) = LedgerFile::open(&self.path()).unwrap();
        let judge = Judge::new(1 << 20, "judge", Progress::default()).proving_unconfirmed();
        Session::guarded(file, &ledger, None, Recheck::new(share, 7), Some(judge)).unwrap()
    }

    pub(crate) fn answer(&mut self, job: &Job, worker: &WorkerName, manner: Manner) -> Option<Record> {
        let is_recheck = job.budget.is_multiple_of(8 * self.plan.budget);
        let open = if is_recheck { 0 } else { 30 };
        let truth = Record { worker: worker.clone(), ..self.oracle.answer(job, open, &mut self.random) };
        let finding = match manner {
            Manner::Honest => truth.finding,
            Manner::Lies(percent) if self.random.below(100) < percent => turned(job, truth.finding),
            Manner::Exaggerates => exaggerated(job, truth.finding),
            Manner::Slanders if is_recheck => turned(job, truth.finding),
            Manner::Shirks if is_recheck => Finding::Open,
            Manner::Lies(_) | Manner::Slanders | Manner::Shirks => truth.finding,
            Manner::Dead => return None,
        };
        Some(Record { finding, ..truth })
    }

    /// Plays a campaign of these workers to its end, or to a step limit that no campaign comes near.
    pub(crate) fn play(&mut self, share: f64, workers: &[(&str, Manner)]) -> Ledger {
        let mut session = self.session(share);
        let mut flying: Vec<(usize, Task)> = Vec::new();
        for step in 0.. {
            assert!(step < 20_000, "it does not end: {flying:?}");
            let who = self.random.below(workers.len() as u32) as usize;
            let worker = name(workers[who].0);
            match flying.iter().position(|(holder, _)| *holder == who) {
                None => match session.next_task(Some(&worker)).unwrap() {
                    Some(task) => {
                        assert_ne!(task.rechecks.as_ref(), Some(&worker), "somebody else is to look again");
                        assert!(!session.is_withdrawn(&worker), "no jobs for whoever was withdrawn");
                        flying.push((who, task));
                    }
                    None if session.is_over() => break,
                    None => {}
                },
                Some(at) => {
                    let (_, task) = flying.swap_remove(at);
                    match self.answer(&task.job, &worker, workers[who].1) {
                        Some(record) => match session.record(&record) {
                            Ok(_) => {}
                            Err(SessionError::Campaign(CampaignError::Withdrawn(_))) => {}
                            Err(error) => panic!("{error}"),
                        },
                        None => assert!(session.lost(task.job.id()).is_ok()),
                    }
                }
            }
            if session.is_over() {
                break;
            }
        }
        assert_eq!(session.campaign().bounds().exact(), Some(Score::new(self.value)), "{workers:?}");
        drop(session);
        self.check()
    }

    /// The ledger, from which the value follows by the rules, without the withdrawn answers.
    pub(crate) fn check(&self) -> Ledger {
        let ledger = Ledger::read(&self.path()).unwrap();
        assert_eq!(ledger.left_out, []);
        assert_eq!(replay(&self.path(), &ledger).unwrap().bounds().exact(), Some(Score::new(self.value)));
        let again = self.session(0.0);
        assert_eq!(again.campaign().bounds().exact(), Some(Score::new(self.value)));
        ledger
    }
}

/// The workers that were withdrawn.
pub(crate) fn withdrawn(ledger: &Ledger) -> Vec<String> {
    trust(ledger).withdrawn_workers.iter().map(ToString::to_string).collect()
}
