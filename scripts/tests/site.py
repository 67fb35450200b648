"""The sources of the documentation site: every document is in its summary or listed here, and links are not broken."""

import fnmatch
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from documentation import api, links, staging

#: Documents that are not pages: forms, cards of data published elsewhere, notes on test data.
ELSEWHERE = (".github/", "data/sets/", "python/", "tests/")


def unlisted():
    """Documents of the repository missing from the summary."""
    named = {path.relative_to(staging.REPOSITORY).as_posix() for path in staging.pages()}
    command = ["git", "ls-files", "*.md", "*.ipynb"]
    listed = subprocess.run(command, cwd=staging.REPOSITORY, stdout=subprocess.PIPE, text=True, check=True).stdout
    names = [name for name in listed.split() if name != "docs/site/SUMMARY.md"]
    return [name for name in names if name not in named and not name.startswith(ELSEWHERE)]


def check_links():
    """A page, a picture, a file of the repository, a folder, another site, an anchor, and what stands in a fence."""
    document = staging.REPOSITORY / "docs/guide/start.md"
    page, picture = staging.REPOSITORY / "README.md", staging.REPOSITORY / "explorer/screenshots/mistakes.png"
    text = "[a](../../README.md#x) ![b](../../explorer/screenshots/mistakes.png) "
    text += "[c](../../LICENSE) [d](../design) [e](https://e.org/a.md) [f](#x)\n"
    text += "```text\n[a](../../README.md)\n```\n"
    pictures = set()
    found = staging.linked(document, text, {page}, pictures)
    files = f"{staging.FILES}/blob/main/LICENSE) [d]({staging.FILES}/tree/main/docs/design"
    wanted = "[a](../../index.md#x) ![b](../../explorer/screenshots/mistakes.png) "
    wanted += f"[c]({files}) [e](https://e.org/a.md) [f](#x)\n```text\n[a](../../README.md)\n```\n"
    assert found == wanted, found
    assert pictures == {picture}, pictures


def check_site():
    """Broken links are found: a missing file, a missing anchor."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        (folder / "sub").mkdir()
        (folder / "sub/index.html").write_text('<h1 id="x">X</h1><a href="../a.html#y">a</a>')
        (folder / "a.html").write_text('<p id="y"><a href="sub/#x">1</a><a href="sub/#z">2</a><img src="/b.png"><a href="https://e.org/">3</a>')
        site = links.Site(folder)
        assert [link for _, link in site.missing(sorted(site.folder.rglob("*.html")))] == ["sub/#z", "/b.png"]


def check_reference():
    """Every request and every record of the explorer is in the reference, and so is every record that one names."""
    text = api.reference(staging.REPOSITORY / "explorer/openapi.json")
    assert "### `GET /api/position`" in text and "### PositionRecord" in text
    named = {part.partition(")")[0] for part in text.split("](#")[1:]}
    headings = {line[4:].lower() for line in text.split("\n") if line.startswith("### ")}
    assert named and named <= headings, named - headings


def check_workflow():
    """A change of any page, or of what makes them, has the site built."""
    workflow = (staging.REPOSITORY / ".github/workflows/site.yml").read_text(encoding="utf-8")
    patterns = [line.strip(' -"') for line in re.search(r"paths:\n((?: +- .*\n)+)", workflow)[1].splitlines()]
    names = [path.relative_to(staging.REPOSITORY).as_posix() for path in staging.pages()]
    names += ["scripts/site", "scripts/setup", "scripts/python", "python/src/exact_othello/__init__.py"]
    names += ["scripts/static-page", "scripts/static_page.py", "explorer/web/src/index.html", "explorer/wasm/src/lib.rs"]
    unseen = [name for name in names if not any(fnmatch.fnmatch(name, pattern) for pattern in patterns)]
    assert not unseen, f"site.yml is not run for {unseen}"


def main():
    missing = unlisted()
    assert not missing, f"docs/site/SUMMARY.md does not name {missing}"
    check_links()
    check_site()
    check_reference()
    check_workflow()
    print(f"{len(staging.pages())} pages of the site: links, references and summary are right")


if __name__ == "__main__":
    main()
