//! Draws a chart as SVG with plotters.

use std::error::Error;
use std::ops::Range;

use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::{Chart, Kind, Point, Series};

/// Width and height of a picture in pixels without its legend, and the height of each line of the legend at the bottom.
const SIZE: (i32, i32) = (760, 420);
const LEGEND_LINE: i32 = 20;
/// Space for text to the left, right, top and bottom of a chart.
const MARGINS: (i32, i32, i32, i32) = (78, 24, 48, 66);
/// The most characters of names in one line of the legend.
const LEGEND_WIDTH: usize = 84;

/// Colours that people with any colour vision can tell apart (Okabe & Ito 2008), the lightest darkened.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(178, 140, 0),
    RGBColor(86, 180, 233),
    RGBColor(120, 94, 240),
    RGBColor(110, 110, 110),
];
/// The most series of a chart.
pub(crate) const MOST_SERIES: usize = COLOURS.len();

const PAPER: RGBColor = RGBColor(252, 252, 250);
const INK: RGBColor = RGBColor(45, 45, 45);
const GRID: RGBColor = RGBColor(222, 222, 222);
/// Half the size of a point, in pixels.
const POINT: i32 = 4;
/// Share of a place's width that its bars take.
const BARS_WIDTH: f64 = 0.8;

type Root<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Drawn = Result<(), Box<dyn Error>>;

/// The ranges of the axes, and the pixels of the picture that they cover.
struct Frame {
    x: Range<f64>,
    y: Range<f64>,
    across: Range<i32>,
    down: Range<i32>,
}

impl Frame {
    /// The pixel of a place; places outside are moved to the edge.
    fn pixel(&self, x: f64, y: f64) -> (i32, i32) {
        let share =
            |place: f64, range: &Range<f64>| ((place - range.start) / (range.end - range.start)).clamp(0.0, 1.0);
        let along = |share: f64, pixels: &Range<i32>| {
            pixels.start + (share * f64::from(pixels.end - pixels.start)).round() as i32
        };
        (along(share(x, &self.x), &self.across), along(1.0 - share(y, &self.y), &self.down))
    }
}

/// Draws a chart; all its numbers must have a place.
pub(crate) fn svg(chart: &Chart) -> Result<String, Box<dyn Error>> {
    let lines = legend_lines(&chart.series);
    let height = SIZE.1 + lines.len() as i32 * LEGEND_LINE;
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (SIZE.0 as u32, height as u32)).into_drawing_area();
        root.fill(&PAPER)?;
        let frame = frame(chart);
        grid(chart, &frame, &root)?;
        for (index, series) in chart.series.iter().enumerate() {
            match chart.kind {
                Kind::Lines => line(chart, &frame, series, index, &root)?,
                Kind::Bars => bars(chart, &frame, series, index, &root)?,
            }
        }
        legend(chart, &lines, &root)?;
        root.present()?;
    }
    Ok(text)
}

fn frame(chart: &Chart) -> Frame {
    let points = || chart.series.iter().flat_map(|series| &series.points);
    let floor = (chart.kind == Kind::Bars).then_some(0.0).filter(|&zero| chart.y.has_place(zero));
    let heights = points().flat_map(|point| [Some(point.y), point.lower, point.upper]).flatten();
    Frame {
        x: chart.x.range(points().map(|point| point.x)),
        y: chart.y.range(heights.chain(floor)),
        across: MARGINS.0..SIZE.0 - MARGINS.1,
        down: MARGINS.2..SIZE.1 - MARGINS.3,
    }
}

/// The title, grid lines at the ticks, and the axes with their labels.
fn grid(chart: &Chart, frame: &Frame, root: &Root<'_>) -> Drawn {
    let Frame { across, down, .. } = frame;
    let middle = ((across.start + across.end) / 2, (down.start + down.end) / 2);
    for place in chart.x.ticks(&frame.x) {
        let (at, _) = frame.pixel(place, frame.y.start);
        if chart.x.names.is_empty() {
            root.draw(&PathElement::new(vec![(at, down.start), (at, down.end)], GRID))?;
        }
        let style = written(13, HPos::Center, VPos::Top);
        root.draw(&Text::new(chart.x.text(place), (at, down.end + 7), style))?;
    }
    for place in chart.y.ticks(&frame.y) {
        let (_, at) = frame.pixel(frame.x.start, place);
        root.draw(&PathElement::new(vec![(across.start, at), (across.end, at)], GRID))?;
        let style = written(13, HPos::Right, VPos::Center);
        root.draw(&Text::new(chart.y.text(place), (across.start - 8, at), style))?;
    }
    let corners = vec![(across.start, down.start), (across.start, down.end), (across.end, down.end)];
    root.draw(&PathElement::new(corners, INK))?;
    root.draw(&Text::new(chart.title.clone(), (middle.0, 14), written(18, HPos::Center, VPos::Top)))?;
    let below = written(14, HPos::Center, VPos::Top);
    root.draw(&Text::new(chart.x.label.clone(), (middle.0, down.end + 28), below))?;
    let beside = written(14, HPos::Center, VPos::Top).transform(FontTransform::Rotate270);
    root.draw(&Text::new(chart.y.label.clone(), (10, middle.1), beside))?;
    Ok(())
}

