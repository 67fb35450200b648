//! What ranks tell each other, and how it is encoded.
//!
//! A message is a sequence of [`Job`]s in the format of the crate `postcard`. SEARCH and REPORT make up the search; the
//! others begin, save and end it.

use std::borrow::Cow;

use mcts::reward::Statistics;
use mcts::select::{Arm, Parent};
use mcts::{ScoreBounds, Settings, Sums};
use serde::{Deserialize, Serialize};

use crate::lease::Lease;
use crate::statistics::RankStatistics;

/// Number of a frame, on the rank that has it.
pub(crate) type FrameId = u32;
/// Number of a node, at its home.
pub(crate) type NodeId = u32;
/// A generation of a checkpoint, and how many ranks wrote it.
pub(crate) type Written = (u64, u32);

/// One thing to do. `S` and `R` are the search's own fields, see [`crate::Fields`]; jobs other than SEARCH and REPORT have the
/// same bytes whatever these are.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Job<'a, S = (), R = ()> {
    /// To the home of the chosen child: continue the descent.
    Search {
        /// Whom to report to: a frame of the sender.
        frame: FrameId,
        #[serde(borrow)]
        target: Target<'a>,
        playouts: u32,
        lease: Option<LeaseBytes>,
        fields: S,
    },
    /// To the home of the parent: the result.
    Report(Report<R>),
    /// To rank 0, at the beginning: what this rank searches; the usable checkpoints, the highest number of any, and why one is
    /// unusable.
    Hello { errand: String, found: Vec<Written>, last: u64, obstacle: Option<String> },
    /// To all, at the beginning: the checkpoint from which to resume.
    Begin(Option<Written>),
    /// To rank 0: the checkpoint is loaded, with these playouts of the whole search and this mark; or why not.
    Ready(Result<(u64, u64), String>),
    /// To all: write a checkpoint with this number and this mark.
    Save { generation: u64, mark: u64, playouts: u64 },
    /// To rank 0: the checkpoint is written, or why not.
    Saved { generation: u64, error: Option<String> },
    /// To all: the search is over.
    End,
    /// To rank 0: what this rank has done.
    Farewell(Box<RankStatistics>),
}

/// The node to search.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Target<'a> {
    /// One whose number is known from an earlier report.
    Known(NodeId),
    /// One that may not exist yet, by the moves that lead to it from the root.
    At(#[serde(borrow)] Cow<'a, [u8]>),
}

/// The answer to a SEARCH.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report<R> {
    /// The frame that asked.
    pub(crate) frame: FrameId,
    /// The child's number, if it is stored.
    pub(crate) node: Option<NodeId>,
    /// Playouts made and their rewards, for the side to move at the child.
    pub(crate) sums: SumsBytes,
    /// Lower and upper bound proven for the child, if they are new.
    pub(crate) bounds: Option<(i32, i32)>,
    /// The child's statistics over all its parents; only in graphs.
    pub(crate) shared: Option<SumsBytes>,
    /// The search's own fields.
    pub(crate) fields: R,
}

/// [`Sums`], or [`Statistics`] without visits in flight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SumsBytes(u32, f64, f64);

/// How far rounding may take a mean reward out of the range from 0 to 1.
const ROUNDING: f64 = 1e-6;

/// Whether so many rewards, each from 0 to 1, can add up to this.
#[inline]
pub(crate) fn is_sum(count: u32, sum: f64) -> bool {
    let (most, slack) = (f64::from(count), f64::from(count) * ROUNDING);
    -slack <= sum && sum <= most + slack
}

impl SumsBytes {
    /// So many playouts, the sum of their rewards and that of the squares.
    #[cfg(test)]
    pub(crate) fn new(playouts: u32, sum: f64, squares: f64) -> Self {
        Self(playouts, sum, squares)
    }

    /// Whether playouts can have these rewards. The squares are smaller than the rewards themselves, or were left out.
    pub(crate) fn is_sound(self) -> bool {
        let Self(count, sum, squares) = self;
        is_sum(count, sum) && is_sum(count, squares) && squares <= sum + f64::from(count) * ROUNDING
    }
}

impl From<Sums> for SumsBytes {
    fn from(sums: Sums) -> Self {
        Self(sums.playouts, sums.sum, sums.squares)
    }
}

