//! A certificate put together from others is what it would have been, and a piece that is not one is refused.

mod support;

use checker::Certificate;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use prover::{Claim, Cut, Moves, PieceError, Request, SILENT, combine, fits};
use solver::random::Random;
use solver::{CanonicalGame, Move, Position, Progress, Score, Scoring, Side, Start};
use support::{bytes, positions_of_a_game, solver, value};

const BOARDS: [&str; 7] = ["3x4", "4x3", "4x4", "3x6", "4x5", "5x4", "3x7"];

fn request(position: Position, scoring: Scoring, claim: Claim, cut: Cut) -> Request {
    Request { position, scoring, claim, cut: Some(cut) }
}

fn read(bytes: &[u8]) -> Certificate {
    Certificate::from_bytes(bytes).unwrap()
}

/// The bytes put together from pieces: moves above them, and their requests.
fn combined(request: &Request, moves: &[(solver::Discs, solver::Square)], pieces: &[Request]) -> Vec<u8> {
    let mut known = Moves::default();
    moves.iter().for_each(|&(discs, square)| known.add(discs, square));
    for piece in pieces {
        let Request { position, scoring, claim, cut } = *piece;
        known.add_piece(&read(&bytes(position, scoring, claim, cut)), piece).unwrap();
    }
    // It would find false whatever it had to search for.
    combine(&mut solver(), request, &[known], &Progress::default(), SILENT).unwrap().bytes
}

