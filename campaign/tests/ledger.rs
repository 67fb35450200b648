//! How ledgers fare that are torn, damaged, merged or false.
#![allow(clippy::disallowed_methods, reason = "a test may end with a panic")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use campaign::ledger::merge;
use campaign::replay::replay;
use campaign::{Added, Campaign, CampaignError, Finding, Ledger, LedgerFile, Plan, Record, Session, WorkerName};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use solver::random::Random;
use solver::{Mode, Position, Score, Scoring, Start};
use support::{Oracle, SHAPES, board, plan, played};

/// A finished campaign of a few dozen records, some of them open.
fn finished(seed: u64) -> (Ledger, i32) {
    let mut random = Random::new(seed, 3);
    let mut oracle = Oracle::new();
    loop {
        let position = played(board(random.pick(&SHAPES)), 6, &mut random);
        let plan = Plan { mode: Mode::Exact, ..plan(position, &mut random) };
        let value = oracle.value(position, plan.scoring);
        let mut campaign = Campaign::new(plan.clone());
        while let Some(job) = campaign.next_job().unwrap() {
            campaign.record(&oracle.answer(&job, 40, &mut random)).unwrap();
        }
        // Now and then a game ends before that.
        if campaign.records().iter().any(|record| record.finding != Finding::Open) {
            return (Ledger::new(plan, campaign.records().to_vec()), value);
        }
    }
}

