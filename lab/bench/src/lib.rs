//! Measurements of the exact search: what it costs, and whether a change has altered it.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`cases`], [`suites`] | positions with known values |
//! | [`costs`] | the cost of searching positions, and a signature that shows whether a change altered the search |
//! | [`clock`] | CPU time |

pub mod cases;
pub mod clock;
pub mod costs;
pub mod suites;
