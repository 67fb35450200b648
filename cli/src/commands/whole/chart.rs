//! `solve chart`: draws the results of measurements.

use std::fs;
use std::path::PathBuf;

use charts::Chart;
use clap::Args;

use crate::draft::is_same_file;
use crate::exit::{Failure, Status};
use crate::input::{is_stream, read_whole};
use crate::output;

const HELP: &str = "\
The description has a title; the axes x and y, each with a label and optionally scale (linear, log2,
log10), least, most and names; and series, each with a name and points with x, y and optionally
lower and upper. Optional: kind (lines or bars), and dashed (true or false) of a series. For example:

  echo '{\"title\": \"Squares\", \"x\": {\"label\": \"n\"}, \"y\": {\"label\": \"n²\"}, \"series\":
    [{\"name\": \"n²\", \"points\": [{\"x\": 1, \"y\": 1}, {\"x\": 3, \"y\": 9}]}]}' | solve chart -o squares.svg";

/// Draw a chart as SVG from a description in JSON
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ChartArgs {
    /// File with the description in JSON; without it, or with `-`, standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,
    /// Write the picture to this file instead of standard output
    #[arg(long, short, value_name = "SVG")]
    output: Option<PathBuf>,
}

/// The most bytes in a description: some hundred thousand points.
const MOST_BYTES: u64 = 16 << 20;

/// Draws the chart of a description.
pub(crate) fn run(args: &ChartArgs) -> Result<Status, Failure> {
    let name = args.file.display();
    if !is_stream(&args.file) && args.output.as_ref().is_some_and(|output| is_same_file(output, &args.file)) {
        return Err(Failure::Usage(format!(
            "{name}: the picture would overwrite its description; give --output another name"
        )));
    }
    let text = read_whole(&args.file, MOST_BYTES)?;
    let chart: Chart = serde_json::from_slice(&text)
        .map_err(|error| Failure::Run(format!("{name}: this is no description of a chart in JSON: {error}")))?;
    let svg = chart.svg().map_err(|error| Failure::Run(format!("{name}: {error}")))?;
    match &args.output {
        None => output::print(&svg)?,
        Some(path) => fs::write(path, svg).map_err(Failure::at(path))?,
    }
    Ok(Status::Done)
}
