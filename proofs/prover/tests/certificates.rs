//! The checker, which shares no code with the solver, accepts its certificates, and nothing false is certified.

mod support;

use std::sync::Mutex;

use checker::Certificate;
use checker::certificate::walk::walk;
use checker::certificate::{
    CheckError, Earlier, Fault, Found, Hash, Limit, Lines, LinesError, NotedCheckError, Notes, Part, PartLine,
    Progress, Refused, Remark, Report, Together, Watcher, check_part, survey,
};
use checker::endgame::Endgame;
use checker::grid::Grid;
use prover::{Claim, Cut, ProveError, Request, SILENT, prove};
use solver::{Basis, Board, Position, Score, Scoring, Side, Start};
use support::{check_one, made, mailbox, positions_of_a_game, solver};

/// Small boards with every kind of side.
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
                for cut in [0, 3, 6, 24].map(Cut::Empties).into_iter().chain([1, 12, 100].map(Cut::Work)) {
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
                    check_one(position, scoring, support::value(&position, scoring), Some(Cut::Empties(3)));
                    check_one(position, scoring, support::value(&position, scoring), Some(Cut::Work(5)));
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
                let error = prove(&mut solver(), &request, None, &solver::Progress::default(), SILENT).unwrap_err();
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
fn the_plain_check_proves_small_boards_by_itself() {
    for (name, cut) in [("4x4", 4), ("3x7", 6), ("4x5", 6), ("4x6", 8), ("5x5", 9), ("4x8", 9)] {
        let position = Position::start(board(name), Start::Othello);
        let value = support::solved(position);
        let mut certificate =
            made(position, Scoring::Discs, Claim::Exactly(Score::new(value)), Some(Cut::Empties(cut)));
        let report = checker::check(&certificate, 1, None, &()).unwrap();
        assert_eq!(kernel::check(&certificate).map(|(counts, _)| counts), Ok(report.counts), "{name}");
        certificate.proofs[0].limit = Limit::AtLeast(value + 1);
        let refused = kernel::check(&certificate).unwrap_err();
        assert_eq!(refused.limit, Limit::AtLeast(value + 1), "{name}");
        assert!(checker::check(&certificate, 1, None, &()).is_err(), "{name}");
    }
}

#[test]
fn the_kept_certificates_are_read() {
    let mut claims = Vec::new();
    for entry in std::fs::read_dir("../../data/certificates").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "cert") {
            claims.push(Certificate::from_bytes(&std::fs::read(&path).unwrap()).unwrap().sentence());
        }
    }
    claims.sort();
    let of_black = "the value for Black, who is to move, is";
    assert_eq!(
        claims,
        [
            format!("6x7, othello start, scoring discs: {of_black} 0"),
            format!("6x7, reversi start, scoring discs: {of_black} -2"),
            format!("6x8, othello start, scoring discs: {of_black} at most -1"),
        ]
    );
}

/// With a limit on the work of a leaf, the checker needs no more for any of them, and leaves out none that needs less.
#[test]
fn every_leaf_takes_no_more_work_than_was_asked_for() {
    let mut leaves = 0;
    for (seed, name) in ["5x5", "6x5", "4x7", "3x10", "6x6"].into_iter().enumerate() {
        for position in positions_of_a_game(board(name), seed as u64) {
            if !(8..=16).contains(&position.empties()) {
                continue;
            }
            let value = support::solved(position);
            for most in [40, 700] {
                let claims = [Claim::AtLeast(Score::new(value)), Claim::AtMost(Score::new(value))];
                for certificate in claims.map(|claim| made(position, Scoring::Discs, claim, Some(Cut::Work(most)))) {
                    let grid = Grid::new(certificate.root.rows(), certificate.root.cols()).unwrap();
                    let walked = walk(&certificate, &grid, &certificate.proofs[0], 0, 1, &()).unwrap();
                    let mut search = Endgame::new(&grid, certificate.scoring);
                    for &pair in walked.leaves.prover.iter().filter(|&&pair| grid.empties(pair) > certificate.cut) {
                        search.forget();
                        assert_eq!(
                            search.reaches_within(pair, walked.goal, most),
                            Some(true),
                            "{name} {position} {most}"
                        );
                        leaves += 1;
                    }
                }
            }
        }
    }
    assert!(leaves > 1000, "{leaves}");
}

