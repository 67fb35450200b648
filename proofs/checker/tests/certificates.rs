//! Certificates made here from what `FORMAT.md` says, by the plain rules and the plain search; both checks come to the
//! same verdict on each.

use std::collections::BTreeMap;

use checker::certificate::{CheckError, Counts, Fault, FormatError, Refused};
use checker::{BLACK, Certificate, EMPTY, Move, Position, Scoring, Start, WHITE, value};
use miniz_oxide::deflate::compress_to_vec_zlib;
use xxhash_rust::xxh3::xxh3_64;

/// What both checks say, the fast one and the plain one: the same.
fn check(certificate: &Certificate) -> Result<Counts, Refused> {
    let fast = match checker::check(certificate, 2, None, &()) {
        Ok(report) => Ok(report.counts),
        Err(CheckError::Refused(refused)) => Err(refused),
        Err(other) => panic!("{}: {other}", certificate.sentence()),
    };
    let plain = kernel::check(certificate).map(|(counts, _)| counts);
    match (&fast, &plain) {
        // Where several games end against the limit, each may name another.
        (Err(Refused { limit, fault: Fault::Broken(_) }), Err(Refused { limit: other, fault: Fault::Broken(_) })) => {
            assert_eq!(limit, other, "{}", certificate.sentence());
        }
        _ => assert_eq!(fast, plain, "{}", certificate.sentence()),
    }
    plain
}

/// A position's key: the smallest pair of words over all images, square by square from the mailbox.
fn key(position: &Position) -> (u64, u64) {
    let (rows, cols) = (position.rows(), position.cols());
    let mut least = (u64::MAX, u64::MAX);
    for image in 0..8 {
        if image >= 4 && rows != cols {
            continue;
        }
        let mut words = (0u64, 0u64);
        for (row, col) in position.coordinates() {
            let (mut to_row, mut to_col) = if image >= 4 { (col, row) } else { (row, col) };
            if image & 1 == 1 {
                to_row = rows - 1 - to_row;
            }
            if image & 2 == 2 {
                to_col = cols - 1 - to_col;
            }
            let bit = 1 << (to_row * cols + to_col);
            match position.disc(row, col) {
                EMPTY => {}
                disc if disc == position.side() => words.0 |= bit,
                _ => words.1 |= bit,
            }
        }
        least = least.min(words);
    }
    least
}

/// The position of this key.
fn of_key((own, other): (u64, u64), rows: usize, cols: usize, side: i8) -> Position {
    let (mine, theirs) = if side == BLACK { ('X', 'O') } else { ('O', 'X') };
    let squares = (0..rows * cols).map(|at| match (own >> at & 1, other >> at & 1) {
        (1, _) => mine,
        (_, 1) => theirs,
        _ => '-',
    });
    let text: String = squares.chain([' ', mine]).collect();
    Position::parse(rows, cols, &text).unwrap()
}

/// The positions of a level, after passes: by whether the prover is to move, then by key. Games that are over are left
/// out.
type Level = BTreeMap<(bool, (u64, u64)), Position>;

fn add(level: &mut Level, position: Position, prover: i8) {
    let position = match position.legal_moves()[..] {
        [] => return,
        [Move::Pass] => position.play(Move::Pass).unwrap(),
        _ => position,
    };
    let key = key(&position);
    // Moves are those of the canonical form.
    let canonical = of_key(key, position.rows(), position.cols(), position.side());
    level.insert((position.side() == prover, key), canonical);
}

/// What leaves a position to the search.
const MARK: u8 = 64;

/// What a certificate says in one position of the prover: in versions 1 and 2, and since version 3.
#[derive(Clone, Copy)]
struct Said {
    square: u8,
    rank: u8,
}

/// The rank of a move, by the plain rules.
fn rank(position: &Position, chosen: Move) -> u8 {
    let replies = |&other: &Move| {
        let next = position.play(other).unwrap();
        let squares = next.legal_moves().into_iter().filter(|reply| matches!(reply, Move::Place(..)));
        (squares.count(), number(position, other))
    };
    let mut moves = position.legal_moves();
    moves.sort_by_key(replies);
    moves.iter().position(|&other| other == chosen).unwrap() as u8
}

