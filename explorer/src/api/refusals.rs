//! Refusals that any request may get instead of its answer, for the API description.

use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{Components, Content, ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder};

/// A refusal: its status, its name in the description, what it means, and whether its body is an error in JSON.
type Refusal = (&'static str, &'static str, &'static str, bool);

const REFUSALS: [Refusal; 6] = [
    ("400", "Unreadable", "The request cannot be read, or does not say by one readable Host whom it asks", true),
    ("403", "Elsewhere", "A page from elsewhere asks", true),
    ("421", "Misdirected", "Another server is asked for", true),
    ("431", "LargeHead", "The head of the request is too large", false),
    ("500", "Failed", "The server has failed, or what a table says is false", true),
    ("504", "Late", "The answer takes far too long", false),
];

/// Adds the refusals to each operation that does not describe an answer of that status itself.
pub(super) fn describe(api: &mut OpenApi) {
    let components = api.components.get_or_insert_with(Components::new);
    for (_, name, about, is_json) in REFUSALS {
        components.responses.insert(name.to_owned(), RefOr::T(response(about, is_json)));
    }
    for item in api.paths.paths.values_mut() {
        for operation in operations(item) {
            for (status, name, ..) in REFUSALS {
                let responses = &mut operation.responses.responses;
                responses.entry(status.to_owned()).or_insert_with(|| RefOr::Ref(Ref::from_response_name(name)));
            }
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post].into_iter().filter_map(Option::as_mut)
}

fn response(about: &str, is_json: bool) -> Response {
    let error: Content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorRecord"))).build();
    let builder = ResponseBuilder::new().description(about);
    if is_json { builder.content("application/json", error).build() } else { builder.build() }
}
