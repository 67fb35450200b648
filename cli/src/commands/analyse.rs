//! `solve analyse`: what each move of a game has lost, and where the game turned.

use std::path::PathBuf;
use std::time::Duration;

use charts::{Axis, Chart, Kind, Point, Series};
use clap::Args;
use solver::notation::begins_with_move;
use solver::read::{self, Game};
use solver::review::{Review, Reviewed};
use solver::{Basis, Board, Move, Position, Score, Scoring, Side, Start};

use super::positions::{Entry, each_entry, entry};
use super::solve;
use super::solve::answer::{final_discs, final_record};
use crate::args::{PositionArgs, ResourceArgs, one_of, values};
use crate::draft::{self, is_same_file};
use crate::exit::{Failure, Status};
use crate::input::{is_stream, name, read_whole};
use crate::interrupt::Interrupt;
use crate::output::{self, Columns, Fields, counted, fields, named, object, seconds, signed};
use crate::persistence;
use crate::workbench::Workbench;

/// The most bytes of a file of games.
const MOST_BYTES: u64 = 64 << 20;
/// Characters on each side of the zero of a chart.
const HALF_CHART: usize = 12;

const HELP: &str = "\
A file may have any form of games: moves, GGF, SGF, PGN, WTHOR, a CSV. Positions
are solved from the end of the game backwards, until the time limit. What is not
proven by then gets an estimate, marked ~, by looking ahead with the evaluation;
no sum mixes the two, and the exit status is 3. Of many games each gets a line.
A bad game is reported and the rest is analysed; the exit status is then 1.

Examples:
  solve analyse d3d4c4d2a1b4d1a3a4a2 --board 4x4
  solve analyse games.txt --board 6x6 --time-limit 2m --json
  solve analyse c2b4c5d2e3d5e4c1b3 --board 6x6 --svg game.svg";

/// Say what each move of a game lost
#[derive(Debug, Args)]
#[command(alias = "analyze", after_help = HELP, mut_arg("time_limit", |arg| {
    arg.default_value("30s").help("Stop each game after this time, and estimate the rest: 90s, 2m, 1h30m, 500ms")
}))]
pub(crate) struct AnalyseArgs {
    /// A file with one game or many, or `-` for standard input; or, if no file is named so, the moves of a game, such as
    /// c4e3f6
    #[arg(value_name = "GAME")]
    game: PathBuf,
    /// Board of games that do not name one: ROWSxCOLUMNS, for example 4x10
    #[arg(long, value_name = "RxC")]
    board: Option<Board>,
    /// Start of these games [default: othello]
    #[arg(long, value_name = "START", requires = "board", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    start: Option<Start>,
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = values::scoring())]
    scoring: Scoring,
    /// Draw the game's values into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    resources: ResourceArgs,
}

/// The review of a game, and what it took.
pub(crate) struct Analysed {
    /// The line that holds it, from 1.
    line: usize,
    game: Game,
    scoring: Scoring,
    review: Review,
    nodes: u64,
    time: Duration,
    basis: Basis,
    stop: Option<Status>,
}

/// Analyses all games. A bad one is reported, and is no failure.
pub(crate) fn run(args: &AnalyseArgs) -> Result<Status, Failure> {
    let (source, games) = games(args)?;
    if let (Some(path), true) = (&args.svg, games.len() > 1) {
        let why = format!("{source} holds {} games; a picture shows one", games.len());
        return Err(Failure::Usage(format!("--svg {}: {why}", path.display())));
    }
    let picture = args.svg.as_ref().map(|path| draft::create(path, "a picture")).transpose()?;
    let books = persistence::books(!args.resources.table.no_book, None, args.board)?;
    let mut bench = Workbench::open(&args.resources, books)?;
    let ended = analyse_all(&source, games, args, &mut bench, picture);
    // What is proven reaches the disk even if something else went wrong.
    let closed = bench.close(*ended.as_ref().unwrap_or(&Status::Done));
    let status = ended?;
    closed.map(|()| status)
}

