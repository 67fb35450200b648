//! The bytes of names, keys and values; FORMAT.md describes them. No other file knows them.

use solver::{Basis, Board, Bounds, Discs, Move, Position, Proven, Score, Scoring, Side, Square, Start};
use xxhash_rust::xxh3::Xxh3Default;

use crate::known::{Known, Word};

/// The format this program writes.
pub(crate) const VERSION: u8 = 2;
/// The oldest readable format. Its values do not say who proved them.
pub(crate) const OLDEST_VERSION: u8 = 1;
/// A flag in the version byte of a value: a claim follows what is proven.
const CLAIMED: u8 = 0x80;
/// The key in the default column family under which the format is stored.
pub(crate) const FORMAT_KEY: &[u8] = b"format";
/// The text before the number of the format.
const FORMAT_PREFIX: &str = "othello-bounds ";

/// The longest key: empties and two times 64 bits.
const MAX_KEY_BYTES: usize = 1 + 8 + 8;
const CHECKSUM_BYTES: usize = 4;
/// Lower, upper and best move.
const WORD_BYTES: usize = 3;
/// Best move: a pass. Smaller numbers are squares.
const PASS: u8 = 0xFE;
/// Best move: none known.
const NO_MOVE: u8 = 0xFF;

/// The format entry of a database of this program.
pub(crate) fn format_entry() -> Vec<u8> {
    format!("{FORMAT_PREFIX}{VERSION}").into_bytes()
}

/// The version in a format entry; `None` if the database is another program's.
pub(crate) fn read_format(entry: &[u8]) -> Option<u32> {
    let number = std::str::from_utf8(entry).ok()?.strip_prefix(FORMAT_PREFIX)?;
    // As it is written: without a sign or leading zeros.
    number.parse().ok().filter(|version: &u32| version.to_string() == number)
}

/// The last word of the name of a column family that holds every reachable position.
pub(crate) const EXHAUSTIVE: &str = "exhaustive";

/// Whether a column family of this name holds every reachable position (see [`crate::exhaustive`]).
pub(crate) fn is_exhaustive(name: &str) -> bool {
    name.ends_with(EXHAUSTIVE)
}

/// The board, start and scoring in the name of such a family.
pub(crate) fn read_exhaustive_name(name: &str) -> Option<(Board, Start, Scoring)> {
    let words: Vec<&str> = name.split(' ').collect();
    let &[board, scoring, start, EXHAUSTIVE] = &words[..] else { return None };
    let start = Start::ALL.into_iter().find(|known| known.name() == start)?;
    Some((board.parse().ok()?, start, scoring.parse().ok()?))
}

/// The subject of a table's values: a board with rows ≤ columns, and a scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Game {
    board: Board,
    scoring: Scoring,
}

impl Game {
    /// The game on `board`, or on its transpose if that has fewer rows.
    pub(crate) fn new(board: Board, scoring: Scoring) -> Self {
        Self { board: board.landscape(), scoring }
    }

    /// The name of its column family, for example `4x10 discs`.
    pub(crate) fn name(self) -> String {
        format!("{} {}", self.board, self.scoring)
    }

    /// The game whose column family has this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let (board, scoring) = name.split_once(' ')?;
        let game = Self { board: board.parse().ok()?, scoring: scoring.parse().ok()? };
        (game.name() == name && game.board.is_landscape()).then_some(game)
    }

    /// The board, with at most as many rows as columns.
    pub(crate) fn board(self) -> Board {
        self.board
    }

    /// The scoring.
    pub(crate) fn scoring(self) -> Scoring {
        self.scoring
    }

    /// The position with these discs and Black to move.
    pub(crate) fn position(self, discs: Discs) -> Position {
        Position::new(self.board, discs, Side::Black).expect("the discs are on the board")
    }

    /// The same as text for people, with the side to move as `X`.
    pub(crate) fn position_text(self, discs: Discs) -> String {
        let position = Position::new(self.board, discs, Side::Black);
        position.map_or_else(|| format!("{discs:?}"), |position| position.to_string())
    }

    /// Number of empty squares.
    pub(crate) fn empties(self, discs: Discs) -> u32 {
        self.board.squares() - discs.occupied().len()
    }

    /// What is known about any position without proof.
    pub(crate) fn unknown(self) -> Bounds {
        Bounds::unknown(self.board.squares())
    }

    /// Whether these are discs on the board.
    pub(crate) fn holds(self, discs: Discs) -> bool {
        (discs.occupied() - self.board.all_squares()).is_empty()
    }

    /// Whether the table can hold this best move: a pass, or an empty square of the board.
    pub(crate) fn allows(self, discs: Discs, best: Option<Move>) -> bool {
        let Some(Move::Place(square)) = best else { return true };
        (self.board.all_squares() - discs.occupied()).contains(square)
    }
}

