//! `solve mcts tds`: searches on ranks, as text and as JSON.

use crate::support;

use support::{Run, run};

fn tds(arguments: &[&str]) -> Run {
    run(&[&["mcts", "tds"], arguments].concat())
}

#[test]
fn one_rank_is_told_with_all_its_numbers_and_is_the_same_each_time() {
    let search = || tds(&["search", "--ranks", "1", "--player", "uct:n=3000", "--board", "4x6", "--json"]).record(0);
    let (mut found, mut again) = (search(), search());
    for record in [&mut found, &mut again] {
        for field in ["seconds", "cpu_seconds", "totals", "each"] {
            assert!(!record.as_object_mut().unwrap().remove(field).unwrap().is_null());
        }
    }
    assert_eq!(found, again);
    let visits: u64 = found["moves"].as_array().unwrap().iter().map(|one| one["visits"].as_u64().unwrap()).sum();
    assert_eq!((found["playouts"].as_u64(), visits), (Some(3000), 3000));
}

#[test]
fn several_ranks_share_the_work() {
    let found = tds(&["search", "--ranks", "3", "--player", "uct+:n=5000,graph=yes", "--latency", "0.05ms", "--json"])
        .record(0);
    let ranks = found["each"].as_array().unwrap();
    assert_eq!((ranks.len(), found["playouts"].as_u64()), (3, Some(5000)));
    assert!(ranks.iter().all(|rank| rank["playouts"].as_u64() > Some(500)), "{found}");
    assert!(found["totals"]["bytes"].as_u64() > Some(10_000), "{found}");
    let text = tds(&["search", "--ranks", "3", "--player", "uct:n=5000"]).stdout;
    assert!(text.contains("Playouts   5,000, in ") && text.contains("\nrank  "), "{text}");
}

#[test]
fn a_search_goes_on_from_its_checkpoint_and_no_other() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().to_str().unwrap();
    let search = |player: &str| {
        tds(&["search", "--ranks", "2", "--player", player, "--board", "4x6", "--checkpoint", folder, "--json"])
    };
    assert_eq!(search("uct:n=2000").record(0)["resumed"].as_u64(), Some(0));
    let gone_on = search("uct:n=5000").record(0);
    assert_eq!((gone_on["resumed"].as_u64(), gone_on["playouts"].as_u64()), (Some(2000), Some(5000)));
    let refused = search("uct:n=5000,c=0.5");
    assert_eq!(refused.status, Some(1), "{refused:?}");
    assert!(refused.stderr.starts_with("solve: checkpoint ") && refused.stderr.lines().count() == 1, "{refused:?}");
    let refused = search("uct:n=2000,c=0.75").stderr;
    assert!(refused.contains("of another search (uct), not of this one (uct:c=0.75); name"), "{refused}");
}

#[test]
fn a_search_goes_on_with_another_number_of_ranks() {
    for graph in ["no", "yes"] {
        let directory = tempfile::tempdir().unwrap();
        let search = |ranks: &str, playouts: u32| {
            let (player, folder) = (format!("uct:n={playouts},graph={graph}"), directory.path().to_str().unwrap());
            tds(&["search", "--ranks", ranks, "--player", &player, "--board", "4x6", "--checkpoint", folder, "--json"])
        };
        let written = search("4", 2000).record(0);
        for (ranks, playouts) in [("2", 2000), ("5", 2000), ("1", 2000), ("3", 4000)] {
            let gone_on = search(ranks, playouts).record(0);
            assert_eq!(
                (gone_on["resumed"].as_u64(), gone_on["playouts"].as_u64()),
                (Some(2000), Some(playouts.into()))
            );
            if playouts == 2000 {
                assert_eq!((&gone_on["moves"], &gone_on["nodes"]), (&written["moves"], &written["nodes"]), "{ranks}");
            }
        }
        let files = std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().path());
        files
            .filter(|path| path.to_str().unwrap().contains("rank-2."))
            .for_each(|path| std::fs::remove_file(path).unwrap());
        // Rank 2 of three is lost; what one rank wrote before is still there.
        assert_eq!(search("2", 5000).record(0)["resumed"].as_u64(), Some(2000));
        std::fs::remove_dir_all(directory.path()).unwrap();
        search("4", 2000).record(0);
        std::fs::remove_file(directory.path().join("rank-2.generation-1")).unwrap();
        let refused = search("2", 5000);
        assert_eq!((refused.status, refused.stderr.lines().count()), (Some(1), 1), "{refused:?}");
        assert!(
            refused.stderr.contains("rank-2.generation-1 is missing: 4 ranks have written the tree, "),
            "{refused:?}"
        );
    }
}

#[test]
fn checkpoints_of_older_programs_are_read_by_any_number_of_ranks() {
    for (graph, visits) in [("no", [25, 33, 29, 33]), ("yes", [27, 27, 45, 21])] {
        for (ranks, playouts) in [("2", 120), ("1", 120), ("3", 120), ("6", 500)] {
            let directory = tempfile::tempdir().unwrap();
            let old = format!("{}/tests/data/tds/graph-{graph}", env!("CARGO_MANIFEST_DIR"));
            for name in ["rank-0.generation-1", "rank-1.generation-1"] {
                std::fs::copy(format!("{old}/{name}"), directory.path().join(name)).unwrap();
            }
            let (player, folder) = (format!("uct:n={playouts},graph={graph}"), directory.path().to_str().unwrap());
            let arguments =
                ["search", "--ranks", ranks, "--player", &player, "--board", "4x4", "--checkpoint", folder, "--json"];
            let found = tds(&arguments).record(0);
            assert_eq!((found["resumed"].as_u64(), found["playouts"].as_u64()), (Some(120), Some(playouts)), "{found}");
            let moves = found["moves"].as_array().unwrap().iter().map(|one| one["visits"].as_u64().unwrap());
            if playouts == 120 {
                assert_eq!(
                    (moves.collect::<Vec<_>>(), found["nodes"].as_u64()),
                    (visits.to_vec(), Some(121)),
                    "{found}"
                );
            } else {
                assert!(moves.zip(visits).all(|(now, before)| now >= before), "{found}");
            }
        }
    }
}

