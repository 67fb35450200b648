//! The options and the help of all commands. Every command line in the documents and in the help is one that the program
//! takes, and its moves are legal. The documents are about the whole
//! program.
#![cfg(feature = "whole")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, Parser};
use solver::read::Game;
use solver::{Board, Position, Start};

use super::{Cli, definition};

/// A command line, and where it stands.
struct Example {
    place: String,
    words: Vec<String>,
    /// It stands within a sentence, which may be about an option alone.
    is_mention: bool,
}

/// The documents of the repository.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        let is_left_out = name.starts_with('.') || ["target", "node_modules", "CHANGELOG.md"].contains(&name.as_str());
        if is_left_out {
            continue;
        }
        if path.is_dir() {
            documents(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// What looks like a command line in a document: lines of consoles, and text in backquotes.
fn of_document(path: &Path, found: &mut Vec<Example>) {
    let mut is_code = false;
    for (index, line) in fs::read_to_string(path).unwrap().lines().enumerate() {
        let place = format!("{}:{}", path.display(), index + 1);
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            found.extend(line.trim_start().strip_prefix("$ ").and_then(|text| example(&place, text)));
        } else {
            let is_mention = !line.starts_with('|');
            let texts = line.split('`').skip(1).step_by(2).filter_map(|text| example(&place, text));
            found.extend(texts.map(|example| Example { is_mention, ..example }));
        }
    }
}

/// The lines of a command's help that are command lines, and those of its subcommands.
fn of_help(command: &Command, path: &str, found: &mut Vec<Example>) {
    for text in [command.get_after_help(), command.get_after_long_help()].into_iter().flatten() {
        let text = text.to_string();
        found.extend(text.lines().flat_map(|line| line.split(" | ")).filter_map(|line| example(path, line.trim())));
    }
    for inner in command.get_subcommands() {
        of_help(inner, &format!("{path} {}", inner.get_name()), found);
    }
}

/// A command line of the program, if the text is one: without what follows it in a shell.
fn example(place: &str, text: &str) -> Option<Example> {
    let text = text.strip_prefix("scripts/").or_else(|| text.strip_prefix("target/release/")).unwrap_or(text);
    let is_one = text.starts_with("solve ")
        && !["...", "…", "[", "\n", "COMMAND", "ARGUMENTS"].iter().any(|mark| text.contains(mark));
    // In help texts a note may stand behind several spaces.
    let text = text.split("   ").next().unwrap_or(text);
    is_one.then(|| Example { place: place.to_owned(), words: words(text), is_mention: false })
}

/// The words of a line, as a shell makes them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for symbol in line.chars() {
        match (symbol, quote) {
            ('\'' | '"', None) => (quote, word) = (Some(symbol), Some(word.unwrap_or_default())),
            (_, Some(end)) if symbol == end => quote = None,
            ('|' | '>' | '<' | '#' | '&', None) if word.is_none() => break,
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(symbol),
        }
    }
    words.into_iter().chain(word).collect()
}

/// Words in capitals stand for something: a board, a number, a file. Numbers, boards and positions must be some.
fn filled(words: &[String]) -> Vec<String> {
    let board = words.iter().skip_while(|word| *word != "--board").nth(1).and_then(|board| board.parse::<Board>().ok());
    let fill = |word: &String| match word.as_str() {
        "N" | "PLIES" => "1".to_owned(),
        "RxC" | "BOARD" => "4x4".to_owned(),
        "START" => "othello".to_owned(),
        "MOVES" => String::new(),
        "PASSES" => "skip".to_owned(),
        "SCORING" => "discs".to_owned(),
        "MODE" => "wld".to_owned(),
        "BUDGET" => "1M".to_owned(),
        "CUT" => "14".to_owned(),
        "SCORE" => "0".to_owned(),
        "NAME" => "parity".to_owned(),
        "value=VALUE" => "value=0".to_owned(),
        "POSITION" | "SQUARES X" => {
            let board = board.unwrap_or_else(|| "4x4".parse().expect("a board"));
            Position::start(board, Start::Othello).without_board().to_string()
        }
        _ => word.clone(),
    };
    words.iter().map(fill).collect()
}

/// The subcommand that a line names, and whether anything follows its name.
fn named(words: &[String]) -> Option<(Command, bool)> {
    let mut command = Cli::command();
    for (index, word) in words.iter().enumerate().skip(1) {
        match command.find_subcommand(word) {
            Some(inner) => command = inner.clone(),
            // A word that no command is called, where one must stand.
            None if command.is_subcommand_required_set() => return None,
            None => return Some((command, index < words.len())),
        }
    }
    Some((command, false))
}

/// The position that a line is about, if it says so, or why there is none.
fn position(words: &[String]) -> Result<(), String> {
    let option = |name: &str| words.iter().position(|word| word == name).and_then(|at| words.get(at + 1));
    let board = option("--board").map(|board| board.parse::<Board>().map_err(|error| error.to_string())).transpose()?;
    let start = option("--start").map(|start| start.parse::<Start>().map_err(|error| error.to_string())).transpose()?;
    let position = option("--position").map(String::as_str);
    if board.is_none() && position.is_none() {
        return Ok(());
    }
    let game = Game::set_up(board, start, position, option("--moves").map_or("", String::as_str));
    game.map(drop).map_err(|error| error.to_string())
}

