"""Questions to players of the tree search, and their answers so far: each is asked only once."""

import json
import subprocess

from . import solving
from .conclusions import paired
from .measurements import OutOfTime

SETS = solving.REPOSITORY / "data" / "sets"


def with_black(position):
    """A position as players are asked about it, with Black to move."""
    return position if position.endswith("X") else position.translate(str.maketrans("XO", "OX"))


class Asking:
    """Commands of `solve mcts`, in the order in which they run. When time is up, nothing new is asked."""

    def __init__(self, steps, size, work, threads):
        self.steps, self.size, self.threads = steps, size, threads
        self.answers, self.games = work.resolve() / "answers.jsonl", work.resolve() / "games.jsonl"
        self.is_asked, self._positions, self._read, self._by_player = True, {}, None, {}

    def lines(self, *arguments, extra=()):
        """The lines of a command; once time is up, only if it has run before."""
        if self.is_asked:
            try:
                return self.steps.lines(*arguments, extra=extra)
            except OutOfTime:
                self.is_asked = False
                raise
        return self.steps.known_lines(*arguments)

    def accuracy(self, where, players):
        """How often players are right, by player text."""
        options = [word for player in players for word in ("--player", player)]
        extra = ["--threads", self.threads, "--results", str(self.answers)]
        return {line["player"]: line for line in self.lines("mcts", "accuracy", *where, *options, extra=extra)}

    def of_set(self, name):
        """The options that name a set."""
        folder = SETS / name
        if not folder.exists():
            raise SystemExit(f"{folder} is missing: scripts/reproduce problems makes it")
        return ["--set", str(folder.relative_to(solving.REPOSITORY)), "--positions", str(self.size["positions"])]

    def match(self, board, first, second, games, seed=1, options=()):
        """A match between two players."""
        extra = ["--threads", self.threads, "--results", str(self.games)]
        where = ["--board", board, "--games", str(games), "--seed", str(seed), *options]
        found = self.lines("mcts", "match", first, second, *where, extra=extra)
        return found[0] if found else None

    def each_answer(self):
        """All kept answers to the positions of a set."""
        if self.answers.exists():
            for line in self.answers.read_text(encoding="utf-8").splitlines()[1:]:
                body, _, _ = line.rpartition(" #")
                if body.endswith("}"):
                    yield json.loads(body)

    def answered(self, player):
        """All answers of a player with seed 1, by position. A position that is in several sets is asked about once, and its
        answer names only the first of them."""
        size = self.answers.stat().st_size if self.answers.exists() else 0
        if size != self._read:
            self._read, self._by_player = size, {}
            for answer in self.each_answer():
                if answer["seed"] == 1:
                    self._by_player.setdefault(answer["player"], {})[answer["position"]] = answer
        return self._by_player.get(player, {})

    def positions(self, folder):
        """The positions of a set, as in answers: with the board, Black to move."""
        if folder not in self._positions:
            command = [self.steps.program, "problems", "export", str(folder), "--format", "positions"]
            lines = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
            self._positions[folder] = frozenset(with_black(line) for line in lines[: self.size["positions"]])
        return self._positions[folder]

    def credits(self, name, player):
        """The credit of a player in each position of a set, with seed 1; None if it has not answered all of them."""
        answers, positions = self.answered(player), self.positions(SETS / name)
        return {place: answers[place]["credit"] for place in positions} if answers.keys() >= positions else None

    def differences(self, name, first, second):
        """The first player's credit less the second's, for each position of a set; empty if one has not answered all."""
        ours, theirs = (self.credits(name, player) for player in (first, second))
        return [ours[position] - theirs[position] for position in ours] if ours and theirs else []

    def gain(self, name, first, second):
        """By how many points the first player is right more often than the second in the same positions of a set, with its
        interval; None if not both have answered all of them."""
        return self.pooled_gain([(name, first, second)])

    def pooled_gain(self, pairs):
        """The same over several sets, each given with its two players."""
        found = [self.differences(*pair) for pair in pairs]
        return paired([each for differences in found for each in differences]) if found and all(found) else None

    def run(self):
        """Asks everything, the most important first."""
        raise NotImplementedError

    def disorder(self):
        """1 if a wide-margin check fails, else 0."""
        return 0
