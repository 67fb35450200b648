//! Checksums made right again after a change: what somebody does who means harm, or whose copy was damaged before it was sealed.

use files::sealed;
use xxhash_rust::xxh3::xxh3_64;

/// Makes the checksums of a file right.
pub type Seal = fn(&mut Vec<u8>);

/// The last eight bytes are the XXH3-64 of all before: certificates, notes of checks, checkpoints, weights.
#[expect(clippy::ptr_arg, reason = "all seals have one type")]
pub fn tail(bytes: &mut Vec<u8>) {
    if let Some(end) = bytes.len().checked_sub(8) {
        let sum = xxh3_64(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&sum);
    }
}

/// Each line ends with its checksum: ledgers and journals. Lines that had none get one.
pub fn lines(bytes: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut again = String::new();
    for line in text.split_inclusive('\n') {
        let Some(line) = line.strip_suffix('\n') else {
            again += line;
            continue;
        };
        let body = line.rsplit_once(" #").map_or(line, |(body, _)| body);
        again += &sealed(body);
        again.push('\n');
    }
    *bytes = again.into_bytes();
}

/// The sums of an exported table, each of all bytes before it: behind the head, each block and the end. What cannot be followed any
/// more is left as it is.
#[expect(clippy::ptr_arg, reason = "all seals have one type")]
pub fn export(bytes: &mut Vec<u8>) {
    const HEAD: usize = 13;
    let number = |bytes: &[u8], at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let mut at = HEAD;
    loop {
        if bytes.len() < at + 8 {
            return;
        }
        let sum = xxh3_64(&bytes[..at]).to_le_bytes();
        bytes[at..at + 8].copy_from_slice(&sum);
        at += 8;
        at = match (number(bytes, at), number(bytes, at + 8)) {
            (Some(0), _) => at + 12,
            (Some(_), Some(packed)) => at + 12 + packed,
            _ => return,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_sealed_as_journals_seal_them() {
        let mut bytes = format!("{}\n{}\ntorn", sealed("a 1"), sealed("b 2").replace('2', "3")).into_bytes();
        lines(&mut bytes);
        assert_eq!(bytes, format!("{}\n{}\ntorn", sealed("a 1"), sealed("b 3")).into_bytes());
    }

    #[test]
    fn the_tail_covers_what_stands_before() {
        let mut bytes = vec![1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0];
        tail(&mut bytes);
        assert_eq!(bytes[3..], xxh3_64(&[1, 2, 3]).to_le_bytes());
        let mut short = vec![1];
        tail(&mut short);
        assert_eq!(short, [1]);
    }
}