fn number(position: &Position, chosen: Move) -> u8 {
    let Move::Place(row, col) = chosen else { panic!("{position} has squares") };
    (row * position.cols() + col) as u8
}

/// The moves of a proof in the order of the format; `choose` picks the prover's, or leaves a position to the search.
fn moves(root: &Position, prover: i8, cut: usize, choose: &mut dyn FnMut(&Position) -> Option<Move>) -> Vec<Said> {
    let mut level = Level::new();
    add(&mut level, *root, prover);
    let (mut moves, mut empties) = (Vec::new(), root.count(EMPTY));
    while empties > cut && !level.is_empty() {
        let mut next = Level::new();
        for ((is_prover, _), position) in &level {
            if *is_prover {
                let Some(chosen) = choose(position) else {
                    moves.push(Said { square: MARK, rank: MARK });
                    continue;
                };
                moves.push(Said { square: number(position, chosen), rank: rank(position, chosen) });
                add(&mut next, position.play(chosen).unwrap(), prover);
            } else {
                for chosen in position.legal_moves() {
                    add(&mut next, position.play(chosen).unwrap(), prover);
                }
            }
        }
        level = next;
        empties -= 1;
    }
    moves
}

/// The bytes of a certificate with one proof; `kind` is 0 for at least, 1 for at most. It is of the first version unless
/// there are marks.
fn bytes(root: &Position, scoring: Scoring, cut: usize, kind: u8, score: i32, moves: &[u8]) -> Vec<u8> {
    let version = if moves.contains(&MARK) { 2 } else { 1 };
    bytes_of(version, root, scoring, cut, kind, score, moves)
}

fn bytes_of(version: u8, root: &Position, scoring: Scoring, cut: usize, kind: u8, score: i32, moves: &[u8]) -> Vec<u8> {
    let discs = |disc| {
        let squares = root.coordinates().into_iter().enumerate();
        squares.fold(0u64, |word, (at, (row, col))| word | u64::from(root.disc(row, col) == disc) << at)
    };
    let mut bytes = b"OTHPROOF".to_vec();
    let side = u8::from(root.side() == WHITE);
    bytes.extend([
        version,
        root.rows() as u8,
        root.cols() as u8,
        u8::from(scoring == Scoring::Wof),
        side,
        cut as u8,
        1,
        0,
    ]);
    bytes.extend([discs(BLACK), discs(WHITE)].into_iter().flat_map(u64::to_le_bytes));
    let packed = compress_to_vec_zlib(moves, 6);
    bytes.extend([kind, score as i8 as u8]);
    bytes.extend([moves.len() as u64, packed.len() as u64].into_iter().flat_map(u64::to_le_bytes));
    bytes.extend(packed);
    let seal = xxh3_64(&bytes);
    bytes.extend(seal.to_le_bytes());
    bytes
}

/// A move that keeps the prover's goal, if there is one, else the first.
fn keeping(position: &Position, scoring: Scoring, goal: i32) -> Move {
    let moves = position.legal_moves();
    let keeps = |chosen: &&Move| -value(&position.play(**chosen).unwrap(), scoring) >= goal;
    *moves.iter().find(keeps).unwrap_or(&moves[0])
}

