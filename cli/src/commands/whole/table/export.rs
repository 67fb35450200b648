//! `solve table export`.

use std::path::PathBuf;

use clap::Args;
use solver::{Board, Scoring};

use super::to_read;
use crate::args::{TrustArgs, values};
use crate::exit::{Failure, Status};
use crate::output::{counted, fields, grouped, print_result};

/// Write a table to one portable file
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The board: ROWSxCOLUMNS
    #[arg(long, value_name = "RxC")]
    board: Board,
    /// The scoring
    #[arg(long, default_value = "discs", value_parser = values::scoring())]
    scoring: Scoring,
    /// The file, which must not exist yet
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Directory of the tables [default: $SOLVE_TABLE, else the platform's data directory]
    #[arg(help_heading = "Table", long, value_name = "DIR")]
    table: Option<PathBuf>,
    #[command(flatten)]
    trust: TrustArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// `solve table export`.
pub(super) fn run(args: &ExportArgs) -> Result<Status, Failure> {
    let tables = to_read(args.table.as_ref())?.with_trust(args.trust.table_trust.unwrap_or_default());
    if !tables.has(args.board, args.scoring) {
        return Err(Failure::Run(format!(
            "there is no table {} {} here; solve table info names those that are",
            args.board, args.scoring
        )));
    }
    if args.output.exists() {
        return Err(Failure::Run(format!("file {} is there already; name a new one", args.output.display())));
    }
    let table = tables.table(args.board, args.scoring);
    let mut unverified = 0u64;
    let entries = table.entries().inspect(|entry| {
        unverified += u64::from(entry.as_ref().is_ok_and(|(_, proven)| proven.basis.is_claim()));
    });
    let count = tables::export(&args.output, args.board, args.scoring, entries)?;
    let bytes = std::fs::metadata(&args.output).map_or(0, |metadata| metadata.len());
    let record = fields! {
        "board": args.board.to_string(),
        "scoring": args.scoring.name(),
        "file": args.output.display().to_string(),
        "entries": count,
        "unverified": unverified,
        "bytes": bytes,
    };
    print_result(args.json, &record, |_| {
        format!(
            "{} in {} bytes, {:.1} an entry{}\n",
            counted(count, "entry", "entries"),
            grouped(bytes),
            bytes as f64 / count.max(1) as f64,
            match unverified {
                0 => String::new(),
                unverified => format!("; {} of them unverified", grouped(unverified)),
            }
        )
    })
}
