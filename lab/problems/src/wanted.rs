//! The request for a set, before it becomes a [`Plan`].

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use solver::read::{Fault, Game};
use solver::{Board, Mode, Progress, Start};
use thiserror::Error;

use crate::formats::Format;
use crate::label::Labelling;
use crate::plan::{Plan, PlanError};
use crate::readers;
use crate::set::checksum;
use crate::sources::games::Games;
use crate::sources::listed::{Draw, Listed};
use crate::sources::reachable::{ReachError, reachable};
use crate::sources::{Source, SourceSpec, Span};
use crate::traps::MOST_EMPTIES;

/// The most positions that the source `all` keeps of one level, and `table` in all: they take some gigabytes.
const MOST_REACHABLE: usize = 30_000_000;

/// What set is wanted. It determines the bytes of the set, together with those of the source file, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The board.
    pub board: Board,
    /// The first position of games.
    pub start: Start,
    /// Where positions come from.
    pub source: SourceSpec,
    /// The numbers of empty squares; `None` for any, only with a file.
    pub span: Option<Span>,
    /// Number of positions; `None` for all there are, not with games, which are endless.
    pub count: Option<u64>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// How to label positions.
    pub labelling: Labelling,
    /// The formats of the data files, in any order.
    pub formats: Vec<Format>,
    /// The most positions in one data file.
    pub shard: u64,
}

/// A file of positions or games.
#[derive(Clone, Debug)]
pub struct SourceFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// Why there are no positions.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file contains nothing else than this.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Fault,
    },
    /// The source is a tablebase, which this crate does not know.
    #[error("the positions of a tablebase must be drawn")]
    NotDrawn,
    /// Too many positions can be reached.
    #[error(transparent)]
    Reach(ReachError),
    /// The progress was told to stop.
    #[error("stopped")]
    Stopped,
    /// The request contradicts itself.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl From<ReachError> for SourceError {
    fn from(error: ReachError) -> Self {
        if error == ReachError::Stopped { Self::Stopped } else { Self::Reach(error) }
    }
}

/// The longest line of a file of positions or games, in bytes.
const LONGEST_LINE: u64 = 16 << 20;
/// The most bytes of such a file.
const MOST_BYTES: u64 = 1 << 30;

/// Reads all lines; fails if one is longer than `longest` or there are more than `most` bytes in all.
fn lines(input: impl Read, longest: u64, most: u64) -> io::Result<Vec<u8>> {
    let (mut input, mut bytes) = (BufReader::new(input), Vec::new());
    loop {
        let read = input.by_ref().take(longest + 1).read_until(b'\n', &mut bytes)?;
        if read as u64 > longest {
            return Err(io::Error::other(format!("a line is longer than {longest} bytes")));
        }
        if bytes.len() as u64 > most {
            return Err(io::Error::other(format!("there are more than {most} bytes")));
        }
        if read == 0 {
            return Ok(bytes);
        }
    }
}

impl SourceFile {
    /// Reads the whole file or pipe.
    ///
    /// # Errors
    /// It cannot be read, or seems endless: a line is longer than any game, or there is more than a GiB.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let read = File::open(path).and_then(|file| lines(file, LONGEST_LINE, MOST_BYTES));
        let bytes = read.map_err(|error| SourceError::Io { path: path.to_path_buf(), error })?;
        Ok(Self { path: path.to_path_buf(), bytes })
    }

    /// What is neither a position nor a game on the wanted board.
    #[must_use]
    pub fn faults(&self, wanted: &Wanted) -> Vec<SourceError> {
        let faults = readers::read(&self.bytes, wanted.board, wanted.start).into_iter().filter_map(Result::err);
        faults.map(|error| SourceError::Read { path: self.path.clone(), error }).collect()
    }

    /// The wanted positions of the file; games that give no start position begin with the wanted start.
    fn listed(&self, wanted: &Wanted) -> Result<Listed, SourceError> {
        let (good, bad): (Vec<_>, Vec<_>) =
            readers::read(&self.bytes, wanted.board, wanted.start).into_iter().partition(Result::is_ok);
        if let (true, Some(Err(error))) = (good.is_empty(), bad.into_iter().next()) {
            return Err(SourceError::Read { path: self.path.clone(), error });
        }
        let games: Vec<Game> = good.into_iter().flatten().collect();
        Ok(Listed::new(readers::positions(&games, wanted.span), wanted.seed))
    }
}

impl Wanted {
    /// The plan: the request by names, the program that makes the set, and the command.
    ///
    /// # Errors
    /// The span, the number of positions or values are missing where they are needed.
    pub fn plan(&self, made_by: String, command: String, file: Option<&SourceFile>) -> Result<Plan, PlanError> {
        if !matches!(self.source, SourceSpec::File(_)) && self.span.is_none() {
            return Err(PlanError::NoSpan);
        }
        if self.count.is_none() && matches!(self.source, SourceSpec::Games(_)) {
            return Err(PlanError::NoCount);
        }
        let formats = self.sorted_formats();
        let has_traps = self.labelling.least_trap > 0 || formats.contains(&Format::Traps);
        if has_traps && self.span.is_none_or(|span| span.most > MOST_EMPTIES) {
            return Err(PlanError::TrapEmpties);
        }
        let has_values = self.labelling.labels == Mode::Exact;
        if let Some(&format) = formats.iter().find(|format| format.needs_values() && !has_values) {
            return Err(PlanError::NeedsValues(format));
        }
        Ok(Plan {
            made_by,
            command,
            board: self.board.to_string(),
            start: self.start.name().to_owned(),
            source: self.source.to_string(),
            source_sha256: file.map(|file| checksum(&file.bytes)),
            empties: self.span.map(|span| [span.least, span.most]),
            count: self.count,
            seed: self.seed,
            decisive: self.labelling.is_decisive,
            traps: Some(self.labelling.least_trap).filter(|&plies| plies > 0),
            scoring: self.labelling.scoring.name().to_owned(),
            labels: self.labelling.labels.name().to_owned(),
            formats,
            shard: self.shard,
        })
    }

