//! The bytes of tablebases; FORMAT.md describes them. No other file knows them.

use retrograde::{Census, LayerCensus, Place, Plan};
use solver::{Position, Score};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// The format of tablebases that this program reads and writes.
pub(crate) const VERSION: u8 = 1;
/// The most positions in a block. A look-up reads through half of them; more would hardly make the table smaller.
pub(crate) const BLOCK_POSITIONS: usize = 1024;
/// The key of the description. It precedes all keys of blocks, since each position has discs.
pub(crate) const DESCRIPTION_KEY: &[u8] = &[0];
/// The first line of a description, up to the number of the format.
const TITLE: &str = "othello-exhaustive ";

const KEY_BYTES: usize = 9;
const HEAD_BYTES: usize = 3;
const CHECKSUM_BYTES: usize = 4;

/// The key of a block that begins with this position: number of discs, mask, code, most significant byte first.
pub(crate) fn key(place: Place) -> [u8; KEY_BYTES] {
    let mut key = [0; KEY_BYTES];
    key[0] = place.mask.count_ones() as u8;
    key[1..5].copy_from_slice(&place.mask.to_be_bytes());
    key[5..].copy_from_slice(&place.code.to_be_bytes());
    key
}

/// The first position of a block; `None` if the bytes are not the key of a block on a board with this many squares.
pub(crate) fn read_key(bytes: &[u8], squares: u32) -> Option<Place> {
    let (&discs, rest) = bytes.split_first()?;
    let (mask, code) = rest.split_first_chunk::<4>()?;
    let mask = u32::from_be_bytes(*mask);
    let code = u32::from_be_bytes(code.try_into().ok()?);
    let is_on_board = u64::from(mask) >> squares == 0 && u64::from(code) >> mask.count_ones() == 0;
    (is_on_board && mask.count_ones() == u32::from(discs)).then_some(Place { mask, code })
}

/// The next gap between two codes.
#[inline]
fn read_gap(bytes: &mut std::slice::Iter<'_, u8>) -> Option<u32> {
    let mut gap = 0u32;
    for shift in (0..u32::BITS).step_by(7) {
        let &byte = bytes.next()?;
        let part = u32::from(byte & 0x7F);
        if part << shift >> shift != part {
            return None;
        }
        gap |= part << shift;
        if byte < 0x80 {
            return Some(gap);
        }
    }
    None
}

/// The bytes of a block of positions with one mask. The codes ascend, and there are 1 to [`BLOCK_POSITIONS`] of them.
pub(crate) fn encode(mask: u32, codes: &[u32], values: &[i8]) -> ([u8; KEY_BYTES], Vec<u8>) {
    let key = key(Place { mask, code: codes[0] });
    let mut bytes = Vec::with_capacity(HEAD_BYTES + 4 * codes.len() + CHECKSUM_BYTES);
    bytes.push(VERSION);
    bytes.extend((codes.len() as u16).to_le_bytes());
    for pair in codes.windows(2) {
        let mut gap = pair[1] - pair[0] - 1;
        while gap >= 0x80 {
            bytes.push(gap as u8 | 0x80);
            gap >>= 7;
        }
        bytes.push(gap as u8);
    }
    bytes.extend(values.iter().map(|&value| value as u8));
    bytes.extend(checksum(&key, &bytes));
    (key, bytes)
}

/// A block with the right checksum, and with positions and values that the board can have.
pub(crate) struct Block<'a> {
    /// The first position.
    pub(crate) first: Place,
    count: usize,
    gaps: &'a [u8],
    values: &'a [u8],
}

