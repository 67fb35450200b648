//! What campaigns, drivers of engines and workers say to each other: one JSON object a line (FORMAT.md, section JSON).
//!
//! [`driver`] answers programs that spread jobs over machines, [`worker`] takes jobs from such a program, and [`hand`]
//! hands out jobs and takes records without a conversation. None of them knows where its lines come from.

pub mod driver;
pub mod hand;
pub mod worker;
