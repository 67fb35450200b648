//! A book and its look-ups.

use std::sync::{Arc, OnceLock};

use solver::{
    Basis, Board, Bounds, CanonicalGame, CanonicalPosition, Discs, Move, Position, ProofTable, Proven, Score, Scoring,
    rules,
};

use crate::error::BookError;
use crate::format::{Content, hash_of};
use crate::layers::Layers;
use crate::plan::Plan;

/// The exact value of every position reachable from a start, up to a number of discs.
///
/// Only the values of the last layer are stored. All others follow by negamax at the first look-up, which takes some
/// tenths of a second for a quarter of a million positions. In an incomplete book, the known values of the last layer
/// give bounds on the values above.
#[derive(Debug)]
pub struct Book {
    content: Content,
    /// Whether its values were proven here.
    basis: Basis,
    /// Made at the first look-up, by the thread that asks and no other: one that waits for the pool's threads would steal work
    /// from them, which may ask for this book, and wait for itself.
    tree: OnceLock<Result<Tree, BookError>>,
}

/// The positions with the known bounds of each.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) game: CanonicalGame,
    pub(crate) layers: Layers,
    bounds: Vec<Vec<Bounds>>,
}

impl Book {
    /// A book without any values yet.
    ///
    /// # Errors
    /// It would have too many positions, or none.
    pub fn new(plan: Plan) -> Result<Self, BookError> {
        let plan = plan.in_landscape();
        let too_many = || BookError::TooMany(plan.to_string());
        let layers = Layers::new(&plan.game(), plan.root(), plan.discs).ok_or_else(too_many)?;
        if layers.last().is_empty() || plan.discs < plan.root().occupied().len() {
            return Err(BookError::Empty(plan.to_string()));
        }
        let values = vec![None; layers.last().len()];
        Ok(Self::of(Content { plan, positions: hash_of(layers.last()), values }, Basis::Proof))
    }

    /// Reads a book. Its positions are enumerated only at the first look-up. Its values count as claims, because it is
    /// unknown who proved them.
    ///
    /// # Errors
    /// The bytes are not a book, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        Content::from_bytes(bytes).map(|content| Self::of(content, Basis::Claim))
    }

    fn of(content: Content, basis: Basis) -> Self {
        Self { content, basis, tree: OnceLock::new() }
    }

    /// The same book, with its values counted as proven here.
    #[must_use]
    pub(crate) fn proven_here(self) -> Self {
        Self { basis: Basis::Proof, ..self }
    }

    /// The bytes of the book's file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.content.to_bytes()
    }

    /// Which positions it holds, and under which scoring.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.content.plan
    }

    /// The values of the last layer for the side to move, in the order of [`Layers::last`]; `None` if unknown.
    #[must_use]
    pub fn values(&self) -> &[Option<Score>] {
        &self.content.values
    }

    /// Sets the values of positions of the last layer, given by their places there. If they rest on a claim, all that the book
    /// says does.
    ///
    /// # Panics
    /// If there is no such place, or no board has such a value.
    pub fn learn(&mut self, values: impl IntoIterator<Item = (usize, Score)>, basis: Basis) {
        let most = self.plan().board.squares() as i32;
        for (place, value) in values {
            assert!(value.discs().abs() <= most, "{value} on {}", self.plan());
            self.content.values[place] = Some(value);
        }
        self.basis = self.basis.and(basis);
        self.tree = OnceLock::new();
    }

    /// The positions of the book.
    ///
    /// # Errors
    /// The book was made from other positions.
    pub fn layers(&self) -> Result<&Layers, BookError> {
        self.tree().map(|tree| &tree.layers)
    }

    /// What the book knows about a position, for the side to move, with a move that reaches the lower bound; `None` if
    /// it knows nothing. For a finished game with at most as many discs as the book's positions, the score, without a
    /// move.
    ///
    /// # Errors
    /// The book was made from other positions.
    pub fn look_up(&self, position: &Position) -> Result<Option<(Bounds, Option<Move>)>, BookError> {
        let canonical = CanonicalPosition::of(position);
        if canonical.board() != self.plan().board {
            return Ok(None);
        }
        let found = self.probe(canonical.discs())?;
        Ok(found.map(|(bounds, best)| (bounds, best.map(|best| canonical.to_original_move(best)))))
    }

    /// The same for a canonical position.
    pub(crate) fn probe(&self, canonical: Discs) -> Result<Option<(Bounds, Option<Move>)>, BookError> {
        if canonical.occupied().len() > self.plan().discs {
            return Ok(None);
        }
        let tree = self.tree()?;
        Ok(tree.known(canonical).map(|bounds| (bounds, tree.best(canonical, bounds))))
    }

    pub(crate) fn tree(&self) -> Result<&Tree, BookError> {
        self.tree.get_or_init(|| Tree::new(&self.content)).as_ref().map_err(Clone::clone)
    }
}

