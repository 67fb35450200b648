//! A player: choosing a move in a position.

use std::thread;
use std::time::{Duration, Instant};

use mcts::baselines::{flat_monte_carlo, random_move};
use mcts::parallel::{self, Network, Searched, Task};
use mcts::playout::{AmafTally, Cut, Greedy, Playout, Uniform};
use mcts::select::{Puct, Rave, Select, Ucb1, Ucb1Tuned, UctPlus};
use mcts::{Blind, FinalMove, Game, Random, Reward, ScoreBounds, Tally};
use solver::evaluation::DISC;
use solver::{Board, Discs, Move, Progress, Score, Scoring};

use super::spec::{PlayerKind, PlayoutKind, Spec, TreeSpec};
use crate::baselines::{self, Exact, Known};
use crate::game::Othello;
use crate::lanes::LanePlayouts;
use crate::learned::{Learned, default_scale};

/// The playouts of one worker.
pub type Playouts = Box<dyn Playout<Othello>>;

/// Runs a player's tree search, whatever its formula: with threads, or on many machines.
pub trait Searcher {
    /// The result.
    type Found;

    /// Searches; `playout` makes the playouts of each worker.
    fn search<S: Select>(
        &self,
        task: &Task<'_, Othello, S, Learned>,
        tree: &TreeSpec,
        playout: &(dyn Fn() -> Playouts + Sync),
    ) -> Self::Found;
}

/// Searches by the player's scheme until told to stop.
struct Threads<'a>(&'a Progress);

impl Searcher for Threads<'_> {
    type Found = Searched<Move>;

    fn search<S: Select>(
        &self,
        task: &Task<'_, Othello, S, Learned>,
        tree: &TreeSpec,
        playout: &(dyn Fn() -> Playouts + Sync),
    ) -> Searched<Move> {
        parallel::search_until(task, tree.scheme, &|| self.0.is_stopped(), |_| playout())
    }
}

/// The most playouts between two checks whether to stop: a fraction of a second even of the slowest.
const AT_ONCE: u32 = 1 << 11;
/// The longest sleep between two such checks.
const NAP: Duration = Duration::from_millis(50);

/// Playouts with an artificial delay of each, which make fewer than asked once `progress` is stopped.
struct Stoppable {
    playout: Playouts,
    delay: Duration,
    progress: Progress,
}

impl Playout<Othello> for Stoppable {
    fn play(
        &mut self,
        game: &Othello,
        state: &Discs,
        count: u32,
        random: &mut Random,
        mut amaf: Option<&mut AmafTally>,
    ) -> Tally {
        let (mut tally, mut delay) = (Tally::default(), self.delay.saturating_mul(count));
        while !delay.is_zero() && !self.progress.is_stopped() {
            thread::sleep(delay.min(NAP));
            delay = delay.saturating_sub(NAP);
        }
        while tally.playouts < count && !self.progress.is_stopped() {
            let count = (count - tally.playouts).min(AT_ONCE);
            tally.join(self.playout.play(game, state, count, random, amaf.as_deref_mut()));
        }
        tally
    }
}

/// A player's answer when asked for a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub chosen: Move,
    /// Its expected value, for the side that makes it, if the player has an opinion.
    pub opinion: Opinion,
    /// Playouts made for it.
    pub playouts: u64,
    /// Positions that alpha-beta visited for it (see [`solver::evaluation::lookahead::Choice`]); 0 without alpha-beta.
    pub nodes: u64,
    /// Memory of the trees, in bytes.
    pub bytes: usize,
    /// Share of the trees that would make this move; 1 with one tree or none.
    pub agreement: f64,
    /// The move that each tree would make, in order; none without a tree.
    pub votes: Vec<Move>,
}

/// The expected value of a move, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opinion {
    /// None.
    None,
    /// A mean reward, 0 to 1, and proven bounds, on the outcome (−1, 0 or 1) or on the score (see [`Reward::visible`]).
    Reward(f64, ScoreBounds),
    /// A guess in discs.
    Discs(f64),
    /// The exact value, in discs.
    Exact(Score),
}

