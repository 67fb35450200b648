//! What is known about a position without a search: from the rules, the tables and the memory.

use std::sync::Arc;

use solver::evaluation::Evaluation;
use solver::{Basis, Board, Bounds, CanonicalPosition, Move, Position, ProofTable, Proven, Scoring};
use store::Layers;

use crate::knowledge::{Knowledge, SharedTable};
use crate::memory::{Memory, POSITION_BYTES, Remembered, memory};

/// Everything that is known.
pub struct Books {
    /// Where proven values come from.
    pub knowledge: Arc<dyn Knowledge>,
    memory: Memory,
}

/// A position and who gets the empties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The position.
    pub position: Position,
    /// Who gets the empties.
    pub scoring: Scoring,
}

/// A legal move and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub chosen: Move,
    /// The position that it leads to.
    pub next: Position,
    /// Limits of its value, for the side that makes it.
    pub bounds: Bounds,
    /// Whether it is proven to be a best move.
    pub is_best: bool,
    /// Whose word its value rests on.
    pub basis: Basis,
}

/// What is known about a position, its moves, and perfect play from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Limits of the value, for the side to move.
    pub bounds: Bounds,
    /// Whose word any of this rests on.
    pub basis: Basis,
    /// Whether the game is over.
    pub is_over: bool,
    /// All legal moves.
    pub moves: Vec<KnownMove>,
    /// Perfect play, as far as it is known.
    pub line: Vec<Move>,
    /// Position at the end of the line, if the line reaches the end of the game.
    pub end: Option<Position>,
}

impl View {
    /// Whether the value of the position and of every move is known to the disc.
    pub fn is_complete(&self) -> bool {
        self.bounds.exact().is_some() && self.moves.iter().all(|one| one.bounds.exact().is_some())
    }

    /// Whether what a table says is contradictory.
    pub fn is_false(&self) -> bool {
        self.bounds.contradict() || self.moves.iter().any(|one| one.bounds.contradict())
    }
}

impl Books {
    /// Books over `knowledge`, with a memory for `remembered` positions. What this process keeps for later questions, those
    /// positions and the evaluations of boards that nobody asks about at present, takes at most `kept_bytes`.
    pub fn new(knowledge: Arc<dyn Knowledge>, remembered: usize, kept_bytes: usize) -> Self {
        Evaluation::keep_at_most(kept_bytes / 4 * 3);
        Self { knowledge, memory: memory(remembered.min(kept_bytes / 4 / POSITION_BYTES)) }
    }

    /// The table that a search on this board and scoring probes, and stores its proofs in.
    pub fn table(&self, board: Board, scoring: Scoring) -> Layers {
        let board = board.landscape();
        let memory: SharedTable = Arc::new(self.remembered(board, scoring));
        let tables: Vec<SharedTable> = [memory].into_iter().chain(self.knowledge.table(board, scoring)).collect();
        let kept = if self.knowledge.learns() { tables.len() } else { 1 };
        Layers::new(board, scoring, tables, kept).dropping_false_claims()
    }

    /// Remembers what a search has found about a position.
    pub fn remember(&self, subject: &Subject, found: Proven) {
        self.remembered(subject.position.board().landscape(), subject.scoring).keep(&subject.position, found);
    }

    fn remembered(&self, board: Board, scoring: Scoring) -> Remembered {
        Remembered { memory: Arc::clone(&self.memory), board, scoring }
    }

    /// What is known of a position. The bounds contradict each other if a table is false.
    pub fn known(&self, table: &Layers, subject: &Subject) -> Proven {
        let Subject { position, scoring } = *subject;
        if let Some(score) = position.final_score(scoring) {
            return Proven { bounds: Bounds::at(score), best: None, effort: 0, basis: Basis::Proof };
        }
        let unknown = Bounds::unknown(position.board().squares());
        match table.look_up(&position) {
            Some(proven) => Proven { bounds: proven.bounds.intersect(unknown), ..proven },
            None => Proven { bounds: unknown, best: None, effort: 0, basis: Basis::Proof },
        }
    }

    /// What is known about a position and its moves, each deduced from the other where possible: the position has the
    /// value of its best move.
    ///
    /// # Panics
    /// If a legal move cannot be played.
    pub fn moves(&self, table: &Layers, subject: &Subject) -> (Proven, Vec<KnownMove>) {
        let Subject { position, scoring } = *subject;
        let known = self.known(table, subject);
        let mut moves: Vec<KnownMove> = position
            .legal_moves()
            .into_iter()
            .map(|chosen| {
                let next = position.play(chosen).expect("a legal move");
                let Proven { bounds, basis, .. } = self.known(table, &Subject { position: next, scoring });
                KnownMove { chosen, next, bounds: bounds.negated(), is_best: false, basis }
            })
            .collect();
        let mut deduced: Vec<Bounds> = moves.iter().map(|one| one.bounds).collect();
        // The best move, and any that leads to the same position, reaches the lower bound.
        let image = |one: &KnownMove| CanonicalPosition::of(&one.next).discs();
        let best = known.best.and_then(|best| moves.iter().find(|one| one.chosen == best)).map(image);
        for (one, of_move) in moves.iter().zip(&mut deduced).filter(|(one, _)| best == Some(image(one))) {
            of_move.lower = one.bounds.lower.max(known.bounds.lower);
        }
        let bounds = known.bounds.deduced(&mut deduced);
        // A deduced bound rests on all of these.
        let basis = moves.iter().fold(known.basis, |basis, one| basis.and(one.basis));
        for (one, deduced) in moves.iter_mut().zip(deduced) {
            one.basis = if one.bounds == deduced { one.basis } else { basis };
            one.bounds = deduced;
        }
        for at in 0..moves.len() {
            let rival = (0..moves.len()).filter(|&other| other != at).map(|other| moves[other].bounds.upper).max();
            moves[at].is_best = rival.is_none_or(|rival| moves[at].bounds.lower >= rival);
        }
        (Proven { bounds, basis: if bounds == known.bounds { known.basis } else { basis }, ..known }, moves)
    }

