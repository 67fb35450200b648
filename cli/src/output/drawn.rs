//! What a check by sample has drawn, and what it may have missed.

use solver::random::miss_chance;

use super::numbers::grouped;
use super::{Fields, fields};

/// Entries drawn at random out of many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    pub(crate) sampled: u64,
    pub(crate) of: u64,
    pub(crate) seed: u64,
}

impl Drawn {
    /// The seed; `None` if all are drawn whatever it is.
    fn seed(self) -> Option<u64> {
        (self.sampled < self.of).then_some(self.seed)
    }

    /// The probability that this misses one false entry in a hundred.
    fn miss_chance(self) -> f64 {
        miss_chance(self.sampled, self.of)
    }

    /// For people: what was drawn of these entries, which option draws the same, and what is missed.
    pub(crate) fn text(self, entries: &str, option: &str) -> String {
        let Some(seed) = self.seed() else { return format!("all {} {entries}", grouped(self.of)) };
        let chance = match 100.0 * self.miss_chance() {
            ..1.0 => "less than 1 %".to_owned(),
            percent => format!("{percent:.0} %"),
        };
        format!(
            "{} of {} {entries} drawn at random ({option} {seed} draws them again); \
             one false in a hundred of these would be missed with probability {chance}",
            grouped(self.sampled),
            grouped(self.of)
        )
    }

    /// For programs; each is null if nothing was drawn.
    pub(crate) fn fields(drawn: Option<Self>) -> Fields {
        fields! {
            "seed": drawn.and_then(Self::seed),
            "sampled": drawn.map(|drawn| drawn.sampled),
            "drawn_from": drawn.map(|drawn| drawn.of),
            "miss_chance": drawn.map(Self::miss_chance),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_says_what_it_may_miss() {
        let text = |sampled| Drawn { sampled, of: 13_000, seed: 5 }.text("values", "--seed");
        assert_eq!(
            text(100),
            "100 of 13,000 values drawn at random (--seed 5 draws them again); \
             one false in a hundred of these would be missed with probability 36 %"
        );
        assert!(text(1000).ends_with(" probability less than 1 %") && text(0).ends_with(" probability 100 %"));
        assert_eq!(text(13_000), "all 13,000 values");
    }
}
