//! Files of positions and games, and the source that a plan names.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use solver::read::Game;
use solver::{Position, Progress};

use super::games::Games;
use super::listed::{Draw, listed};
use super::reachable::reachable;
use super::{Source, SourceSpec};
use crate::error::{PlanError, SourceError};
use crate::hash::checksum;
use crate::plan::Plan;
use crate::readers;

/// The most positions that the source `all` keeps of one level, and `table` in all: they take some gigabytes.
const MOST_REACHABLE: usize = 30_000_000;

/// A file of positions or games.
#[derive(Clone, Debug)]
pub struct SourceFile {
    path: PathBuf,
    bytes: Vec<u8>,
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

    /// SHA-256 of its bytes.
    #[must_use]
    pub fn checksum(&self) -> String {
        checksum(&self.bytes)
    }

    /// What is neither a position nor a game on the board of a plan.
    #[must_use]
    pub fn faults(&self, plan: &Plan) -> Vec<SourceError> {
        let faults = readers::read(&self.bytes, plan.board, plan.start).into_iter().filter_map(Result::err);
        faults.map(|error| SourceError::Read { path: self.path.clone(), error }).collect()
    }

    /// The positions of the file that a plan wants; games that give no start position begin with its start.
    fn positions(&self, plan: &Plan) -> Result<Vec<Position>, SourceError> {
        let (good, bad): (Vec<_>, Vec<_>) =
            readers::read(&self.bytes, plan.board, plan.start).into_iter().partition(Result::is_ok);
        if let (true, Some(Err(error))) = (good.is_empty(), bad.into_iter().next()) {
            return Err(SourceError::Read { path: self.path.clone(), error });
        }
        let games: Vec<Game> = good.into_iter().flatten().collect();
        Ok(listed(readers::positions(&games, plan.empties), plan.seed))
    }
}

impl Plan {
    /// The positions of any source but a tablebase or a book, for which there is [`Plan::draw`]. Reads the file of a file source unless
    /// `file` is given.
    ///
    /// # Errors
    /// The file contains only something else, too many positions can be reached, the span is missing, or `progress` was told to
    /// stop.
    pub fn positions(&self, file: Option<&SourceFile>, progress: &Progress) -> Result<Arc<dyn Source>, SourceError> {
        if let (SourceSpec::File(path), None) = (&self.source, file) {
            return Ok(Arc::new(SourceFile::open(path)?.positions(self)?));
        }
        if let Some(file) = file {
            return Ok(Arc::new(file.positions(self)?));
        }
        let span = self.empties.ok_or(PlanError::NoSpan)?;
        let &Self { board, start, seed, .. } = self;
        match self.source {
            SourceSpec::Games(style) => Ok(Arc::new(Games::new(board, start, span, style, seed, self.labelling()))),
            SourceSpec::Table | SourceSpec::Book => {
                Err(SourceError::Impossible("the positions of a tablebase or a book must be drawn".to_owned()))
            }
            SourceSpec::Parts => Err(PlanError::IsJoined.into()),
            _ => {
                let found = reachable(board, start, span, MOST_REACHABLE, progress)?;
                let listed = listed(found.into_iter().take_while(|_| !progress.is_stopped()), seed);
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
    use std::fs;

    use super::*;

    fn plan(source: &str, empties: &str) -> Plan {
        let text = format!(
            r#"{{"made_by":"","command":"","board":"4x4","start":"othello","source":"{source}","source_sha256":null,
                "empties":{empties},"count":null,"seed":1,"decisive":false,"scoring":"discs","labels":"wld","formats":[],"shard":10}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_source_has_the_positions_that_are_wanted() {
        let all = plan("all", "[11, 11]").positions(None, &Progress::default()).unwrap();
        assert_eq!(all.candidates(), Some(1), "all first moves of 4x4 are one by symmetry");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        fs::write(&path, "b1 a1 a2\n").unwrap();
        let file = SourceFile::open(&path).unwrap();
        let of_file = plan("file:games.txt", "null").positions(Some(&file), &Progress::default()).unwrap();
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
        let stopped = plan("all", "[4, 4]").positions(None, &progress);
        assert!(matches!(stopped.err(), Some(SourceError::Stopped)));
    }
}