impl From<SumsBytes> for Sums {
    fn from(bytes: SumsBytes) -> Self {
        Self { playouts: bytes.0, sum: bytes.1, squares: bytes.2 }
    }
}

impl From<Statistics> for SumsBytes {
    fn from(seen: Statistics) -> Self {
        Self(seen.visits, seen.sum, seen.squares)
    }
}

impl From<SumsBytes> for Statistics {
    fn from(bytes: SumsBytes) -> Self {
        Self { visits: bytes.0, sum: bytes.1, squares: bytes.2 }
    }
}

impl<R> Report<R> {
    /// The bounds in the engine's type.
    pub(crate) fn bounds(&self) -> Option<ScoreBounds> {
        self.bounds.map(|(lower, upper)| ScoreBounds { lower, upper })
    }

    /// Whether a child can answer this that was asked for at most so many playouts, with scores within `unknown`. Nothing
    /// is said here of the search's own fields.
    pub(crate) fn is_sound(&self, asked: u32, settings: &Settings, unknown: ScoreBounds) -> bool {
        let SumsBytes(made, ..) = self.sums;
        let can_be = |(lower, upper)| unknown.lower <= lower && lower <= upper && upper <= unknown.upper;
        (1..=asked).contains(&made)
            && self.sums.is_sound()
            && self.bounds.is_none_or(|bounds| settings.proves && can_be(bounds))
            && self.shared.is_none_or(|shared| settings.is_graph && shared.0 >= made && shared.is_sound())
    }
}

/// A [`Lease`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LeaseBytes {
    parent: (u32, f64),
    arm: ArmBytes,
    rival: Option<f64>,
}

/// An [`Arm`]; the last is what "all moves as first" knows, if anything.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct ArmBytes(u32, f64, f64, f32, f32, Option<(u32, f64)>);

impl From<Arm> for ArmBytes {
    fn from(arm: Arm) -> Self {
        let amaf = (arm.amaf_visits > 0).then_some((arm.amaf_visits, arm.amaf_mean));
        Self(arm.visits, arm.mean, arm.variance, arm.points as f32, arm.prior as f32, amaf)
    }
}

impl From<ArmBytes> for Arm {
    fn from(bytes: ArmBytes) -> Self {
        let ArmBytes(visits, mean, variance, points, prior, amaf) = bytes;
        let (amaf_visits, amaf_mean) = amaf.unwrap_or_default();
        Self { visits, mean, variance, points: points.into(), prior: prior.into(), amaf_visits, amaf_mean }
    }
}

impl LeaseBytes {
    /// Whether a parent can know this.
    pub(crate) fn is_sound(&self) -> bool {
        let ArmBytes(_, mean, variance, points, prior, amaf) = self.arm;
        let means = [self.parent.1, mean, variance, amaf.map_or(0.0, |(_, mean)| mean)];
        means.into_iter().all(|mean| is_sum(1, mean))
            && points.is_finite()
            && prior.is_finite()
            && !self.rival.is_some_and(f64::is_nan)
    }
}

impl From<Lease> for LeaseBytes {
    fn from(lease: Lease) -> Self {
        let Lease { parent, arm, rival } = lease;
        Self { parent: (parent.visits, parent.mean), arm: arm.into(), rival }
    }
}

impl From<LeaseBytes> for Lease {
    fn from(bytes: LeaseBytes) -> Self {
        let (visits, mean) = bytes.parent;
        Self { parent: Parent::new(visits, mean), arm: bytes.arm.into(), rival: bytes.rival }
    }
}

/// Adds a job to a message.
pub(crate) fn write(job: &Job<'_, impl Serialize, impl Serialize>, mut message: Vec<u8>) -> Vec<u8> {
    // Nearly all jobs are small, those with fields of their own a little larger. `to_extend` grows the message byte by byte.
    let mut small = [0; 256];
    if let Ok(bytes) = postcard::to_slice(job, &mut small) {
        message.extend_from_slice(bytes);
        return message;
    }
    let mut larger = [0; 4096];
    if let Ok(bytes) = postcard::to_slice(job, &mut larger) {
        message.extend_from_slice(bytes);
        return message;
    }
    postcard::to_extend(job, message).expect("a job has a form in bytes, and memory does not end")
}

