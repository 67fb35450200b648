//! A learned guess of a position's value: patterns and mobility, weighted by the stage of the game.
//!
//! The guess is a sum of table entries for the present stage: one for the configuration of each pattern, one for each
//! side's number of legal moves, and one for the parity of the empty squares (Buro 1999, "From simple features to
//! sophisticated evaluation functions"). The crate `trainer` fits the tables by least squares to positions of known
//! value. Such a guess orders moves and decides nothing.
//!
//! All scores here are in units of 1/[`DISC`] disc, for the side to move.

use std::sync::Arc;

pub use layout::{Features, Layout};
pub(crate) use made::Evaluations;
pub use weights::{Stage, Weights, WeightsError};

use layout::COUNTS;
pub use patterns::{ALL_PLACES, OUTLINE_PLACES};
use rules::board::{Board, MAX_SQUARES};
use rules::discs::Discs;
use rules::geometry::Geometry;
use rules::plain;
use weights::STEP;

mod layout;
pub mod lookahead;
mod made;
mod patterns;
mod shipped;
pub mod weights;

/// Units of a score in one disc.
pub const DISC: i32 = 128;

/// Padding before the first and after the last table, so that any 16-bit index from a table's centre stays inside.
const MARGIN: usize = 1 << 15;

/// What a legal move is worth in the plain evaluation, in [`STEP`]s.
const PLAIN_MOVE: i16 = 2;

/// Guesses the value of any position on one board, from at most `PLACES` pattern places.
#[derive(Debug)]
pub struct Evaluation<const PLACES: usize = ALL_PLACES> {
    layout: Layout<PLACES>,
    geometry: Geometry,
    /// `stage_of[empties]`
    stage_of: [u8; 65],
    /// `centres[lane]`: the slot of index 0 of the lane's table, in the tables of the first stage.
    centres: [u32; PLACES],
    /// Distance from the tables of one stage to those of the next.
    stride: usize,
    /// The tables of all stages, with [`MARGIN`] entries on both sides: for each lane and stage, at least as many lie
    /// before `stage · stride + centre`, and as many from there on. The boards of a common evaluation share them.
    tables: Arc<[i16]>,
    /// The weights that belong to no pattern, by stage.
    others: Vec<Others>,
    is_learned: bool,
}

/// The weights of one stage that belong to no pattern.
#[derive(Clone, Debug)]
struct Others {
    own_moves: [i16; COUNTS],
    opponent_moves: [i16; COUNTS],
    /// For an even and an odd number of empty squares.
    parity: [i16; 2],
}

impl Evaluation {
    /// Uses weights for their board and its transpose in this process, instead of those that come with the program:
    /// [`Evaluation::for_board`] returns them, and the search orders moves by them. They change no value, only the nodes
    /// that it takes to find it. Call it before anything else about the board.
    ///
    /// # Errors
    /// The weights are common to all boards, or the evaluation of the board was already used or loaded.
    ///
    /// # Panics
    /// As [`Evaluation::for_board`].
    pub fn load(weights: Weights) -> Result<(), WeightsError> {
        let board = weights.board.ok_or(WeightsError::Common)?;
        if made::load(board, weights) { Ok(()) } else { Err(WeightsError::Chosen(board)) }
    }

    /// Bounds the memory of evaluations that nobody uses at present: of those that were made for more boards, the least
    /// recently wanted are dropped, and made again when they are wanted. Without a bound, all are kept.
    ///
    /// # Panics
    /// As [`Evaluation::for_board`].
    pub fn keep_at_most(bytes: usize) {
        made::keep_at_most(bytes);
    }

    /// The evaluation that was learned for `board` or its transpose, if there is one.
    #[must_use]
    pub fn learned(board: Board) -> Option<Arc<Self>> {
        Self::has_learned(board).then(|| Self::for_board(board))
    }

    /// Whether [`Evaluation::learned`] returns one.
    #[must_use]
    pub fn has_learned(board: Board) -> bool {
        shipped::has(board)
    }

    /// The evaluation that comes with the program or was loaded: learned for `board` or its transpose, else common to all
    /// boards.
    ///
    /// It is built once and then shared; see [`Evaluation::keep_at_most`].
    ///
    /// # Panics
    /// If a thread panicked in this function before.
    #[must_use]
    pub fn for_board(board: Board) -> Arc<Self> {
        Evaluations::for_board(board).whole
    }