/// What the games are from, for messages, and the games.
fn games(args: &AnalyseArgs) -> Result<(String, Vec<Entry>), Failure> {
    let AnalyseArgs { game: path, board, start, svg, .. } = args;
    if let Some(moves) = path.to_str().filter(|text| begins_with_move(text) && !path.exists()) {
        let asked = PositionArgs { board: *board, start: *start, position: None, moves: Some(moves.to_owned()) };
        return Ok(("the game".to_owned(), vec![(1, Ok(asked.game()?))]));
    }
    if !is_stream(path) && !path.exists() {
        return Err(Failure::Run(format!("{}: neither a file nor moves such as c4e3f6", path.display())));
    }
    if !is_stream(path) && svg.as_ref().is_some_and(|svg| is_same_file(svg, path)) {
        return Err(Failure::Usage(format!("--svg {}: the picture would overwrite the game", path.display())));
    }
    let first = board.map(|board| Position::start(board, start.unwrap_or_default()));
    let read = read::games(&read_whole(path, MOST_BYTES)?, first).into_iter().map(entry);
    let with_moves = |(number, read): Entry| match read {
        Ok(game) if game.moves.is_empty() => (number, Err("a position, but no moves to analyse".to_owned())),
        read => (number, read),
    };
    Ok((name(path), read.map(with_moves).collect()))
}

fn analyse_all(
    source: &str,
    games: Vec<Entry>,
    args: &AnalyseArgs,
    bench: &mut Workbench,
    mut picture: Option<files::Draft>,
) -> Result<Status, Failure> {
    let (as_json, is_one) = (args.resources.output.json, games.len() == 1);
    if !is_one && !games.is_empty() && !as_json {
        output::print(&TABLE.heading())?;
    }
    let mut games = games.into_iter();
    let next = |interrupt: &Interrupt| Ok(games.next().filter(|_| !interrupt.requested()));
    each_entry(source, as_json, bench, next, |bench, _, game| {
        let analysed = analyse(bench, game, args.scoring)?;
        if let Some(picture) = picture.take() {
            let svg = chart(&analysed).svg().map_err(Failure::run)?;
            picture.finish_with(svg.as_bytes())?;
        }
        let text = match (as_json, is_one) {
            (true, _) => object(&record(&analysed)),
            (false, true) => report(&analysed),
            (false, false) => TABLE.row(&analysed).trim_end().to_owned() + "\n",
        };
        Ok(Ok((text, analysed.status())))
    })
}

/// Reviews a game within the time limit.
pub(crate) fn analyse(bench: &mut Workbench, game: Game, scoring: Scoring) -> Result<Analysed, Failure> {
    let (mut nodes, mut time, mut basis, mut stop) = (0, Duration::ZERO, Basis::Proof, None);
    let review = Review::of(&game, scoring, |question| {
        let answered = bench.best_move_after(time, question)?;
        let answer = answered.answer;
        if let Some(message) = solve::falsehood(&answer) {
            return Err(Failure::Run(message));
        }
        (nodes, time, basis) = (nodes + answer.nodes, time + answered.time, basis.and(answer.basis));
        stop = answered.stop.or(stop);
        Ok((answer.bounds, answer.best))
    })?;
    Ok(Analysed { line: game.line, game, scoring, review, nodes, time, basis, stop })
}

impl Analysed {
    fn board(&self) -> Board {
        self.game.start.board()
    }

    fn is_complete(&self) -> bool {
        self.review.moves.iter().all(|made| made.loss().is_some())
    }

    fn status(&self) -> Status {
        solve::status(self.is_complete(), self.stop)
    }

    /// A move by its index: `7. b4`.
    fn numbered(&self, index: usize) -> String {
        format!("{}. {}", index + 1, self.review.moves[index].chosen.display(self.board()))
    }

    /// What the game is worth for Black before its first move and after each: exact, or an estimate.
    fn values(&self) -> Vec<Result<Score, f64>> {
        let first = self.review.moves.first().map(|made| {
            let exact = made.best_value.exact();
            black(made, exact, made.estimate.map(|estimate| estimate.best_value))
        });
        let after = self.review.moves.iter().map(|made| {
            let exact = made.value.exact();
            black(made, exact, made.estimate.map(|estimate| estimate.value))
        });
        first.into_iter().chain(after).collect()
    }
}

/// A value of the side that moves, for Black: exact, else an estimate.
fn black(made: &Reviewed, exact: Option<Score>, estimate: Option<f64>) -> Result<Score, f64> {
    let is_black = made.position.side() == Side::Black;
    match exact {
        Some(score) => Ok(if is_black { score } else { -score }),
        None => Err(estimate.map_or(0.0, |value| if is_black { value } else { -value })),
    }
}

