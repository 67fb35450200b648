//! Files that appear whole or not at all, with the command line's error messages.

use std::path::Path;

use files::FileError;

use crate::exit::Failure;

/// A file beside the one wanted, whose name it takes at the end. Whether it can be written is known at once, and an
/// older file stays until then.
pub(crate) struct Draft(files::Draft);

impl Draft {
    /// Begins a file. If a directory has its name, the error says `what` the file is for.
    ///
    /// # Errors
    /// The file cannot be created.
    pub(crate) fn create(wanted: &Path, what: &str) -> Result<Self, Failure> {
        files::Draft::create(wanted).map(Self).map_err(|error| match error {
            FileError::NotAFile { path } => {
                let found = if path.is_dir() { "a directory" } else { "a device or a pipe" };
                Failure::Run(format!("{}: {found}, not a file for {what}", path.display()))
            }
            error => Failure::Run(error.to_string()),
        })
    }

    /// Writes the bytes and gives the file its name.
    ///
    /// # Errors
    /// They cannot be written.
    pub(crate) fn finish(self, bytes: &[u8]) -> Result<(), Failure> {
        self.0.finish_with(bytes).map_err(|error| Failure::Run(error.to_string()))
    }
}

/// Whether two paths name the same file, which need not exist.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        path.canonicalize().ok().or_else(|| Some(parent.canonicalize().ok()?.join(path.file_name()?)))
    };
    one == other || whole(one).is_some_and(|path| Some(path) == whole(other))
}
