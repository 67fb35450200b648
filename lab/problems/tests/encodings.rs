//! Checks the layouts `openspiel` and `pgx` against the packages themselves: positions of games that the packages played, and
//! their observations there (`encodings/play.py`).
//!
//! `SOLVE_ENCODINGS` names a folder with other games, `openspiel.jsonl` and `pgx.jsonl`; `scripts/test --all` has the
//! installed packages play some.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use problems::check::{Sample, check};
use problems::record::{MoveLabel, Record};
use problems::{Format, Plan};
use serde::Deserialize;
use solver::notation::read_position;
use solver::{Mode, Move, Outcome, Position, Progress, Scoring, Side, Square};
use support::{forge, make, plan};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

mod support;

/// The first line of a file of games.
#[derive(Deserialize)]
struct Package {
    package: String,
    shape: Vec<usize>,
    dtype: String,
    actions: usize,
}

/// A position of a game as its package sees it.
#[derive(Deserialize)]
struct Seen {
    seed: u64,
    squares: String,
    /// The colour to move; none in OpenSpiel once the game is over.
    side: Option<String>,
    player: i8,
    legal: Vec<usize>,
    /// What the player of each colour observes, packed.
    observed: BTreeMap<String, String>,
    /// What the player of each colour gets, once the game is over.
    returns: Option<BTreeMap<String, f64>>,
}

impl Seen {
    fn position(&self) -> Position {
        let side = self.side.as_deref().unwrap_or("X");
        read_position(&format!("8x8 {} {side}", self.squares), None).unwrap()
    }

    /// What the player of a colour observes, element by element.
    fn observation(&self, colour: &str) -> Vec<u8> {
        let digits = self.observed[colour].as_bytes();
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
        digits.chunks(2).map(byte).flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1)).collect()
    }

    /// A record of the position, with made-up labels.
    fn record(&self) -> Record {
        let position = self.position();
        let label = |chosen| MoveLabel { chosen, value: None, outcome: Outcome::Draw };
        Record {
            position,
            scoring: Scoring::Discs,
            labels: Mode::Wld,
            value: None,
            outcome: Outcome::Draw,
            moves: position.legal_moves().into_iter().map(label).collect(),
            line: Vec::new(),
            nodes: 0,
            source: None,
        }
    }

    /// The legal actions as moves.
    fn legal(&self) -> Vec<Move> {
        let chosen = |&action: &usize| Square::new(action as u8).map_or(Move::Pass, Move::Place);
        self.legal.iter().map(chosen).collect()
    }
}

/// The games of a package.
fn games(format: Format) -> (Package, Vec<Seen>) {
    let shipped = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/encodings");
    let folder = std::env::var_os("SOLVE_ENCODINGS").map_or_else(shipped, PathBuf::from);
    let path = folder.join(format!("{format}.jsonl"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (head, lines) = text.split_once('\n').unwrap();
    let seen = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (serde_json::from_str(head).unwrap(), seen)
}

/// An array of an archive: its header with type and shape, and the bytes of its elements.
struct Array {
    head: String,
    elements: Vec<u8>,
}

fn arrays(archive: &[u8]) -> BTreeMap<String, Array> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let mut read = |name: String| {
        let mut bytes = Vec::new();
        archive.by_name(&name).unwrap().read_to_end(&mut bytes).unwrap();
        let data = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        let head = String::from_utf8(bytes[10..data].to_vec()).unwrap();
        (name.trim_end_matches(".npy").to_owned(), Array { head, elements: bytes[data..].to_vec() })
    };
    names.into_iter().map(&mut read).collect()
}

/// One byte for each element of an array of 0 and 1, whatever their type.
fn ones(array: &Array, dtype: &str) -> Vec<u8> {
    match dtype {
        "bool" => array.elements.clone(),
        "float32" => {
            let number = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().unwrap());
            array.elements.chunks(4).map(|bytes| u8::from(number(bytes) == 1.0)).collect()
        }
        other => panic!("no observation has elements of type {other}"),
    }
}

/// The rows of a package's games that a set can hold. The others, where the game is over, are checked here.
fn playable(format: Format) -> (Package, Vec<Seen>) {
    let (package, seen) = games(format);
    let mut ends = 0;
    let (over, playable): (Vec<Seen>, Vec<Seen>) = seen.into_iter().partition(|seen| seen.position().is_over());
    for seen in &over {
        // pgx ends a game only after both sides have passed.
        let Some(returns) = &seen.returns else {
            assert_eq!((package.package.as_str(), seen.legal()), ("pgx", vec![Move::Pass]), "seed {}", seen.seed);
            continue;
        };
        ends += 1;
        let position = seen.position();
        let reward = match position.outcome().unwrap() {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.0,
            Outcome::Loss => -1.0,
        };
        let own = position.side().symbol().to_string();
        assert_eq!(returns[&own].total_cmp(&reward), std::cmp::Ordering::Equal, "seed {}: {}", seen.seed, seen.squares);
    }
    assert!(playable.iter().all(|seen| seen.returns.is_none()), "a game is over that is not");
    if std::env::var_os("SOLVE_ENCODINGS").is_none() {
        assert_variety(&playable, ends);
    }
    (package, playable)
}