/// The style of a text, and its anchor point.
fn written(size: i32, horizontal: HPos, vertical: VPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK).pos(Pos::new(horizontal, vertical))
}

fn colour(index: usize) -> RGBColor {
    COLOURS[index % COLOURS.len()]
}

fn line(chart: &Chart, frame: &Frame, series: &Series, index: usize, root: &Root<'_>) -> Drawn {
    let pixel = |x: f64, y: f64| frame.pixel(chart.x.place(x), chart.y.place(y));
    let path: Vec<(i32, i32)> = series.points.iter().map(|point| pixel(point.x, point.y)).collect();
    let style = colour(index).stroke_width(2);
    if series.dashed {
        root.draw(&DashedPathElement::new(path.iter().copied(), 6, 5, style))?;
    } else {
        root.draw(&PathElement::new(path.clone(), style))?;
    }
    for (point, &(x, _)) in series.points.iter().zip(&path) {
        whisker(chart, frame, point, x, colour(index), root)?;
    }
    path.into_iter().try_for_each(|at| mark(index, at, root))
}

/// The interval of a point, as an error bar.
fn whisker(chart: &Chart, frame: &Frame, point: &Point, x: i32, colour: RGBColor, root: &Root<'_>) -> Drawn {
    let (Some(lower), Some(upper)) = (point.lower, point.upper) else { return Ok(()) };
    let [lower, upper] = [lower, upper].map(|end| frame.pixel(frame.x.start, chart.y.place(end)).1);
    for path in [[(x, lower), (x, upper)], [(x - 3, lower), (x + 3, lower)], [(x - 3, upper), (x + 3, upper)]] {
        root.draw(&PathElement::new(path.to_vec(), colour))?;
    }
    Ok(())
}

/// The marker of a series: four shapes, filled for the first four series and hollow for the others.
fn mark(index: usize, (x, y): (i32, i32), root: &Root<'_>) -> Drawn {
    let far = POINT + 2;
    let inside = if index < 4 { colour(index) } else { PAPER };
    let corners = match index % 4 {
        0 => {
            root.draw(&Circle::new((x, y), POINT + 1, inside.filled()))?;
            root.draw(&Circle::new((x, y), POINT + 1, colour(index).stroke_width(2)))?;
            return Ok(());
        }
        1 => vec![(-POINT, -POINT), (POINT, -POINT), (POINT, POINT), (-POINT, POINT)],
        2 => vec![(0, -far), (POINT + 1, POINT), (-POINT - 1, POINT)],
        _ => vec![(0, -far), (far, 0), (0, far), (-far, 0)],
    };
    let mut outline: Vec<(i32, i32)> = corners.into_iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    root.draw(&Polygon::new(outline.clone(), inside))?;
    outline.push(outline[0]);
    root.draw(&PathElement::new(outline, colour(index).stroke_width(2)))?;
    Ok(())
}

fn bars(chart: &Chart, frame: &Frame, series: &Series, index: usize, root: &Root<'_>) -> Drawn {
    let width = BARS_WIDTH / chart.series.len() as f64;
    for point in &series.points {
        let left = chart.x.place(point.x) - BARS_WIDTH / 2.0 + width * index as f64;
        let floor = if chart.y.has_place(0.0) { chart.y.place(0.0) } else { frame.y.start };
        let corners = [frame.pixel(left, floor), frame.pixel(left + width * 0.94, chart.y.place(point.y))];
        root.draw(&Rectangle::new(corners, colour(index).filled()))?;
        let (middle, _) = frame.pixel(left + width * 0.47, floor);
        whisker(chart, frame, point, middle, INK, root)?;
    }
    Ok(())
}

/// The indices of the series in each line of the legend.
fn legend_lines(series: &[Series]) -> Vec<Vec<usize>> {
    let (mut lines, mut width) = (vec![Vec::new()], 0);
    for (index, series) in series.iter().enumerate() {
        let length = series.name.chars().count() + 8;
        if width + length > LEGEND_WIDTH && width > 0 {
            lines.push(Vec::new());
            width = 0;
        }
        lines.last_mut().expect("there is a first line").push(index);
        width += length;
    }
    lines
}

fn legend(chart: &Chart, lines: &[Vec<usize>], root: &Root<'_>) -> Drawn {
    for (row, line) in lines.iter().enumerate() {
        let (mut x, y) = (80, SIZE.1 + row as i32 * LEGEND_LINE);
        for &index in line {
            let name = &chart.series[index].name;
            if chart.kind == Kind::Bars {
                root.draw(&Rectangle::new([(x, y - 6), (x + 24, y + 6)], colour(index).filled()))?;
            } else {
                let halves =
                    if chart.series[index].dashed { vec![(x, x + 7), (x + 17, x + 24)] } else { vec![(x, x + 24)] };
                for (from, to) in halves {
                    root.draw(&PathElement::new(vec![(from, y), (to, y)], colour(index).stroke_width(2)))?;
                }
                mark(index, (x + 12, y), root)?;
            }
            root.draw(&Text::new(name.clone(), (x + 32, y), written(14, HPos::Left, VPos::Center)))?;
            x += 32 + name.chars().count() as i32 * 7 + 24;
        }
    }
    Ok(())
}
