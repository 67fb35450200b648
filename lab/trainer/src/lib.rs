//! Trains the weights of the solver's evaluation, for one board or common to all.
//!
//! 1. `games`: positions like those that an exact search visits, some for each stage of the game.
//! 2. `labels`: their values. Near the end of the game they are solved; earlier, a search of a few plies reaches stages
//!    that are already trained. So training proceeds from stages with few empty squares upwards.
//! 3. `fit`: least squares, each stage starting from the weights of the one before.
//! 4. [`report`]: how far the evaluation is from exact values, on positions that it has not seen.
//!
//! The first round is small and plays by mobility; its evaluation plays the games of the second.
//!
//! The same plan gives the same weights, whatever the number of threads: every game has its own random numbers, values
//! do not depend on what was solved before, and sums are added in a fixed order.

use solver::evaluation::weights::STEP;
use solver::evaluation::{DISC, Evaluation, Layout, OUTLINE_PLACES, Stage, Weights};
use solver::{Board, Discs, Geometry, MAX_SQUARES, Observer, rules};
use thiserror::Error;

use fit::Rows;
use games::Games;
pub use report::Errors;
use stages::Span;

mod fit;
mod games;
mod labels;
pub mod report;
mod stages;

/// Default number of positions per stage.
pub const DEFAULT_POSITIONS: u32 = 200_000;
/// The first round takes 1 in this many positions.
const FIRST_ROUND_SHARE: u32 = 8;
/// The largest weight, chosen so that the sum over all lanes fits in 32 bits and a single weight in 16.
const MAX_WEIGHT_DISCS: f64 = 200.0;

/// The boards on whose positions the common weights are trained.
const POOL: [(u32, u32); 20] = [
    (3, 5),
    (3, 9),
    (3, 14),
    (3, 20),
    (4, 4),
    (4, 7),
    (4, 9),
    (4, 11),
    (4, 13),
    (4, 15),
    (5, 5),
    (5, 7),
    (5, 9),
    (5, 12),
    (6, 6),
    (6, 7),
    (6, 9),
    (7, 7),
    (7, 9),
    (8, 8),
];

/// What to train.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The board; its transpose has the same weights. `None` for the weights common to all boards.
    pub board: Option<Board>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Games of the second round; each gives a position to each stage.
    pub positions: u32,
}

/// The error when the observer stops the training.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the training was stopped")]
pub struct Stopped;

/// Trained weights.
#[derive(Clone, Debug)]
pub struct Training {
    /// The weights.
    pub weights: Weights,
    /// All positions of the second round, by board and stage, each list in canonical form and sorted.
    pub positions: Vec<(Board, Vec<Vec<Discs>>)>,
}

impl Training {
    /// Whether a position, given in canonical form, was used for training.
    #[must_use]
    pub fn has(&self, board: Board, discs: Discs) -> bool {
        let of_board = self.positions.iter().filter(|(other, _)| *other == board);
        of_board.flat_map(|(_, stages)| stages).any(|positions| positions.binary_search(&discs).is_ok())
    }
}

/// Trains the weights of a board, or the common ones, on the threads of the current `rayon` pool.
///
/// # Errors
/// The observer asked to stop.
pub fn train(plan: Plan, observer: &dyn Observer) -> Result<Training, Stopped> {
    let wide = |board: Board| board.landscape();
    let plan = Plan { board: plan.board.map(wide), ..plan };
    let first = Plan { positions: plan.positions.div_ceil(FIRST_ROUND_SHARE), seed: !plan.seed, ..plan };
    let beginner = round(first, "round 1", None, observer)?;
    round(plan, "round 2", Some(&beginner.weights), observer)
}

/// Trains all stages on positions of games played with the weights of the previous round, or by mobility.
fn round(plan: Plan, name: &str, before: Option<&Weights>, observer: &dyn Observer) -> Result<Training, Stopped> {
    let shapes = TrainingBoard::all(plan);
    let spans = stages::spans(plan.board);
    observer.begin(&format!("{name}: games"), plan.positions.into());
    let positions: Vec<(Board, Vec<Vec<Discs>>)> =
        shapes.iter().map(|shape| shape.positions(plan, &spans, before, observer)).collect::<Result<_, _>>()?;
    let mut stages = Fitted::new(&shapes[0].layout);
    let mut outline = shapes[0].outline.as_ref().map(Fitted::new);
    for (index, span) in spans.iter().enumerate() {
        let of_stage = || shapes.iter().zip(&positions).map(|(shape, (_, positions))| (shape, &positions[index]));
        let units = of_stage().map(|(_, positions)| positions.len() as u64).sum();
        observer.begin(&format!("{name}: {} to {} empties", span.min_empties, span.max_empties), units);
        let so_far = (!stages.stages.is_empty()).then(|| whole(plan, stages.stages.clone(), Vec::new()));
        let (mut rows, mut outline_rows) = (Rows::default(), Rows::default());
        for (shape, positions) in of_stage() {
            let values = labels::label(&evaluation(shape.board, so_far.as_ref()), span.plies, positions, observer)?;
            shape.add_rows(&shape.layout, positions, &values, &mut rows, |discs| shape.moves(discs.passed()));
            if let Some(layout) = &shape.outline {
                // The outline knows nothing of the opponent's moves, which saves time when ordering moves.
                shape.add_rows(layout, positions, &values, &mut outline_rows, |_| 0);
            }
        }
        stages.fit(&rows, span.max_empties);
        if let Some(outline) = &mut outline {
            outline.fit(&outline_rows, span.max_empties);
        }
    }
    let outline = outline.map_or_else(Vec::new, |outline| outline.stages);
    Ok(Training { weights: whole(plan, stages.stages, outline), positions })
}

