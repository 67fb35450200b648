//! The dataset card: what a set contains and how it was made, for people and, in its head, for programs that load it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use solver::{Mode, Outcome};

use crate::citation::{self, empties, title};
use crate::columns::{Kind, MOVE_PARTS, columns};
use crate::formats::Format;
use crate::plan::Plan;
use crate::record::Record;
use crate::split::Split;

/// The format that programs load by default; the card can name only one per folder.
pub(crate) fn main_format(formats: &[Format]) -> Option<Format> {
    [Format::Parquet, Format::Jsonl, Format::Csv].into_iter().find(|format| formats.contains(format))
}

/// Bytes of the files of the data in the [`main_format`], and of the Arrow table of each split when loaded.
pub(crate) type Sizes = (u64, [usize; 3]);

/// The card's text. `parts` are the records of each split, in the order of [`Split::ALL`].
pub(crate) fn text(plan: &Plan, parts: &[Vec<Record>; 3], sizes: Sizes) -> String {
    let mut text = head(plan, parts, sizes);
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "\n# {}\n\n{}\n\n{}\n\n{}\n\n{}\n\n{}\n\n{}\n",
        title(plan),
        introduction(plan, parts),
        balance(parts),
        fields(plan),
        files(plan, parts),
        origin(plan, parts),
        citation::section(plan)
    );
    text
}

/// The YAML head that dataset sites read.
fn head(plan: &Plan, parts: &[Vec<Record>; 3], (files, loaded): Sizes) -> String {
    let count: usize = parts.iter().map(Vec::len).sum();
    let mut yaml = format!("---\nlicense: {}\npretty_name: \"{}\"\n", citation::licence(plan).0, title(plan));
    // ISO 639's code for no linguistic content.
    yaml += &list("language", &["zxx"]);
    yaml += &list("task_categories", tasks(plan));
    yaml += &list("tags", &["othello", "reversi", "board-games", "game-solving", "perfect-play"]);
    yaml += &list("size_categories", &[size_category(count)]);
    let Some(format) = main_format(&plan.formats) else { return yaml + "---\n" };
    yaml += "configs:\n- config_name: default\n  data_files:\n";
    for (split, _) in present(parts) {
        yaml += &format!("  - split: {split}\n    path: {}\n", glob(format, split));
    }
    if format == Format::Parquet {
        yaml += "dataset_info:\n  features:\n";
        yaml += &columns(plan.is_joined()).iter().map(|&(name, kind, _)| feature(name, kind)).collect::<String>();
        yaml += "  splits:\n";
        for (split, records) in present(parts) {
            let bytes = loaded[split as usize];
            yaml += &format!("  - name: {split}\n    num_bytes: {bytes}\n    num_examples: {}\n", records.len());
        }
        let loaded: usize = loaded.iter().sum();
        yaml += &format!("  download_size: {files}\n  dataset_size: {loaded}\n");
    }
    yaml + "---\n"
}

/// A list in YAML.
fn list(name: &str, entries: &[&str]) -> String {
    let entries: String = entries.iter().map(|entry| format!("- {entry}\n")).collect();
    format!("{name}:\n{entries}")
}

/// What the labels are good for, in the terms of dataset sites.
fn tasks(plan: &Plan) -> &'static [&'static str] {
    match plan.labels {
        Mode::Exact => &["reinforcement-learning", "tabular-classification", "tabular-regression"],
        Mode::Wld => &["reinforcement-learning", "tabular-classification"],
    }
}

/// The splits that have records.
fn present(parts: &[Vec<Record>; 3]) -> impl Iterator<Item = (Split, &Vec<Record>)> {
    Split::ALL.into_iter().zip(parts).filter(|(_, records)| !records.is_empty())
}

/// The files of a split, as a pattern.
fn glob(format: Format, split: Split) -> String {
    format!("{format}/{split}-*.{}", format.extension())
}

fn feature(name: &str, kind: Kind) -> String {
    let entry = |indent: &str, name: &str, dtype: &str| format!("{indent}- name: {name}\n{indent}  dtype: {dtype}\n");
    match kind.dtype() {
        Some(dtype) => entry("  ", name, dtype),
        None => {
            let parts = MOVE_PARTS.iter().filter_map(|&(name, kind, _)| Some(entry("    ", name, kind.dtype()?)));
            format!("  - name: {name}\n    list:\n{}", parts.collect::<String>())
        }
    }
}

