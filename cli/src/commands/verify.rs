//! `solve verify`: a published result, from the search to the checked certificate.

use std::path::PathBuf;

use prover::{Claim, FEINSTEIN, Published, Request};
use solver::{Mode, Question};

use super::check;
use super::prove::{self, Proven};
use super::solve;
use crate::args::{PublishedResult, VerifyArgs};
use crate::draft::Draft;
use crate::exit::{Failure, Status};
use crate::output;
use crate::output::Solved;
use crate::output::certificates::{Believed, Form, Made, Verified};
use crate::output::numbers::signed;
use crate::workbench::{Outcome, Workbench};

/// Solves the board, makes a certificate of the value, checks it and says whether the published result holds.
///
/// # Errors
/// The result is a different one, or solving, proving or checking fails.
pub(crate) fn run(args: &VerifyArgs) -> Result<Status, Failure> {
    match args.result {
        PublishedResult::Feinstein => verify(FEINSTEIN, "feinstein.cert", args),
    }
}

fn verify(published: Published, name: &str, args: &VerifyArgs) -> Result<Status, Failure> {
    let file = args.output.clone().unwrap_or_else(|| PathBuf::from(name));
    let draft = Draft::create(&file, "a certificate")?;
    let mut bench = Workbench::open(&args.resources, &args.table, args.output_form.quiet)?.without_books();
    let position = published.position().map_err(|error| Failure::Run(error.to_string()))?;
    let question = Question::new(position, Mode::Exact, published.scoring);
    let Outcome { answer, time, stop, from_book } = bench.solve(&question, true)?;
    if let Some(message) = solve::falsehood(&answer) {
        return Err(Failure::Run(message));
    }
    let Some(value) = answer.bounds.exact().filter(|_| answer.complete) else {
        bench.close(solve::status(false, stop))?;
        return Ok(prove::stopped(stop));
    };
    let (start, moves) = (Some(published.start), Vec::new());
    let solved = Solved { input_line: None, start, question, answer, time, moves, from_book };
    let request = Request { position, scoring: published.scoring, claim: Claim::Exactly(value), cut: None };
    let proven = prove::certificate(&mut bench, &request);
    let interrupt = bench.interrupt().clone();
    bench.close(Status::Done)?;
    let (made, time, cpu) = match proven? {
        Proven::Made(certificate, time, cpu) => (certificate, time, cpu),
        Proven::Stopped(stop) => return Ok(prove::stopped(stop)),
    };
    draft.finish(&made.bytes)?;
    let checked = check::examine(&file, &made.bytes, args.resources.threads, args.output_form.quiet, &interrupt)?;
    let believed = Believed::of(&made);
    let made = Made { file: &file, request: &request, certificate: &made, time, cpu, believed };
    let Some(checked) = checked else { return Ok(Status::Interrupted) };
    // Judge by what the checker has read and proven, not by what the solver meant.
    let (root, scoring) = (&checked.certificate.root, checked.certificate.scoring.name());
    if (root.to_string(), scoring) != (position.to_string(), published.scoring.name()) {
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
    let form = if args.output_form.json { Form::Json } else { Form::Text };
    output::print(&form.verified(&Verified { published, solved: &solved, made: &made, checked: &checked }))?;
    Ok(Status::Done)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Cli, Command};

    /// Y. Takeshita and S. Ikeda 2015: 4x4 ends 3 to 11.
    const SMALL: Published = Published { source: "The paper", board: "4x4", black: 3, white: 11, ..FEINSTEIN };

    fn args(file: &str) -> VerifyArgs {
        let words = ["solve", "verify", "feinstein", "--no-table", "--memory", "1MiB", "--quiet", "-o", file];
        match Cli::try_parse_from(words).unwrap().command {
            Some(Command::Verify(args)) => args,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_result_is_verified_by_a_certificate_that_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("small.cert");
        assert_eq!(verify(SMALL, "", &args(file.to_str().unwrap())), Ok(Status::Done));
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
            let result = verify(published, "", &args(file.to_str().unwrap()));
            assert_eq!(result.is_ok(), published == SMALL);
            assert_eq!(std::fs::read_to_string(&notes).unwrap(), "othello-check-notes 5 part 1/1 of nothing");
        }
    }

    #[test]
    fn a_wrong_result_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("small.cert");
        let wrong = Published { black: 4, white: 10, ..SMALL };
        let error = verify(wrong, "", &args(file.to_str().unwrap())).unwrap_err();
        let expected = format!("The paper: the value is -8, proven by {}, and not -6", file.display());
        assert_eq!(error, Failure::Run(expected));
    }
}
