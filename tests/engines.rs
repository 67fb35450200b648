//! `solve gtp` and `solve nboard`: every command, nonsense, and games of one against the other.

use crate::support;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use solver::{Board, Move, Position, Scoring, Start};
use support::{NO_TABLE, Run, SMALL, program};

/// An engine, and what a front end has to do with it.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts `solve` with these words.
    fn start(words: &str) -> Self {
        let mut child = program()
            .args(words.split_whitespace())
            .args(SMALL)
            .args(NO_TABLE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the engine has ended");
        line.trim_end_matches('\n').to_owned()
    }

    /// What GTP answers to a command: the lines before an empty one.
    fn ask(&mut self, command: &str) -> String {
        self.send(command);
        let mut reply = self.line();
        while let line = self.line()
            && !line.is_empty()
        {
            reply += &format!("\n{line}");
        }
        reply
    }

    /// What NBoard says after a command, up to a line that begins like this, without its beginning.
    fn wait_for(&mut self, command: &str, beginning: &str) -> String {
        self.send(command);
        loop {
            if let Some(rest) = self.line().strip_prefix(beginning) {
                return rest.to_owned();
            }
        }
    }

    /// The end of the input ends the engine.
    fn end(mut self) {
        self.input = None;
        let run = Run::from(self.child.wait_with_output().unwrap());
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    }
}

/// What an engine answers to a whole text.
fn answers(words: &str, text: impl AsRef<[u8]>) -> Run {
    let mut engine = Engine::start(words);
    let mut input = engine.input.take().unwrap();
    // After `quit` nobody reads on.
    let _ = input.write_all(text.as_ref());
    drop(input);
    let mut run = String::new();
    engine.output.read_to_string(&mut run).unwrap();
    let ended = Run::from(engine.child.wait_with_output().unwrap());
    Run { stdout: run, ..ended }
}

/// Checks what GTP answers: each command with its reply.
#[track_caller]
fn check_gtp(dialogue: &[(&str, &str)]) {
    let mut engine = Engine::start("gtp --threads 1 --time-limit 60s");
    for (command, reply) in dialogue {
        assert_eq!(engine.ask(command).trim_end(), *reply, "{command}");
    }
    engine.end();
}

#[test]
fn gtp_knows_the_commands_of_the_standard() {
    let commands = "boardsize\nclear_board\nfinal_score\ngenmove\nknown_command\nkomi\nlist_commands\nlist_games\nname\n\
                    play\nprotocol_version\nquit\nrectangular_boardsize\nreg_genmove\nset_game\nshowboard\ntime_left\n\
                    time_settings\nundo\nversion";
    check_gtp(&[
        ("protocol_version", "= 2"),
        ("name", "= solve"),
        ("version", &format!("= {}", env!("CARGO_PKG_VERSION"))),
        ("list_commands", &format!("= {commands}")),
        ("known_command undo", "= true"),
        ("known_command loadsgf", "= false"),
        ("list_games", "= Othello"),
        ("set_game Othello", "="),
        ("set_game Go", "? unsupported game"),
        ("loadsgf a.sgf", "? unknown command"),
    ]);
}

#[test]
fn gtp_plays_a_game_and_takes_it_back() {
    let board = "   a b c d\n 1 - - - -\n 2 - O X -\n 3 - X O -\n 4 - - - -\nX to move";
    check_gtp(&[
        ("boardsize 4", "="),
        ("showboard", &format!("= \n{board}")),
        ("play black D3", "="),
        ("play W c2", "? illegal move"),
        ("play b d4", "? wrong color"),
        ("play w d4", "="),
        ("undo", "="),
        ("reg_genmove white", "= d4"),
        ("genmove white", "= d4"),
        ("genmove white", "? wrong color"),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("showboard", &format!("= \n{board}")),
        ("final_score", "? cannot score"),
        ("play b b1", "="),
        ("clear_board", "="),
        ("showboard", &format!("= \n{board}")),
    ]);
}

