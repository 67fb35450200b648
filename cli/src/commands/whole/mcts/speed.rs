//! `solve mcts speed`.

use std::time::Duration;

use clap::Args;
use experiments::speeds;
use othello::players::Spec;

use crate::args::{GameArgs, OutputArgs, values};
use crate::exit::{Failure, Status};
use crate::output::{compact, print, print_result};

/// Measure playouts per second, after checking that all kinds agree
#[derive(Debug, Args)]
pub(crate) struct SpeedArgs {
    #[command(flatten)]
    game: GameArgs,
    /// CPU time for each measurement
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = values::parse_duration)]
    time: Duration,
    /// Player whose search to measure, with portable code and with the best instruction set; repeatable [default:
    /// several, with the best]
    #[arg(long, value_name = "PLAYER")]
    player: Vec<Spec>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Measures random games by instruction set, and searches with them.
pub(super) fn run(args: &SpeedArgs) -> Result<Status, Failure> {
    let GameArgs { board, start, scoring, seed } = args.game;
    let speeds = speeds(board, start, scoring, seed, args.time, &args.player)?;
    if !args.output.json {
        print(&format!("Playouts a second of CPU time, from the start of {board}\n"))?;
    }
    for speed in speeds {
        print_result(args.output.json, &speed, |speed| {
            format!("{:36} {:>10}\n", speed.kind, compact(speed.playouts_per_second))
        })?;
    }
    Ok(Status::Done)
}
