//! Proves a tablebase again from its blocks alone: it believes nothing that the table says.

use retrograde::{ClaimedLayer, ExhaustError, LayerCensus, Place, Prover};
use solver::{Observer, Position, Score};

use super::block::{self, BLOCK_POSITIONS, Block};
use super::{ExhaustiveTable, positions};
use crate::error::TableError;

impl ExhaustiveTable {
    /// Reads the whole table and proves it: that it holds exactly the positions which can be reached from the start,
    /// that every value is the final score or the best one among the successors, and that the description is right
    /// about all this. It does not check how long perfect play is unique (`longest_run`).
    ///
    /// Two layers are in memory at the same time, 5 bytes per position. Groups are proven in parallel, in the current
    /// thread pool.
    ///
    /// # Errors
    /// The first fault, an error reading the table, or the observer's request to stop.
    pub fn verify(&self, observer: &dyn Observer) -> Result<(), TableError> {
        observer.begin("table", self.len());
        let mut proof = Proof::new(self, observer)?;
        positions::each_block(self, |_, _, block| proof.take(block))?;
        proof.turn()?;
        proof.turn()?;
        Ok(())
    }

    /// Whether the program that wrote its description had made the table from nothing, or had proven all of it. As for
    /// entries, this is no signature: anybody who can write to the directory can say so.
    #[must_use]
    pub fn is_proven_here(&self) -> bool {
        self.description.is_proven
    }

    /// Whether the table is [proven here](Self::is_proven_here) and its longest runs (`LayerCensus::longest_run`) were
    /// counted in the run that made it: [`Self::verify`] does not prove them.
    #[must_use]
    pub fn has_proven_runs(&self) -> bool {
        self.description.is_proven && !self.description.has_claimed_runs
    }

    /// Notes that the table was proven here, by [`ExhaustiveTable::verify`]. The directory must be open for writing.
    ///
    /// # Errors
    /// The disk cannot be written to.
    pub fn accept(&mut self) -> Result<(), TableError> {
        if !self.description.is_proven {
            (self.description.is_proven, self.description.has_claimed_runs) = (true, true);
            self.shared.store.put_last(&self.family, block::DESCRIPTION_KEY, &self.description.to_bytes())?;
        }
        Ok(())
    }
}

/// A proof in progress. Blocks come in the order of their keys.
struct Proof<'a> {
    table: &'a ExhaustiveTable,
    observer: &'a dyn Observer,
    prover: Prover,
    /// The last complete layer. `read` is the one being read.
    whole: Option<ClaimedLayer>,
    read: ClaimedLayer,
    /// Number of positions of the last block.
    in_last: usize,
    /// Layers proven so far.
    proven: usize,
}

impl<'a> Proof<'a> {
    fn new(table: &'a ExhaustiveTable, observer: &'a dyn Observer) -> Result<Self, TableError> {
        let (prover, read) = (Prover::new(&table.plan)?, ClaimedLayer::default());
        Ok(Self { table, observer, prover, whole: None, read, in_last: BLOCK_POSITIONS, proven: 0 })
    }

    fn take(&mut self, block: &Block<'_>) -> Result<(), TableError> {
        let Place { mask, code } = block.first;
        match self.read.last() {
            Some(last) if last.mask.count_ones() != mask.count_ones() => self.turn()?,
            Some(last) if last.mask == mask && (self.in_last < BLOCK_POSITIONS || last.code >= code) => {
                return Err(self.table.corrupt_at(block.first, "its block is out of order"));
            }
            _ => {}
        }
        self.in_last = block.len();
        self.read.add(mask, block.entries().map(|(code, value)| (code, value.discs() as i8)));
        Ok(())
    }

    /// Advances by one layer: the one just read is complete, and the one before it is proven with its help.
    fn turn(&mut self) -> Result<(), TableError> {
        let mut read = std::mem::take(&mut self.read);
        match self.whole.take() {
            None => self.begin(&mut read)?,
            Some(whole) => {
                let census = self.prover.layer(&whole, &mut read, self.observer).map_err(|error| match error {
                    ExhaustError::False { mask, code, reason } => self.table.corrupt_at(Place { mask, code }, &reason),
                    other => other.into(),
                })?;
                self.compare(&whole, &census)?;
            }
        }
        self.whole = Some(read);
        Ok(())
    }

    /// Checks that the first layer has the start, with the value that the description names.
    fn begin(&self, first: &mut ClaimedLayer) -> Result<(), TableError> {
        let start = Position::start(self.table.board(), self.table.start());
        match self.prover.begin(first, start.discs()) {
            None => Err(self.table.damaged("it lacks the start")),
            Some(value) if Score::from(value) != self.table.value_of_start() => {
                Err(self.table.damaged("its description names another value of the start"))
            }
            Some(_) => Ok(()),
        }
    }

