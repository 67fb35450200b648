#!/usr/bin/env python3
"""Conclusions in docs/results, and RESULTS.md: other numbers give other sentences, and each marked place has its function."""

import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from reproductions.conclusions import Estimate, Missing, Table, difference, leader, order, paired, signed, wilson
from reproductions.mcts_papers import share_of_clusters

from reproductions import conclusions, mcts, mcts_words, pages, results, speed_report, summary, summary_areas

RESULTS = "\n".join(pages.written().values())
SCRIPTS = sorted(pathlib.Path(results.__file__).parent.glob("*.py"))


def changed(*pairs):
    """All pages with changed cells. A pair is the beginning of a row and the replacements in it."""
    lines = RESULTS.splitlines()
    for row, former, new in pairs:
        places = [place for place, line in enumerate(lines) if line.startswith(row) and former in line]
        assert places, f"no row begins with {row} and has {former}"
        for place in places:
            lines[place] = lines[place].replace(former, new)
    return "\n".join(lines)


def cell(row, column):
    """A cell, with its borders, of the one row in all pages that begins with `row`; the first column is 1."""
    (line,) = [line for line in RESULTS.splitlines() if line.startswith(row)]
    return f"|{line.split('|')[column]}|"


def said(name, text=RESULTS):
    """The text of a conclusion, on one line."""
    return " ".join(results.CONCLUSIONS[name](conclusions.Results(text)).split())


class Places(unittest.TestCase):
    def test_every_conclusion_has_a_place_and_every_place_a_sentence(self):
        blocks = re.findall(r"<!-- computed: ([\w-]+) -->\n(.*?)<!-- computed: end -->", RESULTS, re.DOTALL)
        scripts = "".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
        written = set(re.findall(r'block\("([\w-]+)"\)', scripts))
        self.assertEqual({name for name, _ in blocks} | written, set(results.CONCLUSIONS))
        self.assertEqual([name for name, text in blocks if not text.strip()], [])

    def test_each_file_is_what_the_tables_say(self):
        for path, text in results.files(pages.written()).items():
            self.assertEqual(path.read_text(encoding="utf-8"), text, path)

    def test_what_is_said_of_tree_search_beside_that_is_what_the_script_writes(self):
        texts = {name: text for name, text in vars(mcts_words).items() if name.isupper() and isinstance(text, str)}
        fixed = [text for name, text in texts.items() if name != "NO_SLOW"]
        self.assertGreater(len(fixed), 10)
        for text in fixed:
            parts = re.split(r"\{\w+\}", pages.fitted("mcts", text))
            self.assertRegex(RESULTS, ".{0,40}".join(map(re.escape, parts)), f"not in docs/results: {text}")

    def test_without_a_table_nothing_is_concluded(self):
        self.assertEqual(
            results.alone("mcts", conclusions.block("mcts-voting")).splitlines()[1:3],
            conclusions.block("mcts-voting").splitlines(),
        )

    def test_a_section_that_is_only_printed_concludes_from_its_own_tables(self):
        head = "### Votes of trees\n\n| Agreement | 0–0.2 | 0.8–1 |\n| --- | --- | --- |\n"
        text = f"{head}| votes | 100 | 100 |\n| right, % | 40.0 (30.9–49.8) | 90.0 (82.6–94.5) |\n\n"
        found = results.alone("mcts", text + conclusions.block("mcts-agreement"))
        self.assertIn(
            "in 1 of 1 pairs. Narrow votes are right in 40 to 40 %, not always more often right than wrong",
            " ".join(found.split()),
        )


class Pages(unittest.TestCase):
    def test_every_section_that_is_written_has_a_page(self):
        scripts = "".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
        names = set(re.findall(r'write_section\("(\w+)"', scripts))
        placed = {name for page in pages.PAGES.values() for name in page.sections}
        self.assertEqual(names | set(pages.MARKERS) | set(mcts.PARTS), placed)

    def test_sections_stand_in_order(self):
        for name, text in pages.written().items():
            places = [text.index(pages.markers(section)[0]) for section in pages.PAGES[name].sections
                      if pages.markers(section)[0] in text]
            self.assertEqual(places, sorted(places), name)
            self.assertTrue(text.startswith("# ") or "-->\n# " in text, f"{name} has no title")

    def test_a_section_goes_to_its_place_whichever_is_written_first(self):
        texts = {name: f"## {name}\n\n[data](data/x)" for name in pages.PAGES["boards"].sections}
        wanted = None
        for names in (("paper", "games", "figures"), ("figures", "paper", "games"), ("games", "figures", "paper")):
            page = pages.new("boards")
            for name in names:
                page = pages.placed(page, name, texts[name])
            wanted = wanted or page
            self.assertEqual(page, wanted)
        self.assertEqual(re.findall("(?m)^##? (.*)", wanted), ["Boards and perfect games", "paper", "games", "figures"])
        self.assertIn("[data](../../data/x)", wanted)

    def test_a_section_is_replaced_and_what_stands_around_it_stays(self):
        page = pages.placed(pages.new("book"), "book", "## Title\n\n### Part\n\nold")
        page = f"before\n\n{page}\nafter\n"
        new = pages.placed(page, "book", "## Title\n\n### Part\n\nnew")
        self.assertEqual(new, page.replace("old", "new"))
        self.assertIn("\n# Title\n\n## Part\n", new)


