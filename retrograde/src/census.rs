//! What is counted while positions are valued.

use crate::limits::most_positions;

/// Counts for one number of discs. Positions are counted up to symmetry, whichever colour is to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayerCensus {
    /// Number of discs on the board.
    pub discs: u32,
    /// Positions, including those after a forced pass and finished games.
    pub positions: u64,
    /// Number of different sets of occupied squares among them.
    pub groups: u64,
    /// Positions that the side to move wins with perfect play.
    pub wins: u64,
    /// Positions that are a draw.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Positions in which neither side can move.
    pub finished: u64,
    /// Positions in which the side to move must pass.
    pub passes: u64,
    /// The largest number of legal squares.
    pub most_moves: u32,
    /// Legal squares of all positions together.
    pub moves: u64,
    /// Positions with two or more moves of which just one is best.
    pub only_moves: u64,
    /// The largest number of plies for which perfect play is unique: each side to move has exactly one best move,
    /// whether a choice, the only legal square or a forced pass.
    pub longest_run: u32,
    /// Positions with two or more moves.
    pub choices: u64,
    /// Of these, positions in which the move that leaves the fewest replies (the first such square in the order of the
    /// canonical position) is a best one.
    pub right_guesses: u64,
    /// XXH3-64 of the file of codes.
    pub codes_hash: u64,
    /// XXH3-64 of the file of values.
    pub values_hash: u64,
    /// XXH3-64 of the file of runs.
    pub runs_hash: u64,
}

/// One name for each number of a census.
macro_rules! fields {
    ($($name:ident),*) => {
        impl LayerCensus {
            /// The census as lines of `name number`.
            #[must_use]
            pub fn to_text(&self) -> String {
                [$((stringify!($name), u64::from(self.$name))),*]
                    .map(|(name, number)| format!("{name} {number}\n"))
                    .concat()
            }

            /// Reads [`LayerCensus::to_text`]; `None` for anything else.
            #[must_use]
            pub fn from_text(text: &str) -> Option<Self> {
                let mut lines = text.lines();
                let mut census = Self::default();
                $(
                    let (name, number) = lines.next()?.split_once(' ')?;
                    if name != stringify!($name) {
                        return None;
                    }
                    census.$name = number.parse().ok()?;
                )*
                lines.next().is_none().then_some(census)
            }
        }
    };
}

fields!(
    discs,
    positions,
    groups,
    wins,
    draws,
    losses,
    finished,
    passes,
    most_moves,
    moves,
    only_moves,
    longest_run,
    choices,
    right_guesses,
    codes_hash,
    values_hash,
    runs_hash
);

impl LayerCensus {
    /// Whether a board with this many squares can have such counts, so that no sum of any of them overflows.
    #[must_use]
    pub fn is_possible(&self, squares: u32) -> bool {
        let Self { positions, wins, draws, losses, choices, .. } = *self;
        let parts = [self.groups, wins, draws, losses, self.finished, self.passes, choices];
        (1..=squares).contains(&self.discs)
            && (1..=most_positions(squares)).contains(&positions)
            && parts.into_iter().all(|part| part <= positions)
            && wins + draws + losses == positions
            && self.only_moves.max(self.right_guesses) <= choices
            && self.most_moves <= squares
            // A square for each ply, or a pass and a square.
            && self.longest_run <= 2 * (squares - self.discs)
            && self.moves <= positions * u64::from(squares)
    }

    /// The same without runs and hashes: what positions and values alone tell.
    #[must_use]
    pub fn of_values(&self) -> Self {
        Self { longest_run: 0, codes_hash: 0, values_hash: 0, runs_hash: 0, ..self.clone() }
    }

    /// Adds the counts of another census. Hashes and the number of discs stay.
    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.groups += other.groups;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.finished += other.finished;
        self.passes += other.passes;
        self.most_moves = self.most_moves.max(other.most_moves);
        self.moves += other.moves;
        self.only_moves += other.only_moves;
        self.longest_run = self.longest_run.max(other.longest_run);
        self.choices += other.choices;
        self.right_guesses += other.right_guesses;
    }

    /// Counts a position with this many legal moves.
    pub(crate) fn count_moves(&mut self, moves: u8, best_moves: u8, is_right: bool) {
        self.most_moves = self.most_moves.max(moves.into());
        self.moves += u64::from(moves);
        if moves > 1 {
            self.choices += 1;
            self.only_moves += u64::from(best_moves == 1);
            self.right_guesses += u64::from(is_right);
        }
    }

    /// Counts a value, and how long perfect play is unique.
    pub(crate) fn count_value(&mut self, value: i8, run: u8) {
        match value {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.longest_run = self.longest_run.max(run.into());
    }
}

/// The counts of a tablebase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// By number of discs, from the start to the last layer.
    pub layers: Vec<LayerCensus>,
}

impl Census {
    /// All layers together. `discs` and the hashes are meaningless in it.
    #[must_use]
    pub fn total(&self) -> LayerCensus {
        let mut total = LayerCensus::default();
        self.layers.iter().for_each(|layer| total.add(layer));
        total
    }

    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(|layer| layer.positions).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_back() {
        let census = LayerCensus { discs: 12, positions: 3, values_hash: u64::MAX, ..LayerCensus::default() };
        assert_eq!(LayerCensus::from_text(&census.to_text()), Some(census.clone()));
        assert_eq!(LayerCensus::from_text(&census.to_text().replace("wins", "won")), None);
        assert_eq!(LayerCensus::from_text(&format!("{}more 1\n", census.to_text())), None);
        assert_eq!(LayerCensus::from_text("discs 12\n"), None);
    }
}