#[test]
fn a_certificate_is_a_piece_of_itself() {
    for name in BOARDS {
        for start in Start::ALL {
            for scoring in Scoring::ALL {
                let position = Position::start(name.parse().unwrap(), start);
                let value = Score::new(value(&position, scoring));
                for claim in [Claim::AtLeast(value), Claim::AtMost(value)] {
                    for cut in [Cut::Empties(0), Cut::Empties(4), Cut::Work(10)] {
                        let whole = request(position, scoring, claim, cut);
                        let expected = bytes(position, scoring, claim, Some(cut));
                        assert_eq!(
                            combined(&whole, &[], &[whole]),
                            expected,
                            "{name} {start} {scoring} {claim} {cut:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Certificates of versions 1 and 2, made by earlier programs: `solve prove --board 4x5 --claim 'value>=1'` with `--cut 8`
/// and with `--leaf-work 60`.
const EARLIER: [(Cut, &str); 2] = [
    (
        Cut::Empties(8),
        "4f544850524f4f4601040500000801008008000000000000401000000000000000011a00000000000000220000000000000078da1314646110e4\
         10646161e1e7e5e2e2e060e113e6e3e2626111e407000dfb010c400d9a3c86fb3913",
    ),
    (
        Cut::Work(60),
        "4f544850524f4f46020405000006010080080000000000004010000000000000000118000000000000001c0000000000000078da1314647170e0\
         706071e0757070e013e6e307d1400000299703cbc9d7c56d892179f6",
    ),
];

#[test]
fn pieces_of_earlier_versions_are_read_and_written_as_the_newest() {
    let position = Position::start("4x5".parse().unwrap(), Start::Othello);
    for (version, (cut, hex)) in (1..).zip(EARLIER) {
        let digits: Vec<u32> = hex.chars().map(|digit| digit.to_digit(16).unwrap()).collect();
        let earlier: Vec<u8> = digits.chunks(2).map(|pair| (16 * pair[0] + pair[1]) as u8).collect();
        assert_eq!(earlier[8], version);
        let whole = request(position, Scoring::Discs, Claim::AtLeast(Score::new(1)), cut);
        let mut known = Moves::default();
        known.add_piece(&read(&earlier), &whole).unwrap();
        let now = combine(&mut solver(), &whole, &[known], &Progress::default(), SILENT).unwrap().bytes;
        assert_eq!(now[8], 3);
        let [one, other] = [&earlier, &now].map(|bytes| checker::check(&read(bytes), 1, None, &()).unwrap());
        assert_eq!(one.counts, other.counts);
    }
}

#[test]
fn certificates_of_successors_prove_what_lies_above() {
    let mut random = Random::new(5, 1);
    let (mut one, mut all) = (0, 0);
    for round in 0..60 {
        let board = random.pick(&BOARDS).parse().unwrap();
        let position = random.pick(&positions_of_a_game(board, round));
        if position.is_over() || position.empties() > 12 {
            continue;
        }
        let scoring = random.pick(&Scoring::ALL);
        let game = CanonicalGame::new(board, scoring);
        // The first position as the ledger of a campaign has it.
        let root = Position::new(board, game.canonical(position.discs()), Side::Black).unwrap();
        let cut = if random.below(2) == 0 { Cut::Empties(random.below(4)) } else { Cut::Work(4) };
        let value = value(&root, scoring);
        let after = |chosen: Move| Position::new(board, game.after(root.discs(), chosen), Side::Black).unwrap();
        let moves: Vec<Move> = root.legal_moves();
        let open = |position: Position| !position.is_over();
        // The side to move needs one move that reaches the value ...
        let best = moves.iter().copied().find(|&chosen| self::value(&after(chosen), scoring) == -value).unwrap();
        let above: Vec<_> = best.square().map(|square| (root.discs(), square)).into_iter().collect();
        let piece = |position: Position, claim: Claim| request(position, scoring, claim, cut);
        let pieces: Vec<Request> = [after(best)]
            .into_iter()
            .filter(|&next| open(next))
            .map(|next| piece(next, Claim::AtMost(Score::new(-value))))
            .collect();
        let lower = combined(&piece(root, Claim::AtLeast(Score::new(value))), &above, &pieces);
        one += 1;
        // ... and all are needed to show that it cannot get more.
        let nexts = moves.iter().map(|&chosen| after(chosen)).filter(|&next| open(next));
        let pieces: Vec<Request> = nexts.map(|next| piece(next, Claim::AtLeast(Score::new(-value)))).collect();
        let upper = combined(&piece(root, Claim::AtMost(Score::new(value))), &[], &pieces);
        all += pieces.len();
        for (bytes, lower, upper) in [(lower, Some(value), None), (upper, None, Some(value))] {
            let certificate = read(&bytes);
            checker::check(&certificate, 1, None, &()).unwrap();
            let statement = certificate.statement();
            assert_eq!((statement.lower, statement.upper), (lower, upper), "{root}");
        }
    }
    assert!(one > 20 && all > 40, "{one} {all}");
}

#[test]
fn a_piece_of_something_else_is_refused() {
    let position = Position::start("4x4".parse().unwrap(), Start::Othello);
    let made = |claim: Claim| bytes(position, Scoring::Discs, claim, Some(Cut::Empties(4)));
    let wanted = request(position, Scoring::Discs, Claim::AtLeast(Score::new(-8)), Cut::Empties(4));
    let taken = |bytes: &[u8], request: &Request| Moves::default().add_piece(&read(bytes), request);
    let good = made(wanted.claim);
    assert_eq!(taken(&good, &wanted), Ok(()));
    for other in [
        Request { claim: Claim::AtLeast(Score::new(-10)), ..wanted },
        Request { claim: Claim::AtMost(Score::new(-8)), ..wanted },
        Request { claim: Claim::Exactly(Score::new(-8)), ..wanted },
        Request { scoring: Scoring::Wof, ..wanted },
        Request { position: Position::start(position.board(), Start::Reversi), ..wanted },
        Request { cut: Some(Cut::Empties(5)), ..wanted },
        Request { cut: Some(Cut::Work(10)), ..wanted },
        Request { cut: None, ..wanted },
    ] {
        assert!(!fits(&read(&good), &other), "{other:?}");
        assert_eq!(taken(&good, &other), Err(PieceError::Other), "{other:?}");
    }
    assert_eq!(taken(&made(Claim::Exactly(Score::new(-8))), &wanted), Err(PieceError::Other), "two proofs");
}

/// A certificate that was not asked to leave positions to the search by their work leaves none.
#[test]
fn a_piece_with_another_cut_among_its_moves_is_refused() {
    let position = Position::start("4x5".parse().unwrap(), Start::Othello);
    let (scoring, claim) = (Scoring::Discs, Claim::AtLeast(Score::new(1)));
    let marked = read(&bytes(position, scoring, claim, Some(Cut::Work(60))));
    let (cut, _) = EARLIER[1];
    assert_eq!(Moves::default().add_piece(&marked, &request(position, scoring, claim, cut)), Ok(()));
    let by_empties = request(position, scoring, claim, Cut::Empties(marked.cut));
    assert!(fits(&marked, &by_empties), "the head says no more");
    assert_eq!(Moves::default().add_piece(&marked, &by_empties), Err(PieceError::Other));
}

/// Its moves are few, but it may not lead to more positions than the checker would follow.
#[test]
fn a_piece_that_leads_to_too_many_positions_is_refused() {
    let position = Position::start("4x5".parse().unwrap(), Start::Othello);
    let (scoring, claim, cut) = (Scoring::Discs, Claim::AtMost(Score::new(16)), Cut::Empties(5));
    let mut piece = read(&bytes(position, scoring, claim, Some(cut)));
    let wanted = request(position, scoring, Claim::AtMost(Score::new(17)), cut);
    assert_eq!(Moves::default().add_piece(&piece, &wanted), Err(PieceError::Other));
    let wanted = request(position, scoring, claim, cut);
    assert_eq!(Moves::default().add_piece(&piece, &wanted), Ok(()));
    piece.walk_bytes = 0;
    let refused = Moves::default().add_piece(&piece, &wanted);
    assert_eq!(refused, Err(PieceError::TooLarge));
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(3), ..ProptestConfig::with_cases(400) })]

    /// Whatever the bytes are, and even if their checksum is right: no panic, and never another number of moves.
    #[test]
    fn altered_pieces_are_refused(
        at in any::<prop::sample::Index>(),
        to in any::<u8>(),
        sealed in any::<bool>(),
        marked in any::<bool>(),
    ) {
        let position = Position::start("4x5".parse().unwrap(), Start::Othello);
        let claim = Claim::AtMost(Score::new(16));
        let cut = if marked { Cut::Work(30) } else { Cut::Empties(5) };
        let wanted = request(position, Scoring::Discs, claim, cut);
        let mut bytes = bytes(position, Scoring::Discs, claim, Some(cut));
        let at = at.index(bytes.len());
        let changed = bytes[at] != to;
        bytes[at] = to;
        if sealed {
            let end = bytes.len() - 8;
            let seal = xxhash_rust::xxh3::xxh3_64(&bytes[..end]);
            bytes[end..].copy_from_slice(&seal.to_le_bytes());
        }
        let read = Certificate::from_bytes(&bytes);
        if changed && !sealed {
            prop_assert!(read.is_err());
        }
        if let Ok(certificate) = read {
            let _ = Moves::default().add_piece(&certificate, &wanted);
        }
    }
}
