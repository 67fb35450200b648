//! Files that appear whole or not at all, with the command line's error messages.

use std::path::Path;

use files::{Draft, FileError};

use crate::exit::Failure;
use crate::input::is_stream;

/// What a certificate is called in a message: by its file, if it is kept.
pub(crate) fn certificate_named(file: Option<&Path>) -> &Path {
    file.unwrap_or(Path::new("the certificate"))
}

/// Begins a file. If something else has its name, the error says `what` the file is for.
pub(crate) fn create(wanted: &Path, what: &str) -> Result<Draft, Failure> {
    if is_stream(wanted) {
        let refused = format!("-: {what} cannot go to standard output; give a file, or ./- for one of this name");
        return Err(Failure::Usage(refused));
    }
    Draft::create(wanted).map_err(|error| match error {
        FileError::NotAFile { path } => {
            // What the wanted name links to may be a file. The draft itself may not be a link.
            let found = match path.symlink_metadata() {
                Ok(found) if found.is_symlink() && path != wanted => "a link",
                _ if path.is_dir() => "a directory",
                _ => "a device or a pipe",
            };
            Failure::Run(format!("{}: {found}, not a file for {what}", path.display()))
        }
        error => error.into(),
    })
}

/// Whether two paths name the same file, which need not exist.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        path.canonicalize().ok().or_else(|| Some(parent.canonicalize().ok()?.join(path.file_name()?)))
    };
    one == other || whole(one).is_some_and(|path| Some(path) == whole(other))
}
