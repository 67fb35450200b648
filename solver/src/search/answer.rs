//! From a question to an answer: which null windows, in which order, and the perfect line.

use super::guess;
use super::kernel::Kernel;
use super::line::{self, Halt};
use super::root_search::RootSearch;
use super::searcher::Effort;
use crate::question::{Answer, Mode, Phase, Question};
use crate::table::Basis;
use crate::technique::Technique;
use rules::discs::Discs;
use rules::score::{Bounds, Score, Value};

/// From this round on (see [`Effort::of_round`]) the search alternates between asking for a wipe-out and asking who
/// wins.
const DECISION_MIN_ROUND: u32 = 2;
/// A window that takes more than this many times the nodes of the one before it lies near the value, so its neighbour
/// comes next.
const DEARER: u64 = 4;

/// What an answer holds besides the bounds on the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Nothing that takes a search of its own.
    Value,
    /// A best move.
    BestMove,
    /// A best move and the perfect line.
    Line,
}

impl<I: Kernel> RootSearch<'_, I> {
    /// Looks the position up, searches what is not known, and follows the perfect line as far as `extent` says.
    pub(super) fn answer(&mut self, question: &Question, extent: Extent) -> Answer {
        let answer = self.found(question, extent);
        let basis = if question.position.is_over() { Basis::Proof } else { self.basis() };
        Answer { basis, ..answer }
    }

    fn found(&mut self, question: &Question, extent: Extent) -> Answer {
        let Question { position, mode, scoring } = *question;
        let geometry = self.shared.geometry;
        let answer = Answer {
            bounds: Bounds::unknown(geometry.squares()),
            best: None,
            line: Vec::new(),
            end: position,
            nodes: 0,
            from_table: false,
            basis: Basis::Proof,
            complete: true,
            guess: None,
            contradiction: None,
        };
        if let Some(score) = position.final_score(scoring) {
            return Answer { bounds: Bounds::at(score), ..answer };
        }
        let root = position.discs();
        self.shared.progress.enter(Phase::Lookup, answer.bounds);
        let from_table = self.kept(root).is_some_and(|proven| mode.settled(proven.bounds));
        let known = self.known(root);
        self.best = self.proving_move(root, known.lower);
        let bounds = if mode.settled(known) { known } else { self.narrow(root, mode, known) };
        let answer = Answer { bounds, from_table, ..answer };
        if bounds.contradict() {
            return Answer { nodes: self.nodes, complete: false, contradiction: Some(position), ..answer };
        }
        if !mode.settled(bounds) {
            let guess = self.estimate(root, bounds);
            return Answer { best: self.best, nodes: self.nodes, complete: false, guess, ..answer };
        }
        let plies = match extent {
            Extent::Value => return Answer { best: self.best, nodes: self.nodes, ..answer },
            Extent::BestMove => 1,
            Extent::Line => usize::MAX,
        };
        self.shared.progress.enter(Phase::Line, bounds);
        match line::follow(self, position, bounds, plies) {
            Ok((line, end)) => {
                let answer = Answer { best: line.first().copied(), nodes: self.nodes, ..answer };
                if extent == Extent::Line { Answer { line, end, ..answer } } else { answer }
            }
            Err(halt) => {
                let contradiction = match halt {
                    Halt::Stopped => None,
                    Halt::Contradiction(position) => Some(position),
                };
                Answer { best: self.best, nodes: self.nodes, complete: false, contradiction, ..answer }
            }
        }
    }

    /// Searches null windows until the bounds settle the question or the search is stopped: first
    /// whether it is a wipe-out, then who wins, then the exact value.
    fn narrow(&mut self, root: Discs, mode: Mode, known: Bounds) -> Bounds {
        let mut bounds = known;
        self.shared.progress.enter(Phase::Guess, known);
        let most = self.shared.geometry.squares() as Value;
        // The windows around a draw ask who wins.
        let limits = match mode {
            // Full boards have values of one parity only.
            Mode::Exact if known.are_open() => {
                let (lower, upper) = (known.lower.discs(), known.upper.discs());
                [lower - ((most - lower) & 1), upper + ((most - upper) & 1)]
            }
            Mode::Exact => [-most, most],
            Mode::Wld => [-2 + (most & 1), 2 - (most & 1)],
        };
        let first = guess::value(self, root);
        self.guess = Some(first).filter(|_| self.shared.is_learned());
        let guess = guess::improved(self, root, first, limits);
        // Searches of the windows around a draw say nothing of the margin.
        if mode == Mode::Wld && self.guess.is_some() && first.signum() == guess.signum() {
            self.guess = Some(first);
        }
        // A learned evaluation is trusted with the value, a trial line only with its sign.
        let is_trusted = mode == Mode::Exact && self.shared.is_learned() && self.shared.uses(Technique::Guess);
        self.hunt(root, guess, is_trusted, &mut bounds);
        while !is_trusted && bounds.are_open() && bounds.outcome().is_none() && !self.is_stopped() {
            self.decide(root, guess > 0, Effort::UNLIMITED, &mut bounds);
        }
        // From there on towards the value, with growing steps while windows stay cheap, and back if one went too far.
        let mut alpha = match bounds.outcome() {
            Some(_) if !is_trusted && bounds.lower > Score::DRAW => bounds.lower.discs(),
            Some(_) if !is_trusted => bounds.upper.discs() - 1,
            _ => guess - Value::from(guess > 0),
        };
        let (mut step, mut upwards, mut cost) = (0, None, 0);
        while bounds.are_open() && !mode.settled(bounds) && !self.is_stopped() {
            let (before, nodes) = (bounds, self.nodes);
            let phase = if bounds.outcome().is_none() { Phase::Wld } else { Phase::Exact };
            let alpha_within = alpha.clamp(bounds.lower.discs(), bounds.upper.discs() - 1);
            self.test(root, phase, alpha_within, Effort::UNLIMITED, &mut bounds);
            let is_above = bounds.lower > before.lower;
            let is_dear = self.nodes - nodes > DEARER * cost;
            step = if upwards == Some(is_above) && !is_dear { step + 1 } else { 0 };
            (upwards, cost) = (Some(is_above), self.nodes - nodes);
            alpha = if is_above { bounds.lower.discs() + step } else { bounds.upper.discs() - 1 - step };
        }
        bounds
    }

    /// Asks whether one of the sides takes all, by the windows at both ends, until that or the winner is known. Gives
    /// up early if a trusted `guess` is far from both ends.
    ///
    /// The effort grows from round to round. From [`DECISION_MIN_ROUND`] on, the same effort then goes into asking who
    /// wins, in case that is easier.
    fn hunt(&mut self, root: Discs, guess: Value, is_trusted: bool, bounds: &mut Bounds) {
        let most = self.shared.geometry.squares() as Value;
        let (mover_wins, is_unlikely) = (guess > 0, is_trusted && 2 * guess.abs() < most);
        for round in 0.. {
            let effort = Effort::of_round(round);
            self.hunt_for(root, mover_wins, effort, bounds);
            if round < DECISION_MIN_ROUND || !self.may_take_all(mover_wins, *bounds) {
                self.hunt_for(root, !mover_wins, effort, bounds);
            }
            let is_open = self.may_take_all(true, *bounds) || self.may_take_all(false, *bounds);
            if !is_open || self.is_stopped() || is_unlikely && round + 1 == DECISION_MIN_ROUND {
                return;
            }
            if round >= DECISION_MIN_ROUND {
                self.decide(root, mover_wins, effort, bounds);
                if bounds.outcome().is_some() {
                    self.hunt_for(root, bounds.lower > Score::DRAW, Effort::last_of_round(round), bounds);
                    return;
                }
            }
        }
    }

    /// Asks whether the side to move (`mover`) or the other side takes all, unless that is known.
    fn hunt_for(&mut self, root: Discs, mover: bool, effort: Effort, bounds: &mut Bounds) {
        if self.may_take_all(mover, *bounds) && !self.is_stopped() {
            let most = self.shared.geometry.squares() as Value;
            self.test(root, Phase::WipeOut, if mover { most - 1 } else { -most }, self.of_hunt(effort), bounds);
        }
    }

    /// Whether the side to move (`mover`) or the other side may still take all.
    fn may_take_all(&self, mover: bool, bounds: Bounds) -> bool {
        let most = Score::new(self.shared.geometry.squares() as Value);
        bounds.are_open() && if mover { bounds.upper == most } else { bounds.lower == -most }
    }

    /// The effort with which a hunt takes as long as alpha-beta does with `effort`.
    fn of_hunt(&self, effort: Effort) -> Effort {
        if self.shared.uses(Technique::ProofNumbers) { effort.by_numbers() } else { effort }
    }

    /// Asks whether the side to move wins, or whether it loses, the likelier first.
    fn decide(&mut self, root: Discs, mover_wins: bool, effort: Effort, bounds: &mut Bounds) {
        if bounds.outcome().is_none() {
            let win_first = mover_wins && bounds.upper > Score::DRAW || bounds.lower == Score::DRAW;
            self.test(root, Phase::Wld, if win_first { 0 } else { -1 }, effort, bounds);
        }
    }
}
