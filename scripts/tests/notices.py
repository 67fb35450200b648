#!/usr/bin/env python3
"""Tests of scripts/notices and scripts/package: every licence is allowed and has a text, and an archive is complete."""

import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
from unittest import mock

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))
sys.dont_write_bytecode = True

from releasing import archives, licences, notices  # noqa: E402

#: A terminal and a language unlike any other: colours forced, and no letters beyond ASCII.
ODD = {"CLICOLOR_FORCE": "1", "COLUMNS": "20", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
PROGRAM = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")) / "release" / "solve"


class Expressions(unittest.TestCase):
    def test_what_a_licence_expression_asks_for(self):
        for text, wanted in [
            ("MIT", True),
            ("GPL-3.0", False),
            ("MIT OR GPL-3.0", True),
            ("GPL-3.0/MIT", True),
            ("MIT AND GPL-3.0", False),
            ("(MIT OR GPL-3.0) AND ISC", True),
            ("(GPL-2.0 OR GPL-3.0) AND ISC", False),
            ("GPL-3.0 OR MIT AND ISC", True),
            ("Apache-2.0 WITH LLVM-exception", False),
            ("", False),
        ]:
            self.assertEqual(licences.is_allowed(text, {"MIT", "ISC", "Apache-2.0"}), wanted, text)
        for text in ("(MIT", "MIT ISC"):
            with self.assertRaises(ValueError):
                licences.is_allowed(text, {"MIT", "ISC"})


class Packages(unittest.TestCase):
    def test_every_licence_is_one_that_deny_toml_allows(self):
        self.assertIn("MIT", licences.allowed())
        self.assertEqual([f"{one.name}: {one.licence}" for one in licences.refused()], [])

    def test_every_package_has_a_text_and_nothing_under_the_gpl_is_among_them(self):
        text, names = self.noticed()
        self.assertEqual(names, [package.name for package in licences.compiled_in("exact-othello", licences.host())])
        self.assertTrue({"librocksdb-sys", "zstd-sys", "lz4-sys", "clap"} <= set(names))
        # RocksDB could be built with them, and is not.
        self.assertFalse({"bzip2-sys", "libz-sys"} & set(names))
        for part in ("The LevelDB Authors", "Yann Collet", "Meta Platforms"):
            self.assertTrue(part in text, part)
        for part in ("GNU GENERAL PUBLIC LICENSE\n", "GNU AFFERO", str(pathlib.Path.home())):
            self.assertFalse(part in text, part)

    def noticed(self, *options):
        """The notices, and the names of their packages."""
        command = [REPOSITORY / "scripts" / "notices", *options]
        text = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True, env={**os.environ, **ODD}).stdout
        return text, [line.split()[1] for line in text.splitlines() if line.startswith("| ") and "](#text-" in line]

    def test_the_page_without_a_server_has_notices_of_its_own(self):
        text, names = self.noticed("--page")
        self.assertIn("The module `explorer.wasm` contains these packages.", text)
        self.assertTrue({"rayon", "serde_json"} <= set(names), names)
        self.assertFalse({"clap", "librocksdb-sys", "libc"} & set(names), names)

    @unittest.skipUnless(licences.of_rust(), "this Rust has no notices of its standard library")
    def test_all_that_must_go_along_does(self):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            notices.put(folder, notices.PAGE)
            for name, part in [
                ("LICENSE", "MIT License"),
                ("THIRD-PARTY.md", "| rayon "),
                ("THIRD-PARTY-RUST.html", "The Rust Standard Library"),
            ]:
                self.assertIn(part, (folder / name).read_text(encoding="utf-8"), name)

    def test_rust_is_found_where_rustup_puts_it(self):
        with tempfile.TemporaryDirectory() as home, mock.patch.dict(os.environ, {"HOME": home, "PATH": f"{home}/none"}):
            with self.assertRaisesRegex(SystemExit, "rustc is missing: install Rust"):
                licences.host()
            rustc = pathlib.Path(home) / ".cargo" / "bin" / "rustc"
            rustc.parent.mkdir(parents=True)
            rustc.write_text("#!/bin/sh\necho host: here\n", encoding="utf-8")
            rustc.chmod(0o755)
            self.assertEqual(licences.host(), "here")