class Summary(unittest.TestCase):
    def text(self, pages_text=RESULTS):
        return summary.text(conclusions.Results(pages_text), results.CONCLUSIONS)

    def test_it_is_short(self):
        text = self.text()
        self.assertLessEqual(len(text.splitlines()), 200)
        for table in re.findall(r"(?m)(?:^\|.*\n)+", text):
            self.assertLessEqual(len(table.splitlines()) - 2, 10, table)

    def test_it_has_every_area_and_links_every_page(self):
        text = self.text()
        for area in summary_areas.AREAS:
            if area.section() in conclusions.Results(RESULTS).texts:
                self.assertIn(f"\n## {area.title}\n", text)
        for name in pages.written():
            self.assertIn(f"(docs/results/{name}.md)", text)
        trust = text.partition("### How far to trust it")[2].partition("\n## ")[0]
        self.assertEqual(trust.count("\n- "), 5)

    def test_its_cells_are_those_of_the_pages(self):
        row = "| 6x6 othello exact |"
        self.assertIn("| 12,345.67 |", self.text(changed((row, cell(row, 5), "| 12,345.67 |"))))
        self.assertNotIn("| 12,345.67 |", self.text())
        other = self.text(changed(("| 6x6 | othello | −4 | 16–20 |", "othello | −4", "othello | −6")))
        self.assertIn("9 of 10 values published", other)
        wrong = self.text(changed(("| all | 100,", "| 0 | 0 | 0 | 0 | 0 |", "| 0 | 0 | 0 | 0 | 7 |")))
        self.assertIn(", 7 led to a wrong answer", " ".join(wrong.split()))

    def test_a_part_without_its_table_is_an_error(self):
        with self.assertRaises(Missing):
            self.text(RESULTS.replace("| Pause | Requests a second |", "| Pause | Requests |"))

    def test_pages_that_disagree_on_a_value_are_an_error(self):
        row = "| 6x6 othello exact |"
        with self.assertRaises(SystemExit):
            self.text(changed((row, cell(row, 2), "| +4 |")))


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
        self.assertEqual(order(Estimate(80, 75, 85), Estimate(60, 55, 65)), 1)
        self.assertEqual(order(Estimate(60, 55, 65), Estimate(80, 75, 85)), -1)
        self.assertEqual(order(Estimate(60, 55, 65), Estimate(64, 59, 69)), 0)

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

    def test_the_highest_of_many_must_be_farther_ahead(self):
        two = {"a": Estimate(60, 55, 65), "b": Estimate(52.5, 47.5, 57.5)}
        self.assertEqual(leader(two), ("a", ["b"]))
        many = two | {name: Estimate(52.5, 47.5, 57.5) for name in "cdefgh"}
        self.assertEqual(leader(many), ("a", []))
        self.assertEqual(leader(two | {"c": Estimate(10, 5, 15)}), ("a", ["c"]))

    def test_a_share_of_clusters(self):
        single, threefold = share_of_clusters([[1], [0]] * 50), share_of_clusters([[1, 1, 1], [0, 0, 0]] * 50)
        self.assertAlmostEqual(single.lower, wilson(50, 100).lower, delta=0.1)
        self.assertAlmostEqual(threefold.lower, single.lower, delta=0.5)
        self.assertLess(share_of_clusters([[1, 0], [0, 1]] * 50).upper, 57)
        self.assertEqual(share_of_clusters([[1]] * 10), wilson(100, 10))
        self.assertIsNone(share_of_clusters([]))

    def test_cells(self):
        table = Table(["| a | b |", "| --- | --- |", "| x | −1,234.5 M |", "| y | 58.5 (49–68) |", "| z | −3.0 (−5.1 to +0.4) |"])
        self.assertEqual(table.number("x", "b"), -1234.5)
        self.assertEqual(table.estimate("y", "b"), Estimate(58.5, 49, 68))
        self.assertEqual(table.change("z", "b"), Estimate(-3, -5.1, 0.4))
        for label, column in (("w", "b"), ("x", "c")):
            with self.assertRaises(Missing):
                table.number(label, column)


