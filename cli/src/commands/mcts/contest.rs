//! `solve mcts match`: two players against each other.

use mcts::measure::{Contest, Standing};

use crate::args::MatchArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::mcts::Match;
use crate::progress::Display;

/// Plays the games and shows who won. After Ctrl-C it shows those that were played.
///
/// # Errors
/// Output that cannot be written.
pub(crate) fn run(args: &MatchArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let contest = Contest {
        players: [args.first.clone(), args.second.clone()],
        board: args.game.board,
        start: args.game.start,
        scoring: args.game.scoring,
        games: args.games as usize,
        opening_plies: args.opening,
        seed: args.game.seed,
    };
    let bar = Display::new(args.output.quiet).bar("games", u64::from(args.games));
    let records = contest.play(args.threads, |_| {
        bar.advance();
        !interrupt.requested()
    });
    drop(bar);
    let played = Match { contest: &contest, standing: Standing::of(&records), records: &records };
    output::print(&if args.output.json { played.json(args.records) } else { played.text(args.records) })?;
    Ok(if interrupt.requested() { Status::Interrupted } else { Status::Done })
}
