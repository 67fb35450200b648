//! The atlas by the API: the file as it is, described field by field, and sent once.

mod requests;

use std::fs;
use std::path::Path;

use axum::http::StatusCode;
use http_body_util::BodyExt;
use requests::{ask, get, get_with, ignorant, limits, text};
use serde_json::Value;

#[tokio::test]
async fn the_atlas_is_the_repositorys_and_is_not_sent_twice() {
    let router = ignorant(limits());
    let response = get(&router, "/api/atlas").await;
    let header = |name: &str| response.headers()[name].clone();
    assert_eq!(
        (header("content-type"), header("cache-control")),
        ("application/json".parse().unwrap(), "no-cache".parse().unwrap())
    );
    let tag = header("etag");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/atlas.json");
    assert!(text(response).await == fs::read_to_string(file).unwrap(), "/api/atlas is not data/atlas.json");
    for (seen, status) in [(tag.to_str().unwrap(), StatusCode::NOT_MODIFIED), ("\"another\"", StatusCode::OK)] {
        let response = get_with(&router, "/api/atlas", "if-none-match", seen).await;
        assert_eq!(response.status(), status);
        let length = response.into_body().collect().await.unwrap().to_bytes().len();
        assert_eq!(length == 0, status == StatusCode::NOT_MODIFIED);
    }
}

#[tokio::test]
async fn without_scripts_the_pages_say_what_is_needed() {
    let router = ignorant(limits());
    for (address, link) in [
        ("/atlas", "href=\"/api/atlas\""),
        ("/atlas/6x6-othello-discs", "href=\"/api/atlas\""),
        ("/boards", "href=\"/api/boards\""),
        ("/campaigns", "href=\"/api/campaigns\""),
    ] {
        let page = text(get(&router, address).await).await;
        let (_, rest) = page.split_once("<noscript>").expect(address);
        let (told, _) = rest.split_once("</noscript>").expect(address);
        assert!(told.contains("needs JavaScript") && told.contains(link), "{address}: {told}");
    }
}

/// Checks that a value is what a schema says, with all of its fields and no others; the error says where it is not.
fn fits(value: &Value, schema: &Value, all: &Value, place: &str) -> Result<(), String> {
    let wrong = || Err(format!("{place}: {value} is not {schema}"));
    if let Some(name) = schema["$ref"].as_str() {
        return fits(value, &all[name.rsplit('/').next().unwrap()], all, place);
    }
    if let Some(parts) = schema["oneOf"].as_array() {
        let fitting = parts.iter().filter(|part| fits(value, part, all, place).is_ok()).count();
        return if fitting == 1 { Ok(()) } else { wrong() };
    }
    if let Some(words) = schema["enum"].as_array() {
        return if words.contains(value) { Ok(()) } else { wrong() };
    }
    match (schema["type"].as_str().unwrap(), value) {
        ("null", Value::Null) | ("string", Value::String(_)) => Ok(()),
        ("integer", Value::Number(number)) if number.is_i64() || number.is_u64() => Ok(()),
        ("array", Value::Array(items))
            if schema["minItems"].as_u64().unwrap_or(0) <= items.len() as u64
                && items.len() as u64 <= schema["maxItems"].as_u64().unwrap_or(u64::MAX) =>
        {
            items
                .iter()
                .enumerate()
                .try_for_each(|(at, item)| fits(item, &schema["items"], all, &format!("{place}/{at}")))
        }
        ("object", Value::Object(fields)) => {
            let Some(described) = schema["properties"].as_object() else {
                let of = &schema["additionalProperties"];
                return fields.iter().try_for_each(|(name, field)| fits(field, of, all, &format!("{place}/{name}")));
            };
            if described.len() != fields.len() || !fields.keys().all(|name| described.contains_key(name)) {
                return wrong();
            }
            fields.iter().try_for_each(|(name, field)| fits(field, &described[name], all, &format!("{place}/{name}")))
        }
        _ => wrong(),
    }
}

#[tokio::test]
async fn the_description_of_the_atlas_fits_it() {
    let router = ignorant(limits());
    let description = ask(&router, "/api/openapi.json").await;
    let schemas = &description["components"]["schemas"];
    let mut atlas = ask(&router, "/api/atlas").await;
    fits(&atlas, &schemas["AtlasRecord"], schemas, "").unwrap();
    // A wrong type or a missing field would be noticed.
    atlas["games"][5]["lower"] = "−4".into();
    assert!(fits(&atlas, &schemas["AtlasRecord"], schemas, "").unwrap_err().starts_with("/games/5/lower: "));
    atlas["games"][5].as_object_mut().unwrap().remove("lower");
    assert!(fits(&atlas, &schemas["AtlasRecord"], schemas, "").unwrap_err().starts_with("/games/5: "));
}

#[tokio::test]
async fn a_game_of_the_atlas_can_be_replayed_by_the_api() {
    let router = ignorant(limits());
    let atlas = ask(&router, "/api/atlas").await;
    let games = atlas["games"].as_array().unwrap();
    for game in games.iter().filter(|game| game["final"].is_object()) {
        let text = |name: &str| game[name].as_str().unwrap();
        let line: Vec<&str> = game["line"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        let [board, start, scoring] = ["board", "start", "scoring"].map(text);
        let address = format!("/api/game?board={board}&start={start}&scoring={scoring}&moves={}", line.concat());
        let record = ask(&router, &address).await;
        let plies = record["plies"].as_array().unwrap();
        assert_eq!(plies.len(), line.len() + 1, "{address}");
        assert_eq!(plies.last().unwrap()["discs"], game["final"], "{address}");
    }
}
