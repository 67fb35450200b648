//! The result of a checked part, as one line that anybody can reproduce, and the results of all parts together.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use files::{noun, sealed, unsealed};
use kernel::{Certificate, Counts};
use thiserror::Error;

use super::check::Report;
use super::hash::Hash;
use super::part::Part;
use crate::endgame::SEARCH;

/// The search of lines that name none.
const FIRST_SEARCH: u32 = 1;
/// Two parts with at least this many leaves, all of them searched, cannot have the same results. For one of the four
/// lists of leaves then has 16 of a part and so 15 of the other, which are at least four portions of each. In the first
/// such list these portions begin at most three places apart, because each list before it has less than 16 leaves, and
/// the numbers of its portions differ by at most one. So at some place both parts have a portion of this list, and no
/// leaf of it is in both parts.
const DISTINCT_LEAVES: u64 = 64;

/// What is wrong with a line of another kind.
const FOREIGN: &str = "this is not the line of a checked part";

/// The result of the check of a part. With the same search, the same part of the same certificate always gives the same
/// line, on any machine and any number of threads, except for the number of leaves taken from notes. So to verify a
/// line, search the part again. `FORMAT.md` describes the text, which ends with a checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartLine {
    /// The part.
    pub part: Part,
    /// The hash of all bytes of the certificate.
    pub certificate: Hash,
    /// The leaves of the part; all of them hold.
    pub leaves: u64,
    /// The leaves of the certificate.
    pub all: u64,
    /// Leaves of the part that were not searched but taken from the notes of an earlier check.
    pub from_notes: u64,
    /// Positions visited in the searches of the part's leaves.
    pub searched: u64,
    /// Which search this was, [`SEARCH`] in a line of this version. A line that names none comes from the first.
    pub search: u32,
    /// The hash of the results of these leaves.
    pub results: Hash,
    /// What the certificate claims.
    pub claim: String,
}

impl PartLine {
    /// The line of a report.
    #[must_use]
    pub fn new(certificate: &Certificate, report: &Report) -> Self {
        Self {
            part: report.part,
            certificate: certificate.sha256.into(),
            leaves: report.leaves,
            all: report.counts.leaves,
            from_notes: report.resumed_leaves,
            searched: report.searched,
            search: SEARCH,
            results: report.results,
            claim: certificate.sentence(),
        }
    }
}

impl fmt::Display for PartLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, certificate, leaves, all, from_notes, searched, search, results, claim } = self;
        let by = if *search == FIRST_SEARCH { String::new() } else { format!(" by search {search}") };
        f.write_str(&sealed(&format!(
            "part {part} of {certificate}: {leaves} of {all} leaves hold, {from_notes} of them by notes; {searched} \
             positions searched{by}, results {results}; the claim: {claim}"
        )))
    }
}

impl FromStr for PartLine {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let mut rest = unsealed(line.as_bytes()).map_err(|error| error.to_string())?;
        let mut fields = Vec::new();
        for mark in ["part ", " of ", ": ", " of ", " leaves hold, ", " of them by notes; ", " positions searched"] {
            let (field, more) = rest.split_once(mark).ok_or(FOREIGN)?;
            fields.push(field);
            rest = more;
        }
        let (search, rest) = rest.split_once(", results ").ok_or(FOREIGN)?;
        let (results, claim) = rest.split_once("; the claim: ").ok_or(FOREIGN)?;
        let number = |field: usize| fields[field].parse().map_err(|_| FOREIGN);
        let read = Self {
            part: fields[1].parse().map_err(|_| FOREIGN)?,
            certificate: fields[2].parse().map_err(|_| FOREIGN)?,
            leaves: number(3)?,
            all: number(4)?,
            from_notes: number(5)?,
            searched: number(6)?,
            search: match search.strip_prefix(" by search ") {
                Some(number) => number.parse().map_err(|_| FOREIGN)?,
                None => FIRST_SEARCH,
            },
            results: results.parse().map_err(|_| FOREIGN)?,
            claim: claim.to_owned(),
        };
        if read.to_string() == line { Ok(read) } else { Err(FOREIGN.to_owned()) }
    }
}

