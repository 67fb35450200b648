//! The page's files: what is served is what the repository has, and pages name in advance all modules that they load.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

mod requests;

use requests::{get, ignorant, limits, text};

/// The files of the page with an ending.
fn files(ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/src");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|found| found == ending)).collect()
}

/// What stands between two texts on the lines of a file that have both.
fn between(file: &Path, begin: &str, end: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let found = |line: &str| Some(line.split_once(begin)?.1.split_once(end)?.0.to_owned());
    text.lines().filter_map(found).collect()
}

#[tokio::test]
async fn scripts_are_served_as_they_stand() {
    let router = ignorant(limits());
    // These two are for the page without a server.
    let alone = ["worker.js", "module.js"];
    for file in files("js") {
        let name = file.file_name().unwrap().to_str().unwrap();
        let response = get(&router, &format!("/{name}")).await;
        assert_eq!(response.status().is_success(), !alone.contains(&name), "{name}");
        if response.status().is_success() {
            assert_eq!(response.headers()["content-type"], "text/javascript; charset=utf-8", "{name}");
            assert_eq!(text(response).await, fs::read_to_string(&file).unwrap(), "{name}");
        }
    }
}

#[test]
fn a_page_names_in_advance_the_modules_that_its_script_imports() {
    for page in files("html") {
        let mut loaded = BTreeSet::new();
        let scripts = between(&page, "<script type=\"module\" src=\"/", "\"");
        assert_eq!(scripts.len(), 1, "{}", page.display());
        let mut next: Vec<String> = scripts.iter().cloned().collect();
        while let Some(module) = next.pop() {
            let imports = between(&page.with_file_name(&module), " from \"./", "\";");
            next.extend(imports.into_iter().filter(|one| !loaded.contains(one)));
            loaded.insert(module);
        }
        let named = between(&page, "<link rel=\"modulepreload\" href=\"/", "\"");
        assert_eq!(named, &loaded - &scripts, "{}", page.display());
    }
}

#[test]
fn the_lock_file_names_no_host() {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/package-lock.json");
    assert!(!fs::read_to_string(lock).unwrap().contains("\"resolved\""));
}
