//! Solves a position: its value, a perfect game from there, and the value of each move.
//!
//! ```console
//! $ cargo run --release -- '4x4 -----OX--XO----- X'
//! ```

use std::error::Error;

use solver::notation::line_text;
use solver::{Position, Question, Scoring, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("give a position such as '4x4 -----OX--XO----- X'")?;
    let position: Position = text.parse()?;
    let mut solver = Solver::default();
    let answer = solver.solve(&Question::exact(position))?;
    print!("{}", position.diagram());
    println!("value {} for {}", answer.bounds, position.side().name());
    println!("line  {}", line_text(position.board(), &answer.line));
    for (chosen, value) in solver.move_values(&position, Scoring::Discs)? {
        println!("{:5} {value:+}", chosen.display(position.board()).to_string());
    }
    Ok(())
}
