//! Watched campaigns. One thread reads them all, each at most every few seconds and only on request.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use axum::body::Bytes;
use campaign::ledger::ledger_path;
use campaign::view::{Faults, Summary, Trouble, Watch};
use crossbeam_channel::{Receiver, Sender, unbounded};
use thiserror::Error;
use tokio::sync::{Mutex as Gate, OwnedMutexGuard, watch};

/// The shortest time between two looks at a campaign.
const PAUSE: Duration = Duration::from_secs(2);
/// After a look, pause for this many times as long as it took.
const REST: u32 = 4;
/// How long an answer waits for a look under way: long enough to read a small ledger.
const PATIENCE: Duration = Duration::from_millis(600);
/// How long to wait for the tree while the ledger is being read.
const TREE_PATIENCE: Duration = Duration::from_secs(3);
/// The name of a campaign whose folder has none.
const NAMELESS: &str = "campaign";

/// A folder that holds no campaign.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("campaign: '{}' has no ledger; name the folder of a campaign, as solve campaign plan makes it", .0.display())]
pub struct NoCampaign(PathBuf);

/// What is shown of a campaign.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// Grows with every change; 0 before the first look.
    pub(crate) number: u64,
    /// Its progress; `None` until its ledger has been read.
    pub(crate) summary: Option<Summary>,
    pub(crate) faults: Faults,
    pub(crate) trouble: Option<Trouble>,
    /// The same as sent to clients, made on the first request.
    pub(crate) body: OnceLock<Bytes>,
}

impl Shown {
    fn of(watch: &Watch, number: u64) -> Self {
        Self {
            number,
            summary: watch.summary().cloned(),
            faults: watch.faults().clone(),
            trouble: watch.trouble().cloned(),
            body: OnceLock::new(),
        }
    }
}

/// A campaign.
pub(crate) struct Watched {
    /// Its name in addresses.
    pub(crate) name: String,
    /// Held while the ledger or the tree is read.
    gate: Arc<Gate<Watch>>,
    shown: Mutex<Arc<Shown>>,
    schedule: Mutex<Schedule>,
    /// Counts the looks.
    looks: watch::Sender<u64>,
}

/// When to look at it next.
struct Schedule {
    due: Instant,
    is_under_way: bool,
}

/// All campaigns that are watched.
pub(crate) struct Campaigns {
    all: Arc<Vec<Watched>>,
    /// Feeds the thread that looks, which ends when this is dropped.
    looks: Sender<usize>,
    /// Identifies this run of the server, since each run numbers the states from 0.
    run: u64,
}

impl Default for Campaigns {
    /// None.
    fn default() -> Self {
        Self { all: Arc::default(), looks: unbounded().0, run: 0 }
    }
}

impl Campaigns {
    /// The campaigns of these folders. Nothing is read before the first request.
    ///
    /// # Errors
    /// One of them holds no campaign.
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub(crate) fn of(folders: &[PathBuf]) -> Result<Self, NoCampaign> {
        if folders.is_empty() {
            return Ok(Self::default());
        }
        let mut names = HashSet::new();
        let mut all = Vec::new();
        for folder in folders {
            if !ledger_path(folder).is_file() {
                return Err(NoCampaign(folder.clone()));
            }
            let plain = plain_name(folder);
            let mut numbered = (2..).map(|number| format!("{plain}-{number}"));
            let mut name = plain.clone();
            while !names.insert(name.clone()) {
                name = numbered.next().unwrap_or_default();
            }
            all.push(Watched::new(name, folder));
        }
        let (all, (sender, queue)) = (Arc::new(all), unbounded());
        let watched = Arc::clone(&all);
        let named = thread::Builder::new().name("explorer-campaigns".into());
        named.spawn(move || work(&queue, &watched)).expect("the system gives threads");
        Ok(Self { all, looks: sender, run: RandomState::new().hash_one(SystemTime::now()) })
    }

    /// All campaigns, in the order in which they were named.
    pub(crate) fn all(&self) -> &[Watched] {
        &self.all
    }

