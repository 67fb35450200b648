//! `solve mcts players`.

use clap::Args;
use othello::players::{self, catalogue};

use crate::exit::{Failure, Status};
use crate::output::{fields, object, print};

/// List all players with their parameters
#[derive(Debug, Args)]
pub(crate) struct PlayersArgs {
    /// Print JSON, one object per player
    #[arg(long)]
    json: bool,
}

/// Prints the players with their parameters.
pub(super) fn run(args: &PlayersArgs) -> Result<Status, Failure> {
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