#[test]
fn gtp_passes_and_scores() {
    // A perfect game of 4x4 from the reversi start, in which one pass is sent and could be left out.
    let moves = "d1 a1 a2 a3 d4 b1 a4 d3 d2";
    for has_pass in [true, false] {
        let mut engine = Engine::start("gtp --start reversi --threads 1");
        assert_eq!(engine.ask("boardsize 4"), "= ");
        for (chosen, colour) in moves.split(' ').zip("bw".chars().cycle()) {
            assert_eq!(engine.ask(&format!("play {colour} {chosen}")), "= ", "{chosen}");
        }
        assert_eq!(engine.ask("reg_genmove w"), "= pass");
        if has_pass {
            assert_eq!(engine.ask("play w pass"), "= ");
        }
        for (command, reply) in [
            ("play b b4", "= "),
            ("undo", "= "),
            ("genmove b", "= b4"),
            ("genmove w", "= c4"),
            ("final_score", "= W+3"),
            ("komi -3", "= "),
            ("final_score", "= 0"),
            ("komi -3.5", "= "),
            ("final_score", "= B+0.5"),
            // Controllers end a game with two passes.
            ("genmove b", "= pass"),
            ("play w pass", "= "),
            ("play w a1", "? illegal move"),
            ("final_score", "= B+0.5"),
        ] {
            assert_eq!(engine.ask(command), reply, "{command}");
        }
        engine.end();
    }
}

#[test]
fn gtp_has_every_board_and_names_its_squares_as_othello_does() {
    let wide = "   a b c d e f g h i j\n 1 - - - - - - - - - -\n 2 - - - - O X - - - -\n 3 - - - - X O - - - -\n 4 - - - - - - - - - -";
    check_gtp(&[
        ("rectangular_boardsize 10 4", "="),
        ("showboard", &format!("= \n{wide}\nX to move")),
        ("play b i1", "? illegal move"),
        ("play b k1", "? syntax error"),
        ("boardsize 3 5", "="),
        ("showboard", "= \n   a b c\n 1 - - -\n 2 O X -\n 3 X O -\n 4 - - -\n 5 - - -\nX to move"),
        ("boardsize 9", "? unacceptable size"),
        ("rectangular_boardsize 2 8", "? unacceptable size"),
        ("genmove b", "= a1"),
    ]);
}

#[test]
fn gtp_echoes_ids_and_ignores_comments_and_control_characters() {
    let text = b"# nothing\n\n \t\n7 name # a remark\r\n\x01\x0212\tknown_command\tname\x7f\n8\n9 quit\n10 name\n";
    let run = answers("gtp", text);
    assert_eq!(run.stdout, "=7 solve\n\n=12 true\n\n?8 unknown command\n\n=9 \n\n", "{run:?}");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn gtp_refuses_nonsense_and_goes_on() {
    let nonsense = [
        "boardsize",
        "boardsize x",
        "boardsize 4 4 4",
        "boardsize -4",
        "komi",
        "komi x",
        "komi nan",
        "play",
        "play b",
        "play red d3",
        "play b d3 c5",
        "play b z9",
        "play b \u{e9}3",
        "genmove",
        "genmove x",
        "reg_genmove b w",
        "time_settings",
        "time_settings 1 2",
        "time_settings -1 0 0",
        "time_settings 1e99 0 0",
        "time_left b",
        "time_left x 1 1",
        "known_command",
        "rectangular_boardsize 8",
    ];
    check_gtp(&nonsense.map(|line| (line, "? syntax error")));
    let long = format!("name {}\n\u{1b}[2J\n", "x".repeat(1 << 17));
    let lines = [long.as_bytes(), b"\xff\xfe\0\xc3\nname"].concat();
    let run = answers("gtp", lines);
    assert_eq!(run.stdout, "? unknown command\n\n".repeat(3) + "= solve\n\n");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn gtp_heeds_the_clock() {
    let mut engine = Engine::start("gtp --threads 1 --time-limit 1h");
    let begin = Instant::now();
    for command in
        ["time_settings 6 0 0", "genmove b", "time_left w 1 0", "genmove w", "time_settings 0 1 5", "genmove b"]
    {
        let reply = engine.ask(command);
        assert!(reply.starts_with('='), "{command}: {reply}");
    }
    // Shares of a quarter of a second, and of less.
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    engine.end();
}

/// What an engine has said, without counts of nodes and times.
fn lasting(said: &str) -> String {
    let lasting = |line: &str| match (line.starts_with("nodestats "), line.strip_prefix("=== ")) {
        (true, _) => "nodestats\n".to_owned(),
        (_, Some(chosen)) => format!("=== {}\n", chosen.rsplit_once('/').map_or(chosen, |(rest, _)| rest)),
        _ => format!("{}\n", line.trim_end()),
    };
    said.lines().map(lasting).collect()
}

/// What NBoard answers.
fn nboard(text: &str) -> String {
    let run = answers("nboard --threads 1 --time-limit 60s", text);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{text}");
    lasting(&run.stdout)
}

/// The start of 4x4 in GGF, with moves.
fn game(moves: &str) -> String {
    format!("set game (;GM[Othello]PC[here]RE[?]TI[15:00]TY[4]BO[4 -----O*--*O----- *]{moves};)\n")
}

#[test]
fn nboard_answers_as_its_protocol_says() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        nboard("nboard 2\nping 7\nlearn\nset depth 9\nset contempt 10\n\n"),
        format!("set myname solve {version}\npong 7\nlearned\n")
    );
    let thinking = "status solve is thinking\nsearch D4 8.00 0 100%\nnodestats\n=== D4/8.00\nstatus\n";
    for moves in [game("B[D3]"), game("") + "move D3/1.5/0.2\n"] {
        assert_eq!(nboard(&(moves + "go\n")), thinking);
    }
    // The engine waits for its move to come back.
    assert_eq!(nboard(&(game("B[D3]") + "go\ngo\n")), thinking.repeat(2));
    let hinted = "status solve is analyzing\nsearch D4 8.00 0 100%\nsearch D2 -8.00 0 100%\nnodestats\nstatus\n";
    assert_eq!(nboard(&(game("B[D3]") + "hint 2\n")), hinted);
    assert_eq!(nboard(&(game("B[D3]") + "hint 1\n")), hinted.replace("search D2 -8.00 0 100%\n", ""));
    assert_eq!(nboard(&(game("B[D3]") + "hint 9\n")).matches("\nsearch ").count(), 3);
    // Each value is for the side to move: White gives its win away.
    let analysis = "status solve is analyzing\nanalysis 2 8.00\nanalysis 1 8.00\nanalysis 0 -8.00\nstatus\n";
    assert_eq!(nboard(&(game("B[D3]W[D2]") + "analyze\n")), analysis);
}