fn here() -> &'static Path {
    "here".as_ref()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40, rng_seed: RngSeed::Fixed(7), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn cut_anywhere_it_is_a_beginning_or_an_error(seed: u64, cut: prop::sample::Index) {
        let (ledger, _) = finished(seed);
        let text = ledger.text();
        let part = &text.as_bytes()[..cut.index(text.len())];
        match Ledger::parse(part, here()) {
            Ok(read) => {
                prop_assert_eq!(&read.plan.root, &ledger.plan.root);
                prop_assert_eq!(&read.records[..], &ledger.records[..read.records.len()]);
                let whole = part.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
                prop_assert_eq!(read.text().into_bytes(), part[..whole].to_vec());
            }
            Err(error) => prop_assert!(matches!(error, CampaignError::Line { .. }), "{}", error),
        }
    }

    #[test]
    fn a_changed_byte_is_left_out_with_its_line_or_refused(seed: u64, at: prop::sample::Index, flip in 1u8..=255) {
        let (ledger, _) = finished(seed);
        let mut bytes = ledger.text().into_bytes();
        let at = at.index(bytes.len() - 1);
        bytes[at] ^= flip;
        let line = bytes[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        match Ledger::parse(&bytes, here()) {
            // A byte changed to a line feed splits a line in two.
            Ok(read) => {
                prop_assert!(read.left_out.iter().any(|damage| damage.line == line), "{:?} {line}", read.left_out);
                prop_assert!(read.left_out.len() <= 2, "{:?}", read.left_out);
                let mut written = ledger.records.iter();
                for record in &read.records {
                    prop_assert!(written.any(|known| known == record), "{record:?} was not written");
                }
            }
            Err(CampaignError::Line { line: named, .. }) => prop_assert!(named <= line + 1 && line <= 11, "{named} {line}"),
            Err(other) => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn parts_are_merged_in_any_order_to_the_same_value(seed: u64, cut: prop::sample::Index, back in 0usize..4) {
        let (ledger, value) = finished(seed);
        let cut = cut.index(ledger.records.len() + 1);
        let part = |records: &[Record]| Ledger::new(ledger.plan.clone(), records.to_vec());
        let parts = [
            (PathBuf::from("a"), part(&ledger.records[..cut])),
            (PathBuf::from("b"), part(&ledger.records[cut.saturating_sub(back)..])),
        ];
        let merged = merge(&parts).unwrap();
        // All of it, but for the names of the workers of the other ledger.
        let worker = WorkerName::unknown;
        let records = merged.ledger.records.iter().map(|record| Record { worker: worker(), ..record.clone() });
        prop_assert_eq!(&part(&records.collect::<Vec<_>>()), &ledger);
        let renamed = merged.ledger.records.iter().skip(cut).filter(|record| record.job.budget > 0);
        prop_assert!(renamed.into_iter().all(|record| !record.worker.is_unknown()));
        prop_assert_eq!(merged.known, cut.min(back));
        let turned = merge(&[parts[1].clone(), parts[0].clone()]).unwrap();
        prop_assert_eq!(turned.ledger.records.len(), ledger.records.len());
        for whole in [&merged.ledger, &turned.ledger] {
            prop_assert_eq!(replay(here(), whole).unwrap().bounds().exact(), Some(Score::new(value)));
        }
    }

    #[test]
    fn a_false_answer_is_found_and_named(seed: u64, at: prop::sample::Index) {
        let (ledger, _) = finished(seed);
        let answers: Vec<usize> = (0..ledger.records.len()).filter(|&at| ledger.records[at].finding != Finding::Open).collect();
        let at = *at.get(&answers);
        let mut lie = ledger.records[at].clone();
        let most = lie.job.board.squares() as i32;
        lie.finding = match lie.finding {
            Finding::AtLeast(_) => Finding::AtMost(lie.job.at_least - 1),
            _ => Finding::AtLeast(lie.job.at_least),
        };
        lie.solver = "liar".to_owned();
        lie.check().unwrap();
        prop_assert!(lie.job.at_least <= most);
        let liar = Ledger::new(ledger.plan.clone(), vec![lie.clone()]);
        let error = merge(&[(PathBuf::from("a"), ledger.clone()), (PathBuf::from("b"), liar)]).unwrap_err();
        let said = error.to_string();
        prop_assert!(matches!(error, CampaignError::Contradiction { .. }), "{}", said);
        prop_assert!(said.contains(&lie.job.position_text()) && said.contains("b:") && said.contains("a:"), "{}", said);
    }
}

#[test]
fn a_lie_that_only_follows_is_found_too() {
    let mut found = 0;
    for seed in 0..40 {
        let (mut ledger, value) = finished(seed);
        // The root's value is that of one of its successors; a higher value contradicts what follows from them.
        let first = ledger.records[0].clone();
        if first.finding != Finding::Open || value >= ledger.plan.root.board().squares() as i32 {
            continue;
        }
        let job = campaign::Job { at_least: value + 1, budget: 99, ..first.job };
        let finding = Finding::AtLeast(value + 1);
        ledger.records.push(Record::new(job, finding, 1, 1, "liar"));
        let error = replay(here(), &ledger).unwrap_err().to_string();
        assert!(error.starts_with(&format!("contradiction at {}: here:", first.job.position_text())), "{error}");
        assert!(error.contains("solver liar"), "{error}");
        found += 1;
    }
    assert!(found > 5, "{found} cases are too few");
}

#[test]
fn a_torn_line_is_cut_off_and_the_next_one_stands_on_its_own() {
    let (ledger, _) = finished(4);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.txt");
    let text = ledger.text();
    let before = Ledger::new(ledger.plan.clone(), ledger.records[..ledger.records.len() - 1].to_vec()).text();
    for cut in [1, 2, 9, 30] {
        fs::write(&path, &text[..text.len() - cut]).unwrap();
        let (mut file, read) = LedgerFile::open(&path).unwrap();
        assert_eq!(read.records.len(), ledger.records.len() - 1);
        assert_eq!(fs::read_to_string(&path).unwrap(), before);
        file.append(&ledger.records[ledger.records.len() - 1..]).unwrap();
        file.sync().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn one_process_at_a_time_adds_to_a_ledger_and_records_are_there_at_once() {
    let mut random = Random::new(8, 1);
    let position = played(board("4x5"), 7, &mut random);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.txt");
    LedgerFile::create(&path, &Plan::new(position, Scoring::Wof, Mode::Exact)).unwrap();
    assert!(matches!(
        LedgerFile::create(&path, &Plan::new(position, Scoring::Wof, Mode::Wld)),
        Err(CampaignError::File { .. })
    ));
    let mut session = Session::open(&path).unwrap();
    assert_eq!(LedgerFile::open_within(&path, Duration::ZERO).unwrap_err(), CampaignError::InUse(path.clone()));
    let mut oracle = Oracle::new();
    let mut count = 0;
    while let Some(job) = session.next_job().unwrap() {
        let record = oracle.answer(&job, 0, &mut random);
        assert_eq!(session.record(&record).unwrap(), Added::New);
        assert_eq!(session.record(&record).unwrap(), Added::Known);
        count += 1;
        assert_eq!(Ledger::read(&path).unwrap().records.len(), count);
    }
    drop(session);
    let value = oracle.value(position, Scoring::Wof);
    assert_eq!(replay(&path, &Ledger::read(&path).unwrap()).unwrap().bounds().exact(), Some(Score::new(value)));
}

#[test]
fn a_known_job_may_be_answered_again_but_not_otherwise() {
    for seed in 0..20 {
        let (ledger, value) = finished(seed);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.txt");
        fs::write(&path, ledger.text()).unwrap();
        let mut session = Session::open(&path).unwrap();
        for record in &ledger.records {
            let mut again = record.clone();
            again.solver = "other".to_owned();
            assert_eq!(session.record(&again), Ok(Added::Known));
            again.finding = Finding::Open;
            assert_eq!(session.record(&again), Ok(Added::Known));
            again.finding = match record.finding {
                Finding::AtLeast(_) => Finding::AtMost(record.job.at_least - 1),
                Finding::AtMost(_) => Finding::AtLeast(record.job.at_least),
                Finding::Open => continue,
            };
            let error = session.record(&again).unwrap_err().to_string();
            assert!(error.starts_with(&format!("contradiction at {}: ", record.job.position_text())), "{error}");
            // What was known may follow from successors in which the game is over.
            let is_told = error.contains(" solver oracle") || error.contains("the rules");
            assert!(is_told && error.contains(" solver other"), "{error}");
            // Every reader of the ledger finds this, whichever line comes first.
            for pair in [[record, &again], [&again, record]] {
                let liar = Ledger::new(ledger.plan.clone(), pair.map(Record::clone).to_vec());
                assert_eq!(liar.distinct(), liar.records);
                let file = folder.path().join("liar.txt");
                fs::write(&file, liar.text()).unwrap();
                let head = liar.text().lines().filter(|line| !line.starts_with("job ")).count();
                let places = [head + 1, head + 2].map(|line| format!("{}:{line}: 'job ", file.display()));
                let named = |text: &str| places.iter().all(|place| text.contains(place));
                assert!(named(&replay(&file, &liar).unwrap_err().to_string()));
                assert!(named(&merge(&[(file.clone(), liar)]).unwrap_err().to_string()));
                assert!(Session::open(&file).unwrap_err().to_string().starts_with("contradiction at "));
            }
        }
        assert_eq!(session.campaign().records(), ledger.records);
        assert_eq!(session.campaign().bounds().exact(), Some(Score::new(value)));
        drop(session);
        assert_eq!(fs::read_to_string(&path).unwrap(), ledger.text(), "nothing was added");
    }
}

#[test]
fn lines_that_stand_there_again_count_once_and_the_one_that_says_more() {
    let mut random = Random::new(5, 9);
    for seed in 0..20 {
        let (ledger, value) = finished(seed);
        // Each line up to three times, in any order, some as if less had been found.
        let mut records = Vec::new();
        for record in &ledger.records {
            let mut lines = vec![record.clone(); 1 + random.below(3) as usize];
            let weaker = random.below(lines.len() as u32) as usize;
            if lines.len() > 1 {
                lines[weaker].finding = match record.finding {
                    Finding::AtLeast(_) if random.below(2) == 0 => Finding::AtLeast(record.job.at_least),
                    Finding::AtMost(_) if random.below(2) == 0 => Finding::AtMost(record.job.at_least - 1),
                    _ => Finding::Open,
                };
            }
            records.extend(lines);
        }
        let again = Ledger::new(ledger.plan.clone(), records);
        assert_eq!(Ledger::parse(again.text().as_bytes(), here()).as_ref(), Ok(&again));
        assert_eq!(again.distinct(), ledger.records);
        assert_eq!(merge(&[(PathBuf::from("a"), again.clone())]).unwrap().ledger, ledger);
        assert_eq!(replay(here(), &again).unwrap().bounds().exact(), Some(Score::new(value)));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.txt");
        fs::write(&path, again.text()).unwrap();
        let mut whole = Campaign::new(ledger.plan.clone());
        ledger.records.iter().for_each(|record| assert_eq!(whole.record(record), Ok(Added::New)));
        let session = Session::open(&path).unwrap();
        assert_eq!(session.campaign().spent(), whole.spent());
        assert!(session.campaign().is_done());
    }
}

#[test]
fn a_ledger_that_is_let_go_of_soon_is_waited_for() {
    let (ledger, _) = finished(2);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.txt");
    fs::write(&path, ledger.text()).unwrap();
    let (held, _) = LedgerFile::open(&path).unwrap();
    assert_eq!(LedgerFile::open_within(&path, Duration::ZERO).unwrap_err(), CampaignError::InUse(path.clone()));
    let holder = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        drop(held);
    });
    assert_eq!(LedgerFile::open(&path).unwrap().1, ledger);
    holder.join().unwrap();
}

#[test]
fn a_head_that_makes_no_sense_is_refused() {
    let plan = Plan::new(Position::start(board("4x5"), Start::Othello), Scoring::Discs, Mode::Wld);
    let error = |plan: Plan| Ledger::parse(Ledger::new(plan, Vec::new()).text().as_bytes(), here()).unwrap_err();
    let said = error(Plan { budget: 0, ..plan.clone() }).to_string();
    assert!(said.ends_with("budget 0 leaves a job no nodes: give at least 1"), "{said}");
    let said = error(Plan { start: Some(Start::Reversi), ..plan.clone() }).to_string();
    assert_eq!(said, format!("here:9: root {} is not the start reversi of board 4x5", plan.root));
    assert_eq!(Plan { start: None, ..plan }.check(), Ok(()));
}

#[test]
fn a_usual_plan_fits_every_board() {
    for name in SHAPES {
        let plan = Plan::new(Position::start(board(name), Start::Othello), Scoring::Discs, Mode::Wld);
        assert_eq!(plan.check(), Ok(()), "{name}");
    }
}

#[test]
fn a_line_with_more_nodes_than_can_be_is_left_out() {
    let (ledger, _) = finished(1);
    let with = |nodes| {
        let records = ledger.records.iter().map(|record| Record { nodes, ..record.clone() }).collect();
        Ledger::parse(Ledger::new(ledger.plan.clone(), records).text().as_bytes(), here()).unwrap()
    };
    let count = ledger.records.len();
    assert_eq!((with(1 << 53).records.len(), with(1 << 53).left_out.len()), (count, 0));
    let read = with((1 << 53) + 1);
    assert_eq!((read.records.len(), read.left_out.len()), (0, count));
    let reason = "nodes 9007199254740993 are more than a job searches: 2^53 is the most";
    assert_eq!(read.left_out[0].reason, reason);
}
