//! Claims of others stay distinct from what is proven here, on every path through the program.
#![cfg(unix)]

use crate::support;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use solver::{Basis, Bounds, Discs, Position, Proven, Scoring, Start, Symmetries};
use support::{Run, run, search_with_table};

/// The value of 4x6 for Black, who moves first.
const TRUTH: i32 = 16;

fn table(directory: &Path, arguments: &[&str]) -> Run {
    run(&[&["table"], arguments, &["--table", directory.to_str().unwrap()]].concat())
}

fn info(directory: &Path) -> Value {
    table(directory, &["info", "--json"]).record(0)
}

fn solve(directory: &Path, more: &[&str]) -> Run {
    search_with_table(directory, &[&["--board", "4x6", "--threads", "1"], more].concat())
}

/// An exported file of 4x6 with a single entry.
fn export(directory: &Path, canonical: Discs, value: i32) -> PathBuf {
    let file = directory.join("lie");
    let said = Proven { bounds: Bounds::at(value), best: None, effort: 1, basis: Basis::Claim };
    tables::export(&file, "4x6".parse().unwrap(), Scoring::Discs, [Ok((canonical, said))].into_iter()).unwrap();
    file
}

/// Positions one and two moves from the start, with their true values for the side to move.
fn positions() -> Vec<(Discs, i32)> {
    let start = Position::start("4x6".parse().unwrap(), Start::Othello);
    let symmetries = Symmetries::new(start.board());
    let first: Vec<Position> = start.legal_moves().into_iter().map(|chosen| start.play(chosen).unwrap()).collect();
    let second = first.iter().flat_map(|one| one.legal_moves().into_iter().map(|chosen| one.play(chosen).unwrap()));
    let mut solver = solver::Solver::new(solver::Resources { memory_bytes: 16 << 20, ..Default::default() });
    let mut all: Vec<(Discs, i32)> = [start]
        .into_iter()
        .chain(first.iter().copied())
        .chain(second)
        .map(|position| {
            let answer = solver.value(&solver::Question::exact(position)).unwrap();
            (symmetries.canonical(position.discs()).0, answer.bounds.exact().unwrap().discs())
        })
        .collect();
    all.sort_by_key(|(discs, _)| *discs);
    all.dedup();
    all
}

/// Single false entries with valid checksums, above and below the truth: none of them passes for a proof, whoever asks.
#[test]
fn a_false_entry_that_is_imported_deceives_nobody_without_a_warning() {
    let mut believed = 0;
    for (discs, truth) in positions() {
        for value in [truth + 2, truth - 2, -truth, 24] {
            if value == truth || value.abs() > 24 {
                continue;
            }
            let directory = tempfile::tempdir().unwrap();
            let (place, file) = (directory.path().join("table"), export(directory.path(), discs, value));
            let imported = table(&place, &["import", file.to_str().unwrap()]);
            assert_eq!((imported.status, imported.stderr.as_str()), (Some(0), ""), "{imported:?}");
            let counts = info(&place);
            assert_eq!((&counts["proven_here"], &counts["unverified"]), (&0.into(), &1.into()));
            // By default the lie is found.
            let verified = table(&place, &["verify"]);
            assert!(verified.status == Some(1) && verified.stderr.contains("is said to be"), "{verified:?}");

            let answer = solve(&place, &["--json"]);
            if answer.status == Some(0) {
                let answer = answer.record(0);
                believed += u32::from(answer["value"] != TRUTH);
                assert!(answer["value"] == TRUTH || answer["unverified"] == true, "{answer}");
            }
            let own = solve(&place, &["--json", "--table-trust", "own"]).record(0);
            assert_eq!((&own["value"], &own["unverified"]), (&TRUTH.into(), &false.into()), "{own}");
        }
    }
    assert!(believed > 4, "{believed}: lies that lead to wrong answers are wanted here");
}

