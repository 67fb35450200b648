//! Othello searches distributed over ranks: which players support it, and the labels of their checkpoints.
//!
//! Every program that searches on ranks uses this module, so that each can resume from the checkpoints of the others.

use mcts::parallel::Scheme;
use solver::{Board, Position, Progress, Scoring, Start};

use crate::players::{Player, Searcher, Spec, SpecError};

/// Fails if a player's search cannot be distributed over ranks.
///
/// # Errors
/// The player searches no tree or several, has its own threads, or plays by exact values.
pub fn check(player: &Spec) -> Result<(), SpecError> {
    let has_ranks = player.exact_from == 0 && player.tree.is_some_and(|tree| tree.scheme == Scheme::SINGLE);
    let advice = "take uct, tuned, rave, uct+, puct or uctbreak, without trees, threads, leaf and end";
    let refusal = || SpecError(format!("'{}' cannot be shared out among ranks: {advice}", player.text));
    has_ranks.then_some(()).ok_or_else(refusal)
}

/// A search from the start of a board by ranks: all that determines its tree, except the number of ranks and chance.
#[derive(Clone, Debug, PartialEq)]
pub struct RankSearch {
    board: Board,
    start: Start,
    scoring: Scoring,
    player: Spec,
}

impl RankSearch {
    /// The search of a player.
    ///
    /// # Errors
    /// See [`check`].
    pub fn new(board: Board, start: Start, scoring: Scoring, player: Spec) -> Result<Self, SpecError> {
        check(&player)?;
        Ok(Self { board, start, scoring, player })
    }

    /// Runs it on `searcher`, with random numbers from `seed`.
    ///
    /// # Panics
    /// Never: [`RankSearch::new`] accepts only players that search a tree.
    pub fn run<W: Searcher>(&self, seed: u64, searcher: &W) -> W::Found {
        let player = Player::new(self.player.clone(), self.board, self.scoring);
        let discs = Position::start(self.board, self.start).discs();
        player.search_by(discs, seed, &Progress::default(), searcher).expect("a player for ranks searches a tree")
    }

    /// Distinguishes its checkpoints from those of other searches. Leaves out the budget, which may change when a search
    /// resumes.
    #[must_use]
    pub fn label(&self) -> String {
        self.label_as(str::trim)
    }

    fn label_as(&self, read: fn(&str) -> &str) -> String {
        let Self { board, start, scoring, .. } = self;
        let (name, parameters) = self.player.text.split_once(':').unwrap_or((&self.player.text, ""));
        let (name, rest) = (read(name), without_budget(parameters.split(',').map(read)));
        let player = if rest.is_empty() { name.to_owned() } else { format!("{name}:{rest}") };
        format!("{board} from the {start} start, scoring {scoring}, {player}")
    }

    /// Labels that earlier programs gave such checkpoints, before there was a common one; they are still read.
    #[must_use]
    pub fn former_labels(&self) -> Vec<String> {
        let Self { board, start, .. } = self;
        // `solve-mpi` knew no scoring but this one.
        let had_label = self.scoring == Scoring::Discs;
        let player = without_budget(self.player.text.split([':', ',']));
        let of_mpi = had_label.then(|| format!("{board} from the {start} start, {player}"));
        // Spaces within a player used to be part of the label, and a space before a budget kept the budget in it.
        let spaced = Some(self.label_as(|text| text)).filter(|spaced| *spaced != self.label());
        of_mpi.into_iter().chain(spaced).collect()
    }
}

fn without_budget<'a>(parameters: impl Iterator<Item = &'a str>) -> String {
    let is_budget = |parameter: &&str| parameter.starts_with("n=") || parameter.starts_with("time=");
    parameters.filter(|one| !one.is_empty() && !is_budget(one)).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(player: &str, scoring: Scoring) -> Result<RankSearch, SpecError> {
        RankSearch::new("4x6".parse().unwrap(), Start::Reversi, scoring, player.parse().unwrap())
    }

    #[test]
    fn the_label_is_that_of_the_command_line_and_the_former_one_that_of_mpi() {
        let labels = |player, scoring| {
            let search = search(player, scoring).unwrap();
            (search.label(), search.former_labels())
        };
        let (label, former) = labels("uct:n=100,graph=yes,c=2", Scoring::Discs);
        assert_eq!(label, "4x6 from the reversi start, scoring discs, uct:graph=yes,c=2");
        assert_eq!(former, ["4x6 from the reversi start, uct,graph=yes,c=2"]);
        let (label, former) = labels("uct+:time=5,n=100", Scoring::Wof);
        assert_eq!(label, "4x6 from the reversi start, scoring wof, uct+");
        assert!(former.is_empty());
        assert_eq!(labels("puct", Scoring::Discs).1, ["4x6 from the reversi start, puct"]);
        let (label, former) = labels("uct: n=100, c=2, time=5", Scoring::Wof);
        assert_eq!(label, "4x6 from the reversi start, scoring wof, uct:c=2");
        assert_eq!(former, ["4x6 from the reversi start, scoring wof, uct: n=100, c=2, time=5"]);
    }

    #[test]
    fn only_one_tree_without_threads_can_be_shared_out() {
        for player in ["uct", "tuned:c=2", "rave", "uct+", "puct:graph=yes", "uctbreak:d=3"] {
            assert!(search(player, Scoring::Discs).is_ok(), "{player}");
        }
        for player in [
            "random",
            "mc",
            "exact",
            "alphabeta",
            "rave:trees=2",
            "uct:trees=2",
            "uct:threads=2",
            "uct:leaf=2",
            "uct:end=8",
        ] {
            let error = search(player, Scoring::Discs).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("player '{player}' cannot be shared out among ranks: take uct, ")),
                "{error}"
            );
        }
    }
}
