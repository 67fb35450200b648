//! The program from outside. One test program, so that its parts are linked once and share the cores: `cargo test --test program
//! table::` runs those of one file. Some are about what the small program leaves out.

mod support;

mod analyse;
mod atlas;
mod bench;
mod book;
#[cfg(feature = "whole")]
mod campaign;
#[cfg(feature = "whole")]
mod campaign_prove;
#[cfg(feature = "whole")]
mod campaign_threads;
#[cfg(feature = "whole")]
mod campaign_trust;
#[cfg(feature = "whole")]
mod campaign_workers;
mod certificate_attacks;
mod certificates;
mod cli;
#[cfg(feature = "whole")]
mod datasets;
mod documents;
mod engines;
mod errors;
#[cfg(feature = "whole")]
mod exhaust;
mod explore;
#[cfg(feature = "whole")]
mod faults;
#[cfg(feature = "whole")]
mod json;
mod limits;
#[cfg(feature = "whole")]
mod mcts;
#[cfg(feature = "whole")]
mod persistence;
mod play;
mod positions;
#[cfg(feature = "whole")]
mod problems;
#[cfg(feature = "whole")]
mod provenance;
#[cfg(feature = "whole")]
mod reading;
mod results;
mod scripts;
#[cfg(feature = "whole")]
mod slurm;
mod solve_example;
#[cfg(feature = "whole")]
mod table;
#[cfg(feature = "whole")]
mod table_example;
#[cfg(feature = "whole")]
mod table_faults;
#[cfg(feature = "whole")]
mod tds;
#[cfg(feature = "whole")]
mod train;
mod weights;
