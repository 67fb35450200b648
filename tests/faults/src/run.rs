//! Many faults on all threads, kept in a journal.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use files::{Header, Journal};
use solver::random::Random;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

use crate::bench::{Bench, Report};
use crate::outcome::Outcome;
use crate::process::Program;
use crate::scene::{Scene, Trouble};
use crate::scenes;
use crate::tally::{Found, Tally};
use crate::truth::Truth;

/// How many good outcomes worth a look are kept for each format.
const GOOD_SAMPLES: usize = 10;

/// Which faults are tried, and where.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program.
    pub program: PathBuf,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Number of faults of all formats together.
    pub faults: u64,
    /// Names of the formats; none: all.
    pub formats: Vec<String>,
    /// This fault alone: its format and its number.
    pub only: Option<(String, u64)>,
    /// Number of faults at once.
    pub threads: usize,
    /// Results are kept here, and what has one is not tried again.
    pub journal: Option<PathBuf>,
    /// Failures are kept here, to be studied.
    pub samples: Option<PathBuf>,
    /// Where files are made; by default in memory, if the system has a place for that.
    pub place: Option<PathBuf>,
}

/// Tries the faults of a plan whose results are not known yet; `tick` receives how many are done, and how many there
/// are. If it is stopped, the journal has the results so far.
///
/// # Errors
/// The campaign itself cannot go on. Faults of the program are counted and are not errors.
pub fn run(plan: &Plan, stop: &AtomicBool, tick: &(dyn Fn(u64, u64) + Sync)) -> Result<Tally, Trouble> {
    let scenes = chosen(plan)?;
    let program = Program::new(&plan.program.canonicalize()?);
    let wanted = wanted(plan, &scenes);
    let (journal, known) = open_journal(plan, &program)?;
    let names: Vec<&'static str> = scenes.iter().map(|scene| scene.name()).collect();
    let mut tally = Tally::new(&names);
    let mut left = Vec::new();
    for (scene, number) in wanted {
        match known.get(&(names[scene].to_owned(), number)) {
            Some(&found) => tally.add(names[scene], number, found),
            None => left.push((scene, number)),
        }
    }
    let home = home(plan.place.as_deref())?;
    let truth = Truth::default();
    for (index, scene) in scenes.iter().enumerate() {
        if left.iter().any(|(scene, _)| *scene == index) {
            prepare(scene.as_ref(), &program, &truth, home.path())?;
        }
    }
    let work = Work {
        plan,
        scenes: &scenes,
        program: &program,
        truth: &truth,
        home: home.path(),
        journal,
        left: &left,
        next: AtomicUsize::new(0),
        tally: Mutex::new(tally),
        samples: Mutex::new(HashMap::new()),
    };
    let all = work.tally().all() + left.len() as u64;
    let results: Vec<Result<(), Trouble>> = std::thread::scope(|scope| {
        let start = |_| Builder::new().spawn_scoped(scope, || work.go_on(stop, all, tick));
        // With fewer threads than wanted, it takes longer.
        let threads: Vec<_> = (0..plan.threads.max(1)).map(start).map_while(Result::ok).collect();
        if threads.is_empty() {
            return vec![work.go_on(stop, all, tick)];
        }
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    results.into_iter().collect::<Result<(), Trouble>>()?;
    Ok(work.tally.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The scenes of the wanted formats.
fn chosen(plan: &Plan) -> Result<Vec<Box<dyn Scene>>, Trouble> {
    let all = scenes::all();
    let known = all.iter().map(|scene| scene.name()).collect::<Vec<_>>();
    let formats: Vec<&str> = match &plan.only {
        Some((name, _)) => vec![name],
        None => plan.formats.iter().map(String::as_str).collect(),
    };
    if let Some(name) = formats.iter().find(|name| !known.contains(name)) {
        return Err(Trouble::UnknownScene { name: (*name).to_owned(), known: known.join(", ") });
    }
    Ok(all.into_iter().filter(|scene| formats.is_empty() || formats.contains(&scene.name())).collect())
}

/// The faults, by index of the scene and number, in an order that advances all scenes equally.
fn wanted(plan: &Plan, scenes: &[Box<dyn Scene>]) -> Vec<(usize, u64)> {
    if let Some((_, number)) = plan.only {
        return vec![(0, number)];
    }
    let sum: f64 = scenes.iter().map(|scene| scene.weight()).sum();
    let mut wanted = Vec::new();
    for (index, scene) in scenes.iter().enumerate() {
        let share = (plan.faults as f64 * scene.weight() / sum).ceil().max(1.0) as u64;
        wanted.extend((0..share).map(|number| ((number as f64 + 0.5) / share as f64, index, number)));
    }
    wanted.sort_by(|one, other| one.0.total_cmp(&other.0));
    wanted.into_iter().map(|(_, index, number)| (index, number)).collect()
}

type Known = HashMap<(String, u64), Found>;

/// Opens the journal, if there is to be one; it belongs to one seed and one program.
fn open_journal(plan: &Plan, program: &Program) -> Result<(Option<Journal>, Known), Trouble> {
    let Some(path) = &plan.journal else { return Ok((None, Known::new())) };
    let bytes = xxh3_64(&fs::read(&plan.program)?);
    let subject = format!("seed {}, {}, bytes {bytes:016x}", plan.seed, program.version()?);
    let header = Header { name: "solve-faults", version: 1, subject: &subject, short: None, former: None };
    let (journal, records) = Journal::open(path, &header)?;
    let mut known = Known::new();
    for record in records {
        let text = record?.text;
        let (key, found) = read(&text).ok_or_else(|| Trouble::Line(text.clone()))?;
        known.insert(key, found);
    }
    Ok((Some(journal), known))
}

fn read(line: &str) -> Option<((String, u64), Found)> {
    let mut words = line.split(' ');
    let key = (words.next()?.to_owned(), words.next()?.parse().ok()?);
    let outcome = words.next()?.parse().ok()?;
    let mut number = || words.next()?.parse::<u64>().ok();
    let (slowest_ms, peak_kib, processes) = (number()?, number()?, number()? as u32);
    Some((key, Found { outcome, slowest_ms, peak_kib, processes }))
}

fn written(name: &str, number: u64, found: Found) -> String {
    let Found { outcome, slowest_ms, peak_kib, processes } = found;
    format!("{name} {number} {outcome} {slowest_ms} {peak_kib} {processes}")
}

/// A temporary folder for everything that is made, in memory if the system has a place for that.
fn home(place: Option<&Path>) -> io::Result<TempDir> {
    let builder = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix("solve-faults-");
        builder
    };
    match place {
        Some(place) => builder().tempdir_in(place),
        None => builder().tempdir_in("/dev/shm").or_else(|_| builder().tempdir()),
    }
}

fn prepare(scene: &dyn Scene, program: &Program, truth: &Truth, home: &Path) -> Result<(), Trouble> {
    let folder = home.join(scene.name());
    fs::create_dir(&folder)?;
    let mut bench = Bench::new(program, truth, &folder, 0, Random::new(0, 0));
    scene.prepare(&mut bench)?;
    if bench.report.outcome.is_good() {
        return Ok(());
    }
    Err(Trouble::Unprepared { scene: scene.name(), why: bench.report.story.join("; ") })
}

/// What the threads share.
struct Work<'a> {
    plan: &'a Plan,
    scenes: &'a [Box<dyn Scene>],
    program: &'a Program,
    truth: &'a Truth,
    home: &'a Path,
    journal: Option<Journal>,
    left: &'a [(usize, u64)],
    next: AtomicUsize,
    tally: Mutex<Tally>,
    /// Number of samples kept although nothing is bad about them.
    samples: Mutex<HashMap<&'static str, usize>>,
}

impl Work<'_> {
    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tries one fault after another until none is left.
    fn go_on(&self, stop: &AtomicBool, all: u64, tick: &(dyn Fn(u64, u64) + Sync)) -> Result<(), Trouble> {
        loop {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&(scene, number)) = self.left.get(next) else { return Ok(()) };
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let scene = self.scenes[scene].as_ref();
            let done = self.meet(scene, number);
            if done.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            let found = done?;
            if let Some(journal) = &self.journal {
                journal.append(&written(scene.name(), number, found))?;
            }
            let mut tally = self.tally();
            tally.add(scene.name(), number, found);
            tick(tally.all(), all);
        }
    }

    /// Tries one fault in a folder of its own.
    fn meet(&self, scene: &dyn Scene, number: u64) -> Result<Found, Trouble> {
        let folder = TempDir::new_in(self.home)?;
        let random = Random::new(self.plan.seed, xxh3_64(format!("{} {number}", scene.name()).as_bytes()));
        let mut bench = Bench::new(self.program, self.truth, folder.path(), number, random);
        scene.meet(&mut bench, &self.home.join(scene.name()))?;
        self.keep(scene.name(), number, &bench.report, folder.path())?;
        if self.plan.only.is_some() {
            println!("{}\n{}", bench.report.story.join("\n"), bench.report.outcome);
        }
        Ok(Found::from(&bench.report))
    }

    /// Keeps what is worth a look.
    fn keep(&self, name: &'static str, number: u64, report: &Report, folder: &Path) -> Result<(), Trouble> {
        let Some(samples) = &self.plan.samples else { return Ok(()) };
        if matches!(report.outcome, Outcome::Right | Outcome::Refused) {
            return Ok(());
        }
        if report.outcome.is_good() {
            let mut kept = self.samples.lock().unwrap_or_else(PoisonError::into_inner);
            let count = kept.entry(name).or_default();
            *count += 1;
            if *count > GOOD_SAMPLES {
                return Ok(());
            }
        }
        let place = samples.join(format!("{name}-{number}"));
        fs::create_dir_all(&place)?;
        fs::write(place.join("story.txt"), format!("{}\n{}\n", report.story.join("\n"), report.outcome))?;
        let copied = std::process::Command::new("cp").arg("-R").arg(folder).arg(place.join("files")).status()?;
        if copied.success() { Ok(()) } else { Err(io::Error::other("cp cannot copy a sample").into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_journal_can_be_read_again() {
        let found = Found { outcome: Outcome::Refused, slowest_ms: 12, peak_kib: 20_000, processes: 2 };
        assert_eq!(read(&written("ledger", 17, found)), Some((("ledger".to_owned(), 17), found)));
        assert_eq!(read("ledger 17 fine 1 2 3"), None);
    }

    #[test]
    fn all_scenes_come_equally_far() {
        let plan = Plan {
            program: PathBuf::new(),
            seed: 1,
            faults: 1000,
            formats: Vec::new(),
            only: None,
            threads: 1,
            journal: None,
            samples: None,
            place: None,
        };
        let scenes = chosen(&plan).unwrap();
        let wanted = wanted(&plan, &scenes);
        assert!(wanted.len() >= 1000 && wanted.len() < 1000 + scenes.len());
        let first: std::collections::HashSet<usize> =
            wanted[..wanted.len() / 4].iter().map(|(scene, _)| *scene).collect();
        assert_eq!(first.len(), scenes.len());
        let unknown = Plan { formats: vec!["pdf".to_owned()], ..plan };
        assert!(chosen(&unknown).err().unwrap().to_string().contains("it is table-sst, "));
    }
}
