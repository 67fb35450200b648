//! What ranks say to each other one by one: before the search, when nothing else is under way.

use std::time::{Duration, Instant};

use mcts::random::mix;
use mcts::select::{Arm, Parent};
use mcts::{Evaluate, Game, Playout, Select};

use super::{NAP, Worker};
use crate::error::TdsError;
use crate::transport::{Rank, Transport};
use crate::wire::{self, Job};

/// A move such as there may be in any tree.
const SOME_MOVE: Arm =
    Arm { visits: 10, mean: 0.4, variance: 0.2, points: 1.5, prior: 0.3, amaf_visits: 20, amaf_mean: 0.6 };

impl<G, S, E, P, T> Worker<'_, G, S, E, P, T>
where
    G: Game,
    S: Select,
    E: Evaluate<G>,
    P: Playout<G>,
    T: Transport,
{
    /// What all ranks must have in common, as text. Games, formulas and evaluations have no names, so this says what they
    /// make of the root, its moves and some other move. It is rounded: the last digits may differ from machine to machine.
    pub(super) fn errand(&self) -> String {
        let Self { step, options, start, .. } = self;
        let mut moves = Vec::new();
        step.game.moves(&start.state, &mut moves);
        let behind = moves.iter().fold(0, |sum, &one| mix(sum ^ step.game.hash(&step.game.apply(&start.state, one))));
        let points = if S::WANTS_EVALUATION { step.evaluation.points(step.game, &start.state) } else { 0.0 };
        [
            format!("version {}", env!("CARGO_PKG_VERSION")),
            options.label.clone(),
            format!("root {:016x} worth {points:.3} points", start.key),
            format!("{} moves to {behind:016x}", moves.len()),
            format!("scores to {}", step.game.max_score()),
            format!("{} kinds of moves", step.game.kinds()),
            format!("urgency {:.5}", step.select.urgency(&Parent::new(100, 0.5), &SOME_MOVE)),
            format!("priors {:.5?}", step.select.priors(&[0.0, 1.0, -2.5])),
            format!("{:?}", step.settings),
            format!("moves as first: {}", S::WANTS_AMAF),
            format!("{} descents", options.in_flight),
            format!("allowance {}", options.allowance),
            format!("{} checkpoints", if options.checkpoint.is_some() { "with" } else { "without" }),
        ]
        .join(", ")
    }

    /// On rank 0: waits until each other rank has answered with one job, and hands these to `take`. Rank 0 took `own` for
    /// what they have to do before they answer.
    pub(super) fn gather(
        &mut self,
        own: Duration,
        mut take: impl FnMut(&mut Self, Rank, Job<'_>) -> Result<(), TdsError>,
    ) -> Result<(), TdsError> {
        if let Some(root) = &mut self.root {
            root.expect_answers(own);
        }
        while self.root.as_ref().is_some_and(|root| !root.silent.is_empty()) {
            let (from, message) = self.next_message()?;
            let is_expected = self.root.as_mut().is_some_and(|root| root.silent.remove(&from));
            match read_one(&message) {
                Some(Job::Ready(Err(error))) => return Err(TdsError::elsewhere(from, &error)),
                Some(job) if is_expected => take(self, from, job)?,
                _ => return Err(self.garbled(from)),
            }
        }
        Ok(())
    }

    /// Immediately tells rank 0 the result; or tells it the error, and returns that error.
    pub(super) fn answer<R>(
        &mut self,
        result: Result<R, TdsError>,
        job: impl Fn(R) -> Job<'static>,
    ) -> Result<(), TdsError> {
        let (job, end) = match result {
            Ok(value) => (job(value), Ok(())),
            Err(error) => (Job::Ready(Err(error.to_string())), Err(error)),
        };
        self.tell(0, &job)?;
        self.outbox.flush(&mut self.transport)?;
        end
    }

    /// The next message, for use only before the search. Rank 0 loses its patience with the others; these wait for it however
    /// long it takes.
    pub(super) fn next_message(&mut self) -> Result<(Rank, Vec<u8>), TdsError> {
        loop {
            let message = self.transport.receive(NAP)?;
            self.now = Instant::now();
            match message {
                Some((from, message)) => {
                    self.heard();
                    return Ok((from, message));
                }
                None => self.mind_silence()?,
            }
        }
    }
}

/// The job of a message that has only one.
pub(super) fn read_one(message: &[u8]) -> Option<Job<'_>> {
    let mut rest = message;
    wire::read(&mut rest).filter(|_| rest.is_empty())
}
