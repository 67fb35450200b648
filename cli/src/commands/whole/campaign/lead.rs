//! `solve campaign lead`: the driver of workers that fetch their jobs from the campaign's folder.

use campaign::desks::{Crowd, DeskError, Lead, Observer};
use campaign::ledger::ledger_path;
use campaign::local::Spectator;
use campaign::{Judge, LedgerFile, Recheck, Record, Session};
use solver::Progress;

use super::end::End;
use super::live::Live;
use super::shared::{VERSION, failed, following, host};
use crate::args::CampaignLeadArgs;
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::left_out;
use crate::persistence::Store;
use crate::supervisor::{Done, Supervisor};

/// Leads the campaign until the value is known or something stops it, then prints its progress.
///
/// # Errors
/// The ledger or the folder cannot be used, or another driver leads.
pub(super) fn run(args: &CampaignLeadArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let path = ledger_path(&args.folder);
    if args.folder.is_file() {
        return Err(Failure::Usage(format!("{}: give the campaign's folder, not its ledger", args.folder.display())));
    }
    let (file, ledger) = LedgerFile::open(&path).map_err(failed)?;
    left_out::tell(&ledger.left_out, "answer");
    let recheck = Recheck::of_ledger(&path, args.recheck.recheck.0).map_err(failed)?;
    let (progress, store) = (Progress::default(), Store::none());
    let judge = Judge::new(args.memory, VERSION, progress.part()).proving_unconfirmed();
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: args.time_limit };
    let lead = || -> Result<u64, DeskError> {
        // If answers in the ledger exclude each other, the judge works before the first job.
        let patience = (!args.quiet).then(following);
        let mut session = match Session::guarded(file, &ledger, None, recheck, Some(judge)) {
            Err(_) if progress.is_stopped() => return Ok(0),
            session => session?,
        };
        drop(patience);
        let mut view = View { live: Live::new(0, args.quiet, session.campaign()), nodes: 0 };
        Lead { folder: &args.folder, host: &host(), lease: args.lease }.run(&mut session, &progress, &mut view)?;
        Ok(view.nodes)
    };
    let Done { result, stop, .. } = supervisor.watch(&progress, |_| (), lead)?;
    let searched = result.map_err(unusable)?;
    End { folder: &args.folder, json: args.json, quiet: args.quiet, is_cut_short: false }.tell(stop, searched)
}

/// The failure that stops a driver or a worker.
pub(super) fn unusable(error: DeskError) -> Failure {
    match error {
        DeskError::Session(error) => failed(error),
        error => Failure::Run(error.to_string()),
    }
}

/// Shows the progress.
struct View {
    live: Live,
    /// Nodes that workers have searched.
    nodes: u64,
}

impl Observer for View {
    fn took(&mut self, record: &Record, session: &mut Session<'_>) {
        self.nodes = self.nodes.saturating_add(record.nodes);
        self.live.ends(0, Some(record), session.campaign());
    }

    fn stands(&mut self, session: &mut Session<'_>, crowd: Crowd) {
        self.live.meet(crowd, session.campaign());
        if self.live.wants_estimate() {
            let estimate = session.estimate();
            self.live.left(estimate);
        }
        self.live.draw(self.nodes);
    }

    fn tell(&mut self, what: &str) {
        exit::complain(what);
    }
}
