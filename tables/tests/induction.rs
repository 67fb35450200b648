//! Proving again finds every false entry, and accepts what holds.

mod support;

use std::collections::HashSet;
use std::path::Path;

use solver::{Basis, Bounds, Discs, Geometry, Progress, ProofTable, Proven, Resources, Scoring, Unobserved, rules};
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
    entries(&tables.table(board(SHAPE), Scoring::Discs).unwrap())
}

/// A table with these entries put in from outside.
fn with(directory: &Path, said: &[(Discs, Proven)]) -> (Tables, std::sync::Arc<Table>) {
    let tables = Tables::open(directory).unwrap();
    let table = tables.table(board(SHAPE), Scoring::Discs).unwrap();
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
            // A move that is worse, where there is one.
            let geometry = Geometry::new(board(SHAPE));
            let mut solver = solver::Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
            if rules::final_score(&geometry, discs, Scoring::Discs).is_none() && geometry_empties(discs) <= 20 {
                let position = solver::Position::new(board(SHAPE), discs, solver::Side::Black).unwrap();
                let values = solver.move_values(&position, Scoring::Discs).unwrap();
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
    // A third of it is proven here, the rest came from elsewhere, and one of these is a lie.
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
    let only = Share::Entries(20).draw(said.iter().copied().map(Ok)).unwrap();
    assert_eq!(only.as_ref().map(HashSet::len), Some(20));
    let (sampled, _) = prove_again(&table, Reproof { believes_own: true, only, ..Reproof::default() });
    assert_eq!(sampled.passed_over + sampled.proven + sampled.refuted, truth.len() as u64);
    assert!(sampled.proven + sampled.refuted <= 20);

    let (reproved, problems) = prove_again(&table, Reproof { believes_own: true, accepts: true, ..Reproof::default() });
    assert_eq!((reproved.proven, reproved.refuted, problems.len()), (claims - 1, 1, 1));
    assert_eq!(reproved.passed_over, truth.len() as u64 - claims);
    // Of moves that are guesses no claim is made.
    let shown = |(discs, proven): (Discs, Proven)| (discs, proven.bounds, proven.basis);
    let left = truth.iter().enumerate().filter(|&(index, _)| index != at);
    let expected: Vec<_> = left.map(|(_, &entry)| shown(entry)).collect();
    let found = |table: &Table| entries(table).into_iter().map(shown).collect::<Vec<_>>();
    assert!(found(&table) == expected);
    drop((table, tables));
    let tables = Tables::open_read_only(directory.path()).unwrap().with_trust(Trust::Own);
    assert!(found(&tables.table(board(SHAPE), Scoring::Discs).unwrap()) == expected);
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