#[test]
fn the_effort_of_others_is_never_told_as_ours() {
    let others = 987_654_321_000;
    let directory = tempfile::tempdir().unwrap();
    let (file, place) = (directory.path().join("file"), directory.path().join("table"));
    let start = Position::start("4x6".parse().unwrap(), Start::Othello);
    let canonical = Symmetries::new(start.board()).canonical(start.discs()).0;
    let said = Proven { bounds: Bounds::at(TRUTH), best: None, effort: others, basis: Basis::Claim };
    tables::export(&file, start.board(), Scoring::Discs, [Ok((canonical, said))].into_iter()).unwrap();
    let import = || table(&place, &["import", file.to_str().unwrap()]);
    let nodes = || table(&place, &["get", "--board", "4x6", "--json"]).record(0)["nodes"].as_u64().unwrap();
    import();
    assert_eq!(nodes(), others, "as long as nothing is proven here, the claim's");
    let accepted = table(&place, &["verify", "--accept", "--json"]).record(0);
    assert!(nodes() > 0 && Some(nodes()) <= accepted["nodes"].as_u64(), "{} {accepted}", nodes());
    let own = nodes();
    import();
    assert_eq!(nodes(), own);
    // A proof by a search, before or after an import, has its own effort as well.
    for imports_first in [true, false] {
        fs::remove_dir_all(&place).unwrap();
        if imports_first {
            import();
        }
        solve(&place, &["--table-trust", "own", "--mode", "wld"]);
        import();
        assert!((1..others).contains(&nodes()), "{}", nodes());
        solve(&place, &["--table-trust", "own"]);
        assert!((1..others).contains(&nodes()), "{}", nodes());
    }
}

/// A directory with a lie about the start, and its exported file.
fn with_a_lie() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let start = Position::start("4x6".parse().unwrap(), Start::Othello);
    let next = start.play(start.legal_moves()[0]).unwrap();
    let file = export(directory.path(), Symmetries::new(start.board()).canonical(next.discs()).0, 24);
    (directory, file)
}

#[test]
fn a_lie_is_not_laundered_by_runs_exports_imports_and_merges() {
    let (directory, file) = with_a_lie();
    let path = |name: &str| directory.path().join(name);
    table(&path("a"), &["import", file.to_str().unwrap()]);
    for _ in 0..2 {
        let answer = solve(&path("a"), &["--json"]).record(0);
        assert_ne!(answer["value"], TRUTH);
        assert_eq!((&answer["unverified"], &answer["complete"]), (&true.into(), &true.into()));
    }
    let text = solve(&path("a"), &[]).stdout;
    assert!(text.contains("\nUnverified "), "{text}");
    let exported = path("again");
    let text = table(&path("a"), &["export", "--board", "4x6", "-o", exported.to_str().unwrap()]).stdout;
    assert!(text.contains(" of them unverified"), "{text}");
    table(&path("b"), &["import", exported.to_str().unwrap()]);
    table(&path("c"), &["merge", path("a").to_str().unwrap()]);
    table(&path("c"), &["compact"]);
    for copy in ["a", "b", "c"] {
        let counts = info(&path(copy));
        assert_eq!((&counts["proven_here"], &counts["unverified"]), (&0.into(), &counts["entries"]), "{copy}");
        assert_eq!(counts["searches"].as_array().map_or(0, Vec::len) > 0, copy == "a");
        let answer = solve(&path(copy), &["--json"]).record(0);
        assert_eq!(answer["unverified"], true);
        assert_eq!(table(&path(copy), &["get", "--board", "4x6", "--json"]).record(0)["unverified"], true);
        let own = table(&path(copy), &["get", "--board", "4x6", "--table-trust", "own"]);
        assert!(own.status == Some(1) && own.stderr.contains("is not in the table"), "{own:?}");
    }
    assert_eq!(info(&path("a"))["searches"][0]["unverified"], true);
    // A proof without the lie refutes it, and says so.
    let own = solve(&path("a"), &["--json", "--table-trust", "own"]);
    assert!(own.stderr.contains("was claimed to be") && own.stderr.contains("the claim is removed"), "{own:?}");
    assert_eq!(own.record(0)["value"], TRUTH);
    let answer = solve(&path("a"), &["--json"]).record(0);
    assert_eq!((&answer["value"], &answer["unverified"]), (&TRUTH.into(), &false.into()), "own proofs are used first");
}

