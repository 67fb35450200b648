//! What guards messages on their way.
//!
//! A message begins with a checksum over its jobs, its sender and receiver, and its number among the messages of these two.
//! So one that was truncated, altered, delivered twice or to another rank is refused, and so is the next one after a lost
//! one, and whatever a program says that speaks another language. It is no protection from a program that lies.

use mcts::random::mix;
use xxhash_rust::xxh3::xxh3_64;

use crate::transport::Rank;

/// Bytes of the checksum.
pub(crate) const SUM: usize = size_of::<u32>();
/// Version of the language of the ranks: of the jobs and their bytes.
const VERSION: u64 = 2;

/// The seals of the messages that one rank sends, or of those that it receives.
#[derive(Debug)]
pub(crate) struct Seals {
    here: Rank,
    /// How many messages there were so far, to or from each rank.
    counts: Vec<u64>,
}

impl Seals {
    /// Those of a rank that has sent, or received, nothing yet.
    pub(crate) fn new(here: Rank, ranks: usize) -> Self {
        Self { here, counts: vec![0; ranks] }
    }

    /// Seals the next message to a rank: writes its checksum into its first bytes.
    pub(crate) fn close(&mut self, to: Rank, message: &mut [u8]) {
        let (seal, jobs) = message.split_at_mut(SUM);
        seal.copy_from_slice(&sum((self.here, to), self.counts[to], jobs));
        self.counts[to] += 1;
    }

    /// The jobs of the next message from a rank; `None` if it is not what that rank has sent.
    pub(crate) fn open<'a>(&mut self, from: Rank, message: &'a [u8]) -> Option<&'a [u8]> {
        let (seal, jobs) = message.split_at_checked(SUM)?;
        let count = self.counts.get_mut(from)?;
        if jobs.is_empty() || *seal != sum((from, self.here), *count, jobs) {
            return None;
        }
        *count += 1;
        Some(jobs)
    }
}

fn sum((from, to): (Rank, Rank), number: u64, jobs: &[u8]) -> [u8; SUM] {
    let way = mix(VERSION ^ mix(from as u64 ^ mix(to as u64 ^ mix(number))));
    (mix(xxh3_64(jobs) ^ way) as u32).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages from rank 1 to rank 2 of three.
    fn sealed(messages: usize) -> Vec<Vec<u8>> {
        let mut seals = Seals::new(1, 3);
        let seal = |number| {
            let mut message = [&[0; SUM][..], &[7; 40], &[number as u8]].concat();
            seals.close(2, &mut message);
            message
        };
        (0..messages).map(seal).collect()
    }

    #[test]
    fn messages_are_accepted_in_their_order_and_only_once() {
        let (messages, mut seals) = (sealed(3), Seals::new(2, 3));
        for message in &messages {
            assert_eq!(seals.open(1, message), Some(&message[SUM..]));
            assert_eq!(seals.open(1, message), None);
        }
        // One was lost.
        let mut seals = Seals::new(2, 3);
        assert_eq!(seals.open(1, &messages[1]), None);
        assert!(seals.open(1, &messages[0]).is_some());
        assert_eq!(seals.open(1, &messages[2]), None);
    }

    #[test]
    fn messages_of_others_and_changed_ones_are_refused() {
        let message = sealed(1).remove(0);
        for from in [0, 2, 3, usize::MAX] {
            assert_eq!(Seals::new(2, 3).open(from, &message), None);
        }
        assert_eq!(Seals::new(0, 3).open(1, &message), None);
        let is_accepted = |message: &[u8]| Seals::new(2, 3).open(1, message).is_some();
        for place in 0..message.len() {
            assert!(!is_accepted(&message[..place]), "{place}");
            for bit in 0..8 {
                let mut changed = message.clone();
                changed[place] ^= 1 << bit;
                assert!(!is_accepted(&changed), "{place}, {bit}");
            }
        }
        assert!(!is_accepted(&[&message[..], &[0]].concat()));
        assert!(is_accepted(&message));
        let mut empty = vec![0; SUM];
        Seals::new(1, 3).close(2, &mut empty);
        assert!(!is_accepted(&empty));
    }
}
