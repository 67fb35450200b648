"""Sets of labelled positions, as `solve problems` makes them."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import pathlib
import re
from typing import Any

#: The splits, in the order of loading.
SPLITS = ("train", "validation", "test")
#: The columns that are sets of squares: 64 bits, in JSON as hexadecimal text.
SQUARES = ("player", "opponent", "best")
#: The name of a data file in the list of checksums: format, split, number of the file, and the split's number of files.
DATA_FILE = re.compile(r"(parquet|jsonl)/(train|validation|test)-([0-9]{5,9})-of-([0-9]{5,9})\.\1")
#: The folder of the sets that come with the package.
SHIPPED = pathlib.Path(__file__).with_name("data")


def load_set(path: str | os.PathLike[str], split: str | None = None, *, form: str = "pandas") -> Any:
    """A problem set as a table, one row per position: a `pandas.DataFrame`, or with form "arrow" a `pyarrow.Table`.

    `path` is the folder of the set, or the name of one that comes with the package: "6x6-s16". `split` is "train", "validation"
    or "test"; None for all of them. The set's card, its README.md, says what each column means. Needs pyarrow, and for data
    frames pandas (the extra `sets`). If a set has no Parquet files, its JSON Lines are read.

    Every file read is checked against its checksum in SHA256SUMS, and the number of all positions against that in set.json.
    `solve problems check` checks whether the labels are correct.

    Raises ValueError if the folder or split does not exist, or if a file does not fit the set; then the message names the file
    and, in JSON Lines, the line. Raises ImportError if a package is missing.
    """
    if form not in ("pandas", "arrow"):
        raise ValueError(f"form '{form}' is unknown: it is pandas or arrow")
    check_split(split)
    folder = _folder(pathlib.Path(path))
    arrow = _needed("pyarrow")
    sums = _sums(folder)
    count = _count(folder, sums)
    table = _table(folder, sums, SPLITS if split is None else (split,), arrow)
    if split is None and count is not None and table.num_rows != count:
        raise ValueError(f"{folder}: {table.num_rows} positions are there, and set.json says {count}")
    if form == "arrow":
        return table
    _needed("pandas")
    return table.to_pandas()


def _folder(path: pathlib.Path) -> pathlib.Path:
    """The folder of a set, or that of the set of this name that comes with the package."""
    if (path / "set.json").is_file():
        return path
    names = sorted(folder.name for folder in SHIPPED.iterdir())
    if str(path) in names:
        return SHIPPED / path
    raise ValueError(f"{path}: no problem set is there; it would have a file set.json (the package has {', '.join(names)})")


def check_split(split: str | None) -> None:
    """Raises ValueError if there is no split of this name; None is all of them."""
    if split is not None and split not in SPLITS:
        raise ValueError(f"split '{split}' is unknown: it is {', '.join(SPLITS[:-1])} or {SPLITS[-1]}")


def _needed(name: str) -> Any:
    """An optional package."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{name} is missing: pip install pandas pyarrow") from error


def _sums(folder: pathlib.Path) -> dict[str, str]:
    """The checksum of each file of a set."""
    file, sums = folder / "SHA256SUMS", {}
    for number, line in enumerate(_text(file, _bytes(file)).splitlines(), 1):
        total, _, name = line.partition("  ")
        if not name or name in sums:
            raise ValueError(f"{file}:{number}: '{line}' is not a checksum and a file, or the file is listed twice")
        sums[name] = total
    return sums


