//! `solve mcts fit`: how many discs of the evaluation weigh as much as a win in uct+.

use othello::fit::{Discriminant, FitError, Sample, samples, uct_plus_scale};
use othello::{Learned, Othello};

use super::material;
use crate::args::FitArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::mcts::Fitted;
use crate::progress::Display;

/// Solves positions, and fits the scale to how their moves are evaluated and what they are worth.
///
/// # Errors
/// There are no such positions, nothing can be fitted to them, output that cannot be written.
pub(crate) fn run(args: &FitArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let display = Display::new(args.output.quiet);
    let Some(materials) = material::read(args.game, &args.problems, display, &interrupt)? else {
        return Ok(Status::Interrupted);
    };
    for material in &materials {
        let game = Othello::new(material.board, material.scoring);
        let samples = samples(&game, &Learned::of(&game), &material.positions, args.playouts, args.game.seed);
        let failed = |error: FitError| Failure::Run(error.to_string());
        let scale = match uct_plus_scale(&samples) {
            Ok(scale) => Some(scale),
            Err(FitError::Backwards(_)) => None,
            Err(error) => return Err(failed(error)),
        };
        let told_apart = |features: fn(&Sample) -> Vec<f64>| {
            let classed: Vec<(Vec<f64>, bool)> = samples.iter().map(|sample| (features(sample), sample.wins)).collect();
            Discriminant::fit(&classed).map(|found| found.accuracy(&classed)).map_err(failed)
        };
        let fitted = Fitted {
            material,
            seed: args.game.seed,
            playouts: args.playouts,
            moves: samples.len(),
            scale,
            by_evaluation: told_apart(|sample| vec![sample.points])?,
            by_reward: told_apart(|sample| vec![sample.reward])?,
            by_both: told_apart(|sample| vec![sample.reward, sample.points])?,
        };
        output::print(&if args.output.json { fitted.json() } else { fitted.text() })?;
    }
    Ok(Status::Done)
}