@unittest.skipUnless(licences.of_rust(), "this Rust has no notices of its standard library")
@unittest.skipUnless(PROGRAM.exists(), f"{PROGRAM} is not built")
class Archive(unittest.TestCase):
    def test_an_archive_has_all_that_belongs_to_the_program_twice_the_same(self):
        with tempfile.TemporaryDirectory() as place:
            sums = []
            for name, odd in (("one", {}), ("two", ODD)):
                dist = pathlib.Path(place) / name
                pack = [REPOSITORY / "scripts" / "package", dist, "--program", PROGRAM]
                subprocess.run(pack, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **odd})
                sums.append((dist / "SHA256SUMS").read_text(encoding="utf-8"))
            self.assertEqual(*sums)
            archive = next((pathlib.Path(place) / "one").glob("solve-*.tar.gz"))
            with tarfile.open(archive) as tar:
                tar.extractall(place, filter="data")
            folder = pathlib.Path(place) / archive.name.removesuffix(".tar.gz")
            self.assertTrue(os.access(folder / "bin" / "solve", os.X_OK))
            for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
                self.assertEqual(archives.checksum(folder / line.split("  ")[1]), line.split("  ")[0])
            for name in archives.files(folder / "share"):
                text = (folder / "share" / name).read_text(encoding="utf-8")
                self.assertFalse(str(pathlib.Path.home()) in text, name)
            for name in ("LICENSE", "THIRD-PARTY.md", "THIRD-PARTY-RUST.html", "CITATION.cff", "share/man/man1/solve-check.1"):
                self.assertGreater((folder / name).stat().st_size, 100, name)
            self.look_into_manual(folder / "share" / "man" / "man1")
            environment = {**os.environ, "SOLVE_TABLE": str(pathlib.Path(place) / "table")}
            solve = [folder / "bin" / "solve", "--board", "4x4"]
            done = subprocess.run(solve, stdout=subprocess.PIPE, text=True, check=True, env=environment)
            self.assertIn("-8 for Black", done.stdout)
            syntax = subprocess.run(["bash", "-n", folder / "share" / "completions" / "solve.bash"], check=False)
            self.assertEqual(syntax.returncode, 0)

    def look_into_manual(self, folder):
        """Every command has a page, also those of a command, and no page names one that is missing."""
        text = "".join(path.read_text(encoding="utf-8") for path in folder.iterdir())
        named = {page.replace("\\-", "-") for page in re.findall(r"^(\S+)\(1\)$", text, re.MULTILINE)}
        self.assertEqual({path.stem for path in folder.iterdir()}, {"solve", *named})
        self.assertTrue({"solve-check", "solve-book-build", "solve-mcts-match"} <= named, named)

    def test_what_is_not_this_program_is_refused(self):
        with tempfile.TemporaryDirectory() as place:
            other = pathlib.Path(place) / "other"
            for text, why in [
                (None, "other: No such file or directory"),
                ("echo something else", "other is not solve"),
                ("echo 'solve 9.9.9 (commit 0123456789)'", "other has version 9.9.9, this repository "),
                ("exit 3", "other --version ended with status 3"),
            ]:
                if text:
                    other.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
                    other.chmod(0o755)
                pack = [REPOSITORY / "scripts" / "package", f"{place}/dist", "--program", other]
                done = subprocess.run(pack, capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertRegex(done.stderr, rf"^scripts/package: \S+/{re.escape(why)}.*\n$")
                self.assertFalse((pathlib.Path(place) / "dist").exists())


if __name__ == "__main__":
    unittest.main()
