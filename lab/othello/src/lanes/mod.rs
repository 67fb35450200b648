//! Many random games of Othello at once, one in each 64-bit lane of a register.
//!
//! The rules are written once, for any number of lanes (in `games`); the instruction set provides the lanes. All shift
//! distances are data, so every board shape runs through the same instructions. A lane whose game is over soon gets the
//! next one. Every game that begins is finished: stopping early would favour short games.

mod games;
mod lane_random;
#[cfg(target_arch = "x86_64")]
mod pair;
mod playouts;
mod portable;
mod rules;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use playouts::LanePlayouts;