#[test]
fn nboard_passes() {
    // As in the game of GTP above, from the reversi start.
    let moves = "B[D1]W[A1]B[A2]W[A3]B[D4]W[B1]B[A4]W[D3]B[D2]";
    let game = game(moves).replace("-----O*--*O-----", "-----*O--*O-----");
    assert_eq!(nboard(&format!("{game}go\nmove PA\nhint 1\n")).lines().next(), Some("=== PA"));
    for pass in ["", "move PA\n"] {
        let end = nboard(&format!("{game}{pass}move B4\nmove C4\ngo\nhint 3\nanalyze\nmove A1\n"));
        let analysis: Vec<&str> = end.lines().filter(|line| line.starts_with("analysis ")).collect();
        assert_eq!((analysis[0], analysis[1], analysis.len()), ("analysis 12 -3.00", "analysis 11 3.00", 13));
        assert!(end.starts_with("=== PA\nstatus solve is analyzing\nnodestats\nstatus\n"), "{end}");
        assert!(end.lines().last().unwrap().starts_with("status moves: a1 at ply 1 is illegal in "), "{end}");
    }
}

#[test]
fn nboard_says_what_is_wrong_and_goes_on() {
    let game = game("B[D3]");
    let nonsense = [
        ("think", "unknown command 'think'"),
        ("set", "nothing to set is called ''"),
        ("set speed 3", "nothing to set is called 'speed'"),
        ("set depth x", "'x' is not a number"),
        ("hint", "'' is not a number"),
        ("hint -1", "'-1' is not a number"),
        ("set game", "not one game"),
        ("set game (;GM[Go];)", "the game is 'Go', not Othello"),
        ("set game (;GM[Othello]BO[4 ----];)", "position: 4 squares given, board 4x4 has 16"),
        ("move", "'' is not one move"),
        ("move z9", "moves: 'z9' at ply 1 is neither a square of board 4x4 nor a pass"),
        ("move b1", "moves: b1 at ply 1 is illegal in -----OX--XXX---- O; legal: d2 b4 d4"),
        ("move \u{1b}[2J", "moves: '\\u{1b}[2j' at ply 1 is neither a square of board 4x4 nor a pass"),
    ];
    let text: String = nonsense.iter().map(|(line, _)| format!("{line}\n")).collect();
    let said: String = nonsense.iter().map(|(_, status)| format!("status {status}\n")).collect();
    assert_eq!(nboard(&format!("{game}{text}ping 1\n")), said + "pong 1\n");
    let said = nboard(&format!("ping {}\nquit\nping 2\n", "1".repeat(1 << 17)));
    assert_eq!(said, "status unknown command 'overlong'\n");
}

