//! The working folder: resumption, threads, damage.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::{Census, ExhaustError, Exhausted, Plan, Symmetric};
use solver::{Observer, Start, Unobserved};
use support::{contents, exhausted, plan, restore};
use tempfile::TempDir;

/// Stops after this many units of work.
struct StopAfter(AtomicU64);

impl Observer for StopAfter {
    fn begin(&self, _: &str, _: u64) {}

    fn advance(&self, units: u64) {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(units), Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// Copies the folder at the beginning of each step: what a kill at that point would leave.
struct Snapshots<'a> {
    folder: &'a Path,
    taken: Mutex<Vec<BTreeMap<String, Vec<u8>>>>,
}

impl Observer for Snapshots<'_> {
    fn begin(&self, _: &str, _: u64) {
        self.taken.lock().unwrap().push(contents(self.folder));
    }

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

#[test]
fn a_run_that_was_killed_at_any_layer_ends_with_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    let plan = plan("4x4", Start::Reversi);
    let observer = Snapshots { folder: folder.path(), taken: Mutex::default() };
    retrograde::run(&plan, folder.path(), &observer).unwrap();
    let expected = contents(folder.path());
    let snapshots = observer.taken.into_inner().unwrap();
    assert!(snapshots.len() > 20, "{}", snapshots.len());
    for mut files in snapshots {
        // Files being written during a kill have no name yet.
        files.extend(["05.codes.unfinished", "16.values.unfinished"].map(|name| (name.to_owned(), b"torn".to_vec())));
        let again = TempDir::new().unwrap();
        restore(again.path(), &files);
        exhausted(plan, again.path());
        let mut now = contents(again.path());
        now.retain(|_, bytes| bytes != b"torn");
        assert_eq!(now.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        assert!(now == expected, "{:?}", files.keys());
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_and_ends_with_the_same_bytes() {
    let whole = TempDir::new().unwrap();
    let plan = plan("4x4", Start::Othello);
    exhausted(plan, whole.path());
    let expected = contents(whole.path());
    let folder = TempDir::new().unwrap();
    let mut stops = 0;
    // A little longer each time: finished layers are not made again, so all are reached.
    for units in (1..).map(|n| 40 * n) {
        match retrograde::run(&plan, folder.path(), &StopAfter(units.into())).map(|_| ()) {
            Err(error) => assert_eq!(error, ExhaustError::Stopped),
            Ok(()) => break,
        }
        assert!(contents(folder.path()).keys().all(|name| !name.ends_with(".unfinished")), "drafts are removed");
        stops += 1;
    }
    assert!(stops > 10, "{stops}");
    assert!(contents(folder.path()) == expected);
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let bytes = |threads| {
        let folder = TempDir::new().unwrap();
        exhausted(Plan { threads, ..plan("4x5", Start::Othello) }, folder.path());
        contents(folder.path())
    };
    assert!(bytes(1) == bytes(3));
}

#[test]
fn damaged_files_are_noticed_when_a_run_goes_on() {
    let folder = TempDir::new().unwrap();
    let plan = plan("3x4", Start::Othello);
    let observer = Snapshots { folder: folder.path(), taken: Mutex::default() };
    retrograde::run(&plan, folder.path(), &observer).unwrap();
    // Halfway back, so that codes, values and runs are needed.
    let files = observer.taken.into_inner().unwrap().into_iter().nth_back(2).unwrap();
    let mut refused = Vec::new();
    for name in files.keys().filter(|name| *name != "plan") {
        let again = TempDir::new().unwrap();
        restore(again.path(), &files);
        let mut bytes = files[name].clone();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(again.path().join(name), bytes).unwrap();
        let ended = retrograde::run(&plan, again.path(), &Unobserved)
            .and_then(|done| (0..done.census().layers.len()).try_for_each(|number| done.layer(number).map(|_| ())));
        match ended {
            Err(ExhaustError::Damaged { path, .. }) => refused.push((name.clone(), path)),
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(refused.iter().any(|(name, path)| name.ends_with("runs") && path.ends_with(name)), "{refused:?}");
}

/// What another process may do to a file.
#[derive(Clone, Copy, Debug)]
enum Harm {
    CutOff,
    Empty,
    Change,
    Replace,
    Remove,
}

impl Harm {
    const ALL: [Self; 5] = [Self::CutOff, Self::Empty, Self::Change, Self::Replace, Self::Remove];

    fn inflict(self, path: &Path) {
        let mut bytes = fs::read(path).unwrap();
        match self {
            Self::CutOff => {
                fs::OpenOptions::new().write(true).open(path).unwrap().set_len(bytes.len() as u64 / 2).unwrap()
            }
            Self::Empty => fs::OpenOptions::new().write(true).open(path).unwrap().set_len(0).unwrap(),
            // In place: a process that has it open sees the change.
            Self::Change => {
                bytes.iter_mut().for_each(|byte| *byte ^= 1);
                fs::write(path, bytes).unwrap();
            }
            Self::Replace => {
                let other = path.with_extension("other");
                fs::write(&other, vec![0; bytes.len()]).unwrap();
                fs::rename(other, path).unwrap();
            }
            Self::Remove => fs::remove_file(path).unwrap(),
        }
    }
}

/// Harms every file of one kind when a step begins.
struct Saboteur<'a> {
    folder: &'a Path,
    kind: &'a str,
    harm: Harm,
    /// Steps left until then.
    left: AtomicU64,
}

impl Observer for Saboteur<'_> {
    fn begin(&self, _: &str, _: u64) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            let files = fs::read_dir(self.folder).unwrap().map(|entry| entry.unwrap().path());
            files
                .filter(|path| path.extension().is_some_and(|kind| kind == self.kind))
                .for_each(|path| self.harm.inflict(&path));
        }
    }

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        false
    }
}

