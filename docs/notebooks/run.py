#!/usr/bin/env python3
"""Runs the notebooks of this folder from beginning to end, in a fresh kernel each; a cell that fails is an error.

    run.py [--write] [NAME...]    --write keeps what they print, NAME is a notebook without .ipynb

`scripts/python notebooks` makes an environment for it and runs it.
"""

import argparse
import pathlib
import sys
import time

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

FOLDER = pathlib.Path(__file__).resolve().parent
SECONDS = 1200


def run(path, is_kept):
    """Runs a notebook; whether it came to its end."""
    begin, notebook = time.monotonic(), nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}})
    try:
        client.execute()
    except CellExecutionError as error:
        print(f"{path.name}: {error}", file=sys.stderr)
        return False
    print(f"{path.name}: {len(notebook.cells)} cells in {time.monotonic() - begin:.0f} s", flush=True)
    if is_kept:
        for cell in notebook.cells:
            # When a cell was run and by which machine's Python says nothing to a reader.
            cell.get("metadata", {}).pop("execution", None)
        notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
        nbformat.write(notebook, path)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="keep what the cells print")
    parser.add_argument("names", nargs="*", metavar="NAME", help="a notebook without .ipynb (default: all)")
    arguments = parser.parse_args()
    paths = sorted(FOLDER.glob("*.ipynb"))
    chosen = [path for path in paths if not arguments.names or path.stem in arguments.names]
    if not chosen:
        print(f"run.py: none of {', '.join(path.stem for path in paths)} was chosen", file=sys.stderr)
        return 2
    ended = [run(path, arguments.write) for path in chosen]
    return 0 if all(ended) else 1


if __name__ == "__main__":
    sys.exit(main())