/// The key of a position: the number of empty squares, then the discs of the side to move, then the other's,
/// big-endian. Keys of one game compare as (empties, player, opponent).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    bytes: [u8; MAX_KEY_BYTES],
    len: usize,
}

impl Key {
    /// The key of a position.
    ///
    /// # Panics
    /// If the discs do not fit on the board: such keys would not be unique.
    pub(crate) fn new(game: Game, discs: Discs) -> Self {
        assert!(game.holds(discs), "{discs:?} cannot stand on board {}", game.board);
        let width = side_bytes(game);
        let mut bytes = [0; MAX_KEY_BYTES];
        bytes[0] = (game.board.squares() - discs.occupied().len()) as u8;
        bytes[1..=width].copy_from_slice(&discs.player().bits().to_be_bytes()[8 - width..]);
        bytes[1 + width..=2 * width].copy_from_slice(&discs.opponent().bits().to_be_bytes()[8 - width..]);
        Self { bytes, len: 1 + 2 * width }
    }

    /// The bytes as stored.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// Bytes of one side's discs.
fn side_bytes(game: Game) -> usize {
    game.board.squares().div_ceil(8) as usize
}

/// The position of a key; `None` if the bytes are not a key of this game.
pub(crate) fn read_key(game: Game, bytes: &[u8]) -> Option<Discs> {
    let (&empties, sides) = bytes.split_first()?;
    let width = side_bytes(game);
    if sides.len() != 2 * width {
        return None;
    }
    let number = |bytes: &[u8]| bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
    let discs = Discs::from_bits(number(&sides[..width]), number(&sides[width..]))?;
    let right = game.holds(discs) && u32::from(empties) + discs.occupied().len() == game.board.squares();
    right.then_some(discs)
}

/// The bytes of what is known about the position with this key.
///
/// The bounds must lie within the board's number of squares, and the best moves on empty squares.
pub(crate) fn encode(key: &Key, known: Known) -> Vec<u8> {
    let mut value = Vec::with_capacity(1 + 2 * WORD_BYTES + 8 + CHECKSUM_BYTES);
    value.push(VERSION | if known.claimed.is_some() { CLAIMED } else { 0 });
    for word in [Some(known.proven), known.claimed].into_iter().flatten() {
        value.extend(bounds_bytes(word.bounds));
        value.push(move_byte(word.best));
    }
    let effort_bytes = (64 - known.effort.leading_zeros()).div_ceil(8) as usize;
    value.extend_from_slice(&known.effort.to_le_bytes()[..effort_bytes]);
    value.extend(checksum(key.bytes(), &value));
    value
}

/// Whether a value was written by a program that did not record who proved what.
pub(crate) fn is_of_unknown_origin(value: &[u8]) -> bool {
    value.first() == Some(&OLDEST_VERSION)
}

/// What the value of a key says. A value of format 1 is a claim, since it may have come from anywhere.
///
/// # Errors
/// No program can have made these bytes for this key: what is wrong with them, for people.
pub(crate) fn decode(game: Game, key: &Key, discs: Discs, value: &[u8]) -> Result<Known, String> {
    let version = *value.first().ok_or("it is empty")?;
    if ![OLDEST_VERSION, VERSION, VERSION | CLAIMED].contains(&version) {
        return Err(format!("it has format {}, this program reads {OLDEST_VERSION} and {VERSION}", version & !CLAIMED));
    }
    let (body, sum) = value.split_last_chunk::<CHECKSUM_BYTES>().ok_or("it is too short")?;
    if *sum != checksum(key.bytes(), body) {
        return Err("its checksum does not match".to_owned());
    }
    let mut rest = &body[1..];
    let first = read_word(game, discs, &mut rest)?;
    let second = if version & CLAIMED == 0 { None } else { Some(read_word(game, discs, &mut rest)?) };
    if rest.len() > 8 || rest.last() == Some(&0) {
        return Err("its effort is not in shortest form".to_owned());
    }
    let effort = rest.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    if version == OLDEST_VERSION {
        let Word { bounds, best } = first;
        return Ok(Known::of(Proven { bounds, best, effort, basis: Basis::Claim }, game.unknown()));
    }
    let known = Known { proven: first, claimed: second, effort };
    if known.is_in_form() { Ok(known) } else { Err("what is claimed does not say more than what is proven".to_owned()) }
}

/// Reads bounds and best move off the front of `bytes`.
fn read_word(game: Game, discs: Discs, bytes: &mut &[u8]) -> Result<Word, String> {
    let (&[lower, upper, best], rest) = bytes.split_first_chunk::<WORD_BYTES>().ok_or("it is too short")?;
    *bytes = rest;
    let bounds = Bounds::new(Score::from(lower as i8), Score::from(upper as i8));
    if bounds.contradict() || game.unknown().intersect(bounds) != bounds {
        return Err(format!("its bounds are {} to {}", bounds.lower, bounds.upper));
    }
    let best = move_of_byte(best)
        .filter(|&best| game.allows(discs, best))
        .ok_or_else(|| format!("its best move has the byte {best}"))?;
    Ok(Word { bounds, best })
}

/// The byte of a best move.
pub(crate) fn move_byte(best: Option<Move>) -> u8 {
    match best {
        Some(Move::Place(square)) => square.number(),
        Some(Move::Pass) => PASS,
        None => NO_MOVE,
    }
}

/// The best move of a byte, which may be none, or a square that the board does not have; `None` if no board has it.
pub(crate) fn move_of_byte(byte: u8) -> Option<Option<Move>> {
    match byte {
        PASS => Some(Some(Move::Pass)),
        NO_MOVE => Some(None),
        square => Square::new(square).map(|square| Some(Move::Place(square))),
    }
}

/// Both bounds, a signed byte each. They fit: no board has more than 64 squares.
pub(crate) fn bounds_bytes(bounds: Bounds) -> [u8; 2] {
    [bounds.lower, bounds.upper].map(|limit| limit.discs() as i8 as u8)
}

/// The low half of xxh3 over the key and the value before the checksum, little-endian.
pub(crate) fn checksum(key: &[u8], body: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut hash = Xxh3Default::new();
    hash.update(key);
    hash.update(body);
    (hash.digest() as u32).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game(text: &str) -> Game {
        Game::new(text.parse().unwrap(), Scoring::Discs)
    }

    /// A board, and two positions on it.
    fn two_positions() -> impl Strategy<Value = (Game, Discs, Discs)> {
        let boards: Vec<Board> = Board::all().filter(|board| board.is_landscape()).collect();
        (proptest::sample::select(boards), any::<[u64; 2]>(), any::<[u64; 2]>()).prop_map(|(board, first, second)| {
            let place = |[player, other]: [u64; 2]| {
                Discs::from_bits(player & board.full(), other & !player & board.full()).unwrap()
            };
            (Game::new(board, Scoring::Wof), place(first), place(second))
        })
    }

    /// What somebody may say about a position of `game`.
    fn said(game: Game, discs: Discs, limits: (i32, i32), choice: u8, basis: Basis) -> Known {
        let squares = game.unknown().upper.discs();
        let (a, b) = (limits.0.clamp(-squares, squares), limits.1.clamp(-squares, squares));
        let best = match choice {
            255 => None,
            254 => Some(Move::Pass),
            square => {
                Some(Move::Place(Square::new(square % 64).unwrap())).filter(|&best| game.allows(discs, Some(best)))
            }
        };
        Known::of(Proven { bounds: Bounds::new(a.min(b), a.max(b)), best, effort: 0, basis }, game.unknown())
    }

    /// The value in format 1 that says this.
    fn in_format_1(key: &Key, Word { bounds, best }: Word) -> Vec<u8> {
        let mut value = vec![OLDEST_VERSION];
        value.extend(bounds_bytes(bounds));
        value.extend([move_byte(best), 0xe8, 0x03]);
        value.extend(checksum(key.bytes(), &value));
        value
    }

    proptest! {
        #[test]
        fn keys_read_back((game, discs, _) in two_positions()) {
            prop_assert_eq!(read_key(game, Key::new(game, discs).bytes()), Some(discs));
        }

        #[test]
        fn keys_are_ordered_by_empties_then_player_then_opponent((game, first, second) in two_positions()) {
            let rank = |discs: Discs| (game.board.squares() - discs.occupied().len(), discs);
            let by_bytes = Key::new(game, first).bytes().cmp(Key::new(game, second).bytes());
            prop_assert_eq!(by_bytes, rank(first).cmp(&rank(second)));
            prop_assert_eq!(Key::new(game, first).cmp(&Key::new(game, second)), by_bytes);
        }

        #[test]
        fn values_read_back(
            (game, discs, _) in two_positions(),
            limits in [(-64..=64, -64..=64), (-64..=64, -64..=64)],
            choices: [u8; 2],
            effort: u64,
            shift in 0u32..64,
        ) {
            let key = Key::new(game, discs);
            let proof = said(game, discs, limits[0], choices[0], Basis::Proof);
            let both = proof.and(said(game, discs, limits[1], choices[1], Basis::Claim), game.unknown()).known;
            let known = Known { effort: effort >> shift, ..both };
            prop_assert_eq!(decode(game, &key, discs, &encode(&key, known)), Ok(known));
        }

        #[test]
        fn a_flipped_bit_is_noticed((game, discs, _) in two_positions(), limits in (-64..=64, -64..=64), at: usize) {
            let key = Key::new(game, discs);
            let proof = said(game, discs, (-1, 1), 255, Basis::Proof);
            let mut value = encode(&key, proof.and(said(game, discs, limits, 255, Basis::Claim), game.unknown()).known);
            let bit = at % (value.len() * 8);
            value[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(decode(game, &key, discs, &value).is_err());
        }

        #[test]
        fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..24)) {
            let (game, discs) = (game("4x6"), Discs::from_bits(0x200, 0x400).unwrap());
            let key = Key::new(game, discs);
            if let Some(discs) = read_key(game, &bytes) {
                let key = Key::new(game, discs);
                prop_assert_eq!(key.bytes(), &bytes[..]);
            }
            let known = decode(game, &key, discs, &bytes);
            if let Ok(known) = known && !is_of_unknown_origin(&bytes) {
                prop_assert_eq!(encode(&key, known), bytes.clone());
            }
            read_format(&bytes);
        }
    }

