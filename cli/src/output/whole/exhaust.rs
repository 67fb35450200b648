//! Tablebases, as columns for people or as JSON objects.

use std::time::Duration;

use retrograde::{Counts, LayerCensus, Plan, Tally};
use serde::Serialize;
use solver::{Move, Position};
use tables::ExhaustiveTable;

use crate::output::numbers::{elapsed, grouped, signed};
use crate::output::record::{fields, object, seconds};

/// A table, and how it was made.
pub(crate) struct Counted<'a> {
    /// What was asked for.
    pub(crate) plan: Plan,
    /// The table.
    pub(crate) table: &'a ExhaustiveTable,
    /// Its size on disk.
    pub(crate) file_bytes: u64,
    /// The time it took; `None` if it existed already.
    pub(crate) time: Option<Duration>,
    /// Numbers of positions by discs, symmetric ones counted apart.
    pub(crate) raw: Option<Counts>,
    /// Whether it may have come from elsewhere, and nobody has proven it here.
    pub(crate) is_unverified: bool,
}

/// Positions that were only counted.
pub(crate) struct Census {
    /// What was asked for.
    pub(crate) plan: Plan,
    /// Numbers of positions by discs, symmetric ones once.
    pub(crate) once: Tally,
    /// The same, symmetric ones apart.
    pub(crate) raw: Option<Tally>,
    /// The time it took.
    pub(crate) time: Duration,
}

/// The whole table was proven, and nothing was wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verified {
    /// The time it took.
    pub(crate) time: Duration,
    /// Number of look-ups that were timed.
    pub(crate) look_ups: usize,
    /// The CPU time of one.
    pub(crate) look_up: Duration,
}

/// The moves of a position.
pub(crate) struct LookedUp {
    /// The table.
    pub(crate) plan: Plan,
    /// The position.
    pub(crate) position: Position,
    /// Its value for the side to move.
    pub(crate) value: i32,
    /// Its moves with their values for the side to move.
    pub(crate) moves: Vec<(Move, i32)>,
    /// Whether the table may have come from elsewhere, and nobody has proven it here.
    pub(crate) is_unverified: bool,
}

/// The message about such a table.
const UNVERIFIED: &str =
    "Unverified an earlier version made the table, or it came from elsewhere; --verify proves it\n";

/// The message about a table that is proven, except for the longest runs.
const UNVERIFIED_RUNS: &str =
    "Unverified the column run: it rests on files of an earlier run, and --verify cannot prove it\n";

/// The message about counts from files.
const NOT_COUNTED: &str =
    "Unverified an earlier run left some of these counts, or they came from elsewhere; in a new DIR all are counted\n";

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sheet {
    /// For a person.
    Columns,
    /// One JSON object a line.
    Json,
}

impl Sheet {
    /// The counts of a table.
    pub(crate) fn counted(self, counted: &Counted<'_>) -> String {
        match self {
            Self::Columns => columns(counted),
            Self::Json => object(&counted_record(counted)),
        }
    }

    /// Counts alone.
    pub(crate) fn census(self, census: &Census) -> String {
        let Census { plan, once, raw, time } = census;
        let is_unverified = once.is_resumed || raw.as_ref().is_some_and(|raw| raw.is_resumed);
        let (once, raw) = (&once.counts, raw.as_ref().map(|raw| &raw.counts));
        let all = |counts: &Counts| counts.iter().map(|(_, count)| count).sum::<u64>();
        let layers = once
            .iter()
            .enumerate()
            .map(|(index, &(discs, count))| (discs, count, raw.and_then(|raw| Some(raw.get(index)?.1))));
        let (total, total_raw) = (all(once), raw.map(all));
        if self == Self::Json {
            let layers =
                layers.map(|(discs, count, raw)| fields! { "discs": discs, "positions": count, "unreduced": raw });
            return object(&fields! {
                "board": plan.board.to_string(),
                "start": plan.start.name(),
                "positions": total,
                "unreduced": total_raw,
                "seconds": seconds(*time),
                "unverified": is_unverified,
                "layers": layers.collect::<Vec<_>>(),
            });
        }
        let row = |name: &str, count: u64, raw: Option<u64>| {
            let raw = raw.map_or_else(String::new, |raw| format!(" {:>18}", grouped(raw)));
            format!("{name:>5} {:>18}{raw}\n", grouped(count))
        };
        let heading = if raw.is_some() { format!(" {:>18}", "unreduced") } else { String::new() };
        let mut out =
            format!("Board      {}, {} start\n\ndiscs {:>18}{heading}\n", plan.board, plan.start, "positions");
        layers.for_each(|(discs, count, raw)| out += &row(&discs.to_string(), count, raw));
        out += &row("all", total, total_raw);
        out += &format!("\nTime       {}\n", elapsed(*time));
        out + if is_unverified { NOT_COUNTED } else { "" }
    }

