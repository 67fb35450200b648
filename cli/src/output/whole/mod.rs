//! What the commands of the whole program print.

pub(crate) mod campaign;
pub(crate) mod exhaust;
pub(crate) mod mcts;
pub(crate) mod tds;
pub(crate) mod train;