class Sentences(unittest.TestCase):
    def test_a_match_is_won_only_beyond_chance(self):
        row = "| 30/128 | alpha-beta 1, 30,000 playouts |"
        points = cell(row, 4).strip("| ")
        self.assertIn(f"no winner beyond chance against alpha-beta 1, 30,000 playouts ({points})", said("mcts-slow-matches"))
        won = said("mcts-slow-matches", changed((row, points, "91.0 (84.0–95.0)")))
        self.assertIn("UCT+ beats alpha-beta 1, 30,000 playouts (91.0 (84.0–95.0))", won)
        self.assertNotIn("no winner beyond chance against alpha-beta 1", won)
        self.assertEqual(
            won.count("alpha-beta 1, 30,000 playouts (91.0 there)"), 1, "the paper's verdict is the same with 30/128"
        )
        lost = said("mcts-slow-matches", changed((row, points, "30.0 (22.0–40.0)")))
        self.assertIn("UCT+ loses to alpha-beta 1, 30,000 playouts (30.0 (22.0–40.0))", lost)
        drawn = changed(("| default | UCT |", cell("| default | UCT |", 4).strip("| "), "50.0 (40.0–60.0)"))
        self.assertIn("no winner beyond chance against UCT (50.0 (40.0–60.0))", said("mcts-matches", drawn))

    def test_the_best_constant(self):
        found = "c = 0.25, 89.7 (85.7–92.6); 0.125, 0.5, 0.7, 1 and 1.4 are indistinguishable from it"
        self.assertIn(found, said("mcts-tuning"))
        other = said("mcts-tuning", changed(("| accuracy |", "84.8 (80.3–88.5)", "99.0 (98.0–100.0)")))
        self.assertIn("UCT is right most often with c = 0.125, 99.0 (98.0–100.0). UCT+", other)

    def test_scales(self):
        found = said("mcts-fits")
        self.assertIn("excludes 30/128 of a disc on 6 of 12 sets (above it: 6x6-s12, 6x6-s16,", found)
        self.assertIn("and 30 discs on all 12 sets (below it: all)", found)
        other = said("mcts-fits", changed(("| 6x6-s12 |", "3.2 to 14", "0.1 to 44"), ("| 6x6-s16 |", "4.2 to 15", "40 or more")))
        self.assertIn("excludes 30/128 of a disc on 5 of 12 sets (above it: 6x6-s16,", other)
        self.assertIn("and 30 discs on 11 of 12 sets (above it: 6x6-s16 and below it: 8x8-s40-strong,", other)
        self.assertIn("On 6x6-s12 it excludes neither.", other)

    def test_accuracies_beside_the_paper(self):
        found = said("mcts-accuracies")
        self.assertIn("44 of 44 pairs", found)
        self.assertIn("a difference of +6.0 (+0.4 to +11.6)", found)
        other = said("mcts-accuracies", changed(("| alpha-beta 1 |", "| 82.7 |", "| 88.0 |")))
        self.assertIn("The paper's UCT+ is indistinguishable from its alpha-beta 1", other)
        self.assertIn("UCT+ with the default scale is above UCT with the same c on 8x8-s40-greedy,", found)
        row = "| UCT+, c = 1, default scale |"
        worse = said("mcts-accuracies", changed((row, "+4.5 (+0.7 to +8.3)", "−4.5 (−8.3 to −0.7)")))
        self.assertIn("below it on 8x8-s40-greedy", worse)
        nearer = said("mcts-accuracies", changed(("| UCT, c = 1 | 83.3", "85.7 (81.2–89.2)", "62.5 (57.0–67.9)")))
        self.assertIn("UCT has 62.5 (57.0–67.9) on 8x8-s40,", nearer)
        self.assertNotEqual(nearer.split("in points, ")[1].split(" on ")[0], found.split("in points, ")[1].split(" on ")[0])

    def test_what_needs_a_missing_set_is_left_out(self):
        few = said("mcts-accuracies", RESULTS.replace("8x8-s40-strong", "another"))
        self.assertTrue(few.startswith("- The games that positions come from matter: UCT has"), few)
        self.assertNotIn("pairs of players", few)

    def test_more_playouts(self):
        self.assertIn("UCT, c = 1: +0.2 to +11.2, above 0 on all 12 sets", said("mcts-budgets"))
        other = said("mcts-budgets", changed(("| UCT, c = 1 | +2.3", "+2.3 (−0.1 to +4.7)", "−9.0 (−12.0 to −6.0)")))
        self.assertIn("UCT, c = 1: −9.0 to +11.2, above 0 on 11 of 12 sets", other)
        self.assertIn("down beyond chance on 6x6-s12", other)

    def test_cuts_of_playouts(self):
        self.assertIn("paper with each number of playouts: d = 7, 8 and 9. With some", said("breaks-paper"))
        row = "| 8x8-s40-strong | 50,000 |"
        lower, higher = (row, "71.2 (65.8–76.0)", "60.0 (54.4–65.4)"), (row, "69.0 (63.6–74.0)", "90.0 (86.1–92.9)")
        other = said("breaks-paper", changed(lower, higher))
        self.assertIn("each number of playouts: d = 7 and 8. With some", other)
        self.assertIn("above it: d = 0, 1, 2, 3, 4, 5, 6 and 10; below it: d = 9, 10,", other)
        self.assertIn("in 26 of 36 comparisons and below it in 0;", said("breaks-parity"))
        fewer = changed((row, "+4.7 (+1.7 to +7.5)", "−4.7 (−7.5 to −1.7)"))
        self.assertIn("in 25 of 36 comparisons and below it in 1;", said("breaks-parity", fewer))
        self.assertIn("the opponent's by +2.5 points on average (of 15, 6 up and 0 down beyond chance)", said("breaks-whose"))
        hurt = changed(("| 8x8-s40-strong | no |", "+6.7 (+3.1 to +10.1)", "−6.7 (−10.1 to −3.1)"))
        self.assertIn("by +1.7 points on average (of 15, 5 up and 1 down beyond chance)", said("breaks-whose", hurt))
        self.assertIn("8x8-s40-strong: up beyond chance with none; down with d = 9.", said("breaks-growth"))
        up = changed(("| 8x8-s40-strong | −0.2", "−6.5 (−10.3 to −2.6)", "+6.5 (+2.6 to +10.3)"))
        self.assertIn("8x8-s40-strong: up beyond chance with d = 9; down with none.", said("breaks-growth", up))

    def test_the_unit_of_the_scale(self):
        found = said("decays-scale")
        self.assertIn("Refuted: 4 (its gain by −8.9 (−17.3 to −0.4)", found)
        self.assertIn("30 discs do not. Since these cannot be told apart", found)
        row = "| own | UCT+, scale 30 |"
        other = said("decays-scale", changed((row, "+0.5 (−3.2 to +4.2)", "+26.0 (+20.0 to +32.0)")))
        self.assertIn("and 30 (own); 30 discs fit, too.", other)

    def test_two_seconds_in_the_paper(self):
        self.assertIn("UCT 18,000, 25,000 and 36,000; UCT+ 15,000,", said("mcts-times"))
        slower = said("mcts-times", changed(("| UCT | 50,000 |", "| 951 |", "| 600 |")))
        self.assertIn("UCT 18,000, 25,000 and 50,000;", slower)

    def test_guesses_on_odd_cuts(self):
        found = said("breaks-guesses")
        self.assertIn("The tree: refuted as the only cause.", found)
        self.assertIn("The parity of the empty squares: refuted.", found)
        self.assertIn("So it is open which of the two is the cause.", found)
        row = "| all | +8.6 (+6.8 to +10.3) |"
        alone = said("breaks-guesses", changed((row, "+3.9 (+2.6 to +5.1)", "+0.3 (−0.9 to +1.5)")))
        self.assertIn("The tree: not refuted.", alone)
        fair = said("breaks-guesses", changed((row, "+0.9 (−0.034 to +1.9)", "+3.0 (+2.0 to +4.0)")))
        self.assertIn("So no bias for or against the side to move is needed", fair)
        turned = said("breaks-guesses", changed(("| 8x8-s39-strong | +9.6", "+2.8 (+0.4 to +5.1)", "−2.8 (−5.1 to −0.4)")))
        self.assertIn("The parity of the empty squares: not refuted.", turned)

    def test_decays_over_all_sets(self):
        self.assertIn("1/n^¼, scale 4, 10,000 playouts: +1.3 (+0.7 to +2.0) points; at least 0 on all 12", said("decays-judged"))
        row = "| 1/n^¼, scale 4 | 10,000 | +0.8"
        worse = changed((row, "+1.3 (+0.7 to +2.0)", "+0.3 (−0.7 to +1.3)"), (row, "+0.8 (−1.4 to", "−0.8 (−3.0 to"))
        less = said("decays-judged", worse)
        self.assertIn("10,000 playouts: +0.3 (−0.7 to +1.3) points, within chance; at least 0 on 11 of 12", less)
        self.assertIn("for none of the decays", said("decays-fit"))
        edge = said("decays-fit", changed(("| 1/n | 86.2", "86.0 (81.6–89.5)", "99.0 (97.0–99.7)")))
        self.assertIn("the largest scale tried, for 1/n of the decays", edge)

    def test_other_ways_to_cut_playouts(self):
        self.assertIn("each number of playouts: d = 9 with threshold 1.", said("breaks-expanded"))
        other = said("breaks-expanded", changed(("| d = 9 | 1 |", "77.7 (72.6–82.0)", "97.7 (95.3–98.9)")))
        self.assertIn("each number of playouts: none.", other)
        self.assertIn("d = 9 with 5,000 (88.5 (80.8–93.4))", said("breaks-matches"))
        lost = said("breaks-matches", changed(("| 20,000 | 85.0", "85.0 (76.7–90.7)", "35.0 (26.0–45.0)")))
        self.assertIn("UCT+ loses beyond chance: d = 9 with 20,000 (35.0 (26.0–45.0)) playouts.", lost)

    def test_scales_by_discriminant_analysis(self):
        found = "own fit over 30/128, 10,000 playouts: −1.4 (−2.4 to −0.5) points; at least 0 on 7 of 12 sets,"
        self.assertIn(found, said("scales-gains"))
        row = "| own fit over 30/128 |"
        even = said("scales-gains", changed((row, "−1.4 (−2.4 to −0.5)", "+0.4 (−0.5 to +1.3)")))
        self.assertIn("own fit over 30/128, 10,000 playouts: +0.4 (−0.5 to +1.3) points, within chance;", even)

    def test_matches_against_alpha_beta_by_scale_and_evaluation(self):
        self.assertIn("Of 12 verdicts 3 are the paper's: *own* with scale 1 against alpha-beta 1;", said("scales-matches"))
        self.assertIn("alpha-beta 1: UCT+ is level within chance with scale 30/128 (57.0 (47.2", said("scales-matches"))
        table = results.table(
            ["Evaluation", "Scale", "Opponent", "Points, %", "Paper"],
            [
                ["own", "1", "alpha-beta 2", "20.5 (13.8–29.4)", "66–0–34"],
                ["common", "1", "alpha-beta 2", "60.0 (51.0–68.0)", "66–0–34"],
            ],
        )
        begin, end = pages.markers("scales")
        text = f"{RESULTS}\n{begin}\n### Matches against alpha-beta\n\n{table}\n{end}"
        before = RESULTS.index("### Matches against alpha-beta")
        text = text[:before] + "### " + text[before + len("### Matches against alpha-beta"):]
        told = said("scales-matches", text)
        self.assertIn("Of 2 verdicts 1 is the paper's: *common* with scale 1 against alpha-beta 2.", told)
        self.assertIn("differ beyond chance in 1 of 1 pairs", told)

    def test_the_nodes_of_alpha_beta(self):
        table = """<!-- scripts/reproduce nodes: begin -->
## What the moves of alpha-beta cost

| Depth | Black | White | Paper, Black | Paper, White |
| --- | --- | --- | --- | --- |
| 1 | 5.0 | 9.0 | 10.0 | 6.0 |
<!-- scripts/reproduce nodes: end -->"""
        self.assertIn("nodes: 0.50 as Black and 1.50 as White at depth 1 (without an interval).", said("nodes-paper", table))

    def test_a_peak(self):
        self.assertIn("So no peak is shown", said("mcts-win-rate"))
        (row,) = [line for line in RESULTS.splitlines() if line.startswith("| points, % | 55.0")]
        cells = row.strip("| ").split(" | ")
        heights = ["51.0 (42.0–60.0)", "58.0 (48.0–67.0)", "60.0 (50.0–69.0)", "90.0 (83.0–94.0)", *["50.0 (41.0–59.0)"] * 3]
        peak = said("mcts-win-rate", RESULTS.replace(row, f"| {' | '.join([cells[0], *heights])} |"))
        self.assertIn("So there is a peak beyond chance, at 16", peak)
        heights[3] = "66.0 (56.5–75.0)"
        close = said("mcts-win-rate", RESULTS.replace(row, f"| {' | '.join([cells[0], *heights])} |"))
        self.assertIn("So no peak is shown", close, "16 leads one of seven only if they are compared one by one")

    def test_schemes_and_votes(self):
        row = "| 2 | root, sum |"
        accuracy = cell(row, 5).strip("| ")
        low = said("mcts-parallel", changed((row, accuracy, "60.0 (55.0–65.0)")))
        self.assertIn("between 60.0 (55.0–65.0) (root, sum with 2) and", low)
        worse = "is better beyond chance in none, and worse in 2 (2 trees, 128 each and 32 trees, 128 each); 0.6 would be"
        self.assertIn(worse, said("mcts-voting"))
        row = "| majority over average | 128 each |"
        other = said("mcts-voting", changed((row, "−0.8 (−3.2 to +1.5)", "+9.0 (+6.0 to +12.0)")))
        self.assertIn("better beyond chance in 1 (64 trees, 128 each)", other)
        self.assertIn("in 4 of 4 pairs", said("mcts-agreement"))
        fewer = changed(("| right, % |", cell("| right, % | 70.6", 5).strip("| "), "70.6 (66.0–75.0)"))
        self.assertIn("in 2 of 4 pairs. Narrow", said("mcts-agreement", fewer))

    def test_votes_of_many_trees(self):
        self.assertIn("average, none is above 0 beyond chance and 3 below; 1.4 would be", said("votes-many"))
        row = "| 4x10-s16 | RAVE, majority over average |"
        better = changed((row, "+1.7 (−0.7 to +4.0)", "+4.7 (+1.7 to +7.0)"))
        self.assertIn("1 is above 0 beyond chance and 3 below", said("votes-many", better))
        self.assertIn("4x10-s16, RAVE: a majority is better with 128 trees", said("votes-many", better))
        found = "against 1 × 8: 56.0 (49.1–62.7), within chance. S on 19x19: 76.0 (66.8–83.3), beyond"
        self.assertIn(found, said("votes-matches"))
        self.assertIn("ours less S's: −9.7 (−19.5 to +0.3)", said("votes-matches"))
        self.assertIn("Of 9 differences from S, 6 are beyond chance", said("votes-matches"))
        won = changed(("| 8 × 8 | 1 × 8 |", "56.0 (49.1–62.7)", "70.0 (63.3–75.9)"))
        self.assertIn("8 × 8 against 1 × 8: 70.0 (63.3–75.9), beyond chance", said("votes-matches", won))
        self.assertIn("Of 9 differences from S, 2 are beyond chance", said("votes-matches", won))

    def test_likeness_of_trees(self):
        self.assertIn("Of 12 gains over one tree, 3 are beyond chance; 0.6 would be", said("likeness-why"))
        more = changed(("| 4x10-s16 | all five kinds |", "+1.0 (−1.8 to +3.7)", "+4.0 (+1.2 to +6.7)"))
        self.assertIn("Of 12 gains over one tree, 4 are beyond chance", said("likeness-why", more))
        self.assertIn("vote of all five kinds gains +4.0 (+1.2 to +6.7)", said("likeness-why", more))
        self.assertIn("gains of a majority over an average, none is beyond chance", said("likeness-merged"))
        few = changed(("| 4x10-s16 | 16 |", "+1.2 (−2.0 to +4.4)", "+5.2 (+2.0 to +8.4)"))
        self.assertIn("1 is beyond chance; 0.", said("likeness-merged", few))
        self.assertIn("Above 0: 16 each on 4x10-s16 (+5.2 (+2.0 to +8.4)).", said("likeness-merged", few))
        self.assertIn("in 3 of 8 pairs; 0.2 would be", said("likeness-shares"))
        self.assertIn("Fewer than 30 votes: 6x6-s16-greedy from 0.8 (14).", said("likeness-threshold"))
        self.assertIn("64 trees over 1 × 8 on 4x10-s16 (−7.2 (−11.0 to −3.2))", said("likeness-equal"))

    def test_leaf_parallel_search(self):
        self.assertIn("instead of one are × 1.3 and lanes, with the same 16, × 6.5 more", said("leaves-total"))
        self.assertIn("in lanes with k = 1, 4.26 M with 16,", said("leaves-games"))
        lost = changed(("| 8 | leaf, 16 from each |", "−2.1 (−4.0 to −0.1)", "−9.0 (−12.0 to −6.0)"))
        self.assertIn("leaf, 16 from each with 8 on 6x6-s16 (−9.0 (−12.0 to −6.0))", said("schemes-gains", lost))
        row = "| loss 1 over loss 0 |"
        better = changed((row, cell(row, 2).strip("| "), "+5.0 (+3.0 to +7.0)"))
        self.assertIn("Above 0: loss 1 over loss 0 on 6x6-s16 (+5.0 (+3.0 to +7.0))", said("schemes-contrasts", better))
        self.assertIn("of 28 comparisons, of which 1.4 would be", said("schemes-per-leaf"))

    def test_speeds(self):
        row = "| in lanes to plain |"
        self.assertIn(f"{cell(row, 6).strip('| ')}, with k = 16", said("mcts-per-leaf"))
        self.assertIn("× 9.9, with k = 32", said("mcts-per-leaf", changed((row, cell(row, 7).strip("| "), "× 9.9"))))
        self.assertIn("takes 107 µs instead of 20. 6 workers", said("mcts-leaf-scaling"))
        self.assertIn("as in K, is not reproduced", said("mcts-leaf-scaling"))
        slow = RESULTS
        for k in (1, 2, 4, 8):
            (row,) = [line for line in RESULTS.splitlines() if line.startswith(f"| {k} | ") and "(× 1.0)" in line]
            slow = slow.replace(row, re.sub(r"\(× [\d.]+\) \|$", "(× 1.9) |", row))
        self.assertIn("as in K, fewer playouts from each leaf gain less", said("mcts-leaf-scaling", slow))
        met, _, count, *_ = said("speed-targets").split()
        row = "| 4x12 othello exact |"
        late = changed((row, cell(row, 5), "| 1.9 |"))
        self.assertIn(f"{int(met) - 1} of {count} targets", said("speed-targets", late).lower())
        fewer = changed(("| `parity` |", cell("| `parity` |", 4), "| × 0.50 |"))
        self.assertNotIn("`parity` (× 0.50)", said("speed-parts"))
        self.assertIn("`parity` (× 0.50)", said("speed-parts", fewer))
        slower = changed(("| `parity` |", cell("| `parity` |", 5), "| × 9.90 |"))
        self.assertNotIn("`parity`", said("speed-parts").split(". ")[0])
        self.assertIn("`parity`", said("speed-parts", slower).split(". ")[0])

    def test_certificates_and_sets(self):
        self.assertIn("smaller at every step", said("certificate-cuts"))
        self.assertIn(
            "smaller at 2 of 4 steps",
            said("certificate-cuts", changed(("| 14 | 77,155 |", "77,155", "900,000"), ("| 16 | 23,312", "23,312", "950,000"))),
        )
        self.assertIn("factors of 2.3, 2.6, 2.6 and 2.2 than", said("certificate-leaf-work"))
        larger = changed(("| 16 | 23,312 |", "23,312", "131,690"))
        self.assertIn("factors of 2.3, 2.6, 14.5 and 2.2 than", said("certificate-leaf-work", larger))
        self.assertIn("take 86 times the nodes. At that rate S = 20 would take 1,613 CPU days.", said("missing-sets"))
        cheap = changed(("| [sets/8x8-s36]", "3,750,825", "607,342"))
        self.assertIn("2.0 (8x8, wld, S = 40 to 36)", said("problem-growth", cheap))
        flat = changed(("| [sets/8x8-s30-strong]", "232,874,967", "26,987,160"))
        self.assertIn("take 10 times the nodes. At that rate S = 20 would take 44 CPU days.", said("missing-sets", flat))

    def test_growth(self):
        found = said("ledger-growth")
        self.assertIn("6.9 × 10⁷ nodes on 6x6, 1.9 × 10¹⁰ nodes on 6x7 and 8.3 × 10¹¹ nodes on 6x8: 2.55 and 1.88 times", found)
        self.assertIn("2.0 × 10¹⁶ to 2.6 × 10¹⁸ for 8x8", found)
        twice = changed(("| 6x8 | `othello` | a loss for Black", "828.7 G", "1657.4 G"))
        self.assertIn("2.55 and 2.11 times", said("ledger-growth", twice))

    def test_how_proofs_grow(self):
        columns = {"6x6": (1, 1000), "6x7": (150, 8000), "6x8": (2500, 512_000)}
        rows = "\n".join(f"| {empties} | {' | '.join(str(sizes[place]) for sizes in columns.values())} | 65 |"
                         for place, empties in enumerate((32, 22)))
        head = "## The proofs\n\n| Empty squares | 6x6 | 6x7 | 6x8 | 4x12 |\n| - | - | - | - | - |\n"
        begin, end = pages.markers("trees")
        found = said("tree-growth", f"{begin}\n{head}{rows}\n{end}\n")
        self.assertIn("are 1,000 on 6x6, 8,000 on 6x7 and 512,000 on 6x8: 1.41 and 2.00 times", found)
        self.assertIn("proof of 6x8 grows 1.70 times with each move", found)
        self.assertIn("7.2 × 10⁵ to 1.0 × 10⁶ positions on 7x7", found)
        self.assertIn("there are 65", found)

    def test_campaigns(self):
        self.assertIn("12 of 24 campaigns reach it", said("campaign-goal"))
        self.assertIn("11 of 24 campaigns", said("campaign-goal", changed(("| 6x6 | reversi | wld | 5M |", "× 0.83", "× 1.31"))))
        self.assertIn("within the spread in 36, 92 % (80–97), within chance of the 80 %", said("campaign-estimates"))
        narrow = re.sub(r"(\| [\d.,]+ M \| )[\d.,]+ M to [\d.,]+ M", r"\g<1>1.0 M to 1.1 M", RESULTS)
        self.assertIn("within the spread in 0, 0 % (0–9), fewer than the 80 %", said("campaign-estimates", narrow))

    def test_distributed_search(self):
        self.assertIn("2 of 12 gains are beyond chance: 4 ranks, gain over one rank, +2.7", said("tds-accuracy"))
        worse = changed(("| 16 | 128 |", "+2.2 (−0.1 to +4.4)", "−2.2 (−4.4 to −0.1)"))
        self.assertIn("3 of 12 gains are beyond chance", said("tds-accuracy", worse))
        self.assertIn("missed by 6x6 `uct:n=400000` (1.64)", said("tds-gains"))
        self.assertIn(
            "reached by 6x6 `uct:n=400000` (1.75)",
            said("tds-gains", changed(("| 6x6 | `uct:n=400000` |", "**1.64**", "**1.75**"))),
        )
        self.assertIn(
            "64 ranks reach 0.60 of the ideal (goal 0.7: missed)",
            said("tds-scaling", changed(("| 64 | 1024 | 54,074 |", "| 0.87 |", "| 0.60 |"))),
        )
        self.assertIn("up to 16% fewer", said("tds-latency"))
        self.assertIn("up to 54% fewer", said("tds-latency", changed(("| 8, a latency of 1 ms", "0.73", "0.40"))))
        self.assertIn("rank 0 is the first limit", said("tds-limit"))
        self.assertIn("the network at 10 ms", said("tds-limit", changed(("| 10 ms |", "0.02 MB/s", "900.00 MB/s"))))

    def test_wipe_outs(self):
        self.assertIn("3x8, 4x8, 4x9, 4x10, 4x12, 4x14 and 4x16, but not on 4x4", said("wipe-outs"))
        other = said("wipe-outs", changed(("| 4x8 |", "32–0", "31–1")))
        self.assertIn("3x8, 4x9, 4x10, 4x12, 4x14 and 4x16, but not on 4x4", other)


