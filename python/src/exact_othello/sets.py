"""Sets of labelled positions, as `solve problems` makes them."""

from __future__ import annotations

import importlib
import json
import os
import pathlib
from typing import Any

#: The splits, in the order in which they are loaded.
SPLITS = ("train", "validation", "test")


def load_set(path: str | os.PathLike[str], split: str | None = None, *, form: str = "pandas") -> Any:
    """A set of problems as a table, a row for each position: a `pandas.DataFrame`, or with form "arrow" a `pyarrow.Table`.

    `path` is the folder of the set, `split` "train", "validation" or "test"; None for all of them. The set's card, its README.md,
    says what each column means. Sets in Parquet need pyarrow, and data frames pandas (the extra `sets`); where a set has no
    Parquet files, its JSON Lines are read.

    Raises ValueError if the folder or split does not exist, ImportError if a package is missing.
    """
    folder = pathlib.Path(path)
    if form not in ("pandas", "arrow"):
        raise ValueError(f"form '{form}' is unknown: it is pandas or arrow")
    if split is not None and split not in SPLITS:
        raise ValueError(f"split '{split}' is unknown: it is {', '.join(SPLITS[:-1])} or {SPLITS[-1]}")
    if not (folder / "set.json").is_file():
        raise ValueError(f"{folder}: no problem set is there; it would have a file set.json")
    arrow = _needed("pyarrow")
    table = _table(folder, SPLITS if split is None else (split,), arrow)
    if form == "arrow":
        return table
    _needed("pandas")
    return table.to_pandas()


def _needed(name: str) -> Any:
    """A package that the user may not have."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{name} is missing: pip install pandas pyarrow") from error


def _table(folder: pathlib.Path, splits: tuple[str, ...], arrow: Any) -> Any:
    """All rows of some splits."""
    parquet = importlib.import_module("pyarrow.parquet")
    files = [file for split in splits for file in sorted(folder.glob(f"parquet/{split}-*.parquet"))]
    if files:
        return arrow.concat_tables([parquet.read_table(file) for file in files])
    lines = [file for split in splits for file in sorted(folder.glob(f"jsonl/{split}-*.jsonl"))]
    if not lines:
        raise ValueError(f"{folder}: the set has neither Parquet files nor JSON Lines of {', '.join(splits)}")
    rows = [json.loads(line) for file in lines for line in file.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        row.update({name: int(row[name], 16) for name in ("player", "opponent", "best") if isinstance(row.get(name), str)})
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    types = {name: arrow.uint64() for name in ("player", "opponent", "best")}
    return arrow.table({name: arrow.array(column, type=types.get(name)) for name, column in columns.items()})
