"""Commands whose answers are kept, so that a run that was killed goes on where it was."""

import hashlib
import json
import os
import pathlib
import subprocess
import time

from . import solving


class OutOfTime(Exception):
    """The time that was given is over; what is done is kept."""


class Steps:
    """Runs commands of the program, each once."""

    def __init__(self, program, folder, minutes=None):
        self.program, self.folder = str(pathlib.Path(program).resolve()), pathlib.Path(folder).resolve()
        self.deadline = None if minutes is None else time.monotonic() + 60 * minutes
        self.folder.mkdir(parents=True, exist_ok=True)
        self.commits = set()
        self.commit = None

    def built_from(self):
        """The commit that the program is built from, as it says itself."""
        if self.commit is None:
            said = subprocess.run([self.program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
            self.commit = said.partition("commit ")[2].strip(" )\n") or solving.commit()
        return self.commit

    def known(self, *arguments):
        """The JSON lines that a command has answered, or None."""
        try:
            kept = json.loads(self._path(arguments).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        self.commits.add(kept["commit"])
        return kept["lines"]

    def lines(self, *arguments, extra=()):
        """The JSON lines of a command; it runs if it has not before. `extra` options change nothing of its answer."""
        known = self.known(*arguments)
        if known is not None:
            return known
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTime
        begin = time.monotonic()
        command = [self.program, *arguments, *extra, "--json", "--quiet"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, cwd=solving.REPOSITORY)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        path, kept = self._path(arguments), {"command": arguments, "commit": self.built_from(),
                                             "load": round(os.getloadavg()[0], 1), "lines": lines}
        draft = path.with_suffix(".new")
        draft.write_text(json.dumps(kept), encoding="utf-8")
        draft.replace(path)
        self.commits.add(kept["commit"])
        print(f"{time.monotonic() - begin:7.1f} s  {' '.join(arguments)}", flush=True)
        return lines

    def load(self, *arguments):
        """The machine's load average when a command had ended; None if it has not run."""
        try:
            return json.loads(self._path(arguments).read_text(encoding="utf-8"))["load"]
        except (FileNotFoundError, KeyError):
            return None

    def _path(self, arguments):
        name = hashlib.sha256("\0".join(arguments).encode()).hexdigest()[:24]
        return self.folder / f"{name}.json"
