#!/usr/bin/env python3
"""Numbers computed from players' answers: the cost of 95 % right moves, votes, and correlated errors."""

import math
import pathlib
import random
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from reproductions.intervals import wilson
from reproductions.mcts_forests import Forest, any_right, differ, rank, shares
from reproductions.mcts_needs import Need, crossing, need, rounded, smoothed
from reproductions.mcts_voters import correlated, correlation, errors_of, gain_of_vote, independent, majority


class Needs(unittest.TestCase):
    def test_smoothed_values_never_fall_and_keep_their_mean(self):
        self.assertEqual(smoothed([1, 2, 3]), [1, 2, 3])
        self.assertEqual(smoothed([3, 1]), [2, 2])
        self.assertEqual(smoothed([0.25, 1.0, 0.5, 0.75, 1.5]), [0.25, 0.75, 0.75, 0.75, 1.5])
        generator = random.Random(1)
        for _ in range(200):
            values = [generator.random() for _ in range(generator.randint(1, 9))]
            found = smoothed(values)
            self.assertEqual(found, sorted(found))
            self.assertAlmostEqual(sum(found), sum(values))
            # The least squares among monotone sequences: shifting a block slightly does not improve it.
            best = sum((one - other) ** 2 for one, other in zip(values, found, strict=True))
            for _ in range(20):
                other = sorted(value + generator.gauss(0, 0.1) for value in found)
                self.assertLessEqual(best, sum((a - b) ** 2 for a, b in zip(values, other, strict=True)) + 1e-12)

    def test_the_crossing_lies_between_two_steps_in_the_logarithm(self):
        self.assertAlmostEqual(crossing([100, 10_000], [0.9, 1.0]), 1_000)
        self.assertEqual(crossing([100, 1_000], [0.96, 0.99]), 0)
        self.assertEqual(crossing([100, 1_000], [0.5, 0.94]), math.inf)
        self.assertAlmostEqual(crossing([1, 10, 100], [0.94, 0.95, 0.99]), 10)

    def test_a_need_covers_what_made_the_answers(self):
        # A player whose probability of being right grows with the logarithm of its playouts, from 0.85 to 1.05 of it.
        generator, chance, hits = random.Random(7), {100: 0.85, 1_000: 0.95, 10_000: 0.99}, 0
        for _ in range(40):
            shares = [wilson(sum(generator.random() < each for _ in range(300)) / 3, 300) for each in chance.values()]
            found = need([*chance], [{key: limit / 100 for key, limit in share._asdict().items()} for share in shares])
            self.assertTrue(found[1] <= found[0] <= found[2])
            hits += found[1] <= 1_000 <= found[2]
        self.assertGreaterEqual(hits, 36)

    def test_cells_say_what_was_not_measured(self):
        self.assertEqual(Need((math.inf, math.inf, math.inf, 100, 1_000)).text(rounded), "more than 1,000")
        self.assertEqual(Need((math.inf, 550, math.inf, 100, 1_000)).text(rounded), "more than 1,000 (from 550)")
        self.assertEqual(Need((0, 0, 0, 100, 1_000)).text(rounded), "at most 100")
        self.assertEqual(Need((333, 0, math.inf, 100, 1_000)).text(rounded), "330 (<100–>1,000)")
        self.assertEqual([rounded(number) for number in (0.0123, 1.26, 46, 46_872)], ["0.012", "1.3", "46", "47,000"])


