//! The rules of the solver, in plain and fast form, against the mailbox board, on boards of every shape.

mod support;

use rules::random::Random;
use rules::simd::{Isa, Portable};
use rules::{Board, Discs, Geometry, Move, Position, Score, Scoring, Square, Start, Symmetries, plain};
use support::{mailbox, mailbox_move, mailbox_scoring, mailbox_start, position, random_game, scattered, shown};

type Flips = Box<dyn Fn(&Geometry, Discs, u8) -> u64>;
type Mobility = Box<dyn Fn(&Geometry, Discs) -> u64>;
type LastFlips = Box<dyn Fn(&Geometry, Discs, u8) -> [u32; 2]>;

/// One way to compute flips and mobility.
struct Way {
    name: &'static str,
    flips: Flips,
    mobility: Mobility,
    last_flips: LastFlips,
}

impl Way {
    fn of<I: Isa>(name: &'static str, isa: I) -> Self {
        let flips = move |geometry: &Geometry, discs, square| isa.flips(geometry, discs, square);
        let mobility = move |geometry: &Geometry, discs| isa.mobility(geometry, discs);
        let last_flips = move |geometry: &Geometry, discs, square| isa.last_flips(geometry, discs, square);
        Self { name, flips: Box::new(flips), mobility: Box::new(mobility), last_flips: Box::new(last_flips) }
    }

    /// The plain form and every instruction set of this processor.
    fn all() -> Vec<Self> {
        let plain = [
            Self {
                name: "plain",
                flips: Box::new(plain::flips),
                mobility: Box::new(plain::mobility),
                last_flips: Box::new(plain_last_flips),
            },
            Self::of("portable", Portable),
        ];
        plain.into_iter().chain(Self::of_processor()).collect()
    }

    /// Every instruction set of this processor besides the portable code.
    #[cfg(target_arch = "x86_64")]
    fn of_processor() -> impl Iterator<Item = Self> {
        let avx2 = rules::simd::Avx2::detect().map(|isa| Self::of("AVX2", isa));
        avx2.into_iter().chain(rules::simd::Avx512::detect().map(|isa| Self::of("AVX-512", isa)))
    }

    /// Every instruction set of this processor besides the portable code: none.
    #[cfg(not(target_arch = "x86_64"))]
    fn of_processor() -> impl Iterator<Item = Self> {
        std::iter::empty()
    }
}

/// What the last disc turns over, by the plain rule.
fn plain_last_flips(geometry: &Geometry, discs: Discs, square: u8) -> [u32; 2] {
    [discs, discs.passed()].map(|discs| plain::flips(geometry, discs, square).count_ones())
}

/// Positions of a board: one game of random moves from each start, and scattered discs from none to all squares.
fn positions(board: Board, random: &mut Random) -> Vec<Position> {
    let mut positions: Vec<Position> =
        Start::ALL.into_iter().flat_map(|start| random_game(board, start, random)).collect();
    for _ in 0..60 {
        let empties = random.below(board.squares() + 1);
        positions.push(scattered(board, empties, random));
    }
    // Few discs of one colour make the longest lines.
    for _ in 0..60 {
        let few = random.bits() & random.bits() & random.bits() & board.full();
        let many = board.full() & !few & (random.bits() | random.bits() | random.bits());
        let discs = Discs::from_bits(few, many).unwrap();
        let discs = random.pick(&[discs, discs.passed()]);
        positions.push(Position::new(board, discs, positions[0].side()).unwrap());
    }
    positions
}

#[test]
fn flips_and_mobility_are_those_of_the_mailbox_in_every_way() {
    let (ways, mut random) = (Way::all(), Random::new(2, 0));
    for board in Board::all() {
        let geometry = Geometry::new(board);
        for position in positions(board, &mut random) {
            let theirs = mailbox(&position);
            let mobility = theirs.legal_squares();
            for way in &ways {
                assert_eq!((way.mobility)(&geometry, position.discs()), mobility, "{}: {}", way.name, shown(&position));
            }
            for (row, col) in theirs.coordinates() {
                let square = row * board.cols() as usize + col;
                if position.discs().occupied().contains(Square::new(square as u8).unwrap()) {
                    continue;
                }
                let flips = theirs.turned(row, col);
                for way in &ways {
                    let found = (way.flips)(&geometry, position.discs(), square as u8);
                    assert_eq!(found, flips, "{} on square {square}: {}", way.name, shown(&position));
                }
            }
        }
    }
}

#[test]
fn the_last_disc_turns_over_what_the_plain_rule_says() {
    let (ways, mut random) = (Way::all(), Random::new(4, 0));
    for board in Board::all() {
        let geometry = Geometry::new(board);
        for square in 0..board.squares() as u8 {
            for _ in 0..16 {
                let occupied = board.full() & !(1 << square);
                let (some, fewer) = (random.bits(), random.bits() & random.bits());
                let player = occupied & random.pick(&[some, fewer, !fewer, 0, !0]);
                let discs = Discs::from_bits(player, occupied & !player).unwrap();
                let [own, other] = plain_last_flips(&geometry, discs, square);
                for way in &ways {
                    let found = (way.last_flips)(&geometry, discs, square);
                    // The opponent's number counts only if the player has no move.
                    let is_right = found[0] == own && (own > 0 || found[1] == other);
                    assert!(is_right, "{}: {found:?} on {square} of {board}, {discs:?}: {own}, {other}", way.name);
                }
            }
        }
    }
}

