//! Exact search: null-window negamax, fail-soft, in three stages by the number of empties.
//!
//! [`driver`] turns a question into null windows. `deep` searches positions with many empties,
//! `midgame` those with 7 to 12, `endgame` the rest.

mod busy;
mod deep;
pub mod driver;
mod endgame;
mod inquiry;
mod kernel;
mod line;
mod memory_table;
mod midgame;
mod ordering;
mod presearch;
mod searcher;
#[cfg(test)]
mod tests;
