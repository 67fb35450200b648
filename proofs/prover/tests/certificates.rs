//! Certificates made here are accepted by the checker, which shares no code with them, and nothing false is.

mod support;

use checker::Certificate;
use checker::certificate::{CheckError, Limit, NotedCheckError, Notes, Progress, Watcher};
use prover::{Claim, ProveError, Request, Silent, prove};
use solver::{Board, Position, Score, Scoring, Side, Start};
use support::{Quiet, check_one, made, mailbox, positions_of_a_game, solver};

/// Small boards of every kind of side.
const BOARDS: [&str; 11] = ["3x3", "3x4", "4x3", "3x5", "5x3", "4x4", "3x6", "6x3", "4x5", "5x4", "3x7"];

fn board(name: &str) -> Board {
    name.parse().unwrap()
}

#[test]
fn every_start_of_small_boards_is_proven_by_every_claim() {
    for name in BOARDS {
        for start in Start::ALL {
            for scoring in Scoring::ALL {
                let position = Position::start(board(name), start);
                let value = support::value(&position, scoring);
                for cut in [0, 3, 6, 24] {
                    check_one(position, scoring, value, Some(cut));
                }
                check_one(position, scoring, value, None);
            }
        }
    }
}

#[test]
fn larger_boards_too() {
    for (name, start, value) in [("4x6", Start::Othello, 16), ("6x4", Start::Othello, 16), ("4x6", Start::Reversi, 18)]
    {
        check_one(Position::start(board(name), start), Scoring::Discs, value, None);
    }
    for name in ["4x8", "8x4"] {
        check_one(Position::start(board(name), Start::Othello), Scoring::Discs, 32, None);
    }
}

#[test]
fn positions_on_the_way_passes_and_ends_included() {
    let (mut passes, mut ends) = (0, 0);
    for (seed, name) in ["3x4", "4x4", "3x7", "4x5", "5x5", "6x3", "6x6"].into_iter().enumerate() {
        for round in 0..6 {
            for position in positions_of_a_game(board(name), 10 * seed as u64 + round) {
                if position.empties() > 9 {
                    continue;
                }
                let moves = mailbox(&position).legal_moves();
                passes += u32::from(moves == [checker::Move::Pass]);
                ends += u32::from(moves.is_empty());
                for scoring in Scoring::ALL {
                    check_one(position, scoring, support::value(&position, scoring), Some(3));
                }
            }
        }
    }
    assert!(passes > 5 && ends > 20, "{passes} passes, {ends} ends");
}

#[test]
fn nothing_false_is_made_into_a_certificate() {
    for name in BOARDS {
        for scoring in Scoring::ALL {
            let position = Position::start(board(name), Start::Othello);
            let value = support::value(&position, scoring);
            let mut wrong = vec![Claim::Exactly(Score::new(value + 1)), Claim::Exactly(Score::new(value - 1))];
            wrong.extend([Claim::AtLeast(Score::new(value + 1)), Claim::AtMost(Score::new(value - 1))]);
            wrong.extend((value <= 0).then_some(Claim::Win));
            wrong.extend((value != 0).then_some(Claim::Draw));
            wrong.extend((value >= 0).then_some(Claim::Loss));
            for claim in wrong {
                let squares = position.board().squares() as i32;
                let request = Request { position, scoring, claim, cut: None };
                let error = prove(&mut solver(), &request, None, &solver::Progress::default(), &Silent).unwrap_err();
                let out_of_range = claim.limits().iter().any(|limit| limit.score().discs().abs() > squares);
                match error {
                    ProveError::False { value: told, .. } => assert_eq!(told, Score::new(value), "{name} {claim}"),
                    other => assert!(out_of_range, "{name} {claim}: {other}"),
                }
            }
        }
    }
}

#[test]
fn the_claim_decides_what_is_proven() {
    let position = Position::start(board("4x6"), Start::Othello);
    let statement = |claim: &str| {
        let certificate = made(position, Scoring::Discs, claim.parse().unwrap(), Some(8));
        checker::check(&certificate, 1, None, &Quiet).unwrap();
        (certificate.statement().text(), certificate.sentence())
    };
    let (text, sentence) = statement("value=16");
    assert_eq!(text, "+16");
    assert_eq!(sentence, "4x6, othello start, scoring discs: the value for Black, who is to move, is +16");
    assert_eq!(statement("win").0, "at least +1");
    assert_eq!(statement("value>=-24").0, "at least -24");
    assert_eq!(statement("value<=20").0, "at most +20");
}