#[test]
fn moves_successors_and_final_scores_are_those_of_the_mailbox() {
    let mut random = Random::new(3, 0);
    for board in Board::all() {
        for position in positions(board, &mut random) {
            let theirs = mailbox(&position);
            let moves = position.legal_moves();
            let expected: Vec<checker::Move> = moves.iter().map(|&chosen| mailbox_move(board, chosen)).collect();
            assert_eq!(theirs.legal_moves(), expected, "{}", shown(&position));
            assert_eq!(position.is_over(), theirs.is_over(), "{}", shown(&position));
            for &chosen in &moves {
                let next = theirs.play(mailbox_move(board, chosen)).map(|next| next.to_string());
                let found = position.play(chosen).unwrap().without_board().to_string();
                assert_eq!(Some(found), next, "{chosen:?} in {}", shown(&position));
            }
            for scoring in Scoring::ALL {
                let found = position.final_score(scoring);
                assert_eq!(
                    found,
                    theirs.final_score(mailbox_scoring(scoring)).map(Score::new),
                    "{scoring}: {}",
                    shown(&position)
                );
            }
        }
    }
}

#[test]
fn final_scores_by_the_letter() {
    let score = |text: &str, scoring| {
        let position = position("3x4", text);
        position.final_score(scoring)
    };
    for (text, discs, wof) in [
        ("XXXXXXXOOOOO X", 2, 2),    // full
        ("XXXXXXXOOOOO O", -2, -2),  // the same for the other side
        ("XX--X------O X", 2, 10),   // 3 to 1, eight empty
        ("XX--X------O O", -2, -10), // the loser does not get them
        ("X----------O X", 0, 0),    // nobody gets the empties of a draw
        ("XX---------- X", 12, 12),  // after a wipe-out the winner does by either rule
        ("XX---------- O", -12, -12),
        ("------------ X", 0, 0), // nobody has won an empty board
    ] {
        assert_eq!(score(text, Scoring::Discs), Some(Score::new(discs)), "{text} discs");
        assert_eq!(score(text, Scoring::Wof), Some(Score::new(wof)), "{text} wof");
    }
    assert_eq!(score("-XO--------- O", Scoring::Discs), None, "White can still play");
    assert_eq!(score("-XO--------- X", Scoring::Discs), None, "Black has to pass, which does not end the game");
}

#[test]
fn starts_are_those_of_the_mailbox_on_every_board() {
    for board in Board::all() {
        for start in Start::ALL {
            let found = Position::start(board, start).without_board().to_string();
            let (rows, cols) = (board.rows() as usize, board.cols() as usize);
            assert_eq!(
                found,
                checker::Position::start(rows, cols, mailbox_start(start)).to_string(),
                "{board} {start}"
            );
        }
    }
}

#[test]
fn starts_stand_where_the_rules_place_them() {
    for (name, start, rows) in [
        ("4x6", Start::Othello, "------ --OX-- --XO-- ------"),
        ("4x6", Start::Reversi, "------ --XO-- --XO-- ------"),
        ("4x6", Start::ReversiRows, "------ --XX-- --OO-- ------"),
        ("3x5", Start::Othello, "-OX-- -XO-- -----"),
        ("5x4", Start::Othello, "---- -OX- -XO- ---- ----"),
        ("3x3", Start::Reversi, "XO- XO- ---"),
        ("5x7", Start::ReversiRows, "------- --XX--- --OO--- ------- -------"),
    ] {
        let position = Position::start(support::board(name), start);
        assert_eq!(format!("{:#}", position.without_board()), rows.replace(' ', ""), "{name} {start}");
        assert_eq!(position.side().symbol(), 'X');
    }
}

#[test]
fn images_of_a_position_have_the_images_of_its_moves() {
    let mut random = Random::new(4, 0);
    for board in Board::all() {
        let group = Symmetries::new(board);
        for position in positions(board, &mut random).into_iter().step_by(5) {
            let moves = position.legal_moves();
            for &symmetry in group.all() {
                let image =
                    Position::new(position.board(), group.map_discs(symmetry, position.discs()), position.side())
                        .unwrap();
                let mut images: Vec<Move> = moves.iter().map(|&chosen| group.map_move(symmetry, chosen)).collect();
                for (&chosen, &chosen_image) in moves.iter().zip(&images) {
                    let next = position.play(chosen).unwrap().discs();
                    let next_image = image.play(chosen_image).unwrap().discs();
                    assert_eq!(group.map_discs(symmetry, next), next_image, "{symmetry:?} of {}", shown(&position));
                }
                images.sort_unstable();
                assert_eq!(image.legal_moves(), images, "{symmetry:?} of {}", shown(&position));
            }
        }
    }
}

#[test]
fn the_transposed_position_has_the_transposed_moves() {
    let mut random = Random::new(5, 0);
    for board in Board::all() {
        for position in positions(board, &mut random).into_iter().step_by(5) {
            let turned = position.transposed();
            assert_eq!(turned.transposed(), position);
            let moves = position.legal_moves();
            let mut turned_moves: Vec<Move> = moves.iter().map(|chosen| chosen.transposed(board)).collect();
            for (&chosen, &turned_chosen) in moves.iter().zip(&turned_moves) {
                let next = position.play(chosen).unwrap();
                let turned_next = turned.play(turned_chosen).unwrap();
                assert_eq!(next.transposed(), turned_next, "{chosen:?} in {}", shown(&position));
            }
            turned_moves.sort_unstable();
            assert_eq!(turned.legal_moves(), turned_moves, "{}", shown(&position));
        }
    }
}
