//! The dataset card: what is in a set and how it was made, for people and, in its head, for programs that load it.

use std::fmt::Write as _;

use solver::Outcome;

use crate::formats::Format;
use crate::plan::Plan;
use crate::record::Record;
use crate::split::Split;

/// A column of the data files: name, type in Parquet, type in the head, meaning.
type Column = (&'static str, &'static str, &'static str, &'static str);

/// The columns of Parquet, JSON Lines and CSV.
const COLUMNS: [Column; 18] = [
    (
        "id",
        "string",
        "string",
        "name that all symmetric twins share: board, then the bits of the least image of the side to move and of the other",
    ),
    ("split", "string", "string", "`train`, `validation` or `test`"),
    ("rows", "uint8", "uint8", "rows of the board"),
    ("cols", "uint8", "uint8", "columns of the board"),
    ("ply", "uint8", "uint8", "discs placed since the start; passes are not counted (S of Hashimoto et al. 2013)"),
    ("empties", "uint8", "uint8", "empty squares"),
    (
        "position",
        "string",
        "string",
        "squares row by row from the top, `X` Black, `O` White, `-` empty; then the side to move",
    ),
    ("side", "string", "string", "side to move: `X` (Black, who begins) or `O`"),
    ("player", "uint64", "uint64", "discs of the side to move; bit `row × cols + column`, both from 0, a1 is bit 0"),
    ("opponent", "uint64", "uint64", "discs of the other side"),
    (
        "scoring",
        "string",
        "string",
        "who gets the squares that stay empty: `discs`, nobody, but the winner after a wipe-out; `wof`, always the winner",
    ),
    ("labels", "string", "string", "`exact`: values are known; `wld`: only who wins"),
    (
        "value",
        "int8, null",
        "int8",
        "disc difference at the end of perfect play, for the side to move; null with `wld`",
    ),
    ("outcome", "string", "string", "`win`, `draw` or `loss` of the side to move"),
    ("moves", "list of struct", "", "every legal move with the same two for the side that makes it"),
    ("best", "uint64", "uint64", "squares of all best moves, bits as above; 0 for a pass"),
    (
        "line",
        "string",
        "string",
        "a perfect game to its end; with `wld` one in which neither side gives its outcome away",
    ),
    ("nodes", "uint64", "uint64", "positions that a search of this one alone looked at: its difficulty"),
];

/// The format that programs load by the card alone; they take one for a whole folder.
pub(crate) fn main_format(formats: &[Format]) -> Option<Format> {
    [Format::Parquet, Format::Jsonl, Format::Csv].into_iter().find(|format| formats.contains(format))
}

/// The card's text. `parts` are the records of each split, in the order of [`Split::ALL`], `bytes` the sizes of their
/// files of the [`main_format`].
pub(crate) fn text(plan: &Plan, parts: &[Vec<Record>; 3], bytes: [usize; 3]) -> String {
    let mut text = head(plan, parts, bytes);
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "\n# {}\n\n{}\n\n{}\n\n{}\n\n{}\n\n{}\n",
        title(plan),
        introduction(plan, parts),
        balance(parts),
        fields(),
        files(plan),
        origin(plan)
    );
    text
}

fn title(plan: &Plan) -> String {
    let kind = if plan.decisive { "decisive " } else { "" };
    format!("Othello {}: {kind}positions{} with proven {}", plan.board, empties(plan), labels(plan))
}

fn empties(plan: &Plan) -> String {
    match plan.empties {
        Some([least, most]) if least == most => format!(" with {least} empty squares"),
        Some([least, most]) => format!(" with {least} to {most} empty squares"),
        None => String::new(),
    }
}

fn labels(plan: &Plan) -> &'static str {
    if plan.labels == "exact" { "values" } else { "outcomes" }
}

