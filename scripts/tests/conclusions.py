#!/usr/bin/env python3
"""The pages of docs/results: programs write their blocks, and each number that a sentence cites stands in one of them."""

import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from reproductions import citing, concluding, lab, mcts, pages, plots, results, speed_report
from reproductions.intervals import Estimate, difference, direction, paired, signed, wilson

TEXTS, SUMMARY = pages.written(), pages.SUMMARY.read_text(encoding="utf-8")
SCRIPTS = "".join(path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(results.__file__).parent.glob("*.py")))
#: A page with one table.
PAGE = """# Title

We took 1,234 nodes, 0.70 of the others, on 6x6-s16 with c = 7. Othello has 64 squares (Smith 1999).

<!-- table: x -->
| Board | Nodes | Ratio |
| --- | --- | --- |
| 6x6 | 1,234 | × 0.7 |
<!-- end -->
<!-- given: squares 64 -->
"""


class Pages(unittest.TestCase):
    def test_every_block_of_a_page_is_written_by_a_program(self):
        made = re.compile(r'"([\w-]+)":|results\.write\(\{"([\w-]+)"|"(?:section|name)-made"|f"\{name\}-made"')
        written = {name for found in made.findall(SCRIPTS) for name in found if name} | {f"{part}-made" for part in mcts.PARTS}
        blocks = {block for text in TEXTS.values() for block in pages.blocks(text)}
        # A table of measurements made by hand.
        self.assertEqual(blocks - written, {"speed-tried"})

    def test_every_figure_is_what_the_table_of_its_page_says(self):
        self.assertEqual([*plots.stale(TEXTS)], [])
        speed = TEXTS["speed"].replace("× 1.303 |", "× 1.403 |").replace("figures/threads.svg", "figures/t.svg")
        found = [fault.split()[0] for fault in plots.stale({**TEXTS, "speed": speed})]
        self.assertEqual(found, ["data/figures/threads.svg", "docs/results/speed.md"])

    def test_numbers_are_read_with_their_units(self):
        cells = ["1,234", "−0.5 (−3 to 2)", "× 1.3", "16.4", "2.5 s", "20 µs", "18.8 G", "**1.64**", "none", "99.5 %"]
        self.assertEqual([plots.number(cell) for cell in cells], [1234, -0.5, 1.3, 16.4, 2500, 0.02, 18.8e9, 1.64, None, 99.5])

    def test_a_block_is_replaced_and_what_stands_around_it_stays(self):
        new = pages.replaced(PAGE, {"x": "| a |\n| --- |\n| [b](data/x) and [c](docs/results/y.md) |", "y": "none"})
        self.assertEqual(pages.blocks(new), {"x": "| a |\n| --- |\n| [b](../../data/x) and [c](y.md) |"})
        self.assertEqual(new.partition("<!-- table")[0], PAGE.partition("<!-- table")[0])
        self.assertEqual(pages.replaced(PAGE, {}), PAGE)

    def test_each_page_says_how_it_was_made(self):
        for name, text in TEXTS.items():
            self.assertRegex(text, r"Made by `scripts/reproduce [\w -]+` (?:at commits? [0-9a-f]{10}|on )", name)
            self.assertTrue(text.startswith("# "), name)


