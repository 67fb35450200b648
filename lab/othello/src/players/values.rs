//! Parses `NAME:KEY=VALUE,KEY=VALUE`, with errors that say what is wrong and what would be right.

use thiserror::Error;

use super::catalogue::{COMMON, PLAYERS, TREE, has_tree, own_parameters};

/// Why a text is not a player, or not one for this: what is wrong, and what is possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("player {0}")]
pub struct SpecError(pub(crate) String);

/// A player's name and parameters, as given.
pub(super) struct Values<'a> {
    player: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

impl<'a> Values<'a> {
    /// Parses a text and checks that the player and its parameters exist; the values are checked later.
    pub(super) fn read(text: &'a str) -> Result<Self, SpecError> {
        let (player, rest) = text.split_once(':').unwrap_or((text, ""));
        let player = player.trim();
        let Some(own) = own_parameters(player) else {
            let possible = names(PLAYERS.iter().map(|named| named.0));
            return Err(SpecError(format!("'{player}' is unknown: it is {possible}")));
        };
        let of_tree: &[_] = if has_tree(player) { &TREE } else { &[] };
        let known: Vec<&str> = own.iter().chain(of_tree).chain(&COMMON).map(|named| named.0).collect();
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let form = || {
                let example = "for example uct:n=10000,c=1";
                SpecError(format!("'{player}': '{part}' is not of the form KEY=VALUE, {example}"))
            };
            let (key, value) = part.split_once('=').map(|(key, value)| (key.trim(), value.trim())).ok_or_else(form)?;
            if !known.contains(&key) {
                let possible = names(known.iter().copied());
                return Err(SpecError(format!("{player} has no parameter '{key}'; it has {possible}")));
            }
            if pairs.iter().any(|pair| pair.0 == key) {
                return Err(SpecError(format!("{player}: {key} is given twice")));
            }
            pairs.push((key, value));
        }
        Ok(Self { player, pairs })
    }

    /// The player's name.
    pub(super) fn player(&self) -> &'a str {
        self.player
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        self.pairs.iter().find(|pair| pair.0 == key).map(|pair| pair.1)
    }

    /// The error for a parameter with an invalid value.
    pub(super) fn wrong(&self, key: &str, wanted: &str) -> SpecError {
        let found = self.text(key).unwrap_or_default();
        SpecError(format!("{}: {key} '{found}' is not {wanted}", self.player))
    }

    /// A whole number from `least` to `most`, if it is given.
    pub(super) fn given(&self, key: &str, least: u32, most: u32) -> Result<Option<u32>, SpecError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.map(Some).ok_or_else(|| self.wrong(key, &format!("a whole number from {least} to {most}")))
    }

    /// A whole number from `least` to `most`.
    pub(super) fn number(&self, key: &str, default: u32, least: u32, most: u32) -> Result<u32, SpecError> {
        Ok(self.given(key, least, most)?.unwrap_or(default))
    }

    /// A number of at least `least`, if it is given.
    pub(super) fn given_real(&self, key: &str, least: f64) -> Result<Option<f64>, SpecError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= least);
        let wanted = if least > 0.0 { "a number above 0" } else { "a number of at least 0" };
        number.map(Some).ok_or_else(|| self.wrong(key, wanted))
    }

    /// A number of at least `least`.
    pub(super) fn real(&self, key: &str, default: f64, least: f64) -> Result<f64, SpecError> {
        Ok(self.given_real(key, least)?.unwrap_or(default))
    }

    /// The value of one of these names; the first by default.
    pub(super) fn one_of<T: Copy>(&self, key: &str, values: &[(&str, T)]) -> Result<T, SpecError> {
        let Some(text) = self.text(key) else { return Ok(values[0].1) };
        let found = values.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        found.ok_or_else(|| self.wrong(key, &format!("one of {}", names(values.iter().map(|value| value.0)))))
    }

    /// Yes or no; no by default.
    pub(super) fn is_yes(&self, key: &str) -> Result<bool, SpecError> {
        self.one_of(key, &[("no", false), ("yes", true)])
    }
}

#[cfg(test)]
mod tests {
    use mcts::select::Decay;
    use std::time::Duration;

    use mcts::parallel::{Merge, Scheme};
    use proptest::prelude::*;

    use super::super::catalogue::help;
    use super::super::spec::{PlayerKind, PlayoutKind, Spec};
    use super::*;
    use crate::learned::Guide;