#[test]
fn the_same_request_gives_the_same_bytes_and_a_check_the_same_numbers() {
    let position = Position::start(board("4x6"), Start::Reversi);
    let bytes = || support::bytes(position, Scoring::Wof, Claim::Win, Some(7));
    assert_eq!(bytes(), bytes());
    let certificate = Certificate::from_bytes(&bytes()).unwrap();
    let reports = [1, 2, 5].map(|threads| checker::check(&certificate, threads, None, &Quiet).unwrap());
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
    assert!(reports[0].searched > 0);
}

/// Stops after some portions and keeps the progress.
struct Interrupted(std::sync::Mutex<(Option<Progress>, u32)>);

impl Watcher for Interrupted {
    fn walking(&self, _: &str, _: u32, _: usize) {}

    fn proven(&self, _: u64, _: u64, progress: &Progress) {
        let mut state = self.0.lock().unwrap();
        *state = (Some(progress.clone()), state.1 - 1);
    }

    fn is_stopped(&self) -> bool {
        self.0.lock().unwrap().1 == 0
    }
}

#[test]
fn a_stopped_check_goes_on_where_it_was() {
    let position = Position::start(board("5x5"), Start::Othello);
    let certificate = made(position, Scoring::Discs, Claim::Exactly(Score::new(support::solved(position))), Some(9));
    let whole = checker::check(&certificate, 2, None, &Quiet).unwrap();
    assert!(whole.counts.leaves > 2000, "{whole:?}");
    let first = Interrupted(std::sync::Mutex::new((None, 3)));
    assert_eq!(checker::check(&certificate, 1, None, &first), Err(CheckError::Stopped));
    let progress = first.0.into_inner().unwrap().0.unwrap();
    let kept = Progress::from_bytes(&progress.to_bytes()).unwrap();
    let rest = checker::check(&certificate, 2, Some(kept.clone()), &Quiet).unwrap();
    assert_eq!((rest.counts, rest.searched), (whole.counts, whole.searched));
    assert!(rest.resumed_leaves > 0 && rest.resumed_leaves < whole.counts.leaves);
    let other = Progress { seal: kept.seal ^ 1, ..kept };
    assert_eq!(checker::check(&certificate, 2, Some(other), &Quiet), Ok(whole));
}

#[test]
fn a_stopped_check_notes_how_far_it_was_and_a_finished_one_leaves_no_notes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes");
    let notes = || Notes::in_file(path.clone());
    let position = Position::start(board("5x5"), Start::Othello);
    let certificate = made(position, Scoring::Discs, Claim::Exactly(Score::new(support::solved(position))), Some(9));
    let whole = checker::check(&certificate, 2, None, &Quiet).unwrap();
    let impatient = || Interrupted(std::sync::Mutex::new((None, 3)));
    let stopped = notes().check(&certificate, 1, false, &impatient()).unwrap_err();
    let NotedCheckError::Stopped { done, all, is_noted: true } = stopped else { panic!("{stopped}") };
    assert!(0 < done && done < all && all == whole.counts.leaves && path.exists());
    let rest = notes().check(&certificate, 2, false, &Quiet).unwrap();
    assert_eq!((rest.counts, rest.resumed_leaves), (whole.counts, done));
    assert!(!path.exists());
    notes().check(&certificate, 1, false, &impatient()).unwrap_err();
    assert_eq!(notes().check(&certificate, 2, true, &Quiet).unwrap().resumed_leaves, 0, "anew");
    // What is not ours is left alone, and where nothing can be noted the check says so if that matters.
    std::fs::write(&path, "a letter").unwrap();
    assert!(matches!(notes().check(&certificate, 1, true, &Quiet), Err(NotedCheckError::Foreign(_))));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "a letter");
    let nowhere = folder.path().join("missing").join("notes");
    let lost = Notes::in_file(nowhere.clone()).check(&certificate, 1, false, &impatient());
    assert!(matches!(lost, Err(NotedCheckError::Io { .. })), "{lost:?}");
    let lost = Notes::beside(&nowhere).check(&certificate, 1, false, &impatient());
    assert!(matches!(lost, Err(NotedCheckError::Stopped { is_noted: false, .. })), "{lost:?}");
}

#[test]
fn a_position_whose_claim_is_trivial_needs_no_moves() {
    let position = Position::start(board("4x8"), Start::Othello);
    let certificate = made(position, Scoring::Discs, Claim::AtMost(Score::new(32)), None);
    assert_eq!(certificate.proofs[0].limit, Limit::AtMost(32));
    assert!(certificate.proofs[0].moves.is_empty());
    assert_eq!(checker::check(&certificate, 1, None, &Quiet).unwrap().counts.leaves, 0);
    assert_eq!(position.side(), Side::Black);
}
