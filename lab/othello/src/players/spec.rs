//! The specification of a player, parsed from text, with defaults for what the text leaves out.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use mcts::parallel::{Merge, Scheme};
use mcts::select::{Decay, Unvisited};
use mcts::{Budget, FinalMove, Reward, Settings};

use super::catalogue::has_tree;
use super::values::{SpecError, Values};
use crate::learned::Guide;

/// A player, read from a text such as `uct+:n=30000,c=1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The text.
    pub text: String,
    /// Kind and parameters.
    pub kind: PlayerKind,
    /// How it searches, if it has a tree.
    pub tree: Option<TreeSpec>,
    /// With this many empty squares or fewer it plays exact values.
    pub exact_from: u32,
    /// Which evaluation it uses, if any.
    pub guide: Guide,
}

/// A kind of player with its own parameters. All from UCT on have a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayerKind {
    /// Random moves.
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
        /// Depth; with a time limit, the greatest depth.
        plies: u32,
        /// Time for a move.
        time: Option<Duration>,
    },
    /// Exact values.
    Exact {
        /// Time for a move. Up to half goes to the exact value; if that fails, the rest goes to [`PlayerKind::AlphaBeta`].
        time: Option<Duration>,
    },
    /// UCT.
    Ucb1 {
        /// Weight of exploration.
        c: f64,
    },
    /// UCT with UCB1-TUNED.
    Ucb1Tuned {
        /// Weight of exploration.
        c: f64,
    },
    /// RAVE.
    Rave {
        /// Weight of exploration.
        c: f64,
        /// Visits at which AMAF and the mean weigh the same.
        k: f64,
    },
    /// UCT+.
    UctPlus {
        /// Weight of exploration.
        c: f64,
        /// Discs that weigh as much as a reward of 1; `None` is [`crate::learned::default_scale`].
        scale: Option<f64>,
        /// When moves are tried for the first time.
        unvisited: Unvisited,
        /// How the weight of the evaluation fades.
        decay: Decay,
    },
    /// PUCT.
    Puct {
        /// Weight of exploration.
        c: f64,
        /// Discs that make a move e times as probable.
        temperature: f64,
    },
}

/// What all players with a tree have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSpec {
    /// The settings of the search.
    pub settings: Settings,
    /// How long.
    pub budget: Budget,
    /// How many threads there are, and how they work together.
    pub scheme: Scheme,
    /// How playouts are played.
    pub playout: PlayoutKind,
    /// Artificial delay of each playout.
    pub delay: Duration,
}

/// A kind of playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayoutKind {
    /// Random, one after the other.
    Uniform,
    /// Random, many at once.
    Lanes,
    /// By the evaluation, with occasional random moves.
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

/// Default number of playouts for a move.
const DEFAULT_PLAYOUTS: u64 = 10_000;

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut values = Values::read(text)?;
        let name = values.player();
        let kind = match name {
            "random" => PlayerKind::Random,
            "exact" => PlayerKind::Exact { time: time(&mut values)? },
            "mc" => {
                PlayerKind::Flat { each: values.number("n", 2000, 1, u32::MAX)?, playout: flat_playout(&mut values)? }
            }
            "alphabeta" => {
                let time = time(&mut values)?;
                PlayerKind::AlphaBeta {
                    plies: values.number("depth", if time.is_some() { 64 } else { 3 }, 1, 64)?,
                    time,
                }
            }
            "rave" => {
                PlayerKind::Rave { c: values.real("c", 0.2, 0.0)?, k: values.real("k", 500.0, f64::MIN_POSITIVE)? }
            }
            _ => {
                let c = values.real("c", 1.0, 0.0)?;
                match name {
                    "tuned" => PlayerKind::Ucb1Tuned { c },
                    "uct+" => PlayerKind::UctPlus {
                        c,
                        scale: values.given_real("scale", f64::MIN_POSITIVE)?,
                        unvisited: values
                            .one_of("unvisited", &Unvisited::ALL.map(|unvisited| (unvisited.name(), unvisited)))?,
                        decay: decay(&mut values)?,
                    },
                    "puct" => PlayerKind::Puct { c, temperature: values.real("t", 4.0, f64::MIN_POSITIVE)? },
                    _ => PlayerKind::Ucb1 { c },
                }
            }
        };
        let tree = has_tree(name).then(|| tree(&mut values, name)).transpose()?;
        let guide = values.one_of("eval", &Guide::ALL.map(|guide| (guide.name(), guide)))?;
        Ok(Self { text: text.to_owned(), kind, tree, exact_from: values.number("end", 0, 0, 64)?, guide })
    }
}