impl Tree {
    fn new(content: &Content) -> Result<Self, BookError> {
        let plan = content.plan;
        let game = plan.game();
        let too_many = || BookError::TooMany(plan.to_string());
        let layers = Layers::new(&game, plan.root(), plan.discs).ok_or_else(too_many)?;
        let last = layers.last();
        if last.len() != content.values.len() || hash_of(last) != content.positions {
            return Err(BookError::OtherPositions(plan.to_string()));
        }
        let unknown = Bounds::unknown(plan.board.squares());
        let of_last = content.values.iter().map(|value| value.map_or(unknown, Bounds::at)).collect();
        let mut tree = Self { game, layers, bounds: Vec::new() };
        // From the last layer up; reversed at the end.
        let mut found: Vec<Vec<Bounds>> = vec![of_last];
        for layer in tree.layers.layers().iter().rev().skip(1) {
            let below = found.last().map_or(&[][..], Vec::as_slice);
            let bounds = layer.iter().map(|&discs| tree.backed_up(discs, below)).collect();
            found.push(bounds);
        }
        found.reverse();
        tree.bounds = found;
        Ok(tree)
    }

    /// The bounds of a position that follow from the layer below.
    fn backed_up(&self, discs: Discs, below: &[Bounds]) -> Bounds {
        let squares = self.game.geometry().squares();
        let mut all = Bounds::new(-(squares as i32), -(squares as i32));
        for chosen in rules::moves(self.game.geometry(), discs) {
            let next = rules::after(self.game.geometry(), discs, chosen);
            let bounds = self.by_rules(next, |canonical| {
                self.layers.find(canonical).and_then(|(_, place)| below.get(place).copied())
            });
            let bounds = bounds.unwrap_or_else(|| Bounds::unknown(squares)).negated();
            all = Bounds { lower: all.lower.max(bounds.lower), upper: all.upper.max(bounds.upper) };
        }
        all
    }

    /// The known bounds of any position: its score if the game is over, else what `find` says about it or, after a
    /// forced pass, about the next position.
    fn by_rules(&self, discs: Discs, find: impl Fn(Discs) -> Option<Bounds>) -> Option<Bounds> {
        if let Some(score) = self.game.final_score(discs) {
            return Some(Bounds::at(score));
        }
        if rules::mobility(self.game.geometry(), discs) != 0 {
            return find(self.game.canonical(discs));
        }
        find(self.game.canonical(discs.passed())).map(Bounds::negated)
    }

    /// The known bounds of a position; `None` if the book does not hold it or knows nothing about it.
    fn known(&self, discs: Discs) -> Option<Bounds> {
        let known = self
            .by_rules(discs, |canonical| self.layers.find(canonical).map(|(layer, place)| self.bounds[layer][place]));
        known.filter(|&bounds| bounds != Bounds::unknown(self.game.geometry().squares()))
    }

    /// A move that reaches the position's lower bound; `None` in the last layer, whose moves lead out of the book.
    fn best(&self, discs: Discs, bounds: Bounds) -> Option<Move> {
        let is_best = |&chosen: &Move| {
            let next = self.known(rules::after(self.game.geometry(), discs, chosen));
            next.is_some_and(|next| -next.upper >= bounds.lower)
        };
        rules::moves(self.game.geometry(), discs).into_iter().find(is_best)
    }
}

/// What books know about a position's value, for the side to move; `None` if they know nothing. A book of the other
/// scoring tells who wins, and by at least how much. A book made from other positions knows nothing.
#[must_use]
pub fn known(books: &[Arc<Book>], position: &Position, scoring: Scoring) -> Option<Bounds> {
    let canonical = CanonicalPosition::of(position);
    let fitting = books.iter().filter(|book| book.plan().board == canonical.board());
    of_books(fitting, canonical.discs(), scoring).map(|known| known.bounds)
}

/// What books of one board know about a canonical position, with a move that reaches the lower bound if one is known.
fn of_books<'a>(books: impl Iterator<Item = &'a Arc<Book>>, canonical: Discs, scoring: Scoring) -> Option<Proven> {
    let known = books.filter_map(|book| {
        let (bounds, best) = book.probe(canonical).ok().flatten()?;
        let squares = book.plan().board.squares();
        let bounds = bounds.converted(book.plan().scoring, scoring, squares);
        (bounds != Bounds::unknown(squares)).then_some(Proven { bounds, best, effort: 0, basis: book.basis })
    });
    known.reduce(|one, other| Proven {
        bounds: one.bounds.intersect(other.bounds),
        best: if other.bounds.lower > one.bounds.lower { other.best } else { one.best },
        effort: 0,
        basis: one.basis.and(other.basis),
    })
}

/// Books as a table, for a solver (see [`solver::Solver::with_table`]): what they know need not be searched. They keep
/// nothing.
#[derive(Clone, Debug)]
pub struct BookTable {
    books: Vec<Arc<Book>>,
    scoring: Scoring,
}

impl BookTable {
    /// Books of either scoring, for values under `scoring`; `None` if there are no books, or if they are not all for one
    /// board.
    #[must_use]
    pub fn new(books: Vec<Arc<Book>>, scoring: Scoring) -> Option<Self> {
        let board = books.first()?.plan().board;
        books.iter().all(|book| book.plan().board == board).then_some(Self { books, scoring })
    }
}

impl ProofTable for BookTable {
    fn board(&self) -> Board {
        self.books[0].plan().board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        of_books(self.books.iter(), canonical, self.scoring)
    }

    fn record(&self, _: Discs, _: Proven) {}
}