class Votes(unittest.TestCase):
    def voters(self, shared, count=6, positions=4_000, seed=3):
        """Trees that are right with probability 0.7; some of their errors come from the position."""
        generator = random.Random(seed)
        fates = [generator.random() < 0.7 for _ in range(positions)]
        def credit(place):
            return float(fates[place] if generator.random() < shared else generator.random() < 0.7)
        return {("UCT", number): {str(place): (["b", "a"][int(one := credit(place))], one) for place in range(positions)}
                for number in range(count)}

    def test_the_correlation_of_errors_is_what_was_put_in(self):
        # Two trees that both follow the position with probability s have errors with correlation s².
        for shared in (0.0, 0.5, 0.9, 1.0):
            found = correlation(*errors_of(self.voters(shared)))
            self.assertAlmostEqual(found, shared**2, delta=0.04)

    def test_trees_of_two_kinds_are_compared_only_with_each_other(self):
        # Those of one kind err alike, those of different kinds independently.
        first, second = self.voters(1.0, count=3, seed=3), self.voters(1.0, count=3, seed=4)
        both = first | {("RAVE", number): answers for (_, number), answers in second.items()}
        rows, groups = errors_of(both)
        self.assertAlmostEqual(correlation(rows, groups, apart=True), 0, delta=0.04)
        self.assertAlmostEqual(correlation(rows, groups), 6 / 15, delta=0.04)

    def test_the_interval_of_a_correlation_has_the_value_put_in(self):
        value, lower, upper = map(float, re.findall(r"[\d.]+", correlated(self.voters(0.7, positions=400))))
        self.assertTrue(lower < value < upper and lower <= 0.49 <= upper, (lower, value, upper))

    def test_a_vote_gains_over_the_mean_of_its_trees(self):
        right, wrong = {"x": ("a", 1.0)}, {"x": ("b", 0.0)}
        vote, alone, gained = gain_of_vote([right, right, wrong])
        self.assertEqual((vote.value, round(alone, 1), round(gained.value, 1)), (100, 66.7, 33.3))

    def test_a_majority_of_independent_trees_is_as_good_as_condorcet_says(self):
        voters = self.voters(0.0, count=15)
        found = sum(majority(list(voters.values()), str(place)) for place in range(4_000)) / 4_000
        self.assertAlmostEqual(found, independent(0.7, 15), delta=0.02)
        self.assertAlmostEqual(independent(0.7, 3), 0.7**3 + 3 * 0.7**2 * 0.3)
        self.assertAlmostEqual(independent(0.6, 2), 0.36 + 0.5 * 0.48)

    def test_of_equal_votes_the_first_counts(self):
        self.assertEqual(majority([{"x": ("a", 0.0)}, {"x": ("b", 1.0)}], "x"), 0.0)


class Forests(unittest.TestCase):
    """Five trees in three positions, in which a wins, b draws and c loses."""

    def setUp(self):
        self.forest = one = Forest.__new__(Forest)
        one.trees, one.vote, one.places = [1, 2, 5], 5, ["x", "y", "z"]
        one.choices = {"x": list("abbaa"), "y": list("cabbc"), "z": list("aaaaa")}
        one.means = {1: {"x": "a", "y": "c", "z": "a"}, 2: {"x": "b", "y": "b", "z": "a"}, 5: {"x": "a", "y": "b", "z": "a"}}
        one.credit = {place: {"a": 1.0, "b": 0.5, "c": 0.0} for place in one.places}
        one.strong = {"x": "b", "y": "a", "z": "a"}

    def test_of_equal_votes_the_average_decides_if_it_is_among_them(self):
        self.assertEqual([self.forest.best(2, place) for place in "xyz"], [["b"], ["c", "a"], ["a"]])
        self.assertEqual([self.forest.majority(count) for count in (1, 2, 5)], [[1, 0, 1], [0.5, 0.5, 1], [1, 0.5, 1]])
        self.assertEqual(self.forest.average(2), [0.5, 0.5, 1])
        self.forest.compare({"x": "a", "y": "b", "z": "a"})
        with self.assertRaises(SystemExit):
            self.forest.compare({"x": "a", "y": "a", "z": "a"})

    def test_the_share_of_the_trees_that_win(self):
        lab = type("Fake", (), {"size": {"forest": [1, 5]}})
        found = any_right(lab, {"s": self.forest}).splitlines()[2].split(" | ")
        self.assertEqual(found[1:8], ["5", "100.0", "100.0", "66.7", "66.7", "33.3", "33.3"])
        # The winners have three, two and five of five votes: shares of 0.6, 0.4 and 1.
        rows = [row.split(" | ") for row in shares(lab, {"s": self.forest}).splitlines()[4:]]
        self.assertEqual(rows[0][2:], ["0.0", "33.3", "33.3", "0.0", "33.3 |"])
        self.assertEqual([cell[:5] for cell in rows[1][2:]], ["", "0.0 (", "100.0", "", "100.0"])

    def test_where_a_vote_and_a_tree_differ(self):
        found = [row.split(" | ") for row in differ({"s": self.forest}).splitlines()[2:]]
        self.assertEqual([row[2] for row in found], ["33.3", "66.7"])
        self.assertEqual([row[3][:4] + row[4][:4] for row in found], ["50.00.0 ", "75.075.0"])
        self.assertEqual([row[6] for row in found], ["1.00 |", "2.50 |"])
        self.assertEqual([rank("abbcc", move) for move in "abcd"], [3, 1, 1, 4])


if __name__ == "__main__":
    unittest.main()
