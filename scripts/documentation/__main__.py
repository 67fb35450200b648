"""The steps of scripts/site that run in Python."""

import argparse
import pathlib
import sys

from documentation import links, staging


def stage(arguments):
    """Writes the sources of the book."""
    staging.stage(arguments.place, arguments.notebooks)


def check(arguments):
    """Checks the links of the book and of the Python reference; rustdoc has checked those of its own pages."""
    site = links.Site(arguments.site)
    files = [file for file in sorted(site.folder.rglob("*.html")) if file.relative_to(site.folder).parts[0] != "rust"]
    missing = site.missing(files)
    for file, link in missing:
        print(f"{file.relative_to(site.folder)}: {link} is not there", file=sys.stderr)
    print(f"{len(files)} pages: {len(missing)} links lead nowhere")
    sys.exit(1 if missing or not files else 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(required=True)
    step = steps.add_parser("stage", help=stage.__doc__)
    step.add_argument("place", type=pathlib.Path, help="the folder of the book")
    step.add_argument("--notebooks", type=pathlib.Path, required=True, help="the notebooks as Markdown")
    step.set_defaults(run=stage)
    step = steps.add_parser("check", help=check.__doc__)
    step.add_argument("site", type=pathlib.Path, help="the folder of the built site")
    step.set_defaults(run=check)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