def _bytes(file: pathlib.Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from error


def _text(file: pathlib.Path, data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{file}:{line}: the line is not UTF-8 text") from error


def _checked(folder: pathlib.Path, name: str, sums: dict[str, str]) -> bytes:
    """The contents of a file, after checking its checksum."""
    data = _bytes(folder / name)
    if hashlib.sha256(data).hexdigest() != sums.get(name):
        raise ValueError(f"{folder / name}: the checksum is not that of SHA256SUMS")
    return data


def _count(folder: pathlib.Path, sums: dict[str, str]) -> int | None:
    """The number of positions a set should have, if its plan says so."""
    try:
        count = json.loads(_text(folder / "set.json", _checked(folder, "set.json", sums))).get("count")
    except (json.JSONDecodeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{folder / 'set.json'}: this is not the plan of a set") from error
    return count if isinstance(count, int) else None


def _data_files(folder: pathlib.Path, sums: dict[str, str], form: str, split: str) -> list[str]:
    """The data files of a split in one format. Raises ValueError if the list lacks some of them."""
    matches = [match for name in sums if (match := DATA_FILE.fullmatch(name)) and match.group(1, 2) == (form, split)]
    matches.sort(key=lambda match: int(match[3]))
    parts = [(int(match[3]), int(match[4])) for match in matches]
    if parts != [(part, len(parts)) for part in range(len(parts))]:
        raise ValueError(f"{folder}: SHA256SUMS lists only some of the files {form}/{split}-*")
    return [match[0] for match in matches]


def _table(folder: pathlib.Path, sums: dict[str, str], splits: tuple[str, ...], arrow: Any) -> Any:
    """All rows of some splits."""
    for form, read in (("parquet", _parquet), ("jsonl", _json_lines)):
        names = [name for split in splits for name in _data_files(folder, sums, form, split)]
        if names:
            return arrow.concat_tables([_read(read, folder / name, _checked(folder, name, sums), arrow) for name in names])
    if any(DATA_FILE.fullmatch(name) for name in sums):
        raise ValueError(f"{folder}: the set has no positions of the split '{splits[0]}'")
    raise ValueError(f"{folder}: the set has neither Parquet files nor JSON Lines")


def _read(read: Any, file: pathlib.Path, data: bytes, arrow: Any) -> Any:
    """The rows of a data file, which must have at least one."""
    if not data:
        raise ValueError(f"{file}:1: the file is empty")
    try:
        table = read(file, data, arrow)
        schema = _schema(arrow, table.schema.names)
        if table.schema.names != schema.names:
            raise ValueError(f"{file}: its columns are not those of a problem set")
        table = table.cast(schema)
    except (arrow.ArrowException, OSError) as error:
        raise ValueError(f"{file}: {error}") from error
    gaps = [name for name in schema.names if name != "value" and table[name].null_count]
    if gaps or not table.num_rows:
        raise ValueError(f"{file}: {'no ' + gaps[0] if gaps else 'no position'} is there")
    if table["split"].unique().to_pylist() != [file.name.partition("-")[0]]:
        raise ValueError(f"{file}: it has positions of another split")
    return table


def _parquet(_: pathlib.Path, data: bytes, arrow: Any) -> Any:
    return importlib.import_module("pyarrow.parquet").read_table(arrow.BufferReader(data))


def _json_lines(file: pathlib.Path, data: bytes, arrow: Any) -> Any:
    """Rows of JSON Lines. Each line is first converted by itself, so that errors can name its number."""
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(_text(file, data).rstrip("\n").split("\n"), 1):
        try:
            row = json.loads(line, parse_float=_no_number, parse_constant=_no_number, object_pairs_hook=_object)
            if not isinstance(row, dict) or list(row) != (schema := _schema(arrow, rows[0] if rows else row)).names:
                raise ValueError("the columns are not those of a problem set")
            for name in row.keys() - {"value"}:
                if row[name] is None:
                    raise ValueError(f"no {name} is there")
            row.update({name: int(row[name], 16) for name in SQUARES})
            arrow.Table.from_pylist([row], schema)
        except (ValueError, TypeError, OverflowError, RecursionError, arrow.ArrowException) as error:
            raise ValueError(f"{file}:{number}: {error}") from error
        rows.append(row)
    return arrow.Table.from_pylist(rows, schema)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuses an object that has a name twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands there twice")
    return found


def _no_number(text: str) -> int:
    """Refuses fractions: all numbers of a set are whole, and Arrow would truncate others."""
    raise ValueError(f"{text} is no whole number")


def _schema(arrow: Any, names: Any) -> Any:
    """The columns of a set, with that of joined sets, `source`, if it is among the names."""
    text, byte, value, bits = arrow.string(), arrow.uint8(), arrow.int8(), arrow.uint64()
    label = arrow.struct([("move", text), ("value", value), ("outcome", text)])
    return arrow.schema(
        [("id", text), ("split", text), ("rows", byte), ("cols", byte), ("ply", byte), ("empties", byte)]
        + [("position", text), ("side", text), ("player", bits), ("opponent", bits), ("scoring", text), ("labels", text)]
        + [("value", value), ("outcome", text), ("moves", arrow.list_(label)), ("best", bits), ("line", text), ("nodes", bits)]
        + [("source", text)] * ("source" in names)
    )
