//! Nothing is kept: the program was built without tables.

use std::sync::Arc;

use clap::Args;
use solver::{Board, ProofTable, Scoring};

use crate::exit::Failure;

/// No options.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableArgs {}

/// Keeps nothing.
#[derive(Debug)]
pub(crate) struct Store(());

impl Store {
    /// Opens nothing.
    ///
    /// # Errors
    /// Never.
    pub(crate) fn open(TableArgs {}: &TableArgs) -> Result<Self, Failure> {
        Ok(Self(()))
    }

    /// The same.
    pub(crate) fn none() -> Self {
        Self(())
    }

    /// Always `None`.
    ///
    /// # Errors
    /// Never.
    pub(crate) fn table(&self, _: Board, _: Scoring) -> Result<Option<Arc<dyn ProofTable>>, Failure> {
        Ok(None)
    }

    /// Always `None`.
    pub(crate) fn written(&self) -> Option<u64> {
        None
    }

    /// Never.
    pub(crate) fn has_failed(&self) -> bool {
        false
    }

    /// Does nothing.
    ///
    /// # Errors
    /// Never.
    pub(crate) fn close(self) -> Result<(), Failure> {
        Ok(())
    }
}
