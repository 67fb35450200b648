//! Names of files and texts from elsewhere, as they can be printed.

use std::fmt::Display;

/// A text with its control characters escaped, so that it stays on one line and sends no signals to a terminal: the name
/// of a file may contain any, and so forge lines or colours.
#[must_use]
pub fn on_one_line(text: impl Display) -> String {
    let shown = |symbol: char| if symbol.is_control() { symbol.escape_default().to_string() } else { symbol.into() };
    text.to_string().chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::on_one_line;

    #[test]
    fn control_characters_are_escaped_and_nothing_else_is() {
        let name = "6×8\n\u{1b}[2J\u{7f}\u{85}, «ö» '\\n'";
        assert_eq!(on_one_line(name), "6×8\\n\\u{1b}[2J\\u{7f}\\u{85}, «ö» '\\n'");
    }
}
