#!/usr/bin/env python3
"""Tests of scripts/notices and scripts/package: every licence is allowed and has a text, and an archive is complete."""

import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))
sys.dont_write_bytecode = True

from releasing import archives, licences  # noqa: E402

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
        text = subprocess.run([REPOSITORY / "scripts" / "notices"], stdout=subprocess.PIPE, text=True, check=True).stdout
        table = [line for line in text.splitlines() if line.startswith("| ") and "](#text-" in line]
        names = [line.split()[1] for line in table]
        self.assertEqual(names, [package.name for package in licences.compiled_in(licences.host())])
        self.assertTrue({"librocksdb-sys", "zstd-sys", "lz4-sys", "clap"} <= set(names))
        for part in ("The LevelDB Authors", "Yann Collet", "Meta Platforms"):
            self.assertTrue(part in text, part)
        for part in ("GNU GENERAL PUBLIC LICENSE\n", "GNU AFFERO", str(pathlib.Path.home())):
            self.assertFalse(part in text, part)


@unittest.skipUnless(PROGRAM.exists(), f"{PROGRAM} is not built")
class Archive(unittest.TestCase):
    def test_an_archive_has_all_that_belongs_to_the_program_twice_the_same(self):
        with tempfile.TemporaryDirectory() as place:
            sums = []
            for name in ("one", "two"):
                dist = pathlib.Path(place) / name
                pack = [REPOSITORY / "scripts" / "package", dist, "--program", PROGRAM]
                subprocess.run(pack, check=True, stdout=subprocess.DEVNULL)
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
            for name in ("LICENSE", "THIRD-PARTY.md", "CITATION.cff", "share/man/man1/solve.1", "share/man/man1/solve-check.1"):
                self.assertGreater((folder / name).stat().st_size, 100, name)
            environment = {**os.environ, "SOLVE_TABLE": str(pathlib.Path(place) / "table")}
            solve = [folder / "bin" / "solve", "--board", "4x4"]
            done = subprocess.run(solve, stdout=subprocess.PIPE, text=True, check=True, env=environment)
            self.assertIn("-8 for Black", done.stdout)
            syntax = subprocess.run(["bash", "-n", folder / "share" / "completions" / "solve.bash"], check=False)
            self.assertEqual(syntax.returncode, 0)


if __name__ == "__main__":
    unittest.main()
