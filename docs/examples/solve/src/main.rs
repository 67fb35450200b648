//! Solves a position: its value, a perfect game from there, and the value of each move.
//!
//! ```console
//! $ cargo run --release -- '4x4 -----OX--XO----- X'
//! ```

use std::error::Error;
use std::time::Duration;

use solver::notation::line_text;
use solver::{Position, Question, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("give a position such as '4x4 -----OX--XO----- X'")?;
    let position: Position = text.parse()?;
    let mut solver = Solver::default();
    let limit = Duration::from_secs(60);
    let answer = solver.within(limit).solve(&Question::exact(position))?;
    print!("{}", position.diagram());
    println!("value {} for {}", answer.bounds, position.side().name());
    println!("line  {}", line_text(position.board(), &answer.line));
    for chosen in position.moves() {
        let reply = solver.within(limit).solve(&Question::exact(position.play(chosen)?))?;
        let value = -reply.value().ok_or("the time is over")?;
        println!("{:5} {value:+}", chosen.display(position.board()).to_string());
    }
    Ok(())
}
