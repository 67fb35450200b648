//! Charts from descriptions: what is in the picture, and what cannot be drawn.

use charts::{Chart, ChartError};

fn chart(text: &str) -> Chart {
    serde_json::from_str(text).unwrap()
}

const LINES: &str = r#"{
    "title": "Speed <of> playouts",
    "x": {"label": "per leaf", "scale": "log2"},
    "y": {"label": "million a second", "least": 0},
    "series": [
        {"name": "plain", "points": [{"x": 1, "y": 0.5}, {"x": 128, "y": 0.9}]},
        {"name": "lanes", "dashed": true, "points": [{"x": 1, "y": 1, "lower": 0.8, "upper": 1.3}, {"x": 128, "y": 4}]}
    ]
}"#;

#[test]
fn everything_that_is_described_is_in_the_picture() {
    let svg = chart(LINES).svg().unwrap();
    // Each text is on its own line.
    let lines: Vec<&str> = svg.lines().collect();
    for text in
        ["Speed &lt;of&gt; playouts", "per leaf", "million a second", "plain", "lanes", "1", "16", "128", "0", "4"]
    {
        assert!(lines.contains(&text), "{text}: {svg}");
    }
    assert_eq!(svg.matches("<circle").count(), 2 * 2 + 2, "a point is a disc and its edge, in the legend too");
    assert!(svg.contains("#0072B2") && svg.contains("#D55E00"));
    assert!(svg.contains("<rect x=\"0\" y=\"0\" width=\"760\""), "a background of its own");
    assert_eq!(svg, chart(LINES).svg().unwrap());
}

#[test]
fn bars_stand_side_by_side_above_their_names() {
    let svg = chart(
        r#"{"title": "t", "kind": "bars", "x": {"label": "set", "names": ["first", "second"]}, "y": {"label": "y", "least": 0},
            "series": [{"name": "a", "points": [{"x": 0, "y": 3}, {"x": 1, "y": 5}]}, {"name": "b", "points": [{"x": 1, "y": 1}]}]}"#,
    )
    .svg()
    .unwrap();
    assert!(svg.lines().any(|line| line == "second"), "{svg}");
    // The background, three bars and two in the legend.
    assert_eq!(svg.matches("<rect").count(), 6, "{svg}");
}

#[test]
fn what_has_no_place_is_named() {
    let broken = |from: &str, to: &str| chart(&LINES.replace(from, to)).svg();
    let (title, why) = ("Speed <of> playouts".into(), "0 in 'plain' has no place on the axis".into());
    assert_eq!(broken(r#"{"x": 128, "y": 0.9}"#, r#"{"x": 0, "y": 0.9}"#), Err(ChartError { title, why }));
    assert_eq!(
        broken(r#"[{"x": 1, "y": 0.5}, {"x": 128, "y": 0.9}]"#, "[]").unwrap_err().to_string(),
        "chart 'Speed <of> playouts': 1 series; 1 to 8 can be drawn, each with a point"
    );
    let mut many = chart(LINES);
    many.series = vec![many.series[0].clone(); 9];
    let count = |chart: &Chart| chart.svg().unwrap_err().why.split(' ').next().unwrap().to_owned();
    assert_eq!(count(&many), "9");
    many.series.clear();
    assert_eq!(count(&many), "0");
    assert!(serde_json::from_str::<Chart>(&LINES.replace("title", "titel")).is_err());
}

#[test]
fn one_point_and_equal_numbers_are_drawn_too() {
    for text in [
        r#"{"title": "t", "x": {"label": "x"}, "y": {"label": "y"}, "series": [{"name": "a", "points": [{"x": 7, "y": 0}]}]}"#,
        r#"{"title": "t", "x": {"label": "x", "least": 9, "most": 1}, "y": {"label": "y", "scale": "log10"},
            "series": [{"name": "a", "points": [{"x": 7, "y": 1}, {"x": 8, "y": 1}]}]}"#,
    ] {
        assert!(chart(text).svg().unwrap().ends_with("</svg>\n"));
    }
}
