//! Ways to damage bytes, each drawn from random numbers, so that it can be repeated.

use std::ops::Range;

use solver::random::Random;

/// A way to damage bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// One bit is flipped.
    Flip,
    /// Some bits are flipped.
    Flips,
    /// The end is missing.
    Cut,
    /// Something is appended: noise, zeros, or the beginning once more.
    Extend,
    /// A range is zero.
    Zero,
    /// A range is noise.
    Noise,
    /// A byte, or a line, is replaced by one that looks alike.
    Replace,
    /// Two ranges, or lines, are swapped.
    Swap,
    /// A range, or a line, is repeated.
    Repeat,
    /// A range, or a line, is missing.
    Remove,
}

impl Manner {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Flip,
        Self::Cut,
        Self::Replace,
        Self::Zero,
        Self::Swap,
        Self::Extend,
        Self::Flips,
        Self::Remove,
        Self::Noise,
        Self::Repeat,
    ];
}

/// Damages bytes, and returns what was done. An empty file can only be extended.
pub fn damage(bytes: &mut Vec<u8>, manner: Manner, random: &mut Random) -> String {
    if bytes.is_empty() && manner != Manner::Extend {
        return damage(bytes, Manner::Extend, random);
    }
    match manner {
        Manner::Flip => flip(bytes, random),
        Manner::Flips => (0..2 + random.index(6)).map(|_| flip(bytes, random)).collect::<Vec<_>>().join(", "),
        Manner::Cut => {
            let length = random.index(bytes.len());
            bytes.truncate(length);
            format!("cut to {length} bytes")
        }
        Manner::Extend => extend(bytes, random),
        Manner::Zero | Manner::Noise => {
            let range = range(bytes.len(), random);
            let is_noise = manner == Manner::Noise;
            bytes[range.clone()].iter_mut().for_each(|byte| *byte = if is_noise { random.bits() as u8 } else { 0 });
            format!("{} at {range:?}", if is_noise { "noise" } else { "zeros" })
        }
        Manner::Replace => {
            let (at, from) = (random.index(bytes.len()), random.index(bytes.len()));
            bytes[at] = if random.index(2) == 0 { bytes[from] } else { bytes[at].wrapping_add(1) };
            format!("byte {at} is now {:#04x}", bytes[at])
        }
        Manner::Swap | Manner::Repeat | Manner::Remove => move_parts(bytes, manner, random),
    }
}

fn flip(bytes: &mut [u8], random: &mut Random) -> String {
    let (at, bit) = (random.index(bytes.len()), random.index(8));
    bytes[at] ^= 1 << bit;
    format!("bit {bit} of byte {at}")
}

fn extend(bytes: &mut Vec<u8>, random: &mut Random) -> String {
    let most = if random.index(4) == 0 { 5000 } else { 40 };
    let length = 1 + random.index(most);
    let more: Vec<u8> = match random.index(3) {
        0 => vec![0; length],
        1 => (0..length).map(|_| random.bits() as u8).collect(),
        _ => bytes.iter().copied().cycle().take(if bytes.is_empty() { 0 } else { length }).collect(),
    };
    bytes.extend_from_slice(&more);
    format!("{} bytes more", more.len())
}

/// A non-empty range, usually short.
fn range(length: usize, random: &mut Random) -> Range<usize> {
    let start = random.index(length);
    let longest = if random.index(4) == 0 { length - start } else { 16.min(length - start) };
    start..start + 1 + random.index(longest)
}

/// Parts of a file that belong together: the lines of a text, or ranges of anything else.
fn parts(bytes: &[u8], random: &mut Random) -> Vec<Range<usize>> {
    let lines: Vec<usize> =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    if lines.len() > 1 && bytes.iter().all(|byte| *byte >= 9) {
        let starts = std::iter::once(0).chain(lines.iter().copied());
        return starts.zip(lines.iter().copied()).map(|(start, end)| start..end).collect();
    }
    let (one, other) = (range(bytes.len(), random), range(bytes.len(), random));
    if one.end <= other.start || other.end <= one.start { vec![one, other] } else { vec![one] }
}

fn move_parts(bytes: &mut Vec<u8>, manner: Manner, random: &mut Random) -> String {
    let parts = parts(bytes, random);
    let one = random.pick(&(0..parts.len()).collect::<Vec<_>>());
    let first = parts[one].clone();
    match manner {
        Manner::Repeat => {
            let copy = bytes[first.clone()].to_vec();
            bytes.splice(first.end..first.end, copy);
            format!("{first:?} twice")
        }
        Manner::Swap if parts.len() > 1 => {
            let other = parts[(one + 1 + random.index(parts.len() - 1)) % parts.len()].clone();
            let (low, high) = if first.start < other.start { (first, other) } else { (other, first) };
            let swapped = [&bytes[high.clone()], &bytes[low.end..high.start], &bytes[low.clone()]].concat();
            bytes.splice(low.start..high.end, swapped);
            format!("{low:?} and {high:?} exchanged")
        }
        _ => {
            bytes.drain(first.clone());
            format!("{first:?} removed")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "one line\nanother line\nand a third\n";

    #[test]
    fn every_manner_changes_most_files_and_can_be_done_again() {
        for manner in Manner::ALL {
            let mut changed = 0;
            for stream in 0..200 {
                let once = |mut bytes: Vec<u8>| {
                    let told = damage(&mut bytes, manner, &mut Random::new(7, stream));
                    (bytes, told)
                };
                for bytes in [TEXT.as_bytes().to_vec(), (0..=255).collect(), Vec::new(), vec![1]] {
                    let (damaged, told) = once(bytes.clone());
                    assert_eq!((&damaged, &told), (&once(bytes.clone()).0, &once(bytes.clone()).1));
                    changed += usize::from(damaged != bytes);
                }
            }
            assert!(changed > 500, "{manner:?}: {changed}");
        }
    }

    #[test]
    fn lines_are_moved_as_a_whole() {
        for stream in 0..50 {
            let mut bytes = TEXT.as_bytes().to_vec();
            damage(&mut bytes, Manner::Swap, &mut Random::new(1, stream));
            let mut lines: Vec<String> = String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect();
            lines.sort();
            assert_eq!(lines, ["and a third", "another line", "one line"]);
        }
    }
}
