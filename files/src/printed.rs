//! Names of files, texts from elsewhere and counted nouns, as they can be printed.

use std::fmt::Display;

/// A text with its control characters escaped, so that it stays on one line and sends no signals to a terminal: the name
/// of a file may contain any, and so forge lines or colours.
#[must_use]
pub fn on_one_line(text: impl Display) -> String {
    let shown = |symbol: char| if symbol.is_control() { symbol.escape_default().to_string() } else { symbol.into() };
    text.to_string().chars().map(shown).collect()
}

/// The noun that goes with a count: `one` with 1, `many` with any other.
#[must_use]
pub fn noun<'a>(count: u64, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_nothing_else_is() {
        assert_eq!(
            [0, 1, 2, u64::MAX].map(|count| noun(count, "leaf", "leaves")),
            ["leaves", "leaf", "leaves", "leaves"]
        );
    }

    #[test]
    fn control_characters_are_escaped_and_nothing_else_is() {
        let name = "6×8\n\u{1b}[2J\u{7f}\u{85}, «ö» '\\n'";
        assert_eq!(on_one_line(name), "6×8\\n\\u{1b}[2J\\u{7f}\\u{85}, «ö» '\\n'");
    }
}
