//! Charts as SVG from a description, which may be JSON.
//!
//! A picture has its own light background, so it is readable on light and dark pages; series differ in colour and in the
//! shape of their points. The same description gives the same bytes.
//!
//! ```
//! use charts::Chart;
//!
//! let chart: Chart = serde_json::from_str(
//!     r#"{
//!         "title": "Speed of playouts",
//!         "x": {"label": "playouts from each leaf", "scale": "log2"},
//!         "y": {"label": "playouts a second, million", "least": 0},
//!         "series": [
//!             {"name": "one by one", "points": [{"x": 1, "y": 0.9}, {"x": 16, "y": 1.0}]},
//!             {"name": "in lanes", "points": [{"x": 1, "y": 1.1}, {"x": 16, "y": 4.2, "lower": 4.0, "upper": 4.4}]}
//!         ]
//!     }"#,
//! )?;
//! let svg = chart.svg()?;
//! assert!(svg.starts_with("<svg") && svg.contains("in lanes"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::Deserialize;
use thiserror::Error;

mod axis;
mod draw;

/// A chart.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// The title above it.
    pub title: String,
    /// Lines or bars.
    #[serde(default)]
    pub kind: Kind,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The data; at most eight series.
    pub series: Vec<Series>,
}

/// How series are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Points joined by lines.
    #[default]
    Lines,
    /// Bars, side by side at each place.
    Bars,
}

/// An axis.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// What it measures, and in which unit.
    pub label: String,
    /// Its scale.
    #[serde(default)]
    pub scale: Scale,
    /// Where it begins; by default a little below the least number.
    pub least: Option<f64>,
    /// Where it ends; by default a little above the greatest number.
    pub most: Option<f64>,
    /// Labels for the places 0, 1, 2 … instead of numbers.
    #[serde(default)]
    pub names: Vec<String>,
}

/// How numbers are placed on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// By their logarithm, with ticks at powers of two.
    Log2,
    /// By their logarithm, with ticks at powers of ten.
    Log10,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its points, in the order in which lines join them.
    pub points: Vec<Point>,
    /// Whether its line is dashed, for numbers from elsewhere.
    #[serde(default)]
    pub dashed: bool,
}

/// A measured number.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Where it is on the horizontal axis.
    pub x: f64,
    /// Its value.
    pub y: f64,
    /// Lower limit of its interval.
    pub lower: Option<f64>,
    /// Upper limit of its interval.
    pub upper: Option<f64>,
}

/// Why a chart cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("chart '{title}': {why}")]
pub struct ChartError {
    /// The chart.
    pub title: String,
    /// One sentence.
    pub why: String,
}

impl Chart {
    /// The picture.
    ///
    /// # Errors
    /// No series, too many or an empty one, or a number that has no place on its axis, such as NaN, or 0 on a logarithmic one.
    pub fn svg(&self) -> Result<String, ChartError> {
        let wrong = |why: String| Err(ChartError { title: self.title.clone(), why });
        let drawn = self.series.iter().filter(|series| !series.points.is_empty()).count();
        if drawn != self.series.len() || !(1..=draw::MOST_SERIES).contains(&drawn) {
            return wrong(format!("{drawn} series; 1 to 8 can be drawn, each with a point"));
        }
        for series in &self.series {
            let placeless = series.points.iter().find_map(|point| {
                let ys = [Some(point.y), point.lower, point.upper].into_iter().flatten();
                let y = ys.into_iter().find(|&y| !self.y.has_place(y));
                y.or_else(|| Some(point.x).filter(|&x| !self.x.has_place(x)))
            });
            if let Some(number) = placeless {
                return wrong(format!("{number} in '{}' has no place on the axis", series.name));
            }
        }
        draw::svg(self).or_else(|error| wrong(error.to_string()))
    }
}
