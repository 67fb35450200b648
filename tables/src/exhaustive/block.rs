//! The bytes of tablebases; FORMAT.md draws them. No other file knows them.

use retrograde::{Census, LayerCensus, Place};
use solver::Score;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// The format of tablebases that this program reads and writes.
pub(crate) const VERSION: u8 = 1;
/// The most positions in one block. Half of them are read over by a look-up; more make the table hardly smaller.
pub(crate) const BLOCK_POSITIONS: usize = 1024;
/// The key of the description: before all keys of blocks, since each position has discs.
pub(crate) const DESCRIPTION_KEY: &[u8] = &[0];
/// The first line of a description, before the number of the format.
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

/// The first position of a block; `None` where the bytes are no key of a block.
pub(crate) fn read_key(bytes: &[u8]) -> Option<Place> {
    let (&discs, rest) = bytes.split_first()?;
    let (mask, code) = rest.split_first_chunk::<4>()?;
    let mask = u32::from_be_bytes(*mask);
    let code = u32::from_be_bytes(code.try_into().ok()?);
    (mask.count_ones() == u32::from(discs)).then_some(Place { mask, code })
}

/// The bytes of a block of positions on one mask; codes ascend, and there are 1 to [`BLOCK_POSITIONS`].
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

/// A block whose checksum is right.
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
    /// Bytes that [`encode`] cannot have made: what is wrong with them, for people.
    pub(crate) fn read(key: &[u8], bytes: &'a [u8]) -> Result<Self, String> {
        let first = read_key(key).ok_or("its key is none of a block")?;
        let (body, sum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or("it is too short")?;
        if *sum != checksum(key, body) {
            return Err("its checksum does not match".to_owned());
        }
        let (&[version, low, high], rest) = body.split_first_chunk::<HEAD_BYTES>().ok_or("it is too short")?;
        if version != VERSION {
            return Err(format!("it has format {version}, this program reads {VERSION}"));
        }
        let count = usize::from(u16::from_le_bytes([low, high]));
        let gaps = rest.len().checked_sub(count).filter(|&gaps| count > 0 && gaps + 1 >= count);
        let (gaps, values) = rest.split_at(gaps.ok_or("its number of positions is wrong")?);
        Ok(Self { first, count, gaps, values })
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
                let (mut gap, mut shift) = (0u32, 0u32);
                for &byte in left.by_ref() {
                    gap |= u32::from(byte & 0x7F).checked_shl(shift).unwrap_or(0);
                    shift += 7;
                    if byte < 0x80 {
                        break;
                    }
                }
                code = code.wrapping_add(gap).wrapping_add(1);
            }
            (code, Score::from(value as i8))
        })
    }

    /// The value of the position with this code.
    pub(crate) fn value(&self, code: u32) -> Option<Score> {
        self.entries().take_while(|&(here, _)| here <= code).find(|&(here, _)| here == code).map(|(_, value)| value)
    }
}

/// The low half of xxh3 over the key and the bytes before the checksum, least significant byte first.
fn checksum(key: &[u8], body: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut hash = Xxh3Default::new();
    hash.update(key);
    hash.update(body);
    (hash.digest() as u32).to_le_bytes()
}

/// What a finished table tells of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Description {
    /// The program that made it.
    pub(crate) program: String,
    /// The value of the start.
    pub(crate) value: Score,
    /// XXH3-64 of all keys and values of blocks, in their order.
    pub(crate) checksum: u64,
    /// The counts.
    pub(crate) census: Census,
}

impl Description {
    /// Its text: three lines and one paragraph for each number of discs, and at last a checksum of all that.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Self { program, value, checksum, census } = self;
        let mut text = format!("{TITLE}{VERSION}\nprogram {program}\nvalue {value}\nchecksum {checksum}\n");
        for layer in &census.layers {
            text += "\n";
            text += &layer.to_text();
        }
        text += &format!("\nend {}\n", xxh3_64(text.as_bytes()));
        text.into_bytes()
    }

    /// Reads [`Description::to_bytes`].
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is no text")?;
        let number = text.lines().next().and_then(|line| line.strip_prefix(TITLE)).ok_or("its first line is wrong")?;
        if number.parse() != Ok(VERSION) {
            return Err(format!("it has format {number}, this program reads {VERSION}"));
        }
        let (body, end) = text.rsplit_once("\nend ").ok_or("its end is missing")?;
        if end != format!("{}\n", xxh3_64(body.as_bytes())) {
            return Err("its checksum does not match".to_owned());
        }
        Self::read_body(body).ok_or_else(|| "a line of it is wrong".to_owned())
    }

    fn read_body(body: &str) -> Option<Self> {
        let mut parts = body.split("\n\n");
        let mut lines = parts.next()?.lines().skip(1);
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let program = field("program")?.to_owned();
        let (value, checksum) = (Score::new(field("value")?.parse().ok()?), field("checksum")?.parse().ok()?);
        let layers = parts.map(LayerCensus::from_text).collect::<Option<_>>()?;
        Some(Self { program, value, checksum, census: Census { layers } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn blocks_read_back(
            mask: u32,
            entries in proptest::collection::btree_map(any::<u32>(), any::<i8>(), 1..=BLOCK_POSITIONS),
            other: u32,
        ) {
            let (codes, values): (Vec<u32>, Vec<i8>) = entries.iter().map(|(&code, &value)| (code, value)).unzip();
            let (key, bytes) = encode(mask, &codes, &values);
            let block = Block::read(&key, &bytes).unwrap();
            prop_assert_eq!((block.first, block.len()), (Place { mask, code: codes[0] }, codes.len()));
            prop_assert!(block.entries().eq(entries.iter().map(|(&code, &value)| (code, Score::from(value)))));
            for code in codes.iter().copied().chain([other]) {
                prop_assert_eq!(block.value(code), entries.get(&code).map(|&value| Score::from(value)));
            }
        }

        #[test]
        fn a_changed_bit_is_noticed(codes in proptest::collection::btree_set(any::<u32>(), 1..40), place: usize, bit in 0..8u32) {
            let codes: Vec<u32> = codes.into_iter().collect();
            let (key, mut bytes) = encode(7, &codes, &vec![3; codes.len()]);
            let index = place % bytes.len();
            bytes[index] ^= 1 << bit;
            prop_assert!(Block::read(&key, &bytes).is_err());
        }

        #[test]
        fn nothing_that_is_read_panics(key: Vec<u8>, bytes: Vec<u8>) {
            let _ = Block::read(&key, &bytes);
            let _ = Description::read(&bytes);
        }
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

    #[test]
    fn descriptions_read_back() {
        let layers = vec![LayerCensus { discs: 4, positions: 1, ..LayerCensus::default() }; 2];
        let description = Description {
            program: "solve 0.1.0".into(),
            value: Score::new(-8),
            checksum: 5,
            census: Census { layers },
        };
        let bytes = description.to_bytes();
        assert_eq!(Description::read(&bytes), Ok(description));
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 1;
            assert!(Description::read(&changed).is_err(), "{index}");
        }
    }
}