    /// The campaign with this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Watched> {
        self.all.iter().find(|one| one.name == name)
    }

    /// The `ETag` of one state of a campaign.
    pub(crate) fn tag(&self, number: u64) -> String {
        format!("\"{:016x}-{number}\"", self.run)
    }

    /// Requests the looks that are due, and waits a moment for them.
    pub(crate) async fn visit(&self, watched: &[Watched]) {
        let begin = |watched: &Watched| {
            let looks = watched.looks.subscribe();
            self.begin(watched).then_some(looks)
        };
        let under_way: Vec<_> = watched.iter().filter_map(begin).collect();
        let end = tokio::time::Instant::now() + PATIENCE;
        for mut looks in under_way {
            // After the timeout the caller sees the previous state.
            let _ = tokio::time::timeout_at(end, looks.changed()).await;
        }
    }

    /// Begins a look if one is due, and returns whether one is under way.
    fn begin(&self, watched: &Watched) -> bool {
        let mut schedule = watched.schedule();
        if !schedule.is_under_way && Instant::now() >= schedule.due {
            let index = self.all.iter().position(|one| one.name == watched.name);
            schedule.is_under_way = index.is_some_and(|index| self.looks.send(index).is_ok());
        }
        schedule.is_under_way
    }
}

impl Watched {
    fn new(name: String, folder: &Path) -> Self {
        let schedule = Schedule { due: Instant::now(), is_under_way: false };
        Self {
            name,
            gate: Arc::new(Gate::new(Watch::of(folder))),
            shown: Mutex::default(),
            schedule: Mutex::new(schedule),
            looks: watch::Sender::new(0),
        }
    }

    /// What is shown of it.
    pub(crate) fn shown(&self) -> Arc<Shown> {
        Arc::clone(&self.shown.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Its tree, which nobody can change while this is held, and the number of its state; `None` if reading the ledger
    /// takes too long.
    pub(crate) async fn tree(&self) -> Option<(OwnedMutexGuard<Watch>, u64)> {
        let watch = tokio::time::timeout(TREE_PATIENCE, Arc::clone(&self.gate).lock_owned()).await.ok()?;
        let number = self.shown().number;
        Some((watch, number))
    }

    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at it. A panic costs only this look.
    fn look(&self) {
        let begin = Instant::now();
        let mut watch = self.gate.blocking_lock();
        let looked = catch_unwind(AssertUnwindSafe(|| watch.look(SystemTime::now())));
        if looked.is_err() {
            watch.fail();
        }
        if looked.unwrap_or(true) {
            let number = self.shown().number + 1;
            *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(Shown::of(&watch, number));
        }
        drop(watch);
        let due = Instant::now() + PAUSE.max(begin.elapsed() * REST);
        *self.schedule() = Schedule { due, is_under_way: false };
        self.looks.send_modify(|looks| *looks += 1);
    }
}

/// Looks at campaigns until nobody can ask for a look any more.
fn work(queue: &Receiver<usize>, all: &[Watched]) {
    for index in queue {
        if let Some(watched) = all.get(index) {
            watched.look();
        }
    }
}

/// The name of a campaign's folder, made fit for an address.
fn plain_name(folder: &Path) -> String {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let folder = if whole.is_file() { whole.parent().unwrap_or(&whole) } else { &whole };
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let plain = |symbol: char| if symbol.is_ascii_alphanumeric() || "._-".contains(symbol) { symbol } else { '-' };
    let name: String = name.chars().map(plain).collect();
    if name.trim_matches('.').is_empty() { NAMELESS.to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn names_are_plain_and_differ() {
        let parent = std::env::temp_dir().join(format!("explorer-campaigns-{}", std::process::id()));
        let folders = ["a/big", "b/big", "c/a b"].map(|name| parent.join(name));
        for folder in &folders {
            fs::create_dir_all(folder).unwrap();
            fs::write(folder.join("ledger.txt"), "").unwrap();
        }
        let campaigns = Campaigns::of(&[&folders[..], &[folders[0].join("ledger.txt")]].concat()).unwrap();
        let names: Vec<&str> = campaigns.all().iter().map(|one| &one.name[..]).collect();
        assert_eq!(names, ["big", "big-2", "a-b", "big-3"]);
        assert!(campaigns.find("big-2").is_some() && campaigns.find("none").is_none());
        let none = parent.join("d");
        assert_eq!(Campaigns::of(std::slice::from_ref(&none)).err(), Some(NoCampaign(none)));
        fs::remove_dir_all(parent).unwrap();
    }
}
