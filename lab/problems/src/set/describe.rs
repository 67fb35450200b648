//! Rewrites the description of a set without touching its data.

use std::path::Path;

use files::{read_bounded, write_whole};

use super::frame::frame;
use super::sums::{Folder, MOST_OF_TEXT};
use super::{CARD, CROISSANT, PLAN, SUMS, SetError, of_split, read};
use crate::croissant::Listed;
use crate::split::Split;

/// Rewrites the card, the machine-readable description and the list of checksums of a set as this version would; returns the
/// names of those that changed. Plan and data stay as they are; each of these files must have its listed checksum.
///
/// The list is written last: if the program is killed before, the card does not match the list, and the same call continues.
///
/// # Errors
/// A folder without a whole set, or a file that is damaged, missing or cannot be written.
pub fn describe(folder: &Path) -> Result<Vec<&'static str>, SetError> {
    let set = read(folder)?;
    let bad = |why| SetError::no_set(folder, why);
    let listing = Folder::open(folder).map_err(bad)?;
    let (mut data, mut plan_sum) = (Vec::new(), None);
    for entry in listing.entries() {
        let (sum, path) = entry.map_err(bad)?;
        if [CARD, CROISSANT].contains(&path) {
            continue;
        }
        let bytes = listing.read_listed((sum, path)).map_err(bad)?.len() as u64;
        if path == PLAN {
            plan_sum = Some(sum.to_owned());
        } else {
            data.push(Listed { path: path.to_owned(), sum: sum.to_owned(), bytes });
        }
    }
    let plan_sum = plan_sum.ok_or_else(|| bad(format!("{SUMS}: {PLAN} is missing")))?;
    let parts = Split::ALL.map(|split| of_split(&set.records, split));
    let mut changed = Vec::new();
    for (name, bytes) in frame(&set.plan, plan_sum, &parts, data) {
        let path = folder.join(name);
        if read_bounded(&path, MOST_OF_TEXT).is_ok_and(|former| former == bytes) {
            continue;
        }
        write_whole(&path, &bytes)?;
        changed.push(name);
    }
    Ok(changed)
}
