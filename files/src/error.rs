//! What can go wrong.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::limits::{LONGEST_LINE, MOST_DAMAGED};
use crate::seal::SealError;

/// Why a file cannot be used. Each message is one line that begins with the file's name.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system cannot read, write, lock or rename it.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process writes to it.
    #[error("{}: another process writes to it", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A folder or a device has the name of the wanted file.
    #[error("{}: not a file", path.display())]
    NotAFile {
        /// What has the name.
        path: PathBuf,
    },
    /// The new file's name is taken already.
    #[error("{}: there is a file of this name already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a journal of this kind.
    #[error("{}: no journal that begins with '{wanted}'", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What the first line should begin with.
        wanted: String,
    },
    /// The journal is about something else.
    #[error("{}: the journal is about '{found}', not '{wanted}'", path.display())]
    OtherSubject {
        /// The file.
        path: PathBuf,
        /// What it is about.
        found: String,
        /// What it should be about.
        wanted: String,
    },
    /// The journal was written in a version that this program does not read.
    #[error("{}: a journal of version {found}; this program reads version {known}", path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version that it states.
        found: String,
        /// The version that this program reads.
        known: u32,
    },
    /// A line is damaged.
    #[error("{}:{line}: {error}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: SealError,
    },
    /// A line is longer than any that this project writes. The rest of the file was not read.
    #[error("{}:{line}: the line is longer than {LONGEST_LINE} bytes", path.display())]
    LongLine {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
    },
    /// The file is longer than such a file can be. It was not read.
    #[error("{}: {bytes} bytes, and such a file has at most {most}", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: u64,
        /// The most bytes that it can have.
        most: u64,
    },
    /// There are too many damaged lines to leave them out.
    #[error("{}:{line}: {reason}; more than {MOST_DAMAGED} lines are damaged, restore the file from a copy", path.display())]
    Ruined {
        /// The file.
        path: PathBuf,
        /// Number of the first damaged line, from 1.
        line: usize,
        /// What is wrong with that line.
        reason: String,
    },
}

impl FileError {
    /// Turns an error of the system into one that names the file.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |error| Self::Io { path: path.to_owned(), error }
    }

    /// The file concerned.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. }
            | Self::InUse { path }
            | Self::NotAFile { path }
            | Self::Exists { path }
            | Self::Foreign { path, .. }
            | Self::OtherSubject { path, .. }
            | Self::OtherVersion { path, .. }
            | Self::Damaged { path, .. }
            | Self::TooLong { path, .. }
            | Self::LongLine { path, .. }
            | Self::Ruined { path, .. } => path,
        }
    }

    /// What is wrong, without the file's name; the number of a damaged line comes first.
    #[must_use]
    pub fn reason(&self) -> String {
        let (text, name) = (self.to_string(), self.path().display().to_string());
        text.strip_prefix(&name).unwrap_or(&text).trim_start_matches([':', ' ']).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_leaves_the_name_out() {
        let path = PathBuf::from("a: b");
        assert_eq!(FileError::InUse { path: path.clone() }.reason(), "another process writes to it");
        let damaged = FileError::Damaged { path, line: 3, error: SealError::NotText };
        assert_eq!(
            (damaged.to_string().as_str(), damaged.reason().as_str()),
            ("a: b:3: the line is not UTF-8 text", "3: the line is not UTF-8 text")
        );
    }
}
