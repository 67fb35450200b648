//! Proving again finds every false entry, and accepts what holds.

mod support;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use solver::{
    Basis, Bounds, Discs, Geometry, Move, Observer, Progress, ProofTable, Proven, Question, Resources, Scoring,
    Unobserved, rules,
};
use support::{board, claimed, entries, fill};
use tables::{Reproof, Reproved, Share, Table, TableError, Tables, Trust};
use tempfile::TempDir;

const SHAPE: &str = "4x8";

fn prove_again(table: &Table, how: Reproof) -> (Reproved, Vec<TableError>) {
    let resources = Resources { threads: 2, memory_bytes: 16 << 20, ..Resources::default() };
    let mut problems = Vec::new();
    let reproved = table
        .prove_again(&Reproof { resources, ..how }, &Progress::default(), &Unobserved, |problem| problems.push(problem))
        .unwrap();
    (reproved, problems)
}

/// All entries of a filled table.
fn truth() -> Vec<(Discs, Proven)> {
    let directory = TempDir::new().unwrap();
    fill(directory.path(), SHAPE, Scoring::Discs);
    let tables = Tables::open_read_only(directory.path()).unwrap();
    entries(&tables.table(board(SHAPE), Scoring::Discs))
}

/// A table with these entries put in from outside.
fn with(directory: &Path, said: &[(Discs, Proven)]) -> (Tables, Table) {
    let tables = Tables::open(directory).unwrap();
    let table = tables.table(board(SHAPE), Scoring::Discs);
    said.iter().for_each(|&(discs, proven)| table.record(discs, proven));
    tables.flush().unwrap();
    (tables, table)
}

/// Ways in which an entry can be false.
fn lies(discs: Discs, proven: Proven) -> Vec<Proven> {
    let Bounds { lower, upper } = proven.bounds;
    let unknown = Bounds::unknown(board(SHAPE).squares());
    let mut lies = Vec::new();
    if upper < unknown.upper {
        let above = upper.discs() + 2;
        lies.push(Proven { bounds: Bounds::new(above.min(32), above.max(32)), ..proven });
        lies.push(Proven { bounds: Bounds::new(lower.discs().max(above.min(32)), 32), ..proven });
    }
    if lower > unknown.lower {
        lies.push(Proven { bounds: Bounds::new(-32, lower.discs() - 2), best: None, ..proven });
        if let Some(exact) = proven.bounds.exact() {
            // A worse move, if there is one.
            let geometry = Geometry::new(board(SHAPE));
            let mut solver = solver::Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
            if rules::final_score(&geometry, discs, Scoring::Discs).is_none() && geometry_empties(discs) <= 20 {
                let position = solver::Position::new(board(SHAPE), discs, solver::Side::Black).unwrap();
                let values = solver.move_values(&Question::exact(position)).unwrap();
                let worse = values.into_iter().find(|&(_, value)| value < exact);
                lies.extend(worse.map(|(best, _)| Proven { best: Some(best), ..proven }));
            }
        }
    }
    lies
}

fn geometry_empties(discs: Discs) -> u32 {
    board(SHAPE).squares() - discs.occupied().len()
}

#[test]
fn a_single_false_entry_is_found_wherever_it_is() {
    let truth = truth();
    assert!(truth.len() > 200, "{}", truth.len());
    let honest = TempDir::new().unwrap();
    let (_tables, table) = with(honest.path(), &truth);
    let (reproved, problems) = prove_again(&table, Reproof::default());
    assert_eq!((reproved.proven, reproved.refuted, problems), (truth.len() as u64, 0, vec![]));

    let mut tried = 0;
    for (index, &(discs, proven)) in truth.iter().enumerate().step_by(truth.len() / 12) {
        for lie in lies(discs, proven) {
            for basis in [Basis::Proof, Basis::Claim] {
                let directory = TempDir::new().unwrap();
                let mut said = truth.clone();
                said[index].1 = Proven { basis, ..lie };
                let (_tables, table) = with(directory.path(), &said);
                let (reproved, problems) = prove_again(&table, Reproof::default());
                assert_eq!(reproved.proven + 1, truth.len() as u64, "{lie:?} {problems:?}");
                let [TableError::Inconsistent { claimed, .. }] = &problems[..] else { panic!("{lie:?} {problems:?}") };
                assert_eq!((reproved.refuted, *claimed), (1, lie.bounds));
                tried += 1;
            }
        }
    }
    assert!(tried > 40, "{tried}");
}

#[test]
fn claims_that_hold_are_accepted_and_false_ones_removed() {
    let truth = truth();
    let directory = TempDir::new().unwrap();
    // A third of it is proven here, the rest came from elsewhere, and one entry of the rest is a lie.
    let mut said = truth.clone();
    for (index, (_, proven)) in said.iter_mut().enumerate() {
        *proven = if index % 3 == 0 { *proven } else { claimed(*proven) };
    }
    let at = said.iter().rposition(|(_, proven)| proven.basis.is_claim() && proven.bounds.upper.discs() < 30).unwrap();
    let upper = said[at].1.bounds.upper.discs();
    said[at].1.bounds = Bounds::new(upper + 2, 32);
    let (tables, table) = with(directory.path(), &said);
    let claims = said.iter().filter(|(_, proven)| proven.basis.is_claim()).count() as u64;

    // A sample, with nothing accepted.
    let draw = |seed| Share::Entries(20).draw(seed, said.iter().copied().map(Ok)).unwrap().unwrap();
    let (positions, of) = draw(1);
    assert_eq!((positions.len(), of), (20, said.len() as u64));
    assert!(draw(1).0 == positions && draw(2).0 != positions);
    let only = Some(positions);
    let (sampled, _) = prove_again(&table, Reproof { believes_own: true, only, ..Reproof::default() });
    assert_eq!(sampled.passed_over + sampled.proven + sampled.refuted, truth.len() as u64);
    assert!(sampled.proven + sampled.refuted <= 20);

    let (reproved, problems) = prove_again(&table, Reproof { believes_own: true, accepts: true, ..Reproof::default() });
    assert_eq!((reproved.proven, reproved.refuted, problems.len()), (claims - 1, 1, 1));
    assert_eq!(reproved.passed_over, truth.len() as u64 - claims);
    // Moves that are guesses are not claimed.
    let shown = |(discs, proven): (Discs, Proven)| (discs, proven.bounds, proven.basis);
    let left = truth.iter().enumerate().filter(|&(index, _)| index != at);
    let expected: Vec<_> = left.map(|(_, &entry)| shown(entry)).collect();
    let found = |table: &Table| entries(table).into_iter().map(shown).collect::<Vec<_>>();
    assert!(found(&table) == expected);
    drop((table, tables));
    let tables = Tables::open_read_only(directory.path()).unwrap().with_trust(Trust::Own);
    assert!(found(&tables.table(board(SHAPE), Scoring::Discs)) == expected);
}