/// The head in YAML, as dataset sites read it.
fn head(plan: &Plan, parts: &[Vec<Record>; 3], bytes: [usize; 3]) -> String {
    let count: usize = parts.iter().map(Vec::len).sum();
    let mut yaml = format!(
        "---\nlicense: mit\npretty_name: \"{}\"\ntags:\n- othello\n- reversi\n- board-games\n- perfect-play\nsize_categories:\n- {}\n",
        title(plan),
        size_category(count)
    );
    let Some(format) = main_format(&plan.formats) else { return yaml + "---\n" };
    yaml += "configs:\n- config_name: default\n  data_files:\n";
    let present = || Split::ALL.into_iter().zip(parts).zip(bytes).filter(|((_, records), _)| !records.is_empty());
    for ((split, _), _) in present() {
        yaml += &format!("  - split: {split}\n    path: {format}/{split}-*.{}\n", format.extension());
    }
    if format == Format::Parquet {
        yaml += "dataset_info:\n  features:\n";
        yaml += &COLUMNS.iter().map(feature).collect::<String>();
        yaml += "  splits:\n";
        for ((split, records), bytes) in present() {
            yaml += &format!("  - name: {split}\n    num_bytes: {bytes}\n    num_examples: {}\n", records.len());
        }
        let all: usize = bytes.iter().sum();
        yaml += &format!("  download_size: {all}\n  dataset_size: {all}\n");
    }
    yaml + "---\n"
}

fn feature(&(name, _, dtype, _): &Column) -> String {
    if name == "moves" {
        let fields = [("move", "string"), ("value", "int8"), ("outcome", "string")];
        let fields: String =
            fields.iter().map(|(name, dtype)| format!("    - name: {name}\n      dtype: {dtype}\n")).collect();
        return format!("  - name: {name}\n    list:\n{fields}");
    }
    format!("  - name: {name}\n    dtype: {dtype}\n")
}

/// The class of sizes as dataset sites name it.
fn size_category(count: usize) -> &'static str {
    match count {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        1_000_000..10_000_000 => "1M<n<10M",
        _ => "10M<n<100M",
    }
}

fn introduction(plan: &Plan, parts: &[Vec<Record>; 3]) -> String {
    let count: usize = parts.iter().map(Vec::len).sum();
    let decisive = if plan.decisive {
        " Each is decisive: at least one legal move wins and at least one loses (the problem positions of Hashimoto et al. 2013)."
    } else {
        ""
    };
    format!(
        "{count} positions of Othello on a board of {} (rows x columns){}, none the symmetric twin of another.{decisive} \
         Every {} is proven by an exact search, of the position and of each legal move. Scoring `{}`.",
        plan.board,
        empties(plan),
        if plan.labels == "exact" { "value" } else { "outcome" },
        plan.scoring
    )
}

