//! Values and statistics of every position, against the checker and the plain rules.

mod support;

use checker::Position as Plain;
use retrograde::{Exhausted, LayerCensus, Place, Plan};
use solver::rules::mobility;
use solver::{Discs, Geometry, Mode, Move, Position, Question, Resources, Score, Scoring, Side, Solver, Start};
use support::{exhausted, plan};
use tempfile::TempDir;

/// All positions with their values, layer by layer.
fn positions(exhausted: &Exhausted) -> Vec<Vec<(Position, Score)>> {
    let layer = |number: usize| {
        let layer = exhausted.layer(number).unwrap();
        let mut all = Vec::new();
        for (group, &mask) in layer.layer.masks().iter().enumerate() {
            for (code, value) in layer.layer.codes(group).unwrap().into_iter().zip(layer.values(group).unwrap()) {
                let discs = exhausted.frame().discs(Place { mask, code });
                let position = Position::new(exhausted.plan().board, discs, Side::Black).unwrap();
                assert_eq!(exhausted.frame().place(discs), Place { mask, code }, "{}", position.without_board());
                all.push((position, Score::from(value)));
            }
        }
        all
    };
    (0..exhausted.census().layers.len()).map(layer).collect()
}

fn plain_value(position: &Position, scoring: Scoring) -> Score {
    let (rows, cols) = (position.board().rows() as usize, position.board().cols() as usize);
    let scoring = checker::Scoring::named(scoring.name()).expect("both know it by the same name");
    Score::new(checker::value(&Plain::parse(rows, cols, &position.without_board().to_string()).unwrap(), scoring))
}

#[test]
fn every_value_agrees_with_the_checker() {
    let all_starts = |name| Start::ALL.map(|start| plan(name, start));
    let plans = [all_starts("4x4"), all_starts("3x5"), all_starts("3x4"), all_starts("3x3")].into_iter().flatten();
    for plan in plans.flat_map(|plan| Scoring::ALL.map(|scoring| Plan { scoring, ..plan })) {
        let folder = TempDir::new().unwrap();
        for (position, value) in positions(&exhausted(plan, folder.path())).into_iter().flatten() {
            // Nearer to the start the checker takes long. There, a value is the best of the values after it (below).
            if position.empties() <= 9 {
                assert_eq!(value, plain_value(&position, plan.scoring), "{plan}: {}", position.without_board());
            }
        }
    }
}

#[test]
fn a_sample_agrees_with_the_search() {
    let mut solver = Solver::new(Resources { memory_bytes: 16 << 20, ..Resources::default() });
    for (name, start, scoring) in [("4x5", Start::Othello, Scoring::Discs), ("5x4", Start::ReversiRows, Scoring::Wof)] {
        let folder = TempDir::new().unwrap();
        let exhausted = exhausted(Plan { scoring, ..plan(name, start) }, folder.path());
        for (position, value) in positions(&exhausted).into_iter().flatten().step_by(2_999) {
            let question = Question::new(position, Mode::Exact, scoring);
            let answer = solver.solve(&question).unwrap();
            assert_eq!(answer.bounds.exact(), Some(value), "{name} {start}: {}", position.without_board());
        }
    }
}

/// The census recounted by the plain rules: the values of a layer come from those of the next one.
struct Recount<'a> {
    exhausted: &'a Exhausted,
    geometry: Geometry,
    /// Value, and the number of plies for which perfect play is unique.
    known: std::collections::HashMap<Place, (Score, u32)>,
}

impl Recount<'_> {
    fn place(&self, discs: Discs) -> Place {
        self.exhausted.frame().place(discs)
    }

    /// Value and run of a position whose moves lead to known ones, and what it adds to the census.
    fn find(&self, position: Position) -> ((Score, u32), LayerCensus) {
        let next = |&chosen: &Move| position.play(chosen).unwrap().discs();
        let legal = position.legal_moves();
        let mut census = LayerCensus { positions: 1, ..LayerCensus::default() };
        let squares = legal.iter().filter(|chosen| **chosen != Move::Pass).count();
        census.moves = squares as u64;
        census.most_moves = squares as u32;
        census.finished = u64::from(legal.is_empty());
        census.passes = u64::from(legal == [Move::Pass]);
        let values: Vec<(Score, u32)> = legal.iter().map(next).map(|discs| self.known[&self.place(discs)]).collect();
        let Some(best) = values.iter().map(|&(value, _)| -value).max() else {
            let score = self.exhausted.plan().scoring.final_score(position.discs(), position.board().squares());
            return ((score, 0), census);
        };
        let of_best: Vec<u32> = values.iter().filter(|&&(value, _)| -value == best).map(|&(_, run)| run).collect();
        let run = if of_best.len() == 1 { of_best[0] + 1 } else { 0 };
        if squares > 1 {
            census.choices = 1;
            census.only_moves = u64::from(of_best.len() == 1);
            let replies = |chosen: &&Move| mobility(&self.geometry, next(chosen)).count_ones();
            let guess = legal.iter().min_by_key(replies).expect("there are two moves");
            census.right_guesses = u64::from(-self.known[&self.place(next(guess))].0 == best);
        }
        ((best, run), census)
    }
}

#[test]
fn values_are_the_best_of_the_next_and_the_census_counts_what_it_says() {
    for (name, start) in
        [("4x4", Start::Othello), ("3x6", Start::ReversiRows), ("5x4", Start::Reversi), ("7x3", Start::Othello)]
    {
        let folder = TempDir::new().unwrap();
        let exhausted = exhausted(plan(name, start), folder.path());
        let geometry = Geometry::new(exhausted.plan().board);
        let mut recount = Recount { exhausted: &exhausted, geometry, known: Default::default() };
        for (layer, counted) in positions(&exhausted).into_iter().zip(&exhausted.census().layers).rev() {
            // Positions that pass come last: their successors are in the same layer.
            let (passing, moving): (Vec<_>, Vec<_>) =
                layer.into_iter().partition(|(position, _)| mobility(&recount.geometry, position.discs()) == 0);
            let mut census = LayerCensus::default();
            for (position, value) in moving.into_iter().chain(passing) {
                let ((expected, run), one) = recount.find(position);
                assert_eq!(value, expected, "{name} {start}: {}", position.without_board());
                recount.known.insert(recount.place(position.discs()), (value, run));
                census.add(&one);
                census.longest_run = census.longest_run.max(run);
                census.wins += u64::from(value > Score::new(0));
                census.draws += u64::from(value == Score::new(0));
                census.losses += u64::from(value < Score::new(0));
            }
            let LayerCensus { discs, groups, codes_hash, values_hash, runs_hash, .. } = *counted;
            let census = LayerCensus { discs, groups, codes_hash, values_hash, runs_hash, ..census };
            assert_eq!(*counted, census, "{name} {start}");
        }
    }
}
