//! `solve gtp`: the Go Text Protocol, version 2 (G. Farnebäck, <https://www.lysator.liu.se/~gunnar/gtp/>), for Othello.

use std::time::Duration;

use clap::Args;
use solver::{Board, Move, Position, Side, Start};

use super::clock::Clock;
use super::{Engine, EngineArgs};
use crate::args::one_of;
use crate::exit::{Failure, Status};
use crate::output;

const HELP: &str = "\
Squares are named as everywhere in Othello, not as in Go: rows are numbered
from the top, and the ninth column is I. Boards begin at 8x8; boardsize N makes
them NxN, rectangular_boardsize COLUMNS ROWS anything else. A player that must
pass may do so or leave it out. docs/guide/engines.md says more.

Examples:
  echo 'genmove black' | solve gtp --time-limit 1s
  solve gtp --start reversi --threads 1";

/// Play in other programs, by the Go Text Protocol
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct GtpArgs {
    /// Arrangement of the four centre discs
    #[arg(long, value_name = "START", default_value = "othello", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    start: Start,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Answers until `quit` or the end of the input.
pub(crate) fn run(args: &GtpArgs) -> Result<Status, Failure> {
    let mut gtp = Gtp { start: args.start, komi: 0.0, clock: None, has_quit: false };
    let mut engine = Engine::open(&args.engine, |_| false)?;
    let board = engine.now().board();
    gtp.clear(&mut engine, board);
    engine.serve(|engine, line| {
        if let Some(reply) = gtp.answer(engine, line) {
            output::print(&reply)?;
        }
        Ok(!gtp.has_quit)
    })
}

/// What a controller sets besides the game.
struct Gtp {
    start: Start,
    /// What White's score gets in addition. Best moves do not depend on it.
    komi: f64,
    clock: Option<Clock>,
    has_quit: bool,
}

/// A result, or why the command failed.
type Reply = Result<String, String>;
/// What a command does with its arguments.
type Command = fn(&mut Gtp, &mut Engine, &[&str]) -> Reply;

const COMMANDS: [(&str, Command); 20] = [
    ("boardsize", |gtp, engine, words| match words {
        [side] => gtp.resize(engine, side, side),
        [cols, rows] => gtp.resize(engine, cols, rows),
        _ => Err(syntax()),
    }),
    ("clear_board", |gtp, engine, _| {
        let board = engine.now().board();
        Ok(gtp.clear(engine, board))
    }),
    ("final_score", |gtp, engine, _| gtp.final_score(engine)),
    ("genmove", |gtp, engine, words| gtp.genmove(engine, words, true)),
    ("known_command", |_, _, words| match words {
        [name] => Ok(is_known(name).to_string()),
        _ => Err(syntax()),
    }),
    ("komi", |gtp, _, words| {
        gtp.komi = number(words, 0)?;
        done()
    }),
    ("list_commands", |_, _, _| Ok(COMMANDS.map(|(name, _)| name).join("\n"))),
    ("list_games", |_, _, _| Ok("Othello".to_owned())),
    ("name", |_, _, _| Ok("solve".to_owned())),
    ("play", |_, engine, words| play(engine, words)),
    ("protocol_version", |_, _, _| Ok("2".to_owned())),
    ("quit", |gtp, _, _| {
        gtp.has_quit = true;
        done()
    }),
    ("rectangular_boardsize", |gtp, engine, words| match words {
        [cols, rows] => gtp.resize(engine, cols, rows),
        _ => Err(syntax()),
    }),
    ("reg_genmove", |gtp, engine, words| gtp.genmove(engine, words, false)),
    ("set_game", |_, _, words| match words {
        [game] if game.eq_ignore_ascii_case("othello") => done(),
        _ => Err("unsupported game".to_owned()),
    }),
    ("showboard", |_, engine, _| Ok(shown(&engine.now()))),
    ("time_left", |gtp, _, words| {
        let (side, left, moves) = (colour(words)?, seconds(words, 1)?, count(words, 2)?);
        if let Some(clock) = &mut gtp.clock {
            clock.set(side, left, moves);
        }
        done()
    }),
    ("time_settings", |gtp, _, words| {
        gtp.clock = Clock::new(seconds(words, 0)?, seconds(words, 1)?, count(words, 2)?);
        done()
    }),
    ("undo", |_, engine, _| {
        if engine.positions.len() == 1 {
            return Err("cannot undo".to_owned());
        }
        engine.positions.pop();
        done()
    }),
    ("version", |_, _, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
];

impl Gtp {
    /// The reply to a line, if it holds a command.
    fn answer(&mut self, engine: &mut Engine, line: &str) -> Option<String> {
        let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let line = line.replace(|symbol: char| symbol.is_control(), "");
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let first = *words.first()?;
        let id = if first.bytes().all(|byte| byte.is_ascii_digit()) { words.remove(0) } else { "" };
        let command = COMMANDS.iter().find(|(name, _)| words.first() == Some(name));
        let reply = match command {
            Some((_, run)) => run(self, engine, &words[1..]),
            None => Err("unknown command".to_owned()),
        };
        let (sign, text) = match &reply {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        Some(format!("{sign}{id} {}\n\n", text.trim_end()))
    }

    /// Begins a game on a board.
    fn clear(&mut self, engine: &mut Engine, board: Board) -> String {
        engine.positions = vec![Position::start(board, self.start)];
        String::new()
    }

    fn resize(&mut self, engine: &mut Engine, cols: &str, rows: &str) -> Reply {
        let side = |text: &str| text.parse().map_err(|_| syntax());
        let board = Board::new(side(rows)?, side(cols)?).map_err(|_| "unacceptable size".to_owned())?;
        Ok(self.clear(engine, board))
    }

    /// Chooses a move, and makes it if `plays`. In a finished game that is a pass.
    fn genmove(&mut self, engine: &mut Engine, words: &[&str], plays: bool) -> Reply {
        let [word] = words else { return Err(syntax()) };
        let now = turn(engine, colour(&[word])?)?;
        let (chosen, time) = match now.legal_moves()[..] {
            [] => (Move::Pass, Duration::ZERO),
            [only] => (only, Duration::ZERO),
            _ => {
                let share = self.clock.map(|clock| clock.share(now.side(), now.empties()));
                let found = engine.choose(now, 0, share.unwrap_or(engine.time_limit));
                found.map(|(found, time)| (found.chosen, time)).map_err(|failure| failure.to_string())?
            }
        };
        if plays {
            engine.positions.push(now.play(chosen).unwrap_or(now));
            if let Some(clock) = &mut self.clock {
                clock.spend(now.side(), time);
            }
        }
        Ok(chosen.display(now.board()).to_string())
    }

    /// Who wins a finished game, and by how much.
    fn final_score(&self, engine: &Engine) -> Reply {
        let now = engine.now();
        let score = now.final_score(engine.scoring).ok_or("cannot score")?.discs();
        let black = f64::from(if now.side() == Side::Black { score } else { -score }) - self.komi;
        Ok(match black {
            0.0 => "0".to_owned(),
            black if black > 0.0 => format!("B+{black}"),
            black => format!("W+{}", -black),
        })
    }
}

/// Makes a move of a player. In a finished game both may pass, which changes nothing.
fn play(engine: &mut Engine, words: &[&str]) -> Reply {
    let [_, square] = words else { return Err(syntax()) };
    let now = turn(engine, colour(words)?)?;
    let chosen = Move::parse(now.board(), square).map_err(|_| syntax())?;
    let next = if now.is_over() && chosen == Move::Pass { Some(now) } else { now.play(chosen).ok() };
    engine.positions.push(next.ok_or("illegal move")?);
    done()
}

/// The position in which a player moves: the present one, perhaps after a pass of the other player.
fn turn(engine: &Engine, side: Side) -> Result<Position, String> {
    let now = engine.now();
    match now.side() == side || now.is_over() {
        true => Ok(now),
        false => now.pass().map_err(|_| "wrong color".to_owned()),
    }
}

/// The board and the side to move, below the line of the reply.
fn shown(now: &Position) -> String {
    let turn = if now.is_over() { String::new() } else { format!("{} to move", now.side().symbol()) };
    format!("\n{}{turn}", now.diagram())
}

fn is_known(name: &str) -> bool {
    COMMANDS.iter().any(|&(known, _)| known == name)
}

fn done() -> Reply {
    Ok(String::new())
}

fn syntax() -> String {
    "syntax error".to_owned()
}

/// The colour that the arguments begin with.
fn colour(words: &[&str]) -> Result<Side, String> {
    match words.first().map(|word| word.to_ascii_lowercase()).as_deref() {
        Some("b" | "black") => Ok(Side::Black),
        Some("w" | "white") => Ok(Side::White),
        _ => Err(syntax()),
    }
}

/// The argument at an index.
fn number(words: &[&str], index: usize) -> Result<f64, String> {
    let number = words.get(index).and_then(|word| word.parse().ok());
    number.filter(|number: &f64| number.is_finite()).ok_or_else(syntax)
}

fn count(words: &[&str], index: usize) -> Result<u32, String> {
    words.get(index).and_then(|word| word.parse().ok()).ok_or_else(syntax)
}

fn seconds(words: &[&str], index: usize) -> Result<Duration, String> {
    Duration::try_from_secs_f64(number(words, index)?).map_err(|_| syntax())
}
