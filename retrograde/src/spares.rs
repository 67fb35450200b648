//! Large scratch memory, passed on from one piece of work to the next.

use std::mem;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

/// The pieces not in use at the moment, at most as many as there are threads. Making a new one for each piece of work
/// would have the system clear its pages each time.
#[derive(Default)]
pub(crate) struct Spares<T>(Mutex<Vec<T>>);

/// One of them in use. Dropping it returns it.
pub(crate) struct Spare<'a, T: Default> {
    spares: &'a Spares<T>,
    scratch: T,
}

impl<T: Default> Spares<T> {
    /// Takes a used one, with whatever is in it, or makes one.
    pub(crate) fn take(&self) -> Spare<'_, T> {
        let used = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Spare { spares: self, scratch: used.unwrap_or_default() }
    }
}

impl<T: Default> Deref for Spare<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.scratch
    }
}

impl<T: Default> DerefMut for Spare<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.scratch
    }
}

impl<T: Default> Drop for Spare<'_, T> {
    fn drop(&mut self) {
        let scratch = mem::take(&mut self.scratch);
        self.spares.0.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}
