//! What tests of campaigns share: a campaign in a folder of its own.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::support::{NO_TABLE, Run, run};

/// A campaign in a folder of its own.
pub(crate) struct Folder {
    _parent: tempfile::TempDir,
    pub(crate) path: PathBuf,
}

impl Folder {
    pub(crate) fn plan(options: &[&str]) -> Self {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("campaign");
        let planned = run(&[&["campaign", "plan", path.to_str().unwrap()], options].concat());
        assert_eq!((planned.status, planned.stderr.as_str()), (Some(0), ""), "{planned:?}");
        Self { _parent: parent, path }
    }

    pub(crate) fn name(&self) -> &str {
        self.path.to_str().expect("temporary directories have plain names")
    }

    pub(crate) fn ledger(&self) -> PathBuf {
        self.path.join("ledger.txt")
    }

    pub(crate) fn call(&self, command: &str, options: &[&str]) -> Run {
        run(&[&["campaign", command, self.name()], options].concat())
    }

    pub(crate) fn run(&self, options: &[&str]) -> Value {
        self.call("run", &[&["--memory", "16MiB", "--json", "--quiet"], NO_TABLE, options].concat()).record(0)
    }

    pub(crate) fn report(&self) -> Value {
        self.call("report", &["--json"]).record(0)
    }

    /// Names of all jobs in the ledger; none may occur twice.
    #[track_caller]
    pub(crate) fn jobs(&self) -> HashSet<String> {
        let text = fs::read_to_string(self.ledger()).unwrap();
        let names: Vec<String> =
            text.lines().filter_map(|line| line.strip_prefix("job ")).map(|line| line[..16].to_owned()).collect();
        let different: HashSet<String> = names.iter().cloned().collect();
        assert_eq!(names.len(), different.len(), "a job is counted twice");
        different
    }
}