/// Time for a move.
fn time(values: &mut Values<'_>) -> Result<Option<Duration>, SpecError> {
    Ok(values.given("time", 1, u32::MAX)?.map(|each| Duration::from_millis(u64::from(each))))
}

/// How the weight of the evaluation fades.
fn decay(values: &mut Values<'_>) -> Result<Decay, SpecError> {
    let (power, k) = (values.real("p", 0.5, 0.0)?, values.real("k", 50.0, f64::MIN_POSITIVE)?);
    let decays = [
        ("root", Decay::Root),
        ("power", Decay::Power(power)),
        ("rave", Decay::Equivalence(k)),
        ("prior", Decay::Prior(k)),
    ];
    values.one_of("decay", &decays)
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
        virtual_loss: values.number("loss", 1, 0, 1 << 10)?,
        max_nodes: values.number("nodes", 20_000_000, 2, u32::MAX)? as usize,
    };
    let time = time(values)?;
    let playouts = values.given("n", 1, u32::MAX)?.map(u64::from);
    let playouts = playouts.unwrap_or(if time.is_some() { u64::MAX } else { DEFAULT_PLAYOUTS });
    let delay = Duration::from_micros(u64::from(values.number("delay", 0, 0, 1_000_000)?));
    Ok(TreeSpec { settings, budget: Budget { playouts, time }, scheme: scheme(values)?, playout, delay })
}

/// The most threads per tree.
const MOST_THREADS: u32 = 256;

/// The most trees, and the most threads of all trees together.
const MOST_TOGETHER: u32 = 1024;

fn scheme(values: &mut Values<'_>) -> Result<Scheme, SpecError> {
    let trees = values.number("trees", 1, 1, MOST_TOGETHER)? as usize;
    let threads = values.number("threads", 1, 1, MOST_THREADS)? as usize;
    let merge = values.one_of("merge", &Merge::ALL.map(|merge| (merge.name(), merge)))?;
    let workers = values.number("leaf", 0, 0, MOST_THREADS)? as usize;
    let ahead = values.number("ahead", 1, 0, 1 << 10)? as usize;
    if workers > 0 && trees * threads > 1 {
        return Err(values.wrong("leaf", "0 with several trees or threads"));
    }
    if trees * threads > MOST_TOGETHER as usize {
        return Err(values.wrong("threads", &format!("at most {MOST_TOGETHER} over all trees")));
    }
    Ok(if workers > 0 { Scheme::Leaf { workers, ahead } } else { Scheme::Forest { trees, threads, merge } })
}

impl Spec {
    /// Whether the player can search by a network: it is PUCT with one tree and one thread.
    #[must_use]
    pub fn takes_network(&self) -> bool {
        let is_single = |tree: &TreeSpec| matches!(tree.scheme, Scheme::Forest { trees: 1, threads: 1, .. });
        matches!(self.kind, PlayerKind::Puct { .. }) && self.tree.as_ref().is_some_and(is_single)
    }

    /// Whether the player makes playouts.
    #[must_use]
    pub fn makes_playouts(&self) -> bool {
        !matches!(self.kind, PlayerKind::Random | PlayerKind::AlphaBeta { .. } | PlayerKind::Exact { .. })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