#[test]
fn what_comes_in_is_proven_if_that_is_wanted_and_what_is_false_is_refused() {
    let (directory, lie) = with_a_lie();
    let path = |name: &str| directory.path().join(name);
    let refused = table(&path("a"), &["import", lie.to_str().unwrap(), "--verify"]);
    assert_eq!(refused.status, Some(1), "{refused:?}");
    assert!(refused.stderr.contains("is said to be +24") && refused.stdout.contains("1 are false and refused"));
    assert_eq!(info(&path("a"))["entries"], 0);

    solve(&path("true"), &["--json"]).record(0);
    let entries = info(&path("true"))["entries"].as_u64().unwrap();
    let merged = table(&path("b"), &["merge", path("true").to_str().unwrap(), "--verify=3"]);
    assert!(merged.status == Some(0) && merged.stdout.contains("3 were verified"), "{merged:?}");
    let drawn = format!("; 3 of {entries} entries drawn at random (--seed ");
    assert!(merged.stdout.contains(&drawn) && merged.stdout.contains(" of these would be missed with"), "{merged:?}");
    assert_eq!((&info(&path("b"))["proven_here"], &info(&path("b"))["unverified"]), (&3.into(), &(entries - 3).into()));
    // The rest later.
    let verified = table(&path("b"), &["verify", "--table-trust", "own", "--accept"]);
    assert_eq!(verified.status, Some(0), "{verified:?}");
    assert_eq!((&info(&path("b"))["proven_here"], &info(&path("b"))["unverified"]), (&entries.into(), &0.into()));
    let answer = solve(&path("b"), &["--json"]).record(0);
    assert_eq!(
        (&answer["value"], &answer["unverified"], &answer["from_table"]),
        (&TRUTH.into(), &false.into(), &true.into())
    );

    // A claim that contradicts a proof is refused on arrival, with all that comes with it.
    let refused = table(&path("b"), &["import", lie.to_str().unwrap()]);
    assert!(refused.status == Some(1) && refused.stderr.contains("one of them is wrong"), "{refused:?}");
    for share in ["--verify=x", "--verify=101%", "--verify=-1%"] {
        assert_eq!(table(&path("b"), &["import", lie.to_str().unwrap(), share]).status, Some(2));
    }
    assert!(fs::metadata(&lie).is_ok());
}

#[test]
fn positions_say_it_too_and_sets_and_campaigns_use_own_entries_only() {
    let (directory, file) = with_a_lie();
    let place = directory.path().join("table");
    table(&place, &["import", file.to_str().unwrap()]);
    let input = directory.path().join("positions");
    fs::write(&input, "4x6 --------OX----XO-------- X\n").unwrap();
    let answers = search_with_table(&place, &["positions", input.to_str().unwrap(), "--json"]).records(0);
    assert_eq!(answers[0]["unverified"], true);
    let line = search_with_table(&place, &["positions", input.to_str().unwrap()]).stdout;
    assert!(line.ends_with("; unverified\n"), "{line}");
    let output = directory.path().join("set");
    let words = ["problems", "--board", "4x6", "--empties", "8", "--count", "1", "--table-trust", "all", "-o"];
    let refused = run(&[&words[..], &[output.to_str().unwrap(), "--table", place.to_str().unwrap()]].concat());
    assert!(refused.status == Some(2) && refused.stderr.contains("nobody has verified"), "{refused:?}");
}

/// A lie in the table decides the value of 4x6: a certificate that rests on it says so, and so does a refusal.
#[test]
fn what_is_proven_of_a_claim_says_that_it_rests_on_a_lie() {
    let (directory, file) = with_a_lie();
    let place = directory.path().join("table");
    let prove = |claim: &str, more: &[&str]| {
        table(&place, &["drop", "--board", "4x6", "--yes"]);
        table(&place, &["import", file.to_str().unwrap()]);
        let output = directory.path().join(format!("{claim}{more:?}"));
        let words = ["prove", "--board", "4x6", "--cut", "20", "--threads", "1", "--claim", claim, "-o"];
        search_with_table(&place, &[&words, &[output.to_str().unwrap()][..], more].concat())
    };
    table(&place, &["import", file.to_str().unwrap()]);
    let believed = solve(&place, &["--json"]).record(0)["value"].as_i64().unwrap();
    let refused = prove(&format!("value={TRUTH}"), &[]);
    let words = format!(
        "claim 'value={TRUTH}' is false: the value is {believed:+}, provided that entries of the table are true that nobody \
         here has verified; --table-trust own does without them\n"
    );
    assert!(refused.status == Some(1) && refused.stderr.ends_with(&words), "{refused:?}");
    let lie = format!("value={believed}");
    let made = prove(&lie, &[]);
    assert!(made.status == Some(0) && made.stdout.contains("so it may prove nothing"), "{made:?}");
    assert_eq!(prove(&lie, &["--json"]).record(0)["unverified"], true);
    let own = prove(&format!("value={TRUTH}"), &["--json", "--table-trust", "own"]).record(0);
    assert_eq!(own["unverified"], false);
    let refused = prove(&lie, &["--table-trust", "own"]);
    assert!(refused.stderr.ends_with(&format!("claim '{lie}' is false: the value is +{TRUTH}\n")), "{refused:?}");
}
