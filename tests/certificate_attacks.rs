//! Attacks on `solve check`: forged certificates, and forged files beside them.

use crate::support::{self, forged};

use std::fs;
use std::path::{Path, PathBuf};

use checker::certificate::Hash;
use forged::{Forged, Proof, former_notes, notes};
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde_json::Value;
use solver::{Board, Position, Start};
use support::{Run, run, search};

/// The start of a board.
fn start(board: &str) -> Position {
    Position::start(board.parse::<Board>().unwrap(), Start::Othello)
}

/// A folder with one certificate in it.
struct Scene {
    folder: tempfile::TempDir,
    file: PathBuf,
}

impl Scene {
    fn new(certificate: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("X.cert");
        fs::write(&file, certificate).unwrap();
        Self { folder, file }
    }

    /// A scene with a true certificate.
    fn honest(arguments: &[&str]) -> Self {
        let scene = Self::new(b"");
        let made = search(&[&["prove", "--threads", "1", "-o", scene.name()], arguments].concat());
        assert_eq!(made.status, Some(0), "{made:?}");
        scene
    }

    fn name(&self) -> &str {
        self.file.to_str().expect("temporary directories have plain names")
    }

    fn certificate(&self) -> Vec<u8> {
        fs::read(&self.file).unwrap()
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn check(&self, arguments: &[&str]) -> Run {
        run(&[&["check", self.name()], arguments].concat())
    }
}

/// A false claim: 4x8 is worth +32.
fn false_claim() -> Vec<u8> {
    Forged { root: start("4x8"), cut: 20 }.exactly(-32)
}

#[track_caller]
fn assert_refused(run: &Run, reason: &str) {
    assert_eq!((run.status, run.stdout.as_str()), (Some(1), ""), "{run:?}");
    assert!(run.stderr.lines().last().is_some_and(|line| line.contains(reason)), "{run:?}");
}

#[test]
fn forged_notes_prove_nothing() {
    // 6x6 is worth -4. It has this many portions of leaves.
    let large = Forged { root: start("6x6"), cut: 24 }.exactly(36);
    assert!(large.len() < 200, "{}", large.len());
    for (certificate, portions) in [(false_claim(), 1..8), (large, 100..102)] {
        let scene = Scene::new(&certificate);
        let path = scene.beside("X.cert.progress");
        let forgeries = portions.map(|portions| former_notes(&certificate, portions));
        for forged in forgeries.chain([notes(&certificate, "1/1").into_bytes()]) {
            fs::write(&path, &forged).unwrap();
            let run = scene.check(&[]);
            assert_refused(&run, "fails: in ");
            let remark = "X.cert.progress: notes of an earlier check, which are not read; this check keeps none; --resume \
                          goes on from them";
            assert!(run.stderr.lines().next().is_some_and(|line| line.contains(remark)), "{run:?}");
            assert_eq!(fs::read(&path).unwrap(), forged, "they are as they were");
        }
    }
}

#[test]
fn whoever_goes_on_from_forged_notes_is_told_what_was_not_searched() {
    let scene = Scene::new(&false_claim());
    let (certificate, path) = (scene.certificate(), scene.beside("X.cert.progress"));
    fs::write(&path, notes(&certificate, "1/1")).unwrap();
    let text = scene.check(&["--resume"]);
    assert_eq!((text.status, text.stderr.as_str()), (Some(0), ""), "{text:?}");
    assert!(text.stdout.contains("leaves were taken from notes and not searched in this run. If the notes are true,"));
    assert!(!text.stdout.contains("prove"), "{text:?}");
    let line = text.stdout.split_once("X.cert: ").unwrap().1;
    let words: Vec<&str> = line.split(' ').take(3).collect();
    assert_eq!((words[0], words[1]), (words[2], "of"), "all of all leaves: {line}");
    fs::write(&path, notes(&certificate, "1/1")).unwrap();
    let record = scene.check(&["--resume", "--json"]).record(0);
    assert_eq!((&record["proven"], &record["resumed_leaves"]), (&Value::Null, &record["leaves"]));
    // Notes of version 1 name the certificate only by a checksum, and are never accepted.
    fs::write(&path, former_notes(&certificate, 9)).unwrap();
    let former = scene.check(&["--resume"]);
    assert_refused(&former, "fails: in ");
    assert!(former.stderr.contains("these notes are not taken"), "{former:?}");
}

#[test]
fn notes_of_another_certificate_or_part_are_not_taken() {
    let scene = Scene::honest(&["--board", "4x8", "--claim", "value=32", "--cut", "9"]);
    let path = scene.beside("X.cert.progress");
    let whole = scene.check(&["--json"]).record(0);
    for forged in [notes(&false_claim(), "1/1"), notes(&scene.certificate(), "1/2")] {
        fs::write(&path, &forged).unwrap();
        let run = scene.check(&["--resume", "--json"]);
        assert!(
            run.stderr.contains("these notes are not taken, and this check keeps none; --anew replaces"),
            "{run:?}"
        );
        let record = run.record(0);
        for field in ["proven", "resumed_leaves", "searched", "results"] {
            assert_eq!(record[field], whole[field], "{field}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), forged, "they are as they were");
    }
    // The leaves of a damaged line are searched again.
    let mut forged = notes(&scene.certificate(), "1/1").into_bytes();
    let second = forged.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    forged[second + 8] ^= 1;
    fs::write(&path, &forged).unwrap();
    let run = scene.check(&["--resume", "--json"]);
    assert!(run.stderr.contains("X.cert.progress:2: the line is damaged; its leaves are searched again"), "{run:?}");
    let record = run.record(0);
    assert!(record["resumed_leaves"].as_u64().unwrap() < record["leaves"].as_u64().unwrap(), "{record}");
    // However many lines are damaged, the message takes one.
    let many = notes(&scene.certificate(), "1/1") + &"\n".repeat(5000);
    fs::write(&path, &many).unwrap();
    let run = scene.check(&["--resume", "--json"]);
    assert!(run.stderr.contains("the line is damaged, and so are 4999 others") && run.stderr.len() < 2000, "{run:?}");
}

#[test]
fn of_two_results_of_one_portion_neither_is_taken() {
    let scene = Scene::honest(&["--board", "4x8", "--claim", "value=32", "--cut", "9"]);
    let (certificate, path) = (scene.certificate(), scene.beside("X.cert.progress"));
    let seal = files::Seal::of(&format!("othello-check-notes 5 part 1/1 of {}", Hash::of(&certificate)));
    let portion = |number: &str, word: &[u8]| {
        seal.seal(&format!("portion {number} searched 1234 results {}", Hash::of(word))) + "\n"
    };
    // The first line again, one of a number that nobody writes so, then other results for the first portion.
    let more = portion("0", &certificate) + &portion("007", &certificate);
    for (more, line) in [(more.clone(), 5003), (more + &portion("0", b"another").repeat(2), 5003)] {
        fs::write(&path, notes(&certificate, "1/1") + &more).unwrap();
        let run = scene.check(&["--resume", "--json"]);
        assert!(run.stderr.contains(&format!("X.cert.progress:{line}: the line is damaged")), "{run:?}");
        let record = run.record(0);
        let searched = record["leaves"].as_u64().unwrap() - record["resumed_leaves"].as_u64().unwrap();
        assert_eq!(searched > 0, more.contains(&portion("0", b"another")), "{record}");
        assert_eq!(run.stderr.contains("so are 2 others"), searched > 0, "{run:?}");
    }
}

#[test]
fn a_check_anew_replaces_notes_and_nothing_else() {
    let scene = Scene::honest(&["--board", "4x8", "--claim", "value=32", "--cut", "9"]);
    let path = scene.beside("X.cert.progress");
    let own = notes(&scene.certificate(), "1/1");
    let header = |text: &str| files::Seal::ALONE.seal(&format!("{text} part 1/1 of {}", "0".repeat(64))) + "\n";
    let later = header("othello-check-notes 6");
    let replaced = [
        (own.clone().into_bytes(), ""),
        (own[..30].into(), ""),
        (notes(&false_claim(), "1/1").into(), "the journal is about 'part 1/1 of "),
        (notes(&scene.certificate(), "1/2").into(), "the journal is about 'part 1/2 of "),
        (header("othello-check-notes 4").into(), "a journal of version 4; "),
        (former_notes(&scene.certificate(), 9), "no journal that begins with "),
    ];
    for (text, remark) in replaced {
        fs::write(&path, &text).unwrap();
        let run = scene.check(&["--anew"]);
        assert!(run.status == Some(0) && !path.exists(), "{remark}: {run:?}");
        assert_eq!(run.stderr.is_empty(), remark.is_empty(), "{run:?}");
        assert!(
            run.stderr.contains(remark) && (remark.is_empty() || run.stderr.ends_with("are replaced\n")),
            "{run:?}"
        );
    }
    let diary = "othello-check-notes are my diary";
    let foreign = [diary, &format!("{diary}\n"), "othello-check-notes 5\n", "OTHCHECKERS", "oth\n", &own[1..]];
    for text in foreign.into_iter().chain([&later[..]]) {
        fs::write(&path, text).unwrap();
        let run = scene.check(&["--anew"]);
        let advice = if text == later { "puts new ones elsewhere" } else { "puts them elsewhere" };
        assert!(run.status == Some(0) && run.stderr.contains(advice), "{text}: {run:?}");
        if text != later {
            assert_refused(&scene.check(&["--anew", "--progress-file", path.to_str().unwrap()]), "not the progress of");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

/// Everything below needs signals, links or limits.
#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    use miniz_oxide::deflate::core::{
        CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
    };

    use super::*;

    /// A check that takes seconds, of a true claim.
    fn long() -> Scene {
        Scene::honest(&["--board", "6x6", "--moves", "c2b4c5d2e4e3", "--claim", "value>=-4", "--cut", "20"])
    }

    fn begin(scene: &Scene, arguments: &[&str]) -> Child {
        let mut command = support::program();
        command.args(["check", scene.name()]).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// Waits until a check searches: it has used the processor for a while.
    fn wait_for_work(process: u32) {
        if !cfg!(target_os = "linux") {
            return std::thread::sleep(Duration::from_secs(1));
        }
        support::wait_until("the check searches", || {
            let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("the process is running");
            let ticks = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)).map(str::parse::<u64>);
            ticks.is_some_and(|ticks| ticks.unwrap() >= 30)
        });
    }

    #[test]
    fn notes_that_appear_during_a_check_are_neither_read_nor_removed() {
        let scene = long();
        let path = scene.beside("X.cert.progress");
        let whole = scene.check(&["--json"]).record(0);
        let child = begin(&scene, &["--threads", "1", "--json"]);
        wait_for_work(child.id());
        let forged = notes(&scene.certificate(), "1/1");
        fs::write(&path, &forged).unwrap();
        let record = Run::from(child.wait_with_output().unwrap()).record(0);
        assert_eq!((&record["results"], &record["resumed_leaves"]), (&whole["results"], &0.into()));
        assert_eq!(fs::read_to_string(&path).unwrap(), forged);
        // Nor does a stopped check overwrite them.
        fs::remove_file(&path).unwrap();
        let child = begin(&scene, &["--threads", "1"]);
        wait_for_work(child.id());
        fs::write(&path, &forged).unwrap();
        support::signal("INT", child.id());
        let stopped = Run::from(child.wait_with_output().unwrap());
        assert_eq!(stopped.status, Some(130), "{stopped:?}");
        assert!(!stopped.stderr.contains("--resume"), "nothing was noted: {stopped:?}");
        let told = "X.cert.progress: there is a file of this name already; this check keeps no notes; --progress-file";
        assert_eq!(stopped.stderr.matches(told).count(), 1, "{stopped:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), forged);
    }

    #[test]
    fn notes_that_another_check_writes_are_not_replaced() {
        let scene = long();
        let path = scene.beside("X.cert.progress");
        let other = Forged { root: start("4x8"), cut: 20 }.exactly(32);
        for certificate in [scene.certificate(), other] {
            let text = notes(&certificate, "1/1");
            fs::write(&path, &text).unwrap();
            let running = files::AppendFile::open(&path, Duration::ZERO).unwrap();
            assert_refused(&scene.check(&["--anew"]), "X.cert.progress: another process writes to it");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            drop(running);
        }
    }

    #[test]
    fn nothing_is_written_or_read_through_links() {
        let scene = long();
        let victim = scene.beside("victim");
        let path = scene.beside("X.cert.progress");
        for content in ["Dear Joel,".to_owned(), notes(&scene.certificate(), "1/1")] {
            for name in ["X.cert.progress", "X.cert.progress.unfinished"] {
                fs::write(&victim, &content).unwrap();
                symlink(&victim, scene.beside(name)).unwrap();
                for resume in [&[][..], &["--resume"], &["--anew"]] {
                    let child = begin(&scene, &[&["--threads", "1"], resume].concat());
                    wait_for_work(child.id());
                    support::signal("INT", child.id());
                    let stopped = Run::from(child.wait_with_output().unwrap());
                    assert_eq!(stopped.status, Some(130), "{stopped:?}");
                    if name == "X.cert.progress" {
                        let remark = "X.cert.progress: no notes of a check; they cannot be kept there";
                        assert!(stopped.stderr.contains(remark), "{stopped:?}");
                    } else {
                        let _ = fs::remove_file(&path);
                    }
                    assert_eq!(fs::read_to_string(&victim).unwrap(), content, "{name} {resume:?}");
                }
                fs::remove_file(scene.beside(name)).unwrap();
            }
        }
    }

    #[test]
    fn a_certificate_is_not_written_through_a_link() {
        let scene = Scene::new(b"");
        let victim = scene.beside("victim");
        fs::write(&victim, "Dear Joel,").unwrap();
        symlink(&victim, scene.beside("Y.cert.unfinished")).unwrap();
        let file = scene.beside("Y.cert");
        let made = search(&["prove", "--board", "4x4", "--claim", "loss", "-o", file.to_str().unwrap()]);
        assert_eq!(fs::read_to_string(&victim).unwrap(), "Dear Joel,", "{made:?}");
        assert_refused(&made, "Y.cert.unfinished: a link, not a file for a certificate");
    }

    #[test]
    fn a_signal_is_heard_in_the_longest_leaf() {
        // A position with 24 empty squares is one leaf; searching it takes far longer than a second.
        let root = forward(start("8x8"), 24);
        let forged = Forged { root, cut: 24 };
        let scene = Scene::new(&forged.bytes(&[Proof::new(0, 2, &[])]));
        for name in ["TERM", "INT", "HUP"] {
            let child = begin(&scene, &[]);
            wait_for_work(child.id());
            let begin = Instant::now();
            support::signal(name, child.id());
            let stopped = Run::from(child.wait_with_output().unwrap());
            assert_eq!(stopped.status, Some(130), "{name}: {stopped:?}");
            assert_eq!(stopped.stderr, "solve: stopped with 0 of 1 leaf proven\n");
            assert!(begin.elapsed() < Duration::from_secs(10), "{name}: {:?}", begin.elapsed());
        }
    }

    /// Plays the middle move each time, until this many squares are empty.
    fn forward(mut position: Position, empties: u32) -> Position {
        while position.empties() > empties {
            let moves = position.legal_moves();
            position = position.play(moves[moves.len() / 2]).unwrap();
        }
        position
    }

    /// Checks a file with little memory; must end within ten seconds.
    fn check_within_little_memory(file: &Path, arguments: &str) -> Run {
        let program = support::program().get_program().to_owned();
        let mut command = Command::new("sh");
        let script = format!("ulimit -v $1 && exec \"$2\" check \"$3\" --threads 1 {arguments}");
        command.args(["-c", &script, "sh", &(limit_kib()).to_string()]).arg(program).arg(file).stdin(Stdio::null());
        let begin = Instant::now();
        let run = Run::from(command.output().unwrap());
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}: {run:?}", begin.elapsed());
        run
    }

    /// The limit of address space: what the idle program takes, and 64 MiB.
    fn limit_kib() -> u64 {
        const IDLE_MIB: u64 = 40;
        (IDLE_MIB + 64) << 10
    }

    #[test]
    fn bombs_are_refused_in_little_memory() {
        let scene = Scene::new(b"");
        let forged = Forged { root: start("8x8"), cut: 24 };
        let zeros = |count: usize| compress_to_vec_zlib(&vec![0; count], 9);
        let proof = |kind, announced, packed: &[u8]| Proof { kind, score: 0, announced, packed: packed.to_vec() };
        // 2 GiB in 2 MB.
        let many = packed_zeros(128);
        let some = zeros(3 << 20);
        let two = [proof(0, 1 << 31, &many), proof(1, 1 << 31, &many)];
        let cases = [
            ("4 GiB of moves", forged.bytes(&two), "moves in "),
            ("more than announced", forged.bytes(&[proof(0, 1000, &many)]), "cannot be decompressed"),
            ("more than can be", forged.bytes(&[proof(0, 1 << 31, &some)]), "moves in "),
            ("as announced", forged.bytes(&[proof(0, 1 << 20, &zeros(1 << 20))]), "is not a legal move"),
            ("none announced", forged.bytes(&[proof(0, 0, &many)]), "cannot be decompressed"),
            ("no proof", forged.bytes(&[proof(0, 1 << 60, &[])]), "moves is 1152921504606846976"),
        ];
        for (name, bytes, reason) in cases {
            fs::write(&scene.file, &bytes).unwrap();
            let run = check_within_little_memory(&scene.file, "");
            assert_eq!(
                (run.status, run.stdout.as_str(), run.stderr.lines().count()),
                (Some(1), "", 1),
                "{name}: {run:?}"
            );
            assert!(run.stderr.contains(reason), "{name}: {run:?}");
        }
        let mut endless = forged.bytes(&[proof(0, 10, &some)]);
        endless[42..50].copy_from_slice(&u64::MAX.to_le_bytes());
        fs::write(&scene.file, &endless).unwrap();
        assert_refused(&check_within_little_memory(&scene.file, ""), "the certificate is damaged");
    }

    /// This many blocks of zeros as a zlib stream of a thousandth of their size: the same compressed block again and
    /// again.
    fn packed_zeros(blocks: usize) -> Vec<u8> {
        let mut compressor = CompressorOxide::new(create_comp_flags_from_zip_params(9, 0, 0));
        let mut block = vec![0; BLOCK / 500];
        // A flush ends a block so that others may follow.
        let (status, read, written) = compress(&mut compressor, &vec![0; BLOCK], &mut block, TDEFLFlush::Sync);
        assert_eq!((status, read), (TDEFLStatus::Okay, BLOCK));
        let mut stream = vec![0x78, 0xda];
        (0..blocks).for_each(|_| stream.extend(&block[..written]));
        stream.extend([1, 0, 0, 0xff, 0xff]);
        // Adler-32 of zeros: its lower half stays 1, its upper half counts them.
        stream.extend(((((BLOCK * blocks) % 65_521) as u32) << 16 | 1).to_be_bytes());
        stream
    }

    /// Number of zeros in a block.
    const BLOCK: usize = 1 << 24;

    #[test]
    fn a_proof_that_spreads_is_refused_before_it_takes_memory() {
        // Every reply is followed, and each gets some move.
        let root = forward(start("8x8"), 40);
        let moves = Forged { root, cut: 40 - PLIES }.moves(0, -62);
        let scene = Scene::new(&Forged { root, cut: 0 }.bytes(&[Proof::new(0, -62, &moves)]));
        let run = check_within_little_memory(&scene.file, "--memory 1MiB");
        assert_refused(&run, "bytes of memory; ");
        assert!(run.stderr.contains(" are allowed; --memory allows more"), "{run:?}");
        // With more memory it is followed until its moves end.
        assert_refused(&scene.check(&[]), "the proof has too few moves");
    }

    /// This many plies of 8x8 take more than a mebibyte.
    const PLIES: u32 = 9;

    #[test]
    fn a_check_does_with_the_threads_and_the_memory_that_it_gets() {
        let scene = Scene::honest(&["--board", "4x8", "--claim", "value=32", "--cut", "9"]);
        let whole = scene.check(&["--json"]).record(0);
        let script = "ulimit -v $1 && exec \"$2\" check \"$3\" --threads 1024 --json";
        let program = support::program().get_program().to_owned();
        for kib in [limit_kib(), 1 << 20] {
            let mut command = Command::new("sh");
            command.args(["-c", script, "sh", &kib.to_string()]).arg(&program).arg(&scene.file);
            let record = Run::from(command.output().unwrap()).record(0);
            assert_eq!((&record["proven"], &record["results"]), (&whole["proven"], &whole["results"]), "{kib} KiB");
        }
    }

    #[test]
    fn what_is_no_file_is_refused_at_once() {
        let scene = Scene::new(b"");
        let pipe = scene.beside("pipe.cert");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [Path::new("/dev/zero"), Path::new("/dev/null"), Path::new("/dev/tty"), &pipe, scene.folder.path()]
        {
            let run = check_within_little_memory(path, "");
            assert_refused(&run, "");
            assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
        }
        let zero = check_within_little_memory(Path::new("/dev/zero"), "");
        assert_eq!(zero.stderr, "solve: /dev/zero: this is not a certificate: it is not a file\n");
        // Endless files: one with nothing in it, and one that begins like a certificate.
        for (head, reason) in [(&b""[..], "does not begin with OTHPROOF"), (b"OTHPROOF", "are not read; --memory")] {
            let file = scene.beside("endless");
            fs::write(&file, head).unwrap();
            fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(1 << 40).unwrap();
            assert_refused(&check_within_little_memory(&file, ""), reason);
            assert_refused(&run(&["check", scene.name(), "--parts", file.to_str().unwrap()]), "");
        }
    }
}
