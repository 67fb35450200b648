//! `solve campaign serve`: a dialogue with the campaign, for drivers of engines that spread jobs over machines.

use std::io;

use campaign::protocol::driver::answer;
use files::{LONGEST_LINE, json_on_one_line, next_line};

use super::shared::{failed, open};
use crate::args::CampaignServeArgs;
use crate::exit::{Failure, Status};
use crate::output::print;

/// Answers requests, each by one line, until standard input ends. A wrong request is answered with an error.
///
/// # Errors
/// The ledger cannot be used, or records contradict each other. The request that reveals this is answered first.
pub(super) fn run(args: &CampaignServeArgs) -> Result<Status, Failure> {
    let mut session = open(&args.folder, args.recheck)?;
    let mut input = io::stdin().lock();
    let unread = |error: io::Error| Failure::Run(format!("standard input: {error}"));
    while let Some(request) = next_line(&mut input, LONGEST_LINE).map_err(unread)? {
        let (line, end) = answer(&mut session, &request);
        print(&(json_on_one_line(&line) + "\n"))?;
        end.map_err(failed)?;
    }
    session.sync().map_err(failed)?;
    Ok(Status::Done)
}
