//! The baseline for a campaign: one search for the value alone, without the perfect line that `solve` adds.
//!
//! ```console
//! $ cargo run --release -p exact-othello-campaign --example plain -- 6x6 reversi wld
//! ```

use std::process::ExitCode;

use solver::{Mode, Position, Question, Resources, Scoring, Solver, Start};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [board, start, mode] => match question(board, start, mode) {
            Ok(question) => {
                let Ok(answer) = Solver::new(Resources::default()).value(&question) else { return wrong("no memory") };
                let (nodes, bounds) = (answer.nodes, answer.bounds);
                println!(r#"{{"nodes":{nodes},"lower":{},"upper":{}}}"#, bounds.lower, bounds.upper);
                ExitCode::SUCCESS
            }
            Err(reason) => wrong(&reason),
        },
        _ => wrong("give a board, a start and wld or exact"),
    }
}

fn question(board: &str, start: &str, mode: &str) -> Result<Question, String> {
    let board = board.parse().map_err(|error: solver::BoardError| error.to_string())?;
    let start: Start = start.parse().map_err(|error: solver::UnknownStart| error.to_string())?;
    let mode = [Mode::Wld, Mode::Exact].into_iter().find(|known| known.name() == mode);
    let mode = mode.ok_or("the mode is wld or exact")?;
    Ok(Question::new(Position::start(board, start), mode, Scoring::Discs))
}

fn wrong(reason: &str) -> ExitCode {
    eprintln!("plain: {reason}");
    ExitCode::from(2)
}
