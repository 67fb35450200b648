//! A set in its folder, through its list of checksums, `SHA256SUMS`: each line is a checksum, two spaces and the path of a file
//! in the folder.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use files::read_bounded;

use super::{CARD, CROISSANT, PLAN, SUMS, checksum};
use crate::plan::Plan;

/// The most bytes of the plan, the card or the list of checksums.
pub(super) const MOST_OF_TEXT: u64 = 16 << 20;
/// The most bytes of a data file.
const MOST_OF_DATA: u64 = 1 << 30;
/// The most bytes per position in any format.
const MOST_OF_POSITION: u64 = 8 << 10;
/// The most bytes of a data file besides its positions.
const MOST_OF_FRAME: u64 = 1 << 20;

/// The most bytes of a data file with at most this many positions.
fn most_of_data(positions: u64) -> u64 {
    positions.saturating_mul(MOST_OF_POSITION).saturating_add(MOST_OF_FRAME).min(MOST_OF_DATA)
}

/// A line of the list: the checksum and the path.
pub(crate) type Entry<'a> = (&'a str, &'a str);

/// A folder with a list of checksums and a plan.
pub(crate) struct Folder {
    path: PathBuf,
    /// The list.
    pub(crate) sums: String,
    pub(crate) plan: Plan,
}

impl Folder {
    /// Opens a set. The checksum of the plan is for the caller to compare.
    ///
    /// # Errors
    /// One sentence on why the folder has no set.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        if !path.is_dir() {
            return Err("there is no such folder".to_owned());
        }
        let text = |name: &str| {
            let bytes =
                read_bounded(&path.join(name), MOST_OF_TEXT).map_err(|error| format!("{name}: {}", error.reason()))?;
            String::from_utf8(bytes).map_err(|error| format!("{name}: {error}"))
        };
        let sums = text(SUMS)?;
        let plan = text(PLAN)?;
        let is_other = |(sum, path): Entry<'_>| path == PLAN && sum != checksum(plan.as_bytes());
        let plan = serde_json::from_str(&plan).map_err(|error| match entries(&sums).flatten().any(is_other) {
            true => format!("{PLAN}: {OTHER_SUM}"),
            false => format!("{PLAN}: {error}"),
        })?;
        Ok(Self { path: path.to_owned(), sums, plan })
    }

    /// The lines of the list, each path once.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Result<Entry<'_>, String>> {
        entries(&self.sums)
    }

    /// The bytes of a file, and their checksum. The plan limits how large a data file can be.
    ///
    /// # Errors
    /// One sentence that begins with the path.
    pub(crate) fn read(&self, path: &str) -> Result<(Vec<u8>, String), String> {
        let is_text = [PLAN, CARD, CROISSANT].contains(&path);
        let most = if is_text { MOST_OF_TEXT } else { most_of_data(self.plan.positions_a_file()) };
        let bytes = read_bounded(&self.path.join(path), most).map_err(|error| format!("{path}: {}", error.reason()))?;
        let sum = checksum(&bytes);
        Ok((bytes, sum))
    }

    /// The same for a file with this checksum.
    ///
    /// # Errors
    /// See [`Folder::read`]; or it has another checksum.
    pub(crate) fn read_listed(&self, (listed, path): Entry<'_>) -> Result<Vec<u8>, String> {
        let (bytes, sum) = self.read(path)?;
        if sum == listed { Ok(bytes) } else { Err(format!("{path}: {OTHER_SUM}")) }
    }
}

/// What is wrong with a file that has another checksum.
pub(crate) const OTHER_SUM: &str = "the checksum is not that of SHA256SUMS";

/// The lines of a list, each path once.
///
/// # Errors
/// For each malformed line, or one that repeats a path: one sentence with the name of the list and the line number.
fn entries(text: &str) -> impl Iterator<Item = Result<Entry<'_>, String>> {
    let mut seen = HashSet::new();
    text.lines().enumerate().map(move |(index, line)| {
        let place = format!("{SUMS}:{}", index + 1);
        let entry = line.split_once("  ").filter(|(_, path)| is_inside(path));
        let entry = entry.ok_or_else(|| format!("{place}: '{line}' is not a checksum and a file"))?;
        if seen.insert(entry.1) { Ok(entry) } else { Err(format!("{place}: '{}' is listed twice", entry.1)) }
    })
}

/// Whether a path leads to a file in the folder, and is its only name there.
fn is_inside(path: &str) -> bool {
    let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    path.split('/').all(is_plain)
        && Path::new(path).components().all(|component| matches!(component, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_as_large_as_its_positions_and_never_larger_than_memory() {
        assert_eq!([0, 1, u64::MAX].map(most_of_data), [MOST_OF_FRAME, MOST_OF_FRAME + MOST_OF_POSITION, MOST_OF_DATA]);
    }

    #[test]
    fn a_path_stays_in_the_folder_and_is_listed_once() {
        let read = |text: &str| entries(text).map(|entry| entry.map(|(_, path)| path.to_owned())).collect::<Vec<_>>();
        assert_eq!(read("0  set.json\n1  csv/a.csv\n"), [Ok("set.json".to_owned()), Ok("csv/a.csv".to_owned())]);
        for path in ["/etc/passwd", "../a", "csv/../a", "csv//a", "./a", "csv/./a", "csv/", "", "."] {
            let line = format!("0  {path}");
            let error = format!("SHA256SUMS:1: '{line}' is not a checksum and a file");
            assert_eq!(read(&line), [Err(error)], "{path}");
        }
        let twice = read("0  a\n0  b\n1  a\n");
        assert_eq!(twice[2], Err("SHA256SUMS:3: 'a' is listed twice".to_owned()));
    }
}
