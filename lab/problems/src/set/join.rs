//! Puts the parts of a set, or several sets of one board, together.

use std::path::{Path, PathBuf};

use files::DraftFolder;
use solver::Progress;

use super::draft::{check_place, partial_of, write};
use super::{Made, SetError, of_split, read};
use crate::hash::text_hash;
use crate::plan::Plan;
use crate::record::Record;
use crate::sources::{SourceSpec, Span};
use crate::split::Split;

/// Makes one set in `folder` of those in `parts`: of twins, however they arose, the one whose source is first by name is kept,
/// and all are in the order of a hash, so that the order of the parts does not matter. With `share`, only the positions whose
/// hash is a multiple of it are kept. `planned` puts program, command, formats, the size of data files and the share into the
/// plan of the first part; the rest follows from the parts.
///
/// # Errors
/// Parts of different boards, starts, scorings or kinds of labels, or that contradict each other; a part or a place that
/// cannot be used.
pub fn join(
    parts: &[PathBuf],
    planned: &dyn Fn(Plan) -> Plan,
    folder: &Path,
    progress: &Progress,
) -> Result<Made, SetError> {
    check_place(folder)?;
    let (mut joined, mut sums, mut found, mut labelled) = (None, Vec::new(), Vec::new(), 0);
    for path in parts {
        if progress.is_stopped() {
            return Err(SetError::Stopped { done: 0 });
        }
        let set = read(path)?;
        labelled += set.records.len() as u64;
        // A joined set names what it was joined of.
        match set.plan.source {
            SourceSpec::Parts => sums.extend(set.plan.parts.clone()),
            _ => sums.push([set.plan.command.clone(), set.checksum]),
        }
        let plan = match joined.take() {
            None => planned(Plan { source: SourceSpec::Parts, part: None, traps: None, seed: 0, ..set.plan.clone() }),
            Some(plan) => extended(plan, &set.plan, path)?,
        };
        let source = set.plan.source.to_string();
        let named =
            set.records.into_iter().map(|record| Record { source: record.source.or(Some(source.clone())), ..record });
        found.extend(named.filter(|record| is_of_share(record, plan.share)));
        joined = Some(plan);
    }
    sums.sort();
    sums.dedup();
    let records = unique(found).map_err(|why| SetError::Folder { folder: folder.to_path_buf(), why })?;
    let Some(plan) = joined.filter(|_| !records.is_empty()) else {
        let why = format!("the share has none of the {labelled} positions of the parts");
        return Err(SetError::Folder { folder: folder.to_path_buf(), why });
    };
    let plan = Plan { count: Some(records.len() as u64), parts: sums, ..plan };
    write(DraftFolder::create(&partial_of(folder)?, folder)?, &plan, &records, progress)?;
    Ok(Made { positions: Split::ALL.map(|split| of_split(&records, split).len()), labelled, ..Made::default() })
}

/// The plan of a set with a further part.
fn extended(plan: Plan, part: &Plan, path: &Path) -> Result<Plan, SetError> {
    let others = [
        ("board", plan.board != part.board),
        ("start", plan.start != part.start),
        ("scoring", plan.scoring != part.scoring),
        ("kind of labels", plan.labels != part.labels),
    ];
    if let Some((what, _)) = others.into_iter().find(|(_, is_other)| *is_other) {
        let why = format!("its {what} is not that of the other parts");
        return Err(SetError::Folder { folder: path.to_path_buf(), why });
    }
    let both = |one: Span, other: Span| Span { least: one.least.min(other.least), most: one.most.max(other.most) };
    Ok(Plan {
        empties: plan.empties.zip(part.empties).map(|(one, other)| both(one, other)),
        decisive: plan.decisive && part.decisive,
        source_sha256: plan.source_sha256.clone().max(part.source_sha256.clone()),
        ..plan
    })
}

/// Whether a record is in a share; another hash than that of the splits, so that each of these has its share.
fn is_of_share(record: &Record, share: Option<u64>) -> bool {
    share.is_none_or(|share| text_hash(&format!("share {}", record.id())).is_multiple_of(share))
}

/// The records in the order of a hash, one of each class of symmetric twins; or why they contradict each other.
fn unique(mut records: Vec<Record>) -> Result<Vec<Record>, String> {
    let place = |record: &Record| {
        let (id, source) = (record.id(), record.source.clone());
        (text_hash(&id), id, source, record.position.without_board().to_string())
    };
    records.sort_by_cached_key(place);
    let labels = |record: &Record| {
        let mut moves: Vec<_> = record.moves.iter().map(|label| (label.value, label.outcome.sign())).collect();
        moves.sort_unstable();
        moves
    };
    let mut kept: Vec<Record> = Vec::with_capacity(records.len());
    for record in records {
        match kept.last().filter(|last| last.id() == record.id()) {
            Some(last) if labels(last) == labels(&record) => {}
            Some(_) => return Err(format!("{}: two parts give its moves different labels", record.id())),
            None => kept.push(record),
        }
    }
    Ok(kept)
}
