//! Exported tables: damaged, sealed again, forged with lies, and bombs.

use std::fs;
use std::io;
use std::path::Path;

use solver::notation::parse_position;
use solver::random::Random;
use solver::{Board, Discs, Symmetries};
use xxhash_rust::xxh3::xxh3_64;

use crate::bench::{Bench, answers};
use crate::scene::{Scene, Trouble, make};
use crate::scenes::tables::{SEARCH, ask_list, ask_start, list};
use crate::seal;
use crate::truth::Footing;

/// Exported tables.
pub(super) struct Exports;

impl Scene for Exports {
    fn name(&self) -> &'static str {
        "export"
    }

    fn weight(&self) -> f64 {
        3.0
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        fs::write(bench.folder.join("list.txt"), list())?;
        make(bench, self.name(), &[&["positions", "list.txt", "--table", "table"], &SEARCH[..]].concat())?;
        make(bench, self.name(), &["table", "export", "--board", "4x6", "-o", "exported", "--table", "table"])?;
        Ok(())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "exported")?;
        bench.take(prepared, "list.txt")?;
        let path = bench.folder.join("exported");
        match bench.number % 25 {
            24 => {
                let bomb = bomb(&mut bench.random);
                bench.tell(format!("a bomb of {} bytes", bomb.len()));
                fs::write(path, bomb)?;
            }
            number if number % 4 == 1 => {
                let (forged, told) = forged(&mut bench.random);
                bench.tell(told);
                fs::write(path, forged)?;
            }
            number if number % 4 == 3 => bench.damage("exported", Some(seal::export))?,
            _ => bench.damage("exported", None)?,
        }
        let imported = bench.survive(&["table", "import", "exported", "--table", "table"])?;
        if imported.status == Some(0) {
            match bench.random.index(4) {
                0 => ask_start(bench, "table", &[])?,
                1 => ask_list(bench, "table", &["--table-read-only"])?,
                2 => ask_own(bench)?,
                _ => {
                    // A proof that used a lie must not hide it.
                    ask_start(bench, "table", &[])?;
                    ask_list(bench, "table", &[])?;
                }
            }
        }
        Ok(())
    }
}

/// Asks about the start, trusting only own proofs: then nothing but the truth will do.
fn ask_own(bench: &mut Bench<'_>) -> io::Result<()> {
    let truth = bench.truth;
    let arguments = [&["--board", "4x6", "--table", "table", "--table-trust", "own"], &SEARCH[..]].concat();
    bench.ask(&arguments, &|text| match answers(truth, text)? {
        Footing::True if !text.is_empty() => Ok(Footing::True),
        _ => Err(format!("it rests on what others claim: {text}")),
    })?;
    Ok(())
}

/// The head of an export of 4x6 with scoring discs, and its checksum.
fn head() -> Vec<u8> {
    let mut bytes = b"OTHELLOB".to_vec();
    bytes.extend([1, 0, 4, 6, 0]);
    sum(&mut bytes);
    bytes
}

fn sum(bytes: &mut Vec<u8>) {
    let sum = xxh3_64(bytes).to_le_bytes();
    bytes.extend(sum);
}

/// Adds a block: the claimed numbers of entries and bytes, and the compressed form.
fn block(bytes: &mut Vec<u8>, entries: u32, length: u32, packed: &[u8]) {
    for number in [entries, length, packed.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(packed);
    sum(bytes);
}

fn end(bytes: &mut Vec<u8>, entries: u64) {
    bytes.extend(0u32.to_le_bytes());
    bytes.extend(entries.to_le_bytes());
    sum(bytes);
}

/// A zstd frame of one raw block.
fn frame(content: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    frame.extend((content.len() as u32).to_le_bytes());
    frame.extend(&((content.len() as u32) << 3 | 1).to_le_bytes()[..3]);
    frame.extend(content);
    frame
}

/// A zstd frame of many blocks that each inflate from 4 bytes to 128 KiB, with the size it claims.
fn swollen_frame(blocks: u32, claimed: u32) -> Vec<u8> {
    const MOST: u32 = 128 << 10;
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    frame.extend(claimed.to_le_bytes());
    for number in 0..blocks {
        let is_last = u32::from(number + 1 == blocks);
        frame.extend(&(MOST << 3 | 1 << 1 | is_last).to_le_bytes()[..3]);
        frame.push(7);
    }
    frame
}

/// Small files that claim much, or inflate to much.
fn bomb(random: &mut Random) -> Vec<u8> {
    let blocks = 1 << (5 + random.below(11));
    let most = blocks << 17;
    let claimed = random.pick(&[most, 100, u32::MAX, 1 << 30, 65_536 * 31]);
    let mut bytes = head();
    let entries = random.pick(&[1, 65_536, 65_537, u32::MAX]);
    let length = random.pick(&[claimed, 65_536 * 31, u32::MAX, 20]);
    block(&mut bytes, entries, length, &swollen_frame(blocks, claimed));
    end(&mut bytes, entries.into());
    bytes
}

/// An export of well-formed but false entries: the start, or positions of the list.
fn forged(random: &mut Random) -> (Vec<u8>, String) {
    let board: Board = "4x6".parse().expect("a board");
    let symmetries = Symmetries::new(board);
    let (text, start) = (list(), "4x6 --------OX----XO-------- X".to_owned());
    let lines: Vec<String> = text.lines().map(str::to_owned).chain([start.clone(), start]).collect();
    let mut entries: Vec<(Vec<u8>, i8, i8)> = Vec::new();
    for _ in 0..1 + random.index(4) {
        let line = &lines[random.index(lines.len())];
        let position = parse_position(board, &line[4..]).expect("a position of the list");
        // Or a position after it.
        let position = match random.legal_move(&position).filter(|_| random.index(2) == 0) {
            Some(chosen) => position.play(chosen).expect("it is legal"),
            None => position,
        };
        let (canonical, _) = symmetries.canonical(position.discs());
        let lower = random.below(49) as i8 - 24;
        let upper =
            if random.index(2) == 0 { lower } else { lower + random.below((25 - i32::from(lower)) as u32) as i8 };
        entries.push((key(board, canonical), lower, upper));
    }
    entries.sort();
    entries.dedup_by(|one, other| one.0 == other.0);
    let mut content = Vec::new();
    for (key, lower, upper) in &entries {
        content.push(0);
        content.extend(key);
        content.extend([*lower as u8, *upper as u8, 0xff, 1]);
    }
    let mut bytes = head();
    block(&mut bytes, entries.len() as u32, content.len() as u32, &frame(&content));
    end(&mut bytes, entries.len() as u64);
    let limits: Vec<String> = entries.iter().map(|(_, lower, upper)| format!("{lower}..{upper}")).collect();
    (bytes, format!("an export of {} entries that may be false: {}", entries.len(), limits.join(", ")))
}

/// The key of a position, as tables/FORMAT.md describes it.
fn key(board: Board, discs: Discs) -> Vec<u8> {
    let width = board.squares().div_ceil(8) as usize;
    let mut key = vec![(board.squares() - discs.occupied().len()) as u8];
    for squares in [discs.player(), discs.opponent()] {
        key.extend(&squares.bits().to_be_bytes()[8 - width..]);
    }
    key
}
