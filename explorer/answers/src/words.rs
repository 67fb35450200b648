//! Texts limited to a few words, for the API description: the types of the records do not list them.

use serde_json::Value;
use solver::{Scoring, Start};
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

/// A text that is one of these words, or null if `is_nullable`.
#[must_use]
pub fn one_of(words: &[&str], is_nullable: bool, description: &str) -> Object {
    let types = [Type::String].into_iter().chain(is_nullable.then_some(Type::Null));
    let values = words.iter().map(|&word| Value::from(word)).chain(is_nullable.then_some(Value::Null));
    let schema_type = if is_nullable { types.collect() } else { SchemaType::Type(Type::String) };
    let builder = ObjectBuilder::new().schema_type(schema_type).description(Some(description));
    builder.enum_values(Some(values.collect::<Vec<_>>())).build()
}

/// Who wins.
#[must_use]
pub fn outcome() -> Object {
    let about = "`win`, `draw` or `loss` for the side to move; null if it is not known.";
    one_of(&["win", "draw", "loss"], true, about)
}

/// Who is to move.
#[must_use]
pub fn side() -> Object {
    one_of(&["X", "O"], false, "Side to move: X (Black) or O (White).")
}

/// A scoring.
#[must_use]
pub fn scoring() -> Object {
    one_of(&Scoring::ALL.map(Scoring::name), false, "The scoring: who gets the empties.")
}

/// A named start.
#[must_use]
pub fn start() -> Object {
    one_of(&Start::ALL.map(Start::name), false, "Arrangement of the four centre discs before the first move.")
}

/// A kind of table.
#[must_use]
pub fn kind() -> Object {
    let about = "`bounds`: limits that searches have proven; `whole`: every position that can be reached from a start.";
    one_of(&["bounds", "whole"], false, about)
}

/// Why a search ended.
#[must_use]
pub fn reason() -> Object {
    let about = "`solved`, `time` (the limit came first), `stopped` (the server ends), `table` (a table holds something \
                 false) or `busy` (its place in the queue went to a client that had fewer).";
    one_of(&["solved", "time", "stopped", "table", "busy"], false, about)
}
