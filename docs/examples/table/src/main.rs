//! Opens a table of proven bounds and looks up a position in any orientation.
//!
//! ```console
//! $ solve --board 4x6 --table here
//! $ cargo run --release -- here 6x4 '---------OX--XO--------- X'
//! value from +16 to +16, best move c2, found with 1234 nodes
//! ```

use std::error::Error;
use std::path::Path;

use solver::notation::parse_position;
use solver::{Board, Scoring};
use tables::Tables;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, board, position] = &arguments[..] else {
        return Err("give a directory, a board such as 6x4, and a position such as '-----OX--XO----- X'".into());
    };
    let board: Board = board.parse()?;
    let position = parse_position(board, position)?;
    // Other processes may use the same table at the same time.
    let tables = Tables::open_read_only(Path::new(directory))?;
    let Some(proven) = tables.look_up(&position, Scoring::Discs)? else {
        println!("nothing is known of this position");
        return Ok(());
    };
    let (bounds, nodes) = (proven.bounds, proven.effort);
    let best = proven.best.map_or_else(|| "none known".to_owned(), |best| best.display(board).to_string());
    println!("value from {:+} to {:+}, best move {best}, found with {nodes} nodes", bounds.lower, bounds.upper);
    Ok(())
}
