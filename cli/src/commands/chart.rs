//! `solve chart`: draws what measurements have come to.

use std::fs;
use std::io::{self, Read};

use charts::Chart;

use crate::args::ChartArgs;
use crate::exit::{Failure, Status};
use crate::output;
use crate::streams;

/// Draws the chart of a description.
///
/// # Errors
/// A file that cannot be read or written, or a description of no chart.
pub(crate) fn run(args: &ChartArgs) -> Result<Status, Failure> {
    let name = args.file.display();
    let mut text = String::new();
    let read = if args.file.as_os_str() == "-" {
        streams::check_input()?;
        io::stdin().read_to_string(&mut text).map(|_| ())
    } else {
        fs::read_to_string(&args.file).map(|found| text = found)
    };
    read.map_err(|error| Failure::Run(format!("{name}: {error}")))?;
    let chart: Chart = serde_json::from_str(&text).map_err(|error| Failure::Run(format!("{name}: {error}")))?;
    let svg = chart.svg().map_err(|error| Failure::Run(format!("{name}: {error}")))?;
    match &args.output {
        None => output::print(&svg)?,
        Some(path) => fs::write(path, svg).map_err(|error| Failure::Run(format!("{}: {error}", path.display())))?,
    }
    Ok(Status::Done)
}