/// What programs read.
fn record(analysed: &Analysed) -> Fields {
    let Analysed { line, game, scoring, review, nodes, time, basis, .. } = analysed;
    let text = |chosen: Move| chosen.display(game.start.board()).to_string();
    let score = |score: Score| score.discs();
    // Values are for the side that moves.
    let of_move = |(index, made): (usize, &Reviewed)| {
        fields! {
            "ply": index + 1,
            "side": made.position.side().symbol(),
            "move": text(made.chosen),
            "value": made.value.exact().map(score), // null: only limits are known
            "lower": made.value.lower.discs(),
            "upper": made.value.upper.discs(),
            "best": made.best.map(text), // null: the position's value is not proven
            "best_value": made.best_value.exact().map(score),
            "loss": made.loss(),
            "estimate": made.estimate.map(|estimate| fields! { // null: the loss is proven
                "best": text(estimate.best),
                "best_value": estimate.best_value,
                "value": estimate.value,
                "loss": estimate.loss(),
            }),
        }
    };
    let lost = |side| {
        let lost = review.lost(side);
        fields! { "moves": lost.moves, "proven": lost.proven, "loss": lost.discs, "estimated_loss": lost.estimate }
    };
    fields! {
        "input_line": line, // from 1; 1 for a game on the command line
        "board": game.start.board().to_string(),
        "position": game.start.without_board().to_string(),
        "players": &game.players, // Black's and White's; empty if not given
        "scoring": scoring.name(),
        "final": final_record(&game.end()), // null: the game goes on
        "black": lost(Side::Black),
        "white": lost(Side::White),
        "largest_loss": review.largest().map(|index| index + 1), // a ply; null: no move is proven to lose
        "turned": review.turned().map(|index| index + 1), // the ply after which the winner last changed
        "moves": review.moves.iter().enumerate().map(of_move).collect::<Vec<_>>(),
        "nodes": nodes,
        "seconds": seconds(*time),
        "unverified": basis.is_claim(),
        "complete": analysed.is_complete(),
    }
}

/// A line of the list of moves: its number, the move, its loss, a better move, Black's value after it, and a chart of that.
type Row = [String; 6];

const MOVES: Columns<'static, Row> = Columns(
    "  ",
    &[
        ("ply", 3, |row| row[0].clone()),
        ("move", -6, |row| row[1].clone()),
        ("loss", 5, |row| row[2].clone()),
        ("best", -4, |row| row[3].clone()),
        ("Black", 6, |row| row[4].clone()),
        ("White leads | Black leads", 0, |row| row[5].clone()),
    ],
);

/// Each move with Black's value after it, and what both sides have lost, for people.
pub(crate) fn report(analysed: &Analysed) -> String {
    let Analysed { game, review, .. } = analysed;
    let (values, board) = (analysed.values(), analysed.board());
    let discs = |value: &Result<Score, f64>| value.map_or_else(|guess| guess, |score| f64::from(score.discs()));
    let most = values.iter().map(|value| discs(value).abs()).fold(1.0, f64::max);
    let value = |value: &Result<Score, f64>| value.map_or_else(estimated, |score| signed(score.discs()));
    let row = |cells: [String; 4], at: &Result<Score, f64>| {
        let [ply, chosen, loss, best] = cells;
        let bar = bar(discs(at) / most, if at.is_ok() { '=' } else { '~' });
        MOVES.row(&[ply, chosen, loss, best, value(at), bar]).trim_end().to_owned() + "\n"
    };
    let note = if analysed.is_complete() { "" } else { "; ~ marks estimates, which prove nothing" };
    let mut text = format!(
        "{} from {}; the column Black has Black's value after each move{note}\n\n",
        moves(review.moves.len()),
        named(&game.start)
    );
    text += &MOVES.heading();
    text += &values.first().map(|first| row(Default::default(), first)).unwrap_or_default();
    for (index, (made, after)) in review.moves.iter().zip(&values[1..]).enumerate() {
        let (loss, best) = match (made.loss(), made.estimate) {
            (Some(loss), _) => (loss.to_string(), made.best.filter(|_| loss > 0)),
            (None, Some(guess)) => (format!("~{:.1}", guess.loss()), Some(guess.best).filter(|_| guess.loss() >= 0.05)),
            (None, None) => Default::default(),
        };
        let best = best.map(|best| best.display(board).to_string()).unwrap_or_default();
        let chosen = format!("{} {}", made.position.side().symbol(), made.chosen.display(board));
        text += &row([(index + 1).to_string(), chosen, loss, best], after);
    }
    text + "\n" + &summary(analysed)
}

/// A bar to the left or the right of a zero, for a share from −1 to 1.
fn bar(share: f64, symbol: char) -> String {
    let length = (share.abs() * HALF_CHART as f64).round() as usize;
    let line = symbol.to_string().repeat(length);
    match share < 0.0 {
        true => format!("{line:>HALF_CHART$}|"),
        false => format!("{:HALF_CHART$}|{line}", ""),
    }
}

fn estimated(discs: f64) -> String {
    // 0 has no sign, whatever it was rounded from.
    if discs.abs() < 0.05 { "~0.0".to_owned() } else { format!("~{discs:+.1}") }
}

