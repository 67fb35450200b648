//! Texts that are one of a few words, for the description: what the types of the records do not say.

use campaign::view::Standing;
use serde_json::Value;
use solver::Start;
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

/// A text that is one of these words, or null if `is_nullable`.
fn one_of(words: &[&str], is_nullable: bool, description: &str) -> Object {
    let types = [Type::String].into_iter().chain(is_nullable.then_some(Type::Null));
    let values = words.iter().map(|&word| Value::from(word)).chain(is_nullable.then_some(Value::Null));
    let schema_type = if is_nullable { types.collect() } else { SchemaType::Type(Type::String) };
    let builder = ObjectBuilder::new().schema_type(schema_type).description(Some(description));
    builder.enum_values(Some(values.collect::<Vec<_>>())).build()
}

pub(super) fn outcome() -> Object {
    let about = "`win`, `draw` or `loss` of the side to move; null where it is not known.";
    one_of(&["win", "draw", "loss"], true, about)
}

pub(super) fn side() -> Object {
    one_of(&["X", "O"], false, "Side to move: X (Black) or O (White).")
}

pub(super) fn scoring() -> Object {
    one_of(&["discs", "wof"], false, "Who gets the empties: `discs` or `wof`.")
}

pub(super) fn start() -> Object {
    one_of(&Start::ALL.map(Start::name), false, "How the four discs in the centre stand before the first move.")
}

pub(super) fn kind() -> Object {
    let about = "`bounds`: what searches have proven; `whole`: every position that can be reached from a start.";
    one_of(&["bounds", "whole"], false, about)
}

pub(super) fn reason() -> Object {
    let about = "`solved`, `time` (the limit came first), `stopped` (the server ends), `table` (a table holds something \
                 false) or `busy` (its place in the queue went to a client that had fewer).";
    one_of(&["solved", "time", "stopped", "table", "busy"], false, about)
}

pub(super) fn mode() -> Object {
    one_of(&["wld", "exact"], false, "How far to go: `wld` (who wins) or `exact` (by how much).")
}

pub(super) fn lead() -> Object {
    one_of(&["leads", "stopped", "done"], false, "What the driver does, by its own word.")
}

pub(super) fn standing() -> Object {
    let about = "What became of the position: the game is `over`, the question is `decided`, it was `split`, its job has `exceeded` the \
                 budget and a larger one follows, or it is `open`.";
    one_of(&Standing::ALL.map(Standing::name), false, about)
}