    /// The message that a whole table was proven.
    pub(crate) fn verified(self, verified: &Verified) -> String {
        let Verified { time, look_ups, look_up } = *verified;
        match self {
            Self::Columns => format!(
                "Verified   that all positions are there and no others, and every value, in {}\nLook-up    {:.1} µs of CPU time, mean of {} all over the table\n",
                elapsed(time),
                look_up.as_secs_f64() * 1e6,
                grouped(look_ups as u64),
            ),
            Self::Json => object(&fields! {
                "verified": true, // what is wrong is an error
                "seconds": seconds(time),
                "look_ups": look_ups,
                "look_up_microseconds": (look_up.as_secs_f64() * 1e8).round() / 100.0,
            }),
        }
    }

    /// The moves of a position.
    pub(crate) fn looked_up(self, looked_up: &LookedUp) -> String {
        let LookedUp { plan, position, value, moves, is_unverified } = looked_up;
        let text = |chosen: Move| chosen.display(position.board()).to_string();
        if self == Self::Json {
            let moves = moves.iter().map(|&(chosen, value)| fields! { "move": text(chosen), "value": value });
            return object(&fields! {
                "board": plan.board.to_string(),
                "start": plan.start.name(),
                "scoring": plan.scoring.name(),
                "position": position.to_string(),
                "value": value,
                "moves": moves.collect::<Vec<_>>(),
                "unverified": is_unverified,
            });
        }
        let mut out = format!("Position   {} on {plan}\n", position);
        out +=
            &format!("Value      {} for {} ({})\n", signed(*value), position.side().name(), position.side().symbol());
        let list =
            |moves: Vec<String>| if moves.is_empty() { "none: the game is over".into() } else { moves.join("  ") };
        let best = moves.iter().filter(|(_, of_move)| of_move == value).map(|&(chosen, _)| text(chosen)).collect();
        let all = moves.iter().map(|&(chosen, value)| format!("{} {}", text(chosen), signed(value))).collect();
        let unverified = if *is_unverified { UNVERIFIED } else { "" };
        out + &format!("Best moves {}\nMoves      {}\n{unverified}", list(best), list(all))
    }
}

fn columns(counted: &Counted<'_>) -> String {
    let Counted { plan, table, file_bytes, time, raw, is_unverified } = counted;
    let has_unverified_runs = !is_unverified && !table.has_proven_runs();
    let census = table.census();
    let total = census.total();
    let mut out = format!("Board      {}, {} start, {} scoring\n", plan.board, plan.start, plan.scoring);
    out += &format!("Value      {} for Black (X), who begins\n", signed(table.value_of_start().discs()));
    out += &format!("Positions  {} up to symmetry", grouped(table.len()));
    if let Some(raw) = raw {
        out += &format!(", {} with symmetric ones apart", grouped(raw.iter().map(|(_, count)| count).sum()));
    }
    out += &format!("\n\n{}", heading(raw.is_some()));
    for (index, layer) in census.layers.iter().enumerate() {
        out += &row(&layer.discs.to_string(), layer, raw.as_ref().and_then(|raw| Some(raw.get(index)?.1)));
    }
    out += &row("all", &total, raw.as_ref().map(|raw| raw.iter().map(|(_, count)| count).sum()));
    out += "\nshares in % of the positions, of guesses in % of those with two or more moves; run: plies of unique perfect play\n\n";
    let bytes_each = *file_bytes as f64 / table.len() as f64;
    out += &format!(
        "Table      {} bytes, {bytes_each:.2} a position, checksum {:016x}\n",
        grouped(*file_bytes),
        table.checksum()
    );
    out += &match time {
        Some(time) => format!("Time       {}\n", elapsed(*time)),
        None => "Time       none: it was there\n".to_owned(),
    };
    out += if *is_unverified { UNVERIFIED } else { "" };
    out + if has_unverified_runs { UNVERIFIED_RUNS } else { "" }
}

