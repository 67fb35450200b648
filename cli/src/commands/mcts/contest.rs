//! `solve mcts match`: two players against each other.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Mutex;

use othello::measure::{Contest, Record, Standing};
use problems::ggf;
use serde::{Deserialize, Serialize};
use solver::Position;
use solver::notation::{line_text, parse_moves, play_moves};

use super::last_words;
use crate::args::MatchArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::journal::Journal;
use crate::output;
use crate::output::mcts::Match;
use crate::progress::Display;

/// A game as the journal has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// Everything that decides the games: players, board, start, scoring, opening, seed.
    contest: String,
    number: usize,
    opening: usize,
    moves: String,
    black_score: i32,
}

/// Plays the games and shows who won. After Ctrl-C it shows those that were played.
///
/// # Errors
/// A journal or a file of games that cannot be used, output that cannot be written.
pub(crate) fn run(args: &MatchArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    interrupt.insist(last_words(args.results.as_deref(), "game"));
    let contest = Contest {
        players: [args.first.clone(), args.second.clone()],
        board: args.game.board,
        start: args.game.start,
        scoring: args.game.scoring,
        games: args.games as usize,
        opening_plies: args.opening,
        seed: args.game.seed,
    };
    let opened = args.results.as_deref().map(|path| Journal::open(path, "mcts match")).transpose()?;
    let (journal, kept) = opened.map_or((None, Vec::new()), |(journal, kept)| (Some(journal), kept));
    let known = known(&contest, &kept)?;
    let bar = Display::new(args.output.quiet).bar_from("games", u64::from(args.games), known.len() as u64);
    let failure = Mutex::new(None);
    let records = contest.play(args.threads, known, |number, record| {
        bar.advance();
        if let Some(Err(error)) = journal.as_ref().map(|journal| journal.add(&keep(&contest, number, record))) {
            failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(error);
            return false;
        }
        !interrupt.requested()
    });
    drop(bar);
    if let Some(failure) = failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(failure);
    }
    if let Some(path) = &args.ggf {
        fs::write(path, games(&contest, &records))
            .map_err(|error| Failure::Run(format!("{}: {error}", path.display())))?;
    }
    let played = Match { contest: &contest, standing: Standing::of(&records), records: &records };
    output::print(&if args.output.json { played.json(args.records) } else { played.text(args.records) })?;
    Ok(if interrupt.requested() { Status::Interrupted } else { Status::Done })
}

/// What decides the games of a match; how many there are does not.
fn name_of(contest: &Contest) -> String {
    let Contest { players: [first, second], board, start, scoring, opening_plies, seed, .. } = contest;
    format!("{first} {second} {board} {start} {scoring} random:{opening_plies} seed {seed}")
}

fn keep(contest: &Contest, number: usize, record: &Record) -> Kept {
    Kept {
        contest: name_of(contest),
        number,
        opening: record.opening,
        moves: line_text(contest.board, &record.moves),
        black_score: record.black_score,
    }
}

/// The games of this match that a journal has.
fn known(contest: &Contest, kept: &[Kept]) -> Result<BTreeMap<usize, Record>, Failure> {
    let name = name_of(contest);
    let of_match = kept.iter().filter(|kept| kept.contest == name);
    let read = of_match.map(|kept| {
        let wrong = |error: String| Failure::Run(format!("results: game {} of {name}: {error}", kept.number));
        let moves = parse_moves(contest.board, &kept.moves).map_err(|error| wrong(error.to_string()))?;
        let start = Position::start(contest.board, contest.start);
        play_moves(start, &moves).map_err(|error| wrong(error.to_string()))?;
        let first_is_black = kept.number.is_multiple_of(2);
        Ok((kept.number, Record { first_is_black, opening: kept.opening, moves, black_score: kept.black_score }))
    });
    read.collect()
}

/// All games in the Generic Game Format.
fn games(contest: &Contest, records: &[Record]) -> String {
    let [first, second] = &contest.players;
    let text = |record: &Record| {
        let (black, white) = if record.first_is_black { (first, second) } else { (second, first) };
        let start = Position::start(contest.board, contest.start);
        let (moves, black_score) = (&record.moves, record.black_score);
        ggf::Game { place: "solve", black: &black.text, white: &white.text, start, moves, black_score }.text()
    };
    records.iter().map(text).collect()
}
