//! Makes a ledger of LINES lines, to measure how long drivers take to start: `large FOLDER LINES [BOARD]`. The default
//! board is 8x8; others, such as 4x14, take a fraction of the time. The answers are guesses, so it proves nothing.

use std::env;
use std::error::Error;
use std::path::Path;

use campaign::{Campaign, Finding, LedgerFile, Plan, Record, ledger};
use solver::random::Random;
use solver::{Mode, Position, Scoring, Start};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let (folder, lines, board) = match &arguments[..] {
        [_, folder, lines] => (folder, lines, "8x8"),
        [_, folder, lines, board] => (folder, lines, &board[..]),
        _ => return Err("usage: large FOLDER LINES [BOARD]".into()),
    };
    let lines: usize = lines.parse()?;
    let root = Position::start(board.parse()?, Start::Othello);
    let plan = Plan { budget: 1 << 24, ..Plan::new(root, Scoring::Discs, Mode::Wld) };
    ledger::begin(Path::new(folder), &plan)?;
    let (mut file, _) = LedgerFile::open(&ledger::ledger_path(Path::new(folder)))?;
    let mut campaign = Campaign::new(plan);
    let mut random = Random::new(1, 1);
    while campaign.records().len() < lines {
        let Some(job) = campaign.next_job()? else { break };
        // While the root's question stays the same, no two questions about one position differ, so nothing contradicts
        // anything.
        let is_reached = random.below(100) < 30;
        let finding = if is_reached { Finding::AtLeast(job.at_least) } else { Finding::AtMost(job.at_least - 1) };
        let nodes = u64::from(1 + random.below(1 << 31)) << 6;
        let record = Record::new(job, finding, nodes, nodes / 20, "guess");
        let splits = campaign.take_splits();
        file.append(&splits)?;
        file.append(std::slice::from_ref(&record))?;
        campaign.record(&record)?;
    }
    println!("{} records, {:?}", campaign.records().len(), campaign.question());
    Ok(())
}
