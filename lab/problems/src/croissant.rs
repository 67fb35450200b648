//! A machine-readable description of a set: Croissant 1.1, a vocabulary on top of schema.org, with that for responsible AI
//! (<https://docs.mlcommons.org/croissant>).

use serde_json::{Value, json};

use crate::card::main_format;
use crate::citation::{self, title};
use crate::columns::{Kind, MOVE_PARTS, columns};
use crate::formats::Format;
use crate::plan::Plan;
use crate::split::Split;

/// A data file in the list of checksums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    /// Its path in the set.
    pub(crate) path: String,
    /// Its SHA-256 in hexadecimal.
    pub(crate) sum: String,
    /// Its size.
    pub(crate) bytes: u64,
}

/// The text of the description. `files` are all data files.
pub(crate) fn text(plan: &Plan, files: &[Listed]) -> String {
    let mut set = json!({
        "@context": context(),
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": title(plan),
        "description": format!(
            "Positions of Othello on a board of {}, each with what its value is under perfect play. Made by {}: {}",
            plan.board, plan.made_by, plan.command
        ),
        "url": citation::ADDRESS,
        "creator": { "@type": "sc:Organization", "name": citation::AUTHORS, "url": citation::ADDRESS },
        "datePublished": citation::YEAR,
        "inLanguage": "zxx",
        "keywords": ["othello", "reversi", "game solving", "perfect play"],
        "citeAs": citation::bibtex(plan),
        "distribution": distribution(plan, files),
    });
    if let Some(address) = citation::licence(plan).1 {
        set["license"] = json!(address);
    }
    if let Some(version) = citation::version(plan) {
        set["version"] = json!(version);
    }
    if let Some(format) = main_format(&plan.formats) {
        set["recordSet"] = json!([splits(), positions(plan, format)]);
    }
    for (name, text) in responsible(plan) {
        set[format!("rai:{name}")] = json!(text);
    }
    format!("{set:#}\n")
}

/// What the vocabulary for responsible AI asks of a set.
fn responsible(plan: &Plan) -> [(&'static str, String); 10] {
    let labels = "Exact searches of the position and of each of its moves, or a book made by such searches, give the labels; \
                  nobody annotated them. `solve problems check` proves a sample again by a solver that shares no code with it.";
    [
        ("dataCollection", format!("A program made the positions: {}", plan.command)),
        ("dataCollectionType", "Software Collection".to_owned()),
        ("dataAnnotationProtocol", labels.to_owned()),
        ("annotationsPerItem", "1".to_owned()),
        ("machineAnnotationTools", plan.made_by.clone()),
        (
            "dataUseCases",
            "Training, validating and testing programs that play or judge positions of Othello, and measuring their regret."
                .to_owned(),
        ),
        (
            "dataLimitations",
            format!("Only Othello on a board of {} from the start `{}`, under scoring `{}`.", plan.board, plan.start, plan.scoring),
        ),
        (
            "dataBiases",
            "The positions are distributed as their source makes them, not as people or strong players meet them.".to_owned(),
        ),
        ("personalSensitiveInformation", "None: no person or game of a person is in it, unless its source is a file of games.".to_owned()),
        ("dataSocialImpact", "None is known: a board game without people.".to_owned()),
    ]
}

/// What the short names stand for: the context from the specification.
fn context() -> Value {
    serde_json::from_str(include_str!("croissant/context.json")).expect("the context is JSON")
}

/// The media type of a format.
fn media_type(format: Format) -> &'static str {
    match format {
        Format::Parquet => "application/x-parquet",
        Format::Jsonl => "application/jsonlines",
        Format::Csv | Format::Traps => "text/csv",
        Format::Obf => "text/plain",
        Format::Openspiel | Format::Pgx => "application/zip",
    }
}

/// Every data file with its checksum, and the files of the main format together as one set of files.
fn distribution(plan: &Plan, files: &[Listed]) -> Vec<Value> {
    let of_format = |format: Format| {
        let prefix = format!("{format}/");
        files.iter().filter(move |file| file.path.starts_with(&prefix)).map(move |file| (format, file))
    };
    let mut found: Vec<Value> = plan.formats.iter().copied().flat_map(of_format).map(object).collect();
    if let Some(format) = main_format(&plan.formats) {
        found.push(json!({
            "@type": "cr:FileSet",
            "@id": format.name(),
            "name": format.name(),
            "description": "The files of all splits.",
            "encodingFormat": media_type(format),
            "includes": format!("{format}/*.{}", format.extension()),
        }));
    }
    found
}

fn object((format, file): (Format, &Listed)) -> Value {
    json!({
        "@type": "cr:FileObject",
        "@id": file.path,
        "name": file.path,
        "contentUrl": file.path,
        "contentSize": format!("{} B", file.bytes),
        "encodingFormat": media_type(format),
        "sha256": file.sum,
    })
}

/// The names of the splits.
fn splits() -> Value {
    json!({
        "@type": "cr:RecordSet",
        "@id": "splits",
        "name": "splits",
        "description": "The parts of the set.",
        "dataType": "cr:Split",
        "key": { "@id": "splits/name" },
        "field": [{ "@type": "cr:Field", "@id": "splits/name", "name": "splits/name", "dataType": "sc:Text" }],
        "data": Split::ALL.map(|split| json!({ "splits/name": split.name() })),
    })
}

/// The positions with their columns.
fn positions(plan: &Plan, format: Format) -> Value {
    json!({
        "@type": "cr:RecordSet",
        "@id": "positions",
        "name": "positions",
        "description": "All positions with their labels.",
        "key": { "@id": "positions/id" },
        "field": columns(plan.is_joined()).iter().map(|&column| field(format, column)).collect::<Vec<_>>(),
    })
}

/// The type of a column's entries.
fn data_type(format: Format, kind: Kind) -> &'static str {
    match kind {
        Kind::Number(_) => "sc:Integer",
        Kind::Squares if format == Format::Parquet => "sc:Integer",
        Kind::Text | Kind::Squares | Kind::Moves => "sc:Text",
    }
}

fn field(format: Format, (name, kind, meaning): (&str, Kind, &str)) -> Value {
    let id = format!("positions/{name}");
    let source = |transform: Option<&str>| {
        let mut source = json!({ "fileSet": { "@id": format.name() }, "extract": { "column": name } });
        if let Some(part) = transform {
            source["transform"] = json!({ "jsonPath": part });
        }
        source
    };
    let mut field = json!({ "@type": "cr:Field", "@id": id, "name": id, "description": meaning });
    if kind == Kind::Moves && format != Format::Csv {
        let part = |(name, kind, meaning): (&str, Kind, &str)| {
            let id = format!("{id}/{name}");
            json!({
                "@type": "cr:Field", "@id": id, "name": id, "description": meaning,
                "dataType": data_type(format, kind), "source": source(Some(name)),
            })
        };
        field["repeated"] = json!(true);
        field["subField"] = json!(MOVE_PARTS.map(part));
        return field;
    }
    field["dataType"] = json!(data_type(format, kind));
    field["source"] = source(None);
    if name == "split" {
        field["references"] = json!({ "field": { "@id": "splits/name" } });
    }
    field
}
