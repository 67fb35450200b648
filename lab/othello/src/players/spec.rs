//! What players there are, what can be said about each, and what it is if nothing is said.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::parse::{SpecError, Values};
use crate::budget::Budget;
use crate::final_move::FinalMove;
use crate::parallel::{Merge, Scheme};
use crate::reward::Reward;
use crate::search::Settings;
use crate::select::Unvisited;

/// A player, read from a text such as `uct+:n=30000,c=1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The text.
    pub text: String,
    /// What it says.
    pub kind: Kind,
    /// With so many empty squares or fewer it plays by exact values.
    pub exact_from: u32,
}

/// A kind of player with its own parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Any move.
    Random,
    /// Flat Monte Carlo.
    Flat {
        /// Playouts for each move.
        each: u32,
        /// How they are played.
        playout: PlayoutKind,
    },
    /// Alpha-beta with the evaluation.
    AlphaBeta {
        /// Depth; with a time the largest.
        plies: u32,
        /// Time for a move.
        time: Option<Duration>,
    },
    /// Exact values.
    Exact {
        /// Time for a move, half of which may be spent on the exact value; what is left is for [`Kind::AlphaBeta`].
        time: Option<Duration>,
    },
    /// UCT.
    Ucb1 {
        /// Weight of exploration.
        c: f64,
        /// The rest.
        tree: TreeSpec,
    },
    /// UCT with UCB1-TUNED.
    Ucb1Tuned {
        /// Weight of exploration.
        c: f64,
        /// The rest.
        tree: TreeSpec,
    },
    /// RAVE.
    Rave {
        /// Weight of exploration.
        c: f64,
        /// Visits at which both means weigh the same.
        k: f64,
        /// The rest.
        tree: TreeSpec,
    },
    /// UCT+.
    UctPlus {
        /// Weight of exploration.
        c: f64,
        /// Discs that weigh as much as a whole reward; `None` is [`crate::fit::default_scale`].
        scale: Option<f64>,
        /// When moves are made for the first time.
        unvisited: Unvisited,
        /// The rest.
        tree: TreeSpec,
    },
    /// PUCT.
    Puct {
        /// Weight of exploration.
        c: f64,
        /// Discs that make a move e times as probable.
        temperature: f64,
        /// The rest.
        tree: TreeSpec,
    },
}

/// What all players with a tree have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSpec {
    /// What the search does.
    pub settings: Settings,
    /// How long.
    pub budget: Budget,
    /// With how many threads, and how they work together.
    pub scheme: Scheme,
    /// How playouts are played.
    pub playout: PlayoutKind,
    /// Time that each playout takes longer than it needs.
    pub delay: Duration,
}

/// A kind of playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayoutKind {
    /// Random, one after the other.
    Uniform,
    /// Random, many at once.
    Lanes,
    /// By the evaluation, with random moves now and then.
    Greedy {
        /// Share of random moves.
        epsilon: f64,
    },
    /// A few random moves, then the evaluation.
    Cut {
        /// How many.
        plies: u32,
    },
}

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
pub const COMMON: [Named; 1] = [("end", "play by exact values from so many empty squares on [0: never]")];

/// Parameters of all players with a tree.
pub const TREE: [Named; 18] = [
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
    ("loss", "virtual losses of a playout under way [1]"),
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

/// Playouts for a move unless told otherwise.
const DEFAULT_PLAYOUTS: u64 = 10_000;

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut values = Values::read(text)?;
        let name = values.player();
        let kind = match name {
            "random" => Kind::Random,
            "exact" => Kind::Exact { time: time(&mut values)? },
            "mc" => Kind::Flat { each: values.number("n", 2000, 1, u32::MAX)?, playout: flat_playout(&mut values)? },
            "alphabeta" => {
                let time = time(&mut values)?;
                Kind::AlphaBeta { plies: values.number("depth", if time.is_some() { 64 } else { 3 }, 1, 64)?, time }
            }
            "rave" => {
                let (c, k) = (values.real("c", 0.2, 0.0)?, values.real("k", 500.0, f64::MIN_POSITIVE)?);
                Kind::Rave { c, k, tree: tree(&mut values, name)? }
            }
            _ => {
                let c = values.real("c", 1.0, 0.0)?;
                match name {
                    "tuned" => Kind::Ucb1Tuned { c, tree: tree(&mut values, name)? },
                    "uct+" => {
                        let scale = values.given_real("scale", f64::MIN_POSITIVE)?;
                        let unvisited = Unvisited::ALL.map(|unvisited| (unvisited.name(), unvisited));
                        let unvisited = values.one_of("unvisited", &unvisited)?;
                        Kind::UctPlus { c, scale, unvisited, tree: tree(&mut values, name)? }
                    }
                    "puct" => {
                        let temperature = values.real("t", 4.0, f64::MIN_POSITIVE)?;
                        Kind::Puct { c, temperature, tree: tree(&mut values, name)? }
                    }
                    _ => Kind::Ucb1 { c, tree: tree(&mut values, name)? },
                }
            }
        };
        Ok(Self { text: text.to_owned(), kind, exact_from: values.number("end", 0, 0, 64)? })
    }
}

