"""Where the repository names its version, and its changelog."""

import json
import re
import subprocess
from typing import NamedTuple

NUMBER = re.compile(r"\d+\.\d+\.\d+")
UNRELEASED = "## Unreleased"
SECTION = re.compile(r"^## (?P<version>\d+\.\d+\.\d+) \((?P<date>\d{4}-\d\d-\d\d)\)$", re.MULTILINE)


class Named(NamedTuple):
    """A version, and the place that names it."""

    place: str
    version: str


def listed(repository):
    """The files that git knows."""
    done = subprocess.run(["git", "ls-files"], cwd=repository, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def of_manifest(place, text):
    """The version of a package or workspace, and those that it wants of packages of this repository."""
    section, found = "", []
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip()
        own = re.fullmatch(r'version = "([^"]+)"', line.strip())
        if own and section in ("[package]", "[workspace.package]", "[project]"):
            found.append(Named(f"{place} {section}", own[1]))
        wanted = re.search(r'package = "(exact-othello[\w-]*)".*version = "([^"]+)"', line)
        if wanted:
            found.append(Named(f"{place} {wanted[1]}", wanted[2]))
    return found


def of_lock(place, text):
    """The versions that a lock file has of packages of this repository, which have no source."""
    found = []
    for entry in text.split("[[package]]")[1:]:
        fields = dict(re.findall(r'^(\w+) = "([^"]*)"$', entry, re.MULTILINE))
        if fields.get("name", "").startswith("exact-othello") and "source" not in fields:
            found.append(Named(f"{place} {fields['name']}", fields["version"]))
    return found


def named(repository):
    """Every place that names the version."""
    found = []
    for place in listed(repository):
        path = repository / place
        name = path.name
        if name in ("Cargo.toml", "pyproject.toml"):
            found += of_manifest(place, path.read_text(encoding="utf-8"))
        elif name == "Cargo.lock":
            found += of_lock(place, path.read_text(encoding="utf-8"))
        elif name == "CITATION.cff":
            cited = re.findall(r"^version: (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            found += [Named(place, version) for version in cited]
        elif name == "openapi.json":
            found.append(Named(place, json.loads(path.read_text(encoding="utf-8"))["info"]["version"]))
    return found


def notes(changelog, version):
    """What the changelog says of a version, without its head; `None` if it has no such section. The version may be
    "Unreleased"."""
    head = UNRELEASED if version == "Unreleased" else rf"## {re.escape(version)} \([\d-]+\)"
    found = re.search(rf"^{head}\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else None


def dated(changelog, version, date):
    """The changelog with what is unreleased as the section of a version, under a new empty one."""
    return changelog.replace(f"{UNRELEASED}\n", f"{UNRELEASED}\n\n## {version} ({date})\n", 1)