/// What is wrong with a command line.
fn fault(example: &Example) -> Option<String> {
    let words = filled(&example.words);
    let said = |what: String| Some(format!("{}: {}: {what}", example.place, example.words.join(" ")));
    match named(&words) {
        None => return said("there is no such command".to_owned()),
        // Only the name of a command.
        Some((_, false)) => return None,
        Some((_, true)) => {}
    }
    match Cli::try_parse_from(&words) {
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument && example.is_mention => None,
        Err(error) if error.use_stderr() => said(error.to_string()),
        _ => position(&words).err().and_then(said),
    }
}

#[test]
fn every_example_is_taken_and_its_moves_are_legal() {
    let mut paths = Vec::new();
    documents(Path::new(env!("CARGO_MANIFEST_DIR")), &mut paths);
    let mut examples = Vec::new();
    paths.iter().for_each(|path| of_document(path, &mut examples));
    let in_documents = examples.len();
    of_help(&definition(), "solve", &mut examples);
    assert!(in_documents > 80 && examples.len() > in_documents + 40, "{in_documents} of {}", examples.len());
    let faults: Vec<String> = examples.iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_wrong_example_is_found() {
    let fault = |text: &str| fault(&example("here", text).unwrap()).unwrap_or_default();
    assert_eq!(fault("solve --board 4x6 --moves b2d1   # a note"), "");
    assert!(fault("solve exhaust --board 4x6 -o DIR --moves b2c1").contains("c1 at ply 2 is illegal"));
    assert!(fault("solve --position '-----OX--XO----- X'").contains("board"));
    assert!(fault("solve --board 4x4 --mod wld").contains("--mod"));
    assert!(fault("solve campaign ran big").contains("there is no such command"));
    assert!(fault("solve mcts match uct:m=3 random --board 4x4").contains("uct"));
    assert!(example("here", "solved").is_none());
}

/// Options that a command does not share with others are not under the heading of those that it does.
#[test]
fn no_option_is_under_the_heading_of_others() {
    fn visit(command: &clap::Command) {
        for option in command.get_arguments() {
            let found = (option.get_id().as_str(), option.get_help_heading());
            let is_right = match found {
                ("json" | "quiet", heading) => matches!(heading, None | Some("Output")),
                ("player" | "depth" | "sample" | "output", heading) => matches!(heading, None | Some("Set")),
                (_, Some("Position")) => ["board", "start", "position", "moves"].contains(&found.0),
                (_, Some("Output")) => false,
                _ => true,
            };
            assert!(is_right, "{}: {found:?}", command.get_name());
        }
        command.get_subcommands().for_each(visit);
    }
    visit(&Cli::command());
}

/// The options that help shows, and its longer texts, of a command and all below it.
fn gather(command: &Command, options: &mut BTreeSet<String>, texts: &mut Vec<String>) {
    let shown = command.get_arguments().filter(|option| !option.is_hide_set());
    options.extend(shown.filter_map(|option| Some(format!("--{}", option.get_long()?))));
    let behind = [command.get_after_help(), command.get_after_long_help()];
    texts.extend(behind.into_iter().flatten().map(ToString::to_string));
    command.get_subcommands().for_each(|inner| gather(inner, options, texts));
}

#[test]
fn every_option_in_the_texts_is_one_of_this_build() {
    let mut command = Cli::command();
    command.build();
    let (mut options, mut texts) = (BTreeSet::new(), Vec::new());
    gather(&command, &mut options, &mut texts);
    assert!(options.contains("--no-table") && texts.len() > 5);
    for text in texts {
        let words = text.split(|symbol: char| !(symbol.is_ascii_alphanumeric() || symbol == '-'));
        // A board may begin with two empty squares.
        let is_option = |word: &&str| {
            word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
        };
        for word in words.filter(is_option) {
            assert!(options.contains(word), "{word}: {text}");
        }
    }
}

fn help(path: &[&str]) -> String {
    let command = path.iter().fold(definition(), |command, name| command.find_subcommand(name).unwrap().clone());
    command.get_after_help().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn the_examples_of_a_group_are_those_of_its_subcommands() {
    let show = "Examples:\n  solve book show /tmp/4x6.book\n  solve book show /tmp/4x6.book --moves b2d1";
    assert_eq!(help(&["book", "show"]), show);
    assert_eq!(help(&["book", "check"]), "Example:\n  solve book check /tmp/4x6.book --sample 20");
    assert!(help(&["book"]).starts_with("A book has"));
}

#[test]
fn both_ends_of_a_pipe_show_it() {
    assert_eq!(help(&["campaign", "job"]), "Example:\n  solve campaign job < jobs");
    assert_eq!(help(&["campaign", "record"]), "Example:\n  solve campaign record big");
    // A text of its own stays.
    assert!(help(&["campaign", "simulate"]).starts_with("Every job is really searched"));
}

#[test]
fn the_definition_is_sound() {
    definition().debug_assert();
}
