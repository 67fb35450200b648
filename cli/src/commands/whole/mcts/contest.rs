//! `solve mcts match`.

use std::path::PathBuf;

use clap::Args;
use experiments::{Games, Match, MatchResult, Nodes, Opening};
use othello::players::Spec;
use solver::{Board, Move, Position, Start, read};

use super::{last_words, percent};
use crate::args::{GameArgs, OutputArgs, values};
use crate::commands::positions::entry;
use crate::draft::{self, is_same_file};
use crate::exit::{self, Failure, Status};
use crate::input::{name, read_whole};
use crate::interrupt::Interrupt;
use crate::left_out;
use crate::output::{counted, print_result, signed};
use crate::progress::Steps;

/// The most bytes of a file of openings.
const MOST_BYTES: u64 = 64 << 20;

/// Play a match between two players
#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// The player whose results are shown
    #[arg(value_name = "PLAYER")]
    first: Spec,
    /// The player it meets
    #[arg(value_name = "OPPONENT")]
    second: Spec,
    #[command(flatten)]
    game: GameArgs,
    /// Number of games; each opening is played twice, with colours exchanged
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How games begin: random:PLIES, or a file of openings, such as XOT, in any form of games. The seed draws their order; an
    /// opening comes again only when all were played
    #[arg(long, value_name = "HOW", default_value = "random:8", value_parser = parse_opening)]
    opening: Beginning,
    /// Number of games at a time; results do not depend on it unless players have a time limit
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::parse_threads)]
    threads: usize,
    /// Print each game on a line: Black, White, Black's score, moves
    #[arg(long)]
    records: bool,
    /// Count the positions that alpha-beta to a fixed depth visits for a move; repeats its searches after the match
    #[arg(long)]
    nodes: bool,
    /// Write all games to a file in the Generic Game Format
    #[arg(long, value_name = "FILE")]
    ggf: Option<PathBuf>,
    /// Keep every game in this file, one JSON object per line, and do not replay those it has
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// How games begin, as it is asked for.
#[derive(Clone, Debug)]
enum Beginning {
    Random(u32),
    File(PathBuf),
}

/// Reads `random:PLIES`, or the name of a file.
fn parse_opening(text: &str) -> Result<Beginning, String> {
    let Some(plies) = text.strip_prefix("random:") else { return Ok(Beginning::File(text.into())) };
    let plies = plies.parse().ok().filter(|&plies| plies <= 60).map(Beginning::Random);
    plies.ok_or_else(|| format!("opening '{text}' is not random:PLIES with at most 60 plies, for example random:8"))
}

impl Beginning {
    /// The openings, and whether all of the file are good; a bad one is reported.
    fn openings(&self, board: Board, start: Start) -> Result<(Opening, Status), Failure> {
        let path = match self {
            Self::Random(plies) => return Ok((Opening::Random(*plies), Status::Done)),
            Self::File(path) => path,
        };
        let (first, mut status) = (Position::start(board, start), Status::Done);
        let mut openings: Vec<Vec<Move>> = Vec::new();
        for (number, read) in read::games(&read_whole(path, MOST_BYTES)?, Some(first)).into_iter().map(entry) {
            let why = match read {
                Ok(game) if game.start != first => {
                    format!("the opening does not begin at the {start} start of {board}")
                }
                Ok(game) if game.end().is_over() => "the opening ends the game".to_owned(),
                Ok(game) => {
                    openings.push(game.moves);
                    continue;
                }
                Err(why) => why,
            };
            exit::complain(&format!("{}:{number}: {why}", name(path)));
            status = Status::PartlyDone;
        }
        match openings.is_empty() {
            true => Err(Failure::Run(format!("{}: no opening for the {start} start of {board}", name(path)))),
            false => Ok((Opening::Given(openings), status)),
        }
    }
}

/// Plays the games and shows who won. After Ctrl-C it shows the games played so far.
pub(super) fn run(args: &MatchArgs) -> Result<Status, Failure> {
    if let (Some(results), Some(ggf)) = (&args.results, &args.ggf)
        && is_same_file(results, ggf)
    {
        let both = format!("--results and --ggf are one file, {}; give each its own", results.display());
        return Err(Failure::Usage(both));
    }
    let interrupt = Interrupt::install()?;
    interrupt.insist(&last_words(args.results.as_deref(), "game"));
    let GameArgs { board, start, scoring, seed } = args.game;
    let players = [args.first.clone(), args.second.clone()];
    let (opening, status) = args.opening.openings(board, start)?;
    let games = args.games as usize;
    let mut played = Games::of(Match { players, board, start, scoring, games, opening, seed });
    if let Some(path) = &args.results {
        left_out::tell(&played.keep_in(path)?, "game");
    }
    let ggf = || args.ggf.as_deref().map(|path| draft::create(path, "games")).transpose();
    // A long match must not fail at its end; and a killed one should leave nothing behind.
    drop(ggf()?);
    played.play(args.threads, &Steps::new(&interrupt, args.output.quiet))?;
    if let Some(draft) = ggf()? {
        draft.finish_with(played.ggf("solve").as_bytes())?;
    }
    if args.records {
        played.told().try_for_each(|game| {
            print_result(args.output.json, &game, |game| {
                format!("{} {} {} {}\n", game.black, game.white, signed(game.black_score), game.moves)
            })
            .map(drop)
        })?;
    }
    let result = if args.nodes { played.result_with_nodes() } else { played.result() };
    print_result(args.output.json, &result, text)?;
    Ok(if interrupt.requested() { Status::Interrupted } else { status })
}

/// How a match ended.
fn text(result: &MatchResult) -> String {
    let MatchResult { player, opponent, games, board, start, scoring, opening_plies, openings, seed, .. } = result;
    let MatchResult { wins, draws, losses, points, elo, .. } = result;
    let opening = match (opening_plies, openings) {
        (Some(plies), _) => format!("{plies} random plies"),
        (None, openings) => counted(openings.unwrap_or(0) as u64, "opening", "openings"),
    };
    format!(
        "Player     {player}\n\
         Opponent   {opponent}\n\
         Games      {games} on {board}, {start} start, scoring {scoring}, {opening}, seed {seed}\n\
         Result     {wins} won, {draws} drawn, {losses} lost\n\
         Points     {} %, 95 % interval\n\
         Elo        {:+.0} ({:+.0} to {:+.0})\n{}{}",
        percent(*points).trim_start(),
        elo.value,
        elo.lower,
        elo.upper,
        nodes(player, result.player_nodes),
        nodes(opponent, result.opponent_nodes)
    )
}

/// What the moves of a player cost.
fn nodes(player: &str, nodes: Option<Nodes>) -> String {
    nodes.map_or_else(String::new, |Nodes { black, white }| {
        format!("Nodes      {black:.1} a move as Black and {white:.1} as White by {player}\n")
    })
}
