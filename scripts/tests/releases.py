#!/usr/bin/env python3
"""Tests of scripts/release, in small repositories made here, and of its checks on this one."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))
sys.dont_write_bytecode = True

from releasing import versions  # noqa: E402

FILES = {
    "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.1.0 (2026-01-02)\n\n- The first.\n",
    "CITATION.cff": "cff-version: 1.2.0\nversion: 0.2.0\ndate-released: 2026-01-02\n",
    "Cargo.toml": '[workspace.package]\nversion = "0.2.0"\n[workspace.dependencies]\n'
    'a = { package = "exact-othello-a", path = "a", version = "0.2.0" }\nserde = { version = "1" }\n',
    "Cargo.lock": '[[package]]\nname = "exact-othello-a"\nversion = "0.2.0"\n\n'
    '[[package]]\nname = "serde"\nversion = "1.0.0"\nsource = "registry"\n',
}


def git(folder, *words):
    """The output of git."""
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    return subprocess.run(["git", *who, *words], cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


class Release(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        git(self.folder, "init", "--quiet", "--initial-branch", "main")
        git(self.folder, "config", "user.name", "Somebody")
        git(self.folder, "config", "user.email", "somebody@example.org")
        for name, text in FILES.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        self.commit()
        git(self.folder, "tag", "v0.1.0")

    def commit(self):
        git(self.folder, "add", ".")
        git(self.folder, "commit", "--quiet", "--message", "A change")

    def change(self, name, old, new):
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new), encoding="utf-8")

    def release(self, *words):
        """Status, standard output and error."""
        command = [REPOSITORY / "scripts" / "release", *words, "--repository", self.folder, "--date", "2026-03-04"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def refused(self, expected, *words):
        head = git(self.folder, "rev-parse", "HEAD")
        status, _, said = self.release(*(words or ("0.2.0",)))
        self.assertEqual(status, 1, said)
        self.assertIn(expected, said)
        self.assertEqual(git(self.folder, "rev-parse", "HEAD"), head)

    def test_a_release_is_dated_committed_and_tagged(self):
        status, said, errors = self.release("0.2.0")
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("git push origin HEAD v0.2.0", said)
        changelog = (self.folder / "CHANGELOG.md").read_text(encoding="utf-8")
        self.assertTrue(changelog.startswith("# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-03-04)\n\n### Added\n- A thing.\n"))
        self.assertIn("date-released: 2026-03-04", (self.folder / "CITATION.cff").read_text(encoding="utf-8"))
        self.assertEqual(git(self.folder, "status", "--porcelain"), "")
        self.assertEqual(git(self.folder, "rev-parse", "v0.2.0^{commit}"), git(self.folder, "rev-parse", "HEAD"))
        self.assertEqual(self.release("--notes", "v0.2.0")[1], "### Added\n- A thing.\n")
        self.refused("v0.2.0 is there already")

    def test_a_dry_run_changes_nothing(self):
        before = {path: path.read_bytes() for path in self.folder.glob("C*")}
        status, said, _ = self.release("0.2.0", "--dry-run")
        self.assertEqual(status, 0)
        self.assertIn("Unreleased becomes 0.2.0 (2026-03-04)", said)
        self.assertEqual({path: path.read_bytes() for path in self.folder.glob("C*")}, before)
        self.assertEqual(git(self.folder, "tag").split(), ["v0.1.0"])

    def test_a_tree_that_is_not_clean(self):
        (self.folder / "new").write_text("x", encoding="utf-8")
        self.refused("the tree is not clean: 1 files, the first of them new\n")
        (self.folder / "new").unlink()
        self.change("Cargo.lock", "serde", "serve")
        self.refused("the tree is not clean: 1 files, the first of them Cargo.lock\n")
        (self.folder / "Cargo.lock").unlink()
        self.refused("the tree is not clean: 1 files, the first of them Cargo.lock\n")

    def test_versions_that_differ_are_named_with_their_places(self):
        for name, old, new, place in [
            ("CITATION.cff", "version: 0.2.0", "version: 0.1.0", "CITATION.cff has version 0.1.0"),
            ("Cargo.toml", '"a", version = "0.2.0"', '"a", version = "0.1.9"', "Cargo.toml exact-othello-a has version 0.1.9"),
            ("Cargo.lock", 'a"\nversion = "0.2.0"', 'a"\nversion = "0.1.8"', "Cargo.lock exact-othello-a has version 0.1.8"),
        ]:
            self.change(name, old, new)
            self.commit()
            self.refused(f"scripts/release: {place}: run --raise first\n")
            self.refused(place, "0.2.0", "--dry-run")
            git(self.folder, "reset", "--quiet", "--hard", "HEAD~1")

    def test_one_line_says_that_the_version_is_to_be_raised(self):
        expected = ("scripts/release: CITATION.cff has version 0.2.0, and 3 more places name another than 0.3.0: "
                    "run --raise first\n")
        self.assertEqual(self.release("0.3.0", "--dry-run"), (1, "", expected))

    def test_a_version_is_raised_in_every_place_and_nowhere_else(self):
        status, said, errors = self.release("0.3.0", "--raise")
        self.assertEqual((status, said, errors), (0, "3 files have version 0.3.0\n", ""))
        self.assertEqual(git(self.folder, "status", "--porcelain"), "")
        for name, text in FILES.items():
            changed = text if name == "CHANGELOG.md" else text.replace("0.2.0", "0.3.0")
            self.assertEqual((self.folder / name).read_text(encoding="utf-8"), changed)
        self.refused("every place has version 0.3.0 already", "0.3.0", "--raise")
        self.assertEqual(self.release("0.3.0")[0], 0)
        (self.folder / "new").write_text("x", encoding="utf-8")
        self.refused("the tree is not clean", "0.4.0", "--raise")

    def test_a_version_is_not_raised_in_a_dry_run(self):
        head = git(self.folder, "rev-parse", "HEAD")
        said = "3 files get version 0.3.0, in 4 places; commit\n"
        self.assertEqual(self.release("0.3.0", "--raise", "--dry-run"), (0, said, ""))
        self.assertEqual(git(self.folder, "rev-parse", "HEAD"), head)
        self.assertEqual(git(self.folder, "status", "--porcelain"), "")

    def test_a_version_is_not_lowered(self):
        self.refused("0.2.0 is higher", "0.1.9", "--raise")
        self.refused("the tag v0.1.0 is there already", "0.1.0", "--raise")
        git(self.folder, "tag", "v0.4.0")
        self.refused("0.4.0 is higher", "0.3.0", "--raise")

    def test_a_lower_version_and_a_changelog_without_news(self):
        self.refused("v0.1.0 is higher", "0.0.9")
        for old, new in [("- A thing.\n\n", ""), ("### Added\n", "")]:
            self.change("CHANGELOG.md", old, new)
            self.commit()
            self.refused("CHANGELOG.md says nothing under Unreleased")

    def test_what_fails_halfway_leaves_all_as_it_was(self):
        def unchanged(expected, *words):
            self.refused(expected, *words)
            self.assertEqual(git(self.folder, "status", "--porcelain"), "")
            self.assertEqual(git(self.folder, "tag").split(), ["v0.1.0"])

        hook = self.folder / ".git" / "hooks" / "pre-commit"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        hook.chmod(0o755)
        unchanged("git commit: it ended with status 1")
        unchanged("git commit: it ended with status 1", "0.3.0", "--raise")
        hook.unlink()
        git(self.folder, "config", "tag.gpgSign", "true")
        git(self.folder, "config", "gpg.program", "false")
        unchanged("git tag: ")
        git(self.folder, "config", "tag.gpgSign", "false")
        self.assertEqual(self.release("0.2.0")[0], 0)

    def test_what_is_no_version(self):
        for version in ("1.0", "1.02.0", "0.\N{ARABIC-INDIC DIGIT THREE}.0", "v0.3.0", "0.3.0\n"):
            self.assertEqual(self.release(version, "--raise")[0], 2, version)
        self.assertEqual(self.release("--notes", "v9.9.9")[0], 1)


class ThisRepository(unittest.TestCase):
    def test_every_place_names_the_same_version(self):
        places = versions.named(REPOSITORY)
        found = {place.version for place in places}
        self.assertEqual(len(found), 1, [place for place in places if place.version != places[0].version])
        for name in ("CITATION.cff", "Cargo.toml [workspace.package]", "explorer/openapi.json"):
            self.assertIn(name, [place.place for place in places])

    def test_the_oldest_rust_is_the_same_everywhere(self):
        named = {"*Cargo.toml": r'^rust-version = "([^"]+)"', "*.md": r"Rust (\d+\.\d+) or newer"}
        named |= {"scripts/setup": r"Rust (\d+\.\d+) or newer", ".github/*.yml": r'(?:rust|toolchain): "(\d+\.\d+)"'}
        found = {pattern: [] for pattern in named}
        for pattern, expression in named.items():
            for name in git(REPOSITORY, "ls-files", pattern).splitlines():
                text = (REPOSITORY / name).read_text(encoding="utf-8")
                found[pattern] += [(version, name) for version in re.findall(expression, text, re.MULTILINE)]
        self.assertTrue(all(found.values()), found)
        every = [place for places in found.values() for place in places]
        self.assertEqual(len({version for version, _ in every}), 1, every)

    def test_the_changelog_has_a_part_for_what_is_new(self):
        changelog = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
        self.assertIsNotNone(versions.notes(changelog, "Unreleased"))


if __name__ == "__main__":
    unittest.main()
