//! Names of files, texts from elsewhere and counted nouns, as they can be printed.

use std::borrow::Cow;
use std::fmt::Display;

/// A text with its control characters escaped, so that it stays on one line and sends no signals to a terminal: the name
/// of a file may contain any, and so forge lines or colours. So are characters that a terminal does not show, among them
/// those that change the direction of writing.
#[must_use]
pub fn on_one_line(text: impl Display) -> String {
    let shown = |symbol: char| if is_unseen(symbol) { symbol.escape_default().to_string() } else { symbol.into() };
    text.to_string().chars().map(shown).collect()
}

/// The same for a text of several lines, which keeps its line ends and tabs.
#[must_use]
pub fn on_its_lines(text: &str) -> Cow<'_, str> {
    let is_kept = |symbol: char| matches!(symbol, '\n' | '\t') || !is_unseen(symbol);
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let shown = |symbol: char| if is_kept(symbol) { symbol.into() } else { symbol.escape_default().to_string() };
    Cow::Owned(text.chars().map(shown).collect())
}

/// JSON with the same characters escaped as JSON has it. There they can only stand in strings.
#[must_use]
pub fn json_on_one_line(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for symbol in json.chars() {
        if is_unseen(symbol) {
            symbol.encode_utf16(&mut [0; 2]).iter().for_each(|unit| shown += &format!("\\u{unit:04x}"));
        } else {
            shown.push(symbol);
        }
    }
    shown
}

/// Whether a terminal obeys a character instead of showing it, or shows nothing: control characters, line and paragraph
/// separators, marks of direction, joiners and other characters without width, tags.
fn is_unseen(symbol: char) -> bool {
    symbol.is_control()
        || matches!(
            symbol,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
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

    #[test]
    fn characters_that_a_terminal_obeys_or_hides_are_escaped() {
        let hidden = "\u{1b}\u{9b}\u{61c}\u{200b}\u{200f}\u{2028}\u{202e}\u{2060}\u{2069}\u{feff}\u{e0001}\u{e0041}";
        for symbol in hidden.chars() {
            let text = format!("a{symbol}ö\tb\n");
            assert_eq!(on_one_line(&text), format!("a{}ö\\tb\\n", symbol.escape_unicode()));
            assert_eq!(on_its_lines(&text), format!("a{}ö\tb\n", symbol.escape_unicode()));
        }
        assert_eq!(on_its_lines("6×8\n\tא ع\n"), "6×8\n\tא ع\n");
        assert_eq!(json_on_one_line("[\"6×8\u{202e}\u{85}\u{e0041}\"]"), r#"["6×8\u202e\u0085\udb40\udc41"]"#);
    }
}
