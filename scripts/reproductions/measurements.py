"""Measurements, kept in files, so that a killed run can resume."""

import hashlib
import json
import os
import pathlib
import subprocess
import time

from . import solving


class OutOfTime(Exception):
    """Time is up; what has been measured is kept."""


class Measurements:
    """Records by key, each in a file of its own that appears whole or not at all.

    `commit` returns the commit of the program being measured; it is called only when needed. Of the records by other commits,
    those by commits in `also` count; all of them if that is None. After this many `minutes` nothing new is measured.
    """

    def __init__(self, folder, commit, minutes=None, also=None):
        self.folder, self.also = pathlib.Path(folder).resolve(), also
        self.deadline = None if minutes is None else time.monotonic() + 60 * minutes
        self.folder.mkdir(parents=True, exist_ok=True)
        self.commits = set()
        self._ask_commit, self._commit = commit, None

    @property
    def commit(self):
        """The commit of the program being measured."""
        if self._commit is None:
            self._commit = self._ask_commit()
        return self._commit

    def known(self, *key):
        """The record of a key, or None."""
        try:
            kept = json.loads(self._path(key).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        if self.also is not None and kept["commit"] not in (self.commit, *self.also):
            return None
        self.commits.add(kept["commit"])
        return kept

    def record(self, *key, measure):
        """The record of a key: the one kept, or else the dictionary that `measure` returns. It includes the load average before
        the measurement, and whether that ran ahead of all other work of the machine."""
        known = self.known(*key)
        if known is not None:
            return known
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTime
        load, begin = round(os.getloadavg()[0], 2), time.monotonic()
        found = measure()
        kept = {"command": key, "commit": self.commit, "load": load, "ahead": os.sched_getscheduler(0) != os.SCHED_OTHER, **found}
        path = self._path(key)
        draft = path.with_suffix(".new")
        draft.write_text(json.dumps(kept), encoding="utf-8")
        draft.replace(path)
        self.commits.add(kept["commit"])
        print(f"{time.monotonic() - begin:7.1f} s  {' '.join(key)}", flush=True)
        return json.loads(json.dumps(kept))

    def measured(self, name, measure):
        """What is kept under a name, or else what `measure` returns: anything that JSON can hold."""
        return self.record(name, measure=lambda: {"measured": measure()})["measured"]

    def _path(self, key):
        name = hashlib.sha256("\0".join(key).encode()).hexdigest()[:24]
        return self.folder / f"{name}.json"


def commit_of(program):
    """The commit that a program was built from, as it reports itself."""
    said = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return said.partition("commit ")[2].strip(" )\n") or solving.commit()


class Steps(Measurements):
    """Commands of the program, each run only once."""

    def __init__(self, program, folder, minutes=None):
        self.program = str(pathlib.Path(program).resolve())
        super().__init__(folder, lambda: commit_of(self.program), minutes)

    def lines(self, *arguments, extra=()):
        """The JSON lines of a command, which runs if it has not yet. `extra` options do not change its answer."""

        def measure():
            command = [self.program, *arguments, *extra, "--json", "--quiet"]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, cwd=solving.REPOSITORY)
            if done.returncode != 0:
                raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}")
            return {"lines": [json.loads(line) for line in done.stdout.splitlines()]}

        return self.record(*arguments, measure=measure)["lines"]

    def known_lines(self, *arguments):
        """The JSON lines that a command has answered; none if it has not run."""
        return (self.known(*arguments) or {"lines": []})["lines"]

    def load(self, *arguments):
        """The machine's load average when a command ran; None if it has not run."""
        return (self.known(*arguments) or {}).get("load")
