//! The list of checksums, `SHA256SUMS`: each line is a checksum, two spaces and the path of a file in the folder.

use std::collections::HashSet;
use std::path::{Component, Path};

use super::SUMS;

/// A line of the list: the checksum and the path.
pub(crate) type Entry<'a> = (&'a str, &'a str);

/// The lines of a list, each path once.
///
/// # Errors
/// For each malformed line, or one that repeats a path: one sentence with the name of the list and the line number.
pub(crate) fn entries(text: &str) -> impl Iterator<Item = Result<Entry<'_>, String>> {
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