    /// All that is known about a position; with `wants_line`, also perfect play from there as far as it is known.
    pub fn view(&self, subject: &Subject, wants_line: bool) -> View {
        let table = self.table(subject.position.board(), subject.scoring);
        let (known, moves) = self.moves(&table, subject);
        let is_over = moves.is_empty();
        let (line, end, of_line) = if wants_line && known.bounds.exact().is_some() {
            self.line(&table, subject, known)
        } else {
            (Vec::new(), None, Basis::Proof)
        };
        let basis = moves.iter().fold(known.basis.and(of_line), |basis, one| basis.and(one.basis));
        View { bounds: known.bounds, basis, is_over, moves, line, end }
    }

    /// Perfect play from a position whose value is known, as far as the moves that keep the value are known, and whose
    /// word it rests on.
    fn line(&self, table: &Layers, subject: &Subject, known: Proven) -> (Vec<Move>, Option<Position>, Basis) {
        let scoring = subject.scoring;
        let (mut position, mut value, mut best, mut basis) = (subject.position, known.bounds, known.best, known.basis);
        let mut line = Vec::new();
        loop {
            if position.is_over() {
                return (line, Some(position), basis);
            }
            let legal = position.legal_moves();
            let keeps = |chosen: Move| {
                let next = position.play(chosen).expect("a legal move");
                let known = self.known(table, &Subject { position: next, scoring });
                (known.bounds == value.negated()).then_some((chosen, next, known))
            };
            let first = best.filter(|best| legal.contains(best));
            let next = first.and_then(keeps).or_else(|| legal.iter().copied().find_map(keeps));
            let Some((chosen, next, known)) = next else { return (line, None, basis) };
            line.push(chosen);
            (position, value, best, basis) = (next, known.bounds, known.best, basis.and(known.basis));
        }
    }
}

#[cfg(test)]
mod tests {
    use solver::{Discs, Start};

    use super::*;
    use crate::opponents::Opponent;

    /// A table that says something of one position.
    struct Says(Position, Proven);

    impl ProofTable for Says {
        fn board(&self) -> Board {
            self.0.board()
        }

        fn scoring(&self) -> Scoring {
            Scoring::Discs
        }

        fn probe(&self, canonical: Discs) -> Option<Proven> {
            (canonical == CanonicalPosition::of(&self.0).discs()).then_some(self.1)
        }

        fn record(&self, _: Discs, _: Proven) {}
    }

    /// These tables.
    struct Tables(Vec<SharedTable>);

    impl Knowledge for Tables {
        fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
            Some(Arc::new(Layers::new(board, scoring, self.0.clone(), 0).dropping_false_claims()))
        }
    }

    #[test]
    fn a_false_claim_is_dropped_beside_a_proof_and_never_makes_a_move_the_best() {
        let start = Position::start("4x4".parse().unwrap(), Start::Othello);
        let next = start.play(start.legal_moves()[0]).unwrap();
        let says = |position, value: i32, basis| {
            let proven = Proven { bounds: Bounds::at(value), best: None, effort: 0, basis };
            Arc::new(Says(position, proven)) as SharedTable
        };
        // 4x4 is worth -8, and each first move too; the claim says that Black wins by 2.
        let known = [says(start, -8, Basis::Proof), says(next, -2, Basis::Claim)];
        let subject = Subject { position: start, scoring: Scoring::Discs };
        let told = |proof: Option<i32>| {
            let tables = known.iter().cloned().chain(proof.map(|value| says(next, value, Basis::Proof))).collect();
            let books = Books::new(Arc::new(Tables(tables)), 8, 1 << 20);
            (books.view(&subject, false), Opponent::named("solver").unwrap().known(&books, &subject))
        };
        let (view, reply) = told(Some(8));
        assert!(view.moves.iter().all(|one| one.bounds == Bounds::at(-8) && one.basis == Basis::Proof), "{view:?}");
        let said = serde_json::to_value(reply).unwrap();
        assert_eq!((&said["best"], &said["unverified"]), (&true.into(), &false.into()), "{said}");
        let (view, reply) = told(None);
        assert!(view.is_false(), "{view:?}");
        assert_eq!(reply, None);
    }
}
