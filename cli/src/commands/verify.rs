//! `solve verify`: a published result, from the search to the checked certificate.

use std::path::PathBuf;

use prover::{Claim, Request};
use solver::{Mode, Position, Question, Scoring, Start};

use super::check::{self, Notes};
use super::prove::{self, Proven};
use super::solve;
use crate::args::{PublishedResult, VerifyArgs};
use crate::draft::Draft;
use crate::exit::{Failure, Status};
use crate::output;
use crate::output::Solved;
use crate::output::certificates::{Form, Made, Verified};
use crate::output::numbers::signed;
use crate::workbench::{Outcome, Workbench};

/// What was published of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Published {
    /// Who and when.
    pub(crate) source: &'static str,
    /// `ROWSxCOLUMNS`.
    board: &'static str,
    start: Start,
    scoring: Scoring,
    /// Discs of both sides at the end of a perfect game.
    pub(crate) black: u32,
    /// See `black`.
    pub(crate) white: u32,
    /// Name of the certificate unless told otherwise.
    file: &'static str,
}

/// J. Feinstein, "Amenor wins world 6x6 championships!", British Othello Federation newsletter, July 1993: Black 16, White
/// 20.
const FEINSTEIN: Published = Published {
    source: "Feinstein (1993)",
    board: "6x6",
    start: Start::Othello,
    scoring: Scoring::Discs,
    black: 16,
    white: 20,
    file: "feinstein.cert",
};

impl Published {
    /// The value for Black, who is to move.
    pub(crate) fn value(&self) -> i32 {
        self.black as i32 - self.white as i32
    }
}

/// Solves the board, makes a certificate of the value, checks it and says whether the published result holds.
///
/// # Errors
/// The result is another one, or what the three commands have.
pub(crate) fn run(args: &VerifyArgs) -> Result<Status, Failure> {
    let published = match args.result {
        PublishedResult::Feinstein => FEINSTEIN,
    };
    let file = args.output.clone().unwrap_or_else(|| PathBuf::from(published.file));
    let draft = Draft::create(&file, "a certificate")?;
    let mut bench = Workbench::open(&args.resources, &args.table, args.output_form.quiet)?;
    let board = published.board.parse().map_err(|error: solver::BoardError| Failure::Run(error.to_string()))?;
    let position = Position::start(board, published.start);
    let question = Question::new(position, Mode::Exact, published.scoring);
    let Outcome { answer, time, stop } = bench.solve(&question)?;
    if let Some(message) = solve::falsehood(&answer) {
        return Err(Failure::Run(message));
    }
    let Some(value) = answer.bounds.exact().filter(|_| answer.complete) else {
        bench.close()?;
        return Ok(prove::stopped(stop));
    };
    let solved = Solved { start: Some(published.start), question, answer, time };
    let request = Request { position, scoring: published.scoring, claim: Claim::Exactly(value), cut: None };
    let proven = prove::certificate(&mut bench, &request);
    bench.close()?;
    let (made, time, cpu) = match proven? {
        Proven::Made(certificate, time, cpu) => (certificate, time, cpu),
        Proven::Stopped(stop) => return Ok(prove::stopped(stop)),
    };
    draft.finish(&made.bytes)?;
    let made = Made { file: &file, request: &request, certificate: &made, time, cpu };
    let checked = check::examine(&file, args.resources.threads, args.output_form.quiet, Notes::beside(&file), true)?;
    let Some(checked) = checked else { return Ok(Status::Interrupted) };
    if value != published.value() {
        let (found, published_value) = (signed(value), signed(published.value()));
        return Err(Failure::Run(format!(
            "{}: the value is {found}, proven by {}, and not {published_value} as published",
            published.source,
            file.display()
        )));
    }
    let form = if args.output_form.json { Form::Json } else { Form::Text };
    output::print(&form.verified(&Verified { published, solved: &solved, made: &made, checked: &checked }))?;
    Ok(Status::Done)
}
