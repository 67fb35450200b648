//! `solve nboard`: version 2 of the protocol of C. Welty's NBoard
//! (<https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm>).

use std::cmp::Reverse;
use std::time::Duration;

use clap::Args;
use solver::evaluation::DISC;
use solver::notation::{add_passes, play_moves};
use solver::{Chosen, Move, Position, read};

use super::{Engine, EngineArgs};
use crate::exit::{Failure, Status};
use crate::output;

const HELP: &str = "\
NBoard starts this command as an engine. It plays on 8x8; other programs may
send games on any board, with its size in GGF: BO[6 ...], BO[4x10 ...].
docs/guide/engines.md says what each command does.

Examples:
  solve nboard --time-limit 10s
  printf 'hint 3\\nquit\\n' | solve nboard --threads 1";

/// Play and analyse in NBoard, by its protocol
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct NboardArgs {
    #[command(flatten)]
    engine: EngineArgs,
}

/// Answers until `quit` or the end of the input. A `ping` ends a search.
pub(crate) fn run(args: &NboardArgs) -> Result<Status, Failure> {
    Engine::open(&args.engine, is_ping)?.serve(|engine, line| {
        let (command, rest) = split(line);
        match answer(engine, command, rest) {
            Ok(()) => {}
            Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
            Err(failure) => output::print(&format!("status {}\n", files::on_one_line(failure.to_string())))?,
        }
        Ok(command != "quit")
    })
}

fn is_ping(line: &[u8]) -> bool {
    split(&String::from_utf8_lossy(line)).0 == "ping"
}

/// The first word of a line, and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (first, rest.trim())
}

fn answer(engine: &mut Engine, command: &str, rest: &str) -> Result<(), Failure> {
    match command {
        "" | "quit" => Ok(()),
        "nboard" => output::print(concat!("set myname solve ", env!("CARGO_PKG_VERSION"), "\n")),
        "set" => set(engine, rest),
        "move" => make(engine, rest),
        "hint" => hint(engine, rest),
        "go" => go(engine),
        "ping" => output::print(&format!("pong {rest}\n")),
        "learn" => output::print("learned\n"),
        "analyze" => analyze(engine),
        _ => Err(Failure::usage(format!("unknown command '{command}'"))),
    }
}

fn set(engine: &mut Engine, rest: &str) -> Result<(), Failure> {
    match split(rest) {
        ("depth", plies) => {
            engine.most_plies = number(plies)?;
            Ok(())
        }
        ("game", text) => {
            let mut games = read::games(text.as_bytes(), None);
            let game = games.pop().filter(|_| games.is_empty()).ok_or_else(|| Failure::usage("not one game"))?;
            engine.positions = game.map_err(|fault| Failure::usage(fault.why))?.positions();
            Ok(())
        }
        // It is for draws of an opening book, of which this program knows the values.
        ("contempt", _) => Ok(()),
        (name, _) => Err(Failure::usage(format!("nothing to set is called '{name}'"))),
    }
}

/// Makes a move, and the pass before it if that is left out.
fn make(engine: &mut Engine, rest: &str) -> Result<(), Failure> {
    let mut now = engine.now();
    let text = rest.split('/').next().unwrap_or_default();
    let chosen = Move::parse(now.board(), text).map_err(Failure::usage)?;
    for chosen in add_passes(now, &[chosen]).map_err(Failure::usage)? {
        now = play_moves(now, &[chosen]).map_err(Failure::usage)?;
        engine.positions.push(now);
    }
    Ok(())
}

/// Values the best moves, `rest` of them.
fn hint(engine: &mut Engine, rest: &str) -> Result<(), Failure> {
    let (most, now) = (number(rest)? as usize, engine.now());
    output::print("status solve is analyzing\n")?;
    let moves = now.legal_moves();
    let (mut found, mut nodes, mut spent) = (Vec::new(), 0, Duration::ZERO);
    // The best one alone takes one search, several ones take a search of each move.
    let asked = if most == 1 { vec![None] } else { moves.into_iter().map(Some).collect() };
    let share = engine.time_limit / asked.len().max(1) as u32;
    for made in asked {
        let position = made.map_or(now, |made| now.play(made).expect("it is legal"));
        let (reply, time) = engine.choose(position, u32::from(made.is_some()), share)?;
        (nodes, spent) = (nodes + reply.nodes, spent + time);
        found.push(made.map_or(reply, |made| Chosen {
            chosen: made,
            bounds: reply.bounds.negated(),
            value: -reply.value,
            plies: reply.plies + 1,
            ..reply
        }));
        if engine.is_called() {
            break;
        }
    }
    found.sort_by_key(|found| Reverse(found.value));
    found.iter().take(most).try_for_each(|found| output::print(&searched(&now, found)))?;
    output::print(&format!("nodestats {nodes} {:.2}\nstatus\n", spent.as_secs_f64()))
}

/// Says what it would play.
fn go(engine: &mut Engine) -> Result<(), Failure> {
    let now = engine.now();
    if let [] | [_] = now.legal_moves()[..] {
        let forced = now.legal_moves().first().copied().unwrap_or(Move::Pass);
        return output::print(&format!("=== {}\n", name(&now, forced)));
    }
    output::print("status solve is thinking\n")?;
    let (found, time) = engine.choose(now, 0, engine.time_limit)?;
    output::print(&format!(
        "{}nodestats {} {time:.2}\n=== {}/{:.2}/{time:.2}\nstatus\n",
        searched(&now, &found),
        found.nodes,
        name(&now, found.chosen),
        discs(&found),
        time = time.as_secs_f64(),
    ))
}

/// Values the positions of the game, from its end to its beginning.
fn analyze(engine: &mut Engine) -> Result<(), Failure> {
    output::print("status solve is analyzing\n")?;
    for (made, position) in engine.positions.clone().into_iter().enumerate().rev() {
        let (found, _) = engine.choose(position, 0, engine.time_limit)?;
        if engine.is_called() {
            break;
        }
        output::print(&format!("analysis {made} {:.2}\n", discs(&found)))?;
    }
    output::print("status\n")
}

/// What the search has found about a move; of its depth, `100%` says that the value is exact, `100%W` that it is known who wins.
fn searched(now: &Position, found: &Chosen) -> String {
    let depth = match (found.bounds.exact(), found.bounds.outcome()) {
        (Some(_), _) => "100%".to_owned(),
        (None, Some(_)) => "100%W".to_owned(),
        (None, None) => found.plies.to_string(),
    };
    format!("search {} {:.2} 0 {depth}\n", name(now, found.chosen), discs(found))
}

fn discs(found: &Chosen) -> f64 {
    f64::from(found.value) / f64::from(DISC)
}

/// A move in the protocol's words: `F5`, `PA`.
fn name(now: &Position, chosen: Move) -> String {
    match chosen {
        Move::Pass => "PA".to_owned(),
        Move::Place(_) => chosen.display(now.board()).to_string().to_uppercase(),
    }
}

fn number(text: &str) -> Result<u32, Failure> {
    text.parse().map_err(|_| Failure::usage(format!("'{text}' is not a number")))
}
