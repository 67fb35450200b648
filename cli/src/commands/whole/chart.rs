//! `solve chart`: draws the results of measurements.

use std::fs;

use charts::Chart;

use crate::args::ChartArgs;
use crate::draft::is_same_file;
use crate::exit::{Failure, Status};
use crate::input::{is_stream, read_whole};
use crate::output;

/// The most bytes in a description: some hundred thousand points.
const MOST_BYTES: u64 = 16 << 20;

/// Draws the chart of a description.
///
/// # Errors
/// A file cannot be read or written, or the description is not that of a chart.
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
        Some(path) => fs::write(path, svg).map_err(|error| Failure::Run(format!("{}: {error}", path.display())))?,
    }
    Ok(Status::Done)
}
