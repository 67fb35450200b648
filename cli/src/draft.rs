//! Files that appear whole or not at all, with the command line's error messages.

use std::path::Path;

use files::FileError;

use crate::exit::Failure;
use crate::input::is_stream;

/// A file beside the one wanted, whose name it takes at the end. Whether it can be written is known at once, and an
/// older file stays until then.
pub(crate) struct Draft(files::Draft);

impl Draft {
    /// Begins a file. If something else has its name, the error says `what` the file is for.
    pub(crate) fn create(wanted: &Path, what: &str) -> Result<Self, Failure> {
        if is_stream(wanted) {
            let refused = format!("-: {what} cannot go to standard output; give a file, or ./- for one of this name");
            return Err(Failure::Usage(refused));
        }
        files::Draft::create(wanted).map(Self).map_err(|error| match error {
            FileError::NotAFile { path } => {
                // What the wanted name links to may be a file. The draft itself may not be a link.
                let found = match path.symlink_metadata() {
                    Ok(found) if found.is_symlink() && path != wanted => "a link",
                    _ if path.is_dir() => "a directory",
                    _ => "a device or a pipe",
                };
                Failure::Run(format!("{}: {found}, not a file for {what}", path.display()))
            }
            error => Failure::Run(error.to_string()),
        })
    }

    /// Writes the bytes and gives the file its name.
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
