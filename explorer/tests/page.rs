//! The built page matches the sources beside it.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

#[test]
fn the_built_page_is_made_of_these_sources() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    let mut names: Vec<String> =
        fs::read_dir(web.join("src")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let mut files: Vec<String> = names.iter().map(|name| format!("src/{name}")).collect();
    files.extend(["build.mjs", "package-lock.json", "tsconfig.json"].map(str::to_owned));
    let mut hash = Sha256::new();
    for file in &files {
        hash.update(format!("{file}\n"));
        hash.update(fs::read(web.join(file)).unwrap());
    }
    let found: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let kept = fs::read_to_string(web.join("dist/sources.sha256")).unwrap();
    assert_eq!(kept.trim(), found, "explorer/web/dist is older than its sources: run npm ci && npm run build there");
}

#[test]
fn the_lock_file_names_no_host() {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/package-lock.json");
    assert!(!fs::read_to_string(lock).unwrap().contains("\"resolved\""));
}

#[test]
fn the_types_of_the_page_are_made_of_the_description() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hash = Sha256::digest(fs::read(root.join("openapi.json")).unwrap());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let types = fs::read_to_string(root.join("web/src/records.ts")).unwrap();
    assert!(types.contains(&hash), "web/src/records.ts is older than openapi.json: run npm ci && npm run build there");
}