#[test]
fn files_that_are_harmed_under_a_run_never_enter_a_value() {
    let whole = TempDir::new().unwrap();
    let plan = plan("3x4", Start::Othello);
    let expected = values(&retrograde::run(&plan, whole.path(), &Unobserved).unwrap()).unwrap();
    let mut refused = 0;
    for kind in ["codes", "masks", "values", "runs", "census"] {
        for (harm, step) in Harm::ALL.into_iter().flat_map(|harm| [4, 12].map(|step| (harm, step))) {
            let folder = TempDir::new().unwrap();
            let left = AtomicU64::new(step);
            let saboteur = Saboteur { folder: folder.path(), kind, harm, left };
            match retrograde::run(&plan, folder.path(), &saboteur).and_then(|exhausted| values(&exhausted)) {
                Ok(found) => assert!(found == expected, "{kind} {harm:?} at step {step}"),
                Err(ExhaustError::Damaged { .. } | ExhaustError::File { .. }) => refused += 1,
                Err(other) => panic!("{kind} {harm:?} at step {step}: {other:?}"),
            }
        }
    }
    assert!(refused > 15, "{refused}");
}

/// Everything found out: the census, and the values of all positions.
fn values(exhausted: &Exhausted) -> Result<(Census, Vec<Vec<i8>>), ExhaustError> {
    let mut all = Vec::new();
    for number in 0..exhausted.census().layers.len() {
        let layer = exhausted.layer(number)?;
        for group in 0..layer.layer.masks().len() {
            all.push(layer.values(group)?);
        }
    }
    Ok((exhausted.census().clone(), all))
}

#[test]
fn a_folder_belongs_to_one_plan() {
    let folder = TempDir::new().unwrap();
    exhausted(plan("3x3", Start::Othello), folder.path());
    let error = retrograde::run(&plan("3x4", Start::Othello), folder.path(), &Unobserved).map(|_| ()).unwrap_err();
    let ExhaustError::OtherPlan { found, wanted, .. } = error else { panic!("{error}") };
    assert_eq!([found, wanted], ["exhaust 1: 3x3 discs othello", "exhaust 1: 3x4 discs othello"]);
}