    /// Checks that the description counts a layer as the proof does.
    fn compare(&mut self, layer: &ClaimedLayer, counted: &LayerCensus) -> Result<(), TableError> {
        let discs = layer.last().map_or(0, |last| last.mask.count_ones());
        let counted = LayerCensus { discs, ..counted.clone() };
        let said = self.table.census().layers.get(self.proven).map(LayerCensus::of_values);
        self.proven += 1;
        if said == Some(counted) {
            return Ok(());
        }
        Err(self.table.damaged(&format!("its description counts positions with {discs} discs wrongly")))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use retrograde::{Census, Plan};
    use solver::{Scoring, Start, Unobserved};
    use tempfile::TempDir;
    use xxhash_rust::xxh3::Xxh3Default;

    use super::super::block::Description;
    use super::*;
    use crate::Tables;

    /// Positions with their values, in order.
    type Entries = Vec<(u32, Vec<(u32, i8)>)>;

    fn plan() -> Plan {
        Plan { board: "3x4".parse().unwrap(), start: Start::Othello, scoring: Scoring::Discs, threads: 1 }
    }

    /// All positions of a true table, by mask.
    fn truth(folder: &Path) -> (Entries, Description) {
        let tables = Tables::open(folder).unwrap();
        let table = tables.make_exhaustive(&plan(), &Unobserved).unwrap();
        let mut entries = Entries::new();
        positions::each_block(&table, |_, _, block| {
            let codes = block.entries().map(|(code, value)| (code, value.discs() as i8));
            match entries.last_mut().filter(|(mask, _)| *mask == block.first.mask) {
                Some((_, group)) => group.extend(codes),
                None => entries.push((block.first.mask, codes.collect())),
            }
            Ok(())
        })
        .unwrap();
        (entries, table.description)
    }

    /// The fault that is found in a table of these positions, whose checksums and numbers of positions are right.
    fn fault(entries: &Entries, describe: impl Fn(&mut Description)) -> Option<String> {
        let folder = TempDir::new().unwrap();
        let (_, mut description) = truth(folder.path());
        let tables = Tables::open(folder.path()).unwrap();
        let mut table = tables.exhaustive(plan().board, plan().start, plan().scoring).unwrap().expect("it was made");
        let store = &table.shared.store;
        store.drop_family(&table.family).unwrap();
        store.ensure_family(&table.family).unwrap();
        let (mut hash, mut counts) = (Xxh3Default::new(), BTreeMap::<u32, u64>::new());
        for (mask, group) in entries {
            for group in group.chunks(BLOCK_POSITIONS) {
                let (codes, values): (Vec<u32>, Vec<i8>) = group.iter().copied().unzip();
                let (key, bytes) = block::encode(*mask, &codes, &values);
                hash.update(&key);
                hash.update(&bytes);
                *counts.entry(mask.count_ones()).or_default() += group.len() as u64;
                store.put_last(&table.family, &key, &bytes).unwrap();
            }
        }
        description.checksum = hash.digest();
        for layer in &mut description.census.layers {
            let positions = counts.remove(&layer.discs).unwrap_or(0);
            (layer.wins, layer.positions) = (layer.wins + positions - layer.positions, positions);
        }
        describe(&mut description);
        table.description = description;
        table.verify(&Unobserved).err().map(|error| error.to_string())
    }

    #[test]
    fn nothing_is_believed_of_a_table_with_right_checksums() {
        let folder = TempDir::new().unwrap();
        let (entries, _) = truth(folder.path());
        let spoilt = |spoil: &dyn Fn(&mut Entries)| {
            let mut entries = entries.clone();
            spoil(&mut entries);
            fault(&entries, |_| ()).expect("something is wrong")
        };
        assert_eq!(fault(&entries, |_| ()), None);
        let (middle, last) = (entries.len() / 2, entries.len() - 1);
        let text = spoilt(&|entries| entries[middle].1[0].1 += 1);
        assert!(text.contains("it is said to be") || text.contains("wrongly"), "{text}");
        // All values except the last layer's follow from others: none is right on its own.
        let text = spoilt(&|entries| {
            entries.iter_mut().for_each(|(mask, group)| {
                group.iter_mut().for_each(|(_, value)| *value = if mask.count_ones() % 2 == 0 { 12 } else { -12 });
            });
        });
        assert!(["said to be", "wrongly", "the start"].iter().any(|words| text.contains(words)), "{text}");
        let text = spoilt(&|entries| {
            entries.remove(last);
        });
        assert!(text.contains("is missing") || text.contains("it is not whole"), "{text}");
        let text = spoilt(&|entries| {
            entries.remove(0);
        });
        assert!(text.contains("it lacks the start"), "{text}");
        let text = spoilt(&|entries| entries[last].1.push((0xFFF, 12)));
        assert!(["no game", "canonical", "wrongly"].iter().any(|words| text.contains(words)), "{text}");
    }

    #[test]
    fn the_description_is_not_believed_either() {
        let folder = TempDir::new().unwrap();
        let (entries, _) = truth(folder.path());
        let of_layers = |change: fn(&mut LayerCensus)| {
            fault(&entries, |Description { census: Census { layers }, .. }| change(&mut layers[3]))
        };
        for text in [
            of_layers(|layer| layer.moves += 1),
            of_layers(|layer| layer.finished += 1),
            of_layers(|layer| (layer.wins, layer.losses) = (layer.losses, layer.wins)),
            of_layers(|layer| layer.groups -= 1),
        ] {
            let text = text.expect("it is noticed");
            assert!(text.contains("counts positions with 7 discs wrongly"), "{text}");
        }
        let text = fault(&entries, |description| description.value = Score::new(10)).expect("it is noticed");
        assert!(text.contains("another value of the start"), "{text}");
        let shorter = |description: &mut Description| description.census.layers.truncate(8);
        let text = fault(&entries, shorter).expect("it is noticed");
        assert!(text.contains("it is not whole"), "{text}");
    }
}