/// Why lines are not those of all parts of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinesError {
    /// A line is something else.
    #[error("line {line}: {error}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: String,
    },
    /// A line is about another certificate.
    #[error("line {line} is about another certificate, {found}")]
    OtherCertificate {
        /// Its number, from 1.
        line: usize,
        /// The certificate.
        found: Hash,
    },
    /// A line says something false about the certificate: its claim, or how many leaves there are.
    #[error("line {line} is not true: {truth}")]
    False {
        /// Its number, from 1.
        line: usize,
        /// What is true.
        truth: String,
    },
    /// The certificate was checked in different numbers of parts.
    #[error("line {line} is part {part}, and those before are parts of {of}")]
    OtherParts {
        /// Its number, from 1.
        line: usize,
        /// The part that it is about.
        part: Part,
        /// How many parts there are according to the lines before.
        of: u32,
    },
    /// A line comes from a search that this version does not know.
    #[error("line {line} is of search {search}, and this program knows the searches 1 to {SEARCH}")]
    UnknownSearch {
        /// Its number, from 1.
        line: usize,
        /// The search.
        search: u32,
    },
    /// Two lines of one part give different results.
    #[error("lines {first} and {second} say different things of part {part}: one of them is not true")]
    Contradiction {
        /// The number of one, from 1.
        first: usize,
        /// The number of the other.
        second: usize,
        /// The part.
        part: Part,
    },
    /// Two lines give different parts the same results, which name their leaves.
    #[error("lines {first} and {second} give different parts the same results: one of them is not true")]
    SameResults {
        /// The number of one, from 1.
        first: usize,
        /// The number of the other.
        second: usize,
    },
    /// The positions searched in all parts are more than any number here can be.
    #[error("the lines tell of more than {} positions searched", u64::MAX)]
    TooManyPositions,
    /// Some parts have no line.
    #[error("of {of} parts these are missing: {parts}")]
    Missing {
        /// Their numbers.
        parts: String,
        /// How many parts there are.
        of: u32,
    },
    /// There is no line at all.
    #[error("there is no line of a checked part")]
    Empty,
}

/// The lines of a certificate's parts, one after the other. They are taken on trust: this checks that they cover all
/// parts, but not that their authors did the searches.
#[derive(Debug)]
pub struct Lines {
    certificate: Hash,
    claim: String,
    leaves: u64,
    of: Option<u32>,
    /// For each part a line of each search, with its number.
    parts: BTreeMap<Part, Vec<(usize, PartLine)>>,
    /// The results that only one part can have, with its line.
    results: BTreeMap<Hash, (Part, usize)>,
}

/// So many leaves, in words.
fn counted(leaves: u64) -> String {
    format!("{leaves} {}", noun(leaves, "leaf", "leaves"))
}

/// What the lines of all parts say together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together {
    /// How many parts there are.
    pub parts: u32,
    /// Leaves that the authors of the lines did not search themselves but took from notes.
    pub from_notes: u64,
    /// Positions visited in all parts.
    pub searched: u64,
    /// The searches that visited them, as [`SEARCH`] numbers them, in ascending order.
    pub searches: Vec<u32>,
}

impl Lines {
    /// No line yet. The counts are those of [`survey`](super::check::survey).
    #[must_use]
    pub fn new(certificate: &Certificate, counts: Counts) -> Self {
        Self {
            certificate: certificate.sha256.into(),
            claim: certificate.sentence(),
            leaves: counts.leaves,
            of: None,
            parts: BTreeMap::new(),
            results: BTreeMap::new(),
        }
    }

    /// Adds a line; `number` is its number, from 1. A part may occur more than once, if all its lines of the same
    /// search agree.
    ///
    /// # Errors
    /// It is not a line of a part of this certificate, or contradicts those before.
    pub fn add(&mut self, number: usize, line: &str) -> Result<(), LinesError> {
        let told: PartLine = line.parse().map_err(|error| LinesError::Line { line: number, error })?;
        self.compare(number, &told)?;
        self.compare_results(number, &told)?;
        let of_part = self.parts.entry(told.part).or_default();
        match of_part.iter_mut().find(|(_, known)| known.search == told.search) {
            Some((first, known)) if (known.searched, known.results) != (told.searched, told.results) => {
                return Err(LinesError::Contradiction { first: *first, second: number, part: told.part });
            }
            // Of two lines, the one that took fewer leaves from notes stays.
            Some((_, known)) if known.from_notes <= told.from_notes => {}
            Some(known) => *known = (number, told),
            None => of_part.push((number, told)),
        }
        Ok(())
    }

