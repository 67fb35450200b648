//! What ranks tell each other, and how it is encoded.
//!
//! A message is a sequence of [`Job`]s in the format of the crate `postcard`. SEARCH and REPORT make up the search; the
//! others begin, save and end it.

use std::borrow::Cow;

use mcts::{ScoreBounds, Sums};
use serde::{Deserialize, Serialize};

use crate::amaf::AmafReport;
use crate::lease::Lease;
use crate::statistics::RankStatistics;

/// Number of a frame, on the rank that has it.
pub(crate) type FrameId = u32;
/// Number of a node, at its home.
pub(crate) type NodeId = u32;
/// A generation of a checkpoint, and how many ranks wrote it.
pub(crate) type Written = (u64, u32);

/// One thing to do.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Job<'a> {
    /// To the home of the chosen child: continue the descent.
    Search {
        /// Whom to report to: a frame of the sender.
        frame: FrameId,
        #[serde(borrow)]
        target: Target<'a>,
        playouts: u32,
        lease: Option<Lease>,
        /// Whether the side to move at the child is not the one at the root.
        is_other: bool,
    },
    /// To the home of the parent: the result.
    Report(Report),
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
pub(crate) struct Report {
    /// The frame that asked.
    pub(crate) frame: FrameId,
    /// The child's number, if it is stored.
    pub(crate) node: Option<NodeId>,
    /// Playouts made and their rewards, for the side to move at the child.
    pub(crate) sums: Sums,
    /// What is proven about the child, if it is new.
    pub(crate) bounds: Option<ScoreBounds>,
    /// The child's statistics over all its parents; only in graphs.
    pub(crate) shared: Option<Sums>,
    /// The moves of the playouts, if the formula wants them.
    pub(crate) amaf: Option<AmafReport>,
}

/// Adds a job to a message.
pub(crate) fn write(job: &Job<'_>, mut message: Vec<u8>) -> Vec<u8> {
    // Nearly all jobs are small, those with moves a little larger. `to_extend` grows the message byte by byte.
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
pub(crate) fn read<'a>(message: &mut &'a [u8]) -> Option<Job<'a>> {
    let (job, rest) = postcard::take_from_bytes(message).ok()?;
    *message = rest;
    Some(job)
}

#[cfg(test)]
mod tests {
    use mcts::select::{Arm, Parent};
    use proptest::prelude::*;

    use super::*;

    fn jobs() -> Vec<Job<'static>> {
        let arm = Arm { visits: 3, mean: 0.25, variance: 0.5, points: 2.0, prior: 0.125, ..Arm::default() };
        let lease = |rival| Some(Lease { parent: Parent::new(9, 0.5), arm, rival });
        let sums = Sums { playouts: 7, sum: 3.5, squares: 2.5 };
        let search = |target, lease| Job::Search { frame: 300, target, playouts: 9, lease, is_other: true };
        let report = |node, bounds, shared, amaf| Job::Report(Report { frame: 1, node, sums, bounds, shared, amaf });
        let bounds = Some(ScoreBounds { lower: -64, upper: 64 });
        vec![
            search(Target::Known(70_000), None),
            search(Target::At(Cow::Owned(vec![1, 2, 255])), lease(Some(0.75))),
            search(Target::At(Cow::Owned(Vec::new())), lease(None)),
            report(Some(u32::MAX), bounds, Some(sums), Some(AmafReport::default())),
            report(None, None, None, None),
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

    proptest! {
        #[test]
        fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let mut rest = &bytes[..];
            while !rest.is_empty() && read(&mut rest).is_some() {}
        }

        #[test]
        fn a_torn_message_is_noticed(cut in 1usize..200) {
            let message = jobs().iter().fold(Vec::new(), |message, job| write(job, message));
            let mut rest = &message[..message.len().saturating_sub(cut)];
            let mut read_jobs = 0;
            while !rest.is_empty() {
                match read(&mut rest) {
                    Some(job) => prop_assert_eq!(job, jobs().swap_remove(read_jobs)),
                    None => break,
                }
                read_jobs += 1;
            }
            prop_assert!(read_jobs < jobs().len());
        }
    }
}
