//! No tables on the disk: the program was built without the feature `tables`.

use std::iter;
use std::path::PathBuf;
use std::time::Duration;

use solver::{Board, Bounds, Question, Scoring};
use thiserror::Error;

use crate::options::Options;
use crate::{Counts, SharedTable, TableName};

/// There are none.
#[derive(Debug)]
pub enum Disk {}

/// A search whose effort is recorded: there are none.
#[derive(Debug)]
pub enum Run {}

/// A directory is named.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("built without tables; nothing can be kept in '{}'", .0.display())]
pub struct TableError(PathBuf);

#[expect(missing_docs, clippy::missing_errors_doc, reason = "as with the feature")]
impl Disk {
    pub(crate) fn open(options: &Options) -> Result<Option<Self>, TableError> {
        options.directory.clone().map_or(Ok(None), |directory| Err(TableError(directory)))
    }

    pub(crate) fn is_written(&self) -> bool {
        match *self {}
    }

    pub(crate) fn bounds(&self, _: Board, _: Scoring) -> Option<SharedTable> {
        match *self {}
    }

    pub(crate) fn tablebases(&self, _: Board, _: Scoring) -> iter::Empty<SharedTable> {
        match *self {}
    }

    pub(crate) fn names(&self) -> Vec<TableName> {
        match *self {}
    }

    pub(crate) fn count(&self, _: TableName, _: &dyn Fn() -> bool) -> Option<Counts> {
        match *self {}
    }

    pub(crate) fn has_failed(&self) -> bool {
        match *self {}
    }

    pub fn begin(&self, _: &Question) -> Run {
        match *self {}
    }

    pub fn note(&self, _: &Run, _: Option<Bounds>, _: u64, _: Duration, _: bool) {
        match *self {}
    }

    pub fn written(&self) -> u64 {
        match *self {}
    }

    pub fn has_stopped(&self) -> bool {
        match *self {}
    }

    pub fn is_doubted(&self) -> bool {
        match *self {}
    }

    pub fn flush(&self) -> Result<(), TableError> {
        match *self {}
    }

    pub fn close(self) -> (Result<(), TableError>, Vec<String>) {
        match self {}
    }
}

impl Run {
    /// The nodes and the time that earlier runs have spent without an answer.
    pub fn unfinished(&self) -> Option<(u64, Duration)> {
        match *self {}
    }
}
