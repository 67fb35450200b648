#!/usr/bin/env python3
"""Tests of scripts/circles, on small crates made here."""

import subprocess
import tempfile
import unittest
from pathlib import Path

CIRCLES = Path(__file__).resolve().parent.parent / "circles"


def found(files, *options):
    """The printed lines, except the first, for a crate of these files, and whether it was refused."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            file = Path(folder) / "src" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        done = subprocess.run([CIRCLES, *options, folder], capture_output=True, text=True, check=False)
        return [line.strip() for line in done.stdout.splitlines()[1:]], done.returncode


class Circles(unittest.TestCase):
    def test_two_files_that_use_each_other(self):
        files = {
            "lib.rs": "mod a; mod b;",
            "a.rs": "use crate::b::{self, B as Other}; pub struct A(Other);",
            "b.rs": "pub struct B; fn f() { super::a::A::new(); }",
        }
        self.assertEqual(found(files), (["a.rs uses b.rs", "b.rs uses a.rs"], 1))

    def test_what_is_exported_again_counts_as_the_file_that_defines_it(self):
        files = {
            "lib.rs": "mod a; mod b; pub use a::*; pub use b::B;",
            "a.rs": "use crate::B; pub struct A;",
            "b.rs": "pub struct B; mod inner { use super::super::A; }",
        }
        self.assertEqual(found(files), (["a.rs uses b.rs", "b.rs uses a.rs"], 1))
        files["b.rs"] = "pub struct B;"
        self.assertEqual(found(files), ([], 0))

    def test_comments_strings_and_tests_do_not_count(self):
        files = {
            "lib.rs": "mod a; mod b;",
            "a.rs": "use crate::b::B; pub struct A;",
            "b.rs": """//! Like [`crate::a::A`].
                pub const B: &str = "use crate::a::A; \\" crate::a::A"; const C: char = '"'; /* crate::a::A */
                #[cfg(test)]
                mod tests { use crate::a::A; }
            """,
        }
        self.assertEqual(found(files), ([], 0))

    def test_a_module_and_its_parts_are_a_circle_only_if_one_is_strict(self):
        files = {
            "lib.rs": "mod shape;",
            "shape/mod.rs": "mod round; pub trait Shape {} pub fn make() -> round::Round { todo!() }",
            "shape/round.rs": "use super::Shape; pub struct Round; impl Shape for Round {}",
        }
        self.assertEqual(found(files), ([], 0))
        lines = ["shape/mod.rs uses shape/round.rs", "shape/round.rs uses shape/mod.rs"]
        self.assertEqual(found(files, "--strict"), (lines, 1))


if __name__ == "__main__":
    unittest.main()