/// The shipped games have what other games may lack: several ends, many positions with White to move, passes of either side.
fn assert_variety(playable: &[Seen], ends: usize) {
    let whites = playable.iter().filter(|seen| seen.position().side() == Side::White).count();
    assert!(ends >= 8 && whites * 5 > playable.len() * 2, "{ends} games, {whites} positions of White");
    for side in ["X", "O"] {
        let passes = |seen: &Seen| seen.side.as_deref() == Some(side) && seen.legal() == [Move::Pass];
        assert!(playable.iter().any(passes), "{side} never passes");
    }
}

/// Exports the positions of a package's games and compares every array that the package has too.
fn compare(format: Format) -> (Vec<Seen>, BTreeMap<String, Array>) {
    let (package, seen) = playable(format);
    let records: Vec<Record> = seen.iter().map(Seen::record).collect();
    let arrays = arrays(&format.export(&records, &Progress::default()).unwrap());
    let (observation, legal) = (&arrays["observation"], &arrays["legal_action_mask"]);
    let (descr, shape) = (if package.dtype == "bool" { "|b1" } else { "<f4" }, &package.shape);
    let sides: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let count = seen.len();
    assert!(observation.head.contains(&format!("'descr': '{descr}'")), "{}", observation.head);
    assert!(observation.head.contains(&format!("'shape': ({count}, {})", sides.join(", "))), "{}", observation.head);
    assert!(legal.head.contains(&format!("'shape': ({count}, {})", package.actions)), "{}", legal.head);
    let elements = ones(observation, &package.dtype);
    let (planes, actions) = (shape.iter().product::<usize>(), package.actions);
    for (index, seen) in seen.iter().enumerate() {
        let place = format!("seed {}: {} {}", seen.seed, seen.squares, seen.side.as_deref().unwrap());
        assert_eq!(seen.position().legal_moves(), seen.legal(), "{place}");
        let mask = &legal.elements[index * actions..][..actions];
        let chosen: Vec<usize> = (0..actions).filter(|&action| mask[action] == 1).collect();
        assert_eq!(chosen, seen.legal, "{place}");
        let wanted = seen.observation(seen.side.as_deref().unwrap());
        assert_eq!(elements[index * planes..][..planes], wanted[..planes], "{place}");
    }
    (seen, arrays)
}

#[test]
fn openspiel_is_what_the_package_observes() {
    let (seen, arrays) = compare(Format::Openspiel);
    let players: Vec<i8> = seen.iter().map(|seen| seen.player).collect();
    assert_eq!(arrays["current_player"].elements.iter().map(|&byte| byte as i8).collect::<Vec<_>>(), players);
    // Plane 1 holds the observer's discs, plane 2 the other player's: seen from the other side, the same position has them
    // swapped.
    for seen in &seen {
        let [black, white] = ["X", "O"].map(|colour| seen.observation(colour));
        assert_eq!((&black[..64], &black[64..128], &black[128..]), (&white[..64], &white[128..], &white[64..128]));
    }
}

#[test]
fn pgx_is_what_the_package_observes() {
    let (seen, arrays) = compare(Format::Pgx);
    // Its player 0 is Black in some games and White in others, so there is no array of players.
    assert!(!arrays.contains_key("current_player"));
    let numbers: BTreeSet<i8> =
        seen.iter().filter(|seen| seen.side.as_deref() == Some("X")).map(|seen| seen.player).collect();
    assert_eq!(numbers, BTreeSet::from([0, 1]), "all games give Black the same number");
}

/// The archive with the arrays that `change` keeps; it gets the name of each array, the index at which the elements begin,
/// and the bytes, which it may change.
fn changed(archive: &[u8], change: impl Fn(&str, usize, &mut Vec<u8>) -> bool) -> Vec<u8> {
    let mut read = ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut written = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..read.len() {
        let mut file = read.by_index(index).unwrap();
        let name = file.name().unwrap().trim_end_matches(".npy").to_owned();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        let data = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        if change(&name, data, &mut bytes) {
            written.start_file(format!("{name}.npy"), SimpleFileOptions::default()).unwrap();
            written.write_all(&bytes).unwrap();
        }
    }
    written.finish().unwrap().into_inner()
}

#[test]
fn a_file_of_another_version_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (set, path) = (folder.path().join("set"), "openspiel/train-00000-of-00001.npz");
    let formats = vec![Format::Jsonl, Format::Openspiel];
    make(&Plan { formats, shard: 1000, ..plan("4x6", 6, 40) }, &set, 1).unwrap();
    let findings =
        || check(&set, Sample { positions: 0, max_empties: 0, seed: 1 }, &Progress::default()).unwrap().findings;
    assert_eq!(findings(), Vec::<String>::new());
    let right = fs::read(set.join(path)).unwrap();
    forge(&set, path, &changed(&right, |name, _, _| name != "format_version"));
    let first = "it is of version 1 of the layout openspiel, in which planes 1 and 2 are swapped wherever White is to move; \
                 make the set again";
    assert_eq!(findings(), [format!("{path}: {first}")]);
    let later = |name: &str, data: usize, bytes: &mut Vec<u8>| {
        let is_version = name == "format_version";
        bytes[data..].iter_mut().filter(|_| is_version).for_each(|row| *row = 3);
        true
    };
    forge(&set, path, &changed(&right, later));
    let unknown = "it is of version 3 of the layout openspiel, and this program reads up to 2: use a newer one";
    assert_eq!(findings(), [format!("{path}: {unknown}")]);
}
