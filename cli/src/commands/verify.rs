//! `solve verify`: a published result, from the search to the checked certificate.

use std::path::{Path, PathBuf};

use clap::Args;
use prover::{Claim, FEINSTEIN, Published, Request};
use solver::notation::line_text;
use solver::{Mode, Position, Question};

use super::solve::answer::{final_discs, final_record};
use super::{check, prove, solve};
use crate::args::{ResourceArgs, one_of};
use crate::draft;
use crate::exit::{self, Failure, Status};
use crate::output::{elapsed, fields, print_result, seconds, signed};
use crate::workbench::Answered;

const HELP: &str = "\
Solves the board or reads its value from the table, makes a certificate of the
value, checks that, and compares the value with the published one.

Examples:
  solve verify feinstein
  solve verify feinstein -o /tmp/feinstein.cert --memory 2GiB";

/// Solve, certify and check a published result
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct VerifyArgs {
    /// The published result
    ///
    /// feinstein: 6x6 from the othello start ends 16 to 20, a win for White (Joel Feinstein 1993).
    #[arg(value_name = "RESULT", value_parser = one_of([("feinstein", FEINSTEIN)]))]
    result: Published,
    /// File for the certificate, which is not kept without one
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    resources: ResourceArgs,
}

/// Solves the board, makes a certificate of the value, checks it and says whether the published result holds.
pub(crate) fn run(args: &VerifyArgs) -> Result<Status, Failure> {
    verify(args.result, args)
}

fn verify(published: Published, args: &VerifyArgs) -> Result<Status, Failure> {
    let file = args.output.as_deref();
    let draft = file.map(|file| draft::create(file, "a certificate")).transpose()?;
    let mut bench = prove::workbench(&args.resources)?;
    let position = published.position().map_err(Failure::run)?;
    let question = Question::new(position, Mode::Exact, published.scoring);
    let Answered { answer, time, stop, .. } = bench.solve(&question, true)?;
    if let Some(message) = solve::falsehood(&answer) {
        return Err(Failure::Run(message));
    }
    let Some(value) = answer.bounds.exact().filter(|_| answer.complete) else {
        bench.close(solve::status(false, stop))?;
        exit::complain("stopped before the certificate was made");
        return Ok(solve::status(false, stop));
    };
    let request = Request { position, scoring: published.scoring, claim: Claim::Exactly(value), cut: None };
    let proven = prove::certificate(&mut bench, &request);
    let interrupt = bench.interrupt().clone();
    bench.close(Status::Done)?;
    let made = match proven? {
        Ok(made) => made,
        Err(stopped) => return Ok(stopped),
    };
    let bytes = &made.certificate.bytes;
    draft.map_or(Ok(()), |draft| draft.finish_with(bytes))?;
    let checked = check::examine(file, bytes, args.resources.threads, args.resources.output.quiet, &interrupt)?;
    judge(published, &position, draft::certificate_named(file), &checked)?;
    let Published { source, black, white, .. } = published;
    let (is_claim, end) = (answer.basis.is_claim(), final_discs(&answer.end));
    let line = line_text(position.board(), &answer.line);
    let record = fields! {
        "source": source,
        "unverified": is_claim, // the line; the value is proven by the certificate
        "black": black,
        "white": white,
        "line": &line,
        "final": final_record(&answer.end),
        "solve_seconds": seconds(time),
        "made": made.record(file, &request),
        "checked": checked.record(false),
    };
    print_result(args.resources.output.json, &record, |_| {
        let by = if is_claim { ", by entries of the table that nobody here has verified" } else { "" };
        let end = end.map_or_else(String::new, |[black, white]| format!(", {black} to {white}"));
        format!(
            "A perfect game{by}: {line}{end}; {}\n{}{}{source} was right: with perfect play of both sides {} Othello ends \
             Black {black} – White {white}.\n",
            elapsed(time),
            made.text(file, &request),
            checked.text(),
            position.board(),
        )
    })
}

/// Judges by what the checker has read and proven, not by what the solver meant.
fn judge(published: Published, position: &Position, file: &Path, checked: &check::Checked<'_>) -> Result<(), Failure> {
    let (root, scoring) = (&checked.certificate.root, checked.certificate.scoring.name());
    if (root.to_string(), scoring) != (position.without_board().to_string(), published.scoring.name()) {
        return Err(Failure::Run(format!(
            "{} is about something else: {}",
            file.display(),
            checked.certificate.sentence()
        )));
    }
    let proven = checked.certificate.statement();
    let published_value = published.value().discs();
    if (proven.lower, proven.upper) != (Some(published_value), Some(published_value)) {
        let (source, file, found) = (published.source, file.display(), proven.text());
        return Err(Failure::Run(format!(
            "{source}: the value is {found}, proven by {file}, and not {}",
            signed(published_value)
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    /// The options alone, as a program.
    #[derive(clap::Parser)]
    struct Alone {
        #[command(flatten)]
        verify: VerifyArgs,
    }

    /// Y. Takeshita and S. Ikeda 2015: 4x4 ends 3 to 11.
    const SMALL: Published = Published { source: "The paper", board: "4x4", black: 3, white: 11, ..FEINSTEIN };

    fn args(file: &str) -> VerifyArgs {
        let words = ["verify", "feinstein", "--no-table", "--memory", "1MiB", "--quiet", "-o", file];
        Alone::try_parse_from(words).unwrap().verify
    }

    #[test]
    fn without_a_file_none_is_kept() {
        let args = VerifyArgs { output: None, ..args("unused.cert") };
        let is_certificate = |name: &std::ffi::OsStr| name.to_string_lossy().ends_with(".cert");
        let files = || {
            std::fs::read_dir(".").unwrap().filter(|file| is_certificate(&file.as_ref().unwrap().file_name())).count()
        };
        let before = files();
        assert_eq!(verify(SMALL, &args), Ok(Status::Done));
        let wrong = verify(Published { black: 4, white: 10, ..SMALL }, &args).unwrap_err();
        assert_eq!(wrong, Failure::Run("The paper: the value is -8, proven by the certificate, and not -6".to_owned()));
        assert_eq!(files(), before);
    }

    #[test]
    fn a_result_is_verified_by_a_certificate_that_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("small.cert");
        assert_eq!(verify(SMALL, &args(file.to_str().unwrap())), Ok(Status::Done));
        let certificate = checker::Certificate::from_bytes(&std::fs::read(&file).unwrap()).unwrap();
        assert!(
            certificate
                .sentence()
                .ends_with("4x4, othello start, scoring discs: the value for Black, who is to move, is -8")
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_lies_beside_the_certificate_is_neither_believed_nor_removed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("small.cert");
        let notes = folder.path().join("small.cert.progress");
        std::fs::write(&notes, "othello-check-notes 5 part 1/1 of nothing").unwrap();
        let wrong = Published { black: 4, white: 10, ..SMALL };
        for published in [SMALL, wrong] {
            let result = verify(published, &args(file.to_str().unwrap()));
            assert_eq!(result.is_ok(), published == SMALL);
            assert_eq!(std::fs::read_to_string(&notes).unwrap(), "othello-check-notes 5 part 1/1 of nothing");
        }
    }

    #[test]
    fn a_wrong_result_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("small.cert");
        let wrong = Published { black: 4, white: 10, ..SMALL };
        let error = verify(wrong, &args(file.to_str().unwrap())).unwrap_err();
        let expected = format!("The paper: the value is -8, proven by {}, and not -6", file.display());
        assert_eq!(error, Failure::Run(expected));
    }
}
