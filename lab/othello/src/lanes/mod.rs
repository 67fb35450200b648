//! Many random games of Othello at once, one in each 64-bit lane of a register.
//!
//! The rules are written once, for any number of lanes (in `games`); what a lane is comes from the instruction set. All
//! shift distances are data, so every board shape runs through the same instructions. A lane whose game is over gets the
//! next one at once; every game that is begun is also finished, because those that end first are the short ones.

mod games;
mod job;
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
