//! The files around the data of a set, which follow from it: the card, the machine-readable description, the checksums.

use super::{CARD, CROISSANT, PLAN, SUMS, SetError, checksum, data_files};
use crate::card::{self, Sizes};
use crate::croissant::{self, Listed};
use crate::formats::{Format, loaded_bytes};
use crate::plan::Plan;
use crate::record::Record;

/// Names and bytes of the files around the data, the list of checksums last. `plan_sum` is the checksum of the plan's file;
/// `parts` are the records of each split.
pub(super) fn frame(
    plan: &Plan,
    plan_sum: String,
    parts: &[Vec<Record>; 3],
    mut data: Vec<Listed>,
) -> [(&'static str, Vec<u8>); 3] {
    data.sort_by(|one, other| one.path.cmp(&other.path));
    let card = card::text(plan, parts, sizes(plan, parts, &data)).into_bytes();
    let croissant = croissant::text(plan, &data).into_bytes();
    let mut sums: Vec<(&str, String)> = data.iter().map(|file| (&*file.path, file.sum.clone())).collect();
    sums.extend([(PLAN, plan_sum), (CARD, checksum(&card)), (CROISSANT, checksum(&croissant))]);
    sums.sort();
    let lines: String = sums.iter().map(|(path, sum)| format!("{sum}  {path}\n")).collect();
    [(CARD, card), (CROISSANT, croissant), (SUMS, lines.into_bytes())]
}

/// The file of a plan.
pub(super) fn plan_bytes(plan: &Plan) -> Result<Vec<u8>, SetError> {
    Ok(format!("{}\n", serde_json::to_string_pretty(plan).map_err(SetError::Json)?).into_bytes())
}

fn sizes(plan: &Plan, parts: &[Vec<Record>; 3], data: &[Listed]) -> Sizes {
    let Some(main) = card::main_format(&plan.formats) else { return Sizes::default() };
    let prefix = format!("{main}/");
    let files = data.iter().filter(|file| file.path.starts_with(&prefix)).map(|file| file.bytes).sum();
    let mut loaded = [0; 3];
    for file in data_files(plan, [0, 1, 2].map(|index| parts[index].len())) {
        if file.format == main && main == Format::Parquet {
            let split = file.split as usize;
            loaded[split] += loaded_bytes(&parts[split][file.records.0..file.records.1]);
        }
    }
    (files, loaded)
}
