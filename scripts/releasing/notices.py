"""The notices that go with what is given away: the licence, and the licences of everything that is compiled into it."""

import shutil
from typing import NamedTuple

from . import licences
from .archives import REPOSITORY

HEAD = """# Third-party notices

{} contains these packages. Their licences stand below; a text that several packages have stands there once.
It also contains Rust's standard library, whose notices are in `THIRD-PARTY-RUST.html`.

| Package | Licence | Source | Texts |
| --- | --- | --- | --- |
"""
#: For packages without a licence text: a package that has the full text of that licence.
STANDARD = {"Apache-2.0": "LICENSE-APACHE", "MIT": "LICENSE-MIT"}


class Product(NamedTuple):
    """What is given away: in words, the package it is built from, and the system it is built for; `None` is this one."""

    words: str
    package: str
    system: str | None


PROGRAM = Product("The program `solve`", "exact-othello", None)
PAGE = Product("The module `explorer.wasm`", "exact-othello-wasm", "wasm32-unknown-unknown")


def numbered(packages):
    """The texts of all packages by number, and the numbers of each package."""
    texts, numbers = {}, {}
    for package in packages:
        for name in package.texts():
            text = (package.folder / name).read_text(encoding="utf-8", errors="replace").strip().replace("\r\n", "\n")
            number, _, holders = texts.setdefault(" ".join(text.split()), (len(texts) + 1, text, []))
            holders.append(f"{package.name} {package.version}: {name}")
            if number not in numbers.setdefault(package, []):
                numbers[package].append(number)
    for package in packages:
        if package not in numbers:
            numbers[package] = [standard(package, texts)]
    return texts, numbers


def standard(package, texts):
    """The number of the text of a licence that a package names without including it."""
    for licence, name in STANDARD.items():
        if licence in package.licence:
            for number, _, holders in texts.values():
                if any(holder.endswith(f": {name}") for holder in holders):
                    return number
    raise SystemExit(f"scripts/notices: {package.name} {package.version} ({package.licence}) has no licence text")


def text(product):
    """The text of the notices."""
    packages = licences.compiled_in(product.package, product.system or licences.host())
    texts, numbers = numbered(packages)
    lines = [HEAD.format(product.words)]
    for package in packages:
        of = ", ".join(f"[{number}](#text-{number})" for number in numbers[package])
        lines.append(f"| {package.name} {package.version} | {package.licence} | {package.address} | {of} |\n")
    for number, licence, holders in texts.values():
        lines.append(f"\n## Text {number}\n\nOf {'; '.join(holders)}.\n\n")
        lines.append("".join(f"    {line}".rstrip() + "\n" for line in licence.splitlines()))
    return "".join(lines)


def put(folder, product):
    """Writes the licence and all notices into a folder."""
    of_rust = licences.of_rust()
    if not of_rust:
        raise SystemExit("this Rust has no notices of its standard library, which must go along; the Rust of rustup has them")
    shutil.copyfile(REPOSITORY / "LICENSE", folder / "LICENSE")
    shutil.copyfile(of_rust, folder / "THIRD-PARTY-RUST.html")
    (folder / "THIRD-PARTY.md").write_text(text(product), encoding="utf-8")