fn heading(with_raw: bool) -> String {
    let raw = if with_raw { format!(" {:>15}", "unreduced") } else { String::new() };
    format!(
        "discs {:>13}{raw} {:>5} {:>5} {:>5} {:>11} {:>9} {:>5} {:>5} {:>4} {:>3} {:>5}\n",
        "positions", "win", "draw", "loss", "forced pass", "ended", "moves", "most", "only", "run", "guess"
    )
}

fn row(name: &str, layer: &LayerCensus, raw: Option<u64>) -> String {
    let share = |count: u64, all: u64| 100.0 * count as f64 / all.max(1) as f64;
    let of_all = |count| share(count, layer.positions);
    let raw = raw.map_or_else(String::new, |raw| format!(" {:>15}", grouped(raw)));
    let guess = match layer.choices {
        0 => "-".to_owned(),
        choices => format!("{:.1}", share(layer.right_guesses, choices)),
    };
    format!(
        "{name:>5} {:>13}{raw} {:>5.1} {:>5.1} {:>5.1} {:>11} {:>9} {:>5.2} {:>5} {:>4.0} {:>3} {guess:>5}\n",
        grouped(layer.positions),
        of_all(layer.wins),
        of_all(layer.draws),
        of_all(layer.losses),
        grouped(layer.passes),
        grouped(layer.finished),
        layer.moves as f64 / layer.positions.max(1) as f64,
        layer.most_moves,
        of_all(layer.only_moves),
        layer.longest_run,
    )
}

/// A table, as programs read it. What was not asked for is `null`.
fn counted_record(counted: &Counted<'_>) -> impl Serialize {
    let Counted { plan, table, file_bytes, time, raw, is_unverified } = counted;
    let unreduced = raw.as_ref().map(|raw| raw.iter().map(|(_, count)| count).sum());
    let layer = |(index, layer): (usize, &LayerCensus)| {
        let unreduced = raw.as_ref().and_then(|raw| Some(raw.get(index)?.1));
        layer_record(Some(layer.discs), layer, unreduced)
    };
    fields! {
        "board": plan.board.to_string(),
        "start": plan.start.name(),
        "scoring": plan.scoring.name(),
        "value": table.value_of_start().discs(),
        "positions": table.len(),
        "unreduced": unreduced,
        "checksum": format!("{:016x}", table.checksum()),
        "bytes": *file_bytes,
        "seconds": time.map(seconds),
        "unverified": is_unverified,
        "unverified_runs": !table.has_proven_runs(), // longest_run
        "total": layer_record(None, &table.census().total(), unreduced),
        "layers": table.census().layers.iter().enumerate().map(layer).collect::<Vec<_>>(),
    }
}

/// One number of discs, or all together; see [`LayerCensus`].
fn layer_record(discs: Option<u32>, layer: &LayerCensus, unreduced: Option<u64>) -> impl Serialize + use<> {
    fields! {
        "discs": discs,
        "positions": layer.positions,
        "unreduced": unreduced,
        "groups": layer.groups,
        "wins": layer.wins,
        "draws": layer.draws,
        "losses": layer.losses,
        "finished": layer.finished,
        "passes": layer.passes,
        "moves": layer.moves,
        "most_moves": layer.most_moves,
        "choices": layer.choices,
        "only_moves": layer.only_moves,
        "longest_run": layer.longest_run,
        "right_guesses": layer.right_guesses,
    }
}
