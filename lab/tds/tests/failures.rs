//! Ranks that fail, and searches that resume from a checkpoint.
#![allow(clippy::disallowed_methods, reason = "a test may end with a panic")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mcts::games::ArtificialTree;
use mcts::parallel::Task;
use mcts::playout::{AmafTally, Uniform};
use mcts::select::Ucb1;
use mcts::{Blind, Budget, Game, Playout, Random, Settings, Tally};
use tds::{Checkpoint, Found, Options, Rank, TdsError, Transport, TransportError, search, transport, work};

const SEED: u64 = 9;

fn tree() -> ArtificialTree {
    ArtificialTree::new(4, 5, 30)
}

fn task(tree: &ArtificialTree, playouts: u64, settings: Settings) -> Task<'_, ArtificialTree, Ucb1, Blind> {
    let (select, budget) = (Ucb1 { c: 0.5 }, Budget::playouts(playouts));
    Task { game: tree, state: tree.root(), select, evaluation: &Blind, settings, budget, seed: SEED }
}

fn options(ranks: usize, directory: &std::path::Path) -> Options {
    let (directory, every, label) = (directory.to_owned(), Duration::from_millis(20), "artificial".to_owned());
    Options {
        checkpoint: Some(Checkpoint { directory, every, label, former_labels: Vec::new() }),
        ..Options::new(ranks)
    }
}

fn found(ranks: usize, playouts: u64, options: &Options, settings: Settings) -> Result<Found<u8>, TdsError> {
    search(&task(&tree(), playouts, settings), ranks, Duration::ZERO, options, |_| Uniform)
}

/// Playouts that panic after some number, counted over all ranks.
struct Breaking<'a>(&'a AtomicU64);

impl<G: Game> Playout<G> for Breaking<'_> {
    fn play(
        &mut self,
        game: &G,
        state: &G::State,
        count: u32,
        random: &mut Random,
        amaf: Option<&mut AmafTally>,
    ) -> Tally {
        let before = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        before.expect("this playout is meant to break");
        Uniform.play(game, state, count, random, amaf)
    }
}

#[test]
fn a_playout_that_panics_ends_the_search() {
    let tree = tree();
    for ranks in [1, 2, 5] {
        let left = AtomicU64::new(300);
        let search = || {
            search(&task(&tree, 100_000, Settings::default()), ranks, Duration::ZERO, &Options::new(ranks), |_| {
                Breaking(&left)
            })
        };
        assert!(catch_unwind(AssertUnwindSafe(search)).is_err(), "{ranks}");
    }
}

#[test]
fn a_search_comes_to_its_end_however_often_it_saves() {
    let moment = Duration::from_millis(1);
    for (ranks, every) in [(1, Duration::ZERO), (1, moment), (3, moment), (3, Duration::MAX)] {
        let directory = tempfile::tempdir().unwrap();
        let mut options = options(ranks, directory.path());
        options.checkpoint.as_mut().unwrap().every = every;
        let (done, ends) = std::sync::mpsc::channel();
        let search = move || done.send(found(ranks, 200, &options, Settings::default()).unwrap().searched.playouts);
        std::thread::spawn(search);
        let playouts = ends.recv_timeout(Duration::from_secs(60));
        let playouts = playouts.unwrap_or_else(|_| panic!("{ranks} ranks that save every {every:?} never end"));
        assert_eq!(playouts, 200);
    }
}

/// A transport that, after some messages, is cut off, or loses all others on their way.
struct Faulty<T> {
    inner: T,
    left: u32,
    is_mute: bool,
}

impl<T: Transport> Transport for Faulty<T> {
    fn rank(&self) -> Rank {
        self.inner.rank()
    }

    fn ranks(&self) -> usize {
        self.inner.ranks()
    }

    fn send(&mut self, to: Rank, message: Vec<u8>) -> Result<(), TransportError> {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None if self.is_mute => return Ok(()),
            None => return Err(TransportError::Failed("cut off".to_owned())),
        }
        self.inner.send(to, message)
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<(Rank, Vec<u8>)>, TransportError> {
        self.inner.receive(wait)
    }

    fn close(&mut self) -> Result<(), TransportError> {
        self.inner.close()
    }
}

