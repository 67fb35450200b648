//! `solve campaign serve`: the campaign as a partner in a conversation, for drivers of engines that spread jobs over machines.

use std::fmt::Display;
use std::io::{self, BufRead, Read};

use campaign::protocol::driver::{Answered, answer};
use files::LONGEST_LINE;

use super::shared::{failed, open};
use crate::args::CampaignServeArgs;
use crate::exit::{Failure, Status};
use crate::output::print;
use crate::streams;

/// Answers requests, each by one line, until standard input ends. A wrong request is answered with an error.
///
/// # Errors
/// The ledger cannot be used, or records contradict each other. The request that brought it to light is answered before.
pub(super) fn run(args: &CampaignServeArgs) -> Result<Status, Failure> {
    let mut session = open(&args.folder, args.recheck, args.memory)?;
    streams::check_input()?;
    let (mut input, mut request) = (io::stdin().lock(), Vec::new());
    let failed_to_read = |why: &dyn Display| Failure::Run(format!("standard input: {why}"));
    let most = LONGEST_LINE as u64 + 1;
    while input.by_ref().take(most).read_until(b'\n', &mut request).map_err(|error| failed_to_read(&error))? > 0 {
        if request.len() > LONGEST_LINE {
            return Err(failed_to_read(&format!("a request is longer than {LONGEST_LINE} bytes")));
        }
        let Answered { line, failure } = answer(&mut session, &request);
        request.clear();
        print(&(line + "\n"))?;
        failure.map_or(Ok(()), |error| Err(failed(error)))?;
    }
    session.sync().map_err(failed)?;
    Ok(Status::Done)
}
