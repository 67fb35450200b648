//! Parts of the search that can be switched off one by one, to measure what each is worth.

/// A part of the search. Without it, every answer is the same but takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// Order the moves of positions with many empties by a shallow search instead of by mobility alone.
    OrderingSearch,
    /// Guide that search by the learned evaluation, on boards that have one.
    LearnedEvaluation,
    /// With 10 and 11 empties, on narrow boards and 6x8 with up to 13, order the moves also by a quick evaluation, on
    /// boards that have one.
    Outline,
    /// Begin the exact value's windows at the learned evaluation's guess.
    Guess,
    /// Improve that guess, and find first moves, by selective searches.
    Selective,
    /// Remember what ordering searches have found.
    OrderingTable,
    /// With few empties, first try the moves that leave the opponent the fewest replies.
    FastestFirst,
    /// With few empties, try the table's move first of all.
    TableMove,
    /// Hunt for a wipe-out by proof numbers, not by alpha-beta.
    ProofNumbers,
    /// Keep positions with few empties in a small table near the core.
    NearbyTable,
    /// Look the children up before any is searched (enhanced transposition cutoff).
    Etc,
    /// Cut by the opponent's stable discs.
    Stability,
    /// Prefer moves into regions with an odd number of empties.
    Parity,
    /// Search symmetric positions as one.
    Symmetry,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::OrderingSearch,
        Self::LearnedEvaluation,
        Self::Outline,
        Self::Guess,
        Self::Selective,
        Self::OrderingTable,
        Self::FastestFirst,
        Self::TableMove,
        Self::ProofNumbers,
        Self::NearbyTable,
        Self::Etc,
        Self::Stability,
        Self::Parity,
        Self::Symmetry,
    ];

    /// The name used in options and output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OrderingSearch => "presearch",
            Self::LearnedEvaluation => "learned-evaluation",
            Self::Outline => "outline",
            Self::Guess => "guess",
            Self::Selective => "selective",
            Self::OrderingTable => "presearch-table",
            Self::FastestFirst => "fastest-first",
            Self::TableMove => "table-move",
            Self::ProofNumbers => "proof-numbers",
            Self::NearbyTable => "nearby-table",
            Self::Etc => "etc",
            Self::Stability => "stability",
            Self::Parity => "parity",
            Self::Symmetry => "symmetry",
        }
    }
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Techniques(u16);

impl Techniques {
    /// None of them.
    pub const NONE: Self = Self(0);

    /// Whether `technique` is one of them.
    #[inline(always)]
    #[must_use]
    pub fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u16 & 1 == 1
    }
}

impl FromIterator<Technique> for Techniques {
    fn from_iter<T: IntoIterator<Item = Technique>>(techniques: T) -> Self {
        Self(techniques.into_iter().fold(0, |set, technique| set | 1 << technique as u16))
    }
}
