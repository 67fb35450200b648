//! Options of `solve chart`.

use std::path::PathBuf;

use clap::Args;

/// Options of `solve chart`.
#[derive(Debug, Args)]
#[command(after_help = crate::args::help::CHART, max_term_width = 100)]
pub(crate) struct ChartArgs {
    /// File with the description in JSON; without it, or with `-`, standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) file: PathBuf,
    /// Write the picture to this file instead of standard output
    #[arg(long, short, value_name = "SVG")]
    pub(crate) output: Option<PathBuf>,
}
