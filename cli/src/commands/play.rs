//! `solve play`: a person against any player, in the terminal or from a file.

use std::io::{self, BufRead, IsTerminal};
use std::time::Duration;

use clap::Args;
use files::{LONGEST_LINE, next_line};
use othello::players::{Opinion, Player, Spec};
use solver::notation::{line_text, parse_moves};
use solver::read::Game;
use solver::{Board, Move, Position, Resources, Score, Scoring, Side};

use crate::args::{PositionArgs, one_of, values};
use crate::commands::analyse;
use crate::exit::{Failure, Status};
use crate::output::{self, signed};
use crate::persistence::Books;
use crate::threads;
use crate::workbench::Workbench;

/// The most bytes in a line that is understood.
const MOST_LINE_BYTES: usize = 256;
/// How long the review of a game may take before the rest of it is estimated.
const REVIEW_TIME: Duration = Duration::from_secs(10);

const HELP: &str = "\
Type a square, for example d3, or pass; dots are your legal moves. Other words:
hint (what another player would do), undo (back to your last move), moves (the
game so far), help, quit. Input may also come from a file or a pipe. Hints are
exact where two seconds are enough for that. A game that is over is reviewed as
by solve analyse.

A PLAYER is a name with parameters, for example uct+:n=30000 or
alphabeta:depth=4; solve mcts players lists them.

Examples:
  solve play
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
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = values::scoring())]
    scoring: Scoring,
    /// Your opponent
    #[arg(long, value_name = "PLAYER", default_value = "uct+:n=20000,graph=yes,prove=yes,end=12")]
    player: Spec,
    /// Your colour; none lets the player play both sides, both lets you
    #[arg(long, default_value = "black", value_parser = one_of([("black", &[Side::Black][..]), ("white", &[Side::White]), ("both", &[Side::Black, Side::White]), ("none", &[])]))]
    color: &'static [Side],
    /// Player that gives hints
    #[arg(long, value_name = "PLAYER", default_value = "exact:time=4000")]
    hints: Spec,
    /// Seed of the player's random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Plays until the game is over or the player stops.
pub(crate) fn run(args: &PlayArgs) -> Result<Status, Failure> {
    let mut asked = args.position.clone();
    if asked.position.is_none() {
        asked.board = asked.board.or(Board::new(8, 8).ok());
    }
    let game = asked.game()?;
    let board = game.start.board();
    let shipped = ::store::Store::default().with_books(Books::shipped_if(true));
    let known = || shipped.table(board, args.scoring).map(|table| table as _);
    let player = |spec: &Spec| Player::new(spec.clone(), board, args.scoring).knowing(known());
    let (player, hints, positions) = (player(&args.player), player(&args.hints), game.positions());
    let mut host = Host { args, player, hints, positions, given: game.moves.len(), line: game.moves };
    host.play().map(|()| Status::Done)
}

/// What keeps the game going.
struct Host<'a> {
    args: &'a PlayArgs,
    player: Player,
    hints: Player,
    /// All positions, the first one included.
    positions: Vec<Position>,
    /// The moves between them.
    line: Vec<Move>,
    /// How many of these were made before the game.
    given: usize,
}