/// What both sides have lost, and where the game turned.
fn summary(analysed: &Analysed) -> String {
    let Analysed { game, review, .. } = analysed;
    let mut text = String::new();
    if let Some([black, white]) = final_discs(&game.end()) {
        text += &format!("End      Black {black}, White {white}\n");
    }
    for side in [Side::Black, Side::White] {
        let lost = review.lost(side);
        let mut sums = Vec::new();
        if lost.proven > 0 || lost.moves == 0 {
            sums.push(format!("{} with {}", discs(lost.discs), moves(lost.proven)));
        }
        if lost.proven < lost.moves {
            sums.push(format!("~{:.1} with {} (estimate)", lost.estimate, moves(lost.moves - lost.proven)));
        }
        text += &format!("{}    lost {}\n", side.name(), sums.join(", "));
    }
    if let Some(index) = review.largest() {
        let made = &review.moves[index];
        let best = made.best.map(|best| format!(", best was {}", best.display(analysed.board())));
        let (loss, side) = (discs(made.loss().unwrap_or(0)), made.position.side().name());
        text += &format!("Largest  {} by {side} lost {loss}{}\n", analysed.numbered(index), best.unwrap_or_default());
    }
    if let Some(index) = review.turned() {
        let made = &review.moves[index];
        let [before, after] = [made.best_value, made.value].map(|bounds| {
            let winner = bounds.outcome().map_or(0, |outcome| outcome.sign());
            match if made.position.side() == Side::Black { winner } else { -winner } {
                1 => "Black wins",
                0 => "a draw",
                _ => "White wins",
            }
        });
        text += &format!("Turned   {}: {before} before it, {after} after it\n", analysed.numbered(index));
    }
    text
}

fn discs(count: i32) -> String {
    counted(count.unsigned_abs().into(), "disc", "discs")
}

fn moves(count: usize) -> String {
    counted(count as u64, "move", "moves")
}

/// A line for each of many games.
const TABLE: Columns<'static, Analysed> = Columns(
    "  ",
    &[
        ("line", 5, |analysed| analysed.line.to_string()),
        ("plies", 5, |analysed| analysed.review.moves.len().to_string()),
        ("result", 7, |analysed| {
            final_discs(&analysed.game.end()).map_or_else(String::new, |[black, white]| format!("{black}-{white}"))
        }),
        ("X lost", 11, |analysed| lost(analysed, Side::Black)),
        ("O lost", 11, |analysed| lost(analysed, Side::White)),
        ("largest", -11, |analysed| {
            let largest =
                |index| format!("{} {}", analysed.numbered(index), analysed.review.moves[index].loss().unwrap_or(0));
            analysed.review.largest().map_or_else(String::new, largest)
        }),
        ("turned", -7, |analysed| analysed.review.turned().map_or_else(String::new, |index| analysed.numbered(index))),
        ("players", 0, |analysed| players(&analysed.game)),
    ],
);

/// Discs lost by proven moves, and by the others.
fn lost(analysed: &Analysed, side: Side) -> String {
    let lost = analysed.review.lost(side);
    match lost.proven < lost.moves {
        true => format!("{} ~{:.1}", lost.discs, lost.estimate),
        false => lost.discs.to_string(),
    }
}

/// The names of the players, if they are given.
fn players(game: &Game) -> String {
    game.players.join(" - ").trim_matches([' ', '-']).to_owned()
}

/// The picture of a game: Black's value before its first move and after each.
fn chart(analysed: &Analysed) -> Chart {
    let values = analysed.values();
    let point = |(ply, y): (usize, f64)| Point { x: ply as f64, y, lower: None, upper: None };
    let plies = || values.iter().enumerate();
    let exact = plies().filter_map(|(ply, value)| Some((ply, f64::from(value.ok()?.discs())))).map(point).collect();
    let guesses = plies().filter_map(|(ply, value)| Some((ply, value.err()?))).map(point).collect();
    let series = [("exact", exact), ("estimate", guesses)];
    let with_points = series.into_iter().filter(|(_, points): &(_, Vec<Point>)| !points.is_empty());
    let players = players(&analysed.game);
    let title = if players.is_empty() { format!("A game on {}", analysed.board()) } else { players };
    Chart {
        title,
        kind: Kind::Bars,
        x: Axis { label: "moves made".to_owned(), ..Axis::default() },
        y: Axis { label: "value for Black, discs".to_owned(), ..Axis::default() },
        series: with_points.map(|(name, points)| Series { name: name.to_owned(), points, dashed: false }).collect(),
    }
}
