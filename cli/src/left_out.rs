//! Messages about damaged lines that are left out of journals and ledgers.

use files::Damage;

use crate::exit;
use crate::output::counted;

/// The most lines to name; the rest are only counted.
const MOST_NAMED: usize = 10;

/// Names the lines on standard error. Unless they say otherwise, each held a `what`, which has to be found again.
pub(crate) fn tell(left_out: &[Damage], what: &str) {
    for damage in left_out.iter().take(MOST_NAMED) {
        let effect = damage.effect.map_or_else(|| format!("its {what} has to be found again"), str::to_owned);
        exit::complain(&format!("{damage}; it is left out, and {effect}"));
    }
    if let Some(more @ 1..) = left_out.len().checked_sub(MOST_NAMED) {
        let lines = counted(more as u64, "more damaged line is", "more damaged lines are");
        exit::complain(&format!("{lines} left out"));
    }
}
