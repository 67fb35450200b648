//! The columns of the data files, for the dataset card and the Croissant description.

/// A column of the Parquet, JSON Lines and CSV files.
pub(crate) struct Column {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its type in Parquet, in words.
    pub(crate) type_name: &'static str,
    /// What is in it.
    pub(crate) kind: Kind,
    /// What it means.
    pub(crate) meaning: &'static str,
}

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

/// The columns in their order.
pub(crate) const COLUMNS: [Column; 18] = [
    Column {
        name: "id",
        type_name: "string",
        kind: Kind::Text,
        meaning: "name that all symmetric twins share: board, then the bits of the least image of the side to move and of the other",
    },
    Column { name: "split", type_name: "string", kind: Kind::Text, meaning: "`train`, `validation` or `test`" },
    Column { name: "rows", type_name: "uint8", kind: Kind::Number("uint8"), meaning: "rows of the board" },
    Column { name: "cols", type_name: "uint8", kind: Kind::Number("uint8"), meaning: "columns of the board" },
    Column {
        name: "ply",
        type_name: "uint8",
        kind: Kind::Number("uint8"),
        meaning: "discs placed since the start; passes are not counted (S of Hashimoto et al. 2013)",
    },
    Column { name: "empties", type_name: "uint8", kind: Kind::Number("uint8"), meaning: "empty squares" },
    Column {
        name: "position",
        type_name: "string",
        kind: Kind::Text,
        meaning: "squares row by row from the top, `X` Black, `O` White, `-` empty; then the side to move",
    },
    Column {
        name: "side",
        type_name: "string",
        kind: Kind::Text,
        meaning: "side to move: `X` (Black, who begins) or `O`",
    },
    Column {
        name: "player",
        type_name: "uint64",
        kind: Kind::Squares,
        meaning: "discs of the side to move; bit `row × cols + column`, both from 0, a1 is bit 0",
    },
    Column { name: "opponent", type_name: "uint64", kind: Kind::Squares, meaning: "discs of the other side" },
    Column {
        name: "scoring",
        type_name: "string",
        kind: Kind::Text,
        meaning: "who gets the squares that stay empty: `discs`, nobody, but the winner after a wipe-out; `wof`, always the winner",
    },
    Column {
        name: "labels",
        type_name: "string",
        kind: Kind::Text,
        meaning: "`exact`: values are known; `wld`: only who wins",
    },
    Column {
        name: "value",
        type_name: "int8, null",
        kind: Kind::Number("int8"),
        meaning: "disc difference at the end of perfect play, for the side to move; null with `wld`",
    },
    Column {
        name: "outcome",
        type_name: "string",
        kind: Kind::Text,
        meaning: "`win`, `draw` or `loss` of the side to move",
    },
    Column {
        name: "moves",
        type_name: "list of struct",
        kind: Kind::Moves,
        meaning: "every legal move with the same two for the side that makes it",
    },
    Column {
        name: "best",
        type_name: "uint64",
        kind: Kind::Squares,
        meaning: "squares of all best moves, bits as above; 0 for a pass",
    },
    Column {
        name: "line",
        type_name: "string",
        kind: Kind::Text,
        meaning: "a perfect game to its end; with `wld` one in which neither side gives its outcome away",
    },
    Column {
        name: "nodes",
        type_name: "uint64",
        kind: Kind::Number("uint64"),
        meaning: "positions that a search of this one alone looked at: its difficulty",
    },
];
