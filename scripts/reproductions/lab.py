"""Questions to players of the tree search, each asked only once, and tables whose cells are such questions."""

import json
import subprocess
from typing import NamedTuple

from . import results, solving
from .intervals import paired, percent, signed
from .measurements import OutOfTime

SETS = solving.REPOSITORY / "data" / "sets"


def with_black(position):
    """A position as players are asked about it, with Black to move."""
    return position if position.endswith("X") else position.translate(str.maketrans("XO", "OX"))


class Right(NamedTuple):
    """A cell: how often a player is right on a set, given by its name, or on the positions that options name."""

    where: str | tuple
    player: str

    def text(self, lab):
        """The share in percent."""
        return percent(lab.line(self.where, self.player).get("accuracy"))


class Regret(NamedTuple):
    """A cell: the discs that a player gives away with a move."""

    where: str
    player: str

    def text(self, lab):
        """The discs with their interval; nothing on sets that say only who wins."""
        found = lab.line(self.where, self.player).get("regret")
        return f"{found['value']:.2f} ({found['lower']:.2f}–{found['upper']:.2f})" if found else ""


class Gain(NamedTuple):
    """A cell: by how many points the first player is right more often than the second, in the same positions of sets."""

    sets: tuple
    first: str
    second: str

    def text(self, lab):
        """The points with their interval; nothing if not all are answered."""
        found = [lab.differences(name, self.first, self.second) for name in self.sets]
        return signed(paired([each for one in found for each in one])) if found and all(found) else ""


class Match(NamedTuple):
    """A match of two players on a board, of which a table shows several cells."""

    board: str
    first: str
    second: str
    games: int
    options: tuple = ()


class Of(NamedTuple):
    """A cell: one aspect of a match."""

    match: Match
    aspect: str

    def text(self, lab):
        """The games won, drawn and lost, the points in percent, the difference in Elo, or the opponent's nodes by colour."""
        found = lab.match(self.match)
        if not found:
            return ""
        if self.aspect == "games":
            return f"{found['wins']}–{found['draws']}–{found['losses']}"
        if self.aspect == "elo":
            return elo(found["elo"])
        return percent(found["points"]) if self.aspect == "points" else f"{found['opponent_nodes'][self.aspect]:.1f}"


def elo(limits):
    """A difference in Elo points."""
    if limits["value"] is None:
        return f"at least {limits['lower']:+.0f}" if limits["lower"] is not None else f"at most {limits['upper']:+.0f}"
    return f"{limits['value']:+.0f}".replace("-", "−")


class Lab:
    """Commands of `solve mcts` and what they have answered. When time is up, nothing new is asked."""

    def __init__(self, steps, size, work, threads):
        self.steps, self.size, self.threads = steps, size, threads
        self.answers, self.games = work.resolve() / "answers.jsonl", work.resolve() / "games.jsonl"
        self.is_asked, self._lines, self._positions, self._read, self._by_player = True, {}, {}, None, {}

    def lines(self, *arguments, extra=()):
        """The lines of a command; once time is up, only if it has run before."""
        if self.is_asked:
            try:
                return self.steps.lines(*arguments, extra=extra)
            except OutOfTime:
                print("out of time; what is missing is left out", flush=True)
                self.is_asked = False
        return self.steps.known_lines(*arguments)

    def accuracy(self, where, players, seed=1):
        """How often players are right, by player text; `where` is a set's name or a tuple of options."""
        where = self.of_set(where) if isinstance(where, str) else where
        seeded = ["--seed", str(seed)] if seed > 1 else []
        options = [word for player in players for word in ("--player", player)]
        extra = ["--threads", self.threads, "--results", str(self.answers)]
        return {line["player"]: line for line in self.lines("mcts", "accuracy", *where, *seeded, *options, extra=extra)}

    def of_set(self, name):
        """The options that name a set."""
        folder = SETS / name
        if not folder.exists():
            raise SystemExit(f"{folder} is missing: scripts/reproduce problems makes it")
        return ["--set", str(folder.relative_to(solving.REPOSITORY)), "--positions", str(self.size["positions"])]

    def line(self, where, player):
        """What the program says of a player; empty if it was not asked."""
        return self._lines.get((where, player), {})

    def table(self, head, rows):
        """A table; cells that are questions are asked first, all of a set together. Rows without an answer are left out."""
        wanted = {}
        for cell in (cell for row in rows for cell in row):
            if isinstance(cell, (Right, Regret)):
                wanted.setdefault(cell.where, {})[cell.player] = None
            elif isinstance(cell, Gain):
                for name in cell.sets:
                    wanted.setdefault(name, {}).update({cell.first: None, cell.second: None})
        for where, players in wanted.items():
            missing = [player for player in players if (where, player) not in self._lines]
            if missing:
                self._lines.update({(where, player): line for player, line in self.accuracy(where, missing).items()})
        shown = [[cell.text(self) if hasattr(cell, "text") else cell for cell in row] for row in rows]
        return results.table(head, [cells for row, cells in zip(rows, shown, strict=True) if is_told(row, cells)])

    def match(self, match):
        """The result of a match; None if it was not played."""
        extra = ["--threads", self.threads, "--results", str(self.games)]
        where = ["--board", match.board, "--games", str(match.games), "--seed", "1", *match.options]
        found = self.lines("mcts", "match", match.first, match.second, *where, extra=extra)
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
        return {place: answers[place]["credit"] for place in sorted(positions)} if answers.keys() >= positions else None

    def differences(self, name, first, second):
        """The first player's credit less the second's, for each position of a set; empty if one has not answered all."""
        ours, theirs = (self.credits(name, player) for player in (first, second))
        return [ours[position] - theirs[position] for position in ours] if ours and theirs else []


def is_told(row, cells):
    """Whether a row has an answer, or asks nothing."""
    asked = [cell for question, cell in zip(row, cells, strict=True) if hasattr(question, "text")]
    return not asked or any(asked)
