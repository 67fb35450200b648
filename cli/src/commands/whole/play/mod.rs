//! `solve play`: a person against any player, in the terminal or from a file.

use std::io::{self, BufRead, IsTerminal};

use clap::Args;
use files::{LONGEST_LINE, next_line};
use othello::players::{Opinion, Player, Spec};
use solver::notation::{line_text, parse_moves};
use solver::{Move, Position, Score, Scoring, Side};

use crate::args::{PositionArgs, one_of};
use crate::exit::{Failure, Status};
use crate::output::{self, signed};
use crate::setup::Setup;
use table::Table;

mod table;

/// The most bytes in a line that is understood.
const MOST_LINE_BYTES: usize = 256;

const HELP: &str = "\
Type a square, for example d3, or pass; * marks your legal moves. Other words:
hint (what another player would do), undo (back to your last move), moves (the
game so far), help, quit. Input may also come from a file or a pipe.

A PLAYER is a name with parameters, for example uct+:n=30000 or
alphabeta:depth=4; solve mcts players lists them.

Examples:
  solve play --board 6x6
  solve play --board 8x8 --player alphabeta:depth=6,end=16 --color white
  solve play --board 4x6 --player exact --color none
  solve play --board 8x8 --player exact:time=3000";

/// Play against any player in the terminal
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Who gets the squares left empty: discs: nobody, or the winner after a wipe-out; wof: always the winner
    #[arg(long, default_value = "discs", value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    scoring: Scoring,
    /// Your opponent
    #[arg(long, value_name = "PLAYER", default_value = "uct+:n=20000,graph=yes,prove=yes,end=12")]
    player: Spec,
    /// Your colour; none lets the player play both sides, both lets you
    #[arg(long, default_value = "black", value_parser = one_of([("black", &[Side::Black][..]), ("white", &[Side::White]), ("both", &[Side::Black, Side::White]), ("none", &[])]))]
    color: &'static [Side],
    /// Player that gives hints
    #[arg(long, value_name = "PLAYER", default_value = "alphabeta:depth=6,end=14")]
    hints: Spec,
    /// Seed of the player's random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Plays until the game is over or the player stops.
pub(crate) fn run(args: &PlayArgs) -> Result<Status, Failure> {
    let Setup { moves: given, position, .. } = Setup::from_args(&args.position)?;
    let player = |spec: &Spec| Player::new(spec.clone(), position.board(), args.scoring);
    let mut host =
        Host { args, player: player(&args.player), hints: player(&args.hints), table: Table::new(position, given) };
    host.play()?;
    Ok(Status::Done)
}

/// What keeps the game going.
struct Host<'a> {
    args: &'a PlayArgs,
    player: Player,
    hints: Player,
    table: Table,
}