/// The stages of one layout, each fitted starting from the parameters of the one before.
struct Fitted {
    opposites: Vec<u32>,
    parameters: Vec<f64>,
    stages: Vec<Stage>,
}

impl Fitted {
    fn new<const PLACES: usize>(layout: &Layout<PLACES>) -> Self {
        Self { opposites: layout.opposites(), parameters: vec![0.0; layout.parameters()], stages: Vec::new() }
    }

    /// Adds the next stage.
    fn fit(&mut self, rows: &Rows, max_empties: u32) {
        fit::fit(rows, &self.opposites, &mut self.parameters);
        self.stages.push(Stage { max_empties: max_empties as u8, weights: steps(&self.parameters) });
    }
}

/// The evaluation with some weights, or by mobility.
fn evaluation(board: Board, weights: Option<&Weights>) -> Evaluation {
    weights.map_or_else(|| Evaluation::plain(board), |weights| Evaluation::new(board, weights))
}

/// Weights whose last stage also covers all higher numbers of empty squares.
fn whole(plan: Plan, mut stages: Vec<Stage>, mut outline: Vec<Stage>) -> Weights {
    for last in stages.last_mut().into_iter().chain(outline.last_mut()) {
        last.max_empties = plan.board.map_or(MAX_SQUARES, Board::squares) as u8;
    }
    Weights { board: plan.board, seed: plan.seed, positions: plan.positions, stages, outline }
}

/// A board that supplies positions, and how they become rows of the least squares.
struct TrainingBoard {
    board: Board,
    geometry: Geometry,
    layout: Layout,
    /// Only for a board with its own weights.
    outline: Option<Layout<OUTLINE_PLACES>>,
}

impl TrainingBoard {
    /// The board of a plan, or the whole pool.
    fn all(plan: Plan) -> Vec<Self> {
        let shape = |board: Board, layout: Layout, outline: Option<Layout<OUTLINE_PLACES>>| Self {
            board,
            geometry: Geometry::new(board),
            layout,
            outline,
        };
        match plan.board {
            Some(board) => vec![shape(board, Layout::of_board(board), Some(Layout::outline(board)))],
            None => {
                let boards = POOL.map(|(rows, cols)| Board::new(rows, cols).expect("the pool has boards"));
                boards.map(|board| shape(board, Layout::common(board), None)).into()
            }
        }
    }

    /// Positions for each stage, as many as the board's share of the plan.
    fn positions(
        &self,
        plan: Plan,
        spans: &[Span],
        before: Option<&Weights>,
        observer: &dyn Observer,
    ) -> Result<(Board, Vec<Vec<Discs>>), Stopped> {
        let ranges: Vec<(u32, u32)> = spans.iter().map(|span| (span.min_empties, span.max_empties)).collect();
        let share = if plan.board.is_some() { 1 } else { POOL.len() as u32 };
        let games = u64::from(plan.positions.div_ceil(share));
        let player = evaluation(self.board, before);
        Ok((self.board, Games::new(&player, plan.seed).positions(0..games, &ranges, observer)?))
    }

    /// Number of legal moves of the side to move.
    fn moves(&self, discs: Discs) -> u32 {
        rules::mobility(&self.geometry, discs).count_ones()
    }

    /// Appends positions and their values, with what the layout should know about the opponent's moves. The further a value
    /// is from a draw, the less it counts: most null windows are near a draw.
    fn add_rows<const PLACES: usize>(
        &self,
        layout: &Layout<PLACES>,
        positions: &[Discs],
        values: &[f32],
        rows: &mut Rows,
        opponent_moves: impl Fn(Discs) -> u32,
    ) {
        let half = self.geometry.squares() as f32 / 2.0;
        let mut active = vec![0; layout.active_len()];
        for (&discs, &value) in positions.iter().zip(values) {
            layout.active(discs, self.moves(discs), opponent_moves(discs), &mut active);
            rows.active.extend(&active);
            rows.ends.push(rows.active.len());
            rows.targets.push(value);
            rows.weights.push(1.0 / (1.0 + (value / half).powi(2)));
        }
    }
}

/// Converts parameters in discs to weights in [`STEP`]s.
fn steps(parameters: &[f64]) -> Vec<i16> {
    let per_disc = f64::from(DISC) / f64::from(STEP);
    let step = |&parameter: &f64| (parameter.clamp(-MAX_WEIGHT_DISCS, MAX_WEIGHT_DISCS) * per_disc).round() as i16;
    parameters.iter().map(step).collect()
}