/// A player of Othello on one board.
#[derive(Debug)]
pub struct Player {
    spec: Spec,
    game: Othello,
    evaluation: Learned,
    exact: Option<Exact>,
}

impl Player {
    /// The player that a specification describes, for a board and a scoring.
    #[must_use]
    pub fn new(spec: Spec, board: Board, scoring: Scoring) -> Self {
        Self::of_game(spec, Othello::new(board, scoring))
    }

    /// The player that a specification describes, for a game, whose instructions you can choose.
    #[must_use]
    pub fn of_game(spec: Spec, game: Othello) -> Self {
        Self { evaluation: Learned::by(spec.guide, &game), spec, game, exact: None }
    }

    /// The same, but where it plays exact values it consults `known` first, which must have its board (in landscape) and
    /// scoring.
    #[must_use]
    pub fn knowing(self, known: Option<Known>) -> Self {
        Self { exact: Some(Exact::default().knowing(known)), ..self }
    }

    /// Its specification.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The game it plays.
    #[must_use]
    pub fn game(&self) -> &Othello {
        &self.game
    }

    /// Chooses a move; `None` when the game is over. The answer depends only on the position and `seed`, unless the player
    /// has a time limit or several threads share a tree.
    pub fn choose(&mut self, discs: Discs, seed: u64) -> Option<Choice> {
        self.choose_until(discs, seed, &Progress::default())
    }

    /// The same; also `None`, within a fraction of a second, if `progress` stops it first.
    pub fn choose_until(&mut self, discs: Discs, seed: u64, progress: &Progress) -> Option<Choice> {
        self.found(discs, seed, progress).filter(|_| !progress.is_stopped())
    }

    /// The same by a network of policy and value, which is asked about at most `batch` positions at a time: PUCT's priors are the
    /// network's, and its values are there instead of playouts. Also `None` if the network ends the search, or if the player does
    /// not take one ([`Spec::takes_network`]).
    pub fn choose_by(
        &mut self,
        discs: Discs,
        seed: u64,
        progress: &Progress,
        batch: usize,
        network: &mut Network<'_, Othello>,
    ) -> Option<Choice> {
        let found = match (self.spec.kind, &self.spec.tree) {
            _ if self.game.empties(discs) <= self.spec.exact_from => self.exact(discs, None, progress),
            (PlayerKind::Puct { c, temperature }, Some(tree)) if !self.game.is_over(&discs) => {
                let (select, settings, budget) = (Puct { c, temperature }, tree.settings, tree.budget);
                let task = Task { game: &self.game, state: discs, select, evaluation: &Blind, settings, budget, seed };
                choice(parallel::search_by_network(&task, batch, &|| progress.is_stopped(), network))
            }
            _ => None,
        };
        found.filter(|_| !progress.is_stopped())
    }

    fn found(&mut self, discs: Discs, seed: u64, progress: &Progress) -> Option<Choice> {
        if self.game.empties(discs) <= self.spec.exact_from {
            return self.exact(discs, None, progress);
        }
        let mut random = Random::new(seed, 0);
        match self.spec.kind {
            PlayerKind::Random => {
                random_move(&self.game, &discs, &mut random).map(|one| Choice::plain(one, Opinion::None))
            }
            PlayerKind::AlphaBeta { plies, time } => self.alpha_beta(discs, plies, time, progress),
            PlayerKind::Exact { time } => self.exact(discs, time, progress),
            PlayerKind::Flat { each, playout } => {
                let mut playout = self.playouts(playout, Duration::ZERO, progress);
                let reward = Reward::Outcome;
                let tried = flat_monte_carlo(&self.game, &discs, each, reward, &mut playout, &mut random);
                let best = FinalMove::Mean.choose(&tried)?;
                let opinion = Opinion::Reward(best.statistics.mean(), best.bounds);
                let playouts = u64::from(each) * tried.len() as u64;
                Some(Choice { playouts, ..Choice::plain(best.chosen, opinion) })
            }
            _ => choice(self.search_by(discs, seed, progress, &Threads(progress))?),
        }
    }

