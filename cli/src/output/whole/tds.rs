//! What `solve mcts tds` prints for people.

use experiments::Material;
use experiments::ranks::{RankAccuracy, RankScaling, RankTotals, ScalingTest, SearchResult};
use experiments::schemes::TREE_SHAPE;
use files::on_one_line;
use othello::players::Spec;

use super::mcts::percent;
use crate::output::numbers::{compact, elapsed, grouped};

/// One search: its result, then a line per rank.
pub(crate) fn search(found: &SearchResult) -> String {
    let SearchResult { player, board, start, ranks, in_flight, allowance, totals, .. } = found;
    let resumed = match found.resumed {
        0 => String::new(),
        resumed => format!(", of which a checkpoint had {}", grouped(resumed)),
    };
    let best = found.best().map_or_else(String::new, |best| {
        format!("Move       {}, {} playouts, mean {:.4}\n", best.chosen, grouped(best.visits.into()), best.mean)
    });
    let each: String = found.each.iter().map(rank).collect();
    format!(
        "Player     {player}, {board} from the {start} start\n\
         Ranks      {ranks}, {in_flight} descents under way at once, {allowance} playouts before a report\n\
         Playouts   {}{resumed}, in {} ({} of CPU time)\n\
         Value      {:.4} for the side to move\n\
         {best}Network    {:.2} jobs, {:.2} messages and {:.0} bytes a playout\n\n{}{each}\
         Balance    {:.2}: mean playouts of a rank by the most\n",
        grouped(found.playouts),
        elapsed(found.time),
        elapsed(found.cpu_time),
        found.mean,
        totals.each(totals.sent_jobs),
        totals.each(totals.messages),
        totals.each(totals.bytes),
        rank_columns(["rank", "playouts", "searches", "reports", "messages", "bytes", "idle", "nodes"]),
        totals.balance
    )
}

fn rank_columns([rank, playouts, searches, reports, messages, bytes, idle, nodes]: [&str; 8]) -> String {
    format!(
        "{rank:>4}  {playouts:>12}  {searches:>12}  {reports:>12}  {messages:>10}  {bytes:>14}  {idle:>6}  {nodes:>10}\n"
    )
}

fn rank(rank: &RankTotals) -> String {
    let RankTotals { playouts, searches, reports, messages, bytes, nodes, .. } = *rank;
    let [playouts, searches, reports, messages, bytes, nodes] =
        [playouts, searches, reports, messages, bytes, nodes].map(grouped);
    let (number, idle) = (rank.rank.to_string(), format!("{:.1}%", 100.0 * rank.idle_share));
    rank_columns([&number, &playouts, &searches, &reports, &messages, &bytes, &idle, &nodes])
}

/// The heading above accuracies.
pub(crate) fn accuracy_heading(material: &Material, player: &Spec) -> String {
    format!(
        "{} positions of {}, {player} with all ranks together\n\
         accuracy: moves that win, and half of those that draw; in %, with a 95 % interval\n{}",
        material.positions.len(),
        on_one_line(&material.name),
        accuracy_columns(["ranks", "in flight", "allowance", "accuracy", "root parallel", "jobs a playout", "time"])
    )
}

fn accuracy_columns([ranks, in_flight, allowance, accuracy, root, jobs, time]: [&str; 7]) -> String {
    format!("{ranks:>5}  {in_flight:>9}  {allowance:>9}  {accuracy:>22}  {root:>22}  {jobs:>15}  {time:>9}\n")
}

/// How often moves are right with one number of ranks.
pub(crate) fn accuracy(found: &RankAccuracy) -> String {
    accuracy_columns([
        &found.ranks.to_string(),
        &found.in_flight.to_string(),
        &found.allowance.to_string(),
        &percent(found.accuracy),
        &percent(found.root_parallel),
        &format!("{:.2}", found.jobs_a_playout),
        &elapsed(found.time),
    ])
}

/// The heading above the scaling.
pub(crate) fn scaling_heading(test: &ScalingTest) -> String {
    let (width, depth) = TREE_SHAPE;
    let names = ["ranks", "in flight", "allowance", "playouts/s", "of ideal", "root", "jobs a playout", "bytes"];
    let game = if test.parts > 1 { format!("game of {} parts,", test.parts) } else { "tree of".to_owned() };
    format!(
        "Playouts a second in an artificial {game} {width} moves and {depth} plies whose playouts sleep {}, which needs no core; \
         {} each\n\
         ideal: so many times the playouts a second of one rank; root: root parallel with as many threads\n{}",
        elapsed(test.delay),
        elapsed(test.time),
        scaling_columns(names, ["idle", "balance", "CPU"])
    )
}

fn scaling_columns(
    [ranks, in_flight, allowance, speed, ideal, root, jobs, bytes]: [&str; 8],
    [idle, balance, cpu]: [&str; 3],
) -> String {
    format!(
        "{ranks:>5}  {in_flight:>9}  {allowance:>9}  {speed:>10}  {ideal:>8}  {root:>8}  {jobs:>14}  {bytes:>9}  {idle:>6}  \
         {balance:>7}  {cpu:>8}\n"
    )
}

/// How fast one number of ranks is.
pub(crate) fn scaling(found: &RankScaling) -> String {
    let totals = &found.totals;
    scaling_columns(
        [
            &found.ranks.to_string(),
            &found.in_flight.to_string(),
            &found.allowance.to_string(),
            &compact(found.playouts_per_second),
            &format!("{:.2}", found.of_ideal),
            &format!("{:.2}", found.root_parallel_of_ideal),
            &format!("{:.2}", totals.each(totals.sent_jobs)),
            &format!("{:.0}", totals.each(totals.bytes)),
        ],
        [&format!("{:.1}%", 100.0 * totals.idle_share), &format!("{:.2}", totals.balance), &elapsed(found.cpu_time)],
    )
}
