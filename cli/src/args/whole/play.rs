//! Options of `solve play`.

use clap::Args;
use othello::players::Spec;
use solver::{Scoring, Side};

use crate::args::groups::{PositionArgs, one_of};
use crate::args::help;

/// Options of `solve play`.
#[derive(Debug, Args)]
#[command(after_help = help::PLAY, max_term_width = 100)]
pub(crate) struct PlayArgs {
    /// Where the game begins.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Who gets the squares left empty: discs: nobody, or the winner after a wipe-out; wof: always the winner
    #[arg(long, default_value = "discs", value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    pub(crate) scoring: Scoring,
    /// Your opponent
    #[arg(long, value_name = "PLAYER", default_value = "uct+:n=20000,graph=yes,prove=yes,end=12")]
    pub(crate) player: Spec,
    /// Your colour; none lets the player play both sides, both lets you
    #[arg(long, default_value = "black", value_parser = one_of([("black", Seats::Person(Side::Black)), ("white", Seats::Person(Side::White)), ("both", Seats::Both), ("none", Seats::Nobody)]))]
    pub(crate) color: Seats,
    /// Player that gives hints
    #[arg(long, value_name = "PLAYER", default_value = "alphabeta:depth=6,end=14")]
    pub(crate) hints: Spec,
    /// Seed of the player's random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Which sides a person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seats {
    /// One.
    Person(Side),
    /// Both.
    Both,
    /// Neither.
    Nobody,
}

impl Seats {
    /// Whether a person moves for a side.
    pub(crate) fn has_person(self, side: Side) -> bool {
        match self {
            Self::Person(own) => own == side,
            Self::Both => true,
            Self::Nobody => false,
        }
    }
}
