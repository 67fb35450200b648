//! How answers and nodes have grown with the work of all workers together. Ledgers contain no times, but they do say
//! how long jobs took.

use crate::record::Record;
use crate::status::Spent;

/// The most points, not counting the first and the last.
const POINTS: usize = 120;

/// What was spent at a point of the campaign, all workers together.
pub type Point = Spent;

/// Points in the course of a campaign, about evenly spread over the time that its jobs took. The first is before any
/// job, the last at the end.
pub(super) fn growth(records: &[Record]) -> Vec<Point> {
    let all: f64 = records.iter().map(Record::seconds).sum();
    let step = (all / POINTS as f64).max(f64::MIN_POSITIVE);
    let (mut now, mut points, mut next) = (Spent::default(), vec![Spent::default()], step);
    for record in records {
        now.add(record);
        if now.seconds >= next {
            points.push(now);
            next = now.seconds + step;
        }
    }
    if points.last() != Some(&now) {
        points.push(now);
    }
    points
}
