//! From text to a position.

pub(crate) use solver::notation::named_board;
use solver::notation::{play_moves, read_moves, read_position};
use solver::{Board, Move, Position, Start};

use crate::args::PositionArgs;
use crate::exit::Failure;

/// A position and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    /// The named start, if the position was not given square by square.
    pub(crate) start: Option<Start>,
    /// The moves that were to be played first, with the passes that their text omits.
    pub(crate) moves: Vec<Move>,
    /// The position after them.
    pub(crate) position: Position,
}

impl Setup {
    /// What the options `--board`, `--start`, `--position` and `--moves` mean together.
    pub(crate) fn from_args(args: &PositionArgs) -> Result<Self, Failure> {
        let (start, position) = match &args.position {
            Some(text) => (None, given_position(text, args.board)?),
            None => {
                let board = args.board.ok_or_else(|| no_board("--board 4x10"))?;
                let start = args.start.unwrap_or_default();
                (Some(start), Position::start(board, start))
            }
        };
        let (moves, position) = played(position, args.moves.as_deref())?;
        Ok(Self { start, moves, position })
    }
}

/// The moves of `--moves`, and the position after them.
pub(crate) fn played(position: Position, text: Option<&str>) -> Result<(Vec<Move>, Position), Failure> {
    read_moves(position, text.unwrap_or_default())
        .and_then(|moves| play_moves(position, &moves).map(|position| (moves, position)))
        .map_err(|error| Failure::Usage(error.to_string()))
}

fn no_board(example: &str) -> Failure {
    Failure::Usage(format!("no board given: --board ROWSxCOLUMNS is needed, for example {example}; see solve --help"))
}

/// The value of `--position`, which may name its board itself.
fn given_position(text: &str, board: Option<Board>) -> Result<Position, Failure> {
    if board.is_none() && named_board(text).is_none() {
        return Err(no_board("--board 4x4 --position '-----OX--XO----- X'"));
    }
    let position = read_position(text, board).map_err(|error| Failure::Usage(error.to_string()))?;
    match board.filter(|&board| board != position.board()) {
        Some(board) => {
            Err(Failure::Usage(format!("position: it is for board {}, --board is {board}", position.board())))
        }
        None => Ok(position),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "-----OX--XO----- X";

    #[test]
    fn a_line_may_name_its_board() {
        let board: Board = "4x4".parse().unwrap();
        let start = Position::start(board, Start::Othello);
        assert_eq!(read_position(START, Some(board)), Ok(start));
        assert_eq!(read_position(&format!(" 4x4  {START}"), None), Ok(start));
        assert_eq!(read_position(&format!("4x4 {START}"), "6x6".parse().ok()), Ok(start));
        assert_eq!(read_position(START, None).unwrap_err().to_string(), "no board: begin with ROWSxCOLUMNS");
        assert_eq!(
            read_position(&format!("9x9 {START}"), None).unwrap_err().to_string(),
            "board 9x9 is too large: it has 81 squares, 64 is the most"
        );
        assert_eq!(read_position("4x4", None).unwrap_err().to_string(), "position: 0 squares given, board 4x4 has 16");
    }

    #[test]
    fn options_give_a_start_or_a_position_and_then_moves() {
        let args = |board: Option<&str>, position: Option<&str>, moves: Option<&str>| PositionArgs {
            board: board.map(|text| text.parse().unwrap()),
            start: None,
            position: position.map(str::to_owned),
            moves: moves.map(str::to_owned),
        };
        let start = Setup::from_args(&args(Some("4x4"), None, None)).unwrap();
        assert_eq!(start.start, Some(Start::Othello));
        let unnamed = Setup { start: None, ..start };
        assert_eq!(Setup::from_args(&args(None, Some(&format!("4x4 {START}")), None)).as_ref(), Ok(&unnamed));
        assert_eq!(Setup::from_args(&args(Some("4x4"), Some("----/-OX-/-XO-/---- X; b1:-8"), None)), Ok(unnamed));
        let moved = Setup::from_args(&args(Some("4x4"), None, Some("b1"))).unwrap();
        assert_eq!(moved.start, Some(Start::Othello));
        assert_eq!(moved.position.empties(), 11);
        for wrong in [
            args(None, None, None),
            args(None, Some(START), None),
            args(Some("4x6"), Some(&format!("4x4 {START}")), None),
            args(Some("4x4"), None, Some("a1")),
        ] {
            assert!(matches!(Setup::from_args(&wrong), Err(Failure::Usage(_))), "{wrong:?}");
        }
    }
}
