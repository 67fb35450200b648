//! The program from outside. One test program, so that its parts are linked once and share the cores: `cargo test --test program
//! table::` runs those of one file.

mod support;

mod atlas;
mod bench;
mod book;
mod campaign;
mod campaign_prove;
mod campaign_threads;
mod campaign_trust;
mod campaign_workers;
mod certificate_attacks;
mod certificates;
mod cli;
mod datasets;
mod documents;
mod errors;
mod exhaust;
mod explore;
mod faults;
mod json;
mod limits;
mod mcts;
mod persistence;
mod play;
mod positions;
mod problems;
mod provenance;
mod reading;
mod results;
mod scripts;
mod slurm;
mod solve_example;
mod table;
mod table_example;
mod table_faults;
mod tds;
mod train;
mod weights;