    /// The evaluation common to all boards.
    #[must_use]
    pub fn common(board: Board) -> Self {
        Self::new(board, &shipped::common())
    }

    /// An evaluation with the weights of a file, made for `board`, for its transpose or for all boards.
    ///
    /// # Errors
    /// The bytes are not weights, or are for another board.
    pub fn from_bytes(board: Board, bytes: &[u8]) -> Result<Self, WeightsError> {
        let weights = Weights::from_bytes(bytes)?;
        match weights.board {
            Some(found) if !is_same(found, board) => Err(WeightsError::Board { found, wanted: board }),
            _ => Ok(Self::new(board, &weights)),
        }
    }

    /// An evaluation with the given weights.
    ///
    /// # Panics
    /// If the weights are for another board.
    #[must_use]
    pub fn new(board: Board, weights: &Weights) -> Self {
        let layout = match weights.board {
            Some(found) => {
                assert!(is_same(found, board), "weights of {found} on {board}");
                Layout::of_board(board)
            }
            None => Layout::common(board),
        };
        Self::of_stages(layout, &weights.stages, weights.board.is_some())
    }

    /// The evaluation common to all boards, with the tables of this one, which is common too.
    fn common_on(&self, board: Board) -> Self {
        Self::of_tables(Layout::common(board), self.stage_of, Arc::clone(&self.tables), self.others.clone(), false)
    }

    /// An evaluation of mobility alone, from which training starts.
    #[must_use]
    pub fn plain(board: Board) -> Self {
        let layout = Layout::common(board);
        let mut weights = vec![0; layout.parameters()];
        for count in 0..COUNTS {
            weights[layout.own_moves(count as u32)] = PLAIN_MOVE * count as i16;
            weights[layout.opponent_moves(count as u32)] = -PLAIN_MOVE * count as i16;
        }
        let stages = vec![Stage { max_empties: MAX_SQUARES as u8, weights }];
        Self::new(board, &Weights { board: None, seed: 0, positions: 0, stages, outline: Vec::new() })
    }
}

impl Evaluation<OUTLINE_PLACES> {
    /// The quick evaluation that comes with the program for `board` or its transpose, if there is one.
    ///
    /// It is built once and then shared.
    #[must_use]
    pub fn outline(board: Board) -> Option<Arc<Self>> {
        Evaluations::for_board(board).outline
    }

    /// The score of a position that is not over, like [`Evaluation::score_of`], but the outline ignores the opponent's
    /// moves.
    #[inline(always)]
    #[must_use]
    pub fn quick_score(&self, features: &Features<OUTLINE_PLACES>, empties: u32, own_moves: u32) -> i32 {
        self.score_of(features, empties, own_moves, 0)
    }

    /// A quick evaluation with the given weights, if they include an outline.
    ///
    /// # Panics
    /// If the weights are for another board.
    #[must_use]
    pub fn with_outline(board: Board, weights: &Weights) -> Option<Self> {
        let found = weights.board?;
        assert!(is_same(found, board), "weights of {found} on {board}");
        (!weights.outline.is_empty()).then(|| Self::of_stages(Layout::outline(board), &weights.outline, true))
    }
}

impl<const PLACES: usize> Evaluation<PLACES> {
    /// An evaluation for a layout with the weights of all stages.
    fn of_stages(layout: Layout<PLACES>, stages: &[Stage], is_learned: bool) -> Self {
        let (mut stage_of, mut others, mut tables) = ([0; 65], Vec::new(), vec![0; MARGIN]);
        for stage in stages {
            let weight = |parameter: usize| stage.weights[parameter].saturating_mul(STEP);
            for table in layout.tables() {
                tables.extend(table.parameters.iter().map(|&parameter| weight(parameter as usize)));
            }
            tables.push(0);
            for later in &mut stage_of[usize::from(stage.max_empties) + 1..] {
                *later = others.len() as u8 + 1;
            }
            others.push(Others {
                own_moves: std::array::from_fn(|count| weight(layout.own_moves(count as u32))),
                opponent_moves: std::array::from_fn(|count| weight(layout.opponent_moves(count as u32))),
                parity: std::array::from_fn(|parity| weight(layout.parity(parity as u32))),
            });
        }
        tables.resize(tables.len() + MARGIN, 0);
        Self::of_tables(layout, stage_of, tables.into(), others, is_learned)
    }

