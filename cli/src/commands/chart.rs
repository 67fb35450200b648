//! `solve chart`: draws the results of measurements.

use std::fs::{self, File};
use std::io;

use charts::Chart;
use files::read_at_most;

use crate::args::ChartArgs;
use crate::draft::is_same_file;
use crate::exit::{Failure, Status};
use crate::output;
use crate::streams;

/// The most bytes in a description: some hundred thousand points.
const MOST_BYTES: u64 = 16 << 20;

/// Draws the chart of a description.
///
/// # Errors
/// A file cannot be read or written, or the description is not that of a chart.
pub(crate) fn run(args: &ChartArgs) -> Result<Status, Failure> {
    let name = args.file.display();
    let is_input = args.file.as_os_str() == "-";
    if !is_input && args.output.as_ref().is_some_and(|output| is_same_file(output, &args.file)) {
        return Err(Failure::Usage(format!(
            "{name}: the picture would overwrite its description; give --output another name"
        )));
    }
    let read = if is_input {
        streams::check_input()?;
        read_at_most(io::stdin(), MOST_BYTES)
    } else {
        File::open(&args.file).and_then(|file| read_at_most(file, MOST_BYTES))
    };
    let text = read.map_err(|error| Failure::Run(format!("{name}: {error}")))?;
    let chart: Chart = serde_json::from_slice(&text)
        .map_err(|error| Failure::Run(format!("{name}: this is no description of a chart in JSON: {error}")))?;
    let svg = chart.svg().map_err(|error| Failure::Run(format!("{name}: {error}")))?;
    match &args.output {
        None => output::print(&svg)?,
        Some(path) => fs::write(path, svg).map_err(|error| Failure::Run(format!("{}: {error}", path.display())))?,
    }
    Ok(Status::Done)
}
