//! Exact search: null-window negamax, fail-soft, in three stages by the number of empties.
//!
//! [`driver`] turns a question into null windows; `selective` guesses where they should be and orders moves. `deep`
//! searches positions with 12 or more empties, `midgame` those with 6 to 11, `endgame` the rest. `proof_number`
//! searches whether a side takes all, down to 12 empties.

mod aim;
mod answer;
mod busy;
pub mod choose;
mod deep;
pub mod driver;
mod endgame;
mod guess;
mod guesses;
mod kernel;
mod learned;
mod limited;
mod line;
mod midgame;
mod number_table;
mod ordering;
mod ordering_search;
mod ordering_table;
mod pages;
mod prefetch;
mod proof_number;
mod reach;
mod root_search;
mod searcher;
mod selective;
#[cfg(test)]
mod tests;
pub mod transposition_table;
