//! The starts of boards that take a long search, and what the program knows of them: bounds, first moves, perfect games, and
//! on what these rest.

use std::collections::HashMap;
use std::sync::LazyLock;

use solver::notation::parse_moves;
use solver::{Basis, Board, Bounds, CanonicalPosition, Discs, Move, Position, ProofTable, Proven, Scoring, Start};

/// Its lines say how to read it.
const FILE: &str = include_str!("../data/known.txt");

/// What is known of a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownStart {
    /// The board, in landscape.
    pub board: Board,
    /// The start.
    pub start: Start,
    /// Who receives the empties.
    pub scoring: Scoring,
    /// The value for Black, who is to move.
    pub bounds: Bounds,
    /// A perfect game, or its beginning, if the value is exact; else empty.
    pub game: Vec<Move>,
    /// The bounds after each first move but symmetric ones, for Black.
    pub moves: Vec<(Move, Bounds)>,
    /// On what it rests, in words.
    pub evidence: &'static str,
}

/// All of them.
pub fn known_starts() -> &'static [KnownStart] {
    static ALL: LazyLock<Vec<KnownStart>> = LazyLock::new(|| {
        let lines = FILE.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| read(line).expect("a test reads them")).collect()
    });
    &ALL
}

/// A line of the file.
fn read(line: &'static str) -> Option<KnownStart> {
    let mut fields = line.splitn(8, ' ');
    let mut next = || fields.next();
    let board: Board = next()?.parse().ok()?;
    let (start, scoring) = (next()?.parse().ok()?, next()?.parse().ok()?);
    let bounds = bounds_of(next()?, next()?)?;
    let (game, moves, evidence) = (next()?, next()?, next()?);
    let of_move = |text: &str| {
        let (chosen, bounds) = text.split_once('=')?;
        let (lower, upper) = bounds.split_once("..")?;
        let chosen = *parse_moves(board, chosen).ok()?.first()?;
        Some((chosen, bounds_of(lower, upper)?))
    };
    let game = if game == "-" { Vec::new() } else { parse_moves(board, game).ok()? };
    let moves = moves.split(',').filter(|&text| text != "-").map(of_move).collect::<Option<_>>()?;
    Some(KnownStart { board, start, scoring, bounds, game, moves, evidence })
}

fn bounds_of(lower: &str, upper: &str) -> Option<Bounds> {
    Some(Bounds::new(lower.parse::<i32>().ok()?, upper.parse::<i32>().ok()?))
}

impl KnownStart {
    /// The positions that it says something about, with what it says of each for the side to move.
    fn positions(&self) -> Vec<(Position, Bounds, Option<Move>)> {
        let root = Position::start(self.board, self.start);
        let reaches = |&&(_, bounds): &&(Move, Bounds)| bounds.lower >= self.bounds.lower;
        let best = self.game.first().copied().or_else(|| self.moves.iter().find(reaches).map(|&(chosen, _)| chosen));
        let after = |position: Position, chosen: Move| position.play(chosen).expect("a test plays them");
        let mut found = vec![(root, self.bounds, best)];
        found.extend(self.moves.iter().map(|&(chosen, bounds)| (after(root, chosen), bounds.negated(), None)));
        let (mut position, mut bounds) = (root, self.bounds);
        for (ply, &chosen) in self.game.iter().enumerate() {
            (position, bounds) = (after(position, chosen), bounds.negated());
            found.push((position, bounds, self.game.get(ply + 1).copied()));
        }
        found
    }
}

/// What is known of the starts of one board, as a table, which keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct KnownTable {
    board: Board,
    scoring: Scoring,
}

impl KnownTable {
    /// That of a board; `None` if nothing is known there.
    #[must_use]
    pub fn new(board: Board, scoring: Scoring) -> Option<Self> {
        let board = board.landscape();
        known_starts().iter().any(|known| known.board == board).then_some(Self { board, scoring })
    }

    /// On what rests what is known of a position, in words.
    #[must_use]
    pub fn evidence(&self, position: &Position) -> Option<&'static str> {
        self.known(CanonicalPosition::of(position).discs()).map(|(_, evidence)| evidence)
    }

    /// Whether a perfect game from a position on is known to its end.
    #[must_use]
    pub fn has_game(&self, mut position: Position) -> bool {
        while !position.is_over() {
            let Some(next) = self.look_up(&position).and_then(|known| position.play(known.best?).ok()) else {
                return false;
            };
            position = next;
        }
        true
    }

    fn known(&self, canonical: Discs) -> Option<(Proven, &'static str)> {
        type Known = HashMap<(Board, Scoring, Discs), (Proven, &'static str)>;
        static ALL: LazyLock<Known> = LazyLock::new(|| {
            let mut all = Known::new();
            for known in known_starts() {
                for (position, bounds, best) in known.positions() {
                    let canonical = CanonicalPosition::of(&position);
                    let best = best.map(|best| canonical.to_canonical_move(best));
                    for scoring in Scoring::ALL {
                        let bounds = bounds.converted(known.scoring, scoring, known.board.squares());
                        let new = Proven { bounds, best, effort: 0, basis: Basis::Proof };
                        let key = (canonical.board(), scoring, canonical.discs());
                        let (old, evidence) = all.entry(key).or_insert((new, known.evidence));
                        *old = old.and(new);
                        if scoring == known.scoring {
                            *evidence = known.evidence;
                        }
                    }
                }
            }
            all
        });
        ALL.get(&(self.board, self.scoring, canonical)).copied()
    }
}

impl ProofTable for KnownTable {
    fn board(&self) -> Board {
        self.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        self.known(canonical).map(|(known, _)| known)
    }

    fn record(&self, _: Discs, _: Proven) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_legal_and_end_with_their_value_and_moves_agree_with_it() {
        assert!(!known_starts().is_empty());
        for known in known_starts() {
            let positions = known.positions();
            let mut worth: Vec<Bounds> = known.moves.iter().map(|&(_, bounds)| bounds).collect();
            assert!(!known.bounds.deduced(&mut worth).contradict(), "{known:?}");
            let (end, bounds, _) = positions.last().unwrap();
            if let Some(score) = end.final_score(known.scoring) {
                assert_eq!(*bounds, Bounds::at(score), "{known:?}");
            }
            let table = KnownTable::new(known.board, known.scoring).unwrap();
            for (position, bounds, _) in positions {
                let found = table.look_up(&position).unwrap().bounds;
                assert_eq!(found.intersect(bounds), found, "{known:?}");
                assert!(!found.contradict(), "{known:?}");
            }
        }
    }

    #[test]
    fn a_start_is_known_in_any_orientation_and_by_either_scoring() {
        let start = |board: &str, start: Start| Position::start(board.parse().unwrap(), start);
        for board in ["6x8", "8x6"] {
            let table = KnownTable::new(board.parse().unwrap(), Scoring::Wof).unwrap();
            let start = start(board, Start::Othello);
            assert_eq!(table.look_up(&start).unwrap().bounds.upper.discs(), -2);
            assert!(table.evidence(&start).unwrap().contains("campaign"));
            // Its first moves are known on the same ground, but no reply to them.
            let next = start.play(start.legal_moves()[0]).unwrap();
            assert_eq!((table.evidence(&next), table.has_game(next)), (table.evidence(&start), false));
        }
        let table = KnownTable::new("5x8".parse().unwrap(), Scoring::Discs).unwrap();
        assert!(table.has_game(start("8x5", Start::Othello)));
        assert!(KnownTable::new("4x10".parse().unwrap(), Scoring::Discs).is_none());
    }
}