impl Host<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        let mut input = io::stdin().lock();
        loop {
            let now = self.now();
            if now.is_over() {
                return self.show_end().and_then(|()| self.review());
            }
            if !self.args.color.contains(&now.side()) {
                self.reply(&now)?;
                continue;
            }
            output::print(&picture(&now))?;
            if let [Move::Pass] = now.legal_moves()[..] {
                output::print(&format!("{} must pass.\n", now.side().name()))?;
                self.make(Move::Pass);
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
        self.make(choice.chosen);
        Ok(())
    }

    /// Asks until the person moves, undoes or quits; returns whether to go on.
    fn ask(&mut self, input: &mut dyn BufRead) -> Result<bool, Failure> {
        let now = self.now();
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
                    output::print(&format!("{sentence}\n{}", words(&now)))?;
                    continue;
                }
            };
            match line.as_str() {
                "" => {}
                "hint" | "h" => self.hint(&now)?,
                "undo" | "u" => {
                    if self.undo() {
                        return Ok(true);
                    }
                    output::print("You have no move to take back.\n")?;
                }
                "moves" => output::print(&format!("{}\n", line_text(now.board(), &self.line)))?,
                "help" | "?" => output::print(&words(&now))?,
                "quit" | "q" | "exit" => return Ok(false),
                line => match chosen(&now, line) {
                    Ok(chosen) => {
                        self.make(chosen);
                        return Ok(true);
                    }
                    Err(sentence) => output::print(&sentence)?,
                },
            }
        }
    }

    fn hint(&mut self, now: &Position) -> Result<(), Failure> {
        let Some(choice) = self.hints.choose(now.discs(), self.seed()) else { return Ok(()) };
        let chosen = choice.chosen.display(now.board()).to_string();
        output::print(&format!("{} would play {chosen}{}\n", self.args.hints, opinion(choice.opinion, now.side())))
    }

    /// A seed for each ply, so that a game depends only on the moves.
    fn seed(&self) -> u64 {
        mcts::random::mix(self.args.seed).wrapping_add((self.line.len() - self.given) as u64)
    }

    fn show_end(&self) -> Result<(), Failure> {
        let now = &self.now();
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
        let line = line_text(now.board(), &self.line);
        output::print(&format!("{}{result}: Black {black}, White {white}.\nMoves: {line}\n", picture(now)))
    }

    /// Shows a person what each move has lost.
    fn review(&self) -> Result<(), Failure> {
        if self.args.color.is_empty() || self.line.is_empty() {
            return Ok(());
        }
        let resources = Resources { threads: threads::count(None), ..Resources::default() };
        let books = Books::shipped_if(true);
        let mut bench = Workbench::without_table(resources, Some(REVIEW_TIME), false)?.with_books(books);
        let game = Game { moves: self.line.clone(), ..Game::of(self.positions[0]) };
        let analysed = analyse::analyse(&mut bench, game, self.args.scoring)?;
        output::print(&format!("\n{}", analyse::report(&analysed)))
    }

    /// The present position.
    fn now(&self) -> Position {
        *self.positions.last().expect("the first position stays")
    }

    /// Makes a legal move.
    fn make(&mut self, chosen: Move) {
        self.positions.push(self.now().play(chosen).expect("a legal move"));
        self.line.push(chosen);
    }

    /// Undoes the last move that a person chose and all after it; returns whether there was one. Passes are not chosen.
    fn undo(&mut self) -> bool {
        let is_person = |ply: usize| self.args.color.contains(&self.positions[ply].side());
        let mut chosen = (self.given..self.line.len()).rev();
        let Some(ply) = chosen.find(|&ply| self.line[ply] != Move::Pass && is_person(ply)) else { return false };
        self.positions.truncate(ply + 1);
        self.line.truncate(ply);
        true
    }
}

/// The move that a line names, or what to say about it.
fn chosen(now: &Position, line: &str) -> Result<Move, String> {
    let board = now.board();
    let sentence = match parse_moves(board, line).as_deref() {
        Ok([chosen]) if now.legal_moves().contains(chosen) => return Ok(*chosen),
        Ok([chosen]) => {
            let legal = line_text(board, &now.legal_moves());
            return Err(format!("{} is not legal; you may play {legal}\n", chosen.display(board)));
        }
        Ok(_) => "One move at a time.".to_owned(),
        Err(_) => format!("'{line}' is neither a square of board {board} nor a command."),
    };
    Err(format!("{sentence}\n{}", words(now)))
}

/// What may be typed.
fn words(now: &Position) -> String {
    let legal = now.legal_moves().first().map_or_else(String::new, |first| first.display(now.board()).to_string());
    format!("Type a square such as {legal}, or: hint, undo, moves, help, quit.\n")
}

/// The board with its legal moves as dots, how many discs both sides have, and whose move it is. It can be read back.
fn picture(now: &Position) -> String {
    // A line begins with a number of two digits, and has two characters a square.
    let (board, mut text) = (now.board(), now.diagram().into_bytes());
    for square in now.legal_moves().into_iter().filter_map(Move::square) {
        let at = (square.row(board) + 1) * (2 * board.cols() + 3) + 2 * square.col(board) + 3;
        text[at as usize] = b'.';
    }
    let text = String::from_utf8_lossy(&text);
    let (black, white) = (now.black().len(), now.white().len());
    let turn = if now.is_over() { String::new() } else { format!(", {} to move", now.side().symbol()) };
    format!("\n{text}X {black}, O {white}{turn}\n\n")
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