    /// The formats in order, each once.
    #[must_use]
    pub fn sorted_formats(&self) -> Vec<Format> {
        let mut formats = self.formats.clone();
        formats.sort_unstable();
        formats.dedup();
        formats
    }

    /// The positions of any source but a tablebase, for which there is [`Wanted::draw`]. Reads the file of a file source
    /// unless `file` is given.
    ///
    /// # Errors
    /// The file contains only something else, too many positions can be reached, the span is missing, or `progress` was told to
    /// stop.
    pub fn source(&self, file: Option<&SourceFile>, progress: &Progress) -> Result<Arc<dyn Source>, SourceError> {
        if let (SourceSpec::File(path), None) = (&self.source, file) {
            return Ok(Arc::new(SourceFile::open(path)?.listed(self)?));
        }
        if let Some(file) = file {
            return Ok(Arc::new(file.listed(self)?));
        }
        let span = self.span.ok_or(PlanError::NoSpan)?;
        let &Self { board, start, seed, labelling, .. } = self;
        match self.source {
            SourceSpec::Games(style) => Ok(Arc::new(Games::new(board, start, span, style, seed, labelling))),
            SourceSpec::Table => Err(SourceError::NotDrawn),
            _ => {
                let found = reachable(board, start, span, MOST_REACHABLE, progress)?;
                let listed = Listed::new(found.into_iter().take_while(|_| !progress.is_stopped()), seed);
                if progress.is_stopped() { Err(SourceError::Stopped) } else { Ok(Arc::new(listed)) }
            }
        }
    }

    /// A draw from very many positions, such as those of a tablebase.
    #[must_use]
    pub fn draw(&self) -> Draw {
        Draw::new(self.board, self.seed, MOST_REACHABLE)
    }
}

#[cfg(test)]
mod tests {
    use solver::Scoring;

    use std::fs;

    use super::*;
    use crate::sources::Style;

    fn wanted(source: SourceSpec, span: Option<Span>, count: Option<u64>) -> Wanted {
        let labelling = Labelling { scoring: Scoring::Discs, labels: Mode::Wld, is_decisive: false, least_trap: 0 };
        let (board, start) = ("4x4".parse().unwrap(), Start::Othello);
        let formats = vec![Format::Jsonl, Format::Parquet, Format::Jsonl];
        Wanted { board, start, source, span, count, seed: 1, labelling, formats, shard: 10 }
    }

    #[test]
    fn what_is_missing_is_said() {
        let (games, span) = (SourceSpec::Games(Style::Random), Some(Span { least: 2, most: 4 }));
        let plan = |source: &SourceSpec, span, count| {
            wanted(source.clone(), span, count).plan(String::new(), String::new(), None)
        };
        assert_eq!(plan(&games, None, Some(1)), Err(PlanError::NoSpan));
        assert_eq!(plan(&games, span, None), Err(PlanError::NoCount));
        assert!(plan(&SourceSpec::All, span, None).is_ok() && plan(&SourceSpec::File("x".into()), None, None).is_ok());
        let found = plan(&games, span, Some(5)).unwrap();
        assert_eq!(found.formats, [Format::Parquet, Format::Jsonl]);
        assert_eq!((found.source.as_str(), found.empties), ("random", Some([2, 4])));
        let mut outcomes = wanted(SourceSpec::All, span, None);
        outcomes.formats.push(Format::Obf);
        assert_eq!(outcomes.plan(String::new(), String::new(), None), Err(PlanError::NeedsValues(Format::Obf)));
    }

    #[test]
    fn a_source_has_the_positions_that_are_wanted() {
        let span = Some(Span { least: 11, most: 11 });
        let all = wanted(SourceSpec::All, span, None).source(None, &Progress::default()).unwrap();
        assert_eq!(all.candidates(), Some(1), "all first moves of 4x4 are one by symmetry");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        fs::write(&path, "b1 a1 a2\n").unwrap();
        let file = SourceFile::open(&path).unwrap();
        let of_file = wanted(SourceSpec::File(path), None, None).source(Some(&file), &Progress::default()).unwrap();
        assert_eq!(of_file.candidates(), Some(4));
        assert!(matches!(SourceFile::open(folder.path()), Err(SourceError::Io { .. })));
    }

    #[test]
    fn a_file_ends_and_so_does_each_of_its_lines() {
        let read = |text: &[u8], longest, most| lines(text, longest, most).map_err(|error| error.to_string());
        assert_eq!(read(b"b1\na1\n", 3, 6), Ok(b"b1\na1\n".to_vec()));
        assert_eq!(read(b"b1\na1\n", 2, 6), Err("a line is longer than 2 bytes".to_owned()));
        assert_eq!(read(b"b1\na1\n", 3, 5), Err("there are more than 5 bytes".to_owned()));
        let endless = io::repeat(b'\n');
        assert_eq!(lines(endless, 8, 1 << 10).unwrap_err().to_string(), "there are more than 1024 bytes");
    }

    #[test]
    fn gathering_stops_when_it_is_told() {
        let progress = Progress::default();
        progress.stop();
        let span = Some(Span { least: 4, most: 4 });
        let stopped = wanted(SourceSpec::All, span, None).source(None, &progress);
        assert!(matches!(stopped.err(), Some(SourceError::Stopped)));
    }
}