#[test]
fn a_rank_that_is_gone_is_named_by_all_others() {
    let tree = tree();
    let task = task(&tree, 1_000_000, Settings::default());
    let options = Options::new(3);
    let errors: Vec<String> = std::thread::scope(|scope| {
        let ranks: Vec<_> = transport::threads(3, Duration::ZERO)
            .into_iter()
            .map(|end| {
                let (task, options) = (&task, &options);
                scope.spawn(move || {
                    let left = if end.rank() == 1 { 200 } else { u32::MAX };
                    work(task, options, Uniform, Faulty { inner: end, left, is_mute: false }).unwrap_err().to_string()
                })
            })
            .collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    });
    assert!(errors[1].contains("the network failed: cut off"), "{errors:?}");
    for rank in [0, 2] {
        assert!(errors[rank].contains("is gone"), "{errors:?}");
    }
}

/// The error of rank 0 if rank 1 of two is heard only so often.
fn silence(messages: u32, options: &Options, playouts: u64) -> String {
    let tree = tree();
    let task = task(&tree, playouts, Settings::default());
    let mut ends = transport::threads(2, Duration::ZERO);
    let (second, first) = (ends.pop().unwrap(), ends.pop().unwrap());
    std::thread::scope(|scope| {
        // Its last message may be the one that is lost.
        scope.spawn(|| work(&task, options, Uniform, Faulty { inner: second, left: messages, is_mute: true }).is_ok());
        work(&task, options, Uniform, first).unwrap_err().to_string()
    })
}

#[test]
fn a_rank_that_is_silent_for_too_long_is_taken_for_lost() {
    let patience = Duration::from_millis(100);
    let plain = Options { patience, ..Options::new(2) };
    let error = silence(1, &plain, 100_000);
    assert!(error.starts_with("nothing was heard of ") && error.contains("100ms"), "{error}");
    // It does not begin, does not load, does not save, or does not end.
    let error = silence(0, &plain, 100_000);
    assert!(error.starts_with("rank 1 has not answered for 1") && error.contains("ms: "), "{error}");
    let directory = tempfile::tempdir().unwrap();
    let saving = Options { patience, ..options(2, directory.path()) };
    for (messages, playouts) in [(1, 0), (2, 0), (3, 0)] {
        let error = silence(messages, &saving, playouts);
        assert!(error.starts_with("rank 1 has not answered for "), "{messages}: {error}");
    }
}

/// Two ranks that are given different things to do: the error of rank 0.
fn disagreement(second: &Task<'_, ArtificialTree, Ucb1, Blind>, their_options: &Options) -> String {
    let tree = tree();
    let (first, own) = (task(&tree, 100_000, Settings::default()), Options::new(2));
    let mut ends = transport::threads(2, Duration::ZERO);
    let (other, end) = (ends.pop().unwrap(), ends.pop().unwrap());
    std::thread::scope(|scope| {
        scope.spawn(|| work(second, their_options, Uniform, other).unwrap_err());
        work(&first, &own, Uniform, end).unwrap_err().to_string()
    })
}

#[test]
fn ranks_that_do_not_search_the_same_do_not_begin() {
    let (tree, other, wide) = (tree(), ArtificialTree::new(5, 5, 30), ArtificialTree::new(4, 6, 30));
    let same = task(&tree, 100_000, Settings::default());
    let begins = |error: &str, found: &str, expected: &str| {
        let both = format!("rank 1 does not search what rank 0 searches ({found}, not {expected}); ");
        assert!(error.starts_with(&both), "{error}, and not {both}");
    };
    let options = Options::new(2);
    begins(
        &disagreement(&task(&tree, 1, Settings { is_graph: true, ..same.settings }), &options),
        "is_graph: true",
        "is_graph: false",
    );
    let error = disagreement(&Task { select: Ucb1 { c: 1.0 }, ..task(&tree, 1, same.settings) }, &options);
    assert!(error.contains("(urgency "), "{error}");
    for game in [&other, &wide] {
        let error = disagreement(&task(game, 100_000, same.settings), &options);
        assert!(error.contains(" moves to "), "{error}");
    }
    let state = tree.apply(&tree.root(), 0);
    assert!(disagreement(&Task { state, ..task(&tree, 1, same.settings) }, &options).contains("root "));
    begins(&disagreement(&same, &Options { allowance: 3, ..options.clone() }), "allowance 3", "allowance 8");
    begins(&disagreement(&same, &Options { in_flight: 3, ..options.clone() }), "3 descents", "16 descents");
    begins(&disagreement(&same, &Options { label: "go".to_owned(), ..options.clone() }), "go", "");
    let directory = tempfile::tempdir().unwrap();
    let saving = self::options(2, directory.path());
    begins(&disagreement(&same, &saving), "with checkpoints", "without checkpoints");
}

