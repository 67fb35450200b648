//! Numbers as people read them.

use std::time::Duration;

use files::noun;
use indicatif::HumanCount;
use solver::Bounds;

/// A score with its sign; 0 has none.
pub(crate) fn signed(score: i32) -> String {
    if score == 0 { "0".to_owned() } else { format!("{score:+}") }
}

/// A value, or the limits of one: `-8`, `0 to +16`.
pub(crate) fn limits(bounds: Bounds) -> String {
    match bounds.exact() {
        Some(value) => signed(value.discs()),
        None => format!("{} to {}", signed(bounds.lower.discs()), signed(bounds.upper.discs())),
    }
}

/// A whole number with commas between the thousands: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// How many of something there are: `1 entry`, `1,234 entries`.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), noun(number, one, many))
}

/// Three digits and a factor: `8.10 M`.
pub(crate) fn compact(number: f64) -> String {
    let mut number = number;
    for unit in ["", " k", " M", " G"] {
        if number < 999.5 {
            let digits = match number {
                _ if unit.is_empty() => 0,
                ..9.995 => 2,
                ..99.95 => 1,
                _ => 0,
            };
            return format!("{number:.digits$}{unit}");
        }
        number /= 1000.0;
    }
    format!("{number:.2} T")
}

/// A span of time: `0.523 s`, `12.3 s`, `12 m 34 s`, `3 h 05 m`.
pub(crate) fn elapsed(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0 => format!("{:.3} s", time.as_secs_f64()),
        1..120 => format!("{:.1} s", time.as_secs_f64()),
        120..7200 => format!("{} m {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} m", seconds / 3600, seconds / 60 % 60),
    }
}

/// A rough span of time in its largest unit: `40 seconds`, `5 hours`, `3000 years`.
pub(crate) fn span(seconds: f64) -> String {
    let units = [("second", 60.0), ("minute", 60.0), ("hour", 24.0), ("day", 365.0), ("year", f64::INFINITY)];
    let mut number = seconds;
    for (unit, in_next) in units {
        if number < 1.5 * in_next {
            return counted(number.round() as u64, unit, &format!("{unit}s"));
        }
        number /= in_next;
    }
    unreachable!("the last unit has no next")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_rough() {
        let texts = [0.4, 1.0, 89.0, 91.0, 7200.0, 2e5, 1e8, 1e12].map(span);
        assert_eq!(
            texts,
            ["0 seconds", "1 second", "89 seconds", "2 minutes", "2 hours", "2 days", "3 years", "31,710 years"]
        );
    }

    #[test]
    fn scores_have_a_sign_but_0_has_none() {
        assert_eq!([-8, 0, 8].map(signed), ["-8", "0", "+8"]);
        assert_eq!([Bounds::at(0), Bounds::at(2), Bounds::new(-16, 0)].map(limits), ["0", "+2", "-16 to 0"]);
    }

    #[test]
    fn thousands_are_grouped() {
        let texts = [0, 999, 1000, 123_456, 1_234_567, u64::MAX].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "123,456", "1,234,567", "18,446,744,073,709,551,615"]);
    }

    #[test]
    fn one_of_something_is_not_many() {
        assert_eq!(
            [0, 1, 1000].map(|number| counted(number, "entry", "entries")),
            ["0 entries", "1 entry", "1,000 entries"]
        );
    }

    #[test]
    fn large_numbers_get_a_factor() {
        let texts = [0.0, 999.4, 999.6, 1234.0, 12_345.0, 999_400.0, 8.1e6, 2e9, 3e12, 5e15].map(compact);
        assert_eq!(
            texts,
            ["0", "999", "1.00 k", "1.23 k", "12.3 k", "999 k", "8.10 M", "2.00 G", "3.00 T", "5000.00 T"]
        );
    }

    #[test]
    fn times_get_the_unit_that_fits() {
        let texts = [523, 12_340, 119_900, 754_000, 11_100_000].map(|ms| elapsed(Duration::from_millis(ms)));
        assert_eq!(texts, ["0.523 s", "12.3 s", "119.9 s", "12 m 34 s", "3 h 05 m"]);
    }
}