/// Proves both limits around the value with good moves, and fails to prove more with them or with others.
fn judge(root: &Position, scoring: Scoring, cut: usize, [accepted, refused, marked]: [&mut u64; 3]) {
    let exact = value(root, scoring);
    let most = (root.rows() * root.cols()) as i32;
    let mut number = 1u64;
    for kind in [0, 1] {
        let (sign, prover) = if kind == 0 { (1, root.side()) } else { (-1, -root.side()) };
        for more in [-2, 0, 1, 3] {
            let goal = sign * exact + more;
            if goal > most || goal <= -most {
                continue;
            }
            let mut random = |below: usize| {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (number >> 33) as usize % below
            };
            let mut good = |position: &Position| Some(keeping(position, scoring, goal));
            let by_good = moves(root, prover, cut, &mut good);
            let mut any = |position: &Position| {
                let moves = position.legal_moves();
                Some(moves[random(moves.len())])
            };
            let by_any = moves(root, prover, cut, &mut any);
            let mut some = |position: &Position| (random(4) > 0).then(|| keeping(position, scoring, goal));
            let by_some = moves(root, prover, cut, &mut some);
            for (is_good, moves) in [(true, by_good), (false, by_any), (true, by_some)] {
                let case = format!("{root} {scoring:?} cut {cut} kind {kind} goal {goal}, is {exact}, good {is_good}");
                let squares: Vec<u8> = moves.iter().map(|said| said.square).collect();
                let ranks: Vec<u8> = moves.iter().map(|said| said.rank).collect();
                let read =
                    |bytes: &[u8]| Certificate::from_bytes(bytes).unwrap_or_else(|error| panic!("{case}: {error}"));
                let by_squares = check(&read(&bytes(root, scoring, cut, kind, sign * goal, &squares)));
                let by_ranks = check(&read(&bytes_of(3, root, scoring, cut, kind, sign * goal, &ranks)));
                match (&by_squares, &by_ranks) {
                    (one, other) if one == other => {}
                    _ => panic!("{case}: {by_squares:?} by squares, {by_ranks:?} by ranks"),
                }
                match by_ranks {
                    Ok(counts) => {
                        assert!(more <= 0, "{case}");
                        let marks = ranks.iter().filter(|&&byte| byte == MARK).count() as u64;
                        assert_eq!(counts.prover_nodes, moves.len() as u64 - marks, "{case}");
                        assert!(counts.leaves >= marks, "{case}");
                        *marked += marks;
                        *accepted += 1;
                    }
                    Err(error) => {
                        let fits = matches!(error.fault, Fault::Leaf(_) | Fault::Broken(_));
                        assert!(fits && !(is_good && more <= 0), "{case}: {error}");
                        *refused += 1;
                    }
                }
            }
        }
    }
}

#[test]
fn the_walk_is_what_the_format_says_and_nothing_false_is_proven() {
    let (mut accepted, mut refused, mut marked) = (0, 0, 0);
    for (rows, cols) in [(3, 3), (3, 4), (4, 3), (3, 5), (4, 4)] {
        for start in [Start::Othello, Start::Reversi, Start::ReversiRows] {
            for scoring in [Scoring::Discs, Scoring::Wof] {
                for cut in [0, 2, 5] {
                    judge(
                        &Position::start(rows, cols, start),
                        scoring,
                        cut,
                        [&mut accepted, &mut refused, &mut marked],
                    );
                }
            }
        }
    }
    // A pass comes first here, and a wipe-out after it.
    judge(
        &Position::parse(3, 3, "-XO------ X").unwrap(),
        Scoring::Discs,
        0,
        [&mut accepted, &mut refused, &mut marked],
    );
    assert!(accepted > 300 && refused > 300 && marked > 300, "{accepted} accepted, {refused} refused, {marked} marked");
}

