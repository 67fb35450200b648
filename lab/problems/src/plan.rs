//! The plan of a set: everything that determines its bytes.

use serde::{Deserialize, Serialize};
use solver::{Board, Mode, Scoring, Start};

use crate::error::PlanError;
use crate::formats::Format;
use crate::label::Labelling;
use crate::row::mode;
use crate::sources::{SourceSpec, Span};
use crate::traps::MOST_EMPTIES;

/// The plan of a set. Two sets with the same plan have the same bytes, whatever the number of threads and the contents of a
/// table. It is written into the set; boards, starts, sources, scorings and labels by their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Program, version and commit.
    pub made_by: String,
    /// The command that makes the set, without options that do not change it.
    pub command: String,
    /// The board.
    #[serde(with = "by_name")]
    pub board: Board,
    /// The first position of games.
    #[serde(with = "by_name")]
    pub start: Start,
    /// Where positions come from; of a file, only its name is written.
    #[serde(with = "by_name")]
    pub source: SourceSpec,
    /// SHA-256 of the file of positions or games, if that is the source.
    pub source_sha256: Option<String>,
    /// The numbers of empty squares; `None` for any, only with a file.
    pub empties: Option<Span>,
    /// Number of positions, of all parts together; `None` for all of the source, not with games, which are endless.
    pub count: Option<u64>,
    /// The part and how many there are, if this is one of several; see [`Plan::number`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<[u64; 2]>,
    /// Of a joined set, the checksum of each part and the command that made it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<[String; 2]>,
    /// Of a joined set, that it has one in so many of the positions of its parts; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<u64>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Only positions with a winning and a losing move.
    pub decisive: bool,
    /// Only positions with a trap of at least this many plies; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traps: Option<u32>,
    /// Who gets the squares that stay empty.
    #[serde(with = "by_name")]
    pub scoring: Scoring,
    /// Values, or outcomes only.
    #[serde(with = "mode")]
    pub labels: Mode,
    /// The formats of the data files.
    pub formats: Vec<Format>,
    /// The most positions in one data file.
    pub shard: u64,
}

impl Plan {
    /// The same plan if it can be carried out, with its formats in order, each once.
    ///
    /// # Errors
    /// The span, the number of positions or values are missing where they are needed.
    pub fn checked(mut self) -> Result<Self, PlanError> {
        self.formats.sort_unstable();
        self.formats.dedup();
        if !matches!(self.source, SourceSpec::File(_)) && self.empties.is_none() {
            return Err(PlanError::NoSpan);
        }
        if self.count.is_none() && matches!(self.source, SourceSpec::Games(_)) {
            return Err(PlanError::NoCount);
        }
        if self.source == SourceSpec::Parts {
            return Err(PlanError::IsJoined);
        }
        if let (Some([part, parts]), Some(0)) = (self.part, self.wanted()) {
            return Err(PlanError::Impossible(format!(
                "part {part}/{parts} has no position: there are fewer than parts"
            )));
        }
        let has_traps = self.traps.is_some() || self.formats.contains(&Format::Traps);
        if has_traps && self.empties.is_none_or(|span| span.most > MOST_EMPTIES) {
            let why = format!("traps are looked for in positions of at most {MOST_EMPTIES} empty squares");
            return Err(PlanError::Impossible(why));
        }
        let has_values = self.labels == Mode::Exact;
        if let Some(&format) = self.formats.iter().find(|format| format.needs_values() && !has_values) {
            return Err(PlanError::NeedsValues(format));
        }
        Ok(self)
    }

    /// How to label positions.
    #[must_use]
    pub fn labelling(&self) -> Labelling {
        let &Self { scoring, labels, decisive, traps, .. } = self;
        Labelling { scoring, labels, is_decisive: decisive, least_trap: traps.unwrap_or(0) }
    }

    /// The part and the number of parts; what no part is, in a forged plan, is the whole.
    fn part(&self) -> [u64; 2] {
        self.part.filter(|&[part, parts]| (1..=parts).contains(&part)).unwrap_or([1, 1])
    }

    /// Number of positions of this part; `None` for all of the source.
    #[must_use]
    pub fn wanted(&self) -> Option<u64> {
        let [part, parts] = self.part().map(u128::from);
        let up_to = |count: u64, part: u128| (u128::from(count) * part / parts) as u64;
        self.count.map(|count| up_to(count, part) - up_to(count, part - 1))
    }

    /// The source's number of this part's candidate `index`: the parts take turns, so each can be made alone.
    #[must_use]
    pub fn number(&self, index: u64) -> u64 {
        let [part, parts] = self.part();
        index.saturating_mul(parts).saturating_add(part - 1)
    }

    /// How many of the source's candidates are this part's; `None` if they are endless.
    #[must_use]
    pub fn candidates(&self, of_source: Option<u64>) -> Option<u64> {
        let [part, parts] = self.part();
        of_source.map(|all| all.saturating_sub(part - 1).div_ceil(parts))
    }

    /// Whether it joins other sets.
    pub(crate) fn is_joined(&self) -> bool {
        self.source == SourceSpec::Parts
    }

    /// The most positions that a data file can have.
    pub(crate) fn positions_a_file(&self) -> u64 {
        self.wanted().map_or(self.shard, |count| count.min(self.shard))
    }

    /// The plan without what does not affect the label of any candidate, so that an unfinished set can continue as a larger one
    /// or with other formats.
    pub(crate) fn essence(&self) -> Self {
        Self { count: None, formats: Vec::new(), shard: 0, command: String::new(), ..self.clone() }
    }
}

/// Values by their names.
mod by_name {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::Style;

    #[test]
    fn what_is_missing_is_said() {
        let (games, span) = (SourceSpec::Games(Style::Random), Some(Span { least: 2, most: 4 }));
        let plan = |source: &SourceSpec, empties, count| Plan {
            made_by: String::new(),
            command: String::new(),
            board: "4x4".parse().unwrap(),
            start: Start::Othello,
            source: source.clone(),
            source_sha256: None,
            empties,
            count,
            part: None,
            parts: Vec::new(),
            share: None,
            seed: 1,
            decisive: false,
            traps: None,
            scoring: Scoring::Discs,
            labels: Mode::Wld,
            formats: vec![Format::Jsonl, Format::Parquet, Format::Jsonl],
            shard: 10,
        };
        assert_eq!(plan(&games, None, Some(1)).checked(), Err(PlanError::NoSpan));
        assert_eq!(plan(&games, span, None).checked(), Err(PlanError::NoCount));
        let file = SourceSpec::File("x".into());
        assert!(plan(&SourceSpec::All, span, None).checked().is_ok() && plan(&file, None, None).checked().is_ok());
        let found = plan(&games, span, Some(5)).checked().unwrap();
        assert_eq!(found.formats, [Format::Parquet, Format::Jsonl]);
        let mut outcomes = plan(&SourceSpec::All, span, None);
        outcomes.formats.push(Format::Obf);
        assert_eq!(outcomes.checked(), Err(PlanError::NeedsValues(Format::Obf)));
        let text = serde_json::to_string(&found).unwrap();
        assert!(text.contains(r#""board":"4x4","start":"othello","source":"random""#), "{text}");
        assert!(text.contains(r#""empties":[2,4]"#) && text.contains(r#""scoring":"discs","labels":"wld""#), "{text}");
        assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), found);
        let error = serde_json::from_str::<Plan>(&text.replace("wld", "some")).unwrap_err().to_string();
        assert!(error.starts_with("labels 'some' are unknown: they are wld or exact"), "{error}");
    }
}
