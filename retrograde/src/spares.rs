//! Large scratch memory, passed on from one piece of work to the next.

use std::sync::{Mutex, PoisonError};

/// The pieces not in use at the moment, at most as many as there are threads. Making a new one for each piece of work
/// would have the system clear its pages each time.
#[derive(Default)]
pub(crate) struct Spares<T>(Mutex<Vec<T>>);

impl<T: Default> Spares<T> {
    /// Works with a used one, with whatever is in it, or with a new one.
    pub(crate) fn lend<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let spares = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let used = spares().pop();
        let mut scratch = used.unwrap_or_default();
        let result = work(&mut scratch);
        spares().push(scratch);
        result
    }
}