#[test]
fn the_claim_decides_what_is_proven() {
    let position = Position::start(board("4x6"), Start::Othello);
    let statement = |claim: &str| {
        let certificate = made(position, Scoring::Discs, claim.parse().unwrap(), Some(Cut::Empties(8)));
        checker::check(&certificate, 1, None, &()).unwrap();
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
    let bytes = || support::bytes(position, Scoring::Wof, Claim::Win, Some(Cut::Empties(7)));
    assert_eq!(bytes(), bytes());
    let certificate = Certificate::from_bytes(&bytes()).unwrap();
    let reports = [1, 2, 5].map(|threads| checker::check(&certificate, threads, None, &()).unwrap());
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
    assert!(reports[0].searched > 0);
}

/// Stops after some portions and keeps the progress.
struct Interrupted(Mutex<(Progress, u32)>);

impl Interrupted {
    fn after(portions: u32, certificate: &Certificate) -> Self {
        Self(Mutex::new((Progress::new(certificate.sha256.into(), Part::WHOLE), portions)))
    }
}

impl Watcher for Interrupted {
    fn proven(&self, portion: usize, found: &Found, _: u64, _: u64) {
        let mut state = self.0.lock().unwrap();
        state.0.done.insert(portion, *found);
        state.1 = state.1.saturating_sub(1);
    }

    fn is_stopped(&self) -> bool {
        self.0.lock().unwrap().1 == 0
    }
}

/// A certificate with thousands of leaves, and its whole check.
fn sample() -> (Certificate, Report) {
    let position = Position::start(board("5x5"), Start::Othello);
    let certificate =
        made(position, Scoring::Discs, Claim::Exactly(Score::new(support::solved(position))), Some(Cut::Empties(9)));
    let whole = checker::check(&certificate, 2, None, &()).unwrap();
    assert!(whole.counts.leaves > 2000 && whole.is_proof(), "{whole:?}");
    (certificate, whole)
}

#[test]
fn a_stopped_check_goes_on_where_it_was_and_says_so() {
    let (certificate, whole) = sample();
    let first = Interrupted::after(3, &certificate);
    assert_eq!(checker::check(&certificate, 1, None, &first), Err(CheckError::Stopped));
    let kept = first.0.into_inner().unwrap().0;
    let rest = checker::check(&certificate, 2, Some(kept.clone()), &()).unwrap();
    assert_eq!((rest.counts, rest.searched, rest.results), (whole.counts, whole.searched, whole.results));
    assert!(rest.resumed_leaves > 0 && rest.resumed_leaves < whole.counts.leaves && !rest.is_proof());
    for other in [
        Progress { certificate: Hash::of(b"another"), ..kept.clone() },
        Progress { part: Part::new(1, 2).unwrap(), ..kept },
    ] {
        assert_eq!(checker::check(&certificate, 2, Some(other), &()), Ok(whole));
    }
}

#[test]
fn all_parts_are_the_whole() {
    let (certificate, whole) = sample();
    for of in [2, 7, 40] {
        let mut lines = Lines::new(&certificate, survey(&certificate, 2, &()).unwrap());
        let mut leaves = 0;
        for number in (1..=of).rev() {
            let missing = lines.together().unwrap_err();
            assert!(matches!(missing, LinesError::Missing { .. } | LinesError::Empty), "{missing}");
            let part = Part::new(number, of).unwrap();
            let reports = [1, 3].map(|threads| check_part(&certificate, part, threads, None, &()).unwrap());
            assert_eq!(reports[0], reports[1]);
            assert_eq!((reports[0].counts, reports[0].is_proof()), (whole.counts, false));
            leaves += reports[0].leaves;
            lines.add(number as usize, &PartLine::new(&certificate, &reports[0]).to_string()).unwrap();
        }
        assert_eq!(leaves, whole.counts.leaves);
        let together = lines.together().unwrap();
        assert_eq!((together.parts, together.from_notes), (of, 0));
        assert!(together.searched > whole.counts.leaves);
    }
    // A false leaf is in one of the parts.
    let mut wrong = certificate.clone();
    wrong.proofs[0].limit = Limit::AtLeast(certificate.statement().lower.unwrap() + 1);
    wrong.proofs.truncate(1);
    let part = |number| check_part(&wrong, Part::new(number, 40).unwrap(), 1, None, &());
    assert!((1..=40).any(|number| part(number).is_err()));
}

#[test]
fn lines_of_two_searches_contradict_each_other_in_nothing() {
    let (certificate, whole) = sample();
    let line = PartLine::new(&certificate, &whole);
    let first = PartLine { search: 1, searched: line.searched + 1, results: Hash::of(b"others"), ..line.clone() };
    let text = first.to_string();
    assert!(!text.contains("by search") && text.parse() == Ok(first.clone()), "{text}");
    assert!(line.to_string().contains(" positions searched by search 4, results "), "{line}");
    let mut lines = Lines::new(&certificate, survey(&certificate, 2, &()).unwrap());
    let together =
        |from_notes, searched, search| Ok(Together { parts: 1, from_notes, searched, searches: vec![search] });
    lines.add(1, &PartLine { from_notes: 1, ..first.clone() }.to_string()).unwrap();
    assert_eq!(lines.together(), together(1, first.searched, 1));
    lines.add(2, &line.to_string()).unwrap();
    assert_eq!(lines.together(), together(0, line.searched, 4));
    // Of two whole searches the later one counts, in whatever order they come.
    lines.add(3, &first.to_string()).unwrap();
    assert_eq!(lines.together(), together(0, line.searched, 4));
    let forged = PartLine { from_notes: line.leaves + 1, ..line.clone() };
    let LinesError::False { truth, .. } = lines.add(3, &forged.to_string()).unwrap_err() else { panic!() };
    let (leaves, more) = (line.leaves, line.leaves + 1);
    assert_eq!(truth, format!("part 1/1 has {leaves} leaves, so notes cannot tell of {more}"));
    for search in [0, checker::endgame::SEARCH + 1, u32::MAX] {
        let told = lines.add(3, &PartLine { search, ..line.clone() }.to_string());
        assert_eq!(told, Err(LinesError::UnknownSearch { line: 3, search }));
    }
    // Lines of the same search do.
    let part = line.part;
    for (number, lie) in [(3, &line), (4, &first)] {
        let lie = PartLine { searched: lie.searched + 1, ..lie.clone() };
        let told = lines.add(number, &lie.to_string());
        let first = if number == 3 { 2 } else { 3 };
        assert_eq!(told, Err(LinesError::Contradiction { first, second: number, part }));
    }
}

#[test]
fn lines_that_no_honest_check_prints_are_refused() {
    let (certificate, whole) = sample();
    let new = || Lines::new(&certificate, whole.counts);
    let part = |number| check_part(&certificate, Part::new(number, 7).unwrap(), 2, None, &()).unwrap();
    let [one, two] = [1, 2].map(|number| PartLine::new(&certificate, &part(number)));
    let add = |lines: &mut Lines, number, line: &PartLine| lines.add(number, &line.to_string());
    // Every leaf that was searched is a position.
    for (from_notes, searched, holds) in
        [(0, one.leaves, true), (0, one.leaves - 1, false), (5, one.leaves - 5, true), (5, one.leaves - 6, false)]
    {
        let told = add(&mut new(), 1, &PartLine { from_notes, searched, ..one.clone() });
        assert_eq!(told.is_ok(), holds, "{from_notes} {searched}: {told:?}");
        let Err(LinesError::False { truth, .. }) = told else { continue };
        let least = one.leaves - from_notes;
        assert_eq!(truth, format!("the search of {least} leaves visits at least as many positions, not {searched}"));
    }
    // Results name the leaves, of which no two parts have the same; notes may name anything.
    let same = PartLine { results: one.results, ..two };
    for (from_notes, told) in [(0, Err(LinesError::SameResults { first: 1, second: 2 })), (1, Ok(()))] {
        let mut lines = new();
        add(&mut lines, 1, &one).unwrap();
        assert_eq!(add(&mut lines, 2, &PartLine { from_notes, ..same.clone() }), told);
    }
    // The sum has to fit into a word.
    let mut lines = new();
    for number in 1..=7 {
        let line = PartLine::new(&certificate, &part(number));
        add(&mut lines, number as usize, &PartLine { searched: u64::MAX / 7 + 1, ..line }).unwrap();
    }
    assert_eq!(lines.together(), Err(LinesError::TooManyPositions));
}

#[test]
fn honest_lines_are_taken_however_few_leaves_they_have() {
    let claim = Claim::Exactly(Score::new(-8));
    let certificate = made(Position::start(board("4x4"), Start::Othello), Scoring::Discs, claim, Some(Cut::Empties(4)));
    let counts = survey(&certificate, 1, &()).unwrap();
    for of in [1, 2, 5, counts.leaves as u32 / 2, counts.leaves as u32, counts.leaves as u32 + 3] {
        let mut lines = Lines::new(&certificate, counts);
        for number in 1..=of {
            let report = check_part(&certificate, Part::new(number, of).unwrap(), 1, None, &()).unwrap();
            lines.add(number as usize, &PartLine::new(&certificate, &report).to_string()).unwrap();
        }
        assert_eq!(lines.together().unwrap().parts, of);
    }
}

/// A check with notes in a file.
fn noted(
    notes: Notes,
    certificate: &Certificate,
    earlier: Earlier,
    watcher: &dyn Watcher,
) -> (Result<Report, NotedCheckError>, Vec<Remark>) {
    let mut remarks = Vec::new();
    let begun = notes.begin(certificate, Part::WHOLE, earlier, &mut remarks);
    (begun.and_then(|check| check.run(2, watcher)), remarks)
}

#[test]
fn a_stopped_check_leaves_notes_that_are_read_only_when_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes");
    let (certificate, whole) = sample();
    let check = |earlier, watcher: &dyn Watcher| noted(Notes::in_file(path.clone()), &certificate, earlier, watcher);
    let (stopped, remarks) = check(Earlier::Leave, &Interrupted::after(3, &certificate));
    let Err(NotedCheckError::Stopped { done, all, is_noted: true }) = stopped else { panic!("{stopped:?}") };
    assert!(0 < done && done < all && all == whole.counts.leaves && path.exists() && remarks.is_empty());
    // Unless asked for, they are neither read nor touched.
    let bytes = std::fs::read(&path).unwrap();
    let (report, remarks) = check(Earlier::Leave, &());
    assert_eq!(report.unwrap(), whole);
    assert!(matches!(remarks[..], [Remark::Unread(_)]), "{remarks:?}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    // However long they are, they are notes.
    let last = bytes.split_inclusive(|&byte| byte == b'\n').next_back().unwrap();
    std::fs::write(&path, [&bytes[..], &last.repeat((64 << 20) / last.len() + 1)].concat()).unwrap();
    let (rest, remarks) = check(Earlier::Resume, &());
    let rest = rest.unwrap();
    assert_eq!((rest.counts, rest.resumed_leaves, rest.results), (whole.counts, done, whole.results));
    assert!(!path.exists() && remarks.is_empty());
    check(Earlier::Leave, &Interrupted::after(3, &certificate)).0.unwrap_err();
    let (stopped, _) = check(Earlier::Replace, &Interrupted::after(1, &certificate));
    let Err(NotedCheckError::Stopped { done: fewer, is_noted: true, .. }) = stopped else { panic!("{stopped:?}") };
    assert!(fewer < done);
    assert_eq!(check(Earlier::Resume, &()).0.unwrap().resumed_leaves, fewer);
}

#[test]
fn a_check_that_lacks_memory_keeps_the_notes_and_one_that_refutes_the_certificate_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes");
    let (certificate, _) = sample();
    let check = |certificate: &Certificate, earlier, watcher: &dyn Watcher| {
        noted(Notes::in_file(path.clone()), certificate, earlier, watcher).0
    };
    check(&certificate, Earlier::Leave, &Interrupted::after(3, &certificate)).unwrap_err();
    let bytes = std::fs::read(&path).unwrap();
    // Enough memory for the notes, and too little for the walk.
    let small = Certificate { walk_bytes: 10_000, ..certificate.clone() };
    let refused = check(&small, Earlier::Resume, &());
    let Err(NotedCheckError::Refused(CheckError::Refused(Refused { fault: Fault::TooLarge(..), .. }))) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let rest = check(&certificate, Earlier::Resume, &Interrupted::after(1, &certificate)).unwrap_err();
    assert!(matches!(rest, NotedCheckError::Stopped { is_noted: true, .. }), "{rest:?}");
    let mut wrong = certificate;
    wrong.proofs[0].limit = Limit::AtLeast(wrong.statement().lower.unwrap() + 2);
    let refused = check(&wrong, Earlier::Resume, &());
    assert!(matches!(&refused, Err(NotedCheckError::Refused(error)) if error.is_final()), "{refused:?}");
    assert!(!path.exists());
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes");
    let (certificate, whole) = sample();
    std::fs::write(&path, "a letter").unwrap();
    for earlier in [Earlier::Leave, Earlier::Resume, Earlier::Replace] {
        let (report, _) = noted(Notes::in_file(path.clone()), &certificate, earlier, &());
        assert!(matches!(report, Err(NotedCheckError::Foreign(_))), "{report:?}");
    }
    let beside = folder.path().join("x.cert");
    std::fs::write(folder.path().join("x.cert.progress"), "a letter").unwrap();
    let (report, remarks) = noted(Notes::beside(&beside, Part::WHOLE), &certificate, Earlier::Resume, &());
    assert_eq!(report.unwrap(), whole);
    assert!(matches!(remarks[..], [Remark::InTheWay(_)]), "{remarks:?}");
    for name in ["notes", "x.cert.progress"] {
        assert_eq!(std::fs::read_to_string(folder.path().join(name)).unwrap(), "a letter");
    }
    // If notes cannot be written, the check says so, provided that they are wanted.
    let nowhere = folder.path().join("missing").join("notes");
    let impatient = || Interrupted::after(3, &certificate);
    let (lost, _) = noted(Notes::in_file(nowhere.clone()), &certificate, Earlier::Leave, &impatient());
    assert!(matches!(lost, Err(NotedCheckError::File(_))), "{lost:?}");
    let (lost, _) = noted(Notes::beside(&nowhere, Part::WHOLE), &certificate, Earlier::Leave, &impatient());
    assert!(matches!(lost, Err(NotedCheckError::Stopped { is_noted: false, .. })), "{lost:?}");
}

#[test]
fn a_draw_is_told_without_a_sign() {
    for (value, told) in [(0, "0"), (3, "+3"), (-3, "-3")] {
        let error = ProveError::False { claim: Claim::Win, value: Score::new(value), basis: Basis::Proof };
        assert_eq!(error.to_string(), format!("claim 'win' is false: the value is {told}"));
    }
}

#[test]
fn a_position_whose_claim_is_trivial_needs_no_moves() {
    let position = Position::start(board("4x8"), Start::Othello);
    let certificate = made(position, Scoring::Discs, Claim::AtMost(Score::new(32)), None);
    assert_eq!(certificate.proofs[0].limit, Limit::AtMost(32));
    assert!(certificate.proofs[0].moves.is_empty());
    assert_eq!(checker::check(&certificate, 1, None, &()).unwrap().counts.leaves, 0);
    assert_eq!(position.side(), Side::Black);
}
