//! The counts of many faults.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use crate::bench::Report;
use crate::outcome::Outcome;

/// The result of one fault, in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The worst outcome.
    pub outcome: Outcome,
    /// The longest time that a process took, in milliseconds.
    pub slowest_ms: u64,
    /// The most memory that a process had, in KiB.
    pub peak_kib: u64,
    /// Number of processes that were run.
    pub processes: u32,
}

impl From<&Report> for Found {
    fn from(report: &Report) -> Self {
        Self {
            outcome: report.outcome,
            slowest_ms: report.slowest.as_millis() as u64,
            peak_kib: report.peak_bytes >> 10,
            processes: report.processes,
        }
    }
}

/// Counts of one scene.
#[derive(Clone, Debug, Default)]
pub struct Row {
    counts: BTreeMap<Outcome, u64>,
    slowest_ms: (u64, u64),
    peak_kib: (u64, u64),
    processes: u64,
    /// Numbers of the faults that failed.
    bad: Vec<(u64, Outcome)>,
}

/// Counts of all scenes, in the order in which they were named.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    rows: Vec<(&'static str, Row)>,
}

impl Tally {
    /// Nothing yet.
    #[must_use]
    pub fn new(names: &[&'static str]) -> Self {
        Self { rows: names.iter().map(|&name| (name, Row::default())).collect() }
    }

    /// Counts the result of a fault.
    pub fn add(&mut self, scene: &'static str, number: u64, found: Found) {
        let Some((_, row)) = self.rows.iter_mut().find(|(name, _)| *name == scene) else { return };
        *row.counts.entry(found.outcome).or_default() += 1;
        row.slowest_ms = row.slowest_ms.max((found.slowest_ms, number));
        row.peak_kib = row.peak_kib.max((found.peak_kib, number));
        row.processes += u64::from(found.processes);
        if !found.outcome.is_good() {
            row.bad.push((number, found.outcome));
            row.bad.sort_unstable();
        }
    }

    /// Number of faults with an outcome.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.rows.iter().filter_map(|(_, row)| row.counts.get(&outcome)).sum()
    }

    /// Number of all faults.
    #[must_use]
    pub fn all(&self) -> u64 {
        Outcome::ALL.iter().map(|&outcome| self.count(outcome)).sum()
    }

    /// Faults that failed: `FORMAT:NUMBER OUTCOME`.
    #[must_use]
    pub fn bad(&self) -> Vec<String> {
        let rows = self.rows.iter();
        rows.flat_map(|(name, row)| row.bad.iter().map(move |(number, outcome)| format!("{name}:{number} {outcome}")))
            .collect()
    }

    /// The cells of the table: a head, a row for each scene, and the sums.
    fn cells(&self) -> Vec<Vec<String>> {
        let mut head = vec!["format".to_owned(), "faults".to_owned()];
        head.extend(Outcome::ALL.map(|outcome| outcome.name().to_owned()));
        head.extend(["slowest, s".to_owned(), "most MiB".to_owned()]);
        let line = |name: &str, counts: &dyn Fn(Outcome) -> u64, slowest_ms: u64, peak_kib: u64| {
            let all: u64 = Outcome::ALL.iter().map(|&outcome| counts(outcome)).sum();
            let mut line = vec![name.to_owned(), grouped(all)];
            line.extend(Outcome::ALL.map(|outcome| grouped(counts(outcome))));
            line.extend([
                format!("{:.2}", Duration::from_millis(slowest_ms).as_secs_f64()),
                format!("{}", peak_kib >> 10),
            ]);
            line
        };
        let mut cells = vec![head];
        for (name, row) in &self.rows {
            let counts = |outcome| row.counts.get(&outcome).copied().unwrap_or(0);
            cells.push(line(name, &counts, row.slowest_ms.0, row.peak_kib.0));
        }
        let most = |of: fn(&Row) -> u64| self.rows.iter().map(|(_, row)| of(row)).max().unwrap_or(0);
        cells.push(line(
            "all",
            &|outcome| self.count(outcome),
            most(|row| row.slowest_ms.0),
            most(|row| row.peak_kib.0),
        ));
        cells
    }

    /// The table as text.
    #[must_use]
    pub fn text(&self) -> String {
        let cells = self.cells();
        let widths: Vec<usize> = (0..cells[0].len())
            .map(|column| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut text = String::new();
        for row in cells {
            let _ = write!(text, "{:<1$}", row[0], widths[0]);
            for (cell, &width) in row.iter().zip(&widths).skip(1) {
                let _ = write!(text, "  {cell:>width$}");
            }
            text.push('\n');
        }
        text
    }

    /// The table for docs/results/tables.md.
    #[must_use]
    pub fn markdown(&self) -> String {
        let cells = self.cells();
        let line = |row: &[String]| format!("| {} |\n", row.join(" | "));
        let rule = line(&cells[0].iter().map(|_| "---".to_owned()).collect::<Vec<_>>());
        line(&cells[0]) + &rule + &cells[1..].iter().map(|row| line(row)).collect::<String>()
    }

    /// Number of processes that were run.
    #[must_use]
    pub fn processes(&self) -> u64 {
        self.rows.iter().map(|(_, row)| row.processes).sum()
    }
}

/// A number with commas between its thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_and_what_is_bad_is_named() {
        let mut tally = Tally::new(&["one", "other"]);
        let found = |outcome| Found { outcome, slowest_ms: 1500, peak_kib: 20 << 10, processes: 2 };
        tally.add("one", 3, found(Outcome::Right));
        tally.add("one", 4, found(Outcome::Wrong));
        tally.add("other", 9, found(Outcome::Refused));
        assert_eq!((tally.all(), tally.count(Outcome::Wrong), tally.processes()), (3, 1, 6));
        assert_eq!(tally.bad(), ["one:4 wrong"]);
        let text = tally.text();
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            words(text.lines().nth(1).unwrap()),
            ["one", "2", "1", "0", "0", "0", "0", "0", "0", "1", "1.50", "20"]
        );
        assert_eq!(
            words(text.lines().last().unwrap()),
            ["all", "3", "1", "1", "0", "0", "0", "0", "0", "1", "1.50", "20"]
        );
        assert_eq!(tally.markdown().lines().count(), 5);
    }

    #[test]
    fn thousands_have_commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
