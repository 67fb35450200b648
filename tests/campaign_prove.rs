//! The certificate of a campaign: made in pieces, after interruptions too, and believed by nobody.
#![cfg(unix)]

use crate::support::{self, campaign};

use std::fs;
use std::path::{Path, PathBuf};

use campaign::Folder;
use serde_json::Value;
use support::{Run, run};

fn prove(campaign: &Folder, more: &[&str]) -> (PathBuf, Run) {
    let file = campaign.path.join("proof.cert");
    let fixed = ["campaign", "prove", campaign.name(), "-o", file.to_str().unwrap(), "--quiet"];
    let run = run(&[&fixed[..], more].concat());
    (file, run)
}

fn check(file: &Path) -> Value {
    run(&["check", file.to_str().unwrap(), "--json"]).record(0)
}

fn pieces(campaign: &Folder) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        fs::read_dir(campaign.path.join("proof.pieces")).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort_unstable();
    all
}

#[test]
fn the_certificate_of_a_campaign_proves_its_value() {
    for (options, proven) in [
        (&["--board", "4x6", "--budget", "200"][..], (Some(16), Some(16))),
        (&["--board", "6x4", "--budget", "200", "--mode", "wld"], (Some(1), None)),
        (&["--board", "5x5", "--start", "reversi", "--budget", "2k"], (Some(15), Some(15))),
        (&["--board", "5x6", "--start", "reversi-rows", "--budget", "100k", "--mode", "wld"], (None, Some(-1))),
        // A wipe-out: no answer is needed for the upper limit, which no game exceeds.
        (&["--board", "4x8", "--budget", "2k"], (Some(32), Some(32))),
    ] {
        let campaign = Folder::plan(options);
        let ended = campaign.run(&["--recheck", "0"]);
        for (cut, told) in
            [(["--cut", "12"], [12.into(), Value::Null]), (["--leaf-work", "1k"], [Value::Null, 1000.into()])]
        {
            let words = [&["--json"], &cut[..]].concat();
            let (file, made) = prove(&campaign, &words);
            let made = made.record(0);
            let checked = check(&file);
            assert_eq!((checked["lower"].as_i64(), checked["upper"].as_i64()), proven, "{ended} {checked}");
            assert_eq!([&made["cut"], &made["leaf_work"]], [&told[0], &told[1]]);
            assert_eq!(made["leaves"], checked["leaves"], "{made} {checked}");
            // With all pieces there, nothing is searched for, and the same bytes result.
            let before = fs::read(&file).unwrap();
            let again = prove(&campaign, &[&words[..], &["--workers", "1"]].concat()).1;
            assert_eq!((again.record(0)["leaves"].clone(), fs::read(&file).unwrap()), (made["leaves"].clone(), before));
            assert_eq!((&made["unverified"], &again.record(0)["unverified"]), (&false.into(), &true.into()));
        }
    }
}

#[test]
fn an_interrupted_proof_goes_on_and_a_damaged_piece_is_made_again() {
    let campaign = Folder::plan(&["--board", "5x5", "--budget", "5k"]);
    campaign.run(&["--recheck", "0"]);
    let (file, stopped) = prove(&campaign, &["--time-limit", "0s"]);
    assert_eq!(stopped.status, Some(3), "{stopped:?}");
    assert!(stopped.stderr.contains("the same command goes on with the pieces that are there"), "{stopped:?}");
    assert!(!file.exists());
    let (file, made) = prove(&campaign, &[]);
    assert_eq!(made.status, Some(0), "{made:?}");
    let whole = fs::read(&file).unwrap();
    let all = pieces(&campaign);
    assert!(all.len() > 5, "{all:?}");
    // One is missing, one is damaged, and one is that of another answer.
    fs::remove_file(&all[1]).unwrap();
    let bytes = fs::read(&all[0]).unwrap();
    fs::write(&all[0], &bytes[..bytes.len() / 2]).unwrap();
    fs::copy(&all[3], &all[2]).unwrap();
    let (made, number) = (prove(&campaign, &[]).1, all.len());
    for (piece, wrong) in [(&all[0], "the certificate"), (&all[2], "a certificate of something else")] {
        let line = made.stderr.lines().find(|line| line.contains(piece.to_str().unwrap())).unwrap();
        assert!(line.contains(wrong) && line.ends_with("; it is made again"), "{made:?}");
    }
    let told =
        format!("{} of its {number} pieces were there already and were believed, so it may prove nothing", number - 3);
    assert!(made.status == Some(0) && made.stdout.contains(&told), "{made:?}");
    assert_eq!(check(&file)["lower"], check(&file)["upper"]);
    assert_eq!(pieces(&campaign), all);
    assert!(!whole.is_empty());
}