def measured(nodes, seconds, board="6x6", done=True, count=1):
    """Measurements of some positions on a board, each the same."""
    row = {"board": board, "nodes": nodes, "cpu_seconds": seconds, "value": -4, "agrees": True, "complete": done}
    total = {"nodes": count * nodes, "cpu_seconds": count * seconds, "positions": count, "completed": count * done}
    return {"rows": [row] * count, "total": total}


class Searching(unittest.TestCase):
    def told(self, heading, table, block, section="searches"):
        return " ".join(results.alone(section, f"### {heading}\n\n{table}\n\n{conclusions.block(block)}").split())

    def test_who_needs_least_is_sure_only_in_nearly_all_resamples(self):
        sets = ["a (12)", "b (16)", "c (20)"]
        rows = [
            ["UCT", "3,300 (1,100–9,100)", "more than 30,000", "more than 30,000"],
            ["PUCT", "at most 100 (to 480)", "1,700 (220–6,700)", "more than 30,000"],
        ]
        fewest = [["search", "PUCT", "PUCT", "nobody"], ["resamples, %", "98", "97", ""]]
        tables = f"{results.table(['Needs', *sets], rows)}\n\n{results.table(['Fewest', *sets], fewest)}"
        text = self.told("Playouts for 95 % right moves", tables, "searches-playouts")
        self.assertIn("searches reach 95 % right moves on so many of 3 sets: UCT 1; PUCT 2.", text)
        self.assertIn("PUCT needs the fewest playouts for that on 2 of 3 sets; beyond chance on a (12).", text)

    def test_votes_with_equal_playouts_a_tree(self):
        rows = [["4 trees", "1 tree", "120–0–80", "60.0 (53.1–66.6)"], ["1 × 4", "1 tree", "94–3–103", "47.8 (40.8–54.8)"]]
        table = results.table(["First", "Second", "Won–drawn–lost", "Points, %"], rows)
        text = self.told("Matches with equal playouts a tree", table, "votes-equal", "treegames")
        self.assertIn("The first has won beyond chance: 4 trees against 1 tree (60.0 (53.1–66.6)). Nobody", text)
        self.assertIn("Of 2 matches, 0.1 would be", text)

    def test_leaf_parallel_search_as_k_plays(self):
        rows = [
            ["points, %", "", "55.0 (50.1–59.8)", "70.0 (65.3–74.3)", "40.0 (35.3–44.9)"],
            ["playouts/s, 2 workers", "30,000", "60,000", "90,000", "180,000"],
            ["playouts/s, one thread", "60,000", "60,000", "90,000", "90,000"],
        ]
        simd = [["plain", "0.50 M"], ["one by one, SIMD", "0.60 M"], ["in lanes to plain", "× 2"]]
        told = {
            "leafgames": f"## One by one, as K plays\n\n{results.table(['k', '1', '2', '4', '16'], rows)}",
            "mcts": f"## Playouts from each leaf\n\n{results.table(['k', '16'], simd)}",
        }
        sections = [(pages.markers(name), text) for name, text in told.items()]
        text = said("leaves-as-k", "\n".join(f"{begin}\n{text}\n{end}" for (begin, end), text in sections))
        self.assertIn("Better than one playout beyond chance: k = 2 and 4. Worse beyond chance: k = 16. The most", text)
        self.assertIn("a peak beyond chance, at 4. Two workers make 0.50 (k = 1), 1.00 (k = 2), 1.00 (k = 4)", text)
        self.assertIn("× 1.20 by vector instructions at equal k (the table of figure 8), × 2.00 by two workers", text)

    def test_alpha_beta_stands_beside_the_best_search(self):
        rows = [
            ["UCT", "1,000", "4.00 (3.00–5.00)"],
            ["UCT", "9,000", "2.00 (1.50–2.50)"],
            ["PUCT", "1,000", "1.50 (1.00–2.00)"],
            ["PUCT", "9,000", "1.00 (0.80–1.20)"],
            ["alpha-beta", "1 ply", "3.00 (2.50–3.50)"],
            ["alpha-beta", "7 plies", "0.20 (0.10–0.30)"],
        ]
        text = self.told("Discs given away", results.table(["Search", "Playouts", "a (12)"], rows), "searches-regret")
        self.assertIn("at 9,000, PUCT gives away the least on all 1 sets.", text)
        self.assertIn("with 1 ply it gives away more on 1 of the 1 sets; with 7 plies it gives away less on 1 of the 1", text)
        self.assertIn("UCT 2.0 to 2.0 and PUCT 1.5 to 1.5.", text)

    def test_deep_traps_are_held_against_moves_that_lose_as_little(self):
        rows = [
            ["UCT", "1,000", "10.0 (7.0–14.0)", "4.0 (2.0–8.0)", "+6.0 (+1.0 to +10.0)"],
            ["PUCT", "1,000", "1.0 (0.2–4.0)", "2.0 (0.5–5.0)", "−1.0 (−4.0 to +1.0)"],
        ]
        table = results.table(["Makes", "Playouts", "7 plies and more", "fewer", "Difference"], rows)
        text = self.told("Traps", table, "searches-traps-alike")
        self.assertIn("than other moves that lose as little, beyond chance: UCT with 1,000. Of 2 comparisons 0.1", text)


