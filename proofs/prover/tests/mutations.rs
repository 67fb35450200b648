//! Altered certificates: whatever is accepted is true, however it was altered.

mod support;

use std::mem::discriminant;

use checker::certificate::{CheckError, Limit, Proof};
use checker::{Certificate, Scoring as CheckerScoring};
use prover::{Claim, Cut};
use solver::random::Random;
use solver::{Position, Score, Scoring, Start};
use support::{bytes, made, value};
use xxhash_rust::xxh3::xxh3_64;

/// The outcomes of mutations.
#[derive(Default)]
struct Tally {
    refused: u32,
    accepted: u32,
}

impl Tally {
    /// Checks a certificate that may say anything: the plain check must agree, and if it is accepted, so must the value.
    fn judge(&mut self, certificate: &Certificate, case: &str) {
        let (fast, plain) = (checker::check(certificate, 1, None, &()), kernel::check(certificate));
        match (&fast, &plain) {
            (Ok(report), Ok((counts, _))) => assert_eq!(report.counts, *counts, "{case}"),
            (Err(CheckError::Refused(fast)), Err(plain)) => {
                assert_eq!(
                    (fast.limit, discriminant(&fast.fault)),
                    (plain.limit, discriminant(&plain.fault)),
                    "{case}"
                );
            }
            _ => panic!("{case}: {fast:?}, but {plain:?}"),
        }
        if plain.is_err() {
            self.refused += 1;
            return;
        }
        self.accepted += 1;
        let value = checker::value(&certificate.root, certificate.scoring);
        let statement = certificate.statement();
        assert!(statement.lower.is_none_or(|lower| lower <= value), "{case}: {statement:?}, is {value}");
        assert!(statement.upper.is_none_or(|upper| value <= upper), "{case}: {statement:?}, is {value}");
    }
}

/// The same bytes with the right checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let body = bytes.len() - 8;
    let seal = xxh3_64(&bytes[..body]);
    bytes[body..].copy_from_slice(&seal.to_le_bytes());
    bytes
}

/// Certificates of different kinds, as bytes.
fn samples() -> Vec<Vec<u8>> {
    let mut samples = Vec::new();
    for (name, start, cut) in [
        ("4x4", Start::Othello, Cut::Empties(4)),
        ("4x4", Start::Reversi, Cut::Empties(5)),
        ("3x5", Start::Othello, Cut::Empties(2)),
        ("4x3", Start::Reversi, Cut::Empties(0)),
        ("4x4", Start::Othello, Cut::Work(20)),
        ("3x5", Start::Reversi, Cut::Work(3)),
    ] {
        let position = Position::start(name.parse().unwrap(), start);
        for scoring in Scoring::ALL {
            let value = value(&position, scoring);
            samples.push(bytes(position, scoring, Claim::Exactly(Score::new(value)), Some(cut)));
        }
    }
    samples
}

#[test]
fn every_altered_byte_is_refused() {
    for bytes in samples() {
        for at in 0..bytes.len() {
            for change in [0x01, 0x80, 0xff] {
                let mut other = bytes.clone();
                other[at] ^= change;
                assert!(Certificate::from_bytes(&other).is_err(), "byte {at} changed by {change:#x}");
            }
            assert!(Certificate::from_bytes(&bytes[..at]).is_err(), "{at} bytes");
        }
    }
}

#[test]
fn altered_bytes_with_a_checksum_that_fits_never_prove_anything_false() {
    let (mut tally, mut unread) = (Tally::default(), 0);
    let mut random = Random::new(5, 0);
    for bytes in samples() {
        for at in 0..bytes.len() - 8 {
            for _ in 0..6 {
                let mut other = bytes.clone();
                other[at] ^= 1 + random.index(255) as u8;
                match Certificate::from_bytes(&sealed(other)) {
                    Ok(certificate) => tally.judge(&certificate, &format!("byte {at}")),
                    Err(_) => unread += 1,
                }
            }
        }
    }
    assert!(unread > 1000 && tally.refused > 50 && tally.accepted > 5, "{unread} {} {}", tally.refused, tally.accepted);
}

/// Random cases of each property; `scripts/fuzz` asks for more.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").map_or(2000, |text| text.parse().unwrap())
}

/// A square, or now and then a mark.
fn byte(random: &mut Random, squares: i32) -> u8 {
    if random.index(8) == 0 { 64 } else { random.index(squares as usize) as u8 }
}

