//! `solve mcts`: Monte-Carlo tree search and what to compare it with.

use std::path::Path;

use experiments::{
    Answers, ExperimentError, Games, Match, Material, RandomPositions, SchemeTest, SpeedTest, Survey, fit,
};
use othello::players::{self, catalogue};
use solver::Observer;

use crate::args::{
    AccuracyArgs, FitArgs, GameArgs, MatchArgs, MctsCommand, ParallelArgs, PlayersArgs, ProblemArgs, SpeedArgs,
};
use crate::draft::{Draft, is_same_file};
use crate::exit::{self, End, Failure, Status};
use crate::input::{is_stream, read_whole};
use crate::interrupt::Interrupt;
use crate::left_out;
use crate::output::whole::mcts as text;
use crate::output::{fields, object, print, print_result};
use crate::steps::Steps;

mod tds;

/// The message when a command ends in the middle of a measurement.
const MEASUREMENT_STOPPED: &str = "stopped in the midst of a measurement; what was printed holds";
/// The most bytes of answers from elsewhere: those of hundreds of thousands of positions.
const MOST_OF_ANSWERS: u64 = 64 << 20;
/// The number of random positions unless told otherwise.
const RANDOM_POSITIONS: u32 = 100;

/// Runs the command.
///
/// # Errors
/// Whatever keeps the command from finishing.
pub(crate) fn run(command: &MctsCommand) -> Result<Status, Failure> {
    let ended = exit::ended(match command {
        MctsCommand::Players(args) => Ok(list(args)?),
        MctsCommand::Match(args) => contest(args),
        MctsCommand::Accuracy(args) => accuracy(args),
        MctsCommand::Fit(args) => fit_scale(args),
        MctsCommand::Speed(args) => speed(args),
        MctsCommand::Parallel(args) => parallel(args),
        MctsCommand::Tds(args) => tds::run(args),
    });
    let missed = ::mcts::team::missed();
    if missed > 0 {
        exit::complain(&format!("warning: the system refused {missed} threads; fewer did all the work"));
    }
    ended
}

/// Prints the players with their parameters.
fn list(args: &PlayersArgs) -> Result<Status, Failure> {
    if !args.json {
        return print(&players::help()).map(|()| Status::Done);
    }
    for (name, about) in catalogue::PLAYERS {
        let tree: &[_] = if catalogue::has_tree(name) { &catalogue::TREE } else { &[] };
        let of_player = catalogue::own_parameters(name).unwrap_or_default();
        let parameters = of_player.iter().chain(&catalogue::COMMON).chain(tree);
        let parameters = parameters.map(|(name, about)| fields! { "name": name, "about": about }).collect::<Vec<_>>();
        print(&object(&fields! { "player": name, "about": about, "parameters": parameters }))?;
    }
    Ok(Status::Done)
}

impl From<ExperimentError> for End {
    fn from(error: ExperimentError) -> Self {
        match error {
            ExperimentError::Stopped => Self::Stopped,
            error if error.is_misuse() => Self::Failed(Failure::Usage(error.to_string())),
            error => Self::Failed(Failure::Run(error.to_string())),
        }
    }
}

/// Plays the games and shows who won. After Ctrl-C it shows the games played so far.
fn contest(args: &MatchArgs) -> Result<Status, End> {
    if let (Some(results), Some(ggf)) = (&args.results, &args.ggf)
        && is_same_file(results, ggf)
    {
        let both = format!("--results and --ggf are one file, {}; give each its own", results.display());
        return Err(Failure::Usage(both).into());
    }
    let interrupt = Interrupt::install()?;
    interrupt.insist(last_words(args.results.as_deref(), "game"))?;
    let GameArgs { board, start, scoring, seed } = args.game;
    let players = [args.first.clone(), args.second.clone()];
    let (games, opening_plies) = (args.games as usize, args.opening);
    let mut played = Games::of(Match { players, board, start, scoring, games, opening_plies, seed });
    if let Some(path) = &args.results {
        left_out::tell(&played.keep_in(path)?, "game");
    }
    let ggf = || args.ggf.as_deref().map(|path| Draft::create(path, "games")).transpose();
    // A long match must not fail at its end; and a killed one should leave nothing behind.
    drop(ggf()?);
    played.play(args.threads, &Steps::new(&interrupt, args.output.quiet))?;
    if let Some(draft) = ggf()? {
        draft.finish(played.ggf("solve").as_bytes())?;
    }
    if args.records {
        played.told().try_for_each(|game| print_result(args.output.json, &game, text::game))?;
    }
    let result = if args.nodes { played.result_with_nodes() } else { played.result() };
    print_result(args.output.json, &result, text::match_result)?;
    Ok(if interrupt.requested() { Status::Interrupted } else { Status::Done })
}

