//! A campaign finds what a plain search finds, whatever its workers do.

mod support;

use campaign::replay::Replay;
use campaign::simulation::{Perform, cold, simulate, warm};
use campaign::{Added, Campaign, Finding, Job, Ledger, LedgerFile, Plan, Record, Session, work};
use campaign::{local, pool};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use solver::random::Random;
use solver::{Mode, Position, Progress, Question, Resources, Score, Scoring, Solver, Start};
use support::{Oracle, SHAPES, board, check_end, plan, played};

/// Plays a campaign to its end with several workers who answer in any order, lose jobs, exceed budgets and answer
/// twice.
fn play(plan: Plan, open: u32, workers: usize, random: &mut Random, oracle: &mut Oracle) -> (Campaign, Vec<Record>) {
    let mut campaign = Campaign::new(plan);
    let (mut lines, mut flying): (Vec<Record>, Vec<Job>) = (Vec::new(), Vec::new());
    let mut done = Vec::new();
    loop {
        while flying.len() < workers {
            let Some(job) = campaign.next_job().unwrap() else { break };
            assert!(!flying.iter().any(|other| other.id() == job.id()), "handed out twice: {job:?}");
            assert!(!done.contains(&job.id()), "answered before: {job:?}");
            lines.extend(campaign.take_splits());
            flying.push(job);
        }
        lines.extend(campaign.take_splits());
        assert_eq!(campaign.in_flight(), flying.len());
        if flying.is_empty() {
            assert!(campaign.is_done());
            return (campaign, lines);
        }
        // Some workers abandon needless jobs.
        for needless in campaign.needless() {
            let at = flying.iter().position(|job| job.id() == needless).expect("it is in flight");
            if random.below(2) == 0 {
                flying.swap_remove(at);
                assert!(campaign.lost(needless).unwrap());
            }
        }
        if flying.is_empty() {
            continue;
        }
        let job = flying.swap_remove(random.below(flying.len() as u32) as usize);
        if random.below(5) == 0 {
            assert!(campaign.lost(job.id()).unwrap());
            assert!(!campaign.lost(job.id()).unwrap());
            continue;
        }
        let record = oracle.answer(&job, open, random);
        assert_eq!(campaign.record(&record).unwrap(), Added::New);
        lines.push(record.clone());
        done.push(job.id());
        if random.below(4) == 0 {
            let again = oracle.answer(&job, open, random);
            match campaign.record(&again).unwrap() {
                Added::Known => {}
                // It says more than the first, and replaces it.
                Added::Better => *lines.iter_mut().find(|line| line.job == job).unwrap() = again,
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Plays a campaign of a position, then compares the value, the replay of its lines and a campaign resumed from some of
/// them with the truth.
fn check(position: Position, open: u32, random: &mut Random, oracle: &mut Oracle) {
    let plan = plan(position, random);
    let value = oracle.value(position, plan.scoring);
    let workers = 1 + random.below(6) as usize;
    let (campaign, lines) = play(plan.clone(), open, workers, random, oracle);
    check_end(&campaign, value);
    assert_eq!(campaign.records(), lines, "every record is told, in order");
    let ledger = Ledger::new(plan.clone(), lines);
    // The replay also knows the ends of games below positions whose budget grew, so it may know more.
    let (replayed, found) = (Replay::new(&ledger).unwrap().bounds(), campaign.bounds());
    assert_eq!(replayed.intersect(found), replayed, "{plan:?}");
    assert!(replayed.lower <= Score::new(value) && value <= replayed.upper.discs(), "{plan:?}");
    let read = Ledger::parse(ledger.text().as_bytes(), "memory".as_ref()).unwrap();
    assert_eq!(read, ledger);
    // A campaign resumed from any prefix of the lines reaches the same end.
    let kept = random.below(1 + ledger.records.len() as u32) as usize;
    let mut resumed = Campaign::new(plan);
    for record in &ledger.records[..kept] {
        assert_eq!(resumed.record(record).unwrap(), Added::New);
    }
    if random.below(2) == 0 {
        resumed.status().unwrap();
    }
    while let Some(job) = resumed.next_job().unwrap() {
        resumed.record(&oracle.answer(&job, open, random)).unwrap();
    }
    check_end(&resumed, value);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, rng_seed: RngSeed::Fixed(11), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_workers_find_the_value(seed: u64) {
        let mut random = Random::new(seed, 1);
        let board = board(random.pick(&SHAPES));
        // The more jobs exceed their budget, the larger the part of the tree that is split.
        let (open, most) = random.pick(&[(0, 10), (30, 6), (80, 5)]);
        let position = played(board, random.below(most), &mut random);
        check(position, open, &mut random, &mut Oracle::new());
    }
}

#[test]
fn every_shape_and_start_with_most_jobs_open() {
    let mut random = Random::new(5, 2);
    let mut oracle = Oracle::new();
    for shape in SHAPES {
        for empties in [0, 1, 3, 5] {
            let position = played(board(shape), empties, &mut random);
            check(position, 60, &mut random, &mut oracle);
        }
    }
}

#[test]
fn whole_boards_with_jobs_that_really_exceed_their_budget() {
    for (name, start, scoring, value) in [
        ("4x4", Start::Othello, Scoring::Discs, -8),
        ("4x4", Start::Reversi, Scoring::Discs, -3),
        ("4x4", Start::Reversi, Scoring::Wof, -4),
        ("4x6", Start::Othello, Scoring::Discs, 16),
        ("6x4", Start::Othello, Scoring::Discs, 16),
        ("4x6", Start::Reversi, Scoring::Wof, 22),
        ("4x8", Start::Othello, Scoring::Discs, 32),
    ] {
        for workers in 1..=4 {
            let root = Position::start(board(name), start);
            let plan = Plan { budget: 2000, ..Plan::new(root, scoring, Mode::Exact) };
            let (campaign, ledger) = run_here(plan, workers);
            assert_eq!(campaign, value, "{name} {start} {scoring} {workers}");
            let jobs: Vec<_> = ledger.records.iter().map(|record| record.job.id()).collect();
            let mut different = jobs.clone();
            different.sort_unstable();
            different.dedup();
            assert_eq!(jobs.len(), different.len(), "no job is counted twice");
            // With several workers it depends on chance how many do.
            if (name, workers) == ("4x8", 1) {
                assert!(ledger.records.iter().any(|record| record.finding == Finding::Open && record.nodes > 0));
            }
        }
    }
}

/// Runs a campaign in a file with this many threads; returns the root's value and the ledger.
fn run_here(plan: Plan, workers: usize) -> (i32, Ledger) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.txt");
    LedgerFile::create(&path, &plan).unwrap();
    let mut session = Session::open(&path).unwrap();
    let solvers = pool::solvers(workers, 1 << 20, plan.root.board(), plan.scoring).unwrap();
    local::run(&mut session, &"here".parse().unwrap(), solvers, &Progress::default(), "test", &()).unwrap();
    let bounds = session.campaign().bounds();
    drop(session);
    let ledger = Ledger::read(&path).unwrap();
    assert_eq!(Replay::new(&ledger).unwrap().bounds(), bounds);
    (bounds.exact().expect("it was run to its end").discs(), ledger)
}

#[test]
fn one_worker_does_the_same_jobs_each_time() {
    let root = Position::start(board("4x7"), Start::Reversi);
    let plan = Plan { budget: 5000, ..Plan::new(root, Scoring::Discs, Mode::Exact) };
    let told = |ledger: Ledger| -> Vec<_> {
        ledger.records.into_iter().map(|record| (record.job, record.finding, record.nodes)).collect()
    };
    let (first, second) = (run_here(plan.clone(), 1), run_here(plan, 1));
    assert_eq!(first.0, second.0);
    assert_eq!(told(first.1), told(second.1));
}

#[test]
fn a_stopped_run_loses_nothing_but_the_jobs_in_flight() {
    let root = Position::start(board("4x8"), Start::Othello);
    let plan = Plan { budget: 3000, ..Plan::new(root, Scoring::Discs, Mode::Exact) };
    let mut campaign = Campaign::new(plan);
    let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
    let job = campaign.next_job().unwrap().unwrap();
    let stopped = Progress::default();
    stopped.stop();
    assert_eq!(work::perform(&job, &mut solver, None, &stopped, "test"), None);
    assert!(campaign.lost(job.id()).unwrap());
    assert_eq!(campaign.next_job().unwrap(), Some(job), "it is handed out again");
}

#[test]
fn false_records_are_refused() {
    let mut random = Random::new(9, 4);
    let position = played(board("4x5"), 8, &mut random);
    let mut oracle = Oracle::new();
    let value = oracle.value(position, Scoring::Discs);
    let mut campaign = Campaign::new(Plan::new(position, Scoring::Discs, Mode::Exact));
    let job = campaign.next_job().unwrap().unwrap();
    let record = |finding| Record::new(job, finding, 1, 1, "liar");
    let truth = oracle.answer(&job, 0, &mut random);
    // These do not answer the question.
    for finding in [campaign::Finding::AtLeast(job.at_least - 1), campaign::Finding::AtMost(job.at_least)] {
        campaign.record(&record(finding)).unwrap_err();
    }
    assert_eq!(campaign.record(&truth).unwrap(), Added::New);
    let (asked, opposite) = match truth.finding {
        campaign::Finding::AtLeast(lower) => (lower, campaign::Finding::AtMost(lower - 1)),
        campaign::Finding::AtMost(upper) => (upper + 1, campaign::Finding::AtLeast(upper + 1)),
        campaign::Finding::Open => unreachable!("it was not to be open"),
    };
    let lie = Record { job: Job { at_least: asked, budget: 77, ..job }, ..record(opposite) };
    let error = campaign.record(&lie).unwrap_err().to_string();
    assert!(error.starts_with(&format!("contradiction at {}: ", job.position_text())), "{error}");
    assert!(error.contains("solver liar") && error.contains("solver oracle"), "{error}");
    assert_eq!(campaign.records().len(), 1, "the lie counts for nothing");
    while let Some(job) = campaign.next_job().unwrap() {
        campaign.record(&oracle.answer(&job, 0, &mut random)).unwrap();
    }
    check_end(&campaign, value);
    let other = Record { job: Job { scoring: Scoring::Wof, ..job }, ..truth };
    let error = campaign.record(&other).unwrap_err().to_string();
    assert_eq!(error, "a record of 4x5 wof; this campaign is of 4x5 discs");
}

#[test]
fn a_simulation_finds_the_value_with_any_number_of_workers_the_same_way_each_time() {
    for (name, start, value) in [("4x6", Start::Othello, 16), ("5x5", Start::Othello, 0), ("4x8", Start::Othello, 32)] {
        let root = Position::start(board(name), start);
        let mode = if value == 0 { Mode::Wld } else { Mode::Exact };
        let plan = Plan { budget: 20_000, ..Plan::new(root, Scoring::Discs, mode) };
        let whole = Solver::new(Resources::default()).value(&Question::new(root, mode, Scoring::Discs)).unwrap();
        let mut known: Vec<Record> = Vec::new();
        let mut ticks = u64::MAX;
        for workers in [1, 5, 40] {
            let play = |by: &mut Perform<'_>| {
                let mut campaign = Campaign::new(plan.clone());
                let outcome = simulate(&mut campaign, workers, 100, by).unwrap();
                assert_eq!(campaign.bounds().outcome(), whole.bounds.outcome(), "{name} {workers}");
                assert!(mode == Mode::Wld || campaign.bounds().exact() == Some(Score::new(value)));
                assert!(
                    outcome.nodes() <= outcome.ticks * workers as u64,
                    "nobody is faster than the clock: {outcome:?}"
                );
                outcome
            };
            let mut new = Vec::new();
            let outcome = play(&mut cold(1 << 20, &known, |record| new.push(record.clone())));
            known.extend(new);
            let again = play(&mut cold(1 << 20, &known, |record| panic!("{record:?} is known")));
            assert_eq!(outcome, again);
            play(&mut warm(workers, 2, 1 << 20));
            assert!(outcome.ticks <= ticks, "more workers take no longer here: {outcome:?}");
            ticks = outcome.ticks;
        }
    }
}

#[test]
fn a_resumed_campaign_guesses_what_it_needs_and_keeps_it() {
    let root = Position::start(board("6x6"), Start::Othello);
    let plan = Plan { budget: 5000, ..Plan::new(root, Scoring::Discs, Mode::Wld) };
    let folder = tempfile::tempdir().unwrap();
    let (path, guesses) = (folder.path().join("ledger.txt"), folder.path().join("guesses.cache"));
    LedgerFile::create(&path, &plan).unwrap();
    let mut random = Random::new(1, 1);
    let mut session = Session::open(&path).unwrap();
    for _ in 0..300 {
        let job = session.next_job().unwrap().unwrap();
        // While the root's question stays the same, no two questions about one position differ.
        let is_reached = random.below(100) < 30;
        let finding = if is_reached { Finding::AtLeast(job.at_least) } else { Finding::AtMost(job.at_least - 1) };
        session.record(&Record::new(job, finding, 100, 5, "guess")).unwrap();
    }
    session.sync().unwrap();
    drop(session);
    let size = || std::fs::metadata(&guesses).map_or(0, |data| data.len());
    let whole = size();
    std::fs::remove_file(&guesses).unwrap();
    // Whoever only looks makes none.
    let ledger = Ledger::read(&path).unwrap();
    let status = campaign::ledger::resume(&path, &ledger).unwrap().status().unwrap();
    assert!(status.numbers.is_some() && status.positions > 300, "{status:?}");
    assert_eq!(size(), 0);
    let next = || {
        let mut session = Session::open(&path).unwrap();
        let job = session.next_job().unwrap();
        session.sync().unwrap();
        job
    };
    let job = next();
    let first = size();
    assert!(first > 0 && first < whole / 2, "{first} of {whole}");
    assert_eq!((next(), size()), (job, first), "nothing is guessed twice");
}
