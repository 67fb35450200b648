//! What players there are, and what can be said about each.

/// The name of a player or a parameter, and what it means.
pub type Named = (&'static str, &'static str);

/// All players.
pub const PLAYERS: [Named; 10] = [
    ("random", "any legal move"),
    ("mc", "flat Monte Carlo: n playouts for each move"),
    ("alphabeta", "alpha-beta with the learned evaluation"),
    ("exact", "exact values, however long they take if there is no time"),
    ("uct", "UCB1"),
    ("tuned", "UCB1-TUNED"),
    ("rave", "UCB1 with all moves as first (RAVE)"),
    ("uct+", "UCB1 with the evaluation of each move, fading with its visits"),
    ("puct", "the evaluation as prior probability"),
    ("uctbreak", "UCB1; playouts of d plies, then the sign of the evaluation"),
];

/// Parameters of everybody.
pub const COMMON: [Named; 2] = [
    ("end", "play by exact values from so many empty squares on [0: never]"),
    (
        "eval",
        "whose weights the evaluation has: own (the board's), common (of all boards) or plain (moves alone) [own]",
    ),
];

/// Parameters of all players with a tree.
pub const TREE: [Named; 19] = [
    ("n", "playouts for a move [10000; unlimited with time]"),
    ("time", "milliseconds for a move [unlimited]"),
    ("playout", "uniform, lanes (many at once), greedy (see eps) or cut (see d) [uniform]"),
    ("eps", "share of random moves in greedy playouts [0.1]"),
    ("d", "plies of a cut playout [10]"),
    ("per", "playouts from each leaf [1; 16 in lanes]"),
    ("reward", "outcome, or margin: the disc difference counts [outcome]"),
    ("threshold", "playouts before a leaf is expanded [1]"),
    ("graph", "yes: positions that several moves lead to are one node [no]"),
    ("prove", "yes: finished games become proofs (MCTS-Solver) [no]"),
    ("final", "how the move is chosen: visits, mean or secure [visits]"),
    ("nodes", "most nodes of a tree [20000000]"),
    ("trees", "independent trees, the playouts are shared out [1]"),
    ("threads", "threads for each tree [1]"),
    ("merge", "how trees agree: sum, average or majority [sum]"),
    ("leaf", "threads that play out for one that has the tree, instead of trees and threads [0]"),
    ("ahead", "leaves that wait for each of these threads besides the one it plays from [1]"),
    ("loss", "virtual losses of a playout under way; 0 for none [1]"),
    ("delay", "microseconds that each playout is made longer, to measure schemes [0]"),
];

/// Parameters that a player has besides those of [`COMMON`] and, with a tree, [`TREE`]; `None` if there is no such player.
#[must_use]
pub fn own_parameters(player: &str) -> Option<&'static [Named]> {
    const EXPLORATION: Named = ("c", "weight of exploration [1]");
    Some(match player {
        "random" => &[],
        "exact" => {
            &[("time", "milliseconds for a move; what cannot be solved in half of it is left to alphabeta [unlimited]")]
        }
        "mc" => &[("n", "playouts for each move [2000]"), ("playout", "uniform or lanes [uniform]")],
        "alphabeta" => &[("depth", "plies [3; unlimited with time]"), ("time", "milliseconds for a move [unlimited]")],
        "uct" | "tuned" | "uctbreak" => &[EXPLORATION],
        "rave" => &[("c", "weight of exploration [0.2]"), ("k", "visits of equal weight [500]")],
        "uct+" => &[
            EXPLORATION,
            ("scale", "discs that weigh as much as a win [as fitted to the board, else 11]"),
            ("unvisited", "first: every move once before any twice; average: as if made once [first]"),
            (
                "decay",
                "weight of the evaluation after n visits: root 1/√n, power 1/n^p, rave √(k/(3n+k)), prior k/(n+k) [root]",
            ),
            ("p", "the power of decay=power [0.5]"),
            ("k", "visits of decay=rave and decay=prior [50]"),
        ],
        "puct" => &[EXPLORATION, ("t", "discs that make a move e times as probable [4]")],
        _ => return None,
    })
}

/// Whether a player searches a tree of playouts.
#[must_use]
pub fn has_tree(player: &str) -> bool {
    !matches!(player, "random" | "exact" | "mc" | "alphabeta")
}

/// All players and parameters as text for people, a line each.
#[must_use]
pub fn help() -> String {
    let line = |(name, meaning): &Named| format!("    {name:10} {meaning}\n");
    let mut text = "Players:\n".to_owned();
    for player in &PLAYERS {
        text += &format!("  {:10}   {}\n", player.0, player.1);
        text.extend(own_parameters(player.0).unwrap_or_default().iter().map(line));
    }
    text += "Parameters of all:\n";
    text.extend(COMMON.iter().map(line));
    text += "Parameters of uct, tuned, rave, uct+, puct and uctbreak:\n";
    text.extend(TREE.iter().map(line));
    text
}