/// Asks every player about every position, and shows a line for each player and set as soon as it is done.
fn accuracy(args: &AccuracyArgs) -> Result<Status, End> {
    let interrupt = Interrupt::install()?;
    interrupt.insist(last_words(args.results.as_deref(), "answer"))?;
    let steps = Steps::new(&interrupt, args.output.quiet);
    let mut survey = Survey::new(args.game.seed, args.threads)?;
    if let Some(path) = &args.results {
        left_out::tell(&survey.keep_in(path)?, "answer");
    }
    let answers = args.answers.iter().map(|path| answers(path)).collect::<Result<Vec<_>, _>>()?;
    for material in materials(args.game, &args.problems, &steps)? {
        if !args.output.json {
            steps.hidden(|| print(&text::accuracy_heading(&material, args.game.seed)))?;
        }
        for answers in &answers {
            let judged = answers.judge(&material, args.game.seed)?;
            steps.hidden(|| print_result(args.output.json, &judged, text::judged))?;
        }
        for player in &args.player {
            let found = survey.ask(&material, player, &steps)?;
            steps.hidden(|| print_result(args.output.json, &found, text::accuracy))?;
        }
    }
    Ok(Status::Done)
}

/// The moves that another program chose.
fn answers(path: &Path) -> Result<Answers, Failure> {
    let name = if is_stream(path) { "standard input".to_owned() } else { path.display().to_string() };
    let text = String::from_utf8(read_whole(path, MOST_OF_ANSWERS)?)
        .map_err(|_| Failure::Run(format!("{name}: it is not UTF-8 text")))?;
    Ok(Answers::new(name, text))
}

/// Fits the scale of the evaluation in uct+ to each set.
fn fit_scale(args: &FitArgs) -> Result<Status, End> {
    let interrupt = Interrupt::install()?;
    interrupt.insist("stopped in the midst of a fit; what was printed holds".to_owned())?;
    let steps = Steps::new(&interrupt, args.output.quiet);
    for material in materials(args.game, &args.problems, &steps)? {
        let fitted = fit(&material, args.playouts, args.game.seed)?;
        steps.hidden(|| print_result(args.output.json, &fitted, |fitted| text::fitted(&material, fitted)))?;
    }
    Ok(Status::Done)
}

/// Measures random games by instruction set, and searches with them.
fn speed(args: &SpeedArgs) -> Result<Status, End> {
    let GameArgs { board, start, scoring, seed } = args.game;
    let test = SpeedTest { board, start, scoring, seed, time: args.time, players: args.player.clone() };
    let speeds = test.run()?;
    if !args.output.json {
        print(&text::speed_heading(board))?;
    }
    for speed in speeds {
        print_result(args.output.json, &speed, text::speed)?;
    }
    Ok(Status::Done)
}

/// Measures every parallel scheme with every number of workers, on each set.
fn parallel(args: &ParallelArgs) -> Result<Status, End> {
    let interrupt = Interrupt::install()?;
    interrupt.insist(MEASUREMENT_STOPPED.to_owned())?;
    let steps = Steps::new(&interrupt, args.output.quiet);
    let test = SchemeTest {
        workers: args.workers.clone(),
        per_leaf: args.per_leaf.clone(),
        playouts: args.playouts,
        delay: args.delay,
        time: args.time,
        seed: args.game.seed,
    };
    let materials = materials(args.game, &args.problems, &steps)?;
    drop(steps);
    let quiet = Steps::new(&interrupt, true);
    for material in &materials {
        if !args.output.json {
            print(&text::parallel_heading(&test, material))?;
        }
        for result in test.run(material, &quiet) {
            print_result(args.output.json, &result?, text::scheme)?;
            if interrupt.requested() {
                return Err(End::Stopped);
            }
        }
    }
    Ok(Status::Done)
}

/// The sets that were given, or random positions.
fn materials(game: GameArgs, args: &ProblemArgs, observer: &dyn Observer) -> Result<Vec<Material>, ExperimentError> {
    if args.set.is_empty() {
        let GameArgs { board, start, scoring, seed } = game;
        let count = args.positions.unwrap_or(RANDOM_POSITIONS) as usize;
        let wanted = RandomPositions { board, start, scoring, empties: args.empties, count, seed };
        return Ok(vec![Material::random(wanted, observer)?]);
    }
    let most = args.positions.map_or(usize::MAX, |positions| positions as usize);
    args.set.iter().map(|folder| Material::from_set(folder, most)).collect()
}

/// The message when Ctrl-C ends a command in the middle of an answer or a game.
fn last_words(results: Option<&Path>, unit: &str) -> String {
    match results {
        Some(path) => format!("stopped; every {unit} that was finished is in {}", path.display()),
        None => format!("stopped in the midst of one {unit}; with --results FILE the finished ones are kept"),
    }
}