impl Host<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        let mut input = io::stdin().lock();
        loop {
            let now = *self.table.now();
            if self.table.is_over() {
                return self.show_end();
            }
            if !self.args.color.contains(&now.side()) {
                self.reply(&now)?;
                continue;
            }
            output::print(&self.table.picture())?;
            if let [Move::Pass] = self.table.moves()[..] {
                output::print(&format!("{} must pass.\n", now.side().name()))?;
                self.table.play(Move::Pass);
                continue;
            }
            if !self.ask(&mut input)? {
                return output::print("Bye.\n");
            }
        }
    }

    /// Lets the player move.
    fn reply(&mut self, now: &Position) -> Result<(), Failure> {
        let Some(choice) = self.player.choose(now.discs(), self.seed()) else {
            return Err(Failure::Run(format!("{}: it has no move where there is one", self.args.player)));
        };
        output::print(&format!(
            "{} plays {}{}\n",
            now.side().name(),
            choice.chosen.display(now.board()),
            opinion(choice.opinion, now.side())
        ))?;
        self.table.play(choice.chosen);
        Ok(())
    }

    /// Asks until the person moves, undoes or quits; returns whether to go on.
    fn ask(&mut self, input: &mut dyn BufRead) -> Result<bool, Failure> {
        let now = *self.table.now();
        loop {
            if io::stdin().is_terminal() {
                output::print(&format!("{} ({}): ", now.side().name(), now.side().symbol()))?;
            }
            let line =
                next_line(input, LONGEST_LINE).map_err(|error| Failure::Run(format!("standard input: {error}")))?;
            let Some(line) = line else { return Ok(false) };
            let line = match text(&line) {
                Ok(line) => line.trim().to_lowercase(),
                Err(sentence) => {
                    output::print(&format!("{sentence}\n{}", self.words(&now)))?;
                    continue;
                }
            };
            match line.as_str() {
                "" => {}
                "hint" | "h" => self.hint(&now)?,
                "undo" | "u" => {
                    if self.table.undo(|side| self.args.color.contains(&side)) {
                        return Ok(true);
                    }
                    output::print("You have no move to take back.\n")?;
                }
                "moves" => output::print(&format!("{}\n", self.table.line()))?,
                "help" | "?" => output::print(&self.words(&now))?,
                "quit" | "q" | "exit" => return Ok(false),
                line => match self.chosen(&now, line) {
                    Ok(chosen) => {
                        self.table.play(chosen);
                        return Ok(true);
                    }
                    Err(sentence) => output::print(&sentence)?,
                },
            }
        }
    }

    /// The move that a line names, or what to say about it.
    fn chosen(&self, now: &Position, line: &str) -> Result<Move, String> {
        let board = now.board();
        let sentence = match parse_moves(board, line).as_deref() {
            Ok([chosen]) if self.table.moves().contains(chosen) => return Ok(*chosen),
            Ok([chosen]) => {
                let legal = line_text(board, &self.table.moves());
                return Err(format!("{} is not legal; you may play {legal}\n", chosen.display(board)));
            }
            Ok(_) => "One move at a time.".to_owned(),
            Err(_) => format!("'{line}' is neither a square of board {board} nor one of my words."),
        };
        Err(format!("{sentence}\n{}", self.words(now)))
    }

    /// What may be typed.
    fn words(&self, now: &Position) -> String {
        let legal = self.table.moves().first().map_or_else(String::new, |first| first.display(now.board()).to_string());
        format!("Type a square such as {legal}, or: hint, undo, moves, help, quit.\n")
    }

    fn hint(&mut self, now: &Position) -> Result<(), Failure> {
        let Some(choice) = self.hints.choose(now.discs(), self.seed()) else { return Ok(()) };
        let chosen = choice.chosen.display(now.board()).to_string();
        output::print(&format!("{} would play {chosen}{}\n", self.args.hints, opinion(choice.opinion, now.side())))
    }

    /// A seed for each ply, so that a game depends only on the moves.
    fn seed(&self) -> u64 {
        mcts::random::mix(self.args.seed).wrapping_add(self.table.plies() as u64)
    }

    fn show_end(&self) -> Result<(), Failure> {
        let now = self.table.now();
        let (black, white) = (now.black().len(), now.white().len());
        let score = self.args.scoring.final_score(now.discs(), now.board().squares());
        let black_score = if now.side() == Side::Black { score } else { -score };
        let result = match black_score {
            Score::DRAW => "Draw".to_owned(),
            score => {
                let winner = if score > Score::DRAW { Side::Black } else { Side::White };
                format!("{} wins by {}", winner.name(), score.discs().abs())
            }
        };
        let line = self.table.line();
        output::print(&format!("{}{result}: Black {black}, White {white}.\nMoves: {line}\n", self.table.picture()))
    }
}

/// What a player thinks of its move.
fn opinion(opinion: Opinion, side: Side) -> String {
    match opinion {
        Opinion::None => String::new(),
        Opinion::Reward(_, bounds) if bounds.exact().is_some() => {
            let word = match bounds.exact() {
                Some(1..) => "wins",
                Some(0) => "draws",
                _ => "loses",
            };
            format!(" and {word}, which is proven")
        }
        Opinion::Reward(mean, _) => format!(" and expects {:.0} % of the points", 100.0 * mean),
        Opinion::Discs(discs) => format!(" and expects {discs:+.1} discs"),
        Opinion::Exact(value) => format!(": {} for {} if nobody errs", signed(value.discs()), side.name()),
    }
}

/// A line as text.
fn text(line: &[u8]) -> Result<&str, String> {
    if line.len() > MOST_LINE_BYTES {
        return Err(format!("The line is longer than {MOST_LINE_BYTES} bytes."));
    }
    std::str::from_utf8(line).map_err(|_| "The line is not UTF-8 text.".to_owned())
}