/// A transport on which rank 1 says something that makes no sense.
struct Babble(Vec<u8>);

impl Transport for Babble {
    fn rank(&self) -> Rank {
        0
    }

    fn ranks(&self) -> usize {
        2
    }

    fn send(&mut self, _: Rank, _: Vec<u8>) -> Result<(), TransportError> {
        Ok(())
    }

    fn receive(&mut self, _: Duration) -> Result<Option<(Rank, Vec<u8>)>, TransportError> {
        Ok(Some((1, self.0.clone())))
    }
}

#[test]
fn messages_that_make_no_sense_are_an_error_and_no_panic() {
    let tree = tree();
    let mut random = Random::new(1, 0);
    for length in 1..40 {
        for _ in 0..50 {
            let message: Vec<u8> =
                (0..length).map(|_| random.below(if length % 2 == 0 { 16 } else { 256 }) as u8).collect();
            let task = task(&tree, u64::MAX, Settings::default());
            let options = Options { patience: Duration::from_secs(5), ..Options::new(2) };
            let error = work(&task, &options, Uniform, Babble(message.clone())).unwrap_err();
            assert!(
                matches!(error, TdsError::Garbled { rank: 0, from: 1 } | TdsError::Elsewhere { .. }),
                "{message:?}: {error}"
            );
        }
    }
}

#[test]
fn a_search_that_was_cut_short_goes_on_from_its_checkpoint() {
    let tree = tree();
    for ranks in [1, 2, 4] {
        let directory = tempfile::tempdir().unwrap();
        let options = options(ranks, directory.path());
        // Enough for at least some checkpoints while the search runs; the one at its end does not count here.
        let left = AtomicU64::new(60_000);
        let cut = || {
            search(&task(&tree, 10_000_000, Settings::default()), ranks, Duration::ZERO, &options, |_| Breaking(&left))
        };
        assert!(catch_unwind(AssertUnwindSafe(cut)).is_err());
        let gone_on = found(ranks, 80_000, &options, Settings::default()).unwrap();
        assert!(gone_on.resumed > 0 && gone_on.resumed < 80_000, "{}", gone_on.resumed);
        assert_eq!((gone_on.searched.playouts, gone_on.root.playouts), (80_000, 80_000));
        let made: u64 = gone_on.ranks.iter().map(|rank| rank.playouts).sum();
        assert!(made <= 80_000 - gone_on.resumed, "what is known is not searched again");
        assert!(gone_on.ranks.iter().all(|rank| rank.left == 0));
        // The end is saved too: running the same again needs no playout.
        let again = found(ranks, 80_000, &options, Settings::default()).unwrap();
        assert_eq!((again.resumed, again.searched.moves), (80_000, gone_on.searched.moves));
        assert_eq!(again.searched.nodes, gone_on.searched.nodes);
    }
}

#[test]
fn a_search_goes_on_with_the_ranks_that_there_are() {
    let directory = tempfile::tempdir().unwrap();
    let mut known = 0;
    for (ranks, playouts) in [(4, 3000), (1, 5000), (6, 9000), (2, 12_000), (3, 15_000)] {
        let gone_on = found(ranks, playouts, &options(ranks, directory.path()), Settings::default()).unwrap();
        assert_eq!((gone_on.resumed, gone_on.searched.playouts, gone_on.ranks.len()), (known, playouts, ranks));
        assert_eq!(u64::from(gone_on.root.playouts), playouts);
        let made: u64 = gone_on.ranks.iter().map(|rank| rank.playouts).sum();
        assert!(made <= playouts - known, "what is known is not searched again");
        assert!(gone_on.ranks.iter().all(|rank| rank.left == 0));
        known = playouts;
    }
    // What remains are the files of the last three ranks, and of the two before if no checkpoint came in between.
    let left = std::fs::read_dir(directory.path()).unwrap().count();
    assert!((5..=6).contains(&left), "{left} files");
}

