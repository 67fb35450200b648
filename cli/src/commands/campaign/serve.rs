//! `solve campaign serve`: the campaign as a partner in a conversation, for drivers of engines that spread jobs over machines.

use std::io::{self, BufRead};

use campaign::Session;
use campaign::ledger::ledger_path;
use campaign::protocol::driver::{Answered, answer};

use super::shared::failed;
use crate::args::CampaignServeArgs;
use crate::exit::{Failure, Status};
use crate::output::print;
use crate::streams;

/// Answers requests, each by one line, until standard input ends. A wrong request is answered with an error.
///
/// # Errors
/// The ledger cannot be used, or records contradict each other. The request that brought it to light is answered before.
pub(super) fn run(args: &CampaignServeArgs) -> Result<Status, Failure> {
    let mut session = Session::open(&ledger_path(&args.folder)).map_err(failed)?;
    streams::check_input()?;
    let (mut input, mut request) = (io::stdin().lock(), Vec::new());
    let unread = |error: io::Error| Failure::Run(format!("standard input: {error}"));
    while input.read_until(b'\n', &mut request).map_err(unread)? > 0 {
        let Answered { line, failure } = answer(&mut session, &request);
        request.clear();
        print(&(line + "\n"))?;
        failure.map_or(Ok(()), |error| Err(failed(error)))?;
    }
    session.sync().map_err(failed)?;
    Ok(Status::Done)
}
