"""Where the repository names its version, and the changelog."""

import re
import subprocess
from typing import NamedTuple

NUMBER = re.compile(r"(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)){2}")
UNRELEASED = "## Unreleased"

#: A section of a manifest, and in it a package's own version and the versions it requires of packages in this repository.
HEAD = re.compile(r"^\[.*", re.MULTILINE)
OWN = re.compile(r'^version = "([^"]+)"$', re.MULTILINE)
WANTED = re.compile(r'package = "(exact-othello[\w-]*)".*version = "([^"]+)"')
#: A package of this repository in a lock file, whatever its name: packages from a registry have a source.
LOCKED = re.compile(r'^\[\[package\]\]\nname = "([\w-]*)"\nversion = "([^"]*)"\n(?!source)', re.MULTILINE)
CITED = re.compile(r"^version: (\S+)$", re.MULTILINE)
DESCRIBED = re.compile(r'^  "info": \{.*?^    "version": "([^"]+)"', re.MULTILINE | re.DOTALL)


class Named(NamedTuple):
    """A version, a description of the place that names it, and its span in the file."""

    place: str
    version: str
    file: str
    start: int
    end: int


def listed(repository):
    """The files tracked by git, without those that somebody has deleted."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=repository, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return [name for name in done.stdout.split("\0") if name and (repository / name).is_file()]


def of_manifest(text):
    """Packages of a manifest that have versions, as matches whose last group is the version: its own, and those it requires."""
    heads = list(HEAD.finditer(text))
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        if head[0].strip() in ("[package]", "[workspace.package]", "[project]"):
            for own in OWN.finditer(text, head.end(), following.start() if following else len(text)):
                yield head[0].strip(), own
    for wanted in WANTED.finditer(text):
        yield wanted[1], wanted


def of_file(name, text):
    """Every version that a file names: a description, and a match whose last group is the version."""
    if name in ("Cargo.toml", "pyproject.toml"):
        return list(of_manifest(text))
    pattern = {"Cargo.lock": LOCKED, "CITATION.cff": CITED, "openapi.json": DESCRIBED}.get(name)
    found = pattern.finditer(text) if pattern else []
    return [(match[1] if pattern is LOCKED else "", match) for match in found]


def named(repository):
    """Every place that names the version."""
    found = []
    for file in listed(repository):
        path = repository / file
        if path.name in ("Cargo.toml", "pyproject.toml", "Cargo.lock", "CITATION.cff", "openapi.json"):
            for label, match in of_file(path.name, path.read_text(encoding="utf-8")):
                last = match.lastindex
                found.append(Named(f"{file} {label}".strip(), match[last], file, match.start(last), match.end(last)))
    return found


def set_everywhere(repository, version):
    """Writes a version to every place that names another. Returns the changed files."""
    places = [place for place in named(repository) if place.version != version]
    for place in sorted(places, key=lambda place: place.start, reverse=True):
        path = repository / place.file
        text = path.read_text(encoding="utf-8")
        path.write_text(text[: place.start] + version + text[place.end :], encoding="utf-8")
    return sorted({place.file for place in places})


def notes(changelog, version):
    """The changelog's text for a version, without its heading; `None` if it has no such section. The version may be
    "Unreleased"."""
    head = UNRELEASED if version == "Unreleased" else rf"## {re.escape(version)} \([\d-]+\)"
    found = re.search(rf"^{head}\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else None


def says_something(text):
    """Whether a section has more than headings."""
    return any(line.strip() and not line.startswith("#") for line in text.splitlines())


def dated(changelog, version, date):
    """The changelog with the unreleased changes as the section of a version, under a new empty one."""
    heads = f"{UNRELEASED}\n\n## {version} ({date})\n"
    return re.sub(rf"^{UNRELEASED}\n", heads, changelog, count=1, flags=re.MULTILINE)