#[test]
fn one_rank_that_goes_on_finds_what_it_would_have_found() {
    for (is_graph, proves) in [(false, false), (true, true), (true, false)] {
        let settings = Settings { is_graph, proves, ..Settings::default() };
        let whole = found(1, 20_000, &Options::new(1), settings).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let options = options(1, directory.path());
        for playouts in [1, 7000, 13_001, 20_000] {
            let part = found(1, playouts, &options, settings).unwrap();
            assert_eq!(part.searched.playouts, playouts);
            if playouts == 20_000 {
                assert_eq!((part.searched.moves, part.root), (whole.searched.moves.clone(), whole.root));
                assert_eq!(part.searched.nodes, whole.searched.nodes);
            }
        }
    }
}

#[test]
fn a_checkpoint_of_another_search_is_refused_and_a_lost_part_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let options = options(3, directory.path());
    found(3, 2000, &options, Settings::default()).unwrap();
    let error = |ranks, settings| found(ranks, 3000, &options, settings).unwrap_err().to_string();
    let graph = Settings { is_graph: true, ..Settings::default() };
    assert!(error(3, graph).contains("is of another search"));
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with("rank-2.") {
            std::fs::remove_file(path).unwrap();
        }
    }
    assert!(error(3, Settings::default()).contains("no checkpoint in common"));
    let missing = error(2, Settings::default());
    assert!(missing.contains("is missing: 3 ranks have written the tree"), "{missing}");
}

#[test]
fn two_searches_cannot_save_in_one_directory_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let first = Options { stop: Some(Arc::default()), ..options(2, directory.path()) };
    std::thread::scope(|scope| {
        let running = scope.spawn(|| found(2, u64::MAX, &first, Settings::default()).unwrap());
        let begin = Instant::now();
        while !directory.path().join("rank-0.generation-1").exists() {
            assert!(begin.elapsed() < Duration::from_secs(60), "no checkpoint");
            std::thread::sleep(Duration::from_millis(1));
        }
        for ranks in [1, 2, 3] {
            let error = found(ranks, 100, &options(ranks, directory.path()), Settings::default()).unwrap_err();
            assert!(matches!(error, TdsError::InUse { .. }), "{error}");
        }
        first.stop.as_ref().unwrap().store(true, Ordering::Relaxed);
        let playouts = running.join().unwrap().searched.playouts;
        let gone_on = found(3, 1, &options(3, directory.path()), Settings::default()).unwrap();
        assert_eq!((gone_on.resumed, gone_on.searched.playouts), (playouts, playouts));
    });
}

#[test]
fn the_label_in_a_checkpoint_stays_as_it_is_and_a_former_one_is_read_too() {
    let directory = tempfile::tempdir().unwrap();
    let mut options = options(1, directory.path());
    found(1, 100, &options, Settings::default()).unwrap();
    let bytes = std::fs::read(directory.path().join("rank-0.generation-1")).unwrap();
    let expected = format!(
        "artificial, root {:016x}, Settings {{ reward: Outcome, threshold: 1, is_graph: false, proves: false, final_move: \
         Visits, playouts_per_leaf: 1, virtual_loss: 1, max_nodes: 20000000 }}, mark ",
        tree().hash(&tree().root())
    );
    let label = String::from_utf8_lossy(&bytes[16..16 + expected.len() + "0123456789abcdef, 1 ranks".len()]);
    let end = label.strip_prefix(&expected).unwrap_or_else(|| panic!("{label} and not {expected}"));
    assert!(end.ends_with(", 1 ranks") && u64::from_str_radix(&end[..16], 16).is_ok(), "{label}");
    let checkpoint = options.checkpoint.as_mut().unwrap();
    checkpoint.former_labels = vec![std::mem::replace(&mut checkpoint.label, "new".to_owned())];
    assert_eq!(found(1, 200, &options, Settings::default()).unwrap().resumed, 100);
    let bytes = std::fs::read(directory.path().join("rank-0.generation-2")).unwrap();
    assert!(bytes[16..].starts_with(b"new, root "));
}

#[test]
fn a_checkpoint_that_cannot_be_written_ends_the_search() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "").unwrap();
    for ranks in [1, 3] {
        let error = found(ranks, 1000, &options(ranks, &file), Settings::default()).unwrap_err();
        assert!(matches!(error, TdsError::File(_)), "{error}");
    }
}
