#!/usr/bin/env python3
"""Tests of scripts/release-data: the same bytes twice, all files listed, and tables that agree with the data."""

import csv
import hashlib
import json
import pathlib
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from unittest import mock

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))
sys.dont_write_bytecode = True

from releasing import archives, staging  # noqa: E402

PROGRAM = REPOSITORY / "scripts" / "release-data"


def made(folder, *options):
    """Runs the script."""
    subprocess.run([PROGRAM, folder, *options], check=True, stdout=subprocess.DEVNULL)


class Archives(unittest.TestCase):
    def test_the_same_tree_gives_the_same_bytes_and_all_sums_are_right(self):
        with tempfile.TemporaryDirectory() as place:
            one, two = pathlib.Path(place) / "one", pathlib.Path(place) / "two"
            made(one)
            made(two)
            sums = (one / "SHA256SUMS").read_text(encoding="utf-8")
            self.assertEqual(sums, (two / "SHA256SUMS").read_text(encoding="utf-8"))
            packed = sorted(path.name for path in one.glob("*.tar.gz"))
            self.assertEqual([line.split("  ")[1] for line in sums.splitlines()], packed)
            for line in sums.splitlines():
                sum_, name = line.split("  ")
                self.assertEqual(sum_, hashlib.sha256((one / name).read_bytes()).hexdigest())
                self.look_into(one / name)

    def look_into(self, archive):
        """Everything in an archive is in its list of checksums with the right sum, and it contains no owner or time."""
        folder = archive.name.removesuffix(".tar.gz")
        with tarfile.open(archive) as tar:
            content = {entry.name: tar.extractfile(entry).read() for entry in tar.getmembers()}
            self.assertEqual({(entry.uid, entry.mtime, entry.mode) for entry in tar.getmembers()}, {(0, 0, 0o644)})
        listed = dict(line.split("  ")[::-1] for line in content[f"{folder}/SHA256SUMS"].decode().splitlines())
        found = {name.removeprefix(f"{folder}/"): hashlib.sha256(bytes_).hexdigest() for name, bytes_ in content.items()}
        del found["SHA256SUMS"]
        self.assertEqual(found, listed, archive.name)
        self.assertTrue({"README.md", "croissant.json"} <= found.keys(), archive.name)

    def test_a_changed_file_changes_its_archive(self):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place) / "some"
            folder.mkdir()
            (folder / "file").write_text("one", encoding="utf-8")
            sums = []
            for text in ("one", "two", "one"):
                (folder / "file").write_text(text, encoding="utf-8")
                sums.append(archives.checksum(archives.pack(folder, pathlib.Path(place) / "some.tar.gz")))
            self.assertEqual(sums[0], sums[2])
            self.assertNotEqual(sums[0], sums[1])

    def test_an_archive_appears_whole_or_not_at_all(self):
        with tempfile.TemporaryDirectory() as place:
            folder, archive = pathlib.Path(place) / "some", pathlib.Path(place) / "some.tar.gz"
            folder.mkdir()
            (folder / "file").write_text("one", encoding="utf-8")
            archive.write_text("an older one", encoding="utf-8")
            with mock.patch.object(pathlib.Path, "replace", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
                archives.pack(folder, archive)
            self.assertEqual(archive.read_text(encoding="utf-8"), "an older one")


class Folders(unittest.TestCase):
    def test_folders_that_are_there_stay_as_they_are(self):
        with tempfile.TemporaryDirectory() as place:
            made(place, "--folders")
            before = archives.sums(pathlib.Path(place))
            self.assertIn("croissant.json\n", before)
            again = subprocess.run([PROGRAM, place, "--folders"], capture_output=True, text=True, check=False)
            self.assertEqual((again.returncode, again.stdout), (1, ""))
            self.assertRegex(again.stderr, r"^scripts/release-data: .*-0\..* is there already\n$")
            self.assertEqual(archives.sums(pathlib.Path(place)), before)
            self.assertEqual([path.name for path in pathlib.Path(place).glob(".*")], [])

    def test_a_file_that_git_does_not_know_is_refused(self):
        with tempfile.TemporaryDirectory() as place, mock.patch.object(staging, "DATA", pathlib.Path(place)):
            with self.assertRaisesRegex(SystemExit, "git cannot list the files"):
                staging.refuse_strays()
            subprocess.run(["git", "init", "--quiet"], cwd=place, check=True)
            staging.refuse_strays()
            (pathlib.Path(place) / "books").mkdir()
            (pathlib.Path(place) / "books" / "6x6 new.book").write_text("half a book", encoding="utf-8")
            with self.assertRaisesRegex(SystemExit, "data/books/6x6 new.book is not in git: commit it or remove it"):
                staging.refuse_strays()
            subprocess.run(["git", "add", "books"], cwd=place, check=True)
            staging.refuse_strays()

    def test_a_set_that_is_not_what_its_checksums_say_is_refused(self):
        source = REPOSITORY / "data" / "sets" / "6x6-s12"
        for name, change in [("README.md", lambda path: path.write_bytes(b"changed")), ("set.json", pathlib.Path.unlink)]:
            with tempfile.TemporaryDirectory() as place:
                staged = pathlib.Path(place) / "6x6-s12"
                shutil.copytree(source, staged)
                staging.stage_set(staged, pathlib.Path(place) / "sound")
                change(staged / name)
                with self.assertRaisesRegex(SystemExit, "data/sets/6x6-s12 is not what its SHA256SUMS says"):
                    staging.stage_set(staged, pathlib.Path(place) / "other")


class Proof(unittest.TestCase):
    def test_the_archive_of_the_proof_has_all_that_a_check_takes(self):
        with tempfile.TemporaryDirectory() as place:
            folder = staging.stage_proof(pathlib.Path(place) / "proof")
            page, workspace = ((folder / name).read_text(encoding="utf-8") for name in ("README.md", "Cargo.toml"))
            self.assertLessEqual(page.count("\n"), 40)
            for example, file, part in re.findall(r"cargo run .*--example (\w+) (\S+) (\S+)", page):
                self.assertTrue((folder / "proofs" / "checker" / "examples" / f"{example}.rs").exists())
                self.assertIn(f"part {part} of {archives.checksum(folder / file)}: ",
                              (folder / file).with_suffix(".parts.txt").read_text(encoding="utf-8"))
            for name in [*re.findall(r'path = "([^"]+)"', workspace), *staging.SOURCE]:
                manifest = (folder / name / "Cargo.toml").read_text(encoding="utf-8")
                for field in re.findall(r"^([\w-]+)\.workspace = true", manifest, re.MULTILINE):
                    self.assertRegex(workspace, rf"(?m)^{field} = ")
            for name in ("certificate.py", "proofs/FORMAT.md", "Cargo.lock", "LICENSE", "LICENSE-MIT"):
                self.assertTrue((folder / name).exists(), name)


class Tables(unittest.TestCase):
    def test_every_count_is_in_the_table_once(self):
        rows = list(csv.reader(staging.counts_table().splitlines()))[1:]
        self.assertEqual(len({tuple(row[:4]) for row in rows}), len(rows))
        lines = 0
        for path in (REPOSITORY / "data" / "counts").glob("*.txt"):
            lines += sum(not line.startswith("#") for line in path.read_text(encoding="utf-8").splitlines())
        self.assertEqual(len(rows), lines)
        known = {tuple(row[:4]): int(row[4]) for row in rows}
        self.assertEqual(known["4x4", "othello", "games-count", "17"], 60060)
        self.assertEqual(known["3x4", "reversi-rows", "positions", "4"], 1)

    def test_every_game_of_the_atlas_is_a_row_that_says_the_same(self):
        games = json.loads((REPOSITORY / "data" / "atlas.json").read_text(encoding="utf-8"))["games"]
        rows = list(staging.atlas_rows())
        self.assertEqual(len(rows), len(games))
        for game, row in zip(games, rows, strict=True):
            self.assertEqual({label["move"]: [label["lower"], label["upper"]] for label in row["moves"]}, game["moves"])
            self.assertEqual(row["line"].split(), game["line"])
            for name in ("board", "start", "scoring", "lower", "upper", "nodes", "commit"):
                self.assertEqual(row[name], game[name])


class Words(unittest.TestCase):
    def test_the_list_of_sets_is_what_their_plans_say(self):
        text = (REPOSITORY / "data" / "sets" / "README.md").read_text(encoding="utf-8")
        listed = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| [")]
        wanted = []
        for path in (REPOSITORY / "data" / "sets").iterdir():
            if path.is_dir():
                plan = json.loads((path / "set.json").read_text(encoding="utf-8"))
                if plan["source"] == "parts":
                    share = {100: "(has )?one in a hundred", 10: "(has )?one in ten"}[plan["share"]]
                    self.assertRegex(text, rf"\[{path.name}\]\({path.name}/README\.md\) {share}[^\[]* {plan['count']:,}\b")
                    continue
                self.assertTrue(plan["decisive"] and plan["empties"][0] == plan["empties"][1])
                games = {"random": "random moves", "greedy:0.1": "the evaluation, one move in ten random",
                         "alphabeta:8": "alpha-beta of depth 8 after eight random moves"}[plan["source"]]
                labels = {"exact": "values", "wld": "outcomes"}[plan["labels"]]
                link = f"[{path.name}]({path.name}/README.md)"
                wanted.append([link, plan["board"], str(plan["empties"][0]), str(plan["count"]), labels, games])
        self.assertEqual(sorted(listed), sorted(wanted))

    def test_the_list_of_plans_is_what_they_say(self):
        text = (REPOSITORY / "data" / "sets" / "README.md").read_text(encoding="utf-8")
        for path in (REPOSITORY / "data" / "sets").glob("*.plan"):
            made = runpy.run_path(str(REPOSITORY / "scripts" / "problem-sets"))
            plan = path.read_text(encoding="utf-8")
            shards = made["shards"](plan)
            rows = [line.split() for line in plan.splitlines() if line[:1].isdigit()]
            positions, board = sum(int(row[1].replace(",", "")) for row in rows), shards[0].options[1]
            listed = {name.split("/")[0] for name in made["read"](path.with_suffix(".sha256"))}
            cells = rf"{path.stem} \| \[plan\].*\| {board} \| .*\| {positions:,} \| {len(shards)}"
            self.assertRegex(text, rf"\n\| {cells} \|\n")
            self.assertEqual([shard.name for shard in made["chosen"](shards, f"3/{len(shards)}")], ["03"])
            self.assertEqual(len({tuple(shard.options) for shard in shards}), len(shards))
            self.assertEqual(listed, {shard.name for shard in shards})

    def test_checksums_of_shards_are_recorded_and_compared(self):
        made = runpy.run_path(str(REPOSITORY / "scripts" / "problem-sets"))
        with tempfile.TemporaryDirectory() as place:
            shard, beside = pathlib.Path(place) / "01", pathlib.Path(place) / "some.sha256"
            (shard / "jsonl").mkdir(parents=True)
            data = shard / "jsonl" / "test-00000-of-00001.jsonl"
            data.write_text("{}\n", encoding="utf-8")
            made["record"]([shard], beside, beside.with_suffix(".plan"))
            self.assertEqual(made["check"]([shard], made["read"](beside)), 0)
            done = subprocess.run(["sha256sum", "--quiet", "-c", beside], cwd=place, check=False)
            self.assertEqual(done.returncode, 0)
            for change in (lambda: data.write_text("{ }\n", encoding="utf-8"), data.unlink):
                change()
                self.assertEqual(made["check"]([shard], made["read"](beside)), 1)

    def test_the_crate_cites_as_the_citation_file_does(self):
        text = (REPOSITORY / "lab" / "problems" / "src" / "citation.rs").read_text(encoding="utf-8")
        cited = staging.citation()
        self.assertEqual(re.search(r'YEAR: &str = "(\d+)"', text)[1], cited.date[:4])
        self.assertEqual(re.search(r'AUTHORS: &str = "([^"]+)"', text)[1], cited.authors)

    def test_one_address_stands_everywhere(self):
        address = staging.citation().address
        manifest = (REPOSITORY / "Cargo.toml").read_text(encoding="utf-8")
        self.assertIn(f'repository = "{address}"', manifest)
        places = [REPOSITORY / "data" / "LICENSE", REPOSITORY / ".github" / "ISSUE_TEMPLATE" / "config.yml"]
        for place in [*places, *(REPOSITORY / "data" / "sets").glob("*/README.md")]:
            self.assertIn(address, place.read_text(encoding="utf-8"), place)


if __name__ == "__main__":
    unittest.main()