#[test]
fn a_piece_without_end_is_not_read() {
    let campaign = Folder::plan(&["--board", "4x5", "--budget", "2k"]);
    campaign.run(&["--recheck", "0"]);
    assert_eq!(prove(&campaign, &[]).1.status, Some(0));
    let piece = &pieces(&campaign)[0];
    let refused = |what: &str| {
        let (_, run) = prove(&campaign, &[]);
        assert!(run.status == Some(1) && run.stderr.contains(&format!("{}: {what}", piece.display())), "{run:?}");
    };
    fs::remove_file(piece).unwrap();
    let made = std::process::Command::new("mkfifo").arg(piece).status().unwrap();
    assert!(made.success());
    refused("this is not a certificate: it is not a file");
    fs::remove_file(piece).unwrap();
    std::os::unix::fs::symlink("/dev/zero", piece).unwrap();
    refused("this is not a certificate: it is not a file");
}

#[test]
fn pieces_of_several_campaigns_may_lie_together() {
    let shared = tempfile::tempdir().unwrap();
    let pieces = shared.path().join("pieces");
    for options in [&["--board", "4x5"][..], &["--board", "4x5", "--scoring", "wof"], &["--board", "5x4"]] {
        let campaign = Folder::plan(&[options, &["--budget", "2k"]].concat());
        campaign.run(&["--recheck", "0"]);
        let (file, made) = prove(&campaign, &["--pieces", pieces.to_str().unwrap(), "--json"]);
        assert!(made.status == Some(0) && made.record(0)["unverified"] == false, "{made:?}");
        assert_eq!(check(&file)["lower"], check(&file)["upper"]);
    }
}

#[test]
fn a_false_answer_of_the_ledger_is_withdrawn_and_asked_again() {
    let campaign = Folder::plan(&["--board", "4x4", "--mode", "wld"]);
    let (file, early) = prove(&campaign, &[]);
    assert!(early.status == Some(1) && early.stderr.contains("the campaign is not done"), "{early:?}");
    // The first job asks about the start, which White wins by 8.
    let mut lie = campaign.call("next", &[]).record(0);
    let asked = lie["at_least"].as_i64().unwrap();
    for (name, value) in [("found", format!(">={}", asked.max(1)).into()), ("nodes", 1.into()), ("seconds", 0.into())] {
        lie[name] = value;
    }
    lie["solver"] = "liar".into();
    let answers = campaign.path.join("answers");
    fs::write(&answers, format!("{lie}\n")).unwrap();
    assert_eq!(campaign.call("record", &[answers.to_str().unwrap(), "--recheck", "0"]).status, Some(0));
    assert_eq!(campaign.report()["outcome"], "win");
    let (_, refused) = prove(&campaign, &[]);
    let told = "an answer of the ledger: claim 'value>=1' is false: the value is -8; withdrawn: ";
    assert!(refused.status == Some(1) && refused.stderr.contains(told), "{refused:?}");
    assert!(refused.stderr.ends_with("; solve campaign run asks again\n"), "{refused:?}");
    assert!(!file.exists());
    let report = campaign.report();
    assert_eq!((&report["outcome"], &report["withdrawn"]), (&Value::Null, &1.into()), "{report}");
    campaign.run(&["--workers", "1"]);
    let (_, proven) = prove(&campaign, &[]);
    assert_eq!(proven.status, Some(0), "{proven:?}");
    assert_eq!(check(&file)["upper"], -1);
}

#[test]
fn what_cannot_be_written_is_told_before_any_work() {
    let campaign = Folder::plan(&["--board", "4x5", "--budget", "5k"]);
    campaign.run(&["--recheck", "0"]);
    let prove = |output: &Path, more: &[&str]| {
        let fixed = ["campaign", "prove", campaign.name(), "-o", output.to_str().unwrap(), "--quiet"];
        run(&[&fixed[..], more].concat())
    };
    let refused = |run: Run, why: &str| {
        assert!(run.status == Some(1) && run.stderr.contains(why), "{run:?}");
    };
    let nowhere = campaign.path.join("no such folder");
    refused(prove(&nowhere.join("proof.cert"), &[]), "No such file");
    assert!(!nowhere.exists(), "no folder is made for a mistyped path");
    let output = campaign.path.join("proof.cert");
    let file = campaign.path.join("file");
    fs::write(&file, "").unwrap();
    refused(prove(&output, &["--pieces", file.to_str().unwrap()]), "File exists");
    refused(prove(&output, &["--pieces", nowhere.join("pieces").to_str().unwrap()]), "No such file");
    refused(prove(&campaign.path, &[]), "a directory, not a file for a certificate");
    // Neither the ledger nor the pieces make room for the certificate.
    let ledger = campaign.path.join("ledger.txt");
    let before = fs::read(&ledger).unwrap();
    refused(prove(&ledger, &[]), "this is the campaign's ledger");
    refused(
        prove(&campaign.path.join("proof.pieces"), &[]),
        "the pieces of the certificate go into a folder of this name",
    );
    assert_eq!(fs::read(&ledger).unwrap(), before);
    assert!(!output.exists());
}
