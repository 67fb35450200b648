//! Watched campaigns. Each is looked at when the server begins, and on request, at most every few seconds. What their ledgers
//! say of positions is known to the boards too, as a claim.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use answers::knowledge::{Counts, Knowledge, KnownStart, Layers, SharedTable, TableName};
use axum::body::Bytes;
use campaign::ledger::ledger_path;
use campaign::view::{Faults, Summary, Trouble, Watch};
use solver::{Basis, Board, Bounds, Discs, ProofTable, Proven, Scoring};
use tokio::sync::{Mutex as Gate, OwnedMutexGuard};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;

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

/// What is shown of a campaign.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// Grows with every change; 0 before the first look.
    pub(crate) number: u64,
    /// Its progress; `None` until its ledger has been read.
    pub(crate) summary: Option<Summary>,
    /// What its ledger says of positions.
    known: HashMap<Discs, Bounds>,
    pub(crate) faults: Faults,
    pub(crate) trouble: Option<Trouble>,
    /// The same as sent to clients, made on the first request.
    pub(crate) body: OnceLock<Bytes>,
}

/// A campaign.
pub(crate) struct Watched {
    /// Its name in addresses.
    pub(crate) name: String,
    /// The campaign, held while the ledger or the tree is read, and when to look at it next.
    gate: Arc<Gate<(Watch, Instant)>>,
    shown: Mutex<Arc<Shown>>,
}

/// All campaigns that are watched, in the order in which they were named.
pub(crate) struct Campaigns {
    pub(crate) all: Vec<Arc<Watched>>,
    /// What is known without them.
    store: Arc<dyn Knowledge>,
    /// Identifies this run of the server, since each run numbers the states from 0.
    run: u64,
}

impl Campaigns {
    /// The campaigns of these folders, beside what else is known. Nothing is read yet.
    ///
    /// # Errors
    /// One of them holds no campaign: a sentence.
    pub(crate) fn of(folders: &[PathBuf], store: Arc<dyn Knowledge>) -> Result<Self, String> {
        let mut names = HashSet::new();
        let mut all = Vec::new();
        for folder in folders {
            if !ledger_path(folder).is_file() {
                return Err(format!(
                    "campaign: '{}' has no ledger; name the folder of a campaign, as solve campaign plan makes it",
                    folder.display()
                ));
            }
            let plain = plain_name(folder);
            let mut numbered = (2..).map(|number| format!("{plain}-{number}"));
            let mut name = plain.clone();
            while !names.insert(name.clone()) {
                name = numbered.next().unwrap_or_default();
            }
            let gate = Arc::new(Gate::new((Watch::of(folder), Instant::now())));
            all.push(Arc::new(Watched { name, gate, shown: Mutex::default() }));
        }
        Ok(Self { all, store, run: RandomState::new().hash_one(SystemTime::now()) })
    }

    /// The campaign with this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Arc<Watched>> {
        self.all.iter().find(|one| one.name == name)
    }

    /// The `ETag` of one state of a campaign.
    pub(crate) fn tag(&self, number: u64) -> String {
        format!("\"{:016x}-{number}\"", self.run)
    }

    /// Looks at all campaigns where that is due, and waits a moment for that.
    pub(crate) async fn visit(&self) {
        let visits = self.all.iter().map(|one| Arc::clone(one).visit());
        visits.collect::<JoinSet<()>>().join_all().await;
    }
}

