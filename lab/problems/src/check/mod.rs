//! Verifies a set: its files, whether they agree with each other, and the labels, by a solver that shares no code with the
//! one that found them.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use checker::endgame::Stopped;
use rayon::prelude::*;
use solver::Progress;

use crate::formats::{Format, FormatError};
use crate::hash::text_hash;
use crate::label::LabelError;
use crate::plan::Plan;
use crate::readers;
use crate::record::Record;
use crate::set::sums::{Folder, OTHER_SUM};
use crate::set::{CARD, DataFile, PLAN, SUMS, SetError, data_files};
use crate::sources::SourceSpec;
use crate::split::Split;
use crate::traps::traps;

mod listed;
pub(crate) mod proof;

pub use proof::Sample;

/// The readable files whose checksum is listed, by their paths: their bytes, and the checksum of these.
type Files = BTreeMap<String, (Vec<u8>, String)>;

/// What was verified, and what is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Files whose checksum was computed.
    pub files: usize,
    /// Positions in train, validation and test; all were read, and `checker` checked their legal moves and their lines to the
    /// end against the rules.
    pub positions: [usize; 3],
    /// Data files that agree with the records.
    pub compared: usize,
    /// Positions with few enough empties to be proven again.
    pub provable: usize,
    /// Of these, the ones that were drawn: all of their moves' labels were proven again.
    pub proven: usize,
    /// Moves of these positions.
    pub proven_moves: usize,
    /// Positions with too many empties for that, for which a position further down the line was proven to have the labelled
    /// value; none from a book, whose lines end too early.
    pub proven_ends: usize,
    /// Whether there was a format from which everything can be read. Without one, only checksums are verified.
    pub is_readable: bool,
    /// What is wrong, one sentence each.
    pub findings: Vec<String>,
}

/// Verifies the set in a folder, on the threads of the present pool.
///
/// # Errors
/// There is no set, or `progress` was told to stop. A fault in a set is not an error but a finding.
pub fn check(folder: &Path, sample: Sample, progress: &Progress) -> Result<Checked, SetError> {
    let mut checked = Checked::default();
    let set = Folder::open(folder).map_err(|why| SetError::no_set(folder, why))?;
    let files = read_files(folder, &set, progress, &mut checked)?;
    let plan = set.plan;
    if !files.contains_key(CARD) {
        checked.findings.push(format!("{CARD} is missing"));
    }
    let Some(format) = plan.formats.iter().copied().find(|format| format.is_whole()) else {
        checked.findings.extend(listed::findings(&plan, &files, None));
        return Ok(checked);
    };
    checked.is_readable = true;
    let found_before = checked.findings.len();
    let parts = Split::ALL.map(|split| read_split(&files, format, split, &mut checked));
    checked.positions = [0, 1, 2].map(|index| parts[index].len());
    // If a file cannot be read, the number of positions is unknown.
    let positions = Some(checked.positions).filter(|_| checked.findings.len() == found_before);
    checked.findings.extend(listed::findings(&plan, &files, positions));
    check_plan(&plan, &parts, progress, &mut checked)?;
    check_files(&plan, &files, &parts, progress, &mut checked)?;
    let records: Vec<&Record> = parts.iter().flatten().collect();
    let wrong: Vec<String> = records.par_iter().filter_map(|record| proof::rules(record).err()).collect();
    checked.findings.extend(wrong);
    prove_sample(&records, sample, progress, &mut checked)?;
    Ok(checked)
}

/// The bytes of all files whose checksum is listed; wrong checksums become findings.
fn read_files(folder: &Path, set: &Folder, progress: &Progress, checked: &mut Checked) -> Result<Files, SetError> {
    let mut files = Files::new();
    for entry in set.entries() {
        go_on(progress)?;
        let read = entry.and_then(|(listed, path)| Ok((listed, path, set.read(path)?)));
        match read {
            Ok((listed, path, (bytes, sum))) => {
                checked.files += 1;
                if sum != listed {
                    checked.findings.push(format!("{path}: {OTHER_SUM}"));
                }
                files.insert(path.to_owned(), (bytes, sum));
            }
            Err(finding) => checked.findings.push(finding),
        }
    }
    if !files.contains_key(PLAN) {
        return Err(SetError::no_set(folder, format!("{PLAN} is missing, or {SUMS} does not list it")));
    }
    for path in listing(folder).map_err(|error| SetError::no_set(folder, error.to_string()))? {
        if path != SUMS && !files.contains_key(&path) {
            checked.findings.push(format!("{path}: the file is not in {SUMS}"));
        }
    }
    Ok(files)
}

/// Fails once `progress` was told to stop.
fn go_on(progress: &Progress) -> Result<(), SetError> {
    if progress.is_stopped() { Err(SetError::Stopped { done: 0 }) } else { Ok(()) }
}

