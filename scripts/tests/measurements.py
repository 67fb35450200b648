#!/usr/bin/env python3
"""The store of measurements: what is kept is not measured again, and of other commits only the requested part counts."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from reproductions.measurements import Measurements, OutOfTime, Steps


class Kept(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.asked = 0

    def ask(self):
        self.asked += 1
        return {"answer": self.asked}

    def measurements(self, commit, **more):
        return Measurements(self.folder.name, lambda: commit, **more)

    def test_a_record_is_measured_once(self):
        first = self.measurements("a").record("one", "two", measure=self.ask)
        again = self.measurements("b")
        self.assertEqual((first["answer"], first["commit"], first["command"]), (1, "a", ["one", "two"]))
        self.assertEqual(again.record("one", "two", measure=self.ask), first)
        self.assertEqual((again.commits, self.asked), ({"a"}, 1))
        self.assertIsNone(again.known("one"))

    def test_other_commits_count_if_they_are_named(self):
        self.measurements("a", also=()).measured("x", lambda: [1])
        self.assertEqual(self.measurements("b", also=("a",)).measured("x", lambda: [2]), [1])
        self.assertEqual(self.measurements("b", also=()).measured("x", lambda: [3]), [3])
        self.assertIsNone(self.measurements("a", also=()).known("x"))

    def test_after_the_time_nothing_new_is_measured(self):
        self.measurements("a").measured("x", lambda: 1)
        late = self.measurements("a", minutes=-1)
        self.assertEqual(late.measured("x", lambda: 2), 1)
        with self.assertRaises(OutOfTime):
            late.measured("y", lambda: 2)

    def test_lines_of_a_command(self):
        program = pathlib.Path(self.folder.name) / "program"
        program.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "p 1 (commit abc)" || echo "[\\"$1\\"]"\n', encoding="utf-8")
        program.chmod(0o755)
        steps = Steps(program, self.folder.name)
        self.assertEqual((steps.known_lines("hello"), steps.load("hello")), ([], None))
        self.assertEqual(steps.lines("hello"), [["hello"]])
        self.assertEqual((steps.known_lines("hello"), steps.commits), ([["hello"]], {"abc"}))
        self.assertIsNotNone(steps.load("hello"))


if __name__ == "__main__":
    unittest.main()