#[test]
fn what_is_wrong_with_bytes_is_named() {
    let root = Position::start(4, 4, Start::Othello);
    let whole = bytes(&root, Scoring::Discs, 5, 1, -8, &[1, 2, 3]);
    assert!(Certificate::from_bytes(&whole).is_ok());
    let error = |at: usize, byte: u8| {
        let mut other = whole.clone();
        other[at] = byte;
        let body = other.len() - 8;
        let seal = xxh3_64(&other[..body]);
        other[body..].copy_from_slice(&seal.to_le_bytes());
        Certificate::from_bytes(&other).unwrap_err()
    };
    let field = FormatError::Field;
    assert_eq!(error(0, b'X'), FormatError::Foreign);
    assert_eq!(error(8, 9), FormatError::Version(9));
    assert_eq!(error(9, 2), field("rows", 2));
    assert_eq!(error(10, 2), field("cols", 2));
    assert_eq!(error(10, 22), field("cols", 22));
    assert_eq!(error(10, 17), field("rows times cols", 68));
    assert_eq!(error(11, 2), field("scoring", 2));
    assert_eq!(error(12, 3), field("side", 3));
    assert_eq!(error(13, 25), field("cut", 25));
    assert_eq!(error(14, 3), field("proofs", 3));
    assert_eq!(error(14, 0), field("proofs", 0));
    assert_eq!(error(15, 1), field("unused", 1));
    assert!(matches!(error(18, 1), FormatError::Field("black", _)));
    assert!(matches!(error(26, 1), FormatError::Field("white", _)));
    assert_eq!(error(32, 2), field("kind", 2));
    assert_eq!(error(33, 17), field("score", 17));
    assert_eq!(error(33, 239), field("score", -17));
    let text = error(33, 239).to_string();
    assert_eq!(text, "the certificate makes no sense: score is -17");
    // Two proofs are of a lower and an upper limit, in this order.
    let mut two = whole[..whole.len() - 8].to_vec();
    two[14] = 2;
    two.extend_from_within(32..);
    for (first, second, wrong) in [(0, 0, 0), (1, 0, 1), (1, 1, 1)] {
        let mut two = two.clone();
        (two[32], two[whole.len() - 8]) = (first, second);
        let seal = xxh3_64(&two);
        two.extend(seal.to_le_bytes());
        assert_eq!(Certificate::from_bytes(&two).unwrap_err(), field("kind", wrong));
    }
    assert_eq!(error(34, 4), FormatError::Moves(1));
    assert_eq!(error(34, 2), FormatError::Moves(1));
    assert_eq!(error(38, 1), field("moves", (1 << 32) + 3));
    assert_eq!(error(42, whole[42] + 1), FormatError::Short);
    let mut longer = whole[..whole.len() - 8].to_vec();
    longer.push(0);
    let seal = xxh3_64(&longer);
    longer.extend(seal.to_le_bytes());
    assert_eq!(Certificate::from_bytes(&longer).unwrap_err(), FormatError::Long);
}

#[test]
fn what_is_wrong_with_moves_is_named() {
    let root = Position::start(4, 4, Start::Othello);
    let good = moves(&root, WHITE, 5, &mut |position| Some(keeping(position, Scoring::Discs, 8)));
    let good: Vec<u8> = good.iter().map(|said| said.square).collect();
    let error = |moves: &[u8]| {
        let bytes = bytes(&root, Scoring::Discs, 5, 1, -8, moves);
        check(&Certificate::from_bytes(&bytes).unwrap()).unwrap_err().fault
    };
    let with = |at: usize, square: u8| [&good[..at], &[square], &good[at + 1..]].concat();
    assert!(matches!(error(&with(0, 5)), Fault::Illegal(5, _)));
    assert!(matches!(error(&with(0, 200)), Fault::Illegal(200, _)));
    assert!(matches!(error(&good[..good.len() - 1]), Fault::MissingMove(_)));
    let told = [1, 2].map(|more| error(&[&good[..], &[0].repeat(more)].concat()).to_string());
    assert_eq!(told, ["the proof has 1 move too many", "the proof has 2 moves too many"]);
    // The first version knows no mark, and the others only where few enough squares are empty.
    let checked = |version: u8, root: &Position, cut: usize, moves: &[u8]| {
        let bytes = bytes_of(version, root, Scoring::Discs, cut, 0, -1, moves);
        check(&Certificate::from_bytes(&bytes).unwrap()).map_err(|refused| refused.fault)
    };
    let (small, large) = (Position::start(3, 4, Start::Othello), Position::start(6, 6, Start::Othello));
    assert!(matches!(checked(1, &large, 9, &[MARK]), Err(Fault::Illegal(..))));
    assert!(matches!(checked(2, &large, 9, &[MARK + 1]), Err(Fault::Illegal(..))));
    // The four moves of the start have the ranks 0 to 3.
    for rank in [4, MARK + 1, 255] {
        let error = checked(3, &large, 9, &[rank]);
        assert!(matches!(error, Err(Fault::NoSuchRank(..))), "{error:?}");
    }
    let larger = Position::start(5, 8, Start::Othello);
    let early = checked(2, &larger, 9, &[MARK]);
    assert!(matches!(early, Err(Fault::MarkedEarly(_))), "{early:?}");
    assert_eq!(checked(2, &small, 0, &[MARK]).is_ok(), value(&small, Scoring::Discs) >= -1);
    assert!(checked(2, &small, 0, &[MARK, MARK]).is_err());
}