    #[test]
    fn the_worked_example_of_the_format_document_holds() {
        let game = game("4x4");
        let discs = Discs::from_bits(1 << 6 | 1 << 9, 1 << 5 | 1 << 10).unwrap();
        let key = Key::new(game, discs);
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        let word = |lower, upper, square| Word {
            bounds: Bounds::new(lower, upper),
            best: Square::new(square).map(Move::Place),
        };
        let proof = Known { proven: word(-16, -8, 1), claimed: None, effort: 1_000 };
        let claim = Proven { bounds: Bounds::at(-8), best: word(-8, -8, 11).best, effort: 0, basis: Basis::Claim };
        let both = proof.and(Known::of(claim, game.unknown()), game.unknown()).known;
        assert_eq!(both.claimed, Some(word(-8, -8, 11)));
        let document = include_str!("../FORMAT.md");
        let old = in_format_1(&key, proof.proven);
        for bytes in [key.bytes(), &encode(&key, proof), &encode(&key, both), &old] {
            assert!(document.contains(&hex(bytes)), "{}", hex(bytes));
        }
        assert!(document.contains(std::str::from_utf8(&format_entry()).unwrap()));
        assert!(document.contains(&game.name()));
    }

    #[test]
    fn what_format_1_says_is_a_claim() {
        let (game, discs) = (game("4x4"), Discs::from_bits(1 << 6 | 1 << 9, 1 << 5 | 1 << 10).unwrap());
        let key = Key::new(game, discs);
        let word = Word { bounds: Bounds::new(-16, -8), best: Square::new(1).map(Move::Place) };
        let value = in_format_1(&key, word);
        let nothing = Word { bounds: game.unknown(), best: None };
        // The lower bound is the least possible one: its move is a guess, and is dropped.
        let claimed = Some(Word { best: None, ..word });
        assert_eq!(decode(game, &key, discs, &value), Ok(Known { proven: nothing, claimed, effort: 1_000 }));
        assert!(
            is_of_unknown_origin(&value)
                && !is_of_unknown_origin(&encode(&key, Known { proven: nothing, claimed, effort: 1 }))
        );
    }

