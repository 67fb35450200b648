//! Checks the listed files against those that the plan, the card and the machine-readable description name.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Files;
use crate::formats::Format;
use crate::plan::Plan;
use crate::set::{CARD, CROISSANT, PLAN, SUMS, data_files, data_path};
use crate::split::Split;

/// What does not fit. `positions` are the numbers in each split, if all could be read; otherwise the file names must do.
pub(super) fn findings(plan: &Plan, files: &Files, positions: Option<[usize; 3]>) -> Vec<String> {
    let mut found = Vec::new();
    let is_data = |path: &&str| ![PLAN, CARD, CROISSANT].contains(path);
    let data: BTreeMap<&str, &str> =
        files.iter().map(|(path, file)| (path.as_str(), file.1.as_str())).filter(|(path, _)| is_data(path)).collect();
    let parts = Split::ALL.map(|split| parts(plan, &data, split));
    if plan.formats.is_empty() {
        found.push(format!("{PLAN}: it names no format"));
    }
    if positions.unwrap_or(parts) == [0; 3] {
        found.push("the set is empty: no position is in it".to_owned());
    }
    let planned: BTreeSet<String> = match positions {
        Some(positions) => data_files(plan, positions).into_iter().map(|file| file.path).collect(),
        None => by_names(plan, parts, data.len()),
    };
    // In readable sets, the later comparison finds missing files.
    let missing = planned.iter().filter(|path| positions.is_none() && !data.contains_key(path.as_str()));
    found.extend(missing.map(|path| format!("{path}: the file is missing")));
    let surplus = data.keys().filter(|path| !planned.contains(**path));
    found.extend(surplus.map(|path| format!("{path}: the plan has no such file")));
    found.extend(files.get(CROISSANT).map(|file| of_description(&file.0, &data)).into_iter().flatten());
    found.extend(files.get(CARD).map(|file| of_card(&file.0, positions, parts)).into_iter().flatten());
    found
}

/// The number of parts of a split according to the names of its data files; 0 if it has none.
fn parts(plan: &Plan, data: &BTreeMap<&str, &str>, split: Split) -> usize {
    let parts_by = |format: Format, path: &str| {
        let name =
            path.strip_prefix(&format!("{format}/{split}-"))?.strip_suffix(&format!(".{}", format.extension()))?;
        name.split_once("-of-")?.1.parse::<usize>().ok()
    };
    let all = plan.formats.iter().flat_map(|&format| data.keys().filter_map(move |path| parts_by(format, path)));
    all.max().unwrap_or(0)
}

/// The data files of a set whose splits have this many parts; if these are very many, only one more per split than are
/// `listed`.
fn by_names(plan: &Plan, parts: [usize; 3], listed: usize) -> BTreeSet<String> {
    let of_split = |format: Format, split: Split| {
        let parts = parts[split as usize];
        (0..parts.min(listed + 1)).map(move |part| data_path(format, split, part, parts))
    };
    let of_format = |&format: &Format| Split::ALL.into_iter().flat_map(move |split| of_split(format, split));
    plan.formats.iter().flat_map(of_format).collect()
}

/// Checks that the description names exactly the listed data files, with their checksums.
fn of_description(bytes: &[u8], data: &BTreeMap<&str, &str>) -> Vec<String> {
    let description: Value = match serde_json::from_slice(bytes) {
        Ok(description) => description,
        Err(error) => return vec![format!("{CROISSANT}: {error}")],
    };
    let objects = description["distribution"].as_array().into_iter().flatten();
    let named: BTreeMap<&str, &str> =
        objects.filter_map(|object| Some((object["contentUrl"].as_str()?, object["sha256"].as_str()?))).collect();
    let of_listed = data.iter().filter_map(|(&path, &sum)| match named.get(path) {
        None => Some(format!("{path}: {CROISSANT} does not name it")),
        Some(&said) if said != sum => Some(format!("{path}: the checksum is not that of {CROISSANT}")),
        Some(_) => None,
    });
    let unlisted = named.keys().filter(|path| !data.contains_key(**path));
    let unlisted = unlisted.map(|path| format!("{path}: {CROISSANT} names it, and {SUMS} does not"));
    of_listed.chain(unlisted).collect()
}

/// Checks that the splits have as many positions as the card's table says, if it has one.
fn of_card(bytes: &[u8], positions: Option<[usize; 3]>, parts: [usize; 3]) -> Vec<String> {
    let card = String::from_utf8_lossy(bytes);
    let mut found = Vec::new();
    for split in Split::ALL {
        let Some(said) = positions_said(&card, split) else { continue };
        match positions.map(|positions| positions[split as usize]) {
            Some(there) if there != said => {
                found.push(format!("{CARD}: it gives {split} {said} positions, and {there} are there"));
            }
            None if said > 0 && parts[split as usize] == 0 => {
                found.push(format!("{CARD}: it gives {split} {said} positions, and {SUMS} no file"));
            }
            _ => {}
        }
    }
    found
}

/// The number of positions of a split in the card's table.
fn positions_said(card: &str, split: Split) -> Option<usize> {
    let row = card.lines().find_map(|line| line.strip_prefix(&format!("| {split} | ")))?;
    row.split(' ').next()?.parse().ok()
}
