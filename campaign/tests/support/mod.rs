//! What the tests share: positions of random games, and workers that are slow, forgetful or repeat themselves.
#![allow(dead_code, reason = "each test uses a part of it")]

use campaign::{Campaign, Finding, Job, Plan, Record};
use solver::random::Random;
use solver::{Board, Mode, Position, Question, Resources, Score, Scoring, Solver, Start};

/// Shapes with sides of every kind, and their transposes; up to 64 squares.
pub(crate) const SHAPES: [&str; 16] = [
    "3x3", "3x5", "5x3", "4x4", "4x5", "5x4", "5x5", "4x7", "7x4", "6x6", "3x12", "7x7", "8x8", "4x16", "3x21", "21x3",
];

/// The board of this name.
pub(crate) fn board(name: &str) -> Board {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A position with at most `empties` empty squares from a game of random moves from any start.
pub(crate) fn played(board: Board, empties: u32, random: &mut Random) -> Position {
    let mut position = Position::start(board, random.pick(&Start::ALL));
    while position.empties() > empties {
        let Some(chosen) = random.legal_move(&position) else { break };
        position = position.play(chosen).unwrap();
    }
    position
}

/// A plan with a small budget and everything else random.
pub(crate) fn plan(position: Position, random: &mut Random) -> Plan {
    let mode = random.pick(&[Mode::Wld, Mode::Exact]);
    let most = position.board().squares() as i32;
    Plan {
        budget: u64::from(1 + random.below(2000)),
        grow_empties: random.below(8),
        first: (random.below(4) == 0).then(|| random.below(2 * most as u32) as i32 - most + 1),
        ..Plan::new(position, random.pick(&Scoring::ALL), mode)
    }
}

/// Knows the values of positions, from a search of its own without limits.
pub(crate) struct Oracle(Solver);

impl Oracle {
    pub(crate) fn new() -> Self {
        Self(Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() }))
    }

    /// The value of a position for the side to move.
    pub(crate) fn value(&mut self, position: Position, scoring: Scoring) -> i32 {
        let question = Question::new(position, Mode::Exact, scoring);
        let answer = self.0.value(&question).unwrap();
        answer.bounds.exact().expect("nobody stops it").discs()
    }

    /// A true record of a job: open in `open` percent of the cases, otherwise with a bound between the score asked for
    /// and the value.
    pub(crate) fn answer(&mut self, job: &Job, open: u32, random: &mut Random) -> Record {
        let value = self.value(job.position(), job.scoring);
        let finding = match value >= job.at_least {
            // Every budget suffices once it has grown enough.
            _ if job.budget < 1 << 30 && random.below(100) < open => Finding::Open,
            true => Finding::AtLeast(value - random.below((value - job.at_least + 1) as u32) as i32),
            false => Finding::AtMost(value + random.below((job.at_least - value) as u32) as i32),
        };
        Record::new(*job, finding, 1 + u64::from(random.below(1000)), 7, "oracle")
    }
}

/// Checks that what a campaign has found about its root is what was asked, and true.
#[track_caller]
pub(crate) fn check_end(campaign: &Campaign, value: i32) {
    let (plan, bounds) = (campaign.plan(), campaign.bounds());
    assert!(campaign.is_done(), "{plan:?} {bounds}");
    assert!(bounds.lower <= Score::new(value) && value <= bounds.upper.discs(), "{plan:?}: {bounds} is not {value}");
    assert!(plan.mode.settled(bounds), "{plan:?} {bounds}");
}
