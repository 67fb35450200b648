//! `solve mcts match`.

use std::path::PathBuf;

use clap::Args;
use experiments::{Games, Match, MatchResult, Nodes};
use othello::players::Spec;

use super::{last_words, percent};
use crate::args::{GameArgs, OutputArgs, values};
use crate::draft::{self, is_same_file};
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::left_out;
use crate::output::{print_result, signed};
use crate::progress::Steps;

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
    /// How games begin: random:PLIES
    #[arg(long, value_name = "HOW", default_value = "random:8", value_parser = parse_opening)]
    opening: u32,
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

/// Reads `random:PLIES`.
fn parse_opening(text: &str) -> Result<u32, String> {
    let plies = text.strip_prefix("random:").and_then(|plies| plies.parse().ok()).filter(|&plies| plies <= 60);
    plies.ok_or_else(|| format!("opening '{text}' is not random:PLIES with at most 60 plies, for example random:8"))
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
    let (games, opening_plies) = (args.games as usize, args.opening);
    let mut played = Games::of(Match { players, board, start, scoring, games, opening_plies, seed });
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
    Ok(if interrupt.requested() { Status::Interrupted } else { Status::Done })
}

/// How a match ended.
fn text(result: &MatchResult) -> String {
    let MatchResult { player, opponent, games, board, start, scoring, opening_plies, seed, .. } = result;
    let MatchResult { wins, draws, losses, points, elo, .. } = result;
    format!(
        "Player     {player}\n\
         Opponent   {opponent}\n\
         Games      {games} on {board}, {start} start, scoring {scoring}, {opening_plies} random plies, seed {seed}\n\
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
