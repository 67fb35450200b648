//! The driver's note: who leads, and when all is done.

use std::thread;
use std::time::{Duration, Instant};

use solver::Progress;

use super::error::DeskError;
use super::folder::{Desks, Read, new_name};
use super::letter::{LeadState, Note};

/// How often the note changes.
const BEAT: Duration = Duration::from_secs(2);
/// How long to watch another machine's note before its driver counts as gone.
const WATCH: Duration = Duration::from_secs(10);
/// Time between two looks at it.
const LOOK: Duration = Duration::from_millis(200);

/// Leads, unless somebody else does.
#[derive(Debug)]
pub(super) struct Leadership {
    desks: Desks,
    note: Note,
    written: Instant,
}

impl Leadership {
    /// Begins to lead. The lock on the ledger keeps others on this machine away, and others on other machines if their
    /// file systems share locks. If not, the note tells: while another machine's note changes, its driver is there.
    ///
    /// # Errors
    /// Somebody else leads, or the note cannot be written.
    pub(super) fn begin(desks: &Desks, host: &str, progress: &Progress) -> Result<Self, DeskError> {
        let mut notes = desks.notes();
        if let Read::New(Note { host: other, state: LeadState::Leads, .. }) = notes.read()
            && other != host
        {
            let begin = Instant::now();
            while begin.elapsed() < WATCH && !progress.is_stopped() {
                thread::sleep(LOOK);
                if let Read::New(Note { host, state: LeadState::Leads, .. }) = notes.read() {
                    return Err(DeskError::OtherLead { host });
                }
            }
        }
        let note = Note { lead: new_name(), host: host.to_owned(), beat: 1, state: LeadState::Leads };
        desks.write_note(&note)?;
        Ok(Self { desks: desks.clone(), note, written: Instant::now() })
    }

    /// Who leads.
    pub(super) fn lead(&self) -> &str {
        &self.note.lead
    }

    /// Renews the note when it is time, and checks that it is still this driver's. If it cannot be written now, the
    /// next time will do.
    ///
    /// # Errors
    /// Somebody else leads by now.
    pub(super) fn renew(&mut self) -> Result<(), DeskError> {
        if self.written.elapsed() < BEAT {
            return Ok(());
        }
        self.written = Instant::now();
        self.write(LeadState::Leads)
    }

    /// Stops leading.
    ///
    /// # Errors
    /// Somebody else has begun to lead.
    pub(super) fn end(mut self, state: LeadState) -> Result<(), DeskError> {
        self.write(state)
    }

    fn write(&mut self, state: LeadState) -> Result<(), DeskError> {
        if let Read::New(Note { lead, host, .. }) = self.desks.notes().read()
            && lead != self.note.lead
        {
            return Err(DeskError::OtherLead { host });
        }
        (self.note.beat, self.note.state) = (self.note.beat + 1, state);
        let _ = self.desks.write_note(&self.note);
        Ok(())
    }
}

/// Whether the driver of a campaign's folder has said that nothing is left to do.
pub(super) fn is_done(desks: &Desks) -> bool {
    matches!(desks.notes().read(), Read::New(Note { state: LeadState::Done, .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_begins_later_leads() {
        let folder = tempfile::tempdir().unwrap();
        let desks = Desks::of(folder.path()).unwrap();
        let mut first = Leadership::begin(&desks, "here", &Progress::default()).unwrap();
        assert!(first.write(LeadState::Leads).is_ok() && !is_done(&desks));
        let second = Leadership::begin(&desks, "here", &Progress::default()).unwrap();
        assert!(matches!(first.write(LeadState::Leads), Err(DeskError::OtherLead { .. })));
        second.end(LeadState::Done).unwrap();
        assert!(is_done(&desks));
    }

    #[test]
    fn a_driver_of_another_machine_that_is_there_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let desks = Desks::of(folder.path()).unwrap();
        let mut there = Leadership::begin(&desks, "there", &Progress::default()).unwrap();
        thread::scope(|scope| {
            let begin = || Leadership::begin(&desks, "here", &Progress::default()).map(drop);
            let here = thread::Builder::new().spawn_scoped(scope, begin).unwrap();
            while !here.is_finished() {
                there.write(LeadState::Leads).unwrap();
                thread::sleep(LOOK);
            }
            assert!(matches!(here.join().unwrap(), Err(DeskError::OtherLead { host }) if host == "there"));
        });
        there.end(LeadState::Stopped).unwrap();
        assert!(Leadership::begin(&desks, "here", &Progress::default()).is_ok(), "it has said that it leads no more");
    }
}
