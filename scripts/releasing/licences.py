"""Licences of the packages in the program, from `cargo metadata`, and whether deny.toml allows them."""

import json
import pathlib
import re
import subprocess
from typing import NamedTuple

from .archives import REPOSITORY

WORD = re.compile(r"\(|\)|\bAND\b|\bOR\b|/|[\w.+-]+(?: WITH [\w.-]+)?")
LICENCE_FILE = re.compile(r"(?:LICEN[CS]E|COPYING|NOTICE|UNLICENSE|COPYRIGHT)(?:[.-].*)?", re.IGNORECASE)
#: Folders of bundled sources that are not compiled into the program.
NOT_COMPILED = re.compile(r"(?:^|/)(?:tests?|examples|programs|contrib|doc|docs|benches)/")
#: Licence texts that a bundled source offers as an alternative and that are not the one chosen: RocksDB is taken under
#: Apache-2.0, and so is its range tree; zstd is taken under the BSD licence.
NOT_CHOSEN = re.compile(r"(?:rocksdb|zstd)/COPYING$|COPYING\.(?:AGPLv3|GPLv2)$")


class Package(NamedTuple):
    """A third-party package compiled into the program."""

    name: str
    version: str
    licence: str
    address: str
    folder: pathlib.Path

    def texts(self):
        """Its licence files and those of the sources it bundles, as paths in its folder."""
        found = []
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            is_one = LICENCE_FILE.fullmatch(path.name) and path.is_file() and path.suffix not in (".rs", ".h", ".py")
            if is_one and not NOT_COMPILED.search(name) and not NOT_CHOSEN.search(name):
                found.append(name)
        return found


def metadata(*options):
    """Cargo's metadata of the workspace."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", *options]
    done = subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def host():
    """The system that the compiler targets."""
    done = subprocess.run(["rustc", "-vV"], stdout=subprocess.PIPE, text=True, check=True)
    return re.search(r"^host: (.*)$", done.stdout, re.MULTILINE)[1]


def package(entry):
    """A package as cargo describes it."""
    licence = entry["license"] or ""
    folder = pathlib.Path(entry["manifest_path"]).parent
    return Package(entry["name"], entry["version"], licence, entry["repository"] or "", folder)


def compiled_in(system):
    """The third-party packages in the program `solve` for a system, by name: direct and indirect dependencies, without those of
    builds and tests."""
    known = metadata("--filter-platform", system)
    packages = {entry["id"]: entry for entry in known["packages"]}
    nodes = {node["id"]: node for node in known["resolve"]["nodes"]}
    seen, waiting = set(), [known["resolve"]["root"]]
    while waiting:
        identity = waiting.pop()
        if identity in seen:
            continue
        seen.add(identity)
        needed = nodes[identity]["deps"]
        waiting += [one["pkg"] for one in needed if any(kind["kind"] is None for kind in one["dep_kinds"])]
    found = [package(packages[identity]) for identity in seen if packages[identity]["source"]]
    return sorted(found, key=lambda one: (one.name, one.version))


def allowed():
    """The licences that deny.toml allows."""
    text = (REPOSITORY / "deny.toml").read_text(encoding="utf-8")
    return set(re.findall(r'"([^"]+)"', re.search(r"^allow = \[(.*?)^\]", text, re.MULTILINE | re.DOTALL)[1]))


def is_allowed(expression, licences):
    """Whether these licences satisfy an SPDX expression. `A/B`, in older packages, means A or B."""
    words = WORD.findall(expression)

    def either():
        met = both()
        while words and words[0] in ("OR", "/"):
            words.pop(0)
            met = both() or met
        return met

    def both():
        met = one()
        while words and words[0] == "AND":
            words.pop(0)
            met = one() and met
        return met

    def one():
        word = words.pop(0) if words else ""
        if word != "(":
            return word in licences
        met = either()
        if not words or words.pop(0) != ")":
            raise ValueError(f"'{expression}': a bracket is not closed")
        return met

    met = either()
    if words:
        raise ValueError(f"'{expression}': '{words[0]}' stands where nothing should")
    return met


def refused():
    """The packages for all systems, including those of tests, whose licence is not allowed."""
    licences = allowed()
    others = (package(entry) for entry in metadata("--all-features")["packages"] if entry["source"])
    return [one for one in others if not is_allowed(one.licence, licences)]