    #[test]
    fn a_claim_that_says_no_more_than_the_proof_is_no_value() {
        let (game, discs) = (game("4x6"), Discs::from_bits(1, 2).unwrap());
        let key = Key::new(game, discs);
        let word = |lower, upper| Word { bounds: Bounds::new(lower, upper), best: None };
        for (claim, is_right) in [((0, 2), true), ((0, 4), false), ((-6, 2), false), ((3, 2), false), ((6, 8), false)] {
            let known = Known { proven: word(0, 4), claimed: Some(word(claim.0, claim.1)), effort: 0 };
            assert_eq!(decode(game, &key, discs, &encode(&key, known)).is_ok(), is_right, "{claim:?}");
        }
    }

    #[test]
    fn a_value_belongs_to_its_key() {
        let game = game("4x6");
        let (here, there) = (Discs::from_bits(1, 2).unwrap(), Discs::from_bits(2, 1).unwrap());
        let value = encode(&Key::new(game, here), said(game, here, (4, 4), 255, Basis::Proof));
        assert!(decode(game, &Key::new(game, there), there, &value).is_err());
    }

    #[test]
    fn format_entries_tell_versions_from_foreign_ones() {
        assert_eq!(read_format(&format_entry()), Some(u32::from(VERSION)));
        assert_eq!(read_format(b"othello-bounds 7"), Some(7));
        for foreign in [
            &b""[..],
            b"7",
            b"othello-bounds",
            b"othello-bounds x",
            b"othello-bounds +2",
            b"othello-bounds 02",
            b"\xff\xfe",
        ] {
            assert_eq!(read_format(foreign), None);
        }
    }

    #[test]
    #[should_panic(expected = "cannot stand on board 4x4")]
    fn discs_off_the_board_have_no_key() {
        Key::new(game("4x4"), Discs::from_bits(1 << 16, 0).unwrap());
    }
}