/// Takes the first job off a message; `None` if the bytes are not a job.
pub(crate) fn read<'a, S: Deserialize<'a>, R: Deserialize<'a>>(message: &mut &'a [u8]) -> Option<Job<'a, S, R>> {
    let (job, rest) = postcard::take_from_bytes(message).ok()?;
    *message = rest;
    Some(job)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Jobs with fields of the search's own: a number down, a text up.
    type Tested<'a> = Job<'a, u32, String>;

    fn jobs() -> Vec<Tested<'static>> {
        let arm = Arm { visits: 3, mean: 0.25, variance: 0.5, points: 2.0, prior: 0.125, ..Arm::default() };
        let lease = |rival| Some(Lease { parent: Parent::new(9, 0.5), arm, rival }.into());
        let sums = SumsBytes(7, 3.5, 2.5);
        let search = |target, lease| Job::Search { frame: 300, target, playouts: 9, lease, fields: 700 };
        let report = |node, bounds, shared| {
            let fields = "own ".repeat(100);
            Job::Report(Report { frame: 1, node, sums, bounds, shared, fields })
        };
        vec![
            search(Target::Known(70_000), None),
            search(Target::At(Cow::Owned(vec![1, 2, 255])), lease(Some(0.75))),
            search(Target::At(Cow::Owned(Vec::new())), lease(None)),
            report(Some(u32::MAX), Some((-64, 64)), Some(sums)),
            report(None, None, None),
            Job::Hello {
                errand: "nim".to_owned(),
                found: vec![(1, 4), (u64::MAX, 1)],
                last: 300,
                obstacle: Some("torn".to_owned()),
            },
            Job::Begin(None),
            Job::Begin(Some((1 << 40, 3))),
            Job::Ready(Ok((1 << 33, u64::MAX))),
            Job::Ready(Err("no".to_owned())),
            Job::Save { generation: 4, mark: 1 << 50, playouts: 1 << 40 },
            Job::Saved { generation: 4, error: Some("disk full".to_owned()) },
            Job::End,
            Job::Farewell(Box::default()),
        ]
    }

    #[test]
    fn what_is_written_is_read_again() {
        let message = jobs().iter().fold(Vec::new(), |message, job| write(job, message));
        let mut rest = &message[..];
        for job in jobs() {
            assert_eq!(read(&mut rest), Some(job));
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn no_fields_take_no_bytes_and_change_nothing_of_other_jobs() {
        let plain: Job<'_> = Job::Search { frame: 1, target: Target::Known(1), playouts: 1, lease: None, fields: () };
        let own: Job<'_, u8> = Job::Search { frame: 1, target: Target::Known(1), playouts: 1, lease: None, fields: 9 };
        assert_eq!(write(&plain, Vec::new()).len() + 1, write(&own, Vec::new()).len());
        let (plain, own): (Job<'_>, Tested<'_>) = (Job::Begin(Some((3, 4))), Job::Begin(Some((3, 4))));
        assert_eq!(write(&plain, Vec::new()), write(&own, Vec::new()));
    }

    #[test]
    fn a_lease_survives_the_journey() {
        let arm =
            Arm { visits: 3, mean: 0.25, variance: 0.5, points: 2.0, prior: 0.125, amaf_visits: 7, amaf_mean: 0.75 };
        let lease = Lease { parent: Parent::new(9, 0.5), arm, rival: Some(0.625) };
        let back = Lease::from(LeaseBytes::from(lease));
        assert_eq!(format!("{lease:?}"), format!("{back:?}"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let mut rest = &bytes[..];
            while !rest.is_empty() && read::<u32, String>(&mut rest).is_some() {}
        }

        #[test]
        fn a_torn_message_is_noticed(cut in 1usize..200) {
            let message = jobs().iter().fold(Vec::new(), |message, job| write(job, message));
            let mut rest = &message[..message.len().saturating_sub(cut)];
            let mut read_jobs = 0;
            while !rest.is_empty() {
                match read::<u32, String>(&mut rest) {
                    Some(job) => prop_assert_eq!(job, jobs().swap_remove(read_jobs)),
                    None => break,
                }
                read_jobs += 1;
            }
            prop_assert!(read_jobs < jobs().len());
        }
    }
}