    /// Compares a line with the certificate and with the lines before.
    fn compare(&mut self, number: usize, told: &PartLine) -> Result<(), LinesError> {
        if told.certificate != self.certificate {
            return Err(LinesError::OtherCertificate { line: number, found: told.certificate });
        }
        if !(FIRST_SEARCH..=SEARCH).contains(&told.search) {
            return Err(LinesError::UnknownSearch { line: number, search: told.search });
        }
        let of = *self.of.get_or_insert(told.part.of());
        if told.part.of() != of {
            return Err(LinesError::OtherParts { line: number, part: told.part, of });
        }
        let (all, leaves) = (self.leaves, told.part.count(self.leaves));
        if (told.all, told.leaves) != (all, leaves) {
            let truth = format!("part {} has {leaves} of {}", told.part, counted(all));
            return Err(LinesError::False { line: number, truth });
        }
        if told.from_notes > leaves {
            let truth =
                format!("part {} has {}, so notes cannot tell of {}", told.part, counted(leaves), told.from_notes);
            return Err(LinesError::False { line: number, truth });
        }
        // Every search counts its leaf as a position.
        let least = leaves - told.from_notes;
        if told.searched < least {
            let truth =
                format!("the search of {} visits at least as many positions, not {}", counted(least), told.searched);
            return Err(LinesError::False { line: number, truth });
        }
        if told.claim != self.claim {
            return Err(LinesError::False { line: number, truth: format!("the claim is {}", self.claim) });
        }
        Ok(())
    }

    /// Compares the results of a line with those of other parts. What comes from notes may be anything.
    fn compare_results(&mut self, number: usize, told: &PartLine) -> Result<(), LinesError> {
        if told.from_notes > 0 || told.leaves < DISTINCT_LEAVES {
            return Ok(());
        }
        match *self.results.entry(told.results).or_insert((told.part, number)) {
            (part, first) if part != told.part => Err(LinesError::SameResults { first, second: number }),
            _ => Ok(()),
        }
    }

    /// What all lines say together, if every part has one.
    ///
    /// # Errors
    /// Some part has no line, or the positions searched are too many to count.
    pub fn together(&self) -> Result<Together, LinesError> {
        let of = self.of.ok_or(LinesError::Empty)?;
        if self.parts.len() < of as usize {
            return Err(LinesError::Missing { parts: self.missing(of), of });
        }
        // Of the lines of a part, the one that took the fewest leaves from notes counts, then that of the latest search.
        let rank = |line: &&PartLine| (line.from_notes, Reverse(line.search));
        let counted = self.parts.values().filter_map(|lines| lines.iter().map(|(_, line)| line).min_by_key(rank));
        let (mut from_notes, mut searched, mut searches) = (0u64, 0u64, BTreeSet::new());
        for told in counted {
            from_notes += told.from_notes; // at most all leaves
            searched = searched.checked_add(told.searched).ok_or(LinesError::TooManyPositions)?;
            searches.insert(told.search);
        }
        Ok(Together { parts: of, from_notes, searched, searches: searches.into_iter().collect() })
    }

    /// The parts that have no line, for example `2, 5 to 9`; if there are very many, only the first.
    fn missing(&self, of: u32) -> String {
        const MOST_RUNS: usize = 20;
        let mut texts = Vec::new();
        let mut next = 1;
        for end in self.parts.keys().map(|part| part.number()).chain([of + 1]) {
            match end - next {
                0 => {}
                1 => texts.push(next.to_string()),
                _ => texts.push(format!("{next} to {}", end - 1)),
            }
            next = end + 1;
            if texts.len() == MOST_RUNS {
                texts.push("and others".to_owned());
                break;
            }
        }
        texts.join(", ")
    }
}