    fn spec(text: &str) -> Spec {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn every_player_can_be_read_with_every_parameter_it_has() {
        let value = |key: &str, player: &str| match key {
            "playout" if player == "uctbreak" => "cut",
            "playout" => "uniform",
            "reward" => "margin",
            "graph" | "prove" => "yes",
            "final" => "secure",
            "merge" => "majority",
            "unvisited" => "average",
            "leaf" => "0",
            "eps" => "0.5",
            "decay" => "power",
            "eval" => "plain",
            _ => "2",
        };
        for (player, _) in PLAYERS {
            let own = own_parameters(player).expect("the player exists").iter();
            let of_tree = TREE.iter().filter(|_| has_tree(player));
            let pairs: Vec<String> =
                own.chain(of_tree).chain(&COMMON).map(|(key, _)| format!("{key}={}", value(key, player))).collect();
            let text = format!("{player}:{}", pairs.join(","));
            assert_eq!(spec(&text).to_string(), text);
            let has_parameters = player != "random";
            let (found, plain) = (spec(&text), spec(player));
            assert_eq!((found.kind, found.tree) != (plain.kind, plain.tree), has_parameters, "{text}");
            assert!(help().contains(&format!("  {player} ")), "{player}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_in_one_line(
            name in "(uct|uct\\+|mc|rave|exact|alphabeta|[a-z+]{0,5})",
            rest in "(:((n|c|d|eps|end|playout|time|leaf|x)?=?[-a-z0-9.]{0,6},?){0,4}|\\PC{0,12})",
        ) {
            let text = format!("{name}{rest}");
            match text.parse::<Spec>() {
                Ok(spec) => assert_eq!(spec.text, text),
                Err(error) => assert_eq!(error.to_string().lines().count(), 1),
            }
        }
    }

    #[test]
    fn values_arrive_where_they_belong() {
        let tree = |text: &str| spec(text).tree.unwrap();
        let plus = "uct+:c=0.5,scale=20,n=77,time=5,trees=3,merge=majority,end=12";
        let PlayerKind::UctPlus { c, scale, .. } = spec(plus).kind else { panic!("another player") };
        assert_eq!((c, scale, tree(plus).budget.playouts), (0.5, Some(20.0), 77));
        assert_eq!(tree(plus).scheme, Scheme::Forest { trees: 3, threads: 1, merge: Merge::Majority });
        assert_eq!(spec("uct:end=12").exact_from, 12);
        assert_eq!((spec("uct+").guide, spec("alphabeta:eval=common").guide), (Guide::Own, Guide::Common));
        for (text, wanted) in [
            ("uct+", Decay::Root),
            ("uct+:decay=power,p=1", Decay::Power(1.0)),
            ("uct+:decay=rave,k=300", Decay::Equivalence(300.0)),
            ("uct+:decay=prior", Decay::Prior(50.0)),
        ] {
            let PlayerKind::UctPlus { decay, .. } = spec(text).kind else { panic!("another player") };
            assert_eq!(decay, wanted, "{text}");
        }
        let leaf = tree("uct:leaf=3,ahead=0,loss=0");
        assert_eq!((leaf.scheme, leaf.settings.virtual_loss), (Scheme::Leaf { workers: 3, ahead: 0 }, 0));
        let time = |millis| Some(Duration::from_millis(millis));
        assert_eq!(spec("alphabeta").kind, PlayerKind::AlphaBeta { plies: 3, time: None });
        assert_eq!(spec("alphabeta:time=20").kind, PlayerKind::AlphaBeta { plies: 64, time: time(20) });
        assert_eq!(spec("alphabeta:time=20,depth=5").kind, PlayerKind::AlphaBeta { plies: 5, time: time(20) });
        assert_eq!(spec("exact:time=7").kind, PlayerKind::Exact { time: time(7) });
        assert_eq!(tree("uctbreak:d=4").playout, PlayoutKind::Cut { plies: 4 });
        let tree = tree("uct:playout=lanes,time=10,leaf=2");
        assert_eq!((tree.settings.playouts_per_leaf, tree.budget.playouts), (16, u64::MAX));
        assert_eq!(tree.scheme, Scheme::Leaf { workers: 2, ahead: 1 });
    }

    #[test]
    fn errors_say_what_is_possible() {
        for (text, expected) in [
            ("uctt", "player 'uctt' is unknown: it is random, mc, alphabeta, exact, uct, "),
            ("alphabeta:n=3", "player alphabeta has no parameter 'n'; it has depth, time, end"),
            ("uct:n", "player 'uct': 'n' is not of the form KEY=VALUE"),
            ("uct:n=1,n=2", "player uct: n is given twice"),
            ("uct:n=-1", "player uct: n '-1' is not a whole number from 1 to 4294967295"),
            ("uct:c=nan", "player uct: c 'nan' is not a number of at least 0"),
            ("uct+:scale=0", "player uct+: scale '0' is not a number above 0"),
            ("uct:final=best", "player uct: final 'best' is not one of visits, mean, secure"),
            ("uct:eps=2,playout=greedy", "player uct: eps '2' is not a share from 0 to 1"),
            ("uct:trees=512,threads=4", "player uct: threads '4' is not at most 1024 over all trees"),
            ("uct:trees=1025", "player uct: trees '1025' is not a whole number from 1 to 1024"),
            ("uct+:eval=zebra", "player uct+: eval 'zebra' is not one of own, common, plain"),
            ("uct:leaf=2,trees=2", "player uct: leaf '2' is not 0 with several trees or threads"),
            ("", "player '' is unknown"),
        ] {
            let error = text.parse::<Spec>().expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