#[test]
fn players_that_ranks_cannot_share_out_are_refused() {
    for player in ["rave:threads=2", "alphabeta", "uct:trees=2", "uct:end=10", "uct:leaf=2"] {
        let run = tds(&["search", "--player", player]);
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.stderr.contains(&format!("player '{player}' cannot be shared out")), "{run:?}");
    }
}

#[test]
fn accuracy_on_a_set_is_told_for_every_number_of_ranks() {
    let set = concat!(env!("CARGO_MANIFEST_DIR"), "/data/sets/6x6-s20");
    let arguments =
        ["accuracy", "--set", set, "--positions", "40", "--ranks", "1,3", "--player", "uct:n=600", "--json"];
    let rows = tds(&arguments).records(0);
    assert_eq!(rows.len(), 2);
    for row in &rows {
        for accuracy in ["accuracy", "root_parallel_accuracy"] {
            let accuracy = row[accuracy]["value"].as_f64().unwrap();
            // Random moves are right in 48 %.
            assert!(accuracy > 0.6 && accuracy <= 1.0, "{row}");
        }
        for (credits, accuracy) in [("credits", "accuracy"), ("root_parallel_credits", "root_parallel_accuracy")] {
            let credits: Vec<f64> = row[credits].as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).collect();
            assert!(credits.len() == 40 && credits.iter().all(|one| [0.0, 0.5, 1.0].contains(one)), "{row}");
            let mean = credits.iter().sum::<f64>() / 40.0;
            assert!((mean - row[accuracy]["value"].as_f64().unwrap()).abs() < 1e-9, "{row}");
        }
        assert_eq!((row["positions"].as_u64(), row["playouts"].as_u64()), (Some(40), Some(24_000)));
    }
    let missing = tds(&["accuracy", "--set", "/nowhere"]);
    assert_eq!(missing.status, Some(1));
    assert!(missing.stderr.starts_with("solve: /nowhere: not a problem set: there is no such folder"), "{missing:?}");
}

#[test]
fn a_set_that_is_not_as_its_checksums_say_is_refused() {
    let copy = tempfile::tempdir().unwrap();
    let folder = copy.path().to_str().unwrap();
    let set = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/sets/6x6-s20");
    std::fs::create_dir(copy.path().join("parquet")).unwrap();
    for name in ["SHA256SUMS", "set.json"] {
        std::fs::copy(set.join(name), copy.path().join(name)).unwrap();
    }
    for file in std::fs::read_dir(set.join("parquet")).unwrap() {
        let file = file.unwrap();
        let mut bytes = std::fs::read(file.path()).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(copy.path().join("parquet").join(file.file_name()), bytes).unwrap();
    }
    let run = tds(&["accuracy", "--set", folder, "--positions", "1", "--ranks", "1", "--player", "uct:n=1"]);
    assert_eq!((run.status, &run.stdout[..]), (Some(1), ""), "{run:?}");
    assert!(run.stderr.starts_with(&format!("solve: {folder}: not a problem set: parquet/")), "{run:?}");
    assert!(run.stderr.ends_with(": the checksum is not that of SHA256SUMS\n"), "{run:?}");
}

#[test]
fn scaling_is_told_beside_root_parallel() {
    let rows = tds(&["scaling", "--ranks", "1,3", "--time", "50ms", "--json"]).records(0);
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["of_ideal"].as_f64() > Some(0.0)), "{rows:?}");
    assert!(rows[1]["root_parallel_of_ideal"].as_f64() > Some(0.0), "{rows:?}");
}

#[test]
fn times_without_end_are_no_panic_and_a_weight_is_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let endless = "5000000000000000h";
    let checkpoint = ["--checkpoint", folder.path().to_str().unwrap(), "--every", endless];
    let search = ["search", "--board", "4x4", "--player", "uct:n=100"];
    assert_eq!(tds(&[&search[..], &checkpoint].concat()).status, Some(0));
    let alone = [&search[..], &["--ranks", "1", "--latency", endless]].concat();
    assert_eq!(tds(&alone).status, Some(0));
    for weight in ["nan", "inf", "-1", "much"] {
        let run = tds(&["scaling", "--ranks", "1", "--time", "1ms", &format!("--exploration={weight}")]);
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.stderr.contains(&format!("exploration '{weight}' is not a number of at least 0")), "{run:?}");
    }
}

#[test]
fn spaces_in_a_player_do_not_make_it_another() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().to_str().unwrap();
    let search = |player: &str| {
        tds(&["search", "--ranks", "2", "--player", player, "--board", "4x6", "--checkpoint", folder, "--json"])
    };
    assert_eq!(search("uct: c=2, n=1000").record(0)["resumed"].as_u64(), Some(0));
    assert_eq!(search("uct:n=2000,c=2").record(0)["resumed"].as_u64(), Some(1000));
}
