//! `solve check`: proves a certificate again, with rules and a search of its own that share nothing with the solver.

use std::path::Path;
use std::time::{Duration, Instant};

use bench::clock::process_time;
use checker::Certificate;
use checker::certificate::{self, CheckError, Earlier, NotedCheckError, Notes, Part, Remark, check_part, read};

use self::opening::{failed, opened, refused};
use self::watch::Watch;
use crate::args::{CheckArgs, ShareArgs};
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::certificates::{Checked, Form, PlainlyChecked};
use crate::output::numbers::{counted, grouped};
use crate::threads;

mod opening;
mod parts;
mod watch;

/// Checks a certificate, or a part of it, and prints what it proves.
///
/// # Errors
/// The file cannot be read, is not a certificate, or proves nothing.
pub(crate) fn run(args: &CheckArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let (certificate, bytes) = opened(&args.file, args.memory.map(|bytes| bytes as u64))?;
    let form = if args.output.json { Form::Json } else { Form::Text };
    if args.plain {
        interrupt.insist("stopped before the certificate was checked".to_owned())?;
        let (result, time, cpu) = timed(|| kernel::check(&certificate));
        let (counts, searched) = result.map_err(|error| refused(&args.file, &error.into()))?;
        let plain = PlainlyChecked { file: &args.file, bytes, certificate: &certificate, counts, searched, time, cpu };
        output::print(&form.plain(&plain))?;
        return Ok(Status::Done);
    }
    let watch = Watch::new(&interrupt, args.output.quiet);
    if let Some(lines) = &args.share.parts {
        interrupt.insist("stopped before all lines were read".to_owned())?;
        return parts::run(&args.file, &certificate, lines, threads::count(args.threads), watch, form);
    }
    let part = args.share.part.unwrap_or(Part::WHOLE);
    let notes = begun(&args.file, &certificate, part, &args.share)?;
    let (result, time, cpu) = timed(|| notes.run(threads::count(args.threads), &watch));
    let levels = watch.levels();
    let report = match result {
        Ok(report) => report,
        Err(NotedCheckError::Stopped { done, all, is_noted }) => {
            let noted = if is_noted { "; --resume goes on from there" } else { "" };
            exit::complain(&stopped(done, all, noted));
            return Ok(Status::Interrupted);
        }
        Err(NotedCheckError::Refused(error)) => return Err(refused(&args.file, &error)),
        Err(error) => return Err(Failure::Run(error.to_string())),
    };
    let checked = Checked { file: &args.file, bytes, certificate, report, levels, time, cpu };
    output::print(&if args.share.part.is_some() { form.part(&checked) } else { form.checked(&checked) })?;
    Ok(Status::Done)
}

/// The message of a check that was stopped.
fn stopped(done: u64, all: u64, noted: &str) -> String {
    match all {
        0 => "stopped before the search of leaves began".to_owned(),
        _ => format!("stopped with {} of {} proven{noted}", grouped(done), counted(all, "leaf", "leaves")),
    }
}

/// Begins a check with notes, and reports on earlier ones where necessary.
fn begun<'a>(
    file: &Path,
    certificate: &'a Certificate,
    part: Part,
    share: &ShareArgs,
) -> Result<certificate::NotedCheck<'a>, Failure> {
    let notes = match &share.progress_file {
        Some(path) => Notes::in_file(path.clone()),
        None => Notes::beside(file, part),
    };
    let earlier = match (share.resume, share.anew) {
        (true, _) => Earlier::Resume,
        (_, true) => Earlier::Replace,
        _ => Earlier::Leave,
    };
    let mut remarks = Vec::new();
    let begun = notes.begin(certificate, part, earlier, &mut remarks).map_err(|error| match error {
        NotedCheckError::Foreign(_) => Failure::Run(format!("{error}; remove it or give another --progress-file")),
        error => Failure::Run(error.to_string()),
    });
    for remark in &remarks {
        let advice = match remark {
            Remark::Unread(_) => "; --resume goes on from them, --anew replaces them",
            Remark::InTheWay(_) => "; --progress-file puts them elsewhere",
            Remark::Other(_) if remark.can_be_replaced() => "; --anew replaces them",
            Remark::Other(_) => "; --progress-file puts new ones elsewhere",
            _ => "",
        };
        exit::complain(&format!("{remark}{advice}"));
    }
    begun
}

/// Checks the whole certificate in a file just made of these bytes, without notes; `None` if the check was stopped.
///
/// # Errors
/// The file cannot be read, has other bytes, or proves nothing.
pub(super) fn examine<'a>(
    file: &'a Path,
    made: &[u8],
    threads: Option<usize>,
    quiet: bool,
    interrupt: &Interrupt,
) -> Result<Option<Checked<'a>>, Failure> {
    let bytes = read(file, Some(made.len() as u64)).map_err(|error| failed(file, &error, ""))?;
    if bytes != made {
        return Err(Failure::Run(format!("{}: somebody else has written to this file", file.display())));
    }
    // It was made here, so its memory needs no limit.
    let certificate = Certificate::from_bytes_within(&bytes, Some(u64::MAX));
    let (certificate, bytes) = (certificate.map_err(|error| failed(file, &error, ""))?, bytes.len());
    let watch = Watch::new(interrupt, quiet);
    let (result, time, cpu) = timed(|| check_part(&certificate, Part::WHOLE, threads::count(threads), None, &watch));
    let levels = watch.levels();
    match result {
        Ok(report) => Ok(Some(Checked { file, bytes, certificate, report, levels, time, cpu })),
        Err(CheckError::Stopped) => {
            let file = file.display();
            exit::complain(&format!("stopped before the certificate was checked; solve check {file} checks it"));
            Ok(None)
        }
        Err(error) => Err(refused(file, &error)),
    }
}

/// The result of some work, its wall-clock time, and its CPU time.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration, Duration) {
    let (begin, cpu) = (Instant::now(), process_time());
    let result = work();
    (result, begin.elapsed(), process_time().saturating_sub(cpu))
}
