//! All players, and the parameters of each.

/// The name of a player or a parameter, and what it means.
pub type Named = (&'static str, &'static str);

/// All players.
pub const PLAYERS: [Named; 10] = [
    ("random", "any legal move"),
    ("mc", "flat Monte Carlo: n playouts for each move"),
    ("alphabeta", "alpha-beta with the learned evaluation"),
    ("exact", "exact values; without a time, however long they take"),
    ("uct", "UCB1"),
    ("tuned", "UCB1-TUNED"),
    ("rave", "UCB1 with all-moves-as-first statistics (AMAF, RAVE)"),
    ("uct+", "UCB1 plus the evaluation of each move, which fades with its visits (UCT+)"),
    ("puct", "the evaluation as prior probability"),
    ("uctbreak", "UCB1; playouts of d plies, then the sign of the evaluation"),
];

/// Parameters of all players.
pub const COMMON: [Named; 2] = [
    ("end", "empty squares from which it plays exact values [0: never]"),
    (
        "eval",
        "weights of the evaluation: own (the board's), common (one for all boards) or plain (mobility alone) [own]",
    ),
];

/// Parameters of all players with a tree.
pub const TREE: [Named; 19] = [
    ("n", "playouts per move [10000; unlimited with time]"),
    ("time", "milliseconds per move [unlimited]"),
    ("playout", "uniform, lanes (many at once), greedy (see eps) or cut (see d) [uniform]"),
    ("eps", "share of random moves in greedy playouts [0.1]"),
    ("d", "plies of a cut playout [10]"),
    ("per", "playouts from each leaf [1; 16 in lanes]"),
    ("reward", "outcome (win, draw, loss) or margin (disc difference) [outcome]"),
    ("threshold", "playouts before a leaf is expanded [1]"),
    ("graph", "yes: a position reached by several paths is one node [no]"),
    ("prove", "yes: finished games prove values up the tree (MCTS-Solver) [no]"),
    ("final", "choice of the move: visits, mean or secure [visits]"),
    ("nodes", "the most nodes of a tree [20000000]"),
    ("trees", "independent trees, which divide the playouts (root parallel) [1]"),
    ("threads", "threads per tree (tree parallel) [1]"),
    ("merge", "how trees are merged: sum, average or majority [sum]"),
    (
        "leaf",
        "workers that make playouts for one thread that owns the tree (leaf parallel); excludes trees and threads [0]",
    ),
    ("ahead", "leaves queued for each of these workers [1]"),
    ("loss", "virtual losses per playout under way; 0 for none [1]"),
    ("delay", "microseconds to sleep in each playout, for measurements [0]"),
];

/// Parameters that a player has besides those of [`COMMON`] and, if it has a tree, [`TREE`]; `None` if there is no such
/// player.
#[must_use]
pub fn own_parameters(player: &str) -> Option<&'static [Named]> {
    const EXPLORATION: Named = ("c", "weight of exploration [1]");
    Some(match player {
        "random" => &[],
        "exact" => &[(
            "time",
            "milliseconds per move; if half of it does not solve the position, alphabeta gets the rest [unlimited]",
        )],
        "mc" => &[("n", "playouts for each move [2000]"), ("playout", "uniform or lanes [uniform]")],
        "alphabeta" => &[("depth", "plies [3; unlimited with time]"), ("time", "milliseconds per move [unlimited]")],
        "uct" | "tuned" | "uctbreak" => &[EXPLORATION],
        "rave" => &[("c", "weight of exploration [0.2]"), ("k", "visits at which both means weigh the same [500]")],
        "uct+" => &[
            EXPLORATION,
            ("scale", "discs that weigh as much as a win [fitted to the board, else 11]"),
            ("unvisited", "first: every move once before any twice; average: as if made once [first]"),
            (
                "decay",
                "weight of the evaluation after n visits: root 1/√n, power 1/n^p, rave √(k/(3n+k)), prior k/(n+k) [root]",
            ),
            ("p", "the power of decay=power [0.5]"),
            ("k", "visits of decay=rave and decay=prior [50]"),
        ],
        "puct" => &[EXPLORATION, ("t", "discs that make a move e times as likely [4]")],
        _ => return None,
    })
}

/// Whether a player searches a tree of playouts.
#[must_use]
pub fn has_tree(player: &str) -> bool {
    !matches!(player, "random" | "exact" | "mc" | "alphabeta")
}

/// All players and parameters as readable text, a line each.
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