/// Time for a move.
fn time(values: &mut Values<'_>) -> Result<Option<Duration>, SpecError> {
    Ok(values.given("time", 1, u32::MAX)?.map(|each| Duration::from_millis(u64::from(each))))
}

fn flat_playout(values: &mut Values<'_>) -> Result<PlayoutKind, SpecError> {
    values.one_of("playout", &[("uniform", PlayoutKind::Uniform), ("lanes", PlayoutKind::Lanes)])
}

/// The parameters of a player with a tree.
fn tree(values: &mut Values<'_>, player: &str) -> Result<TreeSpec, SpecError> {
    let epsilon = values.real("eps", 0.1, 0.0)?;
    if epsilon > 1.0 {
        return Err(values.wrong("eps", "a share from 0 to 1"));
    }
    let cut = PlayoutKind::Cut { plies: values.number("d", 10, 0, 64)? };
    let kinds = [
        ("uniform", PlayoutKind::Uniform),
        ("lanes", PlayoutKind::Lanes),
        ("greedy", PlayoutKind::Greedy { epsilon }),
        ("cut", cut),
    ];
    let playout =
        if player == "uctbreak" { values.one_of("playout", &kinds[3..]) } else { values.one_of("playout", &kinds) }?;
    let per = if playout == PlayoutKind::Lanes { 16 } else { 1 };
    let settings = Settings {
        reward: values.one_of("reward", &[("outcome", Reward::Outcome), ("margin", Reward::Margin)])?,
        threshold: values.number("threshold", 1, 1, u32::MAX)?,
        is_graph: values.is_yes("graph")?,
        proves: values.is_yes("prove")?,
        final_move: values.one_of("final", &FinalMove::ALL.map(|rule| (rule.name(), rule)))?,
        playouts_per_leaf: values.number("per", per, 1, 1 << 16)?,
        virtual_loss: values.number("loss", 1, 1, 1 << 10)?,
        max_nodes: values.number("nodes", 20_000_000, 2, u32::MAX)? as usize,
    };
    let time = time(values)?;
    let playouts = values.given("n", 1, u32::MAX)?.map(u64::from);
    let playouts = playouts.unwrap_or(if time.is_some() { u64::MAX } else { DEFAULT_PLAYOUTS });
    let delay = Duration::from_micros(u64::from(values.number("delay", 0, 0, 1_000_000)?));
    Ok(TreeSpec { settings, budget: Budget { playouts, time }, scheme: scheme(values)?, playout, delay })
}

/// The most threads that a player may have.
const MOST_THREADS: u32 = 256;

fn scheme(values: &mut Values<'_>) -> Result<Scheme, SpecError> {
    let trees = values.number("trees", 1, 1, MOST_THREADS)? as usize;
    let threads = values.number("threads", 1, 1, MOST_THREADS)? as usize;
    let merge = values.one_of("merge", &Merge::ALL.map(|merge| (merge.name(), merge)))?;
    let workers = values.number("leaf", 0, 0, MOST_THREADS)? as usize;
    if workers > 0 && trees * threads > 1 {
        return Err(values.wrong("leaf", "0 with several trees or threads"));
    }
    Ok(if workers > 0 { Scheme::Leaf { workers, ahead: 1 } } else { Scheme::Forest { trees, threads, merge } })
}

impl Spec {
    /// Whether the player plays games out.
    #[must_use]
    pub fn makes_playouts(&self) -> bool {
        !matches!(self.kind, Kind::Random | Kind::AlphaBeta { .. } | Kind::Exact { .. })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
