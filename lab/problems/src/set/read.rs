//! Reading a set back from its folder.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use super::sums::Folder;
use super::{PLAN, SUMS, SetError, checksum, data_path};
use crate::formats::Format;
use crate::plan::Plan;
use crate::record::Record;
use crate::split::Split;

/// A set read from its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadSet {
    /// Its plan.
    pub plan: Plan,
    /// All positions: those of train, then validation, then test, in the order of the files.
    pub records: Vec<Record>,
    /// SHA-256 of the list of checksums, which identifies the set.
    pub checksum: String,
}

/// Reads the set in a folder from the first of its formats that is whole, verifying the checksums of the files that it
/// reads. Labels are taken on trust; [`mod@crate::check`] verifies them.
///
/// # Errors
/// A folder without a whole set, a file that does not match its checksum, labels that contradict themselves.
pub fn read(folder: &Path) -> Result<ReadSet, SetError> {
    let bad = |why| SetError::no_set(folder, why);
    let listing = Folder::open(folder).map_err(bad)?;
    let sums_by_path: BTreeMap<&str, &str> =
        listing.entries().map(|entry| entry.map(|(sum, path)| (path, sum))).collect::<Result<_, _>>().map_err(bad)?;
    let file = |path: &str| {
        let sum = sums_by_path.get(path).copied().unwrap_or_default();
        listing.read_listed((sum, path)).map_err(bad)
    };
    file(PLAN)?;
    let plan = &listing.plan;
    let format = plan.formats.iter().copied().find(|format| format.is_whole());
    let format = format.ok_or_else(|| bad("neither parquet nor jsonl is among its formats".to_owned()))?;
    let mut records = Vec::new();
    for split in Split::ALL {
        for path in all_parts(&sums_by_path, format, split).map_err(bad)? {
            records.extend(format.import(&file(path)?).map_err(|error| bad(format!("{path}: {error}")))?);
        }
    }
    if let Some(wanted) = plan.wanted().filter(|&wanted| wanted != records.len() as u64) {
        return Err(bad(format!("{} positions are there, {wanted} were planned", records.len())));
    }
    let is_planned = |record: &Record| {
        record.position.board() == plan.board && record.scoring == plan.scoring && record.labels == plan.labels
    };
    if let Some(record) = records.iter().find(|record| !is_planned(record)) {
        return Err(bad(format!("{}: the board, the scoring or the labels are not the planned ones", record.id())));
    }
    let mut ids = HashSet::with_capacity(records.len());
    if let Some(twin) = records.iter().map(Record::id).find(|id| !ids.insert(id.clone())) {
        return Err(bad(format!("{twin}: this position is there twice, perhaps turned")));
    }
    let checksum = checksum(listing.sums.as_bytes());
    Ok(ReadSet { records, checksum, plan: listing.plan })
}

/// The data files of a split in a format, in order.
///
/// # Errors
/// The list has only some of them.
fn all_parts<'a>(sums: &BTreeMap<&'a str, &str>, format: Format, split: Split) -> Result<Vec<&'a str>, String> {
    let prefix = format!("{format}/{split}-");
    let count = sums.keys().filter(|path| path.starts_with(&prefix)).count();
    let part = |part| sums.get_key_value(data_path(format, split, part, count).as_str()).map(|(&path, _)| path);
    let found = (0..count).map(part).collect::<Option<_>>();
    found.ok_or_else(|| format!("{SUMS} lists only some of the files {prefix}*"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_100_000_files_are_in_the_order_of_their_numbers() {
        let (count, split) = (100_001, Split::Train);
        let paths: Vec<String> = (0..count).map(|part| data_path(Format::Csv, split, part, count)).collect();
        let mut sums: BTreeMap<&str, &str> = paths.iter().map(|path| (path.as_str(), "")).collect();
        assert_eq!(all_parts(&sums, Format::Csv, split).unwrap(), paths);
        sums.remove(paths[7].as_str());
        assert!(all_parts(&sums, Format::Csv, split).is_err());
    }
}
