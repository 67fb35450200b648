//! The result, for people and for programs.

use std::fmt::Display;

use serde_json::json;
use solver::Move;
use tds::{Found, balance};

use crate::arguments::Arguments;

/// For people.
pub(crate) fn text(arguments: &Arguments, found: &Found<Move>) -> String {
    let Found { searched, ranks, .. } = found;
    let line = |name: &str, value: &dyn Display| format!("{name:<10} {value}\n");
    let seconds = found.elapsed.as_secs_f64();
    let mut text =
        line("Player", &format!("{}, {} from the {} start", arguments.player, arguments.board, arguments.start));
    text += &line("Ranks", &ranks.len());
    text += &line(
        "Playouts",
        &format!("{}, {} of them from a checkpoint, in {seconds:.2} s", searched.playouts, found.resumed),
    );
    text += &line("Value", &format!("{:.4} for the side to move", found.root.mean()));
    if let Some(best) = searched.chosen {
        let (name, seen) = (best.chosen.display(arguments.board).to_string(), best.statistics);
        text += &line("Move", &format!("{name}, {} playouts, mean {:.4}", seen.playouts, seen.mean()));
    }
    text += &line("Balance", &format!("{:.2}", balance(ranks, |rank| rank.playouts)));
    text += "rank     playouts     searches      reports    messages         bytes    idle       nodes\n";
    for rank in ranks {
        text += &format!(
            "{:>4} {:>12} {:>12} {:>12} {:>11} {:>13} {:>6.1}% {:>11}\n",
            rank.rank,
            rank.playouts,
            rank.searches,
            rank.reports,
            rank.sent_messages,
            rank.sent_bytes,
            100.0 * rank.idle_share(),
            rank.nodes
        );
    }
    text
}

/// For programs.
pub(crate) fn json(arguments: &Arguments, found: &Found<Move>) -> String {
    let name = |chosen: Move| chosen.display(arguments.board).to_string();
    let moves =
        found.searched.moves.iter().map(
            |one| json!({ "move": name(one.chosen), "visits": one.statistics.playouts, "sum": one.statistics.sum }),
        );
    let ranks = found.ranks.iter().map(|rank| {
        json!({
            "rank": rank.rank, "playouts": rank.playouts, "searches": rank.searches, "reports": rank.reports,
            "sent_jobs": rank.sent_jobs, "messages": rank.sent_messages, "bytes": rank.sent_bytes,
            "idle_share": rank.idle_share(), "nodes": rank.nodes, "left": rank.left,
        })
    });
    let record = json!({
        "player": arguments.player.text, "board": arguments.board.to_string(), "ranks": found.ranks.len(),
        "playouts": found.searched.playouts, "resumed": found.resumed, "seconds": found.elapsed.as_secs_f64(),
        "best": found.searched.chosen.map(|best| name(best.chosen)), "mean": found.root.mean(),
        "visits": found.root.playouts, "moves": moves.collect::<Vec<_>>(), "each": ranks.collect::<Vec<_>>(),
    });
    format!("{record}\n")
}
