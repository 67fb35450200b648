//! A set's title, licence and citation.

use solver::Mode;

use crate::plan::Plan;
use crate::sources::Span;

/// Who made the program.
pub(crate) const AUTHORS: &str = "The authors of exact-othello";
/// Where the program and its sets are published.
pub(crate) const ADDRESS: &str = env!("CARGO_PKG_REPOSITORY");
/// The year of this version, as in `CITATION.cff`; a constant, so that the same plan gives the same bytes.
pub(crate) const YEAR: &str = "2026";

/// The set's title.
pub(crate) fn title(plan: &Plan) -> String {
    let kind = if plan.traps.is_some() {
        "trapped "
    } else if plan.decisive {
        "decisive "
    } else {
        ""
    };
    format!("Othello {}: {kind}positions{} with proven {}", plan.board, empties(plan), labels(plan))
}

/// The number of empty squares, as part of a sentence.
pub(crate) fn empties(plan: &Plan) -> String {
    match plan.empties {
        Some(Span { least, most }) if least == most => format!(" with {least} empty squares"),
        Some(Span { least, most }) => format!(" with {least} to {most} empty squares"),
        None => String::new(),
    }
}

fn labels(plan: &Plan) -> &'static str {
    if plan.labels == Mode::Exact { "values" } else { "outcomes" }
}

/// The licence of a set: its name on dataset sites, and its address. Unknown for positions from a file, which may have an
/// owner.
pub(crate) fn licence(plan: &Plan) -> (&'static str, Option<&'static str>) {
    match plan.source_sha256 {
        None => ("cc-by-4.0", Some("https://creativecommons.org/licenses/by/4.0/")),
        Some(_) => ("unknown", None),
    }
}

/// The program's version in a set's plan: the second word of `solve 0.1.0 (commit …)`.
pub(crate) fn version(plan: &Plan) -> Option<&str> {
    let word = plan.made_by.split(' ').nth(1)?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (word.split('.').count() == 3 && word.split('.').all(is_number)).then_some(word)
}

/// A BibTeX entry.
pub(crate) fn bibtex(plan: &Plan) -> String {
    let empties = plan.empties.map_or(String::new(), |Span { least, most }| match least == most {
        true => format!("-{least}"),
        false => format!("-{least}-{most}"),
    });
    // Only the name, of `greedy:0.1` for example.
    let name = plan.source.to_string();
    let source = name.split(':').next().unwrap_or_default();
    format!(
        "@misc{{exact-othello-{}{empties}-{source}-{},\n  title = {{{}}},\n  author = {{{{{AUTHORS}}}}},\n  year = {{{YEAR}}},\n  \
         note = {{Made by {}, source of positions: {}}},\n  url = {{{ADDRESS}}}\n}}",
        plan.board,
        plan.labels.name(),
        title(plan),
        plan.made_by,
        plan.source
    )
}

/// The card's section on licence and citation.
pub(crate) fn section(plan: &Plan) -> String {
    let terms = match licence(plan).1 {
        Some(address) => format!("The set is licensed under [CC BY 4.0]({address})."),
        None => {
            "The positions are those of a file; whose it is says under which terms they may be passed on. The labels \
             are licensed under [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)."
                .to_owned()
        }
    };
    format!("## Licence and citation\n\n{terms} To cite it:\n\n```bibtex\n{}\n```", bibtex(plan))
}
