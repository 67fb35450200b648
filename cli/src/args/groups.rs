//! Groups of options that several commands share.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use prover::{Cut, MOST_CUT};
use solver::read::Game;
use solver::{Board, Mode, Position, PositionError, Scoring, Start};

pub(crate) use super::values::one_of;
use super::values::{self, text};
use crate::exit::Failure;
use crate::persistence::TableArgs;

/// Which position.
#[derive(Clone, Debug, Args)]
pub(crate) struct PositionArgs {
    /// The board: ROWSxCOLUMNS, both at least 3, together at most 64 squares
    #[arg(help_heading = "Position", long, value_name = "RxC")]
    pub(crate) board: Option<Board>,
    /// Arrangement of the four centre discs [default: othello]
    ///
    /// othello: O X above X O; reversi: X O above X O; reversi-rows: X X above O O, which on a rectangle is a different
    /// game from reversi. Black (X) moves first.
    #[arg(help_heading = "Position", long, value_name = "START", hide_possible_values = false, value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    pub(crate) start: Option<Start>,
    /// A position other than a start: its squares in row order, then the side to move
    ///
    /// Squares are X (Black), O (White) or - (empty), row by row from the top, followed by the side to move, X or O, which
    /// may also stand in front. Spaces, line ends, / and | between squares are ignored, and so is everything after ; or %.
    /// A text that may mean two positions is refused, and so are rows of another board. RxC in front of it replaces --board.
    #[arg(help_heading = "Position", long, value_name = "BOARD SIDE", allow_hyphen_values = true, conflicts_with = "start", value_parser = text("position"))]
    pub(crate) position: Option<String>,
    /// Moves to play first, for example c1b3pass; passes may be left out
    #[arg(help_heading = "Position", long, value_name = "MOVES", allow_hyphen_values = true, value_parser = text("moves"))]
    pub(crate) moves: Option<String>,
}

impl PositionArgs {
    /// The start by its name, if the position is not given square by square.
    pub(crate) fn named_start(&self) -> Option<Start> {
        self.position.is_none().then(|| self.start.unwrap_or_default())
    }

    /// The game that the options mean together.
    pub(crate) fn game(&self) -> Result<Game, Failure> {
        let Self { board, start, position, moves } = self;
        let moves = moves.as_deref().unwrap_or_default();
        Game::set_up(*board, *start, position.as_deref(), moves).map_err(|error| match error {
            PositionError::NoBoard => {
                let position =
                    if position.is_some() { "--board 4x4 --position '-----OX--XO----- X'" } else { "--board 4x10" };
                Failure::Usage(format!(
                    "no board given: --board ROWSxCOLUMNS is needed, for example {position}; see solve --help"
                ))
            }
            error => Failure::usage(error),
        })
    }

    /// The position after its moves.
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        Ok(self.game()?.end())
    }
}

/// Of which board the tree search is, and where its random numbers begin.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct GameArgs {
    /// The board: ROWSxCOLUMNS, both at least 3, together at most 64 squares
    #[arg(help_heading = "Game", long, value_name = "RxC", default_value = "6x6")]
    pub(crate) board: Board,
    /// Arrangement of the four centre discs
    #[arg(help_heading = "Game", long, default_value = "othello", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    pub(crate) start: Start,
    /// Who gets the squares left empty
    #[arg(help_heading = "Game", long, default_value = "discs", value_parser = values::scoring())]
    pub(crate) scoring: Scoring,
    /// Seed of the random numbers
    #[arg(help_heading = "Game", long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct QuestionArgs {
    /// What to prove: only win, loss or draw (wld), or the exact value
    #[arg(help_heading = "Question", long, default_value = "exact", value_parser = one_of([Mode::Wld, Mode::Exact].map(|mode| (mode.name(), mode))))]
    pub(crate) mode: Mode,
    /// Who gets the squares left empty
    #[arg(help_heading = "Question", long, default_value = "discs", value_parser = values::scoring())]
    pub(crate) scoring: Scoring,
}

/// How to answer.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct OutputArgs {
    /// Print JSON, one object per line for each result
    #[arg(help_heading = "Output", long)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(help_heading = "Output", long)]
    pub(crate) quiet: bool,
}

/// What the search may use, and how it answers.
#[derive(Clone, Debug, Args)]
pub(crate) struct ResourceArgs {
    /// Number of threads; with one, the search is deterministic: the same nodes each time [default: all cores]
    #[arg(help_heading = "Resources", long, value_name = "N", value_parser = values::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Size of the transposition table in memory: 512MiB, 2GiB, 64M or bytes, at least 1MiB; rounded down to a power of
    /// two
    #[arg(help_heading = "Resources", long, value_name = "SIZE", default_value = "512MiB", value_parser = values::parse_memory)]
    pub(crate) memory: usize,
    /// Stop each position after this time and print what is proven by then: 90s, 2m, 1h30m, 500ms
    #[arg(help_heading = "Resources", long, value_name = "TIME", value_parser = values::parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Order the moves by weights that solve train made, instead of those that come with the program for their board;
    /// repeatable. They change no value, only the time it takes
    #[arg(help_heading = "Resources", long, value_name = "FILE")]
    pub(crate) weights: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Which positions become leaves.
#[derive(Debug, Args)]
pub(crate) struct CutArgs {
    /// Leave all positions with this many empty squares to the checker's search, at most 24; more make the file smaller
    /// and the check longer
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_CUT)))]
    cut: Option<u32>,
    /// Leave a position to the checker's search if that visits at most this many positions, which is tried: 16k is a
    /// good choice. The file is smaller than with a --cut whose check takes as long, but making it takes longer
    #[arg(long, value_name = "POSITIONS", value_parser = values::parse_positions, conflicts_with = "cut")]
    leaf_work: Option<u64>,
}

impl CutArgs {
    /// What is asked for, if anything.
    pub(crate) fn cut(&self) -> Option<Cut> {
        self.leaf_work.map(Cut::Work).or(self.cut.map(Cut::Empties))
    }
}
