//! `solve check --parts`: the lines of a certificate's parts, put together.

use std::io::BufReader;
use std::path::Path;

use checker::Certificate;
use checker::certificate::{CheckError, Hash, Lines, survey};
use files::{LONGEST_LINE, next_line, noun, on_one_line};

use super::checked::{Watch, refused};
use crate::commands::prove::followed;
use crate::exit::{self, Failure, Status};
use crate::input::{name, open};
use crate::output::{counted, fields, grouped, print_result};

/// Walks the certificate without searching a leaf, and says whether the lines are those of all its parts.
pub(super) fn run(
    file: &Path,
    certificate: &Certificate,
    lines: &Path,
    threads: usize,
    watch: Watch<'_>,
    as_json: bool,
) -> Result<Status, Failure> {
    let mut reader = BufReader::new(open(lines)?);
    let counts = match survey(certificate, threads, &watch) {
        Ok(counts) => counts,
        Err(CheckError::Stopped) => {
            exit::complain("stopped before the proof was followed to its leaves");
            return Ok(Status::Interrupted);
        }
        Err(error) => return Err(refused(file, &error)),
    };
    let mut all = Lines::new(certificate, counts);
    let failed = |reason: String| Failure::Run(format!("{}: {reason}", name(lines)));
    for number in 1.. {
        let line = next_line(&mut reader, LONGEST_LINE).map_err(|error| failed(format!("line {number}: {error}")))?;
        let Some(line) = line else { break };
        let text = str::from_utf8(&line).map_err(|_| failed(format!("line {number} is not UTF-8 text")))?.trim_end();
        if !text.is_empty() && !text.starts_with('#') {
            all.add(number, text).map_err(|error| failed(error.to_string()))?;
        }
    }
    let together = all.together().map_err(|error| failed(error.to_string()))?;
    let (lines, levels) = (name(lines), watch.levels());
    let record = fields! {
        "file": file.display().to_string(),
        "sha256": Hash::from(certificate.sha256).to_string(),
        "lines": &lines,
        "claim": certificate.sentence(),
        "proven": None::<String>, // the lines are believed, not searched
        "parts": together.parts,
        "prover_nodes": counts.prover_nodes,
        "other_nodes": counts.other_nodes,
        "leaves": counts.leaves,
        "levels": levels, // positions above the leaves, by limit and empty squares
        "told_leaves": counts.leaves, // that hold by what the lines say
        "notes_leaves": together.from_notes, // of these, that the writers of the lines took from notes
        "told_searches": &together.searches, // by which version of the checker's search the leaves of the parts hold
        "told_searched": together.searched, // positions looked at by what the lines say
        "searched_leaves": 0, // by this run
    };
    let notes = match together.from_notes {
        0 => String::new(),
        noted => format!(", {} by notes", counted(noted, "leaf", "leaves")),
    };
    print_result(as_json, &record, |_| {
        format!(
            "{}: {} says that all leaves hold, {} in {}{notes}, with {} searched by {}. This run has followed the proof \
             to its leaves ({}) and searched none. If the lines are true, so is: {}.\n",
            on_one_line(file.display()),
            on_one_line(&lines),
            grouped(counts.leaves),
            counted(together.parts.into(), "part", "parts"),
            counted(together.searched, "position", "positions"),
            searches(&together.searches),
            followed(counts.prover_nodes, counts.other_nodes),
            certificate.sentence(),
        )
    })
}

/// Which versions of the checker's search: `search 4`, or `searches 3, 4`.
fn searches(numbers: &[u32]) -> String {
    let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
    format!("{} {}", noun(numbers.len() as u64, "search", "searches"), texts.join(", "))
}