    /// Chooses by exact values; in a given time if they are found in half of it, otherwise by alpha-beta in the rest.
    fn exact(&mut self, discs: Discs, time: Option<Duration>, progress: &Progress) -> Option<Choice> {
        let begin = Instant::now();
        let exact = self.exact.get_or_insert_default();
        match (exact.best(&self.game, discs, time.map(|time| time / 2), progress), time) {
            (Some((chosen, value)), _) => Some(Choice::plain(chosen, Opinion::Exact(value))),
            (None, Some(time)) => {
                self.alpha_beta(discs, u32::MAX, Some(time.saturating_sub(begin.elapsed())), progress)
            }
            (None, None) => None,
        }
    }

    fn alpha_beta(&self, discs: Discs, plies: u32, time: Option<Duration>, progress: &Progress) -> Option<Choice> {
        let found = baselines::alpha_beta(&self.game, self.evaluation.evaluation(), discs, plies, time, progress)?;
        let opinion = Opinion::Discs(f64::from(found.value) / f64::from(DISC));
        Some(Choice { nodes: found.nodes, ..Choice::plain(found.chosen, opinion) })
    }

    /// Runs this player's search on `searcher`; `None` if it searches no tree. Its playouts end early if `progress` is stopped.
    pub fn search_by<W: Searcher>(
        &self,
        discs: Discs,
        seed: u64,
        progress: &Progress,
        searcher: &W,
    ) -> Option<W::Found> {
        let tree = self.spec.tree.as_ref()?;
        Some(match self.spec.kind {
            PlayerKind::Random | PlayerKind::Flat { .. } | PlayerKind::AlphaBeta { .. } | PlayerKind::Exact { .. } => {
                return None;
            }
            PlayerKind::Ucb1 { c } => self.search(discs, seed, progress, Ucb1 { c }, tree, searcher),
            PlayerKind::Ucb1Tuned { c } => self.search(discs, seed, progress, Ucb1Tuned { c }, tree, searcher),
            PlayerKind::Rave { c, k } => self.search(discs, seed, progress, Rave { c, k }, tree, searcher),
            PlayerKind::UctPlus { c, scale, unvisited, decay } => {
                let scale = scale.unwrap_or_else(|| default_scale(self.game.board()));
                self.search(discs, seed, progress, UctPlus { c, scale, unvisited, decay }, tree, searcher)
            }
            PlayerKind::Puct { c, temperature } => {
                self.search(discs, seed, progress, Puct { c, temperature }, tree, searcher)
            }
        })
    }

    fn search<S: Select, W: Searcher>(
        &self,
        discs: Discs,
        seed: u64,
        progress: &Progress,
        select: S,
        tree: &TreeSpec,
        searcher: &W,
    ) -> W::Found {
        let (game, evaluation) = (&self.game, &self.evaluation);
        let (settings, budget) = (tree.settings, tree.budget);
        let task = Task { game, state: discs, select, evaluation, settings, budget, seed };
        searcher.search(&task, tree, &|| self.playouts(tree.playout, tree.delay, progress))
    }

    fn playouts(&self, kind: PlayoutKind, delay: Duration, progress: &Progress) -> Playouts {
        let evaluation = || self.evaluation.clone();
        let playout: Playouts = match kind {
            PlayoutKind::Uniform => Box::new(Uniform),
            PlayoutKind::Lanes => Box::new(LanePlayouts::new(&self.game)),
            PlayoutKind::Greedy { epsilon } => Box::new(Greedy::new(evaluation(), epsilon)),
            PlayoutKind::Cut { plies } => Box::new(Cut { evaluation: evaluation(), plies }),
        };
        Box::new(Stoppable { playout, delay, progress: progress.part() })
    }
}

impl Choice {
    fn plain(chosen: Move, opinion: Opinion) -> Self {
        Self { chosen, opinion, playouts: 0, nodes: 0, bytes: 0, agreement: 1.0, votes: Vec::new() }
    }
}

fn choice(found: Searched<Move>) -> Option<Choice> {
    let best = found.chosen?;
    Some(Choice {
        chosen: best.chosen,
        opinion: Opinion::Reward(best.statistics.mean(), best.bounds),
        playouts: found.playouts,
        nodes: 0,
        bytes: found.bytes,
        agreement: found.agreement,
        votes: found.votes,
    })
}