/// The hash of a file of the working folder.
fn hash(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

#[test]
fn layers_that_were_lost_are_missed_whatever_else_is_there() {
    let whole = TempDir::new().unwrap();
    let plan = plan("4x4", Start::Othello);
    exhausted(plan, whole.path());
    let files = contents(whole.path());
    let discs = |name: &str| name.split('.').next().and_then(|discs| discs.parse::<u32>().ok());
    let is_value = |name: &str| !name.ends_with("masks") && !name.ends_with("codes");
    // Values exist up to 16 discs, or only from 13 on; layers from some number on are lost.
    for (first_valued, lost) in [(4, 16), (4, 9), (4, 5), (13, 14), (13, 16)] {
        let folder = TempDir::new().unwrap();
        let mut left = files.clone();
        left.retain(|name, _| {
            discs(name).is_none_or(|discs| discs < lost && (discs >= first_valued || !is_value(name)))
        });
        restore(folder.path(), &left);
        let refused = retrograde::run(&plan, folder.path(), &Unobserved).map(|_| ()).unwrap_err();
        let missing = folder.path().join(format!("{lost:02}.masks"));
        assert_eq!(refused, ExhaustError::Damaged { path: missing, reason: "it is missing".to_owned() });
    }
}

#[test]
fn masks_and_codes_that_a_layer_cannot_have_are_an_error() {
    let whole = TempDir::new().unwrap();
    let plan = plan("4x4", Start::Othello);
    exhausted(plan, whole.path());
    let mut files = contents(whole.path());
    files.retain(|name, _| name == "plan" || name.starts_with("04.masks") || name.starts_with("04.codes"));
    for groups in [
        &[(0x660, &[u32::MAX][..])][..],
        &[(0x660, &[6, 6])],
        &[(0x660, &[6]), (0x660, &[6])],
        &[(0x660, &[]), (0x661, &[6])],
        &[(0xF_0000, &[6])],
        &[(0x661, &[6])],
    ] {
        let codes: Vec<u8> =
            groups.iter().flat_map(|(_, codes)| codes.iter().flat_map(|code: &u32| code.to_le_bytes())).collect();
        let mut masks = hash(&codes).to_le_bytes().to_vec();
        groups.iter().for_each(|&(mask, codes)| masks.extend((mask | (codes.len() as u64) << 32).to_le_bytes()));
        masks.extend(hash(&masks).to_le_bytes());
        files.insert("04.codes".to_owned(), codes);
        files.insert("04.masks".to_owned(), masks);
        let folder = TempDir::new().unwrap();
        restore(folder.path(), &files);
        let refused = retrograde::run(&plan, folder.path(), &Unobserved).map(|_| ());
        assert!(matches!(refused, Err(ExhaustError::Damaged { .. })), "{groups:?}: {refused:?}");
    }
}

#[test]
fn a_folder_asks_for_no_more_memory_than_a_layer_can_need() {
    let whole = TempDir::new().unwrap();
    let plan = plan("4x4", Start::Othello);
    exhausted(plan, whole.path());
    let mut files = contents(whole.path());
    files.retain(|name, _| name == "plan");
    let refused = |groups: &[u64], index_bytes: u64| {
        let folder = TempDir::new().unwrap();
        restore(folder.path(), &files);
        let mut masks = hash(b"").to_le_bytes().to_vec();
        masks.extend(groups.iter().flat_map(|group| group.to_le_bytes()));
        masks.extend(hash(&masks).to_le_bytes());
        // Long files that take no room.
        for (name, bytes, length) in [("04.codes", &[][..], 64 << 20), ("04.masks", &masks[..], index_bytes)] {
            fs::write(folder.path().join(name), bytes).unwrap();
            let file = fs::OpenOptions::new().write(true).open(folder.path().join(name)).unwrap();
            file.set_len(length.max(bytes.len() as u64)).unwrap();
        }
        let error = retrograde::run(&plan, folder.path(), &Unobserved).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("04.masks"), "{error}");
        error.to_string()
    };
    let text = refused(&[0x660 | (1 << 24) << 32], 0);
    assert!(text.contains("masks that positions with so many discs do not have"), "{text}");
    let text = refused(&[0x660 | 1 << 32], 64 << 20);
    assert!(text.contains("67108864 bytes") || text.contains("67,108,864 bytes"), "{text}");
}

#[cfg(unix)]
#[test]
fn links_in_a_working_folder_and_in_its_place_are_refused() {
    use std::os::unix::fs::symlink;

    let (place, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let folder = place.path().join("work");
    symlink(outside.path(), &folder).unwrap();
    let plan = plan("3x4", Start::Othello);
    let refused = |what: &str| {
        let run = retrograde::run(&plan, &folder, &Unobserved).map(|_| ()).unwrap_err();
        let count = retrograde::count(&plan, Symmetric::Once, Some(&folder), &Unobserved).unwrap_err();
        assert_eq!(run, count);
        assert!(run.to_string().ends_with(&format!("it is {what}; remove it")), "{run}");
    };
    refused("a link");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    fs::remove_file(&folder).unwrap();
    fs::create_dir(&folder).unwrap();
    let file = outside.path().join("precious");
    fs::write(&file, "precious").unwrap();
    symlink(&file, folder.join("04.codes.unfinished")).unwrap();
    refused("no regular file");
    assert_eq!(fs::read(&file).unwrap(), b"precious");
}