class Citations(unittest.TestCase):
    def wrong(self, text, summary=""):
        return citing.faults({"page": text}, summary)

    def test_the_pages_are_right(self):
        self.assertEqual(citing.faults(TEXTS, SUMMARY), [])
        self.assertEqual(concluding.stale(TEXTS), [])

    def test_a_number_stands_in_a_table_or_is_given(self):
        self.assertEqual(self.wrong(PAGE), [])
        for former, new, number in (("1,234 nodes", "1,235 nodes", "1235"), ("0.70 of", "0.71 of", "0.71"),
                                    ("× 0.7 |", "× 0.8 |", "0.7"), ("squares 64", "none", "64")):
            self.assertIn(former, PAGE)
            (told,) = self.wrong(PAGE.replace(former, new))
            self.assertIn(f"cites {number},", told)
        (told,) = self.wrong(PAGE.replace("1,234 nodes", "1,235 nodes"))
        self.assertTrue(told.startswith("docs/results/page.md: “We took 1,235 nodes, 0.70 of the others"), told)

    def test_what_is_no_citation(self):
        for text in ("`solve --memory 5GiB`", "[x](y-5.md#6)", "8x8-s40-strong and 19x19", "with k = 16 and p ≥ 3",
                     "95 % intervals", "tables 1, 2 and 4.11", "in November 2026, as Smith (2013) says", "UCT2", "<!-- 5 -->"):
            self.assertEqual(citing.cited(text), [], text)
        found = citing.cited("UCT+ wins −8.7 (−12.9 to −4.3) of 2,745 games, 84 %, × 1.30")
        self.assertEqual(found, ["8.7", "12.9", "4.3", "2745", "84", "1.3"])

    def test_the_summary_has_rows_of_the_pages(self):
        self.assertEqual(self.wrong(PAGE, "| Board | Nodes |\n| --- | --- |\n| 6x6 | 1,234 |\n"), [])
        self.assertIn("is in no table", self.wrong(PAGE, "| Board | Nodes |\n| --- | --- |\n| 7x7 | 1,235 |\n")[0])
        self.assertIn("cites 1235", self.wrong(PAGE, "All took 1,235 nodes.")[0])
        for name in TEXTS:
            self.assertIn(f"(docs/results/{name}.md", SUMMARY)

    def test_the_paper_types_no_number_that_no_page_has(self):
        text = (pages.REPOSITORY / "docs" / "paper" / "paper.typ").read_text(encoding="utf-8")
        given = citing.numbers(" ".join(re.findall("^// given: (.*)", text, re.MULTILINE)))
        # Code: comments, definitions up to the next line that begins with a word, strings, lengths, and arguments by name.
        prose = re.sub(r"^#(?:let|set|show|import) .*\n(?:[ )}].*\n)*|^//.*|\"[^\"]*\"|```[^`]*```", "", text, flags=re.MULTILINE)
        prose = re.sub(r"[\d.]+(?:em|pt|cm|mm|%)|columns: \d|@\w+|10\^\d", "", prose)
        known = {*citing.numbers("\n".join(block for page in TEXTS.values() for block in pages.blocks(page).values())), *given}
        typed = citing.cited(prose)
        self.assertEqual([number for number in typed if number not in known], [])
        self.assertIn("1505367525", typed)

    def test_tables_that_disagree_on_a_value_are_named(self):
        atlas = "<!-- table: atlas -->\n| Board | `othello` |\n| --- | --- |\n| 6x6 | −4 (16–20) / −5 |\n<!-- end -->\n"
        paper = "<!-- table: paper -->\n| Board | Start | Ours |\n| --- | --- | --- |\n| 6x6 | othello | −4 |\n<!-- end -->\n"
        self.assertEqual(citing.disagreements({"a": atlas + paper}, ""), [])
        wrong = citing.disagreements({"a": atlas + paper.replace("−4", "+4")}, "")
        self.assertEqual(wrong, ["docs/results has two values of 6x6 othello: -4 and 4"])
        self.assertEqual(len(citing.disagreements({"a": atlas}, "| Board | `othello` |\n| --- | --- |\n| 6x6 | 0 |\n")), 1)
        known = dict(citing.values({name: text for page in TEXTS.values() for name, text in pages.blocks(page).items()}))
        self.assertEqual([known["6x7", "othello"], known["6x7", "reversi"], known["4x16", "reversi-rows"]], [0, -2, 64])
        self.assertNotIn(("6x8", "othello"), known)


class Statistics(unittest.TestCase):
    def test_an_interval_of_a_share(self):
        # Wilson's interval for 10 of 100, from textbooks.
        found = wilson(10, 100)
        self.assertAlmostEqual(found.lower, 5.52, places=2)
        self.assertAlmostEqual(found.upper, 17.44, places=2)

    def test_a_difference(self):
        # Newcombe 1998, table II (a): 56/70 and 48/80 differ by 0.2, 0.0524 to 0.3339.
        found = difference(wilson(80, 70), wilson(60, 80))
        self.assertAlmostEqual(found.lower, 5.24, places=2)
        self.assertAlmostEqual(found.upper, 33.39, places=2)
        ends = Estimate(80, 75, 85), Estimate(60, 55, 65), Estimate(64, 59, 69)
        self.assertEqual([direction(difference(ends[one], ends[other])) for one, other in ((0, 1), (1, 0), (1, 2))], [1, -1, 0])

    def test_a_difference_of_pairs(self):
        # Bonett & Price 2012 with 20 and 5 discordant pairs of 100: 15 / 102 ± 1.96 √(27 - 15² / 102) / 102.
        found = paired([1] * 20 + [-1] * 5 + [0] * 75)
        self.assertEqual(found.value, 15)
        self.assertAlmostEqual(found.lower, 5.14, places=2)
        self.assertAlmostEqual(found.upper, 24.27, places=2)
        none = paired([0] * 100)
        self.assertTrue(none.value == 0 and none.lower < 0 < none.upper)
        self.assertEqual(signed(found), "+15.0 (+5.1 to +24.3)")
        self.assertEqual(signed(Estimate(-2.5, -5.0, -0.0067)), "−2.5 (−5.0 to −0.007)")