/// The size category, as dataset sites name it.
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
    let trapped = plan.traps.map_or(String::new(), |plies| {
        format!(
            " Each has a trap of at least {plies} plies: a losing move after which the opponent wins only by finding the single winning \
             reply among several, again and again (see `traps/`)."
        )
    });
    format!(
        "{count} positions of Othello on a board of {} (rows x columns){}, none the symmetric twin of another.{decisive}{trapped} \
         Every {} is proven by an exact search, of the position and of each legal move. Scoring `{}`.",
        plan.board,
        empties(plan),
        if plan.labels == Mode::Exact { "value" } else { "outcome" },
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

fn fields(plan: &Plan) -> String {
    let mut text = String::from(
        "## Fields\n\nOf `parquet`; `jsonl` and `csv` have the same, with sets of squares as hexadecimal text, and `csv` with \
         moves as text.\n\n| Field | Type | Meaning |\n| --- | --- | --- |\n",
    );
    for (name, kind, meaning) in columns(plan.is_joined()) {
        text += &format!("| `{name}` | {} | {meaning} |\n", kind.in_words(name));
    }
    text + "\nColumns of the board are a, b, c … from the left, rows 1, 2, 3 … from the top. The split follows from `id`: the first \
        eight bytes of its SHA-256 as a big-endian number, modulo ten: 0 to 7 train, 8 validation, 9 test."
}

fn files(plan: &Plan, parts: &[Vec<Record>; 3]) -> String {
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
            Format::Traps => {
                "the traps among the losing moves: `id` and `position`; `move`; `plies`, from the reply to the move on to the last \
                 reply that is the only winning one among several; `decoys`, the other replies to the move; `refutation`, the moves \
                 of those plies"
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
    text += &loading(plan, parts);
    text + "\n`SHA256SUMS` has the checksums of all files (`sha256sum -c SHA256SUMS`), `set.json` the plan, `croissant.json` a \
         description for programs (Croissant 1.1)."
}

/// How to load the set in a program.
fn loading(plan: &Plan, parts: &[Vec<Record>; 3]) -> String {
    let Some(main) = main_format(&plan.formats) else { return String::new() };
    let mut text = format!("\n`datasets.load_dataset(\"FOLDER\")` loads `{main}/` with its splits");
    for (format, builder) in [(Format::Jsonl, "json"), (Format::Csv, "csv")] {
        if format != main && plan.formats.contains(&format) {
            let files = present(parts).map(|(split, _)| format!("\"{split}\": \"FOLDER/{}\"", glob(format, split)));
            let files = files.collect::<Vec<_>>().join(", ");
            text += &format!("; `datasets.load_dataset(\"{builder}\", data_files={{{files}}})` loads `{format}/`");
        }
    }
    text + ".\n"
}

fn origin(plan: &Plan, parts: &[Vec<Record>; 3]) -> String {
    if plan.is_joined() {
        return joined_of(plan, parts);
    }
    let file = plan.source_sha256.as_ref().map_or(String::new(), |sum| format!(" (SHA-256 {sum})"));
    format!(
        "## How it was made\n\nBy {}: `{}`. Source of positions: `{}`{file}, seed {}. The same command makes the same bytes, \
         whatever the number of threads. `solve problems check FOLDER` verifies the set.",
        plan.made_by, plan.command, plan.source, plan.seed
    )
}

/// How a joined set arose: its positions by source and empties, and where its parts are named.
fn joined_of(plan: &Plan, parts: &[Vec<Record>; 3]) -> String {
    let mut counts: BTreeMap<(String, u32), usize> = BTreeMap::new();
    for record in parts.iter().flatten() {
        let source = record.source.clone().unwrap_or_default();
        *counts.entry((source, record.position.empties())).or_default() += 1;
    }
    let sources: BTreeSet<&str> = counts.keys().map(|(source, _)| &**source).collect();
    let empties: BTreeSet<u32> = counts.keys().map(|&(_, empties)| empties).collect();
    let heads: String = sources.iter().map(|source| format!(" `{source}` |")).collect();
    let mut table = format!("| Empties |{heads}\n| --- |{}\n", " --- |".repeat(sources.len()));
    for empties in empties {
        let count = |source: &&str| counts.get(&((*source).to_owned(), empties)).copied().unwrap_or(0);
        table += &format!(
            "| {empties} |{}\n",
            sources.iter().map(|source| format!(" {} |", count(source))).collect::<String>()
        );
    }
    format!(
        "## How it was made\n\nBy {}: `{}`, from {} sets, whose commands and checksums are in `set.json`. A position that several \
         of them have is there once. Positions by empty squares and source:\n\n{table}\nThe same parts in any order make the same \
         bytes. `solve problems check FOLDER` verifies the set.",
        plan.made_by,
        plan.command,
        plan.parts.len()
    )
}