class Speed(unittest.TestCase):
    """The section on speed, from made-up measurements."""

    def section(self, **changes):
        nothing = dict.fromkeys(("boards", "ffo", "6x6-12", "odd", "6x8-32", "threads", "techniques"))
        text = results.alone("speed", speed_report.section({**nothing, **changes}, "abc", "def"))
        return " ".join(text.split())

    def test_a_target_is_met_by_nodes_and_by_time(self):
        row = ("6x6", "othello", "exact", -4)
        for nodes, seconds, done, said in [
            (150_000_000, 6.5, True, "All 1 targets are met: 6x6 othello exact (6.50 for 7, 150 M for 160 M nodes)."),
            (170_000_000, 6.5, True, "Missed: 6x6 othello exact (6.50 for 7, 170 M for 160 M nodes)."),
            (150_000_000, 6.5, False, "Missed: 6x6 othello exact (> 6.50 for 7, > 150 M for 160 M nodes)."),
        ]:
            self.assertIn(said, self.section(boards=[(row, measured(nodes, seconds, done=done))]))

    def test_a_mean_is_of_all_positions(self):
        text = self.section(**{"6x6-12": measured(8_000_000, 0.25, count=200)})
        self.assertIn("| 6x6 with 12 discs, mean | 200 of 200 right | 8,000,000 | ≤ 8,000,000 | 0.25 | ≤ 0.28 |", text)

    def test_ffo_positions_stand_beside_those_of_others(self):
        short = (("fforum-40-59.obf", 40, 49), [measured(53_800_000, 2)] * 10)
        text = self.section(ffo=[short])
        self.assertIn("On FFO #40–#49 other engines take 1.00 (Egaroucid 7.8.0, one thread), 1.27 (Egaroucid 7.8.0, many", text)
        self.assertNotIn("On FFO #40–#59", text)
        text = self.section(ffo=[short, (("fforum-40-59.obf", 50, 59), [measured(1_000_000_000, 30)] * 10)])
        self.assertIn("| FFO #40–#59 exact | 20 of 20 right | 10,538,000,000 | ≤ 14,590,000,000 | 320.00 | – |", text)
        self.assertIn("1.22 (neural-reversi 6.2.0, many threads) and 2.61 (Edax 4.5.5, many threads) times our", text)

    def test_a_baseline_makes_ratios(self):
        shapes = lambda factor: {  # noqa: E731
            "rows": [row for board in ("5x7", "3x12") for row in measured(int(100 * factor), factor, board)["rows"]]
        }
        text = self.section(odd=(shapes(0.5), shapes(1)), **{"6x8-32": (measured(40, 4.0), measured(100, 8.0))})
        self.assertIn("In CPU time the geometric mean of the ratios is 0.50 (goal 0.6: reached); above 1: none.", text)
        self.assertIn("takes 0.50 of the baseline's CPU time (missed) and 0.40 of the baseline's nodes (reached).", text)
        slower = self.section(odd=(shapes(2), shapes(1)))
        self.assertIn("is 2.00 (goal 0.6: missed); above 1: 5x7 (× 2.00) and 3x12 (× 2.00).", slower)
        alone = self.section(odd=(shapes(0.5), None))
        self.assertIn("| 5x7 | 50 | 0.50 | | |", alone)
        self.assertNotIn("geometric", alone)

    def test_threads_are_held_against_one(self):
        text = self.section(threads={1: 1000, 2: 1010, 16: 1300})
        self.assertIn("16 threads take 1.300 times the nodes of one (goal 1.25: missed).", text)


if __name__ == "__main__":
    unittest.main()
