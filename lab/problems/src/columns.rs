//! The columns of the data files, for the dataset card and the Croissant description.

/// What is in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Text.
    Text,
    /// A number; the type as the library `datasets` calls it.
    Number(&'static str),
    /// A set of squares: 64 bits in Parquet, hexadecimal text elsewhere.
    Squares,
    /// Every legal move with its label: a list of structures; text in CSV.
    Moves,
}

impl Kind {
    /// The type in Parquet, in words. Only values may be missing.
    pub(crate) fn in_words(self, name: &str) -> String {
        let null = if name == "value" { ", null" } else { "" };
        format!("{}{null}", self.dtype().unwrap_or("list of struct"))
    }

    /// The type's name in the library `datasets`; `None` for moves, which have a structure.
    pub(crate) fn dtype(self) -> Option<&'static str> {
        match self {
            Self::Text => Some("string"),
            Self::Number(name) => Some(name),
            Self::Squares => Some("uint64"),
            Self::Moves => None,
        }
    }
}

/// The parts of a move's label: name, kind, meaning.
pub(crate) const MOVE_PARTS: [(&str, Kind, &str); 3] = [
    ("move", Kind::Text, "the square, or `pass`"),
    ("value", Kind::Number("int8"), "disc difference that it leads to, for the side that makes it; null with `wld`"),
    ("outcome", Kind::Text, "`win`, `draw` or `loss` of the side that makes it"),
];

/// A column: name, kind, meaning.
pub(crate) type Column = (&'static str, Kind, &'static str);

/// The columns of a set in their order; only a joined one says of each position how it arose.
pub(crate) fn columns(is_joined: bool) -> &'static [Column] {
    &COLUMNS[..COLUMNS.len() - usize::from(!is_joined)]
}

const COLUMNS: [Column; 19] = [
    (
        "id",
        Kind::Text,
        "name that all symmetric twins share: board, then the bits of the least image of the side to move and of the other",
    ),
    ("split", Kind::Text, "`train`, `validation` or `test`"),
    ("rows", Kind::Number("uint8"), "rows of the board"),
    ("cols", Kind::Number("uint8"), "columns of the board"),
    ("ply", Kind::Number("uint8"), "discs placed since the start; passes are not counted (S of Hashimoto et al. 2013)"),
    ("empties", Kind::Number("uint8"), "empty squares"),
    ("position", Kind::Text, "squares row by row from the top, `X` Black, `O` White, `-` empty; then the side to move"),
    ("side", Kind::Text, "side to move: `X` (Black, who begins) or `O`"),
    ("player", Kind::Squares, "discs of the side to move; bit `row × cols + column`, both from 0, a1 is bit 0"),
    ("opponent", Kind::Squares, "discs of the other side"),
    (
        "scoring",
        Kind::Text,
        "who gets the squares that stay empty: `discs`, nobody, but the winner after a wipe-out; `wof`, always the winner",
    ),
    ("labels", Kind::Text, "`exact`: values are known; `wld`: only who wins"),
    (
        "value",
        Kind::Number("int8"),
        "disc difference at the end of perfect play, for the side to move; null with `wld`",
    ),
    ("outcome", Kind::Text, "`win`, `draw` or `loss` of the side to move"),
    ("moves", Kind::Moves, "every legal move with the same two for the side that makes it"),
    ("best", Kind::Squares, "squares of all best moves, bits as above; 0 for a pass"),
    ("line", Kind::Text, "a perfect game to its end; with `wld` one in which neither side gives its outcome away"),
    ("nodes", Kind::Number("uint64"), "positions that a search of this one alone looked at: its difficulty"),
    (
        "source",
        Kind::Text,
        "how it arose: from games (`random`, `greedy:E`, `alphabeta:D`, `lines:N`), drawn from `all` reachable positions, or \
         from the `book`, where `nodes` is 0 and `line` ends with the book",
    ),
];