class Questions(unittest.TestCase):
    """Tables whose cells are questions to players."""

    def test_the_questions_of_a_set_are_asked_together_and_once(self):
        asked = []

        class Fake(lab.Lab):
            def __init__(self):
                self._lines = {}

            def accuracy(self, where, players, seed=1):
                asked.append((where, tuple(players)))
                limits = {"value": 0.5, "lower": 0.4, "upper": 0.6}
                return {player: {"accuracy": limits} for player in players if player != "none"}

            def differences(self, name, first, second):
                return [1, 0] if "none" not in (first, second) else []

        one, cells = Fake(), [["x", lab.Right("a", "p"), lab.Gain(("a",), "p", "q")], ["y", lab.Right("a", "none"), ""]]
        text = one.table(["", "1", "2"], cells)
        self.assertEqual(asked, [("a", ("p", "q", "none"))])
        self.assertEqual(text.splitlines()[2:], [f"| x | 50.0 (40.0–60.0) | {signed(paired([1, 0]))} |"])
        one.table(["", "1"], [["x", lab.Right("a", "p")]])
        self.assertEqual(len(asked), 1)


def measured(nodes, seconds, board="6x6", done=True, count=1):
    """Measurements of some positions on a board, each the same."""
    row = {"board": board, "nodes": nodes, "cpu_seconds": seconds, "value": -4, "agrees": True, "complete": done}
    total = {"nodes": count * nodes, "cpu_seconds": count * seconds, "positions": count, "completed": count * done}
    return {"rows": [row] * count, "total": total}


class Speed(unittest.TestCase):
    """The page on speed, from made-up measurements."""

    def blocks(self, **changes):
        nothing = dict.fromkeys(("boards", "ffo", "6x6-12", "6x8-32", "threads", "techniques", "symmetry"))
        return speed_report.blocks({**nothing, **changes}, "abc")

    def test_targets_stand_beside_what_was_measured(self):
        row = ("6x6", "othello", "exact", -4)
        text = self.blocks(boards=[(row, measured(150_000_000, 6.5))])["speed"]
        self.assertIn("| 6x6 othello exact | −4 | 150,000,000 | ≤ 160,000,000 | 6.50 | ≤ 7 | 23 M |", text)
        text = self.blocks(boards=[(row, measured(150_000_000, 6.5, done=False))])["speed"]
        self.assertIn("| > 150,000,000 | ≤ 160,000,000 | > 6.50 | ≤ 7 |", text)
        text = self.blocks(**{"6x6-12": measured(8_000_000, 0.25, count=200)})["speed"]
        self.assertIn("| 6x6 with 12 discs, mean | 200 of 200 right | 8,000,000 | ≤ 8,000,000 | 0.25 | ≤ 0.28 |", text)

    def test_ffo_positions_stand_beside_those_of_others(self):
        short = (("fforum-40-59.obf", 40, 49), [measured(53_800_000, 2)] * 10)
        self.assertIn("| this program | one | 538 M |  |", self.blocks(ffo=[short])["speed-peers"])
        found = self.blocks(ffo=[short, (("fforum-40-59.obf", 50, 59), [measured(1_000_000_000, 30)] * 10)])
        self.assertIn("| FFO #40–#59 exact | 20 of 20 right | 10,538,000,000 | ≤ 14,590,000,000 | 320.00 | – |", found["speed"])
        self.assertIn("| this program | one | 538 M | 10,538 M |", found["speed-peers"])

    def test_threads_are_shown_beside_one(self):
        found = self.blocks(threads={1: 1000, 16: 1300}, **{"6x8-32": measured(40_000_000, 4.0, "6x8", count=2)})
        self.assertIn("| 40 questions of 6x8 | 2 of 2 right | 80,000,000 | – | 8.00 | – | 10 M |", found["speed"])
        self.assertIn("| 16 | 1,300 | × 1.300 |", found["speed-threads"])
        self.assertEqual(set(self.blocks()), {"speed-made"})

    def test_two_programs_and_two_ways_to_search_are_compared(self):
        row, one = ("6x6", "othello", "exact", -4), {"nodes": 1000}
        found = self.blocks(symmetry=[(row, one, {"nodes": 3030})])
        self.assertIn("| 6x6 othello exact | 1,000 | 3,030 | × 3.03 |", found["speed-symmetry"])
        found = speed_report.beside([("odd, 20 of 5x7", 900, 1000, 0.95, 2.0, 2.5)], ["old", "new"])
        self.assertIn("| odd, 20 of 5x7 | 900 | 1,000 | 0.900 | 0.950 | 2.00 | 2.50 | 0.800 |", found["speed-beside"])


if __name__ == "__main__":
    unittest.main()
