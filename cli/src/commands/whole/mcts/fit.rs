//! `solve mcts fit`.

use clap::Args;
use experiments::{Fitted, Material, fit};

use super::{ProblemArgs, materials};
use crate::args::{GameArgs, OutputArgs};
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::print_result;
use crate::progress::Steps;

/// Fit the scale of the evaluation in uct+ to a board, by discriminant analysis
///
/// Several sets of one board are fitted each alone, and then together.
#[derive(Debug, Args)]
pub(crate) struct FitArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    problems: ProblemArgs,
    /// Number of random games after each move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    playouts: u32,
    #[command(flatten)]
    output: OutputArgs,
}

/// Fits the scale of the evaluation in uct+ to each set, and to all of them together.
pub(super) fn run(args: &FitArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    interrupt.insist("stopped in the midst of a fit; what was printed holds");
    let steps = Steps::new(&interrupt, args.output.quiet);
    let materials = materials(args.game, &args.problems, &steps)?;
    for material in materials.iter().chain(&Material::pooled(&materials)) {
        let fitted = fit(material, args.playouts, args.game.seed)?;
        steps.hidden(|| print_result(args.output.json, &fitted, |fitted| text(material, fitted)))?;
    }
    Ok(Status::Done)
}

/// What was fitted to some positions.
fn text(material: &Material, fitted: &Fitted) -> String {
    let Fitted { moves, playouts, scale, limits, by_evaluation, by_reward, by_both, .. } = fitted;
    let none =
        || "none: of the evaluation and the random games one says nothing that the other does not say".to_owned();
    let scale =
        scale.map_or_else(none, |scale| format!("{scale:.1} discs weigh as much as a win: uct+:scale={scale:.1}"));
    let interval = match limits {
        None => String::new(),
        Some((lower, None)) => format!("           95 % interval: {lower:.1} or more\n"),
        Some((lower, Some(upper))) => format!("           95 % interval: {lower:.1} to {upper:.1}\n"),
    };
    let [evaluation, reward, both] = [by_evaluation, by_reward, by_both].map(|share| 100.0 * share);
    format!(
        "Positions  {material}; {moves} moves that win or lose\n\
         Told apart {evaluation:.1} % of the moves by the evaluation alone, {reward:.1} % by {playouts} random games each, \
         {both:.1} % by both\n\
         Scale      {scale}\n{interval}"
    )
}