impl<'a> Block<'a> {
    /// Reads a block.
    ///
    /// # Errors
    /// The bytes cannot come from [`encode`] for a board with this many squares: what is wrong with them, for people.
    pub(crate) fn read(key: &[u8], bytes: &'a [u8], squares: u32) -> Result<Self, String> {
        let first = read_key(key, squares).ok_or("its key is none of a block")?;
        let (body, sum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or("it is too short")?;
        if *sum != checksum(key, body) {
            return Err("its checksum does not match".to_owned());
        }
        let (&[version, low, high], rest) = body.split_first_chunk::<HEAD_BYTES>().ok_or("it is too short")?;
        if version != VERSION {
            return Err(format!("it has format {version}, this program reads {VERSION}"));
        }
        let count = usize::from(u16::from_le_bytes([low, high]));
        let is_possible = (1..=BLOCK_POSITIONS).contains(&count);
        let gaps = rest.len().checked_sub(count).filter(|&gaps| is_possible && gaps + 1 >= count);
        let (gaps, values) = rest.split_at(gaps.ok_or("its number of positions is wrong")?);
        let block = Self { first, count, gaps, values };
        if block.last_code().is_none_or(|code| u64::from(code) >> first.mask.count_ones() != 0) {
            return Err("it has positions that the board does not have".to_owned());
        }
        if values.iter().any(|&value| u32::from((value as i8).unsigned_abs()) > squares) {
            return Err("it has values that no position can have".to_owned());
        }
        Ok(block)
    }

    /// The code of the last position; `None` if the gaps are not those of this many positions.
    fn last_code(&self) -> Option<u32> {
        let mut left = self.gaps.iter();
        let mut code = self.first.code;
        for _ in 1..self.count {
            code = code.checked_add(read_gap(&mut left)?)?.checked_add(1)?;
        }
        left.next().is_none().then_some(code)
    }

    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Codes and values of all positions, codes ascending.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u32, Score)> + '_ {
        let mut left = self.gaps.iter();
        let mut code = self.first.code;
        self.values.iter().enumerate().map(move |(index, &value)| {
            if index > 0 {
                // Reading the block has checked that there is one.
                code = code.wrapping_add(read_gap(&mut left).unwrap_or(0)).wrapping_add(1);
            }
            (code, Score::from(value as i8))
        })
    }

    /// The value of the position with this code.
    pub(crate) fn value(&self, code: u32) -> Option<Score> {
        self.entries().take_while(|&(here, _)| here <= code).find(|&(here, _)| here == code).map(|(_, value)| value)
    }
}

/// The low half of xxh3 over the key and the bytes before the checksum, little-endian.
fn checksum(key: &[u8], body: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut hash = Xxh3Default::new();
    hash.update(key);
    hash.update(body);
    (hash.digest() as u32).to_le_bytes()
}

/// What a finished table says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Description {
    /// The program that made it.
    pub(crate) program: String,
    /// The value of the start.
    pub(crate) value: Score,
    /// XXH3-64 of all keys and values of blocks, in order.
    pub(crate) checksum: u64,
    /// The counts.
    pub(crate) census: Census,
    /// Whether the program that wrote this made the table from nothing, or has proven all of it.
    pub(crate) is_proven: bool,
    /// Whether the longest runs come from files that this program had not written, or not in the same run. No proof of the
    /// table covers them.
    pub(crate) has_claimed_runs: bool,
}

/// The lines of a description that say so.
const PROVEN: &str = "proven 1";
const CLAIMED_RUNS: &str = "claimed-runs 1";