#[test]
fn a_ping_ends_a_search() {
    let mut engine = Engine::start("nboard --time-limit 1h");
    for command in ["go", "hint 1", "hint 4", "analyze"] {
        engine.send(command);
        assert!(engine.line().starts_with("status solve is "), "{command}");
        engine.send("ping 1");
        engine.send("ping 2");
        engine.wait_for("nboard 2", "pong 2");
        engine.wait_for("learn", "learned");
    }
    engine.end();
}

#[test]
#[cfg(unix)]
fn a_signal_ends_an_engine_that_thinks_or_waits() {
    for command in ["learn", "go"] {
        let mut engine = Engine::start("nboard --time-limit 1h");
        engine.wait_for(command, if command == "go" { "status solve is thinking" } else { "learned" });
        support::signal("INT", engine.child.id());
        assert_eq!(engine.child.wait().unwrap().code(), Some(130), "{command}");
    }
}

/// Plays a game of GTP against NBoard to its end, as an arbiter who knows the rules, and returns what GTP makes of the score.
fn duel(board: &str, gtp_side: solver::Side) -> String {
    let board: Board = board.parse().unwrap();
    let (mut gtp, mut nboard) = (Engine::start("gtp --time-limit 60s"), Engine::start("nboard --time-limit 60s"));
    let mut now = Position::start(board, Start::Othello);
    gtp.ask(&format!("boardsize {} {}", board.cols(), board.rows()));
    nboard.send("nboard 2");
    nboard.send(&format!("set game {}", solver::read::Game::of(now).ggf("here", None).trim_end()));
    while !now.is_over() {
        let colour = now.side().name();
        let chosen = if now.side() == gtp_side {
            gtp.ask(&format!("genmove {colour}")).split_off(2)
        } else {
            let reply = nboard.wait_for("go", "=== ");
            reply.split('/').next().unwrap().to_owned()
        };
        if now.side() != gtp_side {
            assert_eq!(gtp.ask(&format!("play {colour} {}", chosen.replace("PA", "pass"))), "= ", "{chosen}");
        }
        nboard.send(&format!("move {}", chosen.to_uppercase()));
        now = now.play(Move::parse(board, &chosen).unwrap()).unwrap();
    }
    let score = gtp.ask("final_score").split_off(2);
    let values = nboard.wait_for("hint 1", "nodestats 0 ");
    assert_eq!((gtp.ask("genmove b"), values.as_str()), ("= pass".to_owned(), "0.00"));
    let black =
        now.final_score(Scoring::Discs).unwrap().discs() * if now.side() == solver::Side::Black { 1 } else { -1 };
    assert_eq!(score, if black > 0 { format!("B+{black}") } else { format!("W+{}", -black) });
    gtp.end();
    nboard.end();
    score
}

#[test]
fn gtp_against_nboard_ends_as_perfect_play_does() {
    assert_eq!(duel("6x6", solver::Side::Black), "W+4");
    assert_eq!(duel("4x6", solver::Side::White), "B+16");
    assert_eq!(duel("6x4", solver::Side::Black), "B+16");
}

#[test]
fn the_guide_shows_what_the_engines_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide/engines.md");
    let guide = fs::read_to_string(path).unwrap();
    let shown: Vec<&str> = guide.split("$ printf '").skip(1).collect();
    for (shown, command) in shown.iter().zip(["gtp", "nboard"]) {
        let (input, below) = shown.split_once(&format!("' | solve {command}\n")).unwrap();
        let (said, _) = below.split_once("```").unwrap();
        assert_eq!(lasting(&answers(command, input.replace("\\n", "\n")).stdout), lasting(said));
    }
    assert_eq!(shown.len(), 2);
}