#[test]
fn what_was_not_proven_again_when_it_was_stopped_is_counted() {
    let truth = truth();
    let directory = TempDir::new().unwrap();
    let (_tables, table) = with(directory.path(), &truth);
    let progress = Progress::default();
    progress.stop();
    let how = Reproof { accepts: true, ..Reproof::default() };
    let reproved = table.prove_again(&how, &progress, &Unobserved, |problem| panic!("{problem}")).unwrap();
    assert_eq!((reproved.proven, reproved.left), (0, truth.len() as u64));
    assert!(entries(&table) == truth);
}

/// Counts, after each finished entry, those that are proven on the disk.
struct Watching<'a> {
    table: &'a Table,
    done: AtomicU64,
    least: AtomicU64,
}

impl Observer for Watching<'_> {
    fn begin(&self, _: &str, _: u64) {}

    fn advance(&self, entries: u64) {
        let done = self.done.fetch_add(entries, Ordering::Relaxed) + entries;
        if done.is_multiple_of(50) {
            let proven =
                self.table.entries().filter(|entry| !entry.as_ref().unwrap().1.basis.is_claim()).count() as u64;
            // The finished ones, except for at most one that the other thread is just writing.
            self.least.fetch_min((proven + 1).saturating_sub(done), Ordering::Relaxed);
            assert!(proven + 1 >= done, "{proven} of {done} are on the disk");
        }
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

#[test]
fn what_is_accepted_is_on_the_disk_at_once() {
    let directory = TempDir::new().unwrap();
    let claims: Vec<_> = truth().into_iter().map(|(discs, proven)| (discs, claimed(proven))).collect();
    let (_tables, table) = with(directory.path(), &claims);
    let watching = Watching { table: &table, done: AtomicU64::new(0), least: AtomicU64::new(u64::MAX) };
    let resources = Resources { threads: 1, memory_bytes: 16 << 20, ..Resources::default() };
    let how = Reproof { believes_own: true, accepts: true, resources, ..Reproof::default() };
    table.prove_again(&how, &Progress::default(), &watching, |problem| panic!("{problem}")).unwrap();
    assert_eq!(watching.done.into_inner(), claims.len() as u64);
    assert_ne!(watching.least.into_inner(), u64::MAX, "it was looked at");
}

#[test]
fn entries_that_make_no_sense_are_removed_where_that_is_wanted() {
    let directory = TempDir::new().unwrap();
    let truth = truth();
    let odd = [truth.len() / 3, truth.len() / 3 * 2];
    let others: Vec<_> =
        truth.iter().enumerate().filter(|(at, _)| !odd.contains(at)).map(|(_, &entry)| entry).collect();
    let (tables, table) = with(directory.path(), &others);
    let geometry = Geometry::new(board(SHAPE));
    let symmetries = solver::Symmetries::new(board(SHAPE));
    // A transformed one, and two with an illegal best move: as a proof and as a guess.
    let (first, proven) = truth[0];
    let turned = symmetries.all().iter().map(|&by| symmetries.map_discs(by, first)).find(|&image| image != first);
    table.record(turned.expect("it has images"), proven);
    for (at, lower) in odd.into_iter().zip([-30, -32]) {
        let (discs, _) = truth[at];
        let empty = board(SHAPE).all_squares() - discs.occupied();
        let is_illegal = |square: &solver::Square| !rules::moves(&geometry, discs).contains(&Move::Place(*square));
        let best = empty.into_iter().find(is_illegal).map(Move::Place);
        let bounds = Bounds::new(lower, 32);
        table.record(discs, Proven { bounds, best, effort: 0, basis: Basis::Proof });
    }
    tables.flush().unwrap();
    let left = |table: &Table| table.entries().filter(Result::is_ok).count();
    assert_eq!(left(&table), truth.len());
    assert_eq!(table.entries().filter(Result::is_err).count(), 1, "it is never given");
    let (kept, _) = prove_again(&table, Reproof { accepts: true, believes_own: true, ..Reproof::default() });
    assert_eq!((kept.removed, left(&table)), (0, truth.len()), "only where it is wanted");
    for believes_own in [true, false] {
        let how = Reproof { accepts: true, believes_own, tidies: true, ..Reproof::default() };
        let (tidied, problems) = prove_again(&table, how);
        assert_eq!((tidied.removed, tidied.refuted), (if believes_own { 3 } else { 0 }, 0), "{problems:?}");
        assert!(table.entries().all(|entry| entry.is_ok()));
        assert_eq!(left(&table), truth.len() - 2);
    }
}
