//! The scenes, a file for each family of formats.

mod bombs;
mod campaigns;
mod certificates;
mod checkpoints;
mod exports;
mod http;
mod journals;
mod kills;
mod pieces;
mod sets;
mod tables;
mod texts;
mod weights;

use crate::scene::Scene;

/// Every scene.
#[must_use]
pub fn all() -> Vec<Box<dyn Scene>> {
    let mut all: Vec<Box<dyn Scene>> = Vec::new();
    all.extend(tables::scenes());
    all.push(Box::new(exports::Exports));
    all.extend(certificates::scenes());
    all.extend(campaigns::scenes());
    all.push(Box::new(pieces::Pieces));
    all.extend(journals::scenes());
    all.extend(checkpoints::scenes());
    all.extend(sets::scenes());
    all.push(Box::new(weights::WeightFiles));
    all.extend(texts::scenes());
    all.push(Box::new(bombs::Bombs));
    all.push(Box::new(http::Http::default()));
    all.push(Box::new(kills::Kills));
    all
}
