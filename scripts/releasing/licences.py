"""Licences of the packages in the program, from `cargo metadata`, and whether deny.toml allows them."""

import json
import pathlib
import re
import shutil
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


def said(name, *words):
    """The output of cargo or rustc. rustup installs them in a folder that a shell started earlier does not search."""
    program = shutil.which(name) or shutil.which(name, path=str(pathlib.Path.home() / ".cargo" / "bin"))
    if not program:
        raise SystemExit(f"{name} is missing: install Rust from https://rustup.rs")
    done = subprocess.run([program, *words], cwd=REPOSITORY, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode:
        raise SystemExit(f"{name} {words[0]} ended with status {done.returncode}")
    return done.stdout


def metadata(*options):
    """Cargo's metadata of the workspace."""
    return json.loads(said("cargo", "metadata", "--format-version", "1", "--locked", *options))


def host():
    """The system that the compiler targets."""
    return re.search(r"^host: (.*)$", said("rustc", "-vV"), re.MULTILINE)[1]


def of_rust():
    """The notices of Rust's standard library, which every program contains; `None` if the compiler came without them."""
    path = pathlib.Path(said("rustc", "--print", "sysroot").strip(), "share/doc/rust/COPYRIGHT-library.html")
    return path if path.is_file() else None


def package(entry):
    """A package as cargo describes it."""
    licence = entry["license"] or ""
    folder = pathlib.Path(entry["manifest_path"]).parent
    return Package(entry["name"], entry["version"], licence, entry["repository"] or "", folder)


def compiled_in(product, system):
    """The third-party packages in what is built from a package for a system, by name: direct and indirect dependencies, without
    those of builds and tests. Cargo's metadata also name packages that no feature in use needs, its tree does not."""
    options = ("--locked", "--package", product, "--target", system, "--edges", "normal")
    lines = said("cargo", "tree", *options, "--prefix", "none", "--no-dedupe", "--format", "{p}").splitlines()
    needed = {tuple(line.split()[:2]) for line in lines}
    known = [entry for entry in metadata("--filter-platform", system)["packages"] if entry["source"]]
    found = [package(entry) for entry in known if (entry["name"], f"v{entry['version']}") in needed]
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