/// One change to what a certificate says.
fn mutated(original: &Certificate, random: &mut Random) -> Certificate {
    let mut other = original.clone();
    let number = random.index(other.proofs.len());
    let squares = other.root.squares() as i32;
    match random.index(8) {
        0..=2 => {
            let moves = &mut other.proofs[number].moves;
            if !moves.is_empty() {
                let at = random.index(moves.len());
                moves[at] = byte(random, squares);
            }
        }
        3 => {
            let moves = &mut other.proofs[number].moves;
            let at = random.index(moves.len() + 1);
            if random.index(2) == 0 && at < moves.len() {
                moves.remove(at);
            } else {
                moves.insert(at, byte(random, squares));
            }
        }
        4 => {
            let change = random.index(9) as i32 - 4;
            let limit = match other.proofs[number].limit {
                Limit::AtLeast(score) => Limit::AtLeast(score + change),
                Limit::AtMost(score) => Limit::AtMost(score + change),
            };
            other.proofs[number].limit = limit;
        }
        5 => {
            let mut text: Vec<char> = other.root.to_string().chars().collect();
            let at = random.index(text.len());
            let symbols = if at + 1 == text.len() { "XO" } else { "XO-" };
            text[at] = symbols.chars().nth(random.index(symbols.len())).unwrap();
            let text: String = text.into_iter().collect();
            if let Ok(root) = checker::Position::parse(other.root.rows(), other.root.cols(), &text) {
                other.root = root;
            }
        }
        6 => {
            other.scoring = match other.scoring {
                CheckerScoring::Discs => CheckerScoring::Wof,
                CheckerScoring::Wof => CheckerScoring::Discs,
            };
        }
        _ => {
            other.cut = random.index(9) as u32;
            other.version = 1 + random.index(3) as u8;
            if random.index(2) == 0 {
                let Proof { moves, .. } = &mut other.proofs[number];
                moves.truncate(random.index(moves.len() + 1));
            }
        }
    }
    other
}

#[test]
fn altered_moves_limits_and_positions_never_prove_anything_false() {
    let mut tally = Tally::default();
    let mut random = Random::new(6, 0);
    for bytes in samples() {
        let original = Certificate::from_bytes(&bytes).unwrap();
        for round in 0..cases() / 4 {
            let mut other = mutated(&original, &mut random);
            while random.index(3) == 0 {
                other = mutated(&other, &mut random);
            }
            tally.judge(&other, &format!("{} {}, round {round}", original.sentence(), other.sentence()));
        }
    }
    // Some changes leave a proof valid: another good move, a weaker limit, another cut without effect.
    assert!(
        tally.refused > cases() * 3 / 4 && tally.accepted > cases() / 20,
        "{} refused, {} accepted",
        tally.refused,
        tally.accepted
    );
}

#[test]
fn a_proof_of_one_position_is_none_of_a_better_claim() {
    let position = Position::start("4x6".parse().unwrap(), Start::Othello);
    let mut certificate = made(position, Scoring::Discs, Claim::AtLeast(Score::new(16)), Some(Cut::Empties(8)));
    assert!(checker::check(&certificate, 1, None, &()).is_ok());
    certificate.proofs[0].limit = Limit::AtLeast(17);
    assert!(checker::check(&certificate, 1, None, &()).is_err());
    certificate.proofs[0].limit = Limit::AtLeast(15);
    assert!(checker::check(&certificate, 1, None, &()).is_ok());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(cases()))]

    /// Bytes of any kind are read or refused, and nothing else happens.
    #[test]
    fn random_bytes_are_refused(
        head in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..40),
        lengths in proptest::prelude::any::<[u64; 2]>(),
        tail in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200),
        honest in 0usize..6,
    ) {
        // From nothing right to everything right but the moves.
        let mut bytes = b"OTHPROOF\x01\x04\x04\x00\x00\x04\x01\x00".to_vec();
        bytes.truncate([0, 8, 9, 15, 16, 16][honest]);
        if honest == 5 {
            bytes.extend([0; 16]);
            bytes.extend([0, 0]);
            bytes.extend(lengths.iter().flat_map(|length| (length >> 40).to_le_bytes()));
        } else {
            bytes.extend(head);
        }
        bytes.extend(tail);
        bytes.extend([0; 8]);
        proptest::prop_assert!(Certificate::from_bytes(&sealed(bytes)).is_err());
    }
}

#[test]
fn a_limit_that_no_game_reaches_is_refused() {
    let position = Position::start("4x8".parse().unwrap(), Start::Othello);
    let mut certificate = made(position, Scoring::Discs, Claim::AtLeast(Score::new(32)), Some(Cut::Empties(8)));
    for score in [33, 34, 64, 256 + 32, i32::MAX] {
        certificate.proofs[0].limit = Limit::AtLeast(score);
        assert!(checker::check(&certificate, 1, None, &()).is_err(), "{score}");
        certificate.proofs[0].limit = Limit::AtMost(-score);
        assert!(checker::check(&certificate, 1, None, &()).is_err(), "{score}");
    }
    certificate.proofs[0].limit = Limit::AtMost(i32::MIN);
    assert!(checker::check(&certificate, 1, None, &()).is_err());
}