impl Knowledge for Campaigns {
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
        let (board, stored) = (board.landscape(), self.store.table(board, scoring));
        let shown = self.all.iter().map(|one| one.shown() as SharedTable);
        let shown = shown.filter(|one| (one.board(), one.scoring()) == (board, scoring)).collect::<Vec<_>>();
        if shown.is_empty() {
            return stored;
        }
        let kept = usize::from(stored.is_some());
        let tables = stored.into_iter().chain(shown).collect();
        Some(Arc::new(Layers::new(board, scoring, tables, kept).dropping_false_claims()))
    }

    fn tables(&self) -> Vec<TableName> {
        self.store.tables()
    }

    fn starts(&self) -> Vec<&'static KnownStart> {
        self.store.starts()
    }

    fn count(&self, table: TableName, goes_on: &dyn Fn() -> bool) -> Option<Counts> {
        self.store.count(table, goes_on)
    }

    fn learns(&self) -> bool {
        self.store.learns()
    }

    fn has_failed(&self) -> bool {
        self.store.has_failed()
    }
}

/// What the ledger says. Nobody here has proven it.
impl ProofTable for Shown {
    /// The smallest board before the ledger has been read: then it knows no position.
    fn board(&self) -> Board {
        let plan = self.summary.as_ref().map(|summary| summary.plan.root.board().landscape());
        plan.unwrap_or_else(|| Board::all().next().expect("there are boards"))
    }

    fn scoring(&self) -> Scoring {
        self.summary.as_ref().map_or(Scoring::Discs, |summary| summary.plan.scoring)
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let &bounds = self.known.get(&canonical)?;
        Some(Proven { bounds, best: None, effort: 0, basis: Basis::Claim })
    }

    fn record(&self, _: Discs, _: Proven) {}
}

impl Watched {
    /// What is shown of it.
    pub(crate) fn shown(&self) -> Arc<Shown> {
        Arc::clone(&self.shown.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Looks at it if that is due, and waits a moment for that; after it the caller sees the previous state.
    pub(crate) async fn visit(self: Arc<Self>) {
        let look = async {
            let gate = Arc::clone(&self.gate).lock_owned().await;
            if gate.1 <= Instant::now() {
                let watched = Arc::clone(&self);
                // It goes on when nobody waits for it any more.
                let _ = spawn_blocking(move || watched.look(gate)).await;
            }
        };
        let _ = timeout(PATIENCE, look).await;
    }

    /// Its tree, which nobody can change while this is held, and the number of its state; `None` if reading the ledger
    /// takes too long.
    pub(crate) async fn tree(&self) -> Option<(OwnedMutexGuard<(Watch, Instant)>, u64)> {
        let gate = timeout(TREE_PATIENCE, Arc::clone(&self.gate).lock_owned()).await.ok()?;
        let number = self.shown().number;
        Some((gate, number))
    }

    /// Looks at it. A panic costs only this look.
    fn look(&self, mut gate: OwnedMutexGuard<(Watch, Instant)>) {
        let begin = Instant::now();
        let (watch, due) = &mut *gate;
        let looked = catch_unwind(AssertUnwindSafe(|| watch.look(SystemTime::now())));
        if looked.is_err() {
            watch.fail();
        }
        if looked.unwrap_or(true) {
            let shown = Shown {
                number: self.shown().number + 1,
                summary: watch.summary().cloned(),
                known: watch.known().collect(),
                faults: watch.faults().clone(),
                trouble: watch.trouble().cloned(),
                body: OnceLock::new(),
            };
            *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(shown);
        }
        *due = Instant::now() + PAUSE.max(begin.elapsed() * REST);
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
        let of = |folders: &[PathBuf]| Campaigns::of(folders, Arc::new(answers::knowledge::Store::default()));
        let campaigns = of(&[&folders[..], &[folders[0].join("ledger.txt")]].concat()).unwrap();
        let names: Vec<&str> = campaigns.all.iter().map(|one| &one.name[..]).collect();
        assert_eq!(names, ["big", "big-2", "a-b", "big-3"]);
        assert!(campaigns.find("big-2").is_some() && campaigns.find("none").is_none());
        let none = parent.join("d");
        let error = of(std::slice::from_ref(&none)).err().unwrap();
        assert!(error.starts_with(&format!("campaign: '{}' has no ledger", none.display())), "{error}");
        fs::remove_dir_all(parent).unwrap();
    }
}