/// How outcomes are distributed.
fn balance(parts: &[Vec<Record>; 3]) -> String {
    let mut text = String::from(
        "## Class balance\n\n| Split | Positions | Win | Draw | Loss | Decisive | Moves, mean | Random accuracy | Nodes, median |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let all: Vec<&Record> = parts.iter().flatten().collect();
    for (split, records) in Split::ALL.into_iter().zip(parts) {
        text += &balance_row(split.name(), &records.iter().collect::<Vec<_>>());
    }
    text += &balance_row("all", &all);
    text += "\nOutcomes are those of the side to move. Random accuracy: the mean share of winning moves, drawing ones counted half.";
    text
}

fn balance_row(name: &str, records: &[&Record]) -> String {
    let share = |outcome| {
        let found = records.iter().filter(|record| record.outcome == outcome).count();
        percent(found as f64 / records.len() as f64)
    };
    if records.is_empty() {
        return format!("| {name} | 0 | | | | | | | |\n");
    }
    let count = records.len() as f64;
    let mut nodes: Vec<u64> = records.iter().map(|record| record.nodes).collect();
    nodes.sort_unstable();
    format!(
        "| {name} | {} | {} | {} | {} | {} | {:.1} | {} | {} |\n",
        records.len(),
        share(Outcome::Win),
        share(Outcome::Draw),
        share(Outcome::Loss),
        percent(records.iter().filter(|record| record.is_decisive()).count() as f64 / count),
        records.iter().map(|record| record.moves.len()).sum::<usize>() as f64 / count,
        percent(random_accuracy(records)),
        nodes[nodes.len() / 2]
    )
}

/// The mean of [`Record::random_accuracy`].
fn random_accuracy(records: &[&Record]) -> f64 {
    records.iter().map(|record| record.random_accuracy()).sum::<f64>() / records.len() as f64
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn fields() -> String {
    let mut text = String::from(
        "## Fields\n\nOf `parquet`; `jsonl` and `csv` have the same, with sets of squares as hexadecimal text, and `csv` with \
         moves as text.\n\n| Field | Type | Meaning |\n| --- | --- | --- |\n",
    );
    for (name, type_name, _, meaning) in COLUMNS {
        text += &format!("| `{name}` | {type_name} | {meaning} |\n");
    }
    text + "\nColumns of the board are a, b, c … from the left, rows 1, 2, 3 … from the top. The split follows from `id`: the first \
        eight bytes of its SHA-256 as a big-endian number, modulo ten: 0 to 7 train, 8 validation, 9 test."
}

fn files(plan: &Plan) -> String {
    let mut text = String::from("## Files\n\n");
    for format in &plan.formats {
        let what = match format {
            Format::Parquet => "all fields, typed; compressed by Snappy",
            Format::Jsonl => "all fields, one JSON object a line",
            Format::Csv => "all fields, with a head; moves as `MOVE:VALUE` or `MOVE:OUTCOME` with spaces between",
            Format::Obf => {
                "`BOARD SIDE; MOVE:SCORE; …` as Edax reads it, best moves first; another board than 8x8 is named in front"
            }
            Format::Openspiel => {
                "NumPy arrays in the layout of OpenSpiel: `observation` (N, 3, rows, cols) float32, its observation tensor for the \
                 player to move: empty, own discs, the opponent's; `current_player` (0 Black, 1 White); `format_version` (2; files \
                 without it are of version 1, whose planes 1 and 2 are swapped wherever White is to move)"
            }
            Format::Pgx => {
                "NumPy arrays in the layout of pgx: `observation` (N, rows, cols, 2) bool, what it shows the player to move: own discs, \
                 the opponent's"
            }
        };
        text += &format!("- `{format}/`: {what}.\n");
    }
    if plan.formats.iter().any(|format| matches!(format, Format::Openspiel | Format::Pgx)) {
        text += "\nBoth kinds of NumPy files have targets for the side to move; actions are the squares in row order, then the pass: \
             `legal_action_mask` (N, actions), `policy` (N, actions; the best moves, each as likely as the others), \
             `action_outcome` (1 wins, 0 draws or is illegal, -1 loses), `action_value` (discs; -128 where illegal or \
             unknown), `outcome`, `value`, and the bitboards `player` and `opponent`.\n";
    }
    if let Some(format) = main_format(&plan.formats) {
        text += &format!(
            "\n`datasets.load_dataset(FOLDER)` loads `{format}/`; other formats load by their own names, for example \
             `datasets.load_dataset(\"json\", data_files=\"FOLDER/jsonl/*.jsonl\")`.\n"
        );
    }
    text + "\n`SHA256SUMS` has the checksums of all files (`sha256sum -c SHA256SUMS`), `set.json` the plan."
}

fn origin(plan: &Plan) -> String {
    let file = plan.source_sha256.as_ref().map_or(String::new(), |sum| format!(" (SHA-256 {sum})"));
    format!(
        "## How it was made\n\nBy {}: `{}`. Source of positions: `{}`{file}, seed {}. The same command makes the same bytes, \
         whatever the number of threads. `solve problems check FOLDER` verifies the set.",
        plan.made_by, plan.command, plan.source, plan.seed
    )
}
