//! `solve campaign serve`: a dialogue with the campaign, for drivers of engines that spread jobs over machines.

use std::io;
use std::path::PathBuf;

use campaign::Share;
use campaign::protocol::driver::answer;
use clap::Args;
use files::{LONGEST_LINE, json_on_one_line, next_line};

use super::open;
use crate::exit::{Failure, Status};
use crate::output::print;

/// Hand out jobs and take answers, as JSON lines on standard input and output, for a driver
#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Share of the answers that are proven again, 0 for none; if one turns out false, the campaign stops
    #[arg(long, value_name = "SHARE", default_value = "1%")]
    recheck: Share,
}

/// Answers requests, each by one line, until standard input ends. A wrong request is answered with an error.
/// A contradiction of records ends it, after the request that reveals it is answered.
pub(super) fn run(args: &ServeArgs) -> Result<Status, Failure> {
    let mut session = open(&args.folder, args.recheck)?;
    let mut input = io::stdin().lock();
    let unread = |error: io::Error| Failure::Run(format!("standard input: {error}"));
    while let Some(request) = next_line(&mut input, LONGEST_LINE).map_err(unread)? {
        let (line, end) = answer(&mut session, &request);
        print(&(json_on_one_line(&line) + "\n"))?;
        end?;
    }
    session.sync()?;
    Ok(Status::Done)
}