    /// An evaluation with the tables of another one whose layout has the same.
    fn of_tables(
        layout: Layout<PLACES>,
        stage_of: [u8; 65],
        tables: Arc<[i16]>,
        others: Vec<Others>,
        is_learned: bool,
    ) -> Self {
        let mut starts = Vec::new();
        let mut stride = 0;
        for table in layout.tables() {
            starts.push(stride + table.centre());
            stride += table.parameters.len();
        }
        // Lanes without a place keep index 0, which selects the last entry of each stage, a zero.
        let mut centres = [(MARGIN + stride) as u32; PLACES];
        stride += 1;
        for (centre, &table) in centres.iter_mut().zip(layout.lanes()) {
            *centre = (MARGIN + starts[table]) as u32;
        }
        assert_eq!(tables.len(), 2 * MARGIN + others.len() * stride, "the tables are those of the layout");
        let geometry = Geometry::new(layout.board());
        Self { layout: layout.without_parameters(), geometry, stage_of, centres, stride, tables, others, is_learned }
    }

    /// Bytes of its tables.
    fn bytes(&self) -> usize {
        size_of_val(&*self.tables)
    }

    /// Whether the weights were learned for this board or its transpose.
    #[must_use]
    pub fn is_learned(&self) -> bool {
        self.is_learned
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.layout.board()
    }

    /// The features of a position, from scratch.
    #[inline(always)]
    #[must_use]
    pub fn features(&self, discs: Discs) -> Features<PLACES> {
        self.layout.features(discs)
    }

    /// The features after a disc on `square` turns over `flips`, seen from the other side.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, features: &Features<PLACES>, square: u8, flips: u64) -> Features<PLACES> {
        self.layout.after(features, square, flips)
    }

    /// The score of a position that is not over, within ± the number of squares.
    ///
    /// `empties` is the number of empty squares, `own_moves` and `opponent_moves` are the numbers of squares on which
    /// the side to move and the other side may place a disc.
    #[inline(always)]
    #[must_use]
    pub fn score_of(&self, features: &Features<PLACES>, empties: u32, own_moves: u32, opponent_moves: u32) -> i32 {
        let stage = usize::from(self.stage_of[(empties as usize).min(64)]);
        let others = &self.others[stage];
        let first = stage * self.stride;
        let lanes = self.layout.lanes().len().next_multiple_of(8).min(PLACES);
        let (indices, centres) = (&features.0[..lanes], &self.centres[..lanes]);
        let mut sum = i32::from(others.own_moves[(own_moves as usize).min(COUNTS - 1)])
            + i32::from(others.opponent_moves[(opponent_moves as usize).min(COUNTS - 1)])
            + i32::from(others.parity[(empties & 1) as usize]);
        for (indices, centres) in indices.chunks_exact(8).zip(centres.chunks_exact(8)) {
            for lane in 0..8 {
                let centre = first + centres[lane] as usize;
                let slot = centre.wrapping_add_signed(isize::from(indices[lane]));
                debug_assert!(slot < self.tables.len());
                // SAFETY: `others` has an entry for each stage, so `stage` is valid; around the centre of any lane and
                // stage, the tables have room for every 16-bit index (see `tables`).
                sum += i32::from(unsafe { *self.tables.get_unchecked(slot) });
            }
        }
        let most = self.layout.board().squares() as i32 * DISC;
        sum.clamp(-most, most)
    }

    /// The score of a position that is not over, from scratch.
    #[must_use]
    pub fn score(&self, discs: Discs) -> i32 {
        let moves = |discs: Discs| plain::mobility(&self.geometry, discs).count_ones();
        let empties = self.geometry.squares() - discs.mask().count_ones();
        self.score_of(&self.features(discs), empties, moves(discs), moves(discs.passed()))
    }

    /// The scores of many positions.
    ///
    /// # Panics
    /// If there are not as many scores as positions.
    pub fn batch(&self, positions: &[Discs], scores: &mut [i32]) {
        assert_eq!(positions.len(), scores.len(), "a score for each position");
        for (&discs, score) in positions.iter().zip(scores) {
            *score = self.score(discs);
        }
    }
}

/// Whether weights for one board suit another.
fn is_same(found: Board, wanted: Board) -> bool {
    found == wanted || found.transposed() == wanted
}
