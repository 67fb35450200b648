//! Corrects checksums after a change, as an attacker would, or somebody whose copy was damaged before it was sealed.

use xxhash_rust::xxh3::xxh3_64;

/// Corrects the checksums of a file.
pub type Seal = fn(&mut Vec<u8>);

/// The last eight bytes are the XXH3-64 of everything before: certificates, notes of checks, checkpoints, weights.
#[expect(clippy::ptr_arg, reason = "all seals have one type")]
pub fn tail(bytes: &mut Vec<u8>) {
    if let Some(end) = bytes.len().checked_sub(8) {
        let sum = xxh3_64(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&sum);
    }
}

/// First words of the lines of a ledger's head.
const HEAD_OF_LEDGER: [&str; 10] =
    ["othello-campaign", "board", "root", "scoring", "mode", "budget", "grow-empties", "virtual", "start", "first"];

/// Each line ends with its checksum: ledgers and journals. Lines of the head are sealed by themselves, the others are
/// bound to the file's subject; short checksums, as in older files, stay short.
pub fn lines(bytes: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let bodies: Vec<&str> = text.lines().map(|line| line.rsplit_once(" #").map_or(line, |(body, _)| body)).collect();
    let first = bodies.first().copied().unwrap_or_default();
    let is_ledger = first.starts_with("othello-campaign");
    let is_short = text.lines().next().is_some_and(|line| line.len() == first.len() + 10);
    let word = |name: &str| bodies.iter().find_map(|body| body.strip_prefix(name)).unwrap_or_default();
    let subject = match is_ledger {
        true => format!("othello-campaign {} {} {}", word("board "), word("root "), word("scoring ")),
        false => first.to_owned(),
    };
    let mut again = String::new();
    for (number, (line, body)) in text.split_inclusive('\n').zip(&bodies).enumerate() {
        let is_head = match is_ledger {
            true => HEAD_OF_LEDGER.contains(&body.split(' ').next().unwrap_or_default()),
            false => number == 0,
        };
        let seal = match (is_short, is_head) {
            (true, _) => files::Seal::Short,
            (_, true) => files::Seal::ALONE,
            _ => files::Seal::of(&subject),
        };
        if line.ends_with('\n') {
            again += &(seal.seal(body) + "\n");
        } else {
            again += line;
        }
    }
    *bytes = again.into_bytes();
}

/// The checksums of an exported table, each over all bytes before it: after the head, each block and the end. Whatever
/// can no longer be followed is left as it is.
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
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let header = files::Header { name: "numbers", version: 1, subject: "below 10", short: None, former: None };
        let (journal, _) = files::Journal::open(&path, &header).unwrap();
        journal.append("2").unwrap();
        drop(journal);
        let written = std::fs::read(&path).unwrap();
        let mut bytes = String::from_utf8(written.clone()).unwrap().replace("\n2 ", "\n3 ").into_bytes();
        lines(&mut bytes);
        assert_ne!(bytes, written);
        std::fs::write(&path, &bytes).unwrap();
        let (_journal, mut records) = files::Journal::open(&path, &header).unwrap();
        assert_eq!(records.next().unwrap().unwrap().text, "3");
        bytes.clone_from(&written);
        lines(&mut bytes);
        assert_eq!(bytes, written);
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
