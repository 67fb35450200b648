#!/usr/bin/env python3
"""The page of findings of the campaigns agrees with their ledgers.

    ledgers.py PROGRAM
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from reproductions import citing, estimates, known, ledgers, pages, trees
from reproductions.ledgers import BOARDS, CERTIFICATES, Campaign, Record, answers, first_moves, giga, outcome, record

PAGE = pages.written()["6x8"]
SPLIT = "job 4f41 3x4 discs ----OX--XO-- X asked >=1 found open nodes 0 seconds 0.0 budget 0 solver campaign #0\n"
LINE = "again job 2439 4x4 discs -----OX--XO----- X asked >=-3 found <=-4 nodes 12 seconds 0.1 budget 50 solver 1 worker a #0\n"
OTHER = LINE.replace("<=-4", ">=-3").replace("nodes 12", "nodes 3000000")


class Ledgers(unittest.TestCase):
    def test_the_program_knows_what_ledgers_and_atlas_say(self):
        campaigns = [Campaign(PROGRAM, *game) for game in BOARDS]
        margins = {game: Campaign(PROGRAM, *game, "-exact") for game in ledgers.EXACT}
        self.assertEqual(ledgers.known_text(campaigns, margins), known.FILE.read_text(encoding="utf-8"),
                         "data/known.txt: run `scripts/reproduce ledgers`")

    def test_a_line_becomes_a_record(self):
        self.assertEqual(record(7, SPLIT), Record(7, 8, "open", 0, 0, 0.0))
        self.assertEqual(record(8, LINE), Record(8, 12, "<=-4", 12, 50, 0.1))

    def test_the_page_has_the_jobs_and_the_nodes_of_each_ledger(self):
        rows = {(row["Board"], row["Start"]): row for row in citing.rows_of(pages.blocks(PAGE)["ledgers"])}
        for game in BOARDS:
            campaign, row = Campaign("no program", *game), rows[game]
            self.assertEqual([row["Jobs"], row["Nodes"], row["Thread hours"], row["Certificate"]],
                             [str(len(campaign.jobs)), giga(campaign.nodes), ledgers.hours(campaign), campaign.certificate()])

    def test_the_page_has_the_answers_of_the_largest_ledger(self):
        self.assertEqual(pages.blocks(PAGE)["ledgers-empties"], answers(Campaign("no program", *BOARDS[-1])))

    def test_answers_are_counted_by_empty_squares(self):
        campaign = Campaign("no program", *BOARDS[0])
        campaign.records = [record(1, SPLIT), record(2, LINE), record(3, OTHER)]
        rows = answers(campaign).splitlines()[2:]
        self.assertEqual(rows, ["| 12 | 1 | 1 | 0 | 0 | 0.0 G | 3 M |", "| 8 | 0 | 0 | 0 | 1 | 0.0 G |  |"])

    def test_the_page_has_the_sizes_of_the_kept_proofs(self):
        rows = {row["Proof"]: row for row in citing.rows_of(pages.blocks(PAGE)["trees-size"])}
        for board in trees.KEPT:
            file = CERTIFICATES / f"{board}-othello.cert"
            lines = file.with_suffix(".parts.txt").read_text(encoding="utf-8")
            shown = [int(rows[board][column].replace(",", "")) for column in ("Bytes", "Leaves")]
            self.assertEqual(shown, [file.stat().st_size, int(re.search(r"of (\d+) leaves", lines).group(1))])
            searched = sum(map(int, re.findall(r"(\d+) positions searched", lines)))
            self.assertEqual(rows[board]["Searched"], f"{searched:,}")

    def test_a_certificate_of_who_wins_is_told_from_one_of_the_value(self):
        told = {game: Campaign("no program", *game).certificate().partition(", ")[0] for game in BOARDS}
        self.assertEqual(told, {("6x7", "othello"): "2.95 MB", ("6x7", "reversi"): "1.16 MB", ("6x8", "othello"): "of who wins"})

    def test_first_moves_are_told_once_and_with_all_replies(self):
        campaign = Campaign("no program", *BOARDS[1])
        def move(name, lower, upper):
            return {"move": name, "lower": lower, "upper": upper}

        told = {"": {"position": "-OX--XO- X", "moves": [move("a1", -8, -1), move("d2", -8, -1)]},
                "a1": {"position": "XXX--XO- O", "moves": [move("b1", 0, 8), move("c1", -8, 8)]},
                "d2": {"position": "-OX--XXX O", "moves": []}}
        campaign.board, campaign.report = "2x4", lambda moves="": told[moves]
        rows = first_moves([campaign]).splitlines()[2:]
        self.assertEqual(rows, ["| 2x4 | `reversi` | a1 | loses | b1 draws or wins, c1 open |"])

    def test_outcomes_follow_from_bounds(self):
        words = {(1, 3): "wins", (-5, -1): "loses", (0, 0): "draws", (0, 2): "draws or wins", (-2, 0): "draws or loses",
                 (-1, 1): "open"}
        for (lower, upper), word in words.items():
            self.assertEqual(outcome({"lower": lower, "upper": upper}), word)

    def test_a_margin_is_told_where_a_campaign_asked_for_it(self):
        def found(outcome, lower, upper):
            return types.SimpleNamespace(board="6x8", now={"outcome": outcome, "lower": lower, "upper": upper})

        loss, narrow, exact, draw = found("loss", -48, -1), found("loss", -6, -1), found("loss", -2, -2), found("draw", 0, 0)
        told = [*(ledgers.value(loss, margin) for margin in (loss, narrow, exact)), ledgers.value(draw)]
        self.assertEqual(told, ["a loss for Black", "a loss for Black by 1 to 6", "a loss for Black by 2", "a draw"])
        self.assertEqual(ledgers.value(found("win", 1, 9), found("win", 4, 4)), "a win for Black by 4")
        self.assertEqual([citing.worth(each) for each in told], [None, None, -2, 0])

    def test_questions_are_told_with_their_answers(self):
        campaign = types.SimpleNamespace(board="6x8", start="othello", now={"lower": -6, "upper": -1, "questions": [
            {"at_least": at_least, "jobs": 3, "nodes": 2_000_000_000} for at_least in (-6, -2, 0)]})
        rows = ledgers.questions([campaign]).splitlines()[2:]
        self.assertEqual([row.split(" | ")[2:4] for row in rows],
                         [["at least 0?", "no"], ["at least -2?", "open"], ["at least -6?", "yes"]])

    def test_nodes_grow_with_the_board(self):
        found = {"othello": 3e9, "reversi": 4e9}
        campaigns = [types.SimpleNamespace(board="6x7", start=start, nodes=nodes) for start, nodes in found.items()]
        rows = ledgers.growth(campaigns, dict.fromkeys(("6x6", "6x7", "7x7"), (1e8, 2e9, 3e12))).splitlines()[2:]
        self.assertEqual([row.split(" | ")[1:3] for row in rows], [["36", "65.2 M"], ["42", "3.0 G"], ["49", ""]])
        self.assertEqual(rows[2], "| 7x7 | 49 |  | 2.0 G | 100 M to 3.00 T |")

    def test_levels_of_both_limits_are_added(self):
        both = [{"limit": limit, "empties": 12 - ply, "positions": ply + more}
                for limit, more in (("value>=0", 1), ("value<=0", 2)) for ply in range(3)]
        self.assertEqual(trees.levels({"levels": both}), {12: 3, 11: 5, 10: 7})

    def test_of_a_drawn_board_each_question_has_its_own_nodes(self):
        with tempfile.TemporaryDirectory() as place, mock.patch.object(ledgers, "FOLDER", pathlib.Path(place)):
            folder = pathlib.Path(place) / "4x5-drawn"
            self.solve("plan", folder, "--board", "4x5", "--moves", "a2c1", "--mode", "wld", "--budget", "50")
            self.solve("run", folder, "--workers", "1", "--no-table", "--recheck", "0", "--quiet")
            campaign = Campaign(PROGRAM, "4x5", "drawn")
            # One worker does all jobs of the first question before the others.
            first, second = campaign.now["questions"]
            nodes = [one.nodes for one in campaign.jobs]
            self.assertEqual(["draw", 0, 1], [campaign.now["outcome"], first["at_least"], second["at_least"]])
            self.assertEqual(first["nodes"], sum(nodes[: first["jobs"]]))
            self.assertEqual(second["nodes"], sum(nodes[first["jobs"] :]))
            work = types.SimpleNamespace(folder=place, lines=lambda _, *rest: [json.loads(self.solve(*rest, "--json"))])
            early, late = estimates.at_parts(work, folder / "ledger.txt", (0.1, 0.5))
            self.assertLess(early["true"], first["nodes"])
            self.assertLess(first["nodes"], sum(nodes) - late["true"])

    def solve(self, *arguments):
        """What a command of `solve campaign` prints."""
        return subprocess.run([PROGRAM, "campaign", *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    PROGRAM = sys.argv.pop()
    unittest.main()