/// All files of a set, as paths within it.
fn listing(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            for inner in fs::read_dir(entry.path())? {
                found.push(format!("{name}/{}", inner?.file_name().to_string_lossy()));
            }
        } else {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

/// The records of a split in the order of its files.
fn read_split(files: &Files, format: Format, split: Split, checked: &mut Checked) -> Vec<Record> {
    let prefix = format!("{format}/{split}-");
    let mut records = Vec::new();
    for (path, file) in files.iter().filter(|(path, _)| path.starts_with(&prefix)) {
        match format.import(&file.0) {
            Ok(found) => records.extend(found),
            Err(error) => checked.findings.push(format!("{path}: {error}")),
        }
    }
    records
}

/// Checks that the records fit the plan, each in its split and only once.
fn check_plan(
    plan: &Plan,
    parts: &[Vec<Record>; 3],
    progress: &Progress,
    checked: &mut Checked,
) -> Result<(), SetError> {
    let mut seen: HashMap<String, Split> = HashMap::new();
    for (split, records) in Split::ALL.into_iter().zip(parts) {
        for record in records {
            let id = record.id();
            let position = &record.position;
            let mut refuse = |what: &str| checked.findings.push(format!("{id} in {split}: {what}"));
            if record.split() != split {
                refuse("it belongs to another split");
            }
            if position.board() != plan.board || plan.empties.is_some_and(|span| !span.contains(position.empties())) {
                refuse("the board or the number of empty squares is not the planned one");
            }
            if record.scoring != plan.scoring || record.labels != plan.labels {
                refuse("the scoring or the kind of labels is not the planned one");
            }
            if record.source.is_some() != plan.is_joined() {
                refuse("only a joined set says how a position arose");
            }
            let source = record.source.as_ref().map_or(Ok(plan.source.clone()), |name| name.parse());
            if let Err(error) = &source {
                refuse(&error.to_string());
            }
            let is_of_book = source == Ok(SourceSpec::Book);
            if record.is_looked_up() && !is_of_book {
                refuse("no search counted its nodes, and it is not from the book");
            }
            if plan.decisive && !record.is_decisive() {
                refuse("it is not decisive");
            }
            match has_trap(record, plan.labelling().least_trap, progress) {
                Ok(true) => {}
                Ok(false) => refuse("it has no trap of as many plies as planned"),
                Err(LabelError::Stopped) => return Err(SetError::Stopped { done: 0 }),
                Err(error) => refuse(&error.to_string()),
            }
            if let Some(other) = seen.insert(id.clone(), split) {
                checked.findings.push(format!("{id}: it or a symmetric twin is in {other} and in {split}"));
            }
        }
    }
    let count = parts.iter().map(Vec::len).sum::<usize>() as u64;
    if let Some(wanted) = plan.wanted().filter(|&wanted| wanted != count) {
        checked.findings.push(format!("{count} positions are there, {wanted} were planned"));
    }
    Ok(())
}

/// Whether a position has a trap of at least this many plies; true if that is 0.
fn has_trap(record: &Record, least: u32, progress: &Progress) -> Result<bool, LabelError> {
    Ok(least == 0 || traps(record, progress)?.iter().any(|trap| trap.plies >= least))
}

/// Checks that every data file agrees with the records, and that the OBF files do so when they are parsed.
fn check_files(
    plan: &Plan,
    files: &Files,
    parts: &[Vec<Record>; 3],
    progress: &Progress,
    checked: &mut Checked,
) -> Result<(), SetError> {
    for file in data_files(plan, [0, 1, 2].map(|index| parts[index].len())) {
        go_on(progress)?;
        let DataFile { path, format, split, records: (first, end) } = file;
        let records = &parts[split as usize][first..end];
        let Some((bytes, _)) = files.get(&path) else {
            checked.findings.push(format!("{path}: the file is missing"));
            continue;
        };
        match format.agrees(bytes, records, progress) {
            Ok(true) => checked.compared += 1,
            Err(FormatError::Stopped) => return Err(SetError::Stopped { done: 0 }),
            Ok(false) => checked.findings.push(format!("{path}: it does not say what the other formats say")),
            // An unreadable file may be a finding already.
            Err(error) => {
                let finding = format!("{path}: {error}");
                if !checked.findings.contains(&finding) {
                    checked.findings.push(finding);
                }
            }
        }
        if format == Format::Obf {
            checked.findings.extend(obf_findings(&path, bytes, records));
        }
    }
    Ok(())
}

fn obf_findings(path: &str, bytes: &[u8], records: &[Record]) -> Option<String> {
    let board = records.first()?.position.board();
    let wanted = records.iter().map(|record| record.position);
    match readers::read(bytes, board, solver::Start::default()).into_iter().collect::<Result<Vec<_>, _>>() {
        Ok(games) if games.iter().map(solver::read::Game::end).eq(wanted) => None,
        Ok(_) => Some(format!("{path}: it has other positions than the other formats")),
        Err(error) => Some(format!("{path}: {error}")),
    }
}

/// Proves a sample of the labels again.
fn prove_sample(
    records: &[&Record],
    sample: Sample,
    progress: &Progress,
    checked: &mut Checked,
) -> Result<(), SetError> {
    let mut drawn: Vec<&Record> = records.to_vec();
    // By the positions, so that the order of the files does not matter.
    drawn.sort_by_cached_key(|record| text_hash(&format!("sample {} {}", sample.seed, record.id())));
    let is_small = |record: &&Record| record.position.empties() <= sample.max_empties;
    let (small, mut large): (Vec<&Record>, Vec<&Record>) = drawn.into_iter().partition(is_small);
    large.retain(|record| !record.is_looked_up());
    let is_stopped = || progress.is_stopped();
    let prove = |record: &&Record| proof::moves(record, &is_stopped).map_err(|Stopped| SetError::Stopped { done: 0 });
    checked.provable = small.len();
    let small = &small[..small.len().min(sample.positions)];
    let proven = small.par_iter().map(prove).collect::<Result<Vec<Result<(), String>>, _>>()?;
    checked.proven = small.len();
    checked.proven_moves = small.iter().map(|record| record.moves.len()).sum();
    checked.findings.extend(proven.into_iter().filter_map(Result::err));
    let large = &large[..large.len().min(sample.positions - small.len())];
    let end = |record: &&Record| {
        proof::line_end(record, sample.max_empties, &is_stopped).map_err(|Stopped| SetError::Stopped { done: 0 })
    };
    let proven = large.par_iter().map(end).collect::<Result<Vec<Result<(), String>>, _>>()?;
    checked.proven_ends = large.len();
    checked.findings.extend(proven.into_iter().filter_map(Result::err));
    Ok(())
}