impl Description {
    /// Its text: four to six lines, one paragraph for each number of discs, and finally a checksum of all that.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Self { program, value, checksum, census, is_proven, has_claimed_runs } = self;
        let mut text = format!("{TITLE}{VERSION}\nprogram {program}\nvalue {value}\nchecksum {checksum}\n");
        for (is_so, line) in [(is_proven, PROVEN), (has_claimed_runs, CLAIMED_RUNS)] {
            if *is_so {
                text += &format!("{line}\n");
            }
        }
        for layer in &census.layers {
            text += "\n";
            text += &layer.to_text();
        }
        text += &format!("\nend {}\n", xxh3_64(text.as_bytes()));
        text.into_bytes()
    }

    /// Reads [`Description::to_bytes`] of a table of this plan.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub(crate) fn read(bytes: &[u8], plan: &Plan) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is no text")?;
        let number = text.lines().next().and_then(|line| line.strip_prefix(TITLE)).ok_or("its first line is wrong")?;
        if number != VERSION.to_string() {
            let number: String = number.chars().take(20).flat_map(char::escape_default).collect();
            return Err(format!("it has format {number}, this program reads {VERSION}"));
        }
        let (body, end) = text.rsplit_once("\nend ").ok_or("its end is missing")?;
        if end != format!("{}\n", xxh3_64(body.as_bytes())) {
            return Err("its checksum does not match".to_owned());
        }
        let description = Self::read_body(body).ok_or("a line of it is wrong")?;
        if description.is_possible(plan) { Ok(description) } else { Err("it says what cannot be".to_owned()) }
    }

    /// Whether a table of this plan can have this description.
    fn is_possible(&self, plan: &Plan) -> bool {
        let squares = plan.board.squares();
        let first = Position::start(plan.board, plan.start).discs().occupied().len();
        let layers = &self.census.layers;
        let in_order = (first..).zip(layers).all(|(discs, layer)| layer.discs == discs && layer.is_possible(squares));
        in_order
            && !layers.is_empty()
            && self.value.discs().unsigned_abs() <= squares
            && !self.program.chars().any(char::is_control)
    }

    fn read_body(body: &str) -> Option<Self> {
        let mut parts = body.split("\n\n");
        let mut lines = parts.next()?.lines().skip(1);
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let program = field("program")?.to_owned();
        let (value, checksum) = (Score::new(field("value")?.parse().ok()?), field("checksum")?.parse().ok()?);
        let notes: Vec<&str> = lines.collect();
        let (is_proven, has_claimed_runs) = (notes.contains(&PROVEN), notes.contains(&CLAIMED_RUNS));
        let layers = parts.map(LayerCensus::from_text).collect::<Option<_>>()?;
        Some(Self { program, value, checksum, census: Census { layers }, is_proven, has_claimed_runs })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::LazyLock;

    use super::*;
    use proptest::prelude::*;
    use solver::{Scoring, Start};

    const SQUARES: u32 = 28;

    static PLAN: LazyLock<Plan> = LazyLock::new(|| Plan {
        board: "4x4".parse().unwrap(),
        start: Start::Othello,
        scoring: Scoring::Discs,
        threads: 1,
    });

    proptest! {
        #[test]
        fn blocks_read_back(
            mask in 0u32..1 << SQUARES,
            entries in proptest::collection::btree_map(any::<u32>(), -28i8..=28, 1..=BLOCK_POSITIONS),
            other: u32,
        ) {
            let entries: BTreeMap<u32, i8> =
                entries.into_iter().map(|(code, value)| (code & ((1 << mask.count_ones()) - 1), value)).collect();
            let (codes, values): (Vec<u32>, Vec<i8>) = entries.iter().map(|(&code, &value)| (code, value)).unzip();
            let (key, bytes) = encode(mask, &codes, &values);
            let block = Block::read(&key, &bytes, SQUARES).unwrap();
            prop_assert_eq!((block.first, block.len()), (Place { mask, code: codes[0] }, codes.len()));
            prop_assert!(block.entries().eq(entries.iter().map(|(&code, &value)| (code, Score::from(value)))));
            for code in codes.iter().copied().chain([other]) {
                prop_assert_eq!(block.value(code), entries.get(&code).map(|&value| Score::from(value)));
            }
        }

        #[test]
        fn a_changed_bit_is_noticed(codes in proptest::collection::btree_set(0u32..1 << 20, 1..40), place: usize, bit in 0..8u32) {
            let codes: Vec<u32> = codes.into_iter().collect();
            let (key, mut bytes) = encode(0xF_FFFF, &codes, &vec![3; codes.len()]);
            let index = place % bytes.len();
            bytes[index] ^= 1 << bit;
            prop_assert!(Block::read(&key, &bytes, SQUARES).is_err());
        }

        #[test]
        fn nothing_that_is_read_panics(key: Vec<u8>, bytes: Vec<u8>) {
            let _ = Block::read(&key, &bytes, SQUARES);
            let _ = Description::read(&bytes, &PLAN);
        }

        #[test]
        fn what_is_read_is_on_the_board(key in any::<[u8; KEY_BYTES]>(), mask in 0u32..1 << SQUARES, body: Vec<u8>, count in 1u16..20) {
            // Anything, with a right checksum.
            let mut key = key;
            (key[0], key[1]) = (mask.count_ones() as u8, 0);
            key[1..5].copy_from_slice(&mask.to_be_bytes());
            key[5] = 0;
            let mut bytes = [&[VERSION][..], &count.to_le_bytes(), &body].concat();
            bytes.extend(checksum(&key, &bytes));
            if let Ok(block) = Block::read(&key, &bytes, SQUARES) {
                let entries: Vec<(u32, Score)> = block.entries().collect();
                prop_assert_eq!(entries.len(), usize::from(count));
                prop_assert!(entries.windows(2).all(|pair| pair[0].0 < pair[1].0));
                prop_assert!(entries.iter().all(|&(code, value)| code >> mask.count_ones() == 0 && value.discs().abs() <= 28));
            }
        }
    }

    #[test]
    fn what_no_board_can_have_is_no_block() {
        let read = |mask, codes: &[u32], values: &[i8]| {
            let (key, bytes) = encode(mask, codes, values);
            Block::read(&key, &bytes, 16).map(|block| block.len())
        };
        assert_eq!(read(0xF, &[3, 15], &[16, -16]), Ok(2));
        assert!(read(0x1_000F, &[3], &[0]).is_err(), "a square beyond the board");
        assert!(read(0xF, &[16], &[0]).is_err() && read(0xF, &[3, 16], &[0, 0]).is_err(), "more bits than discs");
        assert!(read(0xF, &[3], &[17]).is_err() && read(0xF, &[3], &[i8::MIN]).is_err(), "more than all squares");
        let many: Vec<u32> = (0..1025).collect();
        assert!(read(0xFFFF, &many, &[0; 1025]).is_err() && read(0xFFFF, &many[1..], &[0; 1024]).is_ok());
    }

    #[test]
    fn the_example_of_the_format_document_holds() {
        let (key, bytes) = encode(0x660, &[0b0110], &[-8]);
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        let format = include_str!("../../FORMAT.md");
        for line in [format!("key    {}\n", hex(&key)), format!("value  {}\n", hex(&bytes))] {
            assert!(format.contains(&line), "{line}");
        }
    }

    fn described() -> Description {
        let layer = |discs| LayerCensus { discs, positions: 3, wins: 2, losses: 1, moves: 5, ..LayerCensus::default() };
        Description {
            program: "solve 0.1.0".into(),
            value: Score::new(-8),
            checksum: 5,
            census: Census { layers: vec![layer(4), layer(5)] },
            is_proven: true,
            has_claimed_runs: false,
        }
    }

    #[test]
    fn descriptions_read_back() {
        for (is_proven, has_claimed_runs) in [(true, false), (true, true), (false, true), (false, false)] {
            let description = Description { is_proven, has_claimed_runs, ..described() };
            let bytes = description.to_bytes();
            assert_eq!(Description::read(&bytes, &PLAN), Ok(description));
            for index in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[index] ^= 1;
                assert!(Description::read(&changed, &PLAN).is_err(), "{index}");
            }
        }
    }

    #[test]
    fn what_no_table_can_have_is_no_description() {
        let spoilt = |spoil: &dyn Fn(&mut Description)| {
            let mut description = described();
            spoil(&mut description);
            Description::read(&description.to_bytes(), &PLAN).expect_err("it is refused")
        };
        let spoils: [&dyn Fn(&mut Description); 10] = [
            &|description| description.census.layers.clear(),
            &|description| description.census.layers.remove(0).discs = 0,
            &|description| description.census.layers[1].discs = 200,
            &|description| description.census.layers[0].positions = u64::MAX,
            &|description| description.census.layers[0].wins = u64::MAX,
            &|description| description.census.layers[1].moves = u64::MAX,
            &|description| description.census.layers[1].choices = 4,
            &|description| description.census.layers[1].longest_run = 23,
            &|description| description.value = Score::new(17),
            &|description| description.program = "\u{1b}[31m".to_owned(),
        ];
        for spoil in spoils {
            assert_eq!(spoilt(spoil), "it says what cannot be");
        }
    }
}
